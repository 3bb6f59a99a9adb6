"""A model that can be asked for surprisals, whether it is open already or only known from an earlier run."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from typing import Any, TypeVar

from ..backends.protocol import Backend, Completer, Counted, Foreseeing, Parser
from ..errors import InputError, ScoringError, short
from ..surprisal import BackendInfo, Capabilities, Completion, ParsedSentence, ScoringOptions, TokenSurprisals
from ..token_columns import TokenColumns
from ..words import brackets_in, markers_in
from .cache import SurprisalCache
from .schedule import (
    PartialScoringError,
    Progress,
    Where,
    default_batch_size,
    placed,
    score_columns,
    sound_batch_size,
)
from .word_ends import move_word_ends

__all__ = ["ModelChangedError", "Scorer"]

T = TypeVar("T")


class ModelChangedError(ScoringError):
    """A model that was known from an earlier run turned out to be another one when it was opened."""


class Scorer:
    """A model, and the cache that knows what it said before.

    A model that is only known from an earlier run is opened when a sentence turns up that the cache does not have.

    Parameters
    ----------
    name : str
        What the model is called in results.
    model : Backend or callable
        The model; or, where `info` is given, what opens it.
    cache : SurprisalCache, optional
        Sentences found there are not scored, those scored are kept there.
    info : BackendInfo, optional
        What the model was when it was last open.
    given : mapping, optional
        Options that somebody gave it; the others are its own.
    spec : str, optional
        What one writes after ``--model`` to have it, if that is not its name.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> model = sgl.open_model("ngram")
    >>> model.info.capabilities.units
    'words'
    >>> [scored] = model.score(["The cat sat."])
    >>> scored.tokens
    ('The', 'cat', 'sat', '.')
    """

    def __init__(
        self,
        name: str,
        model: Backend | Callable[[], Backend],
        *,
        cache: SurprisalCache | None = None,
        info: BackendInfo | None = None,
        given: Mapping[str, Any] | None = None,
        spec: str = "",
    ) -> None:
        self.name = name
        self.spec = spec or name
        self.given = dict(given or {})
        self._cache = cache
        self._backend: Backend | None = model if isinstance(model, Backend) else None
        self._open: Callable[[], Backend] | None = None if isinstance(model, Backend) else model
        self._info = info
        self._close: Callable[[], object] | None = None

    def __repr__(self) -> str:
        """Show whose it is."""
        return f"<Scorer of {short(self.name)}>"

    def __enter__(self) -> Scorer:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def closing(self, close: Callable[[], object]) -> Scorer:
        """Let something go when this is closed, or not needed any more; give this."""
        self._close = weakref.finalize(self, close)
        return self

    def close(self) -> None:
        """Let go of the cache and of workers, where they are this model's alone."""
        if self._close is not None:
            self._close()

    @property
    def info(self) -> BackendInfo:
        """Who gives the numbers."""
        return self.backend.info if self._info is None or self._backend is not None else self._info

    @property
    def backend(self) -> Backend:
        """The open model.

        Raises
        ------
        ModelChangedError
            If it is not what it was. From then on `info` says what it is.
        ModelError
            If it cannot be opened.
        """
        if self._backend is None:
            assert self._open is not None
            self._backend = self._open()
            if self._info is not None and self._backend.info.fingerprint != self._info.fingerprint:
                raise ModelChangedError(f"{self.name} is not the model that it was when it was last open; run again.")
        return self._backend

    @property
    def batch_size(self) -> int:
        """How many sentences it is given at once if nobody says."""
        return default_batch_size(self.info.capabilities)

    def require(
        self, options: ScoringOptions, suite: str | None = None, *, without_eos: str = "leave out `eos`"
    ) -> None:
        """Refuse what this model cannot do, before anything is scored.

        Parameters
        ----------
        options : ScoringOptions
            What it is going to be asked for.
        suite : str, optional
            Name of the suite that asks for it, for the message.
        without_eos : str, optional
            How to do without the end of the sentence, for the message.

        Raises
        ------
        InputError
        """
        can, where = self.info.capabilities, f" (suite '{suite}')" if suite else ""
        if options.eos and not can.eos:
            raise InputError(f"{self.name} cannot score the end of a sentence; {without_eos}.")
        if options.boundaries and not can.boundaries:
            raise InputError(
                f"`word_boundary=corrected`: {self.name} cannot be corrected: {_why_no_boundaries(can)}. "
                "Leave the option out, or name another model."
            )
        if options.context and not can.any_context:
            raise InputError(f"{self.name} cannot take a context before the sentence{where}.")
        if options.ranks and not can.ranks:
            why = f", which a prediction of suite '{suite}' needs" if suite else ""
            raise InputError(f"{self.name} cannot give ranks{why}.")

    def score(
        self,
        texts: Sequence[str],
        options: ScoringOptions = ScoringOptions(),
        *,
        sets: Sequence[int] | None = None,
        batch_size: int | None = None,
        progress: Progress | None = None,
        where: Where | None = None,
    ) -> list[TokenSurprisals]:
        """Give the surprisals of every token of every text.

        Parameters
        ----------
        texts : sequence of str
            Sentences, not empty; the same one may stand there many times and is scored once.
        options : ScoringOptions, optional
            With ``boundaries``, the end of each word is counted for the word; see `move_word_ends`.
        sets : sequence of int, optional
            How many of the texts, one after the other, belong together, a suite for instance; by default all. The model
            sees no two sets in one batch, so that what a set gets is, to the bit, what it gets by itself, as long as
            the cache has none of it. Equal sets are scored once, and so are equal sentences of a set.
        batch_size : int, optional
            Most sentences the model sees at once. Changes no number (but for rounding, below 1e-3 bits).
        progress : callable, optional
            See `syntaxgym_lite.scoring.schedule.Progress`.
        where : callable, optional
            From a text to where it stands, for messages; see `syntaxgym_lite.scoring.schedule.Where`.

        Returns
        -------
        list of TokenSurprisals
            In the order of `texts`.

        Raises
        ------
        ScoringError
            If the model fails; names a sentence on which it does, and its place if `where` knows it.
        PartialScoringError
            If batches fail that workers score; the others were scored, and are kept in the cache.
        ModelChangedError
            See `backend`; asked again, it answers.
        """
        return self.score_columns(
            texts, options, sets=sets, batch_size=batch_size, progress=progress, where=where
        ).rows()

    def score_columns(
        self,
        texts: Sequence[str],
        options: ScoringOptions = ScoringOptions(),
        *,
        sets: Sequence[int] | None = None,
        batch_size: int | None = None,
        progress: Progress | None = None,
        where: Where | None = None,
    ) -> TokenColumns:
        """Give what `score` gives, as arrays over all texts; an n-gram model then makes no object for a sentence.

        Parameters, and what is raised, are those of `score`.

        Returns
        -------
        TokenColumns
            A sequence of the same `TokenSurprisals`, made when they are asked for.

        Examples
        --------
        >>> import syntaxgym_lite as sgl
        >>> columns = sgl.open_model("ngram").score_columns(["The cat sat.", "It rained."])
        >>> columns.n_tokens.tolist(), columns.bits.shape
        ([4, 3], (7,))
        >>> columns[1].tokens
        ('It', 'rained', '.')
        """
        batch_size = sound_batch_size(batch_size)
        with self._placing(options, where):
            known = self._known(texts, options, progress)
            columns = (
                score_columns(
                    self.backend,
                    texts,
                    options,
                    sets=sets,
                    batch_size=batch_size,
                    progress=progress,
                    cache=self._cache,
                )
                if known is None
                else TokenColumns.of(known)
            )
            return self._finished(columns, options)

    @contextmanager
    def _placing(self, options: ScoringOptions, where: Where | None) -> Iterator[None]:
        """Say of errors where their sentences stand, and finish what was scored beside those that failed."""
        try:
            yield
        except PartialScoringError as error:
            known = iter(self._finished(TokenColumns.of([row for row in error.rows if row is not None]), options))
            error.rows = [None if row is None else next(known) for row in error.rows]
            raise placed(error, where) from error.__cause__
        except ModelChangedError:
            raise
        except ScoringError as error:
            raise placed(error, where) from error.__cause__

    def refusals(self, texts: Sequence[str], options: ScoringOptions = ScoringOptions()) -> dict[str, str]:
        """Find the sentences that could not be scored, as far as the model can tell without scoring any.

        Parameters
        ----------
        texts : sequence of str
        options : ScoringOptions, optional

        Returns
        -------
        dict of str to str
            Such a sentence, and why; the reason names the sentence. Empty for a model that cannot tell beforehand, and
            for sentences that are in the cache.
        """
        distinct = list(dict.fromkeys(texts))
        fingerprint = self._fingerprint_before_opening
        if self._cache is not None and fingerprint is not None and self._cache.has_all(fingerprint, options, distinct):
            return {}
        if not isinstance(self.backend, Foreseeing):
            return {}
        return self.backend.refusals(distinct, options)

    def _finished(self, scored: TokenColumns, options: ScoringOptions) -> TokenColumns:
        """What is left to do here, so that the cache and workers make no difference."""
        scored = scored.with_warnings(self._said_of(scored.texts, options.context))
        return TokenColumns.of(list(map(move_word_ends, scored))) if options.boundaries else scored

    def _said_of(self, texts: Sequence[str], context: str) -> dict[int, tuple[str, ...]]:
        """Find what is unusual about texts for this model, by their places."""
        can = self.info.capabilities
        kinds: list[Callable[[str, str], tuple[str, ...]]] = []
        everything = "\n".join([context, *texts])
        if can.units == "words" and can.any_text and markers_in(everything):
            kinds.append(_of_markers)
        if can.parses:
            kinds.append(_of_brackets)
        if self.info.options.get("lowercase") is True and "İ" in everything:
            kinds.append(_of_dots)
        said = {}
        for place, text in enumerate(texts if kinds else ()):
            own = tuple(chain.from_iterable(kind(text, context) for kind in kinds))
            if own:
                said[place] = own
        return said

    def _known(
        self, texts: Sequence[str], options: ScoringOptions, progress: Progress | None = None
    ) -> list[TokenSurprisals] | None:
        """What the cache has, if that is all, and the model need not be opened for it."""
        fingerprint = self._fingerprint_before_opening
        if self._cache is None or fingerprint is None:
            return None
        found = self._cache.get(fingerprint, options, list(dict.fromkeys(texts)))
        if any(text not in found for text in texts):
            return None
        if progress is not None and texts:
            progress(len(found), len(found))
        return [found[text] for text in texts]

    @property
    def _fingerprint_before_opening(self) -> str | None:
        """What the model was when it was last open, if it is not open now."""
        return None if self._backend is not None or self._info is None else self._info.fingerprint

    def do(self, task: Callable[[Scorer], T]) -> T:
        """Do something with the model; again, from the start, if it turns out to be another one than it was."""
        try:
            return task(self)
        except ModelChangedError:  # now it is open, and what it is
            return task(self)

    def completions(self, prefixes: Sequence[str], k: int = 5) -> list[list[Completion]]:
        """Give the k subwords that the model expects most after each text.

        Raises
        ------
        ScoringError
            If it is not one that can (`Capabilities.completions`).
        """
        if not self.info.capabilities.completions or not isinstance(self.backend, Completer):
            raise ScoringError(f"{self.name} cannot list what it expects.")
        return self.backend.completions(prefixes, k)

    @property
    def counted(self) -> Counted | None:
        """The model as one whose tokens can be told apart without being scored, if it is one; it is opened."""
        # a signed value is no surprisal, and a recorded sentence has no tokens to be counted elsewhere
        can = self.info.capabilities
        return self.backend if can.any_text and not can.signed and isinstance(self.backend, Counted) else None

    def parse(self, texts: Sequence[str]) -> list[ParsedSentence | None]:
        """Give the tree that the model takes each sentence for; None for one without words.

        Raises
        ------
        ScoringError
            If it is not one that can (`Capabilities.parses`).
        """
        if not self.info.capabilities.parses or not isinstance(self.backend, Parser):
            raise ScoringError(f"{self.name} gives no trees: that takes a model of trees (rnng:FOLDER, treelm:FOLDER).")
        parsed = zip(texts, self.backend.parse(texts), strict=True)
        return [one and _warned(one, _of_markers(text), _of_brackets(text)) for text, one in parsed]


