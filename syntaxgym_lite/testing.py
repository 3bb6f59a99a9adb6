"""The contract test for backends: run it in the tests of a plug-in.

Examples
--------
In a plug-in's test file::

    from syntaxgym_lite.backends import load_backend
    from syntaxgym_lite.testing import check_backend

    def test_the_backend_keeps_its_promises():
        check_backend(load_backend("letters:abc"))
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from .backends.contract import LEAST_BITS, broken_promises
from .backends.protocol import Backend, Completer, Grouping
from .errors import ScoringError, SgliteError
from .surprisal import BackendInfo, Capabilities, FloatArray, ScoringOptions, TokenSurprisals

__all__ = ["check_backend"]

_TEXTS = (
    "The dog barked.",
    "Nobody had told the gardener about the second letter.",
    "She wore a red coat, but he didn't.",
    "dogs bark",
    "It rained, and it rained, and then it stopped.",
)
_UNUSUAL = (
    "Tea",
    "?",
    "...",
    "a",
    "The café is naïve.",
    "The cafe\u0301 is nai\u0308ve.",  # combining marks
    "my 🦊 naps",
    "👩‍👩‍👧 and 🏳️‍🌈 came",  # several code points to one picture
    "猫昨天睡了",
    "แมวนอนหลับ",
    "الكلب ينام",
    "“Yes,” she said — ‘no’.",
    "3.5 % of 1,000",
    "xqzzv brrgl",
    "the the the the",
)
_CONTEXT = "The weather was fine. "
_LONG = " ".join(["the old dog slept and"] * 300) + " woke."
_NOT_RECORDED = "Seventeen purple staplers recited this unrecorded sentence."


def check_backend(backend: Backend, texts: Sequence[str] | None = None, *, tolerance: float = 1e-3) -> None:
    """Test that a backend keeps the promises of `syntaxgym_lite.backends.Backend`.

    Every promise is tested, and all that are broken are reported together: one result for each sentence, in order;
    spans that lie in the sentence and cover it; bits that are finite or NaN; the same bits in any batch and order, and
    to the last one in groups (`syntaxgym_lite.backends.protocol.Grouping`); nothing that depends on words to come, for
    a model with left context; Unicode; context, end of sentence, ranks, boundaries and completions as its
    `Capabilities` say; a fingerprint that is stable; nothing written to standard output.

    Parameters
    ----------
    backend : Backend
        A loaded model.
    texts : sequence of str, optional
        Sentences it can score. Needed for a backend that does not take any text (`Capabilities.any_text`); a few
        English ones otherwise. At least two.
    tolerance : float, optional
        How far, in bits, the same sentence may differ between batches.

    Raises
    ------
    AssertionError
        If a promise is broken; the message says which, with what was found.
    ValueError
        If `texts` are needed and not given.
    """
    problems = list(_check_info(backend))
    if not problems:
        info = backend.info
        capabilities = info.capabilities
        if texts is None and not capabilities.any_text:
            raise ValueError("this backend scores only certain sentences (capabilities.any_text is False): give texts")
        checked = list(texts if texts is not None else _TEXTS)
        if len(checked) < 2:
            raise ValueError("give at least two texts")
        with _captured_stdout() as printed:
            for check in _CHECKS:
                problems.extend(_run(check, backend, checked, tolerance))
        if printed:
            problems.append(f"standard output is for data only, but score() printed {printed[0][:80]!r}")
        if backend.info != info:
            problems.append("info must not change by scoring")
    if problems:
        name = getattr(getattr(backend, "info", None), "backend", type(backend).__name__)
        count = "a promise" if len(problems) == 1 else f"{len(problems)} promises"
        listed = "\n".join(f"- {problem}" for problem in dict.fromkeys(problems))
        raise AssertionError(f"The backend '{name}' breaks {count}:\n{listed}")


_Check = Callable[[Backend, list[str], float], Iterator[str]]


def _run(check: _Check, backend: Backend, texts: list[str], tolerance: float) -> Iterator[str]:
    """Yield the problems a check finds; a crash is one."""
    try:
        yield from check(backend, texts, tolerance)
    except Exception as error:
        doing = check.__name__.removeprefix("_check_").replace("_", " ")
        yield f"{doing}: score() raised {type(error).__name__}: {error}"


# ---------------------------------------------------------------- who it is


def _check_info(backend: Any) -> Iterator[str]:
    if not callable(getattr(backend, "score", None)):
        yield "it must have a method score(texts, options)"
        return
    try:
        described = backend.info
    except Exception as error:
        yield f"reading its property info raised {type(error).__name__}: {error}"
        return
    if not isinstance(described, BackendInfo):
        yield f"info must be a BackendInfo, not {type(described).__name__}"
        return
    info: Any = described  # the types of its fields are promises to test, not facts
    if not isinstance(info.capabilities, Capabilities):
        yield f"info.capabilities must be Capabilities, not {type(info.capabilities).__name__}"
        return
    if not info.backend or not isinstance(info.backend, str):
        yield "info.backend must name the kind of model"
    if not isinstance(info.model, str):
        yield "info.model must be text"
    if info.fingerprint is not None and not re.fullmatch(r"[0-9a-f]{64}", str(info.fingerprint)):
        yield f"info.fingerprint must be 64 hexadecimal digits (a sha256) or None, not {info.fingerprint!r}"
    if backend.info.fingerprint != info.fingerprint:
        yield "info.fingerprint must not change from one reading to the next"
    for key, value in dict(info.options).items():
        if not isinstance(key, str) or not (value is None or isinstance(value, (str, int, float, bool))):
            yield f"info.options must hold text, numbers, truth values or None; '{key}' is a {type(value).__name__}"
    if not all(isinstance(warning, str) for warning in info.warnings):
        yield "info.warnings must be texts"
    try:
        json.dumps(asdict(info))
    except (TypeError, ValueError) as error:
        yield f"info must be plain data, so that results can be saved as JSON: {error}"


# ---------------------------------------------------------------- what it says


def _check_scoring(backend: Backend, texts: list[str], tolerance: float) -> Iterator[str]:
    given = list(texts)
    results: Any = backend.score(given, ScoringOptions())
    if given != texts:
        yield "score() must not change the list it is given"
    if not isinstance(results, list) or len(results) != len(texts):
        yield from broken_promises(texts, results, backend.info.capabilities)
        return
    capabilities = backend.info.capabilities
    for text, scored in zip(texts, results, strict=True):
        found = list(_flaws(text, scored, capabilities))
        yield from found
        if found:
            continue
        if not np.isnan(scored.eos_bits):
            yield f"eos_bits must be NaN unless asked for, but is {scored.eos_bits} for {_quote(text)}"
        if not len(scored.bits):
            yield f"a sentence has at least one token, but {_quote(text)} has none"
        elif not capabilities.first_token and not np.isnan(scored.bits[0]):
            yield (
                f"capabilities.first_token is False, so the first token's bits must be NaN, but they are"
                f" {scored.bits[0]} for {_quote(text)}"
            )
        elif capabilities.first_token and np.isnan(scored.bits[0]) and not scored.oov[0]:
            yield f"capabilities.first_token is True, but the first token's bits are NaN for {_quote(text)}"
        if len(scored.bits) > 1 and np.isnan(scored.bits).all() and not scored.oov.all():
            yield f"no token of {_quote(text)} has a value"


def _flaws(text: str, scored: Any, capabilities: Capabilities) -> Iterator[str]:
    """Yield what is wrong with one result, whatever was asked: what a run refuses, and what readers would miss."""
    found = list(broken_promises([text], [scored], capabilities))
    yield from found
    if not isinstance(scored, TokenSurprisals) or scored.text != text:
        return
    where = f"for {_quote(text)}"
    if not found:
        covered = np.zeros(len(text), bool)
        for start, end in scored.spans.tolist():
            covered[start:end] = True
        bare = "".join(char for char, is_covered in zip(text, covered.tolist(), strict=True) if not is_covered)
        if bare.strip():
            yield f"the spans must cover every character but blanks: {_quote(bare.strip())} is in no token {where}"
    if any(array.flags.writeable for array in (scored.spans, scored.bits, scored.oov)):
        yield f"arrays must be read-only {where}"
    if any(mark in token for token in scored.tokens for mark in "ĠĊ") and not any(mark in text for mark in "ĠĊ"):
        yield f"tokens are for readers: text, not byte symbols such as Ġ, {where}"


def _check_batches(backend: Backend, texts: list[str], tolerance: float) -> Iterator[str]:
    together = backend.score(texts, ScoringOptions())
    arrangements = {
        "alone": [backend.score([text], ScoringOptions())[0] for text in texts],
        "in reversed order": backend.score(texts[::-1], ScoringOptions())[::-1],
        "a second time": backend.score(tuple(texts), ScoringOptions()),
        "next to a copy of itself": backend.score([text for text in texts for _ in range(2)], ScoringOptions())[::2],
    }
    for arrangement, results in arrangements.items():
        for text, one, other in zip(texts, together, results, strict=True):
            difference = _difference(one, other)
            if difference > tolerance:
                yield (
                    f"a sentence gets the same bits in any batch and order: {_quote(text)} {arrangement} differs"
                    f" {_much(difference)}"
                )


def _check_groups(backend: Backend, texts: list[str], tolerance: float) -> Iterator[str]:
    if not isinstance(backend, Grouping):
        return
    groups = [texts[::2], texts[1::2], texts[::2], []]
    together = backend.score_groups(groups, ScoringOptions())
    if [[one.text for one in own] for own in together] != groups:
        yield "score_groups must give each group's results, in order"
        return
    for group, own in zip(groups, together, strict=True):
        for text, one, other in zip(group, own, backend.score(group, ScoringOptions()), strict=True):
            if not np.array_equal(one.bits, other.bits, equal_nan=True):
                yield (
                    f"score_groups must give what score gives for each group, to the bit: {_quote(text)} differs"
                    f" {_much(_difference(one, other))}"
                )


def _check_left_context(backend: Backend, texts: list[str], tolerance: float) -> Iterator[str]:
    capabilities = backend.info.capabilities
    if capabilities.context != "left" or not capabilities.any_text:
        return
    for text in texts:
        words = text.split()
        if len(words) < 3:
            continue
        begin = " ".join(words[:-1])
        whole, part = backend.score([text, begin], ScoringOptions())
        # the last token of the part may be cut otherwise in the whole; what stands before it must be the same
        n = 0
        while (
            n < min(len(whole.bits), len(part.bits)) - 1
            and whole.tokens[n] == part.tokens[n]
            and whole.spans[n].tolist() == part.spans[n].tolist()
        ):
            n += 1
        difference = _gap(whole.bits[:n], part.bits[:n])
        if difference > tolerance:
            yield (
                "capabilities.context is 'left', but what follows a token changes its bits:"
                f" {_quote(text)} and {_quote(begin)} differ {_much(difference)} in the tokens they share"
            )


def _check_unusual_sentences(backend: Backend, texts: list[str], tolerance: float) -> Iterator[str]:
    capabilities = backend.info.capabilities
    if not capabilities.any_text:
        return
    for text in (*_UNUSUAL, _LONG):
        try:
            results = backend.score([text], ScoringOptions())
        except ScoringError as error:
            if text[:20] not in str(error):
                yield f"a ScoringError must name the sentence, but for {_quote(text)} it says: {error}"
            continue
        except Exception as error:
            yield f"scoring {_quote(text)} raised {type(error).__name__}: {error}"
            continue
        if len(results) != 1:
            yield f"score() must return one result for each sentence: {len(results)} came for {_quote(text)}"
            continue
        yield from _flaws(text, results[0], capabilities)


# ---------------------------------------------------------------- what else it can be asked


def _check_context(backend: Backend, texts: list[str], tolerance: float) -> Iterator[str]:
    capabilities = backend.info.capabilities
    options = ScoringOptions(context=_CONTEXT)
    if capabilities.any_context and not capabilities.any_text:
        return  # only recorded contexts can be served
    if not capabilities.any_context:
        with contextlib.suppress(SgliteError):
            backend.score(texts[:1], options)
            yield "capabilities.any_context is False, so score() must raise a ScoringError when a context is given"
        return
    together = backend.score(texts, options)
    for text, scored in zip(texts, together, strict=True):
        yield from (f"with a context: {flaw}" for flaw in _flaws(text, scored, capabilities))
    for text, one in zip(texts, together, strict=True):
        difference = _difference(one, backend.score([text], options)[0])
        if difference > tolerance:
            yield f"with a context: {_quote(text)} alone differs {_much(difference)} from the same in a batch"


def _check_end_of_sentence(backend: Backend, texts: list[str], tolerance: float) -> Iterator[str]:
    asked = backend.score(texts, ScoringOptions(eos=True))
    for text, scored, plain in zip(texts, asked, backend.score(texts, ScoringOptions()), strict=True):
        if backend.info.capabilities.eos and not LEAST_BITS <= scored.eos_bits < np.inf:
            yield f"capabilities.eos is True, but eos_bits is {scored.eos_bits} for {_quote(text)}"
        if not backend.info.capabilities.eos and not np.isnan(scored.eos_bits):
            yield f"capabilities.eos is False, but eos_bits is {scored.eos_bits} for {_quote(text)}"
        if _difference(scored, plain) > tolerance:
            yield f"asking for the end of the sentence must not change the tokens of {_quote(text)}"


def _check_ranks(backend: Backend, texts: list[str], tolerance: float) -> Iterator[str]:
    options = ScoringOptions(ranks=True)
    if not backend.info.capabilities.ranks:
        with contextlib.suppress(SgliteError):
            if any(scored.ranks is not None for scored in backend.score(texts, options)):
                yield "capabilities.ranks is False, but ranks came back"
        return
    for text, scored, plain in zip(
        texts, backend.score(texts, options), backend.score(texts, ScoringOptions()), strict=True
    ):
        if scored.ranks is None:
            yield f"capabilities.ranks is True, but there are no ranks for {_quote(text)}"
        elif (scored.ranks < 0).any() or ((scored.ranks == 0) & ~np.isnan(scored.bits)).any():
            yield f"ranks begin with 1, and 0 stands for undefined: {scored.ranks.tolist()} for {_quote(text)}"
        if _difference(scored, plain) > tolerance:
            yield f"asking for ranks must not change the tokens of {_quote(text)}"


def _check_boundaries(backend: Backend, texts: list[str], tolerance: float) -> Iterator[str]:
    options = ScoringOptions(boundaries=True)
    if not backend.info.capabilities.boundaries:
        with contextlib.suppress(SgliteError):
            if any(scored.boundary_bits is not None for scored in backend.score(texts, options)):
                yield "capabilities.boundaries is False, but boundary_bits came back"
        return
    for text, scored, plain in zip(
        texts, backend.score(texts, options), backend.score(texts, ScoringOptions()), strict=True
    ):
        ends = scored.boundary_bits
        if ends is None:
            yield f"capabilities.boundaries is True, but there are no boundary_bits for {_quote(text)}"
        elif len(ends) and (not np.isnan(ends[0]) or (ends < LEAST_BITS).any()):
            yield f"boundary_bits are surprisals, and NaN before the first token: {ends.tolist()} for {_quote(text)}"
        elif (ends[:-1] > scored.bits + tolerance).any():
            yield f"a token that begins a word cannot be more probable than all that do, as it is in {_quote(text)}"
        if _difference(scored, plain) > tolerance:
            yield f"asking for boundaries must not change the tokens of {_quote(text)}"


def _check_completions(backend: Backend, texts: list[str], tolerance: float) -> Iterator[str]:
    if not backend.info.capabilities.completions:
        return
    if not isinstance(backend, Completer):
        yield "capabilities.completions is True, but there is no method completions(prefixes, k)"
        return
    begins = [text.split()[0] for text in texts]
    found = backend.completions(begins, 3)
    if len(found) != len(begins):
        yield f"completions() must return one list for each text: {len(begins)} were given, {len(found)} came back"
    for begin, expected in zip(begins, found, strict=False):
        bits = np.array([prediction.bits for prediction in expected])
        if not 1 <= len(bits) <= 3:
            yield f"completions() must give as many pieces as asked for (3), but gives {len(bits)} for {_quote(begin)}"
        elif (np.diff(bits) < 0).any() or not (bits >= LEAST_BITS).all():
            yield (
                "completions() must give the most probable piece first, with surprisals in bits, but gives"
                f" {bits.tolist()} for {_quote(begin)}"
            )


def _check_unrecorded_sentence(backend: Backend, texts: list[str], tolerance: float) -> Iterator[str]:
    if backend.info.capabilities.any_text:
        return
    try:
        backend.score([_NOT_RECORDED], ScoringOptions())
    except ScoringError as error:
        if _NOT_RECORDED not in str(error):
            yield f"a ScoringError must name the sentence that cannot be scored, but says: {error}"
    else:
        yield "capabilities.any_text is False, but an arbitrary sentence was scored"


_CHECKS: tuple[_Check, ...] = (
    _check_scoring,
    _check_batches,
    _check_groups,
    _check_left_context,
    _check_unusual_sentences,
    _check_context,
    _check_end_of_sentence,
    _check_ranks,
    _check_boundaries,
    _check_completions,
    _check_unrecorded_sentence,
)


# ---------------------------------------------------------------- helpers


def _difference(one: TokenSurprisals, other: TokenSurprisals) -> float:
    """Return the largest difference in bits; infinite if tokens or spans differ."""
    if one.tokens != other.tokens or not np.array_equal(one.spans, other.spans):
        return np.inf
    return np.inf if not np.array_equal(one.oov, other.oov) else _gap(one.bits, other.bits)


def _gap(one: FloatArray, other: FloatArray) -> float:
    if (np.isnan(one) != np.isnan(other)).any():
        return np.inf
    return float(np.nanmax(np.abs(one - other), initial=0.0))


def _much(difference: float) -> str:
    return "in its tokens or in which of them have a value" if np.isinf(difference) else f"by {difference:.3g} bits"


def _quote(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")


@contextlib.contextmanager
def _captured_stdout() -> Iterator[list[str]]:
    """Catch what is written to standard output, by Python or by a C library; the list is filled at the end."""
    printed: list[str] = []
    stream = io.StringIO()
    sys.stdout.flush()
    saved = os.dup(1)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 1)
        try:
            with contextlib.redirect_stdout(stream):
                yield printed
        finally:
            os.dup2(saved, 1)
            os.close(saved)
            file.seek(0)
            printed.extend(filter(None, (stream.getvalue(), file.read().decode(errors="replace"))))
