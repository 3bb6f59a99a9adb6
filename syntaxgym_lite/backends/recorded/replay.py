"""``replay:FILE``: surprisals that somebody else's run has recorded, for models that cannot run here.

A region's recorded value becomes one pseudo-token that covers the region, so that alignment gives the region its value
back. Files are read in `syntaxgym_lite.backends.recorded.reading`; here a recorded sentence is found by its text.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import numpy as np

from ...casing import lower_case
from ...errors import InputError, ScoringError
from ...suite.text import JOINS, sentence_text
from ...surprisal import BackendInfo, Capabilities, IntArray, ScoringOptions, TokenSurprisals, Unit
from ..fingerprint import fingerprint
from .placing import MARKERS, UNKNOWN_MARKS, place_tokens, squeeze
from .reading import read_recording
from .recording import Recorded, Recording

__all__ = ["ReplayBackend", "load"]

_SAME_BITS = 1e-3  # two records of one sentence may differ by the noise of batching


def load(
    path: str,
    *,
    sentences: str | None = None,
    unit: Unit | None = None,
    first_token: Literal["undefined", "recorded"] = "undefined",
) -> ReplayBackend:
    """Open a file of recorded surprisals.

    Parameters
    ----------
    path : str
        A SyntaxGym result (JSON), a region or token table, or a folder of ``sglite eval --out``; see
        `syntaxgym_lite.backends.recorded.reading`. ``PATH#MODEL`` takes one model's values from a file that holds
        several.
    sentences : str, optional
        File with the sentences of a token table that does not hold them, one a line, in order of ``sentence_id``.
    unit : {"bits", "nats", "log10"}, optional
        What the recorded values are in; bits, if nothing is said. May not contradict what the file says.
    first_token : {"undefined", "recorded"}, optional
        What to make of a token table in which the first token of every sentence is 0: such a 0 stands for "not scored",
        so it is undefined; ``"recorded"`` takes it as the value 0, as SyntaxGym did.

    Raises
    ------
    ModelNotFoundError
        If there is no such file.
    InputError
        If it cannot be understood, or gives two values for one sentence.
    """
    file, model = _split_path(path)
    recording = read_recording(file, model=model, sentences=sentences, unit=unit, first_token=first_token)
    return ReplayBackend(str(path), recording, options={"unit": unit or "bits", "first_token": first_token})


def _split_path(path: str) -> tuple[Path, str | None]:
    """Split ``PATH#MODEL``; a file may have a # in its name."""
    if Path(path).exists() or "#" not in path:
        return Path(path), None
    file, _, model = path.rpartition("#")
    while not Path(file).exists() and "#" in file:  # a model may have one too
        file, _, more = file.rpartition("#")
        model = f"{more}#{model}"
    return Path(file), model


class ReplayBackend:
    """Gives back what is recorded, and refuses every other sentence.

    Parameters
    ----------
    path : str
        The file, as the user named it.
    recording : Recording
        What it holds.
    options : mapping of str to str
        Options it was read with, for the record.
    """

    def __init__(self, path: str, recording: Recording, *, options: dict[str, str]) -> None:
        self._path = path
        self._scored: dict[tuple[str, str], TokenSurprisals] = {}  # by context and text
        self._textless: dict[str, list[Recorded]] = {}  # by text without blanks; sentences without unknown words
        self._with_unknown: list[Recorded] = []  # no text either, and it cannot be guessed
        if recording.unit == "regions":
            self._index_regions(recording.sentences)
        else:
            self._index_tokens(recording.sentences)
        self._near: dict[str, str] = {}  # by text without blanks, to point at a near miss
        for _, text in self._scored:
            self._near.setdefault(squeeze(text), text)
        self.info = self._describe(recording, options)

    def score(self, texts: Sequence[str], options: ScoringOptions = ScoringOptions()) -> list[TokenSurprisals]:
        """Give back the recorded surprisals of every sentence.

        Raises
        ------
        ScoringError
            If a sentence is not recorded, or not with this context.
        """
        return [_asked(self._find(options.context, text), options) for text in texts]

    def _find(self, context: str, text: str) -> TokenSurprisals:
        if (context, text) in self._scored:
            return self._scored[context, text]
        if not context and (self._textless or self._with_unknown):
            found = list(self._read_as(text))
            if found:
                self._scored[context, text] = _agreed(found, text)
                return self._scored[context, text]
        near = self._near.get(squeeze(text))
        if near is None:
            part = self._recorded_part(text)
            hint = (
                f" Only part of it is recorded, '{part}': the file may lack some of its regions or tokens."
                if part
                else ""
            )
        elif near == text:
            hint = " It is recorded with another context."
        else:
            hint = f" It is recorded as '{near}': the same but for blanks or capitals; try another `join`."
        after = f" after the context '{context}'" if context else ""
        raise ScoringError(f"{self._path}: holds no surprisals of the sentence '{text}'{after}.{hint}")

    def _recorded_part(self, text: str) -> str | None:
        """The longest recorded text that is this one with words left out, if it is at least half of it."""
        words = text.split()
        parts = [part for _, part in self._scored if 2 * len(part.split()) >= len(words) > len(part.split())]
        return max((part for part in parts if _is_within(part.split(), words)), key=len, default=None)

    def _read_as(self, text: str) -> Iterable[tuple[Recorded, TokenSurprisals]]:
        """Yield the records that can be read as this text."""
        of_turkish = squeeze(lower_case(text, "tr"))
        spelled = self._textless.get(squeeze(text)) or self._textless.get(of_turkish) or []
        for record in (*spelled, *self._with_unknown):
            spans = place_tokens(text, record.pieces)
            if spans is not None:
                yield record, _surprisals(record, text, spans)

    def _index_regions(self, records: Sequence[Recorded]) -> None:
        # A file of region values does not say how its regions were joined. A text that comes of one way of joining is
        # looked up there first, so that 'a part' and 'apart' stay two sentences.
        for join in JOINS:
            found: dict[str, list[tuple[Recorded, TokenSurprisals]]] = {}
            for record in records:
                if not record.pieces:
                    continue
                text, spans = sentence_text(record.pieces, join)  # type: ignore[arg-type]  # JOINS holds these literals
                found.setdefault(text, []).append((record, _surprisals(record, text, spans)))
            for text, same in found.items():
                if ("", text) not in self._scored:
                    self._scored["", text] = _agreed(same, text)

    def _index_tokens(self, records: Sequence[Recorded]) -> None:
        found: dict[tuple[str, str], list[tuple[Recorded, TokenSurprisals]]] = {}
        for record in records:
            if record.text is not None and record.spans is not None:
                scored = _surprisals(record, record.text, record.spans)
                found.setdefault((record.context, record.text), []).append((record, scored))
            elif any(piece in UNKNOWN_MARKS for piece in record.pieces) or not _is_spelled(record):
                self._with_unknown.append(record)
            else:
                self._textless.setdefault(squeeze("".join(record.pieces)), []).append(record)
        for (context, text), same in found.items():
            self._scored[context, text] = _agreed(same, text)

    def _describe(self, recording: Recording, options: dict[str, str]) -> BackendInfo:
        records = recording.sentences
        capabilities = Capabilities(
            context="left",
            units="words" if recording.unit == "regions" or not self._splits_words() else "pieces",
            unknown_words=any(any(record.oov) for record in records),
            first_token=not all(math.isnan(record.bits[0]) for record in records if record.bits),
            eos=all(not math.isnan(record.eos_bits) for record in records),
            ranks=all(record.ranks is not None for record in records),
            any_context=any(record.context for record in records),
            any_text=False,
        )
        in_force = {**options, "recorded_model": recording.model or None, "recorded_unit": recording.unit}
        return BackendInfo(
            backend="replay",
            model=self._path,
            capabilities=capabilities,
            fingerprint=fingerprint(files=recording.files, options=in_force),
            options=in_force,
            warnings=recording.warnings,
        )

    def _splits_words(self) -> bool:
        return any(
            marker in piece for record in self._with_unknown for piece in record.pieces for marker in MARKERS
        ) or any(
            0 < start < len(scored.text) and scored.text[start - 1].isalnum() and scored.text[start].isalnum()
            for scored in self._scored.values()
            for start in scored.spans[:, 0].tolist()
        )


