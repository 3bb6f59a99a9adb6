"""Stimuli of PCIbex (PennController) and Ibex, in and out.

PennController reads a table, ``Template("items.csv", row => ...)``, and shows the rows of the list whose turn it is, if
the table has a column ``Group``. Ibex has its items in JavaScript, ``var items = [[["cond", 1], "DashedSentence", {s:
"The dog barked."}], ...]``, and takes the number of an item for its Latin square.

Both show sentences by the controller DashedSentence. It parts a text at blanks, and shows ``_`` as a blank: words that
are read at once are joined by ``_``; in an array (Ibex) each text is what is read at once. A word that begins with
``@`` ends what is shown (js_includes/DashedSentence.js of Ibex 0.3.9 and of PennController 2.0).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from ..delimited import write_table
from ..errors import counted
from ..suite import Suite
from .latin_squares import ITEM, Trial, deal, uneven
from .writing import WritingOptions, Written

__all__ = ["write_ibex", "write_pcibex"]

_JOINED = "_"
_STOP = "@"


def write_pcibex(suite: Suite, options: WritingOptions) -> Written:
    """Write a table for PennController's ``Template``.

    Parameters
    ----------
    suite : Suite
    options : WritingOptions
        ``chunks``, ``fillers`` and ``style`` matter here.

    Returns
    -------
    Written
        A row for each list and sentence in it: ``Type`` (item or filler), ``Item``, ``Condition``, ``Group`` (the
        list), ``Sentence`` (for DashedSentence), a column for each factor, and the regions as in a wide table.
    """
    trials = [trial for each in deal(suite, options.fillers) for trial in each]
    factors = list(dict.fromkeys(name for trial in trials for name in trial.factors))
    numbers = suite.region_names
    columns = [
        *("Type", "Item", "Condition", "Group", "Sentence"),
        *factors,
        *(f"r{number}_{name}" for number, name in numbers.items()),
    ]
    rows: list[list[str | int | float]] = [
        [
            *(trial.type, trial.label, trial.condition, trial.list, _dashed(trial, options)),
            *(trial.factors.get(name, "") for name in factors),
            *(trial.contents.get(number, "") if trial.type == ITEM else "" for number in numbers),
        ]
        for trial in trials
    ]
    style = options.style
    text = style.start + write_table(columns, rows, separator=style.separator, decimal_comma=style.decimal_comma)
    return Written({"": text}, tuple(_notes(suite, trials, options)))


def write_ibex(suite: Suite, options: WritingOptions) -> Written:
    """Write the items of an Ibex experiment, as JavaScript.

    Parameters
    ----------
    suite : Suite
    options : WritingOptions
        ``chunks`` and ``fillers`` matter here.
    """
    trials = [trial for each in deal(suite, options.fillers) for trial in each]
    lines = [_ibex_item(trial, suite, options) for trial in _each_once(trials)]
    text = "var items = [\n" + ",\n".join(f"  {line}" for line in lines) + "\n];\n"
    return Written({"": text}, tuple(_notes(suite, trials, options)))


def _ibex_item(trial: Trial, suite: Suite, options: WritingOptions) -> str:
    # a filler has a number behind those of the items, and so a Latin square of its own
    shift = 0 if trial.type == ITEM else max(item.number for item in suite.items)
    kind = trial.condition if trial.type == ITEM else f"{trial.type}_{trial.condition}"
    shown: str | list[str] = list(trial.chunks) if options.chunks == "regions" else trial.text
    head = json.dumps([kind, trial.item.number + shift], ensure_ascii=False)
    return f'[{head}, "DashedSentence", {{s: {json.dumps(shown, ensure_ascii=False)}}}]'


def _each_once(trials: Iterable[Trial]) -> Iterator[Trial]:
    """Give each sentence of all lists once, in the order of items, then conditions."""
    seen: dict[tuple[str, int], dict[str, Trial]] = {}
    for trial in trials:
        seen.setdefault((trial.type, trial.item.number), {}).setdefault(trial.condition, trial)
    for conditions in seen.values():
        for condition in next(iter(conditions.values())).item.conditions:
            if condition.name in conditions:
                yield conditions[condition.name]


def _dashed(trial: Trial, options: WritingOptions) -> str:
    if options.chunks == "words":
        return trial.text
    return " ".join(chunk.replace(" ", _JOINED) for chunk in trial.chunks)


def _notes(suite: Suite, trials: Iterable[Trial], options: WritingOptions) -> Iterator[str]:
    if said := uneven(suite):
        yield said
    texts = {trial.text for trial in trials}
    for sign, what in (
        (_JOINED, "shows as a blank"),
        (_STOP, "takes at the beginning of a word for the end of what is shown"),
    ):
        found = sum(
            any(word.startswith(sign) if sign == _STOP else sign in word for word in text.split()) for text in texts
        )
        if found:
            yield f"{counted(found, 'sentence')} with '{sign}', which DashedSentence {what}."
    if options.chunks == "words" and suite.join == "none":
        yield "The sentences have no blanks, and are shown whole; `chunks=regions` shows them region by region."
