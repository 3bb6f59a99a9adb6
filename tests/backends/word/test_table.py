"""Sentences cut into words that keep their places; a batch cut at once is what its sentences are when each is cut alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.backends.word import table as word_batches
from syntaxgym_lite.backends.word.table import NUMBERED, WordTable, numbering
from syntaxgym_lite.lm.vocabulary import Vocabulary
from syntaxgym_lite.words import SCHEMES, split_words

ODD = st.text(alphabet=st.sampled_from("ab.'’- n t3,_\n\t\x0b\x1c\u00a0\u2003é\u0301'sA"), max_size=30)


def looked_up(scheme, **options):
    """A table whose only value is the word that is looked up."""
    return WordTable(scheme, lambda word: (word,), [object], **options)


def assert_alike(batch, texts, context, scheme):
    """Compare with the plain way: each sentence with its context, cut by itself."""
    for index, text in enumerate(texts):
        whole = context + text
        ranges = split_words(whole, scheme)
        start, first, end = batch.bounds[index], batch.firsts[index], batch.bounds[index + 1]
        words = [whole[a:b] for a, b in ranges]
        assert list(batch.words[start:end]) == batch.values[0][start:end].tolist() == words
        assert first - start == sum(b <= len(context) for _, b in ranges)
        expected = [[max(a - len(context), 0), max(b - len(context), 0)] for a, b in ranges[first - start :]]
        assert batch.spans[first:end].tolist() == expected


@pytest.mark.parametrize("words", SCHEMES)
@given(texts=st.lists(ODD | st.text(max_size=20), max_size=4), context=ODD)
def test_a_batch_is_cut_as_its_sentences_are(words, texts, context):
    table = looked_up(words)
    assert_alike(table.cut(texts, context=context), texts, context, words)
    assert_alike(table.cut(texts), texts, "", words)  # with what the table knows by now


@given(text=st.text(max_size=40), context=st.text(max_size=10), words=st.sampled_from(SCHEMES))
def test_spans_are_ordered_do_not_overlap_and_stay_inside_any_text(text, context, words):
    batch = WordTable(words).cut([text], context=context)
    [here] = batch.scored()
    flat = batch.spans[here].ravel()
    assert (np.diff(flat) >= 0).all()
    assert flat.size == 0 or (flat[0] >= 0 and flat[-1] <= len(text))


def test_full_stop_is_a_word_of_its_own_and_lies_in_the_text():
    batch = WordTable("treebank").cut(["sleep."])
    assert batch.words == ("sleep", ".")
    assert batch.spans.tolist() == [[0, 5], [5, 6]]


@pytest.mark.parametrize(
    ("language", "expected"),
    [(True, ["i\u0307stanbul", "işık"]), ("tr", ["istanbul", "ışık"]), (False, ["İstanbul", "Işık"])],
)
def test_lower_casing_knows_turkish_if_told(language, expected):
    """Field case A16."""
    batch = looked_up("clitics", lowercase=language).cut(["İstanbul Işık"])
    assert batch.values[0].tolist() == expected
    assert batch.words == ("İstanbul", "Işık")
    assert batch.spans.tolist() == [[0, 8], [9, 13]]


def test_lowercasing_changes_the_looked_up_word_but_not_the_spans():
    batch = looked_up("whitespace", lowercase=True).cut(["İzmir Foxes"])
    assert batch.words == ("İzmir", "Foxes")
    assert batch.values[0].tolist() == ["i̇zmir", "foxes"]  # the first word one code point longer
    assert batch.spans.tolist() == [[0, 5], [6, 11]]


def test_context_words_come_first_and_are_not_scored():
    batch = WordTable("clitics").cut(["dogs bark"], context="The old ")
    assert batch.words == ("The", "old", "dogs", "bark")
    assert batch.scored() == [slice(2, 4)]
    assert batch.spans[2:].tolist() == [[0, 4], [5, 9]]


def test_word_that_reaches_from_the_context_into_the_sentence_is_scored():
    batch = WordTable("clitics").cut(["berries grow"], context="blue")
    assert (batch.words, batch.scored()) == (("blueberries", "grow"), [slice(0, 2)])
    assert batch.spans.tolist() == [[0, 7], [8, 12]]


def test_each_distinct_word_is_looked_up_once_until_a_full_table_begins_anew(monkeypatch):
    asked = []

    def look_up(word):
        asked.append(word)
        return (word,)

    table = WordTable("clitics", look_up, [object])
    for _ in range(2):
        assert_alike(table.cut(["one two one"]), ["one two one"], "", "clitics")
    assert asked == ["one", "two"]
    monkeypatch.setattr(word_batches, "_MOST", 2)
    for text in ("three four's", "one", "two"):
        assert_alike(table.cut([text]), [text], "", "clitics")
    assert asked == ["one", "two", "three", "four", "'s", "one", "two"]


def test_the_number_of_an_unknown_word_may_depend_on_whether_it_stands_first():
    vocabulary = Vocabulary(("UNK", "UNK-INITC", "UNK-CAPS", "the"), unk="classes")
    batch = WordTable("clitics", numbering(vocabulary), NUMBERED).cut(["Quux the Quux", "", "the Quux"])
    numbers, known = batch.numbered()
    assert numbers.tolist() == [1, 3, 2, 3, 2]
    assert numbers[:3].tolist() == vocabulary.encode(["Quux", "the", "Quux"]).tolist()
    assert known.tolist() == [False, True, False, True, False]


def test_unknown_words_are_shown_as_unk_or_as_their_class():
    batch = WordTable("clitics").cut(["foxes Quux"])
    bits, known = np.array([1.0, 3.5]), np.array([True, False])
    [result] = batch.surprisals(bits, known, eos_bits=np.array([2.0]))
    assert (result.tokens, result.oov.tolist(), result.bits.tolist()) == (("foxes", "<unk>"), [False, True], [1.0, 3.5])
    assert result.eos_bits == 2.0
    [result] = batch.surprisals(bits, known, unknown=("foxes", "UNK-CAPS"), numbers=np.array([0, 1]))
    assert result.tokens == ("foxes", "UNK-CAPS")
    assert np.isnan(result.eos_bits)


def test_sentences_share_the_arrays_of_their_batch():
    batch = WordTable("clitics").cut(["one two", "three"])
    first, second = batch.surprisals(np.array([1.0, 2.0, 3.0]), np.array([True, True, False]))
    assert first.bits.base is second.bits.base
    assert not second.bits.flags.writeable
    assert (second.tokens, second.oov.tolist(), second.bits.tolist()) == (("<unk>",), [True], [3.0])
