from __future__ import annotations

import json

import numpy as np
import pytest
from scipy import stats

from syntaxgym_lite.backends.word.baselines import load_random, load_unigram
from syntaxgym_lite.errors import InputError, ModelError, ModelNotFoundError
from syntaxgym_lite.surprisal import ScoringOptions
from syntaxgym_lite.testing import check_backend

COUNTS = "<unk>\t2\n<eos>\t2\nthe\t8\nfox\t3\ndog\t1\n"
ARPA = r"""\data\
ngram 1=5
ngram 2=1

\1-grams:
-1.0	<unk>
-99	<s>	-0.3
-0.5	</s>
-0.25	the	-0.2
-0.75	fox

\2-grams:
-0.1	the fox

\end\
"""


@pytest.fixture
def counts(tmp_path):
    path = tmp_path / "counts.tsv"
    path.write_text(COUNTS, encoding="utf-8")
    return path


def test_a_word_costs_its_share_of_the_text_wherever_it_stands(counts):
    [scored] = load_unigram(str(counts)).score(["the fox the quux"], ScoringOptions(eos=True, ranks=True))
    assert scored.bits.tolist() == pytest.approx([1, np.log2(16 / 3), 1, 3])  # 8, 3, 8 and 2 of 16
    assert scored.eos_bits == pytest.approx(3)
    assert scored.oov.tolist() == [False, False, False, True]
    assert scored.tokens == ("the", "fox", "the", "<unk>")
    assert scored.ranks.tolist() == [1, 2, 1, 3]


def test_an_unknown_word_has_no_value_where_an_ngram_model_gives_it_none(tmp_path):
    """Field case B13."""
    path = tmp_path / "x.arpa"
    path.write_text(ARPA.replace("-1.0\t<unk>", "-99\t<unk>"), encoding="utf-8")
    [scored] = load_unigram(str(path)).score(["the quux"])
    assert scored.bits.tolist() == pytest.approx([0.25 * np.log2(10), np.nan], nan_ok=True)
    [scored] = load_unigram(str(path), missing_unk="kenlm").score(["the quux"])
    assert scored.bits[1] == pytest.approx(99 * np.log2(10))


def test_the_most_frequent_form_wins_in_any_context(counts):
    backend = load_unigram(str(counts))
    for frame in ("a {} b", "{}", "the the {}"):
        frequent, rare = backend.score([frame.format("fox"), frame.format("dog")])
        assert frequent.bits.sum() < rare.bits.sum()


def test_unknown_words_without_a_count_cost_half_an_occurrence(tmp_path):
    path = tmp_path / "c.tsv"
    path.write_text("the\t3\nfox\t0\n", encoding="utf-8")
    [scored] = load_unigram(str(path)).score(["the fox quux"])
    assert scored.bits.tolist() == pytest.approx([np.log2(4 / 3), 3, 3])
    assert np.isnan(load_unigram(str(path)).score(["the"], ScoringOptions(eos=True))[0].eos_bits)


def test_unigrams_of_an_arpa_file_are_taken_with_a_warning(tmp_path):
    path = tmp_path / "toy.arpa"
    path.write_text(ARPA, encoding="utf-8")
    backend = load_unigram(str(path))
    [scored] = backend.score(["the fox quux"], ScoringOptions(eos=True, ranks=True))
    assert scored.bits.tolist() == pytest.approx([0.25 / np.log10(2), 0.75 / np.log10(2), 1 / np.log10(2)], abs=1e-6)
    assert scored.eos_bits == pytest.approx(0.5 / np.log10(2), abs=1e-6)
    assert scored.ranks.tolist() == [1, 3, 4]
    assert "contexts" in backend.info.warnings[0]


def test_a_folder_of_an_ngram_model_is_read(tmp_path):
    (tmp_path / "toy.arpa").write_text(ARPA, encoding="utf-8")
    (tmp_path / "card.json").write_text(
        json.dumps({"backend": "ngram", "weights": "toy.arpa", "words": "punct", "lowercase": True}), encoding="utf-8"
    )
    backend = load_unigram(str(tmp_path))
    assert backend.info.options["words"] == "punct"
    assert not backend.score(["The"])[0].oov.any()


def test_the_frequency_baseline_keeps_the_promises_of_a_backend(counts, tmp_path):
    check_backend(load_unigram(str(counts)))


