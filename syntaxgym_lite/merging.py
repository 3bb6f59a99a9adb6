"""Results of several runs as one, where they belong together."""

from __future__ import annotations

import datetime
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .backends.specs import names_of
from .differences import TOLERANCE_BITS, differences
from .errors import InputError, cited, counted
from .model_names import NUMBERLESS, precision_of, settings_apart
from .results import PARTS, Failure, ModelResult, RunResult, SuiteResult, parts_of
from .shards import Shard, shard_of

__all__ = ["Part", "merge", "merge_parts"]

_KEEP_APART = "Leave one of them out, or name them to keep both: NAME=RESULTS."


@dataclass(frozen=True, slots=True)
class Part:
    """A run to be joined with others.

    Parameters
    ----------
    run : RunResult
    source : str
        Where it is from, for messages.
    name : str, optional
        What its model is to be called; of several models, what tells them from those of other runs.
    """

    run: RunResult
    source: str
    name: str = ""

    def called(self, model: str) -> str:
        """Say what a model of it is to be called."""
        if not self.name:
            return model
        models = {*(one.model for one in self.run.models), *(failure.model for failure in self.run.failures)}
        return self.name if len(models) == 1 else f"{model} ({self.name})"


def merge(runs: Sequence[RunResult | str | Path] | Mapping[str, RunResult | str | Path]) -> RunResult:
    """Join the results of several runs, where they belong together.

    A model that evaluated some suites in one run and others in another one is one model, if it was the same with the
    same settings. One that stands in two runs with the same results is taken once. One that was run with two settings,
    with and without BOS, is two, named by what tells them apart: ``gpt2 (no BOS)``.

    Parameters
    ----------
    runs : sequence, or mapping, of RunResult, str or Path
        Results, or the folders or documents in which they are. The keys of a mapping name them: the model of a run gets
        that name, or, of several, each has it added in brackets; so results are kept apart that would be refused.

    Returns
    -------
    RunResult
        Models, and the suites of each, in the order in which they come. ``settings["runs"]`` says which results are of
        which run, with its settings, versions and date; ``settings`` itself holds what all have in common.

    Raises
    ------
    InputError
        If they do not belong together, with what differs and what one may do: another version of a suite; other joins,
        contexts, texts, ends of sentences or word boundaries; the same model with another precision, or files, or
        other results.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> runs = [sgl.evaluate("npz", models=model) for model in ("ngram", "random:1")]
    >>> [model.model for model in sgl.merge(runs).models]
    ['ngram', 'random:1']
    """
    given = list(runs.items()) if isinstance(runs, Mapping) else [("", run) for run in runs]
    parts = []
    for place, (name, run) in enumerate(given, 1):
        source = name or (f"run {place}" if isinstance(run, RunResult) else str(run))
        parts.append(Part(run if isinstance(run, RunResult) else RunResult.load(run), source, name))
    return merge_parts(parts)


def merge_parts(parts: Sequence[Part]) -> RunResult:
    """Join runs, of which each has a source for messages and may have a name; see `merge`.

    Raises
    ------
    InputError
        See `merge`.
    """
    if not parts:
        raise InputError("No results were named.")
    if len(parts) == 1 and not parts[0].name and shard_of(parts[0].run.settings) is None:
        return parts[0].run
    parts = _whole_runs(parts)
    return parts[0].run if len(parts) == 1 and not parts[0].name else _joined(parts)


def _joined(parts: Sequence[Part]) -> RunResult:
    _refuse_other_texts(parts)
    entries = [_Entry(part, model, part.called(model.model)) for part in parts for model in part.run.models]
    _refuse_other_suites(entries)
    _refuse_other_boundaries(entries)
    models, origins = _joined_models(_told_apart(entries))
    runs = _joined_parts(parts, origins) or [one for part in parts for one in parts_of(part.run)]
    return RunResult(
        models=models,
        settings=dict(runs[0]["settings"]) if len(runs) == 1 else {**_common_settings(runs), PARTS: runs},
        created=max((run["created"] for run in runs), key=_moment),
        versions=_joined_versions(runs),
        failures=tuple(dict.fromkeys(_failures_left(parts, models, origins))),
    )


