"""Trees as actions and back."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from support.trees import trees

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.lm.rnng.actions import REDUCE, SHIFT, Limits, derivation_of, label_of, tree_of
from syntaxgym_lite.lm.rnng.trees import Constituent, read_trees


@given(trees())
def test_actions_build_the_tree_again(tree: Constituent) -> None:
    derivation = derivation_of(tree)
    words = list(tree.words())
    assert derivation.words == tuple(word.form for word in words)
    assert tree_of(derivation.words, derivation.actions, [word.tag for word in words]) == tree
    assert derivation.actions.count(SHIFT) == len(words)
    opened = sum(1 for action in derivation.actions if label_of(action))
    assert opened == derivation.actions.count(REDUCE)


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (["SHIFT"], "Action 1, SHIFT, needs a constituent"),
        (["NT(S)", "REDUCE"], "Action 2, REDUCE, closes a constituent in which nothing stands"),
        (["NT(S)", "SHIFT", "SHIFT"], "Action 3, SHIFT, has no word left"),
        (["NT(S)", "SHIFT"], "end before the tree does"),
        (["NT(S)", "SHIFT", "REDUCE", "NT(S)"], "Action 4, NT.S., comes after the end"),
        (["NT(S)", "SHFT"], "'SHFT', is none"),
        ([], "end before the tree does"),
    ],
)
def test_actions_that_build_no_tree_are_refused(actions: list[str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        tree_of(["dog"], actions)


def test_a_tree_must_hold_all_words() -> None:
    with pytest.raises(InputError, match="ends before the word 'b'"):
        tree_of(["a", "b"], ["NT(S)", "SHIFT", "REDUCE"])


def test_limits_are_at_least_one() -> None:
    with pytest.raises(InputError, match="`max_consecutive_nts` must be at least 1, not 0"):
        Limits(0)
    with pytest.raises(InputError, match="`max_open_nts`"):
        Limits(1, 0)


def test_the_treebank_has_as_many_actions_as_its_description_says(shared_dir: Path) -> None:
    found = [derivation_of(tree) for tree in read_trees(shared_dir / "trees" / "valid.txt")]
    assert sum(len(one.actions) for one in found) == 14_566
    longest = 0
    for one in found:
        run = 0
        for action in one.actions:
            run = run + 1 if label_of(action) else 0
            longest = max(longest, run)
    assert longest == 5
