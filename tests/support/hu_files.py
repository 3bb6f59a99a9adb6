"""Result files as those of Hu et al. (2020), small and made up, and the real ones where they are."""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .places import SHARED, need

SUITES = {"npz_obj": 4, "npz_obj_mod": 4, "number_orc": 3, "fgd-embed3": 2, "nn-nv-rpl": 1}
"""Items by suite."""


def published() -> Path:
    """The folder of their files; the test is skipped where they are not, or fails if the environment asks for them."""
    return need(SHARED / "published" / "sg_results")


def expected() -> dict[str, Any]:
    """What an independent program made of them."""
    return dict(json.loads((published() / "expected.json").read_text(encoding="utf-8")))


def write_hu(path: Path, models: dict[str, Callable[[str, int], bool]]) -> Path:
    """Write a file with these instances: ``model_corpus_seed`` and what says whether an item of a suite is right."""
    lines = ["model,suite,item,correct"]
    for name, right in models.items():
        lines += [
            f"{name},{suite},{item},{bool(right(suite, item))}" for suite, n in SUITES.items() for item in range(n)
        ]
    text = "\n".join(lines) + "\n"
    path.write_bytes(lzma.compress(text.encode()) if path.suffix == ".xz" else text.encode())
    return path


def small_publication(folder: Path) -> Path:
    """Two controlled models on two corpora, an n-gram of three voters, a pretrained one, and models in no figure."""
    folder.mkdir(exist_ok=True)
    write_hu(
        folder / "vanilla_bllip-xs.csv",
        {
            "vanilla_bllip-xs_0111": lambda suite, item: item == 0,
            "vanilla_bllip-xs_0120": lambda suite, item: item <= 1,
        },
    )
    write_hu(folder / "vanilla_bllip-lg.csv", {"vanilla_bllip-lg_0111": lambda suite, item: item != 2})
    write_hu(folder / "rnng_bllip-xs.csv", {"rnng_bllip-xs_7": lambda suite, item: "npz" in suite})
    write_hu(folder / "rnng_bllip-lg.csv", {"rnng_bllip-lg_7": lambda suite, item: True})
    write_hu(folder / "gpt-2_bllip-lg-gptbpe.csv", {"gpt-2_bllip-lg-gptbpe_9": lambda suite, item: item < 3})
    write_hu(folder / "grnn_.csv", {"grnn__": lambda suite, item: suite == "number_orc"})
    write_hu(
        folder / "ngram_bllip-xs.csv.xz",
        {"ngram_bllip-xs_1": lambda suite, item: item == 0, "ngram_bllip-xs_2": lambda suite, item: item == 1},
    )
    write_hu(folder / "ngram-single_bllip-xs.csv", {"ngram_bllip-xs_0": lambda suite, item: item <= 1})
    write_hu(folder / "ngram-no-rand_bllip-xs.csv", {"ngram-no-rand_bllip-xs_0": lambda suite, item: False})
    write_hu(folder / "1gram_bllip-xs.csv", {"1gram_bllip-xs_0": lambda suite, item: False})
    (folder / "perplexity.csv").write_text(
        "model,corpus,seed,pid,test_loss,test_ppl\n"
        "vanilla,bllip-xs,0111,,4.6,98.5\nrnng,bllip-lg,7,,,68.25\nngram,bllip-xs,0,,,240.2\ngpt-2,bllip-md,5,,,66\n"
    )
    return folder
