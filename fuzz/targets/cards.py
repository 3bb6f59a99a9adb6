"""Any card.json is obeyed or refused; a model has the same bits by its folder's name and by its file's.

An input is the card, which lies beside an ARPA file, the same in the compact form, and counts of words.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from support.arpa_files import COUNTS, TINY

from syntaxgym_lite.backends.word import baselines, ngram
from syntaxgym_lite.errors import SgliteError
from syntaxgym_lite.lm.folder import WordRules
from syntaxgym_lite.lm.ngram.arpa import read_arpa
from syntaxgym_lite.lm.ngram.compact import write_compact

from ..inputs import corpus, file, mutated, mutated_json, readable

_TEXTS = ["Foxes don't sleep.", "the fox's foxes sleep", "<s> sleeps"]
_RULES: dict[str, Any] = {"words": "clitics", "lowercase": True}
"""What the compact file says of its words."""
SEEDS = corpus("cards")
INPUTS = st.one_of(mutated_json(SEEDS), mutated(SEEDS))
EXAMPLES = 80


def check(data: bytes) -> None:
    """Open a folder's model."""
    with file(data, "card.json") as path:
        folder = path.parent
        (folder / "tiny.arpa").write_text(TINY, encoding="utf-8")
        (folder / "tiny.safetensors").write_bytes(_compact())
        (folder / "counts.tsv").write_text(COUNTS, encoding="utf-8")
        for load in (ngram.load, baselines.load_unigram):
            try:
                model: Any = load(str(folder))
            except SgliteError as error:
                readable(error, folder)
                continue
            if load is ngram.load:
                card = json.loads(data.decode("utf-8-sig"))
                file_says = (
                    _RULES if card["weights"] == "tiny.safetensors" else {"words": "treebank", "lowercase": False}
                )
                expected = {name: said if card.get(name) is None else card[name] for name, said in file_says.items()}
                assert {name: model.info.options[name] for name in expected} == expected
                _same(model, ngram.load(str(folder / card["weights"])))
            model.score(_TEXTS)


def _same(one: Any, other: Any) -> None:
    assert {**one.info.options} == {**other.info.options}
    for ours, theirs in zip(one.score(_TEXTS), other.score(_TEXTS), strict=True):
        assert ours.tokens == theirs.tokens
        assert ours.bits.tobytes() == theirs.bits.tobytes()


@cache
def _compact() -> bytes:
    with file(TINY.encode(), "tiny.arpa") as path:
        out = Path(path.parent) / "tiny.safetensors"
        write_compact(read_arpa(path), out, WordRules(**_RULES).metadata)
        return out.read_bytes()
