"""A batch cut at once is what its sentences are when each is cut alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.backends.word import table as word_batches
from syntaxgym_lite.backends.word.sentences import split_sentences
from syntaxgym_lite.backends.word.table import WordTable
from syntaxgym_lite.words import SCHEMES

ODD = st.text(alphabet=st.sampled_from("ab.'’- n t3,_\n\t\x0b\x1c\u00a0\u2003é\u0301'sA"), max_size=30)


def assert_alike(batch, texts, context, words):
    for index, one in enumerate(split_sentences(texts, context=context, words=words)):
        start, first, end = batch.bounds[index], batch.firsts[index], batch.bounds[index + 1]
        assert tuple(batch.words[start:end]) == one.words
        assert first - start == one.n_context
        assert batch.spans[first:end].tolist() == one.spans.tolist()


@pytest.mark.parametrize("words", SCHEMES)
@given(texts=st.lists(ODD | st.text(max_size=20), max_size=4), context=ODD)
def test_a_batch_is_cut_as_its_sentences_are(words, texts, context):
    table = WordTable(words)
    assert_alike(table.cut(texts, context=context), texts, context, words)
    assert_alike(table.cut(texts), texts, "", words)  # with what the table knows by now


def test_a_full_table_begins_anew(monkeypatch):
    monkeypatch.setattr(word_batches, "_MOST", 2)
    table = WordTable("clitics")
    texts = ["one two", "three four's", "one"]
    for text in texts:
        assert_alike(table.cut([text]), [text], "", "clitics")
    assert table.generation == 1
    assert len(table.forms) == 1


def test_sentences_share_the_arrays_of_their_batch():
    batch = WordTable("clitics").cut(["one two", "three"])
    first, second = batch.surprisals(np.array([1.0, 2.0, 3.0]), np.array([True, True, False]))
    assert first.bits.base is second.bits.base
    assert not second.bits.flags.writeable
    assert (second.tokens, second.oov.tolist(), second.bits.tolist()) == (("<unk>",), [True], [3.0])
