"""Train a GPT-2-style causal model from scratch, and write it as a Hugging Face folder.

The network and its loss are those of transformers, the tokenizer is one of tokenizers, devices and precision are
accelerate's. What stands here is the order of things: documents joined by the end-of-text token and cut into blocks,
a budget, validations, checkpoints by words seen, and a run that goes on after a kill to the same weights.

References
----------
A. Radford, J. Wu, R. Child, D. Luan, D. Amodei and I. Sutskever, Language models are unsupervised multitask learners,
2019.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
import torch
from safetensors.torch import load_file, save
from torch import Tensor

from ... import __version__
from ...errors import InputError, ModelError, counted
from ...files import write_whole
from ...words import REVISIONS, word_splitter
from ..corpus import digests_of, file_sha256
from ..folder import CHECKPOINT, WEIGHTS, WordRules, write_card
from ..recurrent.checkpoints import read_safetensors
from ..runs import finished_card, refuse_other_run
from .text import (
    END,
    Documents,
    TokenizerKind,
    TokenStream,
    TreeDocuments,
    blocks_of,
    encode_documents,
    train_tokenizer,
)

__all__ = [
    "SIZES",
    "Sizes",
    "TransformerOptions",
    "TransformerProgress",
    "TransformerValidation",
    "new_network",
    "stream_perplexity",
    "train_transformer",
]

_BEST = "checkpoint-best.safetensors"
_TOKENIZER = "checkpoint-tokenizer.json"
CHECKPOINTS = "checkpoints"
"""Folder of the models as they were after so many words."""
_HELD_OUT_EVERY, _HELD_OUT_MOST = 20, 5000
_IGNORED = -100  # the label that transformers leaves out of the loss
_MOST_NATS = 500.0


@dataclass(frozen=True, slots=True)
class Sizes:
    """Width and depth of a network.

    Parameters
    ----------
    layers, heads, width : int
    """

    layers: int
    heads: int
    width: int


SIZES: Mapping[str, Sizes] = {
    "tiny": Sizes(2, 4, 128),
    "mini": Sizes(4, 4, 256),
    "base": Sizes(6, 8, 512),
    "gpt2": Sizes(12, 12, 768),
    "gpt2-medium": Sizes(24, 16, 1024),
    "gpt2-large": Sizes(36, 20, 1280),
    "gpt2-xl": Sizes(48, 25, 1600),
}
"""The last four as in Radford et al. (2019): with their 50,257 tokens and a context of 1,024, the first has 124.4 M."""


@dataclass(frozen=True, slots=True)
class TransformerOptions:
    """How to train.

    Parameters
    ----------
    layers, heads, width, context : int
        Of the network; `context` is how many tokens it sees at once, and the length of a block.
    tokenizer : {"bpe", "words"}
    vocab_size, min_count : int
        See `syntaxgym_lite.lm.transformer.text.train_tokenizer`.
    lowercase : bool
    batch_size : int
        Blocks learnt from at once, over all devices.
    accumulate : int
        In how many parts a batch is computed; changes memory, and no more than the last digits.
    lr : float
    schedule : {"cosine", "linear", "constant"}
        How the rate falls to zero within the budget, after it rose over `warmup`.
    warmup : float
        Share of the budget.
    clip, dropout, weight_decay : float
        Weight decay is for matrices, not for biases and normalisation.
    epochs : int
        Passes over the corpus at most.
    max_words : int or None
        Budget: stop after so many words.
    max_minutes : float or None
        Budget: stop after so many minutes. How far a machine gets is chance, and so is the model then.
    validate_every : int or None
        Validate each time so many words have been seen. None: after each epoch.
    patience : int
        Stop after so many validations in a row without a better loss.
    checkpoints : tuple of int
        After how many words the model is kept as it is then, beside the final one.
    precision : {"float32", "bf16", "fp16"}
        What networks are computed in; weights are float32.
    seed : int
    threads : int
    """

    layers: int = 6
    heads: int = 8
    width: int = 512
    context: int = 256
    tokenizer: TokenizerKind = "bpe"
    vocab_size: int = 16_000
    min_count: int = 2
    lowercase: bool = False
    batch_size: int = 32
    accumulate: int = 1
    lr: float = 6e-4
    schedule: Literal["cosine", "linear", "constant"] = "cosine"
    warmup: float = 0.02
    clip: float = 1.0
    dropout: float = 0.1
    weight_decay: float = 0.1
    epochs: int = 10
    max_words: int | None = None
    max_minutes: float | None = None
    validate_every: int | None = None
    patience: int = 5
    checkpoints: tuple[int, ...] = ()
    precision: Literal["float32", "bf16", "fp16"] = "float32"
    seed: int = 1
    threads: int = 1

    def __post_init__(self) -> None:
        whole = ("layers", "heads", "width", "batch_size", "accumulate", "epochs", "patience", "threads", "min_count")
        for name in whole:
            if getattr(self, name) < 1:
                raise InputError(f"`{name}={getattr(self, name)}`: must be at least 1.")
        if self.context < 2:
            raise InputError(f"`context={self.context}`: must be at least 2 tokens.")
        if self.width % self.heads:
            raise InputError(f"`width={self.width}` must be a multiple of `heads={self.heads}`.")
        for name, low in (("lr", 0.0), ("clip", 0.0)):
            if not getattr(self, name) > low:
                raise InputError(f"`{name}={getattr(self, name)}`: must be above 0.")
        if not 0 <= self.dropout < 1:
            raise InputError(f"`dropout={self.dropout}`: must be from 0 to below 1.")
        for name in ("max_words", "max_minutes", "validate_every"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise InputError(f"`{name}={value}`: must be above 0.")


@dataclass(frozen=True, slots=True)
class TransformerValidation:
    """What a validation found.

    Parameters
    ----------
    n_words : int
        Words seen before it.
    minutes : float
    perplexity : float
        By word, see `stream_perplexity`.
    bits_per_character : float
    """

    n_words: int
    minutes: float
    perplexity: float
    bits_per_character: float


@dataclass(frozen=True, slots=True)
class TransformerProgress:
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
        Mean surprisal of a training token since the last report, in bits.
    lr : float
    minutes, minutes_left : float
    validation : TransformerValidation or None
        Set if this report is about a validation.
    """

    epoch: int
    n_words: int
    words_per_second: float
    bits: float
    lr: float
    minutes: float
    minutes_left: float
    validation: TransformerValidation | None = None


