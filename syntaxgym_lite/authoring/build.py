"""Build a suite: a template says what items look like, a table has one row of words for each."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..delimited import Table, TableRow, read_table
from ..errors import InputError, Problem, Problems, SuiteError, cited, did_you_mean
from ..ports.other_files import refuse_json
from ..ports.tables.columns import factor_in, refuse_odd
from ..suite import Suite
from ..suite.json import suite_from_document
from .articles import indefinite_article
from .template import ARTICLES, Pattern, Slot, Template, load_template

__all__ = ["Build", "build_files", "build_suite"]

_NUMBER_COLUMN = "item_number"
_FACTOR = "factor_"
_CLOSING = tuple(",.;:?!)]}%…”’»'")
_MARKS = {"a": "\ue000", "A": "\ue001"}  # stand for articles until the next word is known; no text has them


@dataclass(frozen=True, slots=True)
class Build:
    """A suite that was built, and what to tell its author.

    Parameters
    ----------
    suite : Suite
    warnings : tuple of str
        E.g. columns of the table that the template does not use.
    """

    suite: Suite
    warnings: tuple[str, ...]


def build_files(template: str | Path, items: str | Path, *, sheet: str | None = None) -> Build:
    """Build a suite from a template file and a table of items.

    Parameters
    ----------
    template : str or Path
        TOML; see `syntaxgym_lite.authoring.template`.
    items : str or Path
        CSV, TSV, XLSX or ODS; see `syntaxgym_lite.delimited`.
    sheet : str, optional
        Name or number of the sheet of a workbook; by default the only one that holds anything.

    Raises
    ------
    InputError
        If a file cannot be read or used; its message lists every problem of both.
    """
    _refuse_others(Path(template), Path(items))
    problems: list[str] = []
    loaded: Template | None = None
    table: Table | None = None
    try:
        loaded = load_template(template)
        _check_template(loaded)
    except InputError as error:
        problems.append(str(error))
    try:
        table = read_table(items, sheet=sheet)
    except InputError as error:
        problems.append(str(error))
    if loaded is not None and table is not None:
        table_problems = _table_problems(loaded, table)
        if table_problems:
            problems.append(str(SuiteError(table.source, table_problems)))
    if problems or loaded is None or table is None:
        raise InputError("\n".join(problems))
    return build_suite(loaded, table)


def _refuse_others(template: Path, items: Path) -> None:
    """Refuse what stands in the place of another, or needs no template."""
    if not (template.is_file() and items.is_file()):
        return  # which is said when they are read
    tables = (".csv", ".tsv", ".xlsx", ".ods")
    if template.suffix.lower() in tables and items.suffix.lower() == ".toml":
        raise InputError(f"{template}: is the table of items, which stands behind the template: {items} {template}.")
    if template.suffix.lower() in tables:
        raise InputError(
            f"{template}: is a table, not a template (TOML); 'sglite import {template}' makes a suite of a table alone"
            ", and 'sglite new' writes a template."
        )
    refuse_json(template, instead="a template (TOML)")
    refuse_json(items, instead="a table of items")


def build_suite(template: Template, table: Table) -> Build:
    r"""Put the words of a table into a template.

    Parameters
    ----------
    template : Template
    table : Table
        A row for each item; a column for each slot. A column ``item_number`` numbers the items (1, 2, ... without it,
        or if it holds labels such as ``1a``, which are kept); a column ``factor_NAME`` holds a factor of the items;
        columns whose name begins with ``_`` or ``note`` are for the author. Blanks round a cell's text do not count.

    Returns
    -------
    Build

    Raises
    ------
    SuiteError
        If a column is missing, a cell empty, or the outcome no suite; lists every problem.

    Examples
    --------
    >>> from syntaxgym_lite.authoring.template import loads_template
    >>> from syntaxgym_lite.delimited import parse_table
    >>> template = loads_template('''
    ... regions = ["subject", "verb"]
    ... [meta]
    ... name = "number"
    ... [[conditions]]
    ... name = "match"
    ... regions = ["{A} {noun}", "{verb.sg}"]
    ... [[conditions]]
    ... name = "mismatch"
    ... regions = ["{A} {noun}", "{verb.pl}"]
    ... [[predictions]]
    ... formula = "(2;%match%) < (2;%mismatch%)"
    ... ''')
    >>> suite = build_suite(template, parse_table("noun,verb.sg,verb.pl\nowl,sleeps,sleep\n")).suite
    >>> [sentence.text for sentence in suite.sentences()]
    ['An owl sleeps', 'An owl sleep']
    """
    _check_template(template)
    problems = _table_problems(template, table)
    problems.raise_all(table.source)
    items = []
    stripped = [replace(row, cells={name: cell.strip() for name, cell in row.cells.items()}) for row in table.rows]
    factors = {
        column.removeprefix(_FACTOR): factor_in(table, stripped, column) for column in _factor_columns(template, table)
    }
    labels = _labels(table)
    for index, row in enumerate(table.rows, 1):
        number = int(row.cells[_NUMBER_COLUMN]) if _NUMBER_COLUMN in table.columns and not labels else index
        own = {name: values[row.number] for name, values in factors.items() if row.number in values}
        label = {"label": labels[index - 1]} if labels else {}
        item = _item(template, number, row.cells)
        items.append({"item_number": number, **label, **item, **({"factors": own} if own else {})})
    suite = suite_from_document(_document(template, items), source=template.source)
    used = {slot.name for _, _, slot in template.slots()} | {_NUMBER_COLUMN, *_factor_columns(template, table)}
    for_the_author = [name for name in table.columns if name.startswith("_") or name.lower().startswith("note")]
    unused = [name for name in table.columns if name not in used and name not in for_the_author]
    said = [_unused(name, used) for name in unused]
    if labels:
        example = next(label for label in labels if not label.isdigit())
        numbered = "the items are numbered 1, 2, ... as they come, and keep their labels"
        said.append(f"column {_NUMBER_COLUMN!r} holds labels, such as {example!r}: {numbered}.")
    return Build(suite, tuple(f"{table.source}: {one}" for one in said))


def _labels(table: Table) -> list[str]:
    """What the items are called, if a cell of their numbers holds more than digits; else nothing."""
    cells = [row.cells.get(_NUMBER_COLUMN, "").strip() for row in table.rows]
    return cells if any(cell and not _is_digits(cell) for cell in cells) else []


def _factor_columns(template: Template, table: Table) -> list[str]:
    """Columns of factors of the items; one that a slot is filled from holds words."""
    slots = {slot.name for _, _, slot in template.slots()}
    return [column for column in table.columns if column.startswith(_FACTOR) and column not in slots]


def _is_digits(cell: str) -> bool:
    return cell.isascii() and cell.isdigit()


def _check_template(template: Template) -> None:
    """Raise what is wrong with the suite whatever the items: its meta, its formulas."""
    words = {slot.name: "word" for _, _, slot in template.slots()}
    suite_from_document(_document(template, [_item(template, 1, words)]), source=template.source)
    articles = [
        f"conditions[{index}].regions[{region}]"
        for index, condition in enumerate(template.conditions)
        for region, pattern in enumerate(condition.regions)
        if any(isinstance(part, Slot) and part.name in ARTICLES for part in pattern.parts)
    ]
    language = str(template.meta.get("language", "en"))
    if articles and not language.lower().startswith("en"):
        message = f"{{a}} is the English article, but the suite's language is {language!r}; use a column instead."
        raise SuiteError(template.source, [Problem(path, message) for path in articles])


def _document(template: Template, items: list[Any]) -> dict[str, Any]:
    factors = {condition.name: dict(condition.factors) for condition in template.conditions if condition.factors}
    return {
        "meta": dict(template.meta),
        "region_meta": {str(number): name for number, name in enumerate(template.region_names, 1)},
        **({"condition_factors": factors} if factors else {}),
        "predictions": [dict(prediction) for prediction in template.predictions],
        "items": items,
    }


def _item(template: Template, number: int, cells: Mapping[str, str]) -> dict[str, Any]:
    conditions = []
    for condition in template.conditions:
        contents = _with_articles([_fill(pattern, cells) for pattern in condition.regions])
        regions = [{"region_number": place, "content": content} for place, content in enumerate(contents, 1)]
        conditions.append({"condition_name": condition.name, "regions": regions})
    return {"item_number": number, "conditions": conditions}


def _fill(pattern: Pattern, cells: Mapping[str, str]) -> str:
    """Fill the slots of a region; an empty one leaves no double blank and no blank before punctuation behind."""
    text = ""
    gap = False  # the last slot was empty
    for part in pattern.parts:
        piece = part if isinstance(part, str) else _MARKS.get(part.name) or cells.get(part.name, "").strip()
        if gap and (not text or text.endswith(" ")):
            piece = piece.lstrip(" ")
            text = text.rstrip(" ") if piece.startswith(_CLOSING) else text
        text += piece
        gap = not piece if isinstance(part, Slot) else gap and not piece
    return text.rstrip(" ") if gap else text


def _with_articles(contents: list[str]) -> list[str]:
    """Put *a* or *an* for its marks, by the word that follows, in this region or a later one."""
    done: list[str] = []
    for index, content in enumerate(contents):
        after = " ".join(contents[index + 1 :])

        def article(match: re.Match[str], after: str = after) -> str:
            word = indefinite_article(f"{match.string[match.end() :]} {after}") or "a"
            return word.capitalize() if match[0] == _MARKS["A"] else word

        done.append(re.sub("|".join(_MARKS.values()), article, content))
    return done


def _table_problems(template: Template, table: Table) -> Problems:
    used: dict[str, str] = {}
    required: dict[str, None] = {}
    for condition, number, slot in template.slots():
        used.setdefault(slot.name, f"condition {condition.name!r}, region {number}")
        if not slot.optional:
            required[slot.name] = None
    problems = Problems()
    for name, place in used.items():
        if name not in table.columns:
            hint = did_you_mean(name, [column for column in table.columns if column not in used])
            problems.note("", f"no column {name!r}, which the template uses in {place}.{hint}")
    refuse_odd(table, [name for name in used if name in table.columns], problems)
    refuse_odd(table, _factor_columns(template, table), problems, as_factor=True)
    if not table.rows:
        problems.note("", "no rows below the header; write one for each item.")
    labels = _labels(table)
    numbers: dict[int | str, TableRow] = {}
    for index, row in enumerate(table.rows, 1):
        item = row.cells.get(_NUMBER_COLUMN, "").strip() or str(index)
        for name in required:
            if name in table.columns and not row.cells[name].strip():
                message = f"is empty. Fill it, or write {{{name}?}} in the template where nothing may stand."
                problems.note(f"{table.place(row, name)}, item {item}", message)
        for name in used:
            cell = row.cells.get(name, "").strip()
            if any(unicodedata.category(char) in ("Cc", "Zl", "Zp") or char in _MARKS.values() for char in cell):
                message = f"{cell!r} holds a line end, a tab or another control character; take it out."
                problems.note(f"{table.place(row, name)}, item {item}", message)
        if _NUMBER_COLUMN in table.columns:
            place, given = table.place(row, _NUMBER_COLUMN), row.cells[_NUMBER_COLUMN].strip()
            if labels and not given:
                problems.note(place, "is empty; write the item's label, or leave the column out.")
            elif labels and (first := numbers.setdefault(given, row)) is not row:
                problems.note(place, f"{cited(given)} is also the label of the item in row {first.number}.")
            elif not labels and not (_is_digits(given) and len(given) < 20 and int(given) >= 1):
                problems.note(place, f"must be a whole number from 1, not {cited(given)}; or leave the column out.")
            elif not labels and (first := numbers.setdefault(int(given), row)) is not row:
                problems.note(place, f"{given} is also the number of the item in row {first.number}.")
    return problems


def _unused(column: str, used: set[str]) -> str:
    if column in ARTICLES:
        return f"column {column!r} is not used: {{{column}}} in a template is the article."
    return f"column {column!r} is not used.{did_you_mean(column, used)} Begin its name with '_' to keep it as a note."
