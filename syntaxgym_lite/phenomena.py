"""One spelling for phenomena that sets of minimal pairs call otherwise: ``phenomena.tsv``, or a table of one's own."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path

from .delimited import read_table
from .errors import InputError, Problems

__all__ = ["PHENOMENA", "one_spelling", "phenomenon_named", "read_phenomena"]


def _folded(name: str) -> str:
    return " ".join(name.casefold().replace("_", " ").replace("-", " ").split())


def _listed() -> dict[str, str]:
    with (Path(__file__).parent / "phenomena.tsv").open(encoding="utf-8", newline="") as file:
        return {row["spelling"]: row["phenomenon"] for row in csv.DictReader(file, delimiter="\t")}


PHENOMENA: Mapping[str, str] = _listed()
"""Spelling, in small letters and with blanks alone between words, to the name of the phenomenon."""


def read_phenomena(path: str | Path) -> dict[str, str]:
    """Read which names of phenomena are one.

    Parameters
    ----------
    path : str or Path
        A table with the columns ``spelling`` and ``phenomenon``.

    Returns
    -------
    dict of str to str
        Spelling, as `PHENOMENA` has them, to name.

    Raises
    ------
    InputError
        If there are no such columns.
    SuiteError
        If a spelling has two names, or a cell is empty.
    """
    table = read_table(path)
    missing = [name for name in ("spelling", "phenomenon") if name not in table.columns]
    if missing:
        raise InputError(f"{path}: no column '{missing[0]}'; it needs the columns spelling and phenomenon.")
    found: dict[str, str] = {}
    problems = Problems()
    for row in table.rows:
        spelling, name = _folded(row.cells["spelling"]), row.cells["phenomenon"].strip()
        if not spelling or not name:
            problems.note(f"row {row.number}", "a cell is empty; write a spelling and its phenomenon.")
        elif found.setdefault(spelling, name) != name:
            problems.note(f"row {row.number}", f"'{spelling}' is '{found[spelling]}' in a row above.")
    problems.raise_all(str(path))
    return found


def phenomenon_named(name: str, own: Mapping[str, str] | None = None) -> str:
    """Give the one name of a phenomenon.

    Parameters
    ----------
    name : str
        In any spelling; what stands behind it in brackets, such as a method, stays.
    own : mapping of str to str, optional
        Of `read_phenomena`, which goes before `PHENOMENA`.

    Examples
    --------
    >>> phenomenon_named("Subject_Verb-Agreement"), phenomenon_named("binding (full)"), phenomenon_named("Wh_movement")
    ('subject-verb agreement', 'binding (full)', 'wh movement')
    """
    bare, bracket, rest = name.partition(" (")
    folded = _folded(bare)
    return {**PHENOMENA, **(own or {})}.get(folded, folded) + bracket + rest


def one_spelling(names: Iterable[str], own: Mapping[str, str] | None = None) -> dict[str, str]:
    """Say how phenomena are called that stand together in several spellings; others stay as they are.

    Parameters
    ----------
    names : iterable of str
    own : mapping of str to str, optional
        Of `read_phenomena`: what it names is called so, even where it stands alone.

    Returns
    -------
    dict of str to str
        From each of the names.

    Examples
    --------
    >>> one_spelling(["subject_verb_agreement", "subject-verb agreement", "NPI_licensing"])["subject_verb_agreement"]
    'subject-verb agreement'
    >>> one_spelling(["subject_verb_agreement"])
    {'subject_verb_agreement': 'subject_verb_agreement'}
    """
    together: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        together.setdefault(phenomenon_named(name, own), []).append(name)
    return {
        name: one if len(several) > 1 or _folded(name.partition(" (")[0]) in (own or {}) else name
        for one, several in together.items()
        for name in several
    }
