"""Stimuli and results that come in: what is there to open, tables pasted or chosen, and what is proposed of them."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pydantic import BaseModel, ConfigDict

from ..authoring.blank import blank_document
from ..delimited import table_of_bytes
from ..errors import InputError, SuiteError, counted
from ..files import read_bytes
from ..ports.collect import propose_bytes, propose_file
from ..ports.kinds import find_files, kind_of_file
from ..ports.proposal import Proposal
from ..resources import shipped_suites
from ..results import RUN_FILE, RunResult
from ..sheets import is_workbook, sheet_names
from ..suite import Suite
from ..suite.json import load_suite, suite_document
from . import keeping
from .endpoints import Download, Endpoint, Gone, endpoint
from .kept import standing
from .studio import Studio
from .wording import said_on_page

__all__ = ["ENDPOINTS", "open_given"]

_MOST_LISTED = 300  # files on the first page
_MOST_KEPT = 20  # imports and reports that are not asked for any more are let go of
_MOST_PREVIEWED = 3  # items
_PASTED = "what was pasted"
EXAMPLE = "npz"
"""The suite that the first page teaches itself with."""


class Options(BaseModel):
    """What a person says of a file, by the names of the library's options."""

    model_config = ConfigDict(extra="forbid")
    form: str | None = None
    sheet: str | None = None
    header_row: int | None = None
    item_column: str | None = None
    condition_column: str | None = None
    factors: list[str] | None = None
    regions: list[str] | None = None
    sentence: str | None = None
    conditions: list[str] | None = None
    ignore: list[str] | None = None
    split: str | None = None
    join: str | None = None
    good: str | None = None
    bad: str | None = None
    slashes: str | None = None
    parentheses: str | None = None
    hyphens: str | None = None
    lines: str | None = None
    section: int | None = None
    name: str | None = None
    metric: str | None = None

    def given(self) -> dict[str, Any]:
        """Give those that say something, but for the kind of the file."""
        said = self.model_dump(exclude={"form"})
        return {name: value for name, value in said.items() if value not in (None, "", [])}


@dataclass(slots=True)
class Import:
    """A file, or what was pasted, on its way to become a suite.

    Parameters
    ----------
    id : str
    source : str
        What it is called.
    path : Path, optional
        Where it is read from, each time anew; else `data` is what it holds.
    data : bytes, optional
    suffix : str, optional
        How a file of this kind is called.
    options : Options, optional
        What was said of it last.
    """

    id: str
    source: str
    path: Path | None = None
    data: bytes = b""
    suffix: str = ".txt"
    options: Options = field(default_factory=Options)

    def bytes(self) -> bytes:
        """Give what it holds."""
        return self.data if self.path is None else read_bytes(self.path)

    def propose(self, options: Options) -> Proposal:
        """Have it understood."""
        form, given = options.form or "auto", options.given()
        if self.path is not None:
            return replace(propose_file(self.path, form=form, options=given), source=self.source)
        return propose_bytes(self.data, source=self.source, suffix=self.suffix, form=form, options=given)


