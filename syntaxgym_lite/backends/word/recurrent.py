"""Word-level recurrent models: our own, and those of the public code of Gulordava et al. (2018).

Every sentence is scored from the zero state after ``<eos>``, as Gulordava et al. do; many sentences at a time.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ...casing import Lowercase
from ...errors import InputError, ModelError, ModelNotFoundError, one_of
from ...lm.folder import CARD, CORPORA, VOCABULARY, ModelFolder
from ...lm.recurrent.checkpoints import read_checkpoint, read_safetensors, without_wrappers
from ...lm.recurrent.dictionaries import read_dictionary
from ...lm.recurrent.network import NetworkShape, WordNetwork, shape_of
from ...lm.recurrent.prefixes import PrefixTree
from ...lm.recurrent.trees import TreeReader
from ...lm.vocabulary import EOS, Vocabulary
from ...surprisal import BITS_PER_UNIT, BackendInfo, FloatArray, IntArray, ScoringOptions, TokenSurprisals
from ..devices import choose_device
from ..side_by_side import side_by_side
from .table import CountedWords, Indices, WordTable, counts_beside, numbering, vocabulary_size, word_model

__all__ = ["WordlmBackend", "load"]

_SUFFIXES = (".safetensors", ".pt", ".pth", ".bin", ".ckpt")
_WORDS_AT_ONCE = 1 << 13  # words in sentences computed together; more make no product faster
_LOGITS_AT_ONCE = 1 << 23  # 32 MiB


def load(
    path: str,
    *,
    words: str | None = None,
    lowercase: Lowercase | None = None,
    nonlinearity: str | None = None,
    weight_drop: float | None = None,
    splits: str | int | None = None,
    device: str = "auto",
) -> WordlmBackend:
    """Open a word-level recurrent model.

    Parameters
    ----------
    path : str
        A folder that ``sglite train wordlm`` wrote; or a checkpoint, or a folder with one, with ``vocab.txt`` beside
        it: a state dict or a whole ``RNNModel`` saved by ``torch.save``, or safetensors with the same names. The card
        that names the file speaks for it, see `syntaxgym_lite.lm.folder`. The words of ordered neurons may also lie in
        the pickled corpus of their public code, ``corpus.HASH.data``.
    words, lowercase : optional
        See `syntaxgym_lite.backends.word.ngram.load`.
    nonlinearity : {"tanh", "relu"}, optional
        Of a simple recurrent network whose file does not say, as a bare state dict does not; ``"tanh"`` is assumed,
        with a warning.
    weight_drop : float, optional
        Of ordered neurons (ON-LSTM) whose file does not say, as a bare state dict does not: which share of the
        recurrent weights training dropped. The published runs dropped 0.45.
    splits : str, optional
        Of a split softmax whose file does not say: the words at which groups of rarer words begin,
        ``"2800,20000,76000"``.
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
    found = ModelFolder.find(path, kinds=("wordlm",), suffixes=_SUFFIXES)
    weights_path = found.file
    chosen = found.word_options(words, lowercase)
    place = choose_device(device)
    if nonlinearity is not None:
        one_of("nonlinearity", nonlinearity, ("tanh", "relu"))
    weights, shape, is_told = _read_weights(weights_path, found.card, weight_drop, _cutoffs(splits))
    if shape.cell != "onlstm" and (weight_drop is not None or splits is not None):
        raise InputError(f"{weights_path}: it has no ordered neurons; leave out -O weight_drop and -O splits.")
    notes = chosen.warnings
    if shape.split and shape.cutoffs[-1] >= shape.n_words:
        notes += (
            f"Of the groups of its split softmax (splits {','.join(map(str, shape.cutoffs))}), those that begin "
            f"beyond the last of its {shape.n_words:,} words are empty; what probability they get is lost, as in the "
            "public code.",
        )
    if not is_told and shape.cell == "rnn_tanh":
        if nonlinearity is None:
            notes += (
                f"{weights_path.name} does not say whether its simple recurrent layers use tanh or relu; tanh is "
                "assumed. If that is wrong, so are all numbers: -O nonlinearity=relu.",
            )
        elif nonlinearity == "relu":
            shape = replace(shape, cell="rnn_relu")
    elif nonlinearity is not None and shape.cell != f"rnn_{nonlinearity}":
        raise InputError(f"{weights_path}: its layers are known to be of kind {shape.cell}; leave out nonlinearity.")
    vocabulary_path = _word_list(weights_path)
    if vocabulary_path.name == VOCABULARY:
        vocabulary = Vocabulary.read(vocabulary_path, unk=chosen.unk, length=shape.n_words)
    else:
        vocabulary = read_dictionary(vocabulary_path, length=shape.n_words)
    if EOS not in vocabulary.words:
        raise ModelError(f"{vocabulary_path}: the word list has no {EOS}, after which every sentence begins.")
    network = WordNetwork(shape)
    network.load(weights, str(weights_path))
    for name, tensor in weights.items():
        if not torch.isfinite(tensor).all():
            raise ModelError(f"{weights_path}: {name} holds values that are no numbers; the model is damaged.")
    network.eval().requires_grad_(False).to(place)
    options = {
        **chosen.cutting,
        "unk": vocabulary.unk,
        "cell": shape.cell,
        "window": shape.window,
        **({"chunk": shape.chunk, "weight_drop": shape.weight_drop} if shape.cell == "onlstm" else {}),
        **({"splits": ",".join(map(str, shape.cutoffs))} if shape.split else {}),
    }
    files = [weights_path, vocabulary_path]
    info = word_model("wordlm", path, files, options, notes, prefixes=True, cutoffs=list(shape.cutoffs))
    return WordlmBackend(network, vocabulary, info, counts_beside(weights_path.parent, vocabulary))


