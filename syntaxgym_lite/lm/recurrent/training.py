"""Train recurrent language models over words.

The recipe of Gulordava et al. (2018): rows of running text, truncated back-propagation, stochastic gradient descent
with annealing on the validation loss, gradient clipping, dropout, early stopping. For training on few processors there
are also AdamW with a learning rate that falls to zero within a budget of words or minutes, batches of whole shuffled
sentences, and the adaptive softmax.

A run on several threads is one process with one replica of the network a thread, all on the same weights: each takes
its part of every batch with single-threaded arithmetic, and the gradients are added in a fixed order. On a busy machine
this is two to three times as fast as letting the threads share each small matrix product, where one delayed thread
stops all.

References
----------
K. Gulordava, P. Bojanowski, E. Grave, T. Linzen and M. Baroni, Colorless green recurrent networks dream
hierarchically, NAACL 2018.
"""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import numpy as np
import torch
from safetensors.torch import save
from torch import Tensor

from ...errors import InputError
from ...files import write_whole
from ..corpus import Corpus, file_sha256
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
from ..runs import finished_card, said_of_held_out
from ..vocabulary import EOS, UnkPolicy, Vocabulary
from .checkpoints import read_safetensors
from .data import Batch, EncodedText, encode_corpus, hold_out, sentence_batch, sentence_batches, stream_batches
from .network import Cell, NetworkShape, State, WordNetwork
from .start import StartingModel

__all__ = [
    "Arch",
    "TrainingOptions",
    "Validation",
    "network_perplexity",
    "train",
]

Arch = Literal["lstm", "rnn", "lstm-5gram", "onlstm"]

