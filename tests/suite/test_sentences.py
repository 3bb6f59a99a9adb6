"""Sentences as columns are the sentences of the suite, in every way in which they can be asked for."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import contents, examples, joins, sentences, suite_documents

from syntaxgym_lite.suite import SentenceColumns, sentence_text
from syntaxgym_lite.suite.json import loads_suite
from syntaxgym_lite.suite.text import sentence_texts


def assert_same(found, expected):
    assert list(found) == list(expected)  # but for the spans, which are compared here
    for one, other in zip(found, expected, strict=True):
        assert one.region_spans.tolist() == other.region_spans.tolist()
        assert one.region_spans.dtype == np.int32
        assert not one.region_spans.flags.writeable


@examples(60)
@given(document=suite_documents(), join=joins, normalize=st.sampled_from([(), ("quotes",), ("quotes", "nfc")]))
def test_a_suite_gives_the_same_sentences_as_columns_and_one_by_one(document, join, normalize):
    suite = loads_suite(json.dumps(document))
    assert_same(
        suite.sentence_columns(join=join, normalize=normalize), list(suite.sentences(join=join, normalize=normalize))
    )


@examples(60)
@given(listed=st.lists(sentences(), max_size=4))
def test_columns_of_sentences_are_a_sequence_of_these(listed):
    columns = SentenceColumns.of(listed)
    assert_same(columns, listed)
    assert_same([columns[place] for place in range(-len(listed), 0)], listed)
    assert_same(columns[1:], listed[1:])
    assert len(repr(columns)) < 50
    assert SentenceColumns.of(columns) is columns
    with pytest.raises(IndexError):
        columns[len(listed)]


@examples(60)
@given(listed=st.lists(st.lists(contents(), max_size=4), max_size=4), join=joins)
def test_sentences_put_together_are_as_each_of_them_alone(listed, join):
    texts, spans = sentence_texts(listed, join)
    alone = [sentence_text(own, join) for own in listed]
    assert texts == [text for text, _ in alone]
    assert spans.tolist() == [span for _, own in alone for span in own.tolist()]


def test_more_items_than_are_made_at_once_come_in_the_order_of_the_file():
    items = [{"item_number": n, "conditions": [_condition("a", n), _condition("b", n)]} for n in range(1, 251)]
    document = {"meta": {"name": "many", "metric": "sum"}, "region_meta": {"1": "x"}, "predictions": [], "items": items}
    suite = loads_suite(json.dumps(document))
    assert [(one.item_number, one.condition_name, one.text) for one in suite.sentences()] == [
        (n, name, f"{name} {n}") for n in range(1, 251) for name in "ab"
    ]


def _condition(name, n):
    return {"condition_name": name, "regions": [{"region_number": 1, "content": f"{name} {n}"}]}
