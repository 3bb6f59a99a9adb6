"""What a suite's page begins with: its findings, in sentences as one would write them in a paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import FormulaError, counted
from ...formula.wording import in_words, name_in_words
from ...results import SuiteResult
from ...stats import SuiteSummary

__all__ = ["findings"]


def findings(suite: SuiteResult, summary: SuiteSummary) -> list[str]:
    """Say what a model did on a suite.

    Parameters
    ----------
    suite : SuiteResult
    summary : SuiteSummary
        Of it, of `syntaxgym_lite.stats.summarize`.

    Returns
    -------
    list of str
        Sentences: the suite's score if it has several predictions, then one for each prediction, then ties and
        undefined items.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> run = sgl.evaluate("npz")
    >>> findings(run.models[0].suites[0], sgl.summarize(run)["models"][0]["suites"][0])[0][:16]
    'In 26 of 28 item'
    """
    if not suite.predictions:
        return ["This suite predicts nothing: it has surprisals, and no score."]
    n = summary["n_items"]
    said = []
    if len(suite.predictions) > 1:
        said.append(
            f"All {len(suite.predictions)} predictions hold in {summary['n_passed']} of {counted(n, 'item')} "
            f"({_share(summary, summary['score'])})."
        )
    for index, prediction in enumerate(summary["predictions"]):
        words = _claim(suite, index)
        said.append(
            f"In {prediction['n_true']} of {counted(n, 'item')} ({_share(prediction, prediction['accuracy'])}) {words}"
            f"{_effect(prediction['comparisons'])}."
        )
    if ties := summary["n_ties"]:
        said.append(f"In {counted(ties, 'item')} both sides of a comparison are equal: a tie, which does not hold.")
    if undefined := summary["n_undefined"]:
        said.append(
            f"{counted(undefined, 'item is', 'items are')} undefined: the model gives a region no value; counted as "
            "not passed."
        )
    return said


def _share(row: Mapping[str, Any], share: float | None) -> str:
    if share is None or row["ci_low"] is None:
        return "no score"
    chance = ""
    if row["chance"] is not None:
        chance = f"; chance {'at most ' if row['chance_is_upper_bound'] else ''}{row['chance']:.2f}"
    return f"{share:.2f}, 95 % interval {row['ci_low']:.2f} to {row['ci_high']:.2f}{chance}"


def _claim(suite: SuiteResult, index: int) -> str:
    """A prediction in words, with an article before the name of a region that it begins with."""
    try:
        words = in_words(suite.formula(index), regions=suite.region_names)
    except FormulaError:
        return f"this holds: {suite.predictions[index].formula}"
    names = (name_in_words(name.strip()) for name in suite.region_names.values() if name.strip())
    for name in sorted(names, key=len, reverse=True):
        if words.startswith((f"{name} ", f"{name},")):
            return f"the {words}"
    return words


def _effect(comparisons: Any) -> str:
    """The mean effect, where there is one comparison alone and it is directed."""
    if len(comparisons) != 1:
        return ""
    [one] = comparisons
    effect = one.get("mean_effect")
    if effect is None:
        return ""
    of = one.get("unit", "bits")
    low, high = one.get("effect_low"), one.get("effect_high")
    interval = "" if low is None or high is None else f" ({low:.1f} to {high:.1f})"
    against = ", against the prediction" if effect < 0 else ""
    return f"; the mean effect is {effect:.1f} {of}{interval}{against}"
