"""Small random transformers with real tokenizers, built on the spot, and the plain way to score a sentence.

Nothing here uses the code under test.
"""

from __future__ import annotations

import atexit
import json
import math
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
import transformers
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import PreTrainedTokenizerFast

END = "<|endoftext|>"

CORPUS = [
    "the fox sleeps near the river .",
    "the foxes sleep while the dogs bark .",
    "my fox naps in the sun .",
    "a rainbow trout swims under the bridge .",
    "the band plays and the children dance .",
    "nobody heard the rain on the roof .",
    "she saw the keys to the cabinet .",
] * 2

LONG_TEXT = " ".join(["the fox sleeps and the dogs bark ."] * 5)
"""Longer than any local window of the tests, shorter than any context."""

TEXTS = [
    "the fox sleeps",
    "my foxes nap near the bridge .",
    "a",
    "the children heard the rainbow , and the dogs bark while nobody sleeps .",
    "my 🦊 naps",
    "猫昨天睡了",
]


# ---------------------------------------------------------------------------------------------------------------------
# Tokenizers


def bytes_trained(n_pieces: int, special: Sequence[str]) -> Tokenizer:
    """Byte-level BPE with all bytes and the commonest pairs of `CORPUS`."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=n_pieces,
        special_tokens=list(special),
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(CORPUS, trainer)
    return tokenizer


@cache
def _byte_level(trim: bool | None, prefix: bool, add_bos: bool, extra: tuple[str, ...]) -> str:
    tokenizer = bytes_trained(400, [END, *extra])
    if trim is not None:
        tokenizer.post_processor = processors.ByteLevel(trim_offsets=trim)
    if add_bos:
        tokenizer.post_processor = processors.TemplateProcessing(single=f"{END} $A", special_tokens=[(END, 0)])
    if prefix:
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    return tokenizer.to_str()


def byte_level_tokenizer(
    *,
    trim: bool | None = None,
    prefix: bool = False,
    add_bos: bool = False,
    extra: tuple[str, ...] = (),
    special: bool = True,
    **more: Any,
) -> PreTrainedTokenizerFast:
    """Byte-level BPE with ``<|endoftext|>`` as BOS and EOS, and no pad token; `prefix` puts a blank before a text."""
    named = {"bos_token": END, "eos_token": END} if special else {}
    return PreTrainedTokenizerFast(
        tokenizer_object=Tokenizer.from_str(_byte_level(trim, prefix, add_bos, extra)), **{**named, **more}
    )


def no_alphabet_tokenizer() -> PreTrainedTokenizerFast:
    """Byte-level BPE that knows only the letters it has seen and drops the others without a word."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(vocab_size=100, special_tokens=[END], show_progress=False)
    tokenizer.train_from_iterator(CORPUS, trainer)
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token=END, eos_token=END)


def llama_tokenizer() -> PreTrainedTokenizerFast:
    """BPE as in Llama: a blank put before the sentence, ``▁`` for blanks, bytes for what is unknown, BOS added."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    special = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256))]
    words = ["▁" + word for sentence in CORPUS for word in sentence.split()]
    bare = Tokenizer(models.BPE())  # merges must not cross words, as SentencePiece's do not
    bare.train_from_iterator(words, trainers.BpeTrainer(vocab_size=480, special_tokens=special, show_progress=False))
    trained = json.loads(bare.to_str())["model"]
    tokenizer.model = models.BPE(
        vocab=trained["vocab"],
        merges=[tuple(pair) if isinstance(pair, list) else tuple(pair.split(" ")) for pair in trained["merges"]],
        unk_token="<unk>",
        fuse_unk=True,
        byte_fallback=True,
    )
    tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 1)])
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", unk_token="<unk>")


def unigram_trained(n_pieces: int, unknown: str, special: Sequence[str], corpus: Sequence[str] = CORPUS) -> Tokenizer:
    """SentencePiece's unigram model without bytes."""
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    trainer = trainers.UnigramTrainer(
        vocab_size=n_pieces, unk_token=unknown, special_tokens=list(special), show_progress=False
    )
    tokenizer.train_from_iterator(corpus, trainer)
    return tokenizer


