"""Score many sentences with one model: each distinct text once, and only if it is not known yet, in batches."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, pairwise
from textwrap import shorten

import numpy as np

from ..backends.contract import broken_columns, broken_promises
from ..backends.protocol import Backend, BatchBackend, BatchFailure, Columnar, Grouping
from ..errors import PLUGIN_FAULTS, InputError, ScoringError, SgliteError, told
from ..surprisal import Capabilities, ScoringOptions, TokenSurprisals
from ..token_columns import TokenColumns
from .cache import SurprisalCache

__all__ = [
    "PartialScoringError",
    "Progress",
    "Where",
    "default_batch_size",
    "placed",
    "score_columns",
    "score_texts",
    "sound_batch_size",
]

_MOST_SHOWN = 5
_LONGEST_SHOWN = 100
_MOST_WITHOUT_SUCCESS = 20  # a model that fails on so many before it scores any fails on all
_MOST_APART = 100  # a model that fails on more sentences is out of order

Progress = Callable[[int, int | None], None]
"""Called with the number of distinct sentences done and in all (None: not known), after each batch.

It may raise `syntaxgym_lite.errors.Stopped`, which ends the scoring; what was scored is kept in the cache.
"""


Where = Callable[[str], str | None]
"""From a sentence to where its user finds it, as it stands at the head of a message; None if it is nowhere."""


class PartialScoringError(ScoringError):
    """Some sentences could not be scored, while others were.

    Parameters
    ----------
    failures : sequence of BatchFailure
    rows : sequence of TokenSurprisals, or None
        One for each sentence that was asked for, in order; None where there is none.
    where : callable, optional
        See `Where`.
    """

    def __init__(
        self, failures: Sequence[BatchFailure], rows: Sequence[TokenSurprisals | None] = (), where: Where | None = None
    ) -> None:
        self.failures = tuple(failures)
        self.rows = list(rows)
        said = [_said(failure, where) for failure in failures[:_MOST_SHOWN]]
        if n_more := sum(len(failure.texts) for failure in failures[_MOST_SHOWN:]):
            said.append(f"… and {n_more:,} more {'sentence' if n_more == 1 else 'sentences'} that could not be scored.")
        super().__init__("\n".join(said), [text for failure in failures for text in failure.texts])

    @property
    def failed(self) -> tuple[str, ...]:
        """Sentences without surprisals."""
        return self.texts

    @property
    def scored(self) -> dict[str, TokenSurprisals]:
        """What is known of the other sentences."""
        return {row.text: row for row in self.rows if row is not None}


def placed(error: ScoringError, where: Where | None) -> ScoringError:
    """Give the same error, with the place of its sentences, if it is known."""
    if where is None or not error.texts:
        return error
    if isinstance(error, PartialScoringError):
        return PartialScoringError(error.failures, error.rows, where)
    place = where(error.texts[0])
    return error if place is None else ScoringError(f"{place}: {error}", error.texts)


def _shown(text: str) -> str:
    return shorten(text, _LONGEST_SHOWN, placeholder=" …")


def _said(failure: BatchFailure, where: Where | None) -> str:
    n = len(failure.texts)
    places = [None if where is None else where(text) for text in failure.texts[:_MOST_SHOWN]]
    shown = [
        f"{place}: '{_shown(text)}'" if place is not None else _shown(text)
        for text, place in zip(failure.texts, places, strict=False)
    ]
    if n == 1:
        before = "" if places[0] is None else f"{places[0]}: "
        if failure.names_text:
            return f"{before}{failure.message}"
        return f"{before}The sentence '{_shown(failure.texts[0])}' could not be scored: {failure.message}"
    rest = [f"… and {n - len(shown)} more"] if n > len(shown) else []
    why = " ".join(failure.message.split())
    return "\n  ".join([f"A batch of {n} sentences could not be scored: {why}", *shown, *rest])


def default_batch_size(capabilities: Capabilities) -> int:
    """How many sentences to give a model at once when the user does not say."""
    if capabilities.units == "words":
        return 4096
    return 512 if capabilities.prefixes else 32


def sound_batch_size(batch_size: object) -> int | None:
    """Give the number of sentences that somebody asked for at once; None stands for the model's own.

    Raises
    ------
    InputError
        If it is no whole number of at least 1.
    """
    if batch_size is None:
        return None
    try:
        size = operator.index(batch_size)  # type: ignore[arg-type]  # anything may come from a notebook
    except TypeError:
        size = 0
    if size < 1:
        raise InputError(f"`batch_size` must be a whole number of at least 1, not {batch_size!r}.")
    return size


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
    sets: Sequence[int] | None = None,
    batch_size: int | None = None,
    progress: Progress | None = None,
    cache: SurprisalCache | None = None,
) -> list[TokenSurprisals]:
    """Give the token surprisals of every text, in order; `syntaxgym_lite.scoring.scorer.Scorer.score` says the rest.

    Sentences found in `cache` are not scored; those scored are kept there, batch by batch. It is unused for a model
    without a fingerprint.
    """
    fingerprint = backend.info.fingerprint if cache is not None else None
    known: dict[str, TokenSurprisals] = {}
    if cache is not None and fingerprint is not None:
        known = cache.get(fingerprint, options, list(dict.fromkeys(texts)))
    parts = _parts(texts, sets)
    size = batch_size or default_batch_size(backend.info.capabilities)
    batches: list[_Batch] = []
    scored: list[dict[str, TokenSurprisals]] = []  # for each set; equal sets have one
    first: dict[tuple[str, ...], dict[str, TokenSurprisals]] = {}
    for part in parts:
        missing = _ordered(backend, (text for text in part if text not in known))
        is_new = tuple(missing) not in first
        own = first.setdefault(tuple(missing), {})
        if is_new:
            batches += [_Batch(missing[place : place + size], own) for place in range(0, len(missing), size)]
        scored.append(own)
    done, total = set(known), len(set(texts))
    if known and progress is not None:
        progress(len(known), total)

    def keep(batch: _Batch, results: Sequence[TokenSurprisals]) -> None:
        _refuse_broken(backend, batch.texts, results, options)
        if backend.info.capabilities.impossible:
            results = list(map(_with_impossible_said, results))
        by_text = dict(zip(batch.texts, results, strict=True))
        if cache is not None and fingerprint is not None:
            cache.put_as(backend.info, options, by_text)
        batch.scored.update(by_text)
        done.update(by_text)
        if progress is not None:
            progress(len(done), total)

    if isinstance(backend, BatchBackend):
        failures = _elsewhere(backend, batches, options, keep)
    else:
        failures = _here(backend, batches, options, keep, size, has_known=bool(known))
    rows = [
        known[text] if text in known else own.get(text)
        for own, part in zip(scored, parts, strict=True)
        for text in part
    ]
    if failures:
        raise PartialScoringError(failures, rows)
    return [row for row in rows if row is not None]


@dataclass(frozen=True, slots=True)
class _Batch:
    """Sentences of one set that a model is given at once, and where to put what it gives for each."""

    texts: Sequence[str]
    scored: dict[str, TokenSurprisals]


def score_columns(
    backend: Backend,
    texts: Sequence[str],
    options: ScoringOptions = ScoringOptions(),
    *,
    sets: Sequence[int] | None = None,
    batch_size: int | None = None,
    progress: Progress | None = None,
    cache: SurprisalCache | None = None,
) -> TokenColumns:
    """Give what `score_texts` gives, as arrays; of a model that gives arrays, no object is made for a sentence."""
    columns = None
    if cache is None or backend.info.fingerprint is None:
        columns = _columns_of(backend, _parts(texts, sets), options, batch_size, progress)
    if columns is None:
        return TokenColumns.of(
            score_texts(backend, texts, options, sets=sets, batch_size=batch_size, progress=progress, cache=cache)
        )
    return columns


def _parts(texts: Sequence[str], sets: Sequence[int] | None) -> list[Sequence[str]]:
    """Give the texts of each set."""
    bounds = np.cumsum([0, *([len(texts)] if sets is None else sets)]).tolist()
    return [texts[start:end] for start, end in pairwise(bounds)]


def _columns_of(
    backend: Backend,
    sets: Sequence[Sequence[str]],
    options: ScoringOptions,
    batch_size: int | None,
    progress: Progress | None,
) -> TokenColumns | None:
    """Give columns as the model itself gives them; None if it gives none, or something is wrong.

    Then the sentences are scored as those of any other model, which finds out which of them is to blame.
    """
    can = backend.info.capabilities
    if (
        not any(sets)
        or not isinstance(backend, Columnar)
        or isinstance(backend, BatchBackend)
        or options.ranks
        or options.boundaries
        or can.impossible
    ):
        return None
    size = batch_size or default_batch_size(can)
    total = 0 if progress is None else len(set(chain.from_iterable(sets)))
    done: set[str] = set()
    known: dict[tuple[str, ...], TokenColumns] = {}  # equal sets are scored once
    parts = []
    for own in filter(None, sets):
        distinct = tuple(dict.fromkeys(own))
        if distinct not in known:
            batches = []
            for start in range(0, len(distinct), size):
                batch = list(distinct[start : start + size])
                try:
                    columns = backend.score_columns(batch, options)
                    if any(broken_columns(batch, columns, can, options)):
                        return None
                except PLUGIN_FAULTS:
                    return None
                batches.append(columns)
                if progress is not None:
                    done.update(batch)
                    progress(len(done), total)
            known[distinct] = TokenColumns.joined(batches)
        columns = known[distinct]
        if len(own) != len(distinct):
            places = {text: place for place, text in enumerate(distinct)}
            columns = columns.take(np.array([places[text] for text in own], dtype=np.int64))
        parts.append(columns)
    return TokenColumns.joined(parts)


_Keep = Callable[[_Batch, Sequence[TokenSurprisals]], None]


def _here(
    backend: Backend,
    batches: Sequence[_Batch],
    options: ScoringOptions,
    keep: _Keep,
    size: int,
    *,
    has_known: bool,
) -> list[BatchFailure]:
    """Have batches scored in this process; several small ones together, if the model does that.

    If no sentence has a value, of those known before neither (`has_known`), the first error is raised.
    """
    errors: list[ScoringError] = []

    def has_scored() -> bool:
        return has_known or any(batch.scored for batch in batches)

    for group in _groups(batches, size):
        if len(group) > 1 and isinstance(backend, Grouping):
            try:
                together = backend.score_groups([batch.texts for batch in group], options)
            except PLUGIN_FAULTS:  # each by itself says whose fault it is
                pass
            else:
                for batch, results in zip(group, together, strict=True):
                    keep(batch, results)
                continue
        for batch in group:
            _apart(backend, batch, options, keep, errors, has_scored)
    if errors and not has_scored():
        raise errors[0] from errors[0].__cause__
    return [BatchFailure(error.texts, str(error), names_text=True) for error in errors]


def _groups(batches: Sequence[_Batch], size: int) -> Iterator[list[_Batch]]:
    """Put neighbours together, as long as they have no more sentences than one batch may have."""
    group: list[_Batch] = []
    for batch in batches:
        if group and sum(len(one.texts) for one in group) + len(batch.texts) > size:
            yield group
            group = []
        group.append(batch)
    if group:
        yield group


def _apart(
    backend: Backend,
    batch: _Batch,
    options: ScoringOptions,
    keep: _Keep,
    errors: list[ScoringError],
    has_scored: Callable[[], bool],
) -> None:
    """Score a batch; where a sentence in it fails, note the error, and score the others without it.

    A batch that fails as a whole, for want of memory for instance, is tried in halves, and those in halves. A model
    that fails on everything is not asked for everything: `_MOST_WITHOUT_SUCCESS`, `_MOST_APART`.
    """
    waiting = [batch.texts]
    while waiting:
        now = waiting.pop()
        try:
            results = _score_batch(backend, now, options)
        except ScoringError as error:
            error.texts = tuple(text for text in now if text in error.texts)
            if not error.texts:
                if len(now) == 1:
                    raise
                waiting += [now[len(now) // 2 :], now[: len(now) // 2]]
                continue
            errors.append(error)
            if sum(len(each.texts) for each in errors) >= (_MOST_APART if has_scored() else _MOST_WITHOUT_SUCCESS):
                raise errors[0] from errors[0].__cause__
            rest = [text for text in now if text not in error.texts]
            half = (len(rest) + 1) // 2  # so that several that fail do not cost the batch each
            waiting += [part for part in (rest[half:], rest[:half]) if part]
        else:
            keep(_Batch(now, batch.scored), results)


def _elsewhere(
    backend: BatchBackend, batches: Sequence[_Batch], options: ScoringOptions, keep: _Keep
) -> list[BatchFailure]:
    """Have batches scored by a backend that takes them all; sentences of one that fails are given to it one by one.

    Returns
    -------
    list of BatchFailure
        What is left. If no batch passes, none is tried again: it is not for a sentence of theirs.
    """
    failures: list[BatchFailure] = []
    alone: list[_Batch] = []
    n_passed = 0
    for index, results in backend.score_batches([batch.texts for batch in batches], options) if batches else ():
        if isinstance(results, BatchFailure):
            failures.append(results)
            if len(results.texts) > 1:
                alone += [_Batch([text], batches[index].scored) for text in results.texts]
        else:
            keep(batches[index], results)
            n_passed += 1
    if not n_passed or not alone or len(alone) > _MOST_APART * len(batches):
        return failures
    kept = [failure for failure in failures if len(failure.texts) == 1]
    for index, results in backend.score_batches([batch.texts for batch in alone], options):
        if isinstance(results, BatchFailure):
            kept.append(results)
        else:
            keep(alone[index], results)
    return kept


def _score_batch(backend: Backend, batch: Sequence[str], options: ScoringOptions) -> list[TokenSurprisals]:
    """Score a batch; an error says which sentence it is about, as far as that can be found out."""
    try:
        return list(backend.score(batch, options))
    except ScoringError as error:
        if error.texts:
            raise
        text, alone = _culprit(backend, batch, options)
        if not isinstance(alone, ScoringError):
            raise
        if str(alone) != str(error):
            raise ScoringError(str(alone), [text]) from error
        error.texts = (text,)
        raise
    except SgliteError:
        raise
    except PLUGIN_FAULTS as error:
        text, alone = _culprit(backend, batch, options)
        of_one = alone is not None or len(batch) == 1  # one that fails now and then is one that fails
        what = f"the sentence '{_shown(text)}'" if of_one else f"{len(batch)} sentences together"
        cause = error if alone is None else alone
        raise ScoringError(f"{backend.info.model} failed on {what}: {told(cause)}", [text] if of_one else []) from error


def _culprit(backend: Backend, batch: Sequence[str], options: ScoringOptions) -> tuple[str, BaseException | None]:
    """Find a sentence of a batch that fails by itself, and how; None if none does. Costs no more than the batch."""
    last: BaseException | None = None
    while len(batch) > 1:
        half = batch[: len(batch) // 2]
        try:
            list(backend.score(half, options))
        except PLUGIN_FAULTS as error:
            last, batch = error, half
        else:
            batch = batch[len(half) :]
    try:
        list(backend.score(batch, options))
    except PLUGIN_FAULTS as error:
        last = error
    else:
        last = None
    return batch[0], last


def _with_impossible_said(scored: TokenSurprisals) -> TokenSurprisals:
    """Warn of a token of infinite surprisal: in sums and comparisons nothing else counts beside it."""
    if not np.isposinf(scored.bits).any():
        return scored
    token = scored.tokens[int(np.isposinf(scored.bits).argmax())]
    said = f"The model holds '{_shown(token)}' for impossible: its surprisal is infinite."
    return replace(scored, warnings=(*scored.warnings, said))


def _refuse_broken(
    backend: Backend, batch: Sequence[str], results: Sequence[TokenSurprisals], options: ScoringOptions
) -> None:
    """Refuse results whose values cannot be placed in their sentences, or are no surprisals."""
    found = list(islice(broken_promises(batch, results, backend.info.capabilities, options), _MOST_SHOWN))
    if found:
        listed = "\n  ".join(found)
        raise ScoringError(f"{backend.info.model} gave values that cannot be used:\n  {listed}")
