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
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...delimited import Table, TableRow, column_letters, parse_table, read_table, write_table
from ...errors import Problem, Problems, SuiteError, cited, counted
from ...files import decode_utf8, read_bytes
from ...suite import Suite
from ..formats import first_line
from ..proposal import Proposal, Understood
from ..tables.written import factor_columns
from ..writing import WritingOptions, Written
from .javascript import Code, arrays_of, elements
from .latin_squares import ITEM, Trial, deal, uneven
from .stimuli import Stimulus, factor_value, is_no_item, suite_of_stimuli
from .trials import holds_results, refuse_results

__all__ = [
    "looks_like_ibex",
    "looks_like_pcibex",
    "propose_ibex",
    "propose_pcibex",
    "write_ibex",
    "write_pcibex",
]

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
    own = ("Type", "Item", "Condition", "Group", "Sentence")
    columns = [
        *own,
        *factor_columns(factors, (*own, "List")),
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


_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "item": ("item", "item_number", "itemnumber", "item number", "item_id", "itemid"),
    "condition": ("condition", "cond", "condition_name"),
    "list": ("group", "list"),
    "sentence": ("sentence", "stimulus"),
    "type": ("type",),
}
"""What columns are called, whatever the case; PennController itself looks for the list under these names."""
_REGION = re.compile(r"r([1-9]\d{0,3})_(.*)", re.DOTALL | re.ASCII)
_ITEMS_OF_IBEX = re.compile(r"(?<![\w$])items\s*=\s*\[\s*(?:(?://[^\n]*|/\*.*?\*/)\s*)*\[", re.DOTALL)
_CHANGED = re.compile(r"(?<![\w$.])items\s*\.\s*(?:push|concat|splice|unshift)|(?<![\w$.])items\s*\+=")
_SHOWN = ("DashedSentence", "FlashSentence", "AcceptabilityJudgment", "DashedAcceptabilityJudgment")
"""Controllers of Ibex whose option ``s`` is a sentence; of those that combine two, the first is meant."""


def looks_like_pcibex(path: Path) -> bool:
    """Whether a file is a table with item, condition, sentence and list, or results of PCIbex or Ibex."""
    line = first_line(path)
    if line.startswith("#"):
        return holds_results(path)
    try:
        table = parse_table(line)
    except SuiteError:
        return False
    return not {"item", "condition", "list", "sentence"} - _found(table).keys()


def _found(table: Table) -> dict[str, str]:
    by_fold = {column.casefold(): column for column in reversed(table.columns)}
    found = {}
    for role, names in _COLUMNS.items():
        column = next((by_fold[name] for name in names if name in by_fold), None)
        if column is not None:
            found[role] = column
    return found


def propose_pcibex(path: str | Path) -> Proposal:
    """Read a table of stimuli for PennController.

    Parameters
    ----------
    path : str or Path
        A table with columns for item, condition, list (``Group`` or ``List``) and sentence. Words that ``_`` joins are
        shown at once. Columns ``r1_NAME``, ``r2_NAME``, ... are regions, as `write_pcibex` writes them; any other is a
        factor. Rows that ``Type`` calls fillers or practice are left out.

    Raises
    ------
    InputError
        If the file holds results of people.
    SuiteError
        If it makes no suite; lists every problem.
    """
    path = Path(path)
    refuse_results(path)
    table = read_table(path)
    found = _found(table)
    missing = [role for role in ("item", "condition", "sentence") if role not in found]
    if missing:
        raise SuiteError(str(path), [Problem("", f"no column for {', '.join(missing)}.")])
    regions = {
        column: (int(match[1]), match[2])
        for column in table.columns
        if (match := _REGION.fullmatch(column)) is not None
    }
    factors = [column for column in table.columns if column not in found.values() and column not in regions]
    problems = Problems()
    stimuli, left_out = [], Counter[str]()
    for row in table.rows:
        kinds = [row.cells[found[role]].strip() for role in ("type", "condition") if role in found]
        kind = next((kind for kind in kinds if is_no_item(kind)), None)
        if kind is not None:
            left_out[kind] += 1
            continue
        stimuli.append(_stimulus(table, row, found, regions, factors, problems))
    problems.raise_all(str(path))
    if not stimuli:
        raise SuiteError(str(path), [Problem("", "has no row of an item.")])
    suite, notes = suite_of_stimuli(stimuli, source=str(path), name=path.stem)
    notes += [f"{counted(n, 'row')} of type '{kind}' left out." for kind, n in left_out.items()]
    return Proposal(
        str(path),
        (suite,),
        "stimuli of PCIbex: a row for each list, item and condition",
        tuple(_understood(table, found, regions, factors, suite)),
        tuple(notes),
    )


