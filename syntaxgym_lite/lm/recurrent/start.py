"""The model that a training goes on from: its words, weights and shape, held against what is to be trained."""

from __future__ import annotations

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
            lacks = f"there is no {missing[0]} in it" if folder.is_dir() else "there is no such folder"
            raise InputError(f"{folder}: no model of sglite train wordlm to start from; {lacks}.")
        path = folder / CARD
        card = read_card(path)
        if (kind := card.get("backend")) != "wordlm":
            raise InputError(f"{folder}: no model of sglite train wordlm to start from; its card says {kind}.")
        network = card.get("network")
        of_model: dict[str, Any] = network if isinstance(network, dict) else {}
        vocabulary = Vocabulary.read(folder / VOCABULARY, length=of_model.get("n_words"))
        if given is not None and given.words != vocabulary.words:
            raise InputError(f"{folder}: its words are not those that are given; leave these out to take the model's.")
        network = card.get("network")
        own, asked = (
            _options_of(network if isinstance(network, dict) else {}),
            _options_of(shape(len(vocabulary)).for_card),
        )
        other = [
            f"`{name}` {own.get(name)}, not {asked.get(name)}"
            for name in {**asked, **own}
            if own.get(name) != asked.get(name)
        ]
        if other:
            raise InputError(f"{folder}: the network to start from has {listed(other)}; ask for the same.")
        rules, stated = WordRules.now(corpus.scheme, corpus.lowercase, vocabulary.unk), WordRules.stated(card, path)
        for name in ("words", "lowercase"):
            if (theirs := getattr(stated, name)) != (ours := getattr(rules, name)):
                raise InputError(
                    f"{folder}: the model to start from has `{name}` {theirs}, not {ours}; ask for the same, so that "
                    "its words are those of the text."
                )
        if stated.words_revision != rules.words_revision:
            raise InputError(
                f"{folder}: the words of the model to start from were cut by earlier rules of {rules.words} (revision "
                f"{stated.words_revision}, now {rules.words_revision}), so that some of the text would be other words; "
                "train a model anew."
            )
        weights, _ = read_safetensors(folder / WEIGHTS)
        name = card.get("name", folder.name)
        return cls(vocabulary, weights, {"name": name, "sha256": file_sha256(folder / WEIGHTS)})


def _options_of(network: Mapping[str, Any]) -> dict[str, Any]:
    """Give the shape of a network, as a card has it, by the options of training that ask for it."""
    shape = dict(network)
    cell, window, cuts, split = (shape.pop(name, None) for name in ("cell", "window", "cutoffs", "split"))
    arch = "rnn" if cell == "rnn_tanh" else f"{cell}-{window}gram" if window else cell
    softmax: dict[str, Any] = {"softmax": "full"}
    if cuts:
        softmax = {"softmax": "split" if split else "adaptive", "cutoffs": ",".join(map(str, cuts))}
    return {"arch": arch, **shape, **softmax}
