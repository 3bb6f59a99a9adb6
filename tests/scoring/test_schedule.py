"""Each distinct sentence is scored once, in batches, and comes back where it stood."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples
from support.toys import WordBackend

import syntaxgym_lite as sgl
from syntaxgym_lite.backends.protocol import BatchFailure
from syntaxgym_lite.errors import ModelError, ScoringError, Stopped
from syntaxgym_lite.scoring.cache import SurprisalCache
from syntaxgym_lite.scoring.schedule import PartialScoringError, default_batch_size, score_columns, score_texts
from syntaxgym_lite.surprisal import Capabilities, ScoringOptions
from syntaxgym_lite.token_columns import TokenColumns

TEXTS = ["a fox", "the old fox sleeps", "foxes", "a fox", "owls hunt"]


def test_results_come_in_the_order_of_the_texts():
    assert [scored.text for scored in score_texts(WordBackend(), TEXTS)] == TEXTS


def test_an_equal_sentence_is_scored_once():
    backend = WordBackend()
    scored = score_texts(backend, TEXTS)
    assert sorted(text for batch in backend.batches for text in batch) == sorted(set(TEXTS))
    assert scored[0] is scored[3]


def test_long_sentences_go_first_and_together():
    backend = WordBackend()
    score_texts(backend, TEXTS, batch_size=2)
    assert backend.batches == [["the old fox sleeps", "owls hunt"], ["a fox", "foxes"]]


@pytest.mark.parametrize("size", [1, 2, 3, 4, 64])
def test_no_batch_is_larger_than_asked_and_the_size_changes_no_number(size):
    backend = WordBackend()
    scored = score_texts(backend, TEXTS, batch_size=size)
    assert max(map(len, backend.batches)) <= size
    assert len(backend.batches) == -(-4 // size)
    for one, whole in zip(scored, score_texts(WordBackend(), TEXTS), strict=True):
        np.testing.assert_array_equal(one.bits, whole.bits)


def test_word_models_get_large_batches_and_others_small_ones():
    assert default_batch_size(Capabilities(units="words")) == 4096
    assert default_batch_size(Capabilities(units="pieces")) == 32
    assert default_batch_size(Capabilities(units="pieces", prefixes=True)) == 512


def test_a_model_that_shares_prefixes_gets_sentences_that_begin_alike_together():
    backend = WordBackend(capabilities=Capabilities(units="words", prefixes=True))
    score_texts(backend, ["the fox naps", "a fox", "the fox", "a much longer sentence", "the fox sleeps"], batch_size=2)
    assert backend.batches == [["a fox", "a much longer sentence"], ["the fox", "the fox naps"], ["the fox sleeps"]]


def test_options_reach_the_model():
    plain, asked = (
        score_texts(WordBackend(), ["a fox"]),
        score_texts(WordBackend(), ["a fox"], ScoringOptions(eos=True)),
    )
    assert np.isnan(plain[0].eos_bits)
    assert asked[0].eos_bits == 0.5


def test_progress_counts_distinct_sentences_up_to_all():
    seen = []
    score_texts(WordBackend(), TEXTS, batch_size=3, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(3, 4), (4, 4)]


def test_who_watches_the_progress_can_stop_and_what_was_scored_is_kept(tmp_path):
    def stop(done, total):
        if done >= 2:
            raise Stopped

    model = sgl.open_model("ngram").backend
    with SurprisalCache(tmp_path) as cache:
        with pytest.raises(Stopped):
            score_texts(model, TEXTS, batch_size=1, progress=stop, cache=cache)
        assert len(cache.get(model.info.fingerprint, ScoringOptions(), TEXTS)) == 2


def test_nothing_to_score_asks_no_model():
    backend = WordBackend()
    assert score_texts(backend, []) == []
    assert backend.batches == []


# ---------------------------------------------------------------- sets


class Grouped(WordBackend):
    """A model that takes several batches at once, and notes which."""

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self.groups = []

    def score_groups(self, groups, options=ScoringOptions()):
        self.groups.append([list(group) for group in groups])
        return [[self._one(text, options) for text in group] for group in groups]


def test_no_two_sets_share_a_batch_and_equal_sets_are_scored_once():
    backend = WordBackend()
    texts = ["a fox", "an owl", "an owl", "owls hunt", "a fox", "an owl"]
    rows = score_texts(backend, texts, sets=[2, 2, 2])
    assert backend.batches == [["an owl", "a fox"], ["owls hunt", "an owl"]]
    assert [row.text for row in rows] == texts


def test_a_sentence_of_two_sets_has_in_each_the_value_that_the_set_gets_by_itself():
    def noisy(texts):
        return WordBackend(lambda word: len(word) + len(texts) / 1000).score(texts)

    class Noisy(WordBackend):
        def score(self, texts, options=ScoringOptions()):
            return noisy(texts)

    sets = [["a fox"], ["a fox", "an owl"], [], ["an owl", "a fox", "foxes"]]
    rows = score_texts(Noisy(), [text for one in sets for text in one], sets=list(map(len, sets)))
    alone = [row for one in sets if one for row in noisy(one)]
    assert [(row.text, row.bits.tolist()) for row in rows] == [(row.text, row.bits.tolist()) for row in alone]


def test_progress_counts_a_sentence_of_two_sets_once():
    seen = []
    texts = ["a fox", "an owl", "an owl", "owls hunt"]
    score_texts(WordBackend(), texts, sets=[2, 2], progress=lambda done, total: seen.append((done, total)))
    assert seen == [(2, 3), (3, 3)]


class Columned(WordBackend):
    """A model that gives arrays."""

    def score_columns(self, texts, options=ScoringOptions()):
        return TokenColumns.of(self.score(texts, options))


@pytest.mark.parametrize("backend", [WordBackend(), Columned()], ids=["sentences", "arrays"])
def test_columns_are_those_of_the_sentences_set_by_set(backend):
    texts = ["a fox", "an owl", "a fox", "an owl", "owls hunt", "owls hunt", "a fox", "an owl", "a fox"]
    sets = [3, 0, 3, 3]  # the last is the first again
    seen = []
    columns = score_columns(
        backend, texts, sets=sets, batch_size=2, progress=lambda done, total: seen.append((done, total))
    )
    rows = score_texts(WordBackend(), texts, sets=sets)
    assert [(one.text, one.bits.tolist()) for one in columns] == [(one.text, one.bits.tolist()) for one in rows]
    assert sorted(map(sorted, backend.batches)) == [["a fox", "an owl"], ["an owl", "owls hunt"]]
    assert seen[-1] == (3, 3)


def test_arrays_that_are_wrong_are_looked_at_sentence_by_sentence():
    class Negative(Columned):
        def score_columns(self, texts, options=ScoringOptions()):
            return TokenColumns.of(WordBackend(lambda word: -1.0).score(texts, options))

    columns = score_columns(Negative(), ["a fox"])
    assert columns.bits.tolist() == score_texts(WordBackend(), ["a fox"])[0].bits.tolist()


@pytest.mark.parametrize(
    ("size", "groups", "alone"),
    [(100, [[2, 2, 3, 1]], []), (4, [[2, 2], [3, 1]], []), (2, [[1, 1]], [2, 2, 2])],
)
def test_small_batches_go_together_to_a_model_that_takes_them_so(size, groups, alone):
    backend = Grouped()
    texts = [f"fox {n}" for n in range(8)]
    rows = score_texts(backend, texts, sets=[2, 2, 3, 1], batch_size=size)
    assert [row.text for row in rows] == texts
    assert [[len(group) for group in one] for one in backend.groups] == groups
    assert list(map(len, backend.batches)) == alone


def test_a_group_that_fails_is_scored_batch_by_batch():
    backend = Grouped(_failing_on("odd"))
    with pytest.raises(PartialScoringError, match="'odd' is too long") as caught:
        score_texts(backend, ["a fox", "an odd one", "owls hunt"], sets=[1, 1, 1])
    assert len(backend.groups) == 1
    assert [None if row is None else row.text for row in caught.value.rows] == ["a fox", None, "owls hunt"]


# ---------------------------------------------------------------- models that fail


class Answering(WordBackend):
    """A model that answers as a test says."""

    def __init__(self, answer):
        super().__init__(name="odd")
        self.answer = answer

    def score(self, texts, options=ScoringOptions()):
        return self.answer(super().score(texts, options))


@pytest.mark.parametrize("answer", [lambda all_: all_[:-1], lambda all_: [*all_, all_[0]], lambda all_: []])
def test_a_wrong_number_of_answers_is_a_scoring_error(answer):
    with pytest.raises(ScoringError, match=r"odd gave values that cannot be used:\n.*4 were given, \d came back"):
        score_texts(Answering(answer), TEXTS)


@pytest.mark.parametrize("answer", [lambda all_: None, lambda all_: 7])
def test_no_answer_at_all_is_a_scoring_error(answer):
    with pytest.raises(ScoringError, match="odd failed"):
        score_texts(Answering(answer), TEXTS)


def test_answers_may_come_one_by_one():
    assert [scored.text for scored in score_texts(Answering(iter), TEXTS)] == TEXTS


def test_a_foreign_exception_becomes_a_scoring_error_that_names_a_sentence_and_the_cause():
    def broken(word):
        raise ZeroDivisionError("no mass left")

    with pytest.raises(ScoringError) as caught:
        score_texts(WordBackend(broken, name="thin"), TEXTS)
    message = str(caught.value)
    for part in ("thin failed on the sentence", "'the old fox sleeps'", "ZeroDivisionError: no mass left"):
        assert part in message
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


@pytest.mark.parametrize("error", [ScoringError("'a fox' is too long."), ModelError("gone"), KeyboardInterrupt()])
def test_our_own_errors_and_interrupts_pass_as_they_are(error):
    def broken(word):
        raise error

    with pytest.raises(type(error)) as caught:
        score_texts(WordBackend(broken), TEXTS)
    assert caught.value is error


def test_the_sentence_that_fails_is_found_in_its_batch_with_no_more_work_than_the_batch_took():  # field case C10
    def broken(word):
        if word == "odd":
            raise ValueError("no such word")
        return 1.0

    texts = [f"fox {n}" for n in range(63)] + ["odd one"]
    backend = WordBackend(broken, name="thin")
    with pytest.raises(
        ScoringError, match=r"thin failed on the sentence 'odd one': ValueError: no such word"
    ) as caught:
        score_texts(backend, texts, batch_size=64)
    assert caught.value.texts == ("odd one",)
    assert sum(map(len, backend.batches)) <= 3 * len(texts)  # the batch, the search in it, the others without it


def _failing_on(*words):
    def bits(word):
        if word in words:
            raise ScoringError(f"'{word}' is too long.")
        return float(len(word))

    return bits


@pytest.mark.parametrize("size", [1, 3, 64])
def test_sentences_that_fail_do_not_cost_the_others(size, tmp_path):  # field case A12
    texts = [f"fox {n}" for n in range(20)] + ["odd one", "an odd two", "end three"]
    backend = WordBackend(_failing_on("odd", "three"), name="thin")
    with pytest.raises(PartialScoringError) as caught:
        score_texts(backend, texts, batch_size=size)
    assert sorted(caught.value.failed) == ["an odd two", "end three", "odd one"]
    assert list(caught.value.scored) == [text for text in caught.value.scored if text.startswith("fox")]
    assert set(caught.value.scored) == set(texts[:20])
    for text in texts[:20]:
        np.testing.assert_array_equal(caught.value.scored[text].bits, WordBackend().score([text])[0].bits)
    assert sorted(str(caught.value).splitlines()) == ["'odd' is too long."] * 2 + ["'three' is too long."]


def test_a_model_that_fails_on_everything_is_not_asked_for_everything():
    backend = WordBackend(_failing_on("fox"), name="thin")
    with pytest.raises(ScoringError, match=r"^'fox' is too long\.$") as caught:
        score_texts(backend, [f"fox {n}" for n in range(10_000)], batch_size=8)
    assert not isinstance(caught.value, PartialScoringError)
    assert sum(map(len, backend.batches)) < 1000


def test_a_model_that_begins_to_fail_is_left_after_a_hundred_sentences():
    backend = WordBackend(_failing_on("fox"), name="thin")
    with pytest.raises(ScoringError, match="is too long"):
        score_texts(backend, ["a good and long sentence", *(f"fox {n}" for n in range(1000))], batch_size=1)
    assert 100 < len(backend.batches) < 1000


@pytest.mark.parametrize("most", [1, 2, 3])
def test_a_batch_that_fails_as_a_whole_is_scored_in_parts(most):
    def answer(scored):
        if len(scored) > most:
            raise MemoryError("too many")
        return scored

    assert [one.text for one in score_texts(Answering(answer), TEXTS)] == TEXTS


def test_a_sentence_that_fails_once_and_not_again_costs_no_other():
    asked = []

    def answer(scored):
        asked.extend(one.text for one in scored)
        if [one.text for one in scored] == ["foxes"] and asked.count("foxes") == 1:
            raise ValueError("a passing trouble")
        return scored

    with pytest.raises(
        PartialScoringError, match="odd failed on the sentence 'foxes': ValueError: a passing"
    ) as caught:
        score_texts(Answering(answer), TEXTS, batch_size=1)
    assert set(caught.value.scored) == {*TEXTS} - {"foxes"}


@examples(60)
@given(st.lists(st.text("abc ", min_size=1, max_size=5), max_size=12), st.integers(1, 5))
def test_any_texts_in_any_batches_come_back_as_if_scored_alone(texts, size):
    backend = WordBackend()
    scored = score_texts(backend, texts, batch_size=size)
    assert [one.text for one in scored] == texts
    for one in scored:
        np.testing.assert_array_equal(one.bits, WordBackend().score([one.text])[0].bits)
    assert len([text for batch in backend.batches for text in batch]) == len(set(texts))


def test_sentences_that_could_not_be_scored_are_shown_but_not_at_any_length():
    texts = ("The dog " + "barks and " * 50 + "sleeps.", *(f"The cat sleeps {n} times." for n in range(6)))
    error = PartialScoringError([BatchFailure(texts, "too long")])
    assert error.failed == texts
    first, *shown, last = str(error).splitlines()
    assert first == "A batch of 7 sentences could not be scored: too long"
    assert shown[0].endswith("barks and …")
    assert len(shown[0]) <= 102
    assert shown[1:] == [f"  The cat sleeps {n} times." for n in range(4)]
    assert last == "  … and 2 more"
    error = PartialScoringError([BatchFailure((f"fox {n}",), "too long") for n in range(9)])
    assert len(error.failed) == 9
    *shown, last = str(error).splitlines()
    assert shown == [f"The sentence 'fox {n}' could not be scored: too long" for n in range(5)]
    assert last == "… and 4 more sentences that could not be scored."
