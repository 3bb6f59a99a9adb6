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

from ...errors import InputError
from ...files import write_whole
from ...words import REVISIONS, word_splitter
from ..corpus import digests_of, file_sha256
from ..folder import CHECKPOINT, WEIGHTS, WordRules, write_card
from ..loop import Position, RunKeeping, TrainingProgress, TrainingRun, drawn_seed, on_threads, refuse_divergence
from ..runs import finished_card, is_held_out, said_of_held_out, too_few
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
    "TransformerValidation",
    "new_network",
    "stream_perplexity",
    "train_transformer",
]

_BEST = "checkpoint-best.safetensors"
_TOKENIZER = "checkpoint-tokenizer.json"
CHECKPOINTS = "checkpoints"
"""Folder of the models as they were after so many words."""
_IGNORED = -100  # the label that transformers leaves out of the loss


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


@dataclass(slots=True)
class _Position(Position):
    """Where a run stands."""

    kept: list[int] = field(default_factory=list)  # words after which the model was kept
    scaler: dict[str, Any] = field(default_factory=dict)  # of float16


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
    refuse_divergence(nats / n_tokens)
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
    device: str = "auto",
    report: Callable[[TrainingProgress[TransformerValidation]], None] | None = None,
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
    device : str, optional
        As PyTorch names it; ``auto``: as accelerate has it. One device for all trainings of a process.
    report : callable, optional
        Called with a `TrainingProgress` now and then, and after each validation.

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
    said = {
        "corpus.documents": corpus.kind,
        "corpus.valid": digests["valid"] or said_of_held_out("document"),
        "words": words if isinstance(corpus, TreeDocuments) else None,
    }
    done = finished_card(output, resume=resume, options=asdict(options), files=digests["corpus"] or {}, rest=said)
    if done is not None:
        return done
    output.mkdir(parents=True, exist_ok=True)
    run = {
        "options": asdict(options),
        **corpus.rules,
        **digests,
    }
    kept = RunKeeping(output, json.loads(json.dumps(run)), checkpoint_minutes, report, report_seconds)
    with on_threads(options.threads):
        tokenizer = _tokenizer(corpus, valid, test, options, output, resume=resume)
        unseen = _held_out(corpus) if valid is None else valid
        words_of = corpus.words_of
        learnt = encode_documents(_without_held_out(corpus) if valid is None else corpus, tokenizer, words_of)
        trainer = _Trainer(tokenizer, learnt, encode_documents(unseen, tokenizer, words_of), options, kept, device)
        if resume:
            trainer.resume()
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
                    "valid": digests["valid"] or said_of_held_out("document"),
                    "test": digests_of(test.paths) if test else None,
                },
                "command": command,
                **({"backend": "treelm", **_word_rules(words)} if isinstance(corpus, TreeDocuments) else {}),
            },
            None if test is None else encode_documents(test, tokenizer, words_of),
        )


def _word_rules(words: str) -> dict[str, Any]:
    word_splitter(words)
    said = WordRules(words, words_revision=REVISIONS.get(words, 1)).for_card
    return {name: said[name] for name in said if name.startswith("words")}


def _held_out(corpus: Documents | TreeDocuments) -> Iterator[str]:
    found = False
    for place, document in enumerate(corpus):
        if is_held_out(place):
            found = True
            yield document
    if not found:
        raise too_few("document")


def _without_held_out(corpus: Documents | TreeDocuments) -> Iterator[str]:
    return (document for place, document in enumerate(corpus) if not is_held_out(place))


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


