"""Plain sentences under a transformer of strings of trees: enumeration, the card, and what cannot be scored."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
import torch
from lm.rnng.test_strings import beginnings

import syntaxgym_lite as sgl
from syntaxgym_lite.backends.specs import load_backend, split_spec
from syntaxgym_lite.errors import ModelError
from syntaxgym_lite.lm.rnng.actions import REDUCE, SHIFT, Limits
from syntaxgym_lite.lm.transformer.text import Documents, TreeDocuments
from syntaxgym_lite.lm.transformer.training import TransformerOptions, train_transformer
from syntaxgym_lite.testing import check_backend

TREES = """
(A (B (D the) (N dog)) (B (V barked)) (. .))
(A (B (D the) (N cats)) (B (V slept) (B (D the) (N dog))))
(A (B (-LRB- -LRB-) (N dog) (-RRB- -RRB-)) (B (V barked)))
"""
OPTIONS = TransformerOptions(
    layers=1, heads=2, width=16, context=150, vocab_size=300, min_count=1, epochs=2, batch_size=2, lr=0.01, dropout=0.0
)  # fmt: skip
WHOLE = {"beam": 100_000, "word_beam": 100_000, "fast_track": 100_000}


def trained(place, tokenizer):
    (place / "trees.txt").write_text(TREES, encoding="utf-8")
    documents = TreeDocuments([place / "trees.txt"])
    train_transformer(documents, place / "model", replace(OPTIONS, tokenizer=tokenizer), valid=documents)
    return place / "model"


@pytest.fixture(scope="module")
def bpe(tmp_path_factory):
    return trained(tmp_path_factory.mktemp("bpe"), "bpe")


@pytest.fixture(scope="module", params=["bpe", "words"])
def folder(request, bpe, tmp_path_factory):
    return bpe if request.param == "bpe" else trained(tmp_path_factory.mktemp("words"), "words")


def string(actions, words):
    units, opened, rest = [], [], iter(words)
    for action in actions:
        if action == SHIFT:
            units.append(next(rest).replace("(", "-LRB-").replace(")", "-RRB-"))
        elif action == REDUCE:
            units.append(f"{opened.pop()})")
        else:
            opened.append(action)
            units.append(f"({action}")
    return " ".join(units)


@pytest.mark.parametrize("words", [["the", "doggy"], ["(", "cats"]])
def test_all_strings_that_a_beginning_may_have_are_summed(folder, words):
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForCausalLM.from_pretrained(folder).eval().double()

    def log_joint(text):  # the text of a string, cut by its tokenizer as anybody would
        ids = [tokenizer.bos_token_id, *tokenizer.encode(text, add_special_tokens=False)]
        with torch.inference_mode():
            logs = torch.log_softmax(model(input_ids=torch.tensor([ids])).logits[0], -1)
        return float(logs[:-1].gather(1, torch.tensor(ids[1:])[:, None]).sum())

    options = {"max_consecutive_nts": 2, "max_open_nts": 2, "words": "whitespace", "dtype": "float64"}
    backend = load_backend(f"treelm:{folder}", {**WHOLE, **options})
    [found] = backend.score([" ".join(words)])
    prefixes = -np.cumsum(found.bits) * np.log(2)
    for n in (1, 2):
        logs = [log_joint(string(actions, words)) for actions in beginnings(n, Limits(2, 2))]
        assert prefixes[n - 1] == pytest.approx(np.logaddexp.reduce(logs), abs=1e-9)


def test_brackets_are_tokens_and_belong_to_no_word(folder):
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    tokens = tokenizer.tokenize("(A (B the dog B) A)")
    assert [token.strip() for token in tokens if "(" in token or ")" in token] == ["(A", "(B", "B)", "A)"]
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    assert (card["backend"], card["words"], card["corpus"]["n_words"]) == ("treelm", "treebank", 13)
    # characters of the words with a blank between them, and one for each end
    texts = ["the dog barked .", "the cats slept the dog", "-LRB- dog -RRB- barked"]
    assert card["perplexity"]["valid"]["n_characters"] == sum(len(text) + 1 for text in texts)


def test_the_folder_alone_will_do_and_options_are_recorded(bpe):
    assert split_spec(str(bpe))[0] == "treelm"
    one, other = (load_backend(str(bpe), {"beam": beam, "word_beam": 2}) for beam in (2, 4))
    assert one.info.fingerprint != other.info.fingerprint
    options = one.info.options
    assert [options[name] for name in ("beam", "word_beam", "fast_track", "room", "softmax")] == [2, 2, 1, 4, "all"]
    assert options["bos"] == "<|endoftext|>"
    check_backend(one)
    [parsed] = one.parse(["the dog barked."])
    assert parsed.tree.startswith("(")
    assert parsed.bits >= parsed.sum_bits > 0


def test_a_sentence_that_does_not_fit_costs_no_other(bpe):
    scorer = sgl.open_model(str(bpe), beam=4, word_beam=2, cache=False)
    with pytest.raises(sgl.SgliteError, match="with its brackets is longer than what"):
        scorer.score(["the dog " * 100])
    backend = load_backend(str(bpe), {"beam": 4, "word_beam": 2})
    with pytest.raises(sgl.SgliteError) as caught:
        backend.score(["the dog " * 100, "the dog"])
    assert caught.value.texts == ("the dog " * 100,)
    with pytest.raises(sgl.SgliteError, match="with its brackets is longer than what") as caught:
        backend.parse(["the dog " * 100, "the dog", ""])
    assert caught.value.texts == ("the dog " * 100,)


def test_words_may_fit_whose_last_bracket_does_not(tmp_path):
    (tmp_path / "trees.txt").write_text("(A (N dog) (N dog))\n" * 9, encoding="utf-8")
    documents = TreeDocuments([tmp_path / "trees.txt"])
    train_transformer(documents, tmp_path / "m", replace(OPTIONS, context=8, tokenizer="words"), valid=documents)
    backend = load_backend(str(tmp_path / "m"), {"max_open_nts": 1})
    texts = [" ".join(["dog"] * n) for n in (5, 6, 7)]  # 8 tokens: one before all, two brackets, five words
    assert len(backend.score(texts[:2])) == 2
    for call, too_long in ((backend.score, (2,)), (backend.parse, (1, 2))):
        with pytest.raises(sgl.SgliteError) as caught:
            call(texts)
        assert caught.value.texts == tuple(texts[n] for n in too_long)
    [parsed] = backend.parse(texts[:1])
    assert parsed.tree == "(A (X dog) (X dog) (X dog) (X dog) (X dog))"


def test_plain_models_are_refused(tmp_path):
    (tmp_path / "text.txt").write_text("the dog barked\nthe cats slept\n", encoding="utf-8")
    documents = Documents([tmp_path / "text.txt"])
    train_transformer(documents, tmp_path / "model", OPTIONS, valid=documents)
    with pytest.raises(ModelError, match=r"this is a model of kind 'hf', not treelm"):
        load_backend(f"treelm:{tmp_path / 'model'}")
    (tmp_path / "model" / "card.json").unlink()
    with pytest.raises(ModelError, match="has no brackets"):
        load_backend(f"treelm:{tmp_path / 'model'}")
