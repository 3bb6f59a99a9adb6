"""Results of this package: ``run.json`` of ``sglite eval --out``."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import InputError
from .recording import CORRECTED, Recorded, Recording, pick_model

__all__ = ["read_run"]

_MOST = 2**31


def read_run(path: Path, document: Mapping[str, Any], model: str | None) -> Recording:
    """Read what `RunResult.save` wrote. It is this package's own document, always in bits.

    Raises
    ------
    InputError
        If it is not whole, or only a summary, or holds no such model.
    """
    try:
        by_name = {entry["model"]: entry for entry in document["models"]}
        if not all(isinstance(name, str) for name in by_name):
            raise ValueError("a model's name is no text")
        if any(
            "suite" in suite and "sentences" not in suite for entry in by_name.values() for suite in entry["suites"]
        ):
            raise InputError(f"{path}: is a summary, without surprisals of sentences; give the run.json beside it.")
        name = pick_model(path, list(by_name), model)
        sentences = [
            _recorded(
                f"{path}: suite '{suite['suite']}', item {sentence['item_number']}, '{sentence['condition_name']}'",
                sentence,
                suite.get("context") or "",
            )
            for suite in by_name[name]["suites"]
            for sentence in suite["sentences"]
        ]
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise InputError(f"{path}: is not a whole result of sglite eval ({type(error).__name__}: {error}).") from error
    if not sentences:
        raise InputError(f"{path}: models: holds no sentence of '{name}'.")
    moved = any(suite.get("word_boundary") == "corrected" for suite in by_name[name]["suites"])
    return Recording("tokens", tuple(sentences), name, (path,), (CORRECTED,) if moved else ())


def _recorded(where: str, sentence: Mapping[str, Any], context: str) -> Recorded:
    """Take what a sentence says, if its columns fit together."""

    def column(name: str, *kinds: type) -> list[Any]:
        values = sentence[name]
        if not isinstance(values, list) or any(type(value) not in kinds for value in values):
            raise InputError(f"{where}: {name}: holds something of another kind; the file is damaged.")
        if len(values) != len(sentence["tokens"]):
            raise InputError(f"{where}: {name}: {len(values)} for {len(sentence['tokens'])} tokens.")
        return values

    text, tokens, spans = sentence["text"], column("tokens", str), column("token_spans", list)
    if not isinstance(text, str):
        raise InputError(f"{where}: text: is none.")
    for place, span in enumerate(spans):
        if [type(edge) for edge in span] != [int, int] or not 0 <= span[0] <= span[1] <= len(text):
            raise InputError(f"{where}: token_spans.{place}: {span} is no place in {len(text)} characters.")
    bits = [math.nan if value is None else float(value) for value in column("token_bits", float, int, str, type(None))]
    eos = sentence.get("eos_bits")
    ranks = None if sentence.get("token_ranks") is None else tuple(column("token_ranks", int))
    if ranks is not None and not all(0 <= rank < _MOST for rank in ranks):
        raise InputError(f"{where}: token_ranks: holds what is no rank.")
    return Recorded(
        where,
        tuple(tokens),
        tuple(bits),
        tuple(column("token_oov", bool)),
        text,
        np.array(spans, np.int32).reshape(-1, 2),
        math.nan if eos is None else float(eos),
        ranks,
        context,
    )
