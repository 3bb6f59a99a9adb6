"""The measures of cloze diagnostics, of a run of the suites that `syntaxgym_lite.ports.published.ettinger` makes.

A measure is the share of items for which a prediction holds, among those that the model can be asked: an item whose
target is no single token of the model's vocabulary is excluded, as in the paper, and counted. Where contexts were
changed at random, every run gives a share of its own; the measure is their mean, with their standard deviation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np

from .errors import InputError, counted
from .formula import Reference, RegionNumber, references
from .ports.published.ettinger import ORIGINAL, ClozeLabels, cloze_labels, is_cloze
from .results import SCHEMA_VERSION, ModelResult, Outcome, RunResult, SentenceResult, SuiteResult
from .stats import wilson_interval
from .suite import Factor, Suite

if TYPE_CHECKING:
    from .scoring.opener import Defaults
    from .scoring.scorer import Scorer

__all__ = [
    "SEVERAL_TOKENS",
    "UNKNOWN",
    "ClozeContext",
    "ClozeSummary",
    "CompletedContext",
    "ExpectedPiece",
    "FailedModel",
    "MeasureSummary",
    "MeasuredModel",
    "Tally",
    "cloze_contexts",
    "cloze_defaults",
    "cloze_summary",
    "list_completions",
    "refuse_cloze",
]

SEVERAL_TOKENS = "the target is several tokens"
UNKNOWN = "the model does not know the target"
_NO_VALUE = "the model gives the target no value"

Truth = bool | str
"""Whether a prediction holds of an item, or why the item is excluded."""


class Tally(TypedDict):
    """How often a prediction holds of some items, over one run or several."""

    runs: int
    n_items: int
    n_excluded: int
    excluded: dict[str, int]
    n_true: int
    share: float | None
    ci_low: float | None
    ci_high: float | None
    sd: float | None


class _Level(Tally):
    value: Factor


class MeasureSummary(Tally):
    """A measure of a data set in one kind of context, and among the items of each value of each factor."""

    dataset: str
    context: str
    measure: str
    formula: str
    factors: dict[str, list[_Level]]


class _Excluded(TypedDict):
    dataset: str
    where: str
    reason: str


class ExpectedPiece(TypedDict):
    """What a model may go on with."""

    piece: str
    probability: float
    surprisal_bits: float


class CompletedContext(TypedDict):
    """A context, and what a model expects after it."""

    dataset: str
    context: str
    item_number: int
    text: str
    targets: list[str]
    completions: list[ExpectedPiece]


class _Measured(TypedDict):
    model: str
    backend: str
    fingerprint: str | None
    context: str | None
    options: dict[str, str | int | float | None]
    measures: list[MeasureSummary]
    excluded: list[_Excluded]
    warnings: list[str]


class MeasuredModel(_Measured, total=False):
    """A model's measures; and what it expects, if it was asked."""

    completions: list[CompletedContext]


class FailedModel(TypedDict):
    """A model that failed, at measures or at completions."""

    model: str
    message: str


class ClozeSummary(TypedDict):
    """What `cloze_summary` gives: the document ``cloze.json``, described in docs/how-to/cloze-diagnostics.md."""

    schema_version: int
    models: list[MeasuredModel]
    failures: list[FailedModel]


@dataclass(frozen=True, slots=True)
class ClozeContext:
    """A text that models can be asked to go on with.

    Parameters
    ----------
    dataset, context : str
        As in `ClozeLabels`.
    item_number : int
    text : str
    targets : tuple of str
        The data set's completions of it.
    """

    dataset: str
    context: str
    item_number: int
    text: str
    targets: tuple[str, ...]


