"""What a plan says of devices, and what is made of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

import syntaxgym_lite as sgl
from syntaxgym_lite.rearing import trainers
from syntaxgym_lite.rearing.cells import CellJob
from syntaxgym_lite.rearing.plan_file import loads_plan
from syntaxgym_lite.rearing.trainers import TRAINERS, Material

PLAN = """{device}
[corpus]
train = ["text.txt"]
valid = ["text.txt"]
test = ["text.txt"]
[suites]
files = ["npz"]
[[architectures]]
arch = "lstm"
"""


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "text.txt"
    path.write_text("The dog barked.\nThe cat slept.\n" * 5, encoding="utf-8")
    return path


def plan_of(folder, device):
    return loads_plan(PLAN.format(device=device), folder=folder)


@pytest.mark.parametrize("device", ["auto", "cpu", "cuda", "cuda:1", "mps"])
def test_a_plan_says_the_device(text, device):
    plan = plan_of(text.parent, f'device = "{device}"')
    assert plan.device == device
    assert plan.document().get("device", "auto") == device  # by default nothing is new in the lock file


def test_by_default_it_is_chosen_as_the_commands_do(text):
    assert plan_of(text.parent, "").device == "auto"


@pytest.mark.parametrize("device", ['"gpu"', "1", '"cuda:"', '"CPU"'])
def test_what_is_no_device_is_refused(text, device):
    with pytest.raises(sgl.InputError, match="device: must be auto, cpu, cuda"):
        plan_of(text.parent, f"device = {device}")


def test_a_device_is_no_part_of_what_a_model_is(text):
    [cell] = plan_of(text.parent, "").cells()
    job = CellJob(cell, text.parent / "cell", Material(text, text))
    assert job.identity() == replace(job, material=replace(job.material, device="cuda")).identity()


@pytest.mark.parametrize("arch", ["lstm", "transformer", "rnng"])
def test_a_device_that_is_not_there_is_refused_before_training(text, arch):
    if torch.cuda.is_available():
        pytest.skip("there is one")
    if arch == "rnng":
        text.write_text("(S (NP (DT The) (NN dog)) (VP (VBD barked)))\n" * 5, encoding="utf-8")
    material = Material(text, text, trees="tagged" if arch == "rnng" else "", device="cuda")
    with pytest.raises(sgl.InputError, match="`device=cuda`: not a device of this machine"):
        TRAINERS[arch].train(material, text.parent / "model", {}, lambda *_: None, seed=1)
    assert not (text.parent / "model").exists()


def test_recurrent_networks_stay_on_processors_unless_a_plan_says_otherwise(text, monkeypatch):
    chosen = []
    monkeypatch.setattr(trainers, "choose_device", lambda device: chosen.append(device) or "cpu")
    small = {"hidden": 4, "emb": 4, "epochs": 1, "layers": 1}
    for number, device in enumerate(("auto", "cpu", "cuda")):
        material = Material(text, text, device=device)
        TRAINERS["lstm"].train(material, text.parent / str(number), small, lambda *_: None, seed=1)
    assert chosen == ["cpu", "cuda"]
    weights = {(text.parent / str(number) / "model.safetensors").read_bytes() for number in range(3)}
    assert len(weights) == 1
