"""Training RNNGs: loss falls, a seed decides, a run that was killed ends as if nothing had happened."""

from __future__ import annotations

import hashlib
import json
import math
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from support.plain_rnng import PlainRnng

from syntaxgym_lite.backends.word.rnng import load
from syntaxgym_lite.errors import InputError, ModelError
from syntaxgym_lite.lm.loop import TrainingProgress
from syntaxgym_lite.lm.rnng.actions import derivation_of
from syntaxgym_lite.lm.rnng.training import RnngOptions, TreeCorpus, TreeValidation, train
from syntaxgym_lite.lm.rnng.trees import parse_trees

TREES = [
    f"(S (NP (DT The) (NN {noun})) (VP (VBD {verb}){rest}) (. .))"
    for noun in ("dog", "cat", "fox", "bird")
    for verb in ("saw", "chased", "left")
    for rest in ("", " (NP (DT the) (NN cat))", " (NP (NP (DT the) (NN dog)) (PP (IN near) (NP (DT the) (NN gate))))")
]
SMALL: dict[str, Any] = {"hidden": 8, "emb": 8, "layers": 1, "epochs": 2, "batch_words": 30, "lr": 0.01, "dropout": 0.2}


@pytest.fixture
def trees(tmp_path: Path) -> Path:
    path = tmp_path / "trees.txt"
    path.write_text("\n".join(TREES) + "\n", encoding="utf-8")
    return path


def run(
    trees: Path, folder: Path, *, resume: bool = False, valid: Path | None = None, **options: Any
) -> dict[str, Any]:
    held_out = None if valid is None else TreeCorpus([valid], "whitespace")
    corpus, chosen = TreeCorpus([trees], "whitespace"), RnngOptions(**{**SMALL, **options})
    return train(corpus, folder, chosen, valid=held_out, resume=resume)


def weights(folder: Path) -> bytes:
    return (folder / "model.safetensors").read_bytes()


@pytest.mark.parametrize("composition", ["lstm", "attention"])
def test_loss_falls_and_the_model_can_be_used(trees: Path, tmp_path: Path, composition: str) -> None:
    folder = tmp_path / "model"
    card = run(trees, folder, valid=trees, composition=composition, epochs=12, lr=0.03, hidden=16, emb=16)
    bits = [one["bits"] for one in card["validations"]]
    assert bits[-1] < bits[0] - 4
    assert card["valid"]["bits"] == min(bits)
    assert card["backend"] == "rnng"
    assert card["labels"] == ["NP", "S", "VP", "PP"]
    assert card["sha256"] == hashlib.sha256(weights(folder)).hexdigest()
    assert sorted(path.name for path in folder.iterdir()) == [
        "card.json",
        "counts.tsv",
        "model.safetensors",
        "vocab.txt",
    ]
    assert "<eos>" not in (folder / "vocab.txt").read_text(encoding="utf-8")
    backend = load(str(folder), beam=20, word_beam=5)
    known, swapped = backend.score(["The dog saw the cat .", "dog The saw the . cat"])
    assert known.bits.sum() < swapped.bits.sum()
    [parsed] = backend.parse(["The dog saw the cat ."])
    assert parsed is not None
    assert parsed.tree.startswith("(S (NP (X The) (X dog))")


def test_what_is_reported_is_the_objective(trees: Path, tmp_path: Path) -> None:
    # second road: loops over the file's weights
    card = run(trees, tmp_path / "model", valid=trees)
    plain = PlainRnng(
        {k: v.numpy() for k, v in load_file(tmp_path / "model" / "model.safetensors").items()}, padded=False
    )
    words = (tmp_path / "model" / "vocab.txt").read_text(encoding="utf-8").split("\n")
    number = {"SHIFT": 0, "REDUCE": 1, **{f"NT({label})": 2 + n for n, label in enumerate(card["labels"])}}
    total = n = 0.0
    for tree in parse_trees("\n".join(TREES)):
        one = derivation_of(tree)
        ids = [words.index(word) if word in words else 0 for word in one.words]
        total -= plain.log_joint(ids, [number[action] for action in one.actions])
        n += len(ids)
    assert card["valid"]["bits"] == pytest.approx(total / n / math.log(2), abs=1e-4)


def test_a_seed_gives_the_same_bytes_and_another_one_others(trees: Path, tmp_path: Path) -> None:
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        run(trees, tmp_path / name, seed=seed)
    assert weights(tmp_path / "a") == weights(tmp_path / "b") != weights(tmp_path / "c")