def cloze_defaults(suites: Sequence[Suite]) -> Defaults | None:
    """Say what a masked model sees in a run of these suites if nobody says: in cloze diagnostics, the left context.

    Ettinger (2020) asks BERT for the word at the end of a context, before a full stop. So ``sides`` is ``"left"`` for
    models that know this option, unless it or ``pll`` is given. Other suites leave the model's own default.

    Parameters
    ----------
    suites : sequence of Suite

    Returns
    -------
    callable or None
        See `syntaxgym_lite.scoring.opener.Defaults`; None if no suite is of cloze diagnostics.

    References
    ----------
    A. Ettinger, What BERT is not: lessons from a new suite of psycholinguistic diagnostics for language models, TACL 8,
    2020.
    """
    others = [suite.name for suite in suites if not is_cloze(suite)]
    if len(others) == len(suites):
        return None

    def defaults(names: frozenset[str], given: Mapping[str, Any]) -> Mapping[str, Any]:
        if "sides" not in names or "sides" in given or "pll" in given:
            return {}
        if others:
            raise InputError(
                "Cloze diagnostics ask a masked model for the end of a context, other suites for every word "
                f"('{others[0]}'); run them apart, or say which is meant: sides=left or sides=both."
            )
        return {"sides": "left"}

    return defaults


def refuse_cloze(suites: Iterable[Suite]) -> None:
    """Refuse suites of cloze diagnostics, for whoever gives scores and margins in bits.

    A measure of theirs is a share of the items that a model can be asked, and no score is made of them all together.

    Raises
    ------
    InputError
        Names the files, and `sglite cloze`.
    """
    files = list(dict.fromkeys(suite.source or suite.name for suite in suites if is_cloze(suite)))
    if files:
        shown = ", ".join(files[:3]) + (", ..." if len(files) > 3 else "")
        are = "are cloze sets" if len(files) > 1 else "is a cloze set"
        raise InputError(
            f"{shown} {are} (Ettinger 2020): 'sglite cloze {files[0]}' gives the paper's measures, which are shares "
            "of the items that a model can be asked, and no SG score."
        )


def cloze_contexts(suites: Iterable[Suite]) -> list[ClozeContext]:
    """List the different contexts of the items, but for those that were changed at random."""
    targets: dict[tuple[str, str, str], tuple[int, dict[str, None]]] = {}
    for suite in suites:
        labels = cloze_labels(suite)
        if labels.run is not None:
            continue
        for item in suite.items:
            for condition in item.conditions:
                text, target = (region.content for region in condition.regions)
                _, known = targets.setdefault((labels.dataset, labels.context, text), (item.number, {}))
                known[target] = None
    return [ClozeContext(*key[:2], number, key[2], tuple(known)) for key, (number, known) in targets.items()]


def list_completions(scorer: Scorer, suites: Iterable[Suite], k: int) -> list[CompletedContext]:
    """List the k words that a model expects most after every context.

    Parameters
    ----------
    scorer : Scorer
    suites : iterable of Suite
        Of `syntaxgym_lite.ports.published.ettinger.read_cloze`.
    k : int

    Returns
    -------
    list of CompletedContext
        One for each of `cloze_contexts`, with its ``completions``: ``piece``, ``probability``, ``surprisal_bits``.

    Raises
    ------
    ScoringError
        If the model cannot list what it expects.
    """
    contexts = cloze_contexts(suites)
    found = scorer.completions([context.text for context in contexts], k)
    return [
        {
            "dataset": context.dataset,
            "context": context.context,
            "item_number": context.item_number,
            "text": context.text,
            "targets": list(context.targets),
            "completions": [
                {"piece": one.piece, "probability": 2.0**-one.bits, "surprisal_bits": one.bits} for one in listed
            ],
        }
        for context, listed in zip(contexts, found, strict=True)
    ]


