"""Findings about sentences of a corpus, which stand there as they were found: one note for each kind, not one for each.

What a person typed can be typed otherwise; what was harvested is the corpus's own. Its typographic quotes, and its
dashes at the beginning of a cell, stand in all conditions of an item alike, and change no comparison's direction by
themselves. They are worth knowing, and nothing to mend item by item.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from ..errors import counted
from ..suite import Suite
from .findings import Finding

__all__ = ["CORPUS", "as_found"]

CORPUS = "corpus"
"""Value of ``meta.text`` of suites whose sentences are those of a corpus."""

_AS_FOUND: Mapping[str, str] = {
    "S103": "typographic quotes, as the corpus has them, which models split and rate differently from plain ones; "
    "`normalize_text=quotes` makes them plain for a run",
    "S104": "letters that are not in Unicode normal form C, as the corpus has them; `normalize_text=nfc` composes them "
    "for a run",
    "S111": "a region that begins as a formula does, as the corpus has it: a spreadsheet program would run it; see "
    "'Opening CSV files safely' in the reference of results",
}
_OF_SUITE: Mapping[str, tuple[str, str]] = {
    "S105": (
        "S103",
        "straight and typographic quotes are mixed, as in the corpus; `normalize_text=quotes` makes all plain.",
    ),
    "S106": (
        "S104",
        "composed and decomposed letters are mixed, as in the corpus; `normalize_text=nfc` composes all for a run.",
    ),
}
"""Of the whole suite: the code of single regions that it goes with, and what is said."""


def as_found(suite: Suite, findings: Iterable[Finding]) -> list[Finding]:
    """Put what stands in all conditions of an item alike into one note for each kind; the rest stays as it is.

    Parameters
    ----------
    suite : Suite
        One that does not say that its text is a corpus's is left alone.
    findings : iterable of Finding

    Returns
    -------
    list of Finding
    """
    found = list(findings)
    if suite.meta.get("text") != CORPUS:
        return found
    n_conditions = {item.number: len(item.conditions) for item in suite.items}
    n_alike = Counter(map(_key, found))
    items: dict[str, dict[int, None]] = {}
    kept = []
    for one in found:
        number = one.item_number
        if one.code in _AS_FOUND and number is not None and n_alike[_key(one)] == n_conditions[number]:
            items.setdefault(one.code, {})[number] = None
        else:
            kept.append(one)
    warned = {one.code for one in kept}
    kept = [_of_corpus(one) if one.code in _OF_SUITE and _OF_SUITE[one.code][0] not in warned else one for one in kept]
    n = counted(len(suite.items), "item")
    return [*(_note(code, f"{len(own)} of {n}, e.g. item {next(iter(own))}") for code, own in items.items()), *kept]


def _key(one: Finding) -> tuple[object, ...]:
    """What findings about all conditions of an item have in common."""
    return one.code, one.item_number, one.region_number, one.message


def _note(code: str, where: str) -> Finding:
    return Finding(code, f"{where}: {_AS_FOUND[code]}. All conditions of an item have the same.", severity="note")


def _of_corpus(one: Finding) -> Finding:
    return Finding(one.code, _OF_SUITE[one.code][1], severity="note")