def _asked(scored: TokenSurprisals, options: ScoringOptions) -> TokenSurprisals:
    """Leave out what was recorded but not asked for."""
    return replace(
        scored,
        eos_bits=scored.eos_bits if options.eos else math.nan,
        ranks=scored.ranks if options.ranks else None,
    )


def _is_within(words: Sequence[str], others: Sequence[str]) -> bool:
    """Whether words stand among others, in the same order."""
    rest = iter(others)
    return all(word in rest for word in words)


def _is_spelled(record: Recorded) -> bool:
    """Whether the tokens are spelled as in the sentence, so that joining them gives its letters."""
    joined = "".join(record.pieces)
    return place_tokens(joined, record.pieces) is not None and not any(mark in joined for mark in (*MARKERS, "@@"))


def _surprisals(record: Recorded, text: str, spans: IntArray) -> TokenSurprisals:
    if record.spans is None:  # the spelling of the text, not that of a tokenizer
        tokens = tuple(
            piece if piece in UNKNOWN_MARKS else text[start:end]
            for piece, (start, end) in zip(record.pieces, spans.tolist(), strict=True)
        )
    else:
        tokens = record.pieces
    return TokenSurprisals(
        text=text,
        tokens=tokens,
        spans=spans,
        bits=np.array(record.bits, np.float64),
        oov=np.array(record.oov, np.bool_),
        eos_bits=record.eos_bits,
        ranks=None if record.ranks is None else np.array(record.ranks, np.int32),
    )


def _agreed(found: Sequence[tuple[Recorded, TokenSurprisals]], text: str) -> TokenSurprisals:
    """Return the one account of a sentence that all its records agree with.

    Records may cut a sentence differently, e.g. two suites with other regions; the finest is kept if the values of the
    others are sums of its values.
    """
    finest_record, finest = max(found, key=lambda pair: len(pair[1].bits))
    for record, scored in found:
        if not _sums_up(finest, scored):
            raise InputError(
                f"{finest_record.where}, and\n{record.where}: give different surprisals for the same sentence,"
                f" '{text}': {_show(finest)} and {_show(scored)}. Replay them from separate files."
            )
    return finest


def _sums_up(fine: TokenSurprisals, coarse: TokenSurprisals) -> bool:
    starts = coarse.spans[:, 0]
    if len(fine.bits) == len(coarse.bits):
        same_place = np.array_equal(fine.spans[:, 0], starts)
        return same_place and np.allclose(fine.bits, coarse.bits, rtol=0, atol=_SAME_BITS, equal_nan=True)
    if not set(starts.tolist()) <= set(fine.spans[:, 0].tolist()):
        return False
    first = np.searchsorted(fine.spans[:, 0], starts)
    return np.allclose(np.add.reduceat(fine.bits, first), coarse.bits, rtol=0, atol=_SAME_BITS, equal_nan=True)


def _show(scored: TokenSurprisals) -> str:
    return " ".join(f"{token} {bits:.3f}" for token, bits in zip(scored.tokens, scored.bits, strict=True))
