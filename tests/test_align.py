"""Tokens go to regions by their first character, exactly once; region values are computed from what a region owns."""

from __future__ import annotations

import itertools
import math
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.plain import plain_metric, plain_owner
from support.strategies import NAN, defined_bits, examples, scored, sentences, token_spans

from syntaxgym_lite.align import _BLANKS, align, book, region_surprisals, word_values
from syntaxgym_lite.errors import InputError, ScoringError
from syntaxgym_lite.formula import METRICS
from syntaxgym_lite.suite import Sentence, SentenceColumns, sentence_text
from syntaxgym_lite.surprisal import TokenSurprisals
from syntaxgym_lite.token_columns import TokenColumns
from syntaxgym_lite.words import SCHEMES, split_words


def make_sentence(*contents, join="space"):
    return Sentence(1, "a", *sentence_text(contents, join))


def make_tokens(text, *tokens, bits=None, oov=(), **extra):
    """Tokens given as they stand in the text, one after the other; a blank between them may be in either or in none."""
    spans, position = [], 0
    for token in tokens:
        start = text.index(token, position)
        position = start + len(token)
        spans.append((start, position))
    values = [float(n) for n in range(1, len(tokens) + 1)] if bits is None else bits
    return TokenSurprisals(text, tokens, np.array(spans), np.array(values), np.isin(tokens, list(oov)), **extra)


def owners(text, region_spans, token_spans):
    """The first and the last region that each token of one sentence is in."""
    booked = book([text], [region_spans], [token_spans])
    return booked.first, booked.last


def first_owner(sentence, tokens):
    return owners(sentence.text, sentence.region_spans, tokens.spans)[0].tolist()


# ---------------------------------------------------------------- whose token is it


@pytest.mark.parametrize(
    ("contents", "tokens", "expected"),
    [
        pytest.param(["the fox", "sleeps"], ["the", " fox", " sleeps"], [0, 0, 1], id="blank inside the token, before"),
        pytest.param(["the fox", "sleeps"], ["the ", "fox ", "sleeps"], [0, 0, 1], id="blank inside the token, after"),
        pytest.param(["the fox", "sleeps"], ["the", "fox", "sleeps"], [0, 0, 1], id="blank in no token"),
        pytest.param(["the fox", "sleeps"], ["the", " ", "fox", " ", "sleeps"], [0, 0, 0, 1, 1], id="blanks alone"),
        pytest.param(["the", "uncanny", "fox"], ["the", " un", "can", "ny", " fox"], [0, 1, 1, 1, 2], id="pieces"),
        pytest.param(["the fox", "", "", "sleeps"], ["the", " fox", " sleeps"], [0, 0, 3], id="empty regions"),
        pytest.param(["", "the fox", ""], ["the", " fox"], [1, 1], id="empty regions at both ends"),
        pytest.param(["dogs bark", "."], ["dogs", " bark", " ."], [0, 0, 1], id="punctuation with its blank"),
        pytest.param(["the fox", "sleeps"], ["the fox sleeps"], [0], id="one token for all"),
        pytest.param(["the fox", "sleeps"], ["the", " fox sl", "eeps"], [0, 0, 1], id="a token into the next region"),
    ],
)
def test_a_token_belongs_to_the_region_of_its_first_visible_character(contents, tokens, expected):
    sentence = make_sentence(*contents)
    assert first_owner(sentence, make_tokens(sentence.text, *tokens)) == expected


def test_a_blank_at_the_end_of_a_sentence_goes_with_the_character_before_it():
    sentence = make_sentence("the fox", " sleeps ", join="none")
    assert first_owner(sentence, make_tokens(sentence.text, "the", " fox", " sleeps", " ")) == [0, 0, 1, 1]


def test_punctuation_attached_by_natural_spelling_is_its_own_region():
    sentence = make_sentence("dogs bark", ".", join="natural")
    assert sentence.text == "dogs bark."
    assert first_owner(sentence, make_tokens(sentence.text, "dogs", " bark", ".")) == [0, 0, 1]


