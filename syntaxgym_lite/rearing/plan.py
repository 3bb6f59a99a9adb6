"""Plans of what is to be trained and compared; `syntaxgym_lite.rearing.plan_file` reads them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from .trainers import TRAINERS

__all__ = ["ALL", "Architecture", "CorpusPlan", "RearingCell", "RearingPlan", "VocabularyPlan", "size_name"]

ALL = "all"
"""How the whole of a training text is written among sizes."""


@dataclass(frozen=True, slots=True)
class CorpusPlan:
    """What is learnt from, and measured on.

    Parameters
    ----------
    train, valid, test : tuple of Path
    sizes : tuple of int or None
        Words of each nested part of the training text, rising; None: all of it.
    words : str
        How sentences are cut for models of words; of trees, those that are scored, since trees have their own.
    lowercase : bool
    unk : {"single", "classes"}
    strip_markers : bool
    seed : int or None
        Of the order in which sentences enter the parts; None: as in the files.
    trees : {"", "tagged", "untagged"}
        Whether the files are trees, and whether each word in them has its part of speech around it.
    """

    train: tuple[Path, ...]
    valid: tuple[Path, ...]
    test: tuple[Path, ...]
    sizes: tuple[int | None, ...] = (None,)
    words: str = "clitics"
    lowercase: bool = False
    unk: str = "single"
    strip_markers: bool = False
    seed: int | None = None
    trees: str = ""

    @property
    def tagged(self) -> bool:
        """Whether the words of trees have parts of speech around them."""
        return self.trees != "untagged"


@dataclass(frozen=True, slots=True)
class VocabularyPlan:
    """One vocabulary for all classes of words and all sizes: that of the largest part of the training text.

    Parameters
    ----------
    min_count : int, optional
        Words that occur less often are unknown ones, which models need to have met.
    vocab_size : int, optional
        The most frequent words that are kept, at most.
    """

    min_count: int = 2
    vocab_size: int = 50_000


@dataclass(frozen=True, slots=True)
class Architecture:
    """A class of models, and how its models are trained.

    Parameters
    ----------
    name : str
        In results and in names of folders.
    arch : str
        One of `syntaxgym_lite.rearing.trainers.TRAINERS`.
    seeds : tuple of int
    options : mapping
        What its trainer is given.
    searches : tuple of mapping
        By which searches its models are scored: of each, the options that are not as by default.
    """

    name: str
    arch: str
    seeds: tuple[int, ...] = (1,)
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    searches: tuple[Mapping[str, int], ...] = field(default=({},), hash=False)

    def search_name(self, search: Mapping[str, int]) -> str:
        """Name a search by what tells it from the others of this class; empty where there is but one.

        Examples
        --------
        >>> searches = ({"beam": 10, "fast_track": 1}, {"beam": 100, "fast_track": 1})
        >>> twice = Architecture("rnng", "rnng", searches=searches)
        >>> [twice.search_name(search) for search in searches]
        ['beam10', 'beam100']
        """
        differing = [name for name in search if len({one[name] for one in self.searches}) > 1]
        telling = [name for name in differing if len({one[name] for one in self.searches}) == len(self.searches)]
        return "-".join(f"{name}{search[name]}" for name in telling[:1] or differing)


@dataclass(frozen=True, slots=True)
class RearingCell:
    """One model of a plan: a class, a size and a seed.

    Parameters
    ----------
    name : str
        Of its folder, and of the model in results.
    architecture : Architecture
    size : int or None
    seed : int
    """

    name: str
    architecture: Architecture
    size: int | None
    seed: int


@dataclass(frozen=True, slots=True)
class RearingPlan:
    """All that is to be trained and compared.

    Parameters
    ----------
    source : str
        Where it was read from, for messages.
    name : str
    corpus : CorpusPlan
    suites : tuple of str
        Files, folders, or names of shipped suites.
    architectures : tuple of Architecture
    vocabulary : VocabularyPlan or None, optional
        None: each model has the vocabulary of what it learns from.
    device : str, optional
        Where neural models are trained, see `syntaxgym_lite.rearing.trainers.Material`. Numbers of one device differ
        from those of another in their last digits.
    """

    source: str
    name: str
    corpus: CorpusPlan
    suites: tuple[str, ...]
    architectures: tuple[Architecture, ...]
    vocabulary: VocabularyPlan | None = None
    device: str = "auto"

    def cells(self) -> Iterator[RearingCell]:
        """Give the models: small parts of the corpus first, so that something is there soon."""
        for size in self.corpus.sizes:
            for architecture in self.architectures:
                for seed in architecture.seeds:
                    parts = [architecture.name, size_name(size)]
                    if len(architecture.seeds) > 1:
                        parts.append(f"s{seed}")
                    yield RearingCell("-".join(parts), architecture, size, seed)

    def document(self) -> dict[str, Any]:
        """Give what decides the numbers, for the lock file."""
        corpus = {name: value for name, value in asdict(self.corpus).items() if name not in ("train", "valid", "test")}
        corpus["sizes"] = [size_name(size) for size in self.corpus.sizes]
        return {
            "name": self.name,
            "corpus": corpus,
            **({"vocabulary": asdict(self.vocabulary)} if self.vocabulary else {}),
            **({} if self.device == "auto" else {"device": self.device}),
            "architectures": [
                {
                    "name": one.name,
                    "arch": one.arch,
                    "seeds": list(one.seeds),
                    "options": dict(one.options),
                    **({"searches": list(map(dict, one.searches))} if TRAINERS[one.arch].search else {}),
                }
                for one in self.architectures
            ],
        }


def size_name(size: int | None) -> str:
    """Write a number of words as people do.

    Examples
    --------
    >>> size_name(1_000_000), size_name(2500), size_name(None), size_name(1_234_567)
    ('1M', '2500', 'all', '1234567')
    """
    if size is None:
        return ALL
    for unit, sign in ((1_000_000, "M"), (1_000, "k")):
        if size % (unit // 10) == 0 and size >= unit:
            return f"{size / unit:g}{sign}" if size % unit == 0 else str(size)
    return str(size)