_ANNEAL = 4.0  # the learning rate is divided by this when the validation loss does not fall (Gulordava et al. 2018)


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """How to train; the defaults are the recipe of Gulordava et al. (2018).

    Parameters
    ----------
    arch : {"lstm", "rnn", "lstm-5gram", "onlstm"}
        ``rnn`` is the simple recurrent network (tanh); ``lstm-5gram`` sees windows of five words only; ``onlstm`` has
        ordered neurons (Shen et al. 2019), see `syntaxgym_lite.lm.recurrent.onlstm`.
    layers, hidden, emb : int
        The last layer of ``onlstm`` is as wide as the word vectors.
    chunk : int or None
        Ordered neurons: how many units share a master gate. None: 10.
    weight_drop : float or None
        Ordered neurons: share of the recurrent weights that each batch drops. None: 0.45.
    tied : bool
        Use the word vectors for the decoder too. If `hidden` is not `emb`, a projection stands between.
    softmax : {"full", "adaptive", "split"}
    cutoffs : tuple of int
        Adaptive or split softmax: where the rarer groups of words begin.
    div_value : float
        Adaptive softmax: by how much each group's vectors are narrower than those of the group before.
    order : {"stream", "sentences"}
        ``stream``: rows of running text; the state passes from sentence to sentence. ``sentences``: batches of whole
        shuffled sentences of like length, each from the zero state, as sentences are scored.
    batch_size, bptt : int
        Rows of a batch, and words before the gradient is cut off. With ``sentences``, a batch has
        ``batch_size * bptt`` words, and no gradient is cut off.
    optimizer : {"sgd", "adamw"}
    lr : float or None
        None: 20 for ``sgd``, 0.002 for ``adamw``.
    schedule : {"anneal", "linear", "cosine", "constant"} or None
        ``anneal``: divide by 4 when the validation loss does not fall. ``linear`` and ``cosine``: fall to zero
        within the budget. None: ``anneal`` for ``sgd``, ``linear`` for ``adamw``.
    clip : float
        Largest norm of a gradient.
    dropout, weight_decay : float
    epochs : int
        Passes over the corpus at most.
    max_words : int or None
        Budget: stop after so many words (sentence ends counted).
    max_minutes : float or None
        Budget: stop after so many minutes. How far a machine gets is chance, and so is the model then.
    validate_every : int or None
        Validate each time so many words have been seen. None: after each epoch.
    patience : int
        Stop after so many validations in a row without a better loss.
    seed : int
    threads : int
        Replicas that share each batch. Sums of gradients, and so the last digits of the weights, depend on it.
    half : bool
        Write the weights in half precision.
    """

    arch: Arch = "lstm"
    layers: int = 2
    hidden: int = 650
    emb: int = 650
    chunk: int | None = None
    weight_drop: float | None = None
    tied: bool = False
    softmax: Literal["full", "adaptive", "split"] = "full"
    cutoffs: tuple[int, ...] = (2000, 10000)
    div_value: float = 4.0
    order: Literal["stream", "sentences"] = "stream"
    batch_size: int = 64
    bptt: int = 35
    optimizer: Literal["sgd", "adamw"] = "sgd"
    lr: float | None = None
    schedule: Literal["anneal", "linear", "cosine", "constant"] | None = None
    clip: float = 0.25
    dropout: float = 0.2
    weight_decay: float = 0.0
    epochs: int = 40
    max_words: int | None = None
    max_minutes: float | None = None
    validate_every: int | None = None
    patience: int = 5
    seed: int = 1
    threads: int = 1
    half: bool = False

    def __post_init__(self) -> None:
        for name in ("layers", "hidden", "emb", "batch_size", "bptt", "epochs", "patience", "threads"):
            if getattr(self, name) < 1:
                raise InputError(f"`{name}` must be at least 1, not {getattr(self, name)}.")
        self._check_ordered_neurons()
        for name in ("lr", "clip", "div_value", "max_words", "max_minutes", "validate_every"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise InputError(f"`{name}` must be above 0, not {value}.")
        if not 0 <= self.dropout < 1:
            raise InputError(f"`dropout` must be at least 0 and below 1, not {self.dropout}.")
        if self.tied and self.softmax == "adaptive":
            raise InputError("`tied` needs `softmax` full or split: the adaptive one has vectors of several widths.")
        if self.batch_size < self.threads:
            raise InputError(f"`threads={self.threads}` needs a `batch_size` of at least {self.threads}.")
        if self.arch == "lstm-5gram" and self.order == "stream":
            # its windows do not reach over the end of a sentence, so there is nothing for a stream to pass on
            object.__setattr__(self, "order", "sentences")
        if self.lr is None:
            object.__setattr__(self, "lr", 20.0 if self.optimizer == "sgd" else 0.002)
        if self.schedule is None:
            object.__setattr__(self, "schedule", "anneal" if self.optimizer == "sgd" else "linear")

    def _check_ordered_neurons(self) -> None:
        if self.arch != "onlstm":
            for name in ("chunk", "weight_drop"):
                if getattr(self, name) is not None:
                    raise InputError(f"`{name}` is an option of `arch=onlstm`, not of {self.arch}.")
            return
        chunk = 10 if self.chunk is None else self.chunk
        drop = 0.45 if self.weight_drop is None else self.weight_drop
        if chunk < 1 or self.emb % chunk or (self.layers > 1 and self.hidden % chunk):
            raise InputError(
                f"`chunk={chunk}` must divide `hidden` ({self.hidden}), and `emb` ({self.emb}): the last layer is as "
                "wide as the word vectors."
            )
        if not 0 <= drop < 1:
            raise InputError(f"`weight_drop` must be at least 0 and below 1, not {drop}.")
        object.__setattr__(self, "chunk", chunk)
        object.__setattr__(self, "weight_drop", drop)

    @property
    def described(self) -> dict[str, Any]:
        """By name, as cards and checkpoints have them: those of other architectures are left out."""
        values = asdict(self)
        return {name: values[name] for name in values if name not in ("chunk", "weight_drop") or self.arch == "onlstm"}

    def shape(self, n_words: int) -> NetworkShape:
        """Give the shape of the network for a vocabulary of `n_words`."""
        cutoffs = tuple(cut for cut in self.cutoffs if cut < n_words) if self.softmax != "full" else ()
        cells: dict[str, Cell] = {"rnn": "rnn_tanh", "onlstm": "onlstm"}
        return NetworkShape(
            n_words,
            cells.get(self.arch, "lstm"),
            self.emb,
            self.hidden,
            self.layers,
            5 if self.arch == "lstm-5gram" else None,
            self.tied,
            cutoffs,
            self.div_value,
            bool(cutoffs) and self.softmax == "split",
            self.chunk or 0,
            self.weight_drop or 0.0,
        )


@dataclass(frozen=True, slots=True)
class Validation:
    """Loss on the validation text at one moment.

    Parameters
    ----------
    n_words : int
        Words of the corpus seen so far, sentence ends counted.
    minutes : float
        Time spent so far.
    bits : float
        Mean surprisal of a word on the validation text, in bits, sentence ends counted.
    perplexity : float
        ``2 ** bits``.
    """

    n_words: int
    minutes: float
    bits: float
    perplexity: float


class _Replicas:
    """One network, seen through one replica a thread: weights shared, gradients apart."""

    def __init__(self, network: WordNetwork, threads: int) -> None:
        self.network = network
        self.parameters = list(network.parameters())
        self.replicas = [network]
        for _ in range(threads - 1):
            replica = copy.deepcopy(network)
            for mine, theirs in zip(replica.parameters(), self.parameters, strict=True):
                mine.data = theirs.data
            self.replicas.append(replica)
        self.device = self.parameters[0].device
        self.states: list[State | None] = [None] * threads
        self.pool = _pool(threads)

    def close(self) -> None:
        self.pool.shutdown()

    def gradients(self, batch: Batch, dropout: float, seed: tuple[int, ...]) -> float:
        """Leave the gradient of the mean surprisal in the parameters; return the summed surprisal, in nats."""
        n_targets = int((batch.targets >= 0).sum())

        def work(number: int) -> float:
            part = batch.part(number, len(self.replicas)).to(self.device)
            replica = self.replicas[number]
            replica.zero_grad()
            if not part.inputs.shape[1]:
                return 0.0
            generator = torch.Generator(self.device).manual_seed(drawn_seed(*seed, number))
            valid = part.targets >= 0
            state = None if part.fresh else self.states[number]
            outputs, after = replica(part.inputs, valid, state, dropout=dropout, generator=generator)
            nats = replica.nats(outputs, part.targets[valid]).sum()
            torch.autograd.backward(nats / n_targets)
            self.states[number] = [tuple(tensor.detach() for tensor in layer) for layer in after]
            return float(nats.detach())

        total = sum(self.pool.map(work, range(len(self.replicas))))
        for replica in self.replicas[1:]:
            for mine, theirs in zip(self.parameters, replica.parameters(), strict=True):
                if theirs.grad is not None:
                    mine.grad = theirs.grad if mine.grad is None else mine.grad.add_(theirs.grad)
                    theirs.grad = None
        return total


def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, initializer=torch.set_num_threads, initargs=(1,))