def test_text_without_blanks_is_cut_where_regions_are():
    sentence = make_sentence("猫", "昨天", "睡", "了", join="none")
    tokens = make_tokens(sentence.text, "猫", "昨", "天", "睡", "了", bits=[1.0, 2.0, 4.0, 8.0, 16.0])
    assert align([sentence], [tokens]).bits["sum"].tolist() == [[1.0, 6.0, 8.0, 16.0]]


@pytest.mark.parametrize("word", ["caf\u00e9", "cafe\u0301"], ids=["NFC", "NFD"])
def test_an_accent_stays_with_its_word_in_either_encoding(word):
    sentence = make_sentence("the", word, "closes")
    spans = [(0, 3), (3, 7), (7, 4 + len(word)), (4 + len(word), len(sentence.text))]
    assert owners(sentence.text, sentence.region_spans, np.array(spans))[0].tolist() == [0, 1, 1, 2]


def test_bytes_of_an_emoji_share_its_span_and_its_region():
    sentence = make_sentence("my", "🦊", "naps")
    spans = np.array([(0, 2), (2, 4), (3, 4), (3, 4), (4, 9)])
    tokens = TokenSurprisals(sentence.text, ("my", "🦊", "🦊", "🦊", "naps"), spans, np.ones(5), np.zeros(5))
    regions = align([sentence], [tokens])
    assert regions.n_tokens.tolist() == [[1, 3, 1]]
    assert regions.bits["sum"].tolist() == [[1.0, 3.0, 1.0]]


def test_bytes_of_an_emoji_that_joins_several_go_to_one_region():
    family = "👩\u200d👩\u200d👧"
    sentence = make_sentence(family, "🏳\ufe0f\u200d🌈")
    spans = np.array([(0, 1), (0, 1), (1, 2), (2, 3), (3, 5), (5, 7), (6, 7), (7, 10)])
    assert owners(sentence.text, sentence.region_spans, spans)[0].tolist() == [0, 0, 0, 0, 0, 1, 1, 1]


def test_a_token_across_a_boundary_is_counted_once_in_the_first_region():
    sentence = make_sentence("rain", "bow", "fades", join="none")
    tokens = make_tokens(sentence.text, "rainbow", "fades", bits=[5.0, 2.0])
    regions = align([sentence], [tokens], ["sum", "count"])
    assert regions.bits["sum"][0, [0, 2]].tolist() == [5.0, 2.0]
    assert np.isnan(regions.bits["sum"][0, 1])
    assert np.isnan(regions.bits["count"][0, 1])
    assert regions.n_tokens.tolist() == [[1, 0, 1]]
    assert regions.straddling == ((0, 0, 1),)
    assert np.nansum(regions.bits["sum"]) == 7.0


def test_a_token_across_several_regions_names_each_that_has_text_once():
    sentence = make_sentence("a", "", "b", "c", join="none")
    regions = align([sentence] * 2, [make_tokens("abc", "a", "b", "c"), make_tokens("abc", "abc")])
    assert regions.straddling == ((1, 0, 2), (1, 0, 3))
    twice = TokenSurprisals("abc", ("ab", "ab", "c"), np.array([(0, 2), (0, 2), (2, 3)]), np.ones(3), np.zeros(3))
    assert align([sentence], [twice]).straddling == ((0, 0, 2),)


def test_a_region_of_blanks_is_as_an_empty_one():
    sentence = make_sentence("the", " ", "fox", join="none")
    regions = align([sentence], [make_tokens("the fox", "the", " fox")], ["sum", "mean"])
    assert regions.bits["sum"].tolist() == [[1.0, 0.0, 2.0]]
    assert np.isnan(regions.bits["mean"]).tolist() == [[False, True, False]]
    assert regions.straddling == ()


