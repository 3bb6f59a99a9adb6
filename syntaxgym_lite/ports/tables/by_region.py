"""Tables with a row for each region."""

from __future__ import annotations

from ...delimited import TableRow
from ...errors import cited
from .columns import called, cited_all, column_values, refuse_odd
from .draft import BY_OPTION, Draft, TableSentence, fill_down, find_column, whole_number

__all__ = ["long_columns", "read_long"]


def long_columns(draft: Draft) -> tuple[str, str | None, str] | None:
    """Give the columns of the region's number, its name and its content, if each row is a region."""
    given = draft.given
    if given.regions or given.conditions or given.sentence or given.split or given.region_names:
        return None
    free = draft.free()
    number = next((names[0] for names in called("region number", free) if names), None)
    if number is None:
        return None
    content = next((names[0] for names in called("content", [one for one in free if one != number]) if names), None)
    if content is None:
        return None
    name = next(iter(called("region name", free)[0]), None)
    if name is None and all(whole_number(cell) is None for cell in column_values(draft.table.rows, number)):
        return number, number, content
    return number, name, content


def read_long(draft: Draft, item: str | None, columns: tuple[str, str | None, str]) -> list[TableSentence]:
    """Read a table with a row for each region."""
    number_column, name_column, content = columns
    given = draft.given
    condition = given.condition or find_column(draft, "condition", "condition_column", draft.free())
    if item is None or condition is None:
        what, option = ("item", "item_column") if item is None else ("condition", "condition_column")
        draft.fail(
            f"no column for the {what}. Name it: `{option}=NAME`. The columns are {cited_all(draft.table.columns)}."
        )
    assert item is not None
    assert condition is not None
    draft.roles[condition] = ("condition", BY_OPTION if given.condition else "its name")
    draft.roles[number_column] = ("number of the region" if name_column != number_column else "region", "its name")
    if name_column is not None:
        draft.roles.setdefault(name_column, ("name of the region", "its name"))
    draft.roles[content] = ("text of the region", "its name")
    draft.layout = "a row for each region"
    refuse_odd(
        draft.table, [condition, number_column, content, *([name_column] if name_column else [])], draft.problems
    )
    fill_down(draft, condition)
    table, problems = draft.table, draft.problems
    names: dict[int, tuple[str, TableRow]] = {}
    by_name: dict[str, int] = {}
    found: dict[tuple[str, str], dict[int, TableRow]] = {}
    for row in table.rows:
        if not row.cells[item] or not row.cells[condition]:
            continue
        if name_column == number_column:
            name = row.cells[number_column]
            number: int | None = by_name.setdefault(name, len(by_name) + 1)
            if not name:
                problems.note(table.place(row, number_column), "is empty; name the region.")
        else:
            number = whole_number(row.cells[number_column])
            if number is None:
                shown = cited(row.cells[number_column])
                problems.note(table.place(row, number_column), f"must be a whole number from 1, not {shown}.")
                continue
            name = row.cells[name_column] if name_column is not None else str(number)
        assert number is not None
        known, first_row = names.setdefault(number, (name, row))
        if known != name and name_column is not None:
            message = f"region {number} is {cited(name)} here, {cited(known)} in row {first_row.number}."
            problems.note(table.place(row, name_column), message)
        own = found.setdefault((row.cells[item], row.cells[condition]), {})
        if (first := own.setdefault(number, row)) is not row:
            message = (
                f"region {number} of item {row.cells[item]}, condition {cited(row.cells[condition])}, is also in row"
            )
            problems.note(f"row {row.number}", f"{message} {first.number}.")
    draft.regions = {number: names[number][0] for number in sorted(names)}
    cells = []
    for (label, condition_name), own in found.items():
        row = next(iter(own.values()))
        if lacking := [str(number) for number in draft.regions if number not in own]:
            message = f"item {label}, condition {cited(condition_name)}, lacks region {', '.join(lacking)}."
            problems.note(f"row {row.number}", f"{message} Each has all regions; the text of one may be empty.")
        contents = [draft.row_of_texts(own[number]).cells[content] if number in own else "" for number in draft.regions]
        cells.append(TableSentence(row, label, condition_name, contents))
    for column in draft.free():
        of_sentence = {(row.cells[item], row.cells[condition]): row.cells[column] for row in reversed(table.rows)}
        if any(of_sentence[row.cells[item], row.cells[condition]] != row.cells[column] for row in table.rows):
            draft.roles[column] = ("not read", "differs between the regions of a sentence")
    return cells
