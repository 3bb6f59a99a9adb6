"""Any bytes are the pickled words of a published model, or refused in bounded time; the words are those put in."""

from __future__ import annotations

import json

from hypothesis import strategies as st

from syntaxgym_lite.errors import InputError, ModelError
from syntaxgym_lite.lm.recurrent.dictionaries import read_dictionary
from syntaxgym_lite.lm.transfo_xl.config import XlConfig
from syntaxgym_lite.lm.transfo_xl.files import read_xl_words

from ..inputs import corpus, file, mutated, mutated_json, readable

_OPCODES = [
    *(b"(", b"}", b"]", b"t", b"R", b"b", b"s", b"u", b"a", b"e", b"0", b"N", b".", b"q\x00", b"h\x00", b"K\x00"),
    *(b"cos\nsystem\n", b"ccollections\nCounter\n", b"ccollections\ndefaultdict\n", b"cdata\nDictionary\n"),
]
"""Steps of the little machine that a pickle is a program for, and names that must not be called."""

_CONFIG = {
    "model_type": "transfo-xl", "vocab_size": 30, "d_model": 8, "d_embed": 8, "n_head": 2, "d_head": 4, "d_inner": 6,
    "n_layer": 1, "cutoffs": [5, 10], "div_val": 2, "tie_projs": [False, True, True], "same_length": True,
    "mem_len": 4, "clamp_len": 3, "layer_norm_epsilon": 1e-5,
}  # fmt: skip
SEEDS = corpus("word_lists")
INPUTS = st.one_of(mutated(SEEDS, _OPCODES), mutated_json([json.dumps(_CONFIG).encode()]))
EXAMPLES = 150


def check(data: bytes) -> None:
    """Read words in both ways, and a configuration."""
    with file(data, "corpus.1.data") as path:
        try:
            assert "<unk>" in read_dictionary(path).words
        except (InputError, ModelError) as error:
            readable(error, path)
        try:
            assert len(read_xl_words(path, 4)) == 4
        except (InputError, ModelError) as error:
            readable(error, path)
        try:
            assert XlConfig.read(path).width(0) >= 1
        except ModelError as error:
            readable(error, path)
