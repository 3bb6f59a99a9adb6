"""Read surprisals that were recorded in files: by SyntaxGym, by this package, or by anything that writes a table.

Four layouts are known, told apart by what is in the file, not by its name:

===============  =======================================================================================================
run document     ``run.json`` of ``sglite eval --out``: tokens, ends of sentences, ranks and contexts
region JSON      a SyntaxGym result: a suite whose regions carry ``metric_value`` (and ``oovs`` in later versions)
region table     one row a region: ``content`` and ``surprisal_bits``, as in ``regions.csv`` of ``sglite eval --out``
token table      one row a token: ``text``, ``token`` and ``surprisal_bits``, as in ``tokens.csv`` of ``sglite eval``;
                 or ``sentence_id token_id token surprisal``, as LM Zoo and SyntaxGym write, without the text
===============  =======================================================================================================

Tables may be separated by commas, semicolons, tabs or blanks. An empty value is "not defined", never 0.
"""

from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np

from ...errors import InputError, ModelNotFoundError, did_you_mean
from ...surprisal import BITS_PER_UNIT, IntArray, Unit

__all__ = ["Recorded", "Recording", "place_tokens", "read_recording", "squeeze"]

UNKNOWN_MARKS = frozenset({"<unk>", "<UNK>", "[UNK]", "UNK", "<unk/>"})
END_MARKS = frozenset({"<eos>", "</s>", "<EOS>", "<|endoftext|>", "[SEP]"})
START_MARKS = END_MARKS | {"<s>", "<bos>", "<BOS>", "[CLS]"}

