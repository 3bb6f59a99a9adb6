"""Numbered examples as sentences: which slashes and parentheses mark alternatives, and what they stand for."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from .alternatives import Choice, parted, written_parts
from .draft import AppendixDraft, and_list, at_lines
from .examples import Key
from .regions import find_borders, refuse_unlike
from .sets import Variant, VariantSet

__all__ = ["Version", "VersionKey", "find_alternatives", "go_together", "versions_of"]

_MOST_SENTENCES = 1000  # of one item
_STAYS = re.compile(r"[\[\]{}∅]|_+|(?<!\S)(?:[*#]+|\?+)(?=\w)")
VersionKey = tuple[Key, tuple[int, ...]]
"""Letters of a variant, and which of its alternatives, at each place, a sentence has."""


@dataclass(frozen=True, slots=True)
class Version:
    """A sentence of an item: which it is, its regions, and the judgments before it and its alternatives."""

    which: VersionKey
    regions: tuple[str, ...]
    mark: str


@dataclass(frozen=True, slots=True)
class _Reading:
    """How choices are found in a sentence."""

    slashes: bool
    parentheses: bool
    usual: bool

    def __call__(self, text: str) -> tuple[str | Choice, ...]:
        return tuple(written_parts(text, slashes=self.slashes, parentheses=self.parentheses, usual=self.usual))


# ---------------------------------------------------------------- what slashes and parentheses are


def find_alternatives(sets: Sequence[VariantSet], draft: AppendixDraft) -> list[VariantSet]:
    """Find the borders of regions and the alternatives in all sentences."""
    variants = [variant for one in sets for variant in one.variants]
    lettered = all(len(one.variants) > 1 for one in sets)
    separator = find_borders(variants, lettered=lettered, draft=draft)
    read = _reading(variants, slashes_part=separator == "/", lettered=lettered, draft=draft)

    def with_parts(variant: Variant) -> Variant:
        pieces = parted(variant.text, separator) if separator else [variant.text]
        return replace(variant, parts=tuple(read(piece) for piece in pieces))

    found = [replace(one, variants=tuple(map(with_parts, one.variants))) for one in sets]
    variants = [variant for one in found for variant in one.variants]
    if separator:
        refuse_unlike(variants, separator, draft)
    _doubt_odd_signs(variants, draft)
    return found


def _reading(variants: Sequence[Variant], *, slashes_part: bool, lettered: bool, draft: AppendixDraft) -> _Reading:
    """Decide what slashes and parentheses are, and give what finds choices accordingly."""
    slashes = "regions" if slashes_part else draft.options.slashes
    bare = slashes not in ("regions", "kept")
    found = [[p for p in written_parts(one.text, slashes=bare) if isinstance(p, Choice)] for one in variants]
    of_others = [any(not c.usual and not c.optional for c in choices) for choices in found]
    usual = all(any(c.usual for c in choices) for choices in found) and not lettered and not any(of_others)
    if bare and slashes is None and lettered and sum(of_others) * 2 < len(variants):
        marked = [place for place, has in enumerate(of_others) if has]
        if marked and all(c.bare for place in marked for c in found[place] if not c.usual and not c.optional):
            bare = False
            draft.doubt(
                f"{at_lines(variants[place].line for place in marked)}: a slash stays in the sentence, since most "
                "sentences have none.",
                "slashes",
                "kept",
            )
    if slashes is None:
        choices = [c for choices in found for c in choices if c.bare and bare and (usual or not c.usual)]
        _doubt_bare(choices, draft)
        lines = [one.line for one, choices in zip(variants, found, strict=True) if any(c.usual for c in choices)]
        if lines and not usual:
            sentence = f"{at_lines(lines)}: a slash as in 'and/or' stays in the sentence."
            draft.doubt(sentence, "slashes", draft.confirm.get("slashes", "kept"))
    return _Reading(bare, _parentheses_are_optional(variants, draft), usual)


def _doubt_bare(choices: Sequence[Choice], draft: AppendixDraft) -> None:
    """Say how slashes without braces are read."""
    if choices:
        longer = next((c.written for c in choices if c.longer), "")
        example = f"Is '{longer}' more? " if longer else ""
        draft.doubt(
            f"A slash without braces is taken to stand between two words, as in '{choices[0].written}'. "
            f"{example}Longer alternatives need braces: {{was/had been}}.",
            "slashes",
            "parallel",
        )


def _parentheses_are_optional(variants: Sequence[Variant], draft: AppendixDraft) -> bool:
    """Decide whether parentheses hold what can be left out."""
    found = [
        [p for p in written_parts(one.text, slashes=False) if isinstance(p, Choice) and p.optional] for one in variants
    ]
    lines = [one.line for one, choices in zip(variants, found, strict=True) if choices]
    if not lines or draft.options.parentheses is not None:
        return draft.options.parentheses == "optional"
    starred = any(a.judgment for choices in found for c in choices for a in c.alternatives)
    example = next(choices[0].written for choices in found if choices)
    if starred or len({len(choices) for choices in found}) == 1:
        draft.doubt(
            f"What stands in parentheses, as '{example}', is taken for what one condition has and another lacks.",
            "parentheses",
            "optional",
        )
        return True
    draft.doubt(f"{at_lines(lines)}: parentheses, as '{example}', stay in the sentence.", "parentheses", "kept")
    return False


def _doubt_odd_signs(variants: Sequence[Variant], draft: AppendixDraft) -> None:
    """Say where signs stay in a sentence that hardly are meant for a reader."""
    lines, signs = [], []
    for variant in variants:
        left = [part for parts in variant.parts for part in parts if isinstance(part, str)]
        found = [match[0] for part in left for match in _STAYS.finditer(part)]
        if found:
            lines.append(variant.line)
            signs += found
    if lines:
        shown = and_list([f"'{sign}'" for sign in dict.fromkeys(signs)])
        verb = "stay" if len(set(signs)) > 1 else "stays"
        draft.doubt(f"{at_lines(lines)}: {shown} {verb} in the text.")


# ---------------------------------------------------------------- what they stand for


def versions_of(one: VariantSet, draft: AppendixDraft) -> Iterator[Version]:
    """Give the sentences of an item."""
    slashes = draft.options.slashes
    for variant in one.variants:
        sizes = [len(choice.alternatives) for choice in variant.choices]
        if len(set(sizes)) > 1 and slashes == "parallel":
            shown = and_list(list(map(str, sizes)))
            message = f"has {shown} alternatives, which cannot go together first with first."
            draft.note_problem(variant.line, message)
            continue
        together = go_together(sizes, slashes)
        n = math.prod(sizes)
        if n > _MOST_SENTENCES and not together:
            draft.note_problem(variant.line, f"stands for {n:,} sentences; part it into items.")
            continue
        combinations: Iterable[tuple[int, ...]] = product(*(range(size) for size in sizes))
        if together:
            combinations = ((place,) * len(sizes) for place in range(sizes[0]))
        for chosen in combinations:
            version = _version(variant, chosen)
            if not any(version.regions):
                draft.note_problem(variant.line, "stands for a sentence without a word.")
            yield version


def go_together(sizes: Sequence[int], slashes: str | None) -> bool:
    """Whether so many alternatives at several places of a sentence go together, first with first."""
    return len(sizes) > 1 and slashes != "crossed" and len(set(sizes)) == 1


def _version(variant: Variant, chosen: tuple[int, ...]) -> Version:
    """Give the sentence with these alternatives."""
    places, marks = iter(chosen), [variant.mark]
    regions: list[list[str]] = []
    for parts in variant.parts:
        words = []
        for part in parts:
            if isinstance(part, Choice):
                alternative = part.alternatives[next(places)]
                marks.append(alternative.judgment)
                words.append(alternative.text)
            else:
                words.append(part)
        regions.append(words)
    contents = [" ".join(filter(None, words)) for words in regions] if len(regions) > 1 else regions[0]
    return Version((variant.key, chosen), tuple(contents), "".join(dict.fromkeys(mark for mark in marks if mark)))
