"""What a worker does, with faults that a sentence asks for; imported by the workers themselves."""

from __future__ import annotations

import os
import time
from pathlib import Path

from syntaxgym_lite.errors import ScoringError
from syntaxgym_lite.scoring import executors

REAL = executors._do
FOLDER = "SGLITE_TEST_FAULTS"


def do(work):
    """Score, but ``die N`` ends the process in the first N attempts, and ``fail N`` fails in them; ``slow`` waits."""
    for text in work.texts:
        kind, _, rest = text.partition(" ")
        if kind == "slow":
            time.sleep(0.2)
        elif kind in ("die", "fail"):
            log = Path(os.environ[FOLDER]) / text.replace(" ", "_")
            n = len(log.read_text()) if log.exists() else 0
            log.write_text("x" * (n + 1))
            if n < int(rest.split()[0]):
                if kind == "die":
                    os._exit(9)
                raise ScoringError(f"fault {n + 1}")
    return REAL(work)