def _stimulus(
    table: Table,
    row: TableRow,
    found: Mapping[str, str],
    regions: Mapping[str, tuple[int, str]],
    factors: Sequence[str],
    problems: Problems,
) -> Stimulus:
    for role in ("item", "condition", "sentence"):
        if not row.cells[found[role]].strip():
            problems.note(table.place(row, found[role]), "is empty.")
    shown = row.cells[found["sentence"]].split()
    # without the sign that joins words, words are shown one by one, and say nothing of regions
    chunks = (
        tuple(chunk.replace(_JOINED, " ").strip() for chunk in shown) if any(_JOINED in one for one in shown) else ()
    )
    return Stimulus(
        f"row {row.number}",
        row.cells[found["item"]].strip(),
        row.cells[found["condition"]].strip(),
        " ".join(" ".join(shown).replace(_JOINED, " ").split()),
        chunks or (" ".join(shown),),
        {number: (name, row.cells[column].strip()) for column, (number, name) in regions.items()},
        {
            name: factor_value(row.cells[name], decimal_comma=table.separator != ",")
            for name in factors
            if row.cells[name].strip()
        },
    )


def _understood(
    table: Table,
    found: Mapping[str, str],
    regions: Mapping[str, tuple[int, str]],
    factors: Sequence[str],
    suite: Suite,
) -> Iterator[Understood]:
    roles = {column: role for role, column in found.items()}
    for place, column in enumerate(table.columns):
        example = next((row.cells[column] for row in table.rows if row.cells[column].strip()), "")
        part = f"column {column_letters(place)} {cited(column)}"
        if column in roles:
            said = {"list": "not read: the list of people who see it", "type": "which rows are items"}
            yield Understood(part, said.get(roles[column], roles[column]), "its name", example)
        elif column in regions:
            number, name = regions[column]
            yield Understood(part, f"region {number} ({name})", "its name", example)
        elif any(column in levels for levels in suite.condition_factors.values()):
            yield Understood(part, "factor of the conditions", "the same in every item", example)
        elif column in factors:
            yield Understood(part, "factor of items", "no other column of PCIbex's", example)


def looks_like_ibex(path: Path) -> bool:
    """Whether a file has the items of an Ibex experiment."""
    if path.suffix.lower() != ".js":
        return False
    text = path.read_text(encoding="utf-8", errors="ignore")
    return _ITEMS_OF_IBEX.search(text) is not None and any(f"{name}" in text for name in _SHOWN)


