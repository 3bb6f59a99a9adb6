"""``sglite replicate hu2020``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError
from ._messages import give, give_json, warn
from ._options import OUTPUT, Command, format_option, option, out_option, overwrite_option, quiet_option
from ._results import (
    counting_options,
    load_results,
    results_argument,
    selection_options,
    split_counting_options,
    split_selection_options,
)

if TYPE_CHECKING:
    from ..stats.hu2020.mixed_models import FittedModel
    from ..stats.hu2020.study import CircuitStudy
    from ..stats.hu2020.values import StudyValue

_N_FIGURES = 6


@click.command("hu2020", cls=Command)
@results_argument
@option(
    "--figure",
    "figures",
    type=click.IntRange(1, _N_FIGURES),
    multiple=True,
    metavar="1-6",
    help="Only this figure. May be repeated. [default: all that can be made]",
)
@option(
    "--mixed-models", is_flag=True, help="Also fit the six mixed models of sections 4.2 and 4.3: some seconds of work."
)
@option(
    "--models-table",
    metavar="FILE",
    help="Table of the models of a run, with the columns model, class, corpus, words, seed, perplexity.",
)
@option("--sheet", metavar="NAME", help="The sheet of a workbook that is the table of models.")
@selection_options
@counting_options
@out_option(
    "A file that ends in .svg, .pdf or .png: the figure asked for. Or a folder: all figures as SVG, and tables of "
    "what they show, of models, scores and items.",
    folder=None,
    metavar="PATH",
)
@overwrite_option()
@option("--style", metavar="FILE", group=OUTPUT, help="A style of matplotlib, whose settings go over ours.")
@format_option
@quiet_option
def command(
    results: tuple[str, ...],
    figures: tuple[int, ...],
    mixed_models: bool,
    models_table: str | None,
    sheet: str | None,
    out: Path | None,
    overwrite: bool,
    style: str | None,
    format_: str,
    quiet: bool,
    **options: Any,
) -> int:
    """Make the figures, and fit the mixed models, of Hu and others (2020).

    RESULTS are the folder of their result files (data/raw of github.com/cpllab/syntactic-generalization), or what
    'sglite eval --out' wrote. Of a run, Figures 1, 5 and 6 can be made as it is; the others need --models-table, which
    says what kind of model each is, what it was trained on, and its perplexity. Of the suites published with the paper,
    those are counted that its figures count, unless --suites-as is all.

    Figure 1 is the SG score by model; 2 the SG score against test perplexity; 3 the score minus the mean of all
    controlled models, by model and by corpus, and 4 the same by circuit; 5 the score by circuit and model; 6 the score
    without and with a modifier.

    \b
    Examples:
      sglite replicate hu2020 data/raw --out figures/
      sglite replicate hu2020 data/raw --mixed-models
      sglite replicate hu2020 results/ --figure 1 --out figure-1.pdf
      sglite replicate hu2020 results/ --models-table models.csv --format csv
    """
    from ..figures.saving import PICTURE_FORMATS
    from ..reports.hu2020 import mixed_model_records, print_study, value_records
    from ..reports.records import record_lines
    from ..stats.hu2020.mixed_models import fit_mixed_models
    from ..stats.hu2020.values import FIGURES_OF_HU

    as_file = out is not None and out.suffix.lower().removeprefix(".") in PICTURE_FORMATS
    if out is not None and out.suffix and not as_file and not out.is_dir():
        raise InputError(f"`out`: {out}: a figure is a file that ends in .png, .pdf or .svg; else name a folder.")
    if as_file and len(figures) != 1:
        raise InputError("`out`: a file holds one figure: say which with `figure`, or give a folder.")
    if mixed_models and format_ == "csv" and (out is None or as_file):
        raise InputError("`mixed_models`: `format=csv` has figures only; for the fits take `format=json`, or a folder.")
    study = _study(results, models_table, sheet, options)
    if not quiet:
        for note in study.notes:
            warn(note)
    values = _values(study, figures or tuple(FIGURES_OF_HU), asked=bool(figures), quiet=quiet)
    fits = fit_mixed_models(study) if mixed_models else []
    if out is not None:
        _write(study, values, fits, out, as_file=as_file, overwrite=overwrite, style=style)
    if format_ == "json":
        give_json(
            {
                "schema_version": 1,
                "figures": list(value_records(value for own in values.values() for value in own)),
                "mixed_models": list(mixed_model_records(fits)),
            }
        )
    elif format_ == "csv":
        give("".join(record_lines(value_records(value for own in values.values() for value in own))))
    else:
        print_study(study, values, fits, sys.stdout)
    if out is not None and not quiet:
        click.echo(f"Written: {out}{'' if as_file else '/'}", err=True)
    return 0


def _study(
    results: Sequence[str], models_table: str | None, sheet: str | None, options: dict[str, Any]
) -> CircuitStudy:
    """Take their results or a run's."""
    from ..ports.published.hu_results import looks_like_hu_results, read_hu_perplexities, read_hu_results
    from ..stats.hu2020.study import study_of_publication, study_of_run
    from ..stats.model_table import read_model_table

    counting = split_counting_options(options)
    selection = split_selection_options(options)
    if len(results) == 1 and looks_like_hu_results(results[0]):
        given = [name for name, value in {**counting, **selection, "models_table": models_table}.items() if value]
        if given:
            raise InputError(
                f"`{given[0]}`: the published results come with all that their figures need, and are taken as a whole."
            )
        return study_of_publication(read_hu_results(results[0]), read_hu_perplexities(results[0]))
    run = load_results(results, **selection)
    table = None
    if models_table is not None:
        table = read_model_table(models_table, [model.model for model in run.models], sheet=sheet)
    return study_of_run(run, table, **counting)


