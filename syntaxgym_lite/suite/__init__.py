"""What a suite is, how its sentences are made, and how it is read, written and guessed right by chance."""

from .crossing import conditions_of, crossed_name
from .model import (
    PUBLISHED_CIRCUITS,
    Condition,
    Excluded,
    Factor,
    Item,
    Prediction,
    Region,
    Suite,
)
from .sentences import Sentence, SentenceColumns
from .text import JOINS, NORMALIZATIONS, Join, Normalization, join_for, normalize_text, sentence_text

__all__ = [
    "JOINS",
    "NORMALIZATIONS",
    "PUBLISHED_CIRCUITS",
    "Condition",
    "Excluded",
    "Factor",
    "Item",
    "Join",
    "Normalization",
    "Prediction",
    "Region",
    "Sentence",
    "SentenceColumns",
    "Suite",
    "conditions_of",
    "crossed_name",
    "join_for",
    "normalize_text",
    "sentence_text",
]
