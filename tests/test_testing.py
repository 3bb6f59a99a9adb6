"""The contract test passes what keeps its promises, and names each one that is broken."""

from __future__ import annotations

import os
from dataclasses import replace

import numpy as np
import pytest

from syntaxgym_lite.errors import ScoringError
from syntaxgym_lite.surprisal import BackendInfo, Capabilities, Completion, ScoringOptions, TokenSurprisals
from syntaxgym_lite.testing import check_backend
from syntaxgym_lite.words import split_words


class Good:
    """A toy bigram: the bits of a word depend on its length and that of the word before it."""

    capabilities = Capabilities(units="words", unknown_words=True, ranks=True)

    @property
    def info(self):
        return BackendInfo("toy", "toy:1", self.capabilities, "0" * 64, options={"size": 1})

    def score(self, texts, options=ScoringOptions()):
        return [self.one(text, options) for text in texts]

    def one(self, text, options):
        spans = split_words(text, "punct")
        words = [text[start:end] for start, end in spans]
        before = (split_words(options.context, "punct") or [(0, 0)])[-1]
        lengths = np.array([before[1] - before[0], *map(len, words)], np.float64)
        return TokenSurprisals(
            text=text,
            tokens=tuple(words),
            spans=np.array(spans, np.int32).reshape(-1, 2),
            bits=lengths[1:] + lengths[:-1] / 4,
            oov=np.array([word == "xqzzv" for word in words], np.bool_),
            eos_bits=2.0 if options.eos else np.nan,
            ranks=np.arange(1, len(words) + 1) if options.ranks else None,
        )


def test_a_backend_that_keeps_its_promises_passes():
    check_backend(Good())
    check_backend(Good(), ["dogs bark", "Cats purr loudly."])
    check_backend(HasBoundaries())
    check_backend(Grouped())


class Changed(Good):
    """A toy with one field of every result replaced."""

    def change(self, scored: TokenSurprisals) -> dict:
        raise NotImplementedError

    def one(self, text, options):
        scored = super().one(text, options)
        return replace(scored, **self.change(scored))


class Reversed(Good):
    def score(self, texts, options=ScoringOptions()):
        return super().score(texts, options)[::-1]


class DropsRepeated(Good):
    def score(self, texts, options=ScoringOptions()):
        return super().score(list(dict.fromkeys(texts)), options)


class Tuple(Good):
    def score(self, texts, options=ScoringOptions()):
        return tuple(super().score(texts, options))


class Empties(Good):
    def score(self, texts, options=ScoringOptions()):
        results = super().score(texts, options)
        if isinstance(texts, list):
            texts.clear()
        return results


class LeavesOut(Changed):
    def change(self, scored):
        spans = np.array(scored.spans)
        spans[-1] = spans[0]
        spans[-1] = [spans[-2:, 0].max(), spans[-2:, 0].max()]
        return {"spans": spans}


class ByteSpans(Changed):
    def change(self, scored):
        return {"spans": scored.spans * 2}


class Backwards(Changed):
    def change(self, scored):
        return {"spans": scored.spans[::-1]}


class Infinite(Changed):
    def change(self, scored):
        return {"bits": np.where(np.arange(len(scored.bits)) == 1, np.inf, scored.bits)}


class LogProbabilities(Changed):
    def change(self, scored):
        return {"bits": -scored.bits}


class Nothing(Changed):
    def change(self, scored):
        return {"bits": np.full(len(scored.bits), np.nan)}


class EosUnasked(Changed):
    def change(self, scored):
        return {"eos_bits": 1.0}


class ByteSymbols(Changed):
    def change(self, scored):
        return {"tokens": tuple("Ġ" + token for token in scored.tokens)}


class OtherText(Changed):
    def change(self, scored):
        return {"text": scored.text.lower()}


class BatchNoise(Good):
    def score(self, texts, options=ScoringOptions()):
        results = super().score(texts, options)
        return [replace(scored, bits=scored.bits + len(results) / 100) for scored in results]


class Memory(Good):
    """Carries a state over from one call to the next, as a careless recurrent network does."""

    state = 0.0

    def one(self, text, options):
        scored = super().one(text, options)
        self.state += 0.01
        return replace(scored, bits=scored.bits + self.state)