def test_classes_of_unknown_words_have_counts_of_their_own(tmp_path):
    path = tmp_path / "c.tsv"
    path.write_text("UNK\t1\nUNK-LC-s\t7\nthe\t8\n", encoding="utf-8")
    [scored] = load_unigram(str(path)).score(["the zorks §"])
    assert scored.bits.tolist() == pytest.approx([1, np.log2(16 / 7), 4])
    assert scored.tokens == ("the", "UNK-LC-s", "UNK")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("the 3\n", "line 1 is no count"),
        ("the\t3\nfox\tmany\n", "line 2 is no count"),
        ("the\t3\nthe\t4\n", "line 2 counts the word 'the' again"),
        ("the\t0\n", "no counts"),
        ("", "no counts"),
    ],
)
def test_a_damaged_file_of_counts_is_refused(tmp_path, content, message):
    path = tmp_path / "c.tsv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        load_unigram(str(path))


def test_missing_counts_are_named(tmp_path):
    with pytest.raises(ModelNotFoundError, match="nothing"):
        load_unigram(str(tmp_path / "nothing"))
    with pytest.raises(ModelNotFoundError, match=r"card\.json that names it, or counts\.tsv, \.arpa"):
        load_unigram(str(tmp_path))
    (tmp_path / "card.json").write_text("{", encoding="utf-8")
    with pytest.raises(ModelError, match="not a model card"):
        load_unigram(str(tmp_path))


TEXTS = [f"the fox number {i} sleeps" for i in range(1500)]


def test_random_values_are_the_same_in_any_company_and_under_the_same_seed():
    backend = load_random("7")
    together = backend.score(TEXTS[:9])
    for text, one in zip(TEXTS[:9], together, strict=True):
        np.testing.assert_array_equal(load_random("7").score([text])[0].bits, one.bits)
        assert not np.array_equal(load_random("8").score([text])[0].bits, one.bits)
    assert backend.info.fingerprint != load_random("8").info.fingerprint
    # worked out once and kept: the values must not change with a version of Python or NumPy
    assert backend.score(["the fox"])[0].bits == pytest.approx(EXPECTED, abs=1e-9)


EXPECTED = [16.996088481116768, -0.43717914247726414]


def test_random_values_of_equal_words_in_different_sentences_are_independent():
    one = np.array([scored.bits[:2] for scored in load_random("1").score(TEXTS)])
    first, second = one[:, 0], one[:, 1]  # "the" and "fox" in 1500 sentences
    assert abs(stats.spearmanr(first, second).statistic) < 0.1
    assert stats.kstest(first / 10, "norm").pvalue > 1e-3
    assert len(set(first.tolist())) == len(TEXTS)


def test_random_regions_of_unequal_length_are_a_fair_coin():
    bits = np.array([scored.bits for scored in load_random("2").score(TEXTS)])
    longer = (bits[:, :4].sum(1) > bits[:, 4]).mean()
    assert longer == pytest.approx(0.5, abs=0.05)  # nearly 4 standard errors


def test_marks_and_clitics_have_random_values_of_their_own():
    [one] = load_random("1").score(["She isn't here."])  # so that a region "n't" or "." has one
    assert one.tokens == ("She", "is", "n't", "here", ".")


def test_a_context_draws_other_random_values():
    backend = load_random("1")
    [bare], [after] = backend.score(["the fox"]), backend.score(["the fox"], ScoringOptions(context="Look: "))
    assert after.tokens == bare.tokens
    assert not np.allclose(after.bits, bare.bits)


def test_a_seed_is_a_whole_number():
    with pytest.raises(InputError, match="random:dice"):
        load_random("dice")


@pytest.mark.parametrize("count", ["1_0", "9" * 16, "9" * 5000, "1e3", "-1", "nan", "\u0663"])
def test_counts_are_plain_whole_numbers(tmp_path, count):
    """Field case E7: Python reads 1_0 as 10."""
    path = tmp_path / "counts.tsv"
    path.write_text(f"the\t8\nfox\t{count}\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 2 is no count"):
        load_unigram(str(path))


@pytest.mark.parametrize("seed", ["1_0", "9" * 19, "9" * 5000, "x", "", "1.0", "\u0663"])
def test_a_seed_is_a_plain_whole_number(seed):
    with pytest.raises(InputError, match="write a whole number after the colon"):
        load_random(seed)
