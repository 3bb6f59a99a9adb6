"""ARPA files are read exactly, and what is wrong with one is said with its line."""

import gzip
import lzma

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.arpa_files import TINY, write
from support.ngram_texts import assert_same_ngrams, numbered, zipf_sentences

from syntaxgym_lite.errors import ModelError, ModelNotFoundError
from syntaxgym_lite.lm.ngram import arpa
from syntaxgym_lite.lm.ngram.arpa import MISSING_UNK_LOG10, read_arpa, write_arpa
from syntaxgym_lite.lm.ngram.estimate import FALLBACK_DISCOUNTS, estimate


def test_words_values_and_ngrams_are_read(tmp_path):
    model = read_arpa(write(tmp_path / "tiny.arpa", TINY))
    assert model.words == ("<s>", "</s>", "<unk>", "foxes", "sleep", "sleeps")
    assert (model.order, model.n_ngrams) == (2, (6, 4))
    assert model.ngrams(2).tolist() == [[0, 3], [3, 4], [3, 5], [4, 1]]
    assert model.levels[1].log10_prob[:] == pytest.approx([-0.30103, -0.30103, -0.90309, -0.1549])
    assert model.levels[0].log10_backoff[:] == pytest.approx([-0.30103, 0, 0, -0.1, -0.2, 0])


@pytest.mark.parametrize(("ending", "opener"), [(".gz", gzip.open), (".xz", lzma.open)])
def test_packed_files_are_read_and_written(tmp_path, ending, opener):
    plain = read_arpa(write(tmp_path / "tiny.arpa", TINY))
    write_arpa(plain, tmp_path / f"x.arpa{ending}")
    with opener(tmp_path / f"x.arpa{ending}", "rt", encoding="utf-8") as stream:
        assert stream.readline() == "\\data\\\n"
    assert_same_ngrams(read_arpa(tmp_path / f"x.arpa{ending}"), plain)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\t", " "),
        lambda text: "\ufeff" + text,
        lambda text: "\n\n" + text,
        lambda text: text.replace("ngram 1=6", "ngram 1 = 6"),
        lambda text: text.replace("\\2-grams:", "\n\n\\2-grams:"),
        lambda text: text.replace("<unk>", "<UNK>"),
        lambda text: text.removesuffix("\n"),
    ],
    ids=["crlf", "blanks", "mark", "blank lines", "spaced head", "more blank lines", "UNK", "no last line feed"],
)
def test_variants_of_the_format_are_read_alike(tmp_path, change):
    assert_same_ngrams(
        read_arpa(write(tmp_path / "x.arpa", change(TINY))), read_arpa(write(tmp_path / "tiny.arpa", TINY))
    )


def test_order_of_lines_does_not_matter(tmp_path):
    lines = TINY.splitlines()
    lines[13:17] = reversed(lines[13:17])
    assert_same_ngrams(
        read_arpa(write(tmp_path / "x.arpa", "\n".join(lines))), read_arpa(write(tmp_path / "tiny.arpa", TINY))
    )


def test_a_model_without_unk_gets_one_as_in_kenlm(tmp_path):
    text = TINY.replace("ngram 1=6", "ngram 1=5").replace("-1.0\t<unk>\n", "")
    model = read_arpa(write(tmp_path / "x.arpa", text))
    assert model.words[-1] == "<unk>"
    assert model.levels[0].log10_prob[-1:] == MISSING_UNK_LOG10 == -100


def test_minus_infinity_is_read_as_a_finite_number(tmp_path):
    model = read_arpa(write(tmp_path / "x.arpa", TINY.replace("-99\t<s>", "-inf\t<s>")))
    assert model.levels[0].log10_prob[0] == -100


