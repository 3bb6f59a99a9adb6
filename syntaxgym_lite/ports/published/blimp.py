"""BLiMP's minimal pairs as suites: one suite for each paradigm and method of scoring.

The three methods are those of the paper: which of two sentences is more probable (``full``); which of two words after
one beginning (``one-prefix``); after which of two beginnings a word is more probable (``two-prefix``). The file says
which of them a pair is made for.

References
----------
Warstadt, A., Parrish, A., Liu, H., Mohananey, A., Peng, W., Wang, S.-F., & Bowman, S. R. (2020). BLiMP: The Benchmark
of Linguistic Minimal Pairs for English. Transactions of the Association for Computational Linguistics 8, 377-392.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from ...errors import InputError, Problems, did_you_mean
from ...papers import PAPERS
from ...suite import Excluded, Factor, Item, Join, Suite
from ..formats import first_object, first_objects
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
    objects_in_lines,
    text_problem,
)
from ..pairs.sets import published_set

__all__ = ["METHODS", "Method", "looks_like_blimp", "read_blimp"]

Method = Literal["full", "one-prefix", "two-prefix", "all"]
METHODS: tuple[str, ...] = get_args(Method)
"""Methods of the paper (its Section 4.1 and Appendix), and all that a pair is made for."""

# Two paradigms are filed under a term of their own, and one under another spelling of its field; the paper's tables
# count them with these.
_PHENOMENA = {"s-selection": "argument_structure"}
_FIELDS = {"syntax/semantics": "syntax_semantics"}
_GROUP_KEYS: Mapping[str, Mapping[str, str]] = {"field": _FIELDS, "linguistics_term": _PHENOMENA}

_OWN_KEY = "linguistics_term"
"""Which sets made after BLiMP for other languages do not have: they are not of its paper."""

_FACTORS = ("dependency_length", "crucial_item")

_Pair = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class _Scoring:
    """How the pairs of a method become items: what a line must hold, and which region is compared."""

    flag: str
    regions: tuple[str, ...]
    compared: str
    join: Join
    good: tuple[str, ...]
    bad: tuple[str, ...]


_SCORINGS: Mapping[str, _Scoring] = {
    "full": _Scoring("simple_LM_method", ("sentence",), "*", "none", ("sentence_good",), ("sentence_bad",)),
    "one-prefix": _Scoring(
        "one_prefix_method",
        ("prefix", "word"),
        "2",
        "space",
        ("one_prefix_prefix", "one_prefix_word_good"),
        ("one_prefix_prefix", "one_prefix_word_bad"),
    ),
    "two-prefix": _Scoring(
        "two_prefix_method",
        ("prefix", "word"),
        "2",
        "space",
        ("two_prefix_prefix_good", "two_prefix_word"),
        ("two_prefix_prefix_bad", "two_prefix_word"),
    ),
}


_EMPTY = "nothing in "
_MAY_BE_EMPTY = "prefix_prefix"
"""In keys of what stands before a word, which may be a sentence's first."""


def _keys(scoring: _Scoring) -> Sequence[str]:
    """Keys of a line that a method reads."""
    return list(dict.fromkeys((*scoring.good, *scoring.bad)))


def _needed(scoring: _Scoring) -> Sequence[str]:
    """Keys of which none may be empty."""
    return [key for key in _keys(scoring) if _MAY_BE_EMPTY not in key]


def looks_like_blimp(path: Path) -> bool:
    """Whether a file holds minimal pairs as BLiMP does: JSON lines with a good and a bad sentence.

    The first line that is whole decides, so that the reader can say what is wrong with those before it.
    """
    keys = {"sentence_good", "sentence_bad"}
    if published_set(path) is not None:  # another set of its form, such as SLING
        return False
    if path.suffix.lower() == ".json":  # may be a suite, with anything in its lines
        return keys <= first_object(path).keys()
    return any(keys <= one.keys() for one in first_objects(path))


