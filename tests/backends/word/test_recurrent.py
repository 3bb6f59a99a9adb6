from __future__ import annotations

import json
from dataclasses import asdict

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.torch import save_file
from support.plain_rnn import PlainRnn, plain_of

from syntaxgym_lite.backends.word.recurrent import load
from syntaxgym_lite.errors import InputError, ModelError, ModelNotFoundError
from syntaxgym_lite.lm.recurrent.network import NetworkShape, WordNetwork
from syntaxgym_lite.surprisal import ScoringOptions
from syntaxgym_lite.testing import check_backend

WORDS = ("<unk>", "<eos>", "the", "fox", "sleeps", ".", "and", "a", "Dog", "dog", "sees", "it")
SHAPES = {
    "lstm": NetworkShape(len(WORDS), "lstm", 5, 7, 2),
    "lstm, one layer": NetworkShape(len(WORDS), "lstm", 5, 7, 1),
    "rnn": NetworkShape(len(WORDS), "rnn_tanh", 5, 7, 2),
    "rnn relu": NetworkShape(len(WORDS), "rnn_relu", 5, 7, 2),
    "gru": NetworkShape(len(WORDS), "gru", 5, 7, 2),
    "lstm-5gram": NetworkShape(len(WORDS), "lstm", 5, 7, 2, window=5),
    "tied": NetworkShape(len(WORDS), "lstm", 7, 7, 2, tied=True),
    "tied, projected": NetworkShape(len(WORDS), "lstm", 5, 7, 2, tied=True),
    "adaptive": NetworkShape(len(WORDS), "lstm", 5, 16, 2, cutoffs=(4, 9), div_value=2.0),
    "split": NetworkShape(len(WORDS), "lstm", 5, 7, 1, cutoffs=(4, 9), split=True, tied=True),
    "onlstm": NetworkShape(len(WORDS), "onlstm", 4, 6, 2, chunk=2, weight_drop=0.4),
    "onlstm, split": NetworkShape(
        len(WORDS), "onlstm", 4, 6, 3, tied=True, cutoffs=(3, 5, 9), split=True, chunk=2, weight_drop=0.4
    ),
}
TEXTS = [
    "the fox sleeps.",
    "a Dog sees it and the dog sees the quux and it sleeps and the fox sees a fox.",
    "it",
    "Dog.",
    "the the the the the the the",
    "the fox sleeps and the fox sleeps.",
]


def network_of(shape, seed=0):
    network = WordNetwork(shape)
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.uniform_(-0.8, 0.8, generator=generator)
    return network


def write(folder, shape=SHAPES["lstm"], words=WORDS, **card):
    folder.mkdir(parents=True, exist_ok=True)
    network = network_of(shape)
    save_file({n: t.detach().contiguous() for n, t in network.weights().items()}, folder / "model.safetensors")
    (folder / "vocab.txt").write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
    card = {
        "backend": "wordlm", "weights": "model.safetensors", "network": asdict(shape), "words": "clitics",
        "lowercase": False, "unk": "single", **card,
    }  # fmt: skip
    (folder / "card.json").write_text(json.dumps(card), encoding="utf-8")
    return folder, network


@pytest.fixture
def model(tmp_path):
    return write(tmp_path / "model")


def numbers_of(scored):
    return [WORDS.index(token) for token in scored.tokens]


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("batch_size", [1, 2, 6])
def test_surprisals_are_those_of_a_plain_numpy_pass(tmp_path, name, batch_size):
    shape = SHAPES[name]
    folder, network = write(tmp_path / "model", shape)
    backend = load(str(folder))
    plain = plain_of(network)
    options = ScoringOptions(eos=True, ranks=True)
    scored = [
        one
        for start in range(0, len(TEXTS), batch_size)
        for one in backend.score(TEXTS[start : start + batch_size], options)
    ]
    for one in scored:
        numbers = numbers_of(one)
        expected = plain.bits(numbers, eos=1)
        np.testing.assert_allclose([*one.bits, one.eos_bits], expected, atol=1e-4, rtol=0)
        for place, number in enumerate(numbers):
            log = plain.log_probs([1, *numbers[:place]])
            assert one.ranks[place] == 1 + (log > log[number]).sum()


@pytest.mark.parametrize("name", SHAPES)
def test_probabilities_of_all_words_sum_to_one(tmp_path, name):
    network = network_of(SHAPES[name])
    outputs, _ = network(torch.tensor([[1], [3], [2]]))
    nats, ranks = network.surprisals(outputs[-1:].expand(len(WORDS), -1), torch.arange(len(WORDS)), ranks=True)
    assert float(torch.exp(-nats.double()).sum()) == pytest.approx(1, abs=1e-6)
    assert sorted(ranks.tolist()) == list(range(1, len(WORDS) + 1))
    torch.testing.assert_close(network.nats(outputs[-1:].expand(len(WORDS), -1), torch.arange(len(WORDS))), nats)


