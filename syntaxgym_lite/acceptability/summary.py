"""How measures of sentences go with what people say: correlations, accuracies, by phenomenon and over all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..formula.evaluate import ROUNDING
from ..stats.intervals import share_interval
from ..stats.item_correlation import ItemCorrelation, item_correlation
from ..stats.silence import are_alike
from ..surprisal import FloatArray
from .measures import MEASURES, Acceptability, ModelMeasures, mean_ratings
from .people import Ceilings, PeopleOnPairs, ceilings, people_on_pairs

__all__ = [
    "AcceptabilitySummary",
    "MeasureOnPairs",
    "MeasureOnSentences",
    "acceptability_summary",
    "margins",
]


@dataclass(frozen=True, slots=True)
class MeasureOnSentences:
    """How a measure goes with the mean ratings.

    Parameters
    ----------
    model, measure : str
    phenomenon : str or None
        None: of all.
    correlation : ItemCorrelation
        Over the sentences that have both.
    """

    model: str
    measure: str
    phenomenon: str | None
    correlation: ItemCorrelation


@dataclass(frozen=True, slots=True)
class MeasureOnPairs:
    """How often a measure is greater for the good sentence of a pair, and how its margins go with what people say.

    Parameters
    ----------
    model, measure : str
    phenomenon : str or None
        None: of all pairs; then `macro` is there, too.
    n_pairs : int
    n_defined : int
        Pairs both of whose sentences have the measure; the others count as wrong.
    n_ties : int
        Pairs whose sentences have the same value, but for the rounding of sums: neither is better, which counts as
        wrong.
    is_silent : bool
        Whether every pair is a tie, and the model knows no word by which it could tell one apart: it says nothing,
        right or wrong. See `syntaxgym_lite.stats.silence`.
    accuracy, ci_low, ci_high : float or None
        Share of pairs whose good sentence has the greater value, with its 95 % interval. None of a silent model.
    macro : float or None
        Mean over phenomena of their accuracies, each counting the same.
    n_macro : int
        Of how many phenomena that is: those of which the model is not silent.
    n_agreed : int
        Pairs on which people agree, see `AcceptabilitySettings.agree`.
    accuracy_agreed : float or None
        Among them, the share in which the model prefers what people prefer; None of none, or of a silent model.
    correlation : ItemCorrelation
        Of margins with the difference of ratings, or the share of people.
    over_phenomena : ItemCorrelation or None
        The same of the means of each phenomenon.
    """

    model: str
    measure: str
    phenomenon: str | None
    n_pairs: int
    n_defined: int
    n_ties: int
    is_silent: bool
    accuracy: float | None
    ci_low: float | None
    ci_high: float | None
    macro: float | None
    n_macro: int
    n_agreed: int
    accuracy_agreed: float | None
    correlation: ItemCorrelation
    over_phenomena: ItemCorrelation | None = None


@dataclass(frozen=True, slots=True, eq=False)
class AcceptabilitySummary:
    """What came out.

    Parameters
    ----------
    sentences : tuple of MeasureOnSentences
        Empty without ratings of sentences.
    pairs : tuple of MeasureOnPairs
        Empty without pairs.
    people : PeopleOnPairs
    ceilings : Ceilings
    """

    sentences: tuple[MeasureOnSentences, ...]
    pairs: tuple[MeasureOnPairs, ...]
    people: PeopleOnPairs
    ceilings: Ceilings


def acceptability_summary(found: Acceptability) -> AcceptabilitySummary:
    r"""Hold measures against ratings and choices.

    Parameters
    ----------
    found : Acceptability

    Returns
    -------
    AcceptabilitySummary
        For each model and measure, over all and by phenomenon.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> import warnings
    >>> from pathlib import Path
    >>> text = "sentence,rating,pair\nThe dogs bark.,7,1\nThe dogs barks.,2,1\nWe sing.,6,2\nWe sings.,1,2\n"
    >>> _ = Path("rated.csv").write_text(text)
    >>> rated = sgl.read_rated("rated.csv", sgl.RatedColumns(pair="pair"))
    >>> with warnings.catch_warnings():  # there are too few ratings for MORCELA
    ...     warnings.simplefilter("ignore")
    ...     summary = sgl.acceptability_summary(sgl.measure_acceptability(rated, "ngram"))
    >>> summary.sentences[0].measure, summary.sentences[0].correlation.n
    ('logp', 4)
    >>> summary.pairs[0].n_pairs, summary.pairs[0].accuracy
    (2, 0.5)
    """
    ratings, people = mean_ratings(found.table), people_on_pairs(found.table)
    return AcceptabilitySummary(
        tuple(one for model in found.models for one in _on_sentences(found, model, ratings)),
        tuple(one for model in found.models for one in _on_pairs(found, model, people)),
        people,
        ceilings(found.table),
    )


def margins(found: Acceptability, model: ModelMeasures, name: str) -> FloatArray:
    """Give by how much the good sentence of each pair has more of a measure; 0 for what may be the rounding of sums.

    Of words that are alike to a model batches make more of it.
    """
    one, other = _of_pairs(found, model.values[name])
    size = sum(np.abs(values) for values in (one, other, *_of_pairs(found, model.values["logp"])))
    gaps = one - other
    is_tied = np.abs(gaps) <= ROUNDING * size
    alike = map(are_alike, one[model.unknown_pairs].tolist(), other[model.unknown_pairs].tolist())
    is_tied[model.unknown_pairs] |= np.fromiter(alike, np.bool_)
    return np.where(is_tied, 0.0, gaps)


def _of_pairs(found: Acceptability, values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Give what the good and the bad sentence of each pair have."""
    good, bad = ([getattr(pair, side) for pair in found.table.pairs] for side in ("good", "bad"))
    return values[good], values[bad]


