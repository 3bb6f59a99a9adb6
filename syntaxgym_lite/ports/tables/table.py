"""Tables of stimuli: understood as a suite, in whichever layout they have.

A row for each sentence, with regions as columns or in one cell; a row for each item, with a column for each condition;
a row for each region. What a column is says an option, its name, or its content; what only a person can say is a doubt
of the `Proposal`. A column is a region only if it is meant to be: numbers of lists and frequencies of words once were
scored as words.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...delimited import Table, parse_table, read_table
from ...errors import InputError, SuiteError, cited, counted, one_of
from ...suite import JOINS, Factor
from ...suite.json import suite_from_document
from ...suite.predictions import as_formulas, has_phrases
from ...words import is_unspaced
from ..convert import read_predictions
from ..formats import first_line
from ..proposal import Proposal, Understood, mark_in_the_way
from .by_item import read_items
from .by_region import long_columns, read_long
from .by_sentence import read_rows
from .columns import called, chosen, column_values, refuse_odd
from .design import check_complete, keep_factors
from .draft import (
    BY_OPTION,
    Draft,
    Given,
    TableSentence,
    fill_down,
    find_column,
    is_text,
    one_row_each,
    region_role,
    whole_number,
)
from .workbooks import ITEMS, About, about_of

__all__ = ["looks_like_table", "propose_table"]

_WORKBOOKS = (".xlsx", ".xlsm", ".xls", ".xlsb", ".ods")
_TABLES = (".csv", ".tsv")
_TEXTS = (".txt", ".tab")  # which may be anything
_DEFAULT_NAME = "stimuli"
Names = str | Sequence[str] | None


def looks_like_table(path: Path) -> bool:
    """Whether a file is called as tables are, or is a text whose first line names columns as they do."""
    suffix = path.suffix.lower()
    if suffix in (*_WORKBOOKS, *_TABLES):
        return True
    if suffix not in _TEXTS:
        return False
    header = first_line(path)
    if "\t" not in header and ";" not in header and "," not in header:
        return False
    try:
        columns = parse_table(header).columns
    except SuiteError:
        return False
    return len(columns) > 1 and any(called(kind, columns)[0] for kind in ("item", "condition", "sentence"))


def propose_table(
    path: str | Path,
    *,
    sheet: str | None = None,
    header_row: int | None = None,
    item_column: str | None = None,
    condition_column: str | None = None,
    factors: Names = None,
    regions: Names = None,
    sentence: str | None = None,
    conditions: Names = None,
    split: str | None = None,
    ignore: Names = None,
    name: str | None = None,
    metric: str | None = None,
    join: str | None = None,
    predictions: str | Path | Sequence[Any] | None = None,
) -> Proposal:
    """Read a table of stimuli, and say what it was understood as.

    Parameters
    ----------
    path : str or Path
        CSV, TSV, XLSX or ODS; see `syntaxgym_lite.delimited.read_table`.
    sheet : str, optional
        Name or number of the sheet of a workbook.
    header_row : int, optional
        Which row names the columns, counted from 1; by default the first below titles.
    item_column, condition_column : str, optional
        Columns that say which item and condition a row is of.
    factors : str or sequence of str, optional
        Columns whose crossing is the condition, if there is no column for it; ``"head,attractor"`` or a list.
    regions : str or sequence of str, optional
        Columns that are regions, in their order; of sentences that are split, names for the regions.
    sentence : str, optional
        The column of the sentences.
    conditions : str or sequence of str, optional
        In a table with a row for each item, the columns of its conditions.
    split : str, optional
        What parts the regions in a sentence, or ``"words"``, or ``"differences"``: regions that are alike in all
        conditions of an item, and differ, by turns.
    ignore : str or sequence of str, optional
        Columns to leave out.
    name, metric, join : str, optional
        Of the suite. By default the file's name, ``sum``, and what the sentences of the table show, or ``space``.
    predictions : str, Path or sequence, optional
        A file of predictions, or what a suite file may hold of them.

    Returns
    -------
    Proposal

    Raises
    ------
    InputError
        If the file cannot be read, or is no table of stimuli; lists every problem, each with its row and column.
    """
    path = Path(path)
    about = about_of(path) if sheet is None else None
    table = read_table(path, sheet=ITEMS if about is not None else sheet, header_row=header_row or "below titles")
    table = _names_on_one_line(table)
    about = about or About()
    given = _options(
        table,
        item=item_column,
        condition=condition_column,
        factors=factors or list(about.factors) or None,
        regions=regions,
        sentence=sentence,
        conditions=conditions,
        split=split,
        ignore=ignore,
        join=join or about.join,
    )
    draft, cells = _read(table, given)
    if table.above and header_row is None:
        titles = ", ".join(map(cited, table.above))
        draft.doubts.append(f"Row {table.header_row} is taken to name the columns; above it stands {titles}.")
        draft.confirm["header_row"] = [str(table.header_row)]
    texts = ((f"row {cell.row.number}", content) for cell in cells for content in cell.contents)
    if (mark := mark_in_the_way(texts)) is not None:
        draft.fail(": ".join(mark))
    unspaced = len(draft.regions) > 1 and is_unspaced(content for cell in cells for content in cell.contents)
    if unspaced and draft.join is None:
        draft.join = "none"
        draft.notes.append(
            "The script has no blanks between words, so regions are joined as they are written; `join=space` puts "
            "blanks between them."
        )
    meta = {"name": name or about.name or path.stem or _DEFAULT_NAME, "metric": metric or about.metric or "sum"}
    if draft.join is not None and (unspaced or draft.join != "space"):
        meta["join"] = draft.join
    asked = read_predictions(predictions) if isinstance(predictions, (str, Path)) else predictions
    asked = about.predictions if asked is None else asked
    if has_phrases(asked or ()):
        names = suite_from_document(_document(draft, cells, meta, ()), source=str(path))
        asked = as_formulas(names, asked or ())
    suite = suite_from_document(_document(draft, cells, meta, asked or ()), source=str(path))
    suite = replace(suite, context=about.context or "")
    if draft.join is None and any(
        one.text != other.text for one, other in zip(suite.sentences(), suite.sentences(join="natural"), strict=True)
    ):
        draft.notes.append("Regions are joined by blanks, also before punctuation; `join=natural` leaves those out.")
    return Proposal(
        str(path),
        (suite,),
        draft.layout,
        _understood(draft),
        tuple(draft.notes),
        tuple(draft.doubts),
        " ".join(
            " ".join([f"--{option.replace('_', '-')}", *map(shlex.quote, value)])
            for option, value in draft.confirm.items()
        ),
    )


def _names_on_one_line(table: Table) -> Table:
    """Let names of columns that are broken into lines in their cell be on one, unless they are then alike."""
    names = {column: " ".join(column.split()) if len(column.splitlines()) > 1 else column for column in table.columns}
    if len(set(names.values())) < len(names) or all(name == column for column, name in names.items()):
        return table
    rows = [replace(row, cells={name: row.cells[column] for column, name in names.items()}) for row in table.rows]
    odd = {(number, names[column]): kind for (number, column), kind in table.odd.items()}
    return replace(table, columns=tuple(names.values()), rows=tuple(rows), odd=odd)


def _several(table: Table, value: Names) -> list[str]:
    """Names that an option lists, parted by commas, or one by one."""
    if value is None:
        return []
    names = [value] if isinstance(value, str) else list(value)
    parted = (one for name in names for one in ([name] if name in table.columns else name.split(",")))
    return [one for name in parted if (one := name.strip())]


def _options(table: Table, *, join: str | None, split: str | None, **columns: Any) -> Given:
    """Check the options against the columns of a table."""

    def one(option: str, name: str) -> str | None:
        return None if columns[name] is None else chosen(table, option, columns[name])

    def several(name: str) -> list[str]:
        return [chosen(table, name, column) for column in _several(table, columns[name])]

    if split == "":
        raise InputError("`split` is empty; give what parts the regions in a sentence, or `split=words`.")
    regions = _several(table, columns["regions"])
    by_fold = {column.casefold() for column in table.columns}
    are_names = bool(regions) and not any(region.casefold() in by_fold for region in regions)
    given = Given(
        item=one("item_column", "item"),
        condition=one("condition_column", "condition"),
        sentence=one("sentence", "sentence"),
        factors=several("factors"),
        regions=[] if are_names else [chosen(table, "regions", region) for region in regions],
        conditions=several("conditions"),
        ignored=several("ignore"),
        split=split,
        join=None if join is None else one_of("join", join, JOINS),  # type: ignore[arg-type]
        region_names=regions if are_names else [],
    )
    used: dict[str, str] = {}
    for option, named in {
        "item_column": [given.item] if given.item else [],
        "condition_column": [given.condition] if given.condition else [],
        "sentence": [given.sentence] if given.sentence else [],
        "factors": given.factors,
        "regions": given.regions,
        "conditions": given.conditions,
        "ignore": given.ignored,
    }.items():
        for column in named:
            if (other := used.setdefault(column, option)) != option:
                raise InputError(f"Column {cited(column)} cannot be both `{other}` and `{option}`.")
    return given


def _read(table: Table, given: Given) -> tuple[Draft, list[TableSentence]]:
    """Understand a table: what its columns are, and its sentences with their items, conditions and regions."""
    draft = Draft(table, given, join=given.join)
    for column in given.ignored:
        draft.roles[column] = ("not read", BY_OPTION)
    empty = [column for column in draft.free() if not any(row.cells[column].strip() for row in table.rows)]
    if not table.rows:
        draft.fail("no rows below the header.")
    _drop_blanks(draft)
    long = long_columns(draft)
    item = _item_column(draft, long is not None)
    if long is not None:
        cells = read_long(draft, item, long)
    elif given.conditions:
        cells = read_items(draft, item, given.conditions)
    else:
        cells = read_rows(draft, item, empty)
    check_complete(draft, [cell for cell in cells if cell.item and cell.condition])
    draft.problems.raise_all(table.source)
    keep_factors(draft, cells, [column for column in draft.free() if column not in empty])
    for column in draft.free():
        draft.roles[column] = ("not read", "is empty")
    draft.problems.raise_all(table.source)
    return draft, cells


def _drop_blanks(draft: Draft) -> None:
    """Blanks around a cell do not count, but in texts that are joined as they are written."""
    n_blank = 0
    rows = []
    for row in draft.table.rows:
        cells = {column: cell.strip() for column, cell in row.cells.items()}
        n_blank += sum(cells[column] != cell for column, cell in row.cells.items() if cell.strip())
        rows.append(replace(row, cells=cells))
    if draft.given.join == "none":
        draft.as_written = {row.number: row for row in draft.table.rows}
    elif n_blank:
        draft.notes.append(f"Blanks around the text of {counted(n_blank, 'cell')} were dropped.")
    draft.table = replace(draft.table, rows=tuple(rows))


def _item_column(draft: Draft, is_long: bool) -> str | None:
    given, table = draft.given, draft.table
    column = given.item
    why = BY_OPTION
    if column is None:
        spoken_for = {*given.factors, *given.regions, *given.conditions, given.condition, given.sentence}
        among = [one for one in draft.free() if one not in spoken_for]
        strong, weak = called("item", among)
        # what is called 'stimulus' is the sentence if it has several words, and an 'id' may be that of the row
        of_rows = bool(given.condition or called("condition", among)[0]) and not is_long
        weak = [
            one
            for one in weak
            if not is_text(column_values(table.rows, one)) and not (of_rows and one_row_each(draft, one))
        ]
        column, why = find_column(draft, "item", "item_column", [*strong, *weak]), "its name"
    if column is None:
        return None
    draft.roles[column] = ("item", why)
    refuse_odd(table, [column], draft.problems)
    fill_down(draft, column)
    return column


def _document(
    draft: Draft, cells: Sequence[TableSentence], meta: Mapping[str, str], predictions: Sequence[Any]
) -> dict[str, Any]:
    """Write the document of the suite."""
    of = {kind: [column for column, (role, _) in draft.roles.items() if role == kind] for kind in _FACTORS}
    labels = list(dict.fromkeys(cell.item for cell in cells))
    whole = [whole_number(label) for label in labels]
    are_numbers = None not in whole and len(set(whole)) == len(whole)
    conditions: dict[str, list[dict[str, Any]]] = {label: [] for label in labels}
    of_items: dict[str, dict[str, Factor]] = {label: {} for label in labels}
    of_conditions: dict[str, dict[str, Factor]] = {}
    for cell in cells:
        own = {column: cell.levels[column] for column in of["of the sentence"] if column in cell.levels}
        conditions[cell.item].append(
            {
                "condition_name": cell.condition,
                "regions": [
                    {"region_number": number, "content": content}
                    for number, content in zip(draft.regions, cell.contents, strict=True)
                ],
                **({"factors": own} if own else {}),
            }
        )
        of_items[cell.item].update({one: cell.levels[one] for one in of["of the item"] if one in cell.levels})
        levels = {column: cell.levels[column] for column in draft.table.columns if column in of["factor"]}
        if levels:
            of_conditions[cell.condition] = levels
    return {
        "meta": dict(meta),
        "region_meta": {str(number): region for number, region in draft.regions.items()},
        "predictions": [{"type": "formula", "formula": one} if isinstance(one, str) else one for one in predictions],
        **({"condition_factors": of_conditions} if of_conditions else {}),
        "items": [
            {
                "item_number": whole[place] if are_numbers else place + 1,
                **({} if are_numbers else {"label": label}),
                "conditions": conditions[label],
                **({"factors": of_items[label]} if of_items[label] else {}),
            }
            for place, label in enumerate(labels)
        ],
    }


def _understood(draft: Draft) -> tuple[Understood, ...]:
    table = draft.table
    return tuple(
        Understood(
            table.column(column).replace(" (", " ", 1).removesuffix(")"),
            _FACTORS.get(role, role),
            why,
            next(iter(column_values(table.rows, column)), ""),
            column,
            _option_of(column, role, why),
            next((number for number, name in draft.regions.items() if role == region_role(number, name)), 0),
        )
        for column, (role, why) in ((column, draft.roles[column]) for column in table.columns)
    )


def _option_of(column: str, role: str, why: str) -> str:
    """Give the option by which one says that a column is this; "" where there is none."""
    if role.startswith("region ") and role != "region name":
        return "regions"
    if role == f"condition {column}":
        return "conditions"
    if role == "not read" and why == BY_OPTION:
        return "ignore"
    return _OPTIONS.get(role, "")


_OPTIONS = {"item": "item_column", "condition": "condition_column", "factor": "factors", "sentence": "sentence"}

_FACTORS = {
    "factor": "factor of condition",
    "of the item": "factor of item",
    "of the sentence": "factor of sentence",
}
