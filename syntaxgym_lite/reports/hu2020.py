"""The numbers behind the figures of Hu et al. (2020), as tables, records and files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import IO, Any

from rich.table import Table

from ..errors import listed
from ..papers import PAPERS
from ..stats.hu2020.mixed_models import FittedModel
from ..stats.hu2020.study import CircuitStudy
from ..stats.hu2020.values import FIGURES_OF_HU, StudyValue
from .tables import Name, console_for, decimal, fitted, table_of

__all__ = [
    "item_records",
    "mixed_model_records",
    "model_records",
    "print_study",
    "score_records",
    "value_records",
]

_PAPER = PAPERS["Hu et al. 2020"]


def print_study(
    study: CircuitStudy, values: Mapping[int, Sequence[StudyValue]], models: Sequence[FittedModel], stream: IO[str]
) -> None:
    """Print the numbers of figures, and the mixed models if there are any.

    Parameters
    ----------
    study : CircuitStudy
    values : mapping of int to sequence of StudyValue
        By figure.
    models : sequence of FittedModel
    stream : text file
    """
    console = console_for(stream)
    n_items = sum(len(items) for items in study.instances[0].credits.values())
    console.print(
        f"{len(study.instances)} instances of {len(study.models)} models, {len(study.suites)} suites, {n_items} items"
    )
    for figure, own in values.items():
        console.print(f"\nFigure {figure}: {FIGURES_OF_HU[figure]}", style="bold")
        for table in _TABLES[figure](own):
            console.print(fitted(table, console))
    if models:
        console.print("\nLinear mixed models", style="bold")
        for table in _model_tables(models):
            console.print(fitted(table, console))
        console.print(_said_of_models(models))
    console.print(
        f"Intervals: 95 %, bootstrap over suites and items within them; instances are not resampled.\nAfter {_PAPER}."
    )


def _figure_1(values: Sequence[StudyValue]) -> Iterator[Table]:
    table = table_of(["model"], ["SG score", "95 % interval", "instances"])
    for value in values:
        table.add_row(Name(value.name), decimal(value.value, 3), _interval(value), str(value.n_instances))
    yield table


def _figure_2(values: Sequence[StudyValue]) -> Iterator[Table]:
    table = table_of(["model", "corpus", "instance"], ["perplexity", "SG score"])
    for value in sorted(values, key=lambda value: value.perplexity or 0.0):
        named = (value.model, value.corpus or "-", value.name)
        table.add_row(*map(Name, named), decimal(value.perplexity or 0.0, 1), decimal(value.value, 3))
    yield table


def _figure_3(values: Sequence[StudyValue]) -> Iterator[Table]:
    for panel, own in _panels(values):
        table = table_of([_PANELS[panel]], ["difference", "95 % interval", "instances"])
        for value in own:
            table.add_row(
                Name(value.name), decimal(value.value, 3, sign="+"), _interval(value, sign="+"), str(value.n_instances)
            )
        yield table


_PANELS = {"model": "model", "corpus": "training corpus"}


def _panels(values: Sequence[StudyValue]) -> Iterator[tuple[str, list[StudyValue]]]:
    for panel in dict.fromkeys(value.panel for value in values):
        yield panel, [value for value in values if value.panel == panel]


def _by_circuit(values: Sequence[StudyValue], *, sign: str = "") -> Iterator[Table]:
    for panel, own in _panels(values):
        circuits = list(dict.fromkeys(value.circuit for value in own))
        table = table_of([_PANELS[panel]])
        for circuit in circuits:
            table.add_column(Name(circuit.lower().replace("_", " ")), justify="right")
        at = {(value.name, value.circuit): value.value for value in own}
        for name in dict.fromkeys(value.name for value in own):
            table.add_row(Name(name), *(decimal(at[name, circuit], 3, sign=sign) for circuit in circuits))
        yield table


def _figure_4(values: Sequence[StudyValue]) -> Iterator[Table]:
    return _by_circuit(values, sign="+")


def _figure_6(values: Sequence[StudyValue]) -> Iterator[Table]:
    table = table_of(["model"], ["no modifier", "with modifier", "difference"])
    for name in dict.fromkeys(value.name for value in values):
        plain, modified = (value.value for value in values if value.name == name)
        table.add_row(Name(name), decimal(plain, 3), decimal(modified, 3), decimal(modified - plain, 3, sign="+"))
    yield table


_TABLES: Mapping[int, Callable[[Sequence[StudyValue]], Iterator[Table]]] = {
    1: _figure_1,
    2: _figure_2,
    3: _figure_3,
    4: _figure_4,
    5: _by_circuit,
    6: _figure_6,
}


def _interval(value: StudyValue, *, sign: str = "") -> str:
    if value.low is None or value.high is None:
        return "-"
    return f"{decimal(value.low, 3, sign=sign)} to {decimal(value.high, 3, sign=sign)}"


def _model_tables(models: Sequence[FittedModel]) -> Iterator[Table]:
    table = table_of(["model"], ["df", "AIC", "BIC", "log lik.", "χ²", "p"])
    for model in models:
        fit = model.fit
        tested = ("", "")
        if model.chi_square is not None and model.p is not None:
            tested = (f"{decimal(model.chi_square, 3)} ({model.df})", f"{model.p:.4g}")  # as R prints them
        numbers = (decimal(value, 2) for value in (fit.aic, fit.bic, fit.log_likelihood))
        table.add_row(Name(model.name), str(fit.df), *numbers, *tested)
    yield table
    table = table_of(["model", "fixed effects"])
    for model in models:
        table.add_row(Name(model.name), model.formula.split(" ~ ")[1].split(" + (")[0])
    yield table
    whole = models[0]
    table = table_of([f"coefficients of {whole.name}"], ["estimate", "SE"])
    for name, estimate, error in zip(whole.fit.names, whole.fit.coefficients, whole.fit.standard_errors, strict=True):
        table.add_row(Name(name), decimal(estimate, 4, sign="+"), decimal(error, 4))
    yield table


def _said_of_models(models: Sequence[FittedModel]) -> str:
    whole = models[0]
    parts = [
        f"Fitted by maximum likelihood to {whole.fit.n:,} scores; numwords: millions of training words. Random effects "
        f"of all: those of {whole.name} by suite, and an intercept by instance. Each p is of the model without that "
        "part against the whole one."
    ]
    singular = [model.name for model in models if model.fit.singular]
    if singular:
        parts.append(f"Singular, as some random effect has no variance in these scores: {listed(singular)}.")
    stuck = [model.name for model in models if not model.fit.converged]
    if stuck:
        parts.append(f"Did not converge, so that its numbers are not to be used: {listed(stuck)}.")
    return "\n".join(parts)


# --------------------------------------------------------------------------------------------- records and files


def value_records(values: Iterable[StudyValue]) -> Iterator[dict[str, Any]]:
    """Give the numbers of figures, a record each.

    Parameters
    ----------
    values : iterable of StudyValue

    Yields
    ------
    dict
    """
    for value in values:
        yield {
            "figure": value.figure,
            "panel": value.panel,
            "circuit": value.circuit or None,
            "name": value.name,
            "series": value.series or None,
            "value": value.value,
            "ci_low": value.low,
            "ci_high": value.high,
            "n_instances": value.n_instances,
            "n_suites": value.n_suites,
            "n_items": value.n_items,
            "model": value.model or (value.name if value.panel == "model" else None),
            "corpus": value.corpus or (value.name if value.panel == "corpus" else None),
            "perplexity": value.perplexity,
        }


def mixed_model_records(models: Iterable[FittedModel]) -> Iterator[dict[str, Any]]:
    """Give the fits, a record each.

    Parameters
    ----------
    models : iterable of FittedModel

    Yields
    ------
    dict
    """
    for model in models:
        fit = model.fit
        yield {
            "model": model.name,
            "formula": model.formula,
            "n": fit.n,
            "df": fit.df,
            "aic": fit.aic,
            "bic": fit.bic,
            "log_likelihood": fit.log_likelihood,
            "against": model.against or None,
            "chi_square": model.chi_square,
            "df_of_test": model.df,
            "p": model.p,
            "converged": fit.converged,
            "singular": fit.singular,
            "residual_sd": fit.residual_sd,
            "coefficients": dict(zip(fit.names, fit.coefficients, strict=True)),
            "standard_errors": dict(zip(fit.names, fit.standard_errors, strict=True)),
            "random_sd": {term.name: dict(zip(term.names, term.sd, strict=True)) for term in fit.random},
        }


def model_records(study: CircuitStudy) -> Iterator[dict[str, Any]]:
    """Give the instances, as a table of models has them.

    Parameters
    ----------
    study : CircuitStudy

    Yields
    ------
    dict
    """
    for one in study.instances:
        yield {
            "model": one.name,
            "class": one.model,
            "corpus": one.corpus,
            "words": one.words,
            "seed": one.seed,
            "perplexity": one.perplexity,
        }


def score_records(study: CircuitStudy) -> Iterator[dict[str, Any]]:
    """Give the score of each instance on each suite: what mixed models are fitted to.

    Parameters
    ----------
    study : CircuitStudy

    Yields
    ------
    dict
    """
    for one, described in zip(study.instances, model_records(study), strict=True):
        for suite, credits in one.credits.items():
            yield {
                **{key: value for key, value in described.items() if key != "perplexity"},
                "suite": suite,
                "circuit": study.circuits[suite],
                "n_items": len(credits),
                "score": float(credits.mean()),
            }


def item_records(study: CircuitStudy) -> Iterator[dict[str, Any]]:
    """Give what each item counts.

    Parameters
    ----------
    study : CircuitStudy

    Yields
    ------
    dict
    """
    for one in study.instances:
        for suite, credits in one.credits.items():
            for number, credit in zip(study.item_numbers[suite], credits.tolist(), strict=True):
                yield {
                    "model": one.name,
                    "class": one.model,
                    "corpus": one.corpus,
                    "suite": suite,
                    "circuit": study.circuits[suite],
                    "item_number": number,
                    "right": int(credit) if credit in (0, 1) else credit,
                }