def _measures(model: ModelMeasures) -> Iterator[tuple[str, FloatArray]]:
    yield from ((name, model.values[name]) for name in MEASURES if name in model.values)


def _groups(names: Sequence[str]) -> Mapping[str | None, npt.NDArray[np.intp]]:
    """Give where all are, and those of each phenomenon if there are several."""
    own = list(dict.fromkeys(filter(None, names)))
    groups: dict[str | None, npt.NDArray[np.intp]] = {None: np.arange(len(names))}
    if len(own) > 1:
        groups |= {name: np.array([place for place, other in enumerate(names) if other == name]) for name in own}
    return groups


def _on_sentences(found: Acceptability, model: ModelMeasures, ratings: FloatArray) -> Iterator[MeasureOnSentences]:
    if np.isnan(ratings).all():
        return
    sentences = found.table.sentences
    items = [one.item for one in sentences]
    for name, values in _measures(model):
        for phenomenon, here in _groups([one.phenomenon for one in sentences]).items():
            own = item_correlation(values[here], ratings[here], [items[place] for place in here.tolist()])
            yield MeasureOnSentences(model.model, name, phenomenon, own)


def _on_pairs(found: Acceptability, model: ModelMeasures, people: PeopleOnPairs) -> Iterator[MeasureOnPairs]:
    pairs, sentences = found.table.pairs, found.table.sentences
    if not pairs:
        return
    groups = _groups([sentences[pair.good].phenomenon for pair in pairs])
    items = [sentences[pair.good].item for pair in pairs]
    compared, agreed = people.compared, people.agreed(found.settings.agree)
    for name, _ in _measures(model):
        gaps = margins(found, model, name)
        silent = model.unknown_pairs & (gaps == 0)
        by_phenomenon = []
        for phenomenon, here in list(groups.items())[::-1]:  # all come last, with the mean over the others
            own = [items[place] for place in here.tolist()]
            is_silent = bool(silent[here].all())
            one = _one((model.model, name, phenomenon), gaps[here], compared[here], agreed[here], own, is_silent)
            by_phenomenon.append(one)
        *others, overall = by_phenomenon
        known = [one.accuracy for one in others if one.accuracy is not None]
        yield MeasureOnPairs(
            **{field: getattr(overall, field) for field in MeasureOnPairs.__slots__}
            | {
                "macro": float(np.mean(known)) if known else None,
                "n_macro": len(known),
                "over_phenomena": _over_phenomena(groups, gaps, compared) if others else None,
            }
        )
        yield from others[::-1]


def _one(
    what: tuple[str, str, str | None],
    gaps: FloatArray,
    compared: FloatArray,
    agreed: FloatArray,
    items: Sequence[str],
    is_silent: bool,
) -> MeasureOnPairs:
    passed = (gaps > 0).astype(np.float64)
    interval = share_interval(passed.tolist(), items)
    ends = [None if is_silent or np.isnan(end) else float(end) for end in (interval.low, interval.high)]
    clear = agreed != 0
    right = np.sign(gaps[clear]) == agreed[clear]
    return MeasureOnPairs(
        *what,
        len(gaps),
        int((~np.isnan(gaps)).sum()),
        int((gaps == 0).sum()),
        is_silent,
        None if is_silent else float(passed.mean()),
        ends[0],
        ends[1],
        None,
        0,
        int(clear.sum()),
        float(right.mean()) if clear.any() and not is_silent else None,
        item_correlation(gaps, compared, items),
    )


def _over_phenomena(
    groups: Mapping[str | None, npt.NDArray[np.intp]], gaps: FloatArray, compared: FloatArray
) -> ItemCorrelation:
    """Correlate the means of phenomena."""
    both = np.isfinite(gaps) & np.isfinite(compared)
    own = [here[both[here]] for name, here in groups.items() if name is not None]
    filled = [here for here in own if len(here)]
    return item_correlation([gaps[here].mean() for here in filled], [compared[here].mean() for here in filled])
