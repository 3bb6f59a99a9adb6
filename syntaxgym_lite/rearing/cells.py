"""One model of a plan: trained in a folder of its own, and measured on the test text."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import InputError, SgliteWarning
from ..files import write_whole
from ..lm.corpus import file_sha256
from ..lm.folder import CARD, read_card
from .corpora import TREES
from .plan import RearingCell
from .trainers import TRAINERS, Material, Said
from .trees import tree_sentences

__all__ = ["CellJob", "ScoredModel", "is_trained", "measured", "said_line", "scored_models", "train_cell"]

_IDENTITY = "cell.json"
_MEASURED = "measured.json"
LOG = "train.log"


@dataclass(frozen=True, slots=True)
class CellJob:
    """A model to train, told so that another process, or another machine with the same disk, can do it.

    Parameters
    ----------
    cell : RearingCell
    folder : Path
        Of the cell; the model is in ``model`` in it.
    material : Material
    trees : {"", "tagged", "untagged"}, optional
        Of the corpus, whatever this class learns from.
    """

    cell: RearingCell
    folder: Path
    material: Material
    trees: str = ""

    @property
    def of_trees(self) -> bool:
        """Whether the corpus is one of trees."""
        return bool(self.trees)

    @property
    def tagged(self) -> bool:
        """Whether the words of its trees have parts of speech around them."""
        return self.trees != "untagged"

    @property
    def model(self) -> Path:
        """The folder of the model."""
        return self.folder / "model"

    def identity(self) -> dict[str, Any]:
        """Say what it is: a cell that is there is another one's, if this differs."""
        return {
            "name": self.cell.name,
            "arch": self.cell.architecture.arch,
            "options": dict(self.cell.architecture.options),
            "seed": self.cell.seed,
            "train": file_sha256(self.material.train),
            "valid": file_sha256(self.material.valid),
            "words": self.material.words,
            "lowercase": self.material.lowercase,
            "unk": self.material.unk,
            "strip_markers": self.material.strip_markers,
            **({"trees": self.material.trees} if self.material.trees else {}),
            **({"vocabulary": file_sha256(self.material.vocabulary)} if self.material.vocabulary else {}),
        }


def is_trained(job: CellJob) -> bool:
    """Whether a cell's model is there, finished.

    Raises
    ------
    InputError
        If its folder holds a cell of another plan.
    """
    there = job.folder / _IDENTITY
    if there.is_file():
        try:
            known = json.loads(there.read_text(encoding="utf-8"))
        except ValueError:
            known = {}
        own = json.loads(json.dumps(job.identity()))
        if known != own:
            differ = [name for name in own if known.get(name) != own[name]]
            raise InputError(
                f"{job.folder}: holds a model of another plan (other: {', '.join(differ) or 'all'}). Give the class "
                "another name, remove the folder, or name another one with `out`."
            )
    return (job.model / CARD).is_file()


def said_line(line: str, words_per_second: float | None) -> str:
    """Write what a trainer says."""
    return line if words_per_second is None else f"{line}, {words_per_second:,.0f} words/s"


def train_cell(job: CellJob, say: Said | None = None) -> str:
    """Train a cell's model, or go on with it; give its name.

    Parameters
    ----------
    job : CellJob
    say : callable, optional
        By default what is to be said goes to ``train.log`` in the cell's folder.
    """
    if is_trained(job):
        return job.cell.name
    job.folder.mkdir(parents=True, exist_ok=True)
    write_whole(job.folder / _IDENTITY, json.dumps(job.identity(), indent=2) + "\n")
    trainer = TRAINERS[job.cell.architecture.arch]

    def log(line: str, words_per_second: float | None, n_words: int) -> None:
        with (job.folder / LOG).open("a", encoding="utf-8") as file:
            file.write(f"{said_line(line, words_per_second)}\n")

    trainer.train(job.material, job.model, job.cell.architecture.options, say or log, seed=job.cell.seed)
    return job.cell.name