def test_words_with_rare_blanks_and_scripts_stay_whole(tmp_path):
    text = TINY.replace("foxes", "füchse\u00a0x\u2028").replace("sleeps", "спит")
    assert read_arpa(write(tmp_path / "x.arpa", text)).words[3:] == ("füchse\u00a0x\u2028", "sleep", "спит")


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("\\data\\", "data", 1, r"begins with '\\data\\', not with 'data'"),
        ("ngram 1=6", "ngram 1:6", 2, "'ngram ORDER=NUMBER' expected"),
        ("ngram 1=6\n", "", 2, "number of 1-grams expected"),
        ("ngram 1=6", "ngram 1=7", 12, "only 6 of the 7 1-grams"),
        ("ngram 1=6", "ngram 1=5", 11, r"'\\2-grams:' expected"),
        ("ngram 2=4", "ngram 2=5", 18, "only 4 of the 5 2-grams"),
        ("-0.90309\tfoxes\t-0.1", "x\tfoxes\t-0.1", 9, "'x' is not a number"),
        ("foxes\t-0.1", "foxes\ty", 9, "'y' is not a number"),
        ("foxes\t-0.1", "foxes\t-0.1\t3", 9, "1 word and at most one back-off"),
        ("-0.90309\tfoxes\t", "0.90309\tfoxes\t", 9, "is 0 or less"),
        ("-0.90309\tfoxes\t", "nan\tfoxes\t", 9, "is 0 or less"),
        ("-0.90309\tfoxes\t", "-1_1\tfoxes\t", 9, "'-1_1' is not a number"),  # field case E7: Python reads it as -11
        ("foxes\t-0.1", "foxes\t1_0", 9, "'1_0' is not a number"),
        ("-0.90309\tfoxes\t", "-1e300\tfoxes\t", 9, "neither is beyond 1e\\+30"),
        ("-0.90309\tfoxes\t", "inf\tfoxes\t", 9, "is 0 or less"),
        ("foxes\t-0.1", "foxes\t-1e300", 9, "neither is beyond"),
        ("foxes\t-0.1", "foxes\t-inf", 9, "a back-off weight is finite"),
        # field case E6: 'sleep' has -0.69897 and 'foxes sleep' is listed; '</s>' has -0.60206 and is not
        ("foxes\t-0.1", "foxes\t5", 9, "'foxes' gives '</s>' after it a probability of 2.5e\\+04"),
        ("-0.69897\tsleep\t", "-0.69897\tfoxes\t", 10, "the word 'foxes' stands in the file twice"),
        ("foxes sleep\n", "foxes\n", 15, "2 words and at most one back-off"),
        ("foxes sleep\n", "foxes dream\n", 15, "'dream' is not among the 1-grams"),
        ("foxes sleeps\n", "foxes sleep\n", 16, "this n-gram stands in the file twice"),
        ("\\2-grams:", "\\3-grams:", 13, r"'\\2-grams:' expected"),
        ("\\end\\", "\\fin\\", 19, r"'\\end\\' expected"),
        ("\\end\\\n", "", 19, r"the file ends where '\\end\\' should be"),
    ],
)
def test_a_malformed_file_is_refused_with_its_line(tmp_path, old, new, line, message):
    assert TINY.count(old) >= 1
    path = write(tmp_path / "bad.arpa", TINY.replace(old, new, 1))
    with pytest.raises(ModelError, match=message) as caught:
        read_arpa(path)
    assert str(caught.value).startswith(f"{path}: line {line}: ")


def test_a_backoff_weight_over_1_is_no_fault_where_no_probability_is(tmp_path):
    """After 'foxes', '</s>' is the likeliest word that is not listed: 10 ** (0.6 - 0.60206) is below 1."""
    read_arpa(write(tmp_path / "x.arpa", TINY.replace("foxes\t-0.1", "foxes\t0.6")))
    with pytest.raises(ModelError, match="line 9"):
        read_arpa(write(tmp_path / "x.arpa", TINY.replace("foxes\t-0.1", "foxes\t0.61")))


def test_a_file_cut_short_is_refused(tmp_path):
    cut = TINY[: TINY.index("-0.69897")]
    with pytest.raises(ModelError, match="line 10: the file ends after 4 of 6 1-grams"):
        read_arpa(write(tmp_path / "cut.arpa", cut))


def test_an_ngram_whose_beginning_is_missing_is_refused(tmp_path):
    text = TINY.replace("ngram 2=4\n", "ngram 2=4\nngram 3=1\n").replace(
        "\\end\\", "\\3-grams:\n-0.1\tsleeps foxes sleep\n\n\\end\\"
    )
    with pytest.raises(ModelError, match="line 21: the first words of this 3-gram, 'sleeps foxes', are not among the"):
        read_arpa(write(tmp_path / "x.arpa", text))


def test_other_encodings_are_refused(tmp_path):
    path = tmp_path / "latin.arpa"
    path.write_bytes(TINY.replace("foxes", "füchse").encode("latin-1"))
    with pytest.raises(ModelError, match=r"line 9: .*is not UTF-8"):
        read_arpa(path)


