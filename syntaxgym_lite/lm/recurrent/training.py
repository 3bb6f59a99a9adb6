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
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
import torch
from safetensors.torch import save
from torch import Tensor

from ... import __version__
from ...errors import InputError, ModelError
from ...files import write_whole
from ..corpus import Corpus, file_sha256
from ..folder import CHECKPOINT, COUNTS, VOCABULARY, WEIGHTS, WordRules, write_card
from ..runs import finished_card, refuse_other_run
from ..vocabulary import EOS, UnkPolicy, Vocabulary
from .checkpoints import read_safetensors
from .data import Batch, EncodedText, encode_corpus, hold_out, sentence_batch, sentence_batches, stream_batches
from .network import Cell, NetworkShape, State, WordNetwork

__all__ = [
    "Arch",
    "TrainingOptions",
    "TrainingProgress",
    "Validation",
    "network_perplexity",
    "train",
]

Arch = Literal["lstm", "rnn", "lstm-5gram", "onlstm"]

_MOST_NATS = 500.0  # a word, on average; more is no model of anything
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


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    """What a person who waits wants to know.

    Parameters
    ----------
    epoch : int
        Counted from 1.
    n_words : int
        Words seen so far, sentence ends counted.
    words_per_second : float
        Since the last report.
    bits : float
        Mean surprisal of a training word since the last report, in bits.
    lr : float
        Learning rate now.
    minutes, minutes_left : float
        Time spent, and the time left until the budget or the last epoch ends.
    validation : Validation or None
        Set if this report is about a validation.
    """

    epoch: int
    n_words: int
    words_per_second: float
    bits: float
    lr: float
    minutes: float
    minutes_left: float
    validation: Validation | None = None


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
        self.states: list[State | None] = [None] * threads
        self.pool = _pool(threads)

    def close(self) -> None:
        self.pool.shutdown()

    def gradients(self, batch: Batch, dropout: float, seed: tuple[int, ...]) -> float:
        """Leave the gradient of the mean surprisal in the parameters; return the summed surprisal, in nats."""
        n_targets = int((batch.targets >= 0).sum())

        def work(number: int) -> float:
            part = batch.part(number, len(self.replicas))
            replica = self.replicas[number]
            replica.zero_grad()
            if not part.inputs.shape[1]:
                return 0.0
            generator = torch.Generator()
            # no state to save: each step and replica draws from a seed of its own
            generator.manual_seed(int(np.random.SeedSequence((*seed, number)).generate_state(1, np.uint64)[0]) >> 1)
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
        batch = sentence_batch(text, chosen, eos)
        valid = batch.targets >= 0
        outputs, _ = network(batch.inputs, valid)
        targets = batch.targets[valid]
        nats, _ = network.surprisals(outputs, targets)
        known = torch.from_numpy(~unknown[targets.numpy()])
        return float(nats.double().sum()), float(nats[known].double().sum()), int(known.sum())

    parts = list(pool.map(work, sentence_batches(text, 4096, None)))
    return sum(p[0] for p in parts), sum(p[1] for p in parts), sum(p[2] for p in parts)


def _refuse_divergence(nats: float) -> None:
    if not nats < _MOST_NATS:  # NaN is not less, either
        raise ModelError("Training diverged: the network gives words next to no probability. Use a smaller `lr`.")


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
    _refuse_divergence(total / n)
    return {
        "perplexity": math.exp(total / n),
        "bits": total / n / math.log(2),
        "perplexity_known": math.exp(known / n_known) if n_known else math.nan,
        "n_words": n,
        "n_unknown": n - n_known,
    }


@dataclass(slots=True)
class _Position:
    """Where a run stands: all that a checkpoint holds besides tensors."""

    epoch: int = 0
    step: int = 0  # within the epoch
    n_steps: int = 0
    n_words: int = 0
    seconds: float = 0.0
    lr: float = 0.0
    best: float = math.inf  # validation surprisal, bits a word
    n_worse: int = 0
    validations: list[Validation] = field(default_factory=list)
    next_validation: int = 0
    stopped: str = ""

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> _Position:
        values = json.loads(text)
        values["validations"] = [Validation(**one) for one in values["validations"]]
        return cls(**values)


