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
        rates = f"{self.ours:,.4g} {self.unit}; {self.rival}: {self.theirs:,.4g}"
        return f"{self.what}: {rates}; ratio {_short(self.ratio)}{aim}"


@dataclass(frozen=True)
class Duration:
    """How long something took, with no rival.

    Parameters
    ----------
    what : str
        What was done.
    seconds : float
        Median time on the wall.
    aim : float or None
        The time that it should stay under, in seconds.
    """

    what: str
    seconds: float
    aim: float | None = None

    @property
    def reached(self) -> bool | None:
        return None if self.aim is None else self.seconds < self.aim

    def __str__(self) -> str:
        aim = "" if self.aim is None else f", aim under {self.aim:g} s: {'reached' if self.reached else 'NOT reached'}"
        return f"{self.what}: {self.seconds:.2f} s{aim}"


Finding = Comparison | Duration


def write_json(path: Path, found: Mapping[str, Sequence[Finding]], notes: Mapping[str, Sequence[str]]) -> None:
    """Write what was found; what benchmarks that did not run now had found stays as it was, with its own date.

    Durations stand apart from comparisons, under ``durations``, where a benchmark has any.
    """
    old = json.loads(path.read_text(encoding="utf-8"))["benchmarks"] if path.exists() else {}
    run = {"date": datetime.date.today().isoformat(), "machine": _machine(), "versions": _versions()}
    for name, findings in found.items():
        rows = [
            {**asdict(one), "ratio": one.ratio, "reached": one.reached}
            for one in findings
            if isinstance(one, Comparison)
        ]
        timed = [{**asdict(one), "reached": one.reached} for one in findings if isinstance(one, Duration)]
        durations = {"durations": timed} if timed else {}
        command = f"python -m benchmarks {name}"
        old[name] = {"command": command, **run, "comparisons": rows, **durations, "notes": list(notes[name])}
    document = {"schema_version": 1, "benchmarks": old}
    path.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def draw(json_path: Path, svg_path: Path) -> None:
    """Draw every ratio with its aim, and below them the durations with theirs; needs matplotlib."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "sglite"
    import matplotlib.pyplot as plt

    blocks = list(json.loads(json_path.read_text(encoding="utf-8"))["benchmarks"].values())
    panels = [
        (rows, fill)
        for kind, fill in (("comparisons", _draw_ratios), ("durations", _draw_durations))
        if (rows := [row for block in blocks for row in block.get(kind, ())])
    ]
    if not panels:
        return
    heights = [0.9 + 0.62 * len(rows) for rows, _ in panels]
    fig, axes = plt.subplots(
        len(panels), figsize=(9, sum(heights)), height_ratios=heights, layout="constrained", squeeze=False
    )
    for (rows, fill), panel in zip(panels, axes[:, 0], strict=True):
        fill(panel, rows)
        panel.set_ylim(-0.6, len(rows) - 0.4)
        panel.spines[["top", "right"]].set_visible(False)
    fig.savefig(svg_path, metadata={"Date": None})
    plt.close(fig)


_LEGEND = "black line: the aim; green: reached, orange: not reached, grey: no aim"


def _draw_ratios(axes: Any, rows: Sequence[Mapping[str, Any]]) -> None:
    for place, row in enumerate(reversed(rows)):
        _draw_bar(axes, place, row, row["ratio"], f"{_short(row['ratio'])}×")
    axes.set_xscale("log")
    axes.axvline(1, color="#999999", linewidth=0.8, zorder=0)
    axes.set_yticks(range(len(rows)), [f"{row['what']}\nagainst {row['rival']}" for row in reversed(rows)], fontsize=8)
    marks = [1, *(row[key] for row in rows for key in ("ratio", "aim") if row[key] is not None)]
    axes.set_xlim(min(marks) / 1.6, max(marks) * 4)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_xlabel(f"speed of sglite / speed of the rival\n{_LEGEND}")


def _short(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def _draw_durations(axes: Any, rows: Sequence[Mapping[str, Any]]) -> None:
    for place, row in enumerate(reversed(rows)):
        _draw_bar(axes, place, row, row["seconds"], f"{row['seconds']:.2f} s")
    axes.set_yticks(range(len(rows)), [row["what"].replace(": ", ":\n") for row in reversed(rows)], fontsize=8)
    marks = [row[key] for row in rows for key in ("seconds", "aim") if row[key] is not None]
    axes.set_xscale("log")  # from a key in the studio to ten million lines
    axes.set_xlim(min(marks) / 2, max(marks) * 2)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_xlabel(f"seconds, less is better\n{_LEGEND}")


def _draw_bar(axes: Any, place: int, row: Mapping[str, Any], value: float, text: str) -> None:
    colour = {True: "#2a7f62", False: "#c8662b", None: "#6b7785"}[row["reached"]]
    axes.barh(place, value, color=colour, height=0.55)
    # beyond the aim's line, if the text would else run over it
    end = max(value, row["aim"] or 0) if (row["aim"] or 0) < 5 * value else value
    axes.annotate(text, (end, place), (4, 0), textcoords="offset points", va="center", fontsize=9)
    if row["aim"] is not None:
        axes.plot([row["aim"]] * 2, [place - 0.38, place + 0.38], color="black", linewidth=1.6)


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