def test_unknown_words_are_listed_by_region_in_reading_order_as_written():
    sentence = make_sentence("the band and", "fox")
    tokens = TokenSurprisals(
        sentence.text,
        ("the", "<unk>", "and", "fox"),
        np.array([(0, 3), (3, 8), (9, 12), (13, 16)]),
        np.ones(4),
        np.array([False, True, False, False]),
    )
    assert align([sentence], [tokens]).oov == ((0, 0, "band"),)
    last = make_sentence("the fox", "quux")
    unknown = make_tokens(last.text, "the", "fox", "quux", oov=["quux"])
    assert align([last], [unknown]).oov == ((0, 1, "quux"),)
    assert align([last, sentence, last], [unknown, tokens, unknown]).oov == (
        (0, 1, "quux"),
        (1, 0, "band"),
        (2, 1, "quux"),
    )


def test_the_same_word_twice_is_told_apart_by_its_place():
    sentence = make_sentence("the the", "the")
    assert first_owner(sentence, make_tokens(sentence.text, "the", " the", " the")) == [0, 0, 1]


def test_an_answer_for_another_text_is_refused():
    sentence = make_sentence("the fox", "sleeps")
    with pytest.raises(ScoringError, match="answered for 'the fox' when it was given 'the fox sleeps'"):
        align([sentence], [make_tokens("the fox", "the", "fox")])


def test_a_sentence_without_visible_text_or_without_tokens_is_no_accident():
    nothing = np.zeros((0, 2), np.int32)
    assert owners("", np.array([(0, 0)]), nothing)[0].tolist() == []
    assert owners("  ", np.array([(0, 1), (1, 2)]), np.array([(0, 2)]))[0].tolist() == [0]
    sentence = make_sentence("the fox", "")
    silent = TokenSurprisals(sentence.text, (), nothing, np.array([]), np.array([]))
    regions = align([sentence], [silent], METRICS)
    assert np.isnan(regions.bits["sum"][0, 0])  # text that no token covers has no value
    assert regions.bits["sum"][0, 1] == 0.0


# ---------------------------------------------------------------- metrics

# two regions, [2, 4, 9] and [6]; worked out by hand, in bits but for prob, token_prob, rank and count
HAND = {
    "sum": (15.0, 6.0),
    "mean": (5.0, 6.0),
    "word_mean": (5.0, 6.0),
    "char_mean": (15 / 11, 1.0),  # "the red fox" has 11 characters, "sleeps" 6
    "byte_mean": (15 / 11, 1.0),
    "penalised": (15 / (8 / 6) ** 0.8, 6.0),
    "median": (4.0, 6.0),
    "range": (7.0, 0.0),
    "max": (9.0, 6.0),
    "min": (2.0, 6.0),
    "first": (2.0, 6.0),
    "last": (9.0, 6.0),
    "prob": (2.0**-15, 2.0**-6),
    "token_prob": (NAN, 2.0**-6),
    "rank": (NAN, 7.0),
    "count": (3.0, 1.0),
}


@pytest.mark.parametrize("metric", METRICS)
def test_metrics_of_a_hand_worked_sentence(metric):
    sentence = make_sentence("the red fox", "sleeps")
    tokens = make_tokens(sentence.text, "the", "red", "fox", "sleeps", bits=[2.0, 4.0, 9.0, 6.0], ranks=[1, 2, 3, 7])
    assert align([sentence], [tokens], [metric]).bits[metric][0].tolist() == pytest.approx(HAND[metric], nan_ok=True)


def test_a_mean_over_words_divides_by_what_blanks_separate():
    sentence = make_sentence("the fox's", "den")
    tokens = make_tokens(sentence.text, "the", "fox", "'s", "den", bits=[2.0, 4.0, 9.0, 6.0])
    assert align([sentence], [tokens], ["word_mean"]).bits["word_mean"][0].tolist() == [7.5, 6.0]


