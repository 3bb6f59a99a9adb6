"""Suites of pairs: one for each group, with what was left out, and one of the critical region beside it if asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...errors import cited
from ...papers import PAPERS
from ...suite import Excluded, Item, Suite
from ...words import is_unspaced
from ..minimal_pairs import (
    NOTHING,
    Compare,
    condition,
    doubled_places,
    doubled_warning,
    identical_warning,
    pairs_read,
)
from .columns import ColumnKind, as_kept, as_level, is_level, kind_of
from .pair import Cells, FoundPairs, Pair

__all__ = ["Naming", "PairPlan", "by_suite", "suites_from_pairs"]

Naming = Callable[[Cells, Path], str]
"""Names a suite or a group, by what a row holds and by the path of the file."""

_WHOLE = re.compile(r"0|[1-9]\d{0,8}", re.ASCII)
_HUMAN = "human"  # see `syntaxgym_lite.judgments`
_METHOD = "method"


@dataclass(frozen=True, slots=True)
class PairPlan:
    """What becomes of pairs.

    Parameters
    ----------
    suite : callable
        Names the suite of a pair.
    groups : mapping of str to callable
        Name the groups of a suite, by its first pair; ``""`` for none.
    used : collection of str
        Columns that are used already, or say nothing.
    ids : str, optional
        Column of the ids; by default one that is called so, ``None`` for none.
    factors : collection of str, optional
        Of a published set, the columns by which scores are broken down, where their values repeat; others are kept.
    is_published : bool, optional
        Whether the file is of a published set: then all its groups are named, the same text in each row makes none, and
        shares of people are those of the set.
    set_name, paper, note : str, optional
    language : callable, optional
    comparisons : tuple of (str, str), optional
        Conditions of which the first costs less; by default the first, compared with each other.
    region : str, optional
        Column of the critical region.
    """

    suite: Naming
    groups: Mapping[str, Naming]
    used: Collection[str] = ()
    ids: str | None = None
    factors: Collection[str] = ()
    is_published: bool = False
    set_name: str = ""
    paper: str = ""
    note: str = ""
    language: Naming | None = None
    comparisons: tuple[tuple[str, str], ...] = ()
    region: str = ""
    kinds: dict[str, ColumnKind] = field(default_factory=dict)


def by_suite(pairs: Sequence[Pair], plan: PairPlan, path: Path) -> dict[str, list[Pair]]:
    """Sort pairs by the suite that they are of; those with more sentences than others in it are one of their own."""
    found: dict[str, list[Pair]] = {}
    for pair in pairs:
        found.setdefault(_name(pair.cells, plan, path), []).append(pair)
    sorted_: dict[str, list[Pair]] = {}
    for name, own in found.items():
        is_mixed = len({len(pair.sides) for pair in own}) > 1
        for pair in own:
            sorted_.setdefault(f"{name}-{len(pair.sides)}" if is_mixed else name, []).append(pair)
    return sorted_


def _name(cells: Cells, plan: PairPlan, path: Path) -> str:
    """Name the suite of a pair; by the file, where what should name it cannot."""
    name = " ".join(plan.suite(cells, path).split())
    return name if name and name.isprintable() else path.stem


def suites_from_pairs(pairs: Sequence[Pair], plan: PairPlan, found: FoundPairs, compare: Compare) -> list[Suite]:
    """Make the suites of a file.

    Parameters
    ----------
    pairs : sequence of Pair
    plan : PairPlan
        Its ``kinds`` are filled in: what the columns of the first suite were taken for.
    found : FoundPairs
        What was left out.
    compare : Compare

    Returns
    -------
    list of Suite
    """
    sorted_ = by_suite(pairs, plan, found.path)
    varying = _varying(sorted_.values())
    left_out: dict[str, list[Excluded]] = {}
    for one, cells in found.left_out:
        name = _name(cells, plan, found.path)
        if name not in sorted_ and (others := [other for other in sorted_ if other.startswith(f"{name}-")]):
            name = others[0]  # pairs of several sizes, see `by_suite`
        if name not in sorted_:
            if name != found.path.stem:  # which also names rows that do not say their group
                one = replace(one, reason=f"{one.reason}, as in all rows of {cited(name)}")
            name = next(iter(sorted_), "")
        left_out.setdefault(name, []).append(one)
    suites: list[Suite] = []
    of_regions: list[Suite] = []
    for name, own in sorted_.items():
        suite = _suite(name, own, plan, found.path, compare, left_out.get(name, []), varying)
        if not plan.region:
            suites.append(suite)
            continue
        groups = suite.meta.get("groups", {})
        of_region = _of_region(suite, own, plan, compare)
        none = () if of_region is not None else (_no_region(own, plan.region),)
        meta = {**suite.meta, "groups": {**groups, _METHOD: "full"}}
        suites.append(replace(suite, meta=meta, warnings=(*suite.warnings, *none)))
        of_regions += [of_region] if of_region is not None else []
    return [*suites, *of_regions]


def _varying(suites: Iterable[Sequence[Pair]]) -> set[str]:
    """Give the columns that have several texts in one of the suites: such a one is no group of the others either."""
    found: set[str] = set()
    for pairs in suites:
        first = pairs[0].cells
        found |= {one for pair in pairs for one in pair.cells if pair.cells[one] != first.get(one)}
    return found


def _suite(
    name: str,
    pairs: Sequence[Pair],
    plan: PairPlan,
    path: Path,
    compare: Compare,
    left_out: Sequence[Excluded],
    varying: Collection[str],
) -> Suite:
    columns = [one for one in dict.fromkeys(key for pair in pairs for key in pair.cells) if one not in plan.used]
    kinds = _kinds(columns, pairs, plan, varying)
    plan.kinds.update({one: kind for one, kind in kinds.items() if one not in plan.kinds})
    of_kind = {kind: [one for one in columns if kinds[one] == kind] for kind in ("id", "group", "factor", "kept")}
    items = []
    for pair, (number, label) in zip(pairs, _numbers(pairs, of_kind["id"][:1]), strict=True):
        factors = {one: as_level(pair.cells[one]) for one in of_kind["factor"] if is_level(pair.cells.get(one))}
        if plan.is_published and _HUMAN in pair.cells:
            factors[_HUMAN] = pair.cells[_HUMAN]
        kept = {one: as_kept(pair.cells[one]) for one in of_kind["kept"] if pair.cells.get(one) is not None}
        conditions = tuple(condition(side, contents) for side, contents in pair.sides.items())
        items.append(Item(number, conditions, {"columns": kept} if kept else NOTHING, factors or NOTHING, label))
    own = {group: value for group, naming in plan.groups.items() if (value := naming(pairs[0].cells, path))}
    own |= {one: pairs[0].cells[one] for one in of_kind["group"]}
    sides = list(pairs[0].sides)
    has_context = len(pairs[0].sides[sides[0]]) > 1
    comparisons = plan.comparisons or tuple((sides[0], side) for side in sides[1:])
    about, warnings = _report(pairs, plan, left_out)
    language = plan.language(pairs[0].cells, path) if plan.language is not None else ""
    return Suite(
        name=name,
        region_names={1: "context", 2: "sentence"} if has_context else {1: "sentence"},
        items=tuple(items),
        predictions=tuple(compare("2" if has_context else "*", one, other) for one, other in comparisons),
        join="none",
        meta={
            "metric": "sum",
            **({"language": language} if language else {}),
            **({"groups": own} if own else {}),
            "pairs": about,
        },
        source=str(path),
        excluded=tuple(left_out),
        warnings=warnings,
        paper=str(PAPERS[plan.paper]) if plan.paper else "",
    )


def _report(
    pairs: Sequence[Pair], plan: PairPlan, left_out: Sequence[Excluded]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """What was read, as it stays with the suite: in numbers, and in words where it bears on scores."""
    equal = [pair.where for pair in pairs if pair.is_equal]
    doubled = doubled_places((pair.where, pair.texts) for pair in pairs)
    about = pairs_read(len(pairs), left_out, equal=len(equal), doubled=len(doubled), set_name=plan.set_name)
    return about, (*identical_warning(equal), *doubled_warning(doubled), *([plan.note] if plan.note else []))


def _kinds(
    columns: Sequence[str], pairs: Sequence[Pair], plan: PairPlan, varying: Collection[str]
) -> dict[str, ColumnKind]:
    kinds: dict[str, ColumnKind] = {}
    for one in columns:
        kind = kind_of(
            one, [pair.cells.get(one) for pair in pairs], is_id=one == plan.ids if plan.ids is not None else None
        )
        if plan.is_published and (kind == "group" or (kind == "factor" and one not in plan.factors)):
            kind = "kept"
        if kind == "group" and one in varying:
            kind = "kept"
        kinds[one] = kind
    return kinds


def _numbers(pairs: Sequence[Pair], ids: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Give each pair its number, and its label if its author calls it otherwise."""
    labels = [str(pair.cells[ids[0]]) if ids else "" for pair in pairs]
    whole = [int(label) for label in labels if _WHOLE.fullmatch(label)]
    first = min(whole, default=0)
    for place, label in enumerate(labels, 1):
        number = int(label) + (first == 0) if len(whole) == len(labels) else place
        yield number, label if str(number) != label else ""