def _word_list(weights: Path) -> Path:
    """Find the word list beside the weights: ``vocab.txt``, or else the pickled corpus of the public code."""
    plain = weights.with_name(VOCABULARY)
    if plain.is_file():
        return plain
    corpora = sorted(weights.parent.glob(CORPORA))
    if len(corpora) > 1:
        names = ", ".join(path.name for path in corpora)
        raise InputError(f"{weights.parent}: several corpora in this folder: {names}; leave the model's own there.")
    if not corpora:
        raise ModelNotFoundError(
            f"{plain}: not found; the model's word list must lie beside its weights ({VOCABULARY}, or {CORPORA})."
        )
    return corpora[0]


def _cutoffs(splits: str | int | None) -> tuple[int, ...]:
    """Read where groups of words begin, as a user says it."""
    if splits is None:
        return ()
    try:
        return tuple(int(part) for part in str(splits).split(","))
    except ValueError:
        raise InputError(f"`splits={splits}`: write whole numbers with commas, e.g. 2800,20000,76000.") from None


def _told(name: str, told: Any, given: Any, path: Path) -> Any:
    """Take what a file says, else what the user says, who may not contradict it."""
    if told is not None and given is not None and told != given:
        raise InputError(f"{path}: it says `{name}={told}`; leave out `{name}={given}`.")
    return given if told is None else told


def _read_weights(
    path: Path, card: Mapping[str, Any], weight_drop: float | None, cutoffs: tuple[int, ...]
) -> tuple[dict[str, Tensor], NetworkShape, bool]:
    """Read the weights of a model, and the shape of its network, from the card or else from the weights.

    Also say whether the kind of recurrent layer is told, not only guessed from the shapes of the weights.
    """
    cell = None
    if path.suffix == ".safetensors":
        weights = without_wrappers(read_safetensors(path)[0])
    else:
        checkpoint = read_checkpoint(path)
        weights, cell = checkpoint.weights, checkpoint.cell
        weight_drop = _told("weight_drop", checkpoint.weight_drop, weight_drop, path)
        cutoffs = _told("splits", checkpoint.cutoffs or None, cutoffs or None, path) or ()
    if "network" not in card:
        shape = shape_of(weights, str(path), cell=cell, weight_drop=weight_drop, cutoffs=cutoffs)
        return weights, shape, cell is not None
    try:
        fields = dict(card["network"])
        fields["cutoffs"] = tuple(fields.get("cutoffs", ()))
        shape = NetworkShape(**fields)
        if shape.cell == "onlstm":
            _told("weight_drop", shape.weight_drop, weight_drop, path)
            _told("splits", shape.cutoffs, cutoffs or None, path)
        return weights, shape, True
    except (TypeError, ValueError) as error:
        raise ModelError(f"{path.with_name(CARD)}: 'network' does not describe a model: {error}.") from error


