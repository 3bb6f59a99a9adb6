"""The cloze diagnostics of Ettinger (2020) as suites: CPRAG-102, ROLE-88, NEG-136-SIMP and NEG-136-NAT.

A sentence is a context (region 1) and a target word (region 2), where it ends. Two kinds of measure are made of them:

- word prediction *accuracy* at k: the expected word is among the k words that a model expects most, given the context;
- completion *sensitivity*: the good completion of a context is more probable than every bad one, by any amount, and by
  more than a threshold.

What the files leave open is done as in the scripts that the author published with them: ``(a|an)`` becomes *an* before
a target that begins with one of the letters a, e, i, o, u; an expected phrase counts by its first word; the items of
ROLE-88 are binned by quartiles of the cloze probability of their best completion. The items were chosen so that every
target is one token of BERT's. For another model, an item with a target of several tokens is undefined.

References
----------
Ettinger, A. (2020). What BERT Is Not: Lessons from a New Suite of Psycholinguistic Diagnostics for Language Models.
Transactions of the Association for Computational Linguistics 8, 34-48.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from ...delimited import TableRow, number_in
from ...errors import InputError, Problem, Problems, SuiteError, counted, did_you_mean
from ...files import decode_utf8, read_bytes
from ...formula import RegionNumber, parse, references
from ...suite import Condition, Excluded, Factor, Item, Prediction, Region, Suite
from ...suite.json import load_suite
from ..formats import first_line, looks_like_suite
from ..other_files import what_else

__all__ = [
    "ORIGINAL",
    "PERTURBATIONS",
    "TREATMENTS",
    "ClozeLabels",
    "MultiToken",
    "cloze_labels",
    "is_cloze",
    "looks_like_ettinger",
    "read_cloze",
    "read_ettinger",
    "resolve_article",
    "shuffled",
]

MultiToken = Literal["exclude", "score"]
TREATMENTS: tuple[str, ...] = get_args(MultiToken)
"""What becomes of a completion of several tokens: the item is undefined, or the joint probability is taken."""

ORIGINAL = "original"
_OF_CPRAG = ("shuffle", "truncate", "shuffle-truncate")
_OF_ROLE = ("object", "subject", "object-subject")
PERTURBATIONS: tuple[str, ...] = (*_OF_CPRAG, *_OF_ROLE)
"""Changes to the contexts. Of CPRAG-102: the words of the first sentence in random order, only the last two words of
the second, both. Of ROLE-88: the object becomes *one*, the subject becomes *other*, both."""

_CPRAG = ("item", "context_s1", "context_s2", "expected", "within_category", "between_category", "constraint")
_ROLE = ("item", "context", "expected", "exp_cloze", "target", "tgt_cloze", "tgt_cloze(strict)")
_SIMP = ("item", "context_aff", "context_neg", "target_aff", "target_neg")
_NAT = (*_SIMP, "licensing")
_LICENSING = {"Y": "natural", "N": "less natural"}
_ARTICLE = re.compile(r"\(a\|an\)(?=\s+(\S))")
_ROLES = re.compile(r"(?P<lead>.*?\bwhich) (?P<object>.+) the (?P<subject>.+) had")
_PAIR = re.compile(r"([1-9][0-9]{0,8})-([ab])")
_REGIONS = {1: "context", 2: "target"}


@dataclass(frozen=True, slots=True)
class ClozeLabels:
    """What a suite of this module is; see `cloze_labels`.

    Parameters
    ----------
    dataset : str
        Name of the file, without its ending.
    context : str
        `ORIGINAL` or one of `PERTURBATIONS`.
    run : int or None
        Number of the run, from 1, where contexts are changed at random.
    by : tuple of str
        Factors by which the data set's measures are broken down.
    """

    dataset: str
    context: str = ORIGINAL
    run: int | None = None
    by: tuple[str, ...] = ()


def cloze_labels(suite: Suite) -> ClozeLabels:
    """Say which data set a suite of this module is made of, and what was done to its contexts."""
    kept = suite.meta["cloze"]
    return ClozeLabels(kept["dataset"], kept["context"], kept["run"], tuple(kept["by"]))


def is_cloze(suite: Suite) -> bool:
    """Whether a suite is one of this module, also if it was written to a file and read back."""
    kept = suite.meta.get("cloze")
    return (
        isinstance(kept, Mapping)
        and isinstance(kept.get("dataset"), str)
        and kept.get("context") in (ORIGINAL, *PERTURBATIONS)
        and (kept.get("run") is None or isinstance(kept["run"], int))
        and isinstance(kept.get("by"), Sequence)
        and all(isinstance(name, str) for name in kept["by"])
        and list(suite.region_names) == [1, 2]
        and all(
            isinstance(reference.region, RegionNumber)
            for prediction in suite.predictions
            for reference in references(prediction.formula)
        )
    )


def looks_like_ettinger(path: Path) -> bool:
    """Whether the first line of a file is the header of one of the data sets."""
    return _columns(first_line(path)) in (_CPRAG, _ROLE, _SIMP, _NAT)


def _columns(header: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in header.rstrip("\t\r\n ").split("\t"))


def read_ettinger(
    path: str | Path,
    *,
    at: Sequence[int] = (1, 5),
    threshold: float = 0.01,
    multi_token: MultiToken = "exclude",
    perturb: Sequence[str] = (),
    runs: int = 100,
    seed: int = 0,
) -> list[Suite]:
    """Read a data set.

    Parameters
    ----------
    path : str or Path
        Tab-separated, with a header, without quoting.
    at : sequence of int
        Each k of accuracy at k.
    threshold : float
        Difference of probabilities, between 0 and 1, for the second measure of sensitivity.
    multi_token : {"exclude", "score"}
        A completion of several tokens makes the item undefined, or is taken by its joint probability. A word of several
        tokens has no rank either way.
    perturb : sequence of str
        Of `PERTURBATIONS`, or ``"all"``: further suites with changed contexts. Those of other data sets are left out.
    runs, seed : int
        How many random orders there are, and the seed of all of them.

    Returns
    -------
    list of Suite
        The data set's own, then the changed ones. ROLE-88 gives two each: its contexts, for accuracy, and its pairs of
        contexts, for sensitivity.

    Raises
    ------
    InputError
        If an option is not usable, or the file cannot be read.
    SuiteError
        If the file has malformed rows; lists all of them.
    """
    options = _Options.parse(at, threshold, multi_token, perturb, runs, seed)
    table = _Table(Path(path))
    makers = {_CPRAG: _cprag, _ROLE: _role, _SIMP: _neg, _NAT: _neg}
    suites = list(makers[table.columns](table, options))
    if table.problems:
        raise SuiteError(str(path), sorted(set(table.problems), key=lambda problem: table.order(problem)))
    return suites


def read_cloze(paths: Sequence[str | Path], **options: object) -> list[Suite]:
    """Read several data sets; see `read_ettinger` for the options.

    A file may also be a suite in JSON that was made of a data set (``sglite convert``), to be edited: its predictions
    stand in it, so that no option is for it.

    Raises
    ------
    InputError
        Also if two files have one name, or none of them can be changed as asked.
    """
    if not paths:
        raise InputError("No file was named.")
    suites: list[Suite] = []
    problems: list[str] = []
    seen: dict[str, str | Path] = {}
    for path in paths:
        name = Path(path).stem
        if name in seen:
            raise InputError(f"{seen[name]} and {path} are both called '{name}'; rename one, since results go by name.")
        seen[name] = path
        other = what_else(Path(path))
        if other is not None:
            raise InputError(f"{path}: {other}")
        try:
            if looks_like_suite(Path(path)):
                suites.append(_of_suite(path, options))
            else:
                suites += read_ettinger(path, **options)  # type: ignore[arg-type]  # which checks them
        except SuiteError as error:
            problems.append(str(error))
    if problems:
        raise InputError("\n".join(problems))
    found = {cloze_labels(suite).context for suite in suites}
    asked = options.get("perturb") or ()
    for name in asked if isinstance(asked, (list, tuple)) else ():
        if name != "all" and name not in found:
            owner = "CPRAG-102" if name in _OF_CPRAG else "ROLE-88"
            raise InputError(f"`perturb={name}` is for {owner}, and none of these files is that.")
    return suites


def _of_suite(path: str | Path, options: Mapping[str, object]) -> Suite:
    suite = load_suite(path)
    if not is_cloze(suite):
        raise InputError(f"{path}: is not made of a data set of Ettinger (2020); 'sglite eval {path}' evaluates it.")
    for name, parameter in signature(read_ettinger).parameters.items():
        given = options.get(name, parameter.default)
        if parameter.kind is parameter.KEYWORD_ONLY and given != parameter.default:
            raise InputError(f"{path}: its predictions stand in the file; `{name}` is for the data set as published.")
    return suite


@dataclass(frozen=True, slots=True)
class _Options:
    """What a user asks for, checked."""

    at: tuple[int, ...]
    threshold: float
    metric: str
    perturb: tuple[str, ...]
    runs: int
    seed: int

    @classmethod
    def parse(
        cls, at: Sequence[int], threshold: float, multi_token: str, perturb: Sequence[str], runs: int, seed: int
    ) -> _Options:
        if not at or min(at) < 1:
            raise InputError(f"at must be whole numbers from 1, not {list(at)}.")
        if not 0 < threshold < 1:
            raise InputError(f"threshold must be a probability between 0 and 1, not {threshold}.")
        if multi_token not in TREATMENTS:
            raise InputError(f"multi_token must be {' or '.join(TREATMENTS)}, not {multi_token!r}.")
        for name in perturb:
            if name not in ("all", *PERTURBATIONS):
                known = f"all, {', '.join(PERTURBATIONS)}"
                raise InputError(f"perturb must be of {known}, not {name!r}.{did_you_mean(name, PERTURBATIONS)}")
        if runs < 1:
            raise InputError(f"runs must be at least 1, not {runs}.")
        chosen = PERTURBATIONS if "all" in perturb else tuple(name for name in PERTURBATIONS if name in perturb)
        metric = "token_prob" if multi_token == "exclude" else "prob"
        return cls(tuple(sorted(set(at))), threshold, metric, chosen, runs, seed)


# ---------------------------------------------------------------- the files


class _Table:
    """Rows of a file, and every problem of it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems = Problems()
        text = decode_utf8(read_bytes(path), path)
        numbered = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        self.columns = _columns(numbered[0][1]) if numbered else ()
        if self.columns not in (_CPRAG, _ROLE, _SIMP, _NAT):
            raise InputError(
                f"{path}: not a file of Ettinger's diagnostics: no header of CPRAG-102 ({' '.join(_CPRAG[:4])} ...), "
                f"ROLE-88 ({' '.join(_ROLE[:4])} ...) or NEG-136 ({' '.join(_SIMP[:4])} ...), separated by tabs."
            )
        self.rows = [row for number, line in numbered[1:] if (row := self._row(number, line)) is not None]
        if not self.rows and not self.problems:
            self.problems.note("", "holds no items.")

    def _row(self, number: int, line: str) -> TableRow | None:
        cells = [cell.strip() for cell in line.split("\t")]
        while len(cells) > len(self.columns) and not cells[-1]:
            cells.pop()
        if len(cells) != len(self.columns):
            self.problem(number, f"has {len(cells)} columns, and the header {len(self.columns)}.")
            return None
        row = TableRow(number, dict(zip(self.columns, cells, strict=True)))
        empty = [column for column, cell in row.cells.items() if not cell]
        for column in empty:
            self.problem(number, f"{column} is empty.")
        return None if empty else row

    def problem(self, number: int, message: str) -> None:
        self.problems.note(f"line {number}", message)

    def order(self, problem: Problem) -> tuple[int, str]:
        """Where a problem is, for listing them from top to bottom."""
        return int(problem.path.removeprefix("line ") or 0), problem.message

    def numbered(self) -> Iterator[tuple[int, TableRow]]:
        """Rows whose item is a number of its own, counted from 0 in the file and from 1 in a suite."""
        seen: dict[int, int] = {}
        for row in self.rows:
            item = row.cells["item"]
            if not (item.isascii() and item.isdigit() and len(item) < 10):
                self.problem(row.number, f"item must be a whole number, not {item!r}.")
                continue
            first = seen.setdefault(int(item), row.number)
            if first != row.number:
                self.problem(row.number, f"item {item} is also that of line {first}.")
            else:
                yield int(item) + 1, row

    def share(self, row: TableRow, column: str) -> float:
        """A cloze probability; NaN after noting the problem."""
        value = number_in(row.cells[column])
        if value is None or not 0 <= value <= 1:
            self.problem(row.number, f"{column} must be a number from 0 to 1, not {row.cells[column]!r}.")
            return float("nan")
        return value


