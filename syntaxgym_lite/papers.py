"""The papers behind shipped suites, published data, models and methods: each written once, and named beside results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
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
    """

    authors: str
    year: int
    title: str
    venue: str
    letter: str = ""

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


_LISTED = (
    Paper(
        "Bever", 1970, "The cognitive basis for linguistic structures", "in: Cognition and the development of language"
    ),
    Paper("Bock and Miller", 1991, "Broken agreement", "Cognitive Psychology 23"),
    Paper(
        "Chen and Goodman",
        1998,
        "An empirical study of smoothing techniques for language modeling",
        "TR-10-98, Harvard University",
    ),
    Paper("Chomsky", 1981, "Lectures on government and binding", "Foris"),
    Paper(
        "Chow, Smith, Lau and Phillips",
        2016,
        "A bag-of-arguments mechanism for initial verb predictions",
        "Language, Cognition and Neuroscience 31",
    ),
    Paper(
        "Ettinger",
        2020,
        "What BERT is not: lessons from a new suite of psycholinguistic diagnostics for language models",
        "TACL 8",
    ),
    Paper(
        "Federmeier and Kutas",
        1999,
        "A rose by any other name: long-term memory structure and sentence processing",
        "Journal of Memory and Language 41",
    ),
    Paper(
        "Fischler, Bloom, Childers, Roucos and Perry",
        1983,
        "Brain potentials related to stages of sentence verification",
        "Psychophysiology 20",
    ),
    Paper(
        "Frazier and Rayner",
        1982,
        "Making and correcting errors during sentence comprehension",
        "Cognitive Psychology 14",
    ),
    Paper(
        "Futrell, Wilcox, Morita, Qian, Ballesteros and Levy",
        2019,
        "Neural language models as psycholinguistic subjects: representations of syntactic state",
        "NAACL",
    ),
    Paper(
        "Gauthier, Hu, Wilcox, Qian and Levy",
        2020,
        "SyntaxGym: an online platform for targeted evaluation of language models",
        "ACL, system demonstrations",
    ),
    Paper("Geurts and Nouwen", 2007, "At least et al.: the semantics of scalar modifiers", "Language 83"),
    Paper("Grave, Joulin, Cissé, Grangier and Jégou", 2017, "Efficient softmax approximation for GPUs", "ICML"),
    Paper(
        "Gulordava, Bojanowski, Grave, Linzen and Baroni",
        2018,
        "Colorless green recurrent networks dream hierarchically",
        "NAACL",
    ),
    Paper("Heafield", 2011, "KenLM: faster and smaller language model queries", "WMT"),
    Paper(
        "Heafield, Pouzyrevsky, Clark and Koehn",
        2013,
        "Scalable modified Kneser-Ney language model estimation",
        "ACL",
    ),
    Paper("Higgins", 1973, "The pseudo-cleft construction in English", "dissertation, MIT"),
    Paper("Hochreiter and Schmidhuber", 1997, "Long short-term memory", "Neural Computation 9"),
    Paper(
        "Hu, Gauthier, Qian, Wilcox and Levy",
        2020,
        "A systematic assessment of syntactic generalization in neural language models",
        "ACL",
    ),
    Paper(
        "Huddleston and Pullum",
        2002,
        "The Cambridge grammar of the English language",
        "Cambridge University Press",
    ),
    Paper(
        "Jumelet and Hupkes",
        2018,
        "Do language models understand anything? On the ability of LSTMs to understand negative polarity items",
        "BlackboxNLP",
    ),
    Paper("Kauf and Ivanova", 2023, "A better way to do masked language model scoring", "ACL"),
    Paper("Ladusaw", 1979, "Polarity sensitivity as inherent scope relations", "University of Texas"),
    Paper("Levin", 1993, "English verb classes and alternations", "University of Chicago Press"),
    Paper(
        "Linzen, Dupoux and Goldberg",
        2016,
        "Assessing the ability of LSTMs to learn syntax-sensitive dependencies",
        "TACL 4",
    ),
    Paper("Lobeck", 1995, "Ellipsis: functional heads, licensing, and identification", "Oxford University Press"),
    Paper("Marvin and Linzen", 2018, "Targeted syntactic evaluation of language models", "EMNLP"),
    Paper("Milsark", 1974, "Existential sentences in English", "MIT"),
    Paper(
        "Oh and Schuler",
        2024,
        "Leading whitespaces of language models' subword vocabulary pose a confound for calculating word probabilities",
        "EMNLP",
    ),
    Paper("Pimentel and Meister", 2024, "How to compute the probability of a word", "EMNLP"),
    Paper("Postal", 1974, "On raising", "MIT Press"),
    Paper("Quirk, Greenbaum, Leech and Svartvik", 1985, "A comprehensive grammar of the English language", "Longman"),
    Paper("Rosenbaum", 1967, "The grammar of English predicate complement constructions", "MIT Press"),
    Paper("Salazar, Liang, Nguyen and Kirchhoff", 2020, "Masked language model scoring", "ACL"),
    Paper(
        "Sprouse, Wagers and Phillips",
        2012,
        "A test of the relation between working-memory capacity and syntactic island effects",
        "Language 88",
    ),
    Paper(
        "Warstadt, Parrish, Liu, Mohananey, Peng, Wang and Bowman",
        2020,
        "BLiMP: the benchmark of linguistic minimal pairs for English",
        "TACL 8",
    ),
    Paper(
        "Wilcox, Levy, Morita and Futrell",
        2018,
        "What do RNN language models learn about filler-gap dependencies?",
        "BlackboxNLP",
    ),
    Paper(
        "Wilcox, Levy and Futrell",
        2019,
        "Hierarchical representation in neural language models: suppression and recovery of expectations",
        "BlackboxNLP",
        "a",
    ),
    Paper(
        "Wilcox, Qian, Futrell, Ballesteros and Levy",
        2019,
        "Structural supervision improves learning of non-local grammatical dependencies",
        "NAACL",
        "b",
    ),
)
PAPERS: Mapping[str, Paper] = {paper.key: paper for paper in _LISTED}
"""By how they are cited in a line, in alphabetical order."""

_SHIPPED_MODELS = {
    "lstm": {"Hochreiter and Schmidhuber 1997", "Grave et al. 2017"},
    "ngram": {"Chen and Goodman 1998", "Heafield et al. 2013"},
}
_BACKENDS = {"kenlm": {"Heafield 2011"}}
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
