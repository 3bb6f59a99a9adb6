"""Tables with a row for each item and condition: regions as columns, or the sentence in one cell."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from ...delimited import TableRow, number_in
from ...errors import cited
from ...suite import JOINS, Factor, Join, crossed_name
from .by_item import crossed_headers, read_crossed, read_items
from .columns import (
    called,
    chosen,
    cited_all,
    column_values,
    enumerated,
    factor_in,
    is_numeric,
    is_region_name,
    may_be_sentences,
    named_regions,
    refuse_odd,
)
from .cutting import spelled_out
from .draft import BY_OPTION, Draft, TableSentence, cut_cells, find_column, is_text, one_row_each, region_role

__all__ = ["read_rows"]

_MOST_LEVELS = 8  # of a factor that nobody named
_MOST_FACTORS = 4
_LIKE_A_REGION = re.compile(r"(?i:r|region|roi|chunk|segment|word|w)[\s_.-]*[0-9]+[a-z]?")
_CLOSING = (".", "!", "?", "。", "！", "？")
_NUMBER_AND_LETTER = re.compile(r"([0-9]+)[ ._-]?([A-Za-z]\w*)")


def read_rows(draft: Draft, item: str | None, empty: Sequence[str]) -> list[TableSentence]:
    """Read a table with a row for each item and condition; or, where no column says which condition, for each item."""
    given = draft.given
    condition = given.condition or _condition_column(draft, item)
    if condition is not None:
        draft.roles[condition] = ("condition", BY_OPTION if given.condition else "its name")
    else:
        for column in given.factors:
            draft.roles[column] = ("factor", BY_OPTION)
    is_by_item = condition is None and not given.factors and one_row_each(draft, item)
    if is_by_item and not given.regions and (crossed := crossed_headers(draft, empty)) is not None:
        return read_crossed(draft, item, *crossed)
    regions = _region_columns(draft)
    if is_by_item and not regions:
        columns = [
            column
            for column in draft.free()
            if column not in empty and is_text(column_values(draft.table.rows, column))
        ]
        remarks = called("remark", columns)[0]
        if len(columns) - len(remarks) > 1:
            columns = [column for column in columns if column not in remarks]
        if len(columns) > 1:
            said = (
                f"Columns {enumerated(columns)} are proposed as conditions: nothing in the table says so. If one is "
                "the good sentence and one the bad one, `good=COLUMN` and `bad=COLUMN` make minimal pairs."
            )
            gaps = [column for column in columns if not all(row.cells[column] for row in draft.table.rows)]
            if gaps:
                draft.fail(
                    f"{said} Conditions have a sentence in every row, and {enumerated(gaps)} "
                    f"{'has' if len(gaps) == 1 else 'have'} empty cells; else name them: `conditions=A,B`."
                )
            draft.doubt(said, "conditions", columns)
            return read_items(draft, item, columns)
    if item is None:
        unnamed = any(number_in(column) is not None for column in draft.table.columns)
        hint = " The first row has to name the columns; write such a row above the stimuli." if unnamed else ""
        if not hint and any(called("sentence", draft.table.columns)):
            hint = " For the surprisals of sentences that are no items: 'sglite surprisal'."
        draft.fail(
            "no column for the item. Name it: `item_column=NAME`. "
            f"The columns are {cited_all(draft.table.columns)}.{hint}"
        )
    assert item is not None
    sentence = _sentence_column(draft, item, bool(regions))
    found = list(given.factors) if condition is None else []
    if condition is None and not found:
        found = _crossing(draft, item, [*regions.values(), sentence])
    if condition is None and not found:
        draft.fail(
            "no column for the condition. Name it: `condition_column=NAME`; or the columns of its factors: "
            "`factors=A,B`; or, where each row is an item, the columns of its conditions: `conditions=A,B`. "
            f"The columns are {cited_all(draft.table.columns)}.{_labels_of_both(draft, item)}"
        )
    keys = [condition] if condition is not None else found
    refuse_odd(draft.table, keys, draft.problems, as_factor=condition is None)
    if sentence is not None and not given.regions and (given.split or given.sentence or not regions):
        for column in regions.values():
            draft.roles[column] = ("not read", "the sentence is, as an option says")
        regions = {} if given.split or given.sentence else _proven(draft, sentence)
    elif not regions:
        if given.region_names:
            chosen(draft.table, "regions", given.region_names[0])  # which it is not
        regions = _proposed(draft, keys, empty)
    is_shown = False
    if sentence is not None and regions:
        is_shown = _compare(draft, sentence, list(regions.values()))
    if not given.regions and not is_shown and regions:
        _doubt_numbers(draft, list(regions.values()))
        _doubt_left_out(draft, list(regions.values()))
    levels = {column: factor_in(draft.table, draft.table.rows, column) for column in found}
    cells = [
        TableSentence(row, row.cells[item], _condition_of(draft, row, condition, found, levels), [])
        for row in draft.table.rows
    ]
    if regions:
        refuse_odd(draft.table, list(regions.values()), draft.problems)
        for cell in cells:
            cell.contents = [draft.row_of_texts(cell.row).cells[column] for column in regions.values()]
        draft.layout = "a row for each item and condition, a column for each region"
    elif sentence is not None:
        _doubt_around(draft, sentence)
        cut_cells(draft, [(cell, sentence) for cell in cells])
        draft.layout = f"a row for each item and condition, {draft.layout}"
    else:
        draft.fail(
            "no column for a region or the sentence. Name them: `regions=A,B,C`, or `sentence=NAME`. The columns are "
            f"{cited_all(draft.table.columns)}."
        )
    for cell in cells:
        cell.levels = {column: levels[column][cell.row.number] for column in found if cell.row.number in levels[column]}
    return cells


def _labels_of_both(draft: Draft, item: str) -> str:
    """Say what to do with labels such as ``1a`` and ``1b`` that say item and condition; empty if there are none."""
    labels = column_values(draft.table.rows, item)
    found = [_NUMBER_AND_LETTER.fullmatch(label) for label in labels]
    if None in found or len(set(labels)) < len(labels) or len({one[1] for one in found if one}) == len(labels):
        return ""
    return f" If a label such as {cited(labels[0])} says both item and condition, give each its own column."


def _condition_column(draft: Draft, item: str | None) -> str | None:
    among = [column for column in draft.free() if column not in (*draft.given.factors, *draft.given.regions)]
    strong, weak = called("condition", among)
    if strong or draft.given.factors or item is None:
        return find_column(draft, "condition", "condition_column", strong)
    rows = draft.table.rows
    weak = [one for one in weak if len({(row.cells[item], row.cells[one]) for row in rows}) == len(rows)]
    if len(weak) == 1:
        draft.doubt(f"Column {weak[0]} is proposed as the condition: no column is named so.", "condition_column", weak)
    return find_column(draft, "condition", "condition_column", weak)


def _condition_of(
    draft: Draft,
    row: TableRow,
    condition: str | None,
    factors: Sequence[str],
    levels: Mapping[str, Mapping[int, Factor]],
) -> str:
    if condition is not None:
        if not row.cells[condition]:
            draft.problems.note(draft.table.place(row, condition), "is empty; name the condition.")
        return row.cells[condition]
    for column in factors:
        if row.number not in levels[column]:
            what = "is empty" if not row.cells[column] else f"is {cited(row.cells[column])} among numbers"
            draft.problems.note(draft.table.place(row, column), f"{what}; write the level of this factor.")
    return crossed_name({column: levels[column].get(row.number, "") for column in factors})


def _region_columns(draft: Draft) -> dict[int, str]:
    """Give the columns that an option or their names say to be regions, by number."""
    given, table = draft.given, draft.table
    if given.regions:
        draft.regions = dict(enumerate(given.regions, 1))
        why = BY_OPTION
        found = dict(enumerate(given.regions, 1))
        own = named_regions(table, given.regions)
        if [column for _, column in own.values()] == given.regions and list(own) == list(draft.regions):
            draft.regions = {number: name for number, (name, _) in own.items()}
    else:
        named = named_regions(table, _region_candidates(draft))
        draft.regions = {number: name for number, (name, _) in named.items()}
        why = "its name"
        found = {number: column for number, (_, column) in named.items()}
    for number, column in found.items():
        draft.roles[column] = (region_role(number, draft.regions[number]), why)
    return found


def _region_candidates(draft: Draft) -> list[str]:
    """Give the columns that may be regions by their names: not ``r1_freq`` with numbers, where others are texts."""
    free = draft.free()
    number_of = {column: next(iter(named_regions(draft.table, [column]))) for column in free if is_region_name(column)}
    numeric = {column for column in number_of if is_numeric(column_values(draft.table.rows, column))}
    texts = {number for column, number in number_of.items() if column not in numeric}
    about = {column for column in numeric if not texts or number_of[column] in texts}
    in_order = sorted(number_of, key=number_of.__getitem__)
    if any(_join_of(draft, sentence, in_order) is not None for sentence in called("sentence", free)[0]):
        return free
    return [column for column in free if column not in about]


def _doubt_numbers(draft: Draft, columns: Sequence[str]) -> None:
    """Ask about regions that are named so and hold numbers alone: reading times, or years in sentences."""
    numeric = [column for column in columns if is_numeric(column_values(draft.table.rows, column))]
    if numeric:
        one = len(numeric) == 1
        draft.doubt(
            f"{'Column' if one else 'Columns'} {enumerated(numeric)} {'is' if one else 'are'} named as "
            f"{'a region and holds' if one else 'regions and hold'} numbers alone; they would be scored.",
            "regions",
            columns,
        )


def _doubt_left_out(draft: Draft, regions: Sequence[str]) -> None:
    """Ask about texts that are not named as regions and look so: among them, counted from 0, or ending the sentence."""
    rows, columns = draft.table.rows, draft.table.columns
    places = sorted(columns.index(column) for column in regions)

    def closes(column: str) -> bool:
        return all(row.cells[column].endswith(_CLOSING) for row in rows)

    beside = {*called("remark", columns)[0], *called("sentence", columns)[0]}
    left_out = [
        column
        for column in draft.free()
        if column not in beside
        and not is_numeric(column_values(rows, column))
        and any(row.cells[column] for row in rows)
        and (
            _LIKE_A_REGION.fullmatch(column)
            or places[0] < columns.index(column) < places[-1]
            or (columns.index(column) == places[-1] + 1 and closes(column) and not any(map(closes, regions)))
        )
    ]
    if left_out:
        every = sorted([*regions, *left_out], key=columns.index)
        one = len(left_out) == 1
        draft.doubt(
            f"{'Column' if one else 'Columns'} {enumerated(left_out)} {'looks' if one else 'look'} like a part of the "
            f"sentence, and {'is' if one else 'are'} not named as a region; not scored, unless you say "
            f"`regions={','.join(every)}`.",
            "regions",
            regions,
        )


def _doubt_around(draft: Draft, sentence: str) -> None:
    """Ask about texts that stand before or after the sentence by their name, and are not in it."""
    if draft.given.sentence is not None:
        return
    rows, columns = draft.table.rows, draft.table.columns
    around = [
        column
        for column in called("around", draft.free())[0]
        if not is_numeric(column_values(rows, column))
        and any(row.cells[column] and row.cells[column] not in row.cells[sentence] for row in rows)
    ]
    if around:
        every = sorted([*around, sentence], key=columns.index)
        one = len(around) == 1
        draft.doubt(
            f"{'Column' if one else 'Columns'} {enumerated(around)} {'is' if one else 'are'} named as text before or "
            f"after the sentence, and {'is' if one else 'are'} not scored, unless you say `regions={','.join(every)}`.",
            "sentence",
            [sentence],
        )


def _sentence_column(draft: Draft, item: str, has_regions: bool) -> str | None:
    given = draft.given
    if given.sentence is not None:
        draft.roles[given.sentence] = ("sentence", BY_OPTION)
        return given.sentence
    among = [column for column in draft.free() if column not in given.factors]
    if has_regions:
        among = called("sentence", among)[0]  # other texts are what they are
    else:
        among = [one for one in among if may_be_sentences(column_values(draft.table.rows, one))]
    column = find_column(draft, "sentence", "sentence", among)
    if column is not None:
        draft.roles[column] = ("sentence", "its name")
    return column


def _crossing(draft: Draft, item: str, taken: Sequence[str | None]) -> list[str]:
    """Propose the columns whose levels, crossed, tell apart the rows of each item, and are the same for all items.

    That may be so of the lists of a Latin square as well: conditions are never taken from it unasked.
    """
    table = draft.table
    by_item: dict[str, list[TableRow]] = {}
    for row in table.rows:
        by_item.setdefault(row.cells[item], []).append(row)
    candidates = []
    lists = called("list", draft.free())[0]
    for column in draft.free():
        if column in lists:
            continue
        levels, *others = {frozenset(row.cells[column] for row in rows) for rows in by_item.values()}
        if column not in taken and not others and 2 <= len(levels) <= _MOST_LEVELS and len(by_item) > 1:
            candidates.append(column)
    words = [column for column in candidates if not is_numeric(column_values(table.rows, column))]
    for among in (words, candidates):
        for size in range(1, min(len(among), _MOST_FACTORS) + 1):
            for columns in combinations(among, size):
                crossed = [[tuple(row.cells[one] for one in columns) for row in rows] for rows in by_item.values()]
                if all(len(set(one)) == len(one) for one in crossed) and len({frozenset(one) for one in crossed}) == 1:
                    for column in columns:
                        draft.roles[column] = ("factor", "a guess: crossed")
                    what = f"The crossing of {enumerated(columns)}" if size > 1 else f"Column {columns[0]}"
                    sentence = f"{what} is proposed as the condition: no column is named so."
                    draft.doubt(sentence, "factors", columns)
                    return list(columns)
    return []


def _proven(draft: Draft, sentence: str) -> dict[int, str]:
    """Find the columns that, joined, are the sentence of every row."""
    rows = draft.table.rows
    if any("|" in row.cells[sentence] for row in rows):
        return {}
    columns = [
        column
        for column in draft.free()
        if any(row.cells[column] for row in rows) and all(row.cells[column] in row.cells[sentence] for row in rows)
    ]
    texts = [column for column in columns if not is_numeric(column_values(rows, column))]
    for among in (columns, texts):
        if len(among) > 1 and (join := _join_of(draft, sentence, among)) is not None:
            draft.join = join
            draft.regions = dict(enumerate(among, 1))
            for number, column in draft.regions.items():
                draft.roles[column] = (region_role(number, column), f"together they are {cited(sentence)}")
            return dict(draft.regions)
    return {}


def _join_of(draft: Draft, sentence: str, columns: Sequence[str]) -> Join | None:
    joins: Sequence[Any] = JOINS if draft.given.join is None else (draft.given.join,)
    rows = [row for row in draft.table.rows if draft.table.odd.get((row.number, sentence)) != "a formula"]
    pairs = [([row.cells[column] for column in columns], row.cells[sentence]) for row in rows]
    return spelled_out([pair for pair in pairs if pair[1]], joins)


def _compare(draft: Draft, sentence: str, columns: Sequence[str]) -> bool:
    """Let a column of sentences say how the regions beside it are joined, and whether they are what it says."""
    join = _join_of(draft, sentence, columns)
    if join is not None:
        draft.join = join
        draft.roles[sentence] = ("the regions, joined", "says the same as they")
        return True
    join = draft.given.join or "space"
    first = next(
        row
        for row in draft.table.rows
        if row.cells[sentence]
        and spelled_out([([row.cells[one] for one in columns], row.cells[sentence])], [join]) is None
    )
    draft.roles[sentence] = ("not read", "the regions are")
    draft.doubt(
        f"The regions do not make the sentence in column {cited(sentence)}, first in row {first.number}; the regions "
        "would be scored.",
        "ignore",
        [*draft.given.ignored, sentence],
    )
    return False


def _proposed(draft: Draft, keys: Sequence[str], empty: Sequence[str]) -> dict[int, str]:
    """Propose the columns of text as regions, from the first on that is more than a name of the condition."""
    rows = draft.table.rows
    columns = [
        column
        for column in draft.free()
        if column not in empty
        and not is_numeric(column_values(rows, column))
        and not all((row.number, column) in draft.table.odd for row in rows if row.cells[column])
    ]
    while columns and _follows(rows, keys, columns[0]):
        columns.pop(0)
    # what is called a sentence and holds none, or they would be those; and comments, unless there is nothing else
    for beside in (called("sentence", columns)[0], called("remark", columns)[0]):
        if len(columns) > len(beside):
            columns = [column for column in columns if column not in beside]
    if not columns:
        return {}
    is_one = len(columns) == 1
    draft.doubt(
        f"{'Column' if is_one else 'Columns'} {enumerated(columns)} {'is' if is_one else 'are'} proposed as "
        f"{'the only region' if is_one else 'regions'}: nothing in the table says so.",
        "regions",
        columns,
    )
    draft.regions = dict(enumerate(columns, 1))
    for number, column in draft.regions.items():
        draft.roles[column] = (region_role(number, column), "a guess: text")
    return dict(draft.regions)


def _follows(rows: Sequence[TableRow], keys: Sequence[str], column: str) -> bool:
    """Whether a column says no more than the condition does, and differs between conditions."""
    values: dict[tuple[str, ...], set[str]] = {}
    for row in rows:
        values.setdefault(tuple(row.cells[key] for key in keys), set()).add(row.cells[column])
    one_each = all(len(of_condition) == 1 for of_condition in values.values())
    return one_each and len(set().union(*values.values())) > 1 and len(rows) > len(values)
