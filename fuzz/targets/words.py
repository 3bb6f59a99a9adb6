"""Words lie in the text, in order, and hold every character that is no blank; a mark stays with its letter."""

from __future__ import annotations

import unicodedata

from hypothesis import strategies as st
from support.strategies import any_text, scripted

from syntaxgym_lite.words import SCHEMES, word_splitter

from ..inputs import corpus, mutated

INPUTS = st.one_of(
    st.lists(scripted | any_text, max_size=6).map(" ".join).map(str.encode),
    mutated(corpus("words"), ["\u0301".encode(), b"'s", "\u200d".encode(), "ﷺ".encode(), "\u09bf".encode()]),
)
EXAMPLES = 150


def check(data: bytes) -> None:
    """Cut a text into words by every scheme."""
    text = data.decode("utf-8", errors="replace")
    for scheme in SCHEMES:
        spans = word_splitter(scheme)(text)
        end = 0
        for start, stop in spans:
            assert end <= start < stop <= len(text), (scheme, spans)
            assert text[start:stop].strip() == text[start:stop], (scheme, text[start:stop])
            assert not text[end:start].strip(), f"{scheme} lost {text[end:start]!r}"
            if start and unicodedata.category(text[start])[0] == "M":
                before = unicodedata.category(text[start - 1])[0]
                assert before not in "LM", f"{scheme} cut {text!r} before the mark at {start}"
            end = stop
        assert not text[end:].strip(), f"{scheme} lost {text[end:]!r}"
