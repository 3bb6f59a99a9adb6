"""How the regions of an item become a sentence, and what a suite is."""

from __future__ import annotations

import copy
import json
import pickle
import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import contents, examples, joins, suite_documents
from support.toys import suite_document

from syntaxgym_lite.suite import (
    PUBLISHED_CIRCUITS,
    Condition,
    Item,
    Region,
    Suite,
    join_for,
    normalize_text,
    sentence_text,
)
from syntaxgym_lite.suite.json import load_suite, loads_suite


def load(document):
    return loads_suite(json.dumps(document))


# ---------------------------------------------------------------- join "space": what SyntaxGym does


@pytest.mark.parametrize(
    ("contents", "text"),
    [
        pytest.param(["the fox", "sleeps"], "the fox sleeps", id="one blank between two regions"),
        pytest.param(["the fox", " sleeps"], "the fox sleeps", id="a leading blank is not doubled"),
        pytest.param(
            ["the fox ", "sleeps "], "the fox sleeps", id="nor is a trailing one, and none is left at the end"
        ),
        pytest.param([" the fox", "sleeps"], "the fox sleeps", id="nor one at the start"),
        pytest.param(["the fox", "", "", "sleeps"], "the fox sleeps", id="two empty regions in a row"),
        pytest.param(["", "sleeps"], "sleeps", id="an empty first region"),
        pytest.param(["", "", "sleeps", ""], "sleeps", id="empty regions at both ends"),
        pytest.param(["the fox", "   ", "sleeps"], "the fox sleeps", id="a region of blanks is as an empty one"),
        pytest.param(["the  fox", "sleeps"], "the  fox sleeps", id="a double blank inside stays as written (15)"),
        pytest.param(["dogs", "bark", "."], "dogs bark .", id="punctuation stands apart"),
        pytest.param(["he", "is", "n't", "in"], "he is n't in", id="a clitic stands apart"),
        pytest.param(["\u00a0the fox\t", "\nsleeps"], "the fox sleeps", id="blanks of every kind are stripped"),
        pytest.param(["", ""], "", id="nothing of nothing"),
        pytest.param([], "", id="no regions"),
    ],
)
def test_space_joins_what_is_not_empty_by_one_blank(contents, text):
    assert sentence_text(contents, "space")[0] == text
    assert sentence_text(contents)[0] == text  # the default


# ---------------------------------------------------------------- join "natural"


@pytest.mark.parametrize(
    ("contents", "text"),
    [
        (["dogs", "bark", "."], "dogs bark."),
        (["after", "dinner", ",", "we left"], "after dinner, we left"),
        (["after dinner", ", we", "left"], "after dinner, we left"),
        (["what", "?!"], "what?!"),
        (["well", "…"], "well…"),
        (["well", "..."], "well..."),
        (["she said", ":", "no", ";", "never"], "she said: no; never"),
        (["5", "%", "more"], "5% more"),
        # English clitics, straight and curly, in any case
        (["the dog", "'s", "bone"], "the dog's bone"),
        (["the dog", "’s bone"], "the dog’s bone"),
        (["THE DOG", "'S", "BONE"], "THE DOG'S BONE"),
        (["is", "n't", "here"], "isn't here"),
        (["is", "n’t here"], "isn’t here"),
        (["they", "'re"], "they're"),
        (["they", "’ve"], "they’ve"),
        (["I", "'m"], "I'm"),
        (["she", "'ll"], "she'll"),
        (["she", "'d", "left"], "she'd left"),
        (["the dogs", "'", "bones"], "the dogs' bones"),
        (["the dogs", "’", "bones"], "the dogs’ bones"),
        # what only looks like one
        (["the", "note"], "the note"),
        (["and", "'tis"], "and 'tis"),
        (["and", "’tis"], "and ’tis"),
        (["in the", "'90s"], "in the '90s"),
        (["a", "'song'"], "a 'song'"),
        (["a", "'mad'", "fox"], "a 'mad' fox"),
        (["a", "nut"], "a nut"),
        # brackets
        (["the fox", "(", "red", ")", "sleeps"], "the fox (red) sleeps"),
        (["a", "[", "b", "]", "{", "c", "}"], "a [b] {c}"),
        (["the fox (", "a vixen", "), sleeps"], "the fox (a vixen), sleeps"),
        # quotes with a direction
        (["she said", "“", "no", "”", "."], "she said “no”."),
        (["she said", "‘", "no", "’", "."], "she said ‘no’."),
        (["sie sagte", "„", "nein"], "sie sagte „nein"),
        (["", "¿", "quién", "?"], "¿quién?"),
        # straight double quotes open and close by turns
        (["she said", '"', "no", '"', "and left"], 'she said "no" and left'),
        (["she said", '"no', '"', "and left"], 'she said "no" and left'),
        (["she said", '"no"', '"yes"'], 'she said "no" "yes"'),
        (['"', "no", '"', '"', "yes", '"'], '"no" "yes"'),
        (["she said", '"', "no", '",', "and left"], 'she said "no", and left'),
        (["the", '"', "", "fox", '"'], 'the "fox"'),
        # numbers that begin with a point
        (["about", ".5", "of it"], "about .5 of it"),
        (["about", ",5"], "about ,5"),
        (["in 2020", ".", "5 foxes"], "in 2020. 5 foxes"),
        # other scripts' closing marks
        (["猫", "。"], "猫。"),
        (["猫", "「", "睡", "」"], "猫 「睡」"),
        (["كلب", "؟"], "كلب؟"),
        (["कुत्ता", "।"], "कुत्ता।"),
        (["کتاب", "۔"], "کتاب۔"),  # Urdu
        (["ሰላም", "።"], "ሰላም።"),
        (["τι", "\u037e"], "τι\u037e"),
        (["猫", "〔", "睡", "〕"], "猫 〔睡〕"),
        # what is elided in French and Italian
        (["L'", "ami", "qu'", "il", "attend"], "L'ami qu'il attend"),
        (["il dit", "jusqu’", "à", "l'", "«", "été", "»"], "il dit jusqu’à l'«été»"),
        (["c'", "è", "nell'", "acqua dell'", "11"], "c'è nell'acqua dell'11"),
        (["the dogs'", "bones"], "the dogs' bones"),
        (["the letter 'l'", "here"], "the letter 'l' here"),
        (["rock 'n'", "roll", "ol'", "man"], "rock 'n' roll ol' man"),
        (["un po'", "d'", "acqua"], "un po' d'acqua"),
        # as join "space" for the rest
        (["", ","], ","),
        (["the fox", "", ",", "", "sleeps"], "the fox, sleeps"),
        ([" the fox ", " sleeps ", " . "], "the fox sleeps."),
    ],
)
def test_natural_writes_as_people_do(contents, text):
    assert sentence_text(contents, "natural")[0] == text