def cloze_summary(run: RunResult, suites: Sequence[Suite]) -> ClozeSummary:
    r"""Give the measures of a run.

    Parameters
    ----------
    run : RunResult
    suites : sequence of Suite
        Those that were run, of `syntaxgym_lite.ports.published.ettinger.read_cloze`.

    Returns
    -------
    dict
        What ``sglite cloze --format json`` prints; see docs/how-to/cloze-diagnostics.md. For every model, data set,
        kind of context and measure: ``share``, of the ``n_items - n_excluded`` items that the model can be asked; its
        Wilson interval; or, of several ``runs``, the mean of their shares with the standard deviation ``sd`` (n - 1).
        None where no item is left.

    Raises
    ------
    InputError
        If a suite is none of cloze diagnostics, or the run has others than these.

    Examples
    --------
    >>> from pathlib import Path
    >>> import syntaxgym_lite as sgl
    >>> header = "item\tcontext_aff\tcontext_neg\ttarget_aff\ttarget_neg\n"
    >>> _ = Path("own.tsv").write_text(header + "0\tA wren is a\tA wren is not a\tbird\ttool\n")
    >>> suites = sgl.load_suites("own.tsv")
    >>> summary = sgl.cloze_summary(sgl.evaluate(suites, "lstm"), suites)
    >>> sorted({measure["dataset"] for measure in summary["models"][0]["measures"]})
    ['own']
    """
    given: object = run  # anything may come from a notebook
    if not isinstance(given, RunResult):
        raise InputError(f"A run is needed, as evaluate() gives it, not {type(given).__name__}.")
    strange = [one for one in suites if not isinstance(one, Suite)]
    if strange:
        raise InputError(f"The suites that were run are needed, as load_suites() gives them, not {strange[0]!r}.")
    others = [suite.name for suite in suites if not is_cloze(suite)]
    if others:
        raise InputError(
            f"Suite '{others[0]}' is none of cloze diagnostics; give those that were made of the data sets of "
            "Ettinger (2020), or of files like them."
        )
    labels = {suite.name: cloze_labels(suite) for suite in suites}
    missing = dict.fromkeys(suite.suite for model in run.models for suite in model.suites if suite.suite not in labels)
    if missing:
        shown = ", ".join(f"'{name}'" for name in list(missing)[:3]) + (", ..." if len(missing) > 3 else "")
        raise InputError(
            f"The run has {counted(len(missing), 'suite')} not among those given: {shown}. Give all of them."
        )
    return {
        "schema_version": SCHEMA_VERSION,
        "models": [_model_summary(model, labels) for model in run.models],
        "failures": [{"model": failure.model, "message": failure.message} for failure in run.failures],
    }


def _model_summary(model: ModelResult, labels: Mapping[str, ClozeLabels]) -> MeasuredModel:
    measures: dict[tuple[str, str, str], _Measure] = {}
    for suite in model.suites:
        own = labels[suite.suite]
        for index, name, truths in _truths(suite):
            measure = measures.setdefault((own.dataset, own.context, name), _Measure(own, name))
            measure.formula = suite.predictions[index].formula
            measure.runs.append(truths)
            measure.factors.update(suite.factors)
    unchanged = [suite for suite in model.suites if labels[suite.suite].context == ORIGINAL]
    noted = [f"{suite.suite}: {warning}" for suite in unchanged for warning in suite.warnings]
    return {
        "model": model.model,
        "backend": model.backend,
        "fingerprint": model.fingerprint,
        "context": model.context,
        "options": dict(model.options),
        "measures": [measure.summary() for measure in measures.values()],
        "excluded": [
            {"dataset": labels[suite.suite].dataset, "where": one.where, "reason": one.reason}
            for suite in unchanged
            for one in suite.excluded
        ],
        "warnings": list(dict.fromkeys((*model.warnings, *noted))),
    }


