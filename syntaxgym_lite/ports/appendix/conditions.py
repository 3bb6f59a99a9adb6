"""Conditions of numbered examples: the versions that every item has, and what they are called."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...errors import InputError, counted
from ...suite import Factor
from .draft import AppendixDraft, and_list, at_lines
from .examples import Key
from .sentences import Version, VersionKey, go_together
from .sets import VariantSet

__all__ = ["NamedVersions", "name_versions", "shared_versions"]

_NO_LEVEL = re.compile(r"[%=,;]")  # in names of conditions, which are levels as well


@dataclass(frozen=True, slots=True)
class NamedVersions:
    """The condition that each version is, and its factors, if it has some."""

    conditions: Mapping[VersionKey, str]
    factors: Mapping[VersionKey, Mapping[str, Factor]]


def shared_versions(
    sets: Sequence[VariantSet], versions: Mapping[int, Sequence[Version]], draft: AppendixDraft
) -> list[VersionKey]:
    """Give the versions that most items have; note the items that have others."""
    structures = {one.number: tuple(version.which for version in versions[one.number]) for one in sets}
    counts = Counter(tuple(sorted(structure)) for structure in structures.values())
    usual, n_usual = counts.most_common(1)[0]
    expected = next(structure for structure in structures.values() if tuple(sorted(structure)) == usual)
    like = next(number for number, structure in structures.items() if structure == expected)
    others = f"{n_usual} others have" if n_usual > 1 else f"item {like} has"
    for one in sets:
        structure = structures[one.number]
        if tuple(sorted(structure)) == usual:
            continue
        message = (
            f"item {one.number} has {counted(len(structure), 'version')}{_in_letters(structure)}, {others} "
            f"{len(expected)}{_in_letters(expected)}. Write what is missing, or take the item out."
        )
        if len(structure) == len(expected):
            message = (
                f"item {one.number} has its alternatives at other places than item {like}, or in other "
                "variants. Write a slash that parts no alternatives in another way."
            )
        draft.note_problem(one.line, message)
    if not draft.problems and len(expected) < 2:
        message = (
            "each item has one version only, and a suite compares versions. Mark them by letters ('a.', 'b.'), or "
            "alternatives by slashes ('was/were')."
        )
        draft.note_problem(sets[0].line, message)
    draft.raise_problems()
    return list(expected)


def _in_letters(structure: Sequence[VersionKey]) -> str:
    letters = list(dict.fromkeys(".".join(key) for key, _ in structure if key))
    return f" ({and_list(letters)})" if letters else ""


def name_versions(
    expected: Sequence[VersionKey], sets: Sequence[VariantSet], legend: Mapping[str, str], draft: AppendixDraft
) -> NamedVersions:
    """Name each version, as a condition.

    Parameters
    ----------
    expected : sequence of tuple
        The versions of every item.
    sets : sequence of VariantSet
    legend : mapping of str to str
        What the text says that letters stand for.
    draft : AppendixDraft

    Raises
    ------
    InputError
        If the option gives more or fewer names.
    """
    keys = list(dict.fromkeys(key for key, _ in expected))
    by_key = _key_names(sets, keys, legend, draft)
    levels = {key: _levels(sets, key) for key in keys}
    names, factors = [], []
    for key, chosen in expected:
        words = [levels[key][place][choice] for place, choice in enumerate(chosen)]
        together = go_together([len(level) for level in levels[key]], draft.options.slashes)
        parts = ([by_key[key]] if key else []) + (words[:1] if together else words)
        names.append("_".join(parts))
        crossed = [("variant", by_key[key])] if len(keys) > 1 else []
        crossed += [(f"choice{place}" if len(words) > 1 else "choice", word) for place, word in enumerate(words, 1)]
        factors.append(dict(crossed) if len(crossed) > 1 and not together else {})
    given = draft.options.conditions
    if given:
        if len(given) != len(names):
            raise InputError(
                f"`conditions={','.join(given)}`: {counted(len(given), 'name')}, but each item has "
                f"{counted(len(names), 'version')}: {', '.join(names)}."
            )
        names = list(given)
    if len(set(names)) != len(names):
        names = [str(place) for place in range(1, len(names) + 1)]
    _doubt_several(expected, sets, draft)
    return NamedVersions(dict(zip(expected, names, strict=True)), dict(zip(expected, factors, strict=True)))


def _doubt_several(expected: Sequence[VersionKey], sets: Sequence[VariantSet], draft: AppendixDraft) -> None:
    """Say how alternatives at several places go together."""
    several = [variant.line for one in sets for variant in one.variants if len(variant.choices) > 1]
    if several and draft.options.slashes not in ("parallel", "crossed"):
        n_keys = len({key for key, _ in expected})
        together = len(expected) == n_keys * max(chosen[0] + 1 for _, chosen in expected if chosen)
        how, value = ("first with first", "parallel") if together else ("each with each", "crossed")
        draft.doubt(
            f"{at_lines(several)}: alternatives at several places of a sentence go together {how}.", "slashes", value
        )


# ---------------------------------------------------------------- names of letters


def _key_names(
    sets: Sequence[VariantSet], keys: Sequence[Key], legend: Mapping[str, str], draft: AppendixDraft
) -> dict[Key, str]:
    """Name the letters: by what the text says they stand for, or stands beside each sentence."""
    of_legend = {letter: _NO_LEVEL.sub("", name) for letter, name in legend.items()}
    if of_legend and not draft.options.conditions:
        if {key[0] for key in keys if key} == set(of_legend) and len(set(of_legend.values())) == len(of_legend):
            return {key: ".".join(of_legend.get(letter, letter) for letter in key) for key in keys}
        given, used = and_list(list(of_legend)), and_list([".".join(key) for key in keys])
        _doubt_unused(
            f"names of conditions are given for {given}, but the variants are {used}: the names are not used.",
            keys,
            draft,
        )
    beside: dict[Key, set[str]] = {key: set() for key in keys}
    for one in sets:
        for variant in one.variants:
            beside[variant.key].add(variant.name.casefold())
    firsts = {variant.key: _NO_LEVEL.sub("", variant.name) for variant in reversed(sets[0].variants)}
    if all(len(found) == 1 and "" not in found for found in beside.values()) and len(keys) > 1:
        if len({*map(str.casefold, firsts.values())}) == len(keys):
            return {key: firsts[key] for key in keys}
    elif any(found - {""} for found in beside.values()) and not draft.options.conditions:
        given = and_list(
            [f"'{name}'" for name in sorted({name for found in beside.values() for name in found if name})]
        )
        _doubt_unused(
            f"what stands beside the sentences, as names of conditions would ({given}), is not the same for a "
            "letter in all items, and is not used.",
            keys,
            draft,
        )
    return {key: ".".join(key) for key in keys}


def _doubt_unused(sentence: str, keys: Sequence[Key], draft: AppendixDraft) -> None:
    draft.doubt(sentence, "conditions", ",".join(".".join(key) or "1" for key in keys))


def _levels(sets: Sequence[VariantSet], key: Key) -> list[list[str]]:
    """Name the alternatives of each place: by their words, if all items have the same, else by number."""
    variants = [variant for one in sets for variant in one.variants if variant.key == key]
    levels = []
    for place, first in enumerate(variants[0].choices):
        if first.optional:
            levels.append(["with", "without"])
            continue
        found = {
            tuple(one.text.casefold() for one in variant.choices[place].alternatives)
            for variant in variants
            if place < len(variant.choices)
        }
        words = [re.sub(r"\W+", "_", one.text).strip("_") or "none" for one in first.alternatives]
        same = len(found) == 1 and len(set(words)) == len(words)
        levels.append(words if same else [str(number) for number in range(1, len(words) + 1)])
    return levels