@dataclass(slots=True)
class _Position:
    """Where a run stands: all that a checkpoint holds besides tensors."""

    epoch: int = 0
    step: int = 0  # within the epoch
    n_steps: int = 0
    n_words: int = 0
    seconds: float = 0.0
    best: float = math.inf  # validation perplexity
    n_worse: int = 0
    validations: list[TransformerValidation] = field(default_factory=list)
    next_validation: int = 0
    kept: list[int] = field(default_factory=list)  # words after which the model was kept
    stopped: str = ""
    scaler: dict[str, Any] = field(default_factory=dict)  # of float16

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> _Position:
        values = json.loads(text)
        values["validations"] = [TransformerValidation(**one) for one in values["validations"]]
        return cls(**values)


def new_network(options: TransformerOptions, n_tokens: int, end: int) -> Any:
    """Make a network with its first weights, drawn as transformers draws them.

    Parameters
    ----------
    options : TransformerOptions
    n_tokens : int
        Of the vocabulary.
    end : int
        Number of the token between documents.

    Returns
    -------
    transformers.GPT2LMHeadModel

    Examples
    --------
    >>> small = TransformerOptions(layers=2, heads=4, width=48, context=96)
    >>> sum(weights.numel() for weights in new_network(small, 340, 0).parameters())
    77568
    """
    from transformers import GPT2Config, GPT2LMHeadModel

    config = GPT2Config(
        vocab_size=n_tokens,
        n_positions=options.context,
        n_embd=options.width,
        n_layer=options.layers,
        n_head=options.heads,
        resid_pdrop=options.dropout,
        embd_pdrop=options.dropout,
        attn_pdrop=options.dropout,
        bos_token_id=end,
        eos_token_id=end,
    )
    torch.manual_seed(options.seed)
    network = GPT2LMHeadModel(config)
    network.loss_type = "ForCausalLM"  # what is taken anyway; of this class it would be said as a guess
    return network


