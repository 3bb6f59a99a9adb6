"""What differs between a run and its repetition: the models, the suites, the numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .errors import counted
from .results import ModelResult, Outcome, RunResult, SentenceResult, SuiteResult

__all__ = ["TOLERANCE_BITS", "Differences", "SuiteDifferences", "differences"]

TOLERANCE_BITS = 1e-3
"""How far the surprisal of a token may be off: what batches and threads may change; see docs/reference/results.md."""


@dataclass(frozen=True, slots=True)
class SuiteDifferences:
    """What differs in one suite on one model.

    Parameters
    ----------
    model, suite : str
    n_sentences : int
        How many sentences stand in both runs with the same text.
    said : tuple of str
        What differs beside the numbers: the suite itself, its sentences, how they are cut into tokens.
    max_bits : float
        The greatest difference of the surprisals of one token, in bits, where both are finite.
    flipped : tuple of (Outcome, Outcome)
        Outcomes that are not what they were, each with what it is now.
    """

    model: str
    suite: str
    n_sentences: int
    said: tuple[str, ...]
    max_bits: float
    flipped: tuple[tuple[Outcome, Outcome], ...]

    def within(self, tolerance: float) -> bool:
        """Whether all outcomes are the same, and all surprisals but for `tolerance` bits."""
        return not self.said and not self.flipped and self.max_bits <= tolerance


@dataclass(frozen=True, slots=True)
class Differences:
    """What differs between two runs.

    Parameters
    ----------
    models : tuple of str
        What is different about the models: weights, revision, options; or that one is missing.
    versions : tuple of str
        Libraries, and this package, that are of another version.
    suites : tuple of SuiteDifferences
        Each suite on each model that is in both.
    """

    models: tuple[str, ...]
    versions: tuple[str, ...]
    suites: tuple[SuiteDifferences, ...]

    def same(self, tolerance: float = TOLERANCE_BITS) -> bool:
        """Whether the second run repeats the first: same models and suites, same outcomes, same surprisals.

        Parameters
        ----------
        tolerance : float, optional
            How far the surprisal of a token may be off, in bits.

        Returns
        -------
        bool
            Versions of libraries may differ.
        """
        return not self.models and all(suite.within(tolerance) for suite in self.suites)


def differences(before: RunResult, after: RunResult) -> Differences:
    """Compare a run with its repetition.

    Parameters
    ----------
    before, after : RunResult
        With their sentences.

    Returns
    -------
    Differences
    """
    now = {model.model: model for model in after.models}
    models: list[str] = []
    suites: list[SuiteDifferences] = []
    for model in before.models:
        if model.model not in now:
            models.append(f"{model.model}: not in the second run")
            continue
        models.extend(f"{model.model}: {said}" for said in about_model(model, now[model.model]))
        own = {suite.suite: suite for suite in now[model.model].suites}
        for suite in model.suites:
            if suite.suite in own:
                suites.append(_of_suite(model.model, suite, own[suite.suite]))
            else:
                models.append(f"{model.model}: suite {suite.suite} is not in the second run")
    return Differences(tuple(models), tuple(_changed(before.versions, after.versions)), tuple(suites))


def about_model(was: ModelResult, now: ModelResult) -> Iterator[str]:
    """Say what is different about a model: its weights, its revision, an option."""
    if was.fingerprint != now.fingerprint:
        if was.fingerprint is None or now.fingerprint is None:
            yield "whether its files are those of the first run is not known: one of the two has no fingerprint"
        else:
            yield "its files are not those of the first run (other fingerprint)"
    yield from _changed({"revision": was.revision}, {"revision": now.revision})
    yield from _changed(was.options, now.options)


def _changed(was: Mapping[str, object], now: Mapping[str, object]) -> Iterator[str]:
    for name in [*was, *(name for name in now if name not in was)]:
        if was.get(name) != now.get(name):
            yield f"{name} {_shown(was.get(name))} -> {_shown(now.get(name))}"


def _shown(value: object) -> str:
    return "(not set)" if value is None else "(empty)" if value == "" else str(value)


def _of_suite(model: str, was: SuiteResult, now: SuiteResult) -> SuiteDifferences:
    said = []
    if was.suite_sha256 != now.suite_sha256:
        said.append("the suite is not what it was (other sha256)")
    for name in ("metric", "join", "context", "word_boundary"):
        said.extend(_changed({name: getattr(was, name)}, {name: getattr(now, name)}))
    new = {(sentence.item_number, sentence.condition_name): sentence for sentence in now.sentences}
    pairs = [(old, new.get((old.item_number, old.condition_name))) for old in was.sentences]
    both = [(old, other) for old, other in pairs if other is not None and other.text == old.text]
    if len(both) < len(was.sentences) or len(new) != len(was.sentences):
        n_other = len(was.sentences) - len(both)
        said.append(f"{n_other} of {len(was.sentences)} sentences are missing or of other text; {len(new)} there now")
    n_recut = sum(old.token_spans != other.token_spans for old, other in both)
    if n_recut:
        said.append(f"{n_recut} of {len(both)} sentences are cut into other tokens")
    apart = [_apart(old, other) for old, other in both if old.token_spans == other.token_spans]
    n_one_sided = int(sum(np.count_nonzero(np.isinf(bits)) for bits in apart))
    if n_one_sided:
        said.append(f"{counted(n_one_sided, 'surprisal')} finite in one of the runs only")
    max_bits = max((float(np.max(bits, initial=0.0, where=np.isfinite(bits))) for bits in apart), default=0.0)
    outcomes = {(outcome.item_number, outcome.prediction): outcome for outcome in now.outcomes}
    flipped = [
        (old, other)
        for old in was.outcomes
        if (other := outcomes.get((old.item_number, old.prediction))) is not None and other.holds != old.holds
    ]
    if len(outcomes) != len(was.outcomes):
        said.append(f"{len(was.outcomes)} outcomes then, {len(outcomes)} now")
    return SuiteDifferences(model, was.suite, len(both), tuple(said), max_bits, tuple(flipped))


def _apart(was: SentenceResult, now: SentenceResult) -> NDArray[np.float64]:
    """Differences of the surprisals of tokens, in bits; none between two undefined or two infinite ones."""
    left = np.array([*was.token_bits, was.eos_bits], np.float64)  # None becomes NaN
    right = np.array([*now.token_bits, now.eos_bits], np.float64)
    same = (left == right) | (np.isnan(left) & np.isnan(right))
    with np.errstate(invalid="ignore"):
        apart = np.where(same, 0.0, np.abs(left - right))
    return np.where(np.isnan(apart), np.inf, apart)
