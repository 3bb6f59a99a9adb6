"""Values that cannot be placed in their sentence, or are no surprisals, are refused with the sentence and the token."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.running import run_items
from support.toys import TWO_PAIRS, WordBackend

from syntaxgym_lite.backends.contract import broken_promises
from syntaxgym_lite.errors import ScoringError, SgliteWarning
from syntaxgym_lite.surprisal import Capabilities, ScoringOptions, TokenSurprisals
from syntaxgym_lite.testing import check_backend


class Lies(WordBackend):
    """The toy, with fields of the result for "the fox sleeps" (0-3, 4-7, 8-14) replaced."""

    def __init__(self, fields):
        super().__init__()
        self.fields = fields

    def _one(self, text, options):
        scored = super()._one(text, options)
        return replace(scored, **self.fields) if text == "the fox sleeps" else scored


LIES = {
    "outside": ({"spans": [[0, 3], [4, 7], [8, 15]]}, r"lie in the text.*token 3 \('sleeps', 8 to 15"),
    "before": ({"spans": [[-1, 3], [4, 7], [8, 14]]}, r"lie in the text.*token 1 \('the', -1 to 3"),
    "ends before it begins": ({"spans": [[0, 3], [7, 4], [8, 14]]}, r"lie in the text.*token 2"),
    "reversed": ({"spans": [[8, 14], [4, 7], [0, 3]]}, r"in the order of the text.*token 2"),
    "overlapping": ({"spans": [[0, 3], [0, 7], [8, 14]]}, r"must not overlap.*token 2"),
    "all of it, each": ({"spans": [[0, 14]] * 3}, r"must not overlap.*token 2"),
    "a word left out": ({"spans": [[0, 3], [4, 4], [8, 14]]}, r"'fox' is in no token"),
    "nothing": (
        {"tokens": (), "spans": np.zeros((0, 2)), "bits": [], "oov": []},
        r"'thefoxsleeps' is in no token",
    ),
    "negative": ({"bits": [3.0, -8.0, 6.0]}, r"not negative.*token 2 \('fox', 4 to 7, -8 bits\)"),
    "minus infinity": ({"bits": [3.0, -np.inf, 6.0]}, r"finite.*token 2 \('fox', 4 to 7, -inf bits\)"),
    "infinity": ({"bits": [np.inf, 3.0, 6.0]}, r"finite.*token 1 \('the', 0 to 3, inf bits\)"),
    "an end with infinity": ({"eos_bits": np.inf}, r"eos_bits"),
    "a negative end": ({"eos_bits": -1.0}, r"eos_bits"),
    "negative ends of words": ({"boundary_bits": [np.nan, 1, -2, 1]}, r"boundary_bits"),
    "negative ranks": ({"ranks": [1, -2, 3]}, r"ranks begin with 1"),
    "another text": ({"text": "the fox sleep!"}, r"'the fox sleep!' came for 'the fox sleeps'"),
}


@pytest.mark.parametrize(("fields", "said"), LIES.values(), ids=LIES)
def test_what_a_plugin_cannot_mean_is_refused_by_a_run_and_by_the_contract_test_alike(fields, said):
    """Field cases B15 and E15: such values went into the wrong regions, or turned a margin of -8 to +8."""
    backend = Lies(fields)
    with pytest.raises(ScoringError, match=rf"(?s)^toy gave values that cannot be used:.*{said}"):
        run_items(TWO_PAIRS, backend, ["(2;%a%) < (2;%b%)"])
    with pytest.raises(AssertionError, match=said):
        check_backend(backend, ["the fox sleeps", "a dog sings"])


def one(text, spans, bits=None):
    return TokenSurprisals(
        text,
        tuple(text[start:end] for start, end in spans),
        np.array(spans),
        np.ones(len(spans)) if bits is None else bits,
        np.zeros(len(spans), bool),
    )


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("my 🦊 naps", [(0, 2), (2, 4), (3, 4), (3, 4), (4, 9)]),  # bytes of an emoji
        ("cafe\u0301", [(0, 3), (3, 5), (3, 5)]),  # bytes of an accented letter, composed by a tokenizer
        ("👩\u200d👧 came", [(0, 3), (0, 3), (3, 8)]),  # of several pictures joined to one
        ("\u1112\u1161\u11ab", [(0, 3), (0, 3), (0, 3)]),  # a Korean syllable of three letters
        ("The dog", [(0, 3), (3, 7)]),  # a blank within
        ("a\u00adb \u200b!", [(0, 1), (2, 3)]),  # signs that a tokenizer drops
    ],
)
def test_what_tokenizers_do_is_in_order(text, spans):
    capabilities = Capabilities()
    assert list(broken_promises([text, "a"], [one(text, spans), one("a", [(0, 1)])], capabilities)) == []


def test_undefined_and_almost_certain_values_are_in_order():
    assert list(broken_promises(["a b"], [one("a b", [(0, 1), (2, 3)], [np.nan, -1e-7])], Capabilities())) == []


def test_a_sentence_is_not_blamed_for_its_neighbour():
    texts = ["a b", "c d"]
    results = [one("a b", [(0, 1), (2, 3)]), one("c d", [(0, 1), (2, 3)], [1.0, -1.0])]
    assert [text.count("'c d'") for text in broken_promises(texts, results, Capabilities())] == [1]


class Impossible(WordBackend):
    """The toy, for which "fox" is impossible, and which may say so."""

    def __init__(self, impossible, value=np.inf):
        super().__init__()
        self.value = value
        self.info = replace(self.info, capabilities=replace(self.info.capabilities, impossible=impossible))

    def _one(self, text, options):
        scored = super()._one(text, options)
        return replace(scored, bits=np.where([word == "fox" for word in scored.tokens], self.value, scored.bits))


def test_a_model_that_says_that_tokens_can_be_impossible_may_give_infinity_and_users_are_warned():
    """Field case E15, for kinds of model that the package brings."""
    with pytest.warns(SgliteWarning, match="holds 'fox' for impossible: its surprisal is infinite"):
        result = run_items(TWO_PAIRS, Impossible(True), ["(1;%a%) = (1;%b%)"])
    bits = [value for one in result.sentences for value in one.token_bits]
    assert np.inf in bits
    with pytest.raises(ScoringError, match="finite"):
        run_items(TWO_PAIRS, Impossible(True, -np.inf), ["(1;%a%) = (1;%b%)"])
    with pytest.raises(ScoringError, match="finite"):
        run_items(TWO_PAIRS, Impossible(False), ["(1;%a%) = (1;%b%)"])


def test_ranks_that_are_not_there_are_missed():
    [said] = broken_promises(["a"], [one("a", [(0, 1)])], Capabilities(ranks=True), ScoringOptions(ranks=True))
    assert "there are none" in said
