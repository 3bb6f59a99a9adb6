"""Models that are spread over devices, main memory and disk give the numbers that they give in one place."""

from __future__ import annotations

import gc
import json
import tempfile
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
import torch
import transformers
from support import tiny_models
from support.gguf_files import write_gguf
from support.running import sglite
from support.tiny_models import TEXTS, sentence_bits

import syntaxgym_lite as sgl
from syntaxgym_lite.backends.hf import placement
from syntaxgym_lite.backends.hf.causal import from_model, load
from syntaxgym_lite.backends.hf.open import quiet
from syntaxgym_lite.backends.hf.placement import Placement, device_of, devices_of, is_offloaded
from syntaxgym_lite.errors import InputError, MissingExtraError, ModelError
from syntaxgym_lite.surprisal import ScoringOptions

needs_disk = pytest.mark.skipif(transformers.__version__ < "5", reason="transformers 4 may fail to leave parts on disk")
SHARED = [f"the fox sleeps near the {noun} {end}" for noun in ("river", "bridge", "roof") for end in (".", "and")]
EVERYTHING = ScoringOptions(ranks=True, eos=True, boundaries=True)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Llama with a head of its own, saved as safetensors."""
    tokenizer = tiny_models.byte_level_tokenizer()
    with quiet():
        return tiny_models.save(
            tmp_path_factory.mktemp("models") / "llama", tiny_models.llama(len(tokenizer)), tokenizer
        )


@pytest.fixture(scope="module")
def tied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A GPT-2, whose head is its embeddings."""
    with quiet():
        return tiny_models.save(tmp_path_factory.mktemp("models") / "gpt", *tiny_models.tiny_gpt())


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary files of its own."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    return tmp_path / "temporary"


def limits(folder: Path, share: float) -> str:
    size = (folder / "model.safetensors").stat().st_size
    return f"cpu={int(size * share)}"


def same(backend, plain, texts=(*TEXTS, *SHARED), options=ScoringOptions()):
    """But for rounding: passes have other sizes, and the head goes another way through the vocabulary."""
    for one, other in zip(backend.score(texts, options), plain.score(texts, options), strict=True):
        np.testing.assert_allclose(one.bits, other.bits, atol=1e-5)
        if options is EVERYTHING:
            np.testing.assert_allclose(one.boundary_bits, other.boundary_bits, atol=1e-5)
            np.testing.assert_array_equal(one.ranks, other.ranks)
            assert one.eos_bits == pytest.approx(other.eos_bits, abs=1e-5)


# ---------------------------------------------------------------------------------------------------------------------
# Numbers


@pytest.mark.parametrize("way", ["auto", "balanced", "balanced_low_0", "sequential", "cpu"])
def test_a_map_on_a_machine_without_a_gpu_puts_all_into_main_memory(folder, way):
    backend, plain = load(str(folder), device_map=way), load(str(folder), device="cpu")
    if torch.cuda.is_available():
        pytest.skip("there is a GPU")
    same(backend, plain)
    assert backend.info.options["device"] == "cpu"
    assert backend.info.options["device_map"] == way
    assert backend.info.fingerprint == plain.info.fingerprint  # where a model lies changes no number


@needs_disk
@pytest.mark.parametrize("name", ["folder", "tied"])
@pytest.mark.parametrize("share", [0.3, 0.6])
def test_what_has_no_room_is_read_from_disk_with_the_same_numbers(request, temporary, name, share):
    folder = request.getfixturevalue(name)
    backend = load(str(folder), device_map="auto", max_memory=limits(folder, share))
    assert is_offloaded(backend._model)
    assert "disk" in backend.info.options["device"]
    same(backend, load(str(folder), device="cpu"), options=EVERYTHING)
    assert backend.info.options["batching"] == "trees"
    assert list(temporary.iterdir()) == []  # read again from the safetensors file


@needs_disk
def test_the_plain_way_gives_these_numbers_too(folder):
    backend = load(str(folder), device_map="auto", max_memory=limits(folder, 0.4))
    model, tokenizer = tiny_models.llama(len(tiny_models.byte_level_tokenizer())), tiny_models.byte_level_tokenizer()
    for text, scored in zip(TEXTS, backend.score(TEXTS), strict=True):
        np.testing.assert_allclose(scored.bits, sentence_bits(model, tokenizer, text, 0), atol=1e-4)


