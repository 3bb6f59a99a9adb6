"""``sglite cloze``."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..files import FileSet
from ..ports.published.ettinger import PERTURBATIONS, TREATMENTS
from . import reader_may_leave
from ._messages import give, show_failures
from ._options import (
    Command,
    format_option,
    model_option,
    opener,
    option,
    out_option,
    overwrite_option,
    progress_bar,
    scoring_options,
    split_model_options,
    warn,
)

if TYPE_CHECKING:
    from ..cloze import CompletedContext, FailedModel
    from ..scoring.scorer import Scorer

_FILES = ("run.json", "cloze.json", "measures.csv", "items.csv", "completions.csv")


@click.command("cloze", cls=Command)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@model_option(multiple=True)
@option(
    "--at",
    type=click.IntRange(min=1),
    multiple=True,
    default=(1, 5),
    metavar="K",
    help="Accuracy: the expected word is among the first K. May be repeated.",
)
@option(
    "--threshold",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.01,
    metavar="P",
    help="Sensitivity: how much more probable the good completion must be, in the second measure.",
)
@option(
    "--perturb",
    type=click.Choice(["all", *PERTURBATIONS]),
    multiple=True,
    metavar="CHANGE",
    help=f"Change the contexts, too: {', '.join(PERTURBATIONS)}; or all, every change made for a file. May be "
    "repeated.",
)
@option("--runs", type=click.IntRange(min=1), default=100, help="How many random orders of words.")
@option("--seed", type=int, default=0, help="Of the random orders.")
@option(
    "--multi-token",
    type=click.Choice(TREATMENTS),
    default="exclude",
    help="Completions of several tokens: exclude the item, or take the joint probability.",
)
@option("--top", type=click.IntRange(min=1), metavar="K", help="List the K words that the model expects most, too.")
@out_option("Write cloze.json, measures.csv, items.csv, run.json and with --top completions.csv there.", folder=True)
@overwrite_option()
@format_option
@scoring_options
def command(
    files: tuple[Path, ...],
    models: tuple[str, ...],
    top: int | None,
    out: Path | None,
    overwrite: bool,
    format_: str,
    batch_size: int | None,
    quiet: bool,
    cache: Path | None,
    no_cache: bool,
    **options: Any,
) -> int:
    """Run the cloze diagnostics of Ettinger (2020): CPRAG-102, ROLE-88, NEG-136.

    FILE is one of their tab-separated files; its header says which. Masked models (mlm:NAME) predict the word at a mask
    at the end of the context, before a full stop, as in the paper.

    \b
    Examples:
      sglite cloze CPRAG-102.tsv --model mlm:bert-base-uncased
      sglite cloze data/ettinger/*.tsv --model gpt2 --at 1 --at 5 --at 10
      sglite cloze ROLE-88.tsv --model mlm:bert-large-uncased --perturb all
      sglite cloze NEG-136-SIMP.tsv --model gpt2 --top 5 --out results/

    Standard output is data only: tables, JSON, or one CSV row per measure.
    """
    from ..cloze import cloze_summary, list_completions
    from ..errors import SgliteError
    from ..plan import Settings
    from ..ports.published.ettinger import read_cloze
    from ..reports.cloze import completion_rows, measure_rows, print_cloze
    from ..runner import run
    from ..scoring.scorer import ModelChangedError

    given = split_model_options(options)
    suites = read_cloze(files, **options)
    completions: dict[str, list[CompletedContext]] = {}
    failures: list[FailedModel] = []

    def complete(scorer: Scorer) -> None:
        """List what a model expects, while it is open; if it fails at that, what was measured is not lost."""
        if top is None:
            return
        completions[scorer.name] = []
        if not scorer.info.capabilities.completions:
            warn(f"{scorer.name} cannot list what it expects; `top` has nothing of it.")
            return
        try:
            completions[scorer.name] = list_completions(scorer, suites, top)
        except ModelChangedError:  # it is asked for all of it again
            raise
        except SgliteError as error:
            failures.append({"model": scorer.name, "message": str(error)})

    with ExitStack() as stack:
        written = None if out is None else stack.enter_context(FileSet(out, _FILES, overwrite=overwrite))
        progress = stack.enter_context(progress_bar(quiet=quiet))
        opening = stack.enter_context(opener(cache, no_cache, quiet=quiet))
        settings = Settings(batch_size=batch_size, model_options=given)
        result = run(suites, list(models), settings, opener=opening, progress=progress, after=complete)
        summary = cloze_summary(result, suites)
        if top is not None:
            for model in summary["models"]:
                model["completions"] = completions[model["model"]]
        summary["failures"] += failures
        measures = _csv(measure_rows(summary))
        if written is not None:
            written.write("run.json", result.to_json())
            written.write("items.csv", result.to_frame("items").to_csv(index=False, lineterminator="\n"))
            written.write("measures.csv", measures)
            written.write("cloze.json", _json(summary))
            if top is not None:
                written.write("completions.csv", _csv(completion_rows(summary)))
            written.keep()
    if not quiet:
        for model in summary["models"]:
            for message in model["warnings"]:
                warn(f"{model['model']}: {message}")
    show_failures(failure["message"] for failure in summary["failures"])
    with reader_may_leave():
        if format_ == "table":
            from ..papers import PAPERS
            from ..reports.tables import print_references

            print_cloze(summary, sys.stdout)
            print_references([PAPERS["Ettinger 2020"]], result, sys.stdout)
        else:
            give(_json(summary) if format_ == "json" else measures)
    return 3 if summary["failures"] else 0


def _json(summary: Mapping[str, Any]) -> str:
    return json.dumps(summary, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _csv(records: Iterable[Mapping[str, Any]]) -> str:
    """Give records as CSV; what is not defined is empty."""
    rows = list(records)
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
