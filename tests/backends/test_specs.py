"""What stands after `--model`: a name of the user's own, a kind, a place, options."""

from __future__ import annotations

import pytest
from support.running import refused, sglite
from support.toys import TWO_PAIRS, suite_document, write_suite

import syntaxgym_lite as sgl
from syntaxgym_lite.backends.specs import names_of, split_name, split_spec
from syntaxgym_lite.errors import InputError


@pytest.mark.parametrize(
    ("spec", "name", "rest"),
    [
        ("small=gpt2", "small", "gpt2"),
        ("GPT-2 (124M) = gpt2", "GPT-2 (124M)", "gpt2"),
        ("web=kenlm:big.arpa?order=3", "web", "kenlm:big.arpa?order=3"),
        ("no bos=gpt2?bos=none", "no bos", "gpt2?bos=none"),
        ("gpt2?bos=none", "", "gpt2?bos=none"),
        ("random:seed=1", "", "random:seed=1"),
        ("org/a=b", "", "org/a=b"),
        ("small=", "", "small="),
        ("=gpt2", "", "=gpt2"),
    ],
)
def test_a_name_stands_before_the_first_equals_sign(spec, name, rest):
    assert split_name(spec) == (name, rest)


@pytest.mark.parametrize("spec", ["a\nb=ngram", "a\u202eb=ngram", "a\x1b[31m=ngram"])
def test_a_name_is_a_line_of_text(spec):
    with pytest.raises(InputError, match="a name must be one line"):
        split_name(spec)
    assert refused("eval", "npz", "-m", spec).startswith("Error: --model: a name")


def test_a_path_with_an_equals_sign_is_a_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lr=3").mkdir()
    assert split_name("lr=3") == ("", "lr=3")
    assert split_spec("own=lr=3") == ("hf", "lr=3", {})


@pytest.mark.parametrize(
    ("specs", "names"),
    [
        (["gpt2", "EleutherAI/pythia-70m"], ["gpt2", "EleutherAI/pythia-70m"]),
        (["/data/models/my-gpt"], ["my-gpt"]),
        (["./my-gpt/", "~/other"], ["my-gpt", "other"]),
        (["kenlm:/data/web/big.arpa"], ["kenlm:big.arpa"]),
        (["kenlm:big.arpa"], ["kenlm:big.arpa"]),
        (["/a/x/m", "/a/y/m"], ["x/m", "y/m"]),
        (["/a/x/m", "/b/x/m", "/b/x/n"], ["a/x/m", "b/x/m", "n"]),
        (["/a/x/m?bos=none", "/a/x/m"], ["m?bos=none", "m"]),
        (["one=/a/x/m", "/a/y/m"], ["one", "m"]),
        (["C:\\models\\m"], ["C:\\models\\m"]),
        (["/a/m", "/a/m"], ["m", "m"]),
        (["/a/m", "/a/m", "/b/m"], ["m", "m", "b/m"]),
    ],
)
def test_a_local_model_is_called_by_as_much_of_its_path_as_tells_it_apart(specs, names):
    assert names_of(specs) == names


def test_results_go_by_the_names_and_keep_where_models_are(tmp_path):
    path = write_suite(tmp_path / "toy.json", suite_document(TWO_PAIRS, ["(2;%a%) > (2;%b%)"]))
    done = sglite("eval", path, "-m", "big one=ngram", "-m", "ngram", "--out", tmp_path / "out")
    assert done.code == 0, done.err
    assert "big one  (ngram, " in done.out
    run = sgl.RunResult.load(tmp_path / "out" / "run.json")
    assert [(model.model, model.spec) for model in run.models] == [("big one", "ngram"), ("ngram", "")]
    assert run.models[0].suites == run.models[1].suites
    again = sglite("rerun", tmp_path / "out" / "run.json")
    assert again.code == 0, again.err


def test_two_models_of_one_name_are_refused_with_the_way_out(tmp_path):
    message = refused("eval", "npz", "-m", "a=ngram", "-m", "a=lstm")
    assert (
        message
        == "Error: Results go by model name, and a is there more than once. Give each a name of its own: NAME=MODEL.\n"
    )
    with pytest.raises(InputError, match="no option 'boss'"):
        sgl.open_model("mine=ngram?boss=1")


def test_a_gguf_file_is_called_by_its_name_without_the_ending():
    assert names_of(["/models/SmolLM2.Q4_1.gguf", "hf:/models/b.gguf?bos=none"]) == ["SmolLM2.Q4_1", "hf:b?bos=none"]
    assert names_of(["/one/a.gguf", "/two/a.gguf", "b.gguf"]) == ["one/a", "two/a", "b"]
