"""Files to start a suite from: a template and a table of words, or a sheet to fill in; and a page of advice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Literal, get_args

from ..delimited import parse_table, write_table
from ..errors import InputError, one_of
from ..files import write_whole
from ..ports.tables.workbooks import ABOUT, ABOUT_COLUMNS, ITEMS, Sheet, workbook
from ..suite import crossed_name
from .build import build_suite
from .template import loads_template

__all__ = ["DESIGNS", "SHEETS", "Design", "SheetFormat", "write_starter"]

Design = Literal["pair", "2x2"]
DESIGNS: tuple[Design, ...] = get_args(Design)
"""``pair``: two conditions. ``2x2``: two factors with two levels each."""

SheetFormat = Literal["csv", "xlsx"]
SHEETS: tuple[SheetFormat, ...] = get_args(SheetFormat)

_NAME = re.compile(r"[^\W_][\w.-]*")
_FACTOR = re.compile(r"\s*([^\W\d_]\w*)\s*=\s*(\w[\w-]*)\s*/\s*(\w[\w-]*)\s*")
_FACTORS = "head=pl/sg,attractor=pl/sg"

_PAIR = """\
# Template of the suite '{name}'. Build it with:
#   sglite build {name}.toml {name}.csv -o {name}.json

# Names of regions 1, 2, 3, ... This line stands above [meta].
regions = ["subject", "attractor", "verb", "ending"]

# About the suite. All keys are copied into it; only 'name' is needed.
[meta]
name = "{name}"
metric = "sum"           # how the surprisals of a region's tokens become one value
join = "natural"         # no blank before commas and full stops
circuit = "agreement"    # the group that the suite belongs to
phenomenon = "subject-verb agreement"
description = "The verb agrees with the subject, not with the noun next to it."
reference = ""           # the paper that introduced the design
language = "en"
author = ""

# What every item looks like in each condition: one text a region, "" for an empty one.
# {{subject.sg}} is the item's cell in the column 'subject.sg' of {name}.csv.
# {{adverb?}} may be empty. {{A}} and {{a}} become A or An, a or an, by the word that follows.
[[conditions]]
name = "match"
regions = ["{{A}} {{subject.sg}}", "{{preposition}} the {{attractor.pl}} {{adverb?}}", "{{verb.sg}}", "{{ending}}."]

[[conditions]]
name = "mismatch"
regions = ["{{A}} {{subject.sg}}", "{{preposition}} the {{attractor.pl}} {{adverb?}}", "{{verb.pl}}", "{{ending}}."]

# What a model should do, for every item. (3;%match%) is the surprisal of region 3 in the condition 'match', in bits.
[[predictions]]
name = "agreement"
description = "A verb that agrees with the subject is less surprising than one that does not."
formula = "(3;%match%) < (3;%mismatch%)"
"""

_PAIR_TABLE = """\
subject.sg,preposition,attractor.pl,adverb,verb.sg,verb.pl,ending,_note
ladder,behind,barrels,,wobbles,wobble,when the wind blows,columns that begin with _ are for you
old map,under,blankets,,shows,show,the way to the harbor,
orchard,beyond,hills,rarely,gives,give,more than a few plums,
heavy anchor,between,boats,,keeps,keep,the raft in its place,
"""

_CROSSED = """\
# Template of the suite '{name}', a 2 x 2 design. Build it with:
#   sglite build {name}.toml {name}.csv -o {name}.json

# Names of regions 1, 2, 3, ... This line stands above [meta].
regions = ["beginning", "{f}", "{g}", "critical", "ending"]

# About the suite. All keys are copied into it; only 'name' is needed.
[meta]
name = "{name}"
metric = "sum"           # how the surprisals of a region's tokens become one value
join = "natural"         # no blank before commas and full stops
circuit = ""             # the group that the suite belongs to
description = "{f} ({f1} or {f2}) crossed with {g} ({g1} or {g2})."
reference = ""           # the paper that introduced the design
language = "en"
author = ""

# What every item looks like in each condition: one text a region, "" for an empty one.
# {{{f}.{f1}}} is the item's cell in the column '{f}.{f1}' of {name}.csv.
# The critical region has the same words in all conditions: what differs is what stands before it.
{conditions}
# What a model should do, for every item. (4;%{f}={f1}, {g}={g1}%) is the surprisal of region 4 in the condition
# with these levels, in bits. Keep what you predict, and turn a sign where you expect the contrary.

# The interaction: {g} makes more of a difference where {f} is {f1}.
[[predictions]]
name = "interaction"
description = "The difference between {g1} and {g2} {g} is larger for {f1} than for {f2} {f}."
formula = '''
  [(4;%{f}={f1}, {g}={g1}%) - (4;%{f}={f1}, {g}={g2}%)]
  > [(4;%{f}={f2}, {g}={g1}%) - (4;%{f}={f2}, {g}={g2}%)]'''