@pytest.mark.parametrize("name", SHAPES)
def test_the_backend_keeps_its_promises(tmp_path, name):
    folder, _ = write(tmp_path / "model", SHAPES[name])
    check_backend(load(str(folder)))


def test_state_does_not_leak_between_sentences(model):
    backend = load(str(model[0]))
    alone = [backend.score([text])[0].bits for text in TEXTS]
    for together in (backend.score(TEXTS), backend.score(TEXTS[::-1])[::-1]):
        for one, other in zip(alone, together, strict=True):
            np.testing.assert_allclose(one, other.bits, atol=1e-5, rtol=0)


def test_five_word_windows_see_four_words_back(tmp_path):
    folder, _ = write(tmp_path / "model", SHAPES["lstm-5gram"])
    one, other = load(str(folder)).score(["fox the a dog it sleeps", "dog the a dog it sleeps"])
    # the first word is five back from the last, four back from the fifth
    assert one.bits[5] == pytest.approx(other.bits[5], abs=1e-6)
    assert one.bits[4] != pytest.approx(other.bits[4], abs=1e-6)


def test_unknown_words_are_marked_where_they_stand(model):
    [one, other] = load(str(model[0])).score(["the band and fox", "the fox quux"])
    assert one.tokens == ("the", "<unk>", "and", "fox")
    assert one.spans.tolist() == [[0, 3], [4, 8], [9, 12], [13, 16]]
    assert one.oov.tolist() == [False, True, False, False]
    assert other.tokens == ("the", "fox", "<unk>")
    assert other.oov.tolist() == [False, False, True]
    assert other.spans.tolist() == [[0, 3], [4, 7], [8, 12]]


def test_a_context_is_read_but_not_scored(model):
    backend = load(str(model[0]))
    [whole] = backend.score(["the fox sees it."], ScoringOptions(eos=True))
    [part] = backend.score(["sees it."], ScoringOptions(context="the fox ", eos=True))
    assert part.tokens == ("sees", "it", ".")
    assert part.spans.tolist() == [[0, 4], [5, 7], [7, 8]]
    np.testing.assert_allclose(part.bits, whole.bits[2:], atol=1e-5)
    assert part.eos_bits == pytest.approx(whole.eos_bits, abs=1e-5)


def test_case_follows_the_card_and_can_be_overridden(tmp_path):
    folder, _ = write(tmp_path / "model", lowercase=True)
    assert load(str(folder)).score(["THE Dog"])[0].oov.tolist() == [False, False]
    assert load(str(folder), lowercase=False).score(["THE Dog"])[0].oov.tolist() == [True, False]
    assert load(str(folder)).info.fingerprint != load(str(folder), lowercase=False).info.fingerprint


def test_classes_of_unknown_words_are_shown(tmp_path):
    words = ("UNK", "<eos>", "UNK-LC", "UNK-LC-s", *WORDS[4:])
    folder, _ = write(tmp_path / "model", words=words, unk="classes")
    [scored] = load(str(folder)).score(["zorks zorked it"])
    assert scored.tokens == ("UNK-LC-s", "UNK-LC", "it")
    assert scored.oov.tolist() == [True, True, False]


def test_a_sentence_without_words_is_scored_as_its_end(model):
    [scored] = load(str(model[0])).score([""], ScoringOptions(eos=True))
    assert scored.tokens == ()
    assert scored.eos_bits > 0


@settings(max_examples=20, deadline=None)
@given(st.lists(st.lists(st.sampled_from(WORDS[2:]), min_size=1, max_size=12).map(" ".join), min_size=1, max_size=9))
def test_any_company_gives_the_same_bits(tmp_path_factory, texts):
    folder, _ = write(tmp_path_factory.mktemp("m") / "model", SHAPES["adaptive"])
    backend = load(str(folder))
    for text, together in zip(texts, backend.score(texts), strict=True):
        np.testing.assert_allclose(backend.score([text])[0].bits, together.bits, atol=1e-5, rtol=0)


def test_half_precision_weights_are_computed_in_single(tmp_path):
    folder, network = write(tmp_path / "model")
    halves = {n: t.detach().half().contiguous() for n, t in network.weights().items()}
    save_file(halves, folder / "model.safetensors")
    [scored] = load(str(folder)).score(["the fox sleeps."])
    plain = PlainRnn({n: t.float().numpy() for n, t in halves.items()})
    np.testing.assert_allclose(scored.bits, plain.bits(numbers_of(scored), 1)[:-1], atol=1e-4)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (WORDS[:-1], "has 11 words, but the model has weights for 12"),
        ((*WORDS, "more"), "has 13 words, but the model has weights for 12"),
        ((*WORDS[:-1], "fox"), "line 12 repeats the word 'fox' of line 4"),
    ],
)
def test_a_word_list_that_does_not_fit_is_refused(tmp_path, words, message):
    folder, _ = write(tmp_path / "model", words=words)
    with pytest.raises(InputError, match=message):
        load(str(folder))


