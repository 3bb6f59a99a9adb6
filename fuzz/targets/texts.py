"""Any bytes are lines of text, plain or packed, with their numbers; or refused with the line up to which they were.

An input is the file's name, a line end, and the file.
"""

from __future__ import annotations

import gzip
import lzma

from hypothesis import strategies as st

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.lines import DAMAGED, TextLines

from ..inputs import corpus, file, mutated, named_content, readable

_PLAIN = [seed.partition(b"\n")[2] for seed in corpus("texts")]
_PACKED = [b"x.txt.gz\n" + gzip.compress(seed, mtime=0) for seed in _PLAIN] + [
    b"x.txt.xz\n" + lzma.compress(seed) for seed in _PLAIN
]
INPUTS = st.one_of(mutated(corpus("texts")), mutated(_PACKED))
EXAMPLES = 150


def check(data: bytes) -> None:
    """Read a text."""
    given = named_content(data)
    if given is None:
        return
    name, content = given
    found: list[tuple[int, str]] = []
    with file(content, name) as path:
        try:
            for line in TextLines(path):
                found.append(line)  # noqa: PERF402 - what was read before the damage counts, too
        except InputError as error:
            readable(error, path)
            assert " line " in str(error), f"no line: {error}"
            assert _text(name, content) is None or f"line {len(found) + 1} " in str(error)
            return
    text = _text(name, content)
    assert text is not None, "damaged, and read"
    lines = text.split(b"\n")
    expected = [line.decode("utf-8").strip() for line in (lines[:-1] if not lines[-1] else lines)]
    if expected:
        expected[0] = expected[0].removeprefix("\ufeff").strip()
    assert found == list(enumerate(expected, 1))


def _text(name: str, content: bytes) -> bytes | None:
    """The text of a file; None if it is packed, and damaged."""
    try:
        return (
            gzip.decompress(content)
            if name.endswith(".gz")
            else lzma.decompress(content)
            if name.endswith(".xz")
            else content
        )
    except (*DAMAGED, OSError, ValueError):
        return None
