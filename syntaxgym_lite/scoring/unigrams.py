"""How frequent the tokens of a model are: unigram probabilities over the very units that the model gives surprisals of.

The counts are of a text that a user names, cut as the model cuts a sentence, or of the text that the model was trained
on, where its files keep them. A word's frequency says little to a model of word pieces, and that of a piece little to
one of words: log p and log p_u of the same tokens alone can be held against each other.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from ..errors import InputError
from ..files import write_whole
from ..lm.corpus import file_sha256, read_sentences
from ..surprisal import FloatArray
from .schedule import Progress
from .scorer import Scorer

__all__ = ["Unigrams", "count_units"]

_CHUNK = 2048  # sentences cut at a time
_FOLDER = "unigrams-1"  # of the cache


@dataclass(frozen=True, slots=True, eq=False)
class Unigrams:
    """How often each token stands in a text.

    Parameters
    ----------
    counts : mapping
        Of the tokens that stand there, by their numbers; see `syntaxgym_lite.backends.protocol.Counted.units`.
    n_kinds : int
        How many different tokens there could be.
    source : str
        Whose counts they are, for a report.
    sha256 : str or None
        Of the file; None of a model's own counts.
    """

    counts: Mapping[Hashable, int]
    n_kinds: int
    source: str
    sha256: str | None = None

    @property
    def n_tokens(self) -> int:
        """How many tokens were counted."""
        return sum(self.counts.values())

    def log_probs(self, sentences: Sequence[Sequence[Hashable]]) -> FloatArray:
        """Give the log probability of sentences by the frequency of their tokens alone.

        Each token has (c + 1) / (N + V): c, how often it stands in the text, of N tokens; V, how many different ones
        there could be. So one that never occurred has a probability, too (Laplace).

        Parameters
        ----------
        sentences : sequence of sequence, length n
            Tokens, by their numbers.

        Returns
        -------
        ndarray of float64, shape (n,)
            log2 p_u, in bits: the sum over the tokens.

        Examples
        --------
        >>> Unigrams({"the": 3, "fox": 2}, 3, "a text").log_probs([["the", "fox"], ["quux"]]).tolist()
        [-2.415037499278844, -3.0]
        """
        total = math.log2(self.n_tokens + self.n_kinds)
        return np.array(
            [sum(math.log2(self.counts.get(unit, 0) + 1) - total for unit in units) for units in sentences], np.float64
        )

    def n_unseen(self, sentences: Sequence[Sequence[Hashable]]) -> int:
        """Count the tokens of sentences that do not stand in the text."""
        return sum(unit not in self.counts for units in sentences for unit in units)


def count_units(
    scorer: Scorer,
    text: str | Path | None = None,
    *,
    folder: Path | None = None,
    progress: Progress | None = None,
) -> Unigrams | None:
    """Count the tokens of a model in a text.

    Parameters
    ----------
    scorer : Scorer
    text : str or Path, optional
        UTF-8, a sentence a line, packed or not. None: the counts that the model's own files keep.
    folder : Path, optional
        Of the cache, where counts of a text are kept, by the model's fingerprint and the file's hash.
    progress : callable, optional
        Called with the number of sentences cut, and None.

    Returns
    -------
    Unigrams or None
        None if no text is given and the model keeps no counts, or if it cannot tell its tokens apart.

    Raises
    ------
    InputError
        If the text cannot be read, or holds no token.
    """
    model = scorer.counted
    if model is None:
        return None
    if text is None:
        own = model.own_counts
        return None if own is None else Unigrams(own, model.n_units or len(own) + 1, f"{scorer.name}'s training text")
    digest = file_sha256(text)
    kept = _kept(folder, scorer.info.fingerprint, digest)
    counts = None if kept is None else _read(kept)
    if counts is None:
        counts = Counter()
        sentences, n = read_sentences(text), 0
        while chunk := list(islice(sentences, _CHUNK)):
            for units in model.units(chunk):
                counts.update(units)
            n += len(chunk)
            if progress is not None:
                progress(n, None)
        if kept is not None:
            with suppress(OSError, InputError):  # a disk that is full costs no result
                kept.parent.mkdir(parents=True, exist_ok=True)
                write_whole(kept, json.dumps(sorted(counts.items(), key=str)))
    if not counts:
        raise InputError(f"{text}: there is no sentence in this text.")
    return Unigrams(counts, model.n_units or len(counts) + 1, Path(text).name, digest)


def _kept(folder: Path | None, fingerprint: str | None, digest: str) -> Path | None:
    """Where the counts of a text are kept."""
    if folder is None or fingerprint is None:
        return None
    key = hashlib.sha256(f"{fingerprint} {digest}".encode()).hexdigest()
    return folder / _FOLDER / f"{key[:40]}.json"


def _read(path: Path) -> Counter[Hashable] | None:
    """Read counts that were kept; None if there are none, or they are damaged."""
    try:
        pairs = json.loads(path.read_bytes())
        found: Counter[Hashable] = Counter(dict(pairs))
        is_sound = all(type(count) is int and count > 0 for count in found.values())
    except (OSError, ValueError, TypeError):
        return None
    return found if is_sound else None
