"""Measures of cloze diagnostics as tables, with the rows and columns of the paper's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..cloze import ClozeSummary, MeasuredModel, MeasureSummary, Tally
from ..model_names import settings_shown
from .tables import Name, console_for, fitted, interval, table_of

__all__ = ["completion_rows", "measure_rows", "print_cloze"]

_COUNTS = ("runs", "n_items", "n_excluded", "n_true", "share", "ci_low", "ci_high", "sd")
_CONTEXTS = {
    "original": "original",
    "shuffle": "shuffled",
    "truncate": "truncated",
    "shuffle-truncate": "shuffled and truncated",
    "object": "no object",
    "subject": "no subject",
    "object-subject": "neither",
}


def print_cloze(summary: ClozeSummary, stream: IO[str]) -> None:
    """Print the measures of a run.

    Parameters
    ----------
    summary : ClozeSummary
        Of `syntaxgym_lite.cloze.cloze_summary`; models may have ``completions``.
    stream : file object
        Where to.
    """
    console = console_for(stream)
    for model in summary["models"]:
        # what a masked model sees, and how it is asked, `_set_up` says
        options = {name: value for name, value in model["options"].items() if name not in ("pll", "sides")}
        how = [model["backend"], *settings_shown(options), _set_up(model)]
        line = Text.assemble((model["model"], "bold"), f"  ({', '.join(how)})")
        console.print(line, soft_wrap=True)
    by_dataset: dict[str, list[tuple[str, MeasureSummary]]] = {}
    for model in summary["models"]:
        for measure in model["measures"]:
            by_dataset.setdefault(measure["dataset"], []).append((model["model"], measure))
    for dataset, measures in by_dataset.items():
        _print_dataset(console, dataset, measures)
    for model in summary["models"]:
        if model.get("completions"):
            line = Text.assemble((model["model"], "bold"), "  what is expected most, with its probability")
            console.print(line, soft_wrap=True)
            console.print(_completion_table(model))


def _set_up(model: MeasuredModel) -> str:
    """How a model was asked: a masked one may see what follows the mask."""
    if model["backend"] != "mlm":
        return "next word"
    options = model["options"]
    if options.get("sides") != "left":
        return f"masked word, both sides, pll {options.get('pll')}"
    final = options.get("final")
    return "masked word at the end" + (f", then '{final}'" if final else "")


def _print_dataset(console: Console, dataset: str, measures: Sequence[tuple[str, MeasureSummary]]) -> None:
    contexts = list(dict.fromkeys(measure["context"] for _, measure in measures))
    rows: dict[tuple[str, str], dict[str, MeasureSummary]] = {}
    for model, measure in measures:
        rows.setdefault((measure["measure"], model), {})[measure["context"]] = measure
    several = len({model for _, model in rows}) > 1
    left = [dataset, "model"] if several else [dataset]
    table = table_of(left, ["items", "excluded", "original", "95 % interval"])
    for context in contexts[1:]:
        table.add_column(_CONTEXTS[context], justify="right")
    for (name, model), found in rows.items():
        first = found["original"]
        table.add_row(
            Name(name),
            *([Name(model)] if several else []),
            str(_n_left(first)),
            str(first["n_excluded"] or "-"),
            _share(first),
            interval(first),
            *(_share(found[context]) if context in found else "" for context in contexts[1:]),
        )
    console.print(fitted(table, console))
    factors = list(dict.fromkeys(factor for found in rows.values() for factor in found["original"]["factors"]))
    for factor in factors:
        by_value = _factor_table(factor, {key: found["original"] for key, found in rows.items()})
        console.print(fitted(by_value, console))


def _factor_table(factor: str, rows: Mapping[tuple[str, str], MeasureSummary]) -> Table:
    levels = dict.fromkeys(level["value"] for row in rows.values() for level in row["factors"].get(factor, ()))
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(f"by {factor.replace('_', ' ')}")
    several = len({model for _, model in rows}) > 1
    if several:
        table.add_column("model", overflow="fold")
    for value in levels:
        table.add_column(str(value), justify="right")
    for (name, model), row in rows.items():
        found = {level["value"]: level for level in row["factors"].get(factor, ())}
        if found:
            cells = (f"{_share(level)} of {_n_left(level)}" if (level := found.get(value)) else "" for value in levels)
            table.add_row(Name(name), *([Name(model)] if several else []), *cells)
    return table


def _completion_table(model: MeasuredModel) -> Table:
    table = table_of(["context", "completions in the data", "expected most"])
    for context in model["completions"]:
        listed = ", ".join(
            f"{one['piece'].strip() or repr(one['piece'])} {one['probability']:.3f}" for one in context["completions"]
        )
        table.add_row(Text(context["text"]), Text(", ".join(context["targets"])), Text(listed))
    return table


def _n_left(row: Tally) -> int:
    """How many items are not excluded."""
    return row["n_items"] - row["n_excluded"]


def _share(row: Tally) -> str:
    if row["share"] is None:
        return "-"
    return f"{row['share']:.3f}" + ("" if row["sd"] is None else f" ± {row['sd']:.3f}")


def measure_rows(summary: ClozeSummary) -> Iterator[dict[str, Any]]:
    """Yield a row for each measure of a model, then for it among the items of each value of each factor."""
    for model in summary["models"]:
        for measure in model["measures"]:
            yield _row(model["model"], measure, measure, None, None)
            for factor, levels in measure["factors"].items():
                for level in levels:
                    yield _row(model["model"], measure, level, factor, level["value"])


def _row(model: str, measure: MeasureSummary, counts: Tally, factor: str | None, value: Any) -> dict[str, Any]:
    return {
        "model": model,
        "dataset": measure["dataset"],
        "context": measure["context"],
        "measure": measure["measure"],
        "factor": factor,
        "value": value,
        **{column: count for column, count in counts.items() if column in _COUNTS},
    }


def completion_rows(summary: ClozeSummary) -> Iterator[dict[str, Any]]:
    """Yield a row for each completion of each context."""
    for model in summary["models"]:
        for context in model.get("completions") or ():
            for place, one in enumerate(context["completions"], 1):
                yield {
                    "model": model["model"],
                    **{key: context[key] for key in ("dataset", "context", "item_number", "text")},
                    "targets": "|".join(context["targets"]),
                    "rank": place,
                    **one,
                }
