"""N-gram models: this package's two backends against a bare loop over ``kenlm.Model.full_scores``, with nothing kept.

The model is the shipped one as an ARPA file, the sentences those of all shipped suites, cut into words beforehand and
joined by blanks, so that all cut them alike. All take turns, in one process and on one thread, by the processor's time,
when KenLM has read the model and our reader, which makes its tables only once they pay, has made them: the time for
that is given apart.
"""

from __future__ import annotations

import importlib.util
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from syntaxgym_lite.backends.word import kenlm, ngram
from syntaxgym_lite.lm.folder import WEIGHTS
from syntaxgym_lite.lm.ngram.files import read_model, write_model
from syntaxgym_lite.resources import shipped_models, shipped_suites
from syntaxgym_lite.suite.json import load_suite
from syntaxgym_lite.words import split_words

from .record import Comparison

BATCH = 4096
REPEATS = 9


def _make_tables(backend: ngram.NgramBackend) -> float:
    start = time.perf_counter()
    for length in range(1, backend._model.order):
        backend._model._table(length)
    return time.perf_counter() - start


def measure(*, quick: bool = False) -> Iterator[str | Comparison]:
    if importlib.util.find_spec("kenlm") is None:
        yield "needs KenLM: pip install kenlm-ex"
        return
    import kenlm as peer

    texts = dict.fromkeys(s.text for path in shipped_suites().values() for s in load_suite(path).sentences())
    sentences = [" ".join(t[start:end] for start, end in split_words(t, "clitics")) for t in texts]
    n_words = sum(len(sentence.split()) for sentence in sentences)
    with tempfile.TemporaryDirectory() as folder:
        arpa = str(Path(folder) / "model.arpa")
        write_model(read_model(shipped_models()["ngram"].folder / WEIGHTS), Path(arpa))
        config = peer.Config()
        config.show_progress = False
        bare = peer.Model(arpa, config)
        by_kenlm = kenlm.load(arpa, words="whitespace")
        by_us = ngram.load(arpa, words="whitespace")

    def loop() -> None:
        for sentence in sentences:
            for _ in bare.full_scores(sentence, eos=False):
                pass

    def in_batches(score: Callable[[list[str]], object]) -> Callable[[], None]:
        return lambda: [score(sentences[i : i + BATCH]) for i in range(0, len(sentences), BATCH)] and None

    batch = by_us._table.cut(sentences)
    numbers, _ = batch.numbered()
    stream, _ = by_us._stream(numbers, batch.bounds, with_eos=False)
    rivals: dict[str, Callable[[], object]] = {
        "loop": loop,
        "kenlm": in_batches(by_kenlm.score_columns),
        "ngram": in_batches(by_us.score_columns),
        "kenlm objects": in_batches(by_kenlm.score),
        "ngram objects": in_batches(by_us.score),
        "arrays": lambda: by_us._model.score(stream.words, stream.n_before),
    }
    yield f"our reader: {_make_tables(by_us):.2f} s for the tables of {sum(by_us._model.n_ngrams[1:]):,} n-grams, once"
    seconds: dict[str, list[float]] = {name: [] for name in rivals}
    for _ in range(3 if quick else REPEATS):
        for name, work in rivals.items():
            start = time.process_time()  # neighbours on the machine count less for it
            work()
            seconds[name].append(time.process_time() - start)
    rate = {name: n_words / statistics.median(taken) for name, taken in seconds.items()}
    one, other = by_kenlm.score(sentences[:500]), by_us.score(sentences[:500])
    worst = max(np.abs(a.bits - b.bits).max() for a, b in zip(one, other, strict=True))
    yield f"{len(sentences):,} sentences, {n_words:,} words; largest difference of the two backends {worst:.1e} bits"
    what = "KenLM, bare loop over full_scores"
    for name, aim in (("kenlm", 0.6), ("ngram", 1.0)):
        made = f"{name}: backend, text to surprisals with places"
        yield Comparison(made, what, rate[name], rate["loop"], "words/s", aim)
        yield Comparison(f"{made}, an object a sentence", what, rate[f"{name} objects"], rate["loop"], "words/s")
    yield Comparison("n-gram reader, word numbers to log10 p", what, rate["arrays"], rate["loop"], "words/s", 1.0)
