"""Transformer-XL in the Hugging Face form, which transformers no longer reads: that of WikiText-103, and any other.

Every sentence is scored by itself, after a memory of zeros: ``<eos>``, its words, and ``<eos>`` if its end is asked.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ...casing import Lowercase, lower_case, lowercase_option
from ...errors import InputError, ModelNotFoundError, did_you_mean, one_of
from ...lm.transfo_xl.config import MODEL_TYPE, XlConfig
from ...lm.transfo_xl.files import TOKENIZER_CONFIG, XL_CONFIG, XL_WEIGHTS, XL_WORDS, XlFolder, read_xl_words
from ...lm.transfo_xl.network import SCORES_AT_ONCE, TransfoXl
from ...lm.transfo_xl.words import Piece, moses_words
from ...lm.vocabulary import EOS, UNK, Vocabulary
from ...surprisal import BITS_PER_UNIT, BackendInfo, Capabilities, FloatArray, ScoringOptions, TokenSurprisals
from ...words import REVISIONS, SCHEMES, word_splitter
from ..devices import choose_device
from ..fingerprint import fingerprint
from ..side_by_side import side_by_side

__all__ = ["TransfoXlBackend", "load", "located"]

MOSES = "moses"
_SCHEMES = (MOSES, *SCHEMES)
_DTYPES = {"float32": torch.float32, "float64": torch.float64}
_LOGITS_AT_ONCE = 1 << 23


def load(
    path: str,
    *,
    bos: str = "auto",
    words: str = MOSES,
    lowercase: Lowercase | None = None,
    mem_len: int | None = None,
    clamp_len: int | None = None,
    same_length: bool | None = None,
    segment: int | None = None,
    dtype: str = "auto",
    device: str = "auto",
    revision: str | None = None,
) -> TransfoXlBackend:
    """Open a Transformer-XL.

    Parameters
    ----------
    path : str
        A folder with ``config.json``, weights (``model.safetensors`` or ``pytorch_model.bin``) and words
        (``vocab.pkl``, ``vocab.bin`` or ``vocab.txt``), or the name of one on the Hugging Face hub. No pickle is run.
    bos : {"auto", "none"}, optional
        What stands before every sentence: ``<eos>``, or nothing, so that the first word has no value.
    words : str, optional
        How sentences are cut into words: ``moses``, as the model's own tokenizer does, or see
        `syntaxgym_lite.words.SCHEMES`.
    lowercase : bool or {"az", "lt", "tr"}, optional
        Whether words are lower-cased, or by the rules of which language. None: as ``tokenizer_config.json`` says.
    mem_len, clamp_len, same_length : optional
        As in `syntaxgym_lite.lm.transfo_xl.config.XlConfig`. None: as ``config.json`` says.
    segment : int, optional
        Read so many words at once, the next ones with the memory of these; changes numbers without `same_length`, or
        if a sentence is longer than memory. None: each sentence at once.
    dtype : {"auto", "float32", "float64"}, optional
    device : str, optional
        See `syntaxgym_lite.backends.devices.choose_device`.
    revision : str, optional
        Of a model on the hub.

    Raises
    ------
    ModelNotFoundError
        If a file is missing.
    ModelError
        If a file is damaged, of another class of model, or carries anything but data.
    InputError
        If the words do not fit the weights, or an option has no such value.
    """
    one_of("bos", bos, ("auto", EOS, "none"))
    one_of("dtype", dtype, ("auto", *_DTYPES))
    if words not in _SCHEMES:
        raise InputError(
            f"There is no word-splitting scheme '{words}'; known are {', '.join(_SCHEMES)}."
            + did_you_mean(words, _SCHEMES)
        )
    if segment is not None and segment < 1:
        raise InputError(f"segment must be at least 1, not {segment}.")
    files = XlFolder.find(located(path, revision))
    config = _changed(XlConfig.read(files.config), mem_len, clamp_len, same_length)
    vocabulary = read_xl_words(files.words, config.vocab_size)
    place = choose_device(device)
    precision = "float32" if dtype == "auto" else dtype
    weights, notes = files.read_weights(config, _DTYPES[precision], place)
    options: dict[str, Any] = {
        "bos": "none" if bos == "none" else EOS,
        "words": words,
        **({"words_revision": REVISIONS[words]} if words in REVISIONS else {}),
        "lowercase": files.lowercase() if lowercase is None else lowercase_option(lowercase),
        "memory": "zeros",
        "mem_len": config.mem_len,
        "clamp_len": config.clamp_len,
        "same_length": config.same_length,
        "segment": segment,
        "dtype": precision,
    }
    info = BackendInfo(
        backend=MODEL_TYPE,
        model=path,
        capabilities=Capabilities(units="words", unknown_words=True, ranks=True, first_token=bos != "none"),
        fingerprint=fingerprint(files=files.all, options={"backend": MODEL_TYPE, **options}),
        revision=revision,
        options=options,
        warnings=notes,
    )
    return TransfoXlBackend(TransfoXl(config, weights, str(files.weights)), vocabulary, info)


def _changed(config: XlConfig, mem_len: int | None, clamp_len: int | None, same_length: bool | None) -> XlConfig:
    """Take what a user says in place of the configuration."""
    for name, value, least in (("mem_len", mem_len, 0), ("clamp_len", clamp_len, -1)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < least):
            raise InputError(f"`{name}` must be a whole number of at least {least}, not {value}.")
    if same_length is not None and not isinstance(same_length, bool):
        raise InputError(f"same_length is true or false, not {same_length}.")
    changed = replace(
        config,
        mem_len=config.mem_len if mem_len is None else mem_len,
        clamp_len=config.clamp_len if clamp_len is None else clamp_len,
        same_length=config.same_length if same_length is None else same_length,
    )
    if changed.same_length and not changed.mem_len:
        raise InputError("mem_len=0 leaves a word nothing to see with same_length; add same_length=false.")
    return changed


def located(path: str, revision: str | None = None) -> Path:
    """Find a model's folder: the one named, or a hub model's in the local cache, where it is put if need be.

    Raises
    ------
    ModelNotFoundError
        If there is none.
    """
    folder = Path(path).expanduser()
    if folder.is_dir():
        if revision is not None:
            raise InputError(f"`revision={revision}`: {path} is local, and local models have no revisions.")
        return folder
    if folder.exists():
        raise ModelNotFoundError(f"{path} is a file; give the folder of a Transformer-XL.")
    from ..hf.find import locate, require_within_reach

    source = locate(path, revision)
    require_within_reach(source)
    return _from_hub(path, revision)


def _from_hub(name: str, revision: str | None) -> Path:
    """Download what is not in the local cache; of weights and words, what `XlFolder` would read."""
    from huggingface_hub import hf_hub_download, utils

    errors: Any = utils

    def fetched(files: Sequence[str]) -> Path | None:
        for file in files:
            try:
                return Path(hf_hub_download(name, file, revision=revision))
            except (errors.EntryNotFoundError, errors.LocalEntryNotFoundError):
                continue
        return None

    try:
        config = fetched([XL_CONFIG])
        for files in (XL_WEIGHTS, XL_WORDS, (TOKENIZER_CONFIG,)):
            fetched(files)
    except (errors.HfHubHTTPError, OSError) as error:
        raise ModelNotFoundError(f"{name}: the model could not be had from the Hugging Face hub: {error}") from error
    if config is None:
        raise ModelNotFoundError(f"{name}: there is no such model on the Hugging Face hub, or it has no {XL_CONFIG}.")
    return config.parent


class TransfoXlBackend:
    """A Transformer-XL as a backend.

    Parameters
    ----------
    network : TransfoXl
    vocabulary : Vocabulary
        With ``<eos>``.
    info : BackendInfo
        Its options hold ``bos``, ``words``, ``lowercase`` and ``segment``; others are only recorded.
    """

    def __init__(self, network: TransfoXl, vocabulary: Vocabulary, info: BackendInfo) -> None:
        self._network, self._vocabulary, self.info = network, vocabulary, info
        self._eos = vocabulary.number(EOS)
        self._lowercase = lowercase_option(info.options["lowercase"])
        self._cut = _cutter(str(info.options["words"]), self._lowercase)
        self._before = [] if info.options["bos"] == "none" else [self._eos]
        segment = info.options["segment"]
        self._segment = None if segment is None else int(segment)

    def score(self, texts: Sequence[str], options: ScoringOptions = ScoringOptions()) -> list[TokenSurprisals]:
        """Give the surprisals of every word of every sentence; see `syntaxgym_lite.backends.protocol.Backend`."""
        cut = [self._cut(options.context + text) for text in texts]
        numbers = [self._vocabulary.encode([piece.form for piece in pieces]).tolist() for pieces in cut]
        after = [self._eos] if options.eos else []
        inputs = [[*self._before, *own, *after] for own in numbers]
        scored: dict[int, tuple[FloatArray, np.ndarray]] = {}

        def score_pack(pack: Sequence[int]) -> None:
            scored.update(zip(pack, self._score_pack([inputs[i] for i in pack], ranks=options.ranks), strict=True))

        side_by_side(score_pack, self._packs([len(one) for one in inputs]), self._network.device)
        return [
            self._result(text, len(options.context), pieces, own, *scored[place], options)
            for place, (text, pieces, own) in enumerate(zip(texts, cut, numbers, strict=True))
        ]

    @property
    def n_units(self) -> int:
        """How many words the model knows, the unknown one included; see `Counted`."""
        return len(self._vocabulary) - 1

    @property
    def own_counts(self) -> None:
        """Its files do not say how often its words stood in its training text."""
        return None

    def units(self, texts: Sequence[str]) -> list[list[Hashable]]:
        """Give the numbers of the words of each sentence; see `Counted.units`."""
        return [self._vocabulary.encode([piece.form for piece in self._cut(text)]).tolist() for text in texts]

    def _packs(self, lengths: Sequence[int]) -> list[list[int]]:
        """Put sentences of like length together, as many as fit into memory."""
        config = self._network.config
        packs: list[list[int]] = []
        longest = n_rows = 0
        for place in sorted(range(len(lengths)), key=lambda i: -lengths[i]):
            if not packs or len(packs[-1]) == n_rows or 2 * lengths[place] < longest:
                packs.append([])
                longest = lengths[place]
                n_rows = max(SCORES_AT_ONCE // max(config.n_head * longest * (config.mem_len + longest), 1), 1)
            packs[-1].append(place)
        return packs

    @torch.inference_mode()
    def _score_pack(self, inputs: Sequence[Sequence[int]], *, ranks: bool) -> list[tuple[FloatArray, np.ndarray]]:
        """Give the bits of all but the first word of each input, and ranks if they are asked for."""
        longest = max(map(len, inputs))
        words = torch.full((len(inputs), longest), self._eos)
        for row, own in enumerate(inputs):
            words[row, : len(own)] = torch.tensor(own, dtype=torch.int64)
        words = words.to(self._network.device)
        is_target = torch.arange(1, longest)[None, :] < torch.tensor([len(own) for own in inputs])[:, None]
        nats, places = np.zeros(0), np.zeros(0, np.int64)
        if is_target.any():
            outputs: list[torch.Tensor] = []
            memory = None
            step = self._segment or longest
            for start in range(0, longest, step):
                output, memory = self._network(words[:, start : start + step], memory)
                outputs.append(output)
            kept = is_target.to(self._network.device)
            nats, places = self._surprisals(torch.cat(outputs, 1)[:, :-1][kept], words[:, 1:][kept], ranks=ranks)
        bits = np.maximum(nats * BITS_PER_UNIT["nats"], 0.0)
        ends = np.cumsum([max(len(own) - 1, 0) for own in inputs])[:-1]
        return list(zip(np.split(bits, ends), np.split(places, ends) if ranks else [places] * len(inputs), strict=True))

    def _surprisals(
        self, outputs: torch.Tensor, targets: torch.Tensor, *, ranks: bool
    ) -> tuple[FloatArray, np.ndarray]:
        """Give the nats of each target after its output, and its rank, a bounded number of logits at a time."""
        step = max(_LOGITS_AT_ONCE // self._network.config.vocab_size, 1)
        nats, places = [], []
        for start in range(0, len(targets), step):
            some = slice(start, start + step)
            rows = torch.arange(len(targets[some]), device=targets.device)
            one, place = self._network.decoder.surprisals(outputs[some], targets[some], rows, ranks=ranks)
            nats.append(one.double().cpu().numpy())
            if place is not None:
                places.append(place.cpu().numpy())
        return np.concatenate(nats), np.concatenate(places) if places else np.zeros(0, np.int64)

    def _result(
        self,
        text: str,
        n_context: int,
        pieces: Sequence[Piece],
        numbers: Sequence[int],
        bits: FloatArray,
        ranks: np.ndarray,
        options: ScoringOptions,
    ) -> TokenSurprisals:
        missing = [math.nan] * (1 - len(self._before))  # the first of all has no value
        values = np.array([*missing, *bits][: len(pieces) + bool(options.eos)])
        own = [place for place, piece in enumerate(pieces) if piece.end > n_context]
        known = self._vocabulary.unknown([piece.form for piece in pieces])
        return TokenSurprisals(
            text,
            tuple(self._shown(options.context + text, pieces[place], bool(known[place])) for place in own),
            np.array([[max(pieces[i].start - n_context, 0), pieces[i].end - n_context] for i in own], np.int32),
            values[own],
            known[own],
            float(values[len(pieces)]) if options.eos and len(values) > len(pieces) else math.nan,
            np.array([*([0] * len(missing)), *ranks], np.int32)[own] if options.ranks else None,
        )

    def _shown(self, text: str, piece: Piece, unknown: bool) -> str:
        """Show a word as it is written, unless its form is another."""
        written = text[piece.start : piece.end]
        return UNK if unknown else written if lower_case(written, self._lowercase) == piece.form else piece.form


def _cutter(scheme: str, lowercase: Lowercase) -> Callable[[str], list[Piece]]:
    if scheme == MOSES:
        return lambda text: moses_words(text, lowercase)
    split = word_splitter(scheme)
    return lambda text: [Piece(lower_case(text[start:end], lowercase), start, end) for start, end in split(text)]
