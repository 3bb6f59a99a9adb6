"""The package's own n-gram reader as a backend."""

import gzip
import json

import numpy as np
import pytest
from support.arpa_files import TINY, UNIGRAMS, write
from support.running import run_items

from syntaxgym_lite.backends.word.kenlm import load as load_kenlm
from syntaxgym_lite.backends.word.ngram import load
from syntaxgym_lite.errors import InputError, ModelError
from syntaxgym_lite.lm.ngram.arpa import read_arpa
from syntaxgym_lite.lm.ngram.compact import write_compact
from syntaxgym_lite.surprisal import ScoringOptions
from syntaxgym_lite.testing import check_backend
from syntaxgym_lite.words import split_words

needs_kenlm = pytest.mark.skipif(
    not __import__("importlib.util").util.find_spec("kenlm"), reason="needs the extra 'kenlm'"
)


@pytest.fixture
def tiny(tmp_path):
    return write(tmp_path / "tiny.arpa", TINY)


def bits(backend, text, **options):
    [result] = backend.score([text], ScoringOptions(**options))
    return result.bits.tolist()


# Worked by hand: e.g. -log2(10 ** -0.30103) = 1.
@pytest.mark.parametrize(
    ("text", "expected", "eos", "oov"),
    [
        ("foxes sleep", [1.0, 1.0], 0.5146, [False, False]),
        ("foxes sleeps", [1.0, 3.0], 2.0, [False, False]),
        ("foxes quux", [1.0, 3.6541], 2.0, [False, True]),
        ("Foxes sleep", [4.3219, 2.3219], 0.5146, [True, False]),
    ],
)
def test_a_bigram_model_gives_the_bits_worked_by_hand(tiny, text, expected, eos, oov):
    [result] = load(str(tiny)).score([text], ScoringOptions(eos=True))
    assert result.bits == pytest.approx(expected, abs=1e-4)
    assert result.eos_bits == pytest.approx(eos, abs=1e-4)
    assert result.oov.tolist() == oov
    assert result.tokens == tuple("<unk>" if o else w for w, o in zip(text.split(), oov, strict=True))


def test_the_end_of_the_sentence_is_not_scored_unless_asked_for(tiny):
    [result] = load(str(tiny)).score(["foxes sleep"])
    assert np.isnan(result.eos_bits)
    assert len(result.bits) == 2


def test_without_the_start_of_the_sentence_the_first_word_has_its_unigram_value(tiny):
    assert bits(load(str(tiny), bos="none"), "foxes") == pytest.approx([3.0], abs=1e-4)
    assert bits(load(str(tiny)), "foxes") == pytest.approx([1.0], abs=1e-4)


def test_lower_casing_makes_a_capitalised_word_known(tiny):
    [result] = load(str(tiny), lowercase=True).score(["Foxes"])
    assert result.bits == pytest.approx([1.0], abs=1e-4)
    assert result.tokens == ("Foxes",)  # shown as written


def test_words_of_the_context_are_conditioned_on_but_not_scored(tiny):
    assert bits(load(str(tiny)), "sleep", context="foxes ") == pytest.approx([1.0], abs=1e-4)
    assert bits(load(str(tiny)), "sleep") == pytest.approx([(0.30103 + 0.69897) * np.log2(10)], abs=1e-4)


def test_marker_words_in_a_text_are_unknown_words(tiny):
    [result] = load(str(tiny), words="whitespace").score(["<s> </s> <unk> <UNK>"])
    assert result.oov.all()


def test_a_unigram_model_gives_each_word_its_own_value(tmp_path):
    backend = load(str(write(tmp_path / "uni.arpa", UNIGRAMS)))
    assert bits(backend, "foxes foxes") == pytest.approx([0.9 * np.log2(10)] * 2, abs=1e-5)
    check_backend(backend)


def test_blank_text_has_no_words(tiny):
    [result] = load(str(tiny)).score([" "])
    assert result.tokens == ()


@pytest.mark.parametrize("bos", ["auto", "none"])
def test_backend_keeps_the_contract(tiny, bos):
    check_backend(load(str(tiny), bos=bos))


def test_ranks_count_the_words_expected_more(tiny):
    [result] = load(str(tiny)).score(["foxes sleeps", "foxes quux"][:1], ScoringOptions(ranks=True))
    # after <s>: foxes 0.5 is first. After foxes: sleep 0.5, </s> 0.25 * 0.79 = 0.199, sleeps 0.125, ...
    assert result.ranks.tolist() == [1, 3]


WITHOUT_UNK = {
    "none": TINY.replace("ngram 1=6", "ngram 1=5").replace("-1.0\t<unk>\n", ""),
    "-99": TINY.replace("-1.0\t<unk>", "-99\t<unk>"),
    "-inf": TINY.replace("-1.0\t<unk>", "-inf\t<unk>"),
}