def read_blimp(
    path: str | Path, *, method: Method = "full", min_margin: float = 0.0, normalize: PairUnit | None = None
) -> list[Suite]:
    """Read the paradigms of a file of minimal pairs.

    Parameters
    ----------
    path : str or Path
        JSON lines with ``sentence_good`` and ``sentence_bad``. BLiMP's other keys are used where they are there:
        ``UID`` (the suite's name; else the file's), ``pairID``, ``field``, ``linguistics_term``, and those of the two
        prefix methods.
    method : {"full", "one-prefix", "two-prefix", "all"}
        Which comparison. A pair is scored by the methods that its line allows.
    min_margin : float
        How many bits more the bad one must cost, at least 0; 0 means any more: a tie is wrong.
    normalize : {"tokens", "words", "characters", "bytes", "power"}, optional
        Compare means over tokens, or over the words that blanks separate, instead of sums.

    Returns
    -------
    list of Suite
        One for each paradigm and method; none if no pair is made for the method. The item number is ``pairID`` + 1.

    Raises
    ------
    InputError
        If an option is not usable.
    SuiteError
        If the file cannot be read or has malformed lines; lists all of them. A line one of whose sentences is empty is
        left out (`Suite.excluded`).
    """
    path = Path(path)
    if method not in METHODS:
        raise InputError(f"method must be one of {', '.join(METHODS)}, not {method!r}.{did_you_mean(method, METHODS)}")
    compare = comparison(min_margin, normalize)
    chosen = list(_SCORINGS) if method == "all" else [method]
    paradigms = _Reader(path, chosen).paradigms()
    return [
        _suite(name, items, paradigm, path, compare)
        for name in chosen
        for paradigm in paradigms
        if (items := paradigm.items.get(name))
    ]


# ---------------------------------------------------------------- lines