# ---------------------------------------------------------------- the critical region


def _of_region(suite: Suite, pairs: Sequence[Pair], plan: PairPlan, compare: Compare) -> Suite | None:
    """The same pairs, of which the critical region is compared, where it stands once in both sentences."""
    items: list[Item] = []
    kept: list[Pair] = []
    left_out: list[Excluded] = []
    for item, pair in zip(suite.items, pairs, strict=True):
        words = str(pair.cells.get(plan.region) or "").strip()
        cut = _cut(pair, words)
        if isinstance(cut, str):
            left_out.append(Excluded(f"{suite.source}: {pair.where}", cut))
            continue
        conditions = tuple(condition(side, [*contents[:-1], *cut[side]]) for side, contents in pair.sides.items())
        items.append(replace(item, conditions=conditions))
        kept.append(pair)
    if not items:
        return None
    before = tuple(suite.region_names.values())[:-1]
    names = (*before, "before", "critical region", "after")
    number = str(len(before) + 2)
    sides = list(pairs[0].sides)
    of_sentences = suite.meta.get("groups", {})
    # never averaged with the sentences
    groups = {**{name: f"{value} (region)" for name, value in of_sentences.items()}, _METHOD: "region"}
    about, _ = _report(kept, plan, left_out)
    return replace(
        suite,
        name=f"{suite.name}-region",
        region_names=dict(enumerate(names, 1)),
        items=tuple(items),
        predictions=tuple(compare(number, sides[0], side) for side in sides[1:]),
        meta={**suite.meta, "groups": groups, "pairs": about},
        excluded=tuple(left_out),
        warnings=(),  # the suite of the sentences, which stands beside it, says the same
    )


