"""Surprisals as data: what a model says about a sentence, and what that means for its regions.

Nothing here computes anything; models live in `syntaxgym_lite.backends`, the arithmetic in `syntaxgym_lite.align`.
Surprisal is in bits everywhere, -log2 p(token | context). A value that a model does not define is NaN, never 0.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import Literal

import numpy as np
import numpy.typing as npt

from .errors import CalledModule, counted, short
from .slots import made_at_once

__all__ = [
    "BITS_PER_UNIT",
    "BackendInfo",
    "BoolArray",
    "Capabilities",
    "Completion",
    "FloatArray",
    "IntArray",
    "ParsedSentence",
    "RegionSurprisals",
    "ScoringOptions",
    "TokenSurprisals",
    "Unit",
    "WordBoundary",
    "WordSurprisals",
]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int32]
BoolArray = npt.NDArray[np.bool_]

Unit = Literal["bits", "nats", "log10"]
WordBoundary = Literal["as-is", "corrected"]
"""Whether the end of a word counts for the token after it, as the model has it, or for the word itself."""

BITS_PER_UNIT: Mapping[str, float] = {"bits": 1.0, "nats": 1.0 / math.log(2.0), "log10": math.log2(10.0)}
"""How many bits one unit of surprisal is: divide bits by this to convert."""


@dataclass(frozen=True, slots=True)
class ScoringOptions:
    """What is asked of a backend besides the sentences themselves.

    Parameters
    ----------
    context : str
        Text that stands before every sentence: conditioned on, not scored. The backend scores ``context + text``
        exactly, so a separating blank belongs to `context`.
    eos : bool
        Also give the surprisal of the end of the sentence, in `TokenSurprisals.eos_bits`.
    ranks : bool
        Also give the rank of every token among the model's predictions (1 = the top choice).
    boundaries : bool
        Also give how surprising it is at each place between two words that a word ends there, in
        `TokenSurprisals.boundary_bits`. Changes no surprisal;
        `syntaxgym_lite.scoring.word_ends.move_word_ends` does.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> sgl.ScoringOptions(context="It was late. ", eos=True)
    ScoringOptions(context='It was late. ', eos=True, ranks=False, boundaries=False)
    """

    context: str = ""
    eos: bool = False
    ranks: bool = False
    boundaries: bool = False


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a backend can do, as data.

    Parameters
    ----------
    context : {"left", "both"}
        What a token is conditioned on. A model that sees both sides gives pseudo-surprisals.
    pseudo : bool
        Whether the values are pseudo-surprisals: not those of one chain, so that their sum over a sentence is no
        surprisal of the sentence. True whenever `context` is ``"both"``.
    units : {"words", "pieces"}
        What one token is.
    unknown_words : bool
        Whether a word can be out of vocabulary.
    first_token : bool
        Whether the first token of a sentence is given a value (False: it is NaN).
    eos, ranks, boundaries, any_context : bool
        Whether `ScoringOptions.eos`, `.ranks`, `.boundaries` and `.context` can be served.
    any_text : bool
        Whether any sentence can be scored (False: only recorded ones, as in `replay:`).
    prefixes : bool
        Whether sentences that begin alike cost less when they are scored together. The scheduler then gives large
        batches in lexical order, in place of small ones of like length.
    completions : bool
        Whether the model can list what it expects: it then has `syntaxgym_lite.backends.protocol.Completer`'s method.
    parses : bool
        Whether the model can give the tree that it takes a sentence for: it then has
        `syntaxgym_lite.backends.protocol.Parser`'s method.
    signed : bool
        Whether values may be negative, which no surprisal is: those of a baseline of chance, and such values recorded.
    impossible : bool
        Whether the model can hold a token for impossible, which then has infinite surprisal. Infinite values of others
        are refused, since they are mistakes as a rule.
    """

    context: Literal["left", "both"] = "left"
    units: Literal["words", "pieces"] = "pieces"
    unknown_words: bool = False
    first_token: bool = True
    eos: bool = True
    ranks: bool = False
    any_context: bool = True
    any_text: bool = True
    prefixes: bool = False
    pseudo: bool = False
    completions: bool = False
    parses: bool = False
    boundaries: bool = False
    signed: bool = False
    impossible: bool = False

    def __post_init__(self) -> None:
        if self.context == "both":
            object.__setattr__(self, "pseudo", True)