# What tokenizers write for a character that is spelled otherwise in the sentence
_SPELLINGS: Mapping[str, tuple[str, ...]] = {
    "``": ('"', "“"),
    "''": ('"', "”"),
    "`": ("'", "‘"),
    "-LRB-": ("(",),
    "-RRB-": (")",),
    "-LSB-": ("[",),
    "-RSB-": ("]",),
}
_MARKERS = ("Ġ", "▁", "##")  # "here begins a word", or "no word begins here", in front of a piece
_END_MARKERS = ("</w>", "@@")
_MISSING = frozenset({"", "na", "nan", "none", "null", "-nan"})
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*(e[+-]?\d+)?|\.\d+(e[+-]?\d+)?|inf(inity)?)", re.ASCII | re.IGNORECASE)
_WHOLE = re.compile(r"[+-]?\d{1,18}", re.ASCII)
_SLIGHTLY_NEGATIVE = -1e-3  # rounding of a certain token, e.g. SyntaxGym's -0.000000


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a file says about one sentence.

    Parameters
    ----------
    where : str
        File and place in it, for messages.
    pieces : tuple of str, length n
        Tokens, or contents of regions that are not empty.
    bits : tuple of float, length n
        Surprisal of each piece, in bits; NaN where the file has none.
    oov : tuple of bool, length n
        Whether the piece is, or holds, a word that the model did not know.
    text : str or None
        The sentence, where the file says it.
    spans : ndarray of int32, shape (n, 2), or None
        Where the pieces are in `text`.
    eos_bits : float
        Surprisal of the end of the sentence, in bits; NaN if not recorded.
    ranks : tuple of int, length n, or None
        Rank of each token among the model's predictions; 0 = undefined.
    context : str
        What stood before the sentence when the values were recorded.
    """

    where: str
    pieces: tuple[str, ...]
    bits: tuple[float, ...]
    oov: tuple[bool, ...]
    text: str | None = None
    spans: IntArray | None = None
    eos_bits: float = math.nan
    ranks: tuple[int, ...] | None = None
    context: str = ""


@dataclass(frozen=True, slots=True)
class Recording:
    """What a file says about all its sentences.

    Parameters
    ----------
    unit : {"regions", "tokens"}
        What one value belongs to.
    sentences : tuple of Recorded
    model : str
        The model that gave the values, as the file calls it; may be empty.
    files : tuple of Path
        Every file that was read.
    warnings : tuple of str
        What a user should know before trusting the values.
    """

    unit: Literal["regions", "tokens"]
    sentences: tuple[Recorded, ...]
    model: str
    files: tuple[Path, ...]
    warnings: tuple[str, ...] = ()


def read_recording(
    path: str | Path,
    *,
    model: str | None = None,
    sentences: str | Path | None = None,
    unit: Unit | None = None,
    first_token: Literal["undefined", "recorded"] = "undefined",
) -> Recording:
    """Read recorded surprisals.

    Parameters
    ----------
    path : str or Path
        A file in one of the layouts above, or a folder: of ``sglite eval --out`` (``run.json`` is preferred to
        ``tokens.csv``, and that to ``regions.csv``), or of SyntaxGym result files.
    model : str, optional
        Which model's values to take from a table that holds several.
    sentences : str or Path, optional
        A file with the sentences of a token table that does not hold them, one a line, in order of ``sentence_id``.
    unit : {"bits", "nats", "log10"}, optional
        What the values in the file are in; bits, if nothing is said.
    first_token : {"undefined", "recorded"}, optional
        What to make of a token table in which the first token of every sentence is 0: such a 0 stands for "not scored",
        so it is undefined; ``"recorded"`` takes it as the value 0, as SyntaxGym did.

    Returns
    -------
    Recording

    Raises
    ------
    ModelNotFoundError
        If there is no such file.
    InputError
        If it cannot be understood, or says that its values are in another unit; names the file and the place in it.
    """
    path = Path(path)
    files, left_out = _files(path)
    parts = [_read_file(file, model, unit, first_token) for file in files]
    if len({part.unit for part in parts}) > 1:
        raise InputError(
            f"{path}: some files hold values of regions and some of tokens; keep them in separate folders."
        )
    names = sorted({part.model for part in parts if part.model})
    if len(names) > 1 and len(parts) > 1:
        raise InputError(
            f"{path}: holds values of several models ({', '.join(names)}); replay one file of them at a time."
        )
    recorded = [sentence for part in parts for sentence in part.sentences]
    if sentences is not None:
        recorded = _with_sentences(recorded, Path(sentences), path)
        files = [*files, Path(sentences)]
    return Recording(
        parts[0].unit,
        tuple(recorded),
        names[0] if names else "",
        tuple(files),
        (*dict.fromkeys(warning for part in parts for warning in part.warnings), *left_out),
    )


def squeeze(text: str) -> str:
    """Take all white space out of a text, and the difference between upper and lower case.

    Examples
    --------
    >>> squeeze("The dog barks .")
    'thedogbarks.'
    """
    return "".join(text.split()).lower()


def place_tokens(text: str, tokens: Sequence[str]) -> IntArray | None:
    """Find where the tokens of a sentence stand in its text.

    Every non-blank character must be in a token. A token may differ in case from the text (models without capitals), be
    marked as a piece (``Ġ``, ``▁``, ``##``, ``@@``, ``</w>``), or be ``<unk>``, which stands for any run of
    non-blank characters: the reading of the whole sentence decides which, and whole words are preferred.

    Parameters
    ----------
    text : str
        The sentence.
    tokens : sequence of str, length n
        Its tokens, in order.

    Returns
    -------
    ndarray of int32, shape (n, 2), or None
        Half-open code-point ranges; None if the tokens cannot be read as this text.

    Examples
    --------
    >>> place_tokens("the band and.", ["the", "<unk>", "and", "."]).tolist()
    [[0, 3], [4, 8], [9, 12], [12, 13]]
    >>> place_tokens("the cat", ["the", "dog"]) is None
    True
    """
    length = len(text)
    # reachable[i]: where tokens[:i] may end
    reachable: list[set[int]] = [{0}]
    for token in tokens:
        after = {end for begin in reachable[-1] for end in _ends(text, _skip_blanks(text, begin), token)}
        if not after:
            return None
        reachable.append(after)
    ends = [end for end in reachable[-1] if _skip_blanks(text, end) == length]
    if not ends:
        return None
    spans = np.empty((len(tokens), 2), np.int32)
    end = max(ends)
    for index in range(len(tokens) - 1, -1, -1):
        begins = [begin for begin in reachable[index] if end in _ends(text, _skip_blanks(text, begin), tokens[index])]
        # a border between words rather than within one; of those the last, so that an unknown word is not cut in two
        begin = max(begins, key=lambda begin: (_is_word_border(text, _skip_blanks(text, begin)), begin))
        spans[index] = _skip_blanks(text, begin), end
        end = begin
    return spans


def _ends(text: str, start: int, token: str) -> list[int]:
    """Return where `token` may end if it begins at `start`."""
    if token in UNKNOWN_MARKS and not text.startswith(token, start):
        stop = start
        while stop < len(text) and not text[stop].isspace():
            stop += 1
        return list(range(start + 1, stop + 1))
    lengths = {len(form) for form in _forms(token) if text[start : start + len(form)].lower() == form.lower()}
    return [start + length for length in lengths]


def _forms(token: str) -> list[str]:
    """Return the strings that a token may stand for in a text."""
    bare = token.strip()
    forms = [bare, *_SPELLINGS.get(bare, ())]
    forms.extend(bare[len(marker) :].strip(marker) for marker in _MARKERS if bare.startswith(marker))
    forms.extend(bare[: -len(marker)] for marker in _END_MARKERS if bare.endswith(marker))
    return [form for form in forms if form or token in _MARKERS or not bare]


def _skip_blanks(text: str, position: int) -> int:
    while position < len(text) and text[position].isspace():
        position += 1
    return position


def _is_word_border(text: str, position: int) -> bool:
    return not (0 < position < len(text) and text[position - 1].isalnum() and text[position].isalnum())


# ---------------------------------------------------------------- files


def _files(path: Path) -> tuple[list[Path], list[str]]:
    """Find the files to read, and say which others were left out."""
    if path.is_dir():
        for name in ("run.json", "tokens.csv", "regions.csv"):
            if (path / name).is_file():
                return [path / name], []
        files = sorted(path.glob("*.json"))
        found = [file for file in files if _is_region_json(file)]
        if not found:
            raise ModelNotFoundError(
                f"{path}: this folder holds no run.json, tokens.csv or regions.csv, and no SyntaxGym results (*.json)."
            )
        others = [file.name for file in files if file not in found]
        return found, [f"left out, since they hold no surprisals of regions: {', '.join(others)}"] if others else []
    if not path.exists():
        raise ModelNotFoundError(f"{path}: no such file. replay: takes a file of recorded surprisals.")
    return [path], []


def _is_region_json(path: Path) -> bool:
    """Whether a file is a SyntaxGym result, or one that is damaged, which has to be said."""
    try:
        document = json.loads(path.read_bytes())
    except (ValueError, RecursionError, OSError):
        return True
    return isinstance(document, dict) and isinstance(document.get("items"), list)


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8 text (byte {error.start}); save it as UTF-8.") from error
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}.") from error


def _read_file(path: Path, model: str | None, asked_unit: Unit | None, first_token: str) -> Recording:
    unit = asked_unit or "bits"
    if unit not in BITS_PER_UNIT:
        raise InputError(f"unit '{unit}' does not exist; values are in {', '.join(BITS_PER_UNIT)}.")
    if first_token not in ("undefined", "recorded"):
        raise InputError(f"first_token is '{first_token}'; it can be 'undefined' or 'recorded'.")
    text = _read_text(path)
    if not text.strip():
        raise InputError(f"{path}: is empty.")
    if text.lstrip()[:1] in "{[":
        return _Json(path, BITS_PER_UNIT[unit]).read(text, model)
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
    raise InputError(
        f"{path}, line 1: these columns are none of the known tables ({', '.join(table.columns)}). A region table has"
        " item_number, condition_name, region_number, content and surprisal_bits; a token table has text, token and"
        " surprisal_bits, or sentence_id, token_id, token and surprisal."
    )


def _with_sentences(recorded: list[Recorded], path: Path, table: Path) -> list[Recorded]:
    if not path.is_file():
        raise InputError(f"{path}: no such file (sentences of {table}).")
    lines = _read_text(path).splitlines()
    while lines and not lines[-1].strip():
        lines.pop()
    if any(sentence.text is not None for sentence in recorded):
        raise InputError(f"{table}: already says which sentences it holds; leave out sentences={path}.")
    if len(lines) != len(recorded):
        raise InputError(f"{path}: has {len(lines)} sentences, but {table} has {len(recorded)}.")
    placed = []
    for number, (line, sentence) in enumerate(zip(lines, recorded, strict=True), 1):
        spans = place_tokens(line, sentence.pieces)
        if spans is None:
            raise InputError(
                f"{path}, line {number}: '{line}' does not consist of the tokens of {sentence.where}:"
                f" {' '.join(sentence.pieces)}"
            )
        placed.append(
            Recorded(
                sentence.where,
                sentence.pieces,
                sentence.bits,
                sentence.oov,
                line,
                spans,
                sentence.eos_bits,
                sentence.ranks,
            )
        )
    return placed


# ---------------------------------------------------------------- JSON


class _Json:
    """A SyntaxGym result: a suite with values in its regions."""

    def __init__(self, path: Path, bits_per_unit: float) -> None:
        self.path, self.scale = path, bits_per_unit

    def read(self, text: str, model: str | None) -> Recording:
        try:
            document = json.loads(text)
        except ValueError as error:
            raise InputError(f"{self.path}: is not JSON: {error}.") from error
        except RecursionError:
            raise InputError(f"{self.path}: is nested too deeply to be a SyntaxGym result.") from None
        if isinstance(document, dict) and "models" in document and "schema_version" in document:
            if self.scale != 1.0:
                raise InputError(f"{self.path}: a result of sglite eval is in bits; leave out unit=.")
            return _read_run(self.path, document, model)
        meta = document.get("meta", {}) if isinstance(document, dict) else {}
        name = meta.get("model") if isinstance(meta, dict) else None
        name = name if isinstance(name, str) else ""
        if model is not None and name and name != model:
            raise InputError(f"{self.path}: holds values of '{name}', not of '{model}'.")
        items = self.get(document, "items", list, "")
        sentences = []
        for i, item in enumerate(items):
            for j, condition in enumerate(self.get(item, "conditions", list, f"items[{i}]")):
                at = f"items[{i}].conditions[{j}]"
                sentences.append(self.sentence(self.get(condition, "regions", list, at), at))
        if not sentences:
            raise InputError(f"{self.path}: items: holds no sentence.")
        return Recording("regions", tuple(sentences), name, (self.path,), (_ONLY_SUMS,))

    def sentence(self, regions: Sequence[Any], at: str) -> Recorded:
        numbered = []
        for k, region in enumerate(regions):
            here = f"{at}.regions[{k}]"
            content = self.get(region, "content", str, here)
            number = region.get("region_number", k + 1)
            if isinstance(number, float) and number.is_integer():
                number = int(number)
            if isinstance(number, bool) or _WHOLE.fullmatch(str(number)) is None:
                raise self.error(f"{here}.region_number", f"is {number!r}, not a number.")
            number = int(number)
            oovs = region.get("oovs") or []
            value = self.value(region, here) if content.strip() else 0.0
            numbered.append((number, content, value, bool(oovs)))
        numbered.sort(key=lambda region: region[0])
        filled = [region for region in numbered if region[1].strip()]
        return Recorded(
            f"{self.path}: {at}",
            tuple(content for _, content, _, _ in filled),
            tuple(value for _, _, value, _ in filled),
            tuple(oov for _, _, _, oov in filled),
        )

    def value(self, region: Mapping[str, Any], at: str) -> float:
        if "metric_value" not in region:
            raise self.error(f"{at}.metric_value", "missing: this is a suite, not the result of a run.")
        value = region["metric_value"]
        if isinstance(value, dict):
            at = f"{at}.metric_value"
            if "sum" not in value:
                raise self.error(
                    f"{at}.sum",
                    f"missing (there is {', '.join(value) or 'nothing'}). Only recorded sums can be replayed.",
                )
            value, at = value["sum"], f"{at}.sum"
        if value is None:
            return math.nan
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self.error(at, f"is {value!r}, not a number.")
        return _checked(float(value), lambda message: self.error(at, message)) * self.scale

    def get(self, mapping: Any, key: str, kind: type, at: str) -> Any:
        if not isinstance(mapping, dict):
            raise self.error(at or "the file", "is not a JSON object.")
        here = f"{at}.{key}" if at else key
        if key not in mapping:
            raise self.error(here, f"missing.{did_you_mean(key, mapping)}")
        if not isinstance(mapping[key], kind):
            raise self.error(here, "must be a list." if kind is list else "must be text.")
        return mapping[key]

    def error(self, at: str, message: str) -> InputError:
        return InputError(f"{self.path}: {at}: {message}")


def _read_run(path: Path, document: Mapping[str, Any], model: str | None) -> Recording:
    """Read what `RunResult.save` wrote. It is this package's own document, always in bits."""
    try:
        by_name = {entry["model"]: entry for entry in document["models"]}
        if any(
            "suite" in suite and "sentences" not in suite for entry in by_name.values() for suite in entry["suites"]
        ):
            raise InputError(f"{path}: is a summary, without surprisals of sentences; give the run.json beside it.")
        name = _pick(path, list(by_name), model)
        sentences = [
            Recorded(
                f"{path}: suite '{suite['suite']}', item {sentence['item_number']}, '{sentence['condition_name']}'",
                tuple(sentence["tokens"]),
                tuple(math.nan if bits is None else float(bits) for bits in sentence["token_bits"]),
                tuple(map(bool, sentence["token_oov"])),
                sentence["text"],
                np.array(sentence["token_spans"], np.int32).reshape(-1, 2),
                math.nan if sentence.get("eos_bits") is None else float(sentence["eos_bits"]),
                None if sentence.get("token_ranks") is None else tuple(sentence["token_ranks"]),
                suite.get("context") or "",
            )
            for suite in by_name[name]["suites"]
            for sentence in suite["sentences"]
        ]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"{path}: is not a whole result of sglite eval ({type(error).__name__}: {error}).") from error
    if not sentences:
        raise InputError(f"{path}: models: holds no sentence of '{name}'.")
    moved = any(suite.get("word_boundary") == "corrected" for suite in by_name[name]["suites"])
    return Recording("tokens", tuple(sentences), name, (path,), (_CORRECTED,) if moved else ())