def _no_region(pairs: Sequence[Pair], column: str) -> str:
    """Say that no pair has its critical region, with the first pair as an example."""
    first = pairs[0]
    words = str(first.cells.get(column) or "").strip()
    why = _cut(first, words)
    example = f" In {first.where} {cited(words, 40)}: {why}." if words and isinstance(why, str) else ""
    return (
        f"No pair has its critical region, column {cited(column)}, once in both sentences, so that no region is "
        f"compared.{example} The column holds the words that are compared, which stand in the good and in the bad "
        "sentence alike."
    )


def _cut(pair: Pair, words: str) -> dict[str, tuple[str, str, str]] | str:
    """Cut the sentences of a pair before and after words that stand once in each; or say why they cannot be cut."""
    if not words or not any(map(str.isalnum, words)):
        return "no critical region is given"
    cut, n_found = {}, {}
    for side, contents in pair.sides.items():
        found = _around(contents[-1], words)
        n_found[side] = len(found)
        if len(found) == 1:
            [cut[side]] = found
    if len(cut) == len(n_found):
        return cut
    if repeated := [side for side, n in n_found.items() if n > 1]:
        return f"the critical region stands more than once in the {repeated[0]} sentence"
    if cut:
        return f"the critical region stands in the {next(iter(cut))} sentence only"
    within = any(words.casefold() in contents[-1].casefold() for contents in pair.sides.values())
    return f"the critical region is in neither sentence{', but for a part of a word' if within else ''}"


def _around(sentence: str, words: str) -> list[tuple[str, str, str]]:
    """Cut a sentence at each place where words stand in it: as they are written, or else whatever their capitals."""
    is_parted = not is_unspaced([words])
    before, after = (r"(?<!\w)" * (is_parted and words[0].isalnum()), r"(?!\w)" * (is_parted and words[-1].isalnum()))
    places: list[tuple[int, int]] = []
    for flags in (0, re.IGNORECASE):
        places = places or [one.span() for one in re.finditer(f"{before}{re.escape(words)}{after}", sentence, flags)]
    return [(sentence[:start], sentence[start:end], sentence[end:]) for start, end in places]