@torch.no_grad()
def _summed_nats(
    network: WordNetwork, text: EncodedText, vocabulary: Vocabulary, pool: ThreadPoolExecutor
) -> tuple[float, float, int]:
    """Sum the surprisals of a text in nats: of all words, and of the known ones, with the number of these."""
    eos = vocabulary.number(EOS)
    unknown = vocabulary.unknown(vocabulary.words)
    unknown[eos] = False

    def work(chosen: np.ndarray) -> tuple[float, float, int]:
        batch = sentence_batch(text, chosen, eos).to(network.encoder.weight.device)
        valid = batch.targets >= 0
        outputs, _ = network(batch.inputs, valid)
        targets = batch.targets[valid]
        nats, _ = network.surprisals(outputs, targets)
        known = torch.from_numpy(~unknown[targets.cpu().numpy()]).to(nats.device)
        return float(nats.double().sum()), float(nats[known].double().sum()), int(known.sum())

    parts = list(pool.map(work, sentence_batches(text, 4096, None)))
    return sum(p[0] for p in parts), sum(p[1] for p in parts), sum(p[2] for p in parts)


def network_perplexity(
    network: WordNetwork, text: EncodedText, vocabulary: Vocabulary, *, threads: int = 1
) -> dict[str, float | int]:
    """Measure the perplexity of a text, each sentence from the zero state after ``<eos>``.

    Returns
    -------
    dict
        ``perplexity`` and ``bits`` a word, ``<eos>`` counted; ``perplexity_known``, over words in the vocabulary only;
        ``n_words`` (``<eos>`` counted) and ``n_unknown``.
    """
    with _pool(threads) as pool:
        total, known, n_known = _summed_nats(network, text, vocabulary, pool)
    n = len(text.ids)
    refuse_divergence(total / n)
    return {
        "perplexity": math.exp(total / n),
        "bits": total / n / math.log(2),
        "perplexity_known": math.exp(known / n_known) if n_known else math.nan,
        "n_words": n,
        "n_unknown": n - n_known,
    }


