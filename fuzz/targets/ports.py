"""Files of published data sets are suites, or refused with the line; the sentences are those of the file.

An input is the file's name, a line end, and the file.
"""

from __future__ import annotations

import json
import warnings

from hypothesis import strategies as st

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.formats import read_suites
from syntaxgym_lite.suite.json import dumps_suite, loads_suite

from ..inputs import corpus, file, mutated, named_content, readable

SEEDS = corpus("ports")
_NAMES = [b"x.jsonl", b"x.tab", b"x.tsv", b"x.txt", b"x.json", b"x.pickle", b"x.csv", b"x.gold", b"x.js"]
INPUTS = st.one_of(
    mutated(SEEDS),
    st.builds(lambda name, data: name + b"\n" + data.partition(b"\n")[2], st.sampled_from(_NAMES), mutated(SEEDS)),
)
EXAMPLES = 100


def check(data: bytes) -> None:
    """Read a file as whichever format it looks like."""
    given = named_content(data)
    if given is None:
        return
    name, content = given
    with file(content, name) as path, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            suites, port = read_suites(path)
        except InputError as error:
            readable(error, path.parent)  # of files that belong together, the other one may be missing
            return
    assert suites
    for suite in suites:
        assert loads_suite(dumps_suite(suite), source=suite.source) == suite
        for prediction in suite.predictions:
            assert prediction.formula.source
    if port.name == "blimp":
        pairs = [json.loads(line) for line in content.decode("utf-8-sig").split("\n") if line.strip()]
        expected = [(pair["sentence_good"].strip(), pair["sentence_bad"].strip()) for pair in pairs]
        found = [tuple(sentence.text for sentence in suite.sentences()) for suite in suites]
        texts = [text for one in found for text in one]
        assert sorted(texts) == sorted(text for pair in expected for text in pair)
