"""How to run suites, and what that means for each of them, worked out once for all models."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from .errors import InputError, one_of
from .predict import metrics_needed
from .scoring.schedule import sound_batch_size
from .shards import Shard
from .stats.suite_sets import SuitesAs, read_suites_as
from .stats.ties import read_ties
from .suite import JOINS, NORMALIZATIONS, Join, Normalization, SentenceColumns, Suite
from .suite.text import separated
from .surprisal import ScoringOptions, WordBoundary

__all__ = ["Plan", "Portion", "Settings", "in_portions"]

_PORTION = 20_000  # sentences that are scored together; some 100 MB with their tokens


@dataclass(frozen=True, slots=True)
class Settings:
    """How to run; every field is recorded in the result.

    Parameters
    ----------
    join : {"space", "natural", "none"}, optional
        Instead of each suite's own.
    context : str, optional
        Text before every sentence, instead of each suite's own; conditioned on, not scored.
    eos : bool
        Score the end of the sentence too. It belongs to no region; ``(*;%c%)`` includes it.
    word_boundary : {"as-is", "corrected"}
        Whether the end of a word counts for the token after it, as transformers have it, or for the word itself. See
        `syntaxgym_lite.scoring.word_ends.move_word_ends`.
    normalize_text : collection of {"quotes", "nfc"}
        Changes to make to the text first; the name of one alone will do.
    batch_size : int, optional
        Most sentences a model sees at once.
    oov : {"keep", "error"}
        Whether a word that a model does not know is an error.
    ties : {"wrong", "half", "random:SEED"}
        What an item counts whose comparison is a tie; see `syntaxgym_lite.stats.ties.credits`.
    suites_as : {"all", "paper"}
        Which suites means over suites count; see `syntaxgym_lite.stats.suite_sets.is_counted`.
    cluster : str, optional
        A factor of the items by which they belong together, instead of what each suite says; see
        `syntaxgym_lite.stats.clustered_by`.
    model_options : mapping
        Options for the models that know them (``bos``, ``device``, ``lowercase``, ...).
    shard : Shard, optional
        Which part of a run this is, as `syntaxgym_lite.shards.take_shard` gives it.
    """

    join: Join | None = None
    context: str | None = None
    eos: bool = False
    word_boundary: WordBoundary = "as-is"
    normalize_text: Collection[Normalization] = ()
    batch_size: int | None = None
    oov: Literal["keep", "error"] = "keep"
    ties: str = "wrong"
    suites_as: SuitesAs = "all"
    cluster: str | None = None
    model_options: Mapping[str, Any] = field(default_factory=dict)
    shard: Shard | None = None

    def __post_init__(self) -> None:
        if self.join is not None:
            one_of("join", self.join, JOINS)
        changes: object = self.normalize_text
        # a string is one name, not its letters; None is what other options take for nothing
        asked = () if changes is None else (changes,) if isinstance(changes, str) else tuple(self.normalize_text)
        object.__setattr__(self, "normalize_text", asked)
        for name in self.normalize_text:
            one_of("normalize_text", name, NORMALIZATIONS)
        object.__setattr__(self, "batch_size", sound_batch_size(self.batch_size))
        one_of("word_boundary", self.word_boundary, ("as-is", "corrected"))
        one_of("oov", self.oov, ("keep", "error"))
        object.__setattr__(self, "ties", str(read_ties(self.ties)))
        read_suites_as(self.suites_as)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked of a suite.

    Parameters
    ----------
    suite : Suite
    settings : Settings
    metrics : tuple of str
        Region metrics that its predictions need.
    join : {"space", "natural", "none"}
        How its regions become sentences.
    options : ScoringOptions
        What its sentences are scored with.
    """

    suite: Suite
    settings: Settings
    metrics: tuple[str, ...]
    join: Join
    options: ScoringOptions

    @classmethod
    def of(cls, suite: Suite, settings: Settings) -> Plan:
        """Work out what settings mean for a suite."""
        metrics = metrics_needed(suite)
        join = settings.join or suite.join
        options = ScoringOptions(
            context=separated(suite.context if settings.context is None else settings.context, join),
            eos=settings.eos,
            ranks="rank" in metrics,
            boundaries=settings.word_boundary == "corrected",
        )
        return cls(suite, settings, metrics, join, options)

    @property
    def n_sentences(self) -> int:
        """How many sentences the suite has."""
        return len(self.suite.items) * len(self.suite.condition_names)

    def sentences(self) -> SentenceColumns:
        """Make the suite's sentences."""
        return self.suite.sentence_columns(join=self.join, normalize=self.settings.normalize_text)


class Portion:
    """Suites whose sentences are scored together: so few that memory holds them with all that is known of them.

    Sentences are made once, and kept: as columns they are a small part of what their suite is.
    """

    def __init__(self, plans: Sequence[Plan]) -> None:
        self.plans = plans
        self._kept: list[SentenceColumns] | None = None

    @property
    def sentences(self) -> list[SentenceColumns]:
        """The sentences of each suite."""
        if self._kept is None:
            self._kept = [plan.sentences() for plan in self.plans]
        return self._kept

    def without(self, places: Collection[int]) -> Portion:
        """Give the same without some of the suites."""
        left = [place for place in range(len(self.plans)) if place not in places]
        portion = Portion([self.plans[place] for place in left])
        portion._kept = None if self._kept is None else [self._kept[place] for place in left]
        return portion

    def by_options(self) -> dict[ScoringOptions, list[int]]:
        """Give the places of the suites whose sentences are scored with the same options."""
        groups: dict[ScoringOptions, list[int]] = {}
        for index, plan in enumerate(self.plans):
            groups.setdefault(plan.options, []).append(index)
        return groups

    def n_texts(self) -> int:
        """Count the distinct sentences that are asked for with the same options; refuse one without text."""
        texts: dict[ScoringOptions, set[str]] = {}
        for plan, sentences in zip(self.plans, self.sentences, strict=True):
            if not all(map(str.strip, sentences.texts)):
                bare = next(one for one in sentences if not one.text.strip())
                raise InputError(
                    f"Suite '{plan.suite.name}': item {bare.item_number}, condition '{bare.condition_name}' has no "
                    "text."
                )
            texts.setdefault(plan.options, set()).update(sentences.texts)
        return sum(map(len, texts.values()))


def in_portions(plans: Sequence[Plan]) -> list[Portion]:
    """Put suites together whose sentences are scored together."""
    groups: list[list[Plan]] = []
    n_sentences = _PORTION
    for plan in plans:
        if n_sentences >= _PORTION:
            groups.append([])
            n_sentences = 0
        groups[-1].append(plan)
        n_sentences += plan.n_sentences
    return list(map(Portion, groups))
