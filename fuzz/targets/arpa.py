"""Any bytes are an ARPA model, or refused with the line; probabilities are those of a reader of dictionaries."""

from __future__ import annotations

import itertools
import math

import numpy as np
from hypothesis import strategies as st

from syntaxgym_lite.errors import ModelError
from syntaxgym_lite.lm.ngram.arpa import read_arpa
from syntaxgym_lite.lm.ngram.model import NgramModel

from ..inputs import corpus, file, mutated, readable

_LOG10 = st.sampled_from(["-0.5", "-1", "-99", "0", "-1.25", "-3e-1", "-inf", "-0.30103"])
_WEIGHTS = st.sampled_from(["", "\t0", "\t-0.5", "\t-0.25", "\t0.1"])


@st.composite
def models(draw: st.DrawFn) -> bytes:
    """A model of up to three orders."""
    words = ["<unk>", "<s>", "</s>", "the", "fox", "é"][draw(st.integers(0, 1)) : draw(st.integers(3, 6))]
    grams: list[list[tuple[str, ...]]] = [[(word,) for word in words]]
    for order in range(2, draw(st.integers(1, 3)) + 1):
        longer = [(*gram, word) for gram, word in itertools.product(grams[-1], words)]
        grams.append(draw(st.lists(st.sampled_from(longer), max_size=6, unique=True)) if longer else [])
        assert order
    lines = ["\\data\\", *(f"ngram {order}={len(some)}" for order, some in enumerate(grams, 1))]
    for order, some in enumerate(grams, 1):
        lines += ["", f"\\{order}-grams:"]
        lines += [f"{draw(_LOG10)}\t{' '.join(gram)}{draw(_WEIGHTS) if order < len(grams) else ''}" for gram in some]
    return "\n".join([*lines, "", "\\end\\", ""]).encode()


INPUTS = st.one_of(
    models(),
    mutated(corpus("arpa"), [b"-1", b"-1_1", b"-1e300", b"+5", b"\\2-grams:", b"ngram 3=1\n", b"<unk>", b"\t-0.3"]),
)
EXAMPLES = 150


def check(data: bytes) -> None:
    """Read an ARPA file, and score some word sequences."""
    with file(data, "model.arpa") as path:
        try:
            model = read_arpa(path)
        except ModelError as error:
            readable(error, path)
            assert ": line " in str(error), f"no line: {error}"
            return
    slow = _Slow(data)
    assert slow.n_ngrams == model.n_ngrams, (slow.n_ngrams, model.n_ngrams)
    assert set(slow.words) == set(model.words)
    compare(model, slow)


def compare(model: NgramModel, slow: _Slow, *, seed: int = 0, tolerance: float = 1e-4) -> None:
    """Score all short sequences of a few words, and some long ones, both ways."""
    rng = np.random.default_rng(seed)
    for length in (1, 2, 3, 5):
        numbers = rng.integers(0, len(model.words), (6, length))
        for row in numbers:
            found, _ = model.score(row, np.arange(length))
            expected = [
                slow.log10([model.words[n] for n in row[:place]], model.words[row[place]]) for place in range(length)
            ]
            assert np.allclose(found, expected, rtol=1e-5, atol=tolerance), (
                [model.words[n] for n in row],
                found,
                expected,
            )


class _Slow:
    """A model as dictionaries: log10 probabilities and back-off weights of n-grams."""

    def __init__(self, data: bytes) -> None:
        self.prob: list[dict[tuple[str, ...], float]] = []
        self.weight: dict[tuple[str, ...], float] = {}
        for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
            cells = [cell.decode() for cell in line.split()]
            if not cells or cells[0] in ("\\data\\", "ngram") or line.strip().startswith(b"ngram"):
                continue
            if cells[0] == "\\end\\":
                break
            if len(cells) == 1 and cells[0].endswith("-grams:"):
                self.prob.append({})
                continue
            gram = tuple("<unk>" if word == "<UNK>" else word for word in cells[1 : len(self.prob) + 1])
            self.prob[-1][gram] = max(float(cells[0]), -100.0)
            if len(cells) > len(self.prob) + 1:
                self.weight[gram] = float(cells[-1])
        self.prob[0].setdefault(("<unk>",), -100.0)

    @property
    def n_ngrams(self) -> tuple[int, ...]:
        return tuple(map(len, self.prob))

    @property
    def words(self) -> list[str]:
        return [word for (word,) in self.prob[0]]

    def log10(self, before: list[str], word: str) -> float:
        """By the definition: the longest n-gram that is there, and the weights of the contexts that are too long."""
        context = tuple(before[max(0, len(before) - len(self.prob) + 1) :])
        total = 0.0
        while True:
            gram = (*context, word)
            if gram in self.prob[len(gram) - 1]:
                return total + self.prob[len(gram) - 1][gram]
            total += self.weight.get(context, 0.0)
            assert context, gram
            assert not math.isnan(total)
            context = context[1:]
