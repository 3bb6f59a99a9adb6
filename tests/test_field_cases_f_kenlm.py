"""Field cases of kind F: n-gram models, by KenLM and by this package's own reader, which agree."""

from __future__ import annotations

import csv

import pytest
from support.field_fixtures import (
    NGRAM_KINDS,
    model_spec,
    python,
    region_bits,
    run_items,
    run_regions,
    sglite,
    tokens_by_region,
    write_arpa,
    write_json,
)
from support.toys import suite_document

import syntaxgym_lite as sgl

RUN = "from syntaxgym_lite.cli import main; main()"


@pytest.fixture(params=NGRAM_KINDS)
def kind(request):
    return request.param


@pytest.fixture
def tiny(kind, tmp_path):
    return model_spec(kind, write_arpa(tmp_path))


def test_case_61_the_start_of_the_sentence_is_given_by_default(tiny):
    """Case 61: sentence markers; p(foxes | <s>) = 10 ** -0.30103, p(foxes) = 10 ** -0.90309."""
    assert run_regions(["foxes"], tiny).token_bits == pytest.approx([1.0], abs=1e-4)
    assert run_regions(["foxes"], tiny, bos="none").token_bits == pytest.approx([3.0], abs=1e-4)


def test_case_61_the_end_of_the_sentence_is_not_scored_by_default(tiny):
    """Case 61: </s> is not in any value unless asked for."""
    sentence = run_regions(["foxes", "sleep"], tiny)
    assert sentence.eos_bits is None
    assert sentence.token_bits == pytest.approx([1.0, 1.0], abs=1e-4)


def test_case_63_an_unknown_word_has_a_value_and_a_mark(tiny):
    """Case 63: unknown words; -0.1 (back-off of foxes) - 1.0 in log10 is 3.6541 bits."""
    suite = run_items([{"only": ["foxes", "quux"]}], tiny)
    assert region_bits(suite, 2) == pytest.approx({(1, "only"): 3.6541}, abs=1e-4)
    assert [region.oov for region in suite.sentences[0].regions] == [(), ("quux",)]


def test_case_63_the_summary_counts_unknown_words(tiny, tmp_path, capsys):
    """Case 63: 1 unknown of 2 words."""
    path = write_json(tmp_path / "quux.json", suite_document([{"only": ["foxes", "quux"]}], name="quux"))
    finished = sglite(capsys, "eval", path, "--model", tiny, "--format", "json", "--out", tmp_path / "out")
    [suite] = finished.json["models"][0]["suites"]
    assert (suite["n_oov"], suite["n_tokens"], suite["n_oov_items"]) == (1, 2, 1)
    assert "1 of 2" in sglite(capsys, "eval", path, "--model", tiny).out
    with (tmp_path / "out" / "regions.csv").open(encoding="utf-8", newline="") as file:
        *_, last = csv.DictReader(file)
    assert last["oov"] == "quux"


def test_case_63_unknown_words_can_be_made_an_error(tiny, tmp_path, capsys):
    """Case 63: the strict option."""
    path = write_json(tmp_path / "quux.json", suite_document([{"only": ["foxes", "quux"]}], name="quux"))
    finished = sglite(capsys, "eval", path, "--model", tiny, "--oov", "error")
    assert finished.code == 2
    assert "'quux'" in finished.err
    assert finished.out == ""


def test_case_65_case_matters_unless_text_is_lower_cased(tiny):
    """Case 65: Foxes is unknown; -0.30103 (back-off of <s>) - 1.0 in log10 is 4.3219 bits."""
    sentence = run_regions(["Foxes", "sleep"], tiny)
    assert sentence.token_bits == pytest.approx([4.3219, 2.3219], abs=1e-4)
    assert sentence.regions[0].oov == ("Foxes",)
    lowered = run_regions(["Foxes", "sleep"], tiny, lowercase=True)
    assert lowered.token_bits == pytest.approx([1.0, 1.0], abs=1e-4)
    assert lowered.regions[0].oov == ()
    assert lowered.text == "Foxes sleep"  # what the reader sees is what the suite says


