"""Train recurrent neural network grammars on trees.

What is learnt is the joint probability of a tree and its words: the softmax over all actions and all words, those that
cannot be done at a place not taken out (the search does that, see `syntaxgym_lite.lm.rnng.beam`). Adam, with a learning
rate that falls to zero within the budget, dropout as Noji and Oseki (2021) have it, early stopping on the validation
trees.
"""

from __future__ import annotations

import json
import math
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import torch
from safetensors.torch import save
from torch import Tensor

from ... import __version__
from ...casing import Lowercase, lower_case
from ...errors import InputError, ModelError
from ...files import write_whole
from ..corpus import digests_of, file_sha256, read_words
from ..folder import CHECKPOINT, COUNTS, VOCABULARY, WEIGHTS, WordRules, write_card
from ..recurrent.checkpoints import read_safetensors
from ..runs import finished_card, refuse_other_run
from ..vocabulary import UNK, UnkPolicy, Vocabulary
from .actions import Derivation, derivation_of, label_of
from .derivations import Encoded, joint, log_probabilities
from .network import Composition, Dropout, Shape, StackNetwork
from .trees import Constituent, read_trees

__all__ = ["RnngOptions", "RnngProgress", "TreeCorpus", "TreeValidation", "train"]

_WARM_STEPS = 100  # Adam's first steps are large: their scale is not yet known; a tenth of a short run will do
_MOST_NATS = 500.0  # a word with its part of the tree, on average; more is no model of anything


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


@dataclass(frozen=True, slots=True)
class RnngProgress:
    """What a person who waits wants to know.

    Parameters
    ----------
    epoch : int
        Counted from 1.
    n_words : int
        Words seen so far.
    words_per_second : float
        Since the last report.
    bits : float
        Of a training word and its part of the tree since the last report, as in `TreeValidation`.
    lr : float
        Learning rate now.
    minutes, minutes_left : float
        Time spent, and the time left until the budget or the last epoch ends.
    validation : TreeValidation or None
        Set if this report is about a validation.
    """

    epoch: int
    n_words: int
    words_per_second: float
    bits: float
    lr: float
    minutes: float
    minutes_left: float
    validation: TreeValidation | None = None


@dataclass(slots=True)
class _Position:
    """Where a run stands: all that a checkpoint holds besides tensors."""

    epoch: int = 0
    step: int = 0  # within the epoch
    n_steps: int = 0
    n_words: int = 0
    seconds: float = 0.0
    best: float = math.inf  # validation loss, bits a word
    n_worse: int = 0
    validations: list[TreeValidation] = field(default_factory=list)
    next_validation: int = 0
    stopped: str = ""

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> _Position:
        values = json.loads(text)
        values["validations"] = [TreeValidation(**one) for one in values["validations"]]
        return cls(**values)


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
    report: Callable[[RnngProgress], None] | None = None,
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
        Called with a `RnngProgress` now and then, and after each validation.

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
    done = finished_card(output, resume=resume, options=asdict(options), files=digests["corpus"] or {})
    if done is not None:
        return done
    learnt, held_out = corpus.derivations(), [] if valid is None else valid.derivations()
    if valid is None:
        learnt, held_out = _hold_out(learnt)
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
    kept = [one for one in held_out if all(label_of(action) in found for action in one.actions if label_of(action))]
    if not kept:
        raise InputError("No validation tree can be used: each has a label that the trees to learn from lack.")
    text, valid_text = _encoded(learnt, vocabulary, labels), _encoded(kept, vocabulary, labels)
    frequencies = np.bincount(np.concatenate([one.words for one in text]), minlength=len(vocabulary))

    output.mkdir(parents=True, exist_ok=True)
    vocabulary.write(output / VOCABULARY)
    rows = zip(vocabulary.words, frequencies.tolist(), strict=True)
    write_whole(output / COUNTS, (f"{word}\t{count}\n" for word, count in rows), fsync=True)
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
    threads_before = torch.get_num_threads()
    torch.set_num_threads(options.threads)
    try:
        trainer = _Trainer(
            network,
            text,
            valid_text,
            options,
            output,
            json.loads(json.dumps(run)),
            checkpoint_minutes,
            report,
            report_seconds,
        )
        if resume and (output / CHECKPOINT).exists():
            trainer.load_checkpoint()
        trainer.run()
    finally:
        torch.set_num_threads(threads_before)
    position = trainer.position
    best = min(position.validations, key=lambda one: one.bits)
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
            "size": vocab_size,
            "min_count": min_count,
            "sha256": file_sha256(output / VOCABULARY),
        },
        "licence": licence,
        "corpus": {
            "files": digests["corpus"],
            "n_trees": len(text),
            "n_words": counts.n_words,
            "valid": digests["valid"] or "every twentieth tree, at most 5,000",
            "n_valid_trees": len(kept),
            "n_valid_left_out": len(held_out) - len(kept),
        },
        "options": asdict(options),
        "seed": options.seed,
        "epochs": round(position.n_words / counts.n_words, 4),
        "n_words_seen": position.n_words,
        "minutes": round(position.seconds / 60, 3),
        "stopped": position.stopped,
        "valid": {"bits": best.bits, "word_bits": best.word_bits},
        "validations": [asdict(one) for one in position.validations],
        "command": command,
        "package_version": __version__,
        "torch_version": torch.__version__,
    }
    card = write_card(output, card)
    (output / CHECKPOINT).unlink(missing_ok=True)
    return card


