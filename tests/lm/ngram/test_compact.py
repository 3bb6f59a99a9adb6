"""The compact form keeps a model exactly, or within the error it states."""

import json
import mmap

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors import safe_open
from safetensors.numpy import load_file, save_file
from support.ngram_texts import assert_same_ngrams, numbered, zipf_sentences

from syntaxgym_lite.errors import ModelError, ModelNotFoundError
from syntaxgym_lite.lm.ngram.arpa import read_arpa
from syntaxgym_lite.lm.ngram.compact import read_compact, write_compact
from syntaxgym_lite.lm.ngram.estimate import FALLBACK_DISCOUNTS, estimate
from syntaxgym_lite.lm.ngram.model import LogColumn, NgramLevel, NgramModel


def trained(seed=0, order=4, prune=(0, 0, 1)):
    text = numbered(zipf_sentences(120, n_types=40, seed=seed))
    return estimate(text, order=order, prune=prune[:order], discount_fallback=FALLBACK_DISCOUNTS).model


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 99), order=st.integers(1, 5), quantize=st.booleans())
def test_writing_and_reading_gives_the_same_model(tmp_path_factory, seed, order, quantize):
    model = trained(seed, order)
    if quantize:
        model = model.quantized()
    path = tmp_path_factory.mktemp("compact") / "x.safetensors"
    write_compact(model, path)
    assert_same_ngrams(read_compact(path), model)
    assert read_compact(path).max_error == model.max_error


def test_the_same_model_gives_the_same_bytes(tmp_path):
    model = trained().quantized()
    for name in ("one", "two"):
        write_compact(model, tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_arrays_stay_in_the_file(tmp_path):
    write_compact(trained(), tmp_path / "x.safetensors")
    model = read_compact(tmp_path / "x.safetensors")
    base = model.levels[2].log10_prob.values
    while isinstance(base.base, np.ndarray):
        base = base.base
    assert isinstance(base.base.obj if isinstance(base.base, memoryview) else base.base, mmap.mmap)


def test_quantization_errs_by_no_more_than_it_states(tmp_path):
    model = trained(order=5, prune=(0,))
    small = model.quantized()
    assert 0 < small.max_error < 1e-4
    for exact, rounded in zip(model.levels, small.levels, strict=True):
        pairs = [(exact.log10_prob, rounded.log10_prob)]
        if exact.log10_backoff is not None:
            pairs.append((exact.log10_backoff, rounded.log10_backoff))
        for a, b in pairs:
            assert np.abs(a[:] - b[:]).max() <= small.max_error * (1 + 1e-9)
    rng = np.random.default_rng(0)
    stream = np.concatenate([[1], rng.integers(3, len(model.words), 300)])
    before = np.arange(len(stream))
    difference = np.abs(model.score(stream, before)[0] - small.score(stream, before)[0])
    assert 0 < difference.max() <= small.max_error * model.order


def test_quantized_probabilities_add_up_to_one_within_the_error():
    small = trained(order=4).quantized()
    for context in ([1], [1, 3], [3, 4, 5]):
        assert np.delete(10 ** small.distribution(context), 1).sum() == pytest.approx(1, abs=1e-3)


@given(st.lists(st.floats(-100, 5, width=32), min_size=1, max_size=50))
def test_codes_are_within_half_a_step_and_zero_is_exact(values):
    column = LogColumn(np.float32([*values, 0]))
    coded = column.quantized()
    assert coded.values.dtype == np.uint16
    assert np.abs(coded[:] - column[:]).max() <= coded.max_error * (1 + 1e-9)
    assert coded[-1] == 0
    assert coded.quantized() is coded


def test_quantized_file_is_much_smaller(tmp_path):
    text = numbered(zipf_sentences(2000, n_types=400))
    model = estimate(text, order=4, prune=(0, 1), discount_fallback=FALLBACK_DISCOUNTS).model
    write_compact(model, tmp_path / "exact.safetensors")
    write_compact(model.quantized(), tmp_path / "small.safetensors")
    exact, small = ((tmp_path / f"{name}.safetensors").stat().st_size for name in ("exact", "small"))
    assert small < 0.75 * exact


def test_backoff_weights_of_ngrams_that_begin_no_longer_one_are_kept(tmp_path):
    """Other programs give such weights; ours gives 0 there, which is not stored."""
    model = trained(order=3)
    level = model.levels[1]
    weights = level.log10_backoff.values.copy()
    leaf = int(np.argmax(np.diff(level.first_child) == 0))
    weights[leaf] = -0.5
    changed = NgramLevel(level.words, level.log10_prob, LogColumn(weights), level.first_child)
    model = NgramModel(model.words, (model.levels[0], changed, model.levels[2])).quantized()
    write_compact(model, tmp_path / "x.safetensors")
    assert_same_ngrams(read_compact(tmp_path / "x.safetensors"), model)


def test_words_of_any_script_come_back(tmp_path):
    words = ("<unk>", "<s>", "</s>", "naïve", "日本", "🦊", "a\u2028b", "x\u00a0y")
    level = NgramLevel(np.arange(8), LogColumn(np.full(8, -1, dtype=np.float32)))
    write_compact(NgramModel(words, (level,)), tmp_path / "x.safetensors")
    assert read_compact(tmp_path / "x.safetensors").words == words


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ModelNotFoundError, match=r"nowhere\.safetensors: not found"):
        read_compact(tmp_path / "nowhere.safetensors")


