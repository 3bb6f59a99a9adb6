"""KenLM itself as a backend, and our own reader beside it."""

import bz2
import gzip
import lzma
import sys

import numpy as np
import pytest
from support.arpa_files import TINY, UNIGRAMS, write
from support.running import python, sglite
from support.tiny_models import gpt_folder
from support.toys import suite_document, write_suite

from syntaxgym_lite.backends.word.kenlm import load
from syntaxgym_lite.backends.word.ngram import NgramBackend
from syntaxgym_lite.backends.word.ngram import load as load_ours
from syntaxgym_lite.errors import InputError, MissingExtraError, ModelError, ModelNotFoundError
from syntaxgym_lite.lm.corpus import Corpus
from syntaxgym_lite.lm.ngram.arpa import write_arpa
from syntaxgym_lite.lm.ngram.estimate import FALLBACK_DISCOUNTS
from syntaxgym_lite.lm.ngram.train import train
from syntaxgym_lite.surprisal import BackendInfo, Capabilities, ScoringOptions
from syntaxgym_lite.testing import check_backend

needs_kenlm = pytest.mark.skipif(
    not __import__("importlib.util").util.find_spec("kenlm"), reason="needs the extra 'kenlm'"
)


@pytest.fixture
def tiny(tmp_path):
    return str(write(tmp_path / "tiny.arpa", TINY))


@needs_kenlm
@pytest.mark.parametrize(
    ("text", "expected", "eos", "oov"),
    [  # worked by hand
        ("foxes sleep", [1.0, 1.0], 0.5146, [False, False]),
        ("foxes sleeps", [1.0, 3.0], 2.0, [False, False]),
        ("foxes quux", [1.0, 3.6541], 2.0, [False, True]),
        ("Foxes sleep", [4.3219, 2.3219], 0.5146, [True, False]),
    ],
)
def test_kenlm_gives_the_bits_worked_by_hand(tiny, text, expected, eos, oov):
    [result] = load(tiny).score([text], ScoringOptions(eos=True))
    assert result.bits == pytest.approx(expected, abs=1e-4)
    assert result.eos_bits == pytest.approx(eos, abs=1e-4)
    assert result.oov.tolist() == oov


@needs_kenlm
@pytest.mark.parametrize("bos", ["auto", "none"])
def test_kenlm_keeps_the_contract(tiny, bos):
    check_backend(load(tiny, bos=bos))


@needs_kenlm
def test_start_of_sentence_lower_casing_and_splitting_are_options(tiny):
    assert load(tiny, bos="none").score(["foxes"])[0].bits == pytest.approx([3.0], abs=1e-4)
    assert load(tiny, lowercase=True).score(["Foxes"])[0].bits == pytest.approx([1.0], abs=1e-4)
    assert load(tiny).score(["sleep."])[0].tokens == ("sleep", "<unk>")
    assert load(tiny, words="whitespace").score(["sleep."])[0].tokens == ("<unk>",)
    assert load(tiny).info.options == {
        "bos": "auto", "words": "treebank", "words_revision": 2, "lowercase": False, "order": 2,
    }  # fmt: skip


@needs_kenlm
def test_words_that_c_would_cut_short_or_cannot_take_are_unknown(tiny):
    [result] = load(tiny, words="whitespace").score(["foxes\0x \ud800 <s> </s> <unk>"])
    assert result.oov.all()


@needs_kenlm
def test_remarks_of_kenlm_become_warnings_and_nothing_is_printed(tmp_path, capfd):
    text = TINY.replace("ngram 1=6", "ngram 1=5").replace("-1.0\t<unk>\n", "")
    backend = load(str(write(tmp_path / "x.arpa", text)))
    assert "missing <unk>" in backend.info.warnings[0]
    assert capfd.readouterr() == ("", "")


@needs_kenlm
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (UNIGRAMS, "single words only, and KenLM needs at least bigrams. Read it with ngram:PATH"),
        (TINY.replace("foxes sleep\n", "foxes dream\n"), "Word dream was not seen in the unigrams"),
        (TINY.replace("ngram 1=6", "ngram 1=9"), "."),
        ("no model", "neither an ARPA file nor a binary file"),
        ("", "."),
        ("\0\1\2" * 500, "."),
    ],
    ids=["unigrams", "unknown word", "counts", "text", "empty", "binary"],
)
def test_a_file_that_kenlm_cannot_read_gives_one_readable_error(tmp_path, capfd, content, message):
    path = write(tmp_path / "x.arpa", content)
    with pytest.raises(ModelError) as caught:
        load(str(path))
    text = str(caught.value)
    assert text.startswith(f"{path}: KenLM cannot read this model: ")
    assert message in text
    assert "\n" not in text
    assert not any(trace in text for trace in ("threw", "Exception", ".cc", ".hh", "void "))
    assert capfd.readouterr() == ("", "")


@needs_kenlm
@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, lzma.compress])
@pytest.mark.parametrize("number", ["-6", "+6", "six", "", "9" * 5000])
def test_a_header_that_would_crash_kenlm_is_refused_before(tmp_path, pack, number):
    """A negative number of n-grams is a segmentation fault in KenLM 0.2.1."""
    path = tmp_path / "x.arpa"
    path.write_bytes(pack(TINY.replace("ngram 1=6", f"ngram 1={number}").encode()))
    with pytest.raises(ModelError, match=r"line 2: 'ngram ORDER=NUMBER' expected, not 'ngram 1="):
        load(str(path))


@needs_kenlm
def test_a_header_with_more_ngrams_than_anybody_has_is_refused_before(tmp_path):
    """So is 2 ** 64 - 6."""
    path = tmp_path / "x.arpa"
    path.write_text(TINY.replace("ngram 1=6", f"ngram 1={2**64 - 6}"))
    with pytest.raises(ModelError, match="more than memory holds"):
        load(str(path))