def test_case_65_attached_punctuation_is_cut_off_by_the_word_splitter(tiny):
    """Case 65: region 'sleep.' is two words of that region."""
    sentence = run_regions(["foxes", "sleep."], tiny, words="treebank")
    assert tokens_by_region(sentence) == {1: ["foxes"], 2: ["sleep", "<unk>"]}
    assert sentence.token_bits[:2] == pytest.approx([1.0, 1.0], abs=1e-4)
    assert sentence.regions[1].oov == (".",)
    assert run_regions(["foxes", "sleep."], tiny, words="whitespace").regions[1].oov == ("sleep.",)


UNIGRAM = """\
\\data\\
ngram 1=4

\\1-grams:
-99	<s>
-0.60206	</s>
-1.0	<unk>
-0.90309	foxes

\\end\\
"""


def test_case_67_a_unigram_file_is_read_or_refused_in_plain_words(kind, tmp_path):
    """Case 67: a unigram-only file; foxes is its unigram value, 3.0 bits."""
    path = write_arpa(tmp_path, UNIGRAM, name="unigram.arpa")
    spec = model_spec(kind, path)
    text = tmp_path / "s.txt"
    text.write_text("foxes\n")
    finished = python(RUN, "surprisal", text, "--model", spec, "--format", "csv")
    assert "Traceback" not in finished.err
    if kind == "ngram":
        assert finished.code == 0
        [_, row] = finished.out.splitlines()
        assert float(row.split(",")[5]) == pytest.approx(3.0, abs=1e-4)
    else:
        assert finished.code == 3
        assert finished.out == ""
        assert_readable(finished.err, path)
        assert "unigram" in finished.err or "bigram" in finished.err
        assert "ngram:" in finished.err  # which reader can


def test_case_67_a_broken_file_is_refused_in_plain_words(kind, tmp_path):
    """Case 67: a broken file."""
    path = tmp_path / "broken.arpa"
    path.write_text("\\data\\\nngram 1=3\nngram 2=1\n\n\\1-grams:\nthis is no entry\n")
    text = tmp_path / "s.txt"
    text.write_text("foxes\n")
    finished = python(RUN, "surprisal", text, "--model", model_spec(kind, path))
    assert finished.code == 3
    assert finished.out == ""
    assert_readable(finished.err, path)


def test_case_67_a_missing_file_is_said_to_be_missing(kind, tmp_path):
    """Case 67: a bad path."""
    path = tmp_path / "nowhere.arpa"
    text = tmp_path / "s.txt"
    text.write_text("foxes\n")
    finished = python(RUN, "surprisal", text, "--model", model_spec(kind, path))
    assert finished.code == 3
    assert finished.out == ""
    assert_readable(finished.err, path)
    assert any(words in finished.err.lower() for words in ("no such file", "not found", "there is no"))


def test_case_67_loading_draws_nothing_on_standard_output_or_error(kind, tmp_path):
    """Case 67: no progress bar, no note of the C++ library."""
    path = write_arpa(tmp_path)
    text = tmp_path / "s.txt"
    text.write_text("foxes sleep\n")
    finished = python(RUN, "surprisal", text, "--model", model_spec(kind, path), "--format", "csv")
    assert finished.code == 0
    assert len(finished.out.splitlines()) == 3
    assert finished.err == ""


def assert_readable(err, path):
    """One sentence or two that name the file, without C++ names or Python frames."""
    assert err.startswith("Error: ")
    assert str(path) in err
    assert len(err.strip().splitlines()) <= 2
    for noise in ("Traceback", "std::", ".cc:", ".hh", "lm::", "threw", "----5---", "ERROR"):
        assert noise not in err


def test_case_67_both_readers_give_the_same_values(tmp_path):
    """Case 67, 61-65: two implementations, one number."""
    path = write_arpa(tmp_path)
    texts = ["foxes sleep", "foxes sleeps", "sleep foxes quux sleeps", "Foxes sleep"]
    scored = [sgl.load_backend(model_spec(kind, path)).score(texts) for kind in NGRAM_KINDS]
    for one, other in zip(*scored, strict=True):
        assert one.bits == pytest.approx(other.bits, abs=1e-4)
