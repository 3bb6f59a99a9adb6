"""ARPA and the compact form hold the same model; damaged compact files are refused, or hold as many words as they say.

An input is an ARPA file, or a compact file of one with something wrong.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
from hypothesis import strategies as st
from support.ngram_texts import assert_same_ngrams

from syntaxgym_lite.errors import ModelError
from syntaxgym_lite.lm.ngram.arpa import read_arpa, write_arpa
from syntaxgym_lite.lm.ngram.compact import read_compact, write_compact

from ..inputs import corpus, file, mutated, readable
from .arpa import models


def _compact(data: bytes, *, quantized: bool = False) -> bytes:
    with tempfile.TemporaryDirectory() as folder, file(data, "model.arpa") as path:
        model = read_arpa(path)
        out = Path(folder) / "model.safetensors"
        write_compact(model.quantized() if quantized else model, out)
        return out.read_bytes()


SEEDS = corpus("convert_lm")
INPUTS = st.one_of(
    models(),
    mutated([_compact(seed, quantized=quantized) for seed in SEEDS for quantized in (False, True)], [b"U16", b"F32"]),
)
EXAMPLES = 120


def check(data: bytes) -> None:
    """Convert a model there and back, or read a damaged one."""
    if data.lstrip(b"\xef\xbb\xbf \n\r\t").startswith(b"\\data\\"):
        _there_and_back(data)
        return
    with file(data, "model.safetensors") as path:
        try:
            model = read_compact(path)
            stream = np.arange(len(model.words)) if model.words else np.zeros(0, np.int64)
            found, _ = model.score(stream, np.arange(len(stream)))
        except ModelError as error:
            readable(error, path)
            return
        assert found.shape == (len(model.words),)


def _there_and_back(data: bytes) -> None:
    with file(data, "one.arpa") as path:
        try:
            model = read_arpa(path)
        except ModelError:
            return
        compact, arpa, again = (path.with_name(name) for name in ("x.safetensors", "x.arpa.gz", "y.arpa"))
        write_compact(model, compact)
        write_arpa(model, arpa)
        assert_same_ngrams(read_compact(compact), model)
        assert_same_ngrams(read_arpa(arpa), model)
        write_arpa(read_compact(compact), again)
        assert_same_ngrams(read_arpa(again), model)
        small = path.with_name("z.safetensors")
        write_compact(model.quantized(), small)
        quantized = read_compact(small)
        stream = np.arange(len(model.words))
        exact, _ = model.score(stream, stream)
        coded, _ = quantized.score(stream, stream)
        assert np.abs(exact - coded).max() <= 2 * model.order * quantized.max_error + 1e-4