# ---------------------------------------------------------------- join "none"


@pytest.mark.parametrize(
    ("contents", "text"),
    [
        (["猫", "昨天", "睡", "了"], "猫昨天睡了"),
        (["rain", "bow"], "rainbow"),
        (["the fox", " sleeps"], "the fox sleeps"),
        ([" a", "", "b "], " ab "),
    ],
)
def test_none_writes_contents_as_they_are(contents, text):
    assert sentence_text(contents, "none")[0] == text


# ---------------------------------------------------------------- spans


def test_joining_blanks_belong_to_no_region_and_empty_regions_have_no_width():
    text, spans = sentence_text(["the fox", "", " sleeps", "."])
    assert text == "the fox sleeps ."
    assert spans.tolist() == [[0, 7], [7, 7], [8, 14], [15, 16]]
    assert not spans.flags.writeable


def test_spans_count_code_points_not_bytes():
    assert sentence_text(["my", "🦊", "cafe\u0301"])[1].tolist() == [[0, 2], [3, 4], [5, 10]]


@examples(150)
@given(st.lists(contents(), max_size=6), joins)
def test_spans_slice_back_to_the_contents(regions, join):
    text, spans = sentence_text(regions, join)
    expected = [content if join == "none" else content.strip() for content in regions]
    assert [text[start:end] for start, end in spans] == expected


@examples(100)
@given(st.lists(contents(), max_size=6), joins)
def test_a_sentence_has_its_contents_in_order_and_single_joining_blanks_only(regions, join):
    text, spans = sentence_text(regions, join)
    edges = [0, *(edge for span in spans.tolist() for edge in span), len(text)]
    assert edges == sorted(edges)
    between = [text[end:start] for end, start in zip(edges[::2], edges[1::2], strict=True)]
    assert set(between) <= {"", " "}
    assert text == "".join(f"{gap}{content}" for gap, content in zip(between, [*_cut(text, spans), ""], strict=True))


def _cut(text, spans):
    return [text[start:end] for start, end in spans]


@examples(100)
@given(st.lists(contents(), max_size=6))
def test_space_and_natural_differ_in_joining_blanks_only(regions):
    spaced, natural = sentence_text(regions, "space")[0], sentence_text(regions, "natural")[0]
    assert spaced == " ".join(content.strip() for content in regions if content.strip())  # the rule, in one line
    assert spaced.replace(" ", "") == natural.replace(" ", "")
    assert len(natural) <= len(spaced)


# ---------------------------------------------------------------- suites


def test_conditions_go_by_name_whatever_their_order_in_an_item():
    suite = load(
        suite_document(
            [{"good": ["foxes", "sleep"], "bad": ["foxes", "sleeps"]}, {"bad": ["A", "B"], "good": ["a", "b"]}]
        )
    )
    assert suite.condition_names == ("good", "bad")
    assert [(s.item_number, s.condition_name, s.text) for s in suite.sentences()] == [
        (1, "good", "foxes sleep"),
        (1, "bad", "foxes sleeps"),
        (2, "good", "a b"),
        (2, "bad", "A B"),
    ]
    assert suite.items[1].condition("bad").regions[0].content == "A"
    with pytest.raises(KeyError, match="ugly"):
        suite.items[1].condition("ugly")


