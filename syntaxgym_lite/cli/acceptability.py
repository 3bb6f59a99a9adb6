"""``sglite acceptability``."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from ..errors import InputError
from ..files import FileSet
from . import reader_may_leave
from ._messages import give, give_json, show_failures
from ._options import (
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
)
from ._results import named_phenomena, phenomena_option
from ._stimuli import sheet_option
from ._writing import csv_options, split_csv_options

_FILES = ("acceptability.json", "results.csv", "sentences.csv", "pairs.csv", "scatter.svg")
_PAIRS = "Tables of pairs"

_COLUMNS: dict[str, dict[str, Any]] = {
    "sentence": {"help": "The column of the sentences; the one that is named so by default."},
    "rating": {
        "multiple": True,
        "help": "The column of the ratings, or one for each person. May be repeated; 'rater_*' names all that begin "
        "so. [default: the one named rating, mean, judgment or acceptability]",
    },
    "rater": {"help": "Of a table with a row for each rating: the column of the people."},
    "item": {"help": "Sentences with the same item belong together. [default: those of a pair]"},
    "phenomenon": {"help": "The column of the phenomena, by which results are given, too."},
    "pair": {"group": _PAIRS, "help": "Of a table with a row for each sentence: two with the same are a pair."},
    "side": {
        "group": _PAIRS,
        "help": "Which one of the pair it is, by words like good and bad, ok and *, 1 and 0. [default: the better one "
        "is rated higher]",
    },
    "good_label": {
        "group": _PAIRS,
        "multiple": True,
        "metavar": "LABEL",
        "help": "What stands in that column at good sentences, where it is no such word. May be repeated.",
    },
    "bad_label": {"group": _PAIRS, "multiple": True, "metavar": "LABEL", "help": "What stands there at bad ones."},
    "good": {"group": _PAIRS, "help": "Of a table with a row for each pair: the good sentence."},
    "bad": {"group": _PAIRS, "help": "The bad one."},
    "choice": {
        "group": _PAIRS,
        "multiple": True,
        "help": "1 where a person chose the good sentence, else 0: a column for each, or the share of them. May be "
        "repeated; 'annotator_*' names all that begin so.",
    },
    "good_rating": {"group": _PAIRS, "multiple": True, "help": "Instead: ratings of the good sentence."},
    "bad_rating": {"group": _PAIRS, "multiple": True, "help": "Ratings of the bad one, by the same people."},
}


def _column_options(function: Any) -> Any:
    for name, settings in reversed(_COLUMNS.items()):
        typed = f"--{name.replace('_', '-')}"
        function = option(typed, name, show_default=False, **{"metavar": "COLUMN", **settings})(function)
    return function


@click.command("acceptability", cls=Command)
@click.argument("rated", metavar="TABLE", type=click.Path(path_type=Path))
@model_option(multiple=True)
@revisions_option
@_column_options
@sheet_option
@option(
    "--unigrams",
    type=click.Path(path_type=Path),
    metavar="TEXT",
    help="A text, one sentence a line, in which the frequency of each model's tokens is counted: for slor, normlp and "
    "morcela. [default: a word-level model's own counts, where its folder has them]",
)
@option("--alpha", type=float, default=0.8, metavar="A", help="Exponent of the length penalty of penlp.")
@option("--agree", type=float, default=0.75, metavar="SHARE", help="From which share of people on one side they agree.")
@phenomena_option
@option("--z-scores", is_flag=True, help="Make each person's ratings z-scores first.")
@option("--figure", metavar="MEASURE", help="Draw ratings over this measure: scatter.svg in --out.")
@executor_option
@out_option("Write acceptability.json, results.csv, sentences.csv and pairs.csv there.", folder=True)
@overwrite_option()
@csv_options
@format_option
@scoring_options
def command(
    rated: Path,
    models: tuple[str, ...],
    revisions: tuple[str, ...],
    sheet: str | None,
    unigrams: Path | None,
    alpha: float,
    agree: float,
    z_scores: bool,
    phenomena: Path | None,
    figure: str | None,
    executor: str,
    out: Path | None,
    overwrite: bool,
    format_: str,
    batch_size: int | None,
    quiet: bool,
    cache: Path | None,
    no_cache: bool,
    **options: Any,
) -> int:
    """Hold what models make of sentences against how people rate them.

    TABLE has a row for each sentence, with a mean rating or a column for each person; a row for each rating (--rater);
    or a row for each pair (--good, --bad), with the choices of people. It may also be the folder of TurBLiMP's ratings.

    Each sentence gets its log probability in bits, its means by token, word, character and byte, and the linking
    functions penlp, normlp, slor and morcela; each of them is correlated with the ratings. Of pairs: how often the good
    one has more, and how margins go with what people say.

    \b
    Examples:
      sglite acceptability rated.csv --sentence sentence --rating mean -m gpt2
      sglite acceptability rated.csv --rating 'r_*' --item item -m lstm -o out/
      sglite acceptability rated.csv --unigrams wiki.txt -m gpt2 -m lstm
      sglite acceptability ratings.csv --rater who --rating score --z-scores
      sglite acceptability rated.csv --pair item --side status --good-label gut
      sglite acceptability pairs.tsv --good good --bad bad --choice 'p_*'

    What the measures are stands in 'docs/explanation/linking-functions.md'.
    """
    from ..acceptability.measures import MEASURES, AcceptabilitySettings
    from ..acceptability.measuring import measure_models
    from ..acceptability.summary import acceptability_summary
    from ..backends.revisions import with_revisions
    from ..ports.published.turblimp_ratings import read_turblimp_ratings
    from ..ports.tables.rated import RatedColumns, read_rated
    from ..reports.acceptability import (
        acceptability_document,
        pair_records,
        print_acceptability,
        result_records,
        sentence_records,
    )
    from ..reports.records import record_lines
    from ..scoring.opener import as_models

    style = split_csv_options(options, is_csv=out is not None or format_ == "csv")
    columns = {name: options.pop(name) for name in _COLUMNS}
    settings = AcceptabilitySettings(unigrams, alpha, agree, z_scores, batch_size, named_phenomena(phenomena))
    if figure is not None and out is None:
        raise click.UsageError("--figure is written to the folder that --out names.")
    if figure is not None and figure not in MEASURES:
        raise InputError(f"`figure={figure}`: no such measure; there are {', '.join(MEASURES)}.")
    if unigrams is not None and not unigrams.is_file():
        raise InputError(f"{unigrams}: no such file.")
    if rated.is_dir():
        if named := [name for name, value in columns.items() if value]:
            raise InputError(f"{rated}: is a folder, whose columns are known; leave out `{named[0]}`.")
        table = read_turblimp_ratings(rated)
    else:
        table = read_rated(rated, RatedColumns(**columns), sheet=sheet)
    given = split_model_options(options)
    named = with_revisions(models, revisions)
    with ExitStack() as stack:
        written = None if out is None else stack.enter_context(FileSet(out, _FILES, overwrite=overwrite))
        progress = stack.enter_context(progress_bar(quiet=quiet))
        opening = stack.enter_context(opener(cache, no_cache, executor=executor, quiet=quiet))
        found = measure_models(table, as_models(list(named)), settings, opening, given, progress=progress)
        summary = acceptability_summary(found)
        document = acceptability_document(found, summary)
        if written is not None:
            written.write(
                "acceptability.json", json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
            )
            written.write("results.csv", record_lines(result_records(summary), style))
            written.write("sentences.csv", record_lines(sentence_records(found), style))
            if table.pairs:
                written.write("pairs.csv", record_lines(pair_records(found, summary), style))
            if figure is not None:
                from ..figures.acceptability import scatter
                from ..figures.saving import image_of

                written.write("scatter.svg", image_of(scatter(found, figure), "svg").decode())
            written.keep()
    if not quiet:
        for note in table.notes:
            warn(note)
        for model in found.models:
            for note in model.notes:
                warn(f"{model.model}: {note}")
    show_failures(message for _, message in found.failures)
    with reader_may_leave():
        if format_ == "json":
            give_json(document)
        elif format_ == "csv":
            give("".join(record_lines(result_records(summary), style)))
        else:
            print_acceptability(found, summary, sys.stdout)
    return 3 if found.failures else 0
