"""Minimal pairs of every kind: a published set, known by its content, or a file whose columns say which is good.

BLiMP's own files have their reader in `syntaxgym_lite.ports.published.blimp`, since they hold two more methods, and
Marvin and Linzen's theirs in `syntaxgym_lite.ports.published.marvin_linzen`. Of a file of one's own, two columns say by
their names which sentence is which: ``good`` and ``bad``, ``grammatical`` and ``ungrammatical``, and so on; or a person
names them. What else stands in the file is kept: a column with the same text throughout is a group of the suite, one
with a few texts that repeat a factor of the items, an id the label of an item, and anything else stands in the suite's
file as it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import Any

from ...errors import cited, counted
from ..minimal_pairs import PairUnit, comparison
from ..proposal import Proposal, Understood, mark_in_the_way
from .build import Naming, PairPlan, suites_from_pairs
from .columns import (
    COLUMN_KINDS,
    chosen_columns,
    doubts_about,
    folded,
    group_name,
    is_third,
    known_pairs,
    label,
    named_column,
    paradigm_column,
)
from .entry import Of, PublishedSet
from .languages import language_code
from .pair import Cells, FoundPairs, Pair, PairRow, PairShape
from .report import report_lines
from .rows import first_names, is_parquet, rows_of
from .sets import published_set
from .shapes import two_columns

__all__ = ["looks_like_pairs", "propose_pairs"]


def looks_like_pairs(path: Path) -> bool:
    """Whether a file is of a published set, its columns or keys say that it holds minimal pairs, or it is parquet."""
    return is_parquet(path) or published_set(path) is not None or bool(known_pairs(first_names(path)))


def propose_pairs(
    path: str | Path,
    *,
    good: str | None = None,
    bad: str | None = None,
    group: str | Sequence[str] = (),
    region: str | None = None,
    context_column: str | None = None,
    min_margin: float = 0.0,
    normalize: PairUnit | None = None,
    sheet: str | None = None,
) -> Proposal:
    """Read minimal pairs.

    Parameters
    ----------
    path : str or Path
        A file of a published set, see `syntaxgym_lite.ports.pairs.sets`; a table with a header; JSON, a list of
        objects; JSON lines, an object each; or parquet.
    good, bad : str, optional
        The columns or keys of the two sentences. By default those of the set, or those whose names say so.
    group : str or sequence of str, optional
        Columns by which suites are told apart, the widest first: ``["phenomenon", "paradigm"]``. Each is a group by
        which averages are made; the last names the suite.
    region : str, optional
        Column of the words that are compared beside the sentences, in a suite of their own, where they stand in both.
    context_column : str, optional
        Column of a text that stands before both sentences, and is not compared.
    min_margin : float
        How many bits more the bad one must cost, at least 0; 0 means any more: a tie is wrong.
    normalize : {"tokens", "words", "characters", "bytes", "power"}, optional
        Compare means over tokens, or over the words that blanks separate, instead of sums.
    sheet : str, optional
        Name or number of the sheet of a workbook.

    Returns
    -------
    Proposal
        One suite for each group; without groups one, or, if there is a column ``UID``, one for each of its texts, as in
        BLiMP. Ids that are whole numbers are the numbers of the items (one more if they count from 0), others their
        labels.

    Raises
    ------
    InputError
        If an option is not usable, or no two columns, or too many, are a good and a bad sentence.
    SuiteError
        If the file cannot be read or has malformed rows; lists all of them.
    """
    path = Path(path)
    compare = comparison(min_margin, normalize)
    groups = [group] if isinstance(group, str) else list(group)
    # a set that puts sentences together by itself has no two columns that one could name
    published = published_set(path) if good is None and bad is None and context_column is None else None
    found = FoundPairs(path)
    rows = rows_of(found, sheet, published.layout if published is not None else "by its content")
    if not rows and not found.problems:
        found.problems.note("", "holds no pairs.")
    found.problems.raise_all(str(path))
    names = list(dict.fromkeys(str(name) for row in rows for name in row.cells))
    groups = [named_column(path, names, one) for one in groups]
    region, context_column = (one and named_column(path, names, one) for one in (region, context_column))
    n_rows = len(rows)
    rows = _with_groups(rows, groups, found)
    if published is None:
        columns = chosen_columns(path, names, good, bad)
        shape = two_columns(*columns, contexts=None if context_column is None else (context_column, context_column))
        plan = _own_plan(columns, names, rows, groups, region, context_column)
    else:
        columns = None
        shape, plan = published.shape, _published_plan(published, groups, region)
    pairs = _read(shape, rows, found)
    found.problems.raise_all(str(path))
    if not pairs:
        reasons = Counter(one.reason for one, _ in found.left_out)
        why = ", ".join(f"{reason} ({n})" for reason, n in reasons.most_common(_MOST_REASONS))
        found.problems.note("", f"holds no pairs: of {counted(n_rows, 'row')} none is one{why and f': {why}'}.")
        found.problems.raise_all(str(path))
    suites = tuple(suites_from_pairs(pairs, plan, found, compare))
    others = [name for name in names if name not in plan.used]
    return Proposal(
        str(path),
        suites,
        "a row for each pair of sentences" if published is None else f"{published.name}, as it was published",
        (*_sides(columns, pairs), *_groups_understood(groups, plan), *_others_understood(others, plan)),
        tuple(_notes(pairs, others, suites, published)),
        tuple(doubts_about(pairs, columns, others)) if columns is not None and good is None else (),
        ""
        if columns is None
        else " ".join(f"--{side} {quote(one)}" for side, one in zip(_SIDES, columns, strict=True)),
    )


_SIDES = ("good", "bad")
_MOST_REASONS = 5


def _read(shape: PairShape, rows: Sequence[PairRow], found: FoundPairs) -> list[Pair]:
    """Read the pairs of rows, whose cells have no blanks around them."""
    pairs = [replace(pair, cells=_stripped(pair.cells)) for pair in shape(rows, found)]
    mark = mark_in_the_way((pair.where, side[-1]) for pair in pairs for side in pair.sides.values())
    if mark is not None:
        found.problems.note(*mark)
    return pairs


def _stripped(cells: Cells) -> dict[str, Any]:
    return {name: value.strip() if isinstance(value, str) else value for name, value in cells.items()}


def _with_groups(rows: Sequence[PairRow], groups: Sequence[str], found: FoundPairs) -> list[PairRow]:
    """Give the rows that say their groups; others are left out."""
    kept = []
    for row in rows:
        empty = next((name for name in groups if not label(row.cells.get(name))), None)
        if empty is None:
            kept.append(row)
        else:
            found.leave_out_empty(row, empty)
    return kept


# ---------------------------------------------------------------- plans


def _naming(of: Of) -> Naming:
    """What a column says, or a function; of nothing, the name of the file."""
    if callable(of):
        return of
    if not of:
        return lambda cells, path: path.stem
    return lambda cells, path: label(cells.get(of))


def _asked(groups: Sequence[str]) -> dict[str, Naming]:
    return {group_name(name): _naming(name) for name in groups}


def _suite_by(groups: Sequence[str], rows: Sequence[PairRow]) -> Naming:
    """Name suites by their last group, or by all of them where that is the same in several."""
    combined = {tuple(label(row.cells.get(name)) for name in groups) for row in rows}
    names = [groups[-1]] if len({one[-1] for one in combined}) == len(combined) else list(groups)
    return lambda cells, path: "-".join(label(cells.get(name)) for name in names)


def _own_plan(
    columns: tuple[str, str],
    names: Sequence[str],
    rows: Sequence[PairRow],
    groups: Sequence[str],
    region: str | None,
    context: str | None,
) -> PairPlan:
    """What becomes of the pairs of somebody's own file."""
    used = {*columns, *groups, *filter(None, (region, context))}
    paradigm = None if groups else paradigm_column([name for name in names if name not in used], rows)
    suite: Naming = _suite_by(groups, rows) if groups else _naming(paradigm or "")
    used |= {paradigm} if paradigm is not None else set()
    of_language = next((one for one in groups if group_name(one) == _LANGUAGE), None)
    language = None if of_language is None else _language_in(of_language)
    return PairPlan(suite, _asked(groups), used, region=region or "", language=language)


