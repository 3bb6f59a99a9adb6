"""What a benchmark finds, and how it is written down and drawn."""

from __future__ import annotations

import datetime
import importlib.metadata
import json
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

PACKAGES = ("syntaxgym_lite", "torch", "transformers", "numpy", "minicons", "lm_eval", "syntaxgym", "kenlm-ex")


@dataclass(frozen=True)
class Comparison:
    """Medians of one rival and of this package, measured by turns.

    Parameters
    ----------
    what : str
        What this package did.
    rival : str
        What it is compared with.
    ours, theirs : float
        Median rates, in `unit`.
    unit : str
    aim : float or None
        The ratio that is aimed at.
    """

    what: str
    rival: str
    ours: float
    theirs: float
    unit: str
    aim: float | None = None

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs

    @property
    def reached(self) -> bool | None:
        return None if self.aim is None else self.ratio >= self.aim

    def __str__(self) -> str:
        aim = "" if self.aim is None else f", aim {self.aim:g}: {'reached' if self.reached else 'NOT reached'}"
        return (
            f"{self.what}: {self.ours:,.4g} {self.unit}; {self.rival}: {self.theirs:,.4g}; ratio {self.ratio:,.3g}{aim}"
        )


def write_json(path: Path, found: Mapping[str, Sequence[Comparison]], notes: Mapping[str, Sequence[str]]) -> None:
    """Write the comparisons; those of benchmarks that did not run now stay as they were, with their own date."""
    old = json.loads(path.read_text(encoding="utf-8"))["benchmarks"] if path.exists() else {}
    run = {"date": datetime.date.today().isoformat(), "machine": _machine(), "versions": _versions()}
    for name, comparisons in found.items():
        rows = [{**asdict(c), "ratio": c.ratio, "reached": c.reached} for c in comparisons]
        command = f"python -m benchmarks {name}"
        old[name] = {"command": command, **run, "comparisons": rows, "notes": list(notes[name])}
    document = {"schema_version": 1, "benchmarks": old}
    path.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def draw(json_path: Path, svg_path: Path) -> None:
    """Draw every ratio with its aim; needs matplotlib."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "sglite"
    import matplotlib.pyplot as plt

    blocks = json.loads(json_path.read_text(encoding="utf-8"))["benchmarks"].values()
    rows: list[dict[str, Any]] = [row for block in blocks for row in block["comparisons"]]
    if not rows:
        return
    fig, axes = plt.subplots(figsize=(9, 0.9 + 0.62 * len(rows)), layout="constrained")
    for place, row in enumerate(reversed(rows)):
        colour = {True: "#2a7f62", False: "#c8662b", None: "#6b7785"}[row["reached"]]
        axes.barh(place, row["ratio"], color=colour, height=0.55)
        axes.text(row["ratio"] * 1.06, place, f"{row['ratio']:,.3g}×", va="center", fontsize=9)
        if row["aim"] is not None:
            axes.plot([row["aim"]] * 2, [place - 0.38, place + 0.38], color="black", linewidth=1.6)
    axes.set_xscale("log")
    axes.set_ylim(-0.6, len(rows) - 0.4)
    axes.axvline(1, color="#999999", linewidth=0.8, zorder=0)
    axes.set_yticks(range(len(rows)), [f"{row['what']}\nagainst {row['rival']}" for row in reversed(rows)], fontsize=8)
    marks = [1, *(row[key] for row in rows for key in ("ratio", "aim") if row[key] is not None)]
    axes.set_xlim(min(marks) / 1.6, max(marks) * 2.5)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_xlabel(
        "speed of sglite / speed of the rival\nblack line: the aim; green: reached, orange: not reached, grey: no aim"
    )
    axes.spines[["top", "right"]].set_visible(False)
    fig.savefig(svg_path, metadata={"Date": None})
    plt.close(fig)


def _machine() -> dict[str, Any]:
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [
            line.split(":", 1)[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")
        ]
        cpu = names[0] if names else cpu
    return {
        "processor": cpu,
        "cores": os.cpu_count(),
        "system": platform.system(),
        "load": round(os.getloadavg()[0], 2),
    }


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found