# ---------------------------------------------------------------- predictions


def _accuracy(options: _Options, conditions: Sequence[str], of: str = "") -> tuple[Prediction, ...]:
    """Any of the expected words is among the first k."""
    ranks = [f"(2;%{condition}%;rank)" for condition in conditions]
    best = ranks[0] if len(ranks) == 1 else f"least({', '.join(ranks)})"
    return tuple(Prediction(parse(f"{best} <= {k}"), f"accuracy at {k}{of}") for k in options.at)


def _sensitivity(options: _Options, good: str, bad: Sequence[str], of: str = "") -> tuple[Prediction, ...]:
    """The good completion is more probable than every bad one: by any amount, and by more than the threshold."""
    metric, threshold = options.metric, f"{options.threshold:.12g}"
    pairs = [(f"(2;%{good}%;{metric})", f"(2;%{one}%;{metric})") for one in bad]
    plain = " & ".join(f"{left} > {right}" for left, right in pairs)
    by_more = " & ".join(f"{left} - {right} > {threshold}" for left, right in pairs)
    return (
        Prediction(parse(plain), f"good preferred{of}"),
        Prediction(parse(by_more), f"good preferred by {threshold}{of}"),
    )


def _condition(name: str, context: str, target: str) -> Condition:
    return Condition(name, (Region(1, context), Region(2, target)))