@dataclass(slots=True)
class _Measure:
    """A prediction on the items of a data set, in one run or many."""

    labels: ClozeLabels
    name: str
    formula: str = ""
    runs: list[dict[int, Truth]] = field(default_factory=list)
    factors: dict[int, dict[str, Factor]] = field(default_factory=dict)

    def summary(self) -> MeasureSummary:
        return {
            "dataset": self.labels.dataset,
            "context": self.labels.context,
            "measure": self.name,
            "formula": self.formula,
            **_tally(self.runs),
            "factors": {name: list(self._by(name)) for name in self.labels.by if self._levels(name)},
        }

    def _levels(self, name: str) -> list[Factor]:
        """Values of a factor: numbers by size, anything else as it comes."""
        items = {number for truths in self.runs for number in truths}
        found = dict.fromkeys(own[name] for number, own in self.factors.items() if number in items and name in own)
        values = list(found)
        return sorted(values) if all(isinstance(value, (int, float)) for value in values) else values

    def _by(self, name: str) -> Iterator[_Level]:
        for value in self._levels(name):
            items = {number for number, own in self.factors.items() if own.get(name) == value}
            yield {"value": value, **_tally(self.runs, items)}


def _tally(runs: Sequence[Mapping[int, Truth]], items: Collection[int] | None = None) -> Tally:
    """Count the items, or those of them that are named, and how often a prediction holds of them."""
    chosen = [{n: truth for n, truth in truths.items() if items is None or n in items} for truths in runs]
    why: dict[int, str] = {}
    shares = []
    n_true = n_left = 0
    for truths in chosen:
        why |= {number: truth for number, truth in truths.items() if isinstance(truth, str)}
        left = [truth for truth in truths.values() if not isinstance(truth, str)]
        n_true, n_left = n_true + sum(left), n_left + len(left)
        if left:
            shares.append(sum(left) / len(left))
    alone = len(runs) == 1
    low, high = wilson_interval(n_true, n_left) if alone and shares else (None, None)
    return {
        "runs": len(runs),
        "n_items": max(map(len, chosen)),
        "n_excluded": len(why),
        "excluded": dict(Counter(why.values()).most_common()),
        "n_true": n_true,
        "share": float(np.mean(shares)) if shares else None,
        "ci_low": low,
        "ci_high": high,
        "sd": float(np.std(shares, ddof=1)) if len(shares) > 1 else None,
    }


def _truths(suite: SuiteResult) -> Iterator[tuple[int, str, dict[int, Truth]]]:
    """Give every prediction with its name, and what it says of each item."""
    sentences = {(sentence.item_number, sentence.condition_name): sentence for sentence in suite.sentences}
    outcomes: dict[int, list[Outcome]] = {}
    for outcome in suite.outcomes:
        outcomes.setdefault(outcome.prediction, []).append(outcome)
    for prediction in suite.predictions:
        targets = references(suite.formula(prediction.index))
        truths: dict[int, Truth] = {}
        for outcome in outcomes.get(prediction.index, ()):
            reason = _why_excluded(outcome, targets, sentences)
            truths[outcome.item_number] = bool(outcome.holds) if reason is None else reason
        yield prediction.index, prediction.name or prediction.formula, truths


def _why_excluded(
    outcome: Outcome, targets: Sequence[Reference], sentences: Mapping[tuple[int, str], SentenceResult]
) -> str | None:
    """An undefined item, or one with a completion that cannot be compared.

    A prediction that joins several comparisons can be false though one of them is undefined. To keep such an item, and
    not those where the others hold, would make the share too small.
    """
    reasons = [
        (target.metric, _why_no_token(target, sentences[outcome.item_number, target.condition])) for target in targets
    ]
    missed = next((reason for metric, reason in reasons if metric == "token_prob" and reason is not None), None)
    if ("prob", UNKNOWN) in reasons:  # its probability is that of all unknown words
        missed = UNKNOWN
    if missed is None and outcome.holds is None:
        missed = next((reason for _, reason in reasons if reason is not None), _NO_VALUE)
    return missed


def _why_no_token(target: Reference, sentence: SentenceResult) -> str | None:
    assert isinstance(target.region, RegionNumber)
    region = next(one for one in sentence.regions if one.region_number == target.region.number)
    if region.oov:
        return UNKNOWN
    return SEVERAL_TOKENS if region.n_tokens > 1 else None
