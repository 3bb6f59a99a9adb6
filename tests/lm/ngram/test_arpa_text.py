"""ARPA text made in blocks is what is made line by line."""

import numpy as np
import pytest
from support.ngram_texts import numbered, zipf_sentences

from syntaxgym_lite.lm.ngram import arpa_text as text_module
from syntaxgym_lite.lm.ngram.arpa_text import arpa_text
from syntaxgym_lite.lm.ngram.estimate import FALLBACK_DISCOUNTS, estimate


def line_by_line(model):
    """The format as KenLM documents it: one n-gram a line, tabs before and after its words."""
    text = "\\data\\\n" + "".join(f"ngram {n}={size}\n" for n, size in enumerate(model.n_ngrams, start=1))
    for order, level in enumerate(model.levels, start=1):
        text += f"\n\\{order}-grams:\n"
        for place, gram in enumerate(model.ngrams(order).tolist()):
            columns = [level.log10_prob[:][place], " ".join(model.words[word] for word in gram)]
            columns += [] if level.log10_backoff is None else [level.log10_backoff[:][place]]
            numbers = [c if isinstance(c, str) else str(np.float32(c) + np.float32(0)) for c in columns]
            text += "\t".join(number.removesuffix(".0") for number in numbers) + "\n"
    return (text + "\n\\end\\\n").encode()


@pytest.mark.parametrize(
    ("order", "quantize", "block"), [(1, False, 7), (2, True, 1), (3, False, 5), (4, True, 1 << 13)]
)
def test_text_in_blocks_is_text_line_by_line(monkeypatch, order, quantize, block):
    sentences = [[*words, "Füchse", "狐狸\u00a0x"] for words in zipf_sentences(30, n_types=20)]
    prune = (0, 0, 1)[:order]  # most of the longer n-grams begin no longer one
    model = estimate(numbered(sentences), order=order, prune=prune, discount_fallback=FALLBACK_DISCOUNTS).model
    model = model.quantized() if quantize else model
    monkeypatch.setattr(text_module, "_BLOCK", block)
    assert b"".join(arpa_text(model)) == line_by_line(model)
