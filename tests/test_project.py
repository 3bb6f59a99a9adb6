"""The project as a whole: layers, style, types, the wheel, sizes, and what CI runs."""

from __future__ import annotations

import email
import hashlib
import importlib
import importlib.metadata
import json
import os
import pkgutil
import re
import subprocess
import sys
import warnings
import zipfile
from pathlib import Path

import pytest

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import SgliteWarning
from syntaxgym_lite.resources import shipped_models

MB = 1_000_000


def tool(root: Path, *command: str) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_imports_point_down_the_layers(root_dir):
    script = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([script], cwd=root_dir, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_code_is_clean(root_dir):
    tool(root_dir, "ruff", "check", "--no-cache", ".")


def test_the_code_is_formatted(root_dir):
    tool(root_dir, "ruff", "format", "--no-cache", "--check", ".")


def test_the_package_passes_the_strict_type_check(root_dir):
    """With the types of the locked NumPy: those of others differ in what they take for an array."""
    lock = (root_dir / ".ci" / "requirements.txt").read_text(encoding="utf-8")
    if f"numpy=={importlib.metadata.version('numpy')} " not in lock:
        pytest.skip("types are checked with the locked version of NumPy")
    tool(root_dir, "mypy")  # its cache in the checkout makes the second run one of seconds


def test_every_public_name_exists():
    for name in sgl.__all__:
        assert getattr(sgl, name) is not None
    assert set(sgl.__all__) <= set(dir(sgl))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = sgl.nothing


def test_a_slip_in_python_is_answered_by_what_was_meant():
    """Field case C5."""
    with pytest.raises(sgl.InputError, match=r"option 'model'.*Did you mean 'models'\?$"):
        sgl.evaluate("npz", model="ngram")
    with pytest.raises(sgl.InputError, match=r"Did you mean 'lowercase'\?$"):
        sgl.evaluate("npz", "ngram", lower_case=True)
    with pytest.raises(AttributeError, match="Did you mean 'load_suites'"):
        _ = sgl.load_suits
    assert sgl.load_suite("npz") == sgl.load_suites("npz")[0]
    with pytest.raises(sgl.InputError, match=r"no such file or shipped suite. Did you mean 'npz'\?$"):
        sgl.load_suite("npzz")
    with pytest.raises(TypeError, match=r"Call surprisals\(MODEL, TEXTS\)"):
        importlib.import_module("syntaxgym_lite.surprisal")("The cat sat.", "ngram")
    [scored] = sgl.surprisals("ngram", "The cat sat.")
    assert len(scored.tokens) == 4


def test_what_a_notebook_shows_of_an_object_is_one_line(tmp_path):
    """Field case C4: a suite gave 34,913 characters."""
    model = sgl.open_model("ngram")
    suite = sgl.load_suite("npz")
    run = sgl.evaluate(suite, model)
    [of_model], item = run.models, suite.items[0]
    [of_suite] = of_model.suites
    shown = [
        *(run, of_model, of_suite, of_suite.sentences[0], of_suite.outcomes[0]),
        *(suite, item, item.conditions[0], item.conditions[0].regions[0], suite.predictions[0]),
        *(suite.predictions[0].formula, next(suite.sentences()), sgl.parse_formula("(1;%a%) < 2")),
        *(model, model.backend, model.info, *model.score(["The cat sat. " * 1000]), sgl.ScoringOptions()),
        *(sgl.check_suite(suite)[:1], sgl.measure_perplexity(model, ["The cat sat."])),
    ]
    path = tmp_path / "rated.csv"
    path.write_text("sentence,rating\nThe cat sat.,7\n" + "The cat cat.,1\n")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SgliteWarning)
        measured = sgl.measure_acceptability(sgl.read_rated(path), model)
    shown += [measured, measured.table, *measured.models, sgl.RatedColumns()]
    for thing in shown:
        assert "\n" not in repr(thing)
        assert len(repr(thing)) < 600, type(thing)
    assert repr(suite).startswith(f"<Suite 'npz': {len(suite.items)} items x 4 conditions, 6 regions, 1 prediction")
    assert repr(model) == "<Scorer of 'ngram'>"


