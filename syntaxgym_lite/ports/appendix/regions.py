"""Regions of numbered examples: where the text parts sentences, or where the versions of an item differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from ...errors import InputError, counted
from .alternatives import parted
from .draft import AppendixDraft
from .sets import Variant

__all__ = ["PartedSentences", "find_borders", "part_versions", "refuse_unlike"]

_SEPARATOR = "|"


@dataclass(frozen=True, slots=True)
class PartedSentences:
    """The names of the regions, their contents for every sentence of each item, and what says so."""

    names: Sequence[str]
    contents: Mapping[int, Sequence[tuple[str, ...]]]
    why: str


# ---------------------------------------------------------------- by separators


def find_borders(variants: Sequence[Variant], *, lettered: bool, draft: AppendixDraft) -> str:
    """Find the sign that parts regions; "" if there is none.

    Parameters
    ----------
    variants : sequence of Variant
    lettered : bool
        Whether every item has several variants, so that slashes need not be alternatives.
    draft : AppendixDraft
    """
    if draft.options.slashes == "regions":
        return "/"
    if any(_SEPARATOR in variant.text for variant in variants):
        return _SEPARATOR
    if draft.options.slashes is None and lettered and _slashes_are_borders(variants):
        sentence = "Every sentence has the same number of slashes: they are taken for borders of regions."
        draft.doubt(sentence, "slashes", "regions")
        return "/"
    return ""


def _slashes_are_borders(variants: Sequence[Variant]) -> bool:
    counts = {len(parted(variant.text, "/")) - 1 for variant in variants}
    if len(counts) > 1:
        return False
    n = counts.pop()
    spaced = all(re.search(r"\s/|/\s", variant.text) for variant in variants)
    starred = any(re.search(r"/\s*[*?#%]", variant.text) for variant in variants)
    return not starred and (n > 2 or (spaced and n > 0))


def refuse_unlike(variants: Sequence[Variant], separator: str, draft: AppendixDraft) -> None:
    """Note sentences that have not as many regions as most."""
    usual, n_usual = Counter(len(variant.parts) for variant in variants).most_common(1)[0]
    for variant in variants:
        if len(variant.parts) != usual:
            message = f"has {counted(len(variant.parts), 'region')} between '{separator}', {n_usual} others have"
            draft.note_problem(variant.line, f"{message} {usual}.")


# ---------------------------------------------------------------- by what differs


def part_versions(
    contents: Mapping[int, Sequence[tuple[str, ...]]], given: Sequence[str], *, borders: bool, one_each: bool
) -> PartedSentences:
    """Give the regions of every sentence.

    Parameters
    ----------
    contents : mapping of int to sequence of tuple of str
        The sentences of each item, parted at borders or else at alternatives.
    given : sequence of str
        Names, if an option gives some; a single one makes each sentence one region.
    borders : bool
        Whether the text has signs between the regions of every sentence.
    one_each : bool
        Whether each item is written once, with alternatives.

    Raises
    ------
    InputError
        If there are more or fewer names than regions.
    """
    sizes = {len(regions) for sentences in contents.values() for regions in sentences}
    size = sizes.pop() if len(sizes) == 1 else 0
    if borders:
        found = PartedSentences([str(number) for number in range(1, size + 1)], contents, "parted in the text")
    elif len(given) == 1:
        return PartedSentences(given, _whole(contents), "`regions` has one name")
    elif size > 1 and one_each:
        found = PartedSentences(_names_of(size), contents, "the alternatives, and what stands between them")
    else:
        found = _by_difference(contents)
    if not given:
        return found
    if len(given) != len(found.names):
        raise InputError(
            f"`regions={','.join(given)}`: {counted(len(given), 'name')}, but the sentences have "
            f"{counted(len(found.names), 'region')}: {', '.join(found.names)}."
        )
    return PartedSentences(given, found.contents, found.why)


def _by_difference(contents: Mapping[int, Sequence[tuple[str, ...]]]) -> PartedSentences:
    aligned = {item: _aligned([_joined(one) for one in each]) for item, each in contents.items()}
    n_alike = sum(any(first or last for first, _, last in each) for each in aligned.values())
    if n_alike * 2 >= len(contents):
        return PartedSentences(_names_of(3), aligned, "what differs between the versions of an item")
    why = "the versions of an item have no words in common at their edges"
    return PartedSentences(["sentence"], _whole(contents), why)


def _whole(contents: Mapping[int, Sequence[tuple[str, ...]]]) -> dict[int, list[tuple[str, ...]]]:
    return {item: [(_joined(one),) for one in each] for item, each in contents.items()}


def _joined(contents: Iterable[str]) -> str:
    return " ".join(filter(None, contents))


def _aligned(sentences: Sequence[str]) -> list[tuple[str, ...]]:
    """Part sentences into the words that all begin with, what differs, and the words that all end with."""
    words = [sentence.split() for sentence in sentences]
    n_first = _n_shared(words)
    n_last = _n_shared([one[n_first:][::-1] for one in words])
    return [
        (" ".join(one[:n_first]), " ".join(one[n_first : len(one) - n_last]), " ".join(one[len(one) - n_last :]))
        for one in words
    ]


def _n_shared(sequences: Sequence[Sequence[str]]) -> int:
    """Count the words with which all begin."""
    return sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, zip(*sequences, strict=False)))


def _names_of(n_regions: int) -> list[str]:
    """Name regions that are the same in all versions, and different, by turns."""
    if n_regions == 3:
        return ["start", "critical", "rest"]
    names = [f"critical{place // 2 + 1}" if place % 2 else f"middle{place // 2}" for place in range(n_regions)]
    return ["start", *names[1:-1], "rest"]
