"""Stimuli of jsPsych: timeline variables, in and out."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ...errors import Problem, Problems, SuiteError, counted
from ...files import decode_utf8, read_bytes
from ...suite import Factor, Suite
from ..proposal import Proposal, Understood
from ..writing import WritingOptions, Written
from .javascript import Code, Element, arrays_of, elements
from .latin_squares import ITEM, Trial, deal, uneven
from .stimuli import Stimulus, is_no_item, suite_of_stimuli
from .trials import refuse_results

__all__ = ["looks_like_jspsych", "propose_jspsych", "write_jspsych"]


def write_jspsych(suite: Suite, options: WritingOptions) -> Written:
    """Write the ``timeline_variables`` of a jsPsych experiment, as a JSON list that is JavaScript, too.

    Parameters
    ----------
    suite : Suite
    options : WritingOptions
        ``fillers`` matters here.

    Returns
    -------
    Written
        An object for each list and sentence in it, with ``list``, ``type``, ``item``, ``condition``, ``stimulus`` (the
        sentence), ``chunks`` (what is read at once where it is read region by region), ``factors`` and ``regions``.
    """
    trials = [trial for each in deal(suite, options.fillers) for trial in each]
    lines = ",\n".join(f"  {json.dumps(_variables(trial, suite), ensure_ascii=False)}" for trial in trials)
    said = uneven(suite)
    return Written({"": f"[\n{lines}\n]\n"}, (said,) if said else ())


def _variables(trial: Trial, suite: Suite) -> dict[str, Any]:
    variables: dict[str, Any] = {
        "list": trial.list,
        "type": trial.type,
        "item": trial.label,
        "condition": trial.condition,
        "stimulus": trial.text,
        "chunks": list(trial.chunks),
        "factors": dict(trial.factors),
    }
    if trial.type == ITEM:
        variables["regions"] = [
            {"number": number, "name": name, "content": trial.contents[number]}
            for number, name in suite.region_names.items()
        ]
    return variables


_KEYS: Mapping[str, tuple[str, ...]] = {
    "item": ("item", "item_number", "item_id", "itemid"),
    "condition": ("condition", "cond", "condition_name"),
    "sentence": ("stimulus", "sentence"),
}
_LOOK = 1024  # bytes that are enough to see whether a file begins as a list
_NOT_FACTORS = frozenset({"list", "group", "type", "chunks", "factors", "regions"})


def looks_like_jspsych(path: Path) -> bool:
    """Whether a file has timeline variables: a list of objects with a stimulus, an item and a condition."""
    if path.suffix.lower() not in (".json", ".js"):
        return False
    with path.open("rb") as file:
        start = file.read(_LOOK).decode("utf-8-sig", "ignore").lstrip()
    if path.suffix.lower() == ".json" and not start.startswith("["):
        return False  # a suite, nearly always
    text = path.read_text(encoding="utf-8", errors="ignore")
    return next(_lists(text, str(path)), None) is not None


def _lists(text: str, source: str) -> Iterator[list[Element]]:
    """Give the lists of a file whose first object is a stimulus."""
    for _, start in arrays_of(text):
        if not text[start + 1 : start + 2000].lstrip().startswith("{"):
            continue
        try:
            found = elements(text, start, source=source)
        except SuiteError:
            continue
        if found and isinstance(found[0].value, dict) and len(_found(_flat(found[0].value))) == len(_KEYS):
            yield found


def _flat(variables: Mapping[str, Any]) -> dict[str, Any]:
    """Give the properties of a trial, with those of its ``data``, which go into the results."""
    data = variables.get("data")
    return {**(data if isinstance(data, dict) else {}), **{key: one for key, one in variables.items() if key != "data"}}


def _found(variables: Mapping[str, Any]) -> dict[str, str]:
    by_fold = {key.casefold(): key for key in reversed(list(variables))}
    return {
        role: next(by_fold[name] for name in names if name in by_fold)
        for role, names in _KEYS.items()
        if any(name in by_fold for name in names)
    }


def propose_jspsych(path: str | Path) -> Proposal:
    """Read timeline variables of jsPsych.

    Parameters
    ----------
    path : str or Path
        A list of objects as JSON, or JavaScript with one such list, which is read as data and not run. Each has an
        ``item``, a ``condition`` and a ``stimulus`` or ``sentence``; ``regions``, ``chunks`` and ``factors`` are what
        `write_jspsych` makes them, and other keys are factors. Those whose ``type`` is filler or practice are left out.

    Raises
    ------
    InputError
        If the file holds results of people.
    SuiteError
        If it makes no suite; names the lines.
    """
    path = Path(path)
    refuse_results(path)
    lists = list(_lists(decode_utf8(read_bytes(path), path), str(path)))
    if len(lists) != 1:
        found = "has no list" if not lists else f"has {len(lists)} lists"
        raise SuiteError(
            str(path), [Problem("", f"{found} of objects with item, condition and stimulus; one is read.")]
        )
    problems = Problems()
    stimuli, left_out = [], Counter[str]()
    for element in lists[0]:
        variables, where = element.value, f"line {element.line}"
        if not isinstance(variables, dict):
            problems.note(where, "is no object.")
            continue
        variables = _flat(variables)
        kind = str(variables.get("type", ""))
        if is_no_item(kind):
            left_out[kind] += 1
            continue
        stimulus = _stimulus(variables, where, problems)
        if stimulus is not None:
            stimuli.append(stimulus)
    problems.raise_all(str(path))
    if not stimuli:
        raise SuiteError(str(path), [Problem("", "has no object of an item.")])
    suite, notes = suite_of_stimuli(stimuli, source=str(path), name=path.stem)
    notes += [f"{counted(n, 'object')} of type '{kind}' left out." for kind, n in left_out.items()]
    keys = _found(_flat(lists[0][0].value))
    understood = [Understood(f"key '{key}'", role, "its name") for role, key in keys.items()]
    factors = dict.fromkeys(name for one in stimuli for name in one.factors)
    understood += [Understood(f"key '{name}'", "factor", "no other key of a stimulus") for name in factors]
    return Proposal(str(path), (suite,), "timeline variables of jsPsych", tuple(understood), tuple(notes))


def _stimulus(variables: Mapping[str, Any], where: str, problems: Problems) -> Stimulus | None:
    keys = _found(variables)
    texts = {}
    for role, names in _KEYS.items():
        value = variables[keys[role]] if role in keys else None
        if isinstance(value, Code):
            problems.note(where, f"'{keys[role]}' would have to be run; write it as a text.")
        elif not isinstance(value, (str, int)) or isinstance(value, bool) or not str(value).strip():
            problems.note(where, f"has no {role}: give '{names[0]}' a text.")
        else:
            texts[role] = " ".join(str(value).split())
    if len(texts) < len(_KEYS):
        return None
    own = variables.get("factors")
    others = {key: value for key, value in variables.items() if key not in keys.values() and key not in _NOT_FACTORS}
    factors: dict[str, Factor] = {
        key: value
        for key, value in {**others, **(own if isinstance(own, dict) else {})}.items()
        if isinstance(value, (str, int, float, bool)) and value != ""
    }
    chunks = variables.get("chunks")
    seen = tuple(chunk for chunk in chunks if isinstance(chunk, str)) if isinstance(chunks, list) else ()
    regions = {}
    given = variables.get("regions")
    if isinstance(given, Code):
        problems.note(where, "'regions' would have to be run; write them as an array of texts.")
    for place, region in enumerate(given if isinstance(given, list) else (), 1):
        if isinstance(region, dict) and isinstance(region.get("content"), str):
            number = region.get("number", place)
            regions[number if isinstance(number, int) else place] = (str(region.get("name", place)), region["content"])
        elif isinstance(region, str):
            regions[place] = (str(place), region)
        else:
            problems.note(where, f"region {place} is neither a text nor an object with 'content'.")
    return Stimulus(
        where,
        texts["item"],
        texts["condition"],
        texts["sentence"],
        seen or (texts["sentence"],),
        regions,
        factors,
    )
