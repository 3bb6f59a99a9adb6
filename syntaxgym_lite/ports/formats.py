"""What a file holds: the formats that suites are read from, told apart by content."""

from __future__ import annotations

import inspect
import json
import os
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from ..errors import InputError, Problem, SgliteWarning, SuiteError, counted, did_you_mean
from ..lines import opener_of
from ..papers import PAPERS
from ..suite import Suite
from ..suite.json import load_suite
from .other_files import MODEL, is_model_folder, is_result, refuse_json, what_else, what_perhaps
from .proposal import Proposal

__all__ = [
    "AUTO",
    "LINE_ALIGNED",
    "SAYS_OF",
    "Port",
    "check_options",
    "first_line",
    "first_object",
    "first_objects",
    "formats",
    "propose",
    "read_suites",
    "stands_for",
]

AUTO = "auto"
LINE_ALIGNED = (".text", ".gold", ".eval")
"""Files of agreement pairs that belong together line by line; any one names the others."""
SAYS_OF = {"human_annotations.tsv": "qfrblimp.jsonl"}
"""Files that say something of the pairs of another."""
_OFTEN_OTHER = (".csv", ".xlsx", ".ods")  # results and lists stand beside stimuli: not missed where they are not read
_MOST_NAMES = 5  # of files, in a warning
_LONGEST_FIRST_LINE = 1 << 16  # bytes; what is longer is no table, and no line of a published data set


@dataclass(frozen=True, slots=True)
class Port:
    """A format of files that suites are made of.

    Its module has two functions called by its name, e.g. ``looks_like_blimp`` and ``read_blimp``.
    ``looks_like_...(path) -> bool`` says, of the first line or two and without complaint, whether a file is one of
    these. ``read_...(path, *, options...) -> list of Suite``; its keyword parameters are the options of the format. A
    format that leaves things open, as a table of stimuli does, has ``propose_...``, which gives a `Proposal`, instead.

    Parameters
    ----------
    name : str
        What ``--from`` calls it.
    suffixes : tuple of str
        Of the files to be taken of a folder.
    paper : str, optional
        The paper that published such files, as it is cited in a line; none where the reader says so of each suite.
    module : str, optional
        The module of this package that knows it, as ``published.blimp``, if not the one of its name.
    proposes : bool, optional
        Whether it has ``propose_...`` instead of ``read_...``.
    asked_by : tuple of str, optional
        Options that say by themselves that a file is of this format, unless it is plainly of another.
    """

    name: str
    suffixes: tuple[str, ...]
    paper: str = ""
    module: str = ""
    proposes: bool = False
    asked_by: tuple[str, ...] = ()

    def function(self, task: str) -> Callable[..., Any]:
        """Import the function for a task, ``"looks_like"``, ``"read"`` or ``"propose"``, when it is needed."""
        word = self.name.replace("-", "_")
        module = import_module(f".{self.module or word}", __package__)
        found: Callable[..., Any] = getattr(module, f"{task}_{word}")
        return found

    def accepts(self, path: Path) -> bool:
        """Whether a file looks like one of this format; one that cannot be read does not."""
        try:
            return bool(self.function("looks_like")(path))
        except (OSError, UnicodeDecodeError):
            return False

    @property
    def options(self) -> frozenset[str]:
        """Names of the options of its reader."""
        parameters = inspect.signature(self._reader).parameters.values()
        return frozenset(one.name for one in parameters if one.kind is one.KEYWORD_ONLY)

    @property
    def _reader(self) -> Callable[..., Any]:
        return self.function("propose" if self.proposes else "read")

    def propose(self, path: Path, options: Mapping[str, Any]) -> Proposal:
        """Read a file of this format, with those of the options that it knows.

        Raises
        ------
        InputError
            If the file has problems.
        """
        own = {name: value for name, value in options.items() if name in self.options}
        found = self._reader(path, **own)
        proposal: Proposal = found if self.proposes else Proposal(str(path), tuple(found))
        if self.paper:
            paper = str(PAPERS[self.paper])
            proposal = replace(proposal, suites=tuple(replace(suite, paper=paper) for suite in proposal.suites))
        return proposal


