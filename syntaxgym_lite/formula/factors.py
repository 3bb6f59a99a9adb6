"""Conditions named by their levels: ``(5;%head=sg, attractor=pl%)`` is region 5 of the one condition with both."""

from __future__ import annotations

__all__ = ["Factor", "level_text"]

Factor = str | int | float | bool
"""What the value of a factor can be."""

_EXACT = 2**53  # whole numbers up to here are floats without loss


def level_text(level: Factor) -> str:
    """Give a level as a formula writes it; levels with the same text are the same.

    Examples
    --------
    >>> [level_text(level) for level in ("sg", 2, 2.0, 0.5, True)]
    ['sg', '2', '2', '0.5', 'true']
    """
    if isinstance(level, bool):
        return "true" if level else "false"
    if isinstance(level, float) and level.is_integer() and abs(level) <= _EXACT:
        return str(int(level))
    return str(level)
