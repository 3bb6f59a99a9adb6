"""What a file of stimuli was understood as, for whoever wrote it to look at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO

from rich.padding import Padding
from rich.text import Text

from ..errors import counted, short
from ..ports.proposal import Proposal
from ..suite import Sentence, Suite
from .tables import Name, console_for, fitted, table_of

__all__ = ["print_proposal"]

_MOST_NAMES = 8
_SHORT = 28  # characters of an example


def print_proposal(proposal: Proposal, stream: IO[str]) -> None:
    """Print what a file was understood as: each part, the design, three sentences as they will be scored.

    Parameters
    ----------
    proposal : Proposal
    stream : file object
        Where to.
    """
    console = console_for(stream)
    head = f"{proposal.source}: {proposal.layout}." if proposal.layout else f"{proposal.source}:"
    console.print(Text(head), soft_wrap=True)  # a path is not broken
    if proposal.understood:
        table = table_of(["Part", "Taken for", "Because of", "Example"])
        for one in proposal.understood:
            example = one.example if len(one.example) <= _SHORT else f"{one.example[: _SHORT - 1]}…"
            table.add_row(Name(one.part), Name(one.role), Name(one.why), Name(example))
        console.print(fitted(table, console))
    first, *others = proposal.suites
    if others:
        console.print(Text(f"{len(others) + 1} suites: {_names([suite.name for suite in proposal.suites])}."))
    console.print(Text(_size(first, named=bool(others))))
    sentences = list(first.sentences())
    shown = {index: sentences[index] for index in (0, 1, len(sentences) - 1) if index < len(sentences)}
    texts = "first, second and last" if len(shown) > 2 else "all"
    console.print(Text(f"Sentences, as they will be scored ({texts}):"))
    for sentence in shown.values():
        console.print(Padding(Text(f"{_place(first, sentence)}: {sentence.text}"), (0, 0, 0, 2)))


def _size(suite: Suite, *, named: bool) -> str:
    parts = [
        counted(len(suite.items), "item"),
        f"{counted(len(suite.condition_names), 'condition')} ({_names(suite.condition_names)})",
        f"{counted(len(suite.region_names), 'region')} ({_names(suite.region_names.values())})",
    ]
    factors = next(iter(suite.condition_factors.values()), {})
    if factors:
        parts.insert(2, f"{counted(len(factors), 'factor')} of the conditions ({_names(factors)})")
    return f"{f'The first, {short(suite.name)}: ' if named else ''}{'; '.join(parts)}."


def _names(names: Iterable[str]) -> str:
    names = list(names)
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def _place(suite: Suite, sentence: Sentence) -> str:
    labels = {item.number: item.label for item in suite.items}
    return f"item {labels[sentence.item_number] or sentence.item_number}, {sentence.condition_name}"