def _suite(
    table: _Table,
    labels: ClozeLabels,
    items: Sequence[Item],
    predictions: tuple[Prediction, ...],
    *,
    part: str = "",
    excluded: Sequence[Excluded] = (),
    warnings: tuple[str, ...] = (),
) -> Suite:
    words = [labels.dataset, part, "" if labels.context == ORIGINAL else labels.context]
    words.append("" if labels.run is None else f"{labels.run:03d}")
    kept = {"dataset": labels.dataset, "context": labels.context, "run": labels.run, "by": list(labels.by)}
    return Suite(
        name=" ".join(word for word in words if word),
        region_names=_REGIONS,
        items=tuple(items),
        predictions=predictions,
        meta={"metric": "sum", "cloze": kept},
        source=str(table.path),
        excluded=tuple(excluded),
        warnings=warnings,
    )


# ---------------------------------------------------------------- CPRAG-102


def shuffled(sentence: str, rng: random.Random) -> str:
    """Put the words of a sentence in random order: full stops go, and one ends it.

    Examples
    --------
    >>> shuffled("Bob left at noon.", random.Random(0))
    'at Bob left noon.'
    """
    words = sentence.replace(".", "").split()
    rng.shuffle(words)
    return " ".join(words) + "."


def _cprag(table: _Table, options: _Options) -> Iterator[Suite]:
    rows = []
    for number, row in table.numbered():
        if row.cells["constraint"] not in ("H", "L"):
            table.problem(row.number, f"constraint must be H or L, not {row.cells['constraint']!r}.")
        rows.append((number, row))
    conditions = ("expected", "within_category", "between_category")
    predictions = (*_accuracy(options, conditions[:1]), *_sensitivity(options, conditions[0], conditions[1:]))

    def suite(context: str, run: int | None) -> Suite:
        items = []
        for number, row in rows:
            first, second = row.cells["context_s1"], row.cells["context_s2"]
            if run is not None:  # an item's order does not depend on the others
                first = shuffled(first, random.Random(f"{options.seed}/{run}/{number}"))
            if "truncate" in context:
                second = " ".join(second.split()[-2:])
            made = tuple(_condition(name, f"{first} {second}", row.cells[name]) for name in conditions)
            items.append(Item(number, made, factors={"constraint": row.cells["constraint"]}))
        return _suite(table, ClozeLabels(table.path.stem, context, run, ("constraint",)), items, predictions)

    for context in (ORIGINAL, *(name for name in _OF_CPRAG if name in options.perturb)):
        for run in range(1, options.runs + 1) if "shuffle" in context else (None,):
            yield suite(context, run)


