"""What people did with single sentences, read from results files.

Read are the results files of PCIbex (PennController) and Ibex, whose lines ``# 13. Reading time.`` say what the columns
below them are; the data of jsPsych, as JSON or CSV; and any table with a column for items, one for conditions and one
of values.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from ...delimited import number_in, read_table
from ...errors import InputError, cited
from ...files import decode_utf8, read_bytes

__all__ = ["HumanTrial", "holds_results", "read_trials", "refuse_results"]

_LOOK = 1 << 16
_COLUMN = re.compile(r"#\s*([0-9]{1,4})\.\s*(.*?)[.?]*\s*$")
_A_RESULT = re.compile(r"\s*[0-9]{9,}[,;\t][^,;\t]*[,;\t]\w+[,;\t][0-9]+[,;\t][0-9]+[,;\t]")
_ANY_COLUMNS = re.compile(r"^# Columns below this comment|^#\s*\d+\. (?:Controller name|Reading time)", re.MULTILINE)
_ITEM = ("item", "item_number", "itemnumber", "item_id", "itemid")  # "Item number" of PCIbex is the place in its order
_CONDITION = ("condition", "cond", "condition_name")
_REGION = ("region_number", "region")
_PERSON = (
    *("participant", "participant_id", "subject", "subject_id", "subj", "person", "prolific_pid", "prolific_id"),
    *("run_id", "workerid", "worker_id"),
)
_SENTENCE = ("sentence", "stimulus", "spr_sentence", "text")
_ANSWERS = frozenset({"choice", "selection", "selected", "pressedkey", "final", "value"})
"""What PennController calls a parameter whose value is an answer."""
_NULL = frozenset({"", "null", "na", "nan", "undefined"})
_ABSENT = frozenset({"", "NULL", "null", "undefined"})
"""What PCIbex and Ibex write where there is nothing. `None` and `NaN` are not among them: they are words."""


@dataclass(frozen=True, slots=True)
class HumanTrial:
    """What one person did with one sentence.

    Parameters
    ----------
    where : str
        File and line.
    person : str
    item, condition : str
        As the results name them; empty where they do not.
    sentence : str, optional
        Its text, where that stands there.
    words : tuple of str, optional
        What was seen at once.
    times : tuple of str, optional
        How long, in milliseconds, as written.
    answers : mapping of str to str, optional
        What was answered, by the name of the question, or of the column.
    region : str, optional
        The region that the answers are about, where a table has one row for each.
    by_number : bool, optional
        Whether `item` is the item's number, as Ibex has no labels.
    """

    where: str
    person: str
    item: str = ""
    condition: str = ""
    sentence: str = ""
    words: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    region: str = ""
    by_number: bool = False


def holds_results(path: Path) -> bool:
    """Whether a file has results of people, as PCIbex, Ibex or jsPsych write them."""
    return _kind(path) in ("pcibex", "jspsych")


def refuse_results(path: Path) -> None:
    """Refuse a file that holds results of people where stimuli are read; names the command for them.

    Raises
    ------
    InputError
    """
    if not holds_results(path):
        return
    raise InputError(
        f"{path}: holds results of people, not stimuli. 'sglite human {path} --suite SUITE' makes a table of them, by "
        "item, condition and region."
    )


def _kind(path: Path) -> str:
    """Tell results of PCIbex and Ibex, and of jsPsych, from any other table."""
    with path.open("rb") as file:
        head = file.read(_LOOK).decode("utf-8", "ignore").removeprefix("\ufeff")
    if _ANY_COLUMNS.search(head):
        return "pcibex"
    if _A_RESULT.match(head):
        return "nameless"
    if head.lstrip().startswith(("[", "{")):
        return "jspsych" if '"trial_type"' in head or '"time_elapsed"' in head else ""
    first = head.partition("\n")[0]
    return "jspsych" if re.search(r'(?:^|,)"?(?:trial_type|time_elapsed)"?(?:,|\r?$)', first) else "table"


def read_trials(paths: str | Path | Sequence[str | Path], *, sheet: str | None = None) -> list[HumanTrial]:
    """Read what people did, from one results file or several.

    Parameters
    ----------
    paths : str, Path or sequence of them
        Files without a name for each person, as jsPsych may write one for each, are one person each.
    sheet : str, optional
        Of tables in workbooks: name or number of the sheet; by default the only one that holds anything.

    Returns
    -------
    list of HumanTrial

    Raises
    ------
    InputError
        If a file cannot be read, or is no results file.
    """
    trials: list[HumanTrial] = []
    for path in [paths] if isinstance(paths, (str, Path)) else paths:
        path = Path(path)
        data = read_bytes(path)
        kind = _kind(path)
        if kind == "pcibex":
            trials += _pcibex(decode_utf8(data, path), str(path))
        elif kind == "jspsych":
            trials += _jspsych(decode_utf8(data, path), str(path))
        elif kind == "table":
            trials += _table(path, sheet)
        elif kind == "nameless":
            raise InputError(
                f"{path}: looks like results of PCIbex or Ibex whose lines with '#' are lost, '# 1. ...' and others, "
                "which name the columns. Take the file as it was downloaded."
            )
        else:
            raise InputError(
                f"{path}: is JSON, but no data of jsPsych: none of its first objects has 'trial_type'. Results of "
                "PCIbex, Ibex and jsPsych are read, and tables."
            )
    return trials


# PCIbex and Ibex


@dataclass(slots=True)
class _Line:
    where: str
    cells: dict[str, str]

    def get(self, *names: str) -> str:
        for name in names:
            value = self.cells.get(name, "")
            if value.strip() not in _ABSENT:
                return unquote(value).strip()
        return ""

    def text(self, *names: str) -> str:
        """Give what people read: a word may be spelled as what stands elsewhere for nothing."""
        return unquote(next((self.cells[name] for name in names if name in self.cells), "")).strip()


def _pcibex_lines(text: str, source: str) -> Iterator[_Line]:
    names: dict[int, str] = {}
    last = 0
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(("#", '"#')):
            if found := _COLUMN.match(line.strip('",;\t ')):
                last = int(found[1])
                name = found[2].casefold()
                # 'Reading time to first answer' of a maze is its reading time
                names[last] = "reading time" if name.startswith("reading time") else name
            elif "columns below" in line.casefold():
                names.clear()
            continue
        if not line.strip(",;\t "):
            continue
        if not names:
            raise InputError(f"{source}, line {number}: comes before the lines '# 1. ...' that name the columns.")
        cells = _cells(line, last)
        if len(cells) < 7:
            raise InputError(f"{source}, line {number}: has {len(cells)} cells; a line of results has 7 or more.")
        yield _Line(f"{source}, line {number}", {names.get(place, ""): cell for place, cell in enumerate(cells, 1)})


def _cells(line: str, n_named: int) -> list[str]:
    """Part a line at commas, or as a spreadsheet program saved it: with texts in quotes, and other signs between."""
    separator = next((sign for sign in ",;\t" if line.count(sign) >= 6), ",")
    cells = line.split(separator)
    return next(csv.reader([line], delimiter=separator)) if '"' in line and len(cells) != n_named else cells


def _pcibex(text: str, source: str) -> Iterator[HumanTrial]:
    current: tuple[str, ...] = ()
    run: list[_Line] = []
    for line in _pcibex_lines(text, source):
        if "reading time" in line.cells:
            key = (*_sentence_key(line), line.get("pennelementname"))
            number = line.get("word number", "parameter")
            if run and (key != current or number == "1"):
                yield _reading(run)
                run = []
            current = key
            run.append(line)
            continue
        answer = _answer(line)
        if answer:
            yield HumanTrial(
                line.where,
                _person(line),
                *_design(line),
                line.get("sentence (or sentence md5)"),
                answers=answer,
                by_number=not _is_logged(line),
            )
    if run:
        yield _reading(run)


def _person(line: _Line) -> str:
    named = line.get(*_PERSON)
    return named or "/".join(list(line.cells.values())[:2])  # when results came, and the address of the computer


def _sentence_key(line: _Line) -> tuple[str, ...]:
    places = list(line.cells.values())[:7]
    return tuple(places)


def _design(line: _Line) -> tuple[str, str]:
    """Give item and condition: as they were logged, else the number and type of an Ibex item."""
    if _is_logged(line):
        return line.get(*_ITEM), line.get(*_CONDITION)
    return line.get("group", "latin square group"), line.get("type", "label")


def _is_logged(line: _Line) -> bool:
    return bool(line.get(*_ITEM) or line.get(*_CONDITION))


def _reading(run: Sequence[_Line]) -> HumanTrial:
    first = run[0]
    words = tuple(line.text("word", "value") for line in run)
    times = tuple(line.cells["reading time"].strip() for line in run)
    return HumanTrial(
        first.where,
        _person(first),
        *_design(first),
        first.get("sentence (or sentence md5)"),
        words,
        times,
        by_number=not _is_logged(first),
    )


def _answer(line: _Line) -> dict[str, str]:
    if "answer" in line.cells:  # of Ibex
        answer = line.get("answer")
        return {line.get("controller name"): answer} if answer else {}
    kind, parameter, value = line.get("pennelementtype"), line.get("parameter"), line.get("value")
    if not value or kind in ("", "PennController"):
        return {}
    if kind.startswith("Controller-") or parameter.casefold() in _ANSWERS:
        return {line.get("pennelementname") or kind: value}
    return {}


# jsPsych


def _jspsych(text: str, source: str) -> Iterator[HumanTrial]:
    for number, (person, record) in enumerate(_jspsych_records(text, source), 1):
        by_fold = {key.casefold(): value for key, value in record.items() if key}

        def get(names: Sequence[str], by_fold: Mapping[str, Any] = by_fold) -> str:
            found = next((by_fold[name] for name in names if by_fold.get(name) not in (None, "")), "")
            return str(found).strip()

        words, times = (_listed(by_fold.get(name)) for name in ("spr_words", "spr_rts"))
        answers: dict[str, str] = {}
        for name in ("response", "rt"):
            answers |= _jspsych_answers(name, by_fold.get(name))
        yield HumanTrial(
            f"{source}, trial {number}",
            get(_PERSON) or f"{source} {person}",
            get(_ITEM),
            get(_CONDITION),
            get(_SENTENCE),
            tuple(words),
            tuple(times),
            answers,
        )


def _jspsych_answers(name: str, value: Any) -> dict[str, str]:
    """Give an answer by its name; one of a survey is an object, with a name for each of its questions."""
    if isinstance(value, str) and value.lstrip().startswith("{"):  # in CSV
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return {name: value}
    if isinstance(value, dict):
        return {str(key): str(one) for key, one in value.items() if not _is_null(one)}
    return {} if _is_null(value) else {name: str(value).strip()}


def _is_null(value: Any) -> bool:
    return value is None or str(value).strip().casefold() in _NULL


def _jspsych_records(text: str, source: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give each trial, with what tells the people of one file apart."""
    if not text.lstrip().startswith(("[", "{")):
        yield from (("", record) for record in csv.DictReader(io.StringIO(text, newline="")))
        return
    try:
        documents = [json.loads(text)]
    except RecursionError:
        raise InputError(f"{source}: no data of jsPsych: brackets are nested too deeply.") from None
    except ValueError:  # JATOS writes a line for each person
        try:
            documents = [json.loads(line) for line in text.splitlines() if line.strip()]
        except (ValueError, RecursionError) as error:
            raise InputError(f"{source}: not JSON: {error}.") from None
    several = len(documents) > 1
    for place, document in enumerate(documents, 1):
        yield from _flat(document, f"{place}" if several else "")