@dataclass(frozen=True, slots=True)
class Completion:
    """One of the pieces that a model expects at a place.

    Parameters
    ----------
    piece : str
        What it adds to the text, with the blank before it if the piece has one; a piece of WordPiece that goes on with
        a word has its ``##``. Special tokens as they are spelt in the vocabulary.
    bits : float
        Surprisal, -log2 p.
    """

    piece: str
    bits: float


@dataclass(frozen=True, slots=True)
class ParsedSentence:
    """The tree that a model takes a sentence for.

    Parameters
    ----------
    tree : str
        In brackets: ``(S (NP (X The) (X dog)) (VP (X barks)))``. Words are as written, their tags X, which stands for
        none.
    bits : float
        -log2 of the joint probability of this tree and the words.
    sum_bits : float
        The same of the sum over all trees that the search kept to the end; never above `bits`.
    n_trees : int
        How many these are.
    warnings : tuple of str, optional
        What went unusual.
    """

    tree: str
    bits: float
    sum_bits: float
    n_trees: int
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BackendInfo:
    """Who gave the numbers.

    Parameters
    ----------
    backend : str
        Name of the backend, e.g. ``"hf"``, ``"kenlm"``, ``"ngram"``.
    model : str
        The model as the user named it.
    revision : str or None
        Revision of the weights, if they have one.
    capabilities : Capabilities
        What it can do.
    fingerprint : str or None
        sha256, in hexadecimal, of all that can change a number: weights, tokenizer, options, major and minor version of
        this package; not of batch size or device. None: results must not be cached.
    options : mapping of str to (str, int, float, bool or None)
        Options in force, defaults included, for the record in the results (e.g. ``bos``, ``dtype``, ``words``).
    warnings : tuple of str
        What a user should know before trusting a number from this model.
    """

    backend: str
    model: str
    capabilities: Capabilities
    fingerprint: str | None
    revision: str | None = None
    options: Mapping[str, str | int | float | bool | None] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class TokenSurprisals:
    """Surprisals of the n tokens of one sentence.

    Parameters
    ----------
    text : str
        The sentence that was scored, without the context.
    tokens : tuple of str, length n
        Each token as a reader should see it: the text it stands for, or the vocabulary's word for an unknown one
        (``<unk>``). Never byte symbols such as ``Ġ``.
    spans : ndarray of int32, shape (n, 2)
        Half-open code-point range of each token in `text`. Tokens that share one character (bytes of an emoji) repeat
        its span. A leading blank may or may not be inside.
    bits : ndarray of float64, shape (n,)
        Surprisal of each token, in bits. NaN where the model defines none.
    oov : ndarray of bool, shape (n,)
        Whether the token is a word that the model does not know.
    eos_bits : float
        Surprisal of the end of the sentence, in bits; NaN if not asked for or not defined.
    ranks : ndarray of int32, shape (n,), or None
        Rank of each token among the predictions at its position, 1 = the top choice; 0 = undefined.
    boundary_bits : ndarray of float64, shape (n + 1,), or None
        Before each token that begins a word, and after the last token: the surprisal, in bits, of the word before it
        ending there, which is -log2 of the probability that the next token begins a word or ends the text. NaN before
        a token that goes on with a word, and before the first of a text: nothing can end there.
    warnings : tuple of str
        What went unusual with this sentence (e.g. a sliding window was used).

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> [scored] = sgl.surprisals("ngram", ["The dog barked."])
    >>> scored.tokens
    ('The', 'dog', 'barked', '.')
    >>> scored.spans.tolist()
    [[0, 3], [4, 7], [8, 14], [14, 15]]
    >>> bool((scored.bits > 0).all())
    True
    """

    text: str
    tokens: tuple[str, ...]
    spans: IntArray
    bits: FloatArray
    oov: BoolArray
    eos_bits: float = float("nan")
    ranks: IntArray | None = None
    boundary_bits: FloatArray | None = None
    warnings: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Show on one line which it is; the whole would flood a notebook."""
        bits = f"{np.nansum(self.bits):.2f} bits"
        return f"<TokenSurprisals of {short(self.text)}: {counted(len(self.tokens), 'token')}, {bits}>"

    def __post_init__(self) -> None:
        n = len(self.tokens)
        set_field = object.__setattr__  # the class is frozen; arrays are made contiguous, typed and read-only once
        set_field(self, "eos_bits", float(self.eos_bits))  # a NumPy scalar would be written as such
        set_field(self, "spans", _frozen(self.spans, np.int32).reshape(n, 2))
        set_field(self, "bits", _frozen(self.bits, np.float64).reshape(n))
        set_field(self, "oov", _frozen(self.oov, np.bool_).reshape(n))
        if self.ranks is not None:
            set_field(self, "ranks", _frozen(self.ranks, np.int32).reshape(n))
        if self.boundary_bits is not None:
            set_field(self, "boundary_bits", _frozen(self.boundary_bits, np.float64).reshape(n + 1))

    @classmethod
    def cut(
        cls,
        texts: Sequence[str],
        *,
        starts: Sequence[int],
        ends: Sequence[int],
        tokens: tuple[str, ...],
        spans: IntArray,
        bits: FloatArray,
        oov: BoolArray,
        eos_bits: Iterable[float],
        ranks: Sequence[IntArray] | None = None,
    ) -> list[TokenSurprisals]:
        """Cut what holds for the m tokens of a whole batch into its k sentences, which then share the batch's arrays.

        The arrays are checked once, not sentence by sentence, and slots are filled one kind after the other: for short
        sentences of word models, making each object by itself takes longer than scoring it.

        Parameters
        ----------
        texts : sequence of str, length k
        starts, ends : sequence of int, length k
            Where the tokens of each sentence begin and end, from 0 to m; tokens may be in none.
        tokens : tuple of str, length m
        spans : ndarray of int32, shape (m, 2)
        bits : ndarray of float64, shape (m,)
        oov : ndarray of bool, shape (m,)
        eos_bits : iterable of float, length k
        ranks : sequence of ndarray of int32, length k, optional
            Those of each sentence.

        Returns
        -------
        list of TokenSurprisals, length k

        Examples
        --------
        >>> one, two = TokenSurprisals.cut(
        ...     ["a b", "c"],
        ...     starts=[0, 2],
        ...     ends=[2, 3],
        ...     tokens=("a", "b", "c"),
        ...     spans=np.array([[0, 1], [2, 3], [0, 1]], dtype=np.int32),
        ...     bits=np.array([3.0, 2.0, 1.0]),
        ...     oov=np.array([False, False, True]),
        ...     eos_bits=[0.5, 0.25],
        ... )
        >>> one.tokens, one.bits.tolist(), two.tokens, two.eos_bits
        (('a', 'b'), [3.0, 2.0], ('c',), 0.25)
        """
        m = len(tokens)
        pieces = list(map(slice, starts, ends))
        return made_at_once(
            cls,
            len(texts),
            text=texts,
            tokens=map(tokens.__getitem__, pieces),
            spans=map(_frozen(spans, np.int32).reshape(m, 2).__getitem__, pieces),
            bits=map(_frozen(bits, np.float64).reshape(m).__getitem__, pieces),
            oov=map(_frozen(oov, np.bool_).reshape(m).__getitem__, pieces),
            eos_bits=eos_bits,
            ranks=repeat(None) if ranks is None else (_frozen(one, np.int32) for one in ranks),
            boundary_bits=repeat(None),
            warnings=repeat(()),
        )


@dataclass(frozen=True, slots=True, eq=False)
class RegionSurprisals:
    """Surprisals of the regions of s sentences that all have r regions (a suite's, in item and condition order).

    Parameters
    ----------
    bits : mapping of str to ndarray of float64, shape (s, r)
        Metric to the value of each region: bits, but for ``prob``, ``rank`` and ``count``. NaN where undefined.
    n_tokens : ndarray of int32, shape (s, r)
        How many tokens belong to each region.
    oov : tuple of (int, int, str)
        ``(sentence, region, word)``, both from 0: words that the model does not know, as written, in reading order.
    straddling : tuple of (int, int, int)
        ``(sentence, region, later region)``, from 0: a token of the region reaches into the later one.
    eos_bits : ndarray of float64, shape (s,)
        Surprisal of the end of each sentence, in bits; NaN if not scored.
    owners : tuple of ndarray of int32, length s
        For each sentence, the region of every token, from 0.
    """

    bits: Mapping[str, FloatArray]
    n_tokens: IntArray
    oov: tuple[tuple[int, int, str], ...]
    straddling: tuple[tuple[int, int, int], ...]
    eos_bits: FloatArray
    owners: tuple[IntArray, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "bits", {name: _frozen(values, np.float64) for name, values in self.bits.items()})
        object.__setattr__(self, "n_tokens", _frozen(self.n_tokens, np.int32))
        object.__setattr__(self, "eos_bits", _frozen(self.eos_bits, np.float64))


@dataclass(frozen=True, slots=True, eq=False)
class WordSurprisals:
    """Surprisals of the n words of some sentences, one sentence after another.

    Parameters
    ----------
    words : tuple of str, length n
        Each word as written.
    sentence : ndarray of int32, shape (n,)
        The sentence that each word stands in, from 0.
    spans : ndarray of int32, shape (n, 2)
        Half-open code-point range of each word in its sentence.
    bits : ndarray of float64, shape (n,)
        Surprisal of each word, in bits: the sum of its tokens. NaN where one of these has no value, and where a word
        has no token of its own since its characters belong to one that began earlier.
    n_tokens : ndarray of int32, shape (n,)
        How many tokens belong to each word.
    oov : ndarray of bool, shape (n,)
        Whether one of them is a word that the model does not know.
    """

    words: tuple[str, ...]
    sentence: IntArray
    spans: IntArray
    bits: FloatArray
    n_tokens: IntArray
    oov: BoolArray

    def __post_init__(self) -> None:
        object.__setattr__(self, "sentence", _frozen(self.sentence, np.int32))
        object.__setattr__(self, "spans", _frozen(self.spans, np.int32).reshape(-1, 2))
        object.__setattr__(self, "bits", _frozen(self.bits, np.float64))
        object.__setattr__(self, "n_tokens", _frozen(self.n_tokens, np.int32))
        object.__setattr__(self, "oov", _frozen(self.oov, np.bool_))


def _frozen(values: npt.ArrayLike, dtype: npt.DTypeLike) -> npt.NDArray[np.generic]:
    if isinstance(values, np.ndarray) and values.dtype == dtype:
        flags = values.flags
        if flags.c_contiguous and not flags.writeable:  # a slice of a batch's array: nothing to do
            return values
    array = np.ascontiguousarray(values, dtype=dtype)
    if array.flags.writeable:
        array = array.copy() if array is values else array
        array.flags.writeable = False
    return array


_this = sys.modules[__name__]
_this.__class__ = CalledModule
_this.call_instead = 'surprisals(MODEL, TEXTS), for instance surprisals("lstm", "The cat sat.")'  # type: ignore[attr-defined]