def test_a_word_list_without_eos_is_refused(tmp_path):
    folder, _ = write(tmp_path / "model", words=("<unk>", "end", *WORDS[2:]))
    with pytest.raises(ModelError, match="no <eos>"):
        load(str(folder))


def test_a_truncated_weight_file_is_one_clear_error(model):
    file = model[0] / "model.safetensors"
    file.write_bytes(file.read_bytes()[:-40])
    with pytest.raises(ModelError, match=r"model\.safetensors: the file is damaged"):
        load(str(model[0]))


def test_weights_of_another_shape_than_the_card_says_are_refused(tmp_path):
    folder, _ = write(tmp_path / "model", network=asdict(NetworkShape(len(WORDS), "lstm", 5, 8, 2)))
    with pytest.raises(ModelError, match=r"has the shape .* is due"):
        load(str(folder))
    folder, _ = write(tmp_path / "other", network=asdict(NetworkShape(len(WORDS), "lstm", 5, 7, 3)))
    with pytest.raises(ModelError, match=r"lacks rnn\.bias_hh_l2"):
        load(str(folder))
    folder, _ = write(tmp_path / "third", network={"depth": 3})
    with pytest.raises(ModelError, match="does not describe a model"):
        load(str(folder))


def test_missing_parts_are_named(tmp_path):
    with pytest.raises(ModelNotFoundError, match="nowhere"):
        load(str(tmp_path / "nowhere"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(
        ModelNotFoundError, match=r"no wordlm model in this folder \(card\.json that names it, or \.safetensors, \.pt"
    ):
        load(str(tmp_path / "empty"))
    folder, _ = write(tmp_path / "model")
    (folder / "vocab.txt").unlink()
    with pytest.raises(ModelNotFoundError, match=r"vocab\.txt: not found"):
        load(str(folder))
    folder, _ = write(tmp_path / "model", backend="ngram")
    with pytest.raises(ModelError, match="kind 'ngram', not wordlm"):
        load(str(folder))


def test_options_without_meaning_are_refused(model):
    with pytest.raises(InputError, match="no word-splitting scheme 'letters'"):
        load(str(model[0]), words="letters")
    with pytest.raises(InputError, match=r"`device=abacus`: .*auto, cpu"):
        load(str(model[0]), device="abacus")


def test_fingerprint_changes_with_weights_and_words_but_not_with_the_place(tmp_path):
    one, _ = write(tmp_path / "one")
    two, _ = write(tmp_path / "two")
    assert load(str(one)).info.fingerprint == load(str(two)).info.fingerprint
    (two / "vocab.txt").write_text("".join(f"{word}\n" for word in (*WORDS[:-1], "them")), encoding="utf-8")
    assert load(str(one)).info.fingerprint != load(str(two)).info.fingerprint


def bare_state_dict(folder, shape):
    folder.mkdir()
    network = network_of(shape)
    torch.save({name: tensor.detach() for name, tensor in network.weights().items()}, folder / "model.pt")
    (folder / "vocab.txt").write_text("".join(f"{word}\n" for word in WORDS), encoding="utf-8")
    return str(folder)


def test_a_state_dict_that_does_not_tell_tanh_from_relu_is_warned_of_and_can_be_told(tmp_path):
    folder = bare_state_dict(tmp_path / "bare", SHAPES["rnn relu"])
    write(tmp_path / "told", SHAPES["rnn relu"])
    [right] = load(str(tmp_path / "told"), words="treebank").score([TEXTS[0]])
    [assumed] = load(folder).score([TEXTS[0]])
    [told] = load(folder, nonlinearity="relu").score([TEXTS[0]])
    np.testing.assert_allclose(told.bits, right.bits, atol=1e-6)
    assert np.abs(assumed.bits - right.bits).max() > 0.01
    [warning] = load(folder).info.warnings
    assert "tanh is assumed" in warning
    assert load(folder, nonlinearity="relu").info.warnings == load(folder, nonlinearity="tanh").info.warnings == ()
    with pytest.raises(InputError, match="known are tanh, relu"):
        load(folder, nonlinearity="sine")
    with pytest.raises(InputError, match="leave out nonlinearity"):
        load(str(write(tmp_path / "lstm")[0]), nonlinearity="tanh")


def test_weights_that_are_no_numbers_are_refused(model):
    folder, network = model
    with torch.no_grad():
        network.decoder.bias[3] = float("nan")
    save_file({n: t.detach().contiguous() for n, t in network.weights().items()}, folder / "model.safetensors")
    with pytest.raises(ModelError, match=r"decoder\.bias holds values that are no numbers"):
        load(str(folder))
