"""Instances of models on suites, of the published results of Hu et al. or of a run whose models a table describes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError, listed
from ...ports.published.hu_results import VOTING, HuInstance, majority_vote
from ...results import RunResult, SuiteResult
from ..clusters import cluster_ids
from ..model_table import ModelTable
from ..silence import silence_counted
from ..suite_sets import NOT_IN_FIGURES, is_counted, read_suites_as
from ..ties import credits, read_ties

__all__ = ["CircuitStudy", "StudyInstance", "models_of", "study_of_publication", "study_of_run"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class StudyInstance:
    """One model, trained on one corpus from one seed.

    Parameters
    ----------
    name : str
    model : str
        What kind of model it is, as figures name it.
    corpus : str
        What it was trained on; ``""`` if it is not one of the controlled models.
    words : float or None
        Of training.
    perplexity : float or None
        On the test text, per word.
    credits : mapping of str to ndarray of float64, shape (n_items,)
        By suite: what each item counts, 1 if all its predictions hold and 0 if not.
    seed : str, optional
    """

    name: str
    model: str
    corpus: str
    words: float | None
    perplexity: float | None
    credits: Mapping[str, Floats]
    seed: str = ""


@dataclass(frozen=True)
class CircuitStudy:
    """Instances, and the suites that they are held against.

    Parameters
    ----------
    source : str
        For messages.
    instances : tuple of StudyInstance
        All on the same suites.
    circuits : mapping of str to str
        By suite; ``""`` for one in none.
    corpus_names : mapping of str to str, optional
        How figures call corpora.
    notes : tuple of str, optional
        What a reader has to know.
    baseline : float or None, optional
        SG score of random numbers.
    item_numbers : mapping of str to tuple of int, optional
        By suite, in the order of the credits.
    clusters : mapping of str to ndarray of int, shape (n_items,), optional
        By suite, for those whose items are not independent: numbers of what they belong to, from 0.
    model_codes : mapping of str to str, optional
        How tables call models that figures call otherwise.
    """

    source: str
    instances: tuple[StudyInstance, ...]
    circuits: Mapping[str, str]
    corpus_names: Mapping[str, str]
    notes: tuple[str, ...] = ()
    baseline: float | None = None
    item_numbers: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    clusters: Mapping[str, NDArray[np.int32]] = field(default_factory=dict)
    model_codes: Mapping[str, str] = field(default_factory=dict)

    @property
    def suites(self) -> tuple[str, ...]:
        """Names of the suites."""
        return tuple(self.circuits)

    @property
    def models(self) -> tuple[str, ...]:
        """Kinds of models, in the order of the instances."""
        return tuple(dict.fromkeys(one.model for one in self.instances))

    @cached_property
    def controlled(self) -> tuple[StudyInstance, ...]:
        """Instances whose corpus is known."""
        return tuple(one for one in self.instances if one.corpus)

    @cached_property
    def cells(self) -> Mapping[tuple[str, str], list[StudyInstance]]:
        """Controlled instances by model and corpus: the seeds of each cell."""
        found: dict[tuple[str, str], list[StudyInstance]] = {}
        for one in self.controlled:
            found.setdefault((one.model, one.corpus), []).append(one)
        return found

    @cached_property
    def controlled_means(self) -> Mapping[str, Floats]:
        """By suite and item, the mean over cells of the mean over their seeds."""
        return {
            suite: np.mean(
                [np.mean([one.credits[suite] for one in cell], axis=0) for cell in self.cells.values()], axis=0
            )
            for suite in self.circuits
        }

    @cached_property
    def shared_corpora(self) -> tuple[str, ...]:
        """Corpora that more than one kind of model was trained on, the largest first where their words are known."""
        users: dict[str, set[str]] = {}
        words: dict[str, float] = {}
        for one in self.controlled:
            users.setdefault(one.corpus, set()).add(one.model)
            words[one.corpus] = max(words.get(one.corpus, 0.0), one.words or 0.0)
        return tuple(sorted((name for name in users if len(users[name]) > 1), key=lambda name: -words[name]))

    @cached_property
    def modifier_pairs(self) -> tuple[tuple[str, str], ...]:
        """Suites, and the same ones with a modifier between what depends on each other."""
        found = []
        for suite in self.circuits:
            plain = _MODIFIER.sub("", suite)
            if plain != suite and plain in self.circuits:
                found.append((plain, suite))
        return tuple(found)


_MODIFIER = re.compile(r"[-_]mod(?:ifier)?$")


_NAMES = {
    "gpt-2": "GPT-2",
    "gpt-2-pretrained": "GPT-2*",
    "gpt-2-xl-pretrained": "GPT-2-XL*",
    "grnn": "GRNN*",
    "jrnn": "JRNN*",
    "ngram": "n-gram",
    "ordered-neurons": "ON-LSTM",
    "rnng": "RNNG",
    "transformer-xl": "Transformer-XL*",
    "vanilla": "LSTM",
}
_DROPPED_MODELS = ("1gram", "ngram-no-rand")
_RANDOM = "random"
_N_VOTES = 51
_WORDS = {"xs": 1.0e6, "sm": 4.8e6, "md": 14e6, "lg": 42e6}
_CORPUS = re.compile(r"bllip-(xs|sm|md|lg)(-.*)?")
_CIRCUITS = {
    "center": "Center Embedding",
    "cleft": "Long-Distance Dependencies",
    "fgd": "Long-Distance Dependencies",
    "mvrr": "Garden-Path Effects",
    "npi": "Licensing",
    "npz": "Garden-Path Effects",
    "number": "Agreement",
    "reflexive": "Licensing",
    "subordination": "Gross Syntactic State",
}


def study_of_publication(instances: Iterable[HuInstance], perplexities: Mapping[str, float]) -> CircuitStudy:
    """Select, vote and name as the analysis of the paper does.

    Left out are the suites fgd-embed3, fgd-embed4 and nn-nv-rpl, the models ``1gram`` and ``ngram-no-rand``, GPT-2 on
    other corpora than those that end in ``gptbpe``, and other models on corpora that end in ``bpe``. The seeds of the
    n-gram vote on each item.

    Parameters
    ----------
    instances : iterable of HuInstance
    perplexities : mapping of str to float
        By name of the instance.

    Returns
    -------
    CircuitStudy
    """
    chosen, random = [], []
    for one in instances:
        if one.model == _RANDOM:
            random.append(one)
        elif one.model not in _DROPPED_MODELS and (
            one.corpus.endswith("gptbpe") if one.model == "gpt-2" else not one.corpus.endswith("bpe")
        ):
            chosen.append(one)
    made = []
    for one in majority_vote(chosen):
        corpus = _CORPUS.fullmatch(one.corpus)
        made.append(
            StudyInstance(
                one.name,
                _NAMES.get(one.model, one.model),
                one.corpus,
                None if corpus is None else _WORDS[corpus[1]],
                perplexities.get(one.name),
                {suite: right.astype(float) for suite, right in one.right.items() if suite not in NOT_IN_FIGURES},
                str(one.seed),
            )
        )
    if not made:
        raise InputError("These results hold no model that the figures of Hu et al. (2020) show.")
    circuits = {suite: _CIRCUITS.get(re.split("[-_0-9]", suite)[0], "") for suite in made[0].credits}
    corpora = {one.corpus: _CORPUS.sub(lambda found: f"BLLIP-{found[1].upper()}", one.corpus) for one in made}
    scores = [np.mean([one.right[suite].mean() for suite in circuits]) for one in random]
    return CircuitStudy(
        "the results of Hu et al. (2020)",
        tuple(made),
        circuits,
        corpora,
        _said_of_votes(chosen),
        baseline=float(np.mean(scores)) if scores else None,
        item_numbers={suite: tuple(range(len(made[0].credits[suite]))) for suite in circuits},
        model_codes={name: code for code, name in _NAMES.items()},
    )


def _said_of_votes(instances: Iterable[HuInstance]) -> tuple[str, ...]:
    """Say where fewer or more seeds of the n-gram vote than in the paper."""
    votes = Counter(one.corpus for one in instances if one.model == VOTING)
    other = [f"{n} of {corpus}" for corpus, n in sorted(votes.items()) if n != _N_VOTES]
    if not other:
        return ()
    return (
        f"Seeds of the n-gram that vote: {listed(other)}, and in the paper {_N_VOTES} of each corpus: 50 of "
        "ngram_CORPUS.csv, and one of ngram-single_CORPUS.csv.",
    )


def study_of_run(
    run: RunResult, table: ModelTable | None = None, *, ties: str = "wrong", suites_as: str = "paper"
) -> CircuitStudy:
    """Take the models of a run as instances.

    Parameters
    ----------
    run : RunResult
    table : ModelTable, optional
        Says which kind each model is (``class``), on which ``corpus`` and how many ``words`` it was trained, and its
        ``perplexity``. Without it each model is a kind of its own, and none is controlled.
    ties : {"wrong", "half", "random:SEED"}, optional
        See `syntaxgym_lite.stats.ties`.
    suites_as : {"paper", "all"}, optional
        Of the suites published with the paper, those that its figures count, or all.

    Returns
    -------
    CircuitStudy
        Of the suites with predictions that all models have.

    Raises
    ------
    InputError
        If there are none.
    """
    chosen, how = read_suites_as(suites_as), read_ties(ties)
    of_models = [
        {own.suite: own for own in model.suites if own.predictions and own.item_numbers and is_counted(own, chosen)}
        for model in run.models
    ]
    shared = [name for name in of_models[0] if all(name in own for own in of_models)]
    if not shared:
        raise InputError("These models have no suite with predictions in common.")
    some = list(dict.fromkeys(name for own in of_models for name in own if name not in shared))
    notes = [] if table is None else list(table.notes)
    notes += [f"Left out, since not all models have them: {listed(some, 5)}."] if some else []
    languages = sorted({of_models[0][name].language or "unknown" for name in shared})
    if len(languages) > 1:
        notes.append(f"Means are over suites of several languages: {listed(languages)}.")
    for model, suites in zip(run.models, of_models, strict=True):
        notes += silence_counted(model.model, [suites[name] for name in shared]) if how.rule == "wrong" else []
    made = []
    for model, suites in zip(run.models, of_models, strict=True):
        row = None if table is None else table[model.model]
        made.append(
            StudyInstance(
                model.model,
                (row.model_class if row else "") or model.model,
                row.corpus if row else "",
                row.words if row else None,
                row.perplexity if row else None,
                {name: np.array(list(credits(suites[name], how).values())) for name in shared},
                row.instance if row else "",
            )
        )
    first = of_models[0]
    return CircuitStudy(
        "these results",
        tuple(made),
        {name: first[name].circuit or "" for name in shared},
        {one.corpus: one.corpus for one in made},
        tuple(notes),
        item_numbers={name: first[name].item_numbers for name in shared},
        clusters={name: _cluster_numbers(first[name]) for name in shared if first[name].clusters},
    )


def _cluster_numbers(suite: SuiteResult) -> NDArray[np.int32]:
    return np.unique(list(cluster_ids(suite).values()), return_inverse=True)[1].astype(np.int32)


def models_of(instances: Iterable[StudyInstance]) -> list[str]:
    """Name the kinds of models, in the order of the instances."""
    return list(dict.fromkeys(one.model for one in instances))
