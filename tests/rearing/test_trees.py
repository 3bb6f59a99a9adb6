"""A plan of trees: all classes learn the same words, and are measured on the same terms."""

from __future__ import annotations

import csv
import json
from itertools import islice

import numpy as np
import pytest

import syntaxgym_lite as sgl
from syntaxgym_lite.lm.rnng.trees import parse_trees
from syntaxgym_lite.rearing.cells import is_trained, train_cell
from syntaxgym_lite.rearing.corpora import make_parts
from syntaxgym_lite.rearing.cost import costs
from syntaxgym_lite.rearing.plan_file import load_plan
from syntaxgym_lite.rearing.rear import cell_jobs, rear

HEAD = """
[corpus]
train = ["train.mrg"]
valid = ["valid.mrg"]
test = ["test.mrg"]
trees = "tagged"
sizes = ["200", "all"]
[suites]
files = ["number_prep"]
"""
ONE_SIZE = HEAD.replace('["200", "all"]', '["all"]')
RNNG = """
[[architectures]]
arch = "rnng"
hidden = 8
emb = 8
layers = 1
epochs = 2
batch_words = 100
beam = [2, 8]
word_beam = [2, 4]
max_consecutive_nts = 4
"""
OTHERS = """
[[architectures]]
arch = "ngram"
order = 3
min_count = 1
discount_fallback = [0.5, 1.0, 1.5]
[[architectures]]
arch = "lstm"
hidden = 8
emb = 8
layers = 1
epochs = 1
batch_size = 4
[[architectures]]
arch = "onlstm"
hidden = 8
emb = 8
layers = 1
chunk = 4
epochs = 1
batch_size = 4
[[architectures]]
arch = "transformer"
layers = 1
heads = 2
width = 16
context = 64
vocab_size = 300
batch_size = 4
epochs = 1
"""
STRINGS = """
[[architectures]]
arch = "tree-transformer"
layers = 1
heads = 2
width = 16
context = 128
vocab_size = 300
batch_size = 4
epochs = 1
beam = 4
word_beam = 2
"""
NOUNS = ("dog", "dogs", "cat", "o’clock", "Mr.", "cat--like")  # the last three are cut otherwise in plain sentences


def tree(rng):
    def phrase(depth):
        noun = f"(NP (DT the) (NN {rng.choice(NOUNS)}))"
        if depth < 2 and rng.random() < 0.3:
            return f"(NP {noun} (PP (IN near) {phrase(depth + 1)}))"
        return noun

    verb = f"(VP (VBD saw) {phrase(1)})" if rng.random() < 0.5 else "(VP (VBD slept))"
    return f"(S {phrase(0)} {verb} (. .))"


@pytest.fixture
def folder(tmp_path):
    rng = np.random.default_rng(2)
    for name, n in (("train", 60), ("valid", 6), ("test", 8)):
        trees = [tree(rng) for _ in range(n)]
        (tmp_path / f"{name}.mrg").write_text("\n".join(trees) + "\n", encoding="utf-8")
    return tmp_path


def plan_of(folder, text):
    (folder / "plan.toml").write_text(text, encoding="utf-8")
    return load_plan(folder / "plan.toml")


