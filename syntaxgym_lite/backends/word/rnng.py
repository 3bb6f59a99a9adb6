"""Recurrent neural network grammars: our own, and those of the public code of Noji and Oseki (2021).

A word's surprisal is the difference of the logarithms of two sums, each over the derivations that a beam search keeps
of a beginning of the sentence; see `syntaxgym_lite.lm.rnng.beam`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path

import torch
from torch import Tensor

from ...casing import Lowercase, lowercase_option
from ...errors import ModelError, ModelNotFoundError, one_of
from ...lm.folder import CARD, VOCABULARY, ModelFolder
from ...lm.recurrent.checkpoints import read_safetensors
from ...lm.rnng.beam import BeamSearch
from ...lm.rnng.network import Shape, StackNetwork
from ...lm.rnng.published import read_published
from ...lm.rnng.stacks import StackGrammar
from ...lm.vocabulary import Vocabulary
from ..devices import choose_device
from .searched import GrammarBackend, beam_options, recorded
from .table import LookUp, counts_beside, numbering, word_model

__all__ = ["load"]

_SUFFIXES = (".safetensors", ".pt", ".pth", ".bin", ".ckpt")
_DTYPES = {"float32": torch.float32, "float64": torch.float64}


def load(
    path: str,
    *,
    words: str | None = None,
    lowercase: Lowercase | None = None,
    beam: int = 100,
    word_beam: int = 10,
    fast_track: int = 1,
    max_consecutive_nts: int = 8,
    max_open_nts: int = 100,
    dtype: str = "float32",
    device: str = "auto",
) -> GrammarBackend:
    """Open an RNNG.

    Parameters
    ----------
    path : str
        A folder that ``sglite train rnng`` wrote; or a checkpoint of the public code of Noji and Oseki (2021), or a
        folder with one. The card that names the file speaks for it, see `syntaxgym_lite.lm.folder`.
    words, lowercase : optional
        See `syntaxgym_lite.backends.word.ngram.load`.
    beam, word_beam, fast_track : int, optional
        See `syntaxgym_lite.lm.rnng.beam.BeamSizes`.
    max_consecutive_nts, max_open_nts : int, optional
        See `syntaxgym_lite.lm.rnng.actions.Limits`.
    dtype : {"float32", "float64"}, optional
        What the network is computed in; probabilities of derivations are added up in float64.
    device : str, optional
        See `syntaxgym_lite.backends.devices.choose_device`.

    Raises
    ------
    ModelNotFoundError
        If there is no such file or folder.
    ModelError
        If the weights are damaged, of another kind of model, or carry anything but weights.
    InputError
        If the word list is damaged or does not fit the weights, or an option has no such value.
    """
    sizes, limits = beam_options(beam, word_beam, fast_track, max_consecutive_nts, max_open_nts)
    one_of("dtype", dtype, tuple(_DTYPES))
    found = ModelFolder.find(path, kinds=("rnng",), suffixes=_SUFFIXES)
    place = choose_device(device)
    read = _read_own if found.file.suffix == ".safetensors" else _read_published
    grammar = read(found)
    chosen = found.word_options(words, grammar.lowercase if lowercase is None else lowercase)
    network = StackNetwork(grammar.shape)
    network.load(grammar.weights, str(found.file))
    network.eval().requires_grad_(False).to(place, _DTYPES[dtype])
    shape = grammar.shape
    options = {
        **chosen.cutting,
        "unk": grammar.unk,
        "composition": shape.composition,
        **({"attends_from": shape.attends_from} if shape.composition == "attention" else {}),
        **recorded(sizes, limits),
        "softmax": "allowed",
        "dtype": dtype,
    }
    info = word_model(
        "rnng",
        path,
        grammar.files,
        options,
        (*chosen.warnings, *grammar.warnings),
        ranks=False,
        prefixes=True,
        eos=False,
        parses=True,
        # what the card says beside the files that are read
        labels=list(grammar.labels),
        padded=shape.padded,
    )
    search = BeamSearch(StackGrammar(network, grammar.labels), sizes, limits)
    return GrammarBackend(search, grammar.look_up, grammar.shown, info, counts=grammar.counts)


@dataclass(frozen=True, slots=True, eq=False)
class _Grammar:
    """What is read from a model's files."""

    weights: Mapping[str, Tensor]
    shape: Shape
    labels: tuple[str, ...]
    look_up: LookUp
    shown: tuple[str, ...]
    """The words, by number."""
    unk: str
    lowercase: Lowercase | None
    files: tuple[Path, ...]
    warnings: tuple[str, ...] = ()
    counts: Mapping[Hashable, int] | None = None


def _read_own(found: ModelFolder) -> _Grammar:
    card, card_path = found.card, found.file.with_name(CARD)
    if not card:
        raise ModelError(f"{found.file}: no {CARD} beside it says that this is an RNNG, and of what kind.")
    try:
        known = {field.name for field in fields(Shape)}
        network = dict(card["network"])
        shape = Shape(**{name: network[name] for name in network.keys() & known})
        labels = tuple(card["labels"])
        if network.keys() - known or len(labels) != shape.n_labels or not all(isinstance(one, str) for one in labels):
            raise ValueError(f"'network' and 'labels' do not fit: {shape.n_labels} and {len(labels)}")
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(
            f"{card_path}: this does not describe an RNNG ({error}); its 'network' and 'labels' are needed to read "
            f"{found.file.name}."
        ) from error
    vocabulary_path = found.file.with_name(VOCABULARY)
    if not vocabulary_path.is_file():
        raise ModelNotFoundError(f"{vocabulary_path}: not found; the model's word list must lie beside its weights.")
    vocabulary = Vocabulary.read(vocabulary_path, unk=found.rules.unk, length=shape.n_words)
    weights, _ = read_safetensors(found.file)
    return _Grammar(
        weights,
        shape,
        labels,
        numbering(vocabulary),
        vocabulary.words,
        vocabulary.unk,
        None,
        (found.file, vocabulary_path),
        counts=counts_beside(found.file.parent, vocabulary),
    )


def _read_published(found: ModelFolder) -> _Grammar:
    model = read_published(found.file)
    lowercase = lowercase_option(model.lowercase) if found.rules.lowercase is None else None
    return _Grammar(
        model.weights,
        model.shape,
        model.labels,
        model.words.look_up,
        model.words.words,
        model.words.method,
        lowercase,
        (found.file,),
        model.warnings,
    )
