"""Scores of a run as figures show them: models by short names and looks, suites in the order of their circuits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..errors import InputError, counted
from ..results import RunResult
from ..stats import ModelSummary, RunSummary, SuiteSummary, summarize
from .looks import Look, looks_of
from .style import SMALL_PT
from .texts import cut_short, text_width

__all__ = ["Scored", "ScoredSuite", "narrowed", "plain", "scores_of", "with_count"]


@dataclass(frozen=True, slots=True)
class ScoredSuite:
    """A suite of a run, and its scores.

    Parameters
    ----------
    name : str
    circuit : str or None
    n_items : int
        The most that a model has of it.
    by_model : dict of str to SuiteSummary
        Models that were not asked are not in it.
    """

    name: str
    circuit: str | None
    n_items: int
    by_model: dict[str, SuiteSummary]

    @property
    def has_score(self) -> bool:
        """Whether it predicts something; a model that is silent on it has none all the same."""
        return any(one["predictions"] for one in self.by_model.values())

    @property
    def silent(self) -> bool:
        """Whether it has no score of some model, since every comparison is a tie."""
        return any(one["silent"] and one["score"] is None for one in self.by_model.values())

    @property
    def chance(self) -> float | None:
        """Expected of a model whose values say nothing about the design; None where it is not known."""
        return next((one["chance"] for one in self.by_model.values() if one["chance"] is not None), None)

    @property
    def is_upper_bound(self) -> bool:
        """Whether chance is at most that."""
        return any(one["chance_is_upper_bound"] for one in self.by_model.values())


@dataclass(frozen=True, slots=True)
class Scored:
    """A run's scores.

    Parameters
    ----------
    summary : RunSummary
    models : tuple of ModelSummary
        In the run's order.
    labels : tuple of str
        What figures call them.
    looks : tuple of Look
    suites : tuple of ScoredSuite
        By circuit, those of none last; within one in the run's order. Those without any score are left out.
    without_score : tuple of str
        Suites that predict nothing.
    """

    summary: RunSummary
    models: tuple[ModelSummary, ...]
    labels: tuple[str, ...]
    looks: tuple[Look, ...]
    suites: tuple[ScoredSuite, ...]
    without_score: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Of the models, in full."""
        return tuple(model["model"] for model in self.models)

    @property
    def circuits(self) -> list[tuple[str | None, list[ScoredSuite]]]:
        """The suites of each circuit."""
        found: dict[str | None, list[ScoredSuite]] = {}
        for suite in self.suites:
            found.setdefault(suite.circuit, []).append(suite)
        return list(found.items())

    def said_of_items(self) -> str:
        """Say for a caption what counts as passing, where items tie or are undefined."""
        suites = [one for suite in self.suites for one in suite.by_model.values()]
        ties = sum(one["n_ties"] for one in suites)
        undefined = sum(one["n_undefined"] for one in suites)
        said = []
        if ties:
            how = {"wrong": "count as wrong", "half": "count one half"}.get(self.summary["ties"], "are decided by lot")
            said.append(f"Open: some items tie, which {how}.")
        if undefined:
            said.append("Dotted: items that are undefined, which do not pass.")
        return " ".join(said)

    def said_of_intervals(self) -> str:
        """Say for a caption what the intervals of suites' scores are."""
        methods = {one.get("ci_method") for suite in self.suites for one in suite.by_model.values()}
        if "clusters" in methods:
            also = " (of items that do not belong together: Wilson)" if len(methods) > 1 else ""
            return f"95 % intervals over clusters of items{also}"
        return "95 % Wilson intervals over items"

    def said_of_sg_score(self, *, interval: bool = True) -> str:
        """Say for a caption what the SG score is a mean of, and what its interval is."""
        counts = sorted({model["n_suites"] for model in self.models if model["n_suites"]})
        if not counts:
            return ""
        of = f"{counts[0]} to {counts[-1]} suites" if len(counts) > 1 else counted(counts[0], "suite")
        parts: Counter[str] = Counter()
        kinds: tuple[Literal["languages"], Literal["collections"]] = ("languages", "collections")
        for kind in kinds:
            sizes: dict[str, int] = {}
            for model in self.models:
                for part in model[kind]:
                    sizes[part["name"]] = max(sizes.get(part["name"], 0), part["n_suites"])
            if len(sizes) > 1:
                parts.update(
                    {name or ("own" if kind == "collections" else "no language"): n for name, n in sizes.items()}
                )
        of += f" ({', '.join(f'{name} {n}' for name, n in parts.items())})" if parts else ""
        if self.summary["suites_as"] == "paper":
            of += ", of Hu et al.'s those that their figures count"
        if any(model["silent"] for model in self.models):
            of += ", without those on which a model is silent"
        n = self.summary["bootstrap"]["n"]
        bars = f", with a 95 % bootstrap interval over suites and items ({n:,} replicates)" if interval else ""
        return f"SG score: mean over {of}{bars}."


