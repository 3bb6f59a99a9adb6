"""The words of a prediction in words: what compares, joins, counts stands before a place, as regular expressions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

Operator: TypeAlias = Literal["<", ">", "<=", ">=", "=", "!="]

_HARD = r"(?:surprising|unexpected|difficult|hard)"
_EASY = r"(?:likely|probable|expected|predictable|easy)"
_VERB = r"(?:(?:(?:is|are|was|were|has|have)|(?:will|should|must) (?:be|have)) (?:an? |the )?)?"


@dataclass(frozen=True, slots=True)
class Comparing:
    """Words that compare.

    Those with a `joint` may be parted from it: ``more surprising [at verb] than``.
    """

    words: str
    operator: Operator
    joint: Literal["", "than", "as"] = ""

    @property
    def pattern(self) -> str:
        """The words with the verb that may stand before them, without the joint."""
        return rf"{_VERB}(?:{self.words})" + (r"\b" if self.joint else "")


_MORE = rf"more (?:{_HARD}|surprisal)|(?:higher|greater|larger|bigger)(?: surprisal)?|harder|less {_EASY}"
_LESS = rf"less (?:{_HARD}|surprisal)|(?:lower|smaller)(?: surprisal)?|easier|more {_EASY}"
COMPARISONS = (  # the first that fits counts: '>=' stands before '>', 'at least as hard' before 'at least'
    Comparing(r">=|=>|≥|⩾", ">="),
    Comparing(r"<=|=<|≤|⩽", "<="),
    Comparing(r"!=|≠|<>", "!="),
    Comparing(r">", ">"),
    Comparing(r"<", "<"),
    Comparing(r"==?|≈|~", "="),
    Comparing(r"exceeds?\b", ">"),
    Comparing(rf"at least as {_HARD}", ">=", "as"),
    Comparing(rf"at most as {_HARD}", "<=", "as"),
    Comparing(r"at least\b", ">="),
    Comparing(r"at most\b", "<="),
    Comparing(r"(?:equals?(?: to)?|the same as|same as|no different from)\b", "="),
    Comparing(r"(?:differs? from|different from)\b", "!="),
    Comparing(_MORE, ">", "than"),
    Comparing(_LESS, "<", "than"),
    Comparing(rf"(?:just as|as|equally) (?:{_HARD}|{_EASY})", "=", "as"),
)
ANY_COMPARISON = "|".join(comparing.pattern for comparing in COMPARISONS)

IS = r"(?:is|are|was|were|has|have|will|should|must)\b"
BEFORE_PLACE = r"(?:(?:at|in|on|over|for|across)\b|@)"
WHOLE = r"(?:the )?(?:(?:whole|entire|full) )?sentences?\b|all(?: the)? regions\b"
AND, OR = r"(?:[,;] ?and|and)\b|[;,&]", r"(?:[,;] ?or|or)\b|\|"
NUMBER = r"(?:\d+\.?\d*|\.\d+)(?![\w.]|,\d)"
QUOTED = r"\"[^\"]*\"|'[^']*'|“[^“”]*”|„[^„“]*“|‘[^‘’]*’|«[^«»]*»"
STOP = re.compile(
    r"[<>=≠≤≥;,&|+\]\)]| [-−–] "
    r"| (?:is|are|was|were|has|have|will|should|more|less|as|at|in|on|over|by|and|or|than|minus|plus)\b"
)
"""Where something ends that cannot be read."""

EXAMPLE = "'plural > singular at verb'"
"""A prediction, for messages."""