# ---------------------------------------------------------------- shards


def _whole_runs(parts: Sequence[Part]) -> list[Part]:
    """Make one run of the shards of each run, as if it had not been dealt out; leave the others as they are.

    Raises
    ------
    InputError
        If shards of a run are missing.
    """
    whole: list[Part | list[Part]] = []
    by_run: dict[str, list[Part]] = {}
    for part in parts:
        if shard_of(part.run.settings) is None:
            whole.append(part)
            continue
        group = by_run.setdefault(json.dumps(_divided_run(part), sort_keys=True, default=str), [])
        if not group:
            whole.append(group)
        group.append(part)
    return [one if isinstance(one, Part) else _of_shards(one, by_run.values()) for one in whole]


def _divided_run(part: Part) -> dict[str, Any]:
    """What all parts of one run have in common."""
    shard = Shard.recorded(part.run.settings["shard"])
    models = {model.model for model in part.run.models} | {failure.model for failure in part.run.failures}
    settings = {name: value for name, value in part.run.settings.items() if name != "shard"}
    return {**settings, "shard": shard.of, "suites": shard.suites, "models": sorted(models), "name": part.name}


def _of_shards(parts: Sequence[Part], groups: Collection[Sequence[Part]]) -> Part:
    shards = [Shard.recorded(part.run.settings["shard"]) for part in parts]
    of, names = shards[0].of, shards[0].suites
    there = {shard.number for shard in shards}
    if missing := [number for number in range(1, of + 1) if number not in there]:
        gone = f"{'part' if len(missing) == 1 else 'parts'} {', '.join(map(str, missing))}"
        raise InputError(
            f"{parts[0].source} is part {shards[0]} of a run with the same models and settings, and its {gone} "
            f"{'is' if len(missing) == 1 else 'are'} not here. {_of_other_runs(parts[0], missing, groups)}"
            f"Name the results of all {of}."
        )
    first = parts[0]
    settings = {name: value for name, value in first.run.settings.items() if name != "shard"}
    in_order = sorted(zip(shards, parts, strict=True), key=lambda pair: pair[0].number)
    run = _joined([Part(replace(part.run, settings=settings), part.source) for _, part in in_order])
    place = {name: index for index, name in enumerate(names)}
    models = tuple(
        replace(model, suites=tuple(sorted(model.suites, key=lambda suite: place[suite.suite]))) for model in run.models
    )
    if any(part.run.versions != first.run.versions for part in parts):
        settings = run.settings  # which say what was computed with which version
    return Part(replace(run, models=models, settings=settings), first.source, first.name)


def _of_other_runs(part: Part, missing: Collection[int], groups: Collection[Sequence[Part]]) -> str:
    """Say of parts that would do in their number, but are of another run, what tells the runs apart."""
    own = _divided_run(part)
    for group in groups:
        for other in group:
            theirs = _divided_run(other)
            shard = Shard.recorded(other.run.settings["shard"])
            if shard.number in missing and shard.of == own["shard"]:
                names = [name for name in {**own, **theirs} if own.get(name) != theirs.get(name)]
                return f"({other.source} is part {shard} of a run with other {' and '.join(names)}.) "
    return ""


@dataclass(slots=True)
class _Entry:
    """A model of a run, and what it is called among all."""

    part: Part
    model: ModelResult
    name: str

    @property
    def options(self) -> dict[str, Any]:
        return {name: value for name, value in self.model.options.items() if name not in NUMBERLESS}

    @property
    def spec(self) -> str:
        return self.model.spec or self.model.model


# ---------------------------------------------------------------- what does not belong together


def _refuse_other_texts(parts: Sequence[Part]) -> None:
    """Refuse runs that differ in what was scored, beside the suites."""
    for setting, what in (("eos", "score the end of the sentence"), ("normalize_text", "change the text first")):
        values = [_setting_shown(part, setting) for part in parts]
        for part, value in zip(parts, values, strict=True):
            if value != values[0]:
                raise InputError(
                    f"{parts[0].source} has {setting}={values[0]}, {part.source} has {setting}={value}: whether runs "
                    f"{what} moves their numbers, so that they do not belong together. Evaluate one of them again with "
                    f"the other's `{setting}`."
                )


