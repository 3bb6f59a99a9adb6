from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.lm.corpus import read_words
from syntaxgym_lite.lm.vocabulary import Vocabulary, unknown_class

WORDS = st.text(st.characters(blacklist_categories=("Z", "C")), min_size=1, max_size=8).filter(
    lambda w: w.split() == [w]
)


@pytest.mark.parametrize(
    ("word", "initial", "known_lower", "expected"),
    [  # worked by hand from the published description: case, digits, hyphen, suffix
        ("blorked", False, False, "UNK-LC-ed"),
        ("blorking", False, False, "UNK-LC-ing"),
        ("blorkion", False, False, "UNK-LC-ion"),
        ("blorker", False, False, "UNK-LC-er"),
        ("blorkest", False, False, "UNK-LC-est"),
        ("blorkly", False, False, "UNK-LC-ly"),
        ("blorkity", False, False, "UNK-LC-ity"),
        ("blorky", False, False, "UNK-LC-y"),
        ("blorkal", False, False, "UNK-LC-al"),
        ("blorks", False, False, "UNK-LC-s"),
        ("blorkss", False, False, "UNK-LC"),
        ("blorkus", False, False, "UNK-LC"),
        ("blorkis", False, False, "UNK-LC"),
        ("as", False, False, "UNK-LC"),  # too short for a suffix
        ("ally", False, False, "UNK-LC"),  # four letters
        ("Blork", True, False, "UNK-INITC"),
        ("Blork", True, True, "UNK-INITC-KNOWNLC"),
        ("Blork", False, False, "UNK-CAPS"),
        ("BLORK", True, False, "UNK-CAPS"),
        ("3Com", False, False, "UNK-CAPS-NUM"),
        ("eBlork", False, False, "UNK-LC"),
        ("1984", False, False, "UNK-NUM"),
        ("well-blorked", False, False, "UNK-LC-DASH"),
        ("half-blorks", False, False, "UNK-LC-DASH-s"),
        ("§", False, False, "UNK"),
        ("собака", False, False, "UNK-LC"),
    ],
)
def test_class_of_an_unknown_word(word, initial, known_lower, expected):
    assert unknown_class(word, initial=initial, known_lower=known_lower) == expected


def test_most_frequent_words_are_taken_and_ties_go_to_the_first_seen():
    counts = read_words([["c", "b", "a", "a"], ["d", "b"]]).counts().words
    assert Vocabulary.from_counts(counts, size=3).words == ("<unk>", "<eos>", "b", "a", "c")
    assert Vocabulary.from_counts(counts, min_count=2).plain == ("b", "a")


def test_special_words_in_a_text_are_unknown_words():
    vocabulary = Vocabulary.from_counts({"<unk>": 9, "<s>": 8, "a": 1}, specials=("<unk>", "<s>", "</s>"))
    assert vocabulary.words == ("<unk>", "<s>", "</s>", "a")
    assert vocabulary.encode(["<s>", "a", "</s>", "<unk>", "<eos>"]).tolist() == [0, 3, 0, 0, 0]
    assert vocabulary.unknown(["<s>", "a", "<unk>"]).tolist() == [True, False, True]
    assert vocabulary.number("</s>") == 2


def test_one_corpus_gives_ngram_and_lstm_the_same_ordinary_words():
    counts = read_words([["a", "b", "a"], ["c"]]).counts().words
    ngram = Vocabulary.from_counts(counts, size=2, specials=("<unk>", "<s>", "</s>"))
    assert ngram.plain == Vocabulary.from_counts(counts, size=2).plain


def test_every_class_met_at_test_time_was_met_in_training():
    counts = read_words([["Blorkov", "saw", "saw", "a", "a", "blorked", "Zed"], ["Saw", "blorkish", "a"]]).counts()
    vocabulary = Vocabulary.from_counts(
        counts.words, min_count=2, unk="classes", specials=("<eos>",), initial_counts=counts.initial
    )
    assert vocabulary.plain == ("a", "saw")
    trained = {"UNK-INITC", "UNK-LC-ed", "UNK-CAPS", "UNK-INITC-KNOWNLC", "UNK-LC"}
    assert set(vocabulary.words) == {"<eos>", "a", "saw"} | trained
    names = [vocabulary.words[i] for i in vocabulary.encode(["Smurfov", "zorked", "zorking", "A", "1984", "<unk>"])]
    # -ing was never seen: the more general UNK-LC; digits were never seen: the first class of the list
    first = next(word for word in vocabulary.words if word.startswith("UNK"))
    assert names == ["UNK-INITC", "UNK-LC-ed", "UNK-LC", "UNK-CAPS", first, first]
    assert vocabulary.encode(["A"])[0] == vocabulary.number("UNK-INITC-KNOWNLC")
    assert vocabulary.encode(["A"], initial=False)[0] == vocabulary.number("UNK-CAPS")