def propose_ibex(path: str | Path) -> Proposal:
    """Read the items of an Ibex experiment.

    Parameters
    ----------
    path : str or Path
        JavaScript with ``items = [[["condition", number], "DashedSentence", {s: "..."}], ...]``, which is read as data,
        and not run. Elements that are no sentences, or have no number, are left out; so are items of one condition
        where others have several: fillers.

    Raises
    ------
    SuiteError
        If it makes no suite; names the lines.
    """
    path = Path(path)
    text = decode_utf8(read_bytes(path), path)
    start = next((place for name, place in arrays_of(text) if name == "items"), None)
    if start is None:
        raise SuiteError(str(path), [Problem("", "has no 'items = [...]'.")])
    problems = Problems()
    if changed := _CHANGED.search(text):
        line = text.count("\n", 0, changed.start()) + 1
        problems.note(f"line {line}", f"items are changed by code ({changed[0]}); write them as one array.")
    sets: dict[int, dict[str, Stimulus]] = {}
    left_out: Counter[str] = Counter()
    for element in elements(text, start, source=str(path)):
        read = _ibex_stimulus(element.value, f"line {element.line}", problems)
        if isinstance(read, str):
            left_out[read] += 1
        elif read.condition in sets.setdefault(int(read.item), {}):
            first = sets[int(read.item)][read.condition]
            problems.note(read.where, f"item {read.item}, condition {cited(read.condition)}, is also in {first.where}.")
        else:
            sets[int(read.item)][read.condition] = read
    problems.raise_all(str(path))
    designs: dict[frozenset[str], list[Stimulus]] = {}
    for conditions in sets.values():
        designs.setdefault(frozenset(conditions), []).extend(conditions.values())
    if any(len(names) > 1 for names in designs):
        for names in [names for names in designs if len(names) == 1]:
            left_out[f"of condition '{next(iter(names))}', which is alone: fillers"] += len(designs.pop(names))
    if not designs:
        raise SuiteError(str(path), [Problem("", "has no item with a number and a sentence.")])
    suites, notes = [], []
    for place, stimuli in enumerate(designs.values(), 1):
        name = path.stem if len(designs) == 1 else f"{path.stem}_{place}"
        suite, said = suite_of_stimuli(stimuli, source=str(path), name=name)
        suites.append(suite)
        notes += [one if len(designs) == 1 else f"{name}: {one}" for one in said]
    notes += [f"{counted(n, 'element')} left out: {what}." for what, n in left_out.items()]
    understood = [
        Understood(f"items of {', '.join(suite.condition_names)}", f"suite '{suite.name}'", "their conditions")
        for suite in suites
    ]
    return Proposal(str(path), tuple(suites), "items of Ibex", tuple(understood), tuple(dict.fromkeys(notes)))


def _ibex_stimulus(value: Any, where: str, problems: Problems) -> Stimulus | str:
    """Read an element of Ibex's items; what is none of ours is said by what it is."""
    if not isinstance(value, list) or not value:
        return "no array"
    head, *controllers = value
    if not (isinstance(head, list) and len(head) >= 2 and isinstance(head[0], str)):
        return f"no number of an item ({head})" if isinstance(head, str) else "no condition and number"
    condition, number = head[0], head[1]
    if isinstance(number, list) and number:  # [type, [item, latin square of another item]]
        number = number[0]
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        return f"no number of an item ({condition})"
    for name, options in zip(controllers[::2], controllers[1::2], strict=False):
        if name not in _SHOWN or not isinstance(options, dict) or "s" not in options:
            continue
        shown = options["s"]
        if isinstance(shown, dict):  # {html: ...} of AcceptabilityJudgment
            shown = shown.get("html", Code(""))
        pieces = shown if isinstance(shown, list) else str(shown).split() if isinstance(shown, str) else None
        if pieces is None or not all(isinstance(piece, str) for piece in pieces):
            code = cited(shown.text, 40) if isinstance(shown, Code) else "of code"
            problems.note(where, f"the sentence {code} would have to be run; write it as a text in quotation marks.")
            return "code"
        texts = [" ".join(piece.replace(_JOINED, " ").split()) for piece in pieces]
        is_chunked = isinstance(shown, list) or any(_JOINED in piece for piece in pieces)
        sentence = " ".join(text for text in texts if text)
        chunks = tuple(text for text in texts if text) if is_chunked else (sentence,)
        return Stimulus(where, str(number), condition, sentence, chunks)
    return f"no sentence ({condition})"
