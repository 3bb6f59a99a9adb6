"""The loop of a training run: budgets, validations, early stopping, reports, and checkpoints to go on from.

What is learnt from, and how a step is taken, is the business of each class of models.
"""

from __future__ import annotations

import hashlib
import json
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import numpy as np
import torch
from safetensors.torch import save
from torch import Tensor

from .. import __version__
from ..casing import Lowercase
from ..errors import InputError, ModelError
from ..files import write_whole
from .folder import CHECKPOINT, COUNTS, VOCABULARY
from .recurrent.checkpoints import read_safetensors
from .runs import refuse_other_run
from .vocabulary import UnkPolicy, Vocabulary

__all__ = [
    "Position",
    "RunKeeping",
    "TrainingProgress",
    "TrainingRun",
    "drawn_seed",
    "on_threads",
    "refuse_divergence",
    "said_of_words",
    "write_words",
]

MOST_NATS = 500.0
"""A word, on average; more is no model of anything."""

Batch = TypeVar("Batch")
Validation = TypeVar("Validation")


class _Options(Protocol):
    """What all trainings can be told."""

    @property
    def epochs(self) -> int: ...
    @property
    def max_words(self) -> int | None: ...
    @property
    def max_minutes(self) -> float | None: ...
    @property
    def validate_every(self) -> int | None: ...
    @property
    def patience(self) -> int: ...
    @property
    def seed(self) -> int: ...


