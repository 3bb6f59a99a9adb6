"""The table of kinds of model, and what a plug-in adds to it: one in pieces, and a real one, installed somewhere clean."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace

import pytest
from support.running import refused, sglite
from support.tiny_models import tiny_gpt
from support.toys import WordBackend

import syntaxgym_lite as sgl
from syntaxgym_lite.backends import kinds
from syntaxgym_lite.backends.identity import identify
from syntaxgym_lite.backends.kinds import Kind, available_backends, kind_in_memory, kind_named
from syntaxgym_lite.errors import InputError, ModelError, ModelNotFoundError

pytest.importorskip("hatchling", reason="builds a package")


@pytest.fixture(scope="module")
def installed_plugin(root_dir, tmp_path_factory):
    """Environment in which the plug-in of tests/plugin is installed."""
    target = tmp_path_factory.mktemp("plugin")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run(
        [*command, "--disable-pip-version-check", "--target", str(target), str(root_dir / "tests" / "plugin")],
        check=True,
        timeout=300,
    )
    assert (target / "sglite_letters.py").is_file()
    return {**os.environ, "PYTHONPATH": str(target)}


def run(environment, code):
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=300, encoding="utf-8"
    )


def test_installed_plugin_is_a_kind_of_model(installed_plugin):
    code = (
        "from syntaxgym_lite.backends import available_backends, load_backend\n"
        "print('letters' in available_backends())\n"
        "backend = load_backend('letters:abc', {'fold': False})\n"
        "print(backend.score(['a cab', 'Ab dog'])[0].bits.tolist(), backend.score(['Ab'])[0].oov.tolist())\n"
    )
    done = run(installed_plugin, code)
    assert done.stderr == ""
    # (letters + 1) * log2(3 + 1): 2 bits for each letter and for the end of the word
    assert done.stdout.splitlines() == ["True", "[4.0, 8.0] [True]"]


def test_installed_plugin_keeps_the_contract(installed_plugin):
    code = (
        "from syntaxgym_lite.backends import load_backend\n"
        "from syntaxgym_lite.testing import check_backend\n"
        "check_backend(load_backend('letters:abcdefghijklmnopqrstuvwxyz'), ['the dog barked', 'dogs bark'])\n"
        "check_backend(load_backend('letters:tehdogbarks.'))\n"
    )
    done = run(installed_plugin, code)
    assert (done.returncode, done.stderr) == (0, "")


def test_installed_plugin_errors_reach_the_user(installed_plugin):
    done = run(
        installed_plugin,
        "from syntaxgym_lite.backends import load_backend\n"
        "from syntaxgym_lite.errors import InputError\n"
        "for spec, options in (('letters:a', {}), ('letters:ab', {'fodl': True}), ('leters:ab', {})):\n"
        "    try:\n"
        "        load_backend(spec, options)\n"
        "    except InputError as error:\n"
        "        print(error)\n",
    )
    first, second, third = done.stdout.splitlines()
    assert first == "letters:a: an alphabet needs two letters at least."
    assert second == "letters models have no option 'fodl'; they have fold. Did you mean 'fold'?"
    assert third.endswith("Did you mean 'letters'?")


def test_plugin_evaluates_a_suite(installed_plugin, root_dir):
    code = (
        "import sys, syntaxgym_lite as sgl\n"
        f"run = sgl.evaluate({str(root_dir / 'suites' / 'npz.json')!r}, 'letters:abcdefghijklmnopqrstuvwxyz,.')\n"
        "print(run.models[0].model, len(run.to_frame('items')), run.to_frame('items')['holds'].sum())\n"
    )
    done = run(installed_plugin, code)
    assert done.returncode == 0, done.stderr
    # the main verb is the same word in every condition, so no comparison holds for a model without context
    assert done.stdout.split() == ["letters:abcdefghijklmnopqrstuvwxyz,.", "28", "0"]


def test_documentation_shows_the_plugin_as_it_is(root_dir):
    page = (root_dir / "docs" / "how-to" / "write-a-backend.md").read_text(encoding="utf-8")
    for language, name in (("toml", "pyproject.toml"), ("python", "sglite_letters.py")):
        shown = re.search(rf"```{language}\n(.*?)```", page, re.DOTALL)
        assert shown is not None
        assert shown.group(1) == (root_dir / "tests" / "plugin" / name).read_text(encoding="utf-8")


class Toy:
    """A model in memory that only the plug-in knows."""


def load(path: str, *, volume: int = 3) -> WordBackend:
    return WordBackend(lambda word: volume * len(word))


def from_toy(model: Toy, tokenizer: object = None, *, volume: int = 1) -> WordBackend:
    return WordBackend(lambda word: volume * len(word))


TOY = Kind(
    "another name",
    load=load,
    files=lambda rest, options: [Path(rest)],
    from_model=from_toy,
    takes=lambda model: isinstance(model, Toy),
    is_fast=True,
)


@pytest.fixture
def plugins(monkeypatch):
    """Entry points of three plug-ins: a whole kind, a mere loader, and one that cannot be imported."""
    entries = {
        name: EntryPoint(name, value, kinds.ENTRY_POINT_GROUP)
        for name, value in {
            "toy": "support_of_kinds:TOY",
            "plain": "support_of_kinds:load",
            "broken": "no_such_module:load",
            "number": "support_of_kinds:FIVE",
        }.items()
    }
    monkeypatch.setattr(kinds, "_plugins", lambda: entries)
    monkeypatch.setitem(sys.modules, "support_of_kinds", SimpleNamespace(TOY=TOY, load=load, FIVE=5))
    kinds._plugin.cache_clear()
    yield
    kinds._plugin.cache_clear()


@pytest.mark.parametrize("name", [name for name in available_backends() if kind_named(name).named_options is not None])
def test_options_that_are_named_are_those_of_the_loader(name):
    kind = kind_named(name)
    assert kind.options == replace(kind, named_options=None).options


@pytest.mark.usefixtures("plugins")
def test_a_plug_in_can_be_all_that_a_built_in_kind_is(tmp_path):
    file = tmp_path / "toy.txt"
    file.write_text("weights")
    kind = kind_named("toy")
    assert kind == replace(TOY, name="toy")
    assert kind.options == {"volume"}
    assert identify(f"toy:{file}") is not None  # the cache can tell that it is the same one
    first = identify(f"toy:{file}")
    file.write_text("other weights")
    assert identify(f"toy:{file}") != first
    assert kind_in_memory(Toy()) == kind
    # "the" and "fox" have three letters each
    [named] = sgl.surprisals(f"toy:{file}", ["the fox"], volume=2)
    assert named.bits.tolist() == [6.0, 6.0]
    [in_memory] = sgl.surprisals(Toy(), ["the fox"], volume=5)
    assert in_memory.bits.tolist() == [15.0, 15.0]


@pytest.mark.usefixtures("plugins")
def test_a_plug_in_may_be_a_loader_and_no_more(tmp_path):
    kind = kind_named("plain")
    assert (kind.options, kind.files, kind.takes) == ({"volume"}, None, None)
    assert identify("plain:whatever") is None
    assert sgl.surprisals("plain:x", "the fox")[0].bits.tolist() == [9.0, 9.0]


@pytest.mark.usefixtures("plugins")
def test_a_broken_plug_in_is_named_and_harms_no_other_model():
    with pytest.raises(ModelNotFoundError, match="'broken:'"):
        sgl.open_model("broken:x")
    with pytest.raises(ModelNotFoundError, match="'number:' models names neither a Kind nor a loader, but 5"):
        sgl.open_model("number:x")
    assert kind_in_memory(Toy()) is not None
    assert kind_in_memory(object()) is None


def test_an_unknown_kind_is_refused_with_the_known_ones():
    with pytest.raises(InputError, match="no kind of model 'nothing'; known are hf, kenlm"):
        kind_named("nothing")


@pytest.fixture
def careless(monkeypatch):
    """Plug-ins that fail in every place where they are asked."""

    def fail(*_, **__):
        raise RuntimeError("boom")

    made = {
        "lazy": Kind("lazy", load="sglite_nowhere:load"),
        "raising": Kind("raising", load=fail, files=fail, takes=fail, from_model=fail),
        "half": Kind("half", load=load, takes=lambda model: True),
    }

    def plugin(name):
        if name in made:
            return made[name]
        raise ModelNotFoundError(f"The plug-in for '{name}:' models could not be loaded: boom")

    monkeypatch.setattr(kinds, "_plugins", lambda: dict.fromkeys([*made, "gone"]))
    monkeypatch.setattr(kinds, "_plugin", plugin)


@pytest.mark.usefixtures("careless")
@pytest.mark.parametrize("spec", ["lazy:abc", "raising:abc", "gone:abc"])
def test_a_plug_in_that_fails_is_named_and_costs_no_other_models_results(spec):
    with pytest.raises(ModelError, match=spec.partition(":")[0]):
        sgl.open_model(spec)
    done = sglite("eval", "npz", "--model", spec, "--model", "ngram", "--format", "json")
    assert done.code == 3
    assert [model["model"] for model in done.json["models"]] == ["ngram"]
    assert "defect" not in done.err


@pytest.mark.usefixtures("careless")
def test_plug_ins_that_fail_to_say_what_they_take_leave_models_in_memory_alone():
    assert kind_in_memory(object()) is None
    [scored] = sgl.surprisals(tiny_gpt(), "the fox")
    assert len(scored.tokens) == 2


class Quits:
    """A plug-in that ends the program at a moment of its life."""

    def __init__(self, moment, error=SystemExit):
        self.moment = moment
        self.error = error

    def load(self):  # as an entry point is
        self.at("import")
        return self.open

    def open(self, rest):
        self.at("opening")
        self.toy = WordBackend(name=f"quits:{rest}")
        return self

    @property
    def info(self):
        return self.toy.info

    def score(self, texts, options):
        self.at("scoring")
        return self.toy.score(texts, options)

    def at(self, moment):
        if moment == self.moment:
            raise self.error(0)


@pytest.mark.parametrize("error", [SystemExit, GeneratorExit, MemoryError])
@pytest.mark.parametrize("moment", ["import", "opening", "scoring"])
def test_a_plugin_that_ends_the_program_is_a_model_that_failed(monkeypatch, moment, error):
    """Field case E14: SystemExit(0) went through, and a script saw success without any output."""
    monkeypatch.setattr(kinds, "_plugins", lambda: {"quits": Quits(moment, error)})
    kinds._plugin.cache_clear()
    try:
        said = refused("eval", "npz", "--model", "quits:x", "--no-cache", code=3)
        both = sglite("eval", "npz", "--model", "quits:x", "--model", "ngram", "--no-cache", "--format", "csv")
    finally:
        kinds._plugin.cache_clear()
    assert said.startswith("Error: ")
    assert "quits" in said
    assert ("not enough memory" if error is MemoryError else "it tried to end the program") in said
    assert both.code == 3
    assert "ngram,npz" in both.out  # it costs no other model its results