# The main effects: means over the other factor. Take the '#' away to predict one.
# [[predictions]]
# name = "main effect of {f}"
# formula = '''
#   [(4;%{f}={f1}, {g}={g1}%) + (4;%{f}={f1}, {g}={g2}%)] / 2
#   > [(4;%{f}={f2}, {g}={g1}%) + (4;%{f}={f2}, {g}={g2}%)] / 2'''

# [[predictions]]
# name = "main effect of {g}"
# formula = '''
#   [(4;%{f}={f1}, {g}={g1}%) + (4;%{f}={f2}, {g}={g1}%)] / 2
#   > [(4;%{f}={f1}, {g}={g2}%) + (4;%{f}={f2}, {g}={g2}%)] / 2'''

# Or, as published suites have it: the effect of one factor on either level of the other.
# [[predictions]]
# name = "{f} on both levels of {g}"
# formula = '''
#   (4;%{f}={f1}, {g}={g1}%) > (4;%{f}={f2}, {g}={g1}%)
#   & (4;%{f}={f1}, {g}={g2}%) > (4;%{f}={f2}, {g}={g2}%)'''
"""

_CROSSED_CONDITION = """\
[[conditions]]
name = "{name}"
factors = {{ {f} = "{first}", {g} = "{second}" }}
regions = ["{{beginning}}", "{{{f}.{first}}}", "{{{g}.{second}}}", "{{critical}}", "{{ending}}."]

"""

_AGREEMENT = (
    ("The", "ladders", "ladder", "behind the barrels", "behind the barrel", "wobbles", "when the wind blows"),
    ("The old", "maps", "map", "under the blankets", "under the blanket", "shows", "the way to the harbor"),
)
"""Words of the factors that are there if none are named: a singular verb behind a head and an attractor."""

_README = """\
# {name}

A test suite for language models.

| file | what it is |
| --- | --- |
| `{name}.toml` | the template: regions, conditions, predictions |
| `{name}.csv` | the items: a row for each, a column for each slot; edit it in a spreadsheet program, save it as CSV |
| `{name}.json` | the suite, built from the two |

Build it, look at an item, check the design, and run it:

    sglite build {name}.toml {name}.csv -o {name}.json
    sglite show {name}.json --item 1
    sglite check {name}.json --strict
    sglite eval {name}.json

The items here are examples. Replace them with your own, 24 or more: with fewer, a score says little. To build the
suite again, add `--overwrite`: a file that is there is not replaced otherwise.
"""

_SHEET_README = """\
# {name}

A test suite for language models.

| file | what it is |
| --- | --- |
| `{sheet}` | the sentences: a row for each item and condition, a column for each region; for a spreadsheet program |
| `{name}.json` | the suite, made of the sheet |

In the sheet, {design}.
The columns `r1_...`, `r2_...` are the regions of the sentence, in order. Rename them, add some, leave a cell empty
where a condition has no such region. Other columns are kept beside the sentences, and are no part of them.

What you predict is said in words, where '>' is more surprising: {predicted}.
Make the suite, look at an item, check the design, and run it:

    sglite import {sheet}{option} -o {name}.json
    sglite show {name}.json --item 1
    sglite check {name}.json --strict
    sglite eval {name}.json