class SeesAhead(Good):
    def one(self, text, options):
        scored = super().one(text, options)
        return replace(scored, bits=scored.bits + len(text))


class Chatty(Good):
    def one(self, text, options):
        print("scoring", text)
        return super().one(text, options)


class ChattyLibrary(Good):
    def one(self, text, options):
        os.write(1, b"Loading the LM will be faster if ...\n")
        return super().one(text, options)


class AsciiOnly(Good):
    def one(self, text, options):
        text.encode("ascii")
        return super().one(text, options)


class NamelessError(Good):
    def one(self, text, options):
        if len(text) > 1000:
            raise ScoringError("too long")
        return super().one(text, options)


class ScoresContext(Good):
    def one(self, text, options):
        return super().one(options.context + text, replace(options, context=""))


class NoUnknown(Good):
    capabilities = Capabilities(units="words", unknown_words=False, ranks=True)


class NoFirst(Good):
    capabilities = Capabilities(units="words", unknown_words=True, ranks=True, first_token=False)


class FirstIsNan(Changed):
    def change(self, scored):
        return {"bits": np.where(np.arange(len(scored.bits)) == 0, np.nan, scored.bits)}


class IgnoresContext(Good):
    capabilities = Capabilities(units="words", unknown_words=True, ranks=True, any_context=False)


class NoEos(Good):
    capabilities = Capabilities(units="words", unknown_words=True, ranks=True, eos=False)


class EosMissing(Changed):
    def change(self, scored):
        return {"eos_bits": np.nan}


class NoRanks(Good):
    capabilities = Capabilities(units="words", unknown_words=True, ranks=False)


class RanksMissing(Changed):
    def change(self, scored):
        return {"ranks": None}


class NoCompletions(Good):
    capabilities = Capabilities(units="words", unknown_words=True, ranks=True, completions=True)


class WrongPredictions(NoCompletions):
    def completions(self, prefixes, k=5):
        return [[Completion("a", 2.0), Completion("b", 1.0)] for _ in prefixes]


class TooManyPredictions(NoCompletions):
    def completions(self, prefixes, k=5):
        return [[Completion("a", 1.0)] * (k + 1)]


class RanksFromZero(Changed):
    def change(self, scored):
        return {"ranks": None if scored.ranks is None else scored.ranks - 1}


class NoBoundaries(Good):
    capabilities = Capabilities(units="words", unknown_words=True, ranks=True, boundaries=True)


class HasBoundaries(NoBoundaries):
    """Every token is a word, and ends with half a bit."""

    ends = 0.5
    first = np.nan

    def one(self, text, options):
        scored = super().one(text, options)
        ends = np.array([self.first, *(self.ends for _ in scored.tokens)])
        return replace(scored, boundary_bits=ends if options.boundaries else None)


class BoundariesBeforeTheFirst(HasBoundaries):
    first = 1.0


class WordsLikelierThanAnyWord(HasBoundaries):
    ends = 100.0


class UnaskedBoundaries(HasBoundaries):
    capabilities = Capabilities(units="words", unknown_words=True, ranks=True)


class EosChangesTokens(Good):
    def one(self, text, options):
        scored = super().one(text, options)
        return replace(scored, bits=scored.bits + options.eos)


class ShortFingerprint(Good):
    @property
    def info(self):
        return replace(super().info, fingerprint="abc")


class RandomFingerprint(Good):
    @property
    def info(self):
        return replace(super().info, fingerprint=os.urandom(32).hex())


class ArrayInOptions(Good):
    @property
    def info(self):
        return replace(super().info, options={"weights": np.zeros(2)})


class NoInfo(Good):
    info = None


class RecordedOnly(Good):
    capabilities = Capabilities(units="words", unknown_words=True, ranks=True, any_text=False)


class Grouped(Good):
    def score_groups(self, groups, options=ScoringOptions()):
        return [self.score(group, options) for group in groups]


class GroupsMixed(Grouped):
    def score_groups(self, groups, options=ScoringOptions()):
        return [self.score([text for group in groups for text in group], options)]


