"""GGUF files: text is split as the rule that they name says, or they are refused (field case B2)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support import tiny_models
from support.gguf_files import write_gguf
from support.tiny_models import END, sentence_bits
from tokenizers import Regex, Tokenizer, pre_tokenizers

from syntaxgym_lite.backends import load_backend
from syntaxgym_lite.backends.hf.gguf_tokenizer import SPLITS, read_gguf_head
from syntaxgym_lite.errors import ModelError

pytest.importorskip("gguf")

# as the models' own tokenizer.json files have them
DIGITS = pre_tokenizers.Digits(individual_digits=True)
BYTES = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
OWN = {
    "gpt-2": pre_tokenizers.ByteLevel(add_prefix_space=False),
    "smollm": pre_tokenizers.Sequence([DIGITS, pre_tokenizers.ByteLevel(add_prefix_space=False)]),
    "bloom": pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(r" ?[^(\s|[.,!?…。，、।۔،])]+"), "isolated"), BYTES]),
    "qwen2": pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(
                Regex(
                    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
                    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
                ),
                "isolated",
            ),
            BYTES,
        ]
    ),
}
CORPUS = ["the fox's 2017 dogs don't bark, 12 foxes sleep .", "the dogs(12) and foxes 345 don't DON'T sleep ?"] * 3
TEXTS = ["In 2017 the fox's dogs(12) don't bark.", "DON'T sleep,  foxes 345 !?", "猫 the Ärger\nfox"]


def trained(rule: str) -> Tokenizer:
    """Merges that were learnt under a rule show whether text is split by it."""
    from tokenizers import decoders, models, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = OWN[rule]
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    trainer = trainers.BpeTrainer(
        vocab_size=420, special_tokens=[END, "<|im|>"], initial_alphabet=alphabet, show_progress=False
    )
    tokenizer.train_from_iterator(CORPUS, trainer)
    return tokenizer


def written(path: Path, tokenizer: Tokenizer, **metadata: object) -> Path:
    model = tiny_models.llama(tokenizer.get_vocab_size())
    return write_gguf(path, model, tokenizer, **{"bos_token_id": 0, "eos_token_id": 1, **metadata})


@pytest.mark.parametrize("rule", OWN)
def test_text_is_split_by_the_rule_that_the_file_names(tmp_path, rule):
    tokenizer = trained(rule)
    backend = load_backend(str(written(tmp_path / "tiny.gguf", tokenizer, pre=rule)))
    assert not [warning for warning in backend.info.warnings if "split" in warning]
    assert (backend.info.options["bos"], backend.info.options["eos"]) == (END, "<|im|>")
    model = tiny_models.llama(tokenizer.get_vocab_size())
    for text, result in zip(TEXTS, backend.score(TEXTS), strict=True):
        encoding = tokenizer.encode(text)
        assert [text[slice(*span)].strip() for span in encoding.offsets if text[slice(*span)].strip()] == [
            token for token in result.tokens if token.strip()
        ]

        def ids(_: str, add_special_tokens: bool, own: list[int] = encoding.ids) -> dict[str, list[int]]:
            return {"input_ids": own}

        np.testing.assert_allclose(result.bits, sentence_bits(model, ids, text, 0), atol=2e-3)


def test_other_rules_than_gpt2s_would_show():
    for rule in ("bloom", "qwen2"):  # digits alone have no merges, so smollm shows in none
        own, other = trained(rule), trained(rule)
        other.pre_tokenizer = OWN["gpt-2"]
        assert [own.encode(text).ids for text in TEXTS] != [other.encode(text).ids for text in TEXTS], rule


def test_a_rule_that_is_not_known_is_refused_by_name(tmp_path):
    with pytest.raises(ModelError, match=r"split by the rule 'homemade' \(tokenizer.ggml.pre\)") as caught:
        load_backend(str(written(tmp_path / "tiny.gguf", trained("gpt-2"), pre="homemade")))
    assert caught.value.exit_code == 3


@pytest.mark.parametrize("metadata", [{}, {"pre": "default"}])
def test_a_file_that_names_no_rule_is_said(tmp_path, metadata):
    backend = load_backend(str(written(tmp_path / "tiny.gguf", trained("gpt-2"), **metadata)))
    assert any("does not say how text is split" in warning for warning in backend.info.warnings)


def test_rules_are_regular_expressions_that_lose_no_letter():
    text = "In 2017 the fox's dogs(12) don't bark.  猫 the Ärger\r\nfox\t $5 #a"
    for name, patterns in SPLITS.items():
        for pattern in patterns:
            parts = pre_tokenizers.Split(Regex(pattern), "isolated").pre_tokenize_str(text)
            assert "".join(part for part, _ in parts) == text, name


@pytest.mark.parametrize("length", [0, 4, 30, 200, 2000])
def test_a_file_that_is_cut_off_is_damaged(tmp_path, length):
    data = written(tmp_path / "tiny.gguf", trained("gpt-2"), pre="gpt-2").read_bytes()
    assert len(read_gguf_head(tmp_path / "tiny.gguf", "tokenizer.ggml.")["tokens"]) > 256
    (tmp_path / "cut.gguf").write_bytes(data[:length])
    with pytest.raises(ModelError):
        load_backend(str(tmp_path / "cut.gguf"))
