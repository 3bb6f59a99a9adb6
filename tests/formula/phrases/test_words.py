from __future__ import annotations

import re

import pytest

from syntaxgym_lite.formula.phrases.words import COMPARISONS


@pytest.mark.parametrize(
    ("words", "operator", "joint"),
    [
        ("=>", ">=", ""),
        ("=<", "<=", ""),
        ("<>", "!=", ""),
        ("exceeds", ">", ""),
        ("is no different from", "=", ""),
        ("is different from", "!=", ""),
        ("should be more unexpected", ">", "than"),
        ("has a higher surprisal", ">", "than"),
        ("is less probable", ">", "than"),
        ("was easier", "<", "than"),
        ("more expected", "<", "than"),
        ("is equally hard", "=", "as"),
        ("will be just as likely", "=", "as"),
    ],
)
def test_what_makes_a_word_harder_means_a_larger_surprisal(words, operator, joint):
    first = next(one for one in COMPARISONS if re.match(one.pattern, words))
    assert (first.operator, first.joint) == (operator, joint)
    assert re.fullmatch(first.pattern, words)
