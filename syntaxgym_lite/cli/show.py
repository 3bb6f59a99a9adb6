"""``sglite show``."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from ..errors import InputError
from ._options import format_option

if TYPE_CHECKING:
    from ..suite import Item, Suite

_EMPTY = "∅"


@click.command("show")
@click.argument("suite", metavar="SUITE")
@click.option("--item", "items", type=int, multiple=True, metavar="N", help="Only this item. May be repeated.")
@format_option("table", "json")
def command(suite: str, items: tuple[int, ...], format_: str) -> int:
    """Show the items of a suite as aligned tables: a row for each condition, a column for each region.

    SUITE is a suite file or the name of a shipped suite. Critical regions, those that a prediction names, stand in
    [brackets] and are highlighted in a terminal; a region without text is ∅.

    \b
    Examples:
      sglite show npz --item 1
      sglite show my_suite.json | less
    """
    from ..runner import find_suites

    [loaded, *others] = find_suites([suite])
    if others:
        raise InputError(f"{suite}: holds {len(others) + 1} suites; name one of them.")
    numbers = [item.number for item in loaded.items]
    for number in items:
        if number not in numbers:
            span = f"{min(numbers)} to {max(numbers)}" if len(numbers) > 1 else str(numbers[0])
            raise InputError(f"{loaded.source or suite}: no item {number}; the items are {span}.")
    shown = [item for item in loaded.items if not items or item.number in items]
    if format_ == "json":
        click.echo(json.dumps(_document(loaded, shown), ensure_ascii=False, indent=2))
    else:
        _show(loaded, shown)
    return 0


def _critical(suite: Suite) -> set[tuple[int, str]]:
    """Regions that predictions name, each with its condition; a whole sentence names none in particular."""
    from ..formula import Star, references
    from ..formula.linear import Names

    names = Names(suite.metric, suite.region_names)
    return {
        value
        for prediction in suite.predictions
        for reference in references(prediction.formula)
        if not isinstance(reference.region, Star)
        for value in names.term(reference).values
    }


def _document(suite: Suite, items: list[Item]) -> dict[str, object]:
    critical = _critical(suite)
    texts = {(sentence.item_number, sentence.condition_name): sentence.text for sentence in suite.sentences()}
    return {
        "schema_version": 1,
        "suite": suite.name,
        "items": [
            {
                "item_number": item.number,
                "conditions": [
                    {
                        "condition_name": name,
                        "text": texts[item.number, name],
                        "regions": [
                            {
                                "region_number": region.number,
                                "region_name": suite.region_names[region.number],
                                "content": region.content,
                                "critical": (region.number, name) in critical,
                            }
                            for region in item.condition(name).regions
                        ],
                    }
                    for name in suite.condition_names
                ],
            }
            for item in items
        ],
    }


def _show(suite: Suite, items: list[Item]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    from ..reports.tables import console_for

    console = console_for(sys.stdout)
    critical = _critical(suite)
    console.print(Text(f"{suite.name}: {len(suite.items)} items, metric {suite.metric}", style="bold"))
    for index, prediction in enumerate(suite.predictions):
        title = f"prediction {index}{f' ({prediction.name})' if prediction.name else ''}"
        console.print(Text(f"{title}: {' '.join(prediction.formula.source.split())}"))
        if prediction.description:
            console.print(Text(f"  {prediction.description}"))
    for item in items:
        table = Table(
            box=SIMPLE_HEAD, pad_edge=False, title=f"item {item.number}", title_justify="left", title_style="bold"
        )
        table.add_column("condition", overflow="fold")
        for number, name in suite.region_names.items():
            table.add_column(Text(f"{number} {name}".strip()), overflow="fold")
        for condition in suite.condition_names:
            cells = [Text(condition)]
            for region in item.condition(condition).regions:
                content = " ".join(region.content.split()) or _EMPTY
                marked = (region.number, condition) in critical
                cells.append(Text(f"[{content}]", style="bold reverse") if marked else Text(content))
            table.add_row(*cells)
        console.print()
        console.print(table)
