"""Conditions as what they are in a design: crossings of the levels of its factors."""

from __future__ import annotations

from collections.abc import Mapping

from ..formula.factors import Factor, level_text
from .model import Suite

__all__ = ["conditions_of", "crossed_name"]


def crossed_name(levels: Mapping[str, Factor]) -> str:
    """Name the condition that has these levels.

    Parameters
    ----------
    levels : mapping of str to str, int, float or bool
        Factor to level, in the order of the factors.

    Returns
    -------
    str
        The levels joined by ``_``. Two crossings may get the same name, as ``a_b`` with ``c`` and ``a`` with ``b_c``;
        a suite of both is refused when it is read.

    Examples
    --------
    >>> crossed_name({"head": "sg", "attractor": "pl"}), crossed_name({"n_attractors": 2, "local": True})
    ('sg_pl', '2_true')
    """
    return "_".join(map(level_text, levels.values()))


def conditions_of(suite: Suite, levels: Mapping[str, Factor]) -> tuple[str, ...]:
    """Name the conditions that have these levels, whatever their other factors.

    Parameters
    ----------
    suite : Suite
    levels : mapping of str to str, int, float or bool
        Factor to level.

    Returns
    -------
    tuple of str
        In the order of the suite's conditions; empty if none has them all.
    """
    wanted = {name: level_text(level) for name, level in levels.items()}
    return tuple(
        condition
        for condition in suite.condition_names
        if wanted.items()
        <= {name: level_text(level) for name, level in suite.condition_factors.get(condition, {}).items()}.items()
    )
