"""Read and write n-gram models as ARPA text, the format that KenLM, SRILM and others share."""

from __future__ import annotations

import contextlib
import gzip
import lzma
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from itertools import chain, islice, repeat
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from ...errors import ModelError, ModelNotFoundError, counted
from ...files import whole
from ...lines import DAMAGED, LineTooLongError, bounded_lines, open_by_content, open_unpacked
from ..vocabulary import UNK
from .arpa_text import arpa_text
from .model import MOST_LOG10, TRIE_COLUMNS, NgramModel

__all__ = ["MISSING_UNK_LOG10", "check_header", "read_arpa", "write_arpa"]

MISSING_UNK_LOG10 = -100.0
"""log10 probability of unknown words in a model that does not list ``<unk>``; KenLM's choice."""

_LEAST_LOG10 = -100.0  # some programs write -inf; surprisals are to be finite
_MOST_SUSPECTS = 1000
_LARGEST = 1e30  # beyond this a log10 value is damaged, and single precision ends soon after
_BLOCK = 1 << 16
_BLOCK_BYTES = 1 << 25
_UNKNOWN_NAMES = (UNK.encode(), b"<UNK>")


def check_header(path: Path) -> None:
    """Refuse an ARPA file whose header announces no possible numbers of n-grams; KenLM would crash on some.

    Parameters
    ----------
    path : Path
        A file that is there, packed or not. One that is not ARPA text passes.

    Raises
    ------
    ModelError
        Names the line.
    """
    with contextlib.suppress(OSError, *DAMAGED), open_by_content(path) as stream:
        lines = _Lines(path, iter(lambda: stream.readline(_LONGEST_HEADER_LINE), b""))
        try:
            first = lines.next_filled("\\data\\")
        except ModelError:  # an empty file
            return
        if first.removeprefix(b"\xef\xbb\xbf") == b"\\data\\":
            _read_sizes(lines)


_MOST_NGRAMS = 2**40  # a terabyte and more; KenLM fails without a word on absurd numbers
_LONGEST_HEADER_LINE = 1000


class _Lines:
    """Lines of a file with their numbers, and errors that name them."""

    def __init__(self, path: Path, lines: Iterator[bytes]) -> None:
        self.path = path
        self.number = 0
        self._lines = lines

    def next_filled(self, wanted: str) -> bytes:
        """Give the next line that is not blank, without blanks around it."""
        for line in self._lines:
            self.number += 1
            if stripped := line.strip():
                return stripped
        self.number += 1
        raise self.error(f"the file ends where {wanted} should be")

    def take(self, n_lines: int) -> list[bytes]:
        """Give the next lines; of long ones fewer, which need no more memory than one."""
        block: list[bytes] = []
        n_bytes = 0
        try:
            for line in islice(self._lines, n_lines):
                block.append(line)
                n_bytes += len(line)
                if n_bytes > _BLOCK_BYTES:
                    break
        finally:  # also if one of them cannot be read
            self.number += len(block)
        return block

    def error(self, problem: str, number: int | None = None) -> ModelError:
        return ModelError(f"{self.path}: line {number or self.number}: {problem}.")


def read_arpa(path: str | Path) -> NgramModel:
    """Read an ARPA file.

    Parameters
    ----------
    path : str or Path
        Plain text, or packed with gzip or xz if the name ends in ``.gz`` or ``.xz``. Columns may be separated by
        tabs or blanks; a missing back-off weight is 0. ``<UNK>`` is taken for ``<unk>``. If neither is listed,
        ``<unk>`` is added with `MISSING_UNK_LOG10`.

    Raises
    ------
    ModelNotFoundError
        If there is no such file.
    ModelError
        If it is not a well-formed ARPA file; the message names the line.
    """
    path = Path(path)
    if not path.is_file():
        raise ModelNotFoundError(f"{path}: not found; there is no such n-gram model file.")
    lines = _Lines(path, iter(()))
    try:
        with open_unpacked(path) as stream:
            lines = _Lines(path, bounded_lines(stream))
            return _read(lines)
    except LineTooLongError as error:
        raise lines.error(f"the line {error}", lines.number + 1) from None
    except DAMAGED as error:
        raise ModelError(f"{path}: the packed file is damaged after line {lines.number}: {error}") from error
    except OSError as error:
        raise ModelError(f"{path}: the file cannot be read: {error.strerror or error}.") from error