@pytest.mark.parametrize("text", WITHOUT_UNK.values(), ids=WITHOUT_UNK)
@pytest.mark.parametrize("load_model", [load, pytest.param(load_kenlm, marks=needs_kenlm)])
def test_an_unknown_word_has_no_value_where_the_model_gives_it_none(tmp_path, text, load_model):
    """Field case B13: 332 bits are no measurement. KenLM's value is there for who asks for it."""
    path = str(write(tmp_path / "x.arpa", text))
    backend = load_model(path)
    assert "no probability" in backend.info.warnings[-1]
    assert "`missing_unk=kenlm`" in backend.info.warnings[-1]
    assert backend.info.options["missing_unk"] == "undefined"
    # after an unknown word a model backs off to the unigram: foxes 0.90309 * log2(10)
    assert bits(backend, "quux foxes") == pytest.approx([np.nan, 3.0], abs=1e-4, nan_ok=True)
    asked = load_model(path, missing_unk="kenlm")
    least = 99 if "-99\t<unk>" in text else 100
    if "-inf" in text and load_model is load_kenlm:
        least = np.inf  # which our own reader takes for -100
    assert bits(asked, "quux foxes") == pytest.approx([(least + 0.30103) * np.log2(10), 3.0], abs=1e-3)
    assert asked.info.fingerprint != backend.info.fingerprint


def test_an_unknown_word_has_a_value_in_a_longer_ngram(tmp_path):
    text = TINY.replace("-1.0\t<unk>", "-99\t<unk>").replace("ngram 2=4", "ngram 2=5")
    text = text.replace("-0.15490\tsleep", "-0.60206\tfoxes <unk>\n-0.15490\tsleep")
    backend = load(str(write(tmp_path / "x.arpa", text)))
    assert bits(backend, "foxes quux") == pytest.approx([1.0, 2.0], abs=1e-4)


ZEROS = {
    "a word": (TINY.replace("-1.20412\tsleeps\t0", "-99\tsleeps\t0"), "sleeps", 0),
    "a word in a longer n-gram": (TINY.replace("-0.90309\tfoxes sleeps", "-inf\tfoxes sleeps"), "foxes sleeps", 1),
    "a context": (TINY.replace("foxes\t-0.1", "foxes\t-99"), "foxes foxes", 1),
    "nearly -99": (TINY.replace("-1.20412\tsleeps\t0", "-98.9\tsleeps\t0"), "sleeps", 0),
}


@pytest.mark.parametrize(("text", "sentence", "place"), ZEROS.values(), ids=ZEROS)
@pytest.mark.parametrize("load_model", [load, pytest.param(load_kenlm, marks=needs_kenlm)])
def test_a_known_word_without_a_probability_has_no_value_either(tmp_path, text, sentence, place, load_model):
    """Field case B13: the logarithm of 0, as programs write it, is no measurement wherever it stands."""
    values = bits(load_model(str(write(tmp_path / "x.arpa", text))), sentence)
    assert np.isnan(values).tolist() == [at == place for at in range(len(values))]


def test_a_word_without_a_probability_has_no_rank(tmp_path):
    backend = load(str(write(tmp_path / "x.arpa", WITHOUT_UNK["-99"])))
    [scored] = backend.score(["foxes quux"], ScoringOptions(ranks=True))
    assert scored.ranks.tolist() == [1, 0]
    check_backend(backend)


def test_a_comparison_with_a_word_without_value_is_undefined_and_counted(tmp_path):
    path = write(tmp_path / "x.arpa", WITHOUT_UNK["-99"])
    items = [{"a": ["foxes", "sleep"], "b": ["foxes", "quux"]}, {"a": ["foxes", "sleep"], "b": ["foxes", "sleeps"]}]
    result = run_items(items, f"ngram:{path}", ["(2;%a%) < (2;%b%)"])
    assert [outcome.holds for outcome in result.outcomes] == [None, True]


def test_the_option_is_checked_and_stands_only_where_it_matters(tiny):
    assert "missing_unk" not in load(str(tiny), missing_unk="kenlm").info.options
    with pytest.raises(InputError, match="missing_unk"):
        load(str(tiny), missing_unk="zero")


def test_a_probability_over_1_is_refused_where_reading_could_not_see_it(tiny, tmp_path):
    """Field case E6, in a compact file."""
    model = read_arpa(tiny)
    backoffs = model.levels[0].log10_backoff
    backoffs.values[model.words.index("foxes")] = 5
    write_compact(model, tmp_path / "x.safetensors")
    with pytest.raises(ModelError, match=r"probability of 1e\+04"):
        bits(load(str(tmp_path / "x.safetensors")), "foxes quux")