def _hold_out(trees: list[Derivation]) -> tuple[list[Derivation], list[Derivation]]:
    """Split off every twentieth tree, at most 5,000."""
    if len(trees) < 2:
        raise InputError("There is one tree only; give validation trees with `valid`.")
    held = set(list(range(19, len(trees), 20))[:5000]) or {len(trees) - 1}
    return [one for n, one in enumerate(trees) if n not in held], [trees[n] for n in sorted(held)]


def _encoded(trees: Sequence[Derivation], vocabulary: Vocabulary, labels: Sequence[str]) -> list[Encoded]:
    return [Encoded.of(one, vocabulary.encode(one.words).astype(np.int64), labels) for one in trees]


@dataclass
class _Trainer:
    """One run: the loop, and its checkpoints."""

    network: StackNetwork
    text: list[Encoded]
    valid: list[Encoded]
    options: RnngOptions
    output: Path
    identity: Mapping[str, Any]  # what may not change when a run goes on
    checkpoint_minutes: float
    report: Callable[[RnngProgress], None] | None
    report_seconds: float

    def __post_init__(self) -> None:
        options = self.options
        self.lengths = np.array([len(one.words) for one in self.text])
        self.budget = min(options.epochs * int(self.lengths.sum()), options.max_words or math.inf)
        self.position = _Position(next_validation=options.validate_every or 0)
        self.parameters = list(self.network.parameters())
        self.optimizer = torch.optim.AdamW(
            self.parameters, lr=1.0, betas=(0.9, 0.999), weight_decay=options.weight_decay, fused=True
        )

    def run(self) -> None:
        """Train until a budget, the patience or the epochs are used up."""
        position, options = self.position, self.options
        self.clock = time.monotonic() - position.seconds
        self.saved_at = self.reported_at = time.monotonic()
        self.reported_words, self.nats = position.n_words, 0.0
        while not position.stopped and position.epoch < options.epochs:
            batches = self.batches(position.epoch)
            for step in range(position.step, len(batches)):
                self.step([self.text[n] for n in batches[step].tolist()])
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
                if not options.validate_every:
                    self.validate()
                self.save_checkpoint()
        if position.stopped != "patience" and (
            not position.validations or position.validations[-1].n_words != position.n_words
        ):
            self.validate()
        position.stopped = position.stopped or "epochs"
        self.save_checkpoint()

    def why(self) -> str:
        """Say what is used up."""
        is_whole = self.position.n_words >= self.options.epochs * int(self.lengths.sum())
        return "epochs" if is_whole else "budget"

    def batches(self, epoch: int) -> list[np.ndarray]:
        """Give the batches of an epoch; they depend on the seed and the epoch only."""
        order = np.random.default_rng((self.options.seed, epoch)).permutation(len(self.text))
        return _batches(order, self.lengths, self.options.batch_words)

    def spent(self) -> float:
        """Share of the budget that is used up, 0 to 1."""
        share = self.position.n_words / self.budget
        if self.options.max_minutes:
            share = max(share, self.position.seconds / 60 / self.options.max_minutes)
        return min(share, 1.0)

    def learning_rate(self) -> float:
        n_warm = min(_WARM_STEPS, math.ceil(self.budget / self.options.batch_words / 10))
        warm = min((self.position.n_steps + 1) / n_warm, 1.0)
        spent, schedule = self.spent(), self.options.schedule
        left = {"linear": 1 - spent, "cosine": (1 + math.cos(math.pi * spent)) / 2, "constant": 1.0}[schedule]
        return self.options.lr * warm * left

    def step(self, batch: list[Encoded]) -> None:
        position, options = self.position, self.options
        rate = self.learning_rate()
        n_words = sum(len(one.words) for one in batch)
        generator = torch.Generator(self.parameters[0].device)
        # no state to save: each step draws from a seed of its own
        seed = np.random.SeedSequence((options.seed, position.n_steps)).generate_state(1, np.uint64)[0]
        generator.manual_seed(int(seed) >> 1)
        self.optimizer.zero_grad()
        nats = -joint(self.network, batch, dropout=Dropout(options.dropout, generator)).total.sum()
        torch.autograd.backward(nats / n_words)
        lost = float(nats.detach())
        if not math.isfinite(lost):
            raise ModelError(
                f"Training diverged after {position.n_words:,} words: the loss is not a number. Use a smaller `lr`."
            )
        torch.nn.utils.clip_grad_norm_(self.parameters, options.clip)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.step()
        position.n_steps += 1
        position.n_words += n_words
        self.nats += lost

    def validate(self) -> None:
        """Measure the validation loss; keep the weights if it is the best, else count."""
        position = self.position
        bits, word_bits = _mean_bits(self.network, self.valid, self.options.batch_words)
        if not bits * math.log(2) < _MOST_NATS:  # NaN is not less, either
            raise ModelError("Training diverged: the network gives trees next to no probability. Use a smaller `lr`.")
        position.seconds = time.monotonic() - self.clock
        position.validations.append(TreeValidation(position.n_words, position.seconds / 60, bits, word_bits))
        if bits < position.best:
            position.best, position.n_worse = bits, 0
            weights = {name: tensor.detach().cpu().contiguous() for name, tensor in self.network.weights().items()}
            write_whole(self.output / WEIGHTS, save(weights), fsync=True)
        else:
            position.n_worse += 1
            if position.n_worse >= self.options.patience:
                position.stopped = "patience"
        self.tell(position.validations[-1])

    def tell(self, validation: TreeValidation | None) -> None:
        if self.report is None:
            return
        position = self.position
        now = time.monotonic()
        n = position.n_words - self.reported_words
        spent = self.spent()
        self.report(
            RnngProgress(
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
        tensors = {f"weight/{name}": value.detach() for name, value in self.network.weights().items()}
        for number, parameter in enumerate(self.parameters):
            for name, value in self.optimizer.state.get(parameter, {}).items():
                if isinstance(value, Tensor):
                    tensors[f"optimizer/{number}/{name}"] = value
        metadata = {"position": self.position.to_json(), "run": json.dumps(self.identity)}
        data = save({name: value.cpu().contiguous() for name, value in tensors.items()}, metadata)
        write_whole(self.output / CHECKPOINT, data, fsync=True)
        self.saved_at = time.monotonic()

    def load_checkpoint(self) -> None:
        """Go back to where the checkpoint was written, unless it belongs to another run."""
        path = self.output / CHECKPOINT
        tensors, metadata = read_safetensors(path)
        try:
            run, position = json.loads(metadata["run"]), _Position.from_json(metadata["position"])
            _ = run["options"]  # which a checkpoint of this trainer has
        except (KeyError, ValueError, TypeError) as error:
            raise ModelError(f"{path}: this is no checkpoint of sglite train rnng.") from error
        refuse_other_run(path, run, self.identity)
        self.position = position
        prefix = "weight/"
        weights = {name.removeprefix(prefix): value for name, value in tensors.items() if name.startswith(prefix)}
        self.network.load(weights, str(path))
        for name, value in tensors.items():
            kind, *rest = name.split("/")
            if kind == "optimizer":
                parameter = self.parameters[int(rest[0])]
                moved = value if rest[1] == "step" else value.to(parameter.device)
                self.optimizer.state[parameter][rest[1]] = moved


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
