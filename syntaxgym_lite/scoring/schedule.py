"""Score many sentences with one model: each distinct text once, and only if it is not known yet, in batches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from textwrap import shorten

from ..backends.protocol import Backend, BatchBackend, BatchFailure
from ..errors import ScoringError, SgliteError
from ..surprisal import Capabilities, ScoringOptions, TokenSurprisals
from .cache import SurprisalCache

__all__ = ["PartialScoringError", "Progress", "default_batch_size", "score_texts"]

_MOST_SHOWN = 5
_LONGEST_SHOWN = 100

Progress = Callable[[int, int | None], None]
"""Called with the number of distinct sentences done and in all (None: not known), now and then."""


class PartialScoringError(ScoringError):
    """Some batches could not be scored, while others were.

    Parameters
    ----------
    failures : sequence of BatchFailure
    scored : mapping of str to TokenSurprisals
        What is known of the other sentences.
    """

    def __init__(self, failures: Sequence[BatchFailure], scored: Mapping[str, TokenSurprisals]) -> None:
        self.failures = tuple(failures)
        self.scored = scored
        super().__init__("\n".join(map(_said, failures)))

    @property
    def failed(self) -> tuple[str, ...]:
        """Sentences without surprisals."""
        return tuple(text for failure in self.failures for text in failure.texts)


def _said(failure: BatchFailure) -> str:
    n = len(failure.texts)
    shown = [shorten(text, _LONGEST_SHOWN, placeholder=" …") for text in failure.texts[:_MOST_SHOWN]]
    if n == 1:
        return f"The sentence '{shown[0]}' could not be scored: {failure.message}"
    rest = [f"… and {n - len(shown)} more"] if n > len(shown) else []
    why = " ".join(failure.message.split())
    return "\n  ".join([f"A batch of {n} sentences could not be scored: {why}", *shown, *rest])


def default_batch_size(capabilities: Capabilities) -> int:
    """How many sentences to give a model at once when the user does not say."""
    if capabilities.units == "words":
        return 4096
    return 512 if capabilities.prefixes else 32


def _ordered(backend: Backend, texts: Iterable[str]) -> list[str]:
    """Distinct texts in the order that is cheapest: neighbours begin alike, or are alike in length."""
    distinct = dict.fromkeys(texts)
    if backend.info.capabilities.prefixes:
        return sorted(distinct)
    return sorted(distinct, key=len, reverse=True)  # the costliest batch fails first, not last


def score_texts(
    backend: Backend,
    texts: Sequence[str],
    options: ScoringOptions = ScoringOptions(),
    *,
    batch_size: int | None = None,
    progress: Progress | None = None,
    cache: SurprisalCache | None = None,
) -> list[TokenSurprisals]:
    """Give the token surprisals of every text, in order; `syntaxgym_lite.scoring.scorer.Scorer.score` says the rest.

    Sentences found in `cache` are not scored; those scored are kept there, batch by batch. It is unused for a model
    without a fingerprint.
    """
    fingerprint = backend.info.fingerprint if cache is not None else None
    scored: dict[str, TokenSurprisals] = {}
    if cache is not None and fingerprint is not None:
        scored = cache.get(fingerprint, options, list(dict.fromkeys(texts)))
    missing = _ordered(backend, (text for text in texts if text not in scored))
    total = len(scored) + len(missing)
    if scored and progress is not None:
        progress(len(scored), total)
    size = batch_size or default_batch_size(backend.info.capabilities)
    batches = [missing[start : start + size] for start in range(0, len(missing), size)]
    failures = []
    for index, results in _score_batches(backend, batches, options):
        if isinstance(results, BatchFailure):
            failures.append(results)
            continue
        by_text = dict(zip(batches[index], results, strict=True))
        if cache is not None and fingerprint is not None:
            cache.put_as(backend.info, options, by_text)
        scored.update(by_text)
        if progress is not None:
            progress(len(scored), total)
    if failures:
        raise PartialScoringError(failures, scored)
    return [scored[text] for text in texts]


def _score_batches(
    backend: Backend, batches: Sequence[Sequence[str]], options: ScoringOptions
) -> Iterator[tuple[int, list[TokenSurprisals] | BatchFailure]]:
    """Score batches one after the other, or as the backend likes if it takes them all."""
    if not batches:
        return
    if isinstance(backend, BatchBackend):
        yield from backend.score_batches(batches, options)
        return
    for index, batch in enumerate(batches):
        yield index, _score_batch(backend, batch, options)


def _score_batch(backend: Backend, batch: Sequence[str], options: ScoringOptions) -> list[TokenSurprisals]:
    try:
        results = list(backend.score(batch, options))
    except SgliteError:
        raise
    except Exception as error:
        raise ScoringError(
            f"{backend.info.model} failed on a batch of {len(batch)} sentences that begins with '{batch[0]}': "
            f"{type(error).__name__}: {error}"
        ) from error
    if len(results) != len(batch):
        raise ScoringError(f"{backend.info.model} was given {len(batch)} sentences and answered {len(results)}.")
    return results
