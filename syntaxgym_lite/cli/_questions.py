"""What `sglite import` asks about predictions, in a terminal."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from ..errors import SuiteError
from ..suite import Suite

if TYPE_CHECKING:
    from ..authoring.suggested import Suggestion

__all__ = ["ask_predictions"]

_COMPARES = re.compile(r"[<>=]|\bthan\b|\bas\b.*\bas\b")
"""What stands in a whole prediction, and in no region: one may give that at once."""
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
    regions = ", ".join(_regions(suite))
    _say(f"The suite predicts nothing yet. Its regions: {regions}.")
    asked: list[str] = []
    while True:
        about = "Which region is the next one about?" if asked else "Which region is your prediction about?"
        place = ask(f"{about} (Enter: {'that is all' if asked else 'none, surprisals only'})").strip()
        if not place:
            break
        try:
            if _COMPARES.search(place) and place not in suite.region_names.values():
                phrase = place
            else:
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
        options = " ".join(f"--predict {shlex.quote(phrase)}" for phrase in asked)
        click.echo(f"The same without a question: {options}", err=True)  # in one piece, to be copied
    return suite


def _regions(suite: Suite) -> Iterator[str]:
    """Name the regions; one that has a number for a name, by what it holds in the first sentence."""
    first = suite.items[0].conditions[0].regions
    contents = {region.number: region.content for region in first}
    for number, name in suite.region_names.items():
        if name in ("", str(number)):
            yield f"{number} ('{contents.get(number, '')}')"
        else:
            yield f"{number} {name}"


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


def _choose(question: str, answers: list[str], ask: Ask) -> int | None:
    """Have one of several answers chosen by its number; None if none is."""
    _say(question)
    for number, answer in enumerate(answers, 1):
        _say(answer, f"  {number}  ")
    while True:
        chosen = ask("Number (Enter: none of them)").strip()
        if not chosen:
            return None
        if chosen in answers:
            return answers.index(chosen)
        if chosen.isdecimal() and 1 <= int(chosen) <= len(answers):
            return int(chosen) - 1
        _say(f"There is no answer {chosen!r}.")


def _say(text: str, before: str = "") -> None:
    """Say something, broken between words; `before` stands before its first line, and blanks before the others."""
    width = shutil.get_terminal_size().columns
    click.echo(click.wrap_text(text, width, before, " " * len(before)), err=True)


def _prompt(question: str) -> str:
    click.echo(f"{question}: ", nl=False, err=True)  # click's own prompt puts a blank on standard output
    try:
        return input()
    except EOFError:
        raise click.Abort from None
