"""``sglite check``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError, Problem, SgliteError, SuiteError, cited, counted
from ._messages import as_typed, give_json, show_failures
from ._options import Command, format_option, model_options, one_at_most, option, split_model_options, warn
from ._stimuli import reading_options, say_predictions, split_reading_options
from .suites import show_rows

if TYPE_CHECKING:
    from ..authoring.findings import Finding
    from ..authoring.fixes import Change
    from ..ports.collect import FileRead
    from ..scoring.scorer import Scorer
    from ..suite import Suite
    from ..suite.chance import ChanceLevel

_SHOWN_OF_EACH = 5
_COLUMNS = (
    "source", "severity", "code", "path", "item_number", "condition_name", "region_number", "prediction", "message"
)  # fmt: skip


@click.command("check", cls=Command)
@click.argument("suites", nargs=-1, required=True, metavar="SUITE...")
@option("--all", "show_all", is_flag=True, help="Show every finding, not the first few of each kind.")
@option("--strict", is_flag=True, help="Exit with 2 if there is any warning.")
@option("--fix", "fix", is_flag=True, help="Mend what is safe to mend in suite files, and show what changed.")
@option(
    "--diff", "diff", is_flag=True, help="Show what --fix would change, and change nothing. Exits with 1 if it would."
)
@option(
    "--model",
    "-m",
    "model",
    multiple=True,
    callback=one_at_most,
    metavar="MODEL",
    help="Look also for words that this model does not know, and for critical regions that it cuts differently.",
)
@reading_options
@format_option
@model_options
def command(
    suites: tuple[str, ...],
    format_: str,
    show_all: bool,
    strict: bool,
    fix: bool,
    diff: bool,
    model: str | None,
    **options: Any,
) -> int:
    """Validate suites: every problem of every file, with its place and what to do.

    Reads every format that 'sglite eval' reads. Exits with 2 if a suite cannot be used. In those that can, looks for
    slips in text, design and predictions; each kind of warning has a code, which the documentation explains. Says how
    often the predictions would hold by chance.

    \b
    Examples:
      sglite check suites/npz.json
      sglite check my_suites/*.json --strict
      sglite check my_suite.json --model gpt2
      sglite check blimp/data/*.jsonl --method all
      sglite check my_suites/*.json --format json
      sglite check my_suite.json --diff
      sglite check my_suite.json --fix
    """
    if fix and diff:
        raise InputError("`fix` writes what `diff` only shows; give one of them.")
    if (fix or diff) and format_ == "csv":
        raise InputError("Changes have no CSV form; give --format json.")
    from ..authoring.checks import check_suite
    from ..ports.collect import read_files
    from ..suite.chance import suite_chance

    form, port_options = split_reading_options(options)
    tokens = _TokenCheck(model, split_model_options(options))
    reports = []
    failed = warned = would_change = False
    for file in read_files(suites, form=form, options=port_options):
        if file.error is not None:
            failed = True
            reports.append(_error_report(file.source, file.error))
            if format_ == "table":
                click.echo(as_typed(str(file.error)))
        elif not file.suites and format_ == "table":
            click.echo(f"{file.source}: has nothing for these options.")
        changes: list[list[Change]] = [[] for _ in file.suites]
        if fix or diff:
            try:
                file, changes = _mend(file, write=fix)
            except InputError as error:
                failed = True
                reports.append(_error_report(file.source, error))
                click.echo(as_typed(str(error)), err=True)
                continue
            would_change = would_change or any(changes)
            if format_ == "table":
                _show_changes(file, changes, written=fix)
        if diff:
            reports.extend(
                {"source": file.source, "suite": suite.name, "changes": _change_documents(own)}
                for suite, own in zip(file.suites, changes, strict=True)
            )
            continue
        say_predictions(file.suites, port_options.get("predict", ()))
        for suite, own in zip(file.suites, changes, strict=True):
            findings = [*check_suite(suite), *tokens.findings(suite)]
            whole, each = suite_chance(suite)
            report = _report(file.source, suite, findings, whole, each)
            if fix:
                report["changes"] = _change_documents(own)
            reports.append(report)
            warned = warned or bool(report["warnings"])
            if format_ == "table":
                of_several = f" {cited(suite.name)}" if len(file.suites) > 1 else ""
                _show(f"{file.source}:{of_several}", suite, findings, whole, each, show_all=show_all)
    if format_ == "json":
        give_json({"schema_version": 1, "suites": reports})
    elif format_ == "csv":
        show_rows(_rows(reports), "csv", "findings", columns=_COLUMNS)
    if tokens.failure is not None:
        show_failures([tokens.failure])
        return 3
    return 2 if failed or (strict and warned) else int(diff and would_change)


def _mend(file: FileRead, *, write: bool) -> tuple[FileRead, list[list[Change]]]:
    """Mend the suites of a file, and the file, if it is to be written; give the changes of each suite."""
    from ..authoring.fixes import fix_file, fix_suite

    fixed = [fix_suite(suite) for suite in file.suites]
    if any(changes for _, changes in fixed):
        whole = fix_file(file.source)  # which refuses what is no suite file
        if write:
            whole.write()
    return replace(file, suites=tuple(suite for suite, _ in fixed)), [changes for _, changes in fixed]


def _show_changes(file: FileRead, changes: Sequence[Sequence[Change]], *, written: bool) -> None:
    """Show the difference as data, and beside it how much it is, and what was left to people."""
    from ..authoring.fixes import as_diff, left_alone

    for suite, own in zip(file.suites, changes, strict=True):
        if own:
            click.echo(as_diff(own, file.source))
        click.echo(f"{file.source}: {counted(len(own), 'region')} {'mended' if written else 'to mend'}.", err=True)
        for left in left_alone(suite):
            click.echo(as_typed(f"  left alone: {left}"), err=True)


def _change_documents(changes: Sequence[Change]) -> list[dict[str, object]]:
    return [{**asdict(change), "codes": list(change.codes)} for change in changes]


class _TokenCheck:
    """What to ask of a suite if a model is named; a model that fails is asked no more, and what is found stays."""

    def __init__(self, model: str | None, options: dict[str, Any]) -> None:
        self.failure: str | None = None
        self._scorer: Scorer | None = None
        if model is None:
            if options:
                raise InputError(f"The option `{next(iter(options))}` is for a model; name one with `model`.")
            return
        from ..scoring.opener import open_model

        try:
            self._scorer = open_model(model, cache=False, **options)
            for message in self._scorer.info.warnings:
                warn(f"{model}: {message}")
        except InputError:
            raise
        except SgliteError as error:
            self.failure = str(error)

    def findings(self, suite: Suite) -> list[Finding]:
        if self._scorer is None:
            return []
        from ..authoring.model_checks import check_tokens

        sentences = list(suite.sentences())
        places = {
            one.text: f"suite '{suite.name}', item {one.item_number}, condition '{one.condition_name}'"
            for one in reversed(sentences)
        }
        try:
            scored = self._scorer.score([sentence.text for sentence in sentences], where=places.get)
        except SgliteError as error:
            self.failure, self._scorer = str(error), None
            return []
        return check_tokens(suite, sentences, scored, info=self._scorer.info)


def _rows(reports: Sequence[Mapping[str, Any]]) -> list[dict[str, object]]:
    """A row for each thing that was found; what does not hold of it is empty."""
    return [
        {**dict.fromkeys(_COLUMNS), "source": report["source"], "severity": kind.removesuffix("s"), **found}
        for report in reports
        for kind in ("errors", "warnings", "notes")
        for found in report[kind]
    ]


def _error_report(source: str, error: InputError) -> dict[str, Any]:
    problems = error.problems if isinstance(error, SuiteError) else [Problem("", str(error))]
    errors = [{"path": problem.path, "message": as_typed(problem.message.strip())} for problem in problems]
    return {"source": source, "errors": errors, "warnings": [], "notes": []}


def _report(
    source: str, suite: Suite, findings: Sequence[Finding], whole: ChanceLevel | None, each: Sequence[ChanceLevel]
) -> dict[str, Any]:
    found = {
        kind: [_finding_document(finding) for finding in findings if finding.severity == kind]
        for kind in ("warning", "note")
    }
    return {
        "source": source,
        "errors": [],
        "warnings": found["warning"],
        "notes": found["note"],
        "suite": suite.name,
        **({"remarks": list(suite.warnings)} if suite.warnings else {}),
        **({"n_excluded": len(suite.excluded), "excluded": _excluded(suite)} if suite.excluded else {}),
        **_chance_document(whole),
        "predictions": [{"index": index, **_chance_document(one)} for index, one in enumerate(each)],
    }


def _excluded(suite: Suite) -> dict[str, int]:
    """Reason to how many items of the source are not in the suite for it."""
    return dict(Counter(one.reason for one in suite.excluded).most_common())


def _finding_document(finding: Finding) -> dict[str, object]:
    return {
        "code": finding.code,
        "item_number": finding.item_number,
        "condition_name": finding.condition_name,
        "region_number": finding.region_number,
        "prediction": finding.prediction,
        "message": as_typed(finding.message),
    }


def _chance_document(chance: ChanceLevel | None) -> dict[str, object]:
    return {
        "chance": None if chance is None else chance.value,
        "chance_method": None if chance is None else chance.method,
        "chance_se": None if chance is None else chance.standard_error,
        "chance_distribution": None if chance is None else chance.distribution,
    }


def _show(
    head: str,
    suite: Suite,
    findings: Sequence[Finding],
    whole: ChanceLevel | None,
    each: Sequence[ChanceLevel],
    *,
    show_all: bool,
) -> None:
    n_items, n_conditions = len(suite.items), len(suite.condition_names)
    n_notes = sum(finding.severity == "note" for finding in findings)
    click.echo(
        f"{head} ok: {counted(n_items, 'item')} x {counted(n_conditions, 'condition')} "
        f"({counted(n_items * n_conditions, 'sentence')}), {counted(len(suite.region_names), 'region')}, "
        f"{counted(len(suite.predictions), 'prediction')}, {counted(len(findings) - n_notes, 'warning')}"
        + (f", {counted(n_notes, 'note')}" if n_notes else "")
    )
    for reason, n in _excluded(suite).items():
        click.echo(f"  {counted(n, 'item is', 'items are')} excluded: {reason}.")
    for remark in suite.warnings:
        click.echo(f"  {as_typed(remark)}")
    if whole is not None:
        click.echo(f"  chance: {whole}")
    if len(each) > 1:
        for index, (prediction, chance) in enumerate(zip(suite.predictions, each, strict=True)):
            click.echo(f"  chance of prediction {index}{f' ({prediction.name})' if prediction.name else ''}: {chance}")
    counts: Counter[str] = Counter()
    for finding in findings:
        counts[finding.code] += 1
        if show_all or counts[finding.code] <= _SHOWN_OF_EACH:
            click.echo(f"  {'note ' if finding.severity == 'note' else ''}{as_typed(str(finding))}")
    for code, count in counts.items():
        if not show_all and count > _SHOWN_OF_EACH:
            click.echo(f"  {code}: {count - _SHOWN_OF_EACH} more (--all shows them)")