def scores_of(run: RunResult, *, ties: str | None = None, suites_as: str | None = None) -> Scored:
    """Summarise a run for a figure.

    Parameters
    ----------
    run : RunResult
    ties, suites_as : str, optional
        See `syntaxgym_lite.summarize`.

    Raises
    ------
    InputError
        If no suite has a score.
    """
    summary = summarize(run, ties=ties, suites_as=suites_as)  # type: ignore[arg-type]
    models = tuple(summary["models"])
    found: dict[str, dict[str, SuiteSummary]] = {}
    for model in models:
        for suite in model["suites"]:
            found.setdefault(suite["suite"], {})[model["model"]] = suite
    suites = [
        ScoredSuite(
            name,
            next((one["circuit"] for one in own.values() if one["circuit"]), None),
            max(one["n_items"] for one in own.values()),
            own,
        )
        for name, own in found.items()
    ]
    with_score = sorted(
        (suite for suite in suites if suite.has_score), key=lambda suite: (suite.circuit is None, suite.circuit or "")
    )
    without = tuple(suite.name for suite in suites if not suite.has_score)
    if not with_score:
        what = f"; {without[0]} predicts nothing" if without else ""
        raise InputError(f"These results have no score to show{what}.")
    return Scored(
        summary,
        models,
        tuple(short_names([model["model"] for model in models])),
        tuple(looks_of(len(models))),
        tuple(with_score),
        without,
    )


def short_names(names: Sequence[str]) -> list[str]:
    """What figures call models."""
    return list(names)


def plain(name: str | None) -> str:
    """Write the name of a circuit in words.

    Examples
    --------
    >>> plain("garden_path"), plain(None)
    ('garden path', 'no circuit')
    """
    return "no circuit" if name is None else name.replace("_", " ")


def narrowed(text: str, width: float, size: float) -> str:
    """Shorten a text, where needed, until it is no wider than so many points.

    Examples
    --------
    >>> from syntaxgym_lite.figures.style import styled
    >>> with styled():
    ...     narrowed("npz", 100, 7)
    'npz'
    """
    if text_width(text, size) <= width:
        return text
    short, long = _LEAST, len(text)  # of which the first is taken to fit
    while long - short > 1:
        middle = (short + long) // 2
        if text_width(cut_short(text, middle), size) <= width:
            short = middle
        else:
            long = middle
    return cut_short(text, short)


_LEAST = 5


def with_count(text: str, count: int | str, width: float, size: float = SMALL_PT) -> str:
    """Shorten a text until it is, with a number in brackets behind it, no wider than so many points.

    Examples
    --------
    >>> from syntaxgym_lite.figures.style import styled
    >>> with styled():
    ...     with_count("npz", 28, 100)
    'npz (28)'
    """
    behind = f" ({count})" if count != "" else ""
    return narrowed(text, width - text_width(behind, size), size) + behind