KILLED = """
import os, signal, sys
from pathlib import Path
from syntaxgym_lite.lm.rnng import training

n_steps, options = int(sys.argv[3]), eval(sys.argv[4])
step = training._Trainer.step

def step_and_die(self, batch):
    step(self, batch)
    if self.position.n_steps == n_steps:
        os.kill(os.getpid(), signal.SIGKILL)

training._Trainer.step = step_and_die
training.train(
    training.TreeCorpus([Path(sys.argv[1])], "whitespace"), sys.argv[2], training.RnngOptions(**options),
    checkpoint_minutes=1e-9,
)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs a kill that cannot be caught")
def test_killed_at_any_moment_and_resumed_it_ends_as_if_nothing_had_happened(trees: Path, tmp_path: Path) -> None:
    options = {**SMALL, "layers": 2, "validate_every": 100, "epochs": 3}
    whole = run(trees, tmp_path / "whole", **options)
    for n_steps in (4, 11):
        folder = tmp_path / f"killed{n_steps}"
        done = subprocess.run(
            [sys.executable, "-c", KILLED, str(trees), str(folder), str(n_steps), repr(options)],
            env={**os.environ, "OMP_NUM_THREADS": "1"}, check=False,
        )  # fmt: skip
        assert done.returncode == -signal.SIGKILL
        assert not (folder / "card.json").exists()
        with pytest.raises(ModelError, match="cut short; finish it"):
            load(str(folder))
        with pytest.raises(InputError, match="add `resume`"):
            run(trees, folder, **options)
        with pytest.raises(InputError, match=r"belongs to another run .hidden 8 there, 9 here"):
            run(trees, folder, resume=True, **{**options, "hidden": 9})
        card = run(trees, folder, resume=True, **options)
        assert weights(folder) == weights(tmp_path / "whole")
        assert [one["bits"] for one in card["validations"]] == [one["bits"] for one in whole["validations"]]
        assert not (folder / "checkpoint.safetensors").exists()
    assert run(trees, folder, resume=True, **options) == card
    with pytest.raises(InputError, match="holds a model already"):
        run(trees, folder, **options)


def test_budgets_and_patience_stop_it(trees: Path, tmp_path: Path) -> None:
    card = run(trees, tmp_path / "budget", max_words=60, epochs=50)
    assert card["stopped"] == "budget"
    assert 60 <= card["n_words_seen"] < 120
    card = run(trees, tmp_path / "patience", patience=1, epochs=50, lr=0.5, schedule="constant")
    assert card["stopped"] == "patience"
    assert run(trees, tmp_path / "epochs")["stopped"] == "epochs"


def test_progress_says_words_a_second(trees: Path, tmp_path: Path) -> None:
    seen: list[TrainingProgress[TreeValidation]] = []
    train(TreeCorpus([trees]), tmp_path / "m", RnngOptions(**SMALL), report=seen.append, report_seconds=0)
    assert all(one.words_per_second > 0 for one in seen if one.validation is None)
    assert sum(one.validation is not None for one in seen) == 2
    assert [one.n_words for one in seen] == sorted(one.n_words for one in seen)
    assert np.isfinite([one.bits for one in seen if one.validation is None]).all()


def test_trees_with_labels_that_were_not_learnt_are_left_out(trees: Path, tmp_path: Path) -> None:
    valid = tmp_path / "valid.txt"
    valid.write_text(TREES[0] + "\n(S (QP (CD 3)) (VP (VBD left)))\n", encoding="utf-8")
    card = run(trees, tmp_path / "m", valid=valid)
    assert (card["corpus"]["n_valid_trees"], card["corpus"]["n_valid_left_out"]) == (1, 1)
    valid.write_text("(S (QP (CD 3)))\n", encoding="utf-8")
    with pytest.raises(InputError, match="No validation tree can be used"):
        run(trees, tmp_path / "n", valid=valid)


def test_words_are_lower_cased_and_rare_ones_unknown(trees: Path, tmp_path: Path) -> None:
    trees.write_text(trees.read_text(encoding="utf-8") + "(S (NP (NNP Zebra)))\n", encoding="utf-8")
    card = train(TreeCorpus([trees], lowercase=True), tmp_path / "m", RnngOptions(**SMALL), valid=TreeCorpus([trees]))
    words = (tmp_path / "m" / "vocab.txt").read_text(encoding="utf-8").split()
    assert words[0] == "<unk>"
    assert "The" not in words
    assert "zebra" not in words
    assert card["lowercase"] is True
    assert (tmp_path / "m" / "counts.tsv").read_text(encoding="utf-8").startswith("<unk>\t1\n")


def test_a_loss_that_is_no_number_stops_it(trees: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="Use a smaller `lr`"):
        run(trees, tmp_path / "m", lr=1e30, clip=1e30, epochs=5)


@pytest.mark.parametrize("wrong", [{"layers": 0}, {"lr": 0}, {"dropout": 1.0}, {"max_words": 0}])
def test_options_that_are_none_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="must be"):
        RnngOptions(**wrong)


def test_a_checkpoint_of_something_else_is_refused(trees: Path, tmp_path: Path) -> None:
    from safetensors.torch import save_file

    (tmp_path / "m").mkdir()
    save_file({"x": torch.zeros(1)}, tmp_path / "m" / "checkpoint.safetensors")
    with pytest.raises(ModelError, match="no checkpoint of sglite train rnng"):
        run(trees, tmp_path / "m", resume=True)


def test_one_tree_cannot_be_split(tmp_path: Path) -> None:
    (tmp_path / "t").write_text(TREES[0], encoding="utf-8")
    with pytest.raises(InputError, match="one tree only"):
        run(tmp_path / "t", tmp_path / "m")


def test_a_slice_of_the_treebank_is_learnt(shared_dir: Path, tmp_path: Path) -> None:
    lines = (shared_dir / "trees" / "valid.txt").read_text(encoding="utf-8").splitlines()
    (tmp_path / "t").write_text("\n".join(lines[:60]), encoding="utf-8")
    card = run(tmp_path / "t", tmp_path / "m", valid=tmp_path / "t", epochs=4, batch_words=200, hidden=16, emb=16)
    bits = [one["bits"] for one in card["validations"]]
    assert bits == sorted(bits, reverse=True)
    assert json.loads((tmp_path / "m" / "card.json").read_text(encoding="utf-8")) == card