@needs_disk
def test_trees_of_an_offloaded_model_are_read_in_large_passes(folder, monkeypatch):
    backend = load(str(folder), device_map="auto", max_memory=limits(folder, 0.4))
    plain = load(str(folder), device="cpu")
    assert backend._scorer._max_positions > plain._scorer._max_positions


@needs_disk
@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_the_head_of_a_spread_model_in_half_precision_runs_in_float32(folder, dtype):
    """The numbers are those of the model in one place, whose head is tested in test_head."""
    backend = load(str(folder), dtype=dtype, device_map="auto", max_memory=limits(folder, 0.2))
    assert backend._scorer.head.weight.dtype == torch.float32
    same(backend, load(str(folder), dtype=dtype, device="cpu"), SHARED)


@needs_disk
def test_a_map_may_stand_in_a_file_and_parts_may_lie_on_disk(folder, tmp_path):
    where = {"model.embed_tokens": "disk", "model.layers": "cpu", "model.norm": "cpu", "model.rotary_emb": "cpu"}
    path = tmp_path / "map.json"
    path.write_text(json.dumps({**where, "lm_head": "disk"}), encoding="utf-8")
    backend = load(str(folder), device_map=str(path))
    assert backend.info.options["device"] == "disk, cpu"
    assert str(tmp_path) not in json.dumps(dict(backend.info.options))
    same(backend, load(str(folder), device="cpu"))
    assert load(str(folder), device_map={"": "cpu"}).info.options["device"] == "cpu"


@needs_disk
def test_completions_of_an_offloaded_model_are_those_of_the_plain_one(folder):
    spread, plain = (
        load(str(folder), **how)
        for how in ({"device_map": "auto", "max_memory": limits(folder, 0.3)}, {"device": "cpu"})
    )
    one, other = (backend.completions(["the fox"], 3)[0] for backend in (spread, plain))
    assert [completion.piece for completion in one] == [completion.piece for completion in other]


@needs_disk
def test_weights_in_pickles_go_through_temporary_files_which_go_with_the_model(folder, tmp_path, temporary):
    model, tokenizer = tiny_models.llama(400), tiny_models.byte_level_tokenizer()
    with quiet():
        tiny_models.save(tmp_path / "old", model, tokenizer)
    weights = tmp_path / "old" / "model.safetensors"
    torch.save(
        {name: tensor.clone() for name, tensor in model.state_dict().items()}, weights.with_name("pytorch_model.bin")
    )
    size = limits(tmp_path / "old", 0.3)
    weights.unlink()
    backend = load(str(tmp_path / "old"), device_map="auto", max_memory=size)
    same(backend, load(str(tmp_path / "old"), device="cpu"), SHARED)
    del backend
    gc.collect()
    assert list(temporary.iterdir()) == []


def test_a_gguf_file_can_be_spread(tmp_path):
    tokenizer = tiny_models.byte_level_tokenizer()
    path = write_gguf(
        tmp_path / "m.gguf",
        tiny_models.llama(len(tokenizer)),
        tokenizer.backend_tokenizer,
        bos_token_id=0,
        eos_token_id=0,
    )
    same(load(str(path), device_map="auto"), load(str(path), device="cpu"), SHARED)


# ---------------------------------------------------------------------------------------------------------------------
# In memory


@needs_disk
def test_a_spread_object_is_scored_and_has_no_fingerprint(folder):
    from transformers import AutoModelForCausalLM, AutoTokenizer

    with quiet():
        model = AutoModelForCausalLM.from_pretrained(
            folder, device_map="auto", max_memory={"cpu": int(limits(folder, 0.4).partition("=")[2])}
        )
        tokenizer = AutoTokenizer.from_pretrained(folder)
    backend = from_model(model, tokenizer)
    assert backend.info.fingerprint is None
    same(backend, load(str(folder), device="cpu"), SHARED)


def test_a_part_computes_where_its_hook_says_and_lies_where_its_weights_are():
    plain = torch.nn.Linear(2, 2)
    assert device_of(plain) == torch.device("cpu")
    assert placement.load_of(torch.nn.Linear(2, 2)) is None