def _flat(document: Any, person: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give the trials of a list, of a list of lists (each a person), or of an object that holds one as ``trials``."""
    if isinstance(document, dict):
        inner = document.get("trials", document.get("data"))
        if isinstance(inner, list):
            yield from _flat(inner, person)
        else:
            yield person, document
    elif isinstance(document, list):
        for place, one in enumerate(document, 1):
            yield from _flat(one, f"{person} {place}".strip() if isinstance(one, list) else person)


def _listed(value: Any) -> list[str]:
    """Read a list, which in CSV is JSON, or texts with commas between."""
    if value in (None, ""):
        return []
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            value = value.split(",")
    return [str(one).strip() for one in value] if isinstance(value, list) else []


# tables


def _table(path: Path, sheet: str | None) -> Iterator[HumanTrial]:
    table = read_table(path, sheet=sheet)
    by_fold = {column.casefold(): column for column in reversed(table.columns)}
    found = {
        role: next((by_fold[name] for name in names if name in by_fold), "")
        for role, names in (
            ("item", _ITEM),
            ("condition", _CONDITION),
            ("region", _REGION),
            ("person", _PERSON),
            ("sentence", _SENTENCE),
        )
    }
    if not found["item"] or not found["condition"]:
        raise InputError(
            f"{path}: is no results file of PCIbex, Ibex or jsPsych, and no table with columns 'item' and 'condition'; "
            f"it has {', '.join(cited(column, 40) for column in table.columns[:12])}."
        )
    is_comma = table.separator != ","
    for row in table.rows:

        def get(role: str, row: Mapping[str, str] = row.cells) -> str:
            return row[found[role]].strip() if found[role] else ""

        answers = {
            column: cell.strip().replace(",", ".") if is_comma and number_in(cell, decimal_comma=True) else cell.strip()
            for column, cell in row.cells.items()
            if column not in found.values() and cell.strip().casefold() not in _NULL
        }
        yield HumanTrial(
            f"{path}, row {row.number}",
            get("person") or f"row {row.number}",
            get("item"),
            get("condition"),
            get("sentence"),
            answers=answers,
            region=get("region"),
        )
