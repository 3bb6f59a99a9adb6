"""Minimal pairs as people keep them: a table, a list of JSON objects, or JSON lines, with a good and a bad sentence.

BLiMP's own files have their reader in `syntaxgym_lite.ports.published.blimp`. Here a file is known by two of its
columns, whose names say which sentence is which: ``good`` and ``bad``, ``grammatical`` and ``ungrammatical``, and so
on; or a person names them. What else stands in the file is kept: a column with the same text throughout is a group of
the suite, one with a few texts that repeat a factor of the items, an id the label of an item, and anything else
stands in the suite's file as it was.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Any, Literal

from ..delimited import number_in, read_table
from ..errors import InputError, Problems, cited, counted, did_you_mean
from ..files import decode_utf8, read_bytes
from ..suite import Factor, Item, Suite
from ..suite.json import RepeatedKeyError, unique_keys
from .formats import first_line, first_objects
from .minimal_pairs import (
    NOTHING,
    Compare,
    PairUnit,
    comparison,
    condition,
    identical_warning,
    objects_in_lines,
    text_problem,
)
from .proposal import Proposal, Understood, mark_in_the_way

__all__ = ["looks_like_pairs", "propose_pairs"]

_OPPOSITES = (
    ("good", "bad"),
    ("grammatical", "ungrammatical"),
    ("acceptable", "unacceptable"),
    ("correct", "incorrect"),
    ("correct", "wrong"),
)
_PAIRS: Mapping[tuple[str, str], frozenset[str]] = {
    **{
        (pattern.format(good), pattern.format(bad)): frozenset()
        for pattern in ("sentence_{}", "{}_sentence", "{}")
        for good, bad in _OPPOSITES
    },
    # RuBLiMP's names say nothing by themselves: elsewhere a source and a target are a sentence and its translation
    ("source_sentence", "target_sentence"): frozenset({"source_word", "target_word", "pid"}),
}
"""Names of columns that say which sentence is good and which is bad, and other columns that must be there as well.
Blanks and hyphens count as underscores, capitals as small letters."""

_SENTENCE = "sentence"
_FINAL = ".!?…。！？؟।"  # with which whole sentences end
_SUITE_COLUMN = "uid"  # BLiMP's name of a paradigm; each is a suite, as in its own files
_IDS = ("pairid", "pair_id", "id", "item", "item_id", "item_number", "pair")
_RESERVED = ("human",)  # a factor that means something: see `syntaxgym_lite.judgments`
_MOST_LEVELS = 20
_LONGEST_LEVEL = 60  # characters; what is longer is a text, not a category
_WORKBOOKS = (".xlsx", ".xlsm", ".xls", ".xlsb", ".ods")
_WHOLE = re.compile(r"0|[1-9]\d{0,8}", re.ASCII)
_LOOK = 1 << 16  # bytes of a JSON file, to see what it is

_Kind = Literal["id", "group", "factor", "kept"]
_KINDS: Mapping[_Kind, tuple[str, str]] = {
    "id": ("number or label of an item", "no two pairs have the same"),
    "group": ("group of the suite", "the same in every row"),
    "factor": ("factor of the items", "few values, which repeat"),
    "kept": ("kept in the file, not used", ""),
}
"""What a column beside the sentences can be, and why."""

_Columns = tuple[str, str]


def looks_like_pairs(path: Path) -> bool:
    """Whether the names of the columns or keys of a file say that it holds minimal pairs."""
    return bool(_known_pairs(_first_names(path)))


def propose_pairs(
    path: str | Path,
    *,
    good: str | None = None,
    bad: str | None = None,
    min_margin: float = 0.0,
    normalize: PairUnit | None = None,
    sheet: str | None = None,
) -> Proposal:
    """Read minimal pairs.

    Parameters
    ----------
    path : str or Path
        A table with a header; JSON, a list of objects; or JSON lines, an object each.
    good, bad : str, optional
        The columns or keys of the two sentences. By default those whose names say so.
    min_margin : float
        How many bits more the bad one must cost, at least 0; 0 means any more: a tie is wrong.
    normalize : {"tokens", "words"}, optional
        Compare means over tokens, or over the words that blanks separate, instead of sums.
    sheet : str, optional
        Name or number of the sheet of a workbook.

    Returns
    -------
    Proposal
        One suite; if there is a column ``UID``, one for each of its texts, as in BLiMP. Ids that are whole numbers are
        the numbers of the items (one more if they count from 0), others their labels.

    Raises
    ------
    InputError
        If an option is not usable, or no two columns, or too many, are a good and a bad sentence.
    SuiteError
        If the file cannot be read or has malformed rows; lists all of them.
    """
    path = Path(path)
    compare = comparison(min_margin, normalize)
    problems = Problems()
    rows = list(_rows(path, sheet, problems))
    if not rows and not problems:
        problems.note("", "holds no pairs.")
    problems.raise_all(str(path))
    names = list(dict.fromkeys(name for row in rows for name in row.cells))
    columns = _chosen(path, names, good, bad)
    pairs = [pair for row in rows if (pair := _pair(row, columns, problems)) is not None]
    if (mark := mark_in_the_way((pair.where, text) for pair in pairs for text in (pair.good, pair.bad))) is not None:
        problems.note(*mark)
    problems.raise_all(str(path))
    paradigm = _paradigm_column([name for name in names if name not in columns], rows)
    others = [name for name in names if name not in (*columns, paradigm)]
    by_suite: dict[str, list[_Pair]] = {}
    for pair in pairs:
        by_suite.setdefault(path.stem if paradigm is None else pair.cells[paradigm], []).append(pair)
    suites: list[Suite] = []
    understood = [
        Understood(f"column {cited(columns[0])}", "the good sentence", "", pairs[0].good, columns[0], "good"),
        Understood(f"column {cited(columns[1])}", "the bad sentence", "", pairs[0].bad, columns[1], "bad"),
    ]
    if paradigm is not None:
        understood.append(Understood(f"column {cited(paradigm)}", "name of a suite", "BLiMP's name of a paradigm"))
    for name, own in by_suite.items():
        kinds = {other: _kind(other, [pair.cells.get(other) for pair in own]) for other in others}
        if not suites:
            understood += [Understood(f"column {cited(other)}", *_KINDS[kind]) for other, kind in kinds.items()]
        suites.append(_suite(name, own, kinds, path, compare))
    n_cut = sum(pair.was_cut for pair in pairs)
    notes = [f"Blanks around the sentences of {counted(n_cut, 'pair')} were dropped."] if n_cut else []
    notes += [
        f"Column {cited(other)} holds sentences too; they are kept, and not compared."
        for other in others
        if _is_third(other, pairs)
    ]
    return Proposal(
        str(path),
        tuple(suites),
        "a row for each pair of sentences",
        tuple(understood),
        tuple(notes),
        tuple(_doubts(pairs, columns, others)) if good is None else (),
        " ".join(f"--{side} {quote(column)}" for side, column in zip(("good", "bad"), columns, strict=True)),
    )


def _is_third(name: str, pairs: Sequence[_Pair]) -> bool:
    """Whether a column holds sentences like those that are compared: most of their words stand in it, in most rows."""
    n_alike = 0
    for pair in pairs:
        words, value = pair.good.split(), pair.cells.get(name)
        if len(words) > 1 and isinstance(value, str):
            n_alike += 2 * len(set(words) & set(value.split())) >= len(set(words))
    return 2 * n_alike > len(pairs)


def _doubts(pairs: Sequence[_Pair], columns: _Columns, others: Sequence[str]) -> Iterator[str]:
    """Say why two columns with short names may be no sentences: parts of one, as in the table of a template."""
    if any(_SENTENCE in _folded(name) for name in columns):
        return
    named = f"{cited(columns[0])} and {cited(columns[1])}"
    if not any(len(text.split()) > 1 for pair in pairs for text in (pair.good, pair.bad)):
        yield f"Columns {named} may be words and not sentences: none has more than one word."
    whole = sum(pair.good[0].isupper() or pair.good[-1] in _FINAL for pair in pairs)
    if 2 * whole > len(pairs):
        return
    texts = [
        other
        for other in others
        if any(isinstance(value := pair.cells.get(other), str) and len(value.split()) > 1 for pair in pairs)
        and len({pair.cells.get(other) for pair in pairs}) > len(pairs) // 2
    ]
    if texts:
        listed = ", ".join(map(cited, texts))
        yield f"Columns {named} are taken for whole sentences, and what stands in {listed} is no part of them."


# ---------------------------------------------------------------- which columns


def _folded(name: str) -> str:
    return name.strip().casefold().replace(" ", "_").replace("-", "_")


def _known_pairs(names: Sequence[str]) -> list[_Columns]:
    """Pairs of these names that are known to be a good and a bad sentence."""
    by_fold = {_folded(name): name for name in reversed(names)}
    return [
        (by_fold[good], by_fold[bad])
        for (good, bad), others in _PAIRS.items()
        if {good, bad, *others} <= by_fold.keys()
    ]


def _chosen(path: Path, columns: Sequence[str], good: str | None, bad: str | None) -> _Columns:
    """Give the two columns that were named, or that are known; refuse if that is not plain."""
    if good is not None and bad is not None:
        for name in (good, bad):
            if name not in columns:
                listed = ", ".join(map(cited, columns))
                raise InputError(f"{path}: no column {cited(name)}; there is {listed}.{did_you_mean(name, columns)}")
        if good == bad:
            raise InputError(f"{path}: `good` and `bad` both name the column {cited(good)}; they are two sentences.")
        return good, bad
    if good is not None or bad is not None:
        raise InputError(f"{path}: name both columns, `good=COLUMN` and `bad=COLUMN`.")
    known = _known_pairs(columns)
    if len(known) == 1:
        return known[0]
    advice = "name the two columns: `good=COLUMN` and `bad=COLUMN`"
    if known:
        several = " or ".join(f"{cited(one)} and {cited(other)}" for one, other in known)
        raise InputError(f"{path}: the sentences may be {several}; {advice}.")
    listed = ", ".join(map(cited, columns))
    raise InputError(f"{path}: no column says which sentence is good and which is bad ({listed}); {advice}.")


def _paradigm_column(names: Sequence[str], rows: Sequence[_Row]) -> str | None:
    """Give the column that names suites, if each row has a text there."""
    found = next((name for name in names if _folded(name) == _SUITE_COLUMN), None)
    return found if found is not None and all(_is_level(row.cells.get(found)) for row in rows) else None


def _kind(name: str, values: Sequence[Any]) -> _Kind:
    """Say what a column beside the sentences is."""
    filled = [value for value in values if value not in (None, "")]
    levels = {str(value) for value in filled}
    if not filled or not name.strip() or not name.isprintable() or not all(map(_is_level, filled)):
        return "kept"
    if _folded(name) in _IDS:
        return "id" if len(filled) == len(values) == len(levels) else "kept"
    if len(levels) == 1 and len(filled) == len(values) and isinstance(filled[0], str):
        return "group"
    if 1 < len(levels) <= min(_MOST_LEVELS, len(filled) // 2) and _folded(name) not in _RESERVED:
        return "factor"
    return "kept"


def _is_level(value: Any) -> bool:
    """Whether a value can be one of a factor: short, and on one line."""
    if not isinstance(value, str) and not _is_plain_number(value):
        return False
    text = str(value)
    return bool(text.strip()) and len(text) <= _LONGEST_LEVEL and text.isprintable()


# ---------------------------------------------------------------- rows


@dataclass(frozen=True, slots=True)
class _Row:
    where: str
    cells: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Pair:
    where: str
    cells: Mapping[str, Any]
    good: str
    bad: str
    was_cut: bool


def _first_names(path: Path) -> list[str]:
    """Names of columns or keys, by the beginning of a file; of a workbook or of what Excel marked, by all of it."""
    line = first_line(path)
    if path.suffix.lower() in _WORKBOOKS or line.lower().startswith("sep="):
        try:
            return list(read_table(path).columns)
        except InputError:
            return []
    if line.lstrip().startswith("["):
        return list(_first_of_list(path))
    if line.lstrip().startswith("{"):
        if path.suffix.lower() == ".json" and "}" not in line:  # a suite, over many lines
            return []
        return [name for one in first_objects(path) for name in one]
    separator = max("\t;,", key=line.count)
    try:
        return [name.strip() for name in next(csv.reader([line], delimiter=separator), [])]
    except csv.Error:  # of a file that is no table
        return []


def _first_of_list(path: Path) -> Mapping[str, Any]:
    """Give the first object of a list in JSON, of which only the beginning is read."""
    with path.open("rb") as file:
        head = file.read(_LOOK).decode("utf-8-sig", "ignore").lstrip()
    try:
        value, _ = json.JSONDecoder().raw_decode(head[1:].lstrip())
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _rows(path: Path, sheet: str | None, problems: Problems) -> Iterator[_Row]:
    line = first_line(path).lstrip()
    if line.startswith("["):
        yield from _rows_of_list(path, problems)
    elif line.startswith("{"):
        for number, one in objects_in_lines(path, lambda number, message: problems.note(f"line {number}", message)):
            yield _Row(f"line {number}", one)
    else:
        table = read_table(path, sheet=sheet)
        for row in table.rows:
            yield _Row(f"row {row.number}", row.cells)


def _rows_of_list(path: Path, problems: Problems) -> Iterator[_Row]:
    try:
        document = json.loads(decode_utf8(read_bytes(path), path), object_pairs_hook=unique_keys)
    except RepeatedKeyError as error:
        raise InputError(f"{path}: {error}.") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: not JSON: {error}.") from None
    for index, one in enumerate(document):
        if isinstance(one, dict):
            yield _Row(f"[{index}]", one)
        else:
            problems.note(f"[{index}]", "must be an object with a good and a bad sentence.")


def _pair(row: _Row, columns: _Columns, problems: Problems) -> _Pair | None:
    texts = []
    for name in columns:
        value = row.cells.get(name)
        problem = text_problem(value) if name in row.cells else "is missing"
        if problem is None and " | " in str(value):
            problem = "has '|' between regions, which would be scored; `form=table` makes a suite with these regions"
        if problem is None and number_in(str(value)) is not None:
            problem = f"is the number {str(value).strip()}, not a sentence"
        if problem is None:
            texts.append(str(value))
        else:
            problems.note(row.where, f"{name} {problem}.")
    if len(texts) < len(columns):
        return None
    good, bad = (text.strip() for text in texts)
    cells = {name: value.strip() if isinstance(value, str) else value for name, value in row.cells.items()}
    return _Pair(row.where, cells, good, bad, [good, bad] != texts)


# ---------------------------------------------------------------- suites


def _suite(name: str, pairs: Sequence[_Pair], kinds: Mapping[str, _Kind], path: Path, compare: Compare) -> Suite:
    of_kind = {kind: [other for other, own in kinds.items() if own == kind] for kind in _KINDS}
    items = []
    for pair, (number, label) in zip(pairs, _numbers(pairs, of_kind["id"][:1]), strict=True):
        factors = {other: _level(pair.cells[other]) for other in of_kind["factor"] if _is_level(pair.cells.get(other))}
        kept = {other: _as_kept(pair.cells[other]) for other in of_kind["kept"] if pair.cells.get(other) is not None}
        conditions = condition("good", [pair.good]), condition("bad", [pair.bad])
        items.append(Item(number, conditions, {"columns": kept} if kept else NOTHING, factors or NOTHING, label))
    groups = {other: pairs[0].cells[other] for other in of_kind["group"]}
    return Suite(
        name=name,
        region_names={1: "sentence"},
        items=tuple(items),
        predictions=(compare("*", "good", "bad"),),
        join="none",
        meta={"metric": "sum", **({"groups": groups} if groups else {})},
        source=str(path),
        warnings=identical_warning([pair.where for pair in pairs if pair.good == pair.bad]),
    )


def _numbers(pairs: Sequence[_Pair], ids: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Give each pair its number, and its label if its author calls it otherwise."""
    labels = [str(pair.cells[ids[0]]) if ids else "" for pair in pairs]
    whole = [int(label) for label in labels if _WHOLE.fullmatch(label)]
    first = min(whole, default=0)
    for place, label in enumerate(labels, 1):
        number = int(label) + (first == 0) if len(whole) == len(labels) else place
        yield number, label if str(number) != label else ""


def _level(value: Any) -> Factor:
    """A level of a factor; a number of a table is one."""
    if not isinstance(value, str):
        return value  # type: ignore[no-any-return]  # a number, true or false: `_is_level`
    number = number_in(value)
    if number is None or str(number).removesuffix(".0") != value:  # 007 is a name
        return value
    return int(number) if number.is_integer() else number


def _as_kept(value: Any) -> Any:
    """A value that a suite's file can hold whatever it is."""
    return value if isinstance(value, str) or _is_plain_number(value) else json.dumps(value, ensure_ascii=False)


def _is_plain_number(value: Any) -> bool:
    """Whether JSON holds a value exactly wherever it is read; true and false are numbers of Python."""
    return isinstance(value, (int, float)) and abs(value) <= 2**53  # of NaN this is false
