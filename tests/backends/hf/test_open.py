"""Finding and opening models: folders, hub names, bad files, silence."""

from __future__ import annotations

import importlib.util
import json
import logging
import os
import socket
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from support import tiny_models
from support.model_folders import edit
from support.tiny_models import TEXTS, sentence_bits, tiny_gpt

from syntaxgym_lite.backends import load_backend
from syntaxgym_lite.backends.hf import find
from syntaxgym_lite.backends.hf.causal import load
from syntaxgym_lite.backends.hf.find import locate, source_fingerprint
from syntaxgym_lite.backends.hf.open import quiet
from syntaxgym_lite.errors import InputError, MissingExtraError, ModelError, ModelNotFoundError, SgliteError
from syntaxgym_lite.surprisal import ScoringOptions


@pytest.fixture(scope="module")
def gpt_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with quiet():
        return tiny_models.save(tmp_path_factory.mktemp("models") / "tiny-gpt", *tiny_gpt())


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Any attempt to reach another machine fails and is written down."""
    attempts: list[Any] = []

    def refuse(*args: Any, **kwargs: Any) -> Any:
        attempts.append(args)
        raise OSError("the network is blocked in this test")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    return attempts


@pytest.fixture
def empty_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A hub cache without any model."""
    from huggingface_hub import constants
    from transformers.utils import hub

    for module in (constants, sys.modules.get("huggingface_hub.file_download"), hub):
        for name in ("HF_HUB_CACHE", "TRANSFORMERS_CACHE"):  # the second up to transformers 4
            if hasattr(module, name):
                monkeypatch.setattr(module, name, str(tmp_path / "hub"))
    for name in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "hub"


def one_sentence(error: Exception) -> str:
    text = str(error)
    assert "\n" not in text
    assert "Traceback" not in text
    return text


# ---------------------------------------------------------------------------------------------------------------------
# Folders


@pytest.mark.parametrize("offline", ["1", ""])
def test_a_relative_folder_is_read_without_the_network(gpt_files, no_network, monkeypatch, offline):
    monkeypatch.setenv("HF_HUB_OFFLINE", offline)
    monkeypatch.chdir(gpt_files.parent)
    model, tokenizer = tiny_gpt()
    for name in ("./tiny-gpt", "tiny-gpt", str(gpt_files)):
        backend = load_backend(name)
        assert backend.info.model == name
        for text, result in zip(TEXTS, backend.score(TEXTS), strict=True):
            np.testing.assert_allclose(result.bits, sentence_bits(model, tokenizer, text, 0), atol=1e-4)
    assert no_network == []


@pytest.mark.parametrize(
    "name", ["./tiny-gtp", "../no/such", "/no/such/folder", "~/no-such-folder", "a/b/c", "x/y.gguf"]
)
def test_a_wrong_path_is_no_such_file_not_a_repo_id(gpt_files, no_network, monkeypatch, name):
    monkeypatch.chdir(gpt_files.parent)
    with pytest.raises(ModelNotFoundError, match=r"There is no such file") as caught:
        load(name)
    text = one_sentence(caught.value)
    assert text.startswith("There is no such file")
    assert "repo" not in text.lower()
    if name == "./tiny-gtp":
        assert "Did you mean 'tiny-gpt'?" in text
    assert no_network == []


def test_what_is_neither_path_nor_hub_name_is_said_so():
    with pytest.raises(ModelNotFoundError, match="no such file or folder: gpt 2; and it cannot be a hub name"):
        locate("gpt 2")


def test_folders_that_hold_no_model_say_what_is_missing(tmp_path, gpt_files):
    def refused(*files: str) -> str:
        folder = tmp_path / ("-".join(files) or "empty")
        folder.mkdir()
        for file in files:
            (folder / file).write_bytes((gpt_files / file).read_bytes() if (gpt_files / file).exists() else b"{}")
        with pytest.raises(ModelNotFoundError) as caught:
            load(str(folder))
        return one_sentence(caught.value)

    assert "has no config.json" in refused()
    assert "give that" in refused("model.gguf")
    (gpt_files / "card.json").write_text('{"backend": "rnng"}', encoding="utf-8")
    assert refused("card.json").endswith(f"write rnng:{tmp_path / 'card.json'}.")
    assert "adapter" in refused("adapter_config.json")
    assert "no tokenizer" in refused("config.json", "model.safetensors")
    assert "could not be opened" not in refused("config.json")


