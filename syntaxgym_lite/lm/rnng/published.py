"""RNNGs of the public code of Noji and Oseki (2021), read without running what their checkpoints carry.

A checkpoint is what its training program saved: weights, the options it was called with, and its word list and its
actions as objects. Two classes of that code name their weights differently. With attention they are different models,
too: the class with the fixed stack takes u at the top of the stack before a constituent's children are taken off, the
other one afterwards. Nothing but the names tells which class weights belong to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import torch
from torch import Tensor

from ...errors import ModelError, short
from ..pickles import Bag, View, read_pickled
from ..vocabulary import UNK
from .network import Shape, weights_of_shape

__all__ = ["PublishedRnng", "PublishedWords", "UnkMethod", "from_other_class", "read_published", "unknown_word"]

UnkMethod = Literal["unk", "berkeleyrule", "berkeleyrule2"]

_CLASSES = {("data", "Vocabulary"), ("action_dict", "TopDownActionDict"), ("argparse", "Namespace")}
_OTHER_CLASSES = {
    ("data", "SentencePieceVocabulary"): "pieces of words (SentencePiece), whose model lies in another file",
    ("action_dict", "InOrderActionDict"): "trees that are built in another order than from the top down",
}
_SUFFIXES = ("ing", "ed", "ly", "s", "est", "er", "ion", "ory")
_FILLER = "<pad>"


@dataclass(frozen=True, slots=True)
class PublishedWords:
    """The words of a published model, in the order of their numbers, and what it does with the others.

    Parameters
    ----------
    words : tuple of str
        The first is the filler.
    method : {"unk", "berkeleyrule", "berkeleyrule2"}
        What becomes of a word that is not there: ``<unk>``, or a class of its spelling (see `unknown_word`), and
        ``<unk>`` if there is no such class.
    unknown : str
        How the model writes ``<unk>``.

    Examples
    --------
    >>> words = PublishedWords(("<pad>", "<unk>", "<unks>", "dog"), "berkeleyrule")
    >>> [words.number(word) for word in ("dog", "wombats", "Paris", "<pad>")]
    [3, 2, 1, 1]
    """

    words: tuple[str, ...]
    method: UnkMethod = "unk"
    unknown: str = UNK
    _numbers: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_numbers", {word: place for place, word in enumerate(self.words)})

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self._numbers.get(word, 0) > 0 and not self._is_class(word)

    def _is_class(self, word: str) -> bool:
        """Whether this is written for unknown words."""
        if word == self.unknown:
            return True
        if self.method == "berkeleyrule":
            return word.startswith("<") and word.endswith(">") and "unk" in word
        return self.method == "berkeleyrule2" and (word == "UNK" or word.startswith("UNK-"))

    def number(self, word: str) -> int:
        """Give the number of a word, or of what stands for it."""
        if word in self:
            return self._numbers[word]
        unknown = self._numbers[self.unknown]
        return unknown if self.method == "unk" else self._numbers.get(unknown_word(word, self.method), unknown)

    def look_up(self, word: str) -> tuple[int, int, bool]:
        """Give the number inside a sentence and at its beginning, and whether the word is known."""
        number = self.number(word)
        return number, number, word in self


def unknown_word(word: str, method: UnkMethod) -> str:
    """Give what stands for an unknown word.

    ``berkeleyrule`` is a short form of the Berkeley parser's classes, ``<unk>`` with ``c`` before it for a capital, and
    an ending, or ``n`` for a number; a prefix *un-* is kept, too. ``berkeleyrule2`` are the longer ones
    (`syntaxgym_lite.lm.vocabulary.unknown_class`), without what depends on the place in the sentence: one capital is
    ``INITC`` everywhere.

    Examples
    --------
    >>> [unknown_word(word, "berkeleyrule") for word in ("whiskers", "Paris", "unfit", "1984", "running", "x-y-z")]
    ['<unks>', '<cunks>', '<ununk>', '<unkn>', '<unking>', '<unk->']
    >>> [unknown_word(word, "berkeleyrule2") for word in ("whiskers", "Paris", "IBM")]
    ['UNK-LC-s', 'UNK-INITC', 'UNK-CAPS']
    """
    if method == "unk":
        return UNK
    if method == "berkeleyrule2":
        from ..vocabulary import unknown_class

        return unknown_class(word, initial=True)
    stem, ending = "unk", ""
    if word[0].isdigit() and word[-1].isdigit():
        ending = "n"
    elif len(word) > 3:
        found = next((suffix for suffix in _SUFFIXES if word.endswith(suffix)), None)
        if found is not None:
            ending = "ER" if found == "er" else found
        elif word.startswith("un"):
            stem = "ununk"
        elif word.endswith("al"):
            ending = "al"
        else:
            ending = next((sign for sign in word[:-1] if sign in "-."), "")
    if word[0].isupper():
        stem = f"c{stem}"
    return f"<{stem}{ending}>"


@dataclass(frozen=True, slots=True, eq=False)
class PublishedRnng:
    """What a checkpoint holds.

    Parameters
    ----------
    weights : dict of str to Tensor
        By the names of the class with the fixed stack, whichever it was.
    shape : Shape
    labels : tuple of str
    words : PublishedWords
    lowercase : bool
        Whether its training text was lower-cased.
    warnings : tuple of str
    """

    weights: dict[str, Tensor]
    shape: Shape
    labels: tuple[str, ...]
    words: PublishedWords
    lowercase: bool
    warnings: tuple[str, ...]


def read_published(path: str | Path) -> PublishedRnng:
    """Read a checkpoint as the public training program saves it.

    Raises
    ------
    ModelError
        If it is damaged, names anything else than such a checkpoint does, or holds a model of another kind (pieces of
        words, trees built in another order).
    """
    path = Path(path)
    content = read_pickled(path, knows=_knows(path), part_of="a published RNNG")
    if not isinstance(content, Mapping) or not {"model_state_dict", "vocab", "action_dict"} <= content.keys():
        raise ModelError(
            f"{path}: this is no checkpoint of the public RNNG code; one has 'model_state_dict', 'vocab' and "
            "'action_dict'."
        )
    weights = {}
    state = content["model_state_dict"]
    for name, value in state.items() if isinstance(state, Mapping) else ():
        if isinstance(name, str) and isinstance(value, View):
            try:
                weights[name] = value.tensor()
            except (ValueError, TypeError) as error:
                raise ModelError(f"{path}: the checkpoint is damaged: {name}: {error}.") from error
    attends_from: Literal["top", "below"] = "top"
    if "rnng.nt_emb.0.weight" not in weights:
        weights, attends_from = from_other_class(weights, str(path)), "below"
    shape = replace(weights_of_shape(weights, str(path)), attends_from=attends_from)
    vocabulary, actions = _attributes(content["vocab"]), _attributes(content["action_dict"])
    words, labels = _strings(vocabulary.get("i2w")), _strings(actions.get("nonterminals"))
    if len(words) != shape.n_words or len(labels) != shape.n_labels:
        raise ModelError(
            f"{path}: the checkpoint is damaged: {len(words)} words and {len(labels)} labels, but weights for "
            f"{shape.n_words} and {shape.n_labels}."
        )
    method = vocabulary.get("unkmethod")
    unknown = vocabulary.get("unktoken")
    if method not in ("unk", "berkeleyrule", "berkeleyrule2"):
        raise ModelError(f"{path}: there is no treatment of unknown words {short(str(method))} that is known here.")
    if not isinstance(unknown, str) or unknown not in words or words[0] != vocabulary.get("pad", _FILLER):
        raise ModelError(f"{path}: the word list is damaged: its filler or its word for unknown words is missing.")
    options = _attributes(content.get("prepro_args"))
    notes: tuple[str, ...] = ()
    if options.get("replace_num"):
        notes = (
            f"{path.name} was trained on a text in which numbers had been replaced; replace them in the same way.",
        )
    return PublishedRnng(
        weights, shape, labels, PublishedWords(words, method, unknown), bool(options.get("lowercase")), notes
    )


def from_other_class(weights: Mapping[str, Tensor], source: str) -> dict[str, Tensor]:
    """Give the weights of the class without the fixed stack the names of the other one.

    Its LSTM has one matrix for the vector and the state before it, one bias, and its gates in the order input, forget,
    output, cell.

    Raises
    ------
    ModelError
        If they are those of neither class.
    """
    named: dict[str, Tensor] = {}
    for name, value in weights.items():
        if name.startswith("stack_rnn.linears."):
            _, _, layer, kind = name.split(".", 3)
            gates = value.chunk(4) if value.dim() else ()
            if len(gates) != 4:
                raise ModelError(f"{source}: {name} has an impossible shape.")
            ordered = torch.cat([gates[0], gates[1], gates[3], gates[2]])
            stem = f"rnng.stack_rnn.lstm.{layer}"
            if kind == "bias":
                named[f"{stem}.bias_ih"], named[f"{stem}.bias_hh"] = ordered, torch.zeros_like(ordered)
            else:
                hidden = len(gates[0])
                named[f"{stem}.weight_ih"], named[f"{stem}.weight_hh"] = ordered[:, :-hidden], ordered[:, -hidden:]
        elif name.startswith("stack_to_hidden."):
            named[f"rnng.output.{name.removeprefix('stack_to_hidden.')}"] = value
        elif name.startswith(("nt_emb.", "initial_emb.", "composition.")):
            named[f"rnng.{name}"] = value
        else:
            named[name] = value
    return named


def _knows(path: Path) -> Any:
    def knows(module: str, name: str) -> bool:
        if (other := _OTHER_CLASSES.get((module, name))) is not None:
            raise ModelError(f"{path}: this RNNG works on {other}; only those over words, top down, can be read.")
        return (module, name) in _CLASSES

    return knows


def _attributes(value: object) -> Mapping[str, Any]:
    if isinstance(value, Bag):
        return value.state
    return value if isinstance(value, Mapping) else {}


def _strings(value: object) -> tuple[str, ...]:
    strings: Sequence[object] = value if isinstance(value, list) else ()
    return tuple(one for one in strings if isinstance(one, str))