@dataclass(frozen=True, slots=True)
class TrainingProgress(Generic[Validation]):
    """What a person who waits wants to know.

    Parameters
    ----------
    epoch : int
        Counted from 1.
    n_words : int
        Words seen so far; of recurrent networks, sentence ends counted.
    words_per_second : float
        Since the last report.
    bits : float
        Mean surprisal since the last report, in bits: of a training word; of a transformer, of a token; of a grammar,
        of a word and its part of the tree.
    lr : float
        Learning rate now.
    minutes, minutes_left : float
        Time spent, and the time left until the budget or the last epoch ends.
    validation : optional
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


@dataclass(slots=True)
class Position:
    """Where a run stands: all that a checkpoint holds besides tensors."""

    epoch: int = 0
    step: int = 0  # within the epoch
    n_steps: int = 0
    n_words: int = 0
    seconds: float = 0.0
    best: float = math.inf  # what validations measure
    n_worse: int = 0
    validations: list[Any] = field(default_factory=list)
    next_validation: int = 0
    stopped: str = ""

    def to_json(self) -> str:
        """Write it."""
        return json.dumps(asdict(self))

    def read(self, text: str, validation: Callable[..., Any]) -> None:
        """Take the place that was written.

        Raises
        ------
        ValueError, TypeError, KeyError
            If it is none.
        """
        values = json.loads(text)
        values["validations"] = [validation(**one) for one in values["validations"]]
        if values.keys() != asdict(self).keys():
            raise TypeError("other fields")
        for name, value in values.items():
            setattr(self, name, value)


@dataclass(frozen=True, slots=True)
class RunKeeping:
    """Where a run is kept, and whom it tells.

    Parameters
    ----------
    output : Path
        The model's folder.
    identity : mapping
        What may not change when a run goes on, as decoded JSON.
    checkpoint_minutes : float
        How often a checkpoint is written, besides after each epoch.
    report : callable or None
        Called with a `TrainingProgress` now and then, and after each validation.
    report_seconds : float
    """

    output: Path
    identity: Mapping[str, Any]
    checkpoint_minutes: float
    report: Callable[[TrainingProgress[Any]], None] | None
    report_seconds: float


class TrainingRun(ABC, Generic[Batch]):
    """One run.

    Parameters
    ----------
    options
        Of the training: budgets and patience are read here.
    kept : RunKeeping
    n_epoch_words : int
        Words of the text that is learnt from.
    position : Position, optional
        With more fields, where a class keeps more.
    """

    command: ClassVar[str]
    """Who writes such checkpoints."""
    validation: ClassVar[type]
    """Of its validations: words seen and minutes, then what `measure` names."""
    optimizer: Any
    """Of PyTorch."""
    parameters: Sequence[Tensor]
    """What the optimizer changes, in an order that stays."""

    def __init__(self, options: _Options, kept: RunKeeping, n_epoch_words: int, position: Position) -> None:
        self._limits, self.kept, self.n_epoch_words, self.position = options, kept, n_epoch_words, position
        self.budget = min(options.epochs * n_epoch_words, options.max_words or math.inf)
        position.next_validation = options.validate_every or 0
        self.nats, self.n_units = 0.0, 0  # learnt from since the last report

    # ------------------------------------------------------------ what a class of models does

    @abstractmethod
    def batches(self, epoch: int, skip: int) -> Iterator[Batch]:
        """Give the batches of an epoch from number `skip` on; they depend on the seed and the epoch only."""

    @abstractmethod
    def step(self, batch: Batch) -> None:
        """Learn from a batch, and count it: `learnt`."""

    @abstractmethod
    def learning_rate(self) -> float:
        """Give the rate now."""

    @abstractmethod
    def measure(self) -> tuple[float, Mapping[str, float]]:
        """Measure the validation text: what has to fall, and what is kept of it."""

    @abstractmethod
    def keep_best(self) -> None:
        """Write the weights, which are the best so far."""

    @abstractmethod
    def weights(self) -> Mapping[str, Tensor]:
        """Give the weights by name."""

    @abstractmethod
    def load_weights(self, weights: Mapping[str, Tensor], source: str) -> None:
        """Take weights of a checkpoint."""

    def begin(self) -> None:
        """Do what comes before the first step."""

    def after_step(self) -> None:
        """Do what comes after each step."""

    def after_epoch(self) -> None:
        """Do what comes after each epoch."""

    def no_better(self) -> None:
        """Do what comes after a validation that found nothing better."""

    def more_tensors(self) -> Mapping[str, Tensor]:
        """Give what else a checkpoint holds."""
        return {}

    def load_more(self, tensors: Mapping[str, Tensor]) -> None:
        """Take what else a checkpoint held."""

    # ------------------------------------------------------------ the loop

    def run(self) -> None:
        """Train until a budget, the patience or the epochs are used up."""
        position, options = self.position, self._limits
        self.clock = time.monotonic() - position.seconds
        self.saved_at = self.reported_at = time.monotonic()
        self.reported_words = position.n_words
        self.begin()
        while not position.stopped and position.epoch < options.epochs:
            for step, batch in enumerate(self.batches(position.epoch, position.step), position.step):
                self.step(batch)
                position.step = step + 1
                position.seconds = time.monotonic() - self.clock
                self.after_step()
                spent = self.spent()
                if options.validate_every and position.n_words >= position.next_validation and spent < 1:
                    position.next_validation += options.validate_every
                    self.validate()
                if spent >= 1:
                    position.stopped = position.stopped or self.why()
                if position.stopped:
                    break
                now = time.monotonic()
                if self.kept.report and now - self.reported_at >= self.kept.report_seconds:
                    self.tell(None)
                if now - self.saved_at >= self.kept.checkpoint_minutes * 60:
                    self.save_checkpoint()
            else:
                position.epoch, position.step = position.epoch + 1, 0
                self.after_epoch()
                if not options.validate_every:
                    self.validate()
                self.save_checkpoint()
        if position.stopped != "patience" and (
            not position.validations or position.validations[-1].n_words != position.n_words
        ):
            self.validate()
        position.stopped = position.stopped or "epochs"
        self.save_checkpoint()

    def learnt(self, n_words: int, nats: float, n_units: int) -> None:
        """Count a step, with the surprisal of its units, in nats."""
        self.position.n_steps += 1
        self.position.n_words += n_words
        self.nats += nats
        self.n_units += n_units

    def refuse_endless(self, nats: float) -> None:
        """Refuse a loss that is not a number, before it gets into the weights."""
        if not math.isfinite(nats):
            raise ModelError(
                f"Training diverged after {self.position.n_words:,} words: the loss is not a number. Use a smaller "
                "`lr`."
            )

    def why(self) -> str:
        """Say what is used up."""
        return "epochs" if self.position.n_words >= self._limits.epochs * self.n_epoch_words else "budget"

    def spent(self) -> float:
        """Share of the budget that is used up, 0 to 1."""
        share = self.position.n_words / self.budget
        if self._limits.max_minutes:
            share = max(share, self.position.seconds / 60 / self._limits.max_minutes)
        return min(share, 1.0)

    def validate(self) -> None:
        """Measure the validation loss; keep the weights if it is the best, else count."""
        position = self.position
        loss, found = self.measure()
        position.seconds = time.monotonic() - self.clock
        position.validations.append(self.validation(position.n_words, position.seconds / 60, **found))
        if loss < position.best:
            position.best, position.n_worse = loss, 0
            self.keep_best()
        else:
            position.n_worse += 1
            self.no_better()
            if position.n_worse >= self._limits.patience:
                position.stopped = "patience"
        self.tell(position.validations[-1])

    def tell(self, validation: Any) -> None:
        """Report."""
        if self.kept.report is None:
            return
        position = self.position
        now = time.monotonic()
        n = position.n_words - self.reported_words
        spent = self.spent()
        self.kept.report(
            TrainingProgress(
                position.epoch + 1,
                position.n_words,
                n / max(now - self.reported_at, 1e-9),
                self.nats / self.n_units / math.log(2) if self.n_units else math.nan,
                self.learning_rate(),
                (now - self.clock) / 60,
                (now - self.clock) / 60 * (1 - spent) / spent if spent else math.nan,
                validation,
            )
        )
        self.reported_at, self.reported_words = time.monotonic(), position.n_words
        self.nats, self.n_units = 0.0, 0

    # ------------------------------------------------------------ going on

    def save_checkpoint(self) -> None:
        """Write all that is needed to go on, in one file, so that a kill at any moment leaves an old or a new one."""
        tensors = {f"weight/{name}": value.detach() for name, value in self.weights().items()}
        for number, parameter in enumerate(self.parameters):
            for name, value in self.optimizer.state.get(parameter, {}).items():
                if isinstance(value, Tensor):
                    tensors[f"optimizer/{number}/{name}"] = value
        tensors |= self.more_tensors()
        metadata = {"position": self.position.to_json(), "run": json.dumps(self.kept.identity)}
        data = save({name: value.detach().cpu().contiguous() for name, value in tensors.items()}, metadata)
        write_whole(self.kept.output / CHECKPOINT, data, fsync=True)
        self.saved_at = time.monotonic()

    def resume(self) -> None:
        """Go back to where the checkpoint in the folder was written, if there is one and it belongs to this run."""
        path = self.kept.output / CHECKPOINT
        if not path.exists():
            return
        tensors, metadata = read_safetensors(path)
        before = copy(self.position)
        try:
            run = json.loads(metadata["run"])
            _ = run["options"]  # which the checkpoint of a training has
            before.read(metadata["position"], self.validation)
        except (KeyError, ValueError, TypeError) as error:
            raise ModelError(f"{path}: this is no checkpoint of {self.command}.") from error
        refuse_other_run(path, run, self.kept.identity)
        self.position = before
        prefix = "weight/"
        weights = {name.removeprefix(prefix): value for name, value in tensors.items() if name.startswith(prefix)}
        self.load_weights(weights, str(path))
        fused = bool(self.optimizer.param_groups[0].get("fused"))
        for name, value in tensors.items():
            kind, *rest = name.split("/")
            if kind == "optimizer":
                parameter = self.parameters[int(rest[0])]
                # steps are counted where PyTorch counts them
                here = value if rest[1] == "step" and not fused else value.to(parameter.device)
                self.optimizer.state[parameter][rest[1]] = here
        self.load_more(tensors)

    def for_card(
        self, options: Mapping[str, Any], measured: Mapping[str, Any], *, command: str, **more: Any
    ) -> dict[str, Any]:
        """Give what a card says of a run that is over: `measured` stands before the validations, `more` behind."""
        position = self.position
        return {
            "options": dict(options),
            "seed": self._limits.seed,
            "epochs": round(position.n_words / max(self.n_epoch_words, 1), 4),
            "n_words_seen": position.n_words,
            "minutes": round(position.seconds / 60, 3),
            "stopped": position.stopped,
            **measured,
            "validations": [asdict(one) for one in position.validations],
            **more,
            "command": command,
            "package_version": __version__,
            "torch_version": torch.__version__,
        }


def refuse_divergence(nats: float, what: str = "words") -> None:
    """Refuse a network that gives words, or whatever, next to no probability: `nats` of one, on average."""
    if not nats < MOST_NATS:  # NaN is not less, either
        raise ModelError(f"Training diverged: the network gives {what} next to no probability. Use a smaller `lr`.")


def drawn_seed(*numbers: int) -> int:
    """Draw a seed from some numbers: each step has one of its own, so that there is no state to save."""
    return int(np.random.SeedSequence(numbers).generate_state(1, np.uint64)[0]) >> 1


@contextmanager
def on_threads(n: int) -> Iterator[None]:
    """Let PyTorch use so many threads, for as long as this lasts."""
    before = torch.get_num_threads()
    torch.set_num_threads(n)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def said_of_words(
    words: str,
    lowercase: Lowercase,
    given: Vocabulary | None,
    *,
    size: int | None,
    min_count: int,
    unk: UnkPolicy,
) -> dict[str, Any]:
    """Give what decides which words a model has, by its place in a card: a vocabulary that is `given`, or the rest.

    Raises
    ------
    InputError
        If classes of unknown words are asked for, and the given vocabulary has none.
    """
    rules = {"words": words, "lowercase": lowercase}
    if given is not None:
        if unk == "classes" != given.unk:
            raise InputError(
                "The words that are given have <unk>, and no classes of unknown words; leave out `unk=classes`."
            )
        digest = hashlib.sha256("".join(f"{word}\n" for word in given.words).encode("utf-8")).hexdigest()
        return {**rules, "unk": given.unk, "vocabulary.sha256": digest}
    return {**rules, "unk": unk, "vocabulary.size": size, "vocabulary.min_count": min_count}


def write_words(output: Path, vocabulary: Vocabulary, frequencies: np.ndarray) -> None:
    """Write a vocabulary, and how often each of its words was learnt from, beside a model."""
    vocabulary.write(output / VOCABULARY)
    rows = zip(vocabulary.words, frequencies.tolist(), strict=True)
    write_whole(output / COUNTS, (f"{word}\t{count}\n" for word, count in rows), fsync=True)