def test_places_are_named_in_the_order_of_parts():
    class Spread:
        hf_device_map: ClassVar = {"a": 0, "b": 1, "c": 1, "d": "cpu", "e": "disk"}

    assert devices_of(Spread()) == ["cuda:0", "cuda:1", "cpu", "disk"]


# ---------------------------------------------------------------------------------------------------------------------
# What is asked for


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"device_map": "atuo"}, r"`device_map=atuo`: unknown; known are auto, balanced.*Did you mean 'auto'\?"),
        ({"device_map": "no.json"}, "no.json"),
        ({"device_map": {"a": 1.5}}, "a map names the parts of a model"),
        ({"device_map": {"a": "gpu"}}, "`device_map`: 'a' is to lie on 'gpu': not a device of this machine"),
        ({"device_map": {"a": 99}}, "`device_map`: 'a' is to lie on 99: not a device of this machine"),
        ({"device_map": {}}, "a map names the parts of a model"),
        ({"device_map": "auto", "device": "cpu"}, "leave one of the two out"),
        ({"max_memory": "cpu=1GiB"}, "add `device_map=auto`"),
        ({"device_map": "auto", "max_memory": "much"}, "'much' is no limit"),
        ({"load_in": "2bit"}, "`load_in=2bit`: unknown; known are 8bit, 4bit"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_opened(options, message):
    with pytest.raises(InputError, match=message):
        load("no/such-model", **options)


def test_a_file_that_is_no_map_is_refused(tmp_path):
    path = tmp_path / "map.json"
    for text, message in (("{", "not JSON"), ("[1]", "a map names the parts")):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match=message):
            load("no/such-model", device_map=str(path))


def test_a_map_of_parts_that_the_model_lacks_is_an_error_of_one_sentence(folder):
    with pytest.raises(ModelError, match=r"lm_head\.weight") as caught:
        load(str(folder), device_map={"model": "disk"})
    assert "\n" not in str(caught.value)


def test_limits_are_read():
    assert Placement.parse(device_map="auto", max_memory="0=70GiB, 1=500,cpu=1.5GB").max_memory == {
        0: "70GiB",
        1: 500,
        "cpu": "1.5GB",
    }


def test_rounding_without_its_library_says_what_to_install(monkeypatch):
    monkeypatch.setattr(placement, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"pip install 'bitsandbytes>="):
        load("no/such-model", load_in="4bit")


def test_only_transformers_know_these_options(tmp_path):
    path = tmp_path / "fox.txt"
    path.write_text("the fox sleeps\n", encoding="utf-8")
    for option in (("--load-in", "4bit"), ("--device-map", "auto")):
        done = sglite("surprisal", path, "--model", "ngram", *option)
        assert f"No model here has an option '{option[0][2:].replace('-', '_')}'" in " ".join(done.err.split())


def test_commands_take_the_map(folder, tmp_path):
    path = tmp_path / "fox.txt"
    path.write_text("the fox sleeps\nthe dogs bark\n", encoding="utf-8")
    common = ("surprisal", path, "--model", folder, "--format", "csv", "--no-cache")
    assert sglite(*common, "--device-map", "auto").out == sglite(*common, "--device", "cpu").out
    spread = f"{folder}?device_map=auto&max_memory={limits(folder, 2)}"
    done = sglite("perplexity", path, "--model", spread, "--format", "json")
    plain = sglite("perplexity", path, "--model", folder, "--format", "json")
    assert done.json["results"][0]["perplexity"] == pytest.approx(plain.json["results"][0]["perplexity"], rel=1e-6)


def test_python_takes_the_map(folder):
    spread, plain = (
        sgl.open_model(str(folder), **how).score(["the fox sleeps"])[0].bits for how in ({"device_map": "cpu"}, {})
    )
    np.testing.assert_allclose(spread, plain, atol=1e-6)


# ---------------------------------------------------------------------------------------------------------------------
# Rounded weights

needs_bitsandbytes = pytest.mark.skipif(
    placement.find_spec("bitsandbytes") is None, reason="bitsandbytes is not installed"
)


