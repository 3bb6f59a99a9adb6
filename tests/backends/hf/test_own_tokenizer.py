"""A folder's own tokenizer.json is what text is cut by, whatever class is named beside it (field case B1)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support import tiny_models
from support.model_folders import edit
from support.tiny_models import CORPUS, END, sentence_bits
from tokenizers import AddedToken, Regex, Tokenizer, models, normalizers, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

from syntaxgym_lite.backends import load_backend
from syntaxgym_lite.backends.hf import causal
from syntaxgym_lite.backends.hf.as_saved import check_tokenizer_in_memory, plain_tokenizer, tokenizer_as_saved
from syntaxgym_lite.backends.hf.find import Source
from syntaxgym_lite.backends.hf.open import quiet
from syntaxgym_lite.errors import ModelError

SPECIAL = ["<unk>", "<s>", "</s>", "<pad>", "<mask>", "[UNK]", "[CLS]", "[SEP]", "[PAD]", "[MASK]", END]
CLASSES = {
    "Albert": "albert",
    "Bert": "bert",
    "Bloom": "bloom",
    "Cohere": "cohere",
    "Deberta": "deberta",
    "GPT2": "gpt2",
    "GPTNeoX": "gpt_neox",
    "Gemma": "gemma",
    "Llama": "llama",
    "MPNet": "mpnet",
    "OpenAIGPT": "openai-gpt",
    "Qwen2": "qwen2",
    "Roberta": "roberta",
    "T5": "t5",
    "XLMRoberta": "xlm-roberta",
    "XLNet": "xlnet",
}
NORMALIZERS = {
    "none": None,
    "lower": normalizers.Lowercase(),
    "nfkc": normalizers.NFKC(),
    "strip accents": normalizers.Sequence([normalizers.NFD(), normalizers.StripAccents()]),
    "BERT, cased": normalizers.BertNormalizer(lowercase=False),
    "Llama": normalizers.Sequence([normalizers.Prepend("\u2581"), normalizers.Replace(" ", "\u2581")]),
}
BYTES = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
PRE_TOKENIZERS = {
    "none": None,
    "bytes": pre_tokenizers.ByteLevel(add_prefix_space=False),
    "bytes, prefix": pre_tokenizers.ByteLevel(add_prefix_space=True),
    "metaspace": pre_tokenizers.Metaspace(),
    "BERT": pre_tokenizers.BertPreTokenizer(),
    "digits": pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    ),
    "split": pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(r" ?[^(\s|[.,!?])]+"), "isolated"), BYTES]),
}
MODELS = ("BPE", "WordPiece", "WordLevel", "Unigram")
TEXTS = [
    "the fox sleeps near the river .",
    "The Foxes  sleep, don't they?",
    "In 2017 the café's 12 DOGS (3.5%) bark!",
    " leading nobody",
    "cafe\u0301 naps the",
    "rainbow-trout\nswims 猫 Привет",
]


def trained(kind: str, normalizer: str, pre_tokenizer: str) -> Tokenizer:
    unknown = "[UNK]" if kind == "WordPiece" else "<unk>"
    named = {} if kind == "Unigram" else {"unk_token": unknown}
    tokenizer = Tokenizer(getattr(models, kind)(**named))
    if NORMALIZERS[normalizer] is not None:
        tokenizer.normalizer = NORMALIZERS[normalizer]
    if PRE_TOKENIZERS[pre_tokenizer] is not None:
        tokenizer.pre_tokenizer = PRE_TOKENIZERS[pre_tokenizer]
    common: dict[str, Any] = {"special_tokens": SPECIAL, "show_progress": False}
    if kind == "Unigram":
        common.update(vocab_size=120, unk_token="<unk>")
    elif kind == "BPE":
        common.update(vocab_size=480, initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()))
    else:
        common.update(vocab_size=300)
    trainer = getattr(trainers, f"{kind.replace('BPE', 'Bpe')}Trainer")(**common)
    tokenizer.train_from_iterator([*CORPUS, "Café 12 2017 The Fox ÉCOLE the DOGS"], trainer)
    return tokenizer


def folder(path: Path, tokenizer: Tokenizer, kind: str, model_type: str) -> Source:
    path.mkdir(exist_ok=True)
    tokenizer.save(str(path / "tokenizer.json"))
    (path / "config.json").write_text(json.dumps({"model_type": model_type}))
    (path / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": f"{kind}TokenizerFast"}))
    return Source(str(path), "folder", path)


def opened(source: Source) -> tuple[Any, tuple[str, ...]]:
    from transformers import AutoTokenizer

    assert source.path is not None
    with quiet():
        try:
            tokenizer = AutoTokenizer.from_pretrained(source.path)
        except Exception:
            tokenizer = plain_tokenizer(source)
        return tokenizer_as_saved(source, tokenizer)


# every normalizer meets every pre-tokenizer once, and every class meets each of both twice
TABLE = [
    (kind, normalizer, pre_tokenizer, list(CLASSES)[(5 * i + 3 * j + 7 * k) % len(CLASSES)])
    for i, normalizer in enumerate(NORMALIZERS)
    for j, pre_tokenizer in enumerate(PRE_TOKENIZERS)
    for k, kind in enumerate((MODELS[(i + j) % 4], MODELS[(i + j + 1) % 4]))
]


@pytest.mark.parametrize("normalizer", NORMALIZERS)
def test_text_is_cut_as_the_file_says_whatever_the_class(tmp_path, normalizer):
    for kind, this, pre_tokenizer, named in TABLE:
        if this != normalizer:
            continue
        own = trained(kind, normalizer, pre_tokenizer)
        tokenizer, _ = opened(folder(tmp_path / "t", own, named, CLASSES[named]))
        for text in TEXTS:
            found = tokenizer(text, add_special_tokens=False)["input_ids"]
            assert found == own.encode(text, add_special_tokens=False).ids, (kind, pre_tokenizer, named, text)


def test_case_that_the_file_ignores_is_ignored_and_the_reason_is_said(tmp_path):
    """GPT-2's class leaves the file's lower-casing out, from transformers 5 on."""
    own = tiny_models.bytes_trained(400, [END])
    own.normalizer = normalizers.Lowercase()
    model = tiny_models.gpt2(own.get_vocab_size())
    model.save_pretrained(tmp_path)
    own.save(str(tmp_path / "tokenizer.json"))
    (tmp_path / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "GPT2TokenizerFast"}))
    backend = load_backend(str(tmp_path))
    text = "The Dogs slept."
    plain = PreTrainedTokenizerFast(tokenizer_object=own)
    [result] = backend.score([text])
    assert result.tokens[:2] == ("The", "Dogs")
    np.testing.assert_allclose(result.bits, sentence_bits(model, plain, text, 0), atol=1e-4)
    changed = [warning for warning in backend.info.warnings if "that file is followed" in warning]
    if changed:  # as transformers 5 does
        assert "'The dogs slept.' comes out in 7 pieces, by the file in 6" in changed[0]
    # a model object finds the same tokenizer in the folder that it was loaded from
    again = causal.from_model(type(model).from_pretrained(tmp_path))
    np.testing.assert_array_equal(again.score([text])[0].bits, result.bits)


def test_a_tokenizer_object_is_used_as_given_and_the_difference_is_said(tmp_path):
    model, tokenizer = tiny_models.tiny_gpt()
    tiny_models.save(tmp_path, model, tokenizer)
    given = PreTrainedTokenizerFast.from_pretrained(tmp_path)
    assert check_tokenizer_in_memory(given, "tiny") == ()
    given.backend_tokenizer.normalizer = normalizers.Lowercase()
    backend = causal.from_model(model, given, name="tiny")
    [warning] = backend.info.warnings
    assert "The tokenizer object of tiny cuts text otherwise than the tokenizer.json" in warning
    assert len(backend.score(["The dogs"])[0].tokens) == len(backend.score(["the dogs"])[0].tokens)


def test_what_was_added_since_stays_added(tmp_path):
    """Tokens in tokenizer_config.json that tokenizer.json does not have, chat template, longest input."""
    own = trained("BPE", "lower", "bytes")
    n = own.get_vocab_size()
    source = folder(tmp_path / "t", own, "GPT2", "gpt2")
    edit(
        tmp_path / "t" / "tokenizer_config.json",
        added_tokens_decoder={str(n): {"content": "<|im|>", "special": True}, str(n + 1): {"content": "qqq"}},
        chat_template="{{ messages }}",
        model_max_length=77,
        bos_token=END,
    )
    tokenizer, _ = opened(source)
    assert tokenizer("the qqq<|im|>", add_special_tokens=False)["input_ids"][-2:] == [n + 1, n]
    assert (tokenizer.chat_template, tokenizer.model_max_length) == ("{{ messages }}", 77)
    assert (tokenizer.bos_token, tokenizer("THE")["input_ids"]) == (END, own.encode("the").ids)


def test_the_flags_of_special_tokens_are_those_of_the_file(tmp_path):
    """RoBERTa's class lets its mask take the blank before it, whatever the file says."""
    own = trained("BPE", "none", "bytes")
    own.add_special_tokens([AddedToken("<mask>", lstrip=False, special=True)])
    tokenizer, _ = opened(folder(tmp_path / "t", own, "Roberta", "roberta"))
    assert tokenizer("the <mask> naps", add_special_tokens=False)["input_ids"] == own.encode("the <mask> naps").ids