def test_means_over_characters_and_bytes_count_from_the_first_visible_one_to_the_last():
    sentence = make_sentence("le café", "🦊 noir")
    tokens = make_tokens(sentence.text, "le", "café", "🦊", "noir", bits=[7.0, 9.0, 4.0, 6.0])
    found = align([sentence], [tokens], ["char_mean", "byte_mean"]).bits
    assert found["char_mean"][0].tolist() == [16 / 7, 10 / 6]
    assert found["byte_mean"][0].tolist() == [16 / 8, 10 / 9]


def test_metrics_of_two_tokens():
    sentence = make_sentence("the fox", "sleeps")
    tokens = make_tokens(sentence.text, "the", "fox", "sleeps", bits=[2.0, 4.0, 6.0])
    regions = align([sentence], [tokens], METRICS)
    values = {metric: regions.bits[metric][0].tolist() for metric in ("sum", "mean", "max", "range", "median")}
    assert values == {
        "sum": [6.0, 6.0],
        "mean": [3.0, 6.0],
        "max": [4.0, 6.0],
        "range": [2.0, 0.0],
        "median": [3.0, 6.0],
    }


def test_an_empty_region_sums_to_zero_and_counts_none_and_is_undefined_otherwise():
    sentence = make_sentence("the", "", "fox")
    regions = align([sentence], [make_tokens(sentence.text, "the", "fox")], METRICS)
    values = {metric: regions.bits[metric][0, 1] for metric in METRICS}
    assert (values.pop("sum"), values.pop("count")) == (0.0, 0.0)
    assert all(map(np.isnan, values.values()))


def test_an_undefined_token_makes_its_own_region_undefined_and_no_other():
    sentence = make_sentence("the fox", "sleeps", "well")
    tokens = make_tokens(sentence.text, "the", "fox", "sleeps", "well", bits=[NAN, 4.0, 6.0, 1.0])
    regions = align([sentence], [tokens], METRICS)
    undefined = {metric for metric in METRICS if np.isnan(regions.bits[metric][0, 0])}
    assert undefined == set(METRICS) - {"last", "count"}  # the last token is known, and so is their number
    assert not np.isnan([regions.bits[metric][0, 1:] for metric in set(METRICS) - {"rank"}]).any()


def test_a_rank_is_that_of_a_word_in_one_token_that_the_model_ranked():
    sentence = make_sentence("the fox", "sleeps", "well")
    tokens = make_tokens(sentence.text, "the", "fox", "sleeps", "well", ranks=[1, 2, 3, 0])
    assert align([sentence], [tokens], ["rank"]).bits["rank"][0].tolist() == pytest.approx([NAN, 3, NAN], nan_ok=True)
    unranked = make_tokens(sentence.text, "the", "fox", "sleeps", "well")
    assert np.isnan(align([sentence], [unranked], ["rank"]).bits["rank"]).all()


def test_an_unknown_word_has_neither_a_rank_nor_a_probability_as_a_token():  # they are those of <unk>
    sentence = make_sentence("the", "quux")
    tokens = make_tokens(sentence.text, "the", "quux", bits=[1.0, 2.0], ranks=[1, 2], oov=["quux"])
    regions = align([sentence], [tokens], METRICS)
    assert [regions.bits[metric][0].tolist() for metric in ("token_prob", "rank")] == [
        pytest.approx([0.5, NAN], nan_ok=True),
        pytest.approx([1.0, NAN], nan_ok=True),
    ]
    assert regions.bits["prob"][0].tolist() == [0.5, 0.25]


def test_an_impossible_token_is_infinite_not_undefined():
    sentence = make_sentence("the", "fox")
    regions = align(
        [sentence], [make_tokens(sentence.text, "the", "fox", bits=[1.0, math.inf])], ["sum", "prob", "max"]
    )
    assert regions.bits["sum"].tolist() == [[1.0, math.inf]]
    assert regions.bits["prob"].tolist() == [[0.5, 0.0]]
    assert regions.bits["max"].tolist() == [[1.0, math.inf]]


