"""What a result must be so that its numbers can be believed; asked of every batch of every model."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..surprisal import Capabilities, FloatArray, IntArray, ScoringOptions, TokenSurprisals
from ..token_columns import TokenColumns

__all__ = ["LEAST_BITS", "broken_columns", "broken_promises"]

LEAST_BITS = -1e-3
"""A certain token may come out a little below 0."""
_LONGEST_SHOWN = 60


def broken_promises(
    texts: Sequence[str], results: Any, capabilities: Capabilities, options: ScoringOptions = ScoringOptions()
) -> Iterator[str]:
    """Say what is wrong with the results of a batch: one for each sentence, in order, whose values can be placed in it.

    The arrays of a batch are looked at together, which costs a fraction of the fastest model's time; only where
    something is wrong are sentences looked at one by one.

    Parameters
    ----------
    texts : sequence of str
    results
        What a model's ``score`` returned for them.
    capabilities : Capabilities
        What the model says that it can do.
    options : ScoringOptions, optional
        What was asked for.

    Yields
    ------
    str
        Each names the sentence and the token.
    """
    if not isinstance(results, list):
        yield f"score() must return a list, not {type(results).__name__}"
        return
    if len(results) != len(texts):
        yield f"score() must return one result for each sentence: {len(texts)} were given, {len(results)} came back"
        return
    for text, scored in zip(texts, results, strict=True):
        if not isinstance(scored, TokenSurprisals):
            yield f"score() must return TokenSurprisals, not {type(scored).__name__}, for {_quote(text)}"
            return
        if scored.text != text:
            yield (
                "results must come in the order of the sentences, each with its text: "
                f"{_quote(scored.text)} came for {_quote(text)}"
            )
            return
    if results and not _is_sound(TokenColumns.of(results), results, capabilities, options):
        for text, scored in zip(texts, results, strict=True):
            if not _is_sound(TokenColumns.of([scored]), [scored], capabilities, options):
                yield from _flaws(text, scored, capabilities, options)


def broken_columns(
    texts: Sequence[str], columns: Any, capabilities: Capabilities, options: ScoringOptions = ScoringOptions()
) -> Iterator[str]:
    """Say what is wrong with the results of a batch that came as columns; see `broken_promises`."""
    if not isinstance(columns, TokenColumns):
        yield f"score_columns() must return TokenColumns, not {type(columns).__name__}"
    elif columns.texts != texts or not _is_sound(columns, (), capabilities, options):
        yield from broken_promises(texts, columns.rows(), capabilities, options)


def _is_sound(
    columns: TokenColumns, results: Sequence[TokenSurprisals], capabilities: Capabilities, options: ScoringOptions
) -> bool:
    """Whether nothing is wrong with a batch; may say no where there is nothing after all.

    Ranks and ends of words are looked at in `results`, if there are any.
    """
    columns = columns.in_line()
    sizes = columns.n_tokens
    lengths = np.array(list(map(len, columns.texts)))
    starts, ends = columns.spans[:, 0], columns.spans[:, 1]
    if not (starts >= 0).all() or not (ends >= starts).all() or not (ends <= np.repeat(lengths, sizes)).all():
        return False
    offsets = np.repeat(np.cumsum(lengths) - lengths, sizes)  # where each token's sentence begins in all texts as one
    starts, ends = starts + offsets, ends + offsets
    if (starts[1:] < starts[:-1]).any() or (starts[1:] < ends[:-1] - 1).any():
        return False
    if _left_out("".join(columns.texts), starts, ends).any():
        return False
    boundaries = [one.boundary_bits for one in results if one.boundary_bits is not None]
    if not all(_are_bits(some, capabilities) for some in (columns.bits, columns.eos_bits, *boundaries)):
        return False
    if not capabilities.unknown_words and columns.oov.any():
        return False
    return all((one.ranks is None) <= (not options.ranks) for one in results) and all(
        (one.ranks >= 0).all() for one in results if one.ranks is not None
    )


def _are_bits(values: FloatArray, capabilities: Capabilities) -> bool:
    """Whether they are surprisals, or not defined."""
    is_high_enough = values > -np.inf if capabilities.signed else values >= LEAST_BITS
    is_low_enough = values <= np.inf if capabilities.impossible else values < np.inf
    return bool((is_high_enough & is_low_enough | np.isnan(values)).all())


def _left_out(text: str, starts: IntArray, ends: IntArray) -> Any:
    """Which letters and digits are in no token, one truth value for each code point of a text."""
    begun, ended = (np.bincount(places, minlength=len(text) + 1)[:-1] for places in (starts, ends))
    bare = np.cumsum(begun - ended) == 0
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    bare &= codes != ord(" ")
    others = np.unique(codes[bare])
    return bare & np.isin(codes, [code for code in others.tolist() if chr(code).isalnum()]) if len(others) else bare


def _flaws(text: str, scored: TokenSurprisals, capabilities: Capabilities, options: ScoringOptions) -> Iterator[str]:
    """Say what is wrong with one result."""
    where = f"for {_quote(text)}"
    starts, ends = scored.spans[:, 0], scored.spans[:, 1]
    outside = (starts < 0) | (ends > len(text)) | (ends < starts)
    if outside.any():
        yield f"spans must lie in the text (0 to {len(text)} code points): {_at(scored, outside)} {where}"
    elif (np.diff(starts) < 0).any():
        yield f"tokens must come in the order of the text: {_at(scored, np.r_[False, np.diff(starts) < 0])} {where}"
    else:
        overlap = np.array([False, *(_are_several(text[s:e]) for s, e in zip(starts[1:], ends[:-1], strict=True))])
        if overlap.any():
            yield f"tokens must not overlap by more than a character: {_at(scored, overlap)} {where}"
        bare = _left_out(text, starts, ends)
        if bare.any():
            found = "".join(char for char, is_bare in zip(text, bare.tolist(), strict=True) if is_bare)
            yield f"the spans must cover every character but blanks: {_quote(found)} is in no token {where}"
    infinite = np.isneginf(scored.bits) if capabilities.impossible else np.isinf(scored.bits)
    if infinite.any():
        yield f"bits must be finite or NaN (not defined): {_at(scored, infinite)} {where}"
    negative = (scored.bits < LEAST_BITS) & ~infinite
    if not capabilities.signed and negative.any():
        yield f"surprisals are not negative (-log2 p, in bits): {_at(scored, negative)} {where}"
    if not _are_bits(np.array([scored.eos_bits]), capabilities):
        yield f"eos_bits is a surprisal, finite and not negative, or NaN, not {scored.eos_bits:g}, {where}"
    if scored.boundary_bits is not None and not _are_bits(scored.boundary_bits, capabilities):
        yield f"boundary_bits are surprisals, finite and not negative, or NaN, not {scored.boundary_bits} {where}"
    if scored.oov.any() and not capabilities.unknown_words:
        yield f"capabilities.unknown_words is False, but a token is marked as unknown {where}"
    if options.ranks and scored.ranks is None:
        yield f"ranks were asked for, and there are none {where}"
    if scored.ranks is not None and (scored.ranks < 0).any():
        yield f"ranks begin with 1, and 0 stands for undefined: {_at(scored, scored.ranks < 0)} {where}"


def _are_several(shared: str) -> bool:
    """Whether what two tokens share is more than one character, as a reader counts them.

    Tokens may each have some bytes of one character, which may be of several code points.
    """
    if len(unicodedata.normalize("NFC", shared)) <= 1:
        return False
    joins = [unicodedata.category(char) in ("Mn", "Mc", "Me", "Cf", "Sk") for char in shared]
    return any(not joins[i] and not (joins[i - 1] and shared[i - 1] == "\u200d") for i in range(1, len(shared)))


def _at(scored: TokenSurprisals, wrong: Any) -> str:
    """Show the first token that something is wrong with."""
    place = int(np.flatnonzero(wrong)[0])
    start, end = scored.spans[place].tolist()
    return f"token {place + 1} ({_quote(scored.tokens[place])}, {start} to {end}, {scored.bits[place]:g} bits)"


def _quote(text: str) -> str:
    return repr(text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "...")