def _read(lines: _Lines) -> NgramModel:
    sizes, line = _read_header(lines)
    words: list[bytes] = []
    numbers: dict[bytes, int] = {}
    columns: dict[str, list[npt.NDArray[Any]]] = {name: [] for name in TRIE_COLUMNS}
    partial: NgramModel | None = None
    rising: list[dict[int, int]] = []  # of each order: n-grams with a back-off weight over 1, and their lines
    for order, size in enumerate(sizes, start=1):
        if line != b"\\%d-grams:" % order:
            raise lines.error(f"'\\{order}-grams:' expected, not {_shown(line)}")
        probs, grams, backoffs, first_line = _read_section(lines, order, size, numbers)
        by_key = np.arange(size)
        if order == 1:
            words = list(numbers)
            added = _UNKNOWN_NAMES[0] not in numbers
            if added:
                words.append(_UNKNOWN_NAMES[0])
                numbers[_UNKNOWN_NAMES[0]] = size
                probs, backoffs = np.append(probs, np.float32(MISSING_UNK_LOG10)), np.append(backoffs, np.float32(0))
        else:
            assert partial is not None, "unigrams come first"
            prefix = _find_prefixes(partial, grams, lines, first_line)
            keys = prefix * len(words) + grams[:, -1]
            by_key = np.argsort(keys, kind="stable")
            keys = keys[by_key]
            twice = np.flatnonzero(keys[1:] == keys[:-1])
            if len(twice):
                raise lines.error("this n-gram stands in the file twice", first_line + int(by_key[twice + 1].min()))
            columns["prefixes"].append(prefix[by_key])
            columns["last_words"].append(grams[by_key, -1])
            probs, backoffs = probs[by_key], backoffs[by_key]
        rising.append({place: first_line + int(by_key[place]) for place in np.flatnonzero(backoffs > 0).tolist()})
        columns["log10_probs"].append(probs)
        columns["log10_backoffs"].append(backoffs)
        partial = NgramModel.from_prefixes([word.decode() for word in words], **columns)
        line = lines.next_filled("'\\end\\'" if order == len(sizes) else f"'\\{order + 1}-grams:'")
    if line != b"\\end\\":
        raise lines.error(f"'\\end\\' expected, not {_shown(line)}")
    assert partial is not None, "the header names at least one order"
    _refuse_too_probable(partial, rising, lines)
    return partial


def _refuse_too_probable(model: NgramModel, rising: Sequence[Mapping[int, int]], lines: _Lines) -> None:
    """Refuse a back-off weight that lifts the probability of a word over 1.

    A weight over 1 is no fault in itself. Of very many the largest are looked at; a word that is still too probable is
    refused when it is scored.
    """
    for length, places in enumerate(rising[:-1], start=1):
        weights = model.levels[length - 1].log10_backoff
        assert weights is not None, "all orders but the highest have them"
        suspects = sorted(places, key=lambda place: -float(weights[np.array([place])][0]))[:_MOST_SUSPECTS]
        contexts = model.ngrams(length)[suspects] if suspects else ()
        for place, context in zip(suspects, contexts, strict=True):
            log10_prob = model.distribution(context.tolist())
            likeliest = int(np.argmax(log10_prob))
            if log10_prob[likeliest] > MOST_LOG10:
                text = " ".join(model.words[word] for word in context)
                raise lines.error(
                    f"the back-off weight of '{text}' gives '{model.words[likeliest]}' after it a probability of "
                    f"{10 ** log10_prob[likeliest]:.3g}",
                    places[place],
                )


def _read_header(lines: _Lines) -> tuple[list[int], bytes]:
    """Read the numbers of n-grams; also give the line after them."""
    line = lines.next_filled("an ARPA file's '\\data\\'").removeprefix(b"\xef\xbb\xbf")
    if line != b"\\data\\":
        raise lines.error(f"an ARPA file begins with '\\data\\', not with {_shown(line)}")
    return _read_sizes(lines)


def _read_sizes(lines: _Lines) -> tuple[list[int], bytes]:
    """Read the numbers of n-grams after the first line; also give the line after them."""
    sizes: list[int] = []
    while True:
        line = lines.next_filled("'ngram 1=...' or '\\1-grams:'")
        if not line.startswith(b"ngram"):
            break
        order, equals, size = line.removeprefix(b"ngram").partition(b"=")
        if not (equals and order.strip().isdigit() and size.strip().isdigit() and len(line) < _LONGEST_HEADER_LINE):
            raise lines.error(f"'ngram ORDER=NUMBER' expected, not {_shown(line)}")
        if int(order) != len(sizes) + 1:
            raise lines.error(f"the number of {len(sizes) + 1}-grams expected, not {_shown(line)}")
        if int(size) > _MOST_NGRAMS:
            raise lines.error(f"the header announces {int(size):,} {len(sizes) + 1}-grams, more than memory holds")
        sizes.append(int(size))
    if not sizes:
        raise lines.error("the numbers of n-grams ('ngram 1=...') are missing")
    return sizes, line


