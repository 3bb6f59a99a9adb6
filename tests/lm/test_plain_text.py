"""What is no text to learn words from is refused, whatever would learn from it."""

from __future__ import annotations

import io
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.running import refused, sglite

from syntaxgym_lite.authoring.constituents import read_treebank
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.lm.corpus import Corpus
from syntaxgym_lite.lm.plain_text import LONGEST_WORD, looks_like_trees, refuse_long_words, text_lines
from syntaxgym_lite.lm.rnng.trees import parse_trees
from syntaxgym_lite.lm.transformer.text import Documents

TAGGED = "(S (NP (DT The) (NN dog)) (VP (VBD barked)) (. .))"
LONG = "a" * (LONGEST_WORD + 1)
CONLLU = "1\tThe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n2\t{}\tdog\tNOUN\t_\t_\t0\troot\t_\t_\n\n"


@pytest.mark.parametrize(
    ("lines", "tagged"),
    [
        ([TAGGED], True),
        (["(S (NP The dog) (VP barked))"], False),
        (["(NP (DT the))"], True),
        (["( (S (NP (DT The))))"], True),
        (["(S", "(NP (DT The) (NN dog))", "(VP (VBD barked)))"], True),
        (["(NP the dog)"], False),
    ],
)
def test_trees_look_like_trees(lines, tagged):
    assert looks_like_trees(["", *lines])
    parse_trees("\n ".join(lines), tagged=tagged)  # and are some


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["The dog barked.", TAGGED],
        ["(Applause.)"],
        ["(see (1) above)", "The dog barked.", "It barked."],
        ["(S (NP The dog NP) (VP barked VP) S)"],  # strings, whose brackets are to be words
        ["( )"],
    ],
)
def test_texts_do_not_look_like_trees(lines):
    assert not looks_like_trees(lines)


@given(st.lists(st.text(st.characters(exclude_characters="(", exclude_categories=["Cs"]))))
def test_a_text_without_brackets_is_none_of_trees(lines):
    assert not looks_like_trees(lines)


@pytest.mark.parametrize("command", ["ngram", "wordlm", "transformer"])
@pytest.mark.parametrize("option", ["corpus", "--valid", "--test"])
def test_trees_are_refused_as_text_with_what_to_type(command, option, tmp_path):
    if (command, option) == ("ngram", "--valid"):
        pytest.skip("n-gram models are not validated")
    (tmp_path / "trees.txt").write_text(f"{TAGGED}\n" * 30, encoding="utf-8")
    (tmp_path / "text.txt").write_text("The dog barked.\n" * 30, encoding="utf-8")
    files = [tmp_path / "text.txt", option, tmp_path / "trees.txt"] if option != "corpus" else [tmp_path / "trees.txt"]
    small = {
        "ngram": ["--order", "2", "--discount-fallback"],
        "wordlm": ["--hidden", "4", "--emb", "4", "--epochs", "1"],
        "transformer": ["--size", "tiny", "--epochs", "1", "--tokenizer", "words", "--context", "8"],
    }[command]
    said = refused("train", command, *files, *small, "-o", tmp_path / "m", code=2)
    assert "trees.txt: looks like bracketed trees" in said
    assert "sglite train rnng and, with --trees, sglite train transformer learn from trees" in " ".join(said.split())


def test_damage_is_told_behind_the_lines_before_it(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"The dog.\n\xff\n")
    lines = text_lines(path)
    assert next(lines) == (1, "The dog.")
    with pytest.raises(InputError, match="line 2 is not UTF-8"):
        next(lines)


def test_a_word_as_long_as_may_be_is_learnt_and_a_longer_one_told_with_its_place(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text(f"The dog.\nThe {LONG[1:]} barked.\n", encoding="utf-8")
    assert [len(words) for words in Corpus([path])] == [3, 4]
    assert len(list(Documents([path]))) == 2
    path.write_text(f"The dog.\nThe {LONG} barked.\n", encoding="utf-8")
    for corpus in (Corpus([path]), Corpus([path], "whitespace", strip_markers=True), Documents([path])):
        with pytest.raises(InputError, match=r"a\.txt: line 2, column 5: the word 'a+\.\.\.a+' has 1,001 characters"):
            list(corpus)


def test_the_column_counts_what_stands_before_a_marker(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text(f"<s> The {LONG}</s>\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 1, column 9: "):
        list(Corpus([path], strip_markers=True))


def test_a_line_in_chinese_is_no_word_to_byte_pairs(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("我的猫睡觉" * LONGEST_WORD + "\n", encoding="utf-8")
    assert len(list(Documents([path]))) == 1
    with pytest.raises(InputError, match="line 1, column 1: the word"):
        list(Corpus([path], "whitespace"))
    assert len(next(iter(Corpus([path], "characters")))) == 5 * LONGEST_WORD


def test_long_words_of_trees_are_told_with_their_place(tmp_path):
    with pytest.raises(InputError, match=r"<trees>: line 2, column 10: the word 'a+\.\.\.a+' has 1,001 characters"):
        parse_trees(f"{TAGGED}\n(NP (NN  {LONG}))")
    path = tmp_path / "a.conllu"
    path.write_text(CONLLU.format("dog") + CONLLU.format(LONG), encoding="utf-8")
    with pytest.raises(InputError, match=r"a\.conllu:4: word 2 of the sentence: the word"):
        read_treebank(path)


def test_no_word_of_a_short_line_is_looked_at():
    refuse_long_words("short", iter(partial(pytest.fail, "looked at"), None), "here")


def test_words_of_chinese_are_said_to_be_cut_by_blanks(tmp_path):
    path = tmp_path / "chinese.txt"
    path.write_text("我的猫睡觉。\n狗叫了。\n" * 30, encoding="utf-8")
    small = ("--size", "tiny", "--epochs", "1", "--context", "8", "--max-words", "20")
    words = sglite("train", "transformer", path, *small, "--tokenizer", "words", "-o", tmp_path / "words")
    assert words.code == 0
    assert "Warning: The text has no blanks between words" in words.err
    assert "--tokenizer bpe" in words.err
    pieces = sglite("train", "transformer", path, *small, "-o", tmp_path / "bpe", "--vocab-size", "300")
    assert (pieces.code, "Warning" in pieces.err) == (0, False)


def test_what_is_of_text_is_refused_of_trees_and_the_other_way_round(tmp_path):
    path = tmp_path / "trees.txt"
    path.write_text(f"{TAGGED}\n", encoding="utf-8")
    said = refused("train", "transformer", path, "--trees", "--documents", "paragraphs", "-o", tmp_path / "m", code=2)
    assert "--documents is for text" in said
    said = refused("train", "transformer", path, "--words", "clitics", "-o", tmp_path / "m", code=2)
    assert "--words is for --trees" in said


def test_lines_are_read_from_what_can_be_read_but_once(tmp_path, monkeypatch):
    monkeypatch.setattr("syntaxgym_lite.lines.open_unpacked", lambda path: io.BytesIO(b"One.\n\nTwo.\n" * 100))
    assert len(list(text_lines("whatever"))) == 300