@examples(150)
@given(st.data())
def test_metrics_agree_with_a_plain_road(data):
    n_regions = data.draw(st.integers(1, 6))
    n = data.draw(st.integers(0, 12))
    region = data.draw(st.lists(st.integers(0, n_regions - 1), min_size=n, max_size=n))
    bits = data.draw(st.lists(defined_bits | st.just(NAN), min_size=n, max_size=n))
    ranks = data.draw(st.lists(st.integers(0, 9), min_size=n, max_size=n))
    unknown = data.draw(st.lists(st.booleans(), min_size=n, max_size=n))
    n_words = data.draw(st.lists(st.integers(0, 3), min_size=n_regions, max_size=n_regions))
    values, n_tokens = region_surprisals(
        np.array(region, np.int32),
        np.array(bits),
        np.array(ranks),
        n_words=np.array(n_words),
        metrics=METRICS,
        unknown=np.array(unknown, np.bool_),
        n_chars=4 * np.array(n_words),
        n_bytes=5 * np.array(n_words),
    )
    for place in range(n_regions):
        own = [token for token in range(n) if region[token] == place]
        assert n_tokens[place] == len(own)
        for metric in METRICS:
            own_values = ([each[t] for t in own] for each in (bits, ranks, unknown))
            sizes = (n_words[place], 4 * n_words[place], 5 * n_words[place])
            expected = plain_metric(metric, *own_values, *sizes)
            assert values[metric][place] == pytest.approx(expected, rel=1e-12, nan_ok=True), metric


# ---------------------------------------------------------------- laws

scored_sentences = sentences().flatmap(lambda sentence: st.tuples(st.just(sentence), scored(sentence.text)))
known_sentences = sentences().flatmap(
    lambda sentence: st.tuples(st.just(sentence), scored(sentence.text, defined_bits))
)


@examples(200)
@given(known_sentences)
def test_region_sums_and_the_end_add_up_to_the_sentence(pair):
    """Conservation, the law that everything rests on."""
    sentence, tokens = pair
    regions = align([sentence], [tokens])
    end = 0.0 if np.isnan(tokens.eos_bits) else tokens.eos_bits
    assert np.nansum(regions.bits["sum"]) + end == pytest.approx(math.fsum(tokens.bits) + end, rel=1e-12)
    assert regions.n_tokens.sum() == len(tokens.tokens)
    assert regions.eos_bits[0] == pytest.approx(tokens.eos_bits, nan_ok=True)
    # a region is undefined exactly if it has text but no token of its own
    visible = [bool(sentence.text[start:end].strip()) for start, end in sentence.region_spans]
    assert np.isnan(regions.bits["sum"][0]).tolist() == [
        text and n == 0 for text, n in zip(visible, regions.n_tokens[0], strict=True)
    ]


@examples(150)
@given(scored_sentences)
def test_owners_agree_with_a_plain_road(pair):
    sentence, tokens = pair
    first, last = owners(sentence.text, sentence.region_spans, tokens.spans)
    if sentence.text.strip():
        assert first.tolist() == [plain_owner(sentence, start) for start in tokens.spans[:, 0]]
    assert (last >= first).all()
    assert (np.diff(first) >= 0).all()


@examples(60)
@given(scored_sentences)
def test_an_undefined_token_takes_nothing_from_other_regions(pair):
    sentence, tokens = pair
    regions = align([sentence], [tokens])
    first = np.array(first_owner(sentence, tokens), int)
    for region, value in enumerate(regions.bits["sum"][0]):
        own = tokens.bits[first == region]
        if len(own):
            assert value == pytest.approx(own.sum(), nan_ok=True)


