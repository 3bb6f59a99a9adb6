"""``sglite check``."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import click

from ..errors import InputError, SuiteError
from ._options import format_option

_SHOWN_OF_EACH = 5


@click.command("check")
@click.argument("suites", nargs=-1, required=True, metavar="SUITE...")
@format_option("text", "json")
@click.option("--all", "show_all", is_flag=True, help="Show every warning, not the first few of each kind.")
def command(suites: tuple[str, ...], format_: str, show_all: bool) -> int:
    """Validate suites: every problem of every file, with its place and what to do.

    Exits with 2 if a suite cannot be used. Warnings (their codes are in the documentation) do not change that.

    \b
    Examples:
      sglite check suites/npz.json
      sglite check my_suites/*.json --format json
    """
    from ..authoring.checks import check_suite
    from ..runner import suite_paths
    from ..suite import Suite
    from ..suite_io import load_suite

    reports = []
    failed = False
    for path in suite_paths(list(suites)):
        report: dict[str, object] = {"source": str(path), "errors": [], "warnings": []}
        try:
            suite = path if isinstance(path, Suite) else load_suite(Path(path))
        except SuiteError as error:
            failed = True
            report["errors"] = [
                {"path": problem.path, "message": problem.message.strip()} for problem in error.problems
            ]
            if format_ == "text":
                click.echo(str(error))
        except InputError as error:
            failed = True
            report["errors"] = [{"path": "", "message": str(error)}]
            if format_ == "text":
                click.echo(str(error))
        else:
            findings = check_suite(suite)
            report["suite"] = suite.name
            report["warnings"] = [
                {
                    "code": finding.code,
                    "item_number": finding.item_number,
                    "condition_name": finding.condition_name,
                    "region_number": finding.region_number,
                    "message": finding.message,
                }
                for finding in findings
            ]
            if format_ == "text":
                _show(str(path), suite, [(finding.code, str(finding)) for finding in findings], show_all)
        reports.append(report)
    if format_ == "json":
        click.echo(json.dumps({"schema_version": 1, "suites": reports}, ensure_ascii=False, indent=2))
    return 2 if failed else 0


def _show(path: str, suite: object, findings: list[tuple[str, str]], show_all: bool) -> None:
    from ..suite import Suite

    assert isinstance(suite, Suite)
    n_sentences = len(suite.items) * len(suite.condition_names)
    click.echo(
        f"{path}: ok: {len(suite.items)} items x {len(suite.condition_names)} conditions ({n_sentences} sentences), "
        f"{len(suite.region_names)} regions, {len(suite.predictions)} predictions, {len(findings)} warnings"
    )
    counts: Counter[str] = Counter()
    for code, text in findings:
        counts[code] += 1
        if show_all or counts[code] <= _SHOWN_OF_EACH:
            click.echo(f"  {text}")
    for code, count in counts.items():
        if not show_all and count > _SHOWN_OF_EACH:
            click.echo(f"  {code}: {count - _SHOWN_OF_EACH} more (--all shows them)")
