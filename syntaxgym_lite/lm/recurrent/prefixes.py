"""Sentences that begin alike, as a tree: what a left-to-right model must compute once for all of them.

The conditions of an item usually differ in one region, so that much of a suite is said before in another sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["PrefixTree"]

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class PrefixTree:
    """The distinct beginnings of some sentences, each a node; shorter ones first.

    Parameters
    ----------
    words : ndarray of int64, shape (n_nodes,)
        Last word of each beginning; 0 for node 0, the empty one.
    parents : ndarray of int64, shape (n_nodes,)
        The beginning that is one word shorter; 0 for node 0.
    edges : ndarray of int64, shape (n_levels + 1,)
        Beginnings of d words are the nodes from ``edges[d]`` to ``edges[d + 1]``.
    nodes : ndarray of int64, shape (n_sentences, longest + 1)
        Node after each number of words of each sentence; -1 after its end.
    """

    words: Numbers
    parents: Numbers
    edges: Numbers
    nodes: Numbers

    @classmethod
    def of(cls, sentences: Sequence[npt.NDArray[np.integer]]) -> PrefixTree:
        """Build the tree.

        Parameters
        ----------
        sentences : sequence of ndarray of int, each of shape (n_words,)
            Word numbers, not negative; at least one sentence.

        Examples
        --------
        >>> tree = PrefixTree.of([np.array([5, 6]), np.array([5, 7, 8]), np.array([5])])
        >>> tree.words.tolist(), tree.parents.tolist()
        ([0, 5, 6, 7, 8], [0, 0, 1, 1, 3])
        >>> tree.nodes.tolist()
        [[0, 1, 2, -1], [0, 1, 3, 4], [0, 1, -1, -1]]
        """
        n = len(sentences)
        longest = max(map(len, sentences))
        words = np.full((n, longest), -1, dtype=np.int64)
        # in lexical order, equal beginnings are neighbours
        order = sorted(range(n), key=lambda i: sentences[i].astype(">u4").tobytes())
        for row, index in enumerate(order):
            words[row, : len(sentences[index])] = sentences[index]
        new = np.ones(words.shape, dtype=np.bool_)
        np.logical_or.accumulate(words[1:] != words[:-1], axis=1, out=new[1:])
        new &= words >= 0
        edges = np.concatenate([[0, 1], 1 + np.cumsum(new.sum(axis=0))])
        nodes = np.zeros((n, longest + 1), dtype=np.int64)
        nodes[:, 1:] = np.where(words >= 0, np.cumsum(new, axis=0) - 1 + edges[1:-1], -1)
        by_level = new.T
        by_sentence = np.empty_like(nodes)
        by_sentence[order] = nodes
        return cls(
            np.concatenate([[0], words.T[by_level]]),
            np.concatenate([[0], nodes[:, :-1].T[by_level]]),
            edges,
            by_sentence,
        )

    def levels(self) -> Iterator[slice]:
        """Give the nodes of each length, from the empty beginning on."""
        for start, stop in zip(self.edges[:-1].tolist(), self.edges[1:].tolist(), strict=True):
            yield slice(start, stop)
