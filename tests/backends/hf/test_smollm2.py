"""SmolLM2-135M, a real model from a GGUF file, against values computed independently (see goldens/README.md).

Regions are put together here in a few plain lines, so that this file tests the backend alone.
"""

from __future__ import annotations

import contextlib
import csv
import gzip
import io
import json
import math
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from syntaxgym_lite.backends.hf.causal import HuggingFaceBackend, from_model, load

TOLERANCE = 1e-3


class Opened(NamedTuple):
    """The model, and what was left behind by opening it."""

    backend: HuggingFaceBackend
    printed: str
    functions_before: list[Any]
    functions_after: list[Any]


def reading_functions() -> list[Any]:
    """What is changed while a GGUF file is read."""
    import gguf
    from transformers import modeling_gguf_pytorch_utils as module

    return [gguf.GGUFReader, gguf.get_tensor_name_map, module.load_gguf_checkpoint, module.tqdm]


@pytest.fixture(scope="module")
def opened(smollm2_path: Path) -> Opened:
    before, printed = reading_functions(), io.StringIO()
    with contextlib.redirect_stderr(printed), contextlib.redirect_stdout(printed):
        backend = load(str(smollm2_path), device="cpu")
    return Opened(backend, printed.getvalue(), before, reading_functions())


@pytest.fixture(scope="module")
def smollm2(opened: Opened) -> HuggingFaceBackend:
    return opened.backend


def sentences(suite: dict[str, Any]) -> list[tuple[int, str, str, list[tuple[int, int]]]]:
    """Item number, condition, text and the span of every region: contents stripped, empty ones left out, one blank."""
    found = []
    for item in suite["items"]:
        for condition in item["conditions"]:
            text, spans = "", []
            for region in condition["regions"]:
                content = region["content"].strip()
                text += " " if text and content else ""
                spans.append((len(text), len(text) + len(content)))
                text += content
            found.append((int(item["item_number"]), condition["condition_name"], text, spans))
    return found


def region_sums(result: Any, spans: list[tuple[int, int]]) -> list[float]:
    """Bits of the tokens whose first non-space character lies in each region."""
    sums = [0.0] * len(spans)
    for (first, _), bits in zip(result.spans, result.bits, strict=True):
        while result.text[first].isspace():
            first += 1
        [region] = [i for i, (start, end) in enumerate(spans) if start <= first < end]
        sums[region] += float(bits)
    return sums


def in_batches(backend: HuggingFaceBackend, texts: list[str], size: int = 32) -> list[Any]:
    return [result for i in range(0, len(texts), size) for result in backend.score(texts[i : i + size])]


def read_suite(shared_dir: Path, name: str) -> dict[str, Any]:
    return json.loads((shared_dir / "published" / "syntaxgym" / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["number_prep", "nn-nv-rpl"])
def test_region_surprisals_are_the_golden_ones(smollm2, shared_dir, name):
    with gzip.open(shared_dir / "goldens" / "smollm2_regions.csv.gz", "rt", encoding="utf-8") as file:
        golden = {
            (int(row["item_number"]), row["condition_name"], int(row["region_number"])): float(row["surprisal_bits"])
            for row in csv.DictReader(file)
            if row["suite"] == name
        }
    cases = sentences(read_suite(shared_dir, name))
    results = in_batches(smollm2, [text for _, _, text, _ in cases])
    compared = 0
    for (item, condition, _, spans), result in zip(cases, results, strict=True):
        for number, bits in enumerate(region_sums(result, spans), start=1):
            assert bits == pytest.approx(golden[item, condition, number], abs=TOLERANCE)
            compared += 1
    assert compared == len(golden) > 0


def test_outcomes_with_the_document_separator_are_the_golden_ones(smollm2, shared_dir):
    """`--bos "<|endoftext|>"` gives number_prep an accuracy of 0.79; with the chat marker it is 0.47."""
    golden = json.loads((shared_dir / "goldens" / "smollm2_endoftext_suites.json").read_text())["number_prep"]
    backend = from_model(smollm2._model, smollm2._tokenizer, name="smollm2", bos="<|endoftext|>")
    assert backend.info.warnings == ()
    cases = sentences(read_suite(shared_dir, "number_prep"))
    bits: dict[int, dict[str, float]] = {}
    results = in_batches(backend, [text for _, _, text, _ in cases])
    for (item, condition, _, spans), result in zip(cases, results, strict=True):
        bits.setdefault(item, {})[condition] = region_sums(result, spans)[5]
    holds = {
        str(item): [sixth["match_sing"] < sixth["mismatch_sing"] and sixth["match_plural"] < sixth["mismatch_plural"]]
        for item, sixth in bits.items()
    }
    assert golden["formulas"] == [
        "[(6;%match_sing%) < (6;%mismatch_sing%)] & [(6;%match_plural%) < (6;%mismatch_plural%)]"
    ]
    assert holds == golden["items"]


def test_blimp_sums_are_the_golden_ones(smollm2, shared_dir):
    """Five pairs of each of the 20 paradigms: log-probability of the sentence in nats, and which one is higher."""
    with gzip.open(shared_dir / "goldens" / "blimp_smollm2.jsonl.gz", "rt", encoding="utf-8") as file:
        golden = [row for row in map(json.loads, file) if int(row["pairID"]) < 5]
    assert len(golden) == 100
    texts = []
    for row in golden:
        path = shared_dir / "published" / "blimp" / f"{row['paradigm']}.jsonl"
        with path.open(encoding="utf-8") as file:
            pair = next(pair for pair in map(json.loads, file) if pair["pairID"] == row["pairID"])
        texts += [pair["sentence_good"], pair["sentence_bad"]]
    nats = [-float(result.bits.sum()) * math.log(2) for result in in_batches(smollm2, texts, 64)]
    for row, good, bad in zip(golden, nats[::2], nats[1::2], strict=True):
        assert good == pytest.approx(row["logp_good"], abs=TOLERANCE)
        assert bad == pytest.approx(row["logp_bad"], abs=TOLERANCE)
        assert (good > bad) is row["correct"]


def test_batch_sizes_1_8_and_64_give_the_same_bits(smollm2, shared_dir):
    texts = [text for _, _, text, _ in sentences(read_suite(shared_dir, "fgd-embed3"))[:12]]
    texts += [text for _, _, text, _ in sentences(read_suite(shared_dir, "center_embed"))[:4]]
    texts = [text for pair in zip(texts[:8], texts[8:], strict=True) for text in pair]  # long and short by turns
    alone = in_batches(smollm2, texts, 1)
    for size in (8, 64):  # 64: all at once
        for one, other in zip(alone, in_batches(smollm2, texts, size), strict=True):
            np.testing.assert_allclose(one.bits, other.bits, atol=TOLERANCE)


def test_the_chat_marker_is_its_bos_and_is_warned_about(smollm2):
    assert smollm2.info.options["bos"] == "<|im_start|>"
    assert smollm2.info.options["context_length"] == 8192
    [warning] = smollm2.info.warnings
    assert '--bos "<|endoftext|>"' in warning
    assert not smollm2.info.capabilities.unknown_words


def test_opening_the_file_printed_nothing_and_left_its_libraries_as_they_were(opened):
    assert opened.printed == ""
    assert opened.functions_after == opened.functions_before
