"""``sglite plot``."""

from __future__ import annotations

import re
import string
import sys
from collections.abc import Callable, Iterator, Sequence
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..errors import InputError, did_you_mean
from ..figures import FIGURES, options_of_figure
from ._options import Command, option, out_option, overwrite_option, quiet_option
from ._results import (
    counting_options,
    load_results,
    selection_options,
    split_counting_options,
    split_selection_options,
)

if TYPE_CHECKING:
    from ..results import RunResult

F = TypeVar("F", bound=Callable[..., Any])

SHOWN = "What is shown"
LOOKS = "How it looks"
# PICTURE_FORMATS of figures.saving, which --help need not import; a test holds the two together
_FORMATS = ("png", "pdf", "svg")


class _Names(click.ParamType):  # type: ignore[type-arg]  # generic in later versions of click only
    """Names parted by commas."""

    name = "names"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return tuple(name.strip() for name in value.split(",") if name.strip()) if isinstance(value, str) else value


class _Confidence(click.FloatRange):
    """A coverage: 0.95, or 95 for per cent."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = float(click.FLOAT(str(value).rstrip("% "), param, ctx))
        return super().convert(number / 100 if number > 1 else number, param, ctx)


_KIND_OPTIONS: dict[str, dict[str, Any]] = {
    "conditions": {
        "type": _Names(),
        "metavar": "NAME,...",
        "help": "regions: only these conditions, in this order.",
    },
    "regions": {
        "type": _Names(),
        "metavar": "REGION,...",
        "help": "regions: only these, by number or name; 2:5 for several.",
    },
    "prediction": {
        "metavar": "N|NAME",
        "help": "difference, margins: only this prediction, by number (the first is 0) or name.",
    },
    "left": {"metavar": "CONDITION", "help": "difference: the condition less another, whatever predictions say."},
    "right": {"metavar": "CONDITION", "help": "difference: that other condition."},
    "metric": {
        "metavar": "METRIC",
        "help": "regions, difference: value of a region: sum, mean, word_mean, max, prob, ... [default: the suite's]",
    },
    "factor": {
        "metavar": "NAME",
        "help": "attractors: the factor of items on the x axis. [default: the number of attractors]",
    },
    "heat": {
        "flag": "--heat/--no-heat",
        "help": "scores, models: numbers in shaded cells, not dots. [default: of many models]",
    },
    "spearman": {"is_flag": True, "help": "models: correlate ranks."},
    "perplexity": {
        "type": click.Path(path_type=Path),
        "metavar": "FILE",
        "help": "perplexity: what 'sglite perplexity --format csv' printed, or a table with columns model, perplexity.",
    },
    "measure": {
        "type": click.Choice(("perplexity", "bits_per_character")),
        "help": "perplexity: what is on the x axis, of the column of that name. [default: perplexity]",
    },
    "text": {"metavar": "NAME", "help": "perplexity: which of several texts. [default: all together]"},
    "models_table": {
        "type": click.Path(path_type=Path),
        "metavar": "FILE",
        "help": "perplexity, learning: a table with columns model, class, corpus, words or step, seed, perplexity, "
        "bits_per_character.",
    },
    "by": {
        "type": click.Choice(("class", "circuit", "suite")),
        "help": "learning: SG scores by class of models, or a plot for each circuit or suite. [default: class]",
    },
    "x": {"metavar": "COLUMN", "help": "learning: column of the x axis. [default: words, else step]"},
    "confidence": {
        "type": _Confidence(0, 1, min_open=True, max_open=True),
        "metavar": "X",
        "help": "Coverage of intervals. [default: 0.95]",
    },
}
"""Options of kinds of figures; those given go to the figure, which refuses one that it does not know."""


def _kind_options(function: F) -> F:
    for name, settings in reversed(_KIND_OPTIONS.items()):
        own = {key: value for key, value in settings.items() if key != "flag"}
        flag = settings.get("flag", f"--{name.replace('_', '-')}")
        function = option(flag, name, default=None, group=SHOWN, **own)(function)
    return function


def _look_options(function: F) -> F:
    for decorate in (
        option("--no-caption", group=LOOKS, is_flag=True, help="No caption in the picture; it is still printed."),
        option("--title", group=LOOKS, metavar="TEXT", help="A title above the figure."),
        option(
            "--style",
            group=LOOKS,
            metavar="FILE|NAME",
            help="A style of matplotlib, by name or as an .mplstyle file; its settings go over ours.",
        ),
        option(
            "--dpi",
            group=LOOKS,
            type=click.FloatRange(10, 2400),
            metavar="N",
            help="Dots per inch of a PNG. [default: 300]",
        ),
        option("--height", group=LOOKS, metavar="MM", help="Height without caption. [default: what the plots need]"),
        option(
            "--width",
            group=LOOKS,
            metavar="single|double|MM",
            help="One column of a page (84 mm), both (174 mm), or a width in mm. [default: what the figure needs]",
        ),
    ):
        function = decorate(function)
    return function


def _show_kinds(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        width = max(map(len, FIGURES))
        for name, kind in FIGURES.items():
            click.echo(f"{name:{width}}  {kind.shows}")
        ctx.exit()


@click.command("plot", cls=Command)
@click.argument("words", nargs=-1, required=True, metavar="RESULTS... KIND")
@_kind_options
@selection_options
@counting_options
@_look_options
@out_option(
    "File to write (.png, .pdf or .svg), or a folder; {suite}, {model} and {kind} in the name make a file for each. "
    "[default: KIND.png]",
    folder=None,
    metavar="FILE",
)
@overwrite_option()
@quiet_option
@option(
    "--list",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_kinds,
    help="List the kinds of figures and exit.",
)
def command(
    words: tuple[str, ...],
    out: Path | None,
    overwrite: bool,
    quiet: bool,
    no_caption: bool,
    dpi: float | None,
    **options: Any,
) -> None:
    """Draw figures of results: PNG, PDF or SVG.

    RESULTS is what 'sglite eval --out' wrote: a folder, or the run.json in it; several are joined. KIND is a
    figure that 'sglite plot --list' names: regions, say. Several kinds give a
    file each. The caption, which says what intervals are, n and units, is printed as well, for the paper. A picture
    that sglite made is replaced; any other file only with --overwrite.

    \b
    Examples:
      sglite plot results/ regions --suite npz -o npz.pdf --width single
      sglite plot results/ regions -o 'figures/{suite}.svg'
      sglite plot results/ margins --suite npz --prediction 0
      sglite plot small/ large/ scores -o scores.png --style mine.mplstyle
    """
    import logging

    from ..errors import listed
    from ..figures import draw

    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # that it builds its list of fonts is its own affair
    from ..figures.saving import save

    results, kinds = _told_apart(words)
    selection = split_selection_options(options)
    counting = split_counting_options(options)
    given = {name: value for name, value in options.items() if value is not None}
    for kind in kinds:
        _refuse_unknown([*counting, *given], kind)
    run = load_results(results, **selection)
    jobs = [(path, kind, part) for kind in kinds for path, part in _files(out, kind, run, several=len(kinds) > 1)]
    taken = [path for path, _, _ in jobs if not overwrite and _is_of_others(path)]
    if taken:
        raise InputError(
            f"{listed([str(path) for path in taken], 3)}: there already, and no picture of sglite; name another file, "
            "or give `overwrite` to replace it."
        )
    for path, kind, part in jobs:
        figure = draw(kind, part, caption=not no_caption, **given, **counting)
        save(figure, path, dpi=dpi)
        width, height = (round(25.4 * float(length)) for length in figure.get_size_inches())
        if not quiet:
            click.echo(f"Wrote {path} ({width} x {height} mm).\n{figure.caption}", err=True)
        if not sys.stdout.isatty():
            click.echo(str(path))


def _told_apart(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Results and kinds, in whatever order they came; of a name that is both, the last that is given is the kind."""
    is_kind = [word.casefold() in FIGURES and not Path(word).exists() for word in words]
    if not any(is_kind):  # a folder may have the name of a kind
        places = [place for place, word in enumerate(words) if word.casefold() in FIGURES]
        if len(words) > 1 and places:
            is_kind[places[-1]] = True
    kinds = list(dict.fromkeys(word.casefold() for word, kind in zip(words, is_kind, strict=True) if kind))
    results = [word for word, kind in zip(words, is_kind, strict=True) if not kind]
    there = ", ".join(FIGURES)
    if not kinds:
        near = next((did_you_mean(word.casefold(), FIGURES) for word in words if not Path(word).exists()), "")
        raise click.UsageError(f"Which figure? Name one of {there} behind the results.{near}")
    if not results:
        raise click.UsageError(
            f"Of which results? Name the folder before '{kinds[0]}': sglite plot results/ {kinds[0]}"
        )
    return results, kinds


