"""What is said of a published set of minimal pairs, so that its files are known and read rightly."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .pair import Cells, PairShape
from .rows import RowLayout

__all__ = ["Of", "PublishedSet"]

Of = str | Callable[[Cells, Path], str]
"""What names a suite or a group: a column, or a function of what a row holds and of the path of its file."""


@dataclass(frozen=True, slots=True)
class PublishedSet:
    """How a published set is read.

    Parameters
    ----------
    name : str
    paper : str
        As it is cited in a line, see `syntaxgym_lite.papers.PAPERS`.
    language : str or callable
        A code as ``"en"``.
    shape : PairShape
        How its rows become pairs.
    keys : tuple of frozenset
        Names of columns or keys, of which a file has all of one of these.
    exactly : bool, optional
        Whether it has no others.
    named : regular expression, optional
        What the name of the file must hold, where its content does not tell.
    line : regular expression, optional
        What the first line is, of a file without a header.
    looks : callable, optional
        What else must be so of the file.
    layout : str, optional
        How its rows stand in the file.
    suite : str or callable, optional
        What names the suites; the file by default.
    groups : mapping of str to (str or callable), optional
        Groups of the suites.
    comparisons : tuple of (str, str), optional
        Conditions of which the first costs less; by default the good one, compared with each other.
    ids : str, optional
        Column of ids, which are numbers or labels of items where no two pairs of a suite have the same.
    factors : collection of str, optional
        Columns by which scores are broken down; others, such as cue words, are kept with the items.
    region : str, optional
        Column of the words whose surprisal one may compare beside that of the sentence.
    ignored : collection of str, optional
        Columns that say nothing beside what is used.
    note : str, optional
        What whoever reads the scores should know.
    """

    name: str
    paper: str
    language: Of
    shape: PairShape
    keys: tuple[frozenset[str], ...] = ()
    exactly: bool = False
    named: str = ""
    line: str = ""
    looks: Callable[[Path], bool] | None = None
    layout: RowLayout = "by its content"
    suite: Of = ""
    groups: Mapping[str, Of] = field(default_factory=dict)
    comparisons: tuple[tuple[str, str], ...] = ()
    ids: str = ""
    factors: Collection[str] = ()
    region: str = ""
    ignored: Collection[str] = ()
    note: str = ""

    def holds(self, path: Path, names: Collection[str], line: str) -> bool:
        """Whether a file is of this set, by its name, its columns or keys, and its first line."""
        if self.named and not re.search(self.named, path.name):
            return False
        if self.keys and not any(keys == set(names) if self.exactly else keys <= set(names) for keys in self.keys):
            return False
        if self.line and not re.fullmatch(self.line, line):
            return False
        return self.looks is None or self.looks(path)
