"""How published sets of minimal pairs name their suites and groups: by what a row holds, and by a file's name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from .languages import TWO_LETTERS
from .pair import Cells

__all__ = [
    "BLIMP_FIELDS",
    "BLIMP_PHENOMENA",
    "language_of_multiblimp",
    "of_clams",
    "of_keys",
    "of_turblimp",
    "phenomenon_of_qfrblimp",
    "renamed",
    "suite_of_blimp_nl",
    "suite_of_climp",
    "suite_of_multiblimp",
    "suite_of_qfrblimp",
]


def of_keys(*names: str) -> Callable[[Cells, Path], str]:
    """The first of these keys that there is."""
    return lambda cells, path: next((str(cells[name]).strip() for name in names if cells.get(name)), "")


BLIMP_PHENOMENA = {"s-selection": "argument_structure"}  # the paper's tables count these with those
BLIMP_FIELDS = {"syntax/semantics": "syntax_semantics"}


def renamed(key: str, names: Mapping[str, str]) -> Callable[[Cells, Path], str]:
    """What a column says, where a set's paper calls some of it otherwise."""

    def found(cells: Cells, path: Path) -> str:
        value = str(cells.get(key, "")).strip()
        return names.get(value, value)

    return found


def of_turblimp(*, experiment: bool) -> Callable[[Cells, Path], str]:
    """The phenomenon of a file of the benchmark, or the experiment that it belongs to.

    By the file: the column says ``argument_structure`` in two of them, and has trailing blanks in part of the rows.
    """

    def found(cells: Cells, path: Path) -> str:
        phenomenon = "_".join(filter(None, (str(cells.get(key, "")).strip() for key in ("phenomenon", "subtype"))))
        stem = path.stem.removeprefix("augmented_")
        is_experiment = stem not in (phenomenon, str(cells.get("phenomenon", "")).strip())
        return (phenomenon if is_experiment else "") if experiment else ("" if is_experiment else stem)

    return found


_AGREEMENT = (("npi", "negative polarity items"), ("reflexive", "reflexive anaphora"), ("", "subject-verb agreement"))
_CLAMS = re.compile(r"(?P<language>[a-z]{2})_(?P<construction>\w+?)(_(in)?anim)?")


def of_clams(what: str) -> Callable[[Cells, Path], str]:
    """Language and construction by the name of the file, ``en_simple_agrmt.txt``; animate and inanimate are pooled."""

    def found(cells: Cells, path: Path) -> str:
        match = _CLAMS.fullmatch(path.stem)
        if what != "phenomenon":
            return match[what] if match else ("" if what == "language" else path.stem)
        return next(phenomenon for part, phenomenon in _AGREEMENT if part in path.stem)

    return found


def _code(path: Path) -> str:
    """The ISO 639-3 code of a file ``eng.tsv``, ``multiblimp__eng.tsv`` or ``eng/data.tsv``; ``""`` without one."""
    candidates = (re.split(r"[_.]", path.stem)[-1], path.parent.name)
    return next((one for one in candidates if re.fullmatch("[a-z]{3}", one)), "")


def language_of_multiblimp(cells: Cells, path: Path) -> str:
    """The code that other sets use as well, such as ``"en"``, where there is one."""
    code = _code(path)
    return TWO_LETTERS.get(code, code)


def suite_of_multiblimp(cells: Cells, path: Path) -> str:
    """The language and the phenomenon: the files are one a language."""
    return "-".join(filter(None, (_code(path), str(cells.get("phenomenon") or "").strip()))) or path.stem


def suite_of_blimp_nl(cells: Cells, path: Path) -> str:
    """The paradigm with its number, which runs through all files."""
    return "_".join(str(cells.get(name, "")).strip() for name in ("Number (paradigm)", "Paradigm"))


def suite_of_climp(cells: Cells, path: Path) -> str:
    """The paradigm, by the name of the file."""
    return path.stem.removeprefix("climp__").removesuffix("_1000")


def suite_of_qfrblimp(cells: Cells, path: Path) -> str:
    """The type, a number."""
    return f"qfrblimp_{cells.get('type')}"


_OF_QFRBLIMP = (
    "past participle agreement",
    "verb inflection",
    "ne ... que",
    "functional morphology selection",
    "clitics in infinitive negation",
    "clitic raising",
    "standard negation",
    "determiners",
    "lexical semantics",
    "agreement in idiomatic expressions",
    "adjective agreement",
    "-é / -er",
    "lexical selection of the complement",
    "infinitive negation",
    "subject island",
    "adjunct island",
    "wh-island",
    "complex NP island",
    "parasitic dependence with dont",
    "orphan preposition",
)
"""What the numbers of types stand for, by the README of its repository; the files have the numbers alone."""


def phenomenon_of_qfrblimp(cells: Cells, path: Path) -> str:
    """What the number of the type stands for."""
    number = str(cells.get("type") or "")
    return _OF_QFRBLIMP[int(number) - 1] if number in map(str, range(1, len(_OF_QFRBLIMP) + 1)) else ""