def _refuse_unknown(names: Sequence[str], kind: str) -> None:
    known = options_of_figure(kind)
    for name in names:
        if name not in known and name not in _OF_ALL:
            others = [other for other in FIGURES if other != kind and name in options_of_figure(other)]
            raise InputError(
                f"`{name}` does not apply to the figure '{kind}'"
                + (f": it is for {', '.join(others)}." if others else ".")
            )


_OF_ALL = ("title", "style")
_FIELDS = ("suite", "model", "kind", "circuit")


def _files(out: Path | None, kind: str, run: RunResult, *, several: bool) -> Iterator[tuple[Path, RunResult]]:
    """Where each figure goes, and of which results it is."""
    if out is None:
        yield Path(f"{kind}.png"), run
        return
    name = str(out)
    if out.is_dir() or name.endswith(("/", "\\")) or (several and not out.suffix):
        name = str(out / ("{kind}-{suite}.png" if FIGURES[kind].is_of_one_suite else "{kind}.png"))
    elif not out.suffix:
        raise InputError(
            f"{out}: a figure is a file that ends in {', '.join(f'.{one}' for one in _FORMATS)}, or stands in a folder "
            "that is there."
        )
    elif several and "{kind}" not in name:
        raise InputError(f"{out}: one file for several figures: write {{kind}} into its name, or name a folder.")
    fields = _fields(name)
    if Path(name).suffix.lower().removeprefix(".") not in _FORMATS:
        raise InputError(f"{out}: a figure is a file that ends in {', '.join(f'.{one}' for one in _FORMATS)}.")
    seen: dict[str, int] = {}
    for values, part in _parts(fields, run):
        path = name
        for field, value in {**values, "kind": kind}.items():
            path = path.replace(f"{{{field}}}", _file_name(value))
        seen[path] = seen.get(path, 0) + 1
        own = Path(path)
        yield own if seen[path] == 1 else own.with_stem(f"{own.stem}-{seen[path]}"), part


