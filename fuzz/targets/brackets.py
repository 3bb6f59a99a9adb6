"""Any bytes are trees in brackets, or refused with line and column; what is read can be written and read again."""

from __future__ import annotations

from hypothesis import strategies as st

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.lm.rnng.actions import derivation_of, tree_of
from syntaxgym_lite.lm.rnng.trees import parse_trees, read_trees

from ..inputs import corpus, file, mutated, readable

_PIECES = [b"(", b")", b"(NP ", b"(-NONE- *)", b"(NN a)", b"\n(", b"()", b"((", b" -LRB-", b"``"]
INPUTS = st.one_of(
    mutated(corpus("brackets"), _PIECES),
    st.lists(st.sampled_from(_PIECES), max_size=30).map(b"".join),
)
EXAMPLES = 150


def check(data: bytes) -> None:
    """Read trees, with tags and without."""
    with file(data, "trees.txt") as path:
        for tagged in (True, False):
            try:
                trees = read_trees(path, tagged=tagged)
            except InputError as error:
                readable(error, path)
                continue
            for tree in trees:
                words = list(tree.words())
                assert words, "a tree without words"
                derivation = derivation_of(tree)
                tags = [word.tag for word in words]
                assert tree_of(derivation.words, derivation.actions, tags) == tree
                if tagged:
                    # an outer label that is taken off when it is read would be taken off once more
                    [again] = parse_trees(str(tree))
                    assert [word.form for word in again.words()] == [word.form for word in words]