@examples(40)
@given(st.data())
def test_order_of_sentences_changes_nothing(data):
    n_regions = data.draw(st.integers(1, 3))
    listed = data.draw(st.lists(sentences(n_regions=n_regions), min_size=1, max_size=4))
    tokens = [data.draw(scored(sentence.text)) for sentence in listed]
    order = data.draw(st.permutations(range(len(listed))))
    before = align(listed, tokens, METRICS)
    after = align([listed[i] for i in order], [tokens[i] for i in order], METRICS)
    for metric in METRICS:
        np.testing.assert_array_equal(after.bits[metric], before.bits[metric][order])
    np.testing.assert_array_equal(after.n_tokens, before.n_tokens[order])
    np.testing.assert_array_equal(after.eos_bits, before.eos_bits[order])
    back = dict(enumerate(order))
    assert sorted((back[row], *rest) for row, *rest in after.oov) == sorted(before.oov)
    assert sorted((back[row], *rest) for row, *rest in after.straddling) == sorted(before.straddling)


def drawn(data):
    """Sentences of a suite, and tokens of each."""
    n_regions = data.draw(st.integers(1, 3))
    listed = data.draw(st.lists(sentences(n_regions=n_regions), min_size=1, max_size=4))
    return listed, [data.draw(scored(sentence.text)) for sentence in listed]


@examples(60)
@given(st.data())
def test_sentences_together_are_as_each_of_them_alone(data):
    listed, tokens = drawn(data)
    together = align(listed, tokens, METRICS)
    for row, (sentence, own) in enumerate(zip(listed, tokens, strict=True)):
        alone = align([sentence], [own], METRICS)
        for metric in METRICS:
            np.testing.assert_array_equal(together.bits[metric][row], alone.bits[metric][0])
        np.testing.assert_array_equal(together.n_tokens[row], alone.n_tokens[0])
        np.testing.assert_array_equal(together.owners[row], alone.owners[0])
        for found, expected in ((together.oov, alone.oov), (together.straddling, alone.straddling)):
            assert [rest for place, *rest in found if place == row] == [rest for _, *rest in expected]


@examples(60)
@given(st.data())
def test_columns_give_what_their_sentences_give(data):
    listed, tokens = drawn(data)
    own = align(listed, tokens, METRICS)
    # more sentences stand before these, and they come the other way round
    columns = TokenColumns.of([*tokens, *tokens[::-1]]).take(np.arange(2 * len(tokens) - 1, len(tokens) - 1, -1))
    found = align(SentenceColumns.of(listed), columns, METRICS)
    for metric in METRICS:
        np.testing.assert_array_equal(found.bits[metric], own.bits[metric])
    np.testing.assert_array_equal(found.n_tokens, own.n_tokens)
    np.testing.assert_array_equal(found.eos_bits, own.eos_bits)
    assert (found.oov, found.straddling) == (own.oov, own.straddling)
    assert [one.tolist() for one in found.owners] == [one.tolist() for one in own.owners]


def test_blanks_are_what_python_takes_for_blanks():
    codes = np.arange(sys.maxunicode + 1)
    blank = _BLANKS[np.minimum(codes, len(_BLANKS) - 1)]
    assert codes[blank].tolist() == [code for code in range(sys.maxunicode + 1) if chr(code).isspace()]


@examples(60)
@given(sentences(), st.data())
def test_words_of_a_region_are_the_stretches_between_blanks(sentence, data):
    tokens = data.draw(scored(sentence.text, defined_bits))
    regions = align([sentence], [tokens], ["sum", "word_mean"])
    for place, (start, end) in enumerate(sentence.region_spans):
        n_words = len(sentence.text[start:end].split())
        if n_words and regions.n_tokens[0, place]:
            assert regions.bits["word_mean"][0, place] == regions.bits["sum"][0, place] / n_words


