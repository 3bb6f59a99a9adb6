"""RNNGs as a backend: from a published checkpoint, and from a folder of our own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import save_file
from support.rnng_goldens import NAMES, Golden, tiny_network

from syntaxgym_lite.backends.word.rnng import load
from syntaxgym_lite.errors import InputError, ModelError, ModelNotFoundError
from syntaxgym_lite.lm.rnng.network import Shape
from syntaxgym_lite.surprisal import BITS_PER_UNIT, ScoringOptions
from syntaxgym_lite.testing import check_backend

WORDS = ("<unk>", "the", "dog", "cats", "bark", ".")
TEXTS = ["the dog bark .", "the cats bark", "the wombat", "bark", "the dog bark the dog bark ."]


def folder(path: Path, **card: Any) -> Path:
    path.mkdir(exist_ok=True)
    network = tiny_network(Shape(len(WORDS), 3, 6, 5, 2), 7, 0.7).float()
    save_file({name: value.contiguous() for name, value in network.weights().items()}, path / "model.safetensors")
    (path / "vocab.txt").write_text("\n".join(WORDS) + "\n", encoding="utf-8")
    shape = {"n_words": len(WORDS), "n_labels": 3, "emb": 6, "hidden": 5, "layers": 2}
    written = {
        "backend": "rnng", "weights": "model.safetensors", "network": shape, "labels": ["S", "NP", "VP"],
        "words": "whitespace", "lowercase": False, "unk": "single", **card,
    }  # fmt: skip
    (path / "card.json").write_text(json.dumps({k: v for k, v in written.items() if v is not None}), encoding="utf-8")
    return path


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return folder(tmp_path / "model")


@pytest.mark.parametrize("setting", [0, 2])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_published_checkpoint_gives_the_public_implementations_surprisals(
    shared_dir: Path, setting: int, dtype: str
) -> None:
    golden = Golden.of(shared_dir, NAMES[0])
    sentences = golden.expected["sentences"]
    beam = sentences[0]["beams"][setting]
    backend = load(
        str(golden.folder / "published-form.pt"),
        words="whitespace",
        beam=beam["beam"],
        word_beam=beam["word_beam"],
        fast_track=beam["shift"],
        max_consecutive_nts=beam["max_consecutive_nts"],
        dtype=dtype,
    )
    texts = [sentence["sentence"] for sentence in sentences]
    scored = backend.score(texts)
    parsed = backend.parse(texts)
    for sentence, one, tree in zip(sentences, scored, parsed, strict=True):
        expected = sentence["beams"][setting]
        nats = one.bits / BITS_PER_UNIT["nats"]
        np.testing.assert_allclose(nats, expected["surprisal"], atol=1e-4 if dtype == "float32" else 2e-8)
        assert list(one.tokens) == sentence["tokens"]
        known = [word in golden.config["vocabulary"] for word in sentence["sentence"].split()]
        assert one.oov.tolist() == [not word for word in known]
        assert tree is not None
        assert tree.tree == expected["best_tree"]
        assert tree.bits == pytest.approx(-expected["best_log_joint"] * BITS_PER_UNIT["nats"], abs=1e-3)
        assert tree.sum_bits == pytest.approx(-expected["log_end"] * BITS_PER_UNIT["nats"], abs=1e-3)
        assert tree.n_trees == expected["parses"]


def test_it_keeps_the_promises_of_a_backend(model: Path) -> None:
    check_backend(load(str(model), beam=10, word_beam=5))


def test_what_can_change_a_number_is_in_the_fingerprint(model: Path) -> None:
    plain = load(str(model))
    options: dict[str, Any] = {
        "beam": 50, "word_beam": 5, "fast_track": 5, "max_consecutive_nts": 2, "max_open_nts": 3, "dtype": "float64",
        "words": "clitics", "lowercase": True,
    }  # fmt: skip
    seen = {plain.info.fingerprint}
    for name, value in options.items():
        other = load(str(model), **{name: value})
        assert other.info.options[name] == value
        assert other.info.fingerprint not in seen
        seen.add(other.info.fingerprint)
    assert plain.info.options["room"] == 105
    assert plain.info.options["softmax"] == "allowed"
    again = folder(model.parent / "attention", labels=["S", "NP", "PP"])
    assert load(str(again)).info.fingerprint not in seen  # the labels stand in the trees


def test_a_context_is_read_and_not_scored(model: Path) -> None:
    backend = load(str(model), dtype="float64")
    [whole] = backend.score(["the dog bark"])
    [rest] = backend.score(["bark"], ScoringOptions(context="the dog "))
    assert rest.tokens == ("bark",)
    assert rest.bits[0] == pytest.approx(whole.bits[2], abs=1e-9)


def test_a_bigger_beam_finds_more(model: Path) -> None:
    sums = []
    for beam, word_beam in ((1, 1), (10, 5), (1000, 200)):
        sums.append(float(load(str(model), beam=beam, word_beam=word_beam).score([TEXTS[0]])[0].bits.sum()))
    assert sums == sorted(sums, reverse=True)
    assert sums[0] > sums[-1] + 0.01


def test_texts_without_words_and_no_texts_at_all(model: Path) -> None:
    backend = load(str(model))
    assert backend.score([]) == []
    [empty] = backend.score([" "])
    assert empty.tokens == ()
    assert backend.parse([" "]) == [None]
    assert backend.parse([]) == []


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"beam": 0}, "`beam` must be at least 1"),
        ({"beam": "many"}, "`beam` is a whole number, not 'many'"),
        ({"fast_track": -1}, "fast_track must be at least 0"),
        ({"max_consecutive_nts": 0}, "`max_consecutive_nts` must be at least 1"),
        ({"dtype": "float16"}, "float16"),
    ],
)
def test_options_that_are_none_are_refused(model: Path, options: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        load(str(model), **options)


def test_a_card_must_describe_the_network(tmp_path: Path) -> None:
    for change, said in (
        ({"network": None}, "does not describe an RNNG"),
        ({"labels": ["S"]}, "'network' and 'labels' do not fit: 3 and 1"),
        ({"network": {"n_words": 6, "n_labels": 3, "wide": 1}}, "does not describe an RNNG"),
        ({"backend": "wordlm"}, "this is a model of kind 'wordlm', not rnng"),
    ):
        with pytest.raises(ModelError, match=said):
            load(str(folder(tmp_path / "m", **change)))  # type: ignore[arg-type]
    path = folder(tmp_path / "m")
    (path / "vocab.txt").unlink()
    with pytest.raises(ModelNotFoundError, match="word list must lie beside"):
        load(str(path))
    (path / "card.json").unlink()
    with pytest.raises(ModelError, match=r"no card\.json beside it says that this is an RNNG"):
        load(str(path))
    with pytest.raises(ModelNotFoundError, match="not found"):
        load(str(tmp_path / "none"))


def test_a_model_of_another_class_is_refused(tmp_path: Path) -> None:
    torch.save({"encoder.weight": torch.zeros(3, 2)}, tmp_path / "model.pt")
    with pytest.raises(ModelError, match="no checkpoint of the public RNNG code"):
        load(str(tmp_path / "model.pt"))


def test_a_suite_is_evaluated_end_to_end(model: Path) -> None:
    import syntaxgym_lite as sgl

    run = sgl.evaluate("npz", models=f"rnng:{model}?beam=5&word_beam=2")
    [result] = run.models
    assert result.options["beam"] == 5
    assert result.backend == "rnng"
    said = sgl.methods_paragraph(run)
    text = said if isinstance(said, str) else str(said)
    assert "beam search with a beam of 5, a word beam of 2" in text
