"""Results of people on the sentences of a suite: reading times, ratings and choices, by item, condition and region.

Every trial counts the same: none is left out for being slow, and nothing is transformed.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev

from ...delimited import number_in
from ...errors import InputError, Problems, cited, counted, did_you_mean
from ...formula.factors import Factor
from ...suite import Sentence, Suite
from .trials import HumanTrial

__all__ = ["READING_TIME", "HumanCell", "HumanTable", "human_table"]

READING_TIME = "reading_time"

_TAG = re.compile(r"</?[A-Za-z][^<>]*>")


@dataclass(frozen=True, slots=True)
class HumanCell:
    """What people did on a region of a sentence, or on the whole of it (`region_number` None).

    Parameters
    ----------
    item_number : int
    condition_name : str
    region_number : int or None
    n_regions : int
        1; more where what was seen at once reaches into the regions behind it; 0 for the whole sentence.
    content : str
        Of all of them.
    mean : float
        Over people, in the unit of the table.
    sd : float or None
        With n - 1; None for one person.
    n : int
        How many values, one for each person who saw it.
    """

    item_number: int
    condition_name: str
    region_number: int | None
    n_regions: int
    content: str
    mean: float
    sd: float | None
    n: int


@dataclass(frozen=True, slots=True)
class HumanTable:
    """Results of people on a suite.

    Parameters
    ----------
    suite : str
        Its name.
    measure : str
        ``"reading_time"``, or the name of a question or column.
    unit : str
        ``"ms"``, ``"share"`` of people, or ``"as recorded"``.
    region_names : mapping of int to str
    cells : tuple of HumanCell
        In the order of the suite.
    n_people : int
    notes : tuple of str
        What was left out, and why.
    labels : mapping of int to str, optional
        What items are called, by number.
    factors : mapping of (int, str) to mapping, optional
        Levels of the sentences, by item number and condition: of the item, of the condition, and of the two together.
    """

    suite: str
    measure: str
    unit: str
    region_names: Mapping[int, str]
    cells: tuple[HumanCell, ...]
    n_people: int
    notes: tuple[str, ...] = ()
    labels: Mapping[int, str] = field(default_factory=dict)
    factors: Mapping[tuple[int, str], Mapping[str, Factor]] = field(default_factory=dict)

    @property
    def columns(self) -> tuple[str, ...]:
        """Of the table that `rows` gives; labels and factors are called as in ``regions.csv``."""
        return (
            *("suite", "item_number", *(["item_label"] if self.labels else []), "condition_name", "region_number"),
            *("region_name", "n_regions", "content", "measure", "unit", "mean", "sd", "n"),
            *(f"factor_{name}" for name in self._factor_names),
        )

    @property
    def _factor_names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for levels in self.factors.values() for name in levels))

    def rows(self) -> Iterator[list[str | int | float]]:
        """Give the table."""
        names = self._factor_names
        for cell in self.cells:
            number = cell.region_number
            levels = self.factors.get((cell.item_number, cell.condition_name), {})
            yield [
                *(self.suite, cell.item_number),
                *([self.labels.get(cell.item_number, "")] if self.labels else []),
                cell.condition_name,
                *(("", "") if number is None else (number, self.region_names[number])),
                *(
                    cell.n_regions,
                    cell.content,
                    self.measure,
                    self.unit,
                    cell.mean,
                    "" if cell.sd is None else cell.sd,
                    cell.n,
                ),
                *(levels.get(name, "") for name in names),
            ]


def human_table(
    trials: Iterable[HumanTrial], suite: Suite, *, measure: str | None = None, answer: str | None = None
) -> HumanTable:
    """Give what people did on the sentences of a suite: means over people, by item, condition and region.

    Parameters
    ----------
    trials : iterable of HumanTrial
        Of `syntaxgym_lite.ports.studies.trials.read_trials`.
    suite : Suite
        Trials of other sentences (fillers, practice) are left out.
    measure : str, optional
        ``"reading_time"``, or the name of a question or column. By default reading times if there are any, else the
        one question that there is.
    answer : str, optional
        For answers that are no numbers: the one whose share is given.

    Returns
    -------
    HumanTable
        A reading time belongs to the region in which the words begin that were seen; those of several words add up.

    Raises
    ------
    InputError
        If there is no such measure, several and none is named, or nothing of the suite was seen.
    SuiteError
        If the words that people saw are not those of the suite, or an answer is no number; says where.
    """
    trials = list(trials)
    known = _Sentences(suite)
    problems = Problems()
    placed: list[tuple[HumanTrial, tuple[int, str]]] = []
    n_left = Counter[str]()
    other: list[tuple[HumanTrial, tuple[int, str]]] = []  # of an item and condition of the suite, but with other words
    for trial in trials:
        key = known.key(trial, problems)
        if key is None:
            n_left[trial.condition or "no condition"] += 1
        elif trial.words and _squeezed(" ".join(trial.words)) != _squeezed(known.sentences[key].text):
            other.append((trial, key))
        else:
            placed.append((trial, key))
    read = {(trial.person, key) for trial, key in placed if trial.words}
    for trial, key in other:
        if (trial.person, key) in read:
            n_left["beside a sentence, as a context is"] += 1
        else:
            problems.note(trial.where.rpartition(", ")[2], known.differs(trial, key))
    problems.raise_all(_source(trials))
    if not placed:
        raise InputError(
            f"{_source(trials)}: has no sentence of suite '{suite.name}': neither its items and conditions "
            f"({', '.join(map(cited, suite.condition_names[:6]))}) nor its texts."
        )
    chosen = _measure([trial for trial, _ in placed], measure)
    if answer is not None:
        if chosen == READING_TIME:
            raise InputError("`answer` is for answers; name the question with `measure`.")
        given_answers = dict.fromkeys(trial.answers[chosen] for trial, _ in placed if chosen in trial.answers)
        if answer not in given_answers:
            raise InputError(
                f"`answer={answer[:80]}`: nobody gave it; answers are "
                f"{', '.join(cited(one, 40) for one in list(given_answers)[:20])}.{did_you_mean(answer, given_answers)}"
            )
    values: dict[tuple[int, str, int | None, int], list[float]] = {}
    people: set[str] = set()
    n_undefined = 0
    n_hidden = Counter[int]()
    n_asked, n_again, n_negative = 0, 0, 0
    seen: set[tuple[str, tuple[int, str], tuple[int | None, ...]]] = set()
    for trial, key in placed:
        given = list(known.values(trial, key, chosen, answer, problems))
        if not given:
            continue
        people.add(trial.person)
        n_asked += not trial.words and bool(trial.sentence) and not known.says(trial, key)
        what = (trial.person, key, tuple(region for region, _ in given))
        n_again += what in seen
        seen.add(what)
        reach = known.reach(key, [region for region, _ in given]) if chosen == READING_TIME else {}
        n_hidden.update(number for numbers in reach.values() for number in numbers[1:])
        for region, value in given:
            if value is None:
                n_undefined += 1
            else:
                n_negative += value < 0 and _is_time(chosen)
                n_regions = 0 if region is None else len(reach.get(region, (region,)))
                values.setdefault((*key, region, n_regions), []).append(value)
    problems.raise_all(_source(trials))
    cells = [
        HumanCell(*place, known.content(*place), fmean(own), _sd(own), len(own))
        for place, own in sorted(values.items(), key=lambda one: known.place(*one[0]))
    ]
    if not cells:
        raise InputError(f"{_source(trials)}: no value of {_short(chosen)} is a number.")
    notes = _notes(n_left, n_undefined, n_hidden, suite, cells)
    if n_asked:
        notes.append(f"{counted(n_asked, 'answer')} to another text than the sentence, a question perhaps.")
    if n_negative:
        notes.append(f"{counted(n_negative, 'time')} below 0, which nobody can take; all count.")
    if n_again:
        notes.append(
            f"{counted(n_again, 'time')} somebody did the same sentence again; all count. Was a file read twice?"
        )
    unit = "share" if answer is not None else "ms" if _is_time(chosen) else "as recorded"
    return HumanTable(
        suite.name,
        chosen,
        unit,
        suite.region_names,
        tuple(cells),
        len(people),
        tuple(notes),
        labels={item.number: item.label for item in suite.items if item.label},
        factors={
            (item.number, one.name): {**item.factors, **suite.condition_factors.get(one.name, {}), **one.factors}
            for item in suite.items
            for one in item.conditions
        },
    )


def _is_time(measure: str) -> bool:
    return measure == READING_TIME or re.search(r"(?:^|_)(?:rt|ms|msec)s?(?:$|_)", measure.casefold()) is not None


def _short(name: str) -> str:
    return name if len(name) <= 40 else f"{name[:37]}..."


def _sd(values: Sequence[float]) -> float | None:
    return stdev(values) if len(values) > 1 else None


def _source(trials: Sequence[HumanTrial]) -> str:
    files = dict.fromkeys(trial.where.rpartition(", ")[0] for trial in trials)
    return ", ".join(files) or "results"


def _measure(trials: Sequence[HumanTrial], asked: str | None) -> str:
    names = dict.fromkeys(name for trial in trials for name in trial.answers)
    there = [*([READING_TIME] if any(trial.times for trial in trials) else []), *names]
    if asked is not None:
        if asked not in there:
            raise InputError(
                f"`measure={asked[:80]}`: unknown; there is "
                f"{', '.join(cited(name, 40) for name in there[:20]) or 'none'}.{did_you_mean(asked, there)}"
            )
        return asked
    if there and (there[0] == READING_TIME or len(there) == 1):
        return there[0]
    if not there:
        raise InputError("The results have neither reading times nor answers.")
    raise InputError(
        f"There are several measures; name one with `measure`: {', '.join(cited(name, 40) for name in there[:20])}."
    )


def _notes(
    n_left: Counter[str], n_undefined: int, n_hidden: Counter[int], suite: Suite, cells: Sequence[HumanCell]
) -> list[str]:
    notes = []
    if n_left:
        which = ", ".join(f"{_short(name)} ({n})" for name, n in n_left.most_common(5))
        more = f" and {len(n_left) - 5} more" if len(n_left) > 5 else ""
        notes.append(
            f"{counted(sum(n_left.values()), 'trial')} of other sentences left out, by condition: {which}{more}."
        )
    if n_undefined:
        notes.append(f"{counted(n_undefined, 'value')} left out that {'is' if n_undefined == 1 else 'are'} no number.")
    for region, n in sorted(n_hidden.items()):
        notes.append(
            f"In {counted(n, 'trial')} region {region} ({suite.region_names[region]}) was seen at once with the region "
            "before, whose time it is part of: 'n_regions' counts both."
        )
    seen = {(cell.item_number, cell.condition_name) for cell in cells}
    n_unseen = len(suite.items) * len(suite.condition_names) - len(seen)
    if n_unseen:
        notes.append(f"{counted(n_unseen, 'sentence')} of the suite nobody saw.")
    return notes


class _Sentences:
    """The sentences of a suite, and how trials find theirs."""

    def __init__(self, suite: Suite) -> None:
        self.suite = suite
        self.sentences: dict[tuple[int, str], Sentence] = {
            (sentence.item_number, sentence.condition_name): sentence for sentence in suite.sentences()
        }
        self.conditions = {
            (item.number, condition.name): condition for item in suite.items for condition in item.conditions
        }
        self.order = {key: place for place, key in enumerate(self.sentences)}
        self.items = {str(item.number): item.number for item in suite.items if not item.label}
        self.items |= {item.label: item.number for item in suite.items if item.label}
        self.numbers = self.items | {str(item.number): item.number for item in suite.items}
        self.by_text: dict[str, list[tuple[int, str]]] = {}
        for key, sentence in self.sentences.items():
            self.by_text.setdefault(_squeezed(sentence.text), []).append(key)

    def key(self, trial: HumanTrial, problems: Problems) -> tuple[int, str] | None:
        """Find the item and condition of a trial; None for one of another sentence."""
        where = trial.where.rpartition(", ")[2]
        text = " ".join(trial.words) or trial.sentence
        known = self.numbers if trial.by_number else self.items
        if trial.condition in self.suite.condition_names and (item := known.get(trial.item)) is not None:
            return item, trial.condition
        if not text:
            return None
        found = self.by_text.get(_squeezed(text), [])
        if len(found) > 1:
            items = ", ".join(f"item {item}, {cited(condition)}" for item, condition in found)
            problems.note(where, f"{cited(text)} is the text of {items}; log item and condition to tell them apart.")
        return found[0] if found else None

    def says(self, trial: HumanTrial, key: tuple[int, str]) -> bool:
        """Whether the text that stands beside an answer is the sentence."""
        return _is_md5(trial.sentence) or _squeezed(trial.sentence) == _squeezed(self.sentences[key].text)

    def differs(self, trial: HumanTrial, key: tuple[int, str]) -> str:
        """Say how the words that were read differ from those of the suite."""
        return (
            f"item {trial.item}, condition {cited(trial.condition)}, is {cited(' '.join(trial.words))} here and "
            f"{cited(self.sentences[key].text)} in the suite."
        )

    def values(
        self, trial: HumanTrial, key: tuple[int, str], measure: str, answer: str | None, problems: Problems
    ) -> Iterator[tuple[int | None, float | None]]:
        """Give the values of a trial, each with its region, or None for the whole sentence; None is no number."""
        where = trial.where.rpartition(", ")[2]
        if measure == READING_TIME:
            if len(trial.words) != len(trial.times):
                problems.note(where, f"has {len(trial.words)} words and {len(trial.times)} reading times.")
                return
            sums: dict[int, float | None] = {}
            for region, time in zip(self.regions(trial.words, key), trial.times, strict=True):
                value = number_in(time)
                before = sums.get(region, 0.0)
                sums[region] = None if value is None or before is None else before + value
            yield from sums.items()
            return
        given = trial.answers.get(measure)
        if given is None:
            return
        number = self.region(trial.region, where, problems)
        if answer is not None:
            yield number, float(given == answer)
            return
        value = number_in(given)
        if value is None:
            problems.note(
                where,
                f"{_short(measure)} is {cited(given)}, no number; the share of one answer is given with `answer`.",
            )
        yield number, value

    def region(self, text: str, where: str, problems: Problems) -> int | None:
        if not text:
            return None
        names = {name: number for number, name in self.suite.region_names.items()}
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else names.get(text)
        if number not in self.suite.region_names:
            problems.note(where, f"region {cited(text)}: the suite has none of this number or name.")
            return None
        return number

    def regions(self, words: Sequence[str], key: tuple[int, str]) -> list[int]:
        """Give for each word the region in which it begins."""
        sentence = self.sentences[key]
        places = [place for place, char in enumerate(sentence.text) if not char.isspace()]
        numbers = [region.number for region in self.conditions[key].regions]
        spans = sentence.region_spans.tolist()
        found, begin = [], 0
        for word in words:
            place = places[min(begin, len(places) - 1)] if places else 0
            found.append(next(n for n, (start, end) in zip(numbers, spans, strict=True) if start <= place < end))
            begin += len(_squeezed(word))
        return found

    def reach(self, key: tuple[int, str], begun: Sequence[int | None]) -> dict[int, list[int]]:
        """Give for each region in which something was seen that begins there, the regions that this reaches into."""
        reach: dict[int, list[int]] = {}
        last: list[int] = []
        for region in self.conditions[key].regions:
            if region.number in begun:
                last = reach[region.number] = [region.number]
            elif region.content.strip():
                last.append(region.number)
        return reach

    def content(self, item: int, condition: str, region: int | None, n_regions: int) -> str:
        """Give the text that was measured."""
        sentence = self.sentences[item, condition]
        if region is None:
            return sentence.text
        filled = [
            span
            for one, span in zip(self.conditions[item, condition].regions, sentence.region_spans.tolist(), strict=True)
            if one.number >= region and one.content.strip()
        ][:n_regions]
        return sentence.text[filled[0][0] : filled[-1][1]] if filled else ""

    def place(self, item: int, condition: str, region: int | None, n_regions: int) -> tuple[int, int, int]:
        """Where this stands in the suite."""
        return self.order[item, condition], region or 0, n_regions


def _squeezed(text: str) -> str:
    """Take out blanks, what stands for them in a chunk, and the marks of HTML."""
    return "".join(html.unescape(_TAG.sub(" ", text)).replace("_", " ").split())


def _is_md5(text: str) -> bool:
    return re.fullmatch(r"[0-9a-f]{32}", text) is not None
