"""A template, a table and a page of advice to start a suite from."""

from __future__ import annotations

import re
from pathlib import Path

from ..errors import InputError
from ..files import write_whole

__all__ = ["write_starter"]

_NAME = re.compile(r"[^\W_][\w.-]*")

_TEMPLATE = """\
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

_TABLE = """\
subject.sg,preposition,attractor.pl,adverb,verb.sg,verb.pl,ending,_note
ladder,behind,barrels,,wobbles,wobble,when the wind blows,columns that begin with _ are for you
old map,under,blankets,,shows,show,the way to the harbor,
orchard,beyond,hills,rarely,gives,give,more than a few plums,
heavy anchor,between,boats,,keeps,keep,the raft in its place,
"""

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


def write_starter(name: str, folder: str | Path, *, overwrite: bool = False) -> list[Path]:
    """Write a small commented template, a table of items, and a README.

    Parameters
    ----------
    name : str
        Of the suite; the files are called by it.
    folder : str or Path
        Made if it does not exist.
    overwrite : bool, optional
        Overwrite files that are there.

    Returns
    -------
    list of Path
        The files written: template, table, README.

    Raises
    ------
    InputError
        If the name cannot be a file's, or files are there already.
    """
    if not _NAME.fullmatch(name):
        raise InputError(f"{name!r} cannot be the name of a suite: use letters, digits, '_', '-' and '.'.")
    folder = Path(folder)
    texts = {f"{name}.toml": _TEMPLATE, f"{name}.csv": _TABLE, "README.md": _README}
    present = [str(folder / file) for file in texts if (folder / file).exists()]
    if present and not overwrite:
        raise InputError(f"{', '.join(present)}: there already; `overwrite` replaces them.")
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in texts.items():
        filled = text if file.endswith(".csv") else text.format(name=name)
        write_whole(folder / file, filled)
    return [folder / file for file in texts]
