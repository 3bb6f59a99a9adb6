"""Results as commands take them: folders and documents of earlier runs, joined, and what of them is wanted."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from ..errors import InputError, listed
from ..results import RUN_FILE, RunResult
from ._messages import warn
from ._options import option

__all__ = [
    "counting_options",
    "joined_results",
    "load_results",
    "named_phenomena",
    "phenomena_option",
    "results_argument",
    "selection_options",
    "split_counting_options",
    "split_selection_options",
]

F = TypeVar("F", bound=Callable[..., Any])

SELECTION = "What of the results is taken"
COUNTING = "How scores are counted"

_SELECTION = ("suites", "circuits", "languages", "models")
_COUNTING = ("ties", "suites_as")


def results_argument(function: F) -> F:
    """``RESULTS...``: what `load_results` takes, in the parameter ``results``."""
    return click.argument("results", nargs=-1, required=True, metavar="RESULTS...")(function)


def selection_options(function: F) -> F:
    """``--suite``, ``--circuit``, ``--language``, ``--model``; see `split_selection_options`."""
    for name, values, metavar, what in (
        ("--model", "models", "NAME", "Only this model, as results name it"),
        ("--language", "languages", "CODE", "Only suites of this language"),
        ("--circuit", "circuits", "NAME", "Only suites of this circuit"),
        ("--suite", "suites", "NAME", "Only this suite"),
    ):
        short = ("-m",) if name == "--model" else ()
        function = option(
            name,
            *short,
            values,
            group=SELECTION,
            multiple=True,
            metavar=metavar,
            help=f"{what}; * stands for any letters. May be repeated.",
        )(function)
    return function


def counting_options(function: F) -> F:
    """``--ties``, ``--suites-as``, ``--cluster``; see `split_counting_options` and `split_selection_options`."""
    for decorate in (
        option(
            "--cluster",
            group=COUNTING,
            metavar="FACTOR",
            help="Items with the same value of this factor are no independent observations for intervals and tests.",
        ),
        option(
            "--suites-as",
            group=COUNTING,
            metavar="SET",
            help="Which suites a score over several counts: all; or paper, those of the figures of Hu et al. (2020). "
            "[default: all]",
        ),
        option(
            "--ties",
            group=COUNTING,
            metavar="RULE",
            help="What an item counts that a tie decides: wrong; half; or random:SEED, drawn by lot. [default: wrong]",
        ),
    ):
        function = decorate(function)
    return function


def phenomena_option(function: F) -> F:
    """``--phenomena``, a table of `syntaxgym_lite.phenomena.read_phenomena`, in the parameter ``phenomena``."""
    return option(
        "--phenomena",
        group=COUNTING,
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="A table with the columns spelling and phenomenon: names of phenomena that are one, before our own.",
    )(function)


def named_phenomena(path: Path | None) -> dict[str, str] | None:
    """Read what ``--phenomena`` names."""
    from ..phenomena import read_phenomena

    return None if path is None else read_phenomena(path)


def split_selection_options(values: dict[str, Any]) -> dict[str, Any]:
    """Take the values of `selection_options`, and ``--cluster``, out of a command's values, for `load_results`."""
    return {name: values.pop(name) for name in (*_SELECTION, "cluster") if name in values}


def split_counting_options(values: dict[str, Any]) -> dict[str, Any]:
    """Take ``--ties`` and ``--suites-as`` out of a command's values, for `stats.summarize`; those given only."""
    taken = {name: values.pop(name) for name in _COUNTING if name in values}
    return {name: value for name, value in taken.items() if value is not None}


