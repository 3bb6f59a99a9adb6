"""From text files to an n-gram model in a folder: the model, and a card that says how it was made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ... import __version__
from ..corpus import Corpus, Sentences, encode, file_sha256, read_words
from ..folder import WEIGHTS, WordRules, write_card
from ..vocabulary import SPECIAL_WORDS, UnkPolicy, Vocabulary
from .estimate import SPECIALS, Estimate, bytes_needed, estimate, perplexity, pruning_thresholds
from .files import write_model
from .model import NgramModel
from .scratch import half_of_memory

__all__ = ["Trained", "measure", "train", "write_folder"]


@dataclass(frozen=True, slots=True, eq=False)
class Trained:
    """A model, and the text and options it comes from.

    Parameters
    ----------
    estimate : Estimate
    vocabulary : Vocabulary
    corpus : Corpus
    n_words, n_sentences, n_unknown : int
        Size of the text, and how many of its words are outside the vocabulary.
    prune : tuple of int
    discount_fallback : tuple of float, or None
    vocab_size, min_count : int or None
        How the vocabulary was limited.
    """

    estimate: Estimate
    vocabulary: Vocabulary
    corpus: Corpus
    n_words: int
    n_sentences: int
    n_unknown: int
    prune: tuple[int, ...]
    discount_fallback: tuple[float, ...] | None
    vocab_size: int | None
    min_count: int

    @property
    def rules(self) -> WordRules:
        """How its words came about, for the card and for the file itself."""
        return WordRules.now(self.corpus.scheme, self.corpus.lowercase, self.vocabulary.unk)


def train(
    corpus: Corpus,
    *,
    order: int = 5,
    prune: Sequence[int] = (0,),
    discount_fallback: Sequence[float] | None = None,
    vocab_size: int | None = None,
    min_count: int = 1,
    unk: UnkPolicy = "single",
    vocabulary: Vocabulary | None = None,
    memory: int | None = None,
    say: Callable[[str], None] | None = None,
) -> Trained:
    """Train an n-gram model on text files.

    Parameters
    ----------
    corpus : Corpus
        The files, and how sentences are cut into words.
    order, prune, discount_fallback
        See `syntaxgym_lite.lm.ngram.estimate.estimate`.
    vocab_size, min_count, unk
        See `syntaxgym_lite.lm.vocabulary.Vocabulary.from_counts`. Words outside the vocabulary are trained on as
        ``<unk>``, or as their class.
    vocabulary : Vocabulary, optional
        Instead of one chosen so. Words of it that the text lacks have what a uniform distribution gives them.
    memory : int, optional
        Bytes that the n-grams may take in memory; those of a larger text lie in temporary files, and the model is the
        same. By default half of the computer's memory.
    say : callable, optional
        Called with a sentence once the text is read, before the long work.

    Raises
    ------
    InputError
        If a file cannot be read, the corpus is empty, or an option makes no sense.
    """
    pruning_thresholds(prune, order)  # refused now, not after a long corpus is read
    text = read_words(corpus)
    if vocabulary is None:
        vocabulary = _vocabulary(text, vocab_size=vocab_size, min_count=min_count, unk=unk)
    else:
        vocabulary = _with_specials(vocabulary)
    unknown = vocabulary.unknown(text.words)
    n_unknown = int(unknown[text.ids].sum())
    encoded = encode(text, vocabulary)
    del text
    needed = bytes_needed(encoded, order)
    on_disk = needed > (half_of_memory() if memory is None else memory)
    if say is not None:
        say(
            f"{len(encoded.ids):,} words in {len(encoded.offsets) - 1:,} sentences; {n_unknown:,} words outside the "
            f"vocabulary of {len(vocabulary.plain):,}"
        )
        if on_disk:
            say(f"Sorting on the disk: the n-grams could take {needed / (1 << 30):,.1f} GiB, there as in memory.")
    return Trained(
        estimate=estimate(encoded, order=order, prune=prune, discount_fallback=discount_fallback, on_disk=on_disk),
        vocabulary=vocabulary,
        corpus=corpus,
        n_words=len(encoded.ids),
        n_sentences=len(encoded.offsets) - 1,
        n_unknown=n_unknown,
        prune=tuple(prune),
        discount_fallback=None if discount_fallback is None else tuple(discount_fallback),
        vocab_size=vocab_size,
        min_count=min_count,
    )


def _vocabulary(text: Sentences, *, vocab_size: int | None, min_count: int, unk: UnkPolicy) -> Vocabulary:
    counts = text.counts()
    chosen = Vocabulary.from_counts(
        counts.words,
        size=vocab_size,
        min_count=min_count,
        unk=unk,
        specials=SPECIALS,
        initial_counts=counts.initial,
    )
    return _with_specials(chosen)


def _with_specials(chosen: Vocabulary) -> Vocabulary:
    """Put the words of a role first; ``<unk>`` stays beside classes: other programs that read the model look for it."""
    return Vocabulary((*SPECIALS, *(word for word in chosen.words if word not in SPECIAL_WORDS)), unk=chosen.unk)


def measure(trained: Trained, model: NgramModel, texts: Sequence[Path]) -> list[dict[str, Any]]:
    """Measure the perplexity of texts, cut as the training text was, on the model or the same quantized.

    Of each text, its ``name``, its ``sha256`` and what `syntaxgym_lite.lm.ngram.estimate.perplexity` gives.
    """
    vocabulary, corpus = trained.vocabulary, trained.corpus
    unknown = vocabulary.unknown(vocabulary.words)
    return [
        {
            "name": path.name,
            "sha256": file_sha256(path),
            **perplexity(
                model,
                encode(read_words(replace(corpus, paths=[path])), vocabulary),
                unknown_words=unknown,
            ),
        }
        for path in texts
    ]


def write_folder(
    trained: Trained,
    folder: Path,
    *,
    quantize: bool = False,
    heldout: Sequence[Path] = (),
    description: str = "",
    licence: str = "",
    command: str = "",
) -> dict[str, Any]:
    """Write a model and its card.

    Parameters
    ----------
    trained : Trained
    folder : Path
        Made if it is not there.
    quantize : bool, optional
        Whether log-probabilities are stored in 16 bits.
    heldout : sequence of Path, optional
        Texts to measure perplexity on, for the card.
    description, licence, command : str, optional
        For the card: one line about the model, its licence, the command that makes it.

    Returns
    -------
    dict
        What ``card.json`` holds.
    """
    corpus, vocabulary = trained.corpus, trained.vocabulary
    model = trained.estimate.model
    if quantize:
        model = model.quantized()
    measured = measure(trained, model, heldout)
    files = [{"name": Path(path).name, "sha256": file_sha256(path)} for path in corpus.paths]
    folder.mkdir(parents=True, exist_ok=True)
    write_model(model, folder / WEIGHTS, trained.rules.metadata)
    card = {
        "name": folder.resolve().name,
        "backend": "ngram",
        "description": description or f"{model.order}-gram model, modified Kneser-Ney",
        "licence": licence,
        "weights": WEIGHTS,
        "sha256": file_sha256(folder / WEIGHTS),
        **trained.rules.for_card,
        "vocabulary_size": len(vocabulary.plain),
        "order": model.order,
        "options": {
            "prune": list(trained.prune),
            "vocab_size": trained.vocab_size,
            "min_count": trained.min_count,
            "discount_fallback": None if trained.discount_fallback is None else list(trained.discount_fallback),
            "quantize": quantize,
        },
        "discounts": [list(values) for values in trained.estimate.discounts],
        "fallback_orders": list(trained.estimate.fallback_orders),
        "n_ngrams": list(model.n_ngrams),
        "n_ngrams_before_pruning": list(trained.estimate.n_before_pruning),
        "max_error_log10": model.max_error,
        "corpus": {
            "files": files,
            "n_words": trained.n_words,
            "n_sentences": trained.n_sentences,
            "n_unknown": trained.n_unknown,
        },
        "heldout": measured,
        "command": command,
        "package_version": __version__,
    }
    return write_card(folder, card)
