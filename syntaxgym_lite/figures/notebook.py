"""A run as a notebook shows it: a table of scores, and a figure, in the colours of the page around."""

from __future__ import annotations

import contextlib
import hashlib
import warnings
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from ..errors import SgliteError, counted
from ..results import RunResult
from . import FIGURES, draw

if TYPE_CHECKING:
    from ..stats import ModelSummary, SuiteSummary

__all__ = ["notebook_html"]

_MOST_ROWS = 24
_CELL = "padding:2px 10px;text-align:left"
_NUMBER = "padding:2px 10px;text-align:right;font-variant-numeric:tabular-nums"
_LINE = "border-bottom:1px solid color-mix(in srgb, currentColor 30%, transparent)"


def notebook_html(run: RunResult) -> str:
    """Give a piece of HTML: scores with intervals and chance, and a plot by region, or of scores if there are suites.

    Needs nothing from elsewhere, and has no colours but those of lines, so that it suits light and dark pages.
    """
    parts = [f'<div style="max-width:60em">{_table(run)}']
    with contextlib.suppress(ImportError, SgliteError):  # without matplotlib or sentences, the table is what there is
        parts.append(_figure(run))
    parts += [f"<p>{escape(failure.model)} failed: {escape(failure.message)}</p>" for failure in run.failures]
    return "".join([*parts, "</div>"])


def _table(run: RunResult) -> str:
    from ..stats import summarize

    models = summarize(run)["models"]
    n_rows = sum(len(model["suites"]) for model in models)
    by_suite = 0 < n_rows <= _MOST_ROWS
    rows = [row for model in models for row in (_suite_rows(model) if by_suite else _model_rows(model))]
    heads = ["model", "suite" if by_suite else "suites", "score" if by_suite else "SG score", "95 % interval"]
    heads += ["chance", "items"] if by_suite else []
    head = "".join(
        f'<th style="{_CELL if place < 2 else _NUMBER};{_LINE}">{escape(text)}</th>' for place, text in enumerate(heads)
    )
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return (
        f'<table style="border-collapse:collapse;margin:0 0 0.5em 0"><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def _suite_rows(model: ModelSummary) -> Iterator[str]:
    for suite in model["suites"]:
        score = "silent" if suite["silent"] and suite["score"] is None else _share(suite["score"])
        numbers = [score, _interval(suite["ci_low"], suite["ci_high"]), _chance(suite)]
        yield _cells([model["model"], suite["suite"]], [*numbers, str(suite["n_items"])])


def _model_rows(model: ModelSummary) -> Iterator[str]:
    interval = model["sg_interval"]
    numbers = [_share(model["sg_score"]), _interval(interval["ci_low"], interval["ci_high"])]
    yield _cells([model["model"], counted(model["n_suites"], "suite")], numbers)


def _cells(texts: list[str], numbers: list[str]) -> str:
    return "".join(f'<td style="{_CELL}">{escape(text)}</td>' for text in texts) + "".join(
        f'<td style="{_NUMBER}">{escape(text)}</td>' for text in numbers
    )


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _interval(low: float | None, high: float | None) -> str:
    return "–" if low is None or high is None else f"{low:.3f} to {high:.3f}"


def _chance(suite: SuiteSummary) -> str:
    above = suite["above_chance"]
    return _share(suite["chance"]) + (f" ({above})" if above in ("above", "below") else "")


def _figure(run: RunResult) -> str:
    from .saving import svg_of

    n_suites = len({suite.suite for model in run.models for suite in model.suites})
    kind = "regions" if n_suites == 1 else "scores"
    if kind not in FIGURES or not n_suites:
        return ""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a browser has more fonts than there are here
        figure = draw(kind, run, caption=False)
        bare = svg_of(figure, themed=True)
        prefix = f"sg{hashlib.sha256(bare.encode()).hexdigest()[:8]}-"
        svg = svg_of(figure, prefix=prefix, themed=True)
    return f'{svg}<p style="opacity:0.75;font-size:85%;max-width:50em">{escape(figure.caption)}</p>'