@pytest.mark.parametrize(
    "content", [b"", b"abc", b"\xff" * 100, (20).to_bytes(8, "little") + b'{"x": 1}            '], ids=len
)
def test_what_is_no_safetensors_file_is_refused(tmp_path, content):
    (tmp_path / "x.safetensors").write_bytes(content)
    with pytest.raises(ModelError, match="not a safetensors file, or it is damaged"):
        read_compact(tmp_path / "x.safetensors")


def test_weights_of_another_model_are_refused(tmp_path):
    save_file({"weight": np.zeros(3, dtype=np.float32)}, tmp_path / "x.safetensors")
    with pytest.raises(ModelError, match="no n-gram model"):
        read_compact(tmp_path / "x.safetensors")


def test_a_later_version_is_refused(tmp_path):
    write_compact(trained(), tmp_path / "x.safetensors")
    tensors = load_file(tmp_path / "x.safetensors")
    save_file(tensors, tmp_path / "y.safetensors", {"format": "sglite-ngram", "version": "2", "order": "4"})
    with pytest.raises(ModelError, match="version 2 of the compact form"):
        read_compact(tmp_path / "y.safetensors")


@pytest.mark.parametrize("lost", ["vocabulary", "2.words", "3.log10_prob", "1.first_child", "2.log10_backoff"])
def test_a_file_that_lacks_a_tensor_is_refused(tmp_path, lost):
    write_compact(trained(), tmp_path / "x.safetensors")
    tensors = load_file(tmp_path / "x.safetensors")
    del tensors[lost]
    save_file(tensors, tmp_path / "y.safetensors", {"format": "sglite-ngram", "version": "1", "order": "4"})
    with pytest.raises(ModelError, match="damaged"):
        read_compact(tmp_path / "y.safetensors")


def test_a_file_cut_short_is_refused(tmp_path):
    write_compact(trained(), tmp_path / "x.safetensors")
    data = (tmp_path / "x.safetensors").read_bytes()
    (tmp_path / "x.safetensors").write_bytes(data[:-100])
    with pytest.raises(ModelError, match="damaged"):
        read_compact(tmp_path / "x.safetensors")


def test_safetensors_itself_can_read_the_file(tmp_path, shared_dir):
    model = read_arpa(shared_dir / "goldens" / "lmplz" / "o5_prune_0_0_1.arpa.xz")
    write_compact(model, tmp_path / "x.safetensors")
    tensors = load_file(tmp_path / "x.safetensors")
    assert (tensors["5.log10_prob"] == model.levels[4].log10_prob.values).all()
    header_size = int.from_bytes((tmp_path / "x.safetensors").read_bytes()[:8], "little")
    header = json.loads((tmp_path / "x.safetensors").read_bytes()[8 : 8 + header_size])
    assert header["__metadata__"] == {"format": "sglite-ngram", "version": "1", "order": "5", "max_error_log10": "0.0"}


DAMAGE = {
    "a word that is not there": ("2.words", lambda values: np.full_like(values, 60000), "not in the vocabulary"),
    "words in disorder": ("2.words", lambda values: values[::-1].copy(), "are not sorted"),
    "an index that falls": (
        "1.first_child",
        lambda values: np.concatenate([values[:1], values[-2:0:-1], values[-1:]]),
        "does not rise from 0",
    ),
    "no number": ("2.log10_prob", lambda values: np.full_like(values, np.nan), "no logarithms of probabilities"),
    "infinity": ("1.log10_backoff", lambda values: np.full_like(values, np.inf), "no logarithms of probabilities"),
    "over 1": ("3.log10_prob", lambda values: np.full_like(values, 0.5), "no logarithms of probabilities"),
}


@pytest.mark.parametrize(("tensor", "change", "message"), DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_index_or_value_is_refused_when_it_is_read(tmp_path, tensor, change, message):
    """Field case E19: NumPy's own words came while a sentence was scored, or wrong numbers in silence."""
    path = tmp_path / "x.safetensors"
    write_compact(trained(order=3), path)
    with safe_open(path, "np") as file:
        metadata = file.metadata()
    tensors = load_file(path)
    save_file({**tensors, tensor: change(tensors[tensor])}, path, metadata)
    with pytest.raises(ModelError, match=rf"x\.safetensors: the n-gram model is damaged \(.*{message}"):
        read_compact(path)


@pytest.mark.parametrize(
    ("name", "value"), [("order", "1_0"), ("2.log10_prob.step", "nan"), ("2.log10_prob.step", "1_0e-5"), ("order", "x")]
)
def test_metadata_that_are_no_numbers_are_refused(tmp_path, name, value):
    path = tmp_path / "x.safetensors"
    write_compact(trained(order=3).quantized(), path)
    with safe_open(path, "np") as file:
        metadata = file.metadata()
    save_file(load_file(path), path, {**metadata, name: value})
    with pytest.raises(ModelError, match="the n-gram model is damaged"):
        read_compact(path)