@examples(60)
@given(sentences(), st.data())
def test_cutting_tokens_inside_regions_changes_no_sum(sentence, data):
    """Two tokenisations that cut at every region boundary give the same region sums, if characters cost the same."""
    edges = sorted({0, len(sentence.text), *sentence.region_spans.ravel().tolist()})
    costs = [0.0 if char.isspace() else 1.0 for char in sentence.text]
    results = []
    for _ in range(2):
        spans = []
        for start, end in itertools.pairwise(edges):
            spans += [(start + a, start + b) for a, b in _distinct(data.draw(token_spans(sentence.text[start:end])))]
        bits = [sum(costs[start:end]) for start, end in spans]
        tokens = TokenSurprisals(
            sentence.text, ("",) * len(spans), np.array(spans).reshape(-1, 2), np.array(bits), np.zeros(len(spans))
        )
        results.append(align([sentence], [tokens]).bits["sum"])
    if sentence.text.strip():
        np.testing.assert_array_equal(results[0], results[1])
        assert results[0].sum() == sum(costs)


def _distinct(spans):
    return dict.fromkeys(map(tuple, spans.tolist()))


# ---------------------------------------------------------------- words


def test_tokens_go_to_words_as_they_go_to_regions():
    one = make_tokens("the fox's den", "the", " fox", "'s", " ", "den", oov={"'s"})
    two = make_tokens("rainbow fades", "rainbow fa", "des", bits=[5.0, NAN])
    values = word_values([one, two])
    assert values.words == ("the", "fox's", "den", "rainbow", "fades")
    assert values.sentence.tolist() == [0, 0, 0, 1, 1]
    assert values.spans.tolist() == [[0, 3], [4, 9], [10, 13], [0, 7], [8, 13]]
    np.testing.assert_array_equal(values.bits, [1.0, 5.0, 9.0, 5.0, NAN])
    assert values.n_tokens.tolist() == [1, 2, 2, 1, 1]
    assert values.oov.tolist() == [False, True, False, False, False]
    assert word_values([one], "clitics").words == ("the", "fox", "'s", "den")


def test_a_word_without_a_token_of_its_own_has_no_value():
    values = word_values([make_tokens("a b", "a b", bits=[5.0])])
    np.testing.assert_array_equal(values.bits, [5.0, NAN])
    assert values.n_tokens.tolist() == [1, 0]


def test_a_text_of_blanks_has_no_words_and_gives_its_tokens_to_no_other():
    blank = TokenSurprisals("  ", (" ", " "), np.array([[0, 1], [1, 2]]), np.array([8.0, 8.0]), np.zeros(2))
    word = make_tokens("fox", "fox")
    values = word_values([blank, word, blank])
    assert (values.words, values.sentence.tolist(), values.bits.tolist()) == (("fox",), [1], [1.0])
    for none in ([], [blank]):
        assert word_values(none).words == ()
        assert word_values(none).bits.tolist() == []


def test_an_unknown_scheme_is_refused():
    with pytest.raises(InputError, match="Did you mean 'clitics'"):
        word_values([make_tokens("fox", "fox")], "clitic")


@examples(100)
@given(st.lists(scored_sentences, min_size=1, max_size=4), st.sampled_from(SCHEMES))
def test_words_have_the_values_of_regions_that_are_words(pairs, scheme):
    """Equal to the last bit: what `surprisal --by word` says of a word is what `eval` says of it as a region."""
    batch = [tokens for _, tokens in pairs]
    values = word_values(batch, scheme)
    for row, tokens in enumerate(batch):
        own = values.sentence == row
        spans = split_words(tokens.text, scheme)
        assert values.spans[own].tolist() == list(map(list, spans))
        if spans:
            regions = align([Sentence(1, "a", tokens.text, np.array(spans, np.int32))], [tokens])
            np.testing.assert_array_equal(values.bits[own], regions.bits["sum"][0])
            np.testing.assert_array_equal(values.n_tokens[own], regions.n_tokens[0])
            unknown = {region for _, region, _ in regions.oov}
            assert values.oov[own].tolist() == [region in unknown for region in range(len(spans))]
