"""``sglite rear``."""

from __future__ import annotations

import math
from pathlib import Path

import click

from ._messages import as_typed, say_what_next, show_failures
from ._options import Command, option, out_option, progress_bar, quiet_option
from ._streams import models_talk_aside


def _shown_cost(speed: float | None, minutes: float) -> str:
    if speed is None:
        return f"{'is there':>24}"
    return f"{speed:,.0f} words/s {minutes:>8,.1f} min".rjust(24) if not math.isnan(speed) else f"{'failed':>24}"


@click.command("rear", cls=Command)
@click.argument("plan", type=click.Path(path_type=Path), metavar="PLAN.toml")
@out_option("Folder for models and results. [default: beside the plan, by its name]", folder=None, metavar="FOLDER")
@option(
    "--dry-run", is_flag=True, help="Train each class for some seconds, score with it, and say how long the plan takes."
)
@option(
    "--executor",
    default="serial",
    metavar="WHERE",
    help="Where models are trained: serial, processes:N, or dask:ADDRESS (machines that share the disk).",
)
@option(
    "--shard",
    metavar="I/N",
    show_default=False,
    help="Train only every N-th model, from the I-th, and score nothing: for array jobs. The same command without it "
    "scores when all are there.",
)
@quiet_option
def command(plan: Path, out: Path | None, dry_run: bool, executor: str, shard: str | None, quiet: bool) -> int:
    """Train models of several classes and sizes, and hold them against each other.

    PLAN.toml says what is learnt from, in which nested sizes, by which classes of models and seeds, and which suites
    they are scored on. Trains what is missing, scores the suites, measures perplexity on the test text, and writes one
    folder of results with a table of the models, which 'sglite plot learning' and 'sglite plot perplexity' take. A plan
    that was cut short goes on with the same command.

    \b
    Examples:
      sglite rear plan.toml --dry-run
      sglite rear plan.toml --out rearing/
      sglite rear plan.toml --executor processes:4
      sglite plot rearing/results learning -o learning.pdf \\
          --models-table rearing/results/models.csv
    """
    from ..rearing.cost import costs
    from ..rearing.plan_file import load_plan
    from ..rearing.rear import rear
    from ..shards import read_shard

    part = None if shard is None else read_shard(shard)
    read = load_plan(plan)
    out = out or plan.with_suffix("")
    if dry_run:
        total = 0.0
        for place, cost in enumerate(costs(read, out)):
            if place == 0:  # by now the plan was read
                click.echo(f"{'':30} {'training':>24} {'scoring':>24}")
            total += cost.minutes + (0.0 if math.isnan(cost.scoring_minutes) else cost.scoring_minutes)
            halves = (cost.words_per_second, cost.minutes), (cost.scored_per_second, cost.scoring_minutes)
            click.echo(" ".join((f"{cost.name:30}", *(_shown_cost(speed, minutes) for speed, minutes in halves))))
        click.echo(f"{'in all, one after the other':30} {total:>49,.1f} min")
        return 0

    def say(line: str) -> None:
        if not quiet:
            click.echo(as_typed(line), err=True)

    with models_talk_aside(), progress_bar(quiet=quiet) as progress:
        found = rear(read, out, executor=executor, shard=part, say=say, progress=progress)
    if found is None:
        return 0
    show_failures([*found.failures, *(failure.message for failure in found.result.failures)])
    say(f"{found.models}: the table of models, for --models-table.")
    if not quiet:
        say_what_next(found.folder / "results", n_models=len(found.result.models), n_suites=0)
    click.echo(str(found.folder / "results"))
    return 3 if found.failures or found.result.failures else 0