@torch.no_grad()
def stream_perplexity(network: Any, stream: TokenStream, *, length: int, batch_size: int = 16) -> dict[str, float]:
    """Measure how well a network expects documents, each token once, with what came before it in its block.

    Parameters
    ----------
    network : transformers.GPT2LMHeadModel
    stream : TokenStream
    length : int
        Of a block.
    batch_size : int, optional

    Returns
    -------
    dict
        ``perplexity`` by word: two to the power of all bits over the number of words, where the end of a document
        counts as one; ``bits_per_character``, where it counts as one too; ``n_words``, ``n_characters``, ``n_tokens``,
        ``n_unknown``. By word, only models of one vocabulary can be compared if there are unknown words; by character,
        all others.
    """
    was_training = network.training
    network.eval()
    ids, valid, _ = blocks_of(stream, length, overlap=1)
    device = next(network.parameters()).device
    nats = 0.0
    for start in range(0, len(ids), batch_size):
        inputs, labels = _batch(ids[start : start + batch_size], valid[start : start + batch_size], device)
        n = int((labels[:, 1:] != _IGNORED).sum())
        nats += float(network(input_ids=inputs, labels=labels).loss.double()) * n
    network.train(was_training)
    n_tokens = len(stream.ids) - 1
    if not nats / n_tokens < _MOST_NATS:  # NaN is not less, either
        raise ModelError("Training diverged: the network gives words next to no probability. Use a smaller `lr`.")
    n_words, n_characters = stream.n_words + stream.n_documents, stream.n_characters + stream.n_documents
    return {
        "perplexity": math.exp(min(nats / n_words, 700.0)),
        "bits_per_character": nats / math.log(2) / n_characters,
        "n_words": n_words,
        "n_characters": n_characters,
        "n_tokens": n_tokens,
        "n_unknown": stream.n_unknown,
    }


def _batch(ids: np.ndarray, valid: np.ndarray, device: torch.device) -> tuple[Tensor, Tensor]:
    """Give inputs, and labels that leave out what is only filled up."""
    inputs = torch.from_numpy(ids.astype(np.int64))
    labels = torch.where(torch.from_numpy(valid), inputs, _IGNORED)
    return inputs.to(device), labels.to(device)


def train_transformer(
    corpus: Documents | TreeDocuments,
    output: str | Path,
    options: TransformerOptions,
    *,
    valid: Documents | TreeDocuments | None = None,
    test: Documents | TreeDocuments | None = None,
    words: str = "treebank",
    description: str = "",
    licence: str = "",
    command: str = "",
    resume: bool = False,
    checkpoint_minutes: float = 5.0,
    report: Callable[[TransformerProgress], None] | None = None,
    report_seconds: float = 10.0,
) -> dict[str, Any]:
    """Train a causal transformer and write it to a folder.

    Parameters
    ----------
    corpus : Documents or TreeDocuments
        Of trees, the model learns the strings, and ``treelm:`` scores plain sentences with it.
    output : str or Path
        Folder for the model as Hugging Face has it (``config.json``, ``model.safetensors``, ``tokenizer.json``, ...)
        and ``card.json``. With `TransformerOptions.checkpoints`, also for such folders in ``checkpoints/``. While
        training goes on, only for checkpoints.
    options : TransformerOptions
    valid : Documents or TreeDocuments, optional
        What decides about stopping and the best weights. None: every twentieth document of `corpus`, at most 5,000, is
        held out.
    test : Documents or TreeDocuments, optional
        Its perplexity is written into the card; of trees, that of words and brackets, by word.
    words : str, optional
        Of trees: how a plain sentence is cut to be like their words, see `syntaxgym_lite.words.SCHEMES`.
    description, licence, command : str, optional
        For the card.
    resume : bool, optional
        Go on from the checkpoint in `output`, if there is one.
    checkpoint_minutes : float, optional
        How often a checkpoint is written, besides after each epoch.
    report : callable, optional
        Called with a `TransformerProgress` now and then, and after each validation.

    Returns
    -------
    dict
        The card.

    Raises
    ------
    InputError
        If a corpus is empty, `output` holds a model already, or the checkpoint belongs to another run.
    ModelError
        If the checkpoint is damaged, or training diverges.
    """
    output = Path(output)
    digests = {"corpus": digests_of(corpus.paths), "valid": digests_of(valid.paths) if valid else None}
    done = finished_card(output, resume=resume, options=asdict(options), files=digests["corpus"] or {})
    if done is not None:
        return done
    output.mkdir(parents=True, exist_ok=True)
    run = {
        "options": asdict(options),
        **corpus.rules,
        **digests,
    }
    threads_before = torch.get_num_threads()
    torch.set_num_threads(options.threads)
    try:
        tokenizer = _tokenizer(corpus, valid, test, options, output, resume=resume)
        held_out = _held_out(corpus) if valid is None else valid
        words_of = corpus.words_of
        learnt = encode_documents(_without_held_out(corpus) if valid is None else corpus, tokenizer, words_of)
        trainer = _Trainer(
            tokenizer, learnt, encode_documents(held_out, tokenizer, words_of), options, output,
            json.loads(json.dumps(run)), checkpoint_minutes, report, report_seconds,
        )  # fmt: skip
        if resume and (output / CHECKPOINT).exists():
            trainer.load_checkpoint()
        trainer.run()
        return trainer.finish(
            {
                "description": description,
                "licence": licence,
                "corpus": {
                    "files": digests["corpus"],
                    "documents": corpus.kind,
                    "n_documents": learnt.n_documents,
                    "n_words": learnt.n_words,
                    "valid": digests["valid"] or f"every twentieth document, at most {_HELD_OUT_MOST:,}",
                    "test": digests_of(test.paths) if test else None,
                },
                "command": command,
                **({"backend": "treelm", **_word_rules(words)} if isinstance(corpus, TreeDocuments) else {}),
            },
            None if test is None else encode_documents(test, tokenizer, words_of),
        )
    finally:
        torch.set_num_threads(threads_before)


