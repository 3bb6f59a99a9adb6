from __future__ import annotations

import json

import pytest

from syntaxgym_lite.errors import ModelError
from syntaxgym_lite.lm.transfo_xl.config import XlConfig, is_transfo_xl

SIZES = {
    "model_type": "transfo-xl", "vocab_size": 30, "d_model": 8, "d_embed": 8, "n_head": 2, "d_head": 4, "d_inner": 6,
    "n_layer": 1, "cutoffs": [5, 10], "div_val": 2,
}  # fmt: skip


def write(folder, **changed):
    path = folder / "config.json"
    path.write_text(json.dumps({**SIZES, **changed}), "utf-8")
    return path


def test_what_is_not_said_is_as_the_published_class_has_it(tmp_path):
    config = XlConfig.read(write(tmp_path))
    assert (config.mem_len, config.clamp_len, config.same_length, config.pre_lnorm) == (1600, 1000, True, False)
    assert (config.untie_r, config.tied, config.tie_projs) == (True, True, (False, True, True))
    assert config.edges == [0, 5, 10, 30]
    assert [config.width(band) for band in range(3)] == [8, 4, 2]


def test_the_first_published_files_are_read(tmp_path):
    path = write(tmp_path, architectures=["TransfoXLLMHeadModel"], n_token=30)
    said = json.loads(path.read_text("utf-8"))
    del said["model_type"], said["vocab_size"]
    path.write_text(json.dumps(said), "utf-8")
    assert XlConfig.read(path).vocab_size == 30
    assert is_transfo_xl(str(tmp_path))


@pytest.mark.parametrize("name", ["tie_weight", "tie_word_embeddings"])
def test_both_names_of_tied_words_are_known_and_the_newer_one_counts(tmp_path, name):
    assert not XlConfig.read(write(tmp_path, **{name: False})).tied
    assert XlConfig.read(write(tmp_path, tie_weight=False, tie_word_embeddings=True)).tied


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"model_type": "gpt2"}, 'this is a model of type "gpt2", not a Transformer-XL'),
        ({"d_model": None}, "'d_model' must be a whole number of at least 1, not null"),
        ({"n_head": True}, "'n_head' must be a whole number"),
        ({"same_length": 1}, "'same_length' must be true or false, not 1"),
        ({"cutoffs": [10, 5]}, "'cutoffs' must be rising numbers below vocab_size"),
        ({"cutoffs": [5, 30]}, "'cutoffs' must be rising numbers below vocab_size"),
        ({"tie_projs": "all"}, "'tie_projs' must be a list of true and false"),
        ({"attn_type": 2}, "'attn_type' is 2; only 0 is known"),
        ({"mem_len": 0}, "with 'same_length' a word sees 'mem_len' places; 0 of them is none at all"),
        ({"div_val": 4}, "vectors of 8 cannot be divided by 4 for each of 3 bands"),
        ({"layer_norm_epsilon": 0}, "'layer_norm_epsilon' must be a small number"),
    ],
)
def test_a_configuration_that_cannot_be_is_refused_by_name(tmp_path, changed, message):
    with pytest.raises(ModelError, match=message):
        XlConfig.read(write(tmp_path, **changed))


@pytest.mark.parametrize("text", ["[]", "{", "[" * 100_000, "\xff"])
def test_a_damaged_configuration_is_one_clear_error(tmp_path, text):
    path = tmp_path / "config.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(ModelError, match=r"config\.json: this is no configuration of a model"):
        XlConfig.read(path)
    assert not is_transfo_xl(str(tmp_path))


def test_a_folder_is_known_by_its_configuration_and_a_hub_name_by_itself(tmp_path):
    write(tmp_path)
    assert is_transfo_xl(str(tmp_path))
    write(tmp_path, model_type="gpt2")
    assert not is_transfo_xl(str(tmp_path))
    assert not is_transfo_xl(str(tmp_path / "nowhere"))
    assert is_transfo_xl("transfo-xl-wt103")
    (tmp_path / "transfo-xl.gguf").write_bytes(b"")
    assert not is_transfo_xl(str(tmp_path / "transfo-xl.gguf"))