class WordlmBackend(CountedWords):
    """A word-level recurrent model as a backend.

    Parameters
    ----------
    network : WordNetwork
    vocabulary : Vocabulary
        With ``<eos>``.
    info : BackendInfo
        Its ``options`` hold ``words`` and ``lowercase``; others are only recorded.
    counts : mapping, optional
        See `CountedWords.own_counts`.
    """

    def __init__(
        self,
        network: WordNetwork,
        vocabulary: Vocabulary,
        info: BackendInfo,
        counts: Mapping[Hashable, int] | None = None,
    ) -> None:
        self._network = network
        self._vocabulary = vocabulary
        self._eos = vocabulary.number(EOS)
        self._reader = TreeReader(network, self._eos)
        self._table = WordTable.of(info, numbering(vocabulary))
        self._n_units, self._own_counts = vocabulary_size(vocabulary.words), counts
        self.info = info

    def score(self, texts: Sequence[str], options: ScoringOptions = ScoringOptions()) -> list[TokenSurprisals]:
        """Give the surprisals of every word of every sentence; see `syntaxgym_lite.backends.protocol.Backend`."""
        return self.score_groups([texts], options)[0]

    def score_groups(
        self, groups: Sequence[Sequence[str]], options: ScoringOptions = ScoringOptions()
    ) -> list[list[TokenSurprisals]]:
        """Give what `score` gives for each group by itself; see `syntaxgym_lite.backends.protocol.Grouping`."""
        texts = [text for group in groups for text in group]
        ends = np.cumsum([0, *map(len, groups)]).tolist()
        batch = self._table.cut(texts, context=options.context)
        numbers, known = batch.numbered()
        encoded = [numbers[start:end] for start, end in pairwise(batch.bounds.tolist())]
        lengths = [len(sentence) + 1 for sentence in encoded]
        packs = [
            slice(first + start, first + end)
            for first, last in pairwise(ends)
            for start, end in _packs(lengths[first:last])
        ]

        def score_pack(pack: slice) -> tuple[FloatArray, FloatArray, IntArray]:
            return self._score_pack(encoded[pack], eos=options.eos, ranks=options.ranks)

        scored = side_by_side(score_pack, packs, self._network.encoder.weight.device, one_thread_each=True)
        bits = np.concatenate([np.zeros(0), *(pack_bits for pack_bits, _, _ in scored)])
        eos_bits = np.concatenate([np.zeros(0), *(pack_eos_bits for _, pack_eos_bits, _ in scored)])
        ranks = np.concatenate([np.zeros(0, np.int32), *(pack_ranks for _, _, pack_ranks in scored)])
        rows = batch.surprisals(
            bits,
            known,
            unknown=self._vocabulary.words,
            numbers=numbers,
            eos_bits=eos_bits if options.eos else None,
            ranks=[ranks[here] for here in batch.scored()] if options.ranks else None,
        )
        return [rows[first:last] for first, last in pairwise(ends)]

    @torch.inference_mode()
    def _score_pack(
        self, encoded: Sequence[Indices], *, eos: bool, ranks: bool
    ) -> tuple[FloatArray, FloatArray, IntArray]:
        """Score sentences side by side; what they begin with in common is computed once.

        Gives the bits of all words, one sentence after another; those of the ends, and the ranks of the words, if they
        are asked for.
        """
        tree = PrefixTree.of(encoded)
        paths = [nodes[: len(numbers) + 1] for nodes, numbers in zip(tree.nodes, encoded, strict=True)]
        # what is to be predicted: every node but the empty one, after its parent; then the ends
        ends = np.array([path[-1] for path in paths if eos], dtype=np.int64)
        parents = np.concatenate([tree.parents[1:], ends])
        targets = np.concatenate([tree.words[1:], np.full(len(ends), self._eos)])
        wanted = np.zeros(len(tree.words), np.bool_)  # a last word predicts nothing
        wanted[parents] = True
        nats, places = np.zeros(0), np.zeros(0, np.int32)
        if len(parents):
            rows = np.cumsum(wanted)[parents] - 1
            nats, places = self._surprisals(self._reader(tree, wanted), rows, targets, ranks=ranks)
        # a certain word may come out a rounding error below 0
        values = np.maximum(nats * BITS_PER_UNIT["nats"], 0.0)
        words = np.concatenate([path[1:] for path in paths]) - 1  # of node n, value n - 1: the empty one has none
        return values[words], values[len(tree.words) - 1 :], places[words] if ranks else places

    def _surprisals(
        self, outputs: Tensor, rows: Indices, targets: Indices, *, ranks: bool
    ) -> tuple[FloatArray, IntArray]:
        """Give the surprisal in nats of each target after a row of outputs, a bounded number of logits at a time."""
        step = max(_LOGITS_AT_ONCE // self._network.shape.n_words, 1)
        order = np.argsort(rows, kind="stable")  # what follows one row is predicted from it together
        nats = np.empty(len(targets))
        places = np.empty(len(targets) if ranks else 0, np.int32)
        for start in range(0, len(targets), step):
            chosen = order[start : start + step]
            first, last = int(rows[chosen[0]]), int(rows[chosen[-1]])
            after = torch.from_numpy(rows[chosen] - first).to(outputs.device)
            wanted = torch.from_numpy(targets[chosen]).to(outputs.device)
            one, place = self._network.surprisals(outputs[first : last + 1], wanted, after, ranks=ranks)
            nats[chosen] = one.cpu().numpy()
            if place is not None:
                places[chosen] = place.cpu().numpy()
        return nats, places


def _packs(lengths: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Cut a list of sentences into stretches of a bounded number of words; at least one sentence each."""
    start = total = 0
    for index, length in enumerate(lengths):
        if total and total + length > _WORDS_AT_ONCE:
            yield start, index
            start, total = index, 0
        total += length
    if lengths:
        yield start, len(lengths)