def load_results(
    paths: Sequence[str],
    *,
    suites: Sequence[str] = (),
    circuits: Sequence[str] = (),
    languages: Sequence[str] = (),
    models: Sequence[str] = (),
    cluster: str | None = None,
    whole: bool = False,
) -> RunResult:
    """Read results and join them.

    Parameters
    ----------
    paths : sequence of str
        Folders that ``sglite eval --out`` wrote, or ``run.json`` files; see `joined_results`.
    suites, circuits, languages, models : sequence of str
        See `RunResult.select`.
    cluster : str, optional
        A factor by which items belong together; see `syntaxgym_lite.stats.clustered_by`.
    whole : bool, optional
        Refuse a single part of a run (``--shard``), too; otherwise a warning says that it is one.

    Raises
    ------
    InputError
        If one is no result, says what it is; if they do not belong together; if nothing of a name is there.
    """
    run = joined_results(paths, whole=whole)
    run = run.select(suites=suites, circuits=circuits, languages=languages, models=models)
    if cluster is None:
        return run
    from ..stats import clustered_by

    return clustered_by(run, cluster)


def joined_results(paths: Sequence[str], *, whole: bool = False) -> RunResult:
    """Read results and join them; each may have a name before it: ``small=results/``.

    Of a single part of a run, a warning says that it is one; where the run has to be `whole`, it is refused.

    Raises
    ------
    InputError
        See `load_results`.
    """
    from ..backends.specs import split_name
    from ..merging import Part, merge_parts
    from ..shards import shard_of

    parts = []
    for text in paths:
        name, place = split_name(text)
        parts.append(Part(RunResult.load(_document(place)), place, name))
    shard = shard_of(parts[0].run.settings) if len(parts) == 1 and not whole else None
    if shard is not None and shard.of > 1:
        warn(f"{parts[0].source} is part {shard} of a run; what is said here is of the suites of this part alone.")
        return parts[0].run
    return merge_parts(parts)


def _document(text: str) -> Path:
    """Find the document that somebody means; say of anything else what it is."""
    if not text:
        raise InputError("No folder or file of results was named.")
    path = Path(text).expanduser()
    if path.is_dir():
        return _in_folder(path)
    if not path.exists():
        raise InputError(_no_such(text))
    if path.name != RUN_FILE and (said := _something_else(path)):
        raise InputError(f"{path}: {said}")
    return path


def _in_folder(folder: Path) -> Path:
    if (folder / RUN_FILE).is_file():
        return folder / RUN_FILE
    below = sorted(str(path.parent) for path in folder.glob(f"*/{RUN_FILE}"))
    if below:
        raise InputError(f"{folder}: has no {RUN_FILE}; folders in it have: {listed(below, 5)}. Name those you mean.")
    if any(folder.glob(".*.sglite.*.part")):
        raise InputError(f"{folder}: has no {RUN_FILE} yet: a run writes there, or was ended while it did.")
    if any(folder.glob("*.json")):
        raise InputError(
            f"{folder}: has no {RUN_FILE}. If it holds suites, evaluate them first: "
            f"sglite eval {folder} with `out=results/`."
        )
    raise InputError(f"{folder}: has no {RUN_FILE}, which 'sglite eval' writes to the folder after `out`.")


def _no_such(text: str) -> str:
    from ..resources import shipped_suites

    if text in shipped_suites():
        return f"{text}: is a suite, not results. Evaluate it first: 'sglite eval {text}' with `out=results/`."
    return f"{text}: no such file or folder. Results are what 'sglite eval' writes to the folder after `out`."


def _something_else(path: Path) -> str:
    """Say what a file is that is no document of a run."""
    beside = path.parent / RUN_FILE
    if path.suffix.lower() in (".csv", ".tsv") or path.name == "summary.json":
        if beside.is_file():
            return f"holds a part of the results; give {os.fspath(beside)}, which holds all of them."
        return f"holds a part of the results at most; give the {RUN_FILE} that was written beside it."
    from ..ports.other_files import what_else
    from ..reports.html import is_report
    from ..suite.json import loads_suite

    if is_report(path):
        return f"is a report, made of results; give the folder or the {RUN_FILE} that it was made of."
    if path.suffix.lower() == ".json":
        try:
            loads_suite(path.read_text(encoding="utf-8"))
        except (InputError, OSError, ValueError):
            pass
        else:
            return f"is a suite, not results. Evaluate it first: 'sglite eval {path}' with `out=results/`."
    said = what_else(path)
    return "" if said is None or said.startswith("is a recorded run") else said
