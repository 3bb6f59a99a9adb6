"""A table one of whose columns is sentences to be scored, one by one, with what stands beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ...delimited import Table, parse_table
from ...errors import InputError, Problems, SuiteError
from ...sheets import is_workbook
from ..formats import first_line
from .columns import called, chosen, cited_all, column_values, is_numeric, refuse_odd
from .draft import is_text

__all__ = ["SentenceTable", "is_header", "is_sentence_table", "sentence_column"]

_SUFFIXES = (".csv", ".tsv", ".xlsx", ".xlsm", ".ods")


def is_sentence_table(path: Path) -> bool:
    """Whether a file is a table by its name, a workbook, or a text whose first line has a column named as sentences.

    A text with commas in every line stays a text: only tabs count.
    """
    if path.name.lower().endswith(_SUFFIXES):
        return True
    if not path.is_file():  # a pipe can be read only once
        return False
    with path.open("rb") as file:
        if is_workbook(file.read(8)):
            return True
    header = first_line(path)
    return "\t" in header and is_header(header)


def is_header(line: str) -> bool:
    """Whether a line of a text names columns, one of which is called as those of sentences are.

    Examples
    --------
    >>> is_header("item,condition,sentence"), is_header("Yes, a sentence, he said.")
    (True, False)
    """
    try:
        columns = parse_table(line).columns
    except SuiteError:
        return False
    return len(columns) > 1 and bool(called("sentence", columns)[0])


class SentenceTable:
    """The sentences of a table with the numbers of their rows, from 2 as a spreadsheet counts them.

    Iterating gives pairs of a number and a text, as `syntaxgym_lite.lines.TextLines` does.

    Parameters
    ----------
    table : Table
    column : str, optional
        The column of the sentences; by default the one that is named so.

    Raises
    ------
    InputError
        If the table does not say which column is meant, or a cell of it is no sentence.
    """

    def __init__(self, table: Table, column: str | None = None) -> None:
        self.name = table.source
        self.column = sentence_column(table) if column is None else chosen(table, "column", column)
        problems = Problems()
        refuse_odd(table, [self.column], problems)
        for row in table.rows:
            if "|" in row.cells[self.column]:
                message = "has '|' between regions, which would be scored. 'sglite import' makes a suite of the table."
                problems.note(table.place(row, self.column), message)
        problems.raise_all(table.source)
        self.columns: Sequence[str] = [name for name in table.columns if name != self.column]
        """Those beside the sentences."""
        self._texts = [(row.number, row.cells[self.column].strip()) for row in table.rows]
        self._beside = {row.number: [row.cells[name] for name in self.columns] for row in table.rows}

    def __iter__(self) -> Iterator[tuple[int, str]]:
        return iter(self._texts)

    def n_lines(self, n_read: int) -> int:
        """Give how many there are."""
        return max(len(self._texts), n_read)

    @property
    def beside(self) -> Mapping[int, Sequence[str]]:
        """The cells beside the sentence of each row, by its number."""
        return self._beside


def sentence_column(table: Table) -> str:
    """Find the column of the sentences by its name, and by what stands there.

    Raises
    ------
    InputError
        If there is none, or several may be meant.
    """
    strong, weak = called("sentence", table.columns)
    weak = [column for column in weak if is_text(column_values(table.rows, column))]
    strong = [column for column in strong if not is_numeric(column_values(table.rows, column))]  # numbers of sentences
    if not strong and weak:  # a source and a target sentence, say
        named = [one for one in table.columns if "sentence" in one.casefold()]
        weak = [one for one in table.columns if one in {*weak, *named} and is_text(column_values(table.rows, one))]
    candidates = strong or weak
    if len(candidates) == 1:
        return candidates[0]
    which = f"both {cited_all(candidates)} may be" if candidates else "no column is named as"
    texts = [column for column in table.columns if is_text(column_values(table.rows, column))]
    example = (candidates or texts or called("content", table.columns)[1] or table.columns)[0]
    advice = "A file of plain sentences, one a line, is called .txt, or comes from standard input."
    raise InputError(
        f"{table.source}: {which} the sentences; name the column: `column={example}`. "
        f"There are {cited_all(table.columns)}. {advice}"
    )