ONE_FOR_EACH_KIND = {"ENDPOINTS", "draw", "from_model", "load", "locate", "train"}
"""Functions of one name, and one meaning, in the module of each kind of model, of figure, or of part of the studio."""


def test_no_two_public_things_share_a_name():
    found: dict[str, dict[int, str]] = {}
    for info in pkgutil.walk_packages(sgl.__path__, f"{sgl.__name__}."):
        if not info.name.endswith("__main__"):
            module = importlib.import_module(info.name)
            for name in getattr(module, "__all__", ()):
                found.setdefault(name, {}).setdefault(id(getattr(module, name)), info.name)
    shared = {name: sorted(places.values()) for name, places in found.items() if len(places) > 1}
    assert {name: places for name, places in shared.items() if name not in ONE_FOR_EACH_KIND} == {}


WITHOUT_A_MODULE = {
    "test_docs.py": "the documents and the commands in them",
    "test_doctests.py": "the examples in the docstrings of all modules",
    "test_fuzz.py": "what fuzzing keeps: faults that were found once, and a few generated inputs",
    "test_project.py": "the project as a whole",
    "test_site.py": "the site that is made of the documents",
    "test_smollm2.py": "all of the package on a real transformer, against values computed independently",
    "test_notebooks.py": "the notebooks among the documents",
    "authoring/test_dependency_pairs_treebanks.py": "pairs of all treebanks at hand, held against their rows",
    "figures/test_gallery.py": "the pictures among the documents",
    "reports/html/test_browser.py": "the page of a report as a browser shows it",
    "studio/test_model.py": "the pane of models as a browser shows it",
    "studio/test_grid.py": "the grid as a browser shows it",
    "studio/test_design.py": "the panes of the design and of checks as a browser shows them",
    "studio/test_predictions.py": "the pane of predictions as a browser shows it",
    "studio/test_saving.py": "saving, drafts and tabs as a browser has them",
    "studio/test_acceptance.py": "what the studio is for, from a German workbook to figure and report, in a browser",
    "studio/test_attacks.py": "the studio under pages from elsewhere, in a real browser",
    "studio/test_vendor.py": "the grid that the studio ships: what its authors published",
    "cli/test_faults.py": "the whole program under signals, kills, and want of what it needs",
    "backends/word/test_columns.py": "columns of both n-gram back ends against one word of one sentence at a time",
    "backends/word/test_folders.py": "one rule for the folders of all word-level models",
}
"""Files of tests that are about no single module, and what they are about."""


def test_every_test_file_stands_where_its_module_stands(root_dir):
    """``tests/a/test_b.py`` is about ``syntaxgym_lite/a/b.py``; tests of ``models/`` and ``suites/`` are apart."""
    homeless = set()
    for path in (root_dir / "tests").rglob("test_*.py"):
        file = path.relative_to(root_dir / "tests")
        name, folder = path.stem.removeprefix("test_"), root_dir / "syntaxgym_lite" / file.parent
        package = folder if folder.name == name else folder / name  # tests/cli/test_cli.py is about the package `cli`
        modules = (folder / f"{name}.py", folder / f"_{name}.py", package / "__init__.py")
        if file.parts[0] not in ("models", "suites") and not any(module.is_file() for module in modules):
            homeless.add(file.as_posix())
    assert homeless == set(WITHOUT_A_MODULE)


def test_ci_runs_the_test_command_of_the_readme(root_dir):
    readme = (root_dir / "README.md").read_text(encoding="utf-8")
    ci = (root_dir / ".ci" / "run").read_text(encoding="utf-8")
    pattern = re.search(r"grep -m1 -E '([^']+)'", ci)
    assert pattern is not None
    assert re.search(pattern[1].replace(r"\[", r"\["), readme, re.MULTILINE)
    assert os.access(root_dir / ".ci" / "run", os.X_OK)


