"""One model of a plan: trained in a folder of its own, and measured on the test text."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..files import write_whole
from ..lm.corpus import file_sha256
from ..lm.folder import CARD, read_card
from .plan import RearingCell
from .trainers import TRAINERS, Material, Said

__all__ = ["CellJob", "is_trained", "measured", "spec_of", "train_cell"]

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
    """

    cell: RearingCell
    folder: Path
    material: Material

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

    def log(line: str, words_per_second: float, n_words: int) -> None:
        with (job.folder / LOG).open("a", encoding="utf-8") as file:
            file.write(f"{line}  {words_per_second:,.0f} words/s\n")

    trainer.train(job.material, job.model, job.cell.architecture.options, say or log, seed=job.cell.seed)
    return job.cell.name


def spec_of(job: CellJob) -> str:
    """Write a cell's model as one writes it after ``--model``, with the cell's name."""
    return f"{job.cell.name}={TRAINERS[job.cell.architecture.arch].kind}:{job.model}"


def measured(job: CellJob, test: Path) -> dict[str, Any]:
    """Measure a cell's model on the test text, once: perplexity by word, bits a character.

    Returns
    -------
    dict
        ``perplexity`` and ``n_words`` as `syntaxgym_lite.perplexity.measure_perplexity` has them, sentence ends
        counted, by the same words for all classes; ``n_unknown``; ``bits_per_character``, where the end of a sentence
        counts as one.
    """
    from ..lm.corpus import read_sentences
    from ..perplexity import measure_perplexity

    card = read_card(job.model / CARD)
    own = {"test": file_sha256(test), "model": card.get("sha256"), "words": job.material.words}
    there = job.folder / _MEASURED
    if there.is_file():
        known: dict[str, Any] = json.loads(there.read_text(encoding="utf-8"))
        if all(known.get(name) == value for name, value in own.items()):
            return known
    sentences = list(read_sentences(test))
    found = measure_perplexity(spec_of(job), sentences, words=job.material.words)
    n_characters = sum(len(sentence) + 1 for sentence in sentences)
    document = {
        **own,
        "perplexity": found.perplexity,
        "n_words": found.n_words + found.n_ends,
        "n_unknown": found.n_unknown,
        "bits_per_character": found.bits / n_characters,
        "n_characters": n_characters,
    }
    write_whole(there, json.dumps(document, indent=2) + "\n")
    return document