@dataclass(slots=True)
class _Position(Position):
    """Where a run stands."""

    lr: float = 0.0


def train(
    corpus: Corpus,
    output: str | Path,
    options: TrainingOptions,
    *,
    valid: Corpus | None = None,
    test: Corpus | None = None,
    start: str | Path | None = None,
    vocabulary: Vocabulary | None = None,
    vocab_size: int | None = 50_000,
    min_count: int = 1,
    unk: UnkPolicy = "single",
    description: str = "",
    licence: str = "",
    command: str = "",
    resume: bool = False,
    checkpoint_minutes: float = 5.0,
    device: str = "cpu",
    report: Callable[[TrainingProgress[Validation]], None] | None = None,
    report_seconds: float = 10.0,
) -> dict[str, Any]:
    """Train a model and write it to a folder.

    Parameters
    ----------
    corpus : Corpus
        What to learn from.
    output : str or Path
        Folder for ``model.safetensors``, ``vocab.txt``, ``counts.tsv`` and ``card.json``; while training goes on, also
        for ``checkpoint.safetensors``.
    options : TrainingOptions
    valid : Corpus, optional
        What decides about annealing, stopping and the best weights. None: every twentieth sentence of `corpus`, at most
        5,000, is held out.
    test : Corpus, optional
        Its perplexity is written into the card.
    start : str or Path, optional
        Folder of a model whose weights to begin with, in place of random ones. Its vocabulary is taken; the network
        must have its shape, and `corpus` its rules of words.
    vocabulary : Vocabulary, optional
        None: chosen by `vocab_size`, `min_count` and `unk`; see `Vocabulary.from_counts`.
    description, licence, command : str, optional
        For the card.
    resume : bool, optional
        Go on from the checkpoint in `output`, if there is one.
    checkpoint_minutes : float, optional
        How often a checkpoint is written, besides after each epoch.
    device : str, optional
        As PyTorch names it. Several threads are for processors.
    report : callable, optional
        Called with a `TrainingProgress` now and then, and after each validation.

    Returns
    -------
    dict
        The card.

    Raises
    ------
    InputError
        If a corpus is empty or not UTF-8, `output` holds a model already, `start` has another shape or other rules of
        words, or the checkpoint belongs to another run.
    ModelError
        If the checkpoint is damaged.
    """
    if device != "cpu" and options.threads > 1:
        raise InputError(f"`threads={options.threads}` is for processors; leave it out, or write `device=cpu`.")
    output = Path(output)
    digests = {"corpus": corpus.digests(), "valid": valid.digests() if valid else None}
    begun = None if start is None else StartingModel.read(Path(start), corpus, options.shape, vocabulary)
    vocabulary = vocabulary if begun is None else begun.vocabulary
    said = said_of_words(corpus.scheme, corpus.lowercase, vocabulary, size=vocab_size, min_count=min_count, unk=unk)
    said["corpus.valid"] = digests["valid"] or said_of_held_out("sentence")
    said["start"] = None if begun is None else begun.for_card
    done = finished_card(output, resume=resume, options=options.described, files=digests["corpus"] or {}, rest=said)
    if done is not None:
        return done
    output.mkdir(parents=True, exist_ok=True)
    text, vocabulary, counts = encode_corpus(corpus, vocabulary, size=vocab_size, min_count=min_count, unk=unk)
    if valid is None:
        text, held_out = hold_out(text)
    else:
        held_out, _, _ = encode_corpus(valid, vocabulary)
    frequencies = np.bincount(text.ids, minlength=len(vocabulary))
    write_words(output, vocabulary, frequencies)
    rules = WordRules.now(corpus.scheme, corpus.lowercase, vocabulary.unk)
    # budgets and patience may be changed when a run goes on; what decides what is learnt may not
    free = ("epochs", "max_minutes", "patience")
    run = {
        "options": {name: value for name, value in options.described.items() if name not in free},
        "vocabulary": file_sha256(output / VOCABULARY),
        "scheme": corpus.scheme,
        **({} if rules.words_revision == 1 else {"words_revision": rules.words_revision}),
        "lowercase": corpus.lowercase,
        **({"strip_markers": True} if corpus.strip_markers else {}),
        **digests,
        **({} if begun is None else {"start": begun.for_card}),
    }
    network = WordNetwork(options.shape(len(vocabulary)))
    generator = torch.Generator()
    generator.manual_seed(options.seed)
    network.initialise(generator, frequencies)
    if begun is not None:
        network.load(begun.weights, str(start))
    network.to(device)
    kept = RunKeeping(output, json.loads(json.dumps(run)), checkpoint_minutes, report, report_seconds)
    with on_threads(1), closing(_Replicas(network, options.threads)) as replicas:
        trainer = _Trainer(replicas, text, held_out, vocabulary, options, kept)
        if resume:
            trainer.resume()
        trainer.run()
        # measured on the weights as they are in the file, half precision or not
        network.load(read_safetensors(output / WEIGHTS)[0], str(output / WEIGHTS))
        perplexities = {"valid": network_perplexity(network, held_out, vocabulary, threads=options.threads)}
        if test is not None:
            encoded, _, _ = encode_corpus(test, vocabulary)
            perplexities["test"] = network_perplexity(network, encoded, vocabulary, threads=options.threads)
    card = {
        "name": output.resolve().name,
        "backend": "wordlm",
        "description": description,
        "arch": options.arch,
        "n_parameters": sum(parameter.numel() for parameter in network.parameters()),
        "network": network.shape.for_card,
        "precision": "float16" if options.half else "float32",
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
            "n_sentences": counts.n_sentences,
            "n_words": counts.n_words,
            "valid": digests["valid"] or said_of_held_out("sentence"),
            "test": test.digests() if test else None,
        },
        **({} if begun is None else {"start": begun.for_card}),
        **trainer.for_card(options.described, {"perplexity": perplexities}, command=command),
    }
    card = write_card(output, card)
    (output / CHECKPOINT).unlink(missing_ok=True)
    return card


