"""Documents of suites in which something was exchanged for something else, as files and half-done work have it."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

import syntaxgym_lite as sgl
from syntaxgym_lite.suite.json import suite_document

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.sampled_from(["", "a", "1", "(1;%a%) > 0", "sum"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "1", "name"]), inner, max_size=3),
    max_leaves=6,
)


@st.composite
def broken_documents(draw: st.DrawFn) -> Any:
    """A shipped suite of a few items, with up to four parts exchanged or taken out; or other JSON altogether."""
    if draw(st.integers(0, 9)) == 0:
        return draw(JSON)
    [suite] = sgl.load_suites("npz")
    document = suite_document(suite)
    document["items"] = document["items"][: draw(st.integers(1, 4))]
    names = suite.condition_names
    document["condition_factors"] = {name: {"verb": name[:5], "comma": name[-7:]} for name in names}
    for _ in range(draw(st.integers(1, 4))):
        here: Any = document
        while isinstance(here, (dict, list)) and here:
            key = draw(st.sampled_from(sorted(here) if isinstance(here, dict) else range(len(here))))
            if draw(st.booleans()) or not isinstance(here[key], (dict, list)):
                if draw(st.booleans()):
                    here[key] = draw(JSON)
                else:
                    del here[key]
                break
            here = here[key]
    return document
