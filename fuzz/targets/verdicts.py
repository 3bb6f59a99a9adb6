"""Any bytes are published verdicts of Hu et al., or refused with the line; what is read is what a plain reader finds.

An input is the file's name, a line end, and the file.
"""

from __future__ import annotations

import csv
import io

from hypothesis import strategies as st

from syntaxgym_lite.errors import SgliteError
from syntaxgym_lite.ports.published.hu_results import majority_vote, read_hu_results

from ..inputs import corpus, file, mutated, named_content, readable

SEEDS = corpus("verdicts")
INPUTS: st.SearchStrategy[bytes] = mutated(SEEDS, [b"True", b"False", b"ngram_a_0", b",,", b"_", b"0111", b"\xb2"])
EXAMPLES = 150


def check(data: bytes) -> None:
    """Read a file of verdicts, and let the n-grams vote."""
    given = named_content(data)
    if given is None:
        return
    name, content = given
    with file(content, name) as path:
        try:
            instances = read_hu_results(path.parent)
        except SgliteError as error:
            readable(error, path.parent)
            return
    rows = list(csv.reader(io.StringIO(content.decode("utf-8", errors="replace"), newline="")))[1:]
    for one in majority_vote(instances):
        assert {len(right) for right in one.right.values()} <= {len(right) for right in instances[0].right.values()}
    n = sum(int(right.sum()) for one in instances for right in one.right.values())
    assert n == len({(row[0], row[1], int(row[2])) for row in rows if row[3] == "True"})
