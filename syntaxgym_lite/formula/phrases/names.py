"""The names of a suite, as a phrase may write them."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from ...errors import listed
from ..factors import ConditionFactors, level_text
from .text import plain


class Names:
    """Names to be found in a text: without regard to upper and lower case, where that leaves one."""

    def __init__(self, names: Sequence[str]) -> None:
        self._by_text: dict[str, list[str]] = {}
        for name in dict.fromkeys(names):
            if spelt := plain(name):
                self._by_text.setdefault(spelt, []).append(name)
        self._by_length = sorted(self._by_text, key=len, reverse=True)

    def called(self, text: str) -> list[str]:
        """The names that a text may stand for: the one that is spelt so, else all that differ in case.

        Examples
        --------
        >>> Names(["Old", "old", "New"]).called("old"), Names(["Old", "old", "New"]).called("new")
        (['old'], ['New'])
        """
        if text in self._by_text:
            return self._by_text[text]
        folded = text.casefold()
        return [name for spelt, names in self._by_text.items() if spelt.casefold() == folded for name in names]

    def at(self, text: str, place: int) -> str:
        """The longest name, as it is written in `text`, that begins at a place of it; may be empty.

        Examples
        --------
        >>> Names(["no", "no comma", "comma"]).at("the No comma condition", 4)
        'No comma'
        """
        for spelt in self._by_length:
            written = text[place : place + len(spelt)]
            if written.casefold() == spelt.casefold() and self._ends(text, place + len(spelt)):
                return written
        return ""

    def _ends(self, text: str, end: int) -> bool:
        """Whether a name that ends here is not part of a longer word."""
        if end >= len(text) or not _is_letter(text[end - 1]):
            return True
        if (
            text[end] in "-−–" and end + 1 < len(text) and _is_letter(text[end + 1])
        ):  # a-b is a difference if b is a name
            return any(text.startswith(spelt, end + 1) for spelt in self._by_length)
        if text[end] in "./'’*" and end + 1 < len(text):
            return not _is_letter(text[end + 1])
        return not _is_letter(text[end])


def _is_letter(char: str) -> bool:
    return char == "_" or unicodedata.category(char)[0] in "LMN"


class SuiteNames:
    """What the conditions, the factors, their levels and the regions of a suite are called."""

    def __init__(self, conditions: Sequence[str], regions: Mapping[int, str], factors: ConditionFactors) -> None:
        self.conditions = list(conditions)
        self.condition_names = Names(conditions)
        self.regions = dict(sorted(regions.items()))
        self.region_names = Names(list(regions.values()))
        self._of_condition = {
            name: {factor: level_text(value) for factor, value in factors.get(name, {}).items()} for name in conditions
        }
        levels: dict[str, dict[str, None]] = {}
        for own in self._of_condition.values():
            for factor, level in own.items():
                levels.setdefault(factor, {})[level] = None
        self.levels = {factor: list(found) for factor, found in levels.items()}
        self.factor_names = Names(list(levels))
        self.level_names = {factor: Names(found) for factor, found in self.levels.items()}

    def with_levels(self, wanted: Mapping[str, str]) -> tuple[str, ...]:
        """The conditions that have these levels."""
        return tuple(
            name
            for name, own in self._of_condition.items()
            if all(own.get(factor) == level for factor, level in wanted.items())
        )

    def levels_called(self, text: str) -> list[tuple[str, str]]:
        """The levels, each with its factor, that a text may stand for."""
        return [(factor, level) for factor, names in self.level_names.items() for level in names.called(text)]

    def all_regions(self) -> str:
        """Number and name of each region."""
        return listed([f"{number} ({name})" if name else str(number) for number, name in self.regions.items()])

    def region_texts(self) -> list[str]:
        """Names of regions as a phrase writes them; some may be empty."""
        return [plain(name) for name in self.regions.values()]