def test_empty_and_binary_files_are_refused(tmp_path):
    with pytest.raises(ModelError, match="line 1: the file ends"):
        read_arpa(write(tmp_path / "empty.arpa", ""))
    (tmp_path / "binary.arpa").write_bytes(bytes(range(256)) * 4)
    with pytest.raises(ModelError, match="not with binary data"):
        read_arpa(tmp_path / "binary.arpa")


@pytest.mark.parametrize("ending", [".gz", ".xz"])
def test_damaged_packed_files_are_refused(tmp_path, ending):
    write_arpa(read_arpa(write(tmp_path / "tiny.arpa", TINY)), tmp_path / f"x.arpa{ending}")
    data = (tmp_path / f"x.arpa{ending}").read_bytes()
    (tmp_path / f"x.arpa{ending}").write_bytes(data[: len(data) // 2])
    with pytest.raises(ModelError, match="damaged"):
        read_arpa(tmp_path / f"x.arpa{ending}")
    (tmp_path / f"y.arpa{ending}").write_bytes(TINY.encode())
    with pytest.raises(ModelError, match="damaged"):
        read_arpa(tmp_path / f"y.arpa{ending}")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ModelNotFoundError, match=r"nowhere\.arpa: not found"):
        read_arpa(tmp_path / "nowhere.arpa")


def test_a_folder_is_not_a_file(tmp_path):
    with pytest.raises(ModelNotFoundError):
        read_arpa(tmp_path)


@settings(max_examples=20, deadline=None)
@given(order=st.integers(1, 4), seed=st.integers(0, 99), prune=st.booleans())
def test_writing_and_reading_gives_the_same_model(tmp_path_factory, order, seed, prune):
    text = numbered(zipf_sentences(40, n_types=30, seed=seed))
    thresholds = (0, 0, 1)[:order] if prune else (0,)
    model = estimate(text, order=order, prune=thresholds, discount_fallback=FALLBACK_DISCOUNTS).model
    path = tmp_path_factory.mktemp("arpa") / "x.arpa"
    write_arpa(model, path)
    assert_same_ngrams(read_arpa(path), model)


def test_numbers_are_written_with_the_digits_that_single_precision_needs(tmp_path):
    model = read_arpa(write(tmp_path / "tiny.arpa", TINY))
    write_arpa(model, tmp_path / "x.arpa")
    text = (tmp_path / "x.arpa").read_text(encoding="utf-8")
    assert "-0.90309\tfoxes\t-0.1\n" in text
    assert "-99\t<s>\t-0.30103\n" in text
    assert "\t0\n" in text  # never -0, which KenLM takes for another thing


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_damage_anywhere_gives_our_own_error_or_a_model(tmp_path_factory, data):
    raw = bytearray(TINY.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 5))] = data.draw(st.binary(max_size=3))
    path = tmp_path_factory.mktemp("arpa") / "x.arpa"
    path.write_bytes(bytes(raw))
    try:
        model = read_arpa(path)
    except ModelError:
        return
    assert np.isfinite(model.levels[0].log10_prob[:]).all()


def test_a_header_that_announces_more_than_memory_holds_is_refused_with_its_line(tmp_path):
    path = tmp_path / "absurd.arpa"
    path.write_text("\\data\\\nngram 1=99999999999999\n\n\\1-grams:\n-1\t<unk>\n\n\\end\\\n", encoding="utf-8")
    with pytest.raises(ModelError, match=r"absurd\.arpa: line \d+: the header announces 99,999,999,999,999 1-grams"):
        read_arpa(path)


def test_a_line_longer_than_memory_is_refused_with_its_number(tmp_path, monkeypatch):
    """Field case E5, with a smaller bound."""
    monkeypatch.setenv("SGLITE_LONGEST_LINE", "100")
    path = tmp_path / "x.arpa.gz"
    path.write_bytes(gzip.compress(TINY.replace("foxes sleep\n", f"foxes {'sleep' * 100}\n").encode()))
    with pytest.raises(ModelError, match="line 15: the line is longer than 100 bytes"):
        read_arpa(path)


def test_many_long_lines_are_read_a_few_at_a_time(tmp_path, monkeypatch):
    path = write(tmp_path / "x.arpa", TINY)
    at_once = read_arpa(path)
    monkeypatch.setattr(arpa, "_BLOCK_BYTES", 10)
    assert_same_ngrams(read_arpa(path), at_once)
