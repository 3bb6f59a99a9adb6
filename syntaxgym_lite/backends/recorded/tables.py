"""Tables of surprisals, one row a region or one row a token, whoever wrote them."""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from ...errors import InputError, did_you_mean
from ...surprisal import BITS_PER_UNIT, IntArray, Unit
from .placing import END_MARKS, START_MARKS, UNKNOWN_MARKS, place_tokens
from .recording import CORRECTED, ONLY_SUMS, WHOLE, Recorded, Recording, checked_bits, pick_model

__all__ = ["read_recorded_table"]

_MISSING = frozenset({"", "na", "nan", "none", "null", "-nan"})
_OF_PEOPLE = re.compile(
    r"(?:mean_?|log_?)?(?:rts?|reading[ _]?times?)(?:[_ ]?(?:ms|msec))?|spr_rts?|.*_ms|measure|rating|judge?ment"
)
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*(e[+-]?\d+)?|\.\d+(e[+-]?\d+)?|inf(inity)?)", re.ASCII | re.IGNORECASE)


def read_recorded_table(path: Path, text: str, *, model: str | None, unit: Unit, first_token: str) -> Recording:
    """Read a table of regions or of tokens, whichever its columns say; messages name the file and the line.

    See `syntaxgym_lite.backends.recorded.reading.read_recording`.
    """
    table = _Table(path, text, BITS_PER_UNIT[unit])
    column = next((name for name in ("surprisal_bits", "bits") if table.has(name)), None)
    if column is not None and unit != "bits":
        raise table.error(
            1, f"the column {column} is in bits, but unit={unit} was asked for; leave that out, or rename the column."
        )
    if table.has("sentence_id", "token"):
        return _read_bare_tokens(table, first_token)
    if table.has("token", "text"):
        return _read_tokens(table, model)
    if table.has("content", "region_number"):
        return _read_regions(table, model)
    table.refuse_people()
    if table.columns[:1] == ("#",):
        raise InputError(
            f"{path}: is no table of surprisals. If it holds results of people: 'sglite human {path} --suite SUITE'."
        )
    raise InputError(
        f"{path}, line 1: these columns are none of the known tables ({', '.join(table.columns)}). A region table has"
        " item_number, condition_name, region_number, content and surprisal_bits; a token table has text, token and"
        " surprisal_bits, or sentence_id, token_id, token and surprisal."
    )


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    cells: Mapping[str, str]


@dataclass(slots=True)
class _Group:
    """Rows of one sentence, with the number that orders them."""

    line: int
    rows: dict[int, _Row] = field(default_factory=dict)


