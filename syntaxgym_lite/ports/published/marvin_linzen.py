"""The sentence pairs of Marvin and Linzen as suites: one suite for each construction.

Three kinds of files: their sample as a tab-separated table; their pickles of Python 2, of which only texts, lists,
tuples and dictionaries are read, never a class; and the content of such a pickle as JSON. Whole sentences are compared,
as in the paper.

References
----------
Marvin, R., & Linzen, T. (2018). Targeted syntactic evaluation of language models. Proceedings of EMNLP, 1192-1202.
"""

from __future__ import annotations

import io
import json
import pickle
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, NoReturn

from ...errors import InputError, Problems
from ...files import decode_utf8, read_bytes
from ...suite import Excluded, Item, Suite
from ...suite.json import RepeatedKeyError, unique_keys
from ..formats import first_line
from ..minimal_pairs import (
    NOTHING,
    Compare,
    PairUnit,
    comparison,
    condition,
    doubled_places,
    doubled_warning,
    identical_warning,
    is_empty,
    text_problem,
)

__all__ = ["looks_like_marvin_linzen", "read_marvin_linzen"]

_HEADER = ("test case", "grammatical", "ungrammatical")
_PICKLES = (".pickle", ".pkl")
_JSON = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"[^"]*"\s*:\s*(?:\{\s*"[^"]*"\s*:\s*)?\[\s*\[\s*"')
_LOOK = 4096  # bytes of a JSON file, to see what it is
_PHENOMENA = (("npi", "negative polarity items"), ("reflexive", "reflexive anaphora"), ("", "subject-verb agreement"))
"""Headings of the paper's Table 1, by what the name of a construction holds."""

_Row = tuple[str, str, Any]  # where, case, the sentences


def looks_like_marvin_linzen(path: Path) -> bool:
    """Whether a file is one of the three kinds; a pickle is known by its name."""
    if path.suffix.lower() in _PICKLES:
        return path.is_file()
    if path.suffix.lower() == ".json":
        with path.open("rb") as file:
            return _JSON.match(file.read(_LOOK)) is not None
    return _is_header(first_line(path).split("\t"))


def read_marvin_linzen(path: str | Path, *, min_margin: float = 0.0, normalize: PairUnit | None = None) -> list[Suite]:
    """Read sentence pairs by construction.

    Parameters
    ----------
    path : str or Path
        A table with the columns ``test case`` (``construction--case``), ``grammatical`` and ``ungrammatical``; or a
        pickle or JSON: an object from case to a list of ``[grammatical, ungrammatical, ...]``, whose construction is
        the file's name, or from construction to such objects.
    min_margin : float
        How many bits more the ungrammatical sentence must cost, at least 0; 0 means any more: a tie is wrong.
    normalize : {"tokens", "words", "characters", "bytes", "power"}, optional
        Compare means over tokens, or over the words that blanks separate, instead of sums.

    Returns
    -------
    list of Suite
        One for each construction, with the factor ``case``. Of negative polarity items, which have two ungrammatical
        sentences, each is a prediction of its own.

    Raises
    ------
    InputError
        If an option is not usable, or the file cannot be read or holds anything but texts.
    SuiteError
        If it has malformed rows; lists all of them. A row without one of its sentences is left out (`Suite.excluded`).
    """
    path = Path(path)
    compare = comparison(min_margin, normalize)
    problems = Problems()
    constructions: dict[str, list[_Row]] = {}
    for construction, row in _rows(path, problems):
        constructions.setdefault(construction, []).append(row)
    if not constructions and not problems:
        problems.note("", "holds no sentence pairs.")
    suites = [_suite(name, rows, path, problems, compare) for name, rows in constructions.items()]
    problems.raise_all(str(path))
    return [suite for suite in suites if suite is not None]


def _rows(path: Path, problems: Problems) -> Iterator[tuple[str, _Row]]:
    """Give the sentences of every row with its construction."""
    data = read_bytes(path)
    if path.suffix.lower() in _PICKLES:
        return _of_document(_unpickle(path, data), path.stem, problems)
    text = decode_utf8(data, path)
    if text.lstrip().startswith(("{", "[")):
        try:
            return _of_document(json.loads(text, object_pairs_hook=unique_keys), path.stem, problems)
        except RepeatedKeyError as error:
            raise InputError(f"{path}: {error}.") from None
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}: not JSON: {error}.") from None
    return _of_table(text, problems)


# ---------------------------------------------------------------- three kinds of files


def _is_header(cells: Sequence[str]) -> bool:
    return tuple(cell.strip().lower() for cell in cells) == _HEADER


def _of_table(text: str, problems: Problems) -> Iterator[tuple[str, _Row]]:
    header_seen = False
    for number, line in enumerate(text.split("\n"), 1):
        cells = line.rstrip("\r").split("\t")
        where = f"line {number}"
        if not line.strip():
            continue
        if not header_seen:
            header_seen = True
            if not _is_header(cells):
                problems.note(where, f"must be the header: {', '.join(_HEADER)}, separated by tabs.")
                return
        elif _is_header(cells):
            problems.note(where, "is the header again.")
        elif len(cells) != len(_HEADER):
            problems.note(where, f"has {len(cells)} columns, not {len(_HEADER)}.")
        else:
            construction, _, case = (part.strip() for part in cells[0].partition("--"))
            if not construction:
                problems.note(where, "names no test case, as 'construction--case'.")
            elif not cells[0].strip().isprintable():
                problems.note(where, f"the test case {cells[0]!r} holds characters that cannot be shown.")
            else:
                yield construction, (where, case or construction, cells[1:])


def _of_document(document: Any, stem: str, problems: Problems) -> Iterator[tuple[str, _Row]]:
    if not isinstance(document, dict):
        problems.note("", "must be an object from cases to lists of sentence pairs.")
        return
    sound = {key: value for key, value in document.items() if _is_named(key, "", problems)}
    if len({isinstance(value, dict) for value in sound.values()}) > 1:
        problems.note("", "holds cases and constructions side by side; give each construction its cases.")
    for key, value in sound.items():
        if not isinstance(value, dict):
            for row in _of_case(key, value, key, problems):
                yield stem, row
            continue
        for case, rows in value.items():
            if _is_named(case, key, problems):
                for row in _of_case(case, rows, f"{key}.{case}", problems):
                    yield key, row


def _is_named(key: Any, where: str, problems: Problems) -> bool:
    """Whether a case or construction has a name that can be shown; a problem, if not."""
    if isinstance(key, str) and key.strip() and key.isprintable():
        return True
    problems.note(where, f"a case is called {key!r}; it must have a name.")
    return False


def _of_case(case: str, rows: Any, where: str, problems: Problems) -> Iterator[_Row]:
    if not isinstance(rows, (list, tuple)):
        problems.note(where, "must be a list of sentence pairs.")
        return
    for index, row in enumerate(rows):
        yield f"{where}[{index}]", case, row


_TEXT_OPCODES = (
    *(pickle.MARK, pickle.STOP, pickle.POP, pickle.POP_MARK, pickle.DUP, pickle.PROTO, pickle.FRAME),
    *(pickle.NONE, pickle.NEWTRUE, pickle.NEWFALSE, pickle.INT, pickle.BININT, pickle.BININT1, pickle.BININT2),
    *(pickle.STRING, pickle.BINSTRING, pickle.SHORT_BINSTRING, pickle.UNICODE, pickle.BINUNICODE),
    *(pickle.SHORT_BINUNICODE, pickle.BINUNICODE8),
    *(pickle.LIST, pickle.EMPTY_LIST, pickle.APPEND, pickle.APPENDS),
    *(pickle.TUPLE, pickle.EMPTY_TUPLE, pickle.TUPLE1, pickle.TUPLE2, pickle.TUPLE3),
    *(pickle.DICT, pickle.EMPTY_DICT, pickle.SETITEM, pickle.SETITEMS),
    *(pickle.PUT, pickle.BINPUT, pickle.LONG_BINPUT, pickle.MEMOIZE, pickle.GET, pickle.BINGET, pickle.LONG_BINGET),
    *(pickle.GLOBAL, pickle.STACK_GLOBAL, pickle.INST),  # ask for a class, and are refused with its name
)
"""What a pickle of texts is made of."""


class _TextUnpickler(pickle._Unpickler):
    """Reads texts, whole numbers, lists, tuples and dictionaries; refuses all else, so that nothing of a file is run.

    It is the one written in Python: that in C takes as much memory as the largest number of its memo says, gigabytes
    for a file of a dozen bytes.
    """

    dispatch: ClassVar[dict[int, Callable[[pickle.Unpickler], None]]] = {
        code[0]: pickle._Unpickler.dispatch[code[0]] for code in _TEXT_OPCODES
    }

    def find_class(self, module: str, name: str) -> NoReturn:
        raise pickle.UnpicklingError(f"it asks for {module}.{name}, and only plain texts are read")


def _unpickle(path: Path, data: bytes) -> Any:
    try:
        return _TextUnpickler(io.BytesIO(data), encoding="utf-8").load()
    except KeyError as error:
        what = f"it holds the instruction 0x{error.args[0]:02x}, of which no text, list, tuple or dictionary is made"
        raise InputError(f"{path}: not a pickle of sentences: {what}.") from None
    except Exception as error:  # a broken pickle raises nearly anything
        raise InputError(f"{path}: not a pickle of sentences: {str(error) or type(error).__name__}.") from None


# ---------------------------------------------------------------- suites


_ANIMACY = re.compile("_(in)?anim$")


def _suite(name: str, rows: Sequence[_Row], path: Path, problems: Problems, compare: Compare) -> Suite | None:
    items: list[Item] = []
    identical: list[str] = []
    read: list[tuple[str, tuple[str, ...]]] = []
    excluded: list[Excluded] = []
    before = len(problems)
    width = next((len(row) for _, _, row in rows if _is_row(row)), 2)  # a malformed first row decides nothing
    for number, (where, case, sentences) in enumerate(rows, 1):
        problem = _problem_of(sentences, width)
        if problem is not None:
            problems.note(where, problem)
            continue
        if empty := [place for place, one in enumerate(sentences, 1) if is_empty(one)]:
            excluded.append(Excluded(f"{path}: {where}", f"nothing in sentence {' and '.join(map(str, empty))}"))
            continue
        good, *bad = sentences
        if good.strip() in [one.strip() for one in bad]:
            identical.append(where)
        read.append((where, tuple(one.strip() for one in sentences)))
        conditions = [condition("good", [good])]
        conditions += [condition(label, [one]) for label, one in zip(_labels(width), bad, strict=True)]
        items.append(Item(number, tuple(conditions), NOTHING, {"case": case}))
    if not items and excluded:
        problems.note(name, "has no row with all its sentences.")
    if len(problems) > before:
        return None
    phenomenon = next(phenomenon for part, phenomenon in _PHENOMENA if part in name.lower())
    return Suite(
        name=name,
        region_names={1: "sentence"},
        items=tuple(items),
        predictions=tuple(compare("*", "good", label) for label in _labels(width)),
        join="none",
        # the rows of the paper's table pool pairs with animate and inanimate subjects
        meta={"metric": "sum", "groups": {"phenomenon": phenomenon, "construction": _ANIMACY.sub("", name)}},
        source=str(path),
        excluded=tuple(excluded),
        warnings=(*identical_warning(identical), *doubled_warning(doubled_places(read))),
    )


def _labels(width: int) -> Sequence[str]:
    return ["bad"] if width == 2 else [f"bad_{number}" for number in range(1, width)]


def _is_row(sentences: Any) -> bool:
    return isinstance(sentences, (list, tuple)) and len(sentences) >= 2


def _problem_of(sentences: Any, width: int) -> str | None:
    if not _is_row(sentences):
        return "must be a grammatical sentence and an ungrammatical one."
    if len(sentences) != width:
        return f"has {len(sentences)} sentences where the first of its construction has {width}."
    for place, sentence in enumerate(sentences, 1):
        problem = None if is_empty(sentence) else text_problem(sentence)
        if problem is not None:
            return f"sentence {place} {problem}."
    return None