@needs_kenlm
def test_a_folder_without_a_model_is_said_to_be_one(tmp_path):
    with pytest.raises(
        ModelNotFoundError, match=r"no ngram model in this folder \(card\.json that names it, or \.arpa, .*\.binary"
    ):
        load(str(tmp_path))


@needs_kenlm
def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ModelNotFoundError, match=r"nowhere\.arpa: not found"):
        load(str(tmp_path / "nowhere.arpa"))
    with pytest.raises(ModelNotFoundError):
        load(str(tmp_path))


@needs_kenlm
def test_options_that_do_not_exist_are_refused(tiny):
    with pytest.raises(InputError, match="only auto"):
        load(tiny, bos="<bos>")
    with pytest.raises(InputError, match="no word-splitting scheme"):
        load(tiny, words="letters")


def test_without_the_module_the_extra_is_named(tiny, monkeypatch):
    monkeypatch.setitem(sys.modules, "kenlm", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'kenlm-ex>="):
        load(tiny)


WITHOUT = "import sys; sys.modules['kenlm'] = None; from syntaxgym_lite.cli import main; main()"


def test_without_the_module_the_command_line_exits_with_3_and_no_traceback(tiny):
    done = python(WITHOUT, "surprisal", "--model", f"kenlm:{tiny}", stdin="foxes sleep\n")
    assert (done.code, done.out) == (3, "")
    assert "pip install 'kenlm-ex>=" in done.err
    assert "Traceback" not in done.err


def test_without_the_module_all_other_models_work(tiny, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "kenlm", None)
    document = suite_document([{"good": ["foxes", "sleep"], "bad": ["foxes", "sleeps"]}], ["(2;%bad%) > (2;%good%)"])
    path = write_suite(tmp_path / "toy.json", document)
    done = sglite("eval", path, "-m", f"ngram:{tiny}", "-m", "lstm", "-m", gpt_folder(), "--format", "json")
    assert done.code == 0, done.err
    assert done.json["models"][0]["sg_score"] == 1.0  # 1 bit for sleep, 3 for sleeps


@needs_kenlm
def test_fingerprint_changes_with_file_and_options(tmp_path, tiny):
    other = str(write(tmp_path / "other.arpa", TINY.replace("-0.2", "-0.3")))
    prints = {load(tiny).info.fingerprint, load(other).info.fingerprint, load(tiny, bos="none").info.fingerprint}
    assert len(prints) == 3


# ---------------------------------------------------------------- two roads to one number


TEXTS = [
    f"The {noun} {verb} near the {place} ."
    for noun in ("dog", "cat", "owl")
    for verb in ("sat", "slept", "ran")
    for place in ("barn", "river")
] + ["The dog saw the cat .", "A cat saw the old dog near the barn .", "Owls sleep ."]


@pytest.fixture(scope="module", params=[("0",), ("0", "0", "1")], ids=["unpruned", "pruned"])
def arpa(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("roads")
    (folder / "text.txt").write_text("\n".join(TEXTS * 2), encoding="utf-8")
    trained = train(
        Corpus([folder / "text.txt"], "whitespace"),
        order=4,
        prune=tuple(map(int, request.param)),
        discount_fallback=FALLBACK_DISCOUNTS,
    )
    write_arpa(trained.estimate.model, folder / "x.arpa")
    with gzip.open(folder / "x.arpa.gz", "wb") as stream:
        stream.write((folder / "x.arpa").read_bytes())
    return folder / "x.arpa", trained


def random_sentences(words, n_sentences, seed=0):
    rng = np.random.default_rng(seed)
    pool = [*words, "quux", "ZZZ"]
    return [" ".join(rng.choice(pool, rng.integers(1, 12))) for _ in range(n_sentences)]


@needs_kenlm
@pytest.mark.parametrize("bos", ["auto", "none"])
@pytest.mark.parametrize("context", ["", "The old dog "])
def test_kenlm_reading_our_arpa_gives_the_scores_of_our_reader(arpa, bos, context):
    path, trained = arpa
    texts = TEXTS + random_sentences(trained.vocabulary.plain, 200)
    options = ScoringOptions(eos=True, context=context)
    theirs = load(str(path), bos=bos, words="whitespace").score(texts, options)
    ours = load_ours(str(path), bos=bos, words="whitespace").score(texts, options)
    for one, other in zip(theirs, ours, strict=True):
        assert one.tokens == other.tokens
        assert (one.oov == other.oov).all()
        assert one.bits == pytest.approx(other.bits, abs=1e-5)
        assert one.eos_bits == pytest.approx(other.eos_bits, abs=1e-5)


@needs_kenlm
def test_the_model_in_memory_scores_as_kenlm_does_from_the_file(arpa):
    path, trained = arpa
    options = {"bos": "auto", "words": "whitespace", "lowercase": False, "unk": "single"}
    info = BackendInfo("ngram", "memory", Capabilities(units="words"), None, options=options)
    ours = NgramBackend(trained.estimate.model, info)
    texts = random_sentences(trained.vocabulary.plain, 50, seed=1)
    for one, other in zip(ours.score(texts), load(str(path), words="whitespace").score(texts), strict=True):
        assert one.bits == pytest.approx(other.bits, abs=1e-5)


@needs_kenlm
def test_kenlm_reads_our_packed_file(arpa):
    path, _ = arpa
    packed = load(f"{path}.gz", words="whitespace").score(TEXTS)
    for one, other in zip(packed, load(str(path), words="whitespace").score(TEXTS), strict=True):
        assert (one.bits == other.bits).all()