class GroupNoise(Grouped):
    """What a group gets depends on the others, in the last digit."""

    def score_groups(self, groups, options=ScoringOptions()):
        scored = super().score_groups(groups, options)
        return [[replace(one, bits=one.bits * (1 + 1e-12 * len(groups))) for one in group] for group in scored]


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (Reversed, "results must come in the order of the sentences"),
        (DropsRepeated, "raised ValueError"),
        (Tuple, "must return a list, not tuple"),
        (Empties, "must not change the list"),
        (LeavesOut, "must cover every character but blanks"),
        (ByteSpans, r"spans must lie in the text \(0 to 15 code points\)"),
        (Backwards, "tokens must come in the order of the text"),
        (Infinite, "bits must be finite or NaN"),
        (LogProbabilities, "surprisals are not negative"),
        (Nothing, "no token of 'The dog barked.' has a value"),
        (EosUnasked, "eos_bits must be NaN unless asked for"),
        (ByteSymbols, "not byte symbols such as Ġ"),
        (OtherText, "each with its text"),
        (BatchNoise, "'The dog barked.' alone differs by 0.04 bits"),
        (Memory, "a second time differs by"),
        (GroupNoise, "score_groups must give what score gives for each group, to the bit: 'The dog barked.' differs"),
        (GroupsMixed, "score_groups must give each group's results, in order"),
        (SeesAhead, "what follows a token changes its bits"),
        (Chatty, "score() printed 'scoring The dog barked.".replace("(", r"\(").replace(")", r"\)")),
        (ChattyLibrary, "printed 'Loading the LM"),
        (AsciiOnly, "scoring 'The café is naïve.' raised UnicodeEncodeError"),
        (NamelessError, "must name the sentence, but for 'the old dog slept"),
        (ScoresContext, "with a context: results must come in the order of the sentences, each with its text"),
        (NoUnknown, "capabilities.unknown_words is False, but a token is marked"),
        (NoFirst, "capabilities.first_token is False, so the first token's bits must be NaN"),
        (FirstIsNan, "capabilities.first_token is True, but the first token's bits are NaN"),
        (IgnoresContext, "capabilities.any_context is False, so score.. must raise"),
        (NoEos, "capabilities.eos is False, but eos_bits is 2.0"),
        (EosMissing, "capabilities.eos is True, but eos_bits is nan"),
        (NoRanks, "capabilities.ranks is False, but ranks came back"),
        (RanksMissing, "capabilities.ranks is True, but there are no ranks"),
        (NoBoundaries, "there are no boundary_bits"),
        (BoundariesBeforeTheFirst, "NaN before the first token"),
        (WordsLikelierThanAnyWord, "cannot be more probable than all that do"),
        (UnaskedBoundaries, "capabilities.boundaries is False"),
        (RanksFromZero, "ranks begin with 1"),
        (NoCompletions, "there is no method completions"),
        (WrongPredictions, "most probable piece first"),
        (TooManyPredictions, "as many pieces as asked for"),
        (TooManyPredictions, "one list for each text"),
        (EosChangesTokens, "asking for the end of the sentence must not change the tokens"),
        (ShortFingerprint, "fingerprint must be 64 hexadecimal digits"),
        (RandomFingerprint, "fingerprint must not change from one reading to the next"),
        (ArrayInOptions, "info.options must hold text, numbers, truth values or None; 'weights' is a ndarray"),
        (NoInfo, "info must be a BackendInfo, not NoneType"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_broken_promise_is_named(broken, message):
    with pytest.raises(AssertionError, match=message) as caught:
        check_backend(broken())
    assert str(caught.value).startswith("The backend '")


def test_all_broken_promises_are_reported_together():
    class Worst(EosUnasked, ShortFingerprint):
        pass

    class Bad(EosUnasked, EosChangesTokens):
        pass

    with pytest.raises(AssertionError, match="fingerprint"):
        check_backend(Worst())
    with pytest.raises(AssertionError) as caught:
        check_backend(Bad())
    assert "eos_bits must be NaN" in str(caught.value)
    assert "asking for the end" in str(caught.value)


def test_a_backend_that_says_it_takes_only_some_texts_must_refuse_others():
    with pytest.raises(ValueError, match="give texts"):
        check_backend(RecordedOnly())
    with pytest.raises(AssertionError, match="any_text is False, but an arbitrary sentence was scored"):
        check_backend(RecordedOnly(), ["dogs bark", "cats purr"])


def test_standard_output_works_again_afterwards(capfd):
    check_backend(Good())
    print("still here")
    os.write(1, b"and here\n")
    assert capfd.readouterr().out == "still here\nand here\n"