def test_a_tokenizer_of_bytes_has_no_file_of_pieces(tmp_path):
    """Field case B16: ByT5's tokenizer is saved as settings alone."""
    from transformers import ByT5Tokenizer

    with quiet():
        tiny_models.save(tmp_path, tiny_models.gpt2(384), ByT5Tokenizer())
    assert not (tmp_path / "tokenizer.json").exists()
    backend = load(str(tmp_path))
    assert backend.info.warnings == ()
    assert not backend.info.capabilities.unknown_words
    [result] = backend.score(["the café"], ScoringOptions(boundaries=True))
    assert result.tokens == (*"the caf", "é", "é")
    # 0x85 and 0xA0 are blanks as letters, but here they are bytes inside of letters
    assert not {0x85 + 3, 0xA0 + 3}.intersection(backend._after_words)
    assert ord(" ") + 3 in backend._after_words


def test_damaged_files_give_one_sentence(tmp_path, gpt_files):
    def broken(name: str, content: bytes) -> str:
        folder = tmp_path / name
        folder.mkdir()
        for file in gpt_files.iterdir():
            (folder / file.name).write_bytes(file.read_bytes())
        (folder / name).write_bytes(content)
        with pytest.raises(ModelError) as caught:
            load(str(folder))
        return one_sentence(caught.value)

    for name in ("config.json", "model.safetensors", "tokenizer.json"):
        assert "could not be opened" in broken(name, b"\x00not what it says")


def test_weights_of_another_task_are_refused_not_made_up(tmp_path):
    """transformers fills a missing output head with random numbers and only warns."""
    from transformers import LlamaForSequenceClassification

    tokenizer = tiny_models.llama_tokenizer()
    with quiet():
        model = LlamaForSequenceClassification(tiny_models.llama(len(tokenizer)).config)
        folder = tiny_models.save(tmp_path / "classifier", model, tokenizer)
    edit(folder / "config.json", architectures=None)
    with pytest.raises(ModelError, match=r"lack weights of a causal language model \(lm_head\.weight\)"):
        load(str(folder))


def test_models_that_are_not_causal_are_refused_by_kind(tmp_path):
    from transformers import BertConfig, BertForMaskedLM, T5Config, T5ForConditionalGeneration

    tokenizer = tiny_models.lowercasing_tokenizer()
    bert = BertForMaskedLM(
        BertConfig(vocab_size=200, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8)
    )
    t5 = T5ForConditionalGeneration(T5Config(vocab_size=200, d_model=8, num_layers=1, num_heads=2, d_ff=8, d_kv=4))
    for model, message in ((bert, "masked language model"), (t5, "encoder-decoder model")):
        with quiet():
            folder = tiny_models.save(tmp_path / type(model).__name__, model, tokenizer)
        with pytest.raises(ModelError, match=message) as caught:
            load(str(folder))
        one_sentence(caught.value)


def test_a_model_with_its_own_code_needs_the_flag(tmp_path, gpt_files, no_network, monkeypatch):
    folder = tmp_path / "own-code"
    folder.mkdir()
    for file in gpt_files.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    config = json.loads((folder / "config.json").read_text())
    config["model_type"] = "homemade"
    config["auto_map"] = {"AutoConfig": "code.HomemadeConfig", "AutoModelForCausalLM": "code.HomemadeModel"}
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "code.py").write_text("raise SystemExit('must not run')")
    with pytest.raises(ModelError, match=r"its own Python code.*`trust_remote_code`") as caught:
        load(str(folder))
    one_sentence(caught.value)


# ---------------------------------------------------------------------------------------------------------------------
# Hub names


def test_a_hub_name_offline_fails_at_once_in_one_sentence(empty_cache, no_network, monkeypatch):
    for variable in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"):
        monkeypatch.setenv(variable, "1")
        start = time.monotonic()
        with pytest.raises(
            ModelNotFoundError, match=r"no such folder: no-one/no-model; .*not in the local cache, and offline mode"
        ) as caught:
            load("no-one/no-model", device="cpu")
        assert time.monotonic() - start < 2
        one_sentence(caught.value)
        monkeypatch.delenv(variable)
    assert no_network == []


def test_a_hub_that_refuses_the_connection_is_one_sentence(empty_cache, no_network):
    start = time.monotonic()
    with pytest.raises(
        ModelNotFoundError, match=r"at revision v1 is not in the local cache, .*cannot be reached"
    ) as caught:
        load("gpt2", device="cpu", revision="v1")
    assert time.monotonic() - start < 3
    one_sentence(caught.value)


