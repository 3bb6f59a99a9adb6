"""The design that a table shows: every item in every condition, and what stands beside the sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...errors import cited, counted, has_instead
from .columns import cited_all, column_values, factor_in, is_numeric, refuse_odd
from .draft import BY_OPTION, Draft, TableSentence

__all__ = ["check_complete", "keep_factors"]


def check_complete(draft: Draft, cells: Sequence[TableSentence]) -> None:
    """Check that every item has every condition once."""
    problems = draft.problems
    items: dict[str, dict[str, TableSentence]] = {}
    for cell in cells:
        if cell.contents and not any(text.strip() for text in cell.contents):
            problems.note(f"row {cell.row.number}", "has no text in any region; there is no sentence to score.")
        own = items.setdefault(cell.item, {})
        if (first := own.setdefault(cell.condition, cell)) is not cell:
            again = f"item {cell.item}, condition {cited(cell.condition)}, is also in row {first.row.number}."
            problems.note(f"row {cell.row.number}", again)
    conditions = list(dict.fromkeys(cell.condition for cell in cells))
    if len(items) > 1 and len(conditions) > 1 and all(len(own) == 1 for own in items.values()):
        problems.note(
            "",
            f"each of {len(items)} items has one row, though there are {len(conditions)} conditions. If a label such "
            f"as {cited(next(iter(items)))} says both item and condition, give each its own column.",
        )
        return
    sets: dict[frozenset[str], list[str]] = {}
    for label, own in items.items():
        sets.setdefault(frozenset(own), []).append(label)
    by_fold = {condition.casefold() for condition in conditions}
    if len(sets) > 1 and sum(map(len, sets)) == len(conditions) == len(by_fold):
        told = "; ".join(
            f"{cited_all(one for one in conditions if one in own)} in {counted(len(labels), 'item')}, first {labels[0]}"
            for own, labels in sets.items()
        )
        problems.note(
            "",
            f"items have different conditions: {told}. All items of a suite have the same: take out fillers, and give "
            "each experiment a table of its own.",
        )
        return
    for label, own in items.items():
        if lacking := [condition for condition in conditions if condition not in own]:
            there = next(iter(own.values())).row.number
            word = "condition" if len(lacking) == 1 else "conditions"
            hint = has_instead(lacking, own) or _in_other_letters(lacking, own)
            message = f"item {label} has no row for {word} {cited_all(lacking)}.{hint}"
            problems.note(f"row {there}", message)


def _in_other_letters(lacking: Sequence[str], own: Iterable[str]) -> str:
    """Say which condition an item has in other letters, as ``Sg`` for ``sg``; an empty string if none."""
    folded = {name.casefold(): name for name in own if name not in lacking}
    there = next((folded[name.casefold()] for name in lacking if name.casefold() in folded), None)
    return "" if there is None else f" It has {cited(there)}: write names of conditions in the same letters throughout."


def keep_factors(draft: Draft, cells: Sequence[TableSentence], columns: Sequence[str]) -> None:
    """Take the columns that are left for factors: of the conditions, of items, or of single sentences."""
    if not columns:
        return
    table = draft.table
    refuse_odd(table, columns, draft.problems, as_factor=True)
    rows = list({cell.row.number: cell.row for cell in cells}.values())
    is_wide = len(rows) < len(cells)
    items = {cell.item for cell in cells}
    declared = set(draft.given.factors)
    of_conditions = (
        []
        if is_wide
        else [
            column
            for column in columns
            if (column in declared or (len(items) > 1 and not is_numeric(column_values(rows, column))))
            and all(row.cells[column] for row in rows)
            and len({(cell.condition, cell.row.cells[column]) for cell in cells})
            == len({cell.condition for cell in cells})
            > 1
            and len({cell.row.cells[column] for cell in cells}) > 1
        ]
    )
    told = {cell.condition: tuple(cell.row.cells[column] for column in of_conditions) for cell in cells}
    crossed = bool(cells and cells[0].levels)
    if not crossed and len(set(told.values())) < len(told):
        of_conditions = []  # they do not tell conditions apart; then they are no factors of the design
    for column in columns:
        if column in declared and column not in of_conditions:
            draft.notes.append(
                f"Column {cited(column)} is no factor of the conditions: it differs within one. It is kept."
            )
        values = factor_in(table, rows, column)
        kind = "text" if any(isinstance(value, str) for value in values.values()) else "numbers"
        if column in of_conditions:
            draft.roles[column] = ("factor", BY_OPTION if column in declared else "one level a condition")
        elif len({(cell.item, cell.row.cells[column]) for cell in cells}) == len(items):
            draft.roles[column] = ("of the item", f"kept: {kind}")
        else:
            draft.roles[column] = ("of the sentence", f"kept: {kind}")
        for cell in cells:
            if cell.row.number in values:
                cell.levels[column] = values[cell.row.number]