def _pick(path: Path, names: Sequence[str], wanted: str | None) -> str:
    """Return the one model that is meant."""
    if wanted is not None:
        if wanted not in names:
            known = ", ".join(names) or "none that is named"
            raise InputError(f"{path}: has no model '{wanted}'; it has {known}.{did_you_mean(wanted, names)}")
        return wanted
    if len(names) > 1:
        raise InputError(
            f"{path}: holds values of {len(names)} models; choose one of {', '.join(names)}"
            f" by writing replay:{path}#{names[0]}."
        )
    return names[0] if names else ""


_CORRECTED = "the recorded values are corrected at word boundaries: the end of a word counts for that word"
_ONLY_SUMS = (
    "recorded values are sums over whole regions: only the metrics sum and prob mean what they say;"
    " tokens within a region are not known"
)


# ---------------------------------------------------------------- tables


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
        name = _pick(self.path, names, model)
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
        raise self.error(1, f"no column surprisal_bits.{did_you_mean('surprisal_bits', self.columns)}")

    def bits(self, row: _Row, column: str) -> float:
        cell = row.cells[column].strip()
        if cell.lower() in _MISSING:
            return math.nan
        if _NUMBER.fullmatch(cell) is None:  # float() would also take 1_0, and digits of other scripts
            hint = " Decimals need a point." if cell.replace(",", "", 1).replace("-", "", 1).isdigit() else ""
            raise self.error(row.line, f"{column} is '{cell}', not a number.{hint}")
        return _checked(float(cell), lambda message: self.error(row.line, f"{column} {message}")) * self.scale

    def integer(self, row: _Row, column: str) -> int:
        cell = row.cells[column].strip()
        if _WHOLE.fullmatch(cell) is None:
            raise self.error(row.line, f"{column} is '{row.cells[column]}', not a whole number.")
        return int(cell)

    def error(self, line: int, message: str) -> InputError:
        return InputError(f"{self.path}, line {line}: {message}")


