"""Whatever happens to the file of the cache, what is found in it is what the model said, and no run ends for it.

An input is the edits: bytes that stand in the file from some place on, and where it ends.
"""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from hypothesis import strategies as st
from support.toys import WordBackend

from syntaxgym_lite.scoring.cache import FILE_NAME, SurprisalCache
from syntaxgym_lite.surprisal import BackendInfo, Capabilities, ScoringOptions, TokenSurprisals

TEXTS = [f"the fox {'very ' * (n % 9)}sleeps {n}" for n in range(40)]
_INFO = BackendInfo("toy", "toy", Capabilities(units="words"), "f" * 64)
_OPTIONS = ScoringOptions()


@st.composite
def _edits(draw: st.DrawFn) -> bytes:
    """``PLACE SHARE`` in per mille of the file, then what stands there."""
    place, end = draw(st.integers(0, 999)), draw(st.just(1000) | st.just(1000) | st.integers(0, 1000))
    early = not draw(
        st.integers(0, 3)
    )  # most of what SQLite believes stands in the first 100 bytes, and at pages' beginnings
    return f"{place} {end} {int(early)} ".encode() + draw(st.binary(min_size=1, max_size=24))


INPUTS = _edits()
EXAMPLES = 40


def check(data: bytes) -> None:
    """Damage a store, and use it."""
    parts = data.split(b" ", 3)
    if len(parts) != 4 or not all(part.isdigit() and len(part) < 5 for part in parts[:3]):
        return
    place, end, early = (int(part) for part in parts[:3])
    whole = bytearray(_store())
    place = place % 100 + 4096 * (place // 100) if early else place * len(whole) // 1000
    whole[place : place + len(parts[3])] = parts[3]
    said: list[str] = []
    with tempfile.TemporaryDirectory(prefix="sglite-fuzz-") as folder:
        (Path(folder) / FILE_NAME).write_bytes(whole[: max(end, 0) * len(whole) // 1000])
        with SurprisalCache(Path(folder), warn=said.append) as store:
            found = store.get(_INFO.fingerprint or "", _OPTIONS, TEXTS)
            _is_true(found)
            store.recall("someone")
            store.contents()
            new = WordBackend().score(["a sentence that is new"])
            store.put(_INFO, _OPTIONS, new)
            _is_true(store.get(_INFO.fingerprint or "", _OPTIONS, [*TEXTS, new[0].text]))
            writable = store.is_writable
        with SurprisalCache(Path(folder), warn=said.append) as store:
            found = store.get(_INFO.fingerprint or "", _OPTIONS, [*TEXTS, new[0].text])
            _is_true(found)
            assert new[0].text in found or not writable or said, "what was kept is lost without a word"
            store.clear()
    assert len(said) <= 6, said
    assert all(len(one) < 2000 for one in said)


def _is_true(found: dict[str, TokenSurprisals]) -> None:
    expected = {one.text: one for one in WordBackend().score(list(found))}
    for text, one in found.items():
        assert one.text == text
        assert one.bits.tobytes() == expected[text].bits.tobytes()
        assert one.tokens == expected[text].tokens
        assert one.spans.tolist() == expected[text].spans.tolist()
        assert one.oov.tolist() == expected[text].oov.tolist()


@cache
def _store() -> bytes:
    """A store with all `TEXTS`, in one file."""
    with tempfile.TemporaryDirectory() as folder:
        with SurprisalCache(Path(folder)) as store:
            store.put(_INFO, _OPTIONS, WordBackend().score(TEXTS))
        return (Path(folder) / FILE_NAME).read_bytes()
