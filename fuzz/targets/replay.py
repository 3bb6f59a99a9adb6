"""Any bytes are recorded surprisals, or refused with the place; what is replayed is what the file says.

An input is the file's name, a line end, and the file.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import math

import numpy as np
from hypothesis import strategies as st

from syntaxgym_lite.backends.recorded.reading import read_recording
from syntaxgym_lite.backends.recorded.replay import ReplayBackend
from syntaxgym_lite.errors import InputError, ScoringError, SgliteError

from ..inputs import corpus, file, mutated, mutated_json, named_content, readable

SEEDS = corpus("replay")
_JSON = [seed.partition(b"\n")[2] for seed in SEEDS if seed.startswith(b"x.json\n")]
INPUTS = st.one_of(
    mutated(SEEDS, [b"surprisal_bits", b"\tNA\t", b"<unk>", b"1e9", b"nan"]),
    mutated_json(_JSON).map(lambda data: b"x.json\n" + data),
)
EXAMPLES = 150


def check(data: bytes) -> None:
    """Open a recording, and ask for its sentences."""
    given = named_content(data)
    if given is None:
        return
    name, content = given
    with file(content, name) as path:
        try:
            recording = read_recording(path)
            backend = ReplayBackend(str(path), recording, options={})
        except SgliteError as error:
            readable(error, path)
            return
    values = _values(content)
    is_run = b'"schema_version"' in content
    for sentence in recording.sentences:
        assert len(sentence.pieces) == len(sentence.bits) == len(sentence.oov)
        for bits in sentence.bits:
            assert math.isnan(bits) or bits >= 0 or is_run, bits  # the random baseline has negative ones
            assert math.isnan(bits) or bits == 0 or any(math.isclose(abs(bits), one) for one in values), bits
        if sentence.text is None:
            continue
        try:
            [scored] = backend.score([sentence.text])
        except (ScoringError, InputError) as error:
            readable(error)
            continue
        assert scored.text == sentence.text
        known = np.array([bits for bits in sentence.bits if not math.isnan(bits)])
        if not np.isnan(scored.bits).any() and len(known) == len(sentence.bits):
            assert math.isclose(float(scored.bits.sum()), float(known.sum()), rel_tol=1e-6, abs_tol=0.05)
        for start, end in scored.spans.tolist():
            assert 0 <= start <= end <= len(scored.text)


def _values(content: bytes) -> list[float]:
    """Every number of a file, however it is laid out."""
    text = content.decode("utf-8-sig")
    if text.lstrip()[:1] in ("{", "["):
        return [float(one) for one in _numbers(json.loads(text))]
    found = []
    for separator in ",;\t ":
        cells = [cell for line in text.splitlines() for cell in line.split(separator)]
        with contextlib.suppress(csv.Error):
            cells += [cell for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator) for cell in row]
        found += [one for cell in cells for one in _as_number(cell)]
    return found


def _numbers(value: object) -> list[float]:
    match value:
        case bool():
            return []
        case int() | float():
            return _as_number(str(value))
        case str():
            return [math.inf] if "inf" in value.lower() else _as_number(value)
        case dict():
            return [one for inner in value.values() for one in _numbers(inner)]
        case list():
            return [one for inner in value for one in _numbers(inner)]
    return []


def _as_number(text: str) -> list[float]:
    try:
        return [abs(float(text))]
    except ValueError:
        return []
