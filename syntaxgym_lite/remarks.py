"""What went unusual with sentences, said once, with a count and an example, however many sentences there are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from .errors import counted
from .surprisal import ParsedSentence, TokenSurprisals

__all__ = ["Remarks", "kind_of_warning"]

_MOST_OF_A_KIND = 3
_PARTICULARS = re.compile(r"""'[^']*'|"[^"]*"|\d+""")
"""What differs between warnings of one kind: words of the sentence, and numbers."""


def kind_of_warning(text: str) -> str:
    """Give a warning without quoted words and numbers: the same for those that say the same of different things."""
    return _PARTICULARS.sub("…", text)


@dataclass(slots=True)
class _Seen:
    text: str
    where: str
    n: int = 0
    alike: bool = False

    def said(self) -> str:
        if self.n == 1:
            return f"{self.text} ({self.where})"
        counts = counted(self.n, "more sentence" if self.alike else "sentence")
        return f"{self.text} ({counts}{' like this' if self.alike else ''}, e.g. {self.where})"


class Remarks:
    """Warnings of sentences, counted as the sentences come.

    Those that say the same of several sentences are one. Of a kind, that is of those that differ in quoted words and
    numbers alone, three are told apart and the others counted together, so that memory and output stay small.

    Examples
    --------
    >>> import numpy as np
    >>> one = TokenSurprisals("a", ("a",), np.array([[0, 1]]), np.ones(1), np.zeros(1), warnings=("It is short.",))
    >>> remarks = Remarks()
    >>> remarks.add([one, one], lambda place: f"line {place + 1}")
    >>> remarks.said()
    ['It is short. (2 sentences, e.g. line 1)']
    """

    def __init__(self) -> None:
        self._seen: dict[str, _Seen] = {}
        self._n_of_kind: dict[str, int] = {}

    def add(self, scored: Iterable[TokenSurprisals | ParsedSentence], where: Callable[[int], str]) -> None:
        """Take in the warnings of some sentences; `where` says where the one at each place, from 0, stands."""
        self.add_said({place: one.warnings for place, one in enumerate(scored) if one.warnings}, where)

    def add_said(self, said: Mapping[int, Sequence[str]], where: Callable[[int], str]) -> None:
        """Take in the warnings of some sentences, given by their places."""
        for place, warnings in said.items():
            for text in warnings:
                self._key_of(text, where, place).n += 1

    def _key_of(self, text: str, where: Callable[[int], str], place: int) -> _Seen:
        known = self._seen.get(text)
        if known is not None:
            return known
        kind = kind_of_warning(text)
        n = self._n_of_kind.get(kind, 0)
        if n < _MOST_OF_A_KIND:
            self._n_of_kind[kind] = n + 1
            new = self._seen[text] = _Seen(text, where(place))
            return new
        rest = self._seen.get(kind)
        if rest is None:
            rest = self._seen[kind] = _Seen(text, where(place), alike=True)
        return rest

    def said(self) -> list[str]:
        """Give each warning with the number of its sentences and where the first of them stands."""
        return [one.said() for one in self._seen.values()]