class _Table:
    """A delimited table whose complaints name file, line and column."""

    def __init__(self, path: Path, text: str, bits_per_unit: float) -> None:
        self.path, self.scale = path, bits_per_unit
        self.points: dict[str, int] = {}  # column to the line of its first decimal point
        self.lines = text.splitlines(keepends=True)
        header = self.lines[0].rstrip("\r\n")
        counts = {delimiter: header.count(delimiter) for delimiter in ("\t", ",", ";")}
        best = max(counts, key=lambda delimiter: counts[delimiter])
        self.delimiter = best if counts[best] else " "
        self.columns = tuple(cell.strip() for cell in next(self._cells(self.lines[:1]))[1])

    def has(self, *names: str) -> bool:
        return set(names) <= set(self.columns)

    def rows(self) -> Iterator[_Row]:
        for line, cells in self._cells(self.lines):
            if line == 1 or not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(self.columns):
                raise self.error(line, f"has {len(cells)} cells where the header has {len(self.columns)}.")
            yield _Row(line, dict(zip(self.columns, cells, strict=True)))

    def _cells(self, lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
        """Yield the number of the line each row begins on, and its cells."""
        if self.delimiter in "\t ":
            # SyntaxGym's token tables quote nothing: a token may be a lone quotation mark. Ours quote what needs it.
            quoted = self.delimiter == "\t" and "text" in lines[0]
            if not quoted:
                for number, line in enumerate(lines, 1):
                    line = line.rstrip("\r\n")
                    yield number, line.split("\t") if self.delimiter == "\t" else line.split()
                return
        reader = csv.reader(lines, delimiter=self.delimiter, strict=True)
        begin = 1
        try:
            for cells in reader:
                yield begin, cells
                begin = reader.line_num + 1
        except csv.Error as error:
            raise self.error(begin, f"cannot be read as a table row: {error}.") from error

    def select(self, model: str | None) -> tuple[list[_Row], str]:
        """Return the rows of one model, and its name in the table."""
        rows = list(self.rows())
        if not rows:
            raise InputError(f"{self.path}: has a header but no row.")
        names = list(dict.fromkeys(row.cells["model"] for row in rows)) if self.has("model") else []
        name = pick_model(self.path, names, model)
        return [row for row in rows if row.cells.get("model", name) == name], name

    def groups(self, rows: Sequence[_Row], keys: Sequence[str], order: str) -> list[_Group]:
        """Return the rows of each sentence, sentences in order of appearance, rows in order of the column `order`."""
        keys = [key for key in keys if key in self.columns]
        groups: dict[tuple[str, ...], _Group] = {}
        for row in rows:
            group = groups.setdefault(tuple(row.cells[key] for key in keys), _Group(row.line))
            number = self.integer(row, order) if order in self.columns else len(group.rows)
            if number in group.rows:
                raise self.error(
                    row.line, f"{order} {number} of this sentence stands in line {group.rows[number].line} already."
                )
            group.rows[number] = row
        for group in groups.values():
            group.rows = dict(sorted(group.rows.items()))
        return list(groups.values())

    def value_column(self) -> str:
        for name in ("surprisal_bits", "bits", "surprisal"):
            if name in self.columns:
                return name
        self.refuse_people()
        raise self.error(1, f"no column surprisal_bits.{did_you_mean('surprisal_bits', self.columns)}")

    def refuse_people(self) -> None:
        """Refuse what people did: a time in milliseconds is no surprisal, whatever is done to it."""
        found = next((name for name in self.columns if _OF_PEOPLE.fullmatch(name.strip().lower())), None)
        if found is not None:
            raise self.error(
                1,
                f"the column {found} is what people did, and no surprisal. 'sglite human {self.path} --suite SUITE "
                "--run DIR' holds it against a model's surprisals.",
            )

    def bits(self, row: _Row, column: str) -> float:
        cell = row.cells[column].strip()
        if cell.lower() in _MISSING:
            return math.nan
        if self.delimiter in ";\t" and cell.count(",") == 1:  # where a comma parts no cells, it can stand for the point
            cell = self._with_point(row, column, cell)
        elif "." in cell:
            self.points.setdefault(column, row.line)
        if _NUMBER.fullmatch(cell) is None:  # float() would also take 1_0, and digits of other scripts
            hint = " Decimals need a point." if cell.replace(",", "", 1).replace("-", "", 1).isdigit() else ""
            raise self.error(row.line, f"{column} is '{cell}', not a number.{hint}")
        return checked_bits(float(cell), lambda message: self.error(row.line, f"{column} {message}")) * self.scale

    def _with_point(self, row: _Row, column: str, cell: str) -> str:
        """Write a number that has a decimal comma with a point."""
        if column in self.points:
            raise self.error(
                row.line, f"{column} is '{cell}', but line {self.points[column]} has a point: write all in one way."
            )
        return cell.replace(",", ".")

    def integer(self, row: _Row, column: str) -> int:
        cell = row.cells[column].strip()
        if WHOLE.fullmatch(cell) is None:
            raise self.error(row.line, f"{column} is '{row.cells[column]}', not a whole number.")
        return int(cell)

    def recorded(self, group: _Group, rows: Sequence[_Row], pieces: str, values: str) -> Recorded:
        """Give what these rows of a sentence say, with their pieces and their values in columns of these names."""
        return Recorded(
            f"{self.path}, line {group.line}",
            tuple(row.cells[pieces] for row in rows),
            tuple(self.bits(row, values) for row in rows),
            tuple(map(_is_oov, rows)),
        )

    def error(self, line: int, message: str) -> InputError:
        return InputError(f"{self.path}, line {line}: {message}")


_SENTENCE_KEYS = ("suite", "item_number", "condition_name")


def _read_regions(table: _Table, model: str | None) -> Recording:
    rows, name = table.select(model)
    column = table.value_column()
    sentences = []
    for group in table.groups(rows, _SENTENCE_KEYS, "region_number"):
        filled = [row for row in group.rows.values() if row.cells["content"].strip()]
        sentences.append(table.recorded(group, filled, "content", column))
    return Recording("regions", tuple(sentences), name, (table.path,), (ONLY_SUMS, *_corrected(rows)))


def _read_tokens(table: _Table, model: str | None) -> Recording:
    rows, name = table.select(model)
    column = table.value_column()
    has_spans, has_ranks = table.has("start", "end"), table.has("rank")
    sentences = []
    for group in table.groups(rows, (*_SENTENCE_KEYS, "text"), "token_index"):
        tokens = list(group.rows.values())
        text = tokens[0].cells["text"]
        eos_bits = math.nan
        # the end of the sentence is a row of its own without a place in the text
        if tokens[-1].cells["token"] in END_MARKS and (
            not has_spans or tokens[-1].cells["start"].strip() in ("", str(len(text)))
        ):
            eos_bits = table.bits(tokens.pop(), column)
        sentence = table.recorded(group, tokens, "token", column)
        if has_spans:
            spans = np.array(
                [(table.integer(row, "start"), table.integer(row, "end")) for row in tokens], np.int32
            ).reshape(-1, 2)
            _check_spans(table, tokens, spans, text)
        else:
            found = place_tokens(text, sentence.pieces)
            if found is None:
                pieces = " ".join(sentence.pieces)
                raise table.error(group.line, f"the tokens do not make up the text '{text}': {pieces}")
            spans = found
        ranks = None
        if has_ranks:
            ranks = tuple(table.integer(row, "rank") if row.cells["rank"].strip() else 0 for row in tokens)
        sentences.append(replace(sentence, text=text, spans=spans, eos_bits=eos_bits, ranks=ranks))
    return Recording("tokens", tuple(sentences), name, (table.path,), _corrected(rows))


def _corrected(rows: Sequence[_Row]) -> tuple[str, ...]:
    """What is to be said of a table whose values have been moved."""
    return (CORRECTED,) if any(row.cells.get("word_boundary") == "corrected" for row in rows) else ()


def _check_spans(table: _Table, rows: Sequence[_Row], spans: IntArray, text: str) -> None:
    before = 0
    for row, (start, end) in zip(rows, spans.tolist(), strict=True):
        if not before <= start <= end <= len(text):
            raise table.error(
                row.line,
                f"start {start} and end {end} are no place at or after {before} in {len(text)} characters: '{text}'.",
            )
        before = start


def _read_bare_tokens(table: _Table, first_token: str) -> Recording:
    column = table.value_column()
    sentences = []
    for group in table.groups(list(table.rows()), ("sentence_id",), "token_id"):
        tokens = list(group.rows.values())
        eos_bits = math.nan
        if tokens[-1].cells["token"] in END_MARKS:
            eos_bits = table.bits(tokens.pop(), column)
        if tokens and tokens[0].cells["token"] in START_MARKS:
            del tokens[0]
        if not tokens:
            raise table.error(group.line, "this sentence has no token.")
        sentence = table.recorded(group, tokens, "token", column)
        oov = tuple(token in UNKNOWN_MARKS for token in sentence.pieces)
        sentences.append(replace(sentence, oov=oov, eos_bits=eos_bits))
    if not sentences:
        raise InputError(f"{table.path}: has a header but no row.")
    sentences, warnings = _without_placeholders(sentences, first_token)
    return Recording("tokens", tuple(sentences), "", (table.path,), warnings)


def _without_placeholders(sentences: list[Recorded], first_token: str) -> tuple[list[Recorded], tuple[str, ...]]:
    """Make undefined what LM Zoo writes as 0 because it was never scored: first tokens and ends of sentences."""
    warnings = []
    eos_scored = any(sentence.eos_bits > 0 for sentence in sentences)
    first_scored = any(sentence.bits[0] != 0 for sentence in sentences)
    if not first_scored and first_token == "undefined":
        warnings.append(
            "the first token of every sentence is recorded as 0, which stands for 'not scored': it is undefined here,"
            " and so is the region that holds it (first_token=recorded takes the 0 as a value)"
        )
    elif not first_scored:
        warnings.append("the first token of every sentence counts 0 bits, as recorded, though it was not scored")
    return [
        replace(
            sentence,
            bits=sentence.bits if first_scored or first_token == "recorded" else (math.nan, *sentence.bits[1:]),
            eos_bits=sentence.eos_bits if eos_scored else math.nan,
        )
        for sentence in sentences
    ], tuple(warnings)


def _is_oov(row: _Row) -> bool:
    """Whether a row names an unknown word: a truth value, a count, or the words themselves."""
    cell = row.cells.get("oov", "").strip().lower()
    return cell not in ("", "0", "false", "no", "[]", "nan")
