"""Surprisals of plain sentences: as CSV, JSON and tables, written as they come, and as a data frame."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import IO, TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from pydantic_core import to_json

from ..align import word_values
from ..delimited import CsvStyle
from ..model_names import precision_of
from ..surprisal import BITS_PER_UNIT, BackendInfo, BoolArray, FloatArray, IntArray, TokenSurprisals, WordSurprisals
from ..token_columns import Indices, TokenColumns

if TYPE_CHECKING:
    import pandas as pd

    from ..ports.tables.sentences import SentenceTable

__all__ = [
    "WRITERS",
    "SurprisalRows",
    "SurprisalWriter",
    "by_word",
    "surprisal_rows",
    "written_floats",
]

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


@dataclass(frozen=True, slots=True, eq=False)
class SurprisalRows:
    """What the rows of output say, those of all sentences one after another; n rows of k sentences.

    Parameters
    ----------
    n_rows : ndarray of int32, shape (k,)
        How many rows each sentence has.
    names : ndarray of object, shape (v,)
        Tokens or words, the same one perhaps more than once.
    forms : ndarray of int64, shape (n,)
        Which of `names` each row is.
    spans : ndarray of int32, shape (n, 2)
    values : ndarray of float64, shape (n,)
        NaN where undefined.
    n_tokens : ndarray of int32, shape (n,)
    oov : ndarray of bool, shape (n,)
    """

    n_rows: IntArray
    names: npt.NDArray[Any]
    forms: Indices
    spans: IntArray
    values: FloatArray
    n_tokens: IntArray
    oov: BoolArray

    @property
    def texts(self) -> list[str]:
        """Token or word of each row; made each time."""
        texts: list[str] = self.names.take(self.forms).tolist()
        return texts

    def by_sentence(self) -> Iterator[slice]:
        """Give the rows of each sentence."""
        ends = np.cumsum(self.n_rows)
        yield from map(slice, (ends - self.n_rows).tolist(), ends.tolist())

    def places(self) -> npt.NDArray[np.int64]:
        """Give the place of each row in its sentence, from 1."""
        n_before = np.repeat(np.cumsum(self.n_rows) - self.n_rows, self.n_rows)
        places: npt.NDArray[np.int64] = np.arange(1, len(n_before) + 1) - n_before
        return places

    def defined(self) -> list[float | None]:
        """Give the values, None where undefined."""
        values: list[float | None] = self.values.tolist()
        for place in np.flatnonzero(np.isnan(self.values)).tolist():
            values[place] = None
        return values


def surprisal_rows(
    scored: Sequence[TokenSurprisals], *, by: str, unit: str = "bits", eos: bool = False
) -> SurprisalRows:
    """Make rows of the surprisals of some sentences.

    Parameters
    ----------
    scored : sequence of TokenSurprisals
        At least one.
    by : {"token", "word"}
        A row for each token, or for each word, that is for what stands between blanks.
    unit : {"bits", "nats", "log10"}, optional
        Unit of the values.
    eos : bool, optional
        Whether the end of each sentence has a row below its others, ``<eos>``.

    Returns
    -------
    SurprisalRows
    """
    columns = TokenColumns.of(scored).in_line()
    rows = _token_rows(columns) if by == "token" else _word_rows(word_values(columns), len(columns))
    if eos:
        rows = _with_ends(rows, columns, np.ones(len(columns), dtype=np.bool_))
    return replace(rows, values=rows.values / BITS_PER_UNIT[unit])


def _token_rows(columns: TokenColumns) -> SurprisalRows:
    """Give the tokens of sentences, unknown words as they stand in the text, not as the model's word for them."""
    names, forms = columns.names, columns.forms
    unknown = np.flatnonzero(columns.oov)
    if len(unknown):
        rows = np.searchsorted(columns.ends, unknown, side="right").tolist()
        written = [
            columns.texts[row][start:end].strip() or name
            for row, (start, end), name in zip(
                rows, columns.spans[unknown].tolist(), names.take(forms[unknown]).tolist(), strict=True
            )
        ]
        forms = forms.copy()
        forms[unknown] = len(names) + np.arange(len(unknown))
        names = np.append(names, _strings(written))
    n = len(columns.bits)
    return SurprisalRows(
        columns.n_tokens.astype(np.int32),
        names,
        forms,
        columns.spans,
        columns.bits,
        np.ones(n, dtype=np.int32),
        columns.oov,
    )


