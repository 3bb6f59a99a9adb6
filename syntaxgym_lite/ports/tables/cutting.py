"""Sentences of tables cut into regions: at a separator that stands in them, or into words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ...delimited import Table, TableRow
from ...errors import Problems, cited, counted
from ...suite import Join, sentence_text

__all__ = ["BY_DIFFERENCES", "BY_WORDS", "CutSentences", "part_sentences", "spelled_out"]

BY_WORDS = "words"
"""What ``--split`` calls a region for each word."""
BY_DIFFERENCES = "differences"
"""What it calls regions that are alike in all conditions of an item, and differ, by turns."""

_SURE, _LIKELY = "|", "*/"


@dataclass(frozen=True, slots=True)
class CutSentences:
    """How sentences were cut.

    Parameters
    ----------
    parts : dict of (int, str) to list of str
        Row number and column to the regions of the sentence there.
    separator : str
        At what; `BY_WORDS`, or empty if each sentence is one region.
    names : tuple of str
        Of the regions.
    doubtful : bool
        Whether the separator was found and need not be one.
    """

    parts: dict[tuple[int, str], list[str]]
    separator: str
    names: tuple[str, ...]
    doubtful: bool


def part_sentences(
    table: Table,
    cells: Sequence[tuple[TableRow, str]],
    *,
    split: str | None,
    names: Sequence[str],
    strip: bool,
    problems: Problems,
) -> CutSentences:
    """CutSentences the sentences in cells into as many regions each.

    Parameters
    ----------
    table : Table
    cells : sequence of (TableRow, str)
        Rows and columns.
    split : str, optional
        A separator, or ``"words"``; by default ``|`` if it is there, or ``*`` or ``/`` if it cuts all into as many.
    names : sequence of str
        Of the regions, if they have names.
    strip : bool
        Whether blanks at the ends of a region are dropped.
    problems : Problems
        Takes the sentences that have other numbers of regions than most.
    """
    texts = {(row.number, column): row.cells[column] for row, column in cells}
    separator, doubtful = (split, False) if split is not None else _separator_in(list(texts.values()))

    def parted(text: str) -> list[str]:
        if separator == BY_WORDS:
            return text.split()
        return [part.strip() if strip else part for part in text.split(separator)] if separator else [text]

    parts = {place: parted(text) for place, text in texts.items()}
    sizes = Counter(map(len, parts.values()))
    n_parts = len(names) or max(sizes, key=lambda size: (sizes[size], size), default=1)
    unit = "word" if separator == BY_WORDS else "region"
    first = next((row.number for row, column in cells if len(parts[row.number, column]) == n_parts), None)
    for row, column in cells:
        n_own = len(parts[row.number, column])
        if n_own == n_parts:
            continue
        if names:
            most = f"{counted(n_parts, 'region is', 'regions are')} named"
        else:
            most = f"row {first} has {n_parts}, and all need as many"
            if separator == BY_WORDS:
                most += f"; else write {cited(_SURE)} in the sentences where one region ends and the next begins"
        how = "" if separator in ("", BY_WORDS) else f" parted by {cited(separator)}"
        problems.note(table.place(row, column), f"has {counted(n_own, unit)}{how}; {most}.")
    if names:
        named = tuple(names)
    elif not separator:
        named = ("sentence",)
    else:
        headers = {column for _, column in cells}
        own = parted(next(iter(headers))) if len(headers) == 1 and separator != BY_WORDS else []
        named = tuple(own) if len(own) == n_parts and all(own) else tuple(str(n) for n in range(1, n_parts + 1))
    return CutSentences(parts, separator or "", named, doubtful)


def _separator_in(texts: Sequence[str]) -> tuple[str, bool]:
    """Find the separator of sentences, and whether that is a guess."""
    if any(_SURE in text for text in texts):
        return _SURE, False
    for separator in _LIKELY:
        sizes = {text.count(separator) for text in texts}
        if len(sizes) == 1 and sizes.pop() > 0:
            return separator, True
    return "", False


def spelled_out(rows: Sequence[tuple[Sequence[str], str]], joins: Sequence[Join]) -> Join | None:
    """Give the way to join regions by which those of every row make the sentence beside them; None if there is none.

    Examples
    --------
    >>> spelled_out([(["The fox", "sleeps", "."], "The fox sleeps.")], ["space", "natural"])
    'natural'
    """
    return next(
        (join for join in joins if all(_same(sentence_text(parts, join)[0], sentence) for parts, sentence in rows)),
        None,
    )


def _same(text: str, sentence: str) -> bool:
    return text.split() == sentence.split()
