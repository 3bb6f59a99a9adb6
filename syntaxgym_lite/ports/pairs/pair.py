"""What files of minimal pairs are made of: rows, and the pairs that are read from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...delimited import number_in
from ...errors import Problems, cited
from ...suite import Excluded
from ..minimal_pairs import is_empty, text_problem

__all__ = ["Cells", "FoundPairs", "Pair", "PairRow", "PairShape", "Side", "sound_text"]

Cells = Mapping[str, Any]
"""What a row holds, by column or key."""

Side = Sequence[str]
"""The regions of one sentence: itself, or what stands before it and itself."""


@dataclass(frozen=True, slots=True)
class PairRow:
    """A row of a table, a line, or an object of a list.

    Parameters
    ----------
    where : str
        As a person finds it again: ``"row 3"``, ``"line 3"``, ``"[2]"``.
    cells : mapping
    """

    where: str
    cells: Cells


@dataclass(frozen=True, slots=True)
class Pair:
    """Two sentences, or more, that are compared.

    Parameters
    ----------
    where : str
        Where the first of them stands.
    sides : mapping of str to sequence of str
        The regions of each, by condition: ``{"good": ["The cat sits."], "bad": ["The cat sit."]}``.
    cells : mapping
        What else is said of them.
    was_cut : bool, optional
        Whether blanks around a sentence were dropped.
    """

    where: str
    sides: Mapping[str, Side]
    cells: Cells = field(default_factory=dict)
    was_cut: bool = False

    @property
    def good(self) -> str:
        """The sentence that should cost less, without what stands before it; where each fits a context, the first."""
        return next(iter(self.sides.values()))[-1]

    @property
    def bad(self) -> str:
        """The sentence, or the first of several, that should cost more."""
        return list(self.sides.values())[1][-1]

    @property
    def texts(self) -> tuple[tuple[str, ...], ...]:
        """All that is scored: two pairs of the same texts are the same pair twice."""
        return tuple(tuple(side) for side in self.sides.values())

    @property
    def is_equal(self) -> bool:
        """Whether two of the sentences are one, so that they can only tie."""
        return len(set(self.texts)) < len(self.texts)


@dataclass(slots=True)
class FoundPairs:
    """What is noticed while a file is read: what is wrong with it, and what of it is no pair."""

    path: Path
    problems: Problems = field(default_factory=Problems)
    left_out: list[tuple[Excluded, Cells]] = field(default_factory=list)

    def leave_out(self, row: PairRow, reason: str) -> None:
        """Note that a row becomes no pair, and why; the same words for the same reason."""
        self.left_out.append((Excluded(f"{self.path}: {row.where}", reason), row.cells))

    def leave_out_empty(self, row: PairRow, name: str) -> None:
        """Note that a row becomes no pair, since nothing stands in a column; in one or several."""
        where = f"{self.path}: {row.where}"
        if self.left_out and (last := self.left_out[-1][0]).where == where and last.reason.startswith(_EMPTY):
            self.left_out[-1] = (Excluded(where, f"{last.reason} and {cited(name)}"), row.cells)
        else:
            self.leave_out(row, f"{_EMPTY} {cited(name)}")

    def text(self, row: PairRow, name: str, *, empty: bool = False) -> str | None:
        """Give the text of a cell without the blanks around it.

        A row without one is left out, since one bad row is not to cost the others; what stands there and is no sentence
        is a problem of the file, whose columns may be others than one thinks.
        """
        value = row.cells.get(name)
        if is_empty(value):
            if empty:
                return ""
            self.leave_out_empty(row, name)
            return None
        problem = sound_text(value)
        if problem is not None:
            self.problems.note(row.where, f"{name} {problem}.")
            return None
        return str(value).strip()


_EMPTY = "nothing in column"


def sound_text(value: Any) -> str | None:
    """Say why what stands in a cell is no sentence that can be scored, or give None.

    Examples
    --------
    >>> sound_text("The cat | sits."), sound_text("12")
    ("has '|' between regions, which would be scored; `form=table` makes a suite with these regions", \
'is the number 12, not a sentence')
    """
    problem = text_problem(value)
    if problem is None and " | " in value:
        problem = "has '|' between regions, which would be scored; `form=table` makes a suite with these regions"
    if problem is None and number_in(value) is not None:
        problem = f"is the number {value.strip()}, not a sentence"
    return problem


PairShape = Callable[[Sequence[PairRow], FoundPairs], Sequence[Pair]]
"""How the rows of a file become pairs."""
