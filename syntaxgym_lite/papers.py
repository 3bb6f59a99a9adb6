"""The papers behind shipped suites, published data, models and methods: each written once, and named beside results."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["PAPERS", "Paper", "behind_model", "behind_suites", "shown"]


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper, book or dissertation.

    Parameters
    ----------
    authors : str
        Family names, with commas and a last "and".
    year : int
    title, venue : str
    letter : str, optional
        Tells two apart that would be cited alike.
    average : str, optional
        Of a paper that published a set of suites, over what its main figure is the mean: ``"suites"``, ``"phenomena"``
        or ``"languages"``, see `syntaxgym_lite.stats.averages`; empty where that is not known here.
    """

    authors: str
    year: int
    title: str
    venue: str
    letter: str = ""
    average: str = ""

    @property
    def key(self) -> str:
        """How it is cited in a line.

        Examples
        --------
        >>> [paper.key for paper in behind_suites([f"Design: {PAPERS['Ettinger 2020']}."])]
        ['Ettinger 2020']
        """
        names = self.authors.replace(" and ", ", ").split(", ")
        who = f"{names[0]} et al." if len(names) > 2 else self.authors
        return f"{who} {self.year}{self.letter}"

    @property
    def mark(self) -> str:
        """What a reference to it begins with, in a suite's ``meta.reference``."""
        return f"{self.authors} ({self.year}), {self.title}"

    def __str__(self) -> str:
        return f"{self.mark}, {self.venue}"


def _listed() -> Iterator[Paper]:
    with (Path(__file__).parent / "papers.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            yield Paper(row["authors"], int(row["year"]), row["title"], row["venue"], row["letter"], row["average"])


PAPERS: Mapping[str, Paper] = {paper.key: paper for paper in _listed()}
"""By how they are cited in a line, in alphabetical order: those of ``papers.tsv``."""

_SHIPPED_MODELS = {
    "lstm": {"Hochreiter and Schmidhuber 1997", "Grave et al. 2017"},
    "ngram": {"Chen and Goodman 1998", "Heafield et al. 2013"},
}
_BACKENDS = {
    "kenlm": {"Heafield 2011"},
    "rnng": {"Dyer et al. 2016", "Noji and Oseki 2021", "Stern et al. 2017"},
    "transfo-xl": {"Dai et al. 2019"},
}
_COMPOSITIONS = {"attention": {"Kuncoro et al. 2017"}}
_CELLS = {"onlstm": {"Shen et al. 2019"}}
_PLL = {"original": {"Salazar et al. 2020"}, "within-word-l2r": {"Kauf and Ivanova 2023"}}
_LEFT = "Ettinger 2020"  # a masked model that sees nothing to the right
_CORRECTED = {"Pimentel and Meister 2024", "Oh and Schuler 2024"}


def behind_suites(references: Iterable[str]) -> list[Paper]:
    """Find the papers of the table that suites refer to, each once, in alphabetical order.

    Parameters
    ----------
    references : iterable of str
        Of each suite, its ``meta.reference``.
    """
    text = "\n".join(dict.fromkeys(references))
    return [paper for paper in PAPERS.values() if paper.mark in text]


def behind_model(
    name: str, backend: str = "", options: Mapping[str, Any] | None = None, word_boundary: str = "as-is"
) -> list[Paper]:
    """Find the papers behind a shipped model, and behind the way in which any model was asked.

    Parameters
    ----------
    name, backend : str
        The model, as it was named, and its kind.
    options : mapping, optional
        Those in force.
    word_boundary : {"as-is", "corrected"}

    Examples
    --------
    >>> [paper.key for paper in behind_model("mlm:bert", "mlm", {"pll": "original", "sides": "both"})]
    ['Salazar et al. 2020']
    """
    keys = {*_SHIPPED_MODELS.get(name.partition("?")[0], ()), *_BACKENDS.get(backend, ())}
    if backend == "wordlm" and options:
        keys |= _CELLS.get(str(options.get("cell")), set())
    if backend == "rnng" and options:
        keys |= _COMPOSITIONS.get(str(options.get("composition")), set())
    if backend == "mlm" and options:
        keys |= {_LEFT} if options.get("sides") == "left" else _PLL.get(str(options.get("pll")), set())
    if word_boundary == "corrected":
        keys |= _CORRECTED
    return [PAPERS[key] for key in sorted(keys)]


def shown(papers: Iterable[Paper], title: str = "References") -> str:
    """Give a line that names papers, each once; empty if there are none.

    Examples
    --------
    >>> shown([PAPERS["Hu et al. 2020"], PAPERS["Ettinger 2020"], PAPERS["Hu et al. 2020"]])
    'References: Ettinger 2020; Hu et al. 2020'
    """
    keys = sorted({paper.key for paper in papers})
    return f"{title}: {'; '.join(keys)}" if keys else ""