def _is_held_out(place: int) -> bool:
    return place % _HELD_OUT_EVERY == _HELD_OUT_EVERY - 1 and place // _HELD_OUT_EVERY < _HELD_OUT_MOST


def _word_rules(words: str) -> dict[str, Any]:
    word_splitter(words)
    said = WordRules(words, words_revision=REVISIONS.get(words, 1)).for_card
    return {name: said[name] for name in said if name.startswith("words")}


def _held_out(corpus: Documents | TreeDocuments) -> Iterator[str]:
    found = False
    for place, document in enumerate(corpus):
        if _is_held_out(place):
            found = True
            yield document
    if not found:
        least = counted(_HELD_OUT_EVERY, "document")
        raise InputError(f"The corpus has fewer than {least}, of which none can be held out; give `valid`.")


def _without_held_out(corpus: Documents | TreeDocuments) -> Iterator[str]:
    return (document for place, document in enumerate(corpus) if not _is_held_out(place))


def _tokenizer(
    corpus: Documents | TreeDocuments,
    valid: Documents | TreeDocuments | None,
    test: Documents | TreeDocuments | None,
    options: TransformerOptions,
    output: Path,
    *,
    resume: bool,
) -> Any:
    """Train the tokenizer, or read that of a run that goes on: whose it is, the checkpoint says."""
    from tokenizers import Tokenizer

    kept = output / _TOKENIZER
    if resume and kept.exists() and (output / CHECKPOINT).exists():
        return Tokenizer.from_file(str(kept))
    units = dict.fromkeys(unit for documents in (corpus, valid, test) if documents for unit in documents.units)
    tokenizer = train_tokenizer(
        map(corpus.words_of, corpus if valid is not None else _without_held_out(corpus)),
        options.tokenizer,
        size=options.vocab_size,
        min_count=options.min_count,
        lowercase=options.lowercase,
        units=list(units),
    )
    write_whole(kept, tokenizer.to_str(), fsync=True)
    return tokenizer