def test_a_suites_join_is_used_unless_another_is_asked_for():
    suite = load(suite_document([{"a": ["dogs bark", "."]}], join="natural"))
    assert next(suite.sentences()).text == "dogs bark."
    assert next(suite.sentences(join="space")).text == "dogs bark ."


def test_suites_compare_by_what_they_say_and_can_be_sent_to_another_process():
    document = suite_document([{"a": ["x"], "b": ["y"]}], ["(1;%a%) < (1;%b%)"])
    suite = load(document)
    noted = copy.deepcopy(document)
    noted["meta"]["comment"] = "seen"
    assert load(noted) == suite
    assert pickle.loads(pickle.dumps(suite)) == suite
    noted["items"][0]["conditions"][0]["regions"][0]["content"] = "z"
    assert load(noted) != suite


@pytest.mark.parametrize(("circuit", "expected"), [("agreement", "agreement"), ("", None), (3, None), (None, None)])
def test_circuit_is_a_text_in_meta(circuit, expected):
    assert load(suite_document([{"a": ["x"]}], circuit=circuit)).circuit == expected


@examples(25)
@given(suite_documents())
def test_every_item_gives_every_condition_once_in_one_order(document):
    suite = load(document)
    keys = [(sentence.item_number, sentence.condition_name) for sentence in suite.sentences()]
    assert keys == [(item.number, name) for item in suite.items for name in suite.condition_names]


# ---------------------------------------------------------------- normalisation


@pytest.mark.parametrize(
    ("text", "changes", "expected"),
    [
        ("isn’t", [], "isn’t"),  # nothing unasked
        ("isn’t", ["quotes"], "isn't"),
        ("“no”, ‘no’, „no‟, ‚no‛", ["quotes"], "\"no\", 'no', \"no\", 'no'"),
        ("cafe\u0301", [], "cafe\u0301"),
        ("cafe\u0301", ["quotes"], "cafe\u0301"),
        ("cafe\u0301", ["nfc"], "caf\u00e9"),
        ("l’e\u0301te\u0301", ["nfc", "quotes"], "l'\u00e9t\u00e9"),
    ],
)
def test_a_text_is_changed_only_as_asked(text, changes, expected):
    assert normalize_text(text, changes) == expected


def test_normalised_sentences_equal_those_of_a_clean_suite():
    typed = load(suite_document([{"a": ["the cafe\u0301", "isn’t"]}]))
    clean = load(suite_document([{"a": ["the caf\u00e9", "isn't"]}]))
    assert next(typed.sentences()).text == "the cafe\u0301 isn’t"
    (plain,) = typed.sentences(normalize=["quotes", "nfc"])
    (expected,) = clean.sentences()
    assert plain == expected
    assert plain.region_spans.tolist() == expected.region_spans.tolist() == [[0, 8], [9, 14]]


@examples(100)
@given(st.text(max_size=20))
def test_normalising_twice_is_normalising_once(text):
    once = normalize_text(text, ["quotes", "nfc"])
    assert normalize_text(once, ["quotes", "nfc"]) == once
    assert unicodedata.is_normalized("NFC", once)


def test_published_suites_belong_to_their_circuit_though_their_files_do_not_say(shared_dir):
    counts = Counter(PUBLISHED_CIRCUITS.values())
    # of the 34 published suites, nn-nv-rpl (one item) is in none of the six circuits of Hu et al. (2020)
    assert sum(counts.values()) == 33
    assert len(counts) == 6
    suites = [load_suite(path) for path in (shared_dir / "published" / "syntaxgym").glob("*.json")]
    assert [suite.name for suite in suites if suite.circuit is None] == ["nn-nv-rpl"]


def test_a_suite_that_names_its_circuit_keeps_it():
    suite = Suite("number_prep", {1: "r"}, (Item(1, (Condition("a", (Region(1, "x"),)),)),), meta={"circuit": "mine"})
    assert suite.circuit == "mine"


@pytest.mark.parametrize(
    ("contents", "join"),
    [
        (["猫が", "魚を", "食べた。"], "none"),
        (["那只猫", "吃了", "鱼", "。"], "none"),
        (["AIは", "とても", "すごい"], "none"),  # most letters decide
        (["ｶﾀｶﾅ"], "none"),
        (["แมวกิน ปลา", "แล้ว"], "none"),  # blanks part phrases in Thai
        (["မြန်မာစာ", "ကို"], "none"),
        (["བོད་", "སྐད་"], "none"),
        (["ភាសា", "ខ្មែរ"], "none"),
        (["我 的 猫", "睡觉 。"], "space"),  # cut into words beforehand
        (["我 的 猫", "睡觉 。", "那只 狗", "也 睡觉"], "space"),
        (["我的 猫", "睡觉了", "那只狗", "也睡觉"], "none"),  # one blank is a slip
        (["고양이가", "잔다."], "space"),  # Korean has blanks
        (["The 猫", "sleeps"], "space"),
        (["Кот", "спит"], "space"),
        (["", ". "], "space"),
        ([], "space"),
    ],
)
def test_scripts_without_blanks_between_words_are_joined_without(contents, join):
    assert join_for(contents) == join
