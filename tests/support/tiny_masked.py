"""Small random masked models with real tokenizers, and the plain way to score a sentence: one mask at a time.

Nothing here uses the code under test.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import torch
import transformers
from support.tiny_models import CORPUS, bytes_trained, unigram_trained
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors
from transformers import PreTrainedTokenizerFast

_BERT = {"pad": "[PAD]", "unk": "[UNK]", "cls": "[CLS]", "sep": "[SEP]", "mask": "[MASK]"}
_ROBERTA = {"cls": "<s>", "pad": "<pad>", "sep": "</s>", "unk": "<unk>", "mask": "<mask>"}


def _wrapped(tokenizer: Tokenizer, special: dict[str, str], **more: Any) -> PreTrainedTokenizerFast:
    before, after = ((special[name], tokenizer.token_to_id(special[name])) for name in ("cls", "sep"))
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{before[0]} $A {after[0]}", special_tokens=[before, after]
    )
    named = {f"{kind}_token": token for kind, token in special.items()}
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, **named, **more)


# as a trainer cut `CORPUS` once; it cuts it otherwise from process to process
_PIECES = (
    "[PAD] [UNK] [CLS] [SEP] [MASK] ! ' , - . ? a b c d e f g h i k l m n o p r s t u v w x y ##a ##r ##k ##w "
    "##h ##i ##l ##d ##e ##n ##p ##s ##u ##o ##b ##y ##x ##c ##g ##f ##t ##m ##v ##he the fo ##ar ##in ##le "
    "##nd fox ra sle ##hi ##er ##ep ##ear ##bo ##ys rain sleep and ba br bar ca chi da do hear in ke my na no "
    "near on pl ri ro sa sw su she tr to und whi ##ays ##re ##id ##im ##ld ##dy ##es ##et ##nc ##ps ##ut ##of "
    "##out ##bin ##ge ##gs ##ver foxes ##bow ##body rainbow sleeps band brid bark cabin child danc "
)


def word_piece() -> PreTrainedTokenizerFast:
    """As BERT's: lowercasing, ``[CLS] sentence [SEP]``."""
    vocabulary = {piece: number for number, piece in enumerate(_PIECES.split())}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    return _wrapped(tokenizer, _BERT)


@cache
def _byte_pairs() -> str:
    return bytes_trained(380, list(_ROBERTA.values())).to_str()


def byte_pairs() -> PreTrainedTokenizerFast:
    """As RoBERTa's: byte-level BPE, ``<s> sentence </s>``, padding id 1, a mask that takes the blank before it."""
    tokenizer = _wrapped(Tokenizer.from_str(_byte_pairs()), _ROBERTA)
    tokenizer.add_special_tokens({"mask_token": transformers.AddedToken("<mask>", lstrip=True, special=True)})
    return tokenizer


def sentence_piece() -> PreTrainedTokenizerFast:
    """As ALBERT's: unigram, ``▁`` for blanks, punctuation on the word before."""
    sentences = [sentence.replace(" .", ".").replace(" ,", ",") for sentence in CORPUS]
    tokenizer = unigram_trained(110, "[UNK]", list(_BERT.values()), sentences)
    tokenizer.decoder = decoders.Metaspace()
    return _wrapped(tokenizer, _BERT)


_SMALL = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 64,
    "max_position_embeddings": 66,
    "initializer_range": 0.5,
}


def network(family: str, n_vocabulary: int, *, pad: int = 0, **more: Any) -> Any:
    """A random masked model, always the same one, in eval mode; `family` as in ``BertForMaskedLM``."""
    own: dict[str, Any] = dict(_SMALL)
    if family == "DistilBert":
        own = {"dim": 32, "n_layers": 2, "n_heads": 2, "hidden_dim": 64, "max_position_embeddings": 66}
        own["initializer_range"] = 0.5
    elif family in ("Albert", "Electra"):
        own["embedding_size"] = 16
    elif family == "ModernBert":
        own["initializer_range"] = 0.3
        own.update(bos_token_id=None, eos_token_id=None, cls_token_id=0, sep_token_id=2, local_attention=8)
    config = getattr(transformers, f"{family}Config")(vocab_size=n_vocabulary, pad_token_id=pad, **{**own, **more})
    with torch.random.fork_rng():
        torch.manual_seed(0)
        model = getattr(transformers, f"{family}ForMaskedLM")(config).eval()
        for name, values in model.named_parameters():  # biases begin as zeros, which hides mistakes
            if name.endswith("bias"):
                torch.nn.init.normal_(values, std=0.2)
    return model


def masked_model(family: str, **more: Any) -> tuple[Any, PreTrainedTokenizerFast]:
    """A model of a family with a tokenizer of the kind that family has."""
    kinds = {"Roberta": byte_pairs, "ModernBert": byte_pairs, "Albert": sentence_piece}
    tokenizer = kinds.get(family, word_piece)()
    return network(family, len(tokenizer), pad=tokenizer.pad_token_id, **more), tokenizer


# ---------------------------------------------------------------------------------------------------------------------
# The plain way


def bits_at(model: Any, ids: Sequence[int], at: int, wanted: int) -> float:
    """-log2 p of one id at one position: one copy, nothing padded, the whole model, log-softmax in double precision."""
    with torch.no_grad():
        logits = model(input_ids=torch.tensor([list(ids)])).logits[0, at].double()
    return float(-torch.log_softmax(logits, -1)[wanted] / math.log(2))


def naive_bits(
    model: Any, tokenizer: Any, text: str, *, context: str = "", words: Sequence[int | None] | None = None
) -> np.ndarray:
    """Mask one piece after the other, and the pieces of its word after it if `words` numbers the pieces by word.

    Special tokens are those that the tokenizer puts around the text by itself.
    """
    ids = list(tokenizer(context + text)["input_ids"])
    n_context = len(tokenizer(context, add_special_tokens=False)["input_ids"]) if context else 0
    n_before = 1
    places = range(n_before + n_context, len(ids) - 1)
    values = []
    for number, place in enumerate(places):
        copy = list(ids)
        copy[place] = tokenizer.mask_token_id
        for later in range(number + 1, len(places)):
            if words is not None and words[later] == words[number]:
                copy[places[later]] = tokenizer.mask_token_id
        values.append(bits_at(model, copy, place, ids[place]))
    return np.array(values)


def naive_left_bits(model: Any, tokenizer: Any, text: str, *, final: str = ".") -> np.ndarray:
    """The sentence breaks off after a mask, and a final mark follows (Ettinger's set-up)."""
    whole = list(tokenizer(text)["input_ids"])
    ids = whole[1:-1]
    vocabulary = tokenizer.get_vocab()
    end = [vocabulary[final]] if final else []
    return np.array(
        [
            bits_at(model, [whole[0], *ids[:i], tokenizer.mask_token_id, *end, whole[-1]], i + 1, token)
            for i, token in enumerate(ids)
        ]
    )
