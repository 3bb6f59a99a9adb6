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


def read_run(path: Path, document: Mapping[str, Any], model: str | None) -> Recording:
    """Read what `RunResult.save` wrote. It is this package's own document, always in bits.

    Raises
    ------
    InputError
        If it is not whole, or only a summary, or holds no such model.
    """
    try:
        by_name = {entry["model"]: entry for entry in document["models"]}
        if any(
            "suite" in suite and "sentences" not in suite for entry in by_name.values() for suite in entry["suites"]
        ):
            raise InputError(f"{path}: is a summary, without surprisals of sentences; give the run.json beside it.")
        name = pick_model(path, list(by_name), model)
        sentences = [
            Recorded(
                f"{path}: suite '{suite['suite']}', item {sentence['item_number']}, '{sentence['condition_name']}'",
                tuple(sentence["tokens"]),
                tuple(math.nan if bits is None else float(bits) for bits in sentence["token_bits"]),
                tuple(map(bool, sentence["token_oov"])),
                sentence["text"],
                np.array(sentence["token_spans"], np.int32).reshape(-1, 2),
                math.nan if sentence.get("eos_bits") is None else float(sentence["eos_bits"]),
                None if sentence.get("token_ranks") is None else tuple(sentence["token_ranks"]),
                suite.get("context") or "",
            )
            for suite in by_name[name]["suites"]
            for sentence in suite["sentences"]
        ]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"{path}: is not a whole result of sglite eval ({type(error).__name__}: {error}).") from error
    if not sentences:
        raise InputError(f"{path}: models: holds no sentence of '{name}'.")
    moved = any(suite.get("word_boundary") == "corrected" for suite in by_name[name]["suites"])
    return Recording("tokens", tuple(sentences), name, (path,), (CORRECTED,) if moved else ())