def _setting_shown(part: Part, name: str) -> str:
    value = part.run.settings.get(name)
    return ",".join(sorted(map(str, value))) or "none" if isinstance(value, (list, tuple)) else str(bool(value)).lower()


def _refuse_other_suites(entries: Sequence[_Entry]) -> None:
    """Refuse suites of one name that are not the same experiment."""
    first: dict[str, tuple[_Entry, SuiteResult]] = {}
    for entry in entries:
        for suite in entry.model.suites:
            other, same = first.setdefault(suite.suite, (entry, suite))
            if other.part is entry.part:
                continue
            where = f"{cited(suite.suite)} in {other.part.source} and in {entry.part.source}"
            if same.suite_sha256 != suite.suite_sha256 or same.metric != suite.metric:
                raise InputError(
                    f"{where}: not the same suite ({_what_differs(same, suite)}). Evaluate both models on one version "
                    "of it."
                )
            if other.part.name or entry.part.name:
                continue
            for name in ("join", "context"):
                values = cited(getattr(same, name)), cited(getattr(suite, name))
                if values[0] != values[1]:
                    raise InputError(
                        f"{where}: its {name} was {values[0]} in one and {values[1]} in the other, so that other texts "
                        f"were scored. Evaluate again with the same `{name}`, or name them to keep both: NAME=RESULTS."
                    )


def _what_differs(one: SuiteResult, other: SuiteResult) -> str:
    if one.metric != other.metric:
        return f"metric {one.metric} and {other.metric}"
    if len(one.item_numbers) != len(other.item_numbers):
        return f"{counted(len(one.item_numbers), 'item')} and {len(other.item_numbers)}"
    if [prediction.formula for prediction in one.predictions] != [
        prediction.formula for prediction in other.predictions
    ]:
        return "other predictions"
    return "other content, by its sha256"


def _refuse_other_boundaries(entries: Sequence[_Entry]) -> None:
    """Refuse models of word pieces of which some had the end of a word counted for it, and others not.

    For a model of words there is no question.
    """
    first: _Entry | None = None
    for entry in entries:
        if entry.part.name or entry.model.units == "words" or not entry.model.suites:
            continue
        first = first or entry
        if first.model.word_boundary != entry.model.word_boundary:
            said = (f"{one.model.model} in {one.part.source} is {one.model.word_boundary}" for one in (first, entry))
            raise InputError(
                f"Word boundaries: {', '.join(said)}. The same word has other surprisals then. Evaluate again with the "
                "same `word_boundary`, or name them to keep both: NAME=RESULTS."
            )


# ---------------------------------------------------------------- which models are one


def _told_apart(entries: Sequence[_Entry]) -> list[list[_Entry]]:
    """Put together what one model gave, under a name that no other has; refuse what has no such name."""
    by_name: dict[str, list[list[_Entry]]] = {}
    for entry in entries:
        kinds = by_name.setdefault(entry.name, [])
        for kind in kinds:
            if _is_same(kind, entry):
                kind.append(entry)
                break
        else:
            kinds.append([entry])
    for name, kinds in by_name.items():
        if len(kinds) > 1:
            for kind, own in zip(kinds, _names_apart(name, kinds), strict=True):
                for entry in kind:
                    entry.name = own
    every = [kind for kinds in by_name.values() for kind in kinds]
    every.sort(key=lambda kind: next(place for place, entry in enumerate(entries) if entry is kind[0]))
    seen: dict[str, list[_Entry]] = {}
    for kind in every:
        if (other := seen.setdefault(kind[0].name, kind)) is not kind:
            raise InputError(
                f"{cited(kind[0].name)} would stand for two models, {_places(other[0], kind[0])}. Name each otherwise."
            )
    return every


