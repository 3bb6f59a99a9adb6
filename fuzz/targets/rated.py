"""Tables of ratings are sentences, pairs and numbers that stand in the file, or refused with the place."""

from __future__ import annotations

import numpy as np

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.tables.rated import RatedColumns, RatedTable, read_rated

from ..inputs import file, mutated, readable

SEEDS = [
    b"sentence,rating,item\nThe dog barks.,7,1\nThe dog bark.,2.5,1\n",
    b"sentence;rating\nDer Hund bellt.;6,5\n",
    b"sentence,who,rating\nThe dog barks.,a,7\nThe dog barks.,b,6\n",
    b"sentence,pair,side,rating\nThe dogs bark.,1,good,6\nThe dogs barks.,1,bad,2\n",
    b"good,bad,p_1,p_2\nThe dogs bark.,The dogs barks.,1,0\n",
    b'{"good": "The dogs bark.", "bad": "The dogs barks.", "p_1": true, "p_2": 0.5}\n{"good": "x y", "bad": null}\n',
    b'[{"sentence": "The dog barks.", "rating": 7}, {"sentence": "The dog bark.", "rating": 2.5}]',
]
INPUTS = mutated(SEEDS, [b"NA", b'"', b"1e999", b"good", b"*The", b"|", b"\n", b"0.5"])
EXAMPLES = 100
ASKED = (
    RatedColumns(),
    RatedColumns(rater="who"),
    RatedColumns(pair="pair"),
    RatedColumns(pair="pair", side="side"),
    RatedColumns(good="good", bad="bad", choice=("p_*",)),
    RatedColumns(choice=("p_*",)),
)


def check(data: bytes) -> None:
    """Read a table in each of the ways in which it may be meant."""
    with file(data, "rated.csv") as path:
        for columns in ASKED:
            try:
                table = read_rated(path, columns)
            except InputError as error:
                readable(error, path)
                continue
            _hold(table)


def _hold(table: RatedTable) -> None:
    n, m = len(table.sentences), len(table.pairs)
    assert table.ratings.shape[0] == n > 0
    assert table.choices.shape[0] == m
    assert not np.isinf(table.ratings).any()
    assert all(one.text.strip() == one.text != "" and one.item for one in table.sentences)
    assert all(0 <= pair.good < n and 0 <= pair.bad < n and pair.good != pair.bad for pair in table.pairs)
    assert ((table.choices >= 0) & (table.choices <= 1) | np.isnan(table.choices)).all()