@given(st.lists(st.lists(WORDS, min_size=1, max_size=5), min_size=1, max_size=8), st.lists(WORDS, min_size=1))
def test_any_word_has_a_number_and_training_words_never_need_a_fallback(sentences, unseen):
    counts = read_words(sentences).counts()
    for unk in ("single", "classes"):
        vocabulary = Vocabulary.from_counts(counts.words, size=2, unk=unk, initial_counts=counts.initial)
        numbers = vocabulary.encode(unseen)
        assert ((numbers >= 0) & (numbers < len(vocabulary))).all()
        if unk == "classes":
            for sentence in sentences:
                for place, word in enumerate(sentence):
                    if word not in vocabulary and not word.startswith(("UNK", "<")):
                        known = word.lower() in vocabulary and place == 0
                        name = unknown_class(word, initial=place == 0, known_lower=known)
                        assert vocabulary.words[vocabulary.encode(sentence)[place]] == name


@given(st.lists(WORDS, unique=True, min_size=1))
def test_a_vocabulary_survives_writing_and_reading(tmp_path_factory, words):
    path = tmp_path_factory.mktemp("vocabulary") / "vocab.txt"
    vocabulary = Vocabulary(("<unk>", *(word for word in words if word != "<unk>")))
    vocabulary.write(path)
    assert Vocabulary.read(path, length=len(vocabulary)) == vocabulary


def test_word_list_is_read_as_utf8_whatever_the_locale(tmp_path):
    path = tmp_path / "vocab.txt"
    path.write_bytes("<unk>\ncafé\nслово\n".encode())
    code = f"from syntaxgym_lite.lm.vocabulary import *; print(ascii(Vocabulary.read({str(path)!r}).words))"
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ascii(("<unk>", "café", "слово"))


@pytest.mark.parametrize(
    ("data", "length", "message"),
    [
        (b"<unk>\na\nb\na\n", None, "line 4 repeats the word 'a' of line 2"),
        (b"<unk>\n\nb\n", None, "line 2 is blank"),
        (b"<unk>\n \nb\n", None, "line 2 is blank"),
        ("<unk>\na\u00a0b\n".encode(), None, "line 2 holds a blank"),
        (b"<unk>\ncaf\xe9\n", None, "not UTF-8 (byte 0xe9 in line 2)"),
        (b"a\nb\n", None, "<unk>, is missing"),
        (b"<unk>\na\nb\nc\nd\n", 6, "has 5 words, but the model has weights for 6"),
    ],
)
def test_damaged_word_list_is_refused_by_line(tmp_path, data, length, message):
    path = tmp_path / "vocab.txt"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        Vocabulary.read(path, length=length)
    assert message in str(caught.value)
    assert "vocab.txt" in str(caught.value)


def test_missing_word_list_is_named(tmp_path):
    with pytest.raises(InputError, match=r"nothing\.txt"):
        Vocabulary.read(tmp_path / "nothing.txt")


def test_byte_order_mark_and_windows_lines_do_not_belong_to_words(tmp_path):
    path = tmp_path / "vocab.txt"
    path.write_bytes(b"\xef\xbb\xbf<unk>\r\na\r\n")
    assert Vocabulary.read(path).words == ("<unk>", "a")


def test_classes_are_recognised_in_a_word_list_without_unk(tmp_path):
    path = tmp_path / "vocab.txt"
    path.write_text("<eos>\nUNK\nUNK-LC\na\n", encoding="utf-8")
    vocabulary = Vocabulary.read(path)
    assert vocabulary.unk == "classes"
    assert vocabulary.encode(["zork", "a"]).tolist() == [2, 3]


def test_no_word_left_is_an_error():
    with pytest.raises(InputError, match="minimum count 5"):
        Vocabulary.from_counts({"a": 1}, min_count=5)


def test_numbers_are_int32():
    assert Vocabulary(("<unk>",)).encode(["x"]).dtype == np.int32
