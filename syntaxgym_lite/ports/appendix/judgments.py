"""Judgments of numbered examples, as a factor of conditions or of sentences: they say what to predict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...suite import Factor
from ..proposal import Understood
from .draft import AppendixDraft, and_list, at_lines
from .sets import Variant

__all__ = ["Judgments", "doubt_ok", "judge", "judgment_level"]

_UNMARKED = "ok"
_LEVELS = {"": _UNMARKED, "✓": _UNMARKED, "OK": _UNMARKED, "%": "varies"}
"""Judgments as levels of a factor, where the mark will not do: formulas write levels between percent signs."""


@dataclass(frozen=True, slots=True)
class Judgments:
    """Whose factor the judgments are: of the conditions, or of each sentence, or of none.

    Parameters
    ----------
    of_conditions : mapping of str to str
        Name of a condition to the level that it has in all items; empty if there are others, or none at all.
    of_sentences : bool
        Whether the level is that of each sentence.
    understood : Understood or None
        What they were taken for, if there are any.
    """

    of_conditions: Mapping[str, str]
    of_sentences: bool
    understood: Understood | None

    def factors(self, of_conditions: Mapping[str, Mapping[str, Factor]]) -> dict[str, dict[str, Factor]]:
        """Add the judgments to the factors of the conditions, which differ in one at least."""
        factors = {name: dict(levels) for name, levels in of_conditions.items() if levels}
        levels = self.of_conditions
        if levels and not factors and len(set(levels.values())) < len(levels):
            factors = {name: {"variant": name} for name in levels}
        for name, level in levels.items():
            factors.setdefault(name, {})["judgment"] = level
        return factors


def judgment_level(mark: str) -> str:
    """Give the level that a mark before a sentence stands for.

    Examples
    --------
    >>> judgment_level("??"), judgment_level("✓"), judgment_level("%")
    ('??', 'ok', 'varies')
    """
    return _LEVELS.get(mark, mark.replace("%", "varies"))


def doubt_ok(variants: Sequence[Variant], draft: AppendixDraft) -> None:
    """Say where 'OK' before a sentence was taken for a judgment; it may be a word."""
    lines = [variant.line for variant in variants if variant.mark == "OK"]
    if lines:
        draft.doubt(f"{at_lines(lines)}: 'OK' before the sentence is taken for a judgment.")


def judge(marks: Sequence[tuple[str, str]], draft: AppendixDraft) -> Judgments:
    """Decide whose factor the judgments are.

    Parameters
    ----------
    marks : sequence of tuple of str and str
        Name of its condition and mark, of every sentence.
    draft : AppendixDraft
    """
    found: dict[str, set[str]] = {}
    for name, mark in marks:
        found.setdefault(name, set()).add(judgment_level(mark))
    if all(levels == {_UNMARKED} for levels in found.values()):
        return Judgments({}, of_sentences=False, understood=None)
    of_conditions = all(len(levels) == 1 for levels in found.values())
    levels = {name: next(iter(levels)) for name, levels in found.items()} if of_conditions else {}
    _offer(levels, draft)
    what = "of the conditions" if of_conditions else "of each sentence, since they differ between items"
    counts = Counter(judgment_level(mark) for _, mark in marks)
    shown = and_list([f"'{level}' {n}" for level, n in counts.items() if level != _UNMARKED])
    understood = Understood("judgments", f"factor 'judgment' {what}", f"{shown}, others '{_UNMARKED}'")
    return Judgments(levels, not of_conditions, understood)


def _offer(levels: Mapping[str, str], draft: AppendixDraft) -> None:
    """Say what the judgments would predict."""
    good = [name for name, level in levels.items() if level == _UNMARKED]
    bad = [name for name, level in levels.items() if level.startswith("*")]
    if good and bad:
        draft.notes.append(
            "Judgments are kept as a factor and predict nothing by themselves; "
            f'`predict="{bad[0]} > {good[0]} in the sentence"` '
            f"predicts that '{bad[0]}', which is starred, is more surprising than '{good[0]}'."
        )
