from __future__ import annotations

import gzip
import hashlib
import lzma

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.ngram_texts import assert_same_ngrams

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.lm.corpus import Corpus, read_sentences, read_words
from syntaxgym_lite.lm.ngram.estimate import FALLBACK_DISCOUNTS
from syntaxgym_lite.lm.ngram.train import train
from syntaxgym_lite.words import SCHEMES

TEXT = "The dog isn't here.\n\n  Été!  \n"


@pytest.mark.parametrize(
    ("name", "pack"), [("a.txt", lambda data: data), ("a.txt.gz", gzip.compress), ("a.txt.xz", lzma.compress)]
)
def test_plain_and_packed_files_read_alike(tmp_path, name, pack):
    path = tmp_path / name
    path.write_bytes(pack(TEXT.encode()))
    assert list(read_sentences(path)) == ["The dog isn't here.", "Été!"]


def test_words_are_cut_by_the_scheme_and_counted_in_order(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text(TEXT, encoding="utf-8")
    corpus = Corpus([path], lowercase=True)
    assert list(corpus) == [["the", "dog", "is", "n't", "here", "."], ["été", "!"]]
    counts = read_words(corpus).counts()
    assert list(counts.words) == ["the", "dog", "is", "n't", "here", ".", "été", "!"]
    assert dict(counts.initial) == {"the": 1, "été": 1}
    assert (counts.n_words, counts.n_sentences) == (8, 2)
    assert corpus.digests() == {"a.txt": hashlib.sha256(TEXT.encode()).hexdigest()}


words_and_signs = (
    st.text(st.sampled_from("aNé ntT'\u2019s-.,3_\u0301\u05d0\"\u05d1\u200d\xa0\x1c\u0131\u0130·中$…")) | st.text()
)


@given(
    lines=st.lists(words_and_signs, max_size=4),
    scheme=st.sampled_from(SCHEMES),
    lowercase=st.sampled_from([False, True, "tr"]),
    marker=st.sampled_from(["", " <s> ", "a<unk>b", "[MASK]", "</s>"]),
)
def test_words_numbered_by_chunks_are_those_numbered_one_by_one(tmp_path_factory, lines, scheme, lowercase, marker):
    path = tmp_path_factory.mktemp("corpus") / "a.txt"
    path.write_text("\n".join([*lines, marker, "The dog isn't."]), encoding="utf-8", errors="replace", newline="\n")
    corpus = Corpus([path, path], scheme, lowercase, strip_markers=True)
    at_once, one_by_one = read_words(corpus), read_words(list(corpus))
    assert at_once.words == one_by_one.words
    assert np.array_equal(at_once.ids, one_by_one.ids)
    assert at_once.ids.dtype == np.int32
    assert np.array_equal(at_once.offsets, one_by_one.offsets)


@pytest.mark.parametrize("scheme", ["clitics", "treebank"])
def test_of_two_faults_the_first_is_named_however_words_are_numbered(tmp_path, scheme):
    path = tmp_path / "a.txt"
    path.write_bytes(b"fine\nthe <s> end\ncaf\xe9\n")
    with pytest.raises(InputError, match=r"a\.txt: line 2: '<s>' stands in the text"):
        read_words(Corpus([path], scheme))
    with pytest.raises(InputError, match=r"a\.txt: line 3 is not UTF-8"):
        read_words(Corpus([path], scheme, strip_markers=True))


@pytest.mark.parametrize("scheme", ["clitics", "treebank"])
def test_corpus_of_markers_alone_is_empty_however_words_are_numbered(tmp_path, scheme):
    path = tmp_path / "a.txt"
    path.write_text("<s>\n\n</s>\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"corpus is empty: no sentence in .*a\.txt"):
        read_words(Corpus([path], scheme, strip_markers=True))


def test_text_that_is_not_utf8_is_named_with_its_line(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"fine\ncaf\xe9\n")
    with pytest.raises(InputError, match=r"a\.txt: line 2 is not UTF-8 \(byte 0xe9\)"):
        list(read_sentences(path))


def test_empty_corpus_is_an_error(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("\n \n", encoding="utf-8")
    with pytest.raises(InputError, match=r"corpus is empty: no sentence in .*a\.txt"):
        list(Corpus([path]))


@pytest.mark.parametrize("name", ["a.txt.gz", "a.txt.xz"])
def test_damaged_packed_file_is_one_clear_error(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(b"not packed at all")
    with pytest.raises(InputError, match="damaged"):
        list(read_sentences(path))
    pack = gzip.compress if name.endswith("gz") else lzma.compress
    path.write_bytes(pack(TEXT.encode() * 1000)[:-20])
    with pytest.raises(InputError, match="damaged"):
        list(read_sentences(path))


def test_missing_file_is_an_error(tmp_path):
    with pytest.raises(InputError, match=r"a\.txt: the text cannot be read"):
        list(read_sentences(tmp_path / "a.txt"))
    with pytest.raises(InputError, match="cannot be read"):
        Corpus([tmp_path / "a.txt"]).digests()


MARKED = ["the fox .", "<s>the fox .</s>", "a dog <EOS>", "the <unk> of a [UNK]", "<|endoftext|> a < b [sic] <pad>"]


@pytest.mark.parametrize(
    ("line", "marker"),
    [
        (MARKED[1], "<s>"),
        (MARKED[2], "<EOS>"),
        (MARKED[3], "<unk>"),
        (MARKED[4], r"<\|endoftext\|>"),
        ("[CLS] a", r"\[CLS\]"),
    ],
)
def test_markers_in_a_text_are_refused_with_their_line(tmp_path, line, marker):
    """Field case B8: they became words, and the first word of a sentence had 11.5 bits in place of 0.71."""
    path = tmp_path / "a.txt"
    path.write_text(f"the fox .\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError, match=rf"a.txt: line 2: '{marker}' stands in the text"):
        list(Corpus([path]))


@pytest.mark.parametrize("scheme", [scheme for scheme in SCHEMES if scheme != "characters"])
def test_markers_are_left_out_on_request_and_unknown_words_stay_one_word(tmp_path, scheme):
    path = tmp_path / "a.txt"
    path.write_text("\n".join(MARKED), encoding="utf-8")
    last = ["a", "<", "b", *(["[sic]"] if scheme == "whitespace" else ["[", "sic", "]"])]
    assert list(Corpus([path], scheme, strip_markers=True)) == [
        ["the", "fox", "."],
        ["the", "fox", "."],
        ["a", "dog"],
        ["the", "<unk>", "of", "a", "<unk>"],
        last,
    ]


def test_a_model_of_a_marked_text_is_that_of_the_plain_one(tmp_path):
    plain, marked = tmp_path / "plain.txt", tmp_path / "marked.txt"
    lines = ["the fox sleeps .", "a dog sleeps .", "the dog barks ."] * 3
    plain.write_text("\n".join(lines), encoding="utf-8")
    marked.write_text("\n".join(f"<s> {line} </s>" for line in lines), encoding="utf-8")
    models = [
        train(corpus, order=2, discount_fallback=FALLBACK_DISCOUNTS).estimate.model
        for corpus in (Corpus([plain]), Corpus([marked], strip_markers=True))
    ]
    assert_same_ngrams(*models)


@pytest.mark.parametrize(
    ("text", "scheme", "said"),
    [
        ("一只猫在睡觉。\n三本书在桌上。\n", "clitics", True),
        ("一只猫在睡觉。\n三本书在桌上。\n", "characters", False),
        ("一 只 猫 在 睡觉 。\n", "whitespace", False),
        ("The cat sleeps.\n", "clitics", False),
    ],
)
def test_a_text_without_blanks_between_words_is_said_to_be_uncut(tmp_path, text, scheme, said):
    path = tmp_path / "a.txt"
    path.write_text(text, encoding="utf-8")
    assert ("`words=characters`" in Corpus([path], scheme).remark()) == said