@dataclass(frozen=True, slots=True)
class ScoredModel:
    """A cell's model as it is scored: with one of the searches of its class.

    Parameters
    ----------
    job : CellJob
    search : mapping
        Options of the search; empty for a class that has none.
    """

    job: CellJob
    search: Mapping[str, int]

    @property
    def of_search(self) -> str:
        """What tells it from the same model with another search; begins with a hyphen, or is empty."""
        name = self.job.cell.architecture.search_name(self.search)
        return f"-{name}" if name else ""

    @property
    def name(self) -> str:
        """What it is called in results."""
        return self.job.cell.name + self.of_search

    @property
    def model_class(self) -> str:
        """Its class in results: the same model with another search is another one."""
        return self.job.cell.architecture.name + self.of_search

    def spec(self, **options: Any) -> str:
        """Write it as one writes it after ``--model``, with its name, search and options."""
        kind = TRAINERS[self.job.cell.architecture.arch].kind
        # a sentence that is longer than a transformer sees is scored, too: by what it sees of the words before
        said = {**self.search, **({"window": "auto"} if kind == "hf" else {}), **options}
        own = "?" + "&".join(f"{name}={value}" for name, value in said.items()) if said else ""
        return f"{self.name}={kind}:{self.job.model}{own}"


def scored_models(job: CellJob) -> list[ScoredModel]:
    """Give a cell's model with each of its searches."""
    return [ScoredModel(job, search) for search in job.cell.architecture.searches]


def measured(model: ScoredModel, corpus: Path) -> dict[str, Any]:
    """Measure a model on the test text, once: perplexity by word, bits a character.

    Of a text, words are cut alike for all classes, and sentence ends counted. Of trees, words are those in the trees,
    and sentence ends are left out for all classes, since grammars give them no probability.

    Parameters
    ----------
    model : ScoredModel
    corpus : Path
        Folder of the parts of the corpus.

    Returns
    -------
    dict
        ``perplexity``, ``n_words`` with the ends that were counted, ``n_unknown``, ``bits_per_character``,
        ``sentence_ends``, and ``warnings``, what went unusual.
    """
    job = model.job
    material = job.material
    card = read_card(job.model / CARD)
    test = corpus / f"test{TREES if job.of_trees else '.txt'}"
    own = {
        "test": file_sha256(test),
        "model": card.get("sha256"),
        "words": material.words,
        "search": dict(model.search),
    }
    there = job.folder / f"measured{model.of_search}.json"
    if there.is_file():
        known: dict[str, Any] = json.loads(there.read_text(encoding="utf-8"))
        if all(known.get(name) == value for name, value in own.items()):
            return known
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SgliteWarning)  # they stand in what is given back
        found = _measured_on_trees(model, test) if job.of_trees else _measured_on_text(model, test)
    document = {**own, **found}
    write_whole(there, json.dumps(document, indent=2) + "\n")
    return document


def _measured_on_text(model: ScoredModel, test: Path) -> dict[str, Any]:
    from ..lm.corpus import read_sentences
    from ..perplexity import measure_perplexity

    sentences = list(read_sentences(test))
    found = measure_perplexity(model.spec(), sentences, words=model.job.material.words)
    n_characters = sum(len(sentence) + 1 for sentence in sentences)  # the end counts as one
    return {
        "perplexity": found.perplexity,
        "n_words": found.n_words + found.n_ends,
        "n_unknown": found.n_unknown,
        "bits_per_character": found.bits / n_characters,
        "n_characters": n_characters,
        "sentence_ends": True,
        "warnings": list(found.warnings),
    }


def _measured_on_trees(model: ScoredModel, test: Path) -> dict[str, Any]:
    from ..perplexity import measure_perplexity

    job = model.job
    sentences = list(tree_sentences(test, tagged=job.tagged))
    if TRAINERS[job.cell.architecture.arch].reads == "text":
        found = measure_perplexity(model.spec(), [one.text for one in sentences], eos=False)
    else:  # the words of the trees, however others would be cut
        spelt = [" ".join(one.words) for one in sentences]
        found = measure_perplexity(model.spec(words="whitespace"), spelt, eos=False)
    n_words = sum(len(one.words) for one in sentences) - found.n_undefined
    n_characters = sum(len(one.text) for one in sentences)
    return {
        "perplexity": float(2 ** (found.bits / n_words)),
        "n_words": n_words,
        "n_unknown": found.n_unknown,
        "bits_per_character": found.bits / n_characters,
        "n_characters": n_characters,
        "sentence_ends": False,
        "warnings": list(found.warnings),
    }
