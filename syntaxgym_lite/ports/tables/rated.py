"""Tables of sentences that people rated, and of pairs between which they chose.

Three forms are read: a row for each sentence, with a mean or a column for each person; a row for each rating, with a
column that names the person; and a row for each pair, with the two sentences and which of them people chose, or how
they rated each.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from ...delimited import Table, TableRow, number_in, read_table
from ...errors import InputError, Problems, cited, counted
from ...surprisal import FloatArray
from ...words import judgment_before
from ..formats import first_line
from ..pairs.columns import known_pairs
from ..pairs.pair import FoundPairs
from ..pairs.rows import is_parquet, rows_of
from .columns import chosen, cited_all, refuse_odd
from .sentences import sentence_column
from .sides import sides_of_labels

__all__ = ["RatedColumns", "RatedPair", "RatedSentence", "RatedTable", "rated_table", "read_rated"]

_RATINGS = ("rating", "ratings", "mean_rating", "rating_mean", "mean", "judgment", "judgement", "acceptability")
_MOST_ROWS = 5  # that are named
_MISSING = frozenset({"", "na", "n/a", "nan", "null", "-", "."})

_OBJECTS = re.compile(r"\s*(\{|\[\s*(\{|$))")
"""Begins a file of objects in JSON; a column may be called ``[id]``."""

_Key: TypeAlias = "tuple[Hashable, ...]"


@dataclass(frozen=True, slots=True)
class RatedColumns:
    """Which columns of a table hold what; None, or nothing, where there is none, or where names tell.

    Parameters
    ----------
    sentence, item, pair, side, phenomenon, rater : str, optional
        Of each sentence: its text; what it is an item of; its pair, and whether it is the good or the bad one of that;
        the phenomenon; who rated.
    rating : tuple of str, optional
        The ratings, or a column of them for each person. ``*`` stands for any letters: ``"annotator_*"``.
    good, bad : str, optional
        Of a table with a row for each pair: the sentences.
    choice : tuple of str, optional
        Of such a table: 1 where a person chose the good one and 0 where the bad one, in a column for each; or the share
        of people who chose the good one.
    good_rating, bad_rating : tuple of str, optional
        Of such a table: the ratings of each.
    good_label, bad_label : tuple of str, optional
        No columns: what stands in `side` at good and at bad sentences, where it is no word that is known.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> sgl.RatedColumns(sentence="text", rating=("r_*",), pair="item").rating
    ('r_*',)
    """

    sentence: str | None = None
    rating: tuple[str, ...] = ()
    rater: str | None = None
    item: str | None = None
    pair: str | None = None
    side: str | None = None
    good: str | None = None
    bad: str | None = None
    choice: tuple[str, ...] = ()
    good_rating: tuple[str, ...] = ()
    bad_rating: tuple[str, ...] = ()
    phenomenon: str | None = None
    good_label: tuple[str, ...] = ()
    bad_label: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RatedSentence:
    """A sentence that people rated.

    Parameters
    ----------
    where : str
        Row of the table, for messages.
    text : str
    item : str
        Sentences of one item belong together, and are drawn together when samples are drawn.
    phenomenon : str
        Empty where no column names it.
    """

    where: str
    text: str
    item: str
    phenomenon: str = ""


@dataclass(frozen=True, slots=True)
class RatedPair:
    """Two sentences of a table, by their places in it, of which the first is the better one.

    Parameters
    ----------
    name : str
    good, bad : int
    """

    name: str
    good: int
    bad: int


@dataclass(frozen=True, slots=True, eq=False)
class RatedTable:
    """What people said of n sentences and m pairs.

    Parameters
    ----------
    source : str
    sentences : tuple of RatedSentence, length n
    ratings : ndarray of float64, shape (n, k)
        Of k people; NaN where one gave none. Where the table has means, k is 1.
    pairs : tuple of RatedPair, length m
    choices : ndarray of float64, shape (m, j)
        Of j people: 1 where one chose the good sentence, 0 where the bad one, NaN where neither. Where the table has
        shares, j is 1.
    notes : tuple of str
        What a person should know of how the table was understood.
    """

    source: str
    sentences: tuple[RatedSentence, ...]
    ratings: FloatArray
    pairs: tuple[RatedPair, ...]
    choices: FloatArray
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        pairs = f", {counted(len(self.pairs), 'pair')}" if self.pairs else ""
        return f"<RatedTable {self.source!r}: {counted(len(self.sentences), 'sentence')}{pairs}>"


def read_rated(path: str | Path, columns: RatedColumns = RatedColumns(), *, sheet: str | None = None) -> RatedTable:
    r"""Read a table of rated sentences or pairs.

    Parameters
    ----------
    path : str or Path
        CSV, TSV, a workbook, JSON lines, a list of objects in JSON, or parquet.
    columns : RatedColumns, optional
    sheet : str, optional
        Name or number of the sheet of a workbook.

    Returns
    -------
    RatedTable

    Raises
    ------
    InputError
        If there is no such column, or it is not plain which one is meant.
    SuiteError
        If cells hold no sentences or ratings; lists all of them.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> from pathlib import Path
    >>> text = "text,item,a,b\nThe dogs bark.,1,7,6\nThe dogs barks.,1,2,1\n"
    >>> _ = Path("ratings.csv").write_text(text)
    >>> rated = sgl.read_rated("ratings.csv", sgl.RatedColumns(rating=("a", "b"), pair="item"))
    >>> rated, rated.ratings.tolist()
    (<RatedTable 'ratings.csv': 2 sentences, 1 pair>, [[7.0, 6.0], [2.0, 1.0]])
    """
    path = Path(path)
    if path.is_file() and (is_parquet(path) or _OBJECTS.match(first_line(path)) is not None):
        return rated_table(_of_objects(path), columns)
    return rated_table(read_table(path, sheet=sheet), columns)


def _of_objects(path: Path) -> Table:
    """Read JSON, JSON lines or parquet as a table of texts."""
    found = FoundPairs(path)
    rows = rows_of(found)
    found.problems.raise_all(str(path))
    names = tuple(dict.fromkeys(str(name) for row in rows for name in row.cells))
    numbers = (int("".join(filter(str.isdigit, row.where))) + row.where.startswith("[") for row in rows)
    cells = ({name: _as_text(row.cells.get(name)) for name in names} for row in rows)
    return Table(str(path), names, tuple(map(TableRow, numbers, cells)))


def _as_text(value: Any) -> str:
    """Write a value as a cell: true as 1, and nothing for null and NaN."""
    if value is None or value != value:
        return ""
    return str(int(value)) if isinstance(value, bool) else str(value)


def rated_table(table: Table, columns: RatedColumns = RatedColumns()) -> RatedTable:
    r"""Make sense of a table; see `read_rated`.

    Examples
    --------
    >>> from syntaxgym_lite.delimited import parse_table
    >>> found = rated_table(parse_table("sentence,rating\nThe dog barks.,6.5\nThe dog bark.,2\n"))
    >>> [one.text for one in found.sentences], found.ratings.tolist()
    (['The dog barks.', 'The dog bark.'], [[6.5], [2.0]])
    """
    known = known_pairs(table.columns)
    if columns.good is None is columns.bad and (columns.choice or columns.good_rating) and len(known) == 1:
        columns = replace(columns, good=known[0][0], bad=known[0][1])
    reader = _Reader(table, columns)
    if columns.good is not None or columns.bad is not None:
        return reader.by_pair()
    return reader.by_sentence()


class _Reader:
    """Reads one table."""

    def __init__(self, table: Table, columns: RatedColumns) -> None:
        self.table, self.columns = table, columns
        self.problems = Problems()
        self.notes: list[str] = []
        self._comma = table.separator == ";"

    # ------------------------------------------------------------ a row for each sentence, or for each rating

    def by_sentence(self) -> RatedTable:
        asked = self.columns
        for name in ("choice", "good_rating", "bad_rating"):
            if getattr(asked, name):
                raise InputError(f"{self.table.source}: `{name}` is of a table of pairs; name `good` and `bad`, too.")
        if asked.side is not None and asked.pair is None:
            raise InputError(f"{self.table.source}: `side` is of pairs; name the column `pair`, too.")
        for name in ("good_label", "bad_label"):
            if getattr(asked, name) and asked.side is None:
                raise InputError(f"{self.table.source}: `{name}` stands in the column `side`; name that, too.")
        sentence = sentence_column(self.table) if asked.sentence is None else self._named("sentence", asked.sentence)
        rating = self._several("rating", asked.rating) or [self._rating_column()]
        rater, item, pair, side, phenomenon = (
            None if value is None else self._named(option, value)
            for option, value in (
                ("rater", asked.rater),
                ("item", asked.item),
                ("pair", asked.pair),
                ("side", asked.side),
                ("phenomenon", asked.phenomenon),
            )
        )
        if rater is not None and len(rating) > 1:
            raise InputError(f"{self.table.source}: with `rater`, a row is one rating: name one column of ratings.")
        refuse_odd(self.table, [sentence], self.problems)
        labels = {} if side is None or pair is None else self._labels(pair, side)
        by_key: dict[_Key, list[TableRow]] = {}
        for row in self.table.rows:
            text = self._text(row, sentence)
            names = [row.cells[one].strip() for one in (item, pair, side) if one is not None]
            by_key.setdefault((text, *names), []).append(row)
        if rater is None:
            self._refuse_repeated(by_key.values(), sentence)
        people = rating if rater is None else list(dict.fromkeys(row.cells[rater].strip() for row in self.table.rows))
        ratings = np.full((len(by_key), len(people)), np.nan)
        sentences, sides = [], []
        of_pair: dict[str, list[int]] = {}
        for place, rows in enumerate(by_key.values()):
            first = rows[0]
            for row in rows:
                for column in rating:
                    who = people.index(column if rater is None else row.cells[rater].strip())
                    value = self._number(row, column)
                    if not np.isnan(ratings[place, who]) and not np.isnan(value):
                        message = f"{cited(people[who])} rated this sentence before."
                        self.problems.note(self.table.place(row, rating[0]), message)
                    ratings[place, who] = value if not np.isnan(value) else ratings[place, who]
            name = first.cells[pair].strip() if pair is not None else ""
            own = first.cells[item].strip() if item is not None else name
            kind = first.cells[phenomenon].strip() if phenomenon is not None else ""
            sentences.append(
                RatedSentence(f"row {first.number}", self._text(first, sentence), own or f"row {first.number}", kind)
            )
            sides.append(labels[first.cells[side].strip()] if side is not None and name else "")
            if name:
                of_pair.setdefault(name, []).append(place)
        self.problems.raise_all(self.table.source)
        pairs = self._pairs(of_pair, sides, ratings, sentences)
        return self._made(sentences, ratings, pairs, np.zeros((len(pairs), 0)))

    def _refuse_repeated(self, groups: Iterable[Sequence[TableRow]], sentence: str) -> None:
        repeated = next((rows for rows in groups if len(rows) > 1), None)
        if repeated is not None:
            first, second = repeated[:2]
            raise InputError(
                f"{self.table.source}: row {second.number} has the sentence of row {first.number} again: "
                f"{cited(first.cells[sentence])}. If a row is one person's rating, name the column of people: "
                "`rater=COLUMN`; if it is another item's, name that column: `item=COLUMN`."
            )

    def _pairs(
        self,
        of_pair: Mapping[str, Sequence[int]],
        sides: Sequence[str],
        ratings: FloatArray,
        sentences: Sequence[RatedSentence],
    ) -> list[RatedPair]:
        """Put pairs together; without a column of sides, the better sentence is the one that people rate higher."""
        found, equal = [], 0
        for name, places in of_pair.items():
            where = " and ".join(sentences[place].where for place in places)
            if len(places) != 2:
                self.problems.note(where, f"pair {cited(name)} has {counted(len(places), 'sentence')}, not 2.")
                continue
            if any(sides):
                good = [place for place in places if sides[place] == "good"]
                bad = [place for place in places if sides[place] == "bad"]
                if len(good) != 1 or len(bad) != 1:
                    self.problems.note(where, f"pair {cited(name)} must have a good and a bad sentence.")
                    continue
                found.append(RatedPair(name, good[0], bad[0]))
                continue
            one, two = (_mean(ratings[place]) for place in places)
            if one == two or np.isnan(one) or np.isnan(two):
                equal += 1
            else:
                found.append(RatedPair(name, *(places if one > two else places[::-1])))
        self.problems.raise_all(self.table.source)
        if any(sides):
            self._doubt_sides(found, ratings)
        elif of_pair:
            self.notes.append(
                "No column says which sentence of a pair is the better one: it is the one that people rate higher."
                + (
                    f" {counted(equal, 'pair')} whose sentences are rated alike {'is' if equal == 1 else 'are'} left "
                    "out."
                    if equal
                    else ""
                )
            )
        return found

    def _doubt_sides(self, pairs: Sequence[RatedPair], ratings: FloatArray) -> None:
        """Say so, if people rate most of the good sentences lower: labels may be taken the wrong way round."""
        gaps = [_mean(ratings[one.good]) - _mean(ratings[one.bad]) for one in pairs]
        lower = sum(gap < 0 for gap in gaps)
        if 2 * lower > len(gaps):
            self.notes.append(
                f"In {lower} of {counted(len(gaps), 'pair')} people rate the sentence that is labelled good lower: "
                "`good_label` and `bad_label` say which label is which."
            )

    # ------------------------------------------------------------ a row for each pair

    def by_pair(self) -> RatedTable:
        asked, table = self.columns, self.table
        if asked.good is None or asked.bad is None:
            raise InputError(f"{table.source}: name both columns, `good=COLUMN` and `bad=COLUMN`.")
        for name in ("sentence", "rating", "rater", "pair", "side", "good_label", "bad_label"):
            if getattr(asked, name):
                advice = "the people's choices are `choice`, their ratings `good_rating` and `bad_rating`"
                raise InputError(f"{table.source}: a row is a pair here, and has no `{name}`; {advice}.")
        good, bad = self._named("good", asked.good), self._named("bad", asked.bad)
        choice = self._several("choice", asked.choice)
        rated = [self._several(f"{side}_rating", getattr(asked, f"{side}_rating")) for side in ("good", "bad")]
        item, phenomenon = (
            None if value is None else self._named(option, value)
            for option, value in (("item", asked.item), ("phenomenon", asked.phenomenon))
        )
        if len(rated[0]) != len(rated[1]):
            raise InputError(
                f"{table.source}: `good_rating` and `bad_rating` must name as many columns, person by person; they "
                f"name {cited_all(rated[0]) or 'none'}; and {cited_all(rated[1]) or 'none'}."
            )
        rated[1] = _person_by_person(asked.good_rating, rated[0], asked.bad_rating, rated[1])
        if not choice and not rated[0]:
            raise InputError(
                f"{table.source}: say what people did: `choice=COLUMN`, 1 where they chose the good sentence, or "
                f"`good_rating` and `bad_rating`. There are {cited_all(table.columns)}."
            )
        refuse_odd(table, [good, bad], self.problems)
        sentences, pairs, ratings, choices = [], [], [], []
        for row in self._complete(good, bad):
            own = row.cells[item].strip() if item is not None else ""
            kind = row.cells[phenomenon].strip() if phenomenon is not None else ""
            for side, column in enumerate((good, bad)):
                text = self._text(row, column)
                sentences.append(RatedSentence(f"row {row.number}", text, own or f"row {row.number}", kind))
                ratings.append([self._number(row, one) for one in rated[side]])
            choices.append([self._share(row, one) for one in choice])
            pairs.append(RatedPair(f"row {row.number}", len(sentences) - 2, len(sentences) - 1))
        self.problems.raise_all(table.source)
        matrix = np.array(ratings, np.float64).reshape(len(sentences), len(rated[0]))
        return self._made(sentences, matrix, pairs, np.array(choices, np.float64).reshape(len(pairs), len(choice)))

    def _complete(self, good: str, bad: str) -> list[TableRow]:
        """Give the rows with both sentences; of the others it is said that they are left out, by column."""
        missing: dict[str, list[int]] = {}
        found = []
        for row in self.table.rows:
            empty = [column for column in (good, bad) if not row.cells[column].strip()]
            for column in empty[:1]:
                missing.setdefault(column, []).append(row.number)
            found += [] if empty else [row]
        for column, numbers in missing.items():
            few = ", ".join(f"row {number}" for number in numbers[:_MOST_ROWS])
            more = ", ..." if numbers[_MOST_ROWS:] else ""
            what = counted(len(numbers), "pair is", "pairs are")
            self.notes.append(f"{what} left out: nothing in column {cited(column)} ({few}{more}).")
        return found

    # ------------------------------------------------------------ columns and cells

    def _made(
        self,
        sentences: Sequence[RatedSentence],
        ratings: FloatArray,
        pairs: Sequence[RatedPair],
        choices: FloatArray,
    ) -> RatedTable:
        if not sentences:
            raise InputError(f"{self.table.source}: there is no sentence in this table.")
        if np.isnan(ratings).all() and np.isnan(choices).all():
            raise InputError(f"{self.table.source}: there is no rating in this table.")
        return RatedTable(self.table.source, tuple(sentences), ratings, tuple(pairs), choices, tuple(self.notes))

    def _named(self, option: str, value: str) -> str:
        return chosen(self.table, option, value)

    def _several(self, option: str, values: Sequence[str]) -> list[str]:
        found: list[str] = []
        for value in values:
            if "*" in value and value not in self.table.columns:
                own = [one for one in self.table.columns if fnmatchcase(one, value)]
                if not own:
                    listed = cited_all(self.table.columns)
                    raise InputError(
                        f"{self.table.source}: `{option}={value}`: no column is named so. There are {listed}."
                    )
                found += own
            else:
                found.append(self._named(option, value))
        return list(dict.fromkeys(found))

    def _rating_column(self) -> str:
        found = [one for one in self.table.columns if one.strip().casefold().replace(" ", "_") in _RATINGS]
        if len(found) == 1:
            return found[0]
        which = f"{cited_all(found)} may be" if found else "no column is named as"
        raise InputError(
            f"{self.table.source}: {which} the ratings; name the column: `rating=COLUMN`. There are "
            f"{cited_all(self.table.columns)}."
        )

    def _text(self, row: TableRow, column: str) -> str:
        text = row.cells[column].strip()
        problem = ""
        if not text:
            problem = "is empty; every row has a sentence."
        elif "|" in text:
            problem = "has '|' between regions, which would be scored."
        elif mark := judgment_before(text):
            problem = f"begins with {cited(mark)}, which would be scored; take it out."
        if problem and (place := self.table.place(row, column)) not in {one.path for one in self.problems}:
            self.problems.note(place, problem)
        return text

    def _number(self, row: TableRow, column: str) -> float:
        cell = row.cells[column].strip()
        if cell.casefold() in _MISSING:
            return float("nan")
        value = number_in(cell, decimal_comma=self._comma)
        if value is None:
            self.problems.note(self.table.place(row, column), f"is {cited(cell)}, not a rating.")
            return float("nan")
        return value

    def _share(self, row: TableRow, column: str) -> float:
        value = self._number(row, column)
        if not (np.isnan(value) or 0 <= value <= 1):
            self.problems.note(
                self.table.place(row, column), f"is {value:g}: write 1 where the good sentence was chosen, else 0."
            )
        return value

    def _labels(self, pair: str, side: str) -> Mapping[str, str]:
        """Say what the labels of the sentences of pairs mean."""
        return sides_of_labels(
            (row.cells[side].strip() for row in self.table.rows if row.cells[pair].strip()),
            self.columns.good_label,
            self.columns.bad_label,
            where=f"{self.table.source}: {self.table.column(side)}",
            column=side,
        )


def _person_by_person(
    good: Sequence[str], good_columns: Sequence[str], bad: Sequence[str], bad_columns: list[str]
) -> list[str]:
    """Order the columns of `b_*` as those of `g_*`, where both name the same people."""
    if len(good) != 1 or len(bad) != 1 or "*" not in good[0] or "*" not in bad[0]:
        return bad_columns
    people, of_bad = (
        [one[pattern.index("*") : len(one) - len(pattern.rpartition("*")[2])] for one in columns]
        for pattern, columns in ((good[0], good_columns), (bad[0], bad_columns))
    )
    by_person = dict(zip(of_bad, bad_columns, strict=True))
    return [by_person[person] for person in people] if by_person.keys() == set(people) else bad_columns


def _mean(values: FloatArray) -> float:
    """Give the mean of what is there; NaN of nothing."""
    there = values[~np.isnan(values)]
    return float(there.mean()) if len(there) else float("nan")