def test_a_name_server_that_never_answers_is_not_waited_for(empty_cache, monkeypatch):
    monkeypatch.setattr(find, "_REACH_SECONDS", 0.2)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: time.sleep(4) or [])
    start = time.monotonic()
    with pytest.raises(ModelNotFoundError, match="cannot be reached"):
        load("gpt2", device="cpu")
    assert time.monotonic() - start < 3


def test_without_the_hub_a_model_of_its_is_refused_unless_it_is_here(empty_cache, no_network, gpt_files):
    with find.without_hub():
        with pytest.raises(find.NotFetchedError, match="not in the local cache") as caught:
            load("some/tiny", device="cpu")
        one_sentence(caught.value)
        fill_cache(empty_cache, gpt_files, "some/tiny", COMMIT, leave_out="model.safetensors")
        with pytest.raises(find.NotFetchedError, match="only in part in the local cache"):
            load("some/tiny", device="cpu")
        fill_cache(empty_cache, gpt_files, "some/whole", COMMIT)
        assert load("some/whole", device="cpu").info.revision == COMMIT
    assert no_network == []


def fill_cache(cache: Path, folder: Path, name: str, commit: str, leave_out: str = "") -> None:
    root = cache / f"models--{name.replace('/', '--')}"
    snapshot = root / "snapshots" / commit
    snapshot.mkdir(parents=True)
    for file in folder.iterdir():
        if file.name != leave_out:
            (snapshot / file.name).write_bytes(file.read_bytes())
    (root / "refs").mkdir()
    (root / "refs" / "main").write_text(commit)


COMMIT = "0123456789abcdef0123456789abcdef01234567"


def test_a_cached_hub_model_needs_no_network(empty_cache, no_network, gpt_files, monkeypatch):
    fill_cache(empty_cache, gpt_files, "some/tiny", COMMIT)
    backend = load("some/tiny", device="cpu")
    assert backend.info.revision == COMMIT
    assert no_network == []
    np.testing.assert_allclose(
        backend.score(["the fox"])[0].bits, load(str(gpt_files)).score(["the fox"])[0].bits, atol=1e-6
    )
    by_commit = load("some/tiny", device="cpu", revision=COMMIT)
    assert len(by_commit.info.fingerprint) == 64


def test_a_model_that_is_cached_in_part_is_said_so(empty_cache, no_network, gpt_files):
    fill_cache(empty_cache, gpt_files, "some/tiny", COMMIT, leave_out="model.safetensors")
    with pytest.raises(ModelNotFoundError, match="only in part in the local cache"):
        load("some/tiny", device="cpu")


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("GatedRepoError", "is gated: accept its terms"),
        (
            "RepositoryNotFoundError",
            "no such folder: some/tiny; there is no model of that name on the hub, or it is private",
        ),
        ("RevisionNotFoundError", "has no revision v9"),
    ],
)
def test_what_the_hub_refuses_is_one_sentence(empty_cache, monkeypatch, kind, message):
    import huggingface_hub
    from huggingface_hub import errors

    def refuse(*_: Any, **__: Any) -> Any:
        cls = getattr(errors, kind)
        error = cls.__new__(cls)
        Exception.__init__(error, "401 Client Error.\nCannot access the repository.")
        raise error

    monkeypatch.setattr(find, "_is_hub_reachable", lambda: True)
    monkeypatch.setattr(huggingface_hub, "hf_hub_download", refuse)
    with pytest.raises(ModelNotFoundError, match=message) as caught:
        load("some/tiny", device="cpu", revision="v9")
    one_sentence(caught.value)


# ---------------------------------------------------------------------------------------------------------------------
# Options


def test_bad_options_name_the_good_ones(gpt_files):
    name = str(gpt_files)
    with pytest.raises(InputError, match=r"`dtype=float23`: .*float32, bfloat16, float16, auto.*Did you mean"):
        load(name, dtype="float23")
    with pytest.raises(InputError, match=r"`device=gpu`: .*auto, cpu"):
        load(name, device="gpu")
    with pytest.raises(InputError, match=r"`device=cuda:99`"):
        load(name, device="cuda:99")
    with pytest.raises(InputError, match=r"`revision=v1`: .* local"):
        load(name, revision="v1")
    with pytest.raises(InputError, match=r"hf models have no option 'bose'.*Did you mean 'bos'"):
        load_backend(name, {"bose": "none"})


