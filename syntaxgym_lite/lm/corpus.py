"""Training text: files of one sentence a line, cut into words, counted and numbered."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..casing import Lowercase, lower_case
from ..errors import InputError
from ..lines import TextLines, in_chunks
from ..surprisal import IntArray
from ..words import MARKER, markers_in, word_splitter
from .chunk_words import ChunkWords
from .plain_text import refuse_long_words, text_lines, without_blanks
from .vocabulary import UNK, Vocabulary

__all__ = ["Corpus", "Sentences", "WordCounts", "digests_of", "encode", "file_sha256", "read_sentences", "read_words"]


_LINES_AT_A_TIME = 1 << 13
_LOOKS_BEYOND_BLANKS = frozenset({"treebank"})
"""Schemes for which the words of a line are not those of its parts between blanks."""
_UNKNOWN = re.compile(r"</?(?i:unk|mask)/?>|\[(?:UNK|MASK)\]")
"""Those of the markers that stand for a word."""


def read_sentences(path: str | Path) -> Iterator[str]:
    """Give the sentences of one text file, one after another, in bounded memory.

    Parameters
    ----------
    path : str or Path
        UTF-8, one sentence a line; blank lines are passed over. Names ending in ``.gz`` and ``.xz`` are unpacked.

    Yields
    ------
    str
        A sentence, without blanks around it.

    Raises
    ------
    InputError
        If the file is missing, damaged or not UTF-8; the message names the line.
    """
    for _, line in TextLines(path):
        if line:
            yield line


def file_sha256(path: str | Path) -> str:
    """Give the sha256 of a file as it lies on the disk, in hexadecimal."""
    digest = hashlib.sha256()
    try:
        with Path(path).open("rb") as file:
            while chunk := file.read(1 << 20):
                digest.update(chunk)
    except OSError as error:
        raise InputError(f"{path}: the text cannot be read: {error.strerror or error}.") from error
    return digest.hexdigest()


def digests_of(paths: Iterable[str | Path]) -> dict[str, str]:
    """Give the sha256 of each file, by file name; by the whole path where several have one name."""
    found = [Path(path) for path in paths]
    names = [path.name for path in found]
    return {str(path) if names.count(path.name) > 1 else path.name: file_sha256(path) for path in found}


@dataclass(frozen=True, slots=True)
class WordCounts:
    """How often words occur in a corpus; both counters keep the order of first appearance.

    Parameters
    ----------
    words : Counter of str
        Occurrences of each word.
    initial : Counter of str
        Occurrences at the beginning of a sentence.
    n_sentences : int
    """

    words: Counter[str]
    initial: Counter[str]
    n_sentences: int

    @property
    def n_words(self) -> int:
        """Number of words, sentence ends not counted."""
        return self.words.total()


@dataclass(frozen=True, slots=True, eq=False)
class Sentences:
    """Sentences as numbers.

    Parameters
    ----------
    ids : ndarray of int32, shape (k,)
        Numbers of the words of all sentences, one sentence after another, without markers.
    offsets : ndarray of int64, shape (n_sentences + 1,)
        Where each sentence begins in `ids`, and where the last one ends.
    words : tuple of str
        The word of each number.
    """

    ids: IntArray
    offsets: npt.NDArray[np.int64]
    words: tuple[str, ...]

    def counts(self) -> WordCounts:
        """Count the words.

        Examples
        --------
        >>> counts = read_words([["a", "b"], ["a"]]).counts()
        >>> dict(counts.words), dict(counts.initial), counts.n_words
        ({'a': 2, 'b': 1}, {'a': 2}, 3)
        """
        starts = self.offsets[:-1][np.diff(self.offsets) > 0]
        words, initial = (np.bincount(ids, minlength=len(self.words)).tolist() for ids in (self.ids, self.ids[starts]))
        return WordCounts(
            Counter(dict(zip(self.words, words, strict=True))),
            Counter({word: n for word, n in zip(self.words, initial, strict=True) if n}),
            len(self.offsets) - 1,
        )


@dataclass(frozen=True, slots=True)
class Corpus:
    """Text files, and how their sentences are cut into words. Iterating gives the words of one sentence at a time.

    Parameters
    ----------
    paths : sequence of Path
        Files, read in this order; see `read_sentences`.
    scheme : str, optional
        How sentences are cut; one of `syntaxgym_lite.words.SCHEMES`.
    lowercase : bool or {"az", "lt", "tr"}, optional
        Whether words are put in lower case, or by the rules of which language.
    strip_markers : bool, optional
        Whether sentence markers that stand in the text (``<s>``, ``</s>``, ``<eos>``, ``<|endoftext|>``, ...) are left
        out, and ``<unk>`` or ``[UNK]`` is taken for an unknown word, whatever the scheme. Otherwise such a text is
        refused: a model puts its own markers round each line, and would learn those of the text as words.

    Raises
    ------
    InputError
        While iterating: if a file cannot be read or is one of trees, if a marker or a word that is too long stands in
        it, or if there is no sentence in any of them.
    """

    paths: Sequence[Path]
    scheme: str = "clitics"
    lowercase: Lowercase = False
    strip_markers: bool = False

    def __iter__(self) -> Iterator[list[str]]:
        empty = True
        for path in self.paths:
            for number, sentence in text_lines(path):
                words = self._words(sentence, path, number)
                if words:
                    empty = False
                    yield words
        if empty:
            raise self._is_empty()

    def numbered(self) -> Sentences:
        """Number its words, as `read_words` does, but many times faster.

        Raises
        ------
        InputError
            As while iterating.
        """
        if self.scheme in _LOOKS_BEYOND_BLANKS:
            return _numbered_one_by_one(self)
        nowhere = Path()  # a chunk at fault is looked for in its line
        words = ChunkWords(lambda chunk: self._words(chunk, nowhere, 0))
        ids: list[IntArray] = [np.zeros(0, dtype=np.int32)]
        lengths: list[npt.NDArray[np.int64]] = [np.zeros(1, dtype=np.int64)]
        for path in self.paths:
            for lines in in_chunks(text_lines(path), _LINES_AT_A_TIME):
                try:
                    numbers, n_words = words.numbered([line for _, line in lines])
                except InputError:
                    for number, line in lines:  # the one at fault is to be named
                        self._words(line, path, number)
                    raise
                ids.append(numbers)
                lengths.append(n_words[n_words > 0])
        offsets = np.cumsum(np.concatenate(lengths))
        if len(offsets) == 1:
            raise self._is_empty()
        return Sentences(np.concatenate(ids), offsets, words.words)

    def _is_empty(self) -> InputError:
        names = ", ".join(map(str, self.paths)) or "no file given"
        return InputError(f"The corpus is empty: no sentence in {names}.")

    def _words(self, sentence: str, path: Path, number: int) -> list[str]:
        markers = markers_in(sentence)
        if not markers:
            return self._cut(sentence, path, number)
        if not self.strip_markers:
            raise InputError(
                f"{path}: line {number}: '{markers[0]}' stands in the text, and would be learnt as a word or three. "
                "Take such markers out, or give `strip_markers`: it leaves out those of sentences, and takes <unk> for "
                "an unknown word."
            )
        words: list[str] = []
        start = 0
        for marker in MARKER.finditer(sentence):
            words += self._cut(sentence[start : marker.start()], path, number, start)
            words += [UNK] if _UNKNOWN.fullmatch(marker[0]) else []
            start = marker.end()
        return words + self._cut(sentence[start:], path, number, start)

    def _cut(self, text: str, path: Path, number: int, before: int = 0) -> list[str]:
        spans = word_splitter(self.scheme)(text)
        refuse_long_words(text, spans, f"{path}: line {number}", before=before)
        words = [text[start:end] for start, end in spans]
        return [lower_case(word, self.lowercase) for word in words] if self.lowercase else words

    def remark(self) -> str:
        """Say what a user should know of its words, judged by the first lines; empty if nothing."""
        if self.scheme == "characters" or not without_blanks(self.paths):
            return ""
        return (
            "The text has no blanks between words, so that its words are stretches between marks, most of them met "
            "once; `words=characters` takes each character for one, or put blanks between words beforehand."
        )

    def digests(self) -> dict[str, str]:
        """Give the sha256 of each file, by file name."""
        return digests_of(self.paths)


def read_words(sentences: Iterable[Sequence[str]]) -> Sentences:
    """Number the words of a text in the order of first appearance, in one pass.

    Parameters
    ----------
    sentences : iterable of sequences of str
        Words of one sentence at a time, e.g. a `syntaxgym_lite.lm.corpus.Corpus`.
    """
    return sentences.numbered() if isinstance(sentences, Corpus) else _numbered_one_by_one(sentences)


def _numbered_one_by_one(sentences: Iterable[Sequence[str]]) -> Sentences:
    numbers: dict[str, int] = {}
    pieces: list[IntArray] = []
    buffer: list[int] = []
    lengths = []
    for sentence in sentences:
        buffer += [numbers.setdefault(word, len(numbers)) for word in sentence]
        lengths.append(len(sentence))
        if len(buffer) > 1 << 18:  # Python numbers take ten times the room
            pieces.append(np.array(buffer, dtype=np.int32))
            buffer = []
    pieces.append(np.array(buffer, dtype=np.int32))
    offsets = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    return Sentences(np.concatenate(pieces), offsets, tuple(numbers))


def encode(sentences: Sentences, vocabulary: Vocabulary) -> Sentences:
    """Give the same sentences with the numbers of a vocabulary; unknown words become what it says."""
    inside = vocabulary.encode(sentences.words, initial=False)
    ids = inside[sentences.ids]
    if vocabulary.unk == "classes":  # the class of an unknown word depends on whether it stands first
        starts = sentences.offsets[:-1][np.diff(sentences.offsets) > 0]
        initial = np.array([int(vocabulary.encode([word])[0]) for word in sentences.words], dtype=np.int32)
        ids[starts] = initial[sentences.ids[starts]]
    return Sentences(ids, sentences.offsets, vocabulary.words)
