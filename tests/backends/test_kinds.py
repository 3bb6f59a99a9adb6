"""A real plug-in: built, installed somewhere clean, found by its entry point, and shown in the documentation as it is."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

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
