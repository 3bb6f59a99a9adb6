"""A run as one page in the browser, which opens from disk and asks for nothing else.

`suites` gathers what the page shows of each suite, `overview` what it shows of all, `wording` says it in sentences, and
`page` puts all into one file. ``templates/`` has the page, ``static/`` its styles and scripts.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import InputError, counted, inert
from ...files import write_whole
from ...results import RunResult
from ...stats import RunSummary, summarize

if TYPE_CHECKING:
    from .suites import SuiteData

__all__ = ["REPORT_FILE", "html_report", "is_report", "save_report"]

REPORT_FILE = "report.html"


def html_report(run: RunResult, *, title: str = "", **counting: Any) -> str:
    """Give the report of a run: a page that holds all that it shows.

    Parameters
    ----------
    run : RunResult
    title : str, optional
        What stands above it; by default how many suites and which models.
    **counting
        How scores are counted: options of `syntaxgym_lite.stats.summarize`.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> html_report(sgl.evaluate("npz"), title="A first try").splitlines()[0]
    '<!DOCTYPE html>'
    """
    from ..methods import methods_paragraph
    from .comparison import comparison_document, comparison_of, matrix_of
    from .overview import overview_of
    from .page import page
    from .provenance import provenance_of
    from .suites import suites_of

    summary = summarize(run, **counting)
    suites = suites_of(run, summary)
    if not suites:
        raise InputError("There is nothing to report: no model has a result on a suite.")
    found = comparison_of(run, summary)
    return page(
        "report.html.jinja",
        title=title or _title(summary, suites),
        overview=overview_of(summary, suites),
        matrix=None if found is None else matrix_of(found),
        provenance=provenance_of(run, summary, suites),
        methods=methods_paragraph(run, summary),
        created=_day(run.created),
        version=run.versions.get("syntaxgym_lite", ""),
        failures=_failures(summary),
        warnings=_warnings(summary, suites),
        data={
            "models": [_model(model) for model in summary["models"]],
            "suites": [one.key for one in suites],
            "compares": found is not None,
        },
        blocks=[
            *(() if found is None else [("comparison", comparison_document(found, suites))]),
            *((f"suite-{place}", one.document()) for place, one in enumerate(suites)),
        ],
    )


def save_report(run: RunResult, path: str | Path, *, overwrite: bool = False, **options: Any) -> Path:
    """Write the report of a run.

    Parameters
    ----------
    run : RunResult
    path : str or Path
        A file, or a folder that exists: then ``report.html`` in it.
    overwrite : bool, optional
        Whether to replace a file that is no report; an earlier report is replaced anyway.
    **options
        Of `html_report`.

    Returns
    -------
    Path
        The file written.

    Raises
    ------
    InputError
        If there is another file in its place, or it cannot be written; an earlier one is then as it was.
    """
    path = Path(path)
    if path.is_dir():
        path = path / REPORT_FILE
    if not overwrite and path.is_file() and path.stat().st_size and not is_report(path):
        raise InputError(f"{path}: is there already, and no report; name another file, or give `overwrite`.")
    text = html_report(run, **options)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise InputError(f"{path}: {path.parent} is a file, not a folder.") from None
    write_whole(path, text)
    return path


def is_report(path: Path) -> bool:
    """Whether a file is a report, which may be made anew."""
    from .page import MARK

    try:
        with path.open("rb") as file:
            return f'<meta name="generator" content="{MARK}'.encode() in file.read(2000)
    except OSError:
        return False


def _title(summary: RunSummary, suites: Sequence[SuiteData]) -> str:
    models = [model["model"] for model in summary["models"]]
    what = suites[0].suite.suite if len(suites) == 1 else counted(len(suites), "suite")
    on = ", ".join(models) if len(models) <= 3 else counted(len(models), "model")
    return inert(f"{what} on {on}")


def _day(created: str) -> str:
    """Write a date and time as one reads it; as it stands, if it is none."""
    try:
        moment = datetime.fromisoformat(created)
    except ValueError:
        return created
    zone = " UTC" if moment.utcoffset() == timedelta(0) else f" {moment:%z}" if moment.tzinfo else ""
    return f"{moment:%Y-%m-%d, %H:%M}{zone}"


def _failures(summary: RunSummary) -> list[tuple[list[str], str]]:
    """What could not be scored, and on which models: a message that names its model is one message for all of them."""
    found: dict[str, list[str]] = {}
    for failure in summary["failures"]:
        found.setdefault(failure["message"].removeprefix(failure["model"]), []).append(failure["model"])
    return [(models, message.lstrip(": ")) for message, models in found.items()]


def _model(model: Any) -> dict[str, Any]:
    return {name: model[name] for name in ("model", "spec", "backend", "pseudo", "word_boundary")}


def _warnings(summary: RunSummary, suites: Sequence[SuiteData]) -> list[dict[str, Any]]:
    """What was said of models and suites, each text once, with where it was said."""
    found: dict[tuple[str, str], list[str]] = {}
    for model in summary["models"]:
        for text in model["warnings"]:
            found.setdefault(("", text), []).append(model["model"])
    for suite in suites:
        for one in suite.on_models:
            for text in one.result.warnings:
                found.setdefault((suite.key, text), []).append(one.model)
    return [{"suite": suite, "text": text, "models": models} for (suite, text), models in found.items()]