def test_all_classes_learn_the_words_of_the_trees_and_are_measured_on_them(folder):
    out = folder / "out"
    found = rear(plan_of(folder, ONE_SIZE + OTHERS + STRINGS + RNNG), out)
    assert not found.failures
    classes = ["ngram", "lstm", "onlstm", "transformer", "tree-transformer", "rnng-{}-beam2", "rnng-{}-beam8"]
    names = [one.format("all") if "{" in one else f"{one}-all" for one in classes]
    assert [model.model for model in found.result.models] == names
    with found.models.open(encoding="utf-8") as file:
        rows = {row["model"]: row for row in csv.DictReader(file)}
    assert {row["sentence_ends"] for row in rows.values()} == {"left out"}
    assert rows["rnng-all-beam2"]["class"] == "rnng-beam2"
    assert rows["rnng-all-beam2"]["search"] == "beam=2 word_beam=2 max_consecutive_nts=4"

    trees = parse_trees((folder / "train.mrg").read_text(encoding="utf-8"))
    words = {word.form for tree in trees for word in tree.words()}
    for name in ("lstm-all", "onlstm-all", "rnng-all"):
        counts = (out / "cells" / name / "model" / "counts.tsv").read_text(encoding="utf-8").splitlines()
        assert {line.split("\t")[0] for line in counts} - {"<unk>", "<s>", "</s>", "<eos>"} == words
    tests = [
        [word.form for word in tree.words()]
        for tree in parse_trees((folder / "test.mrg").read_text(encoding="utf-8"))
    ]  # fmt: skip
    n_words = sum(map(len, tests))
    assert (out / "corpus" / "test.txt").read_text(encoding="utf-8").splitlines()[0].endswith(".")

    # perplexity: the surprisals of those words, one by one
    for name, spec in (
        ("rnng-all-beam8", "rnng:{}?beam=8&word_beam=4&max_consecutive_nts=4"),
        ("tree-transformer-all", "treelm:{}?beam=4&word_beam=2"),
        ("lstm-all", "wordlm:{}"),
        ("ngram-all", "ngram:{}"),
    ):
        cell = name.removesuffix("-beam8")
        spec = spec.format(out / "cells" / cell / "model")
        scored = sgl.surprisals(spec, [" ".join(own) for own in tests], words="whitespace")
        assert [list(one.tokens) for one in scored] == tests
        bits = sum(float(np.sum(one.bits)) for one in scored)
        assert float(rows[name]["perplexity"]) == pytest.approx(2 ** (bits / n_words), rel=1e-6)
        assert float(rows[name]["unknown"]) == 0
    # suites are scored by the same searches, and say so
    run = json.loads((out / "results" / "run.json").read_text(encoding="utf-8"))
    options = {model["model"]: model["options"] for model in run["models"]}
    assert [options[f"rnng-all-beam{beam}"]["word_beam"] for beam in (2, 8)] == [2, 4]
    assert all(options[name]["words"] == "treebank" for name in names if name != "transformer-all")
    document = json.loads((out / "rear.lock.json").read_text(encoding="utf-8"))
    assert document["plan"]["architectures"][-1]["searches"][1]["beam"] == 8

    # nothing is left to do, and a dry run says so
    assert all(
        (cost.words_per_second, cost.scored_per_second, cost.scoring_minutes) == (None, None, 0)
        for cost in costs(load_plan(folder / "plan.toml"), out)
    )


def test_a_grammar_that_was_cut_short_goes_on_to_the_same_bytes(folder):
    plan = plan_of(folder, ONE_SIZE + RNNG)
    whole, cut = (cell_jobs(plan, make_parts(plan.corpus, folder / name / "corpus"), folder / name)[0] for name in "ab")
    train_cell(whole, lambda *_: None)

    def stop(line, *_):
        if "validation" in line:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_cell(cut, stop)
    assert not is_trained(cut)
    train_cell(cut, lambda *_: None)
    assert (whole.model / "model.safetensors").read_bytes() == (cut.model / "model.safetensors").read_bytes()


def test_a_dry_run_says_what_searching_costs(folder):
    plan = plan_of(folder, HEAD + RNNG)
    found = list(costs(plan, folder / "out", minutes=0.005))
    assert [cost.name for cost in found] == [f"rnng-{size}-beam{beam}" for size in ("200", "all") for beam in (2, 8)]
    assert all(cost.scored_per_second > 0 and cost.scoring_minutes > 0 for cost in found)
    # a model is trained once for both searches
    assert [cost.words_per_second is None for cost in found] == [False, True, False, True]
    assert not (folder / "out" / "cells").exists()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (('trees = "tagged"\n', ""), r"architectures\[0\]\.arch: rnng learns from trees"),
        (('trees = "tagged"', "trees = true"), r"corpus\.trees: must be tagged or untagged"),
        (("[2, 8]", "[2, 8, 9]"), r"unlike length: beam has 3, word_beam has 2"),
        (("[2, 8]", "[2, 0]"), r"`beam` must be at least 1, not 0"),
        (("[2, 8]", "[2.5, 8]"), r"`beam`: write a whole number"),
        (("beam = [2, 8]\nword_beam = [2, 4]", "beam = [2, 2]"), r"name one twice"),
        (("beam = [2, 8]", "beem = [2, 8]"), r"`beem` is not known here.*Did you mean 'beam'"),
    ],
)
def test_mistakes_about_trees_are_told(folder, change, says):
    with pytest.raises(sgl.InputError, match=says):
        plan_of(folder, (HEAD + RNNG).replace(*change))


def test_trees_are_not_learnt_as_text(folder):
    plan = plan_of(folder, HEAD.replace('trees = "tagged"\n', "") + OTHERS)
    with pytest.raises(sgl.InputError, match=r'looks like bracketed trees.*trees = "tagged"'):
        rear(plan, folder / "out")


def test_a_damaged_tree_is_shown(folder):
    lines = (folder / "train.mrg").read_text(encoding="utf-8").splitlines()
    (folder / "train.mrg").write_text("\n".join([*islice(lines, 3), "(S (NP (DT the"]) + "\n", encoding="utf-8")
    with pytest.raises(sgl.InputError, match=r"train\.mrg: line 4, column"):
        rear(plan_of(folder, HEAD + RNNG), folder / "out")