def _is_same(kind: Sequence[_Entry], entry: _Entry) -> bool:
    """Whether a model is one that came before: by its fingerprint, or else its commit, or else its results."""
    one, other = kind[0].model, entry.model
    if (one.backend, one.context, one.units, one.pseudo) != (other.backend, other.context, other.units, other.pseudo):
        return False
    if one.fingerprint is not None and one.fingerprint == other.fingerprint:
        return True
    if kind[0].options != entry.options:
        return False
    if one.revision is not None and other.revision is not None:
        # another version of transformers makes another fingerprint
        return (one.revision, kind[0].spec) == (other.revision, entry.spec)
    if one.fingerprint is not None or other.fingerprint is not None:
        return False
    pairs = [
        (own, suite)
        for known in kind
        for own in known.model.suites
        for suite in other.suites
        if own.suite == suite.suite
    ]
    return bool(pairs) and all(_apart(entry.model, *pair) == "" for pair in pairs)


def _apart(model: ModelResult, one: SuiteResult, other: SuiteResult) -> str:
    """Say how far two results on a suite are apart; nothing if they are the same but for rounding."""
    runs = (RunResult((replace(model, suites=(suite,)),), {}, "", {}) for suite in (one, other))
    [found] = differences(*runs).suites
    if found.within(TOLERANCE_BITS):
        return ""
    said = [*found.said, *([counted(len(found.flipped), "outcome")] if found.flipped else [])]
    return ", ".join([*said, f"surprisals by up to {found.max_bits:.3g} bits"])


def _names_apart(name: str, kinds: Sequence[Sequence[_Entry]]) -> list[str]:
    """Give names to several models of one name, by the settings in which they differ."""
    firsts = [kind[0] for kind in kinds]
    one, *others = firsts
    if any(entry.part.name for entry in firsts):
        raise InputError(f"{cited(name)} would stand for two models, {_places(one, others[0])}. Name each otherwise.")
    for other in others:
        precisions = [precision_of(entry.model.options) for entry in (one, other)]
        if precisions[0] != precisions[1]:
            said = " and ".join(
                f"in {precision or 'a precision that is not named'} in {entry.part.source}"
                for precision, entry in zip(precisions, (one, other), strict=True)
            )
            raise InputError(f"{cited(name)} ran {said}; precision alone moves scores. {_KEEP_APART}")
        if one.model.pseudo != other.model.pseudo:
            said = " and ".join(
                f"{'pseudo-surprisals' if entry.model.pseudo else 'surprisals'} in {entry.part.source}"
                for entry in (one, other)
            )
            raise InputError(f"{cited(name)} gave {said}, which do not compare. {_KEEP_APART}")
    specs = [entry.spec for entry in firsts]
    if len(set(specs)) == len(specs) and all(names_of([entry.spec]) == [entry.model.model] for entry in firsts):
        apart = names_of(specs)
        if len(set(apart)) == len(apart):
            return apart
    if len(set(specs)) == 1 and len({entry.model.backend for entry in firsts}) == 1:
        revisions = [entry.model.revision for entry in firsts]
        by_settings = len(set(revisions)) == 1
        notes = settings_apart([entry.options for entry in firsts]) if by_settings else _revisions(firsts)
        if notes is not None:
            return [f"{name} ({note})" if note else name for note in notes]
    where = f"in {one.part.source} and in {others[0].part.source}"
    raise InputError(f"{cited(name)} is not the same model {where}: {_why_other(one, others[0])}. {_KEEP_APART}")


def _revisions(entries: Sequence[_Entry]) -> list[str] | None:
    """What tells checkpoints of one model apart: the revision that was asked for, or the commit."""
    if len({repr(entry.options) for entry in entries}) > 1:
        return None
    asked = [(entry.part.run.settings.get("model_options") or {}).get("revision") for entry in entries]
    commits = [str(entry.model.revision)[:7] for entry in entries]
    for said in (asked, commits):
        if None not in said and len(set(said)) == len(said):
            return [f"revision {one}" for one in said]
    return None


def _why_other(one: _Entry, other: _Entry) -> str:
    if one.model.backend != other.model.backend:
        return f"of the kinds {one.model.backend} and {other.model.backend}"
    if one.spec != other.spec:
        return f"{one.spec} and {other.spec}"
    if None in (one.model.fingerprint, other.model.fingerprint):
        return "without a fingerprint, nothing says that they are the same"
    versions = [entry.part.run.versions.get("syntaxgym_lite", "") for entry in (one, other)]
    by = f"; versions {versions[0]} and {versions[1]} of this package made them" if versions[0] != versions[1] else ""
    return f"their files or settings differ (other fingerprint{by})"


