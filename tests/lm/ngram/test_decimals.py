"""Numbers are written as numpy writes them, one at a time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.lm.ngram.decimals import decimals


def written(values):
    text, begins, lengths = decimals(values, b"|")
    return [bytes(row[i : i + n]).decode() for row, i, n in zip(text, begins.tolist(), lengths.tolist(), strict=True)]


def by_numpy(values):
    return [f"|{text.removesuffix('.0')}" for text in (values + np.float32(0)).astype(str).tolist()]


@given(st.lists(st.floats(width=32, allow_nan=False) | st.floats(-99, 0, width=32), max_size=30))
def test_any_number_is_written_as_numpy_writes_it(numbers):
    values = np.array(numbers, dtype=np.float32)
    assert written(values) == by_numpy(values)


@pytest.mark.parametrize("seed", range(4))
def test_numbers_of_all_sizes_that_logarithms_have_are_written_as_numpy_writes_them(seed):
    values = -(np.float32(10) ** np.random.default_rng(seed).uniform(-4, 4, 20000).astype(np.float32))
    values[::3] = values[::3].round(seed + 1)
    assert written(values) == by_numpy(values)


def test_numbers_halfway_between_two_roundings_are_written_as_numpy_writes_them():
    values = np.concatenate([np.arange(1, 3000, dtype=np.float32) / np.float32(2**k) for k in range(11)])
    assert written(values) == by_numpy(values)


def test_neighbours_of_each_bound_are_written_as_numpy_writes_them():
    bounds = np.float32([*(10.0**k for k in range(-5, 18)), *(2.0**k for k in range(-14, 14))])
    values = np.concatenate([bounds, np.nextafter(bounds, np.float32(0)), np.nextafter(bounds, np.float32(np.inf))])
    assert written(-values) == by_numpy(-values)


def test_zero_has_no_sign_and_nothing_needs_no_room():
    assert written(np.float32([0.0, -0.0, -99, -1e-30])) == ["|0", "|0", "|-99", "|-1e-30"]
    assert written(np.zeros(0)) == []
