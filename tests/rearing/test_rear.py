"""A plan is done, killed, gone on with, and done in parts: to the same results."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import SgliteError, SgliteWarning
from syntaxgym_lite.rearing.cost import costs
from syntaxgym_lite.rearing.plan_file import load_plan, loads_plan
from syntaxgym_lite.rearing.rear import rear
from syntaxgym_lite.shards import Shard

PLAN = """
name = "toy"
[corpus]
train = ["train.txt"]
valid = ["valid.txt"]
test = ["test.txt"]
sizes = ["300", "all"]
seed = 3
[suites]
files = ["npz", "number_prep"]
[budget]
epochs = 1
[[architectures]]
name = "trigram"
arch = "ngram"
order = 3
min_count = 1
discount_fallback = [0.5, 1.0, 1.5]
[[architectures]]
arch = "lstm"
seeds = [1, 2]
hidden = 8
emb = 8
layers = 1
epochs = 1
batch_size = 4
bptt = 8
[[architectures]]
arch = "transformer"
layers = 1
heads = 2
width = 16
context = 64
vocab_size = 300
batch_size = 4
epochs = 1
""".replace("[budget]\nepochs = 1\n", "[budget]\nmax_words = 100000\n")


@pytest.fixture
def folder(tmp_path):
    words = ["the", "dog", "cat", "dogs", "cats", "sees", "see", "near", "old", "trees", "while", "sleeps"]
    rng = np.random.default_rng(5)
    for name, n in (("train", 150), ("valid", 20), ("test", 20)):
        lines = [" ".join(rng.choice(words, size=rng.integers(3, 9))) + " ." for _ in range(n)]
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    return tmp_path


def outcomes(folder):
    document = json.loads((folder / "results" / "run.json").read_text())
    return [(model["model"], [suite["predictions"] for suite in model["suites"]]) for model in document["models"]]


def test_a_plan_is_done_and_gone_on_with(folder, monkeypatch):
    plan = load_plan(folder / "plan.toml")
    names = [cell.name for cell in plan.cells()]
    assert names == [f"{one}-{size}{seed}" for size in ("300", "all") for one, seed in
                     (("trigram", ""), ("lstm", "-s1"), ("lstm", "-s2"), ("transformer", ""))]  # fmt: skip
    whole = rear(plan, folder / "whole")
    assert [model.model for model in whole.result.models] == names
    with (folder / "whole" / "results" / "models.csv").open(encoding="utf-8") as file:
        rows = {row["model"]: row for row in csv.DictReader(file)}
    # the parts hold whole sentences, the smaller inside the larger one
    part, all_of_it = (
        (folder / "whole" / "corpus" / f"train-{size}.txt").read_text().splitlines() for size in ("300", "all")
    )
    assert all_of_it[: len(part)] == part
    assert sorted(all_of_it) == sorted((folder / "train.txt").read_text().splitlines())
    n_words = sum(len(line.split()) for line in part)
    assert 300 <= n_words < 309
    assert float(rows["trigram-300"]["words"]) == n_words
    # perplexity by its own command's function, and bits a character by hand
    test = (folder / "test.txt").read_text().splitlines()
    found = sgl.measure_perplexity(
        f"ngram:{folder / 'whole' / 'cells' / 'trigram-all' / 'model'}", test, words="clitics"
    )
    assert float(rows["trigram-all"]["perplexity"]) == pytest.approx(found.perplexity)
    bits = found.bits / sum(len(line) + 1 for line in test)
    assert float(rows["trigram-all"]["bits_per_character"]) == pytest.approx(bits)
    lock = json.loads((folder / "whole" / "rear.lock.json").read_text())
    assert set(lock["models"]) == set(names)
    assert all(lock["models"].values())

    # in shares, as array jobs do it, then scored
    for shard in (Shard(1, 2), Shard(2, 2)):
        assert rear(plan, folder / "parts", shard=shard) is None
    rear(plan, folder / "parts")
    assert outcomes(folder / "parts") == outcomes(folder / "whole")
    for name in names:
        weights = [
            next((folder / of / "cells" / name / "model").glob("model.safetensors")) for of in ("whole", "parts")
        ]
        assert weights[0].read_bytes() == weights[1].read_bytes()

    # nothing is trained twice
    def fail(*args):
        raise AssertionError("trained again")

    monkeypatch.setattr("syntaxgym_lite.rearing.rear._trained", lambda jobs, *rest: iter([fail()] if jobs else []))
    again = rear(plan, folder / "whole")
    assert outcomes(again.folder) == outcomes(folder / "parts")


def test_a_folder_of_another_plan_is_refused(folder):
    text = PLAN.replace("seeds = [1, 2]", "seeds = [1]").split('[[architectures]]\narch = "transformer"')[0]
    (folder / "plan.toml").write_text(text.replace('sizes = ["300", "all"]', 'sizes = ["300"]'), encoding="utf-8")
    rear(load_plan(folder / "plan.toml"), folder / "out")
    (folder / "plan.toml").write_text(
        text.replace("order = 3", "order = 2").replace('sizes = ["300", "all"]', 'sizes = ["300"]'), encoding="utf-8"
    )
    with pytest.raises(sgl.InputError, match=r"trigram-300: holds a model of another plan \(other: options\)"):
        rear(load_plan(folder / "plan.toml"), folder / "out")


def test_one_model_that_fails_costs_no_other(folder):
    text = PLAN.split('[[architectures]]\narch = "lstm"')[0] + (
        '[[architectures]]\narch = "lstm"\nlr = 1e30\nhidden = 8\nemb = 8\nlayers = 1\nepochs = 1\nbatch_size = 4\n'
    )
    (folder / "plan.toml").write_text(text, encoding="utf-8")
    found = rear(load_plan(folder / "plan.toml"), folder / "out")
    assert [model.model for model in found.result.models] == ["trigram-300", "trigram-all"]
    assert [one.split(":")[0] for one in found.failures] == ["lstm-300", "lstm-all"]
    assert "diverged" in found.failures[0]


def test_costs_are_measured(folder):
    text = PLAN.split('[[architectures]]\narch = "lstm"')[0]
    (folder / "plan.toml").write_text(text, encoding="utf-8")
    plan = load_plan(folder / "plan.toml")
    found = list(costs(plan, folder / "out", minutes=0.001))
    assert [one.name for one in found] == ["trigram-300", "trigram-all"]
    assert all(one.words_per_second > 0 and one.minutes > 0 for one in found)
    assert not (folder / "out" / "cells").exists()
    rear(plan, folder / "out")
    assert [one.minutes for one in costs(plan, folder / "out")] == [0.0, 0.0]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (('"train.txt"', '"nowhere.txt"'), r"corpus\.train: .*nowhere\.txt: no such file"),
        (('sizes = ["300", "all"]', 'sizes = ["300", "many"]'), r"corpus\.sizes\[1\]: 'many' is no number of words"),
        (
            ('arch = "lstm"', 'arch = "lstn"'),
            r"architectures\[1\]\.arch: no class of models 'lstn'.*Did you mean 'lstm'",
        ),
        (("hidden = 8", "hiden = 8"), r"architectures\[1\]: `hiden` is not known here.*Did you mean 'hidden'"),
        (("hidden = 8", 'hidden = "eight"'), r"architectures\[1\]: `hidden`: "),
        (("heads = 2", "heads = 3"), r"`width=16` must be a multiple of `heads=3`"),
        (("[suites]", "[suits]"), r"suits: is not known here.*Did you mean 'suites'"),
        (("order = 3", "order = 3\nseeds = [1, 2]"), r"ngram has nothing random"),
        (('name = "toy"', "name = toy"), r"not TOML"),
    ],
)
def test_a_plan_with_mistakes_says_where(folder, change, says):
    (folder / "plan.toml").write_text(PLAN.replace(*change), encoding="utf-8")
    with pytest.raises(sgl.InputError, match=says):
        load_plan(folder / "plan.toml")


def test_a_text_that_is_too_short_is_refused(folder):
    (folder / "plan.toml").write_text(PLAN.replace('"300"', '"10M"'), encoding="utf-8")
    with pytest.raises(sgl.InputError, match=r"corpus\.sizes: 10M words are asked for, and the training text has"):
        rear(load_plan(folder / "plan.toml"), folder / "out")


def test_the_plan_for_a_night_that_the_documents_show_is_one(tmp_path: Path, root_dir: Path) -> None:
    page = (root_dir / "docs" / "how-to" / "compare-model-classes.md").read_text(encoding="utf-8")
    text = page.split("<!-- file: night.toml -->\n```toml\n")[1].split("```")[0]
    for name in ("train", "valid", "test"):
        (tmp_path / f"{name}-trees.txt").write_text("(S (NP (DT The) (NN dog)) (VP (VBD barked)))\n", encoding="utf-8")
    cells = list(loads_plan(text, folder=tmp_path).cells())
    # three sizes of: a 5-gram, three classes with two seeds each, an RNNG
    assert len(cells) == 3 * (1 + 3 * 2 + 1)
    assert {cell.architecture.arch for cell in cells} == {"ngram", "lstm", "onlstm", "transformer", "rnng"}


def only(text, *archs):
    """A plan with some of its architectures."""
    head, *tables = text.split("[[architectures]]")
    return head + "".join(
        f"[[architectures]]{table}" for table in tables if any(f'arch = "{one}"' in table for one in archs)
    )


def test_a_test_sentence_longer_than_a_transformer_sees_is_measured(folder):
    """By what it sees of the words before; nothing else of the plan is lost."""
    with (folder / "test.txt").open("a", encoding="utf-8") as file:
        file.write("the dog sees the cat " * 40 + ".\n")
    text = only(PLAN, "transformer").replace('sizes = ["300", "all"]', 'sizes = ["300"]')
    (folder / "plan.toml").write_text(text, encoding="utf-8")
    found = rear(load_plan(folder / "plan.toml"), folder / "out")
    assert found.failures == ()
    [row] = csv.DictReader(found.models.read_text(encoding="utf-8").splitlines())
    model = folder / "out" / "cells" / "transformer-300" / "model"
    sentences = (folder / "test.txt").read_text().splitlines()
    with pytest.raises(SgliteError, match="sees at most 64"):
        sgl.measure_perplexity(str(model), sentences)
    with pytest.warns(SgliteWarning, match="was scored in 6 windows"):
        wanted = sgl.measure_perplexity(str(model), sentences, words="clitics", window=True)
    said = json.loads((folder / "out" / "cells" / "transformer-300" / "measured.json").read_text())["warnings"]
    assert "was scored in 6 windows" in said[0]
    assert float(row["perplexity"]) == pytest.approx(wanted.perplexity)


def test_a_perplexity_that_cannot_be_measured_costs_no_other(folder, monkeypatch):
    text = only(PLAN, "ngram")
    (folder / "plan.toml").write_text(text, encoding="utf-8")
    from syntaxgym_lite.rearing import rear as module

    real = module.measured

    def fail_once(model, corpus):
        if model.name == "trigram-300":
            raise RuntimeError("out of memory")
        return real(model, corpus)

    monkeypatch.setattr(module, "measured", fail_once)
    found = rear(load_plan(folder / "plan.toml"), folder / "out")
    assert found.failures == ("trigram-300: no perplexity: RuntimeError: out of memory",)
    assert [model.model for model in found.result.models] == ["trigram-300", "trigram-all"]
    rows = list(csv.DictReader(found.models.read_text(encoding="utf-8").splitlines()))
    assert rows[0]["perplexity"] == ""
    assert float(rows[1]["perplexity"]) > 1


def test_one_budget_is_as_many_passes_for_all_classes(folder):
    """Whatever a class counts: sentence ends, words between blanks."""
    for name in ("train", "valid", "test"):  # marks that are no words of their own between blanks
        path = folder / f"{name}.txt"
        path.write_text(path.read_text().replace(" .", "."), encoding="utf-8")
    text = (
        only(PLAN, "lstm", "transformer").replace("max_words = 100000", "max_words = 600").replace("epochs = 1\n", "")
    )
    text = (
        text.replace('sizes = ["300", "all"]', 'sizes = ["300"]')
        .replace("seeds = [1, 2]\n", "")
        .replace("seed = 3\n", "seed = 3\nlowercase = true\n")
    )
    (folder / "plan.toml").write_text(text, encoding="utf-8")
    rear(load_plan(folder / "plan.toml"), folder / "out")
    cards = [
        json.loads((folder / "out" / "cells" / f"{one}-300" / "model" / "card.json").read_text())
        for one in ("lstm", "transformer")
    ]
    lock = json.loads((folder / "out" / "rear.lock.json").read_text())
    passes = 600 / lock["corpus"]["parts"][0]["n_words"]
    for card in cards:
        assert card["epochs"] == pytest.approx(passes, abs=0.3)  # a batch too many at most
        assert card["options"]["lowercase" if card["backend"] == "hf" else "max_words"]
    assert cards[0]["options"]["max_words"] > 600 > cards[1]["options"]["max_words"]
    assert cards[0]["lowercase"] is True


def test_a_budget_of_its_own_is_the_only_one(folder):
    text = PLAN.replace('arch = "transformer"', 'arch = "transformer"\nmax_minutes = 1')
    (folder / "plan.toml").write_text(text, encoding="utf-8")
    options = {one.arch: one.options for one in load_plan(folder / "plan.toml").architectures}
    assert options["lstm"]["max_words"] == 100000
    assert "max_words" not in options["transformer"]


@pytest.mark.parametrize("name", ["train", "valid", "test"])
def test_markers_and_empty_texts_are_refused_before_anything_is_trained(folder, name):
    path = folder / f"{name}.txt"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:2], "the dog </s> sees .", *lines[2:]]), encoding="utf-8")
    with pytest.raises(sgl.InputError, match=rf"{name}\.txt: line 3: '</s>' stands in the text"):
        rear(load_plan(folder / "plan.toml"), folder / "out")
    path.write_text("\n\n", encoding="utf-8")
    with pytest.raises(sgl.InputError, match=rf"corpus\.{name}: there is no sentence"):
        rear(load_plan(folder / "plan.toml"), folder / "out")
    assert not (folder / "out" / "cells").exists()


def test_an_error_of_any_kind_costs_no_other_model(folder, monkeypatch):
    text = only(PLAN, "ngram")
    (folder / "plan.toml").write_text(text, encoding="utf-8")
    from syntaxgym_lite.rearing import rear as module

    real = module.train_cell

    def fail_once(job, say=None):
        if job.cell.name == "trigram-300":
            raise MemoryError("too much")
        return real(job, say)

    monkeypatch.setattr(module, "train_cell", fail_once)
    found = rear(load_plan(folder / "plan.toml"), folder / "out")
    assert found.failures == ("trigram-300: MemoryError: too much",)
    assert [model.model for model in found.result.models] == ["trigram-all"]
