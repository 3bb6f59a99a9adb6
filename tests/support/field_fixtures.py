"""The fixtures that the field cases share: a bigram, a suite, region values and a random GPT-2.

The numbers of the bigram are worked out beside the tests that use them; reference values of the GPT-2 are computed here
the plain way, one sentence at a time, by `torch.log_softmax` in double precision.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.arpa_files import TINY as ARPA
from support.toys import WordBackend, suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.cli import main
from syntaxgym_lite.results import RunResult, SentenceResult, SuiteResult

# ---------------------------------------------------------------------------------------------------------------------
# FX-ARPA and FX-SUITE

GOOD = ["foxes", "sleep"]
BAD = ["foxes", "sleeps"]
FORMULA = "(2;%bad%) > (2;%good%)"

NGRAM_KINDS = ("ngram", "kenlm")
"""The two readers of ARPA files, which must agree."""


def write_arpa(folder: Path, text: str = ARPA, *, name: str = "tiny.arpa") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def model_spec(kind: str, path: Path) -> str:
    """What a user writes after --model; skips where the optional library is missing."""
    if kind == "kenlm":
        pytest.importorskip("kenlm")
    return f"{kind}:{path}"


def fx_suite(formulas: Sequence[str] = (FORMULA,), *, items: int = 1, **meta: Any) -> dict[str, Any]:
    return suite_document([{"good": GOOD, "bad": BAD}] * items, formulas, name="fx", **meta)


def write_json(path: Path, document: Any) -> Path:
    path.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    return path


# ---------------------------------------------------------------------------------------------------------------------
# FX-VALUES

VALUES = {"alpha": 2.0, "beta": 3.0, "gamma": 2.0005, "delta": 7.0}


def fx_values(formula: str, **changed: float) -> bool | None:
    """Evaluate a formula on regions of set value: a: r1 = 2, r2 = 3; b: r1 = 2.0005, r2 = 7."""
    bits = {**VALUES, **changed}
    document = suite_document([{"a": ["alpha", "beta"], "b": ["gamma", "delta"]}], [formula])
    suite = sgl.loads_suite(json.dumps(document))
    return only_suite(sgl.evaluate(suite, WordBackend(bits.__getitem__))).outcomes[0].holds


# ---------------------------------------------------------------------------------------------------------------------
# FX-GPT

BOS = "<|endoftext|>"

SENTENCES = [
    "the fox sleeps in the den.",
    "the foxes sleep near the river, and the dogs bark.",
    "a rainbow stood over the hill after the rain.",
    "rainbow trout swim where the bow of the boat points.",
    "rain fell on the quiet village.",
    "my fox naps while your dogs bark.",
    "the farmer isn't here, but her goats are.",
]


def new_network(n_vocabulary: int, *, dropout: float = 0.0) -> Any:
    """A random GPT-2, always the same one, in eval mode."""
    from support.tiny_models import gpt2  # imports torch

    return gpt2(n_vocabulary, resid_pdrop=dropout, embd_pdrop=dropout, attn_pdrop=dropout)


def train_byte_level() -> Any:
    """The byte-level BPE tokenizer of FX-GPT, as the `tokenizers` library has it."""
    from tokenizers import Tokenizer
    from tokenizers.decoders import ByteLevel as ByteLevelDecoder
    from tokenizers.models import BPE
    from tokenizers.pre_tokenizers import ByteLevel
    from tokenizers.processors import ByteLevel as ByteLevelProcessor
    from tokenizers.trainers import BpeTrainer

    tokenizer = Tokenizer(BPE())
    tokenizer.pre_tokenizer = ByteLevel(add_prefix_space=False)
    tokenizer.decoder = ByteLevelDecoder()
    tokenizer.post_processor = ByteLevelProcessor(trim_offsets=False)
    trainer = BpeTrainer(
        vocab_size=360, special_tokens=[BOS], initial_alphabet=sorted(ByteLevel.alphabet()), show_progress=False
    )
    tokenizer.train_from_iterator(SENTENCES * 3, trainer)
    return tokenizer


def wrap_tokenizer(tokenizer: Any, cls: type | None = None, *, bos: str | None = BOS) -> Any:
    from transformers import PreTrainedTokenizerFast

    special = {} if bos is None else {"bos_token": bos, "eos_token": bos}
    return (cls or PreTrainedTokenizerFast)(tokenizer_object=tokenizer, model_max_length=64, **special)


@cache
def fx_gpt() -> Path:
    """A folder with FX-GPT, made once for a test session."""
    kept = tempfile.TemporaryDirectory(prefix="fx_gpt_")
    atexit.register(kept.cleanup)
    folder = Path(kept.name) / "fx-gpt"
    tokenizer = train_byte_level()
    new_network(tokenizer.get_vocab_size()).save_pretrained(folder)
    wrap_tokenizer(tokenizer).save_pretrained(folder)
    return folder


def fresh_gpt(*, dropout: float = 0.0) -> tuple[Any, Any]:
    """FX-GPT in memory: (model, tokenizer), which a test may change."""
    tokenizer = train_byte_level()
    return new_network(tokenizer.get_vocab_size(), dropout=dropout), wrap_tokenizer(tokenizer)


@cache
def _reference_gpt() -> tuple[Any, Any]:
    return fresh_gpt()


def reference(text: str) -> tuple[list[str], list[tuple[int, int]], list[float]]:
    """Pieces of a sentence, their character ranges and their surprisals in bits under FX-GPT, BOS before the first."""
    import torch

    model, tokenizer = _reference_gpt()
    encoded = tokenizer(text, return_offsets_mapping=True, add_special_tokens=False)
    ids = encoded["input_ids"]
    with torch.no_grad():
        logits = model(torch.tensor([[tokenizer.bos_token_id, *ids]])).logits[0, :-1].double()
    nats = -torch.log_softmax(logits, -1)[torch.arange(len(ids)), torch.tensor(ids)]
    bits = (nats / torch.log(torch.tensor(2.0, dtype=torch.float64))).tolist()
    return tokenizer.convert_ids_to_tokens(ids), [tuple(pair) for pair in encoded["offset_mapping"]], bits


# ---------------------------------------------------------------------------------------------------------------------
# Running as a user does


@dataclass(frozen=True)
class Finished:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def sglite(capsys: pytest.CaptureFixture[str], *args: str | Path) -> Finished:
    """Run the command line in this process."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as stopped:
        main([str(arg) for arg in args])
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    assert "defect in syntaxgym_lite" not in err
    return Finished(int(stopped.value.code or 0), out, err)


