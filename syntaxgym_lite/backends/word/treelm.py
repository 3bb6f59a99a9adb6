"""Causal models of the strings of bracketed trees, which score plain sentences by searching for their brackets.

A word's surprisal is the difference of the logarithms of two sums, each over the strings of brackets and words that a
beam search keeps of a beginning of the sentence; see `syntaxgym_lite.lm.rnng.beam`, and for what a word costs,
`syntaxgym_lite.lm.rnng.strings`.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from ...casing import Lowercase, lowercase_option
from ...errors import ModelError
from ...lm.folder import CARD, ModelFolder, WordOptions
from ...lm.rnng.beam import BeamSearch
from ...lm.rnng.strings import StringGrammar, leaf_text, tree_labels
from ...lm.transfo_xl.config import is_transfo_xl
from ...surprisal import BackendInfo, Capabilities
from ...words import REVISIONS, word_splitter
from ..hf.bos import choose_bos
from ..hf.complaints import not_causal
from ..hf.loaded import context_limit
from ..hf.open import DTYPES, Opened, open_transformer, quiet
from ..hf.placement import Placement
from ..hf.precision import precision_warnings
from ..hf.rows import NotCausalError, RowScorer, TreesRefusedError
from ..hf.token_states import TransformerStates
from ..side_by_side import can_run_side_by_side
from .searched import GrammarBackend, beam_options, recorded

__all__ = ["load"]


def load(
    path: str,
    *,
    words: str | None = None,
    lowercase: Lowercase | None = None,
    beam: int = 100,
    word_beam: int = 10,
    fast_track: int = 1,
    max_consecutive_nts: int = 8,
    max_open_nts: int = 100,
    dtype: str = "float32",
    device: str = "auto",
) -> GrammarBackend:
    """Open a causal model that learnt the strings of bracketed trees.

    Parameters
    ----------
    path : str
        A folder that ``sglite train transformer --trees`` wrote, or any causal model of Hugging Face among whose added
        tokens are brackets, ``(NP`` and ``NP)``.
    words, lowercase : optional
        See `syntaxgym_lite.backends.word.ngram.load`.
    beam, word_beam, fast_track : int, optional
        See `syntaxgym_lite.lm.rnng.beam.BeamSizes`.
    max_consecutive_nts, max_open_nts : int, optional
        See `syntaxgym_lite.lm.rnng.actions.Limits`.
    dtype, device : str, optional
        See `syntaxgym_lite.backends.hf.causal.load`; float64 besides.

    Raises
    ------
    ModelNotFoundError
        If there is no such model.
    ModelError
        If it is none of strings of trees, or its network does not take prefix trees.
    InputError
        If an option has no such value.
    """
    sizes, limits = beam_options(beam, word_beam, fast_track, max_consecutive_nts, max_open_nts)
    if is_transfo_xl(path):
        raise ModelError(
            f"{path} is a Transformer-XL, which learnt text, not strings of trees; write transfo-xl:{path}."
        )
    chosen = _word_options(path, words, lowercase)
    numbers = {"backend": "treelm", **chosen.cutting, **recorded(sizes, limits), "softmax": "all"}
    opened = open_transformer(
        path,
        "causal",
        numbers,
        placement=Placement.parse(device),
        dtype=dtype,
        revision=None,
        trust_remote_code=False,
        dtypes=(*DTYPES, "float64"),
    )
    return of_opened(opened, chosen, sizes_and_limits=(sizes, limits))


def of_opened(opened: Opened, chosen: WordOptions, *, sizes_and_limits: tuple[Any, Any]) -> GrammarBackend:
    """Make a backend of a model that is open; see `load`."""
    sizes, limits = sizes_and_limits
    model, tokenizer, name = opened.model, opened.tokenizer, opened.name
    brackets = tree_labels(tokenizer.get_added_vocab())
    if not brackets:
        raise ModelError(
            f"{name}: has no brackets, (NP and NP), among its added tokens, so that it learnt no strings of trees as "
            "they are read here."
        )
    try:
        with quiet():
            scorer = RowScorer(model, batching="trees")
    except NotCausalError:
        raise not_causal(name, type(model).__name__) from None
    except TreesRefusedError as error:
        raise ModelError(f"The model {name} does not take prefix trees: {error}.") from None
    first = choose_bos(
        tokenizer,
        "auto",
        n_vocabulary=scorer.n_vocabulary,
        model=name,
        configured=getattr(model.config, "bos_token_id", None),
    )
    assert first.id is not None
    pieces = _Pieces(tokenizer)
    context, _ = context_limit(model.config, tokenizer)
    grammar = StringGrammar(
        partial(TransformerStates, scorer, first.id), brackets, pieces.by_number, context, scorer.device
    )
    dtype = str(model.get_input_embeddings().weight.dtype).removeprefix("torch.")
    info = BackendInfo(
        backend="treelm",
        model=name,
        capabilities=Capabilities(
            units="words", unknown_words=True, ranks=False, prefixes=True, eos=False, parses=True
        ),
        fingerprint=opened.fingerprint,
        revision=opened.revision,
        options={
            **chosen.cutting,
            **recorded(sizes, limits),
            "softmax": "all",
            "bos": first.token,
            "context_length": context,
            "dtype": dtype,
        },
        warnings=(*precision_warnings(dtype), *first.warnings, *chosen.warnings, *opened.warnings),
    )
    return GrammarBackend(
        BeamSearch(grammar, sizes, limits),
        pieces.look_up,
        (),
        info,
        can_run_side_by_side=can_run_side_by_side(model),
    )


def _word_options(path: str, words: str | None, lowercase: Lowercase | None) -> WordOptions:
    """Decide how sentences are cut: as the user says, else the card, else by default."""
    if (Path(path) / CARD).is_file():
        return ModelFolder.find(path, kinds=("treelm",), suffixes=(".safetensors",)).word_options(words, lowercase)
    scheme = words or "treebank"
    word_splitter(scheme)
    why = "" if words else f"Nothing says how words are cut; so they are cut by default ({scheme}), see `words`."
    return WordOptions(
        scheme, lowercase_option(lowercase or False), None, (why,) if why else (), REVISIONS.get(scheme, 1)
    )


class _Pieces:
    """The tokens of words, each looked up once."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self._unknown = tokenizer.unk_token_id
        self._numbers: dict[tuple[int, ...], int] = {}
        self.by_number: list[tuple[int, ...]] = []

    def look_up(self, word: str) -> tuple[int, int, bool]:
        """Give the number of a word, twice, and whether all of it is known."""
        ids = tuple(self._tokenizer.encode(f" {leaf_text(word)}", add_special_tokens=False))
        if not ids and self._unknown is None:
            raise ModelError(f"The tokenizer has no token for the word '{word}'.")
        ids = ids or (self._unknown,)
        number = self._numbers.setdefault(ids, len(self.by_number))
        if number == len(self.by_number):
            self.by_number.append(ids)
        return number, number, self._unknown not in ids
