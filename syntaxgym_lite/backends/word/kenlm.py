"""n-gram models read by KenLM itself: ARPA files and KenLM's binary files, of any size.

Start and end of sentence are what KenLM means by them: the first word follows ``<s>`` (``bos="auto"``) or nothing
(``bos="none"``), and ``</s>`` is scored only where the end of the sentence is asked for.

References
----------
K. Heafield, KenLM: Faster and smaller language model queries, WMT 2011.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np

from ...casing import Lowercase
from ...errors import InputError, MissingExtraError, ModelError
from ...lm.folder import ModelFolder
from ...lm.ngram.arpa import check_header
from ...lm.ngram.compact import SUFFIX
from ...lm.ngram.files import ARPA_SUFFIXES, KINDS
from ...lm.vocabulary import NOT_IN_A_TEXT, SENTENCE_END, UNK
from ...surprisal import BackendInfo, ScoringOptions, TokenSurprisals
from ...token_columns import Indices, TokenColumns
from .table import WordTable, bits_of, without_unknown, word_model

__all__ = ["KenlmBackend", "load"]

_SUFFIXES = (*ARPA_SUFFIXES, ".arpa.bz2", ".binary", ".bin", ".klm", ".mmap")


def load(
    path: str,
    *,
    bos: str = "auto",
    words: str | None = None,
    lowercase: Lowercase | None = None,
    missing_unk: str = "undefined",
) -> KenlmBackend:
    """Open a model with KenLM.

    Parameters
    ----------
    path : str
        An ARPA file (plain, gzip, bzip2 or xz), a file made by KenLM's ``build_binary``, or the folder of one. The card
        that names the file speaks for it, see `syntaxgym_lite.lm.folder`.
    bos, words, lowercase, missing_unk : optional
        See `syntaxgym_lite.backends.word.ngram.load`.

    Raises
    ------
    MissingExtraError
        If the Python module ``kenlm`` is not installed.
    ModelNotFoundError
        If there is no such file.
    ModelError
        If KenLM cannot read the file.
    InputError
        If an option has no such value, or the card says that unknown words are of classes.
    """
    try:
        import kenlm
    except ImportError as error:
        raise MissingExtraError("KenLM models", "kenlm") from error
    found = ModelFolder.find(path, kinds=KINDS, suffixes=_SUFFIXES)
    file = found.file
    if file.suffix == SUFFIX:
        raise ModelError(f"{file}: KenLM does not read this form; write another: sglite convert-lm {path} -o OUT.arpa.")
    if bos not in ("auto", "none"):
        raise InputError(f"bos '{bos}': n-gram models know only auto (the start of a sentence, <s>) and none.")
    chosen = found.word_options(words, lowercase)
    if chosen.unk == "classes":
        raise InputError(f"{file}: KenLM knows no classes of unknown words, which its card asks for; use ngram:{path}.")
    check_header(file)
    model, remarks = _open(kenlm, file)
    options = {"bos": bos, **chosen.cutting}
    [(unknown_log10, *_)] = model.full_scores(UNK, bos=False, eos=False)
    lacking, said = without_unknown(missing_unk, unknown_log10)
    options |= lacking
    remarks = (*remarks, *said)
    info = word_model("kenlm", path, [file], options, (*chosen.warnings, *remarks), ranks=False)
    return KenlmBackend(model, replace(info, options={**info.options, "order": int(model.order)}))


class KenlmBackend:
    """A KenLM model as a backend.

    Parameters
    ----------
    model : kenlm.Model
    info : BackendInfo
        Its ``options`` hold ``bos``, ``words`` and ``lowercase``, and ``missing_unk`` where the model gives unknown
        words no probability.
    """

    def __init__(self, model: Any, info: BackendInfo) -> None:
        self._model = model
        self._starts = info.options["bos"] == "auto"
        self._table = WordTable.of(info, self._look_up, (object, np.bool_))
        self._missing_unk = info.options.get("missing_unk")
        self.info = info

    def score(self, texts: Sequence[str], options: ScoringOptions = ScoringOptions()) -> list[TokenSurprisals]:
        """Give the surprisals of every word of every sentence; see `syntaxgym_lite.backends.protocol.Backend`."""
        return self.score_columns(texts, options).rows()

    def score_columns(self, texts: Sequence[str], options: ScoringOptions = ScoringOptions()) -> TokenColumns:
        """Give the same as arrays over all sentences; see `syntaxgym_lite.backends.protocol.Columnar`."""
        batch = self._table.cut(texts, context=options.context)
        words, known = batch.values
        ends = batch.bounds[1:]
        asked = words if not options.eos else np.insert(words, ends, SENTENCE_END)
        n_words = np.diff(batch.bounds) + int(options.eos)
        before, after = self._states(n_words)
        scores = map(self._model.BaseScore, before, asked.tolist(), after)
        bits = bits_of(np.fromiter(scores, np.float64, len(asked)), self._missing_unk)
        eos_bits = None
        if options.eos:
            ends = ends + np.arange(len(texts))
            eos_bits, bits = bits[ends], np.delete(bits, ends)
        return batch.columns(bits, known, eos_bits=eos_bits)

    def _states(self, n_words: Indices) -> tuple[list[Any], Iterable[Any]]:
        """Give what stands before each word of sentences of so many words, and what KenLM writes each word's end to.

        That is one of two by turns, from where the next word reads it; the first word of a sentence stands after the
        sentence's beginning. They are the caller's own, as threads need.
        """
        import kenlm

        begin, even, odd = (kenlm.State() for _ in range(3))
        (self._model.BeginSentenceWrite if self._starts else self._model.NullContextWrite)(begin)
        before = np.empty(int(n_words.sum()), dtype=object)
        before[::2], before[1::2] = even, odd
        before[(np.cumsum(n_words) - n_words)[n_words > 0]] = begin
        return before.tolist(), cycle([odd, even])

    @property
    def n_units(self) -> None:
        """KenLM does not say how many words it knows; see `Counted`."""
        return None

    @property
    def own_counts(self) -> None:
        """No model of this kind says how often its words stood in its training text."""
        return None

    def units(self, texts: Sequence[str]) -> list[list[Hashable]]:
        """Give the words of each sentence as KenLM is asked for them; see `Counted.units`."""
        batch = self._table.cut(texts)
        words, known = batch.values
        asked = [word if is_known else UNK for word, is_known in zip(words.tolist(), known.tolist(), strict=True)]
        return [asked[here] for here in batch.scored()]

    def _look_up(self, form: str) -> tuple[str, bool]:
        word = _asked_for(form)
        return word, word in self._model


def _asked_for(word: str) -> str:
    """Give the word KenLM is asked for; one that names a marker, or that C could not take whole, is unknown."""
    try:
        encoded = word.encode("utf-8")
    except UnicodeEncodeError:
        return UNK
    one = encoded.split() == [encoded]  # KenLM cuts a sentence at blanks again
    return word if one and b"\0" not in encoded and word not in NOT_IN_A_TEXT else UNK


def _open(kenlm: Any, file: Path) -> tuple[Any, tuple[str, ...]]:
    config = kenlm.Config()
    config.show_progress = False
    config.arpa_complain = kenlm.ARPALoadComplain.NONE
    with _captured_stderr() as remarks:
        try:
            model = kenlm.Model(str(file), config)
        except (OSError, RuntimeError, ValueError, MemoryError) as error:
            raise ModelError(f"{file}: KenLM cannot read this model: {_reason(str(error))}") from error
    return model, tuple(f"KenLM says: {line.strip()}" for line in remarks if line.strip())


def _reason(message: str) -> str:
    """Turn the text of a C++ exception into a sentence for the reader."""
    if "at least a bigram model" in message:
        return "it has single words only, and KenLM needs at least bigrams. Read it with ngram:PATH instead."
    if "first non-empty line was" in message:
        return "it is neither an ARPA file nor a binary file of KenLM."
    found = re.search(r"threw \w+(?: because `.*?')?\.\s+(.*)", message, flags=re.DOTALL)
    reason = " ".join((found.group(1) if found else message).split())
    reason = re.sub(r"\)$", "", re.sub(r"\s*Byte: \d+\)?$", "", reason)).rstrip(".")
    return f"{reason}." if reason and reason.isprintable() else "it is damaged, or of a kind KenLM does not know."


@contextmanager
def _captured_stderr() -> Iterator[list[str]]:
    """Keep what C++ writes to standard error off the user's terminal; the lines are there once the block is left."""
    lines: list[str] = []
    try:
        sys.stderr.flush()
        saved = os.dup(2)
    except (OSError, AttributeError):  # no standard error at all: nothing to keep clean
        yield lines
        return
    with tempfile.TemporaryFile() as caught:
        os.dup2(caught.fileno(), 2)
        try:
            yield lines
        finally:
            os.dup2(saved, 2)
            os.close(saved)
            caught.seek(0)
            lines += caught.read().decode("utf-8", errors="replace").splitlines()