class _Paradigm:
    """The pairs of one UID, by method."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.groups: dict[str, str] = {}
        self.first_lines: dict[str, int] = {}
        self.items: dict[str, list[Item]] = {}
        self.identical: dict[str, list[int]] = {}
        self.read: list[tuple[str, _Pair]] = []  # whole sentences
        self.excluded: dict[str, list[Excluded]] = {}
        self.lines: dict[int, int] = {}


class _Reader:
    """Walks the lines of a file and collects every problem."""

    def __init__(self, path: Path, methods: Sequence[str]) -> None:
        self.path = path
        self.methods = methods
        self.problems = Problems()

    def paradigms(self) -> list[_Paradigm]:
        found: dict[str, _Paradigm] = {}
        for number, line in objects_in_lines(self.path, self.problem):
            name = self.text(line, "UID", number) if "UID" in line else self.path.stem
            if not self.sound_group(line, number) or name is None:
                continue
            paradigm = found.get(name)
            if paradigm is None:
                paradigm = found[name] = _Paradigm(name)
            self.group(line, number, paradigm)
            self.pair(line, number, paradigm)
        if not found and not self.problems:
            self.problems.note("", "holds no pairs.")
        for paradigm in found.values():
            for method, left_out in paradigm.excluded.items():
                if method not in paradigm.items and (
                    empty := [one for one in left_out if one.reason.startswith(_EMPTY)]
                ):
                    self.problems.note(paradigm.name, f"has no whole pair: {empty[0].reason}.")
        self.problems.raise_all(str(self.path))
        return list(found.values())

    def problem(self, number: int, message: str) -> None:
        self.problems.note(f"line {number}", message)

    def text(self, line: Mapping[str, Any], key: str, number: int, *, empty: bool = False) -> str | None:
        value = line.get(key)
        problem = text_problem(value, empty=empty) if key in line else "is missing"
        if problem is not None:
            self.problem(number, f"{key} {problem}.")
            return None
        return str(value)

    def sound_group(self, line: Mapping[str, Any], number: int) -> bool:
        keys = [key for key in _GROUP_KEYS if key in line]
        return None not in [self.text(line, key, number) for key in keys]

    def group(self, line: Mapping[str, Any], number: int, paradigm: _Paradigm) -> None:
        """A paradigm has one field and one term, which every line repeats."""
        for key, other_names in _GROUP_KEYS.items():
            if key not in line:
                continue
            value = other_names.get(line[key], line[key])
            first = paradigm.groups.setdefault(key, value)
            first_line = paradigm.first_lines.setdefault(key, number)
            if value != first:
                message = f"{key} is {value!r}; line {first_line} has {first!r} for the same UID ({paradigm.name})."
                self.problem(number, message)

    def pair(self, line: Mapping[str, Any], number: int, paradigm: _Paradigm) -> None:
        item_number = self.item_number(line, number, paradigm)
        for method in self.methods:
            scoring = _SCORINGS[method]
            made_for = line.get(scoring.flag, method == "full")
            if not isinstance(made_for, bool):
                self.problem(number, f"{scoring.flag} must be true or false.")
            elif not made_for:
                where = f"{self.path}:{number}"
                paradigm.excluded.setdefault(method, []).append(Excluded(where, f"not made for the {method} method"))
            elif empty := [key for key in _needed(scoring) if key in line and is_empty(line[key])]:
                where = f"{self.path}: line {number}"
                reason = f"{_EMPTY}{' and '.join(empty)}"
                paradigm.excluded.setdefault(method, []).append(Excluded(where, reason))
            elif (pair := self.contents(line, scoring, number)) is not None and item_number is not None:
                good, bad = pair
                if [one.strip() for one in good] == [one.strip() for one in bad]:
                    paradigm.identical.setdefault(method, []).append(number)
                if method == "full":
                    paradigm.read.append((f"line {number}", pair))
                conditions = condition("good", good), condition("bad", bad)
                item = Item(item_number, conditions, NOTHING, self.factors(line, number))
                paradigm.items.setdefault(method, []).append(item)

    def contents(self, line: Mapping[str, Any], scoring: _Scoring, number: int) -> _Pair | None:
        texts = {key: self.text(line, key, number, empty=_MAY_BE_EMPTY in key) for key in _keys(scoring)}
        if None in texts.values():
            return None
        return tuple(str(texts[key]) for key in scoring.good), tuple(str(texts[key]) for key in scoring.bad)

    def item_number(self, line: Mapping[str, Any], number: int, paradigm: _Paradigm) -> int | None:
        """``pairID`` counts from 0, and items from 1; without one, the pairs of a paradigm are counted."""
        given = line.get("pairID", len(paradigm.lines))
        if isinstance(given, str) and given.isascii() and given.isdigit() and len(given) < 10:
            given = int(given)
        if not isinstance(given, int) or isinstance(given, bool) or given < 0:
            self.problem(number, "pairID must be a whole number from 0.")
            return None
        first = paradigm.lines.setdefault(given, number)
        if first != number:
            self.problem(number, f"pairID {given} is also that of line {first}.")
            return None
        return given + 1

    def factors(self, line: Mapping[str, Any], number: int) -> Mapping[str, Factor]:
        factors = {name: line[name] for name in _FACTORS if name in line}
        for name, value in factors.items():
            if not isinstance(value, (str, int)) or value == "":
                self.problem(number, f"{name} must be a text or a whole number.")
        return factors or NOTHING


# ---------------------------------------------------------------- suites


def _suite(method: str, items: Sequence[Item], paradigm: _Paradigm, path: Path, compare: Compare) -> Suite:
    scoring = _SCORINGS[method]
    label = "" if method == "full" else f" ({method})"  # methods are never averaged with one another
    named = (("phenomenon", "linguistics_term"), ("field", "field"))
    groups = {group: paradigm.groups[key] + label for group, key in named if key in paradigm.groups}
    return Suite(
        name=paradigm.name if method == "full" else f"{paradigm.name}-{method}",
        region_names=dict(enumerate(scoring.regions, 1)),
        items=tuple(items),
        predictions=(compare(scoring.compared, "good", "bad"),),
        join=scoring.join,
        meta={"metric": "sum", "groups": {**groups, "method": method}},
        source=str(path),
        excluded=tuple(paradigm.excluded.get(method, ())),
        paper=str(PAPERS["Warstadt et al. 2020"]) if _OWN_KEY in paradigm.groups else "",
        warnings=(
            *identical_warning([f"line {number}" for number in paradigm.identical.get(method, ())]),
            *doubled_warning(doubled_places(paradigm.read if method == "full" else ())),  # words often recur
        ),
    )
