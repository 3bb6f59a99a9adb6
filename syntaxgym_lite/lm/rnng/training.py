"""Train recurrent neural network grammars on trees.

What is learnt is the joint probability of a tree and its words: the softmax over all actions and all words, those that
cannot be done at a place not taken out (the search does that, see `syntaxgym_lite.lm.rnng.beam`). Adam, with a learning
rate that falls to zero within the budget, dropout as Noji and Oseki (2021) have it, early stopping on the validation
trees.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import compress
from pathlib import Path
from typing import Any, Literal

import numpy as np
import torch
from safetensors.torch import save
from torch import Tensor

from ...casing import Lowercase, lower_case
from ...errors import InputError
from ...files import write_whole
from ..corpus import digests_of, file_sha256, read_words
from ..folder import CHECKPOINT, VOCABULARY, WEIGHTS, WordRules, write_card
from ..loop import (
    Position,
    RunKeeping,
    TrainingProgress,
    TrainingRun,
    drawn_seed,
    on_threads,
    refuse_divergence,
    said_of_words,
    write_words,
)
from ..runs import finished_card, held_out, said_of_held_out
from ..vocabulary import UNK, UnkPolicy, Vocabulary
from .actions import Derivation, derivation_of, label_of
from .derivations import Encoded, joint, log_probabilities
from .network import Composition, Dropout, Shape, StackNetwork
from .trees import Constituent, read_trees

__all__ = ["RnngOptions", "TreeCorpus", "TreeValidation", "train"]

_WARM_STEPS = 100  # Adam's first steps are large: their scale is not yet known; a tenth of a short run will do


@dataclass(frozen=True, slots=True)
class TreeCorpus:
    """Files of trees, and how the words of other texts are made like theirs.

    Parameters
    ----------
    paths : sequence of Path
    scheme : str, optional
        How a sentence is cut into words when it is scored; the words of the trees are as they are. One of
        `syntaxgym_lite.words.SCHEMES`.
    lowercase : bool or {"az", "lt", "tr"}, optional
        Whether words are put in lower case, or by the rules of which language.
    read : callable, optional
        How a file is read.
    """

    paths: Sequence[Path]
    scheme: str = "treebank"
    lowercase: Lowercase = False
    read: Callable[[Path], list[Constituent]] = read_trees

    def derivations(self) -> list[Derivation]:
        """Read all trees, in the order of the files.

        Raises
        ------
        InputError
            If a file cannot be read, or is none of trees.
        """
        found = [derivation_of(tree) for path in self.paths for tree in self.read(Path(path))]
        if not self.lowercase:
            return found
        return [replace(one, words=tuple(lower_case(word, self.lowercase) for word in one.words)) for one in found]

    def digests(self) -> dict[str, str]:
        """Give the sha256 of each file, by file name."""
        return digests_of(self.paths)


@dataclass(frozen=True, slots=True)
class RnngOptions:
    """How to train.

    Parameters
    ----------
    composition : {"lstm", "attention"}
    layers, hidden, emb : int
        Layers and width of the stack's LSTM; width of the vectors of words and constituents.
    batch_words : int
        Words of a batch: whole sentences, shuffled.
    lr : float
    schedule : {"linear", "cosine", "constant"}
        ``linear`` and ``cosine`` fall to zero within the budget.
    clip : float
        Largest norm of a gradient.
    dropout, weight_decay : float
    epochs : int
        Passes over the trees at most.
    max_words : int or None
        Budget: stop after so many words.
    max_minutes : float or None
        Budget: stop after so many minutes. How far a machine gets is chance, and so is the model then.
    validate_every : int or None
        Validate each time so many words have been seen. None: after each epoch.
    patience : int
        Stop after so many validations in a row without a better loss.
    seed : int
    threads : int
        Of PyTorch. Sums, and so the last digits of the weights, depend on it.
    """

    composition: Composition = "lstm"
    layers: int = 2
    hidden: int = 256
    emb: int = 256
    batch_words: int = 1000
    lr: float = 0.001
    schedule: Literal["linear", "cosine", "constant"] = "linear"
    clip: float = 1.0
    dropout: float = 0.3
    weight_decay: float = 0.0
    epochs: int = 18
    max_words: int | None = None
    max_minutes: float | None = None
    validate_every: int | None = None
    patience: int = 5
    seed: int = 1
    threads: int = 1

    def __post_init__(self) -> None:
        for name in ("layers", "hidden", "emb", "batch_words", "epochs", "patience", "threads"):
            if getattr(self, name) < 1:
                raise InputError(f"`{name}` must be at least 1, not {getattr(self, name)}.")
        for name in ("lr", "clip", "max_words", "max_minutes", "validate_every"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise InputError(f"`{name}` must be above 0, not {value}.")
        if not 0 <= self.dropout < 1:
            raise InputError(f"`dropout` must be at least 0 and below 1, not {self.dropout}.")


@dataclass(frozen=True, slots=True)
class TreeValidation:
    """Loss on the validation trees at one moment.

    Parameters
    ----------
    n_words : int
        Words of the training trees seen so far.
    minutes : float
        Time spent so far.
    bits : float
        Mean over the words of the validation trees of what the objective is: bits of the word and of its part of the
        tree. No perplexity comes of it: that is of words alone, and takes a search.
    word_bits : float
        The part of it that words have, given the tree so far.
    """

    n_words: int
    minutes: float
    bits: float
    word_bits: float


def train(
    corpus: TreeCorpus,
    output: str | Path,
    options: RnngOptions,
    *,
    valid: TreeCorpus | None = None,
    vocabulary: Vocabulary | None = None,
    vocab_size: int | None = 50_000,
    min_count: int = 2,
    unk: UnkPolicy = "single",
    description: str = "",
    licence: str = "",
    command: str = "",
    resume: bool = False,
    checkpoint_minutes: float = 5.0,
    device: str = "cpu",
    report: Callable[[TrainingProgress[TreeValidation]], None] | None = None,
    report_seconds: float = 10.0,
) -> dict[str, Any]:
    """Train an RNNG and write it to a folder.

    Parameters
    ----------
    corpus : TreeCorpus
        What to learn from.
    output : str or Path
        Folder for ``model.safetensors``, ``vocab.txt``, ``counts.tsv`` and ``card.json``; while training goes on, also
        for ``checkpoint.safetensors``.
    options : RnngOptions
    valid : TreeCorpus, optional
        What decides about stopping and the best weights. None: every twentieth tree of `corpus`, at most 5,000, is held
        out.
    vocabulary : Vocabulary, optional
        None: chosen by `vocab_size`, `min_count` and `unk`; see `Vocabulary.from_counts`. A model that has seen every
        word of its training text in its vocabulary knows nothing of unknown ones, so that words met once are taken for
        such by default.
    description, licence, command : str, optional
        For the card.
    resume : bool, optional
        Go on from the checkpoint in `output`, if there is one. On a processor, a run that goes on ends with the same
        weights as one that was not cut short.
    checkpoint_minutes : float, optional
        How often a checkpoint is written, besides after each epoch.
    device : str, optional
        As PyTorch names it.
    report : callable, optional
        Called with a `TrainingProgress` now and then, and after each validation.

    Returns
    -------
    dict
        The card.

    Raises
    ------
    InputError
        If trees cannot be read, `output` holds a model already, or the checkpoint belongs to another run.
    ModelError
        If the checkpoint is damaged, or the loss grows beyond all bounds.
    """
    output = Path(output)
    digests = {"corpus": corpus.digests(), "valid": valid.digests() if valid else None}
    said = said_of_words(corpus.scheme, corpus.lowercase, vocabulary, size=vocab_size, min_count=min_count, unk=unk)
    said["corpus.valid"] = digests["valid"] or said_of_held_out("tree")
    done = finished_card(output, resume=resume, options=asdict(options), files=digests["corpus"] or {}, rest=said)
    if done is not None:
        return done
    learnt, unseen = corpus.derivations(), [] if valid is None else valid.derivations()
    if valid is None:
        learnt, unseen = _hold_out(learnt)
    counts = read_words(one.words for one in learnt).counts()
    if vocabulary is None:
        vocabulary = Vocabulary.from_counts(
            counts.words,
            size=vocab_size,
            min_count=min_count,
            unk=unk,
            specials=(UNK,),  # the model gives no probability to the end of a sentence
            initial_counts=counts.initial,
        )
    found = Counter(label for one in learnt for action in one.actions if (label := label_of(action)))
    labels = tuple(label for label, _ in found.most_common())
    usable = [one for one in unseen if all(label_of(action) in found for action in one.actions if label_of(action))]
    if not usable:
        raise InputError("No validation tree can be used: each has a label that the trees to learn from lack.")
    text, valid_text = _encoded(learnt, vocabulary, labels), _encoded(usable, vocabulary, labels)
    frequencies = np.bincount(np.concatenate([one.words for one in text]), minlength=len(vocabulary))

    output.mkdir(parents=True, exist_ok=True)
    write_words(output, vocabulary, frequencies)
    rules = WordRules.now(corpus.scheme, corpus.lowercase, vocabulary.unk)
    # budgets and patience may be changed when a run goes on; what decides what is learnt may not
    free = ("epochs", "max_minutes", "patience")
    run = {
        "options": {name: value for name, value in asdict(options).items() if name not in free},
        "vocabulary": file_sha256(output / VOCABULARY),
        "labels": labels,
        "lowercase": corpus.lowercase,
        **digests,
    }
    shape = Shape(len(vocabulary), len(labels), options.emb, options.hidden, options.layers, options.composition)
    network = StackNetwork(shape)
    network.initialise(torch.Generator().manual_seed(options.seed), frequencies)
    network.to(device)
    kept = RunKeeping(output, json.loads(json.dumps(run)), checkpoint_minutes, report, report_seconds)
    with on_threads(options.threads):
        trainer = _Trainer(network, text, valid_text, options, kept)
        if resume:
            trainer.resume()
        trainer.run()
    best = min(trainer.position.validations, key=lambda one: one.bits)
    card = {
        "name": output.resolve().name,
        "backend": "rnng",
        "description": description,
        "n_parameters": network.n_parameters,
        "network": asdict(shape),
        "labels": labels,
        "precision": "float32",
        "weights": WEIGHTS,
        "sha256": file_sha256(output / WEIGHTS),
        **rules.for_card,
        "vocabulary": {
            "n_words": len(vocabulary),
            "n_ordinary": len(vocabulary.plain),
            "size": said.get("vocabulary.size"),
            "min_count": said.get("vocabulary.min_count"),
            "sha256": file_sha256(output / VOCABULARY),
        },
        "licence": licence,
        "corpus": {
            "files": digests["corpus"],
            "n_trees": len(text),
            "n_words": counts.n_words,
            "valid": digests["valid"] or said_of_held_out("tree"),
            "n_valid_trees": len(usable),
            "n_valid_left_out": len(unseen) - len(usable),
        },
        **trainer.for_card(
            asdict(options), {"valid": {"bits": best.bits, "word_bits": best.word_bits}}, command=command
        ),
    }
    card = write_card(output, card)
    (output / CHECKPOINT).unlink(missing_ok=True)
    return card


def _hold_out(trees: list[Derivation]) -> tuple[list[Derivation], list[Derivation]]:
    """Split off every twentieth tree; see `syntaxgym_lite.lm.runs.held_out`."""
    held = held_out(len(trees), "tree").tolist()
    return [one for one, out in zip(trees, held, strict=True) if not out], list(compress(trees, held))


def _encoded(trees: Sequence[Derivation], vocabulary: Vocabulary, labels: Sequence[str]) -> list[Encoded]:
    return [Encoded.of(one, vocabulary.encode(one.words).astype(np.int64), labels) for one in trees]


class _Trainer(TrainingRun[list[Encoded]]):
    """One run."""

    command, validation = "sglite train rnng", TreeValidation

    def __init__(
        self, network: StackNetwork, text: list[Encoded], valid: list[Encoded], options: RnngOptions, kept: RunKeeping
    ) -> None:
        self.lengths = np.array([len(one.words) for one in text])
        super().__init__(options, kept, int(self.lengths.sum()), Position())
        self.network, self.text, self.valid, self.options = network, text, valid, options
        self.parameters = list(network.parameters())
        self.optimizer = torch.optim.AdamW(
            self.parameters, lr=1.0, betas=(0.9, 0.999), weight_decay=options.weight_decay, fused=True
        )

    def batches(self, epoch: int, skip: int) -> Iterator[list[Encoded]]:
        order = np.random.default_rng((self.options.seed, epoch)).permutation(len(self.text))
        for chosen in _batches(order, self.lengths, self.options.batch_words)[skip:]:
            yield [self.text[n] for n in chosen.tolist()]

    def learning_rate(self) -> float:
        n_warm = min(_WARM_STEPS, math.ceil(self.budget / self.options.batch_words / 10))
        warm = min((self.position.n_steps + 1) / n_warm, 1.0)
        spent, schedule = self.spent(), self.options.schedule
        left = {"linear": 1 - spent, "cosine": (1 + math.cos(math.pi * spent)) / 2, "constant": 1.0}[schedule]
        return self.options.lr * warm * left

    def step(self, batch: list[Encoded]) -> None:
        options, rate = self.options, self.learning_rate()
        n_words = sum(len(one.words) for one in batch)
        generator = torch.Generator(self.parameters[0].device)
        generator.manual_seed(drawn_seed(options.seed, self.position.n_steps))
        self.optimizer.zero_grad()
        nats = -joint(self.network, batch, dropout=Dropout(options.dropout, generator)).total.sum()
        torch.autograd.backward(nats / n_words)
        lost = float(nats.detach())
        self.refuse_endless(lost)
        torch.nn.utils.clip_grad_norm_(self.parameters, options.clip)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.step()
        self.learnt(n_words, lost, n_words)

    def measure(self) -> tuple[float, Mapping[str, float]]:
        bits, word_bits = _mean_bits(self.network, self.valid, self.options.batch_words)
        refuse_divergence(bits * math.log(2), "trees")
        return bits, {"bits": bits, "word_bits": word_bits}

    def keep_best(self) -> None:
        weights = {name: tensor.detach().cpu().contiguous() for name, tensor in self.weights().items()}
        write_whole(self.kept.output / WEIGHTS, save(weights), fsync=True)

    def weights(self) -> Mapping[str, Tensor]:
        return self.network.weights()

    def load_weights(self, weights: Mapping[str, Tensor], source: str) -> None:
        self.network.load(weights, source)


def _batches(order: np.ndarray, lengths: np.ndarray, n_words: int) -> list[np.ndarray]:
    """Cut sentences in an order into stretches of so many words; at least one sentence each."""
    before = np.cumsum(lengths[order]) - lengths[order]
    batches: list[np.ndarray] = []
    start = 0
    while start < len(order):
        end = max(int(np.searchsorted(before, before[start] + n_words)), start + 1)
        batches.append(order[start:end])
        start = end
    return batches


def _mean_bits(network: StackNetwork, trees: Sequence[Encoded], n_words: int) -> tuple[float, float]:
    """Give the bits of a word with its part of the tree, and of the word alone, on average."""
    lengths = np.array([len(one.words) for one in trees])
    totals = np.zeros(2)
    for batch in _batches(np.argsort(lengths, kind="stable"), lengths, n_words):
        found = log_probabilities(network, [trees[n] for n in batch.tolist()])
        totals -= float(found.total.double().sum()), float(found.words.double().sum())
    bits, word_bits = (totals / lengths.sum() / math.log(2)).tolist()
    return bits, word_bits
