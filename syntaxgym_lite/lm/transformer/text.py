"""From documents to one stream of tokens: tokenizers trained on a corpus, and where the words are in the stream."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from ...errors import InputError
from ...surprisal import IntArray
from ...words import MARKER, is_unspaced, markers_in
from ..plain_text import LONGEST_WORD, refuse_long_words, text_lines, without_blanks
from ..rnng.strings import closing, opening, string_of_tree, without_brackets
from ..rnng.trees import Constituent, read_trees
from ..vocabulary import UNK, Vocabulary

__all__ = [
    "DOCUMENTS",
    "END",
    "TOKENIZERS",
    "DocumentKind",
    "Documents",
    "TokenStream",
    "TokenizerKind",
    "TreeDocuments",
    "blocks_of",
    "encode_documents",
    "train_tokenizer",
]

END = "<|endoftext|>"
"""Stands between documents, and before the first, as in the training of GPT-2."""

DocumentKind = Literal["lines", "paragraphs"]
DOCUMENTS: tuple[DocumentKind, ...] = get_args(DocumentKind)
"""``lines``: each line is a document. ``paragraphs``: lines up to a blank one, joined by blanks."""

TokenizerKind = Literal["bpe", "words"]
TOKENIZERS: tuple[TokenizerKind, ...] = get_args(TokenizerKind)
"""``bpe``: byte-pair encoding of bytes, as GPT-2 has it. ``words``: what stands between blanks; others are unknown."""

_AT_ONCE = 1000  # documents
_LONG_WORD = re.compile(rf"\S{{{LONGEST_WORD + 1},}}")
_WORD_START = re.compile(r"(?<!\S)\S")
_WORD_OF_TREE = re.compile(r"(?<!\S)(?!\S*[()])\S")


@dataclass(frozen=True, slots=True)
class Documents:
    """The documents of some text files, one after another.

    Parameters
    ----------
    paths : sequence of Path
        UTF-8; names ending in ``.gz`` and ``.xz`` are unpacked.
    kind : {"lines", "paragraphs"}, optional
        What a document is.
    strip_markers : bool, optional
        Whether marks of sentences that stand in the text (``<s>``, ``<|endoftext|>``, ...) are left out; otherwise such
        a text is refused.

    Raises
    ------
    InputError
        While iterating: if a file cannot be read, is one of trees, has a marker or a word that is too long in it, or if
        there is no document in any of them.
    """

    paths: Sequence[Path]
    kind: DocumentKind = "lines"
    strip_markers: bool = False

    @property
    def rules(self) -> dict[str, Any]:
        """What besides its files decides what is learnt."""
        return {"documents": self.kind, **({"strip_markers": True} if self.strip_markers else {})}

    @property
    def units(self) -> tuple[str, ...]:
        """What the tokenizer has to keep whole: nothing."""
        return ()

    @property
    def words_of(self) -> Callable[[str], str]:
        """What of a document is words: all of it."""
        return str

    def remark(self, tokenizer: TokenizerKind) -> str:
        """Say what a user should know of its words, judged by the first lines; empty if nothing."""
        if tokenizer == "bpe" or not without_blanks(self.paths):
            return ""
        return (
            "The text has no blanks between words, so that its words are stretches between blanks, most of them met "
            "once and unknown; `tokenizer=bpe` cuts such text itself, or put blanks between words beforehand."
        )

    def __iter__(self) -> Iterator[str]:
        empty = True
        for path in self.paths:
            for document in self._of(path):
                empty = False
                yield document
        if empty:
            names = ", ".join(map(str, self.paths)) or "no file given"
            raise InputError(f"The corpus is empty: no text in {names}.")

    def _of(self, path: Path) -> Iterator[str]:
        paragraph: list[str] = []
        for number, line in text_lines(path):
            text = self._clean(line, path, number)
            if text and self.kind == "lines":
                yield text
            elif text:
                paragraph.append(text)
            elif paragraph and not line.strip():
                yield " ".join(paragraph)
                paragraph = []
        if paragraph:
            yield " ".join(paragraph)

    def _clean(self, line: str, path: Path, number: int) -> str:
        markers = markers_in(line)
        if markers and not self.strip_markers:
            raise InputError(
                f"{path}: line {number}: '{markers[0]}' stands in the text, and would be learnt as part of it. Take "
                "such markers out, or give `strip_markers`, which leaves them out."
            )
        long = _LONG_WORD.search(line)
        if long is not None and not is_unspaced([long[0]]):  # a text in Chinese is no word
            refuse_long_words(line, [long.span()], f"{path}: line {number}")
        return " ".join(MARKER.sub(" ", line).split()) if markers else line.strip()


@dataclass(frozen=True, slots=True)
class TreeDocuments:
    """The trees of some files, each a document: written as `syntaxgym_lite.lm.rnng.strings` does.

    Parameters
    ----------
    paths : sequence of Path
    read : callable, optional
        How a file is read.
    kind : str, optional
        For the card.
    """

    paths: Sequence[Path]
    read: Callable[[Path], list[Constituent]] = read_trees
    kind: str = "trees"

    @property
    def rules(self) -> dict[str, Any]:
        """What besides its files decides what is learnt."""
        return {"documents": self.kind}

    @property
    def units(self) -> tuple[str, ...]:
        """The brackets, which the tokenizer has to keep whole."""
        labels = sorted({label for path in self.paths for tree in self.read(Path(path)) for label in tree.labels()})
        return tuple(bracket for label in labels for bracket in (opening(label), closing(label)))

    @property
    def words_of(self) -> Callable[[str], str]:
        """What of a document is words: what is no bracket."""
        return without_brackets

    def __iter__(self) -> Iterator[str]:
        for path in self.paths:
            for tree in self.read(Path(path)):
                string = string_of_tree(tree)
                if markers := markers_in(string):
                    raise InputError(f"{path}: '{markers[0]}' stands among the words, and would be learnt as one.")
                yield string


@dataclass(frozen=True, slots=True, eq=False)
class TokenStream:
    """Documents as tokens: `END`, then each document followed by `END`.

    Parameters
    ----------
    ids : ndarray of int32, shape (n,)
    words : ndarray of uint8, shape (n,)
        How many words, parted by blanks, begin in each token.
    n_characters : int
        Of all documents.
    n_documents : int
    n_unknown : int
        Tokens that stand for a word outside the vocabulary.
    """

    ids: IntArray
    words: npt.NDArray[np.uint8]
    n_characters: int
    n_documents: int
    n_unknown: int = 0

    @property
    def n_words(self) -> int:
        """Words of all documents, their ends not counted."""
        return int(self.words.sum(dtype=np.int64))


def train_tokenizer(
    documents: Iterable[str],
    kind: TokenizerKind = "bpe",
    *,
    size: int = 16_000,
    min_count: int = 1,
    lowercase: bool = False,
    units: Sequence[str] = (),
) -> Any:
    """Train a tokenizer.

    Parameters
    ----------
    documents : iterable of str
    kind : {"bpe", "words"}, optional
    size : int, optional
        Tokens at most, `END` included.
    min_count : int, optional
        Words that occur more seldom are unknown; pairs of a byte-pair encoding are joined only if they occur so often.
    lowercase : bool, optional
    units : sequence of str, optional
        What is a token each, beside those of the documents: the brackets of trees. The blank before them belongs to
        them.

    Returns
    -------
    tokenizers.Tokenizer

    References
    ----------
    R. Sennrich, B. Haddow and A. Birch, Neural machine translation of rare words with subword units, ACL 2016.

    Examples
    --------
    >>> tokenizer = train_tokenizer(["the dog saw the cat", "the dog slept"], "words")
    >>> tokenizer.encode("the dog flew").tokens
    ['the', 'dog', '<unk>']
    """
    from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

    tokenizer: Any
    if kind == "words":
        vocabulary = _words_of(documents, size, min_count, lowercase)
        tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token=UNK))
        tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
        tokenizer.add_special_tokens([END])
    else:
        tokenizer = Tokenizer(models.BPE())
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        tokenizer.decoder = decoders.ByteLevel()
        tokenizer.post_processor = None
    if lowercase:
        tokenizer.normalizer = normalizers.Lowercase()
    if kind == "bpe":
        alphabet = pre_tokenizers.ByteLevel.alphabet()
        if size <= len(alphabet):
            raise InputError(f"`vocab_size={size}`: a byte-pair encoding begins with {len(alphabet)} bytes and {END}.")
        trainer = trainers.BpeTrainer(
            vocab_size=size,
            min_frequency=min_count,
            special_tokens=[END],
            initial_alphabet=sorted(alphabet),
            show_progress=False,
        )
        tokenizer.train_from_iterator(documents, trainer)
    tokenizer.add_tokens([AddedToken(unit, lstrip=True, normalized=False) for unit in units])
    return tokenizer


def _words_of(documents: Iterable[str], size: int, min_count: int, lowercase: bool) -> dict[str, int]:
    """Number the most frequent words, as `Vocabulary` chooses them: `END`, ``<unk>``, then words by frequency."""
    from collections import Counter

    counts: Counter[str] = Counter()
    for document in documents:
        counts.update((document.lower() if lowercase else document).split())
    plain = Vocabulary.from_counts(counts, size=max(size - 2, 1), min_count=min_count).plain
    return {word: number for number, word in enumerate(dict.fromkeys((END, UNK, *plain)))}


def encode_documents(
    documents: Iterable[str], tokenizer: Any, words_of: Callable[[str], str] | None = None
) -> TokenStream:
    """Cut documents into tokens, and join them.

    Parameters
    ----------
    documents : iterable of str
    tokenizer : tokenizers.Tokenizer
        With `END` in its vocabulary.
    words_of : callable, optional
        What of a document is words, and counts as text; all of it by default.
    """
    brackets = words_of is not None and words_of is not str
    end = tokenizer.token_to_id(END)
    unknown = tokenizer.token_to_id(UNK)
    ids: list[IntArray] = [np.array([end], dtype=np.int32)]
    words: list[npt.NDArray[np.uint8]] = [np.zeros(1, dtype=np.uint8)]
    n_characters = n_documents = n_unknown = 0
    rest = iter(documents)
    while some := list(islice(rest, _AT_ONCE)):
        for document, encoding in zip(some, tokenizer.encode_batch(some, add_special_tokens=False), strict=True):
            own = np.array([*encoding.ids, end], dtype=np.int32)
            ids.append(own)
            words.append(_words_in(document, encoding.offsets, _WORD_OF_TREE if brackets else _WORD_START))
            n_unknown += 0 if unknown is None else int((own == unknown).sum())
            n_characters += len(words_of(document).strip() if words_of else document)
            n_documents += 1
    return TokenStream(np.concatenate(ids), np.concatenate(words), n_characters, n_documents, n_unknown)


def _words_in(
    document: str, offsets: Sequence[tuple[int, int]], word_start: re.Pattern[str] = _WORD_START
) -> npt.NDArray[np.uint8]:
    """Count the words that begin in each token; of the bytes of one character, in the first."""
    starts = [found.start() for found in word_start.finditer(document)]
    ends = np.array([end for _, end in offsets] or [0])
    before = np.searchsorted(starts, np.maximum.accumulate(ends), side="left")
    return np.append(np.diff(before, prepend=0)[: len(offsets)], 0).astype(np.uint8)


def blocks_of(
    stream: TokenStream, length: int, *, overlap: int = 0
) -> tuple[IntArray, npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
    """Cut a stream into blocks.

    Parameters
    ----------
    stream : TokenStream
    length : int
        Tokens of a block.
    overlap : int, optional
        How many of them are the last ones of the block before. With 1, where the first token of a block is not
        predicted, every token but the stream's first is predicted once.

    Returns
    -------
    ids : ndarray of int32, shape (n_blocks, length)
        The last one filled up with `END`.
    valid : ndarray of bool, shape (n_blocks, length)
        False where it is filled up.
    words : ndarray of int64, shape (n_blocks,)
        Words that begin in each block, in what no block before has.

    Examples
    --------
    >>> stream = TokenStream(np.arange(5, dtype=np.int32), np.ones(5, dtype=np.uint8), 0, 1)
    >>> ids, valid, words = blocks_of(stream, 3, overlap=1)
    >>> ids.tolist(), valid.all().item(), words.tolist()
    ([[0, 1, 2], [2, 3, 4]], True, [3, 2])
    """
    n, step = len(stream.ids), length - overlap
    n_blocks = max(-(-(n - overlap) // step), 1)
    places = np.arange(n_blocks)[:, None] * step + np.arange(length)
    valid = places < n
    inside = np.minimum(places, n - 1)
    ids = np.where(valid, stream.ids[inside], stream.ids[0]).astype(np.int32)
    new = valid & ((np.arange(length) >= overlap) | (np.arange(n_blocks)[:, None] == 0))
    words = np.where(new, stream.words[inside], 0).sum(axis=1, dtype=np.int64)
    return ids, valid, words
