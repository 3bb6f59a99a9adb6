"""What models of trees share as backends: plain sentences are searched, whatever gives the derivations their scores."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from itertools import pairwise

import numpy as np

from ...errors import InputError, ScoringError, short
from ...lm.rnng.actions import Limits, tree_of
from ...lm.rnng.beam import BeamFound, BeamSearch, BeamSizes
from ...lm.rnng.network import Numbers
from ...surprisal import BITS_PER_UNIT, BackendInfo, ParsedSentence, ScoringOptions, TokenSurprisals
from ..side_by_side import side_by_side
from .table import CountedWords, LookUp, WordBatch, WordTable, vocabulary_size

__all__ = ["GrammarBackend", "beam_options", "recorded"]


def beam_options(
    beam: int, word_beam: int, fast_track: int, max_consecutive_nts: int, max_open_nts: int
) -> tuple[BeamSizes, Limits]:
    """Check what a user says of a search.

    Raises
    ------
    InputError
        If a value is none that there is.
    """
    numbers = {
        "beam": beam,
        "word_beam": word_beam,
        "fast_track": fast_track,
        "max_consecutive_nts": max_consecutive_nts,
        "max_open_nts": max_open_nts,
    }
    for name, value in numbers.items():
        if isinstance(value, bool) or not isinstance(value, int):
            raise InputError(f"`{name}` is a whole number, not {value!r}.")
    return BeamSizes(beam, word_beam, fast_track), Limits(max_consecutive_nts, max_open_nts)


def recorded(sizes: BeamSizes, limits: Limits) -> dict[str, int]:
    """Give what of a search can change a number, as results have it."""
    return {
        "beam": sizes.beam,
        "word_beam": sizes.word_beam,
        "fast_track": sizes.fast_track,
        "room": sizes.room,
        "max_consecutive_nts": limits.consecutive,
        "max_open_nts": limits.opened,
    }


class GrammarBackend(CountedWords):
    """A model of trees as a backend.

    Parameters
    ----------
    search : BeamSearch
    look_up : callable
        Number of a word inside a sentence, at its beginning, and whether it is known.
    shown : sequence of str
        The words of the model, by number; without them an unknown word is shown as ``<unk>``.
    info : BackendInfo
        Its ``options`` hold ``words`` and ``lowercase``; others are only recorded.
    counts : mapping, optional
        See `CountedWords.own_counts`.
    can_run_side_by_side : bool, optional
        Whether several threads may search at once.
    """

    def __init__(
        self,
        search: BeamSearch,
        look_up: LookUp,
        shown: Sequence[str],
        info: BackendInfo,
        *,
        counts: Mapping[Hashable, int] | None = None,
        can_run_side_by_side: bool = True,
    ) -> None:
        self._side_by_side = can_run_side_by_side
        self._search = search
        self._shown = tuple(shown)
        self._table = WordTable.of(info, look_up)
        # where words are not numbered by a vocabulary, nothing is known of their number
        self._n_units, self._own_counts = vocabulary_size(self._shown) if self._shown else None, counts
        self.info = info

    def score(self, texts: Sequence[str], options: ScoringOptions = ScoringOptions()) -> list[TokenSurprisals]:
        """Give the surprisals of every word of every sentence; see `syntaxgym_lite.backends.protocol.Backend`."""
        batch = self._table.cut(texts, context=options.context)
        numbers, known = batch.numbered()
        found = self._searched(batch, numbers, parses=False)
        self._refuse_lost(texts, [not len(own) or own[-1] > 0 for part in found for own in part.n_kept])
        nats = np.concatenate([np.zeros(0), *(one for part in found for one in part.surprisals())])
        # a certain word may come out a rounding error below 0
        bits = np.maximum(nats * BITS_PER_UNIT["nats"], 0.0)
        return batch.surprisals(bits, known, unknown=self._shown, numbers=numbers if self._shown else None)

    def parse(self, texts: Sequence[str]) -> list[ParsedSentence | None]:
        """Give the best tree of each sentence; see `syntaxgym_lite.backends.protocol.Parser`."""
        batch = self._table.cut(texts)
        numbers, _ = batch.numbered()
        bits = BITS_PER_UNIT["nats"]
        sentences: list[ParsedSentence | None] = []
        written = iter(pairwise(batch.bounds.tolist()))
        searched = self._searched(batch, numbers, parses=True)
        closed = [parse is not None for part in searched for parse in part.parses]
        self._refuse_lost(texts, [done or not n for done, n in zip(closed, np.diff(batch.bounds), strict=True)])
        for found in searched:
            for parse, end, n_closed in zip(found.parses, found.log_end, found.n_closed, strict=True):
                start, stop = next(written)
                if parse is None:
                    sentences.append(None)
                    continue
                tree = tree_of(batch.words[start:stop], parse.actions)
                sentences.append(ParsedSentence(str(tree), -parse.log_joint * bits, -end * bits, n_closed))
        return sentences

    def _refuse_lost(self, texts: Sequence[str], found: Sequence[bool]) -> None:
        """Refuse sentences of which no derivation is left: they do not fit into what the model sees at once."""
        lost = [text for text, is_found in zip(texts, found, strict=True) if not is_found]
        if lost:
            raise ScoringError(
                f"The sentence {short(lost[0])} with its brackets is longer than what {self.info.model} sees at once; "
                "shorten it.",
                lost,
            )

    def _searched(self, batch: WordBatch, numbers: Numbers, *, parses: bool) -> list[BeamFound]:
        encoded = [numbers[start:end] for start, end in pairwise(batch.bounds.tolist())]
        at_once = self._search.n_at_once
        packs = [encoded[start : start + at_once] for start in range(0, len(encoded), at_once)]
        work = partial(self._search, parses=parses)
        return side_by_side(work, packs, self._search.device) if self._side_by_side else list(map(work, packs))