def train(
    corpus: Corpus,
    output: str | Path,
    options: TrainingOptions,
    *,
    valid: Corpus | None = None,
    test: Corpus | None = None,
    vocabulary: Vocabulary | None = None,
    vocab_size: int | None = 50_000,
    min_count: int = 1,
    unk: UnkPolicy = "single",
    description: str = "",
    licence: str = "",
    command: str = "",
    resume: bool = False,
    checkpoint_minutes: float = 5.0,
    report: Callable[[TrainingProgress], None] | None = None,
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
    vocabulary : Vocabulary, optional
        None: chosen by `vocab_size`, `min_count` and `unk`; see `Vocabulary.from_counts`.
    description, licence, command : str, optional
        For the card.
    resume : bool, optional
        Go on from the checkpoint in `output`, if there is one.
    checkpoint_minutes : float, optional
        How often a checkpoint is written, besides after each epoch.
    report : callable, optional
        Called with a `TrainingProgress` now and then, and after each validation.

    Returns
    -------
    dict
        The card.

    Raises
    ------
    InputError
        If a corpus is empty or not UTF-8, `output` holds a model already, or the checkpoint belongs to another run.
    ModelError
        If the checkpoint is damaged.
    """
    output = Path(output)
    digests = {"corpus": corpus.digests(), "valid": valid.digests() if valid else None}
    done = finished_card(output, resume=resume, options=options.described, files=digests["corpus"] or {})
    if done is not None:
        return done
    output.mkdir(parents=True, exist_ok=True)
    text, vocabulary, counts = encode_corpus(corpus, vocabulary, size=vocab_size, min_count=min_count, unk=unk)
    if valid is None:
        text, held_out = hold_out(text)
    else:
        held_out, _, _ = encode_corpus(valid, vocabulary)
    frequencies = np.bincount(text.ids, minlength=len(vocabulary))
    vocabulary.write(output / VOCABULARY)
    rows = zip(vocabulary.words, frequencies.tolist(), strict=True)
    write_whole(output / COUNTS, (f"{word}\t{count}\n" for word, count in rows), fsync=True)
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
    }
    run = json.loads(json.dumps(run))
    network = WordNetwork(options.shape(len(vocabulary)))
    generator = torch.Generator()
    generator.manual_seed(options.seed)
    network.initialise(generator, frequencies)
    threads_before = torch.get_num_threads()
    torch.set_num_threads(1)
    replicas = _Replicas(network, options.threads)
    try:
        trainer = _Trainer(
            replicas, text, held_out, vocabulary, options, output, run, checkpoint_minutes, report, report_seconds
        )
        if resume and (output / CHECKPOINT).exists():
            trainer.load_checkpoint()
        trainer.run()
        position = trainer.position
        # measured on the weights as they are in the file, half precision or not
        network.load(read_safetensors(output / WEIGHTS)[0], str(output / WEIGHTS))
        perplexities = {"valid": network_perplexity(network, held_out, vocabulary, threads=options.threads)}
        if test is not None:
            encoded, _, _ = encode_corpus(test, vocabulary)
            perplexities["test"] = network_perplexity(network, encoded, vocabulary, threads=options.threads)
    finally:
        replicas.close()
        torch.set_num_threads(threads_before)
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
            "size": vocab_size,
            "min_count": min_count,
            "sha256": file_sha256(output / VOCABULARY),
        },
        "licence": licence,
        "corpus": {
            "files": digests["corpus"],
            "n_sentences": counts.n_sentences,
            "n_words": counts.n_words,
            "valid": digests["valid"] or "every twentieth sentence, at most 5,000",
            "test": test.digests() if test else None,
        },
        "options": options.described,
        "seed": options.seed,
        "epochs": round(position.n_words / len(text.ids), 4),
        "n_words_seen": position.n_words,
        "minutes": round(position.seconds / 60, 3),
        "stopped": position.stopped,
        "perplexity": perplexities,
        "validations": [asdict(one) for one in position.validations],
        "command": command,
        "package_version": __version__,
        "torch_version": torch.__version__,
    }
    card = write_card(output, card)
    (output / CHECKPOINT).unlink(missing_ok=True)
    return card


@dataclass
class _Trainer:
    """One run: the loop, and its checkpoints."""

    replicas: _Replicas
    text: EncodedText
    valid: EncodedText
    vocabulary: Vocabulary
    options: TrainingOptions
    output: Path
    identity: Mapping[str, Any]  # what may not change when a run goes on
    checkpoint_minutes: float
    report: Callable[[TrainingProgress], None] | None
    report_seconds: float

    def __post_init__(self) -> None:
        options, parameters = self.options, self.replicas.parameters
        self.eos = self.vocabulary.number(EOS)
        self.budget = min(options.epochs * len(self.text.ids), options.max_words or math.inf)
        self.position = _Position(lr=options.lr or 0.0, next_validation=options.validate_every or 0)
        self.optimizer: torch.optim.Optimizer
        if options.optimizer == "sgd":
            self.optimizer = torch.optim.SGD(parameters, lr=1.0, weight_decay=options.weight_decay)
        else:
            self.optimizer = torch.optim.AdamW(
                parameters, lr=1.0, betas=(0.9, 0.99), weight_decay=options.weight_decay, fused=True
            )

    def run(self) -> None:
        """Train until a budget, the patience or the epochs are used up."""
        position, options = self.position, self.options
        self.clock = time.monotonic() - position.seconds
        self.saved_at = self.reported_at = time.monotonic()
        self.reported_words, self.nats = position.n_words, 0.0
        while not position.stopped and position.epoch < options.epochs:
            for step, batch in self.batches(position.epoch, position.step):
                self.step(batch)
                position.step = step + 1
                position.seconds = time.monotonic() - self.clock
                spent = self.spent()
                if options.validate_every and position.n_words >= position.next_validation and spent < 1:
                    position.next_validation += options.validate_every
                    self.validate()
                if spent >= 1:
                    position.stopped = position.stopped or self.why()
                if position.stopped:
                    break
                now = time.monotonic()
                if self.report and now - self.reported_at >= self.report_seconds:
                    self.tell(None)
                if now - self.saved_at >= self.checkpoint_minutes * 60:
                    self.save_checkpoint()
            else:
                position.epoch, position.step = position.epoch + 1, 0
                self.replicas.states = [None] * len(self.replicas.replicas)
                if not options.validate_every:
                    self.validate()
                self.save_checkpoint()
        if position.stopped != "patience" and (
            not position.validations or position.validations[-1].n_words != position.n_words
        ):
            self.validate()
        position.stopped = position.stopped or "epochs"
        self.save_checkpoint()

    def batches(self, epoch: int, skip: int) -> Iterator[tuple[int, Batch]]:
        """Give the batches of an epoch from number `skip` on; they depend on the seed and the epoch only."""
        options = self.options
        if options.order == "stream":
            stream = stream_batches(self.text, options.batch_size, options.bptt, self.eos)
            for step, batch in enumerate(stream):
                if step >= skip:
                    yield step, batch
            return
        rng = np.random.default_rng((options.seed, epoch))
        chosen = sentence_batches(self.text, options.batch_size * options.bptt, rng)
        for step in range(skip, len(chosen)):
            yield step, sentence_batch(self.text, chosen[step], self.eos)

    def why(self) -> str:
        """Say what is used up."""
        return "epochs" if self.position.n_words >= self.options.epochs * len(self.text.ids) else "budget"

    def spent(self) -> float:
        """Share of the budget that is used up, 0 to 1."""
        share = self.position.n_words / self.budget
        if self.options.max_minutes:
            share = max(share, self.position.seconds / 60 / self.options.max_minutes)
        return min(share, 1.0)

    def learning_rate(self) -> float:
        position = self.position
        if self.options.schedule in ("anneal", "constant"):
            return position.lr
        warm = min((position.n_steps + 1) / 100, 1.0)  # Adam's first steps are large: their scale is not yet known
        spent = self.spent()
        left = 1 - spent if self.options.schedule == "linear" else (1 + math.cos(math.pi * spent)) / 2
        return position.lr * warm * left

    def step(self, batch: Batch) -> None:
        position, options = self.position, self.options
        rate = self.learning_rate()
        seed = (options.seed, position.n_steps)
        nats = self.replicas.gradients(batch, options.dropout, seed)
        if not math.isfinite(nats):
            raise ModelError(
                f"Training diverged after {position.n_words:,} words: the loss is not a number. Use a smaller `lr`."
            )
        torch.nn.utils.clip_grad_norm_(self.replicas.parameters, options.clip)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.step()
        position.n_steps += 1
        position.n_words += int((batch.targets >= 0).sum())
        self.nats += nats

    def validate(self) -> None:
        """Measure the validation loss; keep the weights if it is the best, else anneal and count."""
        position = self.position
        total, _, _ = _summed_nats(self.replicas.network, self.valid, self.vocabulary, self.replicas.pool)
        _refuse_divergence(total / len(self.valid.ids))
        bits = total / len(self.valid.ids) / math.log(2)
        position.seconds = time.monotonic() - self.clock
        position.validations.append(Validation(position.n_words, position.seconds / 60, bits, 2**bits))
        if bits < position.best:
            position.best, position.n_worse = bits, 0
            dtype = torch.float16 if self.options.half else torch.float32
            weights = {
                name: tensor.detach().to(dtype).contiguous() for name, tensor in self.replicas.network.weights().items()
            }
            write_whole(self.output / WEIGHTS, save(weights), fsync=True)
        else:
            position.n_worse += 1
            if self.options.schedule == "anneal":
                position.lr /= _ANNEAL
            if position.n_worse >= self.options.patience:
                position.stopped = "patience"
        self.tell(position.validations[-1])

    def tell(self, validation: Validation | None) -> None:
        if self.report is None:
            return
        position = self.position
        now = time.monotonic()
        n = position.n_words - self.reported_words
        spent = self.spent()
        self.report(
            TrainingProgress(
                position.epoch + 1,
                position.n_words,
                n / max(now - self.reported_at, 1e-9),
                self.nats / n / math.log(2) if n else math.nan,
                self.learning_rate(),
                (now - self.clock) / 60,
                (now - self.clock) / 60 * (1 - spent) / spent if spent else math.nan,
                validation,
            )
        )
        self.reported_at, self.reported_words, self.nats = time.monotonic(), position.n_words, 0.0

    def save_checkpoint(self) -> None:
        """Write all that is needed to go on, in one file, so that a kill at any moment leaves an old or a new one."""
        tensors = {f"weight/{name}": value.detach() for name, value in self.replicas.network.weights().items()}
        for number, parameter in enumerate(self.replicas.parameters):
            for name, value in self.optimizer.state.get(parameter, {}).items():
                if isinstance(value, Tensor):
                    tensors[f"optimizer/{number}/{name}"] = value
        for number, state in enumerate(self.replicas.states if self.options.order == "stream" else ()):
            for layer, values in enumerate(state or ()):
                for place, value in enumerate(values):
                    tensors[f"state/{number}/{layer}/{place}"] = value
        metadata = {"position": self.position.to_json(), "run": json.dumps(self.identity)}
        data = save({name: value.contiguous() for name, value in tensors.items()}, metadata)
        write_whole(self.output / CHECKPOINT, data, fsync=True)
        self.saved_at = time.monotonic()

    def load_checkpoint(self) -> None:
        """Go back to where the checkpoint was written, unless it belongs to another run."""
        path = self.output / CHECKPOINT
        tensors, metadata = read_safetensors(path)
        try:
            run, position = json.loads(metadata["run"]), _Position.from_json(metadata["position"])
        except (KeyError, ValueError, TypeError) as error:
            raise ModelError(f"{path}: this is no checkpoint of sglite train wordlm.") from error
        refuse_other_run(path, run, self.identity)
        self.position = position
        prefix = "weight/"
        weights = {name.removeprefix(prefix): value for name, value in tensors.items() if name.startswith(prefix)}
        self.replicas.network.load(weights, str(path))
        for name, value in tensors.items():
            kind, *rest = name.split("/")
            if kind == "optimizer":
                self.optimizer.state[self.replicas.parameters[int(rest[0])]][rest[1]] = value
        for number in range(len(self.replicas.states)):
            layers: State = []
            while f"state/{number}/{len(layers)}/0" in tensors:
                stem = f"state/{number}/{len(layers)}"
                layers.append(tuple(tensors[f"{stem}/{i}"] for i in range(2) if f"{stem}/{i}" in tensors))
            self.replicas.states[number] = layers or None