def test_every_dependency_is_locked_with_hashes_and_its_licence_is_listed(root_dir):
    direct = {re.split(r"[^\w-]", need)[0] for need in importlib.metadata.requires("syntaxgym_lite") or ()}
    lock = (root_dir / ".ci" / "requirements.txt").read_text(encoding="utf-8")
    locked = dict(
        re.findall(r"^([a-z][\w.-]*)==\S+ \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", lock, re.MULTILINE)
    )
    assert len(locked) == len(re.findall("^[^ #]", lock, re.MULTILINE))
    # for Python 3.10; the extras' own extra; what CI does without
    assert direct - set(locked) <= {"tomli", "syntaxgym_lite", "bitsandbytes", "llama-cpp-python"}
    licences = (root_dir / "docs" / "releasing.md").read_text(encoding="utf-8")
    run_time = {
        re.split(r"[^\w-]", need)[0]
        for need in importlib.metadata.requires("syntaxgym_lite") or ()
        if not re.search(r"extra == .(test|docs|tomli)", need)
    }
    assert run_time - set(re.findall(r"^\| `([\w.-]+)` \| \w", licences, re.MULTILINE)) <= {"tomli"}


def test_shipped_files_stay_small(root_dir):
    for folder, most in (("models", 25 * MB), ("suites", 1 * MB)):
        for path in (root_dir / folder).rglob("*"):
            assert path.is_dir() or path.stat().st_size <= most, path


@pytest.mark.parametrize("name", shipped_models())
def test_every_shipped_model_has_a_card_that_matches_its_files(name):
    model = shipped_models()[name]
    card = model.card
    for key in ("name", "backend", "description", "licence", "weights", "sha256", "command"):
        assert card.get(key), key
    assert card["name"] == name
    assert card["licence"].startswith("CC BY-SA 4.0")  # as the expression in pyproject.toml says
    assert "creativecommons.org/licenses/by-sa/4.0" in (model.folder / "README.md").read_text(encoding="utf-8")
    assert hashlib.sha256((model.folder / card["weights"]).read_bytes()).hexdigest() == card["sha256"]


def test_the_wheel_works_where_the_checkout_is_not(root_dir, tmp_path):
    """Shipped data is where packages break: build the wheel, unpack it somewhere clean, use it once."""
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "--no-build-isolation",
            "-w",
            tmp_path,
            root_dir,
        ],
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.stat().st_size < 35 * MB
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
        names = archive.namelist()
    assert "syntaxgym_lite/data/predictions_grammar.lark" in names
    studio = root_dir / "syntaxgym_lite" / "studio"  # pages, styles, scripts, and the grid
    own = {
        path.relative_to(root_dir).as_posix() for path in studio.rglob("*") if path.suffix in (".js", ".css", ".html")
    }
    assert own <= set(names)
    assert {f"syntaxgym_lite/studio/vendor/{name}" for name in ("README.md", "package-lock.json")} <= set(names)
    # field case D13: the wheel carries models under another licence than the program's
    [about] = site.glob("*.dist-info/METADATA")
    fields = email.message_from_string(about.read_text(encoding="utf-8"))
    assert fields["License-Expression"] == "MIT AND CC-BY-SA-4.0"
    carried = {f"models/{name}/README.md" for name in shipped_models()} | {"LICENSE"}
    carried.add("syntaxgym_lite/studio/vendor/revogrid/LICENSE")
    assert set(fields.get_all("License-File")) == carried
    assert all((about.parent / "licenses" / name).is_file() for name in carried)
    code = "import sys, syntaxgym_lite; from syntaxgym_lite.cli import main; print(syntaxgym_lite.__file__, file=sys.stderr); main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "eval", "npz", "--format", "json", "--quiet"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(site)},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert str(site) in done.stderr
    assert json.loads(done.stdout)["models"][0]["suites"][0]["n_items"] >= 24
