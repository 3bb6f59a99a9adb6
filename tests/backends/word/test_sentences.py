"""Words keep their places in the sentence."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.backends.word.sentences import split_sentences, word_surprisals
from syntaxgym_lite.words import SCHEMES


def test_full_stop_is_a_word_of_its_own_and_lies_in_the_text():
    [sentence] = split_sentences(["sleep."], words="treebank")
    assert sentence.words == ("sleep", ".")
    assert sentence.spans.tolist() == [[0, 5], [5, 6]]


def test_lowercasing_changes_the_looked_up_word_but_not_the_spans():
    [sentence] = split_sentences(["İzmir Foxes"], words="whitespace", lowercase=True)
    assert sentence.words == ("i̇zmir", "foxes")  # lower-casing made the first word one code point longer
    assert sentence.spans.tolist() == [[0, 5], [6, 11]]


def test_context_words_come_first_and_are_not_scored():
    [sentence] = split_sentences(["dogs bark"], context="The old ", words="clitics")
    assert sentence.words == ("The", "old", "dogs", "bark")
    assert (sentence.n_context, sentence.scored) == (2, ("dogs", "bark"))
    assert sentence.spans.tolist() == [[0, 4], [5, 9]]


def test_word_that_reaches_from_the_context_into_the_sentence_is_scored():
    [sentence] = split_sentences(["berries grow"], context="blue", words="clitics")
    assert sentence.scored == ("blueberries", "grow")
    assert sentence.spans.tolist() == [[0, 7], [8, 12]]


def test_unknown_words_are_shown_as_unk_and_marked():
    [sentence] = split_sentences(["foxes quux"], words="clitics")
    result = word_surprisals(sentence, bits=[1.0, 3.5], known=[True, False], eos_bits=2.0)
    assert result.tokens == ("foxes", "<unk>")
    assert result.oov.tolist() == [False, True]
    assert result.bits.tolist() == [1.0, 3.5]
    assert result.eos_bits == 2.0


def test_classes_of_unknown_words_are_shown():
    [sentence] = split_sentences(["foxes Quux"], words="clitics")
    result = word_surprisals(sentence, bits=[1.0, 3.5], known=[True, False], unknown=["", "UNK-CAPS"])
    assert result.tokens == ("foxes", "UNK-CAPS")


@given(text=st.text(max_size=40), context=st.text(max_size=10), words=st.sampled_from(SCHEMES))
def test_spans_are_ordered_do_not_overlap_and_stay_inside_any_text(text, context, words):
    [sentence] = split_sentences([text], context=context, words=words)
    flat = sentence.spans.ravel()
    assert (np.diff(flat) >= 0).all()
    assert flat.size == 0 or (flat[0] >= 0 and flat[-1] <= len(text))
    assert len(sentence.spans) == len(sentence.scored)
