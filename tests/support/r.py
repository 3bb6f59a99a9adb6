"""R, where it is: the second road to statistics."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest


def rscript(script: str, folder: Path, *, timeout: float = 300) -> str:
    """Run R code in a folder and return what it prints; skip the test without R, or fail if the environment asks for it.

    CI installs r-base-core and r-cran-lme4.
    """
    program = shutil.which("Rscript")
    if program is None or subprocess.run([program, "-e", "library(lme4)"], capture_output=True, check=False).returncode:
        reason = "needs R with lme4: apt-get install --no-install-recommends r-base-core r-cran-lme4"
        if os.environ.get("SGLITE_REQUIRE_R") == "1":
            pytest.fail(f"{reason} (SGLITE_REQUIRE_R=1)")
        pytest.skip(reason)
    (folder / "script.R").write_text(script, encoding="utf-8")
    variables = {"LC_ALL": "C.UTF-8", "LANG": "C.UTF-8", "PATH": os.environ["PATH"], "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [program, "--vanilla", "script.R"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        env=variables,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