def _strings(texts: Sequence[str]) -> npt.NDArray[Any]:
    strings = np.empty(len(texts), dtype=object)
    strings[:] = texts
    return strings


def _word_rows(words: WordSurprisals, n_sentences: int) -> SurprisalRows:
    n_rows = np.bincount(words.sentence, minlength=n_sentences).astype(np.int32)
    forms = np.arange(len(words.words))
    return SurprisalRows(n_rows, _strings(words.words), forms, words.spans, words.bits, words.n_tokens, words.oov)


def _with_ends(rows: SurprisalRows, columns: TokenColumns, ended: BoolArray) -> SurprisalRows:
    """Add a row for the end of each sentence for which `ended`, of shape (k,), says so."""
    at = np.cumsum(rows.n_rows)[ended]
    ends = np.array(list(map(len, columns.texts)), dtype=np.int32)[ended]
    return SurprisalRows(
        rows.n_rows + ended,
        np.append(rows.names, _strings(["<eos>"])),
        np.insert(rows.forms, at, len(rows.names)),
        np.insert(rows.spans, at, np.stack([ends, ends], axis=1), axis=0),
        np.insert(rows.values, at, columns.eos_bits[ended]),
        np.insert(rows.n_tokens, at, 1),
        np.insert(rows.oov, at, False),
    )


def _columns(by: str, value: str) -> list[str]:
    return ["sentence_id", f"{by}_id", by, "start", "end", value, "n_tokens", "oov"]


def by_word(
    scored: TokenSurprisals | Iterable[TokenSurprisals], scheme: str = "whitespace", *, eos: bool | None = None
) -> pd.DataFrame:
    """Give the surprisals of words: one row a word, as ``sglite surprisal --by word --format csv`` does.

    Parameters
    ----------
    scored : TokenSurprisals, or an iterable of them
        Of `surprisals`.
    scheme : {"whitespace", "clitics", "punct", "treebank", "french", "italian", "characters"}, optional
        What a word is: by default, what stands between blanks. See `syntaxgym_lite.words.SCHEMES`.
    eos : bool, optional
        Whether the end of each sentence has a row. None: where it has a value.

    Returns
    -------
    DataFrame
        ``sentence_id`` counts the sentences from 1, ``word_id`` the words of each; ``start`` and ``end`` are places in
        its text. ``surprisal_bits`` is the sum over the word's tokens: NaN where one of them has no value, and where
        the word has none of its own since it begins inside an earlier word's. A sentence whose end was scored
        (``eos=True``) has a row ``<eos>`` below its words.

        The columns are those of the command, but that this one is always ``surprisal_bits``. The command heads it
        ``pseudo_surprisal_bits`` for a masked model, as ``Scorer.info.capabilities.pseudo`` tells, and
        ``corrected_surprisal_bits`` where word boundaries were corrected; the sentences themselves do not know.

    Raises
    ------
    InputError
        If there is no such scheme.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> scored = sgl.surprisals("ngram", ["The dog barked.", "It didn't."])
    >>> sgl.by_word(scored)[["sentence_id", "word_id", "word", "surprisal_bits", "n_tokens"]].round(2)
       sentence_id  word_id     word  surprisal_bits  n_tokens
    0            1        1      The            3.09         1
    1            1        2      dog           10.86         1
    2            1        3  barked.           14.13         2
    3            2        1       It            4.94         1
    4            2        2  didn't.           15.56         3
    """
    import pandas as pd

    scored = [scored] if isinstance(scored, TokenSurprisals) else list(scored)
    rows = _word_rows(word_values(scored, scheme), len(scored))
    columns = TokenColumns.of(scored)
    ends = ~np.isnan(columns.eos_bits) if eos is None else np.full(len(scored), eos)
    rows = _with_ends(rows, columns, ends)
    numbers = np.repeat(np.arange(1, len(scored) + 1), rows.n_rows)
    cells = numbers, rows.places(), rows.texts, *rows.spans.T, rows.values, rows.n_tokens, rows.oov
    frame: pd.DataFrame = pd.DataFrame(dict(zip(_columns("word", "surprisal_bits"), cells, strict=True)))
    return frame