_PORTS: tuple[Port, ...] = (
    Port("blimp", (".jsonl",), module="published.blimp"),
    Port("agreement", (".tab", ".gold"), "Gulordava et al. 2018", "published.agreement"),
    Port("ettinger", (".tsv",), "Ettinger 2020", "published.ettinger"),
    Port(
        "marvin-linzen",
        (".pickle", ".pkl", ".txt", ".json"),
        "Marvin and Linzen 2018",
        "published.marvin_linzen",
    ),
    Port(
        "pairs",
        (".csv", ".tsv", ".json", ".jsonl", ".txt", ".parquet", ".xlsx", ".ods"),
        module="pairs.door",
        proposes=True,
        asked_by=("good", "bad", "group", "region", "context_column"),
    ),
    Port("pcibex", (".csv",), module="studies.pcibex", proposes=True),
    Port("ibex", (".js",), module="studies.pcibex", proposes=True),
    Port("jspsych", (".js",), module="studies.jspsych", proposes=True),
    Port(
        "appendix",
        (".txt",),
        module="appendix.appendix",
        proposes=True,
        asked_by=("slashes", "parentheses", "hyphens", "lines", "section"),
    ),
    Port(
        "table",
        (".csv", ".tsv", ".txt", ".tab", ".xlsx", ".xlsm", ".xls", ".xlsb", ".ods"),
        module="tables.table",
        proposes=True,
        asked_by=(
            "conditions",
            "condition_column",
            "item_column",
            "factors",
            "regions",
            "sentence",
            "split",
            "sheet",
            "header_row",
        ),
    ),
    Port("suite", (".json",), module="formats"),
)
"""In the order in which a file is tried; what none of them claims is read as a suite, SyntaxGym's own format."""


@lru_cache(maxsize=1)
def formats() -> Mapping[str, Port]:
    """Give the formats by name, SyntaxGym's own (``"suite"``) last."""
    return {port.name: port for port in _PORTS}


def looks_like_suite(path: Path) -> bool:
    """Whether a file is called as suites are."""
    return path.suffix.lower() == ".json"


def read_suite(path: Path) -> list[Suite]:
    """Read the suite of a file of SyntaxGym's format."""
    return [load_suite(path)]


def format_of(path: Path, options: Collection[str] = ()) -> Port:
    """Find the format of a file by its content, or by an option that one format alone has, see `Port.asked_by`."""
    known = formats()
    found = next((port for port in known.values() if port.accepts(path)), known["suite"])
    lacking = set(options) - found.options
    asked = next((port for port in known.values() if not lacking.isdisjoint(port.asked_by)), None)
    if asked is None:
        return found
    if found.name == "blimp" and asked.name == "pairs" and asked.accepts(path):  # BLiMP's form, for other columns
        return asked
    plain = _begins_as_suite(path) if found.name == "suite" else not found.proposes
    return found if plain else asked


_PAIRS = "pairs"
_OWN_PAIRS = "marvin-linzen"
"""A set of pairs in files of its own, which who asks for pairs means as well."""

_OF_PAIRS = {
    "agreement": "pairs of word forms",
    "ettinger": "a cloze set",
    "marvin-linzen": "minimal pairs",
    "pairs": "minimal pairs",
}
"""Formats whose lines are no sentences, and what they hold."""


def refuse_unless_text(path: Path) -> None:
    """Refuse a file of another kind where sentences are read: its lines, or one of its columns, would be scored.

    Raises
    ------
    InputError
        Names the command that takes such a file.
    """
    refuse_json(path, instead="plain text")
    with path.open("rb") as file:
        is_packed = opener_of(file.read(6)) is not None
    if not is_packed and (other := what_else(path)) is not None:
        raise InputError(f"{path}: {other}")
    form = next((name for name in _OF_PAIRS if formats()[name].accepts(path)), None)
    if form is None or path.suffix == ".text":  # of which each line is a sentence
        return
    command = "cloze" if form == "ettinger" else "eval"
    in_columns = path.suffix not in (".gold", ".eval", ".pickle", ".pkl")
    one_column = f"; 'sglite surprisal {path}' with `column=NAME` scores one column" if in_columns else ""
    raise InputError(
        f"{path}: holds {_OF_PAIRS[form]}, not a sentence a line; 'sglite {command} {path}' with `out=DIR` writes the "
        f"surprisals, and 'sglite convert {path}' with `to_format=sentences` the sentences as text{one_column}."
    )


def _begins_as_suite(path: Path) -> bool:
    """Whether a file is called as suites are, and is no list, and no row of objects, of JSON."""
    if not looks_like_suite(path) or not path.is_file():
        return False
    first = first_object(path)
    return "items" in first if first else not first_line(path).lstrip().startswith("[")


def read_suites(path: Path, *, form: str = AUTO, options: Mapping[str, Any] | None = None) -> tuple[list[Suite], Port]:
    """Read the suites of a file in which nothing has to be guessed; for others see `propose`.

    Parameters
    ----------
    path, form, options
        As for `propose`.

    Returns
    -------
    suites : list of Suite
    port : Port
        Its format.

    Raises
    ------
    InputError
        If there is no such format, the file has problems, or it does not say all that a suite needs.
    """
    try:
        proposal, port = propose(path, form=form, options=options)
    except SuiteError as error:
        if "`" not in error.problems[-1].message or formats()["table"] is not (
            format_of(path) if form == AUTO else formats()[form]
        ):
            raise
        advice = f"'sglite import {path}' takes these options, and makes a suite of it."
        raise SuiteError(error.source, error.problems, advice) from None
    return list(proposal.sure()), port


