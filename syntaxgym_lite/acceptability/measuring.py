"""Score the sentences that people rated, and make measures of what models say.

A table of sentences that people rated, or of pairs between which they chose (`syntaxgym_lite.ports.tables.rated`), is
scored by models; each sentence gets the measures of `syntaxgym_lite.linking`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import InputError, SgliteError, SgliteWarning, cited, counted
from ..linking import POWER, mean_log_prob, norm_log_prob, penalised, slor
from ..phenomena import one_spelling
from ..ports.tables.rated import RatedTable
from ..remarks import Remarks
from ..results import items_unknown
from ..scoring.opener import Opener, as_models
from ..scoring.schedule import Progress
from ..scoring.scorer import Scorer
from ..scoring.unigrams import Unigrams, count_units
from ..stats.morcela import Morcela, fit_morcela
from ..surprisal import BoolArray, FloatArray, TokenSurprisals
from ..words import is_unspaced
from .measures import Acceptability, AcceptabilitySettings, ModelMeasures, mean_ratings, z_scored

__all__ = ["measure_acceptability", "measure_models"]


def measure_acceptability(
    table: RatedTable,
    models: Any,
    *,
    unigrams: str | Path | None = None,
    alpha: float = POWER,
    agree: float = 0.75,
    z_scores: bool = False,
    batch_size: int | None = None,
    phenomena: Mapping[str, str] | None = None,
    cache: str | Path | bool | None = None,
    **options: Any,
) -> Acceptability:
    r"""Measure how acceptable models find sentences that people rated.

    Parameters
    ----------
    table : RatedTable
        Of `syntaxgym_lite.read_rated`.
    models : str, object, or list of them
        See `syntaxgym_lite.open_model`.
    unigrams, alpha, agree, z_scores, batch_size, phenomena
        See `AcceptabilitySettings`.
    cache : str, Path or False, optional
        See `syntaxgym_lite.open_model`.
    **options
        For the models that know them.

    Returns
    -------
    Acceptability
        `syntaxgym_lite.acceptability_summary` holds it against the ratings.

    Raises
    ------
    SgliteError
        If every model fails, or the text of `unigrams` cannot be read.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> import warnings
    >>> from pathlib import Path
    >>> _ = Path("rated.csv").write_text("sentence,rating\nThe dog is here.,7\nThe dog are here.,2\n")
    >>> with warnings.catch_warnings():  # there are too few ratings for MORCELA
    ...     warnings.simplefilter("ignore")
    ...     measured = sgl.measure_acceptability(sgl.read_rated("rated.csv"), "lstm")
    >>> [found] = measured.models
    >>> found.n_tokens.tolist(), sorted(found.values)[:2]
    ([5.0, 5.0], ['logp', 'logp_per_byte'])
    """
    settings = AcceptabilitySettings(unigrams, alpha, agree, z_scores, batch_size, phenomena)
    with Opener(cache if cache is not True else None, warn=_say) as opening:
        found = measure_models(table, as_models(models), settings, opening, options)
    for name, message in found.failures:
        _say(f"{name}: {message}")
    for one in found.models:
        for note in one.notes:
            _say(f"{one.model}: {note}")
    return found


def _say(message: str) -> None:
    warnings.warn(message, SgliteWarning, stacklevel=3)


def measure_models(
    table: RatedTable,
    models: Sequence[Any],
    settings: AcceptabilitySettings,
    opening: Opener,
    options: Mapping[str, Any],
    *,
    progress: Callable[[str], Progress | None] = lambda _: None,
) -> Acceptability:
    """Measure sentences with one model after the other; one that fails costs no other's results.

    Parameters
    ----------
    table, models, settings
        See `measure_acceptability`.
    opening : Opener
    options : mapping
        For the models that know them.
    progress : callable, optional
        From what is done to a `Progress`.

    Returns
    -------
    Acceptability
    """
    table = _one_spelling(table, settings)
    if settings.z_scores:
        table = replace(table, ratings=z_scored(table.ratings))
    found: list[ModelMeasures] = []
    failures: list[tuple[str, str]] = []
    for name, answer in opening.each(
        models, options, lambda scorer: _measured(scorer, table, settings, opening, progress)
    ):
        if isinstance(answer, SgliteError):
            failures.append((name, str(answer)))
        else:
            found.append(answer)
    return Acceptability(table, settings, tuple(found), tuple(failures))


def _one_spelling(table: RatedTable, settings: AcceptabilitySettings) -> RatedTable:
    """Give phenomena that the table spells in several ways one name, as averages over suites have it."""
    names = one_spelling(filter(None, (one.phenomenon for one in table.sentences)), settings.phenomena)
    renamed = (replace(one, phenomenon=names.get(one.phenomenon, "")) for one in table.sentences)
    return replace(table, sentences=tuple(renamed))


def _measured(
    scorer: Scorer,
    table: RatedTable,
    settings: AcceptabilitySettings,
    opening: Opener,
    progress: Callable[[str], Progress | None],
) -> ModelMeasures:
    if scorer.info.capabilities.signed:
        raise InputError(f"{scorer.name} gives no surprisals, and so no probability of a sentence.")
    texts = [one.text for one in table.sentences]
    distinct = list(dict.fromkeys(texts))
    where = {one.text: f"{table.source}, {one.where}" for one in reversed(table.sentences)}
    refused = scorer.refusals(distinct)
    told = [text for text in distinct if text not in refused]
    if not told:
        raise InputError(next(iter(refused.values())))
    scored = dict(
        zip(
            told,
            scorer.score(told, batch_size=settings.batch_size, progress=progress(scorer.name), where=where.get),
            strict=True,
        )
    )
    remarks = Remarks()
    remarks.add(list(scored.values()), lambda place: where[told[place]])
    notes = [*remarks.said()]
    notes += [f"{where[text]}: {message} It is left out." for text, message in list(refused.items())[:3]]
    if len(refused) > 3:
        more = counted(len(refused) - 3, "other sentence is", "other sentences are")
        notes.append(f"{more} left out like these.")
    log_prob, n_tokens, n_unknown = (np.full(len(texts), np.nan) for _ in range(3))
    for place, text in enumerate(texts):
        if text in scored:
            one = scored[text]
            log_prob[place], n_tokens[place], n_unknown[place] = -one.bits.sum(), len(one.tokens), one.oov.sum()
    undefined = int(np.isnan(log_prob).sum()) - sum(text in refused for text in texts)
    if undefined:
        why = "" if scorer.info.capabilities.first_token else ": its first token has none with `bos=none`"
        notes.append(f"{counted(undefined, 'sentence has', 'sentences have')} no probability and no measure{why}.")
    if impossible := int(np.isneginf(log_prob).sum()):
        notes.append(f"{counted(impossible, 'sentence is', 'sentences are')} impossible for the model and left out.")
        log_prob[np.isneginf(log_prob)] = np.nan
    if n_with := int((n_unknown > 0).sum()):
        have = "has" if n_with == 1 else "have"
        notes.append(f"{n_with} of {counted(len(texts), 'sentence')} {have} words that the model does not know.")
    values = _plain_measures(texts, log_prob, n_tokens, settings.alpha, notes)
    unigrams, unigram_log_prob = _unigrams(scorer, texts, scored.keys(), n_tokens, settings, opening, progress, notes)
    morcela = None
    if unigrams is not None:
        values["normlp"] = norm_log_prob(log_prob, unigram_log_prob)
        values["slor"] = slor(log_prob, unigram_log_prob, n_tokens)
        morcela = _morcela(table, log_prob, unigram_log_prob, n_tokens, notes)
        if morcela is not None:
            values["morcela"] = morcela.predicted
    return ModelMeasures(
        scorer.name,
        scorer.spec,
        scorer.info,
        n_tokens,
        n_unknown,
        values,
        unigrams,
        unigram_log_prob,
        morcela,
        _unknown_pairs(table, scored),
        (*scorer.info.warnings, *notes),
    )


def _unknown_pairs(table: RatedTable, scored: Mapping[str, TokenSurprisals]) -> BoolArray:
    """Say which pairs a model cannot tell apart for want of words, as it is said of the items of a suite."""
    sentences = table.sentences
    both = (
        (place, scored[sentences[side].text])
        for place, pair in enumerate(table.pairs)
        for side in (pair.good, pair.bad)
        if all(sentences[one].text in scored for one in (pair.good, pair.bad))
    )
    unknown = items_unknown((place, one.tokens, one.oov.tolist()) for place, one in both)
    return np.isin(np.arange(len(table.pairs)), unknown)


def _plain_measures(
    texts: Sequence[str], log_prob: FloatArray, n_tokens: FloatArray, alpha: float, notes: list[str]
) -> dict[str, FloatArray]:
    """What needs nothing but the model."""
    n_words = np.array([np.nan if is_unspaced([text]) else len(text.split()) for text in texts], np.float64)
    if n_without := int(np.isnan(n_words).sum()):
        notes.append(
            f"{counted(n_without, 'sentence has', 'sentences have')} no blanks between words: no mean by word."
        )
    return {
        "logp": log_prob,
        "logp_per_token": mean_log_prob(log_prob, n_tokens),
        "logp_per_word": mean_log_prob(log_prob, n_words),
        "logp_per_character": mean_log_prob(log_prob, [len(text) for text in texts]),
        "logp_per_byte": mean_log_prob(log_prob, [len(text.encode()) for text in texts]),
        "penlp": penalised(log_prob, n_tokens, alpha),
    }


def _unigrams(
    scorer: Scorer,
    texts: Sequence[str],
    scored: Any,
    n_tokens: FloatArray,
    settings: AcceptabilitySettings,
    opening: Opener,
    progress: Callable[[str], Progress | None],
    notes: list[str],
) -> tuple[Unigrams | None, FloatArray]:
    """Count the model's tokens, and give what the sentences have by frequency alone."""
    none = np.full(len(texts), np.nan)
    found = count_units(
        scorer,
        settings.unigrams,
        folder=opening.folder,
        progress=None if settings.unigrams is None else progress(f"counts for {scorer.name}"),
    )
    model = scorer.counted
    if found is None or model is None:
        notes.append(
            "no normlp, slor and morcela: "
            + (
                "the model does not say what its tokens are."
                if model is None
                else "they need the frequency of the model's tokens; count them in a text: `unigrams=TEXT`."
            )
        )
        return None, none
    own = list(scored)
    units = dict(zip(own, model.units(own), strict=True))
    for place, text in enumerate(texts):
        if text in units and len(units[text]) != n_tokens[place]:
            notes.append(f"no normlp, slor and morcela: the tokens of {cited(text)} are not those that were scored.")
            return None, none
    by_text = dict(zip(own, found.log_probs([units[text] for text in own]), strict=True))
    total = sum(map(len, units.values()))
    unseen = found.n_unseen(list(units.values()))
    if unseen * 20 >= total:
        notes.append(
            f"{unseen} of {total} tokens of the sentences never occur in {found.source} ({found.n_tokens:,} tokens): "
            "their frequency is a guess; count a larger text."
        )
    return found, np.array([by_text.get(text, np.nan) for text in texts], np.float64)


def _morcela(
    table: RatedTable, log_prob: FloatArray, unigram_log_prob: FloatArray, n_tokens: FloatArray, notes: list[str]
) -> Morcela | None:
    """Learn MORCELA's parameters from the ratings, if there are any."""
    ratings = mean_ratings(table)
    if np.isnan(ratings).all():
        notes.append("no morcela: it is learnt from ratings of sentences, and there are choices between pairs alone.")
        return None
    items = [one.item for one in table.sentences]
    found = fit_morcela(log_prob, unigram_log_prob, n_tokens, ratings, items)
    if found is None:
        notes.append("no morcela: there are too few rated sentences, or too much alike, to learn its parameters from.")
        return None
    wrong = sum(fold.alpha < 0 for fold in found.folds)
    if wrong:
        notes.append(
            f"morcela: in {wrong} of {len(found.folds)} folds less probable sentences are rated better, so that beta "
            "and gamma mean nothing."
        )
    return found