class SurprisalWriter:
    """Writes surprisals of sentences as they come.

    Parameters
    ----------
    out : file object
        Where to.
    info : BackendInfo
        Who gives the surprisals.
    model : str
        Its name, as the user gave it.
    by : {"token", "word"}
    unit : {"bits", "nats", "log10"}
    eos : bool
        See `surprisal_rows`.
    word_boundary : {"as-is", "corrected"}
        Whether the sentences have gone through `syntaxgym_lite.scoring.word_ends.move_word_ends`.
    style : CsvStyle, optional
        Of CSV.
    beside : SentenceTable, optional
        What the sentences are from; its other columns stand beside each sentence, under their own names.
    """

    def __init__(
        self,
        out: IO[str],
        info: BackendInfo,
        *,
        model: str,
        by: str,
        unit: str,
        eos: bool,
        word_boundary: str,
        style: CsvStyle | None = None,
        beside: SentenceTable | None = None,
    ) -> None:
        self.beside = beside
        self.style = style or CsvStyle()
        self.out, self.model, self.by, self.unit, self.eos = out, model, by, unit, eos
        self.pseudo, self.word_boundary = info.capabilities.pseudo, word_boundary
        self.options = info.options
        self.dtype = precision_of(info.options)
        # a masked model is never corrected
        prefix = "pseudo_" if self.pseudo else "corrected_" if word_boundary == "corrected" else ""
        self.column = f"{prefix}surprisal_{unit}"
        self.start()

    def start(self) -> None:
        """Write what stands before all sentences."""

    def write(self, numbers: Sequence[int], scored: Sequence[TokenSurprisals]) -> None:
        """Write some sentences, at least one, by the numbers of their lines."""
        rows = surprisal_rows(scored, by=self.by, unit=self.unit, eos=self.eos)
        self.write_rows(numbers, scored, rows)

    def write_rows(self, numbers: Sequence[int], scored: Sequence[TokenSurprisals], rows: SurprisalRows) -> None:
        """Write the rows of some sentences."""
        raise NotImplementedError

    def end(self) -> None:
        """Write what stands after all sentences."""


class _Csv(SurprisalWriter):
    def start(self) -> None:
        separator = self.style.separator
        own = _columns(self.by, self.column)
        others = () if self.beside is None else self.beside.columns
        # a column of the table that is called as one of these would be taken for it
        others = [f"table_{name}" if name in own else name for name in others]
        self.out.write(self.style.start + separator.join([*own, *_quoted(others, separator)]) + "\n")

    def write_rows(self, numbers: Sequence[int], scored: Sequence[TokenSurprisals], rows: SurprisalRows) -> None:
        starts, ends = rows.spans.T
        separator = self.style.separator
        values = written_floats(rows.values)
        for place in np.flatnonzero(np.isnan(rows.values)).tolist():
            values[place] = ""
        if self.style.decimal_comma:
            values = [value.replace(".", ",") for value in values]
        cells = [
            np.repeat(_strings([f"{number}{separator}" for number in numbers]), rows.n_rows).tolist(),
            _written(rows.places(), separator),
            self._names(rows),
            _written(starts, separator),
            _written(ends, separator),
            values,
            _written(2 * rows.n_tokens + rows.oov, "", lambda n: f"{separator}{n // 2}{separator}{n % 2 == 1}"),
            ["\n"] * len(values),
        ]
        if self.beside is not None and self.beside.columns:
            ends_of_rows = [
                f"{separator}{separator.join(_quoted(self.beside.beside[number], separator))}\n" for number in numbers
            ]
            cells[-1] = np.repeat(_strings(ends_of_rows), rows.n_rows).tolist()
        line = [""] * (len(cells) * len(values))  # the cells of all rows, one after another
        for place, column in enumerate(cells):
            line[place :: len(cells)] = column
        self.out.write("".join(line))

    def _names(self, rows: SurprisalRows) -> list[str]:
        """Give token or word of each row, as a cell; those that come again are written once."""
        used = np.zeros(len(rows.names), dtype=np.bool_)
        used[rows.forms] = True
        places = np.flatnonzero(used)
        separator = self.style.separator
        cells = np.empty(len(rows.names), dtype=object)
        cells[places] = _strings([text + separator for text in _quoted(rows.names.take(places).tolist(), separator)])
        written: list[str] = cells.take(rows.forms).tolist()
        return written


def _written(numbers: npt.NDArray[Any], after: str, write: Callable[[int], str] = str) -> list[str]:
    """Write whole numbers, none negative; each as often as it comes, but made only once if they are small."""
    most = int(numbers.max(initial=0))
    if most > len(numbers):
        return [write(number) + after for number in numbers.tolist()]
    written: list[str] = _strings([write(number) + after for number in range(most + 1)]).take(numbers).tolist()
    return written