# ---------------------------------------------------------------- ROLE-88


@dataclass(frozen=True, slots=True)
class _Role:
    row: TableRow
    pair: int
    order: str
    expected: tuple[str, ...]
    target: str
    cloze: float


def _role(table: _Table, options: _Options) -> Iterator[Suite]:
    roles = list(_roles(table))
    if not roles or table.problems:
        return
    tops = np.percentile([role.cloze for role in roles], (25, 50, 75, 100))
    yield from _role_suites(table, options, ORIGINAL, roles, tops.tolist(), str)
    for name in _OF_ROLE:
        if name in options.perturb:
            for role in roles:
                if not _ROLES.fullmatch(role.row.cells["context"]):
                    table.problem(role.row.number, f"context is not of the form '... which X the Y had' ({name}).")
            if not table.problems:
                yield from _role_suites(table, options, name, roles, tops.tolist(), _GENERIC[name])


_GENERIC: Mapping[str, Callable[[str], str]] = {
    "object": lambda context: _ROLES.sub(r"\g<lead> one the \g<subject> had", context),
    "subject": lambda context: _ROLES.sub(r"\g<lead> \g<object> the other had", context),
    "object-subject": lambda context: _ROLES.sub(r"\g<lead> one the other had", context),
}


def _roles(table: _Table) -> Iterator[_Role]:
    lines: dict[str, int] = {}
    for row in table.rows:
        name = _PAIR.fullmatch(row.cells["item"])
        words = [words[0] for part in row.cells["expected"].split("|") if (words := part.split())]
        cloze = [table.share(row, column) for column in ("exp_cloze", "tgt_cloze", "tgt_cloze(strict)")]
        if name is None:
            table.problem(row.number, f"item must be a number and -a or -b, not {row.cells['item']!r}.")
        elif lines.setdefault(row.cells["item"], row.number) != row.number:
            table.problem(row.number, f"item {row.cells['item']} is also that of line {lines[row.cells['item']]}.")
        elif len(words) < row.cells["expected"].count("|") + 1:
            table.problem(row.number, f"expected has an empty word: {row.cells['expected']!r}.")
        else:
            target = row.cells["target"].split()[0]
            yield _Role(row, int(name[1]), name[2], tuple(dict.fromkeys(words)), target, cloze[0])


