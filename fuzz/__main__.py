"""``python -m fuzz MINUTES``: explore the targets, say what was found, keep it, and write down how much was tried."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import traceback
from pathlib import Path

import click

from . import FOLDER, kept, target, target_names
from .engine import Found, Tried, check, explore, keep

LOG = FOLDER / "log.jsonl"
FOUND = FOLDER / "found"


@click.command()
@click.argument("minutes", type=float, default=1.0)
@click.option("--target", "names", multiple=True, type=click.Choice(target_names()), help="Only this; may be repeated.")
@click.option("--seed", type=int, help="For the same inputs again. [default: the time]")
@click.option("--engine", type=click.Choice(["hypothesis", "atheris"]), default="hypothesis", show_default=True)
@click.option(
    "--quick", is_flag=True, help="A fixed number of inputs of each target, always the same: what the tests do."
)
@click.option("--list", "listing", is_flag=True, help="Show the targets and what must hold.")
@click.option("--sum", "summing", is_flag=True, help="Add up the log into fuzz/tried.json, and empty it.")
def fuzz(
    minutes: float, names: tuple[str, ...], seed: int | None, engine: str, quick: bool, listing: bool, summing: bool
) -> None:
    """Try inputs for MINUTES, shared by the targets; exit with 1 if a fault was found.

    What is found goes into fuzz/found/TARGET/, with the traceback beside it. Counts go into fuzz/log.jsonl.
    """
    if listing:
        for name in target_names():
            click.echo(f"{name:12} {(target(name).__doc__ or '').splitlines()[0]}")
        return
    if summing:
        sum_up()
        return
    names = names or tuple(target_names())
    seed = 0 if quick else int(time.time()) if seed is None else seed
    n_faults = 0
    for name in names:
        if quick:
            tried = explore(target(name), seed=seed, examples=target(name).EXAMPLES)
        elif engine == "hypothesis":
            tried = explore(target(name), seed=seed, seconds=minutes * 60 / len(names))
        else:
            tried = _with_atheris(name, minutes * 60 / len(names), seed)
        tried.faults += _faults_of_kept(name)
        n_faults += len(tried.faults)
        for found in tried.faults:
            path = "" if quick else f"kept as {keep(found, FOUND / name)}\n"
            click.echo(f"{found.report}\n{name}: {found.data[:2000]!r}\n{path}", err=True)
        click.echo(f"{name:12} {tried.inputs:9,} inputs {tried.seconds:7.0f} s {len(tried.faults):3} faults", err=True)
        if not quick:
            _write_down(name, engine, seed, tried)
    sys.exit(1 if n_faults else 0)


def _faults_of_kept(name: str) -> list[Found]:
    """Try the files that are kept for a target."""
    faults = []
    for path in [*kept("corpus", name), *kept("faults", name)]:
        try:
            check(target(name), path.read_bytes())
        except Exception as error:
            faults.append(Found(path.read_bytes(), f"{path}: {''.join(traceback.format_exception(error))}"))
    return faults


def _write_down(name: str, engine: str, seed: int, tried: Tried) -> None:
    line = {
        "target": name,
        "engine": engine,
        "seed": seed,
        "inputs": tried.inputs,
        "seconds": round(tried.seconds, 1),
        "faults": len(tried.faults),
    }
    with LOG.open("a", encoding="utf-8") as log:
        log.write(json.dumps(line) + "\n")


def _with_atheris(name: str, seconds: float, seed: int) -> Tried:
    """Let libFuzzer look for inputs that reach new code, in a process of its own."""
    folder = FOUND / name / "atheris"
    folder.mkdir(parents=True, exist_ok=True)
    begin = time.monotonic()
    options = {
        "max_total_time": max(1, int(seconds)),
        "seed": seed % 2**31,
        "artifact_prefix": f"{folder}{os.sep}",
        "timeout": 10,
        "rss_limit_mb": 4096,
        "max_len": 4096,
        "print_final_stats": 1,
    }
    command = [sys.executable, "-m", "fuzz.coverage", name, *(f"-{key}={value}" for key, value in options.items())]
    kept_too = [path for path in (FOLDER / "corpus" / name, FOLDER / "faults" / name) if path.is_dir()]
    done = subprocess.run(
        [*command, _grown(name), *kept_too], capture_output=True, text=True, errors="replace", check=False
    )
    tried = Tried(seconds=time.monotonic() - begin)
    for text in done.stderr.splitlines():
        if text.startswith("stat::number_of_executed_units:"):
            tried.inputs = int(text.split(":")[-1])
    if done.returncode:
        newest = max(folder.glob("*"), key=lambda path: path.stat().st_mtime, default=None)
        tried.faults.append(Found(newest.read_bytes() if newest else b"", done.stderr[-20_000:]))
    return tried


def _grown(name: str) -> Path:
    """Folder of the inputs that libFuzzer found to reach new code; not kept in the repository."""
    folder = FOUND / name / "reached"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def sum_up() -> None:
    """Add the log to what is in ``fuzz/tried.json``, which docs/reliability.md shows."""
    path = FOLDER / "tried.json"
    total = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    for line in LOG.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        known = total.setdefault(one["target"], {"inputs": 0, "seconds": 0.0})
        known["inputs"] += one["inputs"]
        known["seconds"] = round(known["seconds"] + one["seconds"], 1)
    path.write_text(json.dumps(dict(sorted(total.items())), indent=1) + "\n", encoding="utf-8")
    LOG.unlink()


if __name__ == "__main__":
    fuzz()
