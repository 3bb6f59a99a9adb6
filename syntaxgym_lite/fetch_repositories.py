"""Treebanks of Universal Dependencies and tables of UniMorph: public data of which each has a repository of its own.

Their commits are not pinned, since there are hundreds, with releases twice a year: a branch or a tag is looked up, and
everything is taken from the commit that it names then. Who notes that commit gets the same files again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from .errors import InputError, cited

__all__ = ["FAMILIES", "Family", "Repository", "licence_in", "repository_named"]


@dataclass(frozen=True, slots=True)
class Family:
    """Repositories that are made alike.

    Parameters
    ----------
    prefix : str
        What their names begin with here, before a slash.
    owner : str
        Whose they are on GitHub.
    name : regular expression
        What a repository is called.
    example : str
    files : callable
        From the name of a repository to a regular expression of the files that are taken.
    citation, next_command : str
        As of `syntaxgym_lite.fetch.DataSet`; ``{name}`` is that of the repository.
    branch : str
        Where nothing else is asked for.
    """

    prefix: str
    owner: str
    name: str
    example: str
    files: Callable[[str], str]
    citation: str
    next_command: str
    branch: str = "master"


FAMILIES: Mapping[str, Family] = {
    one.prefix: one
    for one in (
        Family(
            "ud",
            "UniversalDependencies",
            r"UD_[A-Za-z_]+-[A-Za-z0-9]+",
            "ud/UD_German-GSD",
            lambda name: r"[a-z]+_[a-z0-9]+-ud-(?:train|dev|test)[a-z0-9-]*\.conllu",
            "the treebank as its README asks, and de Marneffe et al. (2021), Universal Dependencies, Computational "
            "Linguistics 47",
            "sglite harvest {{dest}}/*.conllu --vary Number --target VERB --agrees-with nsubj",
        ),
        Family(
            "unimorph",
            "unimorph",
            r"[a-z]{3}",
            "unimorph/deu",
            lambda name: rf"{name}(?:\.[0-9])?",
            "Batsuren et al. (2022), UniMorph 4.0: Universal Morphology, LREC",
            "sglite harvest TREEBANK.conllu --lexicon {{dest}}/{name} --vary Gender --target ADJ --agrees-with head",
        ),
    )
}
"""By prefix."""

_ABOUT = re.compile(r"(?:README|LICEN[CS]E)(?:\.(?:md|txt))?", re.IGNORECASE)
_REVISION = r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}"
_LICENCE = re.compile(r"^\W*licen[cs]e\W*:\W*(.+?)\s*$", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository of a family.

    Parameters
    ----------
    family : Family
    name : str
    revision : str
        A branch, a tag (``r2.16``), or a commit.
    """

    family: Family
    name: str
    revision: str

    @property
    def path(self) -> str:
        """Owner and name on GitHub."""
        return f"{self.family.owner}/{self.name}"

    def at(self, commit: str) -> str:
        """What to fetch to get the same files again."""
        return f"{self.family.prefix}/{self.name}@{commit}"

    def data_in(self, paths: Iterable[str]) -> list[str]:
        """Give the files that hold data."""
        return sorted(path for path in paths if re.fullmatch(self.family.files(self.name), path))

    def about_in(self, paths: Iterable[str]) -> list[str]:
        """Give the files that say what the data is, and under which licence."""
        return sorted(path for path in paths if _ABOUT.fullmatch(path))


def repository_named(name: str) -> Repository | None:
    """Understand the name of a repository; None, if it is the name of something else.

    Raises
    ------
    InputError
        If it begins like one, and is none.

    Examples
    --------
    >>> found = repository_named("ud/UD_German-GSD@r2.16")
    >>> found.path, found.revision
    ('UniversalDependencies/UD_German-GSD', 'r2.16')
    >>> repository_named("unimorph/deu").revision, repository_named("blimp")
    ('master', None)
    """
    prefix, slash, rest = name.partition("/")
    family = FAMILIES.get(prefix.casefold())
    if not slash or family is None:
        return None
    repository, at, revision = rest.partition("@")
    if family.prefix == "ud" and not repository.startswith("UD_"):
        repository = f"UD_{repository}"
    if not re.fullmatch(family.name, repository) or (at and not re.fullmatch(_REVISION, revision)):
        raise InputError(
            f"{cited(name)} is no name of a repository: write {family.example}, or {family.example}@REVISION for a "
            "branch, tag or commit. "
            + (
                "Treebanks are listed at https://universaldependencies.org."
                if family.prefix == "ud"
                else "Languages have their codes of three letters, listed at https://unimorph.github.io."
            )
        )
    return Repository(family, repository, revision or family.branch)


def licence_in(text: str) -> str | None:
    r"""Find what a README says of the licence.

    Examples
    --------
    >>> licence_in("# deu\n\nLicense: https://creativecommons.org/licenses/by-sa/3.0/")
    'https://creativecommons.org/licenses/by-sa/3.0/'
    >>> licence_in("Data available since: UD v1.0\nLicense: CC BY-SA 4.0\nIncludes text: yes")
    'CC BY-SA 4.0'
    """
    found = _LICENCE.findall(text)
    return found[-1] if found else None
