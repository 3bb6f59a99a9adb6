"""Tables with a row for each item: a column for each condition, or for each region of each condition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile

from ...delimited import TableRow
from ...errors import cited
from .columns import column_values, enumerated, in_order, is_numeric, is_region_name, refuse_odd
from .draft import BY_OPTION, Draft, TableSentence, cut_cells

__all__ = ["crossed_headers", "read_crossed", "read_items"]


def read_items(draft: Draft, item: str | None, columns: Sequence[str]) -> list[TableSentence]:
    """Read a table with a row for each item, and a column for each condition."""
    why = BY_OPTION if draft.given.conditions else "a guess: sentences"
    for column in columns:
        draft.roles[column] = (f"condition {column}", why)
    cells = [
        TableSentence(row, _item_of(row, item, place), column, [])
        for place, row in enumerate(draft.table.rows, 1)
        for column in columns
    ]
    cut_cells(draft, [(cell, cell.condition) for cell in cells])
    draft.layout = f"a row for each item, a column for each condition, {draft.layout}"
    return cells


def _item_of(row: TableRow, item: str | None, place: int) -> str:
    return str(place) if item is None else row.cells[item]


def crossed_headers(draft: Draft, empty: Sequence[str]) -> tuple[dict[tuple[str, str], str], bool] | None:
    """Find columns named by condition and region, in all combinations; give them, and whether they need asking about.

    People write ``match.verb``; R's `reshape` and `pivot_wider` write ``verb.match`` and ``verb_match``. Names such as
    ``r1`` say which part is the region, else the texts do.
    """
    columns = [column for column in draft.free() if column not in empty]
    for sign in ".:_":
        for parted in (str.rpartition, str.partition):
            found: dict[tuple[str, str], str] = {}
            for column in columns:
                condition, _, region = (part.strip() for part in parted(column, sign))
                if condition and region and not is_numeric(column_values(draft.table.rows, column)):
                    found[condition, region] = column
            conditions = dict.fromkeys(condition for condition, _ in found)
            regions = dict.fromkeys(region for _, region in found)
            if len(conditions) > 1 and len(regions) > 1 and len(found) == len(conditions) * len(regions):
                turned = {(region, condition): column for (condition, region), column in found.items()}
                are_first, are_second = all(map(is_region_name, conditions)), all(map(is_region_name, regions))
                if are_first != are_second:
                    return (turned if are_first else found), False
                rows = draft.table.rows[:_MOST_COMPARED]
                if _are_sentences(rows, list(found.values())):
                    return None  # 'Sg_gramm' names a condition of two factors
                as_found, as_turned = _likeness(rows, found), _likeness(rows, turned)
                return (turned if as_turned > as_found else found), (sign == "_" or as_turned >= as_found)
    return None


_MOST_COMPARED = 50


_LEAST_WORDS = 3
_SENTENCE_ENDS = tuple(".?!…。？！")


def _are_sentences(rows: Sequence[TableRow], columns: Sequence[str]) -> bool:
    """Say whether each cell holds a sentence of its own: several words, with a full stop or another such sign."""
    texts = [text for row in rows for column in columns if (text := row.cells[column].rstrip(" \"'”’»)"))]
    whole = [text for text in texts if text.endswith(_SENTENCE_ENDS) and (len(text.split()) >= _LEAST_WORDS)]
    return bool(texts) and len(whole) > 0.8 * len(texts)


def _likeness(rows: Sequence[TableRow], found: Mapping[tuple[str, str], str]) -> float:
    """Say how alike the texts of a region are between conditions: the mean share of letters they begin with."""
    shares = []
    for region in dict.fromkeys(region for _, region in found):
        columns = [column for (_, own), column in found.items() if own == region]
        for row in rows:
            texts = [row.cells[column].casefold() for column in columns]
            longest = max(map(len, texts))
            n_common = sum(1 for _ in takewhile(lambda letters: len(set(letters)) == 1, zip(*texts, strict=False)))
            shares.append(n_common / longest if longest else 1.0)
    return sum(shares) / len(shares) if shares else 0.0


def read_crossed(
    draft: Draft, item: str | None, found: Mapping[tuple[str, str], str], is_guess: bool
) -> list[TableSentence]:
    """Read a table with a row for each item, and a column for each region of each condition."""
    conditions = list(dict.fromkeys(condition for condition, _ in found))
    regions = in_order(dict.fromkeys(region for _, region in found))
    draft.regions = dict(enumerate(regions, 1))
    for (condition, region), column in found.items():
        draft.roles[column] = (f"condition {condition}, region {regions.index(region) + 1} ({region})", "its name")
    refuse_odd(draft.table, found.values(), draft.problems)
    if is_guess:
        draft.doubt(
            f"Columns such as {cited(next(iter(found.values())))} are taken for a region of a condition: conditions "
            f"{enumerated(conditions)}, regions {enumerated(regions)}.",
            "yes",
            [],
        )
    draft.layout = "a row for each item, a column for each region of each condition"
    return [
        TableSentence(
            row,
            _item_of(row, item, place),
            condition,
            [draft.row_of_texts(row).cells[found[condition, region]] for region in regions],
        )
        for place, row in enumerate(draft.table.rows, 1)
        for condition in conditions
    ]