def _values(study: CircuitStudy, figures: Sequence[int], *, asked: bool, quiet: bool) -> dict[int, list[StudyValue]]:
    """Work out figures; those that nobody asked for by number are left out where they cannot be made."""
    from ..stats.hu2020.values import study_values

    found: dict[int, list[StudyValue]] = {}
    lacking: list[str] = []
    for figure in dict.fromkeys(figures):
        try:
            found[figure] = study_values(study, figure)
        except InputError:
            if asked:
                raise
            lacking.append(str(figure))
    if not found:
        raise InputError(f"None of the figures can be made of {study.source}.")
    if lacking and not quiet:
        which = f"Figure {lacking[0]}" if len(lacking) == 1 else f"Figures {', '.join(lacking)}"
        click.echo(f"Note: not of these results: {which}; --figure {lacking[0]} says what is missing.", err=True)
    return found


def _write(
    study: CircuitStudy,
    values: Mapping[int, Sequence[StudyValue]],
    fits: Sequence[FittedModel],
    out: Path,
    *,
    as_file: bool,
    overwrite: bool,
    style: str | None,
) -> None:
    from ..figures.hu2020 import draw_study
    from ..figures.saving import image_of, save
    from ..files import FileSet, refuse_replacing
    from ..reports.hu2020 import (
        item_records,
        mixed_model_records,
        model_records,
        score_records,
        value_records,
    )
    from ..reports.records import record_lines

    if as_file:
        refuse_replacing(out, overwrite=overwrite)
        for figure, own in values.items():
            save(draw_study(study, figure, values=own, style=style), out)
        return
    tables: dict[str, Callable[[], Iterator[dict[str, Any]]]] = {
        "values.csv": lambda: value_records(value for own in values.values() for value in own),
        "models.csv": lambda: model_records(study),
        "scores.csv": lambda: score_records(study),
        "items.csv": lambda: item_records(study),
    }
    if fits:
        tables["mixed-models.csv"] = lambda: mixed_model_records(fits)
    names = [*(f"figure-{figure}.svg" for figure in values), *tables]
    with FileSet(out, names, overwrite=overwrite) as files:
        for figure, own in values.items():
            drawn = draw_study(study, figure, values=own, style=style)
            files.write(f"figure-{figure}.svg", image_of(drawn, "svg").decode())
        for name, records in tables.items():
            files.write(name, record_lines(records()))
        files.keep()
