"""Which masked copies of a sentence say what its pieces are worth to a masked model.

A copy is made of vocabulary ids, never of text: a mask written into text would eat the blank beside it or be cut up
with its neighbours, and probabilities would drop by orders of magnitude.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ...errors import ModelError

__all__ = [
    "PLLS",
    "SIDES",
    "Frame",
    "MaskedCopy",
    "Pll",
    "Sides",
    "find_frame",
    "gap_after",
    "masked_copies",
    "word_numbers",
]

Pll = Literal["original", "within-word-l2r"]
Sides = Literal["both", "left"]
PLLS: tuple[Pll, ...] = ("original", "within-word-l2r")
SIDES: tuple[Sides, ...] = ("both", "left")

# Han, kana, Thai, Lao, Burmese and Khmer: scripts that put no blank between words.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff]"
)
_PROBES = ("word", "a", "1", ".")


@dataclass(frozen=True, slots=True)
class MaskedCopy:
    """A masked copy, and the place in it that is to be predicted; equal ones need to be computed once."""

    ids: tuple[int, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around every sentence, and in place of what is masked.

    Parameters
    ----------
    before, after : tuple of int
        Special tokens as the model was trained with, such as ``[CLS]`` and ``[SEP]``.
    mask : int
        The mask.
    final : tuple of int
        What follows the mask where a sentence breaks off behind it, such as a period.
    """

    before: tuple[int, ...]
    after: tuple[int, ...]
    mask: int
    final: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many positions the special tokens take."""
        return len(self.before) + len(self.after)


def find_frame(tokenizer: Any, final: str, *, n_vocabulary: int, model: str) -> Frame:
    """Learn from a tokenizer what it puts around a sentence, and how it writes the end of one.

    The text that follows the mask where a sentence breaks off, `final`, is cut as it is after a word, where
    SentencePiece puts no blank. The model's name is for messages.

    Raises
    ------
    ModelError
        If there is no mask token, or the sentence's own ids cannot be told from the special ones.
    """
    mask = tokenizer.mask_token_id
    if mask is None:
        raise ModelError(
            f"The tokenizer of {model} has no mask token, so nothing can be masked; the model may not be a masked "
            "language model."
        )
    if not 0 <= mask < n_vocabulary:
        raise ModelError(f"The mask token of {model} has the id {mask}, but the model knows {n_vocabulary} tokens.")
    for probe in _PROBES:
        own, whole = _ids(tokenizer, probe), _ids(tokenizer, probe, special=True)
        for start in range(len(whole) - len(own) + 1) if own else ():
            if whole[start : start + len(own)] == own:
                return Frame(whole[:start], whole[start + len(own) :], int(mask), _final_ids(tokenizer, final))
    raise ModelError(f"What special tokens the tokenizer of {model} puts around a sentence cannot be told.")


def _ids(tokenizer: Any, text: str, *, special: bool = False) -> tuple[int, ...]:
    return tuple(tokenizer(text, add_special_tokens=special)["input_ids"])


def _final_ids(tokenizer: Any, final: str) -> tuple[int, ...]:
    for word in _PROBES[:3]:
        alone, longer = _ids(tokenizer, word), _ids(tokenizer, word + final)
        if alone and longer[: len(alone)] == alone:
            return longer[len(alone) :]
    return _ids(tokenizer, final)


def masked_copies(
    ids: Sequence[int], n_context: int, frame: Frame, *, words: Sequence[int] | None = None, sides: Sides = "both"
) -> list[MaskedCopy]:
    """Give the masked copy from which each piece of a sentence is predicted.

    Parameters
    ----------
    ids : sequence of int, length m + n
        Context and sentence, without special tokens.
    n_context : int
        m, how many ids at the beginning belong to the context; they are never masked.
    frame : Frame
    words : sequence of int, length m + n, optional
        Number of the word that each piece belongs to; the pieces of a word are neighbours. Given, the later pieces of
        a piece's word are masked with it (Kauf and Ivanova 2023). None: the piece alone (Salazar et al. 2020).
    sides : {"both", "left"}, optional
        ``"left"``: all after the piece is taken away, and `Frame.final` stands behind the mask (Ettinger 2020).

    Returns
    -------
    list of MaskedCopy, length n

    References
    ----------
    J. Salazar, D. Liang, T. Q. Nguyen and K. Kirchhoff, Masked language model scoring, ACL 2020, equation 1.
    C. Kauf and A. Ivanova, A better way to do masked language model scoring, ACL 2023, section 3.
    A. Ettinger, What BERT is not, TACL 8, 2020, section 6.

    Examples
    --------
    >>> frame = Frame(before=(101,), after=(102,), mask=103, final=(9,))
    >>> [copy.ids for copy in masked_copies([1, 2, 3], 0, frame)]
    [(101, 103, 2, 3, 102), (101, 1, 103, 3, 102), (101, 1, 2, 103, 102)]
    >>> [copy.ids for copy in masked_copies([1, 2, 3], 0, frame, words=[0, 0, 1])]
    [(101, 103, 103, 3, 102), (101, 1, 103, 3, 102), (101, 1, 2, 103, 102)]
    >>> [copy.ids for copy in masked_copies([1, 2, 3], 0, frame, sides="left")]
    [(101, 103, 9, 102), (101, 1, 103, 9, 102), (101, 1, 2, 103, 9, 102)]
    """
    ids = tuple(ids)
    if sides == "left":
        return [gap_after(ids[:i], frame) for i in range(n_context, len(ids))]
    copies = []
    for i in range(n_context, len(ids)):
        end = i + 1
        while words is not None and end < len(ids) and words[end] == words[i]:
            end += 1
        masked = (*frame.before, *ids[:i], *(frame.mask,) * (end - i), *ids[end:], *frame.after)
        copies.append(MaskedCopy(masked, len(frame.before) + i))
    return copies


def gap_after(ids: Sequence[int], frame: Frame) -> MaskedCopy:
    """A mask right after some ids, and the frame's end of sentence behind it."""
    return MaskedCopy((*frame.before, *ids, frame.mask, *frame.final, *frame.after), len(frame.before) + len(ids))


