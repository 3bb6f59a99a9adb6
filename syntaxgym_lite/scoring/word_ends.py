"""Count the end of each word for the word itself: the correction of word boundaries."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..errors import ScoringError
from ..surprisal import TokenSurprisals

__all__ = ["move_word_ends"]


def move_word_ends(scored: TokenSurprisals) -> TokenSurprisals:
    """Move the surprisal of the end of each word from the token after it to the word itself.

    Where the blank before a word is part of its first token, the probability of that token includes that of the word
    before it being over. With B for all tokens that begin with a blank, and the end of the text,

        p(word | before) = p(its tokens | before) * p(B | before, word) / p(B | before)

    The last token of a word gets the first factor, the first token of the next word loses it. What precedes the first
    word of a text is no word, so that nothing is taken from it; what the last word gets is taken from the end of the
    sentence, where that is scored. So the sum over a text and its end stays the same; without the end it becomes that
    of a text that goes on with another word or ends. The end of a context's last word counts for the context.

    Parameters
    ----------
    scored : TokenSurprisals
        With `boundary_bits`: scored with `ScoringOptions.boundaries`.

    Returns
    -------
    TokenSurprisals
        Without `boundary_bits`: what has been moved cannot be moved again. Ranks stay what they were.

    Raises
    ------
    ScoringError
        If it has no `boundary_bits`.

    References
    ----------
    T. Pimentel and C. Meister, How to compute the probability of a word, EMNLP 2024.
    B.-D. Oh and W. Schuler, Leading whitespaces of language models' subword vocabulary pose a confound for calculating
    word probabilities, EMNLP 2024.

    Examples
    --------
    >>> import numpy as np
    >>> spans, known = np.array([[0, 3], [3, 7], [7, 8]]), np.zeros(3, bool)
    >>> ends = np.array([np.nan, 0.5, np.nan, 0.25])  # after "the", and after "dogs"
    >>> scored = TokenSurprisals(
    ...     "the dogs", ("the", "dog", "s"), spans, np.array([3.0, 7.5, 2.0]), known, eos_bits=4.25, boundary_bits=ends
    ... )
    >>> moved = move_word_ends(scored)
    >>> moved.bits.tolist(), moved.eos_bits
    ([3.5, 7.0, 2.25], 4.0)
    """
    if scored.boundary_bits is None:
        raise ScoringError(f"The model did not say where the words of '{scored.text}' may end.")
    ends = np.where(np.isnan(scored.boundary_bits), 0.0, scored.boundary_bits)
    before = np.append(scored.bits, scored.eos_bits)
    # where a word cannot end, the next one is impossible, and so it stays; a certain token must not fall below 0
    with np.errstate(invalid="ignore"):
        left = np.where(np.isinf(ends), before, np.where(ends > 0, np.maximum(before - ends, 0.0), before))
    return replace(scored, bits=left[:-1] + ends[1:], eos_bits=float(left[-1]), boundary_bits=None)