@dataclass
class _Trainer:
    """One run: the loop, and its checkpoints."""

    tokenizer: Any
    text: TokenStream
    valid: TokenStream
    options: TransformerOptions
    output: Path
    identity: Mapping[str, Any]  # what may not change when a run goes on
    checkpoint_minutes: float
    report: Callable[[TransformerProgress], None] | None
    report_seconds: float

    def __post_init__(self) -> None:
        from accelerate import Accelerator

        options = self.options
        precision = {"float32": "no", "bf16": "bf16", "fp16": "fp16"}[options.precision]
        if precision == "fp16" and not torch.cuda.is_available():
            raise InputError("`precision=fp16` needs a GPU; bf16 and float32 do not.")
        self.accelerator = Accelerator(mixed_precision=precision)
        self.ids, self.filled, self.words = blocks_of(self.text, options.context)
        end = self.tokenizer.token_to_id(END)
        network = new_network(options, self.tokenizer.get_vocab_size(), end)
        decayed = [weights for weights in network.parameters() if weights.dim() > 1]
        others = [weights for weights in network.parameters() if weights.dim() <= 1]
        optimizer = torch.optim.AdamW(
            [{"params": decayed, "weight_decay": options.weight_decay}, {"params": others, "weight_decay": 0.0}],
            lr=options.lr,
            betas=(0.9, 0.95),
        )
        self.network, self.optimizer = self.accelerator.prepare(network, optimizer)
        self.bare: Any = self.accelerator.unwrap_model(self.network)
        self.parameters: list[Tensor] = [*decayed, *others]
        self.budget = min(options.epochs * self.text.n_words, options.max_words or math.inf)
        self.position = _Position(next_validation=options.validate_every or 0)

    # ------------------------------------------------------------ the loop

    def run(self) -> None:
        """Train until a budget, the patience or the epochs are used up."""
        position, options = self.position, self.options
        self.clock = time.monotonic() - position.seconds
        self.saved_at = self.reported_at = time.monotonic()
        self.reported_words, self.bits, self.n_tokens = position.n_words, 0.0, 0
        self.network.train()
        while not position.stopped and position.epoch < options.epochs:
            batches = self.batches(position.epoch)
            while position.step < len(batches) and not position.stopped:
                self.step(batches[position.step])
                position.step += 1
                position.seconds = time.monotonic() - self.clock
                self.keep_if_due()
                spent = self.spent()
                if options.validate_every and position.n_words >= position.next_validation and spent < 1:
                    position.next_validation += options.validate_every
                    self.validate()
                if spent >= 1:
                    position.stopped = position.stopped or self.why()
                now = time.monotonic()
                if self.report and now - self.reported_at >= self.report_seconds:
                    self.tell(None)
                if now - self.saved_at >= self.checkpoint_minutes * 60 and not position.stopped:
                    self.save_checkpoint()
            if position.step >= len(batches):
                position.epoch, position.step = position.epoch + 1, 0
                if not options.validate_every and not position.stopped:
                    self.validate()
                self.save_checkpoint()
        if position.stopped != "patience" and (
            not position.validations or position.validations[-1].n_words != position.n_words
        ):
            self.validate()
        position.stopped = position.stopped or "epochs"
        self.save_checkpoint()

    def batches(self, epoch: int) -> list[np.ndarray]:
        """Give the batches of an epoch, as places of blocks; they depend on the seed and the epoch only."""
        order = np.random.default_rng((self.options.seed, epoch)).permutation(len(self.ids))
        size = self.options.batch_size
        return [order[start : start + size] for start in range(0, len(order), size)]

    def step(self, chosen: np.ndarray) -> None:
        """Learn from some blocks: each process from its part of them, in so many parts as memory asks for."""
        position, options, accelerator = self.position, self.options, self.accelerator
        for group in self.optimizer.param_groups:
            group["lr"] = self.learning_rate()
        # no state to save: each step draws what dropout needs from a seed of its own
        seed = np.random.SeedSequence((options.seed, position.n_steps, accelerator.process_index))
        torch.manual_seed(int(seed.generate_state(1, np.uint64)[0]) >> 1)
        own = chosen[accelerator.process_index :: accelerator.num_processes]
        parts = [part for part in np.array_split(own, options.accumulate) if len(part)]
        n_all = int(self.filled[chosen][:, 1:].sum())
        nats = 0.0
        for number, part in enumerate(parts):
            inputs, labels = _batch(self.ids[part], self.filled[part], accelerator.device)
            n = int(self.filled[part][:, 1:].sum())
            if not n:
                continue
            with accelerator.autocast():
                loss = self.network(input_ids=inputs, labels=labels).loss
            # a mean over its own tokens becomes a share of the mean over all of them
            share = n / n_all * accelerator.num_processes
            if number < len(parts) - 1 and accelerator.num_processes > 1:
                with accelerator.no_sync(self.network):
                    accelerator.backward(loss * share)
            else:
                accelerator.backward(loss * share)
            nats += float(loss.detach()) * n
        if not math.isfinite(nats):
            raise ModelError(
                f"Training diverged after {position.n_words:,} words: the loss is not a number. Use a smaller `lr`."
            )
        accelerator.clip_grad_norm_(self.network.parameters(), options.clip)
        self.optimizer.step()
        self.optimizer.zero_grad()
        position.n_steps += 1
        position.n_words += int(self.words[chosen].sum())
        self.bits += nats / math.log(2)
        self.n_tokens += int(self.filled[own][:, 1:].sum())

    def why(self) -> str:
        """Say what is used up."""
        return "epochs" if self.position.n_words >= self.options.epochs * self.text.n_words else "budget"

    def spent(self) -> float:
        """Share of the budget that is used up, 0 to 1."""
        share = self.position.n_words / self.budget
        if self.options.max_minutes:
            share = max(share, self.position.seconds / 60 / self.options.max_minutes)
        return min(share, 1.0)

    def learning_rate(self) -> float:
        options, spent = self.options, self.spent()
        if spent < options.warmup:
            return options.lr * max(spent / options.warmup, 1e-3)
        left = (spent - options.warmup) / max(1 - options.warmup, 1e-9)
        factor = {"constant": 1.0, "linear": 1 - left, "cosine": (1 + math.cos(math.pi * left)) / 2}[options.schedule]
        return options.lr * factor

    # ------------------------------------------------------------ what is measured and kept

    def validate(self) -> None:
        """Measure the validation perplexity; keep the weights if it is the best, else count."""
        position = self.position
        found = stream_perplexity(self.bare, self.valid, length=self.options.context)
        position.seconds = time.monotonic() - self.clock
        position.validations.append(
            TransformerValidation(
                position.n_words, position.seconds / 60, found["perplexity"], found["bits_per_character"]
            )
        )
        if found["perplexity"] < position.best:
            position.best, position.n_worse = found["perplexity"], 0
            if self.accelerator.is_main_process:
                write_whole(self.output / _BEST, save(self.weights()), fsync=True)
        else:
            position.n_worse += 1
            if position.n_worse >= self.options.patience:
                position.stopped = "patience"
        self.tell(position.validations[-1])

    def keep_if_due(self) -> None:
        """Write the model as it is now, where so many words were asked for."""
        for n_words in self.options.checkpoints:
            if n_words <= self.position.n_words and n_words not in self.position.kept:
                self.position.kept.append(n_words)
                if self.accelerator.is_main_process:
                    self.write_model(self.output / CHECKPOINTS / f"{n_words}-words", self.weights())

    def weights(self) -> dict[str, Tensor]:
        """Give the weights, each once: the decoder is the table of word vectors."""
        return {
            name: tensor.detach().to("cpu", copy=True).contiguous()
            for name, tensor in self.bare.state_dict().items()
            if name != "lm_head.weight"
        }

    def write_model(self, folder: Path, weights: Mapping[str, Tensor]) -> None:
        """Write a folder as Hugging Face has it."""
        import transformers

        folder.mkdir(parents=True, exist_ok=True)
        words = self.options.tokenizer == "words"
        tokenizer_class: Any = transformers.PreTrainedTokenizerFast
        tokenizer_class(
            tokenizer_object=self.tokenizer,
            bos_token=END,
            eos_token=END,
            unk_token="<unk>" if words else END,
            model_max_length=self.options.context,
        ).save_pretrained(folder)
        self.bare.config.save_pretrained(folder)
        write_whole(folder / WEIGHTS, save(dict(weights), {"format": "pt"}), fsync=True)

    def tell(self, validation: TransformerValidation | None) -> None:
        if self.report is None or not self.accelerator.is_main_process:
            return
        position, now = self.position, time.monotonic()
        n, spent = position.n_words - self.reported_words, self.spent()
        self.report(
            TransformerProgress(
                position.epoch + 1,
                position.n_words,
                n / max(now - self.reported_at, 1e-9),
                self.bits / self.n_tokens if self.n_tokens else math.nan,
                self.learning_rate(),
                (now - self.clock) / 60,
                (now - self.clock) / 60 * (1 - spent) / spent if spent else math.nan,
                validation,
            )
        )
        self.reported_at, self.reported_words = time.monotonic(), position.n_words
        self.bits, self.n_tokens = 0.0, 0

    # ------------------------------------------------------------ going on

    def save_checkpoint(self) -> None:
        """Write all that is needed to go on, in one file, so that a kill at any moment leaves an old or a new one."""
        if self.accelerator.scaler is not None:
            self.position.scaler = {name: float(value) for name, value in self.accelerator.scaler.state_dict().items()}
        if self.accelerator.is_main_process:
            tensors = {f"weight/{name}": value for name, value in self.weights().items()}
            state = self.optimizer.optimizer.state
            for number, parameter in enumerate(self.parameters):
                for name, value in state.get(parameter, {}).items():
                    tensors[f"optimizer/{number}/{name}"] = value.detach().to("cpu", copy=True).contiguous()
            metadata = {"position": self.position.to_json(), "run": json.dumps(self.identity)}
            write_whole(self.output / CHECKPOINT, save(tensors, metadata), fsync=True)
        self.saved_at = time.monotonic()

    def load_checkpoint(self) -> None:
        """Go back to where the checkpoint was written, unless it belongs to another run."""
        path = self.output / CHECKPOINT
        tensors, metadata = read_safetensors(path)
        try:
            run, position = json.loads(metadata["run"]), _Position.from_json(metadata["position"])
        except (KeyError, ValueError, TypeError) as error:
            raise ModelError(f"{path}: this is no checkpoint of sglite train transformer.") from error
        refuse_other_run(path, run, self.identity)
        self.position = position
        weights = {name.removeprefix("weight/"): value for name, value in tensors.items() if name.startswith("weight/")}
        self.bare.load_state_dict(weights, strict=False)
        state = self.optimizer.optimizer.state
        for name, value in tensors.items():
            kind, *rest = name.split("/")
            if kind == "optimizer":
                parameter = self.parameters[int(rest[0])]
                where = "cpu" if rest[1] == "step" else parameter.device
                state[parameter][rest[1]] = value.to(where)
        if position.scaler and self.accelerator.scaler is not None:
            self.accelerator.scaler.load_state_dict(position.scaler)

    def finish(self, about: Mapping[str, Any], test: TokenStream | None) -> dict[str, Any]:
        """Write the best weights as a model, measure it, and write its card; checkpoints of the run go."""
        options, position, output = self.options, self.position, self.output
        self.accelerator.wait_for_everyone()
        best = load_file(output / _BEST)
        self.bare.load_state_dict(best, strict=False)
        perplexities = {"valid": stream_perplexity(self.bare, self.valid, length=options.context)}
        if test is not None:
            perplexities["test"] = stream_perplexity(self.bare, test, length=options.context)
        card = {
            "name": output.resolve().name,
            "backend": "hf",
            "description": about["description"],
            "arch": "gpt2",
            "n_parameters": sum(parameter.numel() for parameter in self.bare.parameters()),
            "network": {name: getattr(options, name) for name in ("layers", "heads", "width", "context")},
            "weights": WEIGHTS,
            "tokenizer": {"kind": options.tokenizer, "n_tokens": self.tokenizer.get_vocab_size()},
            **{name: value for name, value in about.items() if name not in ("description", "command")},
            "options": asdict(options),
            "seed": options.seed,
            "epochs": round(position.n_words / max(self.text.n_words, 1), 4),
            "n_words_seen": position.n_words,
            "minutes": round(position.seconds / 60, 3),
            "stopped": position.stopped,
            "perplexity": perplexities,
            "validations": [asdict(one) for one in position.validations],
            "checkpoints": {str(n): f"{CHECKPOINTS}/{n}-words" for n in position.kept},
            "command": about["command"],
            "package_version": __version__,
            "torch_version": torch.__version__,
        }
        if not self.accelerator.is_main_process:
            return card
        self.write_model(output, best)
        card = write_card(output, {**card, "sha256": file_sha256(output / WEIGHTS)})
        for name in (CHECKPOINT, _BEST, _TOKENIZER):
            (output / name).unlink(missing_ok=True)
        return card