def test_a_model_without_sentence_markers_is_scored_without(tmp_path):
    backend = load(
        str(write(tmp_path / "x.arpa", "\\data\\\nngram 1=2\n\n\\1-grams:\n-0.5\ta\n-0.3\t<unk>\n\n\\end\\\n"))
    )
    assert "no <s>" in backend.info.warnings[0]
    assert not backend.info.capabilities.eos
    assert bits(backend, "a") == pytest.approx([0.5 * np.log2(10)], abs=1e-4)
    check_backend(backend)


def test_plain_packed_and_compact_files_and_folders_give_the_same(tmp_path, tiny):
    with gzip.open(tmp_path / "tiny.arpa.gz", "wb") as stream:
        stream.write(tiny.read_bytes())
    folder = tmp_path / "model"
    folder.mkdir()
    write_compact(read_arpa(tiny), folder / "w.safetensors")
    (folder / "card.json").write_text(json.dumps({"weights": "w.safetensors"}), encoding="utf-8")
    expected = bits(load(str(tiny)), "foxes sleeps quux")
    for path in (tmp_path / "tiny.arpa.gz", folder / "w.safetensors", folder):
        assert bits(load(str(path)), "foxes sleeps quux") == expected


def folder_with(tmp_path, tiny, **card):
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "m.arpa").write_bytes(tiny.read_bytes())
    (folder / "card.json").write_text(json.dumps({"weights": "m.arpa", **card}), encoding="utf-8")
    return str(folder)


def test_the_card_says_how_words_are_cut_and_options_override_it(tmp_path, tiny):
    folder = folder_with(tmp_path, tiny, words="whitespace", lowercase=True)
    assert load(folder).info.options == {
        "bos": "auto",
        "words": "whitespace",
        "lowercase": True,
        "unk": "single",
        "order": 2,
    }
    assert load(folder).score(["Foxes!"])[0].tokens == ("<unk>",)
    assert load(folder, words="punct", lowercase=False).info.options["words"] == "punct"
    assert load(folder, words="punct").score(["Foxes!"])[0].tokens == ("Foxes", "<unk>")


def test_without_a_card_words_are_cut_as_the_penn_treebank_does(tiny):
    backend = load(str(tiny))
    assert backend.info.options["words"] == "treebank"
    [result] = backend.score(["sleep."])
    assert result.tokens == ("sleep", "<unk>")
    assert result.spans.tolist() == [[0, 5], [5, 6]]


def test_classes_of_unknown_words_have_their_own_probabilities(tmp_path, tiny):
    text = TINY.replace("sleeps", "UNK-LC").replace("-1.0\t<unk>", "-1.0\tUNK")
    folder = folder_with(tmp_path, write(tiny, text), unk="classes")
    [result] = load(folder).score(["foxes grumble Quux"])
    assert result.tokens == ("foxes", "UNK-LC", "UNK")
    assert result.oov.tolist() == [False, True, True]
    assert result.bits[:2] == pytest.approx([1.0, 3.0], abs=1e-4)


def test_fingerprint_changes_with_file_and_options_but_not_with_the_place(tmp_path, tiny):
    copy = write(tmp_path / "copy.arpa", TINY)
    changed = write(tmp_path / "changed.arpa", TINY.replace("-0.2", "-0.3"))
    prints = [
        load(str(tiny)).info.fingerprint,
        load(str(changed)).info.fingerprint,
        load(str(tiny), bos="none").info.fingerprint,
        load(str(tiny), words="punct").info.fingerprint,
        load(str(tiny), lowercase=True).info.fingerprint,
    ]
    assert len(set(prints)) == len(prints)
    assert load(str(copy)).info.fingerprint == prints[0]


def test_a_batch_gives_what_each_sentence_alone_gives(tiny):
    texts = ["foxes sleep", "sleep foxes quux sleeps foxes sleep", "sleeps", " ", "Foxes sleep"]
    backend = load(str(tiny))
    together = backend.score(texts, ScoringOptions(eos=True, context="foxes "))
    for text, one in zip(texts, together, strict=True):
        [alone] = backend.score([text], ScoringOptions(eos=True, context="foxes "))
        assert (one.bits == alone.bits).all()
        assert one.eos_bits == alone.eos_bits
        assert one.spans.tolist() == [list(span) for span in split_words(text, "treebank")]


def test_options_that_do_not_exist_are_refused(tiny):
    with pytest.raises(InputError, match="only auto"):
        load(str(tiny), bos="<bos>")
    with pytest.raises(InputError, match="no word-splitting scheme"):
        load(str(tiny), words="letters")
