"""Write a run to a folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..results import RunResult, write_text

__all__ = ["write_run"]


def write_run(run: RunResult, summary: Mapping[str, Any], folder: str | Path) -> None:
    """Write ``summary.json``, ``items.csv``, ``regions.csv``, ``tokens.csv`` and ``run.json``.

    Parameters
    ----------
    run : RunResult
    summary : mapping
        Of `syntaxgym_lite.stats.summarize`.
    folder : str or Path
        Made if it does not exist; files of these names in it are replaced, each whole or not at all.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    run.save(folder)
    write_text(folder / "summary.json", json.dumps(summary, ensure_ascii=False, indent=2, allow_nan=False) + "\n")
    for kind in ("items", "regions", "tokens"):
        write_text(folder / f"{kind}.csv", run.to_frame(kind).to_csv(index=False, lineterminator="\n"))
