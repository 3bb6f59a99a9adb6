"""What a model must offer to be evaluated."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from ..surprisal import BackendInfo, Completion, ParsedSentence, ScoringOptions, TokenSurprisals
from ..token_columns import TokenColumns

__all__ = [
    "Backend",
    "BatchBackend",
    "BatchFailure",
    "Columnar",
    "Completer",
    "Counted",
    "Foreseeing",
    "Grouping",
    "Parser",
]


@runtime_checkable
class Backend(Protocol):
    """A model: a batch of sentences in, per-token surprisals with character spans out.

    A backend does not cache, sort, batch across calls, show progress or print; the scheduler does that once, for all.
    It converts to bits at its own edge. The same sentence gets the same bits in any batch and order (1e-3 bits, usually
    1e-5). `syntaxgym_lite.testing.check_backend` tests these promises.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> isinstance(sgl.open_model("ngram").backend, sgl.Backend)
    True
    """

    @property
    def info(self) -> BackendInfo:
        """Who gives the numbers: name, capabilities, fingerprint, options in force."""
        ...

    def score(self, texts: Sequence[str], options: ScoringOptions = ...) -> list[TokenSurprisals]:
        """Give the surprisals of every token of every sentence.

        Parameters
        ----------
        texts : sequence of str
            Sentences, not empty; the scheduler passes at most its batch size.
        options : ScoringOptions, optional
            Context before the sentences, end of sentence, ranks.

        Returns
        -------
        list of TokenSurprisals
            One for each sentence, in the order given.

        Raises
        ------
        ScoringError
            If a sentence cannot be scored; the message names the sentence.
        """
        ...


@runtime_checkable
class Grouping(Protocol):
    """What a backend offers besides, if several small batches take it less time together than one after the other."""

    def score_groups(
        self, groups: Sequence[Sequence[str]], options: ScoringOptions = ...
    ) -> list[list[TokenSurprisals]]:
        """Give the surprisals of every token of every sentence, group by group.

        Parameters
        ----------
        groups : sequence of sequence of str
        options : ScoringOptions, optional

        Returns
        -------
        list of list of TokenSurprisals
            What `Backend.score` gives for each group by itself, to the bit.

        Raises
        ------
        ScoringError
            If a sentence cannot be scored.
        """
        ...


@runtime_checkable
class Columnar(Protocol):
    """What a backend offers besides, if making an object for each sentence takes it longer than scoring: arrays."""

    def score_columns(self, texts: Sequence[str], options: ScoringOptions = ...) -> TokenColumns:
        """Give the surprisals of every token of every sentence, as arrays over all of them.

        Parameters
        ----------
        texts : sequence of str
        options : ScoringOptions, optional

        Returns
        -------
        TokenColumns
            What `Backend.score` gives for them, to the bit.

        Raises
        ------
        ScoringError
            If a sentence cannot be scored.
        """
        ...


@runtime_checkable
class Completer(Protocol):
    """What a backend offers besides, if it says so (`Capabilities.completions`): to list what it expects."""

    def completions(self, prefixes: Sequence[str], k: int = ...) -> list[list[Completion]]:
        """Give the k pieces that the model expects most after each text.

        Parameters
        ----------
        prefixes : sequence of str
            Beginnings of sentences. Blanks at their end do not count: a piece brings its own.
        k : int, optional
            How many; fewer come back from a smaller vocabulary.

        Returns
        -------
        list of list of Completion
            For each text, the most probable piece first.

        Raises
        ------
        ScoringError
            If a text cannot be read; the message names it.
        """
        ...


@runtime_checkable
class Parser(Protocol):
    """What a backend offers besides, if it says so (`Capabilities.parses`): the tree that it takes a sentence for."""

    def parse(self, texts: Sequence[str]) -> list[ParsedSentence | None]:
        """Give the most probable tree that was found of each sentence; None of one without words.

        Parameters
        ----------
        texts : sequence of str

        Raises
        ------
        ScoringError
            If a sentence cannot be read; the message names it.
        """
        ...


@runtime_checkable
class Counted(Protocol):
    """What a backend offers besides, if it can tell its tokens apart without scoring them, to count them in a text."""

    @property
    def n_units(self) -> int | None:
        """How many different tokens a text can have; None: not known."""
        ...

    @property
    def own_counts(self) -> Mapping[Hashable, int] | None:
        """How often each stands in the text that the model was trained on; None: not known."""
        ...

    def units(self, texts: Sequence[str]) -> list[list[Hashable]]:
        """Give what the tokens of each sentence are, one for each token that `Backend.score` gives.

        Parameters
        ----------
        texts : sequence of str

        Returns
        -------
        list of list
            Numbers of tokens, or words; all unknown ones are the same.

        Raises
        ------
        ScoringError
            If a sentence cannot be cut.
        """
        ...


@dataclass(frozen=True, slots=True)
class BatchFailure:
    """Sentences that could not be scored, and why, after every attempt.

    Parameters
    ----------
    texts : tuple of str
    message : str
    names_text : bool, optional
        Whether the message says which sentence it is about.
    """

    texts: tuple[str, ...]
    message: str
    names_text: bool = False


@runtime_checkable
class Foreseeing(Protocol):
    """What a backend offers besides, if it can tell without scoring them which sentences it cannot score."""

    def refusals(self, texts: Sequence[str], options: ScoringOptions = ...) -> dict[str, str]:
        """Find the sentences that `score` would refuse; far cheaper than to score them.

        Parameters
        ----------
        texts : sequence of str
        options : ScoringOptions, optional

        Returns
        -------
        dict of str to str
            Such a sentence, and what `score` would say of it, which names the sentence.
        """
        ...


@runtime_checkable
class BatchBackend(Protocol):
    """What a backend offers besides, if it scores several batches at a time."""

    def score_batches(
        self, batches: Sequence[Sequence[str]], options: ScoringOptions = ...
    ) -> Iterator[tuple[int, list[TokenSurprisals] | BatchFailure]]:
        """Score many batches, in any order.

        Parameters
        ----------
        batches : sequence of sequence of str
        options : ScoringOptions, optional

        Yields
        ------
        index : int
            Which batch.
        results : list of TokenSurprisals, or BatchFailure
        """
        ...