def word_numbers(text: str, spans: Sequence[Sequence[int]]) -> list[int]:
    """Number the words that pieces belong to, by the same rule for every tokenizer.

    Tokenizers disagree about words: WordPiece sets every punctuation mark apart, byte-level BPE takes runs of them
    together, SentencePiece leaves them on the word before. Here a piece goes on with the word of the piece before it if
    no blank is between them and both are letters, digits or combining marks where they meet. A mark of punctuation is
    a word of its own, and so is each piece of a script that puts no blanks between words, but never a part of a
    character. A piece of blanks goes with the piece after it. For WordPiece this is the tokenizer's own division, but
    for rare symbols.

    Parameters
    ----------
    text : str
    spans : sequence of (int, int), length n
        Half-open code-point range of each piece in `text`.

    Returns
    -------
    list of int, length n
        From 0, in order.

    Examples
    --------
    >>> word_numbers("unhappy, no", [(0, 2), (2, 7), (7, 8), (8, 11)])
    [0, 0, 1, 2]
    """
    numbers: list[int] = []
    reached = 0  # where the piece before ends
    is_after_blank = False
    for start, end in spans:
        goes_on = is_after_blank or start < reached or _is_inside_word(text, start)
        numbers.append(numbers[-1] + (not goes_on) if numbers else 0)
        reached = max(reached, end)
        is_after_blank = not text[start:end].strip()
    return numbers


def _is_inside_word(text: str, place: int) -> bool:
    """Whether no word ends at this place between two characters."""
    if not 0 < place < len(text):
        return False
    left, right = text[place - 1], text[place]
    if unicodedata.category(right)[0] == "M":
        return not left.isspace()
    return _is_word_letter(left) and _is_word_letter(right)


def _is_word_letter(char: str) -> bool:
    return unicodedata.category(char)[0] in "LMN" and not _UNSPACED.match(char)