def test_the_precision_of_a_model_in_memory_is_told_by_its_configuration():
    class Config:
        def __init__(self, **said: object) -> None:
            self.quantization_config = said

    class Model:
        is_quantized = True

        def __init__(self, **said: object) -> None:
            self.config = Config(**said)

    assert placement.load_of(Model(load_in_4bit=True, quant_method="bitsandbytes")) == "4bit"
    assert placement.load_of(Model(load_in_8bit=True)) == "8bit"
    assert placement.load_of(Model(quant_method="gptq", bits=4)) == "gptq"
    assert placement.load_of(Model(quant_method="gguf", dequantize=True)) is None


@needs_bitsandbytes
@pytest.mark.parametrize("how", [{"device": "cpu"}, {"device_map": "cpu"}])
def test_a_model_in_4_bits_computes_with_its_unpacked_weights(folder, how):
    """The second road: the weights, unpacked, in a plain model in float32."""
    import bitsandbytes

    backend = load(str(folder), load_in="4bit", **how)
    tokenizer = tiny_models.byte_level_tokenizer()
    plain = tiny_models.llama(len(tokenizer))
    rounded = 0
    for name, module in backend._model.named_modules():
        if isinstance(module, bitsandbytes.nn.Linear4bit):
            unpacked = bitsandbytes.functional.dequantize_4bit(module.weight.data, module.weight.quant_state)
            plain.get_submodule(name).weight.data = unpacked.float()
            rounded += 1
    assert rounded == 7 * plain.config.num_hidden_layers
    for text, scored in zip(TEXTS, backend.score(TEXTS), strict=True):
        np.testing.assert_allclose(scored.bits, sentence_bits(plain, tokenizer, text, 0), atol=1e-4)
    assert backend.info.options["batching"] == "trees"


@needs_bitsandbytes
def test_a_model_in_8_bits_is_near_the_model_and_causal(folder):
    backend, plain = load(str(folder), load_in="8bit", device="cpu"), load(str(folder), device="cpu")
    for one, other in zip(backend.score(TEXTS), plain.score(TEXTS), strict=True):
        np.testing.assert_allclose(one.bits, other.bits, atol=0.5)
        assert not np.array_equal(one.bits, other.bits)


@needs_bitsandbytes
def test_in_8_bits_it_is_not_said_of_each_layer_and_pass_that_inputs_are_rounded(folder, caplog):
    load(str(folder), load_in="8bit", device="cpu").score(TEXTS)
    assert caplog.messages == []


@needs_bitsandbytes
def test_the_precision_of_rounded_weights_stands_everywhere(folder, tmp_path):
    plain = load(str(folder), device="cpu").info
    prints = {plain.fingerprint}
    for load_in in ("8bit", "4bit"):
        info = load(str(folder), device="cpu", load_in=load_in).info
        assert info.options["load_in"] == load_in
        assert any("rounded to" in warning for warning in info.warnings)
        prints.add(info.fingerprint)
    assert len(prints) == 3
    spec = f"low={folder}?load_in=4bit&device=cpu"
    done = sglite(
        "eval",
        "npz",
        "--model",
        spec,
        "--model",
        f"whole={folder}?device=cpu",
        "--out",
        tmp_path / "run",
        "--batch-size",
        "64",
    )
    [low, whole] = json.loads((tmp_path / "run" / "summary.json").read_text(encoding="utf-8"))["models"]
    assert (low["dtype"], whole["dtype"]) == ("4bit in float32", "float32")
    assert "hf, 4bit in float32, BOS" in done.out.replace("\n", "")
    compared = sglite("compare", tmp_path / "run")
    assert "precision alone moves scores" in " ".join((compared.out + compared.err).split())


@needs_bitsandbytes
def test_weights_that_are_rounded_already_are_not_rounded_again(folder, tmp_path):
    backend = load(str(folder), device="cpu", load_in="4bit")
    with quiet():
        tiny_models.save(tmp_path / "low", backend._model, backend._tokenizer)
    saved = load(str(tmp_path / "low"), device="cpu")
    assert saved.info.options["load_in"] == "4bit"
    same(saved, backend, SHARED)
    with pytest.raises(InputError, match="quantised already"):
        load(str(tmp_path / "low"), load_in="8bit")