def _fields(name: str) -> list[str]:
    try:
        fields = [field for _, field, _, _ in string.Formatter().parse(name) if field is not None]
    except ValueError:
        fields = ["?"]
    for field in fields:
        if field not in _FIELDS:
            shown = "a single bracket" if field == "?" else f"{{{field}}}"
            raise InputError(
                f"{name}: has {shown}; in names of files stand {', '.join(f'{{{one}}}' for one in _FIELDS)}."
            )
    return fields


def _parts(fields: Sequence[str], run: RunResult) -> Iterator[tuple[dict[str, str], RunResult]]:
    """Cut a run into the parts that the fields of a name tell apart."""
    kept = {
        "model": [model.model for model in run.models],
        "suite": [suite.suite for model in run.models for suite in model.suites],
        "circuit": [suite.circuit for model in run.models for suite in model.suites if suite.circuit],
    }
    asked = [field for field in ("model", "circuit", "suite") if field in fields]
    if not asked:
        yield {}, run
        return
    for value in dict.fromkeys(kept[asked[0]]):
        part = run.select(**{f"{asked[0]}s": [escape(value)]})
        for values, smaller in _parts(asked[1:], part):
            yield {asked[0]: value, **values}, smaller


def _file_name(text: str) -> str:
    """A name of a suite or model as part of a file's name, on any system."""
    return re.sub(r'[\\/:*?"<>|\s\x00-\x1f]+', "_", text).strip("._")[:80] or "_"


def _is_of_others(path: Path) -> bool:
    """Whether there is a file that this command has not made."""
    from ..figures.saving import is_own_picture

    return path.is_file() and path.stat().st_size > 0 and not is_own_picture(path)
