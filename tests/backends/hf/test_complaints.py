"""Folders whose files do not belong together: never a number from them, and a sentence that names the file at fault."""

from __future__ import annotations

import pickle
import re
from typing import Any

import pytest
import torch
import transformers
from support import tiny_models
from support.model_folders import edit, refusal

from syntaxgym_lite.backends import load_backend

NEW = int(transformers.__version__.partition(".")[0]) >= 5
"""Version 4 of transformers says less of what is wrong."""


# ---------------------------------------------------------------------------------------------------------------------
# Which file is damaged


def test_sizes_that_differ_are_named(gpt):
    edit(gpt / "config.json", n_embd=16)
    text = refusal(str(gpt))
    assert "have other sizes than its config.json says" in text
    # the first by name of those with a width in them; weights of 4 times 32 hidden values
    sizes = " (96 in the files, 48 by the configuration)" if NEW else ""
    assert f"transformer.h.0.attn.c_attn.bias{sizes}" in text


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("config.json", b"null", "config.json is damaged (it holds null where an object belongs)"),
        ("config.json", b"[]", "config.json is damaged (it holds a list where an object belongs)"),
        ("config.json", b"", "config.json is damaged (it is empty)"),
        ("config.json", b'{"model_type":', "config.json is damaged (it is not JSON)"),
        ("tokenizer.json", b"{}", "tokenizer.json is damaged (it has no 'model')"),
        ("tokenizer.json", b"[]", "tokenizer.json is damaged (it holds a list where an object belongs)"),
        ("tokenizer.json", b"", "tokenizer.json is damaged (it is empty)"),
        ("tokenizer_config.json", b"[]", "tokenizer_config.json is damaged (it holds a list where an object belongs)"),
        ("tokenizer_config.json", b'{"bos_token":5}', "its tokenizer may be damaged"),
        ("model.safetensors", b"", "its weights may be damaged"),
        ("model.safetensors", b"junk" * 999, "its weights may be damaged"),
    ],
)
def test_the_damaged_file_is_named(gpt, file, content, message):
    (gpt / file).write_bytes(content)
    if not NEW and content == b'{"bos_token":5}':
        (gpt / "special_tokens_map.json").unlink()  # counts for more
    assert message in refusal(str(gpt))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"n_embd": "32"},
            f"its config.json {'may be damaged: Validation error for field' if NEW else 'or its weights may be damaged'}",
        ),
        ({"n_head": 0}, "its config.json or its weights may be damaged"),
        ({"model_type": 5}, "its config.json may be damaged"),
    ],
)
def test_wrong_values_of_the_configuration_are_traced_to_it(gpt, change, message):
    edit(gpt / "config.json", **change)
    assert message in refusal(str(gpt))


class Payload:
    """What a stranger's pickle file may ask for."""

    def __reduce__(self) -> Any:
        return print, ("PAYLOAD",)


@pytest.mark.parametrize("zipped", [True, False])
def test_weights_that_ask_for_code_are_refused_without_advice_to_run_it(gpt, capfd, zipped):
    """Field case E21."""
    (gpt / "model.safetensors").unlink()
    torch.save({"lm_head.weight": Payload()}, gpt / "pytorch_model.bin", _use_new_zipfile_serialization=zipped)
    text = refusal(str(gpt))
    assert re.search(r"a pickle file, which asks for Python code to be run \((builtins\.)?print\)", text)
    assert "weights_only" not in text
    assert "PAYLOAD" not in capfd.readouterr().out


@pytest.mark.parametrize("content", [pickle.dumps(Payload()), b"junk" * 99, b""], ids=["pickle", "junk", "empty"])
def test_damaged_pickle_files_neither(gpt, capfd, content):
    (gpt / "model.safetensors").unlink()
    (gpt / "pytorch_model.bin").write_bytes(content)
    text = refusal(str(gpt))
    assert "could not be opened" in text
    assert "weights_only" not in text
    assert "PAYLOAD" not in capfd.readouterr().out


def test_a_longest_input_that_is_no_number_is_said_when_the_model_is_opened(gpt):
    edit(gpt / "tokenizer_config.json", model_max_length="x")
    assert "model_max_length in its tokenizer_config.json is 'x', not a number" in refusal(str(gpt))


def test_a_window_of_any_length_is_an_option_on_the_command_line(gpt):
    """As docs/how-to/run-many-models.md says."""
    from syntaxgym_lite.backends.specs import parse_option

    backend = load_backend(str(gpt), dict([parse_option("window=16")]))
    assert backend.info.options["window"] == 16
    [result] = backend.score([tiny_models.LONG_TEXT])
    assert "scored in" in result.warnings[0]