def python(code: str, *args: str | Path, cwd: Path | None = None, **environment: str) -> Finished:
    """Run Python code in a process of its own."""
    finished = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *map(str, args)],
        cwd=cwd,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return Finished(finished.returncode, finished.stdout, finished.stderr)


def run_items(
    items: Sequence[Mapping[str, Sequence[str]]],
    models: Any,
    formulas: Sequence[str] = (),
    *,
    meta: Any = None,
    **how: Any,
) -> SuiteResult:
    """Evaluate a suite written on the spot: ``{condition: region contents}`` for each item."""
    document = suite_document([dict(item) for item in items], formulas, **(meta or {}))
    return only_suite(sgl.evaluate(sgl.loads_suite(json.dumps(document)), models, **how))


def run_regions(contents: Sequence[str], models: Any, **how: Any) -> SentenceResult:
    """Evaluate one sentence, given by its regions."""
    return run_items([{"only": contents}], models, **how).sentences[0]


def only_suite(run: RunResult) -> SuiteResult:
    [model] = run.models
    [suite] = model.suites
    return suite


def region_bits(suite: SuiteResult, number: int) -> dict[tuple[int, str], float | None]:
    """Surprisal of one region in every item and condition."""
    return {
        (sentence.item_number, sentence.condition_name): region.surprisal_bits
        for sentence in suite.sentences
        for region in sentence.regions
        if region.region_number == number
    }


def tokens_by_region(sentence: SentenceResult) -> dict[int, list[str]]:
    grouped: dict[int, list[str]] = {region.region_number: [] for region in sentence.regions}
    for token, number in zip(sentence.tokens, sentence.token_regions, strict=True):
        grouped[number].append(token)
    return grouped


def total_bits(sentence: SentenceResult) -> float:
    return sum(bits for bits in sentence.token_bits if bits is not None)


def truths(suite: SuiteResult) -> list[bool | None]:
    return [outcome.holds for outcome in suite.outcomes]


def walk_json(value: Any) -> Iterator[Any]:
    """Every value in a decoded JSON document."""
    yield value
    if isinstance(value, (dict, list)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from walk_json(inner)
