"""``sglite eval``."""

from __future__ import annotations

import gc
import sys
import warnings
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import SgliteError, SgliteWarning
from ..reports.terminal import data_stream
from ..suite import JOINS, NORMALIZATIONS
from . import reader_may_leave
from ._messages import give_json, say_what_next, show_failures, show_warnings
from ._options import (
    SCORING,
    Command,
    executor_option,
    format_option,
    model_option,
    opener,
    option,
    out_option,
    overwrite_option,
    progress_bar,
    revisions_option,
    scoring_options,
    split_model_options,
    warn,
    word_boundary_option,
)
from ._results import counting_options, named_phenomena, phenomena_option, split_counting_options
from ._stimuli import reading_options, say_predictions, split_reading_options
from ._writing import csv_options, split_csv_options

if TYPE_CHECKING:
    from ..delimited import CsvStyle
    from ..results import RunResult
    from ..stats import RunSummary
    from ..suite import Suite


class _Share(click.FloatRange):
    """A number from 0 to 1; nothing is under NaN."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if number != number:
            self.fail(f"{value} is not a number from 0 to 1.", param, ctx)
        return number


@click.command("eval", cls=Command)
@click.argument("suites", nargs=-1, required=True, metavar="SUITE...")
@model_option(multiple=True)
@revisions_option
@reading_options
@option("--language", "languages", multiple=True, metavar="CODE", help="Only suites of this language. May be repeated.")
@option("--circuit", "circuits", multiple=True, metavar="NAME", help="Only suites of this circuit. May be repeated.")
@option("--join", type=click.Choice(JOINS), help="How regions become a sentence, instead of each suite's own way.")
@option("--context", metavar="TEXT", help="Text before every sentence: conditioned on, not scored.")
@option(
    "--eos/--no-eos",
    help="Score the end of the sentence too; (*;%c%) then includes it. [default: no; yes in 'sglite perplexity']",
    show_default=False,
)
@word_boundary_option
@option(
    "--normalize-text",
    multiple=True,
    type=click.Choice(NORMALIZATIONS),
    help="Change the text first: straight quotes, Unicode normal form C. May be repeated.",
)
@option(
    "--oov",
    type=click.Choice(["keep", "error"]),
    default="keep",
    help="What to do about a word that a model does not know.",
)
@counting_options
@phenomena_option
@option(
    "--fail-under",
    type=_Share(0, 1),
    metavar="SCORE",
    help="Exit with 1 if a model's SG score is below this (0 to 1).",
)
@executor_option
@option(
    "--shard",
    group=SCORING,
    metavar="I/N",
    show_default=False,
    help="Evaluate only the I-th of N parts of the suites, for array jobs; 'sglite merge' makes one run of all.",
)
@out_option("Write summary.json, items.csv, regions.csv, tokens.csv and run.json there.", folder=True)
@overwrite_option()
@csv_options
@format_option
@scoring_options
def command(
    suites: tuple[str, ...],
    models: tuple[str, ...],
    revisions: tuple[str, ...],
    out: Path | None,
    overwrite: bool,
    format_: str,
    fail_under: float | None,
    quiet: bool,
    cache: Path | None,
    no_cache: bool,
    executor: str,
    shard: str | None,
    languages: tuple[str, ...],
    circuits: tuple[str, ...],
    phenomena: Path | None,
    **options: Any,
) -> int:
    """Evaluate suites on models.

    SUITE is a suite file, a folder of them, or the name of a shipped suite (see 'sglite suites'); or a file of a
    published data set, as it was published: see --from.
    Ettinger's cloze sets have a command of their own, 'sglite cloze'.

    \b
    Examples:
      sglite eval suites/npz.json
      sglite eval suites/*.json --model gpt2 --model kenlm:big.arpa --out results/
      sglite eval npz --model HuggingFaceTB/SmolLM2-135M --bos "<|endoftext|>"
      sglite eval my_suite.json --model ./my-model --format json --fail-under 0.8
      sglite eval blimp/data/*.jsonl --model gpt2 --method all
      sglite eval suites/*.json --model gpt2 --executor processes:8
      sglite eval npz -m EleutherAI/pythia-70m --revisions "step*000" -o curve/
      sglite eval blimp/ --model gpt2 --shard 2/8 --out part-2/
      sglite eval syntaxgym/*.json --model ngram --ties half --suites-as paper
      sglite eval frames.csv --model gpt2 --cluster frame

    Standard output is data only: a table, the summary as JSON, or one CSV row per item and prediction.
    """
    from ..backends.revisions import with_revisions
    from ..cloze import refuse_cloze
    from ..plan import Settings
    from ..ports.collect import Reading, find_suites, select_suites
    from ..ports.pairs.report import report_lines
    from ..reports.files import OutcomesOnly, RunWriter
    from ..runner import run
    from ..shards import read_shard, take_shard
    from ..stats import summarize

    style = split_csv_options(options, is_csv=out is not None or format_ == "csv")
    join = options.pop("join")  # of the run; the readers of tables know an option of this name, too
    form, port_options = split_reading_options(options)
    counting = {**split_counting_options(options), "cluster": options.pop("cluster")}
    settings = Settings(model_options=split_model_options(options), join=join, **options, **counting)
    if settings.eos and "normalize" in port_options:
        raise click.UsageError(
            "--normalize divides by the length of a text, which the end of a sentence is no part of: no --eos."
        )
    models = tuple(with_revisions(models, revisions))
    spellings = named_phenomena(phenomena)
    with warnings.catch_warnings():
        if quiet:
            warnings.simplefilter("ignore", SgliteWarning)
        loaded = find_suites(suites, form=form, options=port_options, warn=(lambda _: None) if quiet else warn)
        loaded = select_suites(loaded, languages=languages, circuits=circuits)
        refuse_cloze(loaded)
        part = None
        if shard is not None:
            loaded, part = take_shard(loaded, read_shard(shard))
        if not quiet:
            for line in report_lines(loaded):
                click.echo(line, err=True)
            say_predictions(loaded, port_options.get("predict", ()))
    with ExitStack() as stack:
        gc.freeze()  # the suites stay till the end: looking through them for garbage is a quarter of an n-gram's run
        stack.callback(gc.unfreeze)
        keeper = (
            OutcomesOnly() if out is None else stack.enter_context(RunWriter(out, overwrite=overwrite, style=style))
        )
        opening = stack.enter_context(opener(cache, no_cache, executor=executor, quiet=quiet))
        reading = Reading.of(suites, form, **port_options)
        with progress_bar(quiet=quiet) as progress:
            result = run(
                loaded,
                list(models),
                replace(settings, shard=part),
                opener=opening,
                keeper=keeper,
                progress=progress,
                reading=reading,
                on_refusal=None if quiet or len(loaded) == 1 else _refused,
            )
        summary = summarize(result, phenomena=spellings)
        if isinstance(keeper, RunWriter):
            keeper.finish(result, summary)
    if not quiet:
        show_warnings(summary)
    show_failures(failure.message for failure in result.failures)
    with reader_may_leave():
        _write(result, summary, format_, loaded, style)
    if not quiet:
        say_what_next(out, n_models=len(result.models), n_suites=len(loaded))
    if result.failures:
        return 3
    scores = [model["sg_score"] for model in summary["models"]]
    if fail_under is not None and None in scores:
        methods = any(len(model["groups"].get("method", ())) > 1 for model in summary["models"])
        silent = any(model["silent"] for model in summary["models"])
        why = "the model knows no word that differs in these suites" if silent else "these suites predict nothing"
        why = "methods are not averaged; name one: --method full" if methods else why
        click.echo(f"Error: --fail-under: there is no score, since {why}.", err=True)
        if methods:
            return 2
    return int(fail_under is not None and any(score is None or score < fail_under for score in scores))


def _refused(error: SgliteError) -> None:
    warn(f"{error}\nThis suite is left out; the others are evaluated.")


def _write(result: RunResult, summary: RunSummary, format_: str, suites: Sequence[Suite], style: CsvStyle) -> None:
    if format_ == "json":
        give_json(summary)
    elif format_ == "csv":
        from ..reports.files import csv_lines
        from ..reports.tables import predicts_nothing

        if nothing := predicts_nothing(suite for model in summary["models"] for suite in model["suites"]):
            click.echo(f"Note: {nothing}", err=True)
        data_stream(sys.stdout).writelines(csv_lines(result.named_suites(), "items", style=style))
    else:
        from ..papers import behind_suites
        from ..reports.tables import print_references, print_summary

        print_summary(summary, sys.stdout)
        print_references(behind_suites(suite.reference for suite in suites), result, sys.stdout)
