"""Stimuli of jsPsych: timeline variables, in and out."""

from __future__ import annotations

import json
from typing import Any

from ..suite import Suite
from .latin_squares import ITEM, Trial, deal, uneven
from .writing import WritingOptions, Written

__all__ = ["write_jspsych"]


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