@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "auto"])
def test_the_number_format_is_as_asked(gpt_files, dtype):
    backend = load(str(gpt_files), dtype=dtype, device="cpu")
    assert backend.info.options["dtype"] == ("float32" if dtype == "auto" else dtype)
    assert backend.info.options["device"] == "cpu"
    assert np.isfinite(backend.score(["the fox sleeps"])[0].bits).all()


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
def test_a_cuda_device_gives_the_same_bits(gpt_files):
    gpu, cpu = load(str(gpt_files), device="cuda"), load(str(gpt_files), device="cpu")
    assert gpu.info.options["device"].startswith("cuda")
    for one, other in zip(gpu.score(TEXTS), cpu.score(TEXTS), strict=True):
        np.testing.assert_allclose(one.bits, other.bits, atol=1e-3)


def test_the_fingerprint_covers_files_and_options_but_not_place_or_device(gpt_files, tmp_path):
    def identity(folder: Path, **options: Any) -> str | None:
        return source_fingerprint(locate(str(folder)), options)

    first = identity(gpt_files, bos="auto")
    copied = tmp_path / "copied"
    copied.mkdir()
    for file in gpt_files.iterdir():
        (copied / file.name).write_bytes(file.read_bytes())
    assert identity(copied, bos="auto") == first
    assert identity(copied, bos="none") != first
    (copied / "README.md").write_text("a card changes nothing")
    assert identity(copied, bos="auto") == first
    weights = bytearray((copied / "model.safetensors").read_bytes())
    weights[-1] ^= 1
    (copied / "model.safetensors").write_bytes(weights)
    assert identity(copied, bos="auto") != first
    assert load(str(gpt_files)).info.fingerprint == load(str(gpt_files), device="cpu").info.fingerprint
    assert load(str(gpt_files)).info.fingerprint != load(str(gpt_files), dtype="bfloat16").info.fingerprint


def test_a_big_file_is_known_by_samples_size_and_time(gpt_files, tmp_path, monkeypatch):
    monkeypatch.setattr(find, "_BIG_FILE", 1000)
    monkeypatch.setattr(find, "_SAMPLE", 16)
    copied = tmp_path / "copied"
    copied.mkdir()
    for file in gpt_files.iterdir():
        (copied / file.name).write_bytes(file.read_bytes())
    weights = copied / "model.safetensors"
    os.utime(weights, ns=(10**18, 10**18))
    first = source_fingerprint(locate(str(copied)), {})
    assert source_fingerprint(locate(str(copied)), {}) == first
    os.utime(weights, ns=(10**18, 10**18 + 1))
    assert source_fingerprint(locate(str(copied)), {}) != first


# ---------------------------------------------------------------------------------------------------------------------
# GGUF


def test_a_file_that_is_no_gguf_is_refused(tmp_path):
    (tmp_path / "model.gguf").write_bytes(b"nonsense")
    with pytest.raises(ModelNotFoundError, match="is not a GGUF file"):
        load(str(tmp_path / "model.gguf"))
    (tmp_path / "cut.gguf").write_bytes(b"GGUF\x03\x00\x00\x00")
    with pytest.raises(ModelError, match="could not be opened") as caught:
        load(str(tmp_path / "cut.gguf"))
    one_sentence(caught.value)
    (tmp_path / "lm.arpa").write_text("\\data\\")
    with pytest.raises(ModelNotFoundError, match="write ngram:"):
        load(str(tmp_path / "lm.arpa"))


def test_gguf_without_its_library_names_the_extra(tmp_path, monkeypatch):
    (tmp_path / "model.gguf").write_bytes(b"GGUF")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"pip install 'gguf>="):
        load(str(tmp_path / "model.gguf"), device="cpu")


# ---------------------------------------------------------------------------------------------------------------------
# Silence


def test_loading_and_scoring_print_nothing_and_put_logging_back(gpt_files, capfd):
    logger = logging.getLogger("transformers")
    before = (logger.level, list(warnings.filters), sys.stdout, sys.stderr)
    backend = load(str(gpt_files))
    backend.score(TEXTS)
    assert capfd.readouterr() == ("", "")
    assert (logger.level, list(warnings.filters), sys.stdout, sys.stderr) == before


def test_errors_are_our_own_for_any_name(no_network, empty_cache):
    for name in ("-", "..", ".", "a//b", "\0", "x" * 300, "ö", "org/", "/", "~"):
        with pytest.raises(SgliteError):
            load(name, device="cpu")