The items here are examples. Replace them with your own, 24 or more: with fewer, a score says little. To make the suite
again, add `--overwrite`: a file that is there is not replaced otherwise.
"""


@dataclass(frozen=True, slots=True)
class _Start:
    """What a design starts from.

    Parameters
    ----------
    template, table : str
        For `syntaxgym_lite.authoring.build`.
    sheet : tuple
        Columns and rows of the same items written out.
    conditions : str
        How the sheet says which condition a row is of.
    phrase : str
        What the design predicts, in words.
    """

    template: str
    table: str
    sheet: Sheet
    conditions: str
    phrase: str


def write_starter(
    name: str,
    folder: str | Path,
    *,
    design: Design | None = None,
    factors: str | None = None,
    table: SheetFormat | None = None,
    overwrite: bool = False,
) -> list[Path]:
    """Write a small commented template and a table of words, or a sheet of sentences to fill in; and a README.

    Parameters
    ----------
    name : str
        Of the suite; the files are called by it.
    folder : str or Path
        Made if it does not exist.
    design : {"pair", "2x2"}, optional
        Two conditions, as by default; or two factors with two levels each, as if there are `factors`.
    factors : str, optional
        Names and levels of the factors: ``"head=pl/sg,attractor=pl/sg"``. First the level that is expected to be more
        surprising.
    table : {"csv", "xlsx"}, optional
        Write a sheet of sentences, which `sglite import` reads, instead of a template.
    overwrite : bool, optional
        Overwrite files that are there.

    Returns
    -------
    list of Path
        The files written: template and table, or sheet; README.

    Raises
    ------
    InputError
        If the name cannot be a file's, the factors are not of the design, or files are there already.
    """
    if not _NAME.fullmatch(name):
        raise InputError(f"{name!r} cannot be the name of a suite: use letters, digits, '_', '-' and '.'.")
    chosen = one_of("design", design or ("pair" if factors is None else "2x2"), DESIGNS)
    if chosen == "pair" and factors is not None:
        raise InputError("`design=pair` has two conditions and no factors; `design=2x2` has two factors.")
    start = _pair(name) if chosen == "pair" else _crossed(name, factors)
    files: dict[str, str | bytes]
    if table is None:
        files = {f"{name}.toml": start.template, f"{name}.csv": start.table, "README.md": _README.format(name=name)}
    else:
        sheet = f"{name}.{one_of('table', table, SHEETS)}"
        content: str | bytes
        if table == "csv":
            content, option, predicted = (
                write_table(*start.sheet),
                f' --predict "{start.phrase}"',
                "by `--predict` below",
            )
        else:
            about = [["name", name, "", ""], ["prediction", start.phrase, "", ""]]
            content = workbook(name, {ITEMS: start.sheet, ABOUT: (ABOUT_COLUMNS, about)})
            option, predicted = "", f"on the sheet `{ABOUT}`, a row for each prediction"
        readme = _SHEET_README.format(
            name=name, sheet=sheet, design=start.conditions, option=option, predicted=predicted
        )
        files = {sheet: content, "README.md": readme}
    folder = Path(folder)
    present = [str(folder / file) for file in files if (folder / file).exists()]
    if present and not overwrite:
        raise InputError(f"{', '.join(present)}: there already; `overwrite` replaces them.")
    folder.mkdir(parents=True, exist_ok=True)
    for file, content in files.items():
        write_whole(folder / file, content)
    return [folder / file for file in files]


def _pair(name: str) -> _Start:
    """Subject-verb agreement: the verb as it should be, and as it should not."""
    template = _PAIR.format(name=name)
    suite = build_suite(loads_template(template), parse_table(_PAIR_TABLE)).suite
    columns = ["item", "condition", *(f"r{number}_{region}" for number, region in suite.region_names.items())]
    rows = [
        [str(item.number), condition.name, *(region.content for region in condition.regions)]
        for item in suite.items
        for condition in item.conditions
    ]
    conditions = "the column 'condition' names the condition"
    return _Start(template, _PAIR_TABLE, (columns, rows), conditions, "mismatch > match at verb")


def _crossed(name: str, factors: str | None) -> _Start:
    """Two factors: a region for each of them, and one behind them in which their effects are looked for."""
    (f, first), (g, second) = _read_factors(_FACTORS if factors is None else factors)
    items: Sequence[Sequence[str]] = _AGREEMENT
    if factors is not None and factors != _FACTORS:
        words = [f"({factor} {level})" for factor, levels in ((f, first), (g, second)) for level in levels]
        items = [("The beginning", *words, "critical", "ending"), ("Another beginning", *words, "critical", "ending")]
    crossings = [{f: one, g: other} for one, other in product(first, second)]
    names = {"name": name, "f": f, "g": g, "f1": first[0], "f2": first[1], "g1": second[0], "g2": second[1]}
    conditions = "".join(
        _CROSSED_CONDITION.format(f=f, g=g, first=levels[f], second=levels[g], name=crossed_name(levels))
        for levels in crossings
    )
    columns = ["beginning", *(f"{f}.{level}" for level in first), *(f"{g}.{level}" for level in second)]
    columns += ["critical", "ending"]
    rows = [
        [
            str(number),
            crossed_name(levels),
            levels[f],
            levels[g],
            *_sentence(dict(zip(columns, item, strict=True)), levels),
        ]
        for number, item in enumerate(items, 1)
        for levels in crossings
    ]
    regions = ["r1_beginning", f"r2_{f}", f"r3_{g}", "r4_critical", "r5_ending"]
    cells = [f"({f}={one}, {g}={other})" for one, other in product(first, second)]
    return _Start(
        _CROSSED.format(conditions=conditions, **names),
        write_table(columns, items),
        (["item", "condition", f, g, *regions], rows),
        f"the column 'condition' names the condition, and '{f}' and '{g}' are its levels of the two factors",
        f"{cells[0]} - {cells[1]} > {cells[2]} - {cells[3]} at critical",
    )


def _sentence(cells: Mapping[str, str], levels: Mapping[str, str]) -> list[str]:
    """The regions of an item with these levels."""
    chosen = [cells[f"{factor}.{level}"] for factor, level in levels.items()]
    return [cells["beginning"], *chosen, cells["critical"], f"{cells['ending']}."]


def _read_factors(text: str) -> list[tuple[str, tuple[str, str]]]:
    """Read ``head=pl/sg,attractor=pl/sg``."""
    found = [_FACTOR.fullmatch(part) for part in text.split(",")]
    factors = [(match[1], (match[2], match[3])) for match in found if match is not None]
    names = {factor.casefold() for factor, _ in factors} - {"item", "condition"}
    if len(factors) != len(found) or len(names) != 2 or len(found) != 2 or any(a == b for _, (a, b) in factors):
        raise InputError(
            f"`factors={text}`: a 2x2 design has two factors with two levels each, such as {_FACTORS}; a name is "
            "letters, digits and '_'."
        )
    return factors