def _role_suites(
    table: _Table,
    options: _Options,
    context: str,
    roles: Sequence[_Role],
    tops: Sequence[float],
    change: Callable[[str], str],
) -> Iterator[Suite]:
    """The contexts, with the words that people expected; the pairs of contexts, with one target."""
    most = max(len(role.expected) for role in roles)
    names = ["expected"] if most == 1 else [f"expected_{place}" for place in range(1, most + 1)]
    items = []
    for number, role in enumerate(roles, 1):
        again = role.expected[-1:] * (most - len(role.expected))  # the last one: no more is said
        conditions = zip(names, role.expected + again, strict=True)
        factors: dict[str, Factor] = {
            "pair": role.pair,
            "order": role.order,
            "cloze_up_to": round(next(top for top in tops if role.cloze <= top), 4),
        }
        made = tuple(_condition(name, change(role.row.cells["context"]), word) for name, word in conditions)
        items.append(Item(number, made, factors=factors))
    labels = ClozeLabels(table.path.stem, context, None, ("cloze_up_to",))
    pairs, alone = _pairs(table, roles, change)
    yield _suite(
        table,
        labels,
        items,
        _accuracy(options, names),
        excluded=() if pairs else alone,
        warnings=_first_words(table, context, roles),
    )
    if pairs:
        yield _suite(table, labels, pairs, _sensitivity(options, "good", ["bad"]), part="pairs", excluded=alone)


