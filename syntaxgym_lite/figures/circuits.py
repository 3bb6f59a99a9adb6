"""Scores of models by circuit: means over the suites of each, with intervals."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import InputError, counted
from ..results import RunResult
from .canvas import ResultFigure
from .forest import Block, Dot, Section, draw_forest, key_of
from .scored import ScoredSuite, plain, scores_of

__all__ = ["draw", "mean_chance"]


def draw(
    run: RunResult,
    *,
    ties: str | None = None,
    suites_as: str | None = None,
    width: float | str | None = None,
    height: float | None = None,
) -> ResultFigure:
    """Draw a model's mean score over the suites of each circuit, models below each other.

    Parameters
    ----------
    run : RunResult
    ties, suites_as : str, optional
        See `syntaxgym_lite.summarize`.
    width, height : optional
        In mm.

    Raises
    ------
    InputError
        If no suite is of a circuit.
    """
    scored = scores_of(run, ties=ties, suites_as=suites_as)
    means = [{one["circuit"]: one for one in model["circuit_scores"]} for model in scored.models]
    names = list(dict.fromkeys(suite.circuit for suite in scored.suites if suite.circuit is not None))
    if not names:
        raise InputError("No suite of these results is of a circuit. The figure 'scores' shows suites one by one.")
    blocks = []
    for name in names:
        found = [own.get(name) for own in means]
        n = sorted({one["n_suites"] for one in found if one})
        many = f"{n[0]}-{n[-1]}" if len(n) > 1 else n[0] if n else 0
        dots = [None if one is None else Dot(one["score"], one["ci_low"], one["ci_high"]) for one in found]
        chance, is_bound = mean_chance([suite for suite in scored.suites if suite.circuit == name])
        blocks.append(Block(plain(name), dots, chance, is_bound, count=many))
    sections = [Section("SG score", [key_of(scored)]), Section("circuit", blocks)]
    figure = draw_forest(sections, scored.looks, xlabel="mean score of suites", width=width, height=height)
    without = sum(suite.circuit is None for suite in scored.suites)
    said = [
        "Mean over the suites of a circuit (in brackets: how many) of the share of items for which all predictions "
        "hold, with 95 % bootstrap intervals over suites and items.",
        _said_of_chance(blocks),
        f"{counted(without, 'suite')} of no circuit {'is' if without == 1 else 'are'} in the SG score alone."
        if without
        else "",
        scored.said_of_sg_score(),
    ]
    figure.caption = " ".join(filter(None, said))
    return figure


def mean_chance(suites: Sequence[ScoredSuite]) -> tuple[float | None, bool]:
    """Give what chance is on average, and whether at most that; None where it is not known of every suite."""
    known = [suite.chance for suite in suites if suite.chance is not None]
    mean = sum(known) / len(known) if len(known) == len(suites) else None
    return mean, any(suite.is_upper_bound for suite in suites)


def _said_of_chance(blocks: Sequence[Block]) -> str:
    if all(block.chance is None for block in blocks):
        return ""
    bound = any(block.is_upper_bound for block in blocks if block.chance is not None)
    return "Grey: mean chance of its suites" + ("; broken where it is at most that." if bound else ".")
