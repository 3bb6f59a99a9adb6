"""The words of a model whose public code keeps them with its corpus, read without running what the pickle names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...errors import InputError, ModelError
from ..pickles import Bag, read_pickled
from ..vocabulary import Vocabulary

__all__ = ["read_dictionary"]

_CLASSES = {("data", "Corpus"), ("data", "Dictionary")}


def read_dictionary(path: Path, *, length: int | None = None) -> Vocabulary:
    """Read the words of a pickled ``Corpus`` of the public code of Merity et al. (2018) and Shen et al. (2019).

    Parameters
    ----------
    path : Path
    length : int, optional
        How many words the model has weights for.

    Raises
    ------
    ModelError
        If the file is damaged, another kind of file, or names anything else.
    InputError
        If its words are none of a vocabulary, or not as many.
    """
    content = read_pickled(
        path, knows=lambda *name: name in _CLASSES, part_of="a corpus of words", plain=True, tensors=False
    )
    dictionary = content.state.get("dictionary") if isinstance(content, Bag) else None
    numbers = dictionary.state.get("word2idx") if isinstance(dictionary, Bag) else None
    if not isinstance(numbers, Mapping) or not all(isinstance(word, str) for word in numbers):
        raise ModelError(f"{path}: there is no dictionary of words in this file (dictionary.word2idx).")
    by_number = {number: word for word, number in numbers.items() if isinstance(number, int)}
    words = [by_number.get(number) for number in range(len(numbers))]
    if None in words:
        raise ModelError(f"{path}: the words of its dictionary are not numbered from 0 on.")
    vocabulary = Vocabulary(tuple(filter(None, words)), source=str(path))
    if length is not None and len(vocabulary) != length:
        raise InputError(
            f"{path}: the dictionary has {len(vocabulary)} words, but the model has weights for {length}. "
            "Use that of the corpus the model was trained on."
        )
    return vocabulary