def unigram_tokenizer() -> PreTrainedTokenizerFast:
    """SentencePiece's unigram model: unknown letters become one ``<unk>``."""
    tokenizer = unigram_trained(90, "<unk>", ["<unk>", "<s>", "</s>"])
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", unk_token="<unk>")


def lowercasing_tokenizer() -> PreTrainedTokenizerFast:
    """WordPiece that composes, lowers and strips accents."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.train_from_iterator(
        [*CORPUS, "cafe"],
        trainers.WordPieceTrainer(vocab_size=150, special_tokens=["[UNK]", "[CLS]"], show_progress=False),
    )
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token="[UNK]", cls_token="[CLS]")


# ---------------------------------------------------------------------------------------------------------------------
# Models


def causal_model(family: str, *, seed: int = 0, **configuration: Any) -> Any:
    """A random causal model, always the same one, in eval mode; `family` as in ``LlamaConfig``."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        config = getattr(transformers, f"{family}Config")(**configuration)
        return transformers.AutoModelForCausalLM.from_config(config).eval()


def gpt2(n_vocabulary: int, **more: Any) -> Any:
    """A GPT-2 of 2 layers, 32 wide, 2 heads, 64 positions, with wide initial weights."""
    small = {"n_embd": 32, "n_layer": 2, "n_head": 2, "n_positions": 64, "initializer_range": 0.5}
    return causal_model("GPT2", vocab_size=n_vocabulary, bos_token_id=0, eos_token_id=0, **{**small, **more})


SMALL = {
    "hidden_size": 32,
    "intermediate_size": 64,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "max_position_embeddings": 128,
    "initializer_range": 0.3,
}
"""Of models that name their sizes as Llama does."""


def llama(n_vocabulary: int, **more: Any) -> Any:
    """A Llama with an output head of its own."""
    return causal_model(
        "Llama", vocab_size=n_vocabulary, num_key_value_heads=2, tie_word_embeddings=False, **SMALL, **more
    )


def tiny_gpt(**tokenizer_options: Any) -> tuple[Any, PreTrainedTokenizerFast]:
    """A very small GPT-2 and its tokenizer, in memory."""
    tokenizer = byte_level_tokenizer(**tokenizer_options)
    return gpt2(len(tokenizer)), tokenizer


def save(folder: Path, model: Any, tokenizer: Any) -> Path:
    """Save both into a folder."""
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@cache
def gpt_folder() -> Path:
    """The GPT-2 of `tiny_gpt` as files, made once in a process."""
    kept = tempfile.TemporaryDirectory(prefix="tiny_gpt_")
    atexit.register(kept.cleanup)
    return save(Path(kept.name) / "tiny-gpt", *tiny_gpt())


# ---------------------------------------------------------------------------------------------------------------------
# The plain way


def plain_ids(tokenizer: Any, text: str) -> list[int]:
    return list(tokenizer(text, add_special_tokens=False)["input_ids"])


def reference_bits(model: Any, ids: list[int]) -> np.ndarray:
    """-log2 p of every id but the first, given all before it: one sentence, log-softmax in double precision."""
    if len(ids) < 2:
        return np.empty(0)
    with torch.no_grad():
        logits = model(torch.tensor([ids])).logits[0].double()
    logp = torch.log_softmax(logits[:-1], -1)[torch.arange(len(ids) - 1), torch.tensor(ids[1:])]
    return (-logp / math.log(2)).numpy()


def sentence_bits(model: Any, tokenizer: Any, text: str, bos_id: int) -> np.ndarray:
    return reference_bits(model, [bos_id, *plain_ids(tokenizer, text)])
