"""Classes of models: words a second that each learns from and scores, on one thread, at sizes that a laptop trains.

All learn from the sentences of the shipped suites and score some of them. The RNNG learns from trees that a rule makes
of them: a sentence is one constituent, and so is each stretch of three words in it. The transformer takes turns with
transformers' own `Trainer`, on the same network and the same blocks of tokens. The public code of ON-LSTM and of RNNGs
is in no package registry, so that they have no rival here.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # read when torch is first imported

import torch

from syntaxgym_lite.backends import load_backend
from syntaxgym_lite.lm.corpus import Corpus
from syntaxgym_lite.lm.ngram.train import train as train_ngram
from syntaxgym_lite.lm.ngram.train import write_folder
from syntaxgym_lite.lm.recurrent.training import TrainingOptions
from syntaxgym_lite.lm.recurrent.training import train as train_recurrent
from syntaxgym_lite.lm.rnng.training import RnngOptions, TreeCorpus
from syntaxgym_lite.lm.rnng.training import train as train_rnng
from syntaxgym_lite.lm.transformer.text import Documents, blocks_of, encode_documents
from syntaxgym_lite.lm.transformer.training import TransformerOptions, new_network, train_transformer
from syntaxgym_lite.resources import shipped_suites
from syntaxgym_lite.scoring.schedule import score_texts
from syntaxgym_lite.suite.json import load_suite
from syntaxgym_lite.words import split_words

from .record import Comparison

WIDTH = 256
N_SCORED = 400
N_WORDS = {"lstm": 40_000, "onlstm": 20_000, "transformer": 20_000, "rnng": 15_000}
"""To learn from; a tenth with ``--quick``."""

_BEAM = {"beam": 10, "word_beam": 5}


def measure(*, quick: bool = False) -> Iterator[str | Comparison]:
    torch.set_num_threads(1)
    texts = list(dict.fromkeys(s.text for path in shipped_suites().values() for s in load_suite(path).sentences()))
    texts = [text for text in texts if len(text.split()) > 3]
    scored = texts[:: len(texts) // (N_SCORED // 10 if quick else N_SCORED)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        train, valid, trees = folder / "train.txt", folder / "valid.txt", folder / "trees.txt"
        train.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        valid.write_text("".join(f"{text}\n" for text in texts[:200]), encoding="utf-8")
        trees.write_text("".join(f"{_tree(text)}\n" for text in texts), encoding="utf-8")
        some = folder / "some-trees.txt"
        some.write_text("".join(f"{_tree(text)}\n" for text in texts[:200]), encoding="utf-8")
        budget = {kind: n // 10 if quick else n for kind, n in N_WORDS.items()}
        yield f"{len(texts):,} sentences to learn from, {len(scored):,} to score; width {WIDTH}, one thread"

        start = time.perf_counter()
        trained = train_ngram(Corpus([train]), order=5, discount_fallback=(0.5, 1.0, 1.5))
        n_words = sum(len(split_words(text, "clitics")) for text in texts)
        yield _learnt("5-gram", n_words / (time.perf_counter() - start))
        write_folder(trained, folder / "ngram")
        yield _scores("5-gram", f"ngram:{folder / 'ngram'}", scored)

        for arch in ("lstm", "onlstm"):
            chunks = {"chunk": 8} if arch == "onlstm" else {}  # which must divide the width
            rates: list[float] = []
            train_recurrent(
                Corpus([train]),
                folder / arch,
                TrainingOptions(
                    arch=arch,
                    hidden=WIDTH,
                    emb=WIDTH,
                    order="sentences",
                    batch_size=32,
                    max_words=budget[arch],
                    optimizer="adamw",
                    **chunks,
                    lr=0.002,
                ),
                valid=Corpus([valid]),
                report=_into(rates),
                report_seconds=0.5,
            )
            yield _learnt(f"{arch}, two layers", statistics.median(rates))
            yield _scores(arch, f"wordlm:{folder / arch}", scored)

        rates = []
        options = RnngOptions(hidden=WIDTH, emb=WIDTH, max_words=budget["rnng"])
        train_rnng(
            TreeCorpus([trees], scheme="clitics"),
            folder / "rnng",
            options,
            valid=TreeCorpus([some]),
            report=_into(rates),
            report_seconds=0.5,
        )
        yield _learnt("RNNG, two layers", statistics.median(rates))
        few = scored[: max(len(scored) // 4, 5)]
        yield _scores("RNNG, beam 10, word beam 5", f"rnng:{folder / 'rnng'}", few, **_BEAM)
        yield from _transformer(folder, budget["transformer"], scored)


def _learnt(what: str, rate: float) -> str:
    return f"{what}: learns from {rate:,.0f} words/s"


def _scores(what: str, model: str, texts: list[str], **options: Any) -> str:
    backend = load_backend(model, options)
    score_texts(backend, texts[:5])  # opens what opens late
    start = time.perf_counter()
    found = score_texts(backend, texts)
    seconds = time.perf_counter() - start
    return f"{what}: scores {sum(len(text.split()) for text in texts) / seconds:,.0f} words/s ({len(found)} sentences)"


def _into(rates: list[float]) -> Callable[[Any], None]:
    def report(progress: Any) -> None:
        if progress.validation is None:
            rates.append(progress.words_per_second)

    return report


def _tree(text: str) -> str:
    """Make a tree of a sentence, of no linguistic worth and of the usual size."""
    words = [text[start:end] for start, end in split_words(text, "clitics")]
    leaves = [f"(X {word.replace('(', '-LRB-').replace(')', '-RRB-')})" for word in words]
    parts = [f"(XP {' '.join(leaves[at : at + 3])})" for at in range(0, len(leaves), 3)]
    return f"(S {' '.join(parts)})"


def _transformer(folder: Path, n_words: int, scored: list[str]) -> Iterator[str | Comparison]:
    options = TransformerOptions(
        layers=4, heads=4, width=WIDTH, context=128, batch_size=16, vocab_size=4000, max_words=n_words
    )
    rates: list[float] = []
    card = train_transformer(
        Documents([folder / "train.txt"]),
        folder / "transformer",
        options,
        valid=Documents([folder / "valid.txt"]),
        report=_into(rates),
        report_seconds=0.5,
    )
    ours = statistics.median(rates)
    what = f"transformer, 4 layers, {card['n_parameters']:,} weights"
    theirs = _by_trainer(folder, options, n_words)
    yield Comparison(f"{what}: learning", "transformers' Trainer", ours, theirs, "words/s", 1.0)
    yield _scores("transformer", str(folder / "transformer"), scored)


def _by_trainer(folder: Path, options: TransformerOptions, n_words: int) -> float:
    """Learn from the same blocks with transformers' own loop; words a second."""
    from tokenizers import Tokenizer
    from transformers import PrinterCallback, Trainer, TrainingArguments

    tokenizer = Tokenizer.from_file(str(folder / "transformer" / "tokenizer.json"))
    stream = encode_documents(Documents([folder / "train.txt"]), tokenizer)
    ids, _, _ = blocks_of(stream, options.context)
    words_a_block = stream.n_words / len(ids)
    n_steps = max(round(n_words / words_a_block / options.batch_size), 2)
    rows = [{"input_ids": torch.from_numpy(row).long(), "labels": torch.from_numpy(row).long()} for row in ids]
    arguments = TrainingArguments(
        output_dir=str(folder / "trainer"),
        per_device_train_batch_size=options.batch_size,
        max_steps=n_steps,
        learning_rate=options.lr,
        weight_decay=options.weight_decay,
        logging_strategy="no",
        save_strategy="no",
        report_to=[],
        disable_tqdm=True,
        use_cpu=True,
    )
    end = int(stream.ids[0])
    trainer = Trainer(new_network(options, tokenizer.get_vocab_size(), end), arguments, train_dataset=rows)
    trainer.remove_callback(PrinterCallback)
    start = time.perf_counter()
    trainer.train()
    return n_steps * options.batch_size * words_a_block / (time.perf_counter() - start)
