"""A suite and its results for other programs, for a paper, for the terminal: downloaded, or saved in the folder."""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict

from ..authoring.unfinished import Readable, readable
from ..delimited import CsvStyle
from ..errors import InputError, counted, one_of
from ..files import FileSet, write_whole
from ..ports.convert import render_suite, what_is_lost
from ..ports.writing import WRITING_FORMATS, write
from ..resources import shipped_suites
from ..suite.json import dumps_document
from .endpoints import Conflict, Download, Endpoint, endpoint
from .kept import file_name, sha256
from .studio import Document, Studio

if TYPE_CHECKING:
    from ..results import RunResult
    from ..suite import Suite

__all__ = ["ENDPOINTS", "EXPORTS", "Export", "Made", "make_export"]

_TYPES = {
    ".json": "application/json",
    ".csv": "text/csv",
    ".tsv": "text/tab-separated-values",
    ".txt": "text/plain",
    ".js": "text/javascript",
    ".html": "text/html",
    ".md": "text/markdown",
    ".tex": "application/x-tex",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".pdf": "application/pdf",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".zip": "application/zip",
}


@dataclass(frozen=True, slots=True)
class Made:
    """What was made of a suite or its results.

    Parameters
    ----------
    files : mapping of str to bytes
        By name in a folder; of one file, that file under ``""``.
    suffix : str
        Of that file; "": a folder.
    notes : tuple of str, optional
        What whoever goes on with it should know: what is left out, what the format cannot hold.
    """

    files: Mapping[str, bytes]
    suffix: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be chosen of an export.

    Parameters
    ----------
    name : str
    label : str
        In front of it.
    values : tuple of (str, str)
        Each with what it is called; the first one is chosen where nothing is said.
    """

    name: str
    label: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Export:
    """A thing that can be exported.

    Parameters
    ----------
    id : str
    group : {"suite", "study", "results"}
    title : str
    what : str
        What it is, in half a line.
    make : callable
        Makes it of what is exported and what was chosen.
    ending : str
        What its file, or folder, is called behind the name of the suite.
    choices : tuple of Choice, optional
    """

    id: str
    group: Literal["suite", "study", "results"]
    title: str
    what: str
    make: Callable[[_Of, Mapping[str, str]], Made]
    ending: str
    choices: tuple[Choice, ...] = ()


class _Of:
    """What an export is made of: the suite as it is now, and its results if there are any of it."""

    def __init__(self, document: Document, run: Callable[[], RunResult | None]) -> None:
        self.document = document
        self._run = run
        self._readable: Readable | None = None

    @property
    def suite(self) -> Suite:
        """What of the suite is whole."""
        found = self.readable.suite
        if found is None:
            problems = self.readable.problems
            why = f" First of all: {problems[0].path}: {problems[0].message.strip()}" if problems else ""
            raise InputError(f"Nothing of this suite can be exported yet but its own file.{why}")
        return found

    @property
    def readable(self) -> Readable:
        if self._readable is None:
            self._readable = readable(self.document)
        return self._readable

    @property
    def run(self) -> RunResult:
        """The results of the suite as it is."""
        found = self._run()
        if found is None:
            raise InputError("There are no results of the suite as it is now. Choose a model first, and let it finish.")
        return found

    def left_out(self) -> list[str]:
        """Say what is not exported since it is not finished."""
        said = [f"{one.kind} {one.place + 1}: {one.why}" for one in self.readable.left_out]
        if not said:
            return []
        more = f"; and {len(said) - 5} more" if len(said) > 5 else ""
        return [f"Left out, since it is not finished: {'; '.join(said[:5])}{more}."]


# ---------------------------------------------------------------- how each is made


_TABLES = Choice(
    "style",
    "Written",
    (
        ("comma", "with commas (R, Python)"),
        ("excel", "for Excel in English (commas, marked as UTF-8)"),
        ("semicolon", "for Excel in German, French, ... (semicolons, decimal commas)"),
        ("tab", "with tabs"),
    ),
)
_STYLES = {
    "comma": CsvStyle.asked(),
    "excel": CsvStyle.asked(bom=True),
    "semicolon": CsvStyle.asked(bom=True, decimal_comma=True),
    "tab": CsvStyle.asked(tab=True),
}
_CHUNKS = Choice("chunks", "Shown at once", (("regions", "a region"), ("words", "a word")))


def _style(chosen: Mapping[str, str]) -> CsvStyle:
    return _STYLES[one_of("style", chosen.get("style", "comma"), _STYLES)]


def _table_suffix(style: CsvStyle) -> str:
    return ".tsv" if style.separator == "\t" else ".csv"


def _json(of: _Of, _: Mapping[str, str]) -> Made:
    return Made({"": dumps_document(of.document).encode("utf-8")}, ".json")


def _table(form: Literal["long", "wide"]) -> Callable[[_Of, Mapping[str, str]], Made]:
    def make(of: _Of, chosen: Mapping[str, str]) -> Made:
        style = _style(chosen)
        text = style.start + render_suite(of.suite, form, separator=style.separator)
        return Made({"": text.encode("utf-8")}, _table_suffix(style), _notes(of, what_is_lost(of.suite, form, name="")))

    return make


def _sentences(of: _Of, _: Mapping[str, str]) -> Made:
    return Made({"": render_suite(of.suite, "sentences").encode("utf-8")}, ".txt", tuple(of.left_out()))


def _for_others(form: str) -> Callable[[_Of, Mapping[str, str]], Made]:
    def make(of: _Of, chosen: Mapping[str, str]) -> Made:
        takes = WRITING_FORMATS[form].takes
        options: dict[str, Any] = {"style": _style(chosen)} if "style" in takes else {}
        if "chunks" in takes:
            options["chunks"] = one_of("chunks", chosen.get("chunks", "regions"), ("regions", "words"))
        written = write(of.suite, form, **options)
        files = {
            name: content if isinstance(content, bytes) else content.encode("utf-8")
            for name, content in written.files.items()
        }
        suffix = "" if set(files) != {""} else _ENDINGS.get(form) or _table_suffix(_style(chosen))
        return Made(files, suffix, (*_notes(of, written.lost), *written.notes))

    return make


_ENDINGS = {"xlsx": ".xlsx", "ibex": ".js", "jspsych": ".js"}


def _notes(of: _Of, lost: Sequence[str]) -> tuple[str, ...]:
    lost = [one for one in lost if not one.startswith("name ")]
    return (*of.left_out(), *([f"This format cannot hold: {'; '.join(lost)}."] if lost else []))


def _report(of: _Of, _: Mapping[str, str]) -> Made:
    from ..reports.html import html_report

    return Made({"": html_report(of.run).encode("utf-8")}, ".html", tuple(of.left_out()))


_FIGURE_KINDS = Choice(
    "figure",
    "Shows",
    (
        ("regions", "surprisal by region"),
        ("difference", "the predicted difference, by region"),
        ("margins", "the margin of each item"),
        ("scores", "scores of models"),
        ("attractors", "scores by a factor of the items"),
    ),
)
_FORMATS = Choice(
    "format",
    "As",
    (("pdf", "PDF (for LaTeX)"), ("svg", "SVG (to go on drawing)"), ("png", "PNG (for Word and slides)")),
)
_WIDTHS = Choice(
    "width", "Width", (("", "as it suits"), ("single", "one column (84 mm)"), ("double", "two columns (174 mm)"))
)


def _figure(of: _Of, chosen: Mapping[str, str]) -> Made:
    from ..figures import draw
    from ..figures.saving import image_of
    from .scoring import DRAWING

    kind = one_of("figure", chosen.get("figure", "regions"), [value for value, _ in _FIGURE_KINDS.values])
    form = one_of("format", chosen.get("format", "pdf"), [value for value, _ in _FORMATS.values])
    width = one_of("width", chosen.get("width", ""), [value for value, _ in _WIDTHS.values]) or None
    model = chosen.get("model", "")
    with DRAWING:
        content = image_of(draw(kind, of.run, models=[model] if model else (), width=width), form)
    return Made({"": content}, f".{form}", tuple(of.left_out()))


def _results(of: _Of, chosen: Mapping[str, str]) -> Made:
    from ..reports.files import write_run

    with tempfile.TemporaryDirectory() as folder:
        write_run(of.run, folder, style=_style(chosen))
        paths = sorted(Path(folder).iterdir(), key=lambda path: (path.suffix != ".json", path.name))
        return Made({path.name: path.read_bytes() for path in paths}, "", tuple(of.left_out()))


def _methods(of: _Of, chosen: Mapping[str, str]) -> Made:
    from ..reports.methods_section import methods_section
    from ..stats import summarize

    endings = {"text": ".txt", "markdown": ".md", "latex": ".tex"}
    form = one_of("form", chosen.get("form", "text"), endings)
    text = methods_section(of.run, summarize(of.run), form)
    return Made({"": text.encode("utf-8")}, endings[form], ("Say yourself on which texts the models were trained.",))


EXPORTS: Mapping[str, Export] = {
    one.id: one
    for one in (
        Export("json", "suite", "Suite", "the suite itself, with everything (JSON)", _json, ".json"),
        Export("xlsx", "suite", "Workbook", "to go on in a spreadsheet (XLSX)", _for_others("xlsx"), ".xlsx"),
        Export("wide", "suite", "Wide table", "a row for each sentence (CSV)", _table("wide"), "-wide.csv", (_TABLES,)),
        Export("long", "suite", "Long table", "a row for each region (CSV)", _table("long"), "-long.csv", (_TABLES,)),
        Export("sentences", "suite", "Sentences", "a sentence a line, as they are scored", _sentences, ".txt"),
        Export(
            "pcibex",
            "study",
            "PCIbex",
            "a table for PennController",
            _for_others("pcibex"),
            "-pcibex.csv",
            (_CHUNKS, _TABLES),
        ),
        Export("ibex", "study", "Ibex", "the items of an experiment", _for_others("ibex"), "-ibex.js", (_CHUNKS,)),
        Export("jspsych", "study", "jsPsych", "timeline variables", _for_others("jspsych"), "-jspsych.js"),
        Export(
            "lists", "study", "Lists", "Latin-square lists, a table each", _for_others("lists"), "-lists", (_TABLES,)
        ),
        Export("report", "results", "Report", "all results on one page, to share (HTML)", _report, "-report.html"),
        Export(
            "figure",
            "results",
            "Figure",
            "for a paper or slides",
            _figure,
            "-figure.pdf",
            (_FIGURE_KINDS, _FORMATS, _WIDTHS),
        ),
        Export(
            "results",
            "results",
            "Results",
            "a folder, as 'sglite eval --out' writes it: tables for R, and for 'sglite report', 'plot', 'compare'",
            _results,
            "-results",
            (_TABLES,),
        ),
        Export(
            "methods",
            "results",
            "Methods",
            "the paragraph of a methods section, with references",
            _methods,
            "-methods.txt",
            (Choice("form", "As", (("text", "text"), ("markdown", "Markdown"), ("latex", "LaTeX"))),),
        ),
    )
}
"""By id, in the order in which they are offered."""


# ---------------------------------------------------------------- the page


class Wanted(BaseModel):
    """What is to be saved in the folder, and what was chosen of it.

    ``replaces`` is what was said to be there already, and is to be replaced.
    """

    model_config = ConfigDict(extra="forbid")
    kind: str
    chosen: dict[str, str] = {}
    path: str
    replaces: str = ""


@endpoint("GET", "/exports")
def offered_exports() -> list[dict[str, Any]]:
    """List what can be exported."""
    return [
        {
            "id": one.id,
            "group": one.group,
            "title": one.title,
            "what": one.what,
            "ending": one.ending,
            "choices": [{"name": two.name, "label": two.label, "values": two.values} for two in one.choices],
        }
        for one in EXPORTS.values()
    ]


@endpoint("GET", "/suites/{suite_id}/export")
def export(studio: Studio, suite_id: str, query: Mapping[str, str]) -> Download:
    """Give an export to be downloaded, or to be shown; several files in an archive."""
    kind = query.get("kind", "")
    made = make_export(studio, suite_id, kind, query)
    name = _file_name(studio, suite_id, kind, query, made)
    if made.suffix:
        return Download(name, made.files[""], _TYPES[made.suffix], shown="shown" in query and made.suffix == ".html")
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for own, content in made.files.items():
            file.writestr(zipfile.ZipInfo(f"{name}/{own}", (1980, 1, 1, 0, 0, 0)), content)
    return Download(f"{name}.zip", archive.getvalue(), _TYPES[".zip"])


@endpoint("POST", "/suites/{suite_id}/export/name")
def export_name(studio: Studio, suite_id: str, body: Wanted) -> dict[str, Any]:
    """Make an export, say what is to be known of it, and propose how its file is called."""
    made = make_export(studio, suite_id, body.kind, body.chosen)
    name = _file_name(studio, suite_id, body.kind, body.chosen, made)
    return {"path": name, "folder": str(studio.workspace.folders[0]), "notes": made.notes, "is_folder": not made.suffix}


@endpoint("POST", "/suites/{suite_id}/export")
def save_export(studio: Studio, suite_id: str, body: Wanted) -> dict[str, Any]:
    """Save an export in the folder."""
    made = make_export(studio, suite_id, body.kind, body.chosen)
    target = _target(studio, body.path, made.suffix)
    shown = studio.workspace.shown(target)
    if made.suffix:
        there = sha256(target.read_bytes()) if target.exists() else ""
        if there and there != body.replaces:
            raise Conflict(f"{shown} is there already.", kind="there", digest=there, path=shown)
        write_whole(target, made.files[""], fsync=True)
        return {"path": shown, "notes": made.notes}
    names = [name for name in made.files if (target / name).exists()]
    if names and body.replaces != "folder":
        message = f"In {shown} {counted(len(names), 'file')} of this name would be replaced: {', '.join(names)}."
        raise Conflict(message, kind="there", digest="folder", path=shown)
    with FileSet(target, list(made.files), overwrite=bool(names)) as files:
        for name, content in made.files.items():
            files.write(name, content.decode("utf-8"))
        files.keep()
    return {"path": shown, "notes": made.notes}


def make_export(studio: Studio, suite_id: str, kind: str, chosen: Mapping[str, str]) -> Made:
    """Make an export of a suite as it is now.

    Raises
    ------
    InputError
        If there is no such export, or the suite, or its results, are not there to be exported.
    """
    from .scoring import current_run

    known = EXPORTS[one_of("kind", kind, EXPORTS)]
    suite = studio.suite(suite_id)
    with suite.lock:
        document = suite.document
    return known.make(_Of(document, lambda: current_run(studio, suite_id)), chosen)


def _file_name(studio: Studio, suite_id: str, kind: str, chosen: Mapping[str, str], made: Made) -> str:
    suite = studio.suite(suite_id)
    stem = suite.file.stem if suite.file is not None else file_name(suite.name)
    ending = EXPORTS[kind].ending
    if kind == "figure":
        ending = f"-{chosen.get('figure', 'regions')}.pdf"
    return f"{stem}{str(Path(f'x{ending}').with_suffix(made.suffix))[1:] if made.suffix else ending}"


def _target(studio: Studio, path: str, suffix: str) -> Path:
    name = path.strip()
    if not name or name.endswith(("/", "\\")):
        raise InputError("Say what the file shall be called.")
    if suffix and not name.lower().endswith(suffix):
        name += suffix
    target = studio.workspace.inside(name)
    shown = studio.workspace.shown(target)
    if not target.parent.is_dir():
        raise InputError(f"{studio.workspace.shown(target.parent)}: there is no such folder.")
    if suffix and target.is_dir():
        raise InputError(f"{shown}: is a folder; name a file in it.")
    if not suffix and target.exists() and not target.is_dir():
        raise InputError(f"{shown}: is a file; name a folder.")
    open_here = [suite for suite in studio.suites() if suite.file == target]
    if open_here or any(target == place.resolve() for place in shipped_suites().values()):
        raise InputError(f"{shown}: is a suite that is open here, or comes with sglite; choose another name.")
    return target


ENDPOINTS: list[Endpoint] = [offered_exports, export, export_name, save_export]
