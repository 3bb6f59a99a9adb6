"""One vocabulary for all classes of words and all sizes."""

from __future__ import annotations

import csv
import json
import math

import pytest

import syntaxgym_lite as sgl
from syntaxgym_lite.lm.vocabulary import SPECIAL_WORDS, Vocabulary
from syntaxgym_lite.rearing.plan_file import loads_plan
from syntaxgym_lite.rearing.rear import rear
from syntaxgym_lite.rearing.shared_words import vocabulary_with, write_vocabulary

PLAN = """
[corpus]
train = ["train.txt"]
valid = ["test.txt"]
test = ["test.txt"]
words = "whitespace"
sizes = ["24", "all"]
[vocabulary]
min_count = 2
[suites]
files = ["number_prep"]
[[architectures]]
arch = "ngram"
order = 2
discount_fallback = [0.5, 1.0, 1.5]
[[architectures]]
arch = "lstm"
hidden = 8
emb = 8
layers = 1
epochs = 1
batch_size = 2
"""
# "gate" stands twice, and only after the first 24 words; "moon" and "fog" once
TRAIN = ["the dog slept", "the cat slept", "a dog ran", "a cat ran"] * 2 + ["the gate fell", "a gate fell", "moon fog"]
TEST = ["the gate slept", "the moon ran"]
KEPT = {"the", "a", "dog", "cat", "slept", "ran", "gate", "fell"}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "train.txt").write_text("\n".join(TRAIN) + "\n", encoding="utf-8")
    (tmp_path / "test.txt").write_text("\n".join(TEST) + "\n", encoding="utf-8")
    return tmp_path


def test_all_models_have_the_words_of_the_largest_part(folder):
    found = rear(loads_plan(PLAN, folder=folder), folder / "out")
    assert not found.failures
    with found.models.open(encoding="utf-8") as file:
        rows = {row["model"]: row for row in csv.DictReader(file)}
    assert list(rows) == ["ngram-24", "lstm-24", "ngram-all", "lstm-all"]
    # of the test's words and ends of sentences, six and two, "moon" alone is unknown: to the smallest model as well
    assert {float(row["unknown"]) for row in rows.values()} == {1 / 8}
    assert all(math.isfinite(float(row["perplexity"])) for row in rows.values())
    for name in ("lstm-24", "lstm-all"):
        words = Vocabulary.read(folder / "out" / "cells" / name / "model" / "vocab.txt").words
        assert set(words) - set(SPECIAL_WORDS) == KEPT
    # a word of the vocabulary that a part lacks has a probability, and all are one
    words = [*KEPT, "unheard-of"]
    scored = sgl.surprisals(
        f"ngram:{folder / 'out' / 'cells' / 'ngram-24' / 'model'}", [f"the {w}" for w in words], eos=True
    )
    ends = sgl.surprisals(f"ngram:{folder / 'out' / 'cells' / 'ngram-24' / 'model'}", ["the"], eos=True)
    total = sum(2 ** -float(one.bits[1]) for one in scored) + 2 ** -float(ends[0].eos_bits)
    assert total == pytest.approx(1.0, abs=1e-5)
    lock = json.loads((folder / "out" / "rear.lock.json").read_text(encoding="utf-8"))
    assert lock["plan"]["vocabulary"] == {"min_count": 2, "vocab_size": 50_000}


def test_a_model_of_another_vocabulary_is_not_taken_for_one_of_this_plan(folder):
    one = PLAN.replace('sizes = ["24", "all"]', 'sizes = ["all"]')
    one = one[: one.index('[[architectures]]\narch = "lstm"')]
    rear(loads_plan(one, folder=folder), folder / "out")
    with pytest.raises(sgl.InputError, match=r"holds a model of another plan \(other: vocabulary\)"):
        rear(loads_plan(one.replace("min_count = 2", "min_count = 1"), folder=folder), folder / "out")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("min_count = 2\n", "min_count = 0\n"), r"vocabulary\.min_count: must be a whole number from 1"),
        (("min_count = 2\n", "mincount = 2\n"), r"vocabulary\.mincount: is not known here.*Did you mean 'min_count'"),
        (("order = 2", "order = 2\nvocab_size = 9"), r"architectures\[0\]\.vocab_size: write it in \[vocabulary\]"),
    ],
)
def test_mistakes_are_told(folder, change, says):
    with pytest.raises(sgl.InputError, match=says):
        loads_plan(PLAN.replace(*change), folder=folder)


@pytest.mark.parametrize(
    ("unk", "specials", "begins"),
    [
        ("single", ("<unk>", "<eos>"), ("<unk>", "<eos>", "b")),
        ("single", ("<unk>", "<s>", "</s>"), ("<unk>", "<s>", "</s>", "b")),
        ("classes", ("<unk>", "<eos>"), ("<eos>", "UNK-LC-ed", "b")),
    ],
)
def test_each_class_gets_the_words_of_a_role_that_it_needs(tmp_path, unk, specials, begins):
    sentences = [["b", "b", "walked"]]
    path = write_vocabulary(sentences, tmp_path / "vocab.txt", vocab_size=9, min_count=2, unk=unk)
    assert vocabulary_with(path, specials, unk).words == begins
    before = path.stat().st_mtime_ns
    write_vocabulary(sentences, path, vocab_size=9, min_count=2, unk=unk)
    assert path.stat().st_mtime_ns == before
