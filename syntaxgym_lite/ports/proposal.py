"""What a file of stimuli was understood as: shown to whoever wrote it, and taken only where nothing was guessed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..errors import InputError, cited, counted
from ..suite import Suite
from ..words import judgment_before

__all__ = ["Proposal", "Understood", "mark_in_the_way"]


def mark_in_the_way(texts: Iterable[tuple[str, str]]) -> tuple[str, str] | None:
    """Say of texts that are to be scored that some begin with a mark of judgment, which would be scored with them.

    Parameters
    ----------
    texts : iterable of (str, str)
        Where each stands, and the text.

    Returns
    -------
    (str, str) or None
        Where the first is, and what to do; None if there is none.
    """
    marked = [(where, text) for where, text in texts if judgment_before(text)]
    if not marked:
        return None
    where, text = marked[0]
    others = f", as {counted(len(marked) - 1, 'other text')} do" if len(marked) > 2 else ""
    others = ", as another text does" if len(marked) == 2 else others
    return where, (
        f"{cited(text)} begins with a mark of judgment ({judgment_before(text)}){others}. A model would be given it as "
        "text, and rate it: take such marks out of the sentences, or write them in a column of their own."
    )


@dataclass(frozen=True, slots=True)
class Understood:
    """A part of a file, and what it was taken for: a row of the table that `sglite import` shows.

    Parameters
    ----------
    part : str
        As a person finds it again: ``"column C 'verb'"``, ``"lines 4 to 9"``.
    role : str
        What it was taken for: ``"region 3 (verb)"``, ``"condition"``, ``"factor 'head' of the conditions"``,
        ``"not read"``.
    why : str, optional
        What says so: its name, its content, an option.
    example : str, optional
        The first text of it.
    column : str, optional
        The name of the column that it is; "" of what is none.
    option : str, optional
        Of a column, the option by which one says the same: ``"item_column"``, ``"regions"``, ``"ignore"``; "" where
        none does.
    region : int, optional
        Of a region, its number; else 0.
    """

    part: str
    role: str
    why: str = ""
    example: str = ""
    column: str = ""
    option: str = ""
    region: int = 0


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a file becomes, and how it was read.

    Parameters
    ----------
    source : str
    suites : tuple of Suite
        What the file becomes if it was understood rightly; nearly always one.
    layout : str, optional
        In words: ``"a row for each item and condition, a column for each region"``.
    understood : tuple of Understood, optional
        What each part was taken for; everything that is in the file stands in it, also what is not read.
    notes : tuple of str, optional
        Sentences about what was done on the way, and is harmless: ``"Blanks around 12 cells were dropped."``
    doubts : tuple of str, optional
        Sentences about what was guessed, which a person has to confirm: ``"Columns head, verb and spill are proposed as
        regions: nothing in the table says so."`` Empty if the file itself, or an option, says all.
    confirm : str, optional
        The options that say the same without a question, as they are typed: ``"--regions head,verb,spill"``.
    """

    source: str
    suites: tuple[Suite, ...]
    layout: str = ""
    understood: tuple[Understood, ...] = ()
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    confirm: str = ""

    def sure(self) -> tuple[Suite, ...]:
        """Give the suites, if nothing in them was guessed.

        Raises
        ------
        InputError
            If something was; names `sglite import`, which shows it and asks.
        """
        if not self.doubts:
            return self.suites
        options = f", or takes it without a question with {self.confirm}" if self.confirm else ""
        advice = f"'sglite import {self.source}' shows what was understood and asks{options}."
        raise InputError(f"{self.source}: {' '.join(self.doubts)} {advice}")