def written_floats(values: FloatArray) -> list[str]:
    """Write numbers as `repr` does, in as few digits as tell them apart, but many at once and ten times as fast.

    Examples
    --------
    >>> written_floats(np.array([0.1, 12.0, 1e-7, np.inf]))
    ['0.1', '12.0', '1e-07', 'inf']
    """
    if not len(values):
        return []
    written = to_json(values.tolist())[1:-1].decode().split(",")
    size = np.abs(values)
    others = ~((size >= 1e-4) & (size < 1e16) | (values == 0))  # written in another way, or none of JSON's numbers
    for place in np.flatnonzero(others).tolist():
        written[place] = repr(float(values[place]))
    return written


def _quoted(texts: Sequence[str], separator: str) -> Sequence[str]:
    """Quote what a reader of CSV would not take for one cell as it stands."""
    not_bare = re.compile(f'["{separator}\r\n]').search
    quoted = {text: '"' + text.replace('"', '""') + '"' for text in set(texts) if not_bare(text)}
    return [quoted.get(text, text) for text in texts] if quoted else texts


class _Json(SurprisalWriter):
    separator = ""

    def start(self) -> None:
        head = {
            "schema_version": 1,
            "model": self.model,
            "pseudo": self.pseudo,
            "dtype": self.dtype,
            "word_boundary": self.word_boundary,
            "unit": self.unit,
            "by": self.by,
        }
        self.out.write(json.dumps(head, ensure_ascii=False)[:-1] + ', "sentences": [')

    def write_rows(self, numbers: Sequence[int], scored: Sequence[TokenSurprisals], rows: SurprisalRows) -> None:
        starts, ends = rows.spans.T.tolist()
        written = [
            {self.by: text, "start": start, "end": end, self.column: value, "n_tokens": n_tokens, "oov": oov}
            for text, start, end, value, n_tokens, oov in zip(
                rows.texts,
                starts,
                ends,
                [str(v) if v is not None and math.isinf(v) else v for v in rows.defined()],
                rows.n_tokens.tolist(),
                rows.oov.tolist(),
                strict=True,
            )
        ]
        for number, one, own in zip(numbers, scored, rows.by_sentence(), strict=True):
            document: dict[str, Any] = {"sentence_id": number, "text": one.text, f"{self.by}s": written[own]}
            if self.beside is not None:
                document["beside"] = dict(zip(self.beside.columns, self.beside.beside[number], strict=True))
            if one.warnings:
                document["warnings"] = list(one.warnings)
            self.out.write(f"{self.separator}\n {_ENCODER.encode(document)}")
            self.separator = ","

    def end(self) -> None:
        self.out.write("\n]}\n")


class _Table(SurprisalWriter):
    def write_rows(self, numbers: Sequence[int], scored: Sequence[TokenSurprisals], rows: SurprisalRows) -> None:
        texts, values, oov = rows.texts, rows.defined(), rows.oov.tolist()
        for number, one, own in zip(numbers, scored, rows.by_sentence(), strict=True):
            self._sentence(number, one.text, list(zip(texts[own], values[own], oov[own], strict=True)))

    def _sentence(self, number: int, text: str, rows: list[tuple[str, float | None, bool]]) -> None:
        from rich.box import SIMPLE_HEAD
        from rich.table import Table
        from rich.text import Text

        from ..model_names import settings_shown
        from .tables import console_for

        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        table.add_column(self.by)
        table.add_column(f"pseudo-{self.unit}" if self.pseudo else self.unit, justify="right")
        table.add_column("")
        for piece, value, oov in rows:
            note = "unknown word" if oov else "not scored" if value is None else ""
            table.add_row(Text(piece.strip()), "-" if value is None else f"{value:.4f}", note)
        console = console_for(self.out)
        known = [value for _, value, _ in rows if value is not None]
        console.print(Text(f"{number}: {text}", style="bold"))
        console.print(table)
        kind = "pseudo-surprisal" if self.pseudo else "surprisal"
        total = f"{sum(known):.4f} {self.unit}" if known else "-"
        corrected = ", word boundaries corrected" if self.word_boundary == "corrected" else ""
        settings = ", ".join(settings_shown(self.options))
        how = f" ({settings})" if settings else ""
        console.print(Text(f"sum {total}, {kind} under {self.model}{how}{corrected}"))
        console.print()


WRITERS: Mapping[str, type[SurprisalWriter]] = {"csv": _Csv, "json": _Json, "table": _Table}
"""Name of a format to what writes it."""
