"""The model that a training goes on from: its words, weights and shape, held against what is to be trained."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from torch import Tensor

from ...errors import InputError, listed
from ..corpus import Corpus, file_sha256
from ..folder import CARD, VOCABULARY, WEIGHTS, WordRules, read_card
from ..vocabulary import Vocabulary
from .checkpoints import read_safetensors
from .network import NetworkShape

__all__ = ["StartingModel"]


@dataclass(frozen=True, slots=True)
class StartingModel:
    """A model whose weights a training begins with.

    Parameters
    ----------
    vocabulary : Vocabulary
    weights : mapping of str to Tensor
    for_card : mapping
        Its name and the checksum of its weights.
    """

    vocabulary: Vocabulary
    weights: Mapping[str, Tensor]
    for_card: Mapping[str, Any]

    @classmethod
    def read(
        cls, folder: Path, corpus: Corpus, shape: Callable[[int], NetworkShape], given: Vocabulary | None
    ) -> StartingModel:
        """Read it from a folder that ``sglite train wordlm`` wrote.

        Parameters
        ----------
        folder : Path
        corpus : Corpus
            What is to be learnt from.
        shape : callable
            Gives the shape of the network that is to be trained, for a number of words.
        given : Vocabulary or None
            What its words must be.

        Raises
        ------
        InputError
            If it is no such model, has another shape or other words, or cuts text into words by other rules.
        ModelError
            If a file is damaged.
        """
        missing = [name for name in (CARD, VOCABULARY, WEIGHTS) if not (folder / name).is_file()]
        if missing:
            raise InputError(f"{folder}: no model of sglite train wordlm to start from; {listed(missing)} is missing.")
        card, vocabulary = read_card(folder / CARD), Vocabulary.read(folder / VOCABULARY)
        if given is not None and given.words != vocabulary.words:
            raise InputError(f"{folder}: its words are not those that are given; leave these out to take the model's.")
        asked = json.loads(json.dumps(shape(len(vocabulary)).for_card))
        network = card.get("network")
        own: dict[str, Any] = network if isinstance(network, dict) else {}
        other = [
            f"{name} {own.get(name)}, not {asked.get(name)}"
            for name in {**asked, **own}
            if own.get(name) != asked.get(name)
        ]
        if other:
            raise InputError(f"{folder}: the network to start from has {listed(other)}; ask for the same.")
        rules = WordRules.now(corpus.scheme, corpus.lowercase, vocabulary.unk)
        stated = WordRules.stated(card, folder / CARD)
        if stated != rules:
            said = f"are cut as {stated.for_card}, not {rules.for_card}"
            raise InputError(f"{folder}: words of the model to start from {said}.")
        weights, _ = read_safetensors(folder / WEIGHTS)
        name = card.get("name", folder.name)
        return cls(vocabulary, weights, {"name": name, "sha256": file_sha256(folder / WEIGHTS)})