class _Trainer(TrainingRun[np.ndarray]):
    """One run: its batches, its steps, what it writes."""

    command, validation = "sglite train transformer", TransformerValidation

    def __init__(
        self,
        tokenizer: Any,
        text: TokenStream,
        valid: TokenStream,
        options: TransformerOptions,
        kept: RunKeeping,
        device: str = "auto",
    ) -> None:
        from accelerate import Accelerator

        super().__init__(options, kept, text.n_words, _Position())
        self.tokenizer, self.text, self.valid, self.options = tokenizer, text, valid, options
        precision = {"float32": "no", "bf16": "bf16", "fp16": "fp16"}[options.precision]
        if precision == "fp16" and not torch.cuda.is_available():
            raise InputError("`precision=fp16` needs a GPU; bf16 and float32 do not.")
        if device.startswith("cuda:"):
            torch.cuda.set_device(device)  # which accelerate takes then
        self.accelerator = Accelerator(mixed_precision=precision, cpu=device == "cpu")
        self.ids, self.filled, self.words = blocks_of(text, options.context)
        network = new_network(options, tokenizer.get_vocab_size(), tokenizer.token_to_id(END))
        decayed = [weights for weights in network.parameters() if weights.dim() > 1]
        others = [weights for weights in network.parameters() if weights.dim() <= 1]
        optimizer = torch.optim.AdamW(
            [{"params": decayed, "weight_decay": options.weight_decay}, {"params": others, "weight_decay": 0.0}],
            lr=options.lr,
            betas=(0.9, 0.95),
        )
        self.network, self.prepared = self.accelerator.prepare(network, optimizer)
        self.optimizer = self.prepared.optimizer
        self.bare: Any = self.accelerator.unwrap_model(self.network)
        self.parameters = [*decayed, *others]

    @property
    def place(self) -> _Position:
        """Where it stands."""
        assert isinstance(self.position, _Position)
        return self.position

    # ------------------------------------------------------------ the loop

    def begin(self) -> None:
        self.network.train()

    def batches(self, epoch: int, skip: int) -> Iterator[np.ndarray]:
        """Give the batches of an epoch, as places of blocks."""
        order = np.random.default_rng((self.options.seed, epoch)).permutation(len(self.ids))
        size = self.options.batch_size
        for start in range(skip * size, len(order), size):
            yield order[start : start + size]

    def step(self, chosen: np.ndarray) -> None:
        """Learn from some blocks: each process from its part of them, in so many parts as memory asks for."""
        position, options, accelerator = self.position, self.options, self.accelerator
        for group in self.prepared.param_groups:
            group["lr"] = self.learning_rate()
        torch.manual_seed(drawn_seed(options.seed, position.n_steps, accelerator.process_index))  # for dropout
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
        self.refuse_endless(nats)
        accelerator.clip_grad_norm_(self.network.parameters(), options.clip)
        self.prepared.step()
        self.prepared.zero_grad()
        self.learnt(int(self.words[chosen].sum()), nats, int(self.filled[own][:, 1:].sum()))

    def learning_rate(self) -> float:
        options, spent = self.options, self.spent()
        if spent < options.warmup:
            return options.lr * max(spent / options.warmup, 1e-3)
        left = (spent - options.warmup) / max(1 - options.warmup, 1e-9)
        factor = {"constant": 1.0, "linear": 1 - left, "cosine": (1 + math.cos(math.pi * left)) / 2}[options.schedule]
        return options.lr * factor

    # ------------------------------------------------------------ what is measured and kept

    def measure(self) -> tuple[float, Mapping[str, float]]:
        found = stream_perplexity(self.bare, self.valid, length=self.options.context)
        return found["perplexity"], {name: found[name] for name in ("perplexity", "bits_per_character")}

    def keep_best(self) -> None:
        if self.accelerator.is_main_process:
            write_whole(self.kept.output / _BEST, save(self.weights()), fsync=True)

    def after_step(self) -> None:
        """Write the model as it is now, where so many words were asked for."""
        for n_words in self.options.checkpoints:
            if n_words <= self.place.n_words and n_words not in self.place.kept:
                self.place.kept.append(n_words)
                if self.accelerator.is_main_process:
                    self.write_model(self.kept.output / CHECKPOINTS / f"{n_words}-words", self.weights())

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

    def tell(self, validation: Any) -> None:
        """Report, of several processes once."""
        if self.accelerator.is_main_process:
            super().tell(validation)

    # ------------------------------------------------------------ going on

    def save_checkpoint(self) -> None:
        """Write it, of several processes once."""
        if self.accelerator.scaler is not None:
            self.place.scaler = {name: float(value) for name, value in self.accelerator.scaler.state_dict().items()}
        if self.accelerator.is_main_process:
            super().save_checkpoint()
        self.saved_at = time.monotonic()

    def load_weights(self, weights: Mapping[str, Tensor], source: str) -> None:
        self.bare.load_state_dict(weights, strict=False)

    def load_more(self, tensors: Mapping[str, Tensor]) -> None:
        if self.place.scaler and self.accelerator.scaler is not None:
            self.accelerator.scaler.load_state_dict(self.place.scaler)

    def finish(self, about: Mapping[str, Any], test: TokenStream | None) -> dict[str, Any]:
        """Write the best weights as a model, measure it, and write its card; checkpoints of the run go."""
        options, output = self.options, self.kept.output
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
            **self.for_card(
                asdict(options),
                {"perplexity": perplexities},
                checkpoints={str(n): f"{CHECKPOINTS}/{n}-words" for n in self.place.kept},
                command=about["command"],
            ),
        }
        if not self.accelerator.is_main_process:
            return card
        self.write_model(output, best)
        card = write_card(output, {**card, "sha256": file_sha256(output / WEIGHTS)})
        for name in (CHECKPOINT, _BEST, _TOKENIZER):
            (output / name).unlink(missing_ok=True)
        return card