def _checked(value: float, error: Any) -> float:
    if math.isinf(value):
        raise error("is infinite; leave the value empty where the model defines none.")
    if value < _SLIGHTLY_NEGATIVE:
        raise error(
            f"is {value}, but a surprisal is never negative; it looks like a log-probability (surprisal = -log2 p)."
        )
    return max(value, 0.0) if not math.isnan(value) else value


_SENTENCE_KEYS = ("suite", "item_number", "condition_name")


def _read_regions(table: _Table, model: str | None) -> Recording:
    rows, name = table.select(model)
    column = table.value_column()
    sentences = []
    for group in table.groups(rows, _SENTENCE_KEYS, "region_number"):
        filled = [row for row in group.rows.values() if row.cells["content"].strip()]
        sentences.append(
            Recorded(
                f"{table.path}, line {group.line}",
                tuple(row.cells["content"] for row in filled),
                tuple(table.bits(row, column) for row in filled),
                tuple(_is_oov(row) for row in filled),
            )
        )
    return Recording("regions", tuple(sentences), name, (table.path,), (_ONLY_SUMS, *_corrected(rows)))


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
        pieces = tuple(row.cells["token"] for row in tokens)
        if has_spans:
            spans = np.array(
                [(table.integer(row, "start"), table.integer(row, "end")) for row in tokens], np.int32
            ).reshape(-1, 2)
            _check_spans(table, tokens, spans, text)
        else:
            found = place_tokens(text, pieces)
            if found is None:
                raise table.error(group.line, f"the tokens do not make up the text '{text}': {' '.join(pieces)}")
            spans = found
        sentences.append(
            Recorded(
                f"{table.path}, line {group.line}",
                pieces,
                tuple(table.bits(row, column) for row in tokens),
                tuple(_is_oov(row) for row in tokens),
                text,
                spans,
                eos_bits,
                tuple(table.integer(row, "rank") if row.cells["rank"].strip() else 0 for row in tokens)
                if has_ranks
                else None,
            )
        )
    return Recording("tokens", tuple(sentences), name, (table.path,), _corrected(rows))


def _corrected(rows: Sequence[_Row]) -> tuple[str, ...]:
    """What is to be said of a table whose values have been moved."""
    return (_CORRECTED,) if any(row.cells.get("word_boundary") == "corrected" for row in rows) else ()


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
        sentences.append(
            Recorded(
                f"{table.path}, line {group.line}",
                tuple(row.cells["token"] for row in tokens),
                tuple(table.bits(row, column) for row in tokens),
                tuple(row.cells["token"] in UNKNOWN_MARKS for row in tokens),
                eos_bits=eos_bits,
            )
        )
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
        Recorded(
            sentence.where,
            sentence.pieces,
            sentence.bits if first_scored or first_token == "recorded" else (math.nan, *sentence.bits[1:]),
            sentence.oov,
            eos_bits=sentence.eos_bits if eos_scored else math.nan,
        )
        for sentence in sentences
    ], tuple(warnings)


def _is_oov(row: _Row) -> bool:
    """Whether a row names an unknown word: a truth value, a count, or the words themselves."""
    cell = row.cells.get("oov", "").strip().lower()
    return cell not in ("", "0", "false", "no", "[]", "nan")