_LANGUAGE = "language"


def _language_in(column: str) -> Naming:
    return lambda cells, path: language_code(label(cells.get(column)))


def _published_plan(published: PublishedSet, groups: Sequence[str], region: str | None) -> PairPlan:
    """What becomes of the pairs of a published set."""
    suite: Naming = lambda cells, path: "-".join(_naming(name)(cells, path) for name in groups)  # noqa: E731
    of_columns = [one for one in (published.suite, *published.groups.values()) if isinstance(one, str) and one]
    return PairPlan(
        suite if groups else _naming(published.suite),
        {**{name: _naming(of) for name, of in published.groups.items()}, **_asked(groups)},
        {"human", *of_columns, *published.ignored, *groups, *filter(None, (region,))},
        ids=published.ids,
        factors=published.factors,
        is_published=True,
        set_name=published.name,
        paper=published.paper,
        note=published.note,
        language=published.language if callable(published.language) else _constant(published.language),
        comparisons=published.comparisons,
        region=region or "",
    )


def _constant(value: str) -> Naming:
    return lambda cells, path: value


# ---------------------------------------------------------------- what is said of it


def _sides(columns: tuple[str, str] | None, pairs: Sequence[Pair]) -> list[Understood]:
    if columns is None:
        return [
            Understood("the file", f"{side} sentences", "as the set has them", text)
            for side, text in zip(_SIDES, (pairs[0].good, pairs[0].bad), strict=True)
        ]
    texts = (pairs[0].good, pairs[0].bad)
    return [
        Understood(f"column {cited(column)}", f"the {side} sentence", "", text, column, side)
        for side, column, text in zip(_SIDES, columns, texts, strict=True)
    ]


def _groups_understood(groups: Sequence[str], plan: PairPlan) -> list[Understood]:
    found = [Understood(f"column {cited(name)}", "tells suites apart", "as you say") for name in groups]
    if plan.region:
        found.append(Understood(f"column {cited(plan.region)}", "words that are compared as well", "as you say"))
    uid = [name for name in plan.used if not plan.is_published and folded(name) == "uid" and name not in groups]
    found += [Understood(f"column {cited(name)}", "name of a suite", "BLiMP's name of a paradigm") for name in uid]
    return found


def _others_understood(others: Sequence[str], plan: PairPlan) -> list[Understood]:
    return [Understood(f"column {cited(one)}", *COLUMN_KINDS[plan.kinds[one]]) for one in others if one in plan.kinds]


def _notes(
    pairs: Sequence[Pair], others: Sequence[str], suites: Sequence[Any], published: PublishedSet | None
) -> list[str]:
    n_cut = sum(pair.was_cut for pair in pairs)
    notes = [f"Blanks around the sentences of {counted(n_cut, 'pair')} were dropped."] if n_cut else []
    if published is None:
        notes += [
            f"Column {cited(other)} holds sentences too; they are kept, and not compared."
            for other in others
            if is_third(other, pairs)
        ]
    return [*notes, *report_lines(suites)]
