"""Repeat a run from its document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from .backends.kinds import kind_named
from .backends.specs import split_spec
from .cloze import cloze_defaults
from .errors import InputError, ModelError, SgliteError
from .plan import Settings
from .ports.collect import Reading, SuiteLike, find_suites
from .results import PARTS, Failure, ModelResult, RunResult, SuiteResult, parts_of
from .runner import ModelProgress, run
from .scoring.opener import Opener, deal_options
from .shards import shard_of
from .suite import Suite

__all__ = ["rerun"]

_TRUST = "trust_remote_code"
_SAY_WHERE = "Say where they are now: sglite rerun RUN SUITE..."


def rerun(
    before: RunResult,
    suites: SuiteLike | Sequence[SuiteLike] | None = None,
    *,
    trust_remote_code: bool = False,
    options: Mapping[str, Any] | None = None,
    opener: Opener | None = None,
    progress: ModelProgress | None = None,
) -> RunResult:
    """Repeat a run: the same suites, models and settings, every sentence scored anew.

    A model of the hub is asked for at the commit that was scored then.

    Parameters
    ----------
    before : RunResult
        Of `RunResult.load`.
    suites : str, Path, Suite, or a sequence of them, optional
        Where the suites are now; by default where they were.
    trust_remote_code : bool, optional
        Whether models may run code that they bring, if they did so then. A document comes from anybody, and does not
        decide that.
    options : mapping, optional
        Options of models that are to be others than they were: ``{"device": "cpu"}``.
    opener : Opener, optional
        Opens the models; by default without a cache, since numbers that were kept would prove nothing.
    progress : callable, optional
        See `syntaxgym_lite.runner.run`.

    Returns
    -------
    RunResult
        To be held against the first by `syntaxgym_lite.differences.differences`. Models that fail now are in
        `RunResult.failures`.

    Raises
    ------
    InputError
        If a suite is no longer there, a setting is none of this version, or a model was run with code of its own and
        `trust_remote_code` is not given.
    SgliteError
        If every model fails.
    """
    if PARTS in before.settings:
        return _each_part(
            before, suites, trust_remote_code=trust_remote_code, options=options, opener=opener, progress=progress
        )
    settings, reading = _settings_of(before), _reading_of(before)
    model_options = {**settings.model_options, **(options or {})}
    names = [model.spec or model.model for model in before.models]
    if not names:
        raise InputError("No model gave results in this run: there is nothing to repeat.")
    if not trust_remote_code:
        _refuse_code(names, model_options)
    if suites is not None:
        found = find_suites(suites, form=reading.form, options=reading.options)
        reading = replace(reading, suites=Reading.of(suites).suites)
    elif reading.suites:
        found = reading.load()
    else:
        raise InputError(f"The run's suites were in memory, not in files. {_SAY_WHERE}")
    loaded = _suites_of(before, found)
    opener = opener or Opener(cache=False)
    results: list[RunResult] = []
    failures: list[Failure] = []
    errors: list[SgliteError] = []
    for model, own in zip(before.models, deal_options(names, model_options, cloze_defaults(loaded)), strict=True):
        try:
            scorer = opener.open(model.spec or model.model, _at_its_commit(model, own), name=model.model)
            plain = replace(settings, model_options={})
            results.append(run(loaded, [scorer], plain, opener=opener, progress=progress, reading=reading))
            del scorer  # two large models may not fit side by side
        except SgliteError as error:
            errors.append(error)
            failures.append(Failure(model.model, str(error)))
    if not results:
        raise errors[0] if len(errors) == 1 else ModelError("\n".join(map(str, errors)))
    [*_, last] = results
    return replace(
        last,
        models=tuple(model for result in results for model in result.models),
        settings={**last.settings, "model_options": model_options},
        failures=tuple(failure for result in results for failure in result.failures) + tuple(failures),
    )


def _each_part(before: RunResult, suites: SuiteLike | Sequence[SuiteLike] | None, **how: Any) -> RunResult:
    """Repeat the runs that results were made of, each with its own settings, and put them together in the same way."""
    parts = parts_of(before)
    results: list[RunResult] = []
    failures: list[Failure] = []
    errors: list[SgliteError] = []
    for part in parts:
        models = tuple(
            replace(model, suites=tuple(suite for suite in model.suites if suite.suite in part["results"][model.model]))
            for model in before.models
            if model.model in part["results"]
        )
        try:
            results.append(rerun(replace(before, models=models, settings=part["settings"], failures=()), suites, **how))
        except SgliteError as error:
            errors.append(error)
            failures += [Failure(model.model, str(error)) for model in models]
    if not results:
        raise errors[0] if len(errors) == 1 else ModelError("\n".join(map(str, errors)))
    now: dict[str, dict[str, SuiteResult]] = {}
    which: dict[str, ModelResult] = {}
    for result in results:
        for model in result.models:
            which.setdefault(model.model, model)
            now.setdefault(model.model, {}).update((suite.suite, suite) for suite in model.suites)
    return replace(
        results[-1],
        models=tuple(
            replace(
                which[model.model],
                suites=tuple(found for suite in model.suites if (found := now[model.model].get(suite.suite))),
            )
            for model in before.models
            if model.model in which
        ),
        settings=before.settings,
        failures=tuple(failure for result in results for failure in result.failures) + tuple(failures),
    )


def _settings_of(before: RunResult) -> Settings:
    recorded = {name: value for name, value in before.settings.items() if name != "reading"}
    unknown = sorted(recorded.keys() - {field.name for field in fields(Settings)})
    if unknown:
        raise InputError(
            f"The run has settings that this version of syntaxgym_lite does not know: {', '.join(unknown)}."
        )
    if not isinstance(recorded.get("model_options", {}), dict):
        raise InputError("The run's settings are damaged: model_options is no mapping.")
    try:
        return Settings(**{**recorded, "shard": shard_of(recorded)})
    except TypeError as error:
        raise InputError(f"The run's settings are damaged: {error}.") from None


def _reading_of(before: RunResult) -> Reading:
    """What its suites were read from; a run of an earlier version says of each suite where it stood."""
    recorded = before.settings.get("reading")
    if recorded is None:
        return Reading(tuple(dict.fromkeys(suite.source for _, suite in before.named_suites() if suite.source)))
    match recorded:
        case {"suites": [*suites], "form": str(form), "options": dict(options)} if all(
            isinstance(suite, str) for suite in suites
        ):
            return Reading(tuple(suites), form, options)
        case _:
            raise InputError("The run's settings are damaged: reading does not say where its suites were.")


def _suites_of(before: RunResult, found: Sequence[Suite]) -> list[Suite]:
    """Take those that the run had, in its order."""
    by_name = {suite.name: suite for suite in found}
    wanted = dict.fromkeys(suite.suite for _, suite in before.named_suites())
    missing = [name for name in wanted if name not in by_name]
    if missing:
        raise InputError(f"The run had suites that are not there: {', '.join(missing)}. {_SAY_WHERE}")
    return [by_name[name] for name in wanted]


def _refuse_code(names: Sequence[str], options: Mapping[str, Any]) -> None:
    for name in names:
        kind, _, own = split_spec(name)
        if {**options, **own}.get(_TRUST) and _TRUST in kind_named(kind).options:
            raise InputError(
                f"{name} was run with code that it brings. Give `{_TRUST}` to let it run here, if you trust it."
            )


def _at_its_commit(model: ModelResult, options: Mapping[str, Any]) -> dict[str, Any]:
    kind, rest, own = split_spec(model.spec or model.model)
    known = "revision" in kind_named(kind).options and not Path(rest).exists()
    if model.revision is None or not known or "revision" in own:
        return dict(options)
    return {**options, "revision": model.revision}
