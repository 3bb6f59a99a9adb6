"""Records that are made together are those that are made one by one."""

from __future__ import annotations

import pickle

import pytest

from syntaxgym_lite.results import ComparisonResult, Outcome
from syntaxgym_lite.slots import made_at_once


def test_records_made_together_equal_those_made_one_by_one():
    made = made_at_once(ComparisonResult, 2, left=[1.0, None], right=iter([2.0, 3.0]), holds=[True, None])
    assert made == [ComparisonResult(1.0, 2.0, True), ComparisonResult(None, 3.0, None)]
    assert [hash(one) for one in made] == [hash(ComparisonResult(1.0, 2.0, True)), hash(made[1])]
    assert pickle.loads(pickle.dumps(made)) == made
    with pytest.raises(AttributeError, match="cannot assign"):
        made[0].left = 2.0


def test_no_records_are_none():
    assert made_at_once(Outcome, 0, item_number=[], prediction=[], holds=[], comparisons=[], tie=[]) == []
