"""Run ``sglite`` with a model of kind ``counting:FILE`` that writes every batch it is given into a file; for tests.

The model can be told to be slow (``-O seconds=0.1``), or to be killed in the middle of a batch (``-O killed_in=2``).
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

from support.toys import WordBackend

from syntaxgym_lite.backends import kinds
from syntaxgym_lite.surprisal import BackendInfo, ScoringOptions

MODULE = "support.counting_runs"


class Counting(WordBackend):
    """Words cost what their letters say, as numbers with many digits."""

    def __init__(self, log: Path, seconds: float, killed_in: int) -> None:
        super().__init__(lambda word: sum(map(ord, word)) / 7)
        self.log, self.seconds, self.killed_in = log, seconds, killed_in
        self.info = BackendInfo("counting", "counting", self.info.capabilities, "c" * 64)

    def score(self, texts, options=ScoringOptions()):
        with self.log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(list(texts)) + "\n")
        if len(self.batches) + 1 == self.killed_in:
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(self.seconds)
        return super().score(texts, options)


def load(path: str, *, seconds: float = 0.0, killed_in: int = 0) -> Counting:
    return Counting(Path(path), seconds, killed_in)


def main() -> None:
    kinds._BUILT_IN = {**kinds._BUILT_IN, "counting": kinds.Kind("counting", load=f"{MODULE}:load")}
    from syntaxgym_lite.cli import main as sglite

    sglite()


if __name__ == "__main__":
    sys.modules[MODULE] = sys.modules["__main__"]
    main()
