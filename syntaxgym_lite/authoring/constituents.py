"""Constituency trees of dependency trees: CoNLL-U for models that learn from brackets.

Universal Dependencies hang words on words. Each word with what hangs on it becomes a constituent; so that it looks as
in a treebank of constituents, function words, subjects and conjuncts are told apart. The rules, in this order:

1. Words that multiword tokens were cut into are put together again, see `syntaxgym_lite.authoring.conllu`, so that the
   words of a tree are the tokens of the text: plain sentences have to be cut into the same. A word whose
   arc to its head crosses another one is hung higher, on the nearest word above its head from which it does not (Nivre
   and Nilsson 2005, without their labels).
2. A word is a leaf, its tag its universal part of speech.
3. A word and its dependents are a constituent, in the order of the text. Its label is that of the word's part of
   speech: ``NP`` of nouns, names, pronouns, numerals, determiners, symbols; ``VP`` of verbs and auxiliaries; ``ADJP``,
   ``ADVP``, ``PP``, ``INTJ`` of adjectives, adverbs, adpositions, interjections; ``XP`` of the rest. A word without
   dependents is a constituent, too, unless its relation is one of function words, parts of words or attributes
   (`LEAVES`).
4. ``case`` words at the edge make a ``PP`` of it: the case words, and the constituent of the rest.
5. ``mark`` words at its left edge make an ``SBAR`` of it in the same way.
6. What has conjuncts is a constituent of the same label: the part before the first conjunct, then the conjuncts, each
   with its conjunctions and punctuation marks beside it.
7. With a subject, or as the root of the sentence if it is a verb, it is an ``S``. If there is a subject before the
   word, what follows the last such is the ``VP`` in it; without any subject, all of it is.
8. In a ``VP``, what follows an auxiliary or a copula that stands before the word is a constituent again, until none is
   left: of the copula, the last has the label of the word itself.
9. Punctuation marks at the edges of a constituent stand beside it, those at the edges of the sentence in the outermost.

References
----------
J. Nivre and J. Nilsson, Pseudo-projective dependency parsing, ACL 2005. J. Nivre et al., Universal Dependencies v2,
LREC 2020.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import InputError
from ..lm.plain_text import LONGEST_WORD, said_of_long_word
from ..lm.rnng.trees import Constituent, TaggedWord, read_trees
from .conllu import Tree, read_conllu

__all__ = ["LEAVES", "constituents", "read_constituents", "read_treebank"]

LEAVES = frozenset(
    {
        "amod", "aux", "case", "cc", "clf", "compound", "cop", "det", "fixed", "flat", "goeswith", "mark", "nummod",
        "punct",
    }
)  # fmt: skip
"""Relations of words that are no constituents alone."""

_LABELS = {
    **dict.fromkeys(("NOUN", "PROPN", "PRON", "NUM", "DET", "SYM"), "NP"),
    **dict.fromkeys(("VERB", "AUX"), "VP"),
    "ADJ": "ADJP",
    "ADV": "ADVP",
    "ADP": "PP",
    "INTJ": "INTJ",
}
_SUBJECTS = frozenset({"nsubj", "csubj"})
_AUXILIARIES = frozenset({"aux", "cop"})
_PACKED = (".gz", ".xz", ".bz2")

Node = Constituent | TaggedWord


@dataclass(frozen=True, slots=True)
class _Block:
    """A word, or one of its dependents with all below it; `relation` is empty for the word itself."""

    relation: str
    nodes: tuple[Node, ...]


def read_constituents(path: str | Path) -> list[Constituent]:
    """Read a treebank in CoNLL-U as constituency trees; see `syntaxgym_lite.authoring.conllu.read_conllu`.

    Raises
    ------
    InputError
        If it cannot be read, or holds a word that is too long.
    SuiteError
        If it is not CoNLL-U.
    """
    trees = read_conllu(path)
    for tree in trees:
        for number, word in enumerate(tree.words, 1):
            if len(word.form) > LONGEST_WORD:
                raise InputError(f"{tree.where}: word {number} of the sentence: {said_of_long_word(word.form)}")
    return [constituents(tree) for tree in trees]


def read_treebank(path: str | Path, *, tagged: bool = True) -> list[Constituent]:
    """Read trees in brackets, or make them of dependencies where the file's name says that it is CoNLL-U.

    Parameters
    ----------
    path : str or Path
        ``.conllu`` is read by `read_constituents`, all else by `syntaxgym_lite.lm.rnng.trees.read_trees`; either may be
        packed.
    tagged : bool, optional
        Whether each word of a tree in brackets has its part of speech around it.
    """
    path = Path(path)
    name = path.with_suffix("") if path.suffix in _PACKED else path
    return read_constituents(path) if name.suffix == ".conllu" else read_trees(path, tagged=tagged)


def constituents(tree: Tree) -> Constituent:
    """Make a constituency tree of a dependency tree, by the rules at the head of this module.

    Examples
    --------
    >>> from syntaxgym_lite.authoring.conllu import TreeWord
    >>> rows = [("The", "DET", 1, "det"), ("dog", "NOUN", 3, "nsubj"), ("has", "AUX", 3, "aux")]
    >>> rows.append(("slept", "VERB", -1, "root"))
    >>> words = tuple(TreeWord(form, form, upos, (), head, deprel) for form, upos, head, deprel in rows)
    >>> print(constituents(Tree(words, "example")))
    (S (NP (DET The) (NOUN dog)) (VP (AUX has) (VP (VERB slept))))
    """
    return _Converter(tree).sentence()


class _Converter:
    """One sentence."""

    def __init__(self, tree: Tree) -> None:
        self._words = tree.words
        self._heads = _projective_heads(tree)
        self._dependents: dict[int, list[int]] = {}
        for place, head in enumerate(self._heads):
            self._dependents.setdefault(head, []).append(place)

    def sentence(self) -> Constituent:
        nodes: list[Node] = []
        for root in self._dependents[-1]:
            before, node, after = self._phrase(root, is_root=True)
            nodes += [*before, node, *after]
        first = next((node for node in nodes if isinstance(node, Constituent)), None)
        if first is None:
            return Constituent("XP", tuple(nodes))
        if len(nodes) == 1:
            return first
        if sum(isinstance(node, Constituent) for node in nodes) > 1:
            return Constituent("S", tuple(nodes))
        place = nodes.index(first)
        return Constituent(first.label, (*nodes[:place], *first.children, *nodes[place + 1 :]))

    def _relation(self, place: int) -> str:
        return self._words[place].deprel.partition(":")[0]

    def _phrase(self, head: int, *, is_root: bool = False) -> tuple[list[Node], Node, list[Node]]:
        """Give the constituent of a word, and what stands at its edges but belongs beside it."""
        word, relation = self._words[head], self._relation(head)
        leaf = TaggedWord(word.form, word.upos if word.upos not in ("", "_") else "X")
        below = self._dependents.get(head, [])
        if not below:
            is_leaf = (relation in LEAVES and not is_root) or relation == "punct"
            label = "S" if is_root and word.upos == "VERB" else _LABELS.get(word.upos, "XP")
            whole: Node = leaf if is_leaf else Constituent(label, (leaf,))
            if label == "S" and not is_leaf:
                whole = Constituent("S", (Constituent("VP", (leaf,)),))
            return [], whole, []
        blocks = [self._block(place) if place != head else _Block("", (leaf,)) for place in sorted([*below, head])]
        n_before = _n_leading(blocks, {"punct", "cc"} if relation == "conj" else {"punct"})
        n_after = _n_leading(blocks[::-1], {"punct"})
        inner = blocks[n_before : len(blocks) - n_after]
        node = self._with_markers(inner, word.upos, is_root)
        if len(inner) == 1 and relation in LEAVES and not is_root:
            node = leaf
        before = [node for block in blocks[:n_before] for node in block.nodes]
        after = [node for block in blocks[len(blocks) - n_after :] for node in block.nodes]
        return before, node, after

    def _block(self, place: int) -> _Block:
        before, node, after = self._phrase(place)
        return _Block(self._relation(place), (*before, node, *after))

    def _with_markers(self, blocks: list[_Block], upos: str, is_root: bool) -> Node:
        n_marks = _n_leading(blocks, {"mark"})
        if n_marks:
            rest = self._with_markers(blocks[n_marks:], upos, is_root)
            return Constituent("SBAR", (*_nodes(blocks[:n_marks]), rest))
        n_first, n_last = _n_leading(blocks, {"case"}), _n_leading(blocks[::-1], {"case"})
        if n_first or n_last:
            end = len(blocks) - n_last
            rest = self._coordinated(blocks[n_first:end], upos, is_root)
            return Constituent("PP", (*_nodes(blocks[:n_first]), rest, *_nodes(blocks[end:])))
        return self._coordinated(blocks, upos, is_root)

    def _coordinated(self, blocks: list[_Block], upos: str, is_root: bool) -> Node:
        first = next((n for n, block in enumerate(blocks) if block.relation == "conj"), None)
        head = next(n for n, block in enumerate(blocks) if not block.relation)
        if first is None or first < head:
            return self._clause(blocks, upos, is_root)
        part = self._clause(blocks[:first], upos, is_root)
        label = part.label if isinstance(part, Constituent) else _LABELS.get(upos, "XP")
        return Constituent(label, (part, *_nodes(blocks[first:])))

    def _clause(self, blocks: list[_Block], upos: str, is_root: bool) -> Node:
        head = next(n for n, block in enumerate(blocks) if not block.relation)
        subjects = [n for n, block in enumerate(blocks) if block.relation in _SUBJECTS]
        if not subjects:
            node = self._verbal(blocks, upos)
            return Constituent("S", (node,)) if is_root and upos in ("VERB", "AUX") else node
        before = [n for n in subjects if n < head]
        if not before:
            return Constituent("S", _nodes(blocks))
        start = before[-1] + 1
        return Constituent("S", (*_nodes(blocks[:start]), self._verbal(blocks[start:], upos, is_clause=True)))

    def _verbal(self, blocks: list[_Block], upos: str, *, is_clause: bool = False) -> Node:
        head = next(n for n, block in enumerate(blocks) if not block.relation)
        helper = next((n for n, block in enumerate(blocks[:head]) if block.relation in _AUXILIARIES), None)
        if helper is None:
            label = _LABELS.get(upos, "XP")
            node = Constituent(label, _nodes(blocks))
            return Constituent("VP", (node,)) if is_clause and label != "VP" else node
        return Constituent("VP", (*_nodes(blocks[: helper + 1]), self._verbal(blocks[helper + 1 :], upos)))


def _nodes(blocks: Sequence[_Block]) -> tuple[Node, ...]:
    return tuple(node for block in blocks for node in block.nodes)


def _n_leading(blocks: Sequence[_Block], relations: set[str]) -> int:
    """Count the blocks of such relations that stand before all others."""
    return next((n for n, block in enumerate(blocks) if block.relation not in relations), len(blocks))


def _projective_heads(tree: Tree) -> list[int]:
    """Give the heads of all words, after those are hung higher whose arcs cross others."""
    heads = [word.head for word in tree.words]
    while True:
        crossing = [place for place in range(len(heads)) if heads[place] >= 0 and not _covers(heads, place)]
        if not crossing:
            return heads
        # the shortest arc first, so that as few as possible are changed
        place = min(crossing, key=lambda place: (abs(heads[place] - place), place))
        heads[place] = heads[heads[place]]


def _covers(heads: Sequence[int], place: int) -> bool:
    """Whether all words between a word and its head hang on the head, directly or not."""
    head = heads[place]
    for between in range(min(place, head) + 1, max(place, head)):
        above = between
        while above not in (-1, head):
            above = heads[above]
        if above == -1:
            return False
    return True
