"""The grid that the studio ships is what its authors published, in the version that is locked."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

import syntaxgym_lite

VENDOR = Path(syntaxgym_lite.__file__).parent / "studio" / "vendor"


def recorded() -> dict[str, str]:
    lines = (VENDOR / "files.sha256").read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, name in (line.split("  ") for line in lines)}


def shipped() -> dict[str, str]:
    files = (path for path in sorted((VENDOR / "revogrid").rglob("*")) if path.is_file())
    return {path.relative_to(VENDOR).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_shipped_files_are_those_that_were_recorded():
    assert shipped() == recorded()


def test_version_and_licence_are_said_and_locked_with_a_hash():
    needs = json.loads((VENDOR / "package.json").read_text(encoding="utf-8"))["dependencies"]
    text = (VENDOR / "package-lock.json").read_text(encoding="utf-8")
    packages = json.loads(text)["packages"]
    readme = (VENDOR / "README.md").read_text(encoding="utf-8")
    for name, version in needs.items():
        locked = packages[f"node_modules/{name}"]
        assert locked["version"] == version
        assert locked["license"] == "MIT"
        assert locked["integrity"].startswith("sha512-")
        assert f"| {version} | MIT" in readme
    assert set(packages) == {"", *(f"node_modules/{name}" for name in needs)}
    assert "://" not in text  # of no registry in particular
    assert "MIT License" in (VENDOR / "revogrid" / "LICENSE").read_text(encoding="utf-8")


def test_shipped_files_ask_nobody_for_anything():
    """What is loaded is beside it."""
    for path in (VENDOR / "revogrid").glob("*.js"):
        text = path.read_text(encoding="utf-8")
        assert "sourceMappingURL" not in text, path.name
        assert "eval(" not in text, path.name
        assert "new Function(" not in text, path.name


def test_shipped_files_are_what_npm_gives_for_the_lock_file(tmp_path):
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("needs npm, which is not here")
    lock = json.loads((VENDOR / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    [(key, locked)] = [(key, one) for key, one in lock.items() if key]
    name = key.removeprefix("node_modules/")
    wanted = f"{name}@{locked['version']}"
    try:
        done = subprocess.run(
            [npm, "pack", wanted, "--silent", "--fetch-retries=0", "--fetch-timeout=20000"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    except subprocess.TimeoutExpired:
        pytest.skip("needs a registry of npm, which does not answer")
    if done.returncode:
        pytest.skip("needs a registry of npm, which cannot be reached")
    [archive] = tmp_path.glob("*.tgz")
    digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    assert f"sha512-{digest}" == locked["integrity"]
    published = {}
    with tarfile.open(archive) as members:
        for file in recorded():
            inside = file.replace("revogrid/", "package/" if file.endswith("LICENSE") else "package/dist/revo-grid/", 1)
            member = members.extractfile(inside)
            assert member is not None
            published[file] = hashlib.sha256(member.read()).hexdigest()
    assert published == shipped()