def _places(one: _Entry, other: _Entry) -> str:
    return f"of {one.part.source} and of {other.part.source}"


# ---------------------------------------------------------------- putting together


@dataclass(slots=True)
class _Taken:
    """What of a model of a run stands in the joined results: under which name, and which suites."""

    name: str
    suites: list[str]


_Origins = dict[tuple[int, str], _Taken]
"""By the place of a part in memory, and what it calls the model."""


def _joined_models(kinds: Sequence[Sequence[_Entry]]) -> tuple[tuple[ModelResult, ...], _Origins]:
    models = []
    origins: _Origins = {}
    for kind in kinds:
        first = kind[0]
        taken: dict[str, tuple[_Entry, SuiteResult]] = {}
        for entry in kind:
            own = origins[id(entry.part), entry.model.model] = _Taken(first.name, [])
            for suite in entry.model.suites:
                other, known = taken.setdefault(suite.suite, (entry, suite))
                if other is entry:
                    own.suites.append(suite.suite)
                elif said := _apart(first.model, known, suite):
                    raise InputError(
                        f"{cited(first.name)} on {cited(suite.suite)}: {other.part.source} and {entry.part.source} "
                        f"have different results ({said}). {_KEEP_APART}"
                    )
        models.append(
            replace(
                first.model,
                model=first.name,
                spec="" if first.spec == first.name else first.spec,
                suites=tuple(suite for _, suite in taken.values()),
                warnings=tuple(dict.fromkeys(message for entry in kind for message in entry.model.warnings)),
            )
        )
    return tuple(models), origins


def _joined_parts(parts: Sequence[Part], origins: _Origins) -> list[dict[str, Any]]:
    """The runs, each with what is of it; one that gave nothing that others had not given is left out."""
    runs: list[dict[str, Any]] = []
    for part in parts:
        for one in parts_of(part.run):
            results = {}
            for model, suites in one["results"].items():
                taken = origins[id(part), model]
                left = [suite for suite in suites if suite in taken.suites]
                if left:
                    results[taken.name] = left
            if results:
                runs.append({**one, "results": results})
    return runs


def _common_settings(runs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What all runs have in common, and what the suites of all were read from, if that can be said in one way."""
    settings = [dict(run["settings"]) for run in runs]
    readings = [one.pop("reading", None) for one in settings]
    common = {
        name: value
        for name, value in settings[0].items()
        if all(name in one and one[name] == value for one in settings[1:])
    }
    hows = [{**reading, "suites": []} if isinstance(reading, dict) else None for reading in readings]
    if hows[0] is not None and all(how == hows[0] for how in hows):
        suites = list(dict.fromkeys(suite for reading in readings for suite in reading["suites"]))
        common["reading"] = {**readings[0], "suites": suites}
    return common


def _joined_versions(runs: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The versions of libraries; of one that was of several versions, all of them."""
    names = dict.fromkeys(name for run in runs for name in run["versions"])
    return {
        name: ", ".join(dict.fromkeys(run["versions"][name] for run in runs if name in run["versions"]))
        for name in names
    }


def _moment(created: str) -> tuple[float, str]:
    try:
        return datetime.datetime.fromisoformat(created).timestamp(), created
    except ValueError:
        return 0.0, created


def _failures_left(parts: Sequence[Part], models: Sequence[ModelResult], origins: _Origins) -> Iterator[Failure]:
    """Give what failed in a run and was not made good by another one, under the names that models have now."""
    scored = {
        model.model: {sentence.text for suite in model.suites for sentence in suite.sentences} for model in models
    }
    for part in parts:
        for failure in part.run.failures:
            taken = origins.get((id(part), failure.model))
            name = part.called(failure.model) if taken is None else taken.name
            # of a model without a sentence: all of it failed
            if name not in scored or (failure.sentences and not scored[name].issuperset(failure.sentences)):
                yield replace(failure, model=name)
