"""What all word-level models share: sentences cut into words that keep their places, and unknown words marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...lm.vocabulary import SPECIAL_WORDS, UNK
from ...surprisal import IntArray, TokenSurprisals
from ...words import word_splitter

__all__ = ["NOT_IN_A_TEXT", "WordSentence", "split_sentences", "word_surprisals"]

NOT_IN_A_TEXT = frozenset({*SPECIAL_WORDS, "<UNK>"})
"""Words that a model's vocabulary may list but that are no words of any text; in a text they count as unknown."""


@dataclass(frozen=True, slots=True, eq=False)
class WordSentence:
    """One sentence as a word-level model sees it.

    Parameters
    ----------
    text : str
        The sentence, without the context.
    words : tuple of str, length n_context + n
        Words of the context, then those of the sentence, as they are looked up in the vocabulary.
    n_context : int
        How many words are only conditioned on.
    spans : ndarray of int32, shape (n, 2)
        Half-open code-point range in `text` of each word that is scored.
    """

    text: str
    words: tuple[str, ...]
    n_context: int
    spans: IntArray

    @property
    def scored(self) -> tuple[str, ...]:
        """The words of the sentence itself, without those of the context."""
        return self.words[self.n_context :]


def split_sentences(
    texts: Sequence[str], *, context: str = "", words: str, lowercase: bool = False
) -> list[WordSentence]:
    """Cut sentences into words.

    Parameters
    ----------
    texts : sequence of str
        The sentences.
    context : str, optional
        Text before every sentence. A word that begins in it and reaches into the sentence belongs to the sentence.
    words : str
        Name of the splitting scheme, see `syntaxgym_lite.words.SCHEMES`.
    lowercase : bool, optional
        Whether words are lower-cased before they are looked up. Spans stay those of the text as written.

    Returns
    -------
    list of WordSentence
        One for each sentence, in order.

    Examples
    --------
    >>> [sentence] = split_sentences(["Dogs bark."], words="punct", lowercase=True)
    >>> sentence.words, sentence.spans.tolist()
    (('dogs', 'bark', '.'), [[0, 4], [5, 9], [9, 10]])
    """
    split = word_splitter(words)
    sentences = []
    for text in texts:
        whole = context + text
        ranges = split(whole)
        forms = tuple(whole[start:end].lower() if lowercase else whole[start:end] for start, end in ranges)
        n_context = sum(end <= len(context) for _, end in ranges) if context else 0
        spans = np.array(ranges[n_context:], dtype=np.int32).reshape(-1, 2) - len(context)
        sentences.append(WordSentence(text, forms, n_context, np.maximum(spans, 0, dtype=np.int32)))
    return sentences


def word_surprisals(
    sentence: WordSentence,
    *,
    bits: npt.ArrayLike,
    known: npt.ArrayLike,
    unknown: str | Sequence[str] = UNK,
    eos_bits: float = float("nan"),
    ranks: IntArray | None = None,
) -> TokenSurprisals:
    """Put the surprisals of a sentence's words into the common form.

    Parameters
    ----------
    sentence : WordSentence
        What was scored; n words of it count.
    bits : array_like of float, shape (n,)
        Surprisal of each word, in bits.
    known : array_like of bool, shape (n,)
        Whether the vocabulary has the word.
    unknown : str or sequence of str, length n, optional
        What is shown in place of an unknown word; a sequence gives the class of each word, read only where unknown.
    eos_bits : float, optional
        Surprisal of the end of the sentence, in bits.
    ranks : ndarray of int32, shape (n,), optional
        Rank of each word among the predictions, 1 = the top choice.

    Returns
    -------
    TokenSurprisals
    """
    oov = ~np.asarray(known, dtype=np.bool_)
    text = sentence.text
    tokens = [text[start:end] for start, end in sentence.spans.tolist()]
    for place in np.flatnonzero(oov).tolist():
        tokens[place] = unknown if isinstance(unknown, str) else unknown[place]
    return TokenSurprisals(
        text=sentence.text,
        tokens=tuple(tokens),
        spans=sentence.spans,
        bits=np.asarray(bits, dtype=np.float64),
        oov=oov,
        eos_bits=eos_bits,
        ranks=ranks,
    )
