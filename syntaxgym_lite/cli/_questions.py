"""What `sglite import` asks about predictions, in a terminal."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from ..errors import SuiteError
from ..suite import Suite

if TYPE_CHECKING:
    from ..authoring.suggested import Suggestion

__all__ = ["ask_predictions"]

Ask = Callable[[str], str]
"""Shows a question, and gives the answer; an empty one leaves it open."""


def ask_predictions(suite: Suite, ask: Ask | None = None) -> Suite:
    """Ask what is predicted, until nothing more is.

    Parameters
    ----------
    suite : Suite
        Without predictions.
    ask : callable, optional
        By default a prompt on standard error.
    """
    from ..authoring.suggested import suggested
    from ..formula.wording import name_in_words
    from ..suite.predictions import said_back, with_predictions

    ask = ask or _prompt
    regions = ", ".join(f"{number} {name}".rstrip() for number, name in suite.region_names.items())
    _say(f"The suite predicts nothing yet. Its regions: {regions}.")
    asked: list[str] = []
    while True:
        more = "Another prediction: in" if asked else "In"
        place = ask(f"{more} which region does the model's surprisal matter? (Enter: {_none(asked)})").strip()
        if not place:
            break
        try:
            with_predictions(suite, f"{name_in_words(suite.condition_names[0])} > 0 at {place}")
            phrase = _phrase(suggested(suite, place), place, ask)
            if not phrase:
                continue
            suite = with_predictions(suite, phrase)
        except SuiteError as error:
            [problem] = error.problems
            _say(problem.message.rsplit("\n", 1)[-1])
            continue
        asked.append(phrase)
        _say(f"Prediction: {said_back(suite, suite.predictions[-1])}")
    if asked:
        _say(f"The same without a question: {' '.join(f'--predict {shlex.quote(phrase)}' for phrase in asked)}")
    return suite


def _phrase(suggestions: Sequence[Suggestion], place: str, ask: Ask) -> str:
    """Have one of the predictions chosen that are common for the design, or another one written; may be empty."""
    kinds = [suggestion.kind for suggestion in suggestions]
    kind: int | None = 0
    if len(kinds) > 1:
        kind = _choose("What is predicted there?", [*kinds, "something else, in my own words"], ask)
    if kind is None:
        return ""
    if kind == len(kinds):
        phrase = ask("Write it, such as 'A > B' (A is more surprising than B)").strip()
        return f"{phrase} at {place}" if phrase else ""
    suggestion = suggestions[kind]
    answer = _choose(suggestion.question, [choice.words for choice in suggestion.choices], ask)
    return "" if answer is None else suggestion.choices[answer].phrase


def _none(asked: list[str]) -> str:
    return "that is all" if asked else "no predictions; surprisals only"


def _choose(question: str, answers: list[str], ask: Ask) -> int | None:
    """Have one of several answers chosen by its number; None if none is."""
    _say(question)
    for number, answer in enumerate(answers, 1):
        _say(f"  {number}  {answer}")
    while True:
        chosen = ask("Number (Enter: none of them)").strip()
        if not chosen:
            return None
        if chosen in answers:
            return answers.index(chosen)
        if chosen.isdecimal() and 1 <= int(chosen) <= len(answers):
            return int(chosen) - 1
        _say(f"There is no answer {chosen!r}.")


def _say(text: str) -> None:
    click.echo(text, err=True)


def _prompt(question: str) -> str:
    click.echo(f"{question}: ", nl=False, err=True)  # click's own prompt puts a blank on standard output
    try:
        return input()
    except EOFError:
        raise click.Abort from None
