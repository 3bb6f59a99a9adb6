"""Trees as what models of all classes learn from.

Grammars take the trees. Models of words take their words, exactly as they stand in the trees, so that all learn the
same; how the words of a plain sentence are cut is what the plan says. Models of pieces take the text that the words
make, spelt as a plain sentence is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..authoring.constituents import read_treebank
from ..casing import lower_case
from ..lm.corpus import Corpus
from ..suite.text import sentence_text

__all__ = ["TreeSentence", "TreeWords", "tree_sentences"]


@dataclass(frozen=True, slots=True)
class TreeSentence:
    """A tree of a corpus.

    Parameters
    ----------
    tree : str
        In brackets, on one line.
    words : tuple of str
    """

    tree: str
    words: tuple[str, ...]

    @property
    def text(self) -> str:
        """The sentence as one writes it.

        Examples
        --------
        >>> TreeSentence("", ("The", "dog", "'s", "bone", ".")).text
        "The dog's bone."
        """
        return sentence_text(self.words, "natural")[0]


def tree_sentences(path: Path, *, tagged: bool = True) -> Iterator[TreeSentence]:
    """Read the trees of a file; see `syntaxgym_lite.authoring.constituents.read_treebank`."""
    for tree in read_treebank(path, tagged=tagged):
        yield TreeSentence(str(tree), tuple(word.form for word in tree.words()))


@dataclass(frozen=True, slots=True)
class TreeWords(Corpus):
    """The words of trees, one sentence at a time; `scheme` says how those of plain sentences are cut to be like them.

    Parameters
    ----------
    paths, scheme, lowercase, strip_markers
        See `syntaxgym_lite.lm.corpus.Corpus`; the files are trees.
    tagged : bool, optional
        Whether each word of a tree has its part of speech around it.
    """

    tagged: bool = True

    def __iter__(self) -> Iterator[list[str]]:
        for path in self.paths:
            for sentence in tree_sentences(path, tagged=self.tagged):
                yield [lower_case(word, self.lowercase) for word in sentence.words]
