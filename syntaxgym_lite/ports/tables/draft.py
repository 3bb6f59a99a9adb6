"""A table of stimuli while it is being understood: what its columns are, what was guessed, what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from ...delimited import Table, TableRow
from ...errors import Problem, Problems, SuiteError, cited, counted
from ...suite import Factor, Join
from .columns import called, cited_all, refuse_odd
from .cutting import BY_DIFFERENCES, BY_WORDS, part_sentences
from .differences import cut_at_differences

__all__ = [
    "BY_OPTION",
    "Draft",
    "Given",
    "TableSentence",
    "cut_cells",
    "fill_down",
    "find_column",
    "is_text",
    "one_row_each",
    "region_role",
    "whole_number",
]


BY_OPTION = "an option"
"""What says so, where that is nothing in the table."""


@dataclass(slots=True)
class Given:
    """What the options say, each option by its name, with columns as the table writes them."""

    item: str | None
    condition: str | None
    sentence: str | None
    factors: list[str]
    regions: list[str]
    conditions: list[str]
    ignored: list[str]
    split: str | None
    join: Join | None
    region_names: list[str]  # of the parts of sentences, where `regions` names no columns


@dataclass(slots=True)
class TableSentence:
    """A sentence of the table: of one item in one condition, in a row."""

    row: TableRow
    item: str
    condition: str
    contents: list[str]
    levels: dict[str, Factor] = field(default_factory=dict)


@dataclass(slots=True)
class Draft:
    """What has been understood so far."""

    table: Table
    given: Given
    roles: dict[str, tuple[str, str]] = field(default_factory=dict)  # column: what it is, and what says so
    notes: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    confirm: dict[str, list[str]] = field(default_factory=dict)
    problems: Problems = field(default_factory=Problems)
    layout: str = ""
    join: Join | None = None
    regions: dict[int, str] = field(default_factory=dict)  # number to name
    as_written: dict[int, TableRow] = field(default_factory=dict)  # rows whose texts keep the blanks around them

    def free(self) -> list[str]:
        """Columns that nothing has been said of."""
        return [column for column in self.table.columns if column not in self.roles]

    def row_of_texts(self, row: TableRow) -> TableRow:
        """Give a row with its texts as they are scored."""
        return self.as_written.get(row.number, row)

    def doubt(self, sentence: str, option: str, columns: Iterable[str]) -> None:
        """Note what was guessed, and the option that says it."""
        self.doubts.append(sentence)
        columns = ",".join(columns)
        self.confirm[option] = [columns] if columns else []

    def fail(self, message: str) -> None:
        """Stop here."""
        raise SuiteError(self.table.source, [*self.problems, Problem("", message)])


def find_column(draft: Draft, kind: str, option: str, among: Sequence[str]) -> str | None:
    """Find the column of a kind by its name; which of several is a doubt."""
    for candidates in called(kind, among):
        if not candidates:
            continue
        first, *others = candidates
        if others:
            sentence = f"Column {cited(first)} is taken for the {kind}; {cited_all(others)} may be meant as well."
            draft.doubt(sentence, option, [first])
        return first
    return None


def is_text(cells: Sequence[str]) -> bool:
    """Whether most cells have several words."""
    return sum(len(cell.split()) > 1 for cell in cells) * 2 > len(cells)


def fill_down(draft: Draft, column: str) -> None:
    """Give a row without an item that of the row above, as people write it; the design shows whether that is so."""
    table = draft.table
    rows = []
    last = ""
    n_filled = 0
    for row in table.rows:
        cell = row.cells[column]
        if not cell and last:
            row = replace(row, cells={**row.cells, column: last})
            n_filled += 1
        elif not cell:
            draft.problems.note(table.place(row, column), "is empty; say which item it is.")
        last = cell or last
        rows.append(row)
    draft.table = replace(table, rows=tuple(rows))
    if n_filled:
        what = draft.roles[column][0]
        draft.notes.append(f"{counted(n_filled, 'row')} without {what} got that of the row above ({cited(column)}).")


def one_row_each(draft: Draft, item: str | None) -> bool:
    """Whether no two rows are of one item."""
    return item is None or len({row.cells[item] for row in draft.table.rows}) == len(draft.table.rows)


def region_role(number: int, name: str) -> str:
    """Say of a column which region it is."""
    return f"region {number}" if name in ("", str(number)) else f"region {number} ({name})"


def whole_number(text: str) -> int | None:
    """Read the number of an item or region, from 1; None if it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 and int(text) >= 1 else None


def cut_cells(draft: Draft, places: Sequence[tuple[TableSentence, str]]) -> None:
    """CutSentences sentences into regions, each in its cell."""
    given = draft.given
    columns = list(dict.fromkeys(column for _, column in places))
    refuse_odd(draft.table, columns, draft.problems)
    for cell, column in places:
        if not cell.row.cells[column]:
            draft.problems.note(draft.table.place(cell.row, column), "is empty; write the sentence.")
    if given.split == BY_DIFFERENCES:
        _cut_at_differences(draft, places)
        return
    filled = [(draft.row_of_texts(cell.row), column) for cell, column in places if cell.row.cells[column]]
    cut = part_sentences(
        draft.table,
        filled,
        split=given.split,
        names=given.region_names,
        strip=given.join != "none",
        problems=draft.problems,
    )
    draft.regions = dict(enumerate(cut.names, 1))
    for cell, column in places:
        cell.contents = cut.parts.get((cell.row.number, column), [])
    n_regions = counted(len(cut.names), "region")
    if cut.separator == BY_WORDS:
        draft.layout = "a region for each word of the sentence"
    elif cut.separator:
        draft.layout = f"sentences cut into regions at {cited(cut.separator)}"
        if cut.doubtful:
            sentence = f"{cited(cut.separator)} stands in every sentence and is taken to part {n_regions}."
            draft.doubt(sentence, "split", [cut.separator])
        elif given.split is None:
            draft.notes.append(f"{cited(cut.separator)} parts the sentences into {n_regions}.")
    else:
        draft.layout = "a sentence in one cell"
        draft.notes.append(
            'Each sentence is one region. `split="|"` cuts it where that sign stands in it, `split=words` into words, '
            "`split=differences` where the conditions of an item differ."
        )


def _cut_at_differences(draft: Draft, places: Sequence[tuple[TableSentence, str]]) -> None:
    """Cut the sentences of each item where its conditions differ."""
    by_item: dict[str, list[tuple[TableSentence, str]]] = {}
    for cell, column in places:
        if cell.row.cells[column]:
            by_item.setdefault(cell.item, []).append((cell, column))
    texts = [[draft.row_of_texts(cell.row).cells[column] for cell, column in own] for own in by_item.values()]
    cut, names = cut_at_differences(texts)
    given = draft.given.region_names
    if given and len(given) != len(names):
        draft.fail(f"`regions` names {counted(len(given), 'region')}, and the sentences are cut into {len(names)}.")
    for own, parts in zip(by_item.values(), cut, strict=True):
        for (cell, _), contents in zip(own, parts, strict=True):
            cell.contents = contents
    draft.regions = dict(enumerate(given or names, 1))
    draft.layout = "sentences cut into regions where the conditions of an item differ"
