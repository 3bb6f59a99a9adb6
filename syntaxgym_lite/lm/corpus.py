"""Read training text: files of one sentence a line, cut into words."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import InputError
from ..lines import TextLines
from ..words import word_splitter

__all__ = ["Corpus", "WordCounts", "count_words", "file_sha256", "read_sentences"]


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


@dataclass(frozen=True, slots=True)
class Corpus:
    """Text files, and how their sentences are cut into words. Iterating gives the words of one sentence at a time.

    Parameters
    ----------
    paths : sequence of Path
        Files, read in this order; see `read_sentences`.
    scheme : str, optional
        How sentences are cut; one of `syntaxgym_lite.words.SCHEMES`.
    lowercase : bool, optional
        Whether words are put in lower case.

    Raises
    ------
    InputError
        While iterating: if a file cannot be read, or if there is no sentence in any of them.
    """

    paths: Sequence[Path]
    scheme: str = "clitics"
    lowercase: bool = False

    def __iter__(self) -> Iterator[list[str]]:
        split = word_splitter(self.scheme)
        empty = True
        for path in self.paths:
            for sentence in read_sentences(path):
                words = [sentence[start:end] for start, end in split(sentence)]
                if words:
                    empty = False
                    yield [word.lower() for word in words] if self.lowercase else words
        if empty:
            names = ", ".join(map(str, self.paths)) or "no file given"
            raise InputError(f"The corpus is empty: no sentence in {names}.")

    def count(self) -> WordCounts:
        """Count the words, in one pass."""
        return count_words(self)

    def digests(self) -> dict[str, str]:
        """Give the sha256 of each file, by file name."""
        return {path.name: file_sha256(path) for path in map(Path, self.paths)}


def count_words(sentences: Iterable[Sequence[str]]) -> WordCounts:
    """Count the words of sentences, in one pass.

    Parameters
    ----------
    sentences : iterable of sequences of str

    Returns
    -------
    WordCounts

    Examples
    --------
    >>> counts = count_words([["a", "b"], ["a"]])
    >>> dict(counts.words), dict(counts.initial), counts.n_words
    ({'a': 2, 'b': 1}, {'a': 2}, 3)
    """
    words: Counter[str] = Counter()
    initial: Counter[str] = Counter()
    n_sentences = 0
    for sentence in sentences:
        n_sentences += 1
        words.update(sentence)
        if sentence:
            initial[sentence[0]] += 1
    return WordCounts(words, initial, n_sentences)