def propose(path: Path, *, form: str = AUTO, options: Mapping[str, Any] | None = None) -> tuple[Proposal, Port]:
    """Read a file, and say what it was understood as.

    Parameters
    ----------
    path : Path
    form : str
        Name of its format, or ``"auto"``: by its content.
    options : mapping, optional
        For the formats that know them; see `check_options`.

    Returns
    -------
    proposal : Proposal
    port : Port
        Its format.

    Raises
    ------
    InputError
        If there is no such format, or the file has problems.
    """
    if form != AUTO and form not in formats():
        known = (AUTO, *formats())
        raise InputError(f"There is no format '{form}'; known are {', '.join(known)}.{did_you_mean(form, known)}")
    port = format_of(path, options or ()) if form == AUTO else formats()[form]
    if form == _PAIRS and set(port.asked_by).isdisjoint(options or ()) and formats()[_OWN_PAIRS].accepts(path):
        port = formats()[_OWN_PAIRS]  # whose columns are no plain ones: their first tells constructions apart
    if form == AUTO and set(port.asked_by).isdisjoint(options or ()) and (other := what_else(path)) is not None:
        raise InputError(f"{path}: {other}")
    try:
        return port.propose(path, options or {}), port
    except SuiteError as error:
        if form != AUTO or port.name != "suite":
            raise
        raise _hinted(error, path) from None


_PARTS = {"meta", "region_meta", "items"}
_AS_LIST = "Minimal pairs in JSON are a list of objects, each with 'good' and 'bad'."


def _hinted(error: SuiteError, path: Path) -> SuiteError:
    """Say of a file that was taken for a suite for want of another format what it may be, and how to ask for one."""
    [first, *others] = error.problems
    not_json = not others and first.message.startswith("not JSON:")
    if path.suffix.lower() == ".json" and not not_json and not first.message.startswith("a suite is an object"):
        lacking = {problem.path for problem in error.problems}
        if lacking.issuperset(_PARTS) and first_object(path).keys().isdisjoint(_PARTS):
            said = "is JSON, and no suite: it has none of 'meta', 'region_meta', 'predictions' and 'items'."
            return SuiteError(error.source, [Problem("", f"{said} {_AS_LIST}")])
        return error
    perhaps = what_perhaps(path)
    if perhaps is not None:
        return SuiteError(error.source, [Problem("", perhaps)])
    if path.suffix.lower() == ".json" and not not_json:
        return SuiteError(error.source, [Problem("", f"{first.message} {_AS_LIST}")])
    if path.suffix.lower() == ".json" or not not_json:
        return error
    names = ", ".join(list(formats())[:-1])
    hint = f"Its first line is that of no other format either; `form=FORMAT` ({names}) says what one of them misses."
    return SuiteError(error.source, [Problem("", f"{first.message} {hint}")])


def stands_for(path: Path) -> Path:
    """Give the absolute path of what a file names: of a set of line-aligned files, the one of the forms.

    Two paths of one set are one suite.
    """
    path = path.resolve()
    gold = path.with_suffix(".gold")
    return gold if path.suffix in LINE_ALIGNED and gold.is_file() else path


def check_options(options: Iterable[str], ports: Iterable[Port]) -> None:
    """Refuse an option that none of the formats read knows.

    Raises
    ------
    InputError
    """
    used = {port.name: port for port in ports}
    for option in options:
        if not any(option in port.options for port in used.values()):
            takers = [port.name for port in formats().values() if option in port.options]
            where = f"it is for {', '.join(takers)}" if takers else "no format has it"
            raise InputError(f"`{option}` does not apply to files of format {', '.join(used)}: {where}.")