_Warned = TypeVar("_Warned", TokenSurprisals, ParsedSentence)


def _warned(one: _Warned, *said: tuple[str, ...]) -> _Warned:
    return replace(one, warnings=(*one.warnings, *chain(*said))) if any(said) else one


def _of_markers(text: str, context: str = "") -> tuple[str, ...]:
    """Warn of markers in a sentence: to a model of words they are words like others, or several."""
    return tuple(
        f"The text '{marker}' is a marker of language models, not a word; take it out: it changes every number after "
        "it, and the model sets its own."
        for marker in dict.fromkeys((*markers_in(context), *markers_in(text)))
    )


def _of_brackets(text: str, context: str = "") -> tuple[str, ...]:
    """Warn of brackets of trees in a sentence, which a model of trees finds itself."""
    found = brackets_in(context) or brackets_in(text)
    if not found:
        return ()
    return (
        f"The text has a bracket of a tree, '{found[0]}', which is taken for words; give the words alone: the model "
        "finds the brackets.",
    )


def _of_dots(text: str, context: str = "") -> tuple[str, ...]:
    """Warn of a letter that comes out of lower-casing as two, which no model has seen."""
    if "İ" not in text and "İ" not in context:
        return ()
    return ("The letter 'İ' was lower-cased to two, i and a dot above; `lowercase=tr` knows the rules of Turkish.",)


def _why_no_boundaries(can: Capabilities) -> str:
    if can.pseudo:
        return "it sees both sides of a word, so that where the word ends is given, not predicted"
    if not can.any_text:
        return "recorded values do not say how probable the ends of words were"
    if can.units == "words":
        return "it scores whole words, so that the end of a word is in its value already"
    return "its tokens do not carry the blank before a word"