def _read_section(
    lines: _Lines, order: int, size: int, numbers: dict[bytes, int]
) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], int]:
    """Read the n-grams of one order: probabilities, words, back-offs, and the number of the first line."""
    try:
        probs = np.empty(size, dtype=np.float32)
        backoffs = np.zeros(size, dtype=np.float32)
        grams = np.empty((size, order), dtype=np.int64)
    except (MemoryError, ValueError):  # more than memory, or than an array can count
        raise lines.error(f"the header announces {size:,} {order}-grams, more than memory holds") from None
    first_line = lines.number + 1
    done = 0
    while done < size:
        block = lines.take(min(_BLOCK, size - done))
        rows = [line.split() for line in block]
        here = slice(done, done + len(rows))
        begin = lines.number - len(block)
        if not rows:
            lines.number += 1
            raise lines.error(f"the file ends after {done} of {size} {order}-grams")
        widths = set(map(len, rows))
        if not widths <= {order + 1, order + 2}:
            bad = next(i for i, row in enumerate(rows) if len(row) not in (order + 1, order + 2))
            raise lines.error(_wrong_width(block[bad], order, done + bad, size), begin + bad + 1)
        try:
            values = _numbers_of([row[0] for row in rows])
            weights = np.zeros(len(rows))
            if order + 2 in widths:
                weights = _numbers_of([row[order + 1] if len(row) == order + 2 else b"0" for row in rows])
        except ValueError:
            raise _bad_number(lines, rows, order, begin) from None
        # of what is smaller than any single-precision number, minus infinity is written, and nothing else
        bad_values = ~(values <= 0) | (np.isfinite(values) & (values < -_LARGEST)) | ~(np.abs(weights) <= _LARGEST)
        probs[here], backoffs[here] = np.clip(values, _LEAST_LOG10, None), np.clip(weights, -_LARGEST, _LARGEST)
        if bad_values.any():
            bad = int(np.argmax(bad_values))
            raise lines.error(
                f"{_shown(block[bad].strip())}: a log10 probability is 0 or less, a back-off weight is finite, and "
                f"neither is beyond {_LARGEST:.0e}",
                begin + bad + 1,
            )
        if order == 1:
            _add_words(lines, [row[1] for row in rows], numbers, begin)
            grams[here, 0] = np.arange(here.start, here.stop)
        else:
            flat = chain.from_iterable(row[1 : order + 1] for row in rows)
            found = np.fromiter(map(numbers.get, flat, repeat(-1)), np.int64, len(rows) * order).reshape(-1, order)
            if (found < 0).any():
                bad, place = (int(i) for i in np.argwhere(found < 0)[0])
                raise lines.error(f"{_shown(rows[bad][1 + place])} is not among the 1-grams", begin + bad + 1)
            grams[here] = found
        done += len(rows)
    return probs, grams, backoffs, first_line


def _numbers_of(fields: list[bytes]) -> npt.NDArray[np.float64]:
    values = np.fromiter(map(float, fields), np.float64, len(fields))
    if b"_" in b" ".join(fields):  # Python reads 1_1 as 11
        raise ValueError
    return values


def _add_words(lines: _Lines, new: Iterable[bytes], numbers: dict[bytes, int], begin: int) -> None:
    for number, word in enumerate(new, start=begin + 1):
        name = _UNKNOWN_NAMES[0] if word in _UNKNOWN_NAMES else word
        if name in numbers:
            raise lines.error(f"the word {_shown(word)} stands in the file twice", number)
        try:
            name.decode("utf-8")
        except UnicodeDecodeError:
            raise lines.error(f"{word!r} is not UTF-8; convert the file to UTF-8", number) from None
        numbers[name] = len(numbers)


def _wrong_width(line: bytes, order: int, done: int, size: int) -> str:
    if not line.strip() or line.startswith(b"\\"):
        return f"only {done} of the {size} {order}-grams that the head of the file promises"
    return (
        f"a log10 probability, {counted(order, 'word')} and at most one back-off weight expected, not "
        f"{_shown(line.strip())}"
    )


def _bad_number(lines: _Lines, rows: Iterable[list[bytes]], order: int, begin: int) -> ModelError:
    for number, row in enumerate(rows, start=begin + 1):
        for field in (row[0], *row[order + 1 :]):
            try:
                _numbers_of([field])
            except ValueError:
                return lines.error(f"{_shown(field)} is not a number", number)
    raise AssertionError("a field was not a number")


def _find_prefixes(model: NgramModel, grams: npt.NDArray[Any], lines: _Lines, first_line: int) -> npt.NDArray[Any]:
    nodes = grams[:, 0]
    for length in range(1, grams.shape[1] - 1):
        nodes = model.children(length, nodes, grams[:, length])
    if (nodes < 0).any():
        order, bad = grams.shape[1], int(np.argmax(nodes < 0))
        context = " ".join(model.words[i] for i in grams[bad, :-1])
        raise lines.error(
            f"the first words of this {order}-gram, '{context}', are not among the {order - 1}-grams", first_line + bad
        )
    return nodes


def _shown(field: bytes) -> str:
    text = field[:60].decode("utf-8", errors="replace")
    return f"'{text}'" if text.replace("\t", " ").isprintable() else "binary data"


def write_arpa(model: NgramModel, path: str | Path) -> None:
    """Write a model as an ARPA file; log10 values are written with the digits that single precision needs.

    Parameters
    ----------
    model : NgramModel
    path : str or Path
        Packed with gzip or xz if the name ends in ``.gz`` or ``.xz``.
    """
    path = Path(path)
    with whole(path) as stream, _packed(stream, path) as text:
        text.writelines(arpa_text(model))


def _packed(stream: IO[bytes], path: Path) -> AbstractContextManager[Any]:
    if path.suffix == ".gz":
        return gzip.GzipFile(path.name, "wb", fileobj=stream)
    if path.suffix == ".xz":
        return lzma.LZMAFile(stream, "wb")
    return contextlib.nullcontext(stream)