class _Kept:
    """Imports and reports, by their numbers; the oldest are forgotten."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._kept: dict[str, Any] = {}

    def keep(self, make: Any) -> str:
        number = str(next(self._numbers))
        self._kept[number] = make(number)
        for old in list(self._kept)[:-_MOST_KEPT]:
            del self._kept[old]
        return number

    def get(self, number: str) -> Any:
        try:
            return self._kept[number]
        except KeyError:
            raise Gone("The studio does not have this any more; open it again from the first page.") from None


def _imports(studio: Studio) -> _Kept:
    kept: _Kept = studio.part("imports", _Kept)
    return kept


def _reports(studio: Studio) -> _Kept:
    kept: _Kept = studio.part("reports", _Kept)
    return kept


# ---------------------------------------------------------------- the first page


@endpoint("GET", "/home")
def home(studio: Studio) -> dict[str, Any]:
    """Say what is there to open: files in the folders, suites that are open, drafts, examples."""
    found = find_files(studio.workspace.folders)
    files = [one for one in found.files if _is_inside(studio, one.path)]
    return {
        "folders": [str(folder) for folder in studio.workspace.folders],
        "files": [
            {"path": studio.workspace.shown(one.path), "kind": one.kind, "modified": one.modified}
            for one in files[:_MOST_LISTED]
        ],
        "n_files": len(files),
        "is_all": found.is_all,
        "open": [
            {
                "id": one.id,
                "name": one.name,
                "file": None if one.file is None else studio.workspace.shown(one.file),
                "saved": standing(studio, one)["unsaved"] == 0,
                "n_items": len(one.document.get("items") or ()),
            }
            for one in studio.suites()
        ],
        "drafts": keeping.drafts(studio),
        "examples": _examples(),
        "example": EXAMPLE,
        "models": list(studio.models),
    }


def _is_inside(studio: Studio, path: Path) -> bool:
    try:
        studio.workspace.inside(path)
    except InputError:
        return False
    return True


def _examples() -> list[dict[str, Any]]:
    def about(suite: Suite) -> dict[str, Any]:
        size = f"{counted(len(suite.items), 'item')} x {counted(len(suite.condition_names), 'condition')}"
        description = str(suite.meta.get("description") or suite.meta.get("phenomenon") or "")
        return {"size": size, "language": suite.language or "", "circuit": suite.circuit or "", "about": description}

    return [{"name": name, **about(load_suite(path))} for name, path in shipped_suites().items()]


# ---------------------------------------------------------------- opening


class Chosen(BaseModel):
    """A file in the folders."""

    model_config = ConfigDict(extra="forbid")
    path: str


@endpoint("POST", "/open")
def open_path(studio: Studio, body: Chosen) -> dict[str, Any]:
    """Open a file: a suite, stimuli of which one is made, or results."""
    return open_file(studio, studio.workspace.inside(body.path))


def open_file(studio: Studio, path: Path) -> dict[str, Any]:
    """Open a file inside the folders: ``{"id": ...}``, ``{"import": ...}`` or ``{"report": ..., "suites": [...]}``."""
    if path.is_dir():
        if not (path / RUN_FILE).is_file():
            raise InputError(f"{studio.workspace.shown(path)}: is a folder without results; choose a file in it.")
        path = studio.workspace.inside(path / RUN_FILE)
    if not path.is_file():
        raise InputError(f"{studio.workspace.shown(path)}: no such file (any more).")
    kind = kind_of_file(path)
    if kind == "results":
        return _report(studio, RunResult.load(path), studio.workspace.shown(path))
    if kind == "suite":
        return {"id": keeping.open_file(studio, path).id}
    shown = studio.workspace.shown(path)
    return {"import": _imports(studio).keep(lambda number: Import(number, shown, path))}


def open_given(studio: Studio) -> str:
    """Open what the studio was started with; give the page to begin with, as the end of its address.

    Parameters
    ----------
    studio : Studio

    Returns
    -------
    str
        ``"#suite/1"`` or ``"#import/1"`` if one file was named, else "".

    Raises
    ------
    InputError
        If one is not what the studio can open.
    """
    pages = []
    for path in studio.workspace.given:
        answer = open_file(studio, path)
        page = next((f"#{name}/{answer[key]}" for key, name in _PAGES.items() if key in answer), "")
        pages.append(page)
    return pages[0] if len(pages) == 1 else ""


_PAGES = {"id": "suite", "import": "import", "report": "results"}


class New(BaseModel):
    """A suite to be written."""

    model_config = ConfigDict(extra="forbid")
    name: str
    regions: list[str]
    conditions: list[str] = []
    factors: list[tuple[str, list[str]]] = []
    n_items: int = 1
    join: str = "natural"
    language: str = ""


@endpoint("POST", "/new")
def new(studio: Studio, body: New) -> dict[str, Any]:
    """Begin a suite."""
    factors = dict(body.factors)
    if len(factors) < len(body.factors):
        raise InputError("Two factors have one name.")
    document = blank_document(
        body.name,
        regions=body.regions,
        conditions=body.conditions,
        factors=factors,
        n_items=body.n_items,
        join=body.join,  # type: ignore[arg-type]  # is checked there
        meta={"language": body.language} if body.language else None,
    )
    return {"id": studio.add(document).id}


class Named(BaseModel):
    """A suite that comes with the package."""

    model_config = ConfigDict(extra="forbid")
    name: str


@endpoint("POST", "/example")
def example(studio: Studio, body: Named) -> dict[str, Any]:
    """Open a copy of a suite that comes with the package."""
    path = shipped_suites().get(body.name)
    if path is None:
        raise InputError(f"There is no example '{body.name}'.")
    notes = [f"This is a copy of the suite '{body.name}', which comes with the program; change it as you like."]
    return {"id": studio.add(suite_document(load_suite(path)), notes=notes).id}


# ---------------------------------------------------------------- imports


class Pasted(BaseModel):
    """What was pasted."""

    model_config = ConfigDict(extra="forbid")
    text: str


@endpoint("POST", "/imports/text")
def paste(studio: Studio, body: Pasted) -> dict[str, Any]:
    """Take what was pasted."""
    if not body.text.strip():
        raise InputError("Nothing was pasted: copy the cells of a spreadsheet, or numbered examples, and paste them.")
    data = body.text.encode("utf-8", "surrogatepass")
    return {"import": _imports(studio).keep(lambda number: Import(number, _PASTED, data=data))}


@endpoint("POST", "/imports/file")
def upload(studio: Studio, body: bytes, query: Mapping[str, str]) -> dict[str, Any]:
    """Take a file that was chosen or dropped; suites and results are opened."""
    name = Path(query.get("name", "").replace("\\", "/").replace("\0", "")).name or "stimuli.txt"
    kept = Import("", name, data=body, suffix=Path(name).suffix or ".txt")
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"file{kept.suffix}"
        path.write_bytes(body)
        kind = kind_of_file(path)
        try:
            if kind == "results":
                return _report(studio, RunResult.load(path), name)
            if kind == "suite":
                return {"id": keeping.open_bytes(studio, body, name).id}
        except InputError as error:
            raise InputError(str(error).replace(str(path), name)) from None
    return {"import": _imports(studio).keep(lambda number: replace(kept, id=number))}


@endpoint("GET", "/imports/{import_id}")
def proposal(studio: Studio, import_id: str) -> dict[str, Any]:
    """Say what a file was understood as, with what was said of it last."""
    given: Import = _imports(studio).get(import_id)
    return _proposed(given, given.options)


@endpoint("POST", "/imports/{import_id}")
def propose_anew(studio: Studio, import_id: str, body: Options) -> dict[str, Any]:
    """Have a file understood anew, with what a person says of it."""
    given: Import = _imports(studio).get(import_id)
    given.options = body
    return _proposed(given, body)


class Take(BaseModel):
    """Which suite of a proposal becomes one that is open."""

    model_config = ConfigDict(extra="forbid")
    options: Options
    suite: int = 0
    region_names: list[str] | None = None


@endpoint("POST", "/imports/{import_id}/take")
def take(studio: Studio, import_id: str, body: Take) -> dict[str, Any]:
    """Make a suite of what was proposed."""
    given: Import = _imports(studio).get(import_id)
    proposed = given.propose(body.options)
    if not 0 <= body.suite < len(proposed.suites):
        raise InputError("There is no such suite in this file (any more).")
    suite = proposed.suites[body.suite]
    document = suite_document(suite)
    if body.region_names is not None:
        document = _with_region_names(document, body.region_names)
    notes = [f"Made of {given.source}.", *map(said_on_page, proposed.notes)]
    taken = studio.add(document, notes=notes)
    studio.changed(taken)  # so that a draft is kept
    return {"id": taken.id}


def _with_region_names(document: dict[str, Any], names: list[str]) -> dict[str, Any]:
    names = [name.strip() for name in names]
    if len(names) != len(document["region_meta"]):
        raise InputError("The file has other regions than the page shows; look at the proposal again.")
    if "" in names:
        raise InputError(f"Region {names.index('') + 1} has no name.")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"Two regions are called '{twice}'.")
    return {**document, "region_meta": dict(zip(document["region_meta"], names, strict=True))}


def _proposed(given: Import, options: Options) -> dict[str, Any]:
    """Say what was understood; where that failed, why, and which columns there are to choose from."""
    about: dict[str, Any] = {
        "id": given.id,
        "source": given.source,
        "options": {**options.given(), **({"form": options.form} if options.form else {})},
        "sheets": _sheets(given),
        "pasted": given.path is None and given.source == _PASTED,
    }
    try:
        proposed = given.propose(options)
    except InputError as error:
        return {**about, "problems": _problems(error, given), "columns": _columns(given, options)}
    if not proposed.suites:
        return {**about, "problems": ["It holds nothing for what is chosen here."], "columns": []}
    return {
        **about,
        "layout": proposed.layout,
        "columns": [
            {
                "part": one.part,
                "role": one.role,
                "why": "chosen here" if one.why == "an option" else one.why,
                "example": one.example,
                "column": one.column,
                "option": one.option,
                "region": one.region,
            }
            for one in proposed.understood
        ],
        "notes": [said_on_page(note) for note in proposed.notes],
        "doubts": [said_on_page(doubt) for doubt in proposed.doubts],
        "suites": [_preview(suite) for suite in proposed.suites[:_MOST_LISTED]],
        "n_suites": len(proposed.suites),
    }


def _problems(error: InputError, given: Import) -> list[str]:
    def said(message: str) -> str:
        for name in filter(None, (given.source, str(given.path or ""))):
            message = message.removeprefix(f"{name}: ")
        return said_on_page(message)

    if isinstance(error, SuiteError):
        return [said(str(problem)) for problem in error.problems]
    return [said(str(error))]


def _sheets(given: Import) -> list[str]:
    try:
        data = given.bytes()
        return sheet_names(given.source, data) if is_workbook(data) else []
    except InputError:
        return []


def _columns(given: Import, options: Options) -> list[dict[str, Any]]:
    """Give the columns of a table that was not understood, with what is chosen of them."""
    try:
        table = table_of_bytes(given.bytes(), source=given.source, sheet=options.sheet)
    except InputError:
        return []
    chosen = {
        column: option
        for option, value in options.given().items()
        if option in _COLUMN_OPTIONS
        for column in ([value] if isinstance(value, str) else value)
    }
    regions = list(options.regions or ())
    return [
        {
            "part": table.column(column).replace(" (", " ", 1).removesuffix(")"),
            "role": "",
            "why": "chosen here" if column in chosen else "",
            "example": next((cell for row in table.rows if (cell := row.cells[column].strip())), ""),
            "column": column,
            "option": chosen.get(column, ""),
            "region": regions.index(column) + 1 if column in regions else 0,
        }
        for column in table.columns
    ]


_COLUMN_OPTIONS = (
    *("item_column", "condition_column", "factors", "regions", "sentence", "conditions", "ignore", "good", "bad"),
)


def _preview(suite: Suite) -> dict[str, Any]:
    """Give the first items as the grid will show them, with the sentences as they will be scored."""
    shown = suite.items[:_MOST_PREVIEWED]
    sentences = {(one.item_number, one.condition_name): one.text for one in replace(suite, items=shown).sentences()}
    return {
        "name": suite.name,
        "n_items": len(suite.items),
        "conditions": list(suite.condition_names),
        "factors": list(next(iter(suite.condition_factors.values()), {})),
        "regions": list(suite.region_names.values()),
        "join": suite.join,
        "predictions": [one.name or one.formula.source for one in suite.predictions],
        "items": [
            {
                "label": item.label or str(item.number),
                "conditions": [
                    {
                        "name": condition.name,
                        "contents": [region.content for region in condition.regions],
                        "sentence": sentences[item.number, condition.name],
                    }
                    for condition in item.conditions
                ],
            }
            for item in shown
        ],
    }


# ---------------------------------------------------------------- results


def _report(studio: Studio, run: RunResult, source: str) -> dict[str, Any]:
    """Make the report of results, and say which of their suites are at hand."""
    from ..reports.html import html_report

    name = f"{Path(source).stem}.html"
    content = html_report(run).encode("utf-8")
    about = {"source": source, "suites": _suites_of(studio, run)}
    number = _reports(studio).keep(lambda number: (Download(name, content, "text/html; charset=utf-8", True), about))
    return {"report": number, **about}


def _suites_of(studio: Studio, run: RunResult) -> list[dict[str, Any]]:
    """Say of which suites of results the file is in the folders, or they come with the package."""
    found: dict[str, dict[str, Any]] = {}
    for _, result in run.named_suites():
        if result.suite in found:
            continue
        path = Path(result.source).expanduser()
        there = [folder / path for folder in studio.workspace.folders]
        at_hand = next((one for one in there if one.is_file() and _is_inside(studio, one)), None)
        if at_hand is not None:
            found[result.suite] = {"name": result.suite, "path": studio.workspace.shown(at_hand.resolve())}
        elif path.stem in shipped_suites() and path.name == shipped_suites()[path.stem].name:
            found[result.suite] = {"name": result.suite, "example": path.stem}
    return list(found.values())


@endpoint("GET", "/reports/{report_id}")
def report(studio: Studio, report_id: str) -> Download:
    """Show the report of results that were opened."""
    shown: Download = _reports(studio).get(report_id)[0]
    return shown


@endpoint("GET", "/reports/{report_id}/about")
def about_report(studio: Studio, report_id: str) -> dict[str, Any]:
    """Say what results a report is of, and which suites of theirs can be opened."""
    about: dict[str, Any] = _reports(studio).get(report_id)[1]
    return {"report": report_id, **about}


ENDPOINTS: list[Endpoint] = [
    *(home, open_path, new, example, paste, upload, proposal, propose_anew, take, report, about_report),
]
