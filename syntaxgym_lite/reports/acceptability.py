"""Measures of sentences beside what people say: for the terminal, as records, and as a document."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict
from typing import IO, Any

import numpy as np
from rich.console import Console
from rich.text import Text

from ..acceptability.measures import MEASURES, Acceptability, ModelMeasures, mean_ratings
from ..acceptability.summary import AcceptabilitySummary, MeasureOnPairs, margins
from ..errors import counted
from ..papers import PAPERS, Paper, behind_model, shown
from ..stats.item_correlation import N_ITEM_SAMPLES, ItemCorrelation
from ..stats.split_halves import SplitHalves
from .tables import Name, console_for, decimal, fitted, table_of

__all__ = [
    "acceptability_document",
    "pair_records",
    "print_acceptability",
    "result_records",
    "sentence_records",
]

_PAPERS = {
    "penlp": ("Lau et al. 2020",),
    "normlp": ("Lau et al. 2017",),
    "slor": ("Pauls and Klein 2012", "Lau et al. 2017"),
    "morcela": ("Tjuatja et al. 2024",),
}
_MOST_PHENOMENA = 30  # in a terminal


# ---------------------------------------------------------------- records


def result_records(summary: AcceptabilitySummary) -> Iterator[dict[str, Any]]:
    """Give how each measure goes with what people say, a record for each phenomenon and over all.

    Parameters
    ----------
    summary : AcceptabilitySummary

    Yields
    ------
    dict
        ``of`` is ``"sentences"`` (mean ratings), ``"pairs"``, or ``"phenomena"`` (means of pairs by phenomenon); what a
        record does not have is None.
    """
    for one in summary.sentences:
        yield _record(one.model, one.measure, "sentences", one.phenomenon, one.correlation)
    for pair in summary.pairs:
        yield _record(pair.model, pair.measure, "pairs", pair.phenomenon, pair.correlation, pair)
        if pair.over_phenomena is not None:
            yield _record(pair.model, pair.measure, "phenomena", None, pair.over_phenomena)


def _record(
    model: str,
    measure: str,
    of: str,
    phenomenon: str | None,
    correlation: ItemCorrelation,
    pair: MeasureOnPairs | None = None,
) -> dict[str, Any]:
    names = (
        "n_pairs",
        "n_defined",
        "n_ties",
        "accuracy",
        "ci_low",
        "ci_high",
        "macro",
        "n_macro",
        "n_agreed",
        "accuracy_agreed",
    )
    return {
        "model": model,
        "measure": measure,
        "of": of,
        "phenomenon": phenomenon,
        **asdict(correlation),
        **{name: None if pair is None else getattr(pair, name) for name in names},
        "silent": None if pair is None else pair.is_silent,
    }


def sentence_records(found: Acceptability) -> Iterator[dict[str, Any]]:
    """Give every sentence with its ratings and measures, a record for each model.

    Parameters
    ----------
    found : Acceptability

    Yields
    ------
    dict
        ``rating`` is the mean over people; measures in the units of `MEASURES`. None where there is none.
    """
    ratings = mean_ratings(found.table)
    n_ratings = (~np.isnan(found.table.ratings)).sum(1).tolist()
    for model in found.models:
        for place, one in enumerate(found.table.sentences):
            own = found.table.ratings[place]
            yield {
                "model": model.model,
                "row": one.where,
                "item": one.item,
                "phenomenon": one.phenomenon or None,
                "sentence": one.text,
                "n_ratings": n_ratings[place],
                "rating": _number(ratings[place]),
                "rating_sd": _number(np.std(own[~np.isnan(own)], ddof=1)) if n_ratings[place] > 1 else None,
                "n_tokens": _whole(model.n_tokens[place]),
                "n_unknown": _whole(model.n_unknown[place]),
                "unigram_logp": _number(model.unigram_log_prob[place]),
                **{name: _number(model.values[name][place]) if name in model.values else None for name in MEASURES},
            }


def pair_records(found: Acceptability, summary: AcceptabilitySummary) -> Iterator[dict[str, Any]]:
    """Give every pair with what people say of it and the margins of measures, a record for each model.

    Parameters
    ----------
    found : Acceptability
    summary : AcceptabilitySummary

    Yields
    ------
    dict
        ``margin_MEASURE`` is above 0 where the measure prefers the good sentence.
    """
    sentences = found.table.sentences
    for model in found.models:
        own = {name: margins(found, model, name) for name in MEASURES if name in model.values}
        for place, pair in enumerate(found.table.pairs):
            yield {
                "model": model.model,
                "pair": pair.name,
                "item": sentences[pair.good].item,
                "phenomenon": sentences[pair.good].phenomenon or None,
                "good": sentences[pair.good].text,
                "bad": sentences[pair.bad].text,
                "share_of_people": _number(summary.people.share[place]),
                "rating_difference": _number(summary.people.difference[place]),
                **{f"margin_{name}": _number(own[name][place]) if name in own else None for name in MEASURES},
            }


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _whole(value: float) -> int | None:
    return int(value) if math.isfinite(value) else None


def acceptability_document(found: Acceptability, summary: AcceptabilitySummary) -> dict[str, Any]:
    """Give settings, models and results as a document for JSON.

    Parameters
    ----------
    found : Acceptability
    summary : AcceptabilitySummary

    Returns
    -------
    dict
    """
    settings, table = found.settings, found.table
    return {
        "schema_version": 1,
        "source": table.source,
        "n_sentences": len(table.sentences),
        "n_pairs": len(table.pairs),
        "n_people": max(int((~np.isnan(one)).any(0).sum()) for one in (table.ratings, table.choices)),
        "settings": {
            "unigrams": None if settings.unigrams is None else str(settings.unigrams),
            "alpha": settings.alpha,
            "agree": settings.agree,
            "z_scores": settings.z_scores,
            "samples": N_ITEM_SAMPLES,
        },
        "measures": {one.name: {"equation": one.equation, "unit": one.unit} for one in MEASURES.values()},
        "models": [_model_document(model) for model in found.models],
        "compared_with": summary.people.what if table.pairs else None,
        "ceilings": {
            "sentences": None if summary.ceilings.sentences is None else asdict(summary.ceilings.sentences),
            "pairs": None if summary.ceilings.pairs is None else asdict(summary.ceilings.pairs),
        },
        "results": list(result_records(summary)),
        "notes": list(table.notes),
        "failures": [{"model": model, "message": message} for model, message in found.failures],
    }


def _model_document(model: ModelMeasures) -> dict[str, Any]:
    unigrams, learnt = model.unigrams, model.morcela
    return {
        "model": model.model,
        "spec": model.spec,
        "backend": model.info.backend,
        "fingerprint": model.info.fingerprint,
        "options": dict(model.info.options),
        "pseudo": model.info.capabilities.pseudo,
        "unigrams": None
        if unigrams is None
        else {
            "source": unigrams.source,
            "sha256": unigrams.sha256,
            "n_tokens": unigrams.n_tokens,
            "n_kinds": unigrams.n_kinds,
        },
        "morcela": None
        if learnt is None
        else {"overall": asdict(learnt.overall), "folds": [asdict(fold) for fold in learnt.folds]},
        "notes": list(model.notes),
    }


# ---------------------------------------------------------------- for the terminal


def print_acceptability(found: Acceptability, summary: AcceptabilitySummary, stream: IO[str]) -> None:
    """Print how the measures of each model go with what people say.

    Parameters
    ----------
    found : Acceptability
    summary : AcceptabilitySummary
    stream : text file
    """
    console = console_for(stream)
    for model in found.models:
        pseudo = ", pseudo-log-likelihoods" if model.info.capabilities.pseudo else ""
        console.print(Text(f"{model.model}  ({model.info.backend}{pseudo})", style="bold"))
        _print_sentences(model, summary, console)
        _print_pairs(model, found, summary, console)
        for line in _said_of(model):
            console.print(Text(line, style="dim"))
        console.print()
    for line in _said_of_people(found, summary):
        console.print(Text(line))
    console.print(Text(_said_of_intervals(found, summary), style="dim"))
    console.print(Text(shown(_papers(found)), style="dim"))


def _print_sentences(model: ModelMeasures, summary: AcceptabilitySummary, console: Console) -> None:
    own = [one for one in summary.sentences if one.model == model.model and one.phenomenon is None]
    if not own:
        return
    table = table_of(["measure"], ["n", "Pearson", "95 % interval", "Spearman", "95 % interval"])
    for one in own:
        table.add_row(Name(one.measure), str(one.correlation.n), *_shown(one.correlation, "pearson", "spearman"))
    console.print(fitted(table, console))


def _print_pairs(model: ModelMeasures, found: Acceptability, summary: AcceptabilitySummary, console: Console) -> None:
    own = [one for one in summary.pairs if one.model == model.model]
    if not own:
        return
    has_agreed = any(one.n_agreed for one in own)
    table = table_of(
        ["measure"],
        ["pairs", "ties", "accuracy", "95 % interval", *(["where people agree"] if has_agreed else []), "Pearson"],
    )
    for one in (one for one in own if one.phenomenon is None):
        table.add_row(Name(one.measure), *_figures(one, has_agreed=has_agreed))
    console.print(fitted(table, console))
    by_phenomenon = [one for one in own if one.phenomenon is not None and one.measure == "logp"]
    if by_phenomenon:
        table = table_of(
            ["phenomenon (logp)"],
            ["pairs", "ties", "accuracy", "95 % interval", *(["where people agree"] if has_agreed else []), "Pearson"],
        )
        for one in by_phenomenon[:_MOST_PHENOMENA]:
            table.add_row(Name(one.phenomenon or ""), *_figures(one, has_agreed=has_agreed))
        [overall] = [one for one in own if one.phenomenon is None and one.measure == "logp"]
        macro = "-" if overall.macro is None else decimal(overall.macro, 3)
        table.add_section()
        of = len(by_phenomenon)
        said = f"mean over {of if overall.n_macro == of else f'{overall.n_macro} of {of}'} phenomena"
        table.add_row(said, "", "", macro, *[""] * (3 if has_agreed else 2))
        console.print(fitted(table, console))
    if any(one.is_silent for one in own):
        said = "silent: the model knows none of the words that differ, so every pair is a tie; neither right nor wrong."
        console.print(Text(said, style="dim"))


def _figures(one: MeasureOnPairs, *, has_agreed: bool) -> list[str]:
    accuracy = "silent" if one.is_silent else "-" if one.accuracy is None else decimal(one.accuracy, 3)
    between = "-" if one.ci_low is None or one.ci_high is None else f"{one.ci_low:.3f} to {one.ci_high:.3f}"
    agreed = "-" if one.accuracy_agreed is None else f"{decimal(one.accuracy_agreed, 3)} of {one.n_agreed}"
    [r, _] = _shown(one.correlation, "pearson")
    return [str(one.n_pairs), str(one.n_ties or "-"), accuracy, between, *([agreed] if has_agreed else []), r]


def _shown(correlation: ItemCorrelation, *names: str) -> list[str]:
    """Show correlations, each with its interval."""
    cells = []
    for name in names:
        r, low, high = (getattr(correlation, f"{name}{end}") for end in ("", "_low", "_high"))
        cells.append("-" if r is None else decimal(r, 3, sign="+"))
        cells.append(
            "-" if low is None or high is None else f"{decimal(low, 2, sign='+')} to {decimal(high, 2, sign='+')}"
        )
    return cells


def _said_of(model: ModelMeasures) -> Iterator[str]:
    if (unigrams := model.unigrams) is not None:
        n, kinds = f"{unigrams.n_tokens:,}", f"{unigrams.n_kinds:,}"
        yield f"p_u: counts of {n} tokens of {unigrams.source}, and one more of each of {kinds} kinds."
    if (learnt := model.morcela) is not None and all(fold.alpha > 0 for fold in learnt.folds):
        said = []
        for name, unit in (("beta", ""), ("gamma", " bits")):
            _, sd, low, high = learnt.spread(name)
            value = getattr(learnt.overall, name)
            said.append(f"{name} {decimal(value, 2)}{unit} (SD {sd:.2f}, {decimal(low, 2)} to {decimal(high, 2)})")
        folds = len(learnt.folds)
        yield f"morcela: {', '.join(said)} over {folds} folds of items; each predicted from the others."


def _said_of_people(found: Acceptability, summary: AcceptabilitySummary) -> Iterator[str]:
    for what, halves in (("mean ratings", summary.ceilings.sentences), (_compared(summary), summary.ceilings.pairs)):
        if halves is not None:
            yield _said_of_halves(what, halves)
    if found.table.pairs and not np.isnan(summary.people.share).all():
        share = summary.people.share
        n = int(np.count_nonzero(summary.people.agreed(found.settings.agree)))
        good, bad = int((share > 0.5).sum()), int((share < 0.5).sum())
        yield (
            f"People prefer the good sentence in {good} of {counted(len(share), 'pair')}, the bad one in {bad}; "
            f"{found.settings.agree:.0%} of them or more agree in {n}."
        )


def _compared(summary: AcceptabilitySummary) -> str:
    return "shares of people" if summary.people.what == "share" else "differences of ratings"


def _said_of_halves(what: str, halves: SplitHalves) -> str:
    ceiling, reliability, r = (decimal(value, 3) for value in (halves.ceiling, halves.reliability, halves.r))
    return (
        f"Ceiling of {what}: {ceiling}, the root of the reliability {reliability} "
        f"(Spearman-Brown; halves of {halves.n_people} people correlate at {r})."
    )


def _said_of_intervals(found: Acceptability, summary: AcceptabilitySummary) -> str:
    said = []
    if summary.sentences:
        said.append(
            "Correlations are with the mean rating of each sentence"
            + (", of z-scores." if found.settings.z_scores else ".")
        )
    if summary.pairs:
        said.append(f"Pearson of pairs: margins with {_compared(summary)}.")
    said.append(f"Intervals of correlations: bootstrap over items ({N_ITEM_SAMPLES:,} samples).")
    return " ".join(said)


def _papers(found: Acceptability) -> list[Paper]:
    own = [PAPERS[key] for model in found.models for name in model.values for key in _PAPERS.get(name, ())]
    return [
        *own,
        *(
            paper
            for model in found.models
            for paper in behind_model(model.spec, model.info.backend, model.info.options)
        ),
    ]