def _first_words(table: _Table, context: str, roles: Sequence[_Role]) -> tuple[str, ...]:
    phrases = [
        (role.row.number, part) for role in roles for part in role.row.cells["expected"].split("|") if " " in part
    ]
    if not phrases or context != ORIGINAL:
        return ()
    line, phrase = phrases[0]
    n = counted(len(phrases), "expected phrase counts", "expected phrases count")
    return (f"{n} by the first word, as in the paper: e.g. '{phrase}' ({table.path.name}:{line}).",)


def _pairs(table: _Table, roles: Sequence[_Role], change: Callable[[str], str]) -> tuple[list[Item], list[Excluded]]:
    """In the order of the file: the target is good after context a, and bad after context b."""
    by_pair: dict[int, dict[str, _Role]] = {}
    for role in roles:
        by_pair.setdefault(role.pair, {})[role.order] = role
    items, excluded = [], []
    for pair, both in by_pair.items():
        if len(both) == 1:
            [alone] = both.values()
            excluded.append(Excluded(f"{table.path}:{alone.row.number}", "the other context of the pair is missing"))
            continue
        if both["a"].target != both["b"].target:
            table.problem(both["b"].row.number, f"target is another one than in line {both['a'].row.number}.")
        conditions = (("good", both["a"]), ("bad", both["b"]))
        made = tuple(_condition(name, change(role.row.cells["context"]), role.target) for name, role in conditions)
        items.append(Item(pair, made))
    return items, excluded


# ---------------------------------------------------------------- NEG-136


def resolve_article(context: str, target: str) -> str:
    """Put *a* or *an* for ``(a|an)``, as the next word begins with a consonant or a vowel letter.

    Parameters
    ----------
    context : str
        Without blanks at its ends.
    target : str
        The word after it.

    Examples
    --------
    >>> resolve_article("A wren is (a|an)", "axe")
    'A wren is an'
    """
    whole = _ARTICLE.sub(lambda slot: "an" if slot[1].lower() in "aeiou" else "a", f"{context} {target}")
    return whole[: len(whole) - len(target)].rstrip()


def _neg(table: _Table, options: _Options) -> Iterator[Suite]:
    items = []
    for number, row in table.numbered():
        factors: dict[str, Factor] = {}
        if "licensing" in table.columns:
            if row.cells["licensing"] not in _LICENSING:
                table.problem(row.number, f"licensing must be Y or N, not {row.cells['licensing']!r}.")
                continue
            factors["licensing"] = _LICENSING[row.cells["licensing"]]
        made = tuple(
            _condition(f"{polarity}_{name}", resolve_article(row.cells[f"context_{polarity}"], target), target)
            for polarity, true, false in (("aff", "target_aff", "target_neg"), ("neg", "target_neg", "target_aff"))
            for name, target in (("true", row.cells[true]), ("false", row.cells[false]))
        )
        items.append(Item(number, made, factors=factors))
    predictions = (
        *_accuracy(options, ["aff_true"], ", affirmative"),
        *_sensitivity(options, "aff_true", ["aff_false"], ", affirmative"),
        *_sensitivity(options, "neg_true", ["neg_false"], ", negative"),
    )
    by = tuple(items[0].factors) if items else ()
    yield _suite(table, ClozeLabels(table.path.stem, by=by), items, predictions)
