"""A hash table of whole numbers finds what a dictionary finds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.lm.ngram import key_table
from syntaxgym_lite.lm.ngram.key_table import KeyTable

NUMBERS = st.integers(0, 40) | st.integers(0, 2**62)


@given(keys=st.sets(NUMBERS, max_size=60), others=st.lists(NUMBERS, max_size=60))
def test_numbers_are_found_where_they_stand_and_others_nowhere(keys, others):
    rising = sorted(keys)
    places = {key: place for place, key in enumerate(rising)}
    wanted = rising + others
    found = KeyTable(np.array(rising, dtype=np.int64)).find(np.array(wanted, dtype=np.int64))
    assert found.tolist() == [places.get(number, -1) for number in wanted]


@pytest.mark.parametrize("n_bits", [1, 4, 8])
def test_a_crowded_table_finds_all_the_same(monkeypatch, n_bits):
    """Most numbers find no slot, and are searched for by halves."""

    def crowded(self, keys, spread):
        return ((keys.view(np.uint64) * np.uint64(spread)) >> np.uint64(64 - n_bits)).view(np.int64)

    monkeypatch.setattr(key_table.KeyTable, "_slots", crowded)
    keys = np.arange(0, 3000, 3)
    found = KeyTable(keys).find(np.arange(3100))
    assert found.tolist() == [n // 3 if n % 3 == 0 and n < 3000 else -1 for n in range(3100)]