class _Trainer(TrainingRun[Batch]):
    """One run."""

    command, validation = "sglite train wordlm", Validation

    def __init__(
        self,
        replicas: _Replicas,
        text: EncodedText,
        valid: EncodedText,
        vocabulary: Vocabulary,
        options: TrainingOptions,
        kept: RunKeeping,
    ) -> None:
        super().__init__(options, kept, len(text.ids), _Position(lr=options.lr or 0.0))
        self.replicas, self.text, self.valid, self.vocabulary, self.options = replicas, text, valid, vocabulary, options
        self.parameters = replicas.parameters
        self.eos = vocabulary.number(EOS)
        self.optimizer: torch.optim.Optimizer
        if options.optimizer == "sgd":
            self.optimizer = torch.optim.SGD(self.parameters, lr=1.0, weight_decay=options.weight_decay)
        else:
            self.optimizer = torch.optim.AdamW(
                self.parameters, lr=1.0, betas=(0.9, 0.99), weight_decay=options.weight_decay, fused=True
            )

    def batches(self, epoch: int, skip: int) -> Iterator[Batch]:
        options = self.options
        if options.order == "stream":
            yield from islice(stream_batches(self.text, options.batch_size, options.bptt, self.eos), skip, None)
            return
        rng = np.random.default_rng((options.seed, epoch))
        for chosen in sentence_batches(self.text, options.batch_size * options.bptt, rng)[skip:]:
            yield sentence_batch(self.text, chosen, self.eos)

    def learning_rate(self) -> float:
        position = self.position
        assert isinstance(position, _Position)
        if self.options.schedule in ("anneal", "constant"):
            return position.lr
        warm = min((position.n_steps + 1) / 100, 1.0)  # Adam's first steps are large: their scale is not yet known
        spent = self.spent()
        left = 1 - spent if self.options.schedule == "linear" else (1 + math.cos(math.pi * spent)) / 2
        return position.lr * warm * left

    def step(self, batch: Batch) -> None:
        options, rate = self.options, self.learning_rate()
        nats = self.replicas.gradients(batch, options.dropout, (options.seed, self.position.n_steps))
        self.refuse_endless(nats)
        torch.nn.utils.clip_grad_norm_(self.parameters, options.clip)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.step()
        n_words = int((batch.targets >= 0).sum())
        self.learnt(n_words, nats, n_words)

    def after_epoch(self) -> None:
        self.replicas.states = [None] * len(self.replicas.replicas)

    def measure(self) -> tuple[float, Mapping[str, float]]:
        total, _, _ = _summed_nats(self.replicas.network, self.valid, self.vocabulary, self.replicas.pool)
        refuse_divergence(total / len(self.valid.ids))
        bits = total / len(self.valid.ids) / math.log(2)
        return bits, {"bits": bits, "perplexity": 2**bits}

    def keep_best(self) -> None:
        dtype = torch.float16 if self.options.half else torch.float32
        weights = {name: tensor.detach().cpu().to(dtype).contiguous() for name, tensor in self.weights().items()}
        write_whole(self.kept.output / WEIGHTS, save(weights), fsync=True)

    def no_better(self) -> None:
        assert isinstance(self.position, _Position)
        if self.options.schedule == "anneal":
            self.position.lr /= _ANNEAL

    def weights(self) -> Mapping[str, Tensor]:
        return self.replicas.network.weights()

    def load_weights(self, weights: Mapping[str, Tensor], source: str) -> None:
        self.replicas.network.load(weights, source)

    def more_tensors(self) -> Mapping[str, Tensor]:
        """Give the states of running text."""
        return {
            f"state/{number}/{layer}/{place}": value
            for number, state in enumerate(self.replicas.states if self.options.order == "stream" else ())
            for layer, values in enumerate(state or ())
            for place, value in enumerate(values)
        }

    def load_more(self, tensors: Mapping[str, Tensor]) -> None:
        for number in range(len(self.replicas.states)):
            layers: State = []
            while f"state/{number}/{len(layers)}/0" in tensors:
                stem = f"state/{number}/{len(layers)}"
                names = [f"{stem}/{i}" for i in range(2) if f"{stem}/{i}" in tensors]
                layers.append(tuple(tensors[name].to(self.replicas.device) for name in names))
            self.replicas.states[number] = layers or None
