"""llama.cpp in this process, against the forward pass of transformers with the same weights in float32."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest
from support import tiny_models
from support.gguf_files import write_gguf
from support.running import sglite
from support.tiny_models import TEXTS, sentence_bits

from syntaxgym_lite.backends.hf.causal import load as load_unpacked
from syntaxgym_lite.backends.llamacpp import library
from syntaxgym_lite.backends.llamacpp.model import gguf_parts, load
from syntaxgym_lite.errors import InputError, MissingExtraError, ModelError, ModelNotFoundError, ScoringError
from syntaxgym_lite.surprisal import ScoringOptions
from syntaxgym_lite.testing import check_backend

needs_llama_cpp = pytest.mark.skipif(
    importlib.util.find_spec("llama_cpp") is None, reason="llama-cpp-python is not installed"
)


@pytest.fixture(scope="module")
def network():
    return tiny_models.llama(len(tiny_models.byte_level_tokenizer()))


@pytest.fixture(scope="module")
def path(network, tmp_path_factory):
    tokenizer = tiny_models.byte_level_tokenizer()
    file = tmp_path_factory.mktemp("gguf") / "tiny.gguf"
    return write_gguf(file, network, tokenizer.backend_tokenizer, bos_token_id=0, eos_token_id=0, pre="gpt-2")


@needs_llama_cpp
def test_numbers_are_those_of_transformers_with_the_same_weights(path, network):
    backend, tokenizer = load(str(path)), tiny_models.byte_level_tokenizer()
    for text, scored in zip(TEXTS, backend.score(TEXTS), strict=True):
        np.testing.assert_allclose(scored.bits, sentence_bits(network, tokenizer, text, 0), atol=1e-4)
    assert backend.info.options["dtype"] == "float32"
    assert backend.info.warnings == ()


@needs_llama_cpp
@pytest.mark.parametrize("options", [ScoringOptions(eos=True, ranks=True), ScoringOptions(context="the dogs bark . ")])
@pytest.mark.parametrize("bos", ["auto", "none"])
def test_ends_ranks_contexts_and_places_are_those_of_the_unpacked_file(path, options, bos):
    packed, plain = load(str(path), bos=bos), load_unpacked(str(path), bos=bos, device="cpu")
    for one, other in zip(packed.score(TEXTS, options), plain.score(TEXTS, options), strict=True):
        np.testing.assert_allclose(one.bits, other.bits, atol=1e-4)
        np.testing.assert_array_equal(one.spans, other.spans)
        assert one.tokens == other.tokens
        assert one.eos_bits == pytest.approx(other.eos_bits, abs=1e-4, nan_ok=True)
        if options.ranks:
            defined = ~np.isnan(other.bits)
            np.testing.assert_array_equal(one.ranks[defined], other.ranks[defined])


@needs_llama_cpp
def test_it_keeps_the_contract_of_backends(path):
    check_backend(load(str(path)))


@needs_llama_cpp
def test_a_sentence_longer_than_a_batch_is_read_in_pieces(path, network, monkeypatch):
    monkeypatch.setattr(library, "_MOST_LOGITS", 365 * 3)
    text = tiny_models.LONG_TEXT
    [scored] = load(str(path)).score([text])
    expected = sentence_bits(network, tiny_models.byte_level_tokenizer(), text, 0)
    np.testing.assert_allclose(scored.bits, expected, atol=1e-4)


@needs_llama_cpp
def test_what_is_too_long_is_refused_by_name(path):
    backend = load(str(path), context=8)
    with pytest.raises(ScoringError, match=r"has \d+ tokens with BOS and context, but .* at most 8"):
        backend.score([TEXTS[3]])
    assert set(backend.refusals([TEXTS[2], TEXTS[3]])) == {TEXTS[3]}


@needs_llama_cpp
def test_completions_are_those_of_the_unpacked_file(path):
    one, other = (b.completions(["the fox"], 3)[0] for b in (load(str(path)), load_unpacked(str(path), device="cpu")))
    assert [piece.bits for piece in one] == pytest.approx([piece.bits for piece in other], abs=1e-4)


@needs_llama_cpp
def test_whatever_changes_numbers_changes_the_fingerprint(path):
    prints = {load(str(path), **how).info.fingerprint for how in ({}, {"bos": "none"}, {"context": 64}, {"threads": 2})}
    assert len(prints) == 4
    assert load(str(path)).info.fingerprint in prints


@needs_llama_cpp
def test_the_command_line_takes_the_kind(path, tmp_path):
    file = tmp_path / "fox.txt"
    file.write_text("the fox sleeps\n", encoding="utf-8")
    done = sglite("surprisal", file, "--model", f"llamacpp:{path}", "--format", "json")
    assert done.json["dtype"] == "float32"
    assert "llama_" not in done.err


@needs_llama_cpp
def test_damaged_files_and_tokens_that_are_none_are_errors_of_one_sentence(path, tmp_path):
    cut = tmp_path / "cut.gguf"
    cut.write_bytes(path.read_bytes()[:2000])
    with pytest.raises(ModelError, match=r"cannot open .*damaged") as caught:
        load(str(cut))
    assert "\n" not in str(caught.value)
    with pytest.raises(InputError, match="not one token in the vocabulary"):
        load(str(path), bos="no such token")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: None, "There is no such file"),
        (lambda path: path.mkdir(), "is a folder"),
        (lambda path: path.write_bytes(b"PK\x03\x04"), "is not a GGUF file"),
    ],
)
def test_what_is_no_gguf_file_is_said(tmp_path, monkeypatch, make, message):
    monkeypatch.setattr("syntaxgym_lite.backends.llamacpp.model.require_library", lambda: None)
    make(tmp_path / "m.gguf")
    with pytest.raises(ModelNotFoundError, match=message):
        load(str(tmp_path / "m.gguf"))


@pytest.mark.parametrize("option", ["context", "threads", "gpu_layers"])
def test_numbers_that_are_none_are_refused(option):
    with pytest.raises(InputError, match=f"`{option}=many`: give a whole number"):
        load("m.gguf", **{option: "many"})


def test_without_the_library_it_is_said_what_to_install_but_of_no_file_that_is_missing(monkeypatch, tmp_path):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    (tmp_path / "m.gguf").write_bytes(b"GGUF")
    with pytest.raises(MissingExtraError, match=r"pip install 'llama-cpp-python>="):
        load(str(tmp_path / "m.gguf"))
    with pytest.raises(ModelError, match="no such file"):
        load(str(tmp_path / "other.gguf"))


def test_a_model_in_several_files_is_all_of_them(tmp_path):
    for number in (1, 2):
        (tmp_path / f"m-0000{number}-of-00002.gguf").write_bytes(b"GGUF")
    assert len(gguf_parts(tmp_path / "m-00001-of-00002.gguf")) == 2
    assert gguf_parts(tmp_path / "one.gguf") == [tmp_path / "one.gguf"]