def files_in(folder: Path, *, form: str = AUTO) -> list[Path]:
    """Give the files of a folder to read: its suites, else its files of other formats, else what is deeper in it.

    A file of a pair a line (``.jsonl``) is always taken, so that a damaged one is reported, not passed over. Files
    that are left out though they look like data are named in a warning, but for tables beside suites, which are results
    as a rule.

    Raises
    ------
    InputError
        If it holds none.
    """
    if form not in (AUTO, "suite"):
        # any, of a format that is not known, which is refused when they are read
        suffixes = formats()[form].suffixes if form in formats() else ("",)
        if form == _PAIRS:
            suffixes += tuple(one for one in formats()[_OWN_PAIRS].suffixes if one not in suffixes)
        files = _sorted(folder.glob("*"), suffixes) or _sorted(_below(folder), suffixes)
        if not files:
            raise InputError(f"{folder}: holds no {' or '.join(suffixes)} file.")
        return files
    if is_model_folder(folder):
        raise InputError(f"{folder}: {MODEL}")
    others = [port for port in formats().values() if port.name not in ("suite", "table")] if form == AUTO else []
    suffixes = tuple(dict.fromkeys(suffix for port in others for suffix in port.suffixes if suffix != ".json"))
    for search in (lambda folder: folder.glob("*"), _below):
        paths = list(search(folder))
        candidates = [path for path in _sorted(paths, suffixes) if not is_result(path)] if suffixes else []
        taken = [path for path in candidates if path.suffix == ".jsonl" or any(port.accepts(path) for port in others)]
        alike = {path.suffix for path in taken}
        candidates = [path for path in candidates if path.suffix in alike or path.suffix not in _OFTEN_OTHER]
        suites = [path for path in _sorted(paths, (".json",)) if not is_result(path)]
        left = [path for path in taken if path in candidates and path.suffix not in _OFTEN_OTHER]
        if not suites:  # what is further down is not taken beside data
            left = [path for path in candidates if path not in taken]
            deeper = [path for path in _sorted(_below(folder), (".json", *alike)) if path not in paths]
            left += [
                path
                for path in deeper
                if not is_result(path)
                and (path.suffix in (".json", ".jsonl") or any(port.accepts(path) for port in others))
            ]
        if (suites or taken) and left:
            names = [str(path.relative_to(folder)) for path in left[:_MOST_NAMES]] + ["..."] * (len(left) > _MOST_NAMES)
            number = counted(len(left), "file is", "files are")
            message = f"{folder}: {number} not read: {', '.join(names)}. Name a file or its folder to read it."
            warnings.warn(message, SgliteWarning, stacklevel=2)
        if suites or taken:
            return suites or taken
    if form == AUTO:
        table = formats()["table"]  # beside suites it may be anything: what one was built from, or results
        tables = [
            path for path in _sorted(folder.glob("*"), table.suffixes) if table.accepts(path) and not is_result(path)
        ]
        if tables:
            return tables
    results = [path for path in sorted(folder.glob("*")) if path.is_file() and is_result(path)]
    if results:
        named = folder / "run.json"
        first = named if named in results else results[0]
        raise InputError(f"{folder}: holds results, and no stimuli: {first.name} {what_else(first)}")
    raise InputError(f"{folder}: holds no .json file, nor one of {', '.join(list(formats())[:-1])}.")


def _below(folder: Path) -> Iterator[Path]:
    """Give the files of a folder and of those in it, but for hidden ones (copies of Jupyter, say) and for models."""
    for root, folders, names in os.walk(folder):
        here = Path(root)
        folders[:] = [name for name in folders if not name.startswith(".") and not _holds_model(here / name)]
        yield from (here / name for name in names)


def _holds_model(folder: Path) -> bool:
    try:
        return is_model_folder(folder)
    except OSError:  # which may not be opened
        return True


def _sorted(paths: Iterable[Path], suffixes: tuple[str, ...]) -> list[Path]:
    files = {
        path for path in paths if path.name.endswith(suffixes) and not path.name.startswith(".") and path.is_file()
    }
    # pairs that are there as line-aligned files and as a table are read once, from the table, which says more; and a
    # file that says which side is good is read with the pairs
    said = {path for path in files if path.name in SAYS_OF and path.with_name(SAYS_OF[path.name]) in files}
    return sorted(path for path in files - said if path.suffix != ".gold" or path.with_suffix(".tab") not in files)


def first_line(path: Path) -> str:
    """Give the first line of a file that is not blank, for a look at what it is; "" if it is no text or too long."""
    with path.open("rb") as file:
        head = file.read(_LONGEST_FIRST_LINE)
    encoding = "utf-16" if head.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"  # Excel's "Unicode text"
    try:
        text = head.decode(encoding)
    except UnicodeDecodeError as error:
        if len(head) - error.start > 3:  # not just a character cut in two
            return ""
        text = head[: error.start].decode(encoding)
    line, end, _ = text.lstrip("\r\n").partition("\n")
    return line.rstrip("\r") if end or len(head) < _LONGEST_FIRST_LINE else ""


def first_object(path: Path) -> Mapping[str, Any]:
    """Give the object in the first line of a JSONL file; empty if there is none."""
    try:
        value = json.loads(first_line(path))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def first_objects(path: Path) -> Iterator[Mapping[str, Any]]:
    """Give the objects that stand in lines of their own at the beginning of a file; skip lines that hold none."""
    with path.open("rb") as file:
        head = file.read(_LONGEST_FIRST_LINE)
    for line in head.splitlines():
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            yield value