def test_a_tokenizer_that_was_saved_with_dropout_cuts_always_the_same_way(tmp_path):
    own = trained("BPE", "none", "bytes")
    whole = own.encode("the rainbow trout swims").ids
    own.model.dropout = 0.5
    tokenizer, warnings = opened(folder(tmp_path / "t", own, "PreTrained", "gpt2"))
    assert any("saved with dropout" in warning for warning in warnings)
    for _ in range(10):
        assert tokenizer("the rainbow trout swims")["input_ids"] == whole


def test_added_tokens_that_contradict_the_file_are_refused(tmp_path):
    own = trained("BPE", "lower", "bytes")
    source = folder(tmp_path / "t", own, "GPT2", "gpt2")
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=trained("BPE", "none", "bytes"))
    tokenizer.add_tokens(["first", "second"])
    own.add_tokens(["second"])
    own.save(str(tmp_path / "t" / "tokenizer.json"))
    with pytest.raises(ModelError, match=r"its token \w+ has another id by its tokenizer.json"):
        tokenizer_as_saved(source, tokenizer)


def test_a_tokenizer_without_its_file_is_said_to_be_unchecked(tmp_path):
    vocabulary = tiny_models.bytes_trained(300, [END])
    model = tiny_models.gpt2(vocabulary.get_vocab_size())
    model.save_pretrained(tmp_path)
    vocabulary.model.save(str(tmp_path))  # vocab.json and merges.txt
    (tmp_path / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "GPT2Tokenizer"}))
    backend = load_backend(str(tmp_path))
    assert any(
        "has no tokenizer.json" in warning and "cannot be checked" in warning for warning in backend.info.warnings
    )
    assert backend.score(["the fox"])[0].tokens == ("the", "fox")
