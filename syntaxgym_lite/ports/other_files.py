"""Files and folders that are no stimuli, and what to do with each: results, models, corpora, documents, look-alikes.

A file is known by its content first, then by its name. What is said is one sentence, which names the command that takes
such a file, or what to do before one can.
"""

from __future__ import annotations

import csv
import json
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ..errors import InputError
from ..lines import DAMAGED, opener_of

__all__ = [
    "MODEL",
    "is_model_folder",
    "is_recorded_run",
    "is_result",
    "refuse_json",
    "seems_suite",
    "what_else",
    "what_perhaps",
]

_LOOK = 1 << 16  # bytes of a file, to see what it is

_AS_TEXT = "save the examples as plain text (.txt), and give that to 'sglite import'"
_AS_CSV = "save it as CSV, one row a sentence, and give that to 'sglite import'"
MODEL = "is a model; give it with `model`, and a suite beside it."
"""What is said of a model that stands in the place of a suite."""


@dataclass(frozen=True, slots=True)
class _Head:
    """The beginning of a file, looked at in the ways that tell what it is."""

    path: Path
    data: bytes
    line: str = ""
    keys: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()

    @classmethod
    def of(cls, path: Path) -> _Head:
        now = path.stat()
        return cls._read(path, now.st_mtime_ns, now.st_size)

    @classmethod
    @lru_cache(maxsize=128)
    def _read(cls, path: Path, changed: int, size: int) -> _Head:
        """Look at a file as it is now: on the way to its suites several ask."""
        with path.open("rb") as file:
            data = file.read(_LOOK)
        text = data.decode("utf-8-sig", "replace").lstrip("\r\n")
        line = text.partition("\n")[0].rstrip("\r")
        if text.lstrip().startswith(("{", "[")):
            return cls(path, data, line, tuple(_first_keys(text)))
        separator = max("\t;,", key=line.count)
        try:
            names = next(csv.reader([line], delimiter=separator), []) if separator in line else []
        except csv.Error:  # of what is no table
            names = []
        return cls(path, data, line, columns=tuple(name.strip() for name in names))

    @property
    def suffix(self) -> str:
        return self.path.suffix.lower()

    @property
    def folded(self) -> frozenset[str]:
        """Names of columns in small letters."""
        return frozenset(map(str.casefold, self.columns))

    @property
    def has_rows(self) -> bool:
        """Whether there is a list of objects, or one a line."""
        line = self.line.strip()
        return line.startswith("[") or (line.startswith("{") and line.endswith("}"))

    @property
    def is_text(self) -> bool:
        return b"\0" not in self.data and "\ufffd" not in self.data[: _LOOK // 2].decode("utf-8-sig", "replace")[:-3]


def _first_keys(text: str) -> Iterator[str]:
    """Give the keys of the first object; of one that goes on beyond the beginning, those that can be seen."""
    begin = text.lstrip().removeprefix("[").lstrip()
    try:
        value, _ = json.JSONDecoder().raw_decode(begin)
    except (ValueError, RecursionError):
        yield from _outer_keys(begin)
    else:
        yield from value if isinstance(value, dict) else ()


_TOKEN = re.compile(r'"((?:[^"\\\\]|\\\\.)*)"(\s*:)?|[{}\[\]"]')


def _outer_keys(text: str) -> Iterator[str]:
    """Give the keys of the outermost object of JSON that breaks off."""
    depth = 0
    for token in _TOKEN.finditer(text):
        if token[0] in ("{", "["):
            depth += 1
        elif token[0] in ("}", "]"):
            depth -= 1
        elif token[0] == '"':  # a text that breaks off
            return
        elif depth == 1 and token[2]:
            yield token[1]


def what_else(path: Path) -> str | None:
    """Say what a file is and which command takes it, if it is known and is no stimuli.

    Parameters
    ----------
    path : Path

    Returns
    -------
    str or None
        ``"is a PDF; ..."``; None for anything that may be a suite, and for what cannot be read.
    """
    try:
        head = _Head.of(path)
        said = next((say for is_one, say in _KNOWN if is_one(head)), None)
        return said(path) if callable(said) else said
    except OSError:
        return None


def is_result(path: Path) -> bool:
    """Whether a file holds what a model or people did: in a folder of stimuli it is left alone without a word."""
    try:
        head = _Head.of(path)
    except OSError:
        return False
    return any(is_one(head) for is_one, _ in _OF_RUNS_AND_PEOPLE)


def is_recorded_run(path: Path) -> bool:
    """Whether a file is the ``run.json`` of a run, of which reports are made."""
    try:
        return _is_run(_Head.of(path))
    except OSError:
        return False


def seems_suite(path: Path) -> bool:
    """Whether a file is JSON with the keys that a suite has; finished or not."""
    try:
        head = _Head.of(path)
    except OSError:
        return False
    is_object = not head.line.lstrip().startswith("[")
    return head.suffix == ".json" and is_object and not {"items", "region_meta"}.isdisjoint(head.keys)


def refuse_json(path: Path, *, instead: str) -> None:
    """Refuse a suite, or another file in JSON, where text is read, of which each line would count as a sentence.

    Parameters
    ----------
    path : Path
    instead : str
        What is read: ``"plain text"``.

    Raises
    ------
    InputError
        Names the command that takes such a file.
    """
    head = _Head.of(path)
    if not (head.keys or (head.suffix in (".json", ".jsonl") and head.line.lstrip().startswith(("{", "[")))):
        return
    other = what_else(path)
    raise InputError(
        f"{path}: {other}"
        if other is not None
        else f"{path}: is JSON, not {instead}; of a suite, 'sglite eval {path}' with `out=DIR` writes the surprisals, "
        f"and 'sglite convert {path}' with `to_format=sentences` the sentences as text."
    )


def is_model_folder(folder: Path) -> bool:
    """Whether a folder holds a model: its configuration or card, and its weights."""
    names = {path.name for path in folder.iterdir()}
    weights = any(name.endswith((".safetensors", ".bin", ".arpa", ".pt")) for name in names)
    return weights and not names.isdisjoint(("config.json", "card.json"))


def what_perhaps(path: Path) -> str | None:
    """Say what a file may be that is of no format, and how to say what its parts are.

    Parameters
    ----------
    path : Path

    Returns
    -------
    str or None
        None if there is nothing to go by.
    """
    try:
        head = _Head.of(path)
    except OSError:
        return None
    if not head.data.removeprefix(b"\xef\xbb\xbf").strip():  # a UTF-8 mark may stand before nothing
        return "is empty."
    if _is_of_people(head):
        return _OF_PEOPLE
    if head.keys and "items" not in head.keys and head.has_rows:
        return f"its keys ({_listed(head.keys)}) are those of no format. {_NAME_PAIRS}"
    if not head.is_text:
        return None
    if len(head.columns) > 1:
        return f"its columns ({_listed(head.columns)}) are those of no format. {_NAME_PAIRS}"
    if head.suffix not in (".json", ".jsonl") and head.is_text and len(head.line.split()) > 1:
        return (
            f"is plain text; 'sglite surprisal {path}' gives the surprisals of its lines, 'sglite perplexity' those of "
            "a corpus, and 'sglite import' makes a suite of numbered examples, which these are not (such as '1. a. One "
            "version. b. Another.' or '1. The key was/were lost.')."
        )
    return None


_MOST_NAMES = 12
_NAME_PAIRS = "Of minimal pairs, `good=NAME` and `bad=NAME` name the two sentences."


def _listed(names: Iterable[str]) -> str:
    shown = [name for name in names if name.strip()]
    return ", ".join(shown[:_MOST_NAMES]) + (", ..." if len(shown) > _MOST_NAMES else "")


# ---------------------------------------------------------------- the table


_HTML = re.compile(rb"\s*<(!doctype html|html)\b", re.IGNORECASE)


def _begins(*marks: bytes) -> Callable[[_Head], bool]:
    return lambda head: head.data.startswith(marks)


def _named(*suffixes: str) -> Callable[[_Head], bool]:
    return lambda head: head.suffix in suffixes


def _has_keys(*keys: str) -> Callable[[_Head], bool]:
    return lambda head: set(head.keys) >= set(keys)


def _has_columns(*columns: str) -> Callable[[_Head], bool]:
    return lambda head: head.folded >= set(columns)


def _is_surprisals(head: _Head) -> bool:
    """A table of surprisals: of this package, of SyntaxGym's language models, of somebody's script."""
    values = {"surprisal_bits", "surprisal", "bits", "sum_surprisal", "mean_surprisal"}
    units = {"token", "content", "word", "region_number", "sentence_id"}
    return not head.folded.isdisjoint(values) and not head.folded.isdisjoint(units)


def _is_run(head: _Head) -> bool:
    return bool(re.match(rb'\{\s*"models": \[\s*\{\s*"model":', head.data))


_TIME = re.compile(r"rts?|reading[ _]?times?|(g?mean|g?sd|log)(_|item)?rt|time_elapsed")
_PEOPLE = frozenset({"participant", "participant_id", "participantid", "workerid", "worker_id", "prolific_id"})


def _is_of_people(head: _Head) -> bool:
    """A table with reading times, which may also stand beside stimuli."""
    return any(_TIME.fullmatch(name) for name in head.folded)


def _is_of_each_person(head: _Head) -> bool:
    """A table with a row for what each person did in each trial."""
    return not head.folded.isdisjoint(_PEOPLE) or head.line.startswith("# Results on ")


def _holds(*names: str) -> Callable[[_Head], bool]:
    """A zip archive with a file of one of these names."""

    def is_one(head: _Head) -> bool:
        if not head.data.startswith(b"PK\x03\x04"):
            return False
        try:
            with zipfile.ZipFile(head.path) as archive:
                return not set(archive.namelist()).isdisjoint(names)
        except (OSError, zipfile.BadZipFile):
            return False

    return is_one


def _mimetype(kind: bytes) -> Callable[[_Head], bool]:
    """An OpenDocument file of a kind; its first member says which."""
    return lambda head: head.data.startswith(b"PK\x03\x04") and kind in head.data[:200]


_OF_R = (b"RDX", b"RDA", b"X\n\x00\x00\x00", b"A\n")


def _is_of_r(head: _Head) -> bool:
    """R's own files, which are compressed as a rule."""
    data = head.data
    opened = opener_of(data)
    if opened is not None:
        try:
            with opened(head.path) as file:
                data = file.read(8)
        except (OSError, *DAMAGED):
            return head.suffix in (".rds", ".rdata", ".rda")
    return data.startswith(_OF_R[:3]) or head.suffix in (".rds", ".rdata", ".rda")


def _of_run(path: Path) -> str:
    return (
        f"is a recorded run; 'sglite rerun {path}' repeats it, and `model=replay:{path}` takes its surprisals, with "
        "the suites that were run."
    )


def _of_surprisals(path: Path) -> str:
    return f"holds surprisals of a model; `model=replay:{path}` takes them, with the suite of their sentences."


def _is_climp(head: _Head) -> bool:
    """CLiMP, of which one file has bare lines."""
    return head.line == ",0,1,2,3" or "ba_construction" in head.path.name


_OF_PEOPLE = "holds what people did, not stimuli; give the file with the sentences that they read."
_RESULTS = "holds scores of models, and neither sentences nor surprisals; the run.json of a run has both."

_OF_RUNS_AND_PEOPLE: tuple[tuple[Callable[[_Head], bool], str | Callable[[Path], str]], ...] = (
    (_is_run, _of_run),
    (_has_keys("schema_version", "models"), _RESULTS),
    (_has_columns("model", "suite", "item_number", "prediction", "holds"), _RESULTS),
    (_has_columns("model", "dataset", "context", "measure", "share"), _RESULTS),
    (_has_columns("model", "suite", "item", "correct"), _RESULTS),
    (_is_surprisals, _of_surprisals),
    (_is_of_each_person, _OF_PEOPLE),
)
"""Results, which stand beside stimuli in many folders."""

_KNOWN: tuple[tuple[Callable[[_Head], bool], str | Callable[[Path], str]], ...] = (
    # documents
    (_begins(b"%PDF-"), f"is a PDF; {_AS_TEXT}."),
    (_holds("word/document.xml"), f"is a Word document; {_AS_TEXT}."),
    (_mimetype(b"opendocument.text"), f"is a text document; {_AS_TEXT}."),
    (_begins(b"{\\rtf"), f"is a text document (RTF); {_AS_TEXT}."),
    (
        _begins(b"\xd0\xcf\x11\xe0"),
        f"is an old Word or Excel file; save a sheet as XLSX or CSV; of a text, {_AS_TEXT}.",
    ),
    (
        lambda head: bool(re.match(rb"\s*<(!doctype html|html)\b", head.data, re.IGNORECASE)),
        f"is a web page; {_AS_TEXT}.",
    ),
    (_begins(b"\x89PNG", b"\xff\xd8\xff"), "is a picture; type its examples into a text file or a spreadsheet."),
    # data of other programs
    (_is_of_r, "is a file of R; write its data frame with write.csv(x, 'stimuli.csv', row.names = FALSE)."),
    (_begins(b"$FL2", b"$FL3"), f"is a file of SPSS; {_AS_CSV}."),
    (_begins(b"<stata_dta>"), f"is a file of Stata; {_AS_CSV}."),
    (_begins(b"ARROW1"), f"is a table of pandas or R in binary form; {_AS_CSV}."),
    (_begins(b"\x93NUMPY"), "holds numbers of NumPy, and no sentences."),
    # models
    (_begins(b"GGUF", b"mmap lm http://kheafield.com/code"), MODEL),
    (lambda head: head.line.strip() == "\\data\\", MODEL),
    (_named(".safetensors", ".pt", ".pth", ".ckpt", ".arpa", ".gguf", ".onnx"), MODEL),
    (_has_keys("model_type", "architectures"), "is the configuration of a model; give its folder with `model`."),
    (lambda head: opener_of(head.data) is not None, "is compressed; unpack it first."),
    (
        lambda head: (
            head.data.startswith(b"PK\x03\x04")
            and not _holds("[Content_Types].xml")(head)
            and not _mimetype(b"opendocument")(head)
        ),
        "is a zip archive; unpack it first.",
    ),
    *_OF_RUNS_AND_PEOPLE,
    # what sglite itself takes elsewhere
    (
        _named(".toml"),
        lambda path: f"is a template; 'sglite build {path} ITEMS.csv' makes a suite of it.",
    ),
    # look-alikes of minimal pairs: nothing says which sentence is good
    (
        lambda head: {"input_prefix", "options"} <= set(head.keys) and "numops" not in head.keys,
        "offers several ends of a text, and does not say which is right; such files are not read.",
    ),
    (
        lambda head: {"sentence_a", "sentence_b"} <= set(head.keys) and "annotator_1" not in head.keys,
        "does not say which of its two sentences is the good one: give the columns `good` and `bad` if one side is "
        "good throughout.",
    ),
    (
        lambda head: bool(re.fullmatch(r",0(,\d)*", head.line)) and not _is_climp(head),
        "names no columns, so that nothing says which sentence is good; name them in its first line.",
    ),
)
"""What tells a file, and what is said of it, in the order in which it is tried."""
