"""Any text is numbered examples, or refused with its lines; no word of it is lost.

Whatever stands in the file stands in a sentence, in a label, or in what the proposal says about the file.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from hypothesis import strategies as st

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.appendix.appendix import looks_like_appendix, propose_appendix
from syntaxgym_lite.ports.proposal import Proposal
from syntaxgym_lite.suite.json import dumps_suite, loads_suite

from ..inputs import corpus, file, mutated, readable

SEEDS = corpus("appendix")
_PIECES = st.sampled_from(
    [
        "(1) ", "(2) ", "1. ", "2. ", "1a. ", "(2b) ", "Item 3", "a. ", "b. ", "(i) ", "*", "?? ", "\n", "\n\n", "\x0c",
        "The horse fell.", "The key was/*were rusty.", "{was/had been}", "(that)", "[the dog / the dogs]", " | ", " / ",
        "some-\ntimes", "27", "Experiment 2", "a = short, b = longer", "(longer)", "Short: ", "and/or", "¹", "ﬁnally",
        "some\u00adtimes", "\u00a0", "“Dogs” ", "猫が魚を食べた。", "/", "dogs",
    ]
)  # fmt: skip
INPUTS = st.one_of(
    mutated(SEEDS, [b"(1) ", b"b. ", b"/*", b"{a/b}", b"-\n", b"|"]),
    st.lists(_PIECES, max_size=14).map(lambda pieces: "".join(pieces).encode()),
)
EXAMPLES = 100
_OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"slashes": "crossed", "parentheses": "optional", "hyphens": "kept", "lines": "joined", "section": 1},
    {"slashes": "regions", "parentheses": "kept", "lines": "variants", "regions": "all"},
    {"slashes": "kept", "hyphens": "joined", "section": 2},
)
_LABEL_WORDS = ("items", "example", "sentence", "stimulus", "stimuli", "quartet", "beispiel", "frase", "esempio")


def check(data: bytes) -> None:
    """Read a text in several ways."""
    with file(data, "appendix.txt") as path:
        looks_like_appendix(path)
        for options in _OPTIONS:
            try:
                proposal = propose_appendix(path, **options)
            except InputError as error:
                readable(error, None if "section=" in str(error) or "regions=" in str(error) else path)
                continue
            [suite] = proposal.suites
            assert loads_suite(dumps_suite(suite), source=suite.source) == suite
            assert all(text.strip() for text in proposal.doubts + proposal.notes)
            _nothing_lost(data.decode("utf-8-sig"), proposal)


def _nothing_lost(text: str, proposal: Proposal) -> None:
    [suite] = proposal.suites
    said = [part for row in proposal.understood for part in (row.part, row.role, row.why, row.example)]
    said += [sentence.text for sentence in suite.sentences()]
    kept = _letters(" ".join([*said, *proposal.doubts, *proposal.notes]))
    for word in re.findall(r"[^\W\d_]{5,}", _letters(text, blank=" ")):
        if not any(label.startswith(word.lower()) or word.lower().startswith(label) for label in _LABEL_WORDS):
            assert word in kept, f"{word!r} is lost"


def _letters(text: str, *, blank: str = "") -> str:
    """Leave what tells words apart: compatible characters as one, without hyphens, and without blanks."""
    plain = unicodedata.normalize("NFKC", re.sub("[\u00ad\u200b\u2060\ufeff]", "", text))
    return re.sub(r"\s+", blank, re.sub(r"[-‐]", "", plain))
