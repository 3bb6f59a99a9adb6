"""Numbered examples while they are being understood: which lines became what, what was guessed, what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ...errors import Problems
from ...suite import Join
from ..proposal import Understood

__all__ = ["AppendixDraft", "AppendixOptions", "and_list", "at_lines"]

_MOST_NAMED = 5  # lines that a sentence names


@dataclass(frozen=True, slots=True)
class AppendixOptions:
    """What the options of `propose_appendix` say, which explains them; None and () where they say nothing."""

    conditions: tuple[str, ...]
    regions: tuple[str, ...]
    slashes: str | None
    parentheses: str | None
    hyphens: str | None
    lines: str | None
    section: int | None
    metric: str
    join: Join | None


@dataclass(slots=True)
class AppendixDraft:
    """What has been said so far on the way from a text to a suite."""

    source: str
    options: AppendixOptions
    problems: Problems = field(default_factory=Problems)
    doubts: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    confirm: dict[str, str] = field(default_factory=dict)  # option to value
    needs_yes: bool = False  # whether there is a doubt without an option
    understood: list[tuple[int, int, Understood]] = field(default_factory=list)  # first and last line

    def raise_problems(self) -> None:
        """Raise `SuiteError`, if there is a problem."""
        self.problems.raise_all(self.source)

    def note_problem(self, line: int, message: str) -> None:
        """Note what is wrong in a line."""
        self.problems.note(f"line {line}", message)

    def doubt(self, sentence: str, option: str = "", value: str = "") -> None:
        """Say what was guessed; an option says it without a question, else only whoever looks at it can."""
        self.doubts.append(sentence[0].upper() + sentence[1:])
        if option:
            self.confirm[option] = value
        else:
            self.needs_yes = True

    def understand(self, start: int, end: int, role: str, why: str = "", example: str = "") -> None:
        """Say what lines were taken for."""
        part = f"line {start}" if start == end else f"lines {start} to {end}"
        self.understood.append((start, end, Understood(part, role, why, example)))

    def leave_out(self, start: int, end: int, text: str, why: str) -> None:
        """Say that something in these lines is not read."""
        self.understand(start, end, "not read", why, text)


def and_list(names: Sequence[str]) -> str:
    """Write names one after another: "a, b and c"."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else ""


def at_lines(lines: Iterable[int]) -> str:
    """Name lines: "lines 3, 7 and 9"."""
    numbers = list(dict.fromkeys(lines))
    if len(numbers) == 1:
        return f"line {numbers[0]}"
    shown = [str(number) for number in numbers[:_MOST_NAMED]]
    more = len(numbers) - len(shown)
    return f"lines {and_list([*shown, f'{more} more'] if more else shown)}"
