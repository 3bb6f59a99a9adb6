"""The words a word-level model knows, and what it does with the others.

One vocabulary serves n-gram models and recurrent ones, so that their perplexities can be compared. A word outside it
becomes ``<unk>``, or one of the signature classes of the Berkeley parser (Petrov et al. 2006), which Hu et al. (2020)
used: ``UNK-LC-ed`` is an unknown word in lower case that ends in *-ed*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Literal

import numpy as np

from ..errors import InputError
from ..files import decode_utf8, read_bytes, write_whole
from ..surprisal import BoolArray, IntArray

__all__ = [
    "BOS",
    "EOS",
    "NOT_IN_A_TEXT",
    "SENTENCE_END",
    "SPECIAL_WORDS",
    "UNK",
    "UnkPolicy",
    "Vocabulary",
    "unknown_class",
]

UNK = "<unk>"
EOS = "<eos>"
BOS = "<s>"
SENTENCE_END = "</s>"
SPECIAL_WORDS = (UNK, EOS, BOS, SENTENCE_END)
"""Words with a role. Where one stands in a text, it is an unknown word: a text does not end in the middle."""

NOT_IN_A_TEXT = frozenset({*SPECIAL_WORDS, "<UNK>"})
"""Words that an n-gram model may list but that are no words of any text; in a text they count as unknown."""

UnkPolicy = Literal["single", "classes"]

_SUFFIXES = ("ed", "ing", "ion", "er", "est", "ly", "ity", "y", "al")
_CLASS_ROOT = "UNK"


@lru_cache(maxsize=1 << 16)
def unknown_class(word: str, *, initial: bool = False, known_lower: bool = False) -> str:
    """Give the class of an unknown word, from its spelling alone.

    The signature of the Berkeley parser: case, then digits, then a hyphen, then an English suffix.

    Parameters
    ----------
    word : str
        Not empty.
    initial : bool, optional
        Whether it stands first in its sentence, where a capital says little: one capital is then ``INITC``, else
        ``CAPS``.
    known_lower : bool, optional
        Whether the vocabulary has the word in lower case; only asked for ``INITC``.

    Returns
    -------
    str
        ``UNK`` and what is known about the word, joined by hyphens.

    References
    ----------
    S. Petrov, L. Barrett, R. Thibaux and D. Klein, Learning accurate, compact, and interpretable tree annotation,
    ACL 2006 (the class is part of their parser). J. Hu, J. Gauthier, P. Qian, E. Wilcox and R. P. Levy, A systematic
    assessment of syntactic generalization in neural language models, ACL 2020.

    Examples
    --------
    >>> unknown_class("blorked"), unknown_class("Blorkov"), unknown_class("Blorkov", initial=True)
    ('UNK-LC-ed', 'UNK-CAPS', 'UNK-INITC')
    >>> unknown_class("1930s"), unknown_class("twenty-odd"), unknown_class("§")
    ('UNK-LC-NUM-s', 'UNK-LC-DASH', 'UNK')
    """
    n_capitals = sum(char.isupper() or char.istitle() for char in word)
    has_digit = any(char.isdigit() for char in word)
    has_hyphen = "-" in word
    lower = word.lower()
    parts = [_CLASS_ROOT]
    if word[0].isupper() or word[0].istitle():
        if initial and n_capitals == 1:
            parts.append("INITC")
            if known_lower:
                parts.append("KNOWNLC")
        else:
            parts.append("CAPS")
    elif n_capitals and not word[0].isalpha():
        parts.append("CAPS")
    elif any(char.islower() for char in word):
        parts.append("LC")
    if has_digit:
        parts.append("NUM")
    if has_hyphen:
        parts.append("DASH")
    if lower.endswith("s") and len(word) >= 3:
        if lower[-2] not in "siu":  # not "-ss", "-is", "-us": those are rarely inflected
            parts.append("s")
    elif len(word) >= 5 and not has_hyphen and not (has_digit and n_capitals):
        suffix = next((suffix for suffix in _SUFFIXES if lower.endswith(suffix)), None)
        if suffix:
            parts.append(suffix)
    return "-".join(parts)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a model, in the order of their numbers.

    Parameters
    ----------
    words : tuple of str
        Special words, unknown-word classes and ordinary words; a word's place is its number.
    unk : {"single", "classes"}, optional
        What becomes of a word that is not there: ``<unk>``, or its class (see `unknown_class`). A class that is not
        among `words` gives way to the next more general one that is, in the end to the first class among `words`.
    source : str, optional
        Where the words come from, for messages.

    Raises
    ------
    InputError
        If a word stands there twice, is empty or holds a blank, or if there is no word for unknown words.

    Examples
    --------
    >>> vocabulary = Vocabulary(("<unk>", "<eos>", "the", "fox"))
    >>> vocabulary.encode(["the", "quux"]).tolist(), vocabulary.unknown(["the", "quux"]).tolist()
    ([2, 0], [False, True])
    """

    words: tuple[str, ...]
    unk: UnkPolicy = "single"
    source: str = field(default="the vocabulary", compare=False)
    _ids: dict[str, int] = field(init=False, repr=False, compare=False)
    _unknown_ids: frozenset[int] = field(init=False, repr=False, compare=False)
    _classes: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        words = tuple(self.words)
        if self.unk not in ("single", "classes"):
            raise InputError(f"There is no treatment of unknown words '{self.unk}'; write single or classes.")
        ids: dict[str, int] = {}
        for number, word in enumerate(words):
            if not word or word.split() != [word]:
                what = "is blank" if not word.strip() else f"holds a blank: {word!r}"
                raise InputError(f"{self.source}: line {number + 1} {what}; write one word a line.")
            if word in ids:
                raise InputError(f"{self.source}: line {number + 1} repeats the word '{word}' of line {ids[word] + 1}.")
            ids[word] = number
        classes = {w: i for w, i in ids.items() if self.unk == "classes" and _is_class(w)}
        if self.unk == "classes" and not classes:
            raise InputError(
                f"{self.source}: there is no class of unknown words ({_CLASS_ROOT}, {_CLASS_ROOT}-LC, ...)."
            )
        if not words:
            raise InputError(f"{self.source}: the word list is empty.")
        if self.unk == "single" and UNK not in ids:
            raise InputError(f"{self.source}: the word for unknown words, {UNK}, is missing.")
        set_field = object.__setattr__
        set_field(self, "words", words)
        set_field(self, "_unknown_ids", frozenset(classes.values()) | ({ids[UNK]} if UNK in ids else set()))
        set_field(self, "_classes", classes)
        # special words are not to be found by a text
        set_field(self, "_ids", {w: i for w, i in ids.items() if w not in SPECIAL_WORDS})

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        number = self._ids.get(word) if isinstance(word, str) else None
        return number is not None and number not in self._unknown_ids

    @property
    def plain(self) -> tuple[str, ...]:
        """The ordinary words: no special words, no classes of unknown words."""
        return tuple(word for word in self.words if word in self)

    def number(self, word: str) -> int:
        """Give the number of a word that is there, special words included.

        Raises
        ------
        KeyError
            If it is not.
        """
        if word in SPECIAL_WORDS:
            try:
                return self.words.index(word)
            except ValueError:
                raise KeyError(word) from None
        return self._ids[word]

    def unknown_number(self, word: str, *, initial: bool = False) -> int:
        """Give the number of what stands for an unknown word: of ``<unk>`` or of the word's class."""
        if self.unk == "single":
            return next(iter(self._unknown_ids))
        if word in SPECIAL_WORDS:
            name = _CLASS_ROOT
        else:
            name = unknown_class(word, initial=initial, known_lower=initial and word.lower() in self)
        while name not in self._classes:
            name, hyphen, _ = name.rpartition("-")
            if not hyphen:
                return next(iter(self._classes.values()))
        return self._classes[name]

    def encode(self, words: Sequence[str], *, initial: bool = True) -> IntArray:
        """Give the numbers of the words of one sentence.

        Parameters
        ----------
        words : sequence of str, length n
        initial : bool, optional
            Whether the first of them begins a sentence; only classes of unknown words depend on it.

        Returns
        -------
        ndarray of int32, shape (n,)
        """
        get = self._ids.get
        if self.unk == "single":
            unknown = next(iter(self._unknown_ids))
            return np.fromiter((get(word, unknown) for word in words), np.int32, len(words))
        numbers = np.fromiter((get(word, -1) for word in words), np.int32, len(words))
        for place in np.flatnonzero(numbers < 0).tolist():
            numbers[place] = self.unknown_number(words[place], initial=initial and place == 0)
        return numbers

    def unknown(self, words: Sequence[str]) -> BoolArray:
        """Say of each word whether it is unknown; written ``<unk>`` or as a class, it is too.

        Parameters
        ----------
        words : sequence of str, length n

        Returns
        -------
        ndarray of bool, shape (n,)
        """
        return np.fromiter((word not in self for word in words), np.bool_, len(words))

    @classmethod
    def from_counts(
        cls,
        counts: Mapping[str, int],
        *,
        size: int | None = None,
        min_count: int = 1,
        unk: UnkPolicy = "single",
        specials: Iterable[str] = (UNK, EOS),
        initial_counts: Mapping[str, int] | None = None,
    ) -> Vocabulary:
        """Take the most frequent words of a corpus.

        Parameters
        ----------
        counts : mapping of str to int
            How often each word occurs, in the order of first appearance (see `syntaxgym_lite.lm.corpus`).
        size : int, optional
            How many ordinary words at most; ties go to the word that appeared first. None: no limit.
        min_count : int, optional
            Take only words that occur at least as often.
        unk : {"single", "classes"}, optional
            What becomes of the rest. With ``"classes"``, the classes met in the corpus are taken, most frequent first.
        specials : iterable of str, optional
            Special words, which stand first.
        initial_counts : mapping of str to int, optional
            How often each word begins a sentence; for ``"classes"``, which look at it.

        Returns
        -------
        Vocabulary
            Special words, classes of unknown words, then words by falling frequency.

        Raises
        ------
        InputError
            If no ordinary word is left.

        Examples
        --------
        >>> Vocabulary.from_counts({"b": 1, "a": 2, "c": 1}, size=2).words
        ('<unk>', '<eos>', 'a', 'b')
        """
        specials = tuple(specials)
        allowed = [
            (word, count)
            for word, count in counts.items()
            if count >= min_count and word not in SPECIAL_WORDS and not (unk == "classes" and _is_class(word))
        ]
        allowed.sort(key=lambda pair: -pair[1])  # the sort is stable: ties keep the order of first appearance
        plain = tuple(word for word, _ in (allowed if size is None else allowed[:size]))
        if not plain:
            raise InputError(
                f"No word is left for the vocabulary: {len(counts)} different words in the corpus, minimum count "
                f"{min_count}, at most {size} words."
            )
        if unk == "single":
            return cls((*specials, *plain))
        known = frozenset(plain)
        classes: Counter[str] = Counter()
        first = initial_counts or {}
        for word, count in counts.items():
            if word in known:
                continue
            if word in SPECIAL_WORDS or _is_class(word):
                classes[word if _is_class(word) else _CLASS_ROOT] += count
                continue
            n_first = min(first.get(word, 0), count)
            if n_first:
                classes[unknown_class(word, initial=True, known_lower=word.lower() in known)] += n_first
            if count > n_first:
                classes[unknown_class(word)] += count - n_first
        names = tuple(name for name, _ in classes.most_common()) or (_CLASS_ROOT,)
        return cls((*(word for word in specials if word != UNK), *names, *plain), unk="classes")

    @classmethod
    def read(cls, path: str | Path, *, unk: UnkPolicy | None = None, length: int | None = None) -> Vocabulary:
        """Read a word list: UTF-8 whatever the locale, one word a line, a word's line its number.

        Parameters
        ----------
        path : str or Path
        unk : {"single", "classes"}, optional
            None: ``"single"`` if ``<unk>`` is among the words, else ``"classes"``.
        length : int, optional
            How many words the model has weights for.

        Raises
        ------
        InputError
            If the file is missing, is not UTF-8, has a blank line, a repeated word, no word for unknown words, or more
            or fewer words than `length`; the message names the line, or both numbers.
        """
        path = Path(path)
        lines = decode_utf8(read_bytes(path), path).split("\n")  # not splitlines: U+2028 is not the end of a line here
        words = [line.removesuffix("\r") for line in (lines if lines[-1] else lines[:-1])]
        if unk is None:
            unk = "single" if UNK in words or not any(_is_class(word) for word in words) else "classes"
        vocabulary = cls(tuple(words), unk=unk, source=str(path))
        if length is not None and len(vocabulary) != length:
            raise InputError(
                f"{path}: the word list has {len(vocabulary)} words, but the model has weights for {length}. "
                "Use the list the model was trained with."
            )
        return vocabulary

    def write(self, path: str | Path) -> None:
        """Write the words to a UTF-8 file, one a line."""
        write_whole(path, (f"{word}\n" for word in self.words), fsync=True)


def _is_class(word: str) -> bool:
    return word == _CLASS_ROOT or word.startswith(f"{_CLASS_ROOT}-")
