"""``sglite show``."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError, counted
from ._messages import give_json
from ._options import Command, format_option, option, warn
from ._stimuli import reading_options, split_reading_options, suite_option
from .suites import show_rows

if TYPE_CHECKING:
    from rich.text import Text

    from ..suite import Item, Region, Suite

_EMPTY = "∅"
_LINE = 24  # a longer text may take several lines
_GAP = 3  # between columns
_EDGES = 2  # of a table
_MOST_ITEMS = 50  # that are shown unasked; suites made by hand have fewer


@click.command("show", cls=Command)
@click.argument("source", metavar="SUITE")
@option("--item", "items", type=int, multiple=True, metavar="N", help="Only this item. May be repeated.")
@suite_option
@option("--all", "show_all", is_flag=True, help=f"Show every item, not the first {_MOST_ITEMS} of a longer suite.")
@reading_options
@format_option
def command(
    source: str, items: tuple[int, ...], suite: str | None, show_all: bool, format_: str, **options: Any
) -> int:
    """Show the items of a suite as aligned tables: a row for each condition, a column for each region.

    SUITE is a file in any format that 'sglite eval' reads, or the name of a shipped suite. Critical regions, those that
    a prediction names, stand in [brackets] and are highlighted in a terminal; a region without text is ∅.

    \b
    Examples:
      sglite show npz --item 1
      sglite show my_suite.json | less
      sglite show sample_sents.txt --suite simple_agrmt
    """
    from ..ports.collect import find_suites, one_suite

    form, port_options = split_reading_options(options)
    loaded = one_suite(find_suites([source], form=form, options=port_options, warn=warn), suite, source=source)
    numbers = [item.number for item in loaded.items]
    for number in items:
        if number not in numbers:
            span = f"{min(numbers)} to {max(numbers)}" if len(numbers) > 1 else str(numbers[0])
            raise InputError(f"{loaded.source or source}: no item {number}; the items are {span}.")
    shown = [item for item in loaded.items if not items or item.number in items]
    left = 0 if items or show_all or format_ != "table" else len(shown) - _MOST_ITEMS
    if format_ == "json":
        give_json(_document(loaded, shown))
    elif format_ == "csv":
        show_rows(_rows(_document(loaded, shown)), "csv", "regions")
    else:
        _show(loaded, shown[:_MOST_ITEMS] if left > 0 else shown)
        if left > 0:
            click.echo(f"{counted(left, 'more item')}: --all shows them, --item N one of them.")
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


def _document(suite: Suite, items: list[Item]) -> dict[str, Any]:
    critical = _critical(suite)
    texts = {(sentence.item_number, sentence.condition_name): sentence.text for sentence in suite.sentences()}
    return {
        "schema_version": 1,
        "suite": suite.name,
        "reference": suite.reference,
        "items": [
            {
                "item_number": item.number,
                **({"item_label": item.label} if item.label else {}),
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


def _rows(document: dict[str, Any]) -> list[dict[str, object]]:
    """A row for each region."""
    return [
        {"item_number": item["item_number"], "condition_name": condition["condition_name"], **region}
        for item in document["items"]
        for condition in item["conditions"]
        for region in condition["regions"]
    ]


def _show(suite: Suite, items: list[Item]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from ..reports.tables import console_for

    console = console_for(sys.stdout)
    critical = _critical(suite)
    console.print(Text(f"{suite.name}: {counted(len(suite.items), 'item')}, metric {suite.metric}", style="bold"))
    for index, prediction in enumerate(suite.predictions):
        title = f"prediction {index}{f' ({prediction.name})' if prediction.name else ''}"
        console.print(Text(f"{title}: {' '.join(prediction.formula.source.split())}"))
        if prediction.description:
            console.print(Padding(Text(prediction.description), (0, 0, 0, 2)))
    if suite.reference:
        console.print(Text(suite.reference, style="dim"))
    headings = [f"{number} {name}".strip() for number, name in suite.region_names.items()]
    for item in items:
        rows = [
            [
                _cell(region, critical=(region.number, condition) in critical)
                for region in item.condition(condition).regions
            ]
            for condition in suite.condition_names
        ]
        widths = [_width([heading, *(row[place].plain for row in rows)]) for place, heading in enumerate(headings)]
        first = max(len(name) for name in ("condition", *suite.condition_names))
        first = min(first, console.width // 2)
        room = console.width - first - _EDGES
        title = called = f"item {item.number}{f' ({item.label})' if item.label else ''}"
        for block in _blocks(widths, room):
            table = Table(box=SIMPLE_HEAD, pad_edge=False, title=title, title_justify="left", title_style="bold")
            table.add_column("condition", min_width=first, overflow="fold")
            for place in block:
                table.add_column(Text(headings[place]), width=min(widths[place], room - _GAP), overflow="fold")
            for condition, row in zip(suite.condition_names, rows, strict=True):
                table.add_row(Text(condition), *row[block.start : block.stop])
            console.print()
            console.print(table)
            title = f"{called}, continued"


def _cell(region: Region, *, critical: bool) -> Text:
    from rich.text import Text

    content = " ".join(region.content.split()) or _EMPTY
    return Text(f"[{content}]", style="bold reverse") if critical else Text(content)


def _width(texts: Iterable[str]) -> int:
    """Width of a column that breaks no word, and no text that is short enough for one line."""
    from rich.cells import cell_len

    listed = list(texts)
    longest = max(map(cell_len, listed))
    return min(longest, max(_LINE, *(cell_len(word) for text in listed for word in text.split())))


def _blocks(widths: Sequence[int], room: int) -> Iterator[range]:
    """Cut columns into stretches that fit beside each other; at least one column each."""
    start = used = 0
    for place, width in enumerate(widths):
        if place > start and used + width + _GAP > room:
            yield range(start, place)
            start, used = place, 0
        used += width + _GAP
    yield range(start, len(widths))
