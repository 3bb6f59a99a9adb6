"""Causal transformers: values, BOS, batching, context length, capabilities.

Expected values: `tiny_models.reference_bits`, one sentence at a time, log-softmax in double precision.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
import torch
from hypothesis import assume, given, settings
from support import tiny_models
from support.slow_tokenizer import UNICODE_TEXT, Slow
from support.spy import Spy
from support.tiny_models import END, TEXTS, plain_ids, reference_bits, sentence_bits, tiny_gpt

from syntaxgym_lite.backends import Backend
from syntaxgym_lite.backends.hf.causal import from_model, sliding_rows
from syntaxgym_lite.backends.hf.loaded import context_limit
from syntaxgym_lite.backends.protocol import Foreseeing
from syntaxgym_lite.errors import InputError, ModelError, ScoringError
from syntaxgym_lite.surprisal import ScoringOptions
from syntaxgym_lite.testing import check_backend

MODEL, TOKENIZER = tiny_gpt()
GPT = from_model(MODEL, TOKENIZER, name="tiny-gpt")
LLAMA_TOKENIZER = tiny_models.llama_tokenizer()
LLAMA_MODEL = tiny_models.llama(len(LLAMA_TOKENIZER))
LLAMA = from_model(LLAMA_MODEL, LLAMA_TOKENIZER, name="tiny-llama")
UNIGRAM_TOKENIZER = tiny_models.unigram_tokenizer()
UNIGRAM = from_model(tiny_models.gpt2(len(UNIGRAM_TOKENIZER)), UNIGRAM_TOKENIZER, name="tiny-unigram")
BARE_TOKENIZER = tiny_models.byte_level_tokenizer(special=False)

backends = pytest.mark.parametrize(
    ("backend", "model", "tokenizer", "bos_id"),
    [(GPT, MODEL, TOKENIZER, 0), (LLAMA, LLAMA_MODEL, LLAMA_TOKENIZER, 1)],
    ids=["gpt2", "llama"],
)


# ---------------------------------------------------------------------------------------------------------------------
# Values


@backends
def test_bits_are_those_of_the_reference(backend, model, tokenizer, bos_id):
    for text, result in zip(TEXTS, backend.score(TEXTS), strict=True):
        np.testing.assert_allclose(result.bits, sentence_bits(model, tokenizer, text, bos_id), atol=1e-4)


@backends
@settings(max_examples=40, deadline=None)
@given(text=UNICODE_TEXT)
def test_bits_of_any_text_add_up_to_the_sentence(backend, model, tokenizer, bos_id, text):
    assume(len(plain_ids(tokenizer, text)) < model.config.max_position_embeddings)
    [result] = backend.score([text])
    expected = sentence_bits(model, tokenizer, text, bos_id)
    assert len(result.tokens) == len(expected)
    assert result.bits.sum() == pytest.approx(expected.sum(), abs=1e-3)
    assert np.isfinite(result.bits).all()


@backends
def test_a_longer_text_adds_exactly_the_bits_of_its_last_word(backend, model, tokenizer, bos_id):
    """No value is taken from the wrong row."""
    words = ["the", "children", "heard", "the", "rainbow", "and", "the", "dogs", "sleep"]
    prefixes = [" ".join(words[:n]) for n in range(1, len(words) + 1)]
    results = backend.score(prefixes)
    for shorter, longer in pairwise(results):
        new = longer.bits[len(shorter.bits) :].sum()
        assert longer.bits.sum() - shorter.bits.sum() == pytest.approx(new, abs=1e-4)
        np.testing.assert_allclose(longer.bits[: len(shorter.bits)], shorter.bits, atol=1e-4)


def test_probabilities_of_all_next_tokens_add_up_to_one():
    """The distribution has as many tokens as the model, no pad token more."""
    from syntaxgym_lite.backends.hf.rows import TokenRow

    context = (0, *plain_ids(TOKENIZER, "the fox"))
    before = MODEL.get_input_embeddings().weight.shape
    rows = [TokenRow((*context, token), len(context)) for token in range(len(TOKENIZER))]
    nats = np.array([values.nats[0] for values in GPT._scorer(rows)])
    assert np.exp(-nats).sum() == pytest.approx(1.0, abs=1e-5)
    assert MODEL.get_input_embeddings().weight.shape == before == (len(TOKENIZER), 32)


@pytest.mark.parametrize("size", [1, 2, 6])
@pytest.mark.parametrize("step", [1, -1])
def test_batch_size_and_order_change_nothing(size, step):
    """Six unequal sentences, no pad token."""
    assert TOKENIZER.pad_token is None
    alone = {text: GPT.score([text])[0].bits for text in TEXTS}
    texts = TEXTS[::step]
    for i in range(0, len(texts), size):
        for text, result in zip(texts[i : i + size], GPT.score(texts[i : i + size]), strict=True):
            assert result.text == text
            np.testing.assert_allclose(result.bits, alone[text], atol=1e-4)


@pytest.mark.parametrize("batching", ["trees", "padded"])
@pytest.mark.parametrize("n_threads", [1, 2])
def test_groups_get_what_they_get_by_themselves_to_the_bit(batching, n_threads):
    backend = from_model(MODEL, TOKENIZER, batching=batching)
    groups = [TEXTS[:4], TEXTS[1:2], [], TEXTS[2:]]
    before = torch.get_num_threads()
    torch.set_num_threads(n_threads)
    try:
        together = backend.score_groups(groups, ScoringOptions(ranks=True, eos=True))
        alone = [backend.score(group, ScoringOptions(ranks=True, eos=True)) for group in groups]
    finally:
        torch.set_num_threads(before)
    for one, other in zip(together, alone, strict=True):
        assert [row.text for row in one] == [row.text for row in other]
        for mine, theirs in zip(one, other, strict=True):
            np.testing.assert_array_equal(mine.bits, theirs.bits)
            np.testing.assert_array_equal(mine.ranks, theirs.ranks)
            assert mine.eos_bits == theirs.eos_bits


def test_memory_bounds_change_nothing(monkeypatch):
    from syntaxgym_lite.backends.hf import head as head_module
    from syntaxgym_lite.backends.hf import rows as rows_module

    expected = [result.bits for result in GPT.score(TEXTS)]
    monkeypatch.setattr(rows_module, "CPU_POSITIONS", 20)
    monkeypatch.setattr(head_module, "CPU_LOGITS", 3 * len(TOKENIZER))
    monkeypatch.setattr(head_module, "PIECE_POSITIONS", 3)
    for backend in (GPT, from_model(MODEL, TOKENIZER, batching="padded")):
        for result, bits in zip(backend.score(TEXTS), expected, strict=True):
            np.testing.assert_allclose(result.bits, bits, atol=1e-4)


def test_memory_that_runs_out_halves_the_batch(monkeypatch):
    scorer, sizes = GPT._scorer, []
    forward = scorer._forward

    def small(groups, *options):
        sizes.append(sum(map(len, groups)))
        if sizes[-1] > 2:
            raise torch.OutOfMemoryError("CUDA out of memory")
        return forward(groups, *options)

    monkeypatch.setattr(scorer, "_forward", small)
    texts = TEXTS[:5]
    for text, result in zip(texts, GPT.score(texts), strict=True):
        np.testing.assert_allclose(result.bits, sentence_bits(MODEL, TOKENIZER, text, 0), atol=1e-4)
    assert sizes[0] > 2
    assert sum(size for size in sizes if size <= 2) == 5


@pytest.mark.parametrize("scale", [1.0, 30.0])
def test_a_model_that_bends_its_logits_after_the_head_is_scored_whole(scale):
    """Cohere, Granite and Gemma 2 do something between head and output; a self-test notices."""
    tokenizer = tiny_models.byte_level_tokenizer()
    model = tiny_models.gpt2(len(tokenizer))
    plain = model.forward

    def bent(input_ids=None, attention_mask=None, use_cache=None, return_dict=None):
        output = plain(input_ids=input_ids, attention_mask=attention_mask, use_cache=use_cache)
        if scale != 1.0:
            output.logits = scale * torch.tanh(output.logits / scale)
        return output

    model.forward = bent
    backend = from_model(model, tokenizer)
    assert (backend._scorer._head is None) is (scale != 1.0)
    for text, result in zip(TEXTS, backend.score(TEXTS), strict=True):
        np.testing.assert_allclose(result.bits, sentence_bits(model, tokenizer, text, 0), atol=1e-4)


def test_low_precision_has_no_false_ties_and_is_near_float32():
    model, tokenizer = tiny_gpt()
    low = from_model(model.to(torch.bfloat16), tokenizer)
    assert low.info.options["dtype"] == "bfloat16"
    assert low.info.warnings[0].startswith("Computed in bfloat16: ")
    assert not any("Computed in" in warning for warning in GPT.info.warnings)
    context = (0, *plain_ids(tokenizer, "the fox"))
    from syntaxgym_lite.backends.hf.rows import TokenRow

    rows = [TokenRow((*context, token), len(context)) for token in range(len(tokenizer))]
    nats = [float(values.nats[0]) for values in low._scorer(rows)]
    assert len(set(nats)) > 0.99 * len(nats)
    for result, full in zip(low.score(TEXTS), GPT.score(TEXTS), strict=True):
        np.testing.assert_allclose(result.bits, full.bits, rtol=0.1, atol=1.5)


def test_double_precision_gives_ranks_and_ends_of_words_too():
    model, tokenizer = tiny_gpt()
    double = from_model(model.double(), tokenizer)
    for options in (ScoringOptions(), ScoringOptions(ranks=True), ScoringOptions(boundaries=True)):
        for result, single in zip(double.score(TEXTS, options), GPT.score(TEXTS, options), strict=True):
            np.testing.assert_allclose(result.bits, single.bits, atol=1e-4)
            np.testing.assert_array_equal(result.ranks, single.ranks)


def test_ranks_count_the_more_probable_tokens():
    text = "the fox sleeps near the bridge"
    [result] = GPT.score([text], ScoringOptions(ranks=True))
    ids = [0, *plain_ids(TOKENIZER, text)]
    with torch.no_grad():
        logits = MODEL(torch.tensor([ids])).logits[0]
    expected = [1 + int((logits[i] > logits[i, ids[i + 1]]).sum()) for i in range(len(ids) - 1)]
    assert result.ranks.tolist() == expected
    assert GPT.score([text])[0].ranks is None


def test_the_end_of_the_sentence_is_apart():
    """No end token unless it is asked for, and then not in the last token."""
    text = "the fox sleeps"
    [without], [with_end] = GPT.score([text]), GPT.score([text], ScoringOptions(eos=True, ranks=True))
    ids = [0, *plain_ids(TOKENIZER, text), TOKENIZER.eos_token_id]
    assert math.isnan(without.eos_bits)
    assert with_end.eos_bits == pytest.approx(reference_bits(MODEL, ids)[-1], abs=1e-4)
    np.testing.assert_allclose(with_end.bits, without.bits, atol=1e-4)
    assert len(with_end.ranks) == len(with_end.tokens)


def test_context_is_conditioned_on_but_not_scored():
    context, text = "my fox naps . ", "the dogs bark ."
    [result] = GPT.score([text], ScoringOptions(context=context))
    expected = sentence_bits(MODEL, TOKENIZER, context + text, 0)
    assert result.text == text
    assert "".join(result.tokens) == text.replace(" ", "")
    np.testing.assert_allclose(result.bits, expected[-len(result.bits) :], atol=1e-4)
    assert result.spans[0].tolist() == [0, 3]


# ---------------------------------------------------------------------------------------------------------------------
# BOS


def test_without_bos_the_first_token_has_no_value():
    """NaN, not 0."""
    backend = from_model(MODEL, TOKENIZER, bos="none")
    [result] = backend.score(["the fox sleeps"], ScoringOptions(ranks=True))
    assert math.isnan(result.bits[0])
    np.testing.assert_allclose(
        result.bits[1:], reference_bits(MODEL, plain_ids(TOKENIZER, "the fox sleeps")), atol=1e-4
    )
    assert result.ranks[0] == 0
    assert backend.info.options["bos"] == "none"
    assert not backend.info.capabilities.first_token
    [single] = backend.score(["a"])
    assert np.isnan(single.bits).all()
    [with_context] = backend.score(["fox"], ScoringOptions(context="the "))
    assert np.isfinite(with_context.bits).all()
    [end] = backend.score(["a"], ScoringOptions(eos=True))
    assert math.isfinite(end.eos_bits)


def test_there_is_exactly_one_bos_whatever_the_tokenizer_adds():
    adding = tiny_models.byte_level_tokenizer(add_bos=True)
    assert adding("the fox")["input_ids"][0] == 0
    backend = from_model(MODEL, adding, batching="padded")
    with Spy(MODEL) as spy:
        results = backend.score(TEXTS)
    assert len(spy.rows) == len(TEXTS)
    assert all(row[0] == 0 and row.count(0) == 1 for row in spy.rows)
    for result, plain in zip(results, GPT.score(TEXTS), strict=True):
        np.testing.assert_allclose(result.bits, plain.bits, atol=1e-4)
    backend = from_model(LLAMA_MODEL, LLAMA_TOKENIZER, batching="padded")
    with Spy(LLAMA_MODEL) as spy:
        backend.score(TEXTS)
    assert len(spy.rows) == len(TEXTS)
    assert all(row.count(1) == 1 for row in spy.rows)


def test_the_end_token_stands_in_for_a_missing_bos():
    tokenizer = tiny_models.byte_level_tokenizer(bos_token=None)
    assert tokenizer.bos_token is None
    backend = from_model(MODEL, tokenizer)
    assert backend.info.options["bos"] == END
    np.testing.assert_allclose(backend.score(["the fox"])[0].bits, GPT.score(["the fox"])[0].bits, atol=1e-6)


def test_no_bos_at_all_is_an_error_that_names_what_is_missing():
    """No numeric id is taken for granted."""
    model = tiny_models.gpt2(len(BARE_TOKENIZER))
    with pytest.raises(ModelError, match=r"no BOS, EOS or CLS token.*`bos=none`"):
        from_model(model, BARE_TOKENIZER)
    backend = from_model(model, BARE_TOKENIZER, bos="none")
    assert not backend.info.capabilities.eos
    [result] = backend.score(["the fox"], ScoringOptions(eos=True))
    assert math.isnan(result.eos_bits)
    assert backend.info.options["eos"] is None


def test_a_bos_beyond_the_models_embedding_is_not_there():
    """Tokenizers invent `<s>` when a file names none; the model has no such row."""
    tokenizer = tiny_models.byte_level_tokenizer(bos_token="<s>", eos_token=END)
    assert tokenizer.bos_token_id == len(TOKENIZER)
    assert from_model(MODEL, tokenizer).info.options["bos"] == END


def test_a_token_of_the_vocabulary_can_stand_first():
    backend = from_model(MODEL, TOKENIZER, bos="the")
    assert backend.info.options["bos"] == "the"
    the = TOKENIZER.convert_tokens_to_ids("the")
    [result] = backend.score(["my fox"])
    np.testing.assert_allclose(result.bits, sentence_bits(MODEL, TOKENIZER, "my fox", the), atol=1e-4)
    newline = from_model(MODEL, TOKENIZER, bos="\n")
    assert newline._bos.ids == (TOKENIZER.convert_tokens_to_ids("Ċ"),)


@pytest.mark.parametrize("bos", ["<|endoftxt|>", "the fox", "", "<s>"])
def test_a_bos_that_is_not_one_token_is_refused(bos):
    with pytest.raises(
        InputError, match="not one token in the vocabulary"
    ) as caught:  # the option is bad, not the model
        from_model(MODEL, TOKENIZER, bos=bos, name="fx")
    assert "`bos=none`" in str(caught.value)
    if bos == "<|endoftxt|>":
        assert "Did you mean '<|endoftext|>'?" in str(caught.value)


CHAT = "{% for m in messages %}{{ '<|im_start|>' + m['role'] + m['content'] + '<|im_end|>' }}{% endfor %}"


def test_a_chat_marker_as_bos_is_warned_about_with_the_alternative():
    """SmolLM2 has this tokenizer: BOS <|im_start|>, and <|endoftext|> as its unknown token."""
    tokenizer = tiny_models.byte_level_tokenizer(
        extra=("<|im_start|>", "<|im_end|>"), bos_token="<|im_start|>", eos_token="<|im_end|>", unk_token=END
    )
    tokenizer.chat_template = CHAT
    model = tiny_models.gpt2(len(tokenizer))
    [warning] = from_model(model, tokenizer).info.warnings
    assert '`bos="<|endoftext|>"`' in warning
    assert "<|im_start|>" in warning
    assert "chat template" in warning
    assert from_model(model, tokenizer, bos=END).info.warnings == ()
    assert from_model(model, tokenizer, bos="none").info.warnings == ()
    tokenizer.chat_template = {"default": CHAT}
    assert from_model(model, tokenizer).info.warnings == (warning,)


def test_a_chat_marker_without_an_alternative_points_at_none():
    tokenizer = tiny_models.byte_level_tokenizer()
    tokenizer.chat_template = "{{ '" + END + "' }}"
    [warning] = from_model(MODEL, tokenizer).info.warnings
    assert "`bos=none`" in warning


# ---------------------------------------------------------------------------------------------------------------------
# Long sentences

LONG = " ".join(["the fox sleeps and the dogs bark ."] * 12)


def test_a_sentence_longer_than_the_context_is_refused_by_name():
    n = len(plain_ids(TOKENIZER, LONG)) + 1
    with pytest.raises(ScoringError, match=rf"the fox sleeps.* has {n} tokens .* at most 64.*`window`"):
        GPT.score(["the fox", LONG])


def test_what_is_too_long_is_told_without_a_pass_through_the_model(monkeypatch):  # field case A12
    ids = plain_ids(TOKENIZER, LONG)
    fits, too_long = TOKENIZER.decode(ids[:63]), TOKENIZER.decode(ids[:64])
    with pytest.raises(ScoringError) as caught:
        GPT.score([too_long])
    monkeypatch.setattr(GPT, "_scorer", None)
    assert isinstance(GPT, Foreseeing)
    assert GPT.refusals(["the fox", fits, too_long]) == {too_long: str(caught.value)}
    assert list(GPT.refusals(["the fox", fits], ScoringOptions(context="dogs "))) == [fits]
    monkeypatch.setattr(GPT, "_cut", None)
    assert GPT.refusals(["x" * 56, "the fox"]) == {}  # 64 tokens cannot come of it


def test_with_a_window_nothing_is_too_long():
    assert from_model(*tiny_gpt(), window=True).refusals([LONG]) == {}


def test_the_longest_sentence_that_fits_is_scored():
    ids = plain_ids(TOKENIZER, LONG)
    text = TOKENIZER.decode(ids[:63])
    assert plain_ids(TOKENIZER, text) == ids[:63]
    [result] = GPT.score([text], ScoringOptions(eos=True))
    assert np.isfinite(result.bits).all()
    assert math.isfinite(result.eos_bits)
    with pytest.raises(ScoringError, match="has 65 tokens"):
        GPT.score([TOKENIZER.decode(ids[:64])])


@pytest.mark.parametrize("bos", ["auto", "none"])
@pytest.mark.parametrize("window", [16, True])
def test_a_window_slides_by_half_its_length(window, bos):
    """Reference: every token from the last window that begins half a window after another and reaches it."""
    backend = from_model(MODEL, TOKENIZER, window=window, bos=bos)
    size = 64 if window is True else window
    ids = plain_ids(TOKENIZER, LONG)
    front = [0] if bos == "auto" else []
    room = size - len(front)
    expected = np.full(len(ids), np.nan)
    done = 0
    for start in range(0, len(ids), size // 2):
        if done >= len(ids):
            break
        piece = ids[start : start + room]
        bits = reference_bits(MODEL, [*front, *piece])
        bits = bits if front else np.array([np.nan, *bits])
        expected[done : start + room] = bits[done - start :]
        done = start + room
    [result] = backend.score([LONG])
    np.testing.assert_allclose(result.bits, expected, atol=1e-4)
    assert "windows" in result.warnings[0]
    assert backend.info.options["window"] == size
    assert backend.score(["the fox"])[0].warnings == ()
    [alone, other] = backend.score([LONG, "the fox"])
    np.testing.assert_allclose(alone.bits, result.bits, atol=1e-4)
    np.testing.assert_allclose(other.bits, backend.score(["the fox"])[0].bits, atol=1e-4)


@pytest.mark.parametrize("n_bos", [0, 1])
@pytest.mark.parametrize("n_context", [0, 7, 40])
@pytest.mark.parametrize("window", [4, 5, 12])
def test_windows_score_every_token_once_with_half_a_window_before_it(n_bos, n_context, window):
    for n in range(60):
        bos, ids = (99,) * n_bos, tuple(range(n))
        rows = sliding_rows(bos, ids, n_context, window)
        scored = [token for row in rows for token in row.ids[row.first :]]
        assert scored == list(range(max(n_context, 1 - n_bos), n))
        for row in rows:
            assert len(row.ids) <= window
            assert row.ids[:n_bos] == bos
            start = row.ids[n_bos]
            assert start == 0 or row.first - n_bos >= window - n_bos - window // 2


def test_a_window_wider_than_the_model_is_refused():
    with pytest.raises(InputError, match=r"`window=65`.*at most 64"):
        from_model(MODEL, TOKENIZER, window=65)
    for bad in (0, 3, "wide", "-5"):
        with pytest.raises(InputError, match="`window="):
            from_model(MODEL, TOKENIZER, window=bad)
    assert from_model(MODEL, TOKENIZER, window="16").info.options["window"] == 16


def test_a_model_without_a_limit_takes_its_tokenizers_advice_unless_it_is_absurd():
    class Config:
        pass

    class Limited:
        model_max_length = 2048

    class Absurd:
        model_max_length = 10**30

    assert context_limit(Config(), Limited()) == (2048, False)
    assert context_limit(Config(), Absurd()) == (None, False)
    assert context_limit(MODEL.config, Limited()) == (64, True)


# ---------------------------------------------------------------------------------------------------------------------
# The model and its state


def test_dropout_is_off_while_scoring_and_every_module_keeps_its_mode():
    tokenizer = tiny_models.byte_level_tokenizer()
    model = tiny_models.gpt2(len(tokenizer), resid_pdrop=0.1, embd_pdrop=0.1, attn_pdrop=0.1)
    model.train()
    model.transformer.h[0].eval()
    backend = from_model(model, tokenizer)
    first, second = backend.score(TEXTS), backend.score(TEXTS)
    for one, two, plain in zip(first, second, GPT.score(TEXTS), strict=True):
        assert one.bits.tolist() == two.bits.tolist()
        np.testing.assert_allclose(one.bits, plain.bits, atol=1e-5)
    assert model.training
    assert model.transformer.drop.training
    assert not model.transformer.h[0].training


def test_the_fingerprint_of_a_model_in_memory_follows_its_weights_and_options():
    model, tokenizer = tiny_gpt()
    backend = from_model(model, tokenizer)
    first = backend.info.fingerprint
    assert len(first) == 64
    assert first == from_model(*tiny_gpt(), name="another name").info.fingerprint
    assert first != from_model(model, tokenizer, bos="none").info.fingerprint
    assert first != from_model(model, tokenizer, window=16).info.fingerprint
    trimmed = tiny_models.byte_level_tokenizer(trim=True)
    assert first != from_model(model, trimmed).info.fingerprint
    with torch.no_grad():
        model.transformer.ln_f.weight[0] += 1.0
    changed = backend.info.fingerprint
    assert changed != first
    with torch.no_grad():
        model.transformer.ln_f.weight[0] -= 1.0
    assert backend.info.fingerprint == first


def test_a_model_that_looks_ahead_is_refused():
    from transformers import BertConfig, BertLMHeadModel

    tokenizer = tiny_models.lowercasing_tokenizer()
    config = BertConfig(
        vocab_size=len(tokenizer), hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32
    )
    torch.manual_seed(0)
    with pytest.raises(ModelError, match=r"masked language model.*both sides"):
        from_model(BertLMHeadModel(config).eval(), tokenizer, name="bert")


def test_a_state_space_model_is_scored_like_any_other():
    size = {"hidden_size": 16, "num_hidden_layers": 2, "state_size": 4}
    model = tiny_models.causal_model("Mamba", vocab_size=len(TOKENIZER), **size)
    backend = from_model(model, TOKENIZER)
    for text, result in zip(TEXTS, backend.score(TEXTS), strict=True):
        np.testing.assert_allclose(result.bits, sentence_bits(model, TOKENIZER, text, 0), atol=1e-4)
    assert backend.info.options["context_length"] is None
    assert np.isfinite(backend.score([LONG])[0].bits).all()


def test_a_tokenizer_that_does_not_fit_the_model_is_named():
    with pytest.raises(ModelError, match=r"small does not fit the model: it has 365 pieces, but the model knows 300"):
        from_model(tiny_models.gpt2(300), TOKENIZER, name="small")


def test_a_token_that_was_added_to_the_tokenizer_alone_is_refused_in_the_sentence_that_holds_it():
    model, tokenizer = tiny_gpt()
    tokenizer.add_tokens(["qqq"])
    backend = from_model(model, tokenizer, name="small")
    assert np.isfinite(backend.score(["the fox"])[0].bits).all()
    with pytest.raises(ScoringError, match=r"does not fit the model.*knows 365 tokens"):
        backend.score(["the qqq sleeps"])


def test_a_model_that_fails_names_the_sentence_and_spares_the_others(monkeypatch):
    backend = from_model(*tiny_gpt(), name="fx")
    forward = backend._scorer._forward
    bad = tuple(plain_ids(TOKENIZER, "the fox sleeps"))

    def sometimes(groups, *options):
        if any(row.ids[1:] == bad for group in groups for _, row in group):
            raise RuntimeError("mat1 and mat2 shapes cannot be multiplied\nmore")
        return forward(groups, *options)

    monkeypatch.setattr(backend._scorer, "_forward", sometimes)
    with pytest.raises(ScoringError, match=r"failed on the sentence 'the fox sleeps': mat1 and mat2.*multiplied$"):
        backend.score(TEXTS)

    def no_memory(rows, *options):
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20 GiB")

    monkeypatch.setattr(backend._scorer, "_forward", no_memory)
    with pytest.raises(ScoringError, match=r"out of memory on cpu; use `dtype=bfloat16`"):
        backend.score(["a"])


def test_a_model_that_fails_to_say_what_it_expects_names_the_text(monkeypatch):
    backend = from_model(*tiny_gpt(), name="fx")

    def failing(*args, **kwargs):
        raise RuntimeError("kernel trouble")

    monkeypatch.setattr(backend._model, "forward", failing)
    with pytest.raises(ScoringError, match=r"fx failed on the sentence 'the fox': kernel trouble"):
        backend.completions(["the fox "])


def test_nan_from_the_model_is_an_error_not_an_undefined_value():
    model, tokenizer = tiny_gpt()
    backend = from_model(model, tokenizer)
    with torch.no_grad():
        model.transformer.ln_f.bias[0] = float("nan")
    for ask in (backend.score, backend.completions):
        with pytest.raises(ScoringError, match=r"NaN.*'the fox'"):
            ask(["the fox"])


# ---------------------------------------------------------------------------------------------------------------------
# The contract


@pytest.mark.parametrize("backend", [GPT, LLAMA, UNIGRAM], ids=["gpt2", "llama", "unigram"])
def test_the_contract_of_backends_is_kept(backend):
    assert isinstance(backend, Backend)
    check_backend(from_model(backend._model, backend._tokenizer, window=True))


def test_capabilities_are_the_models_own():
    assert GPT.info.backend == "hf"
    assert GPT.info.model == "tiny-gpt"
    assert GPT.info.capabilities.units == "pieces"
    assert GPT.info.capabilities.ranks
    assert not GPT.info.capabilities.unknown_words  # bytes spell everything
    assert not LLAMA.info.capabilities.unknown_words
    assert UNIGRAM.info.capabilities.unknown_words
    assert UNIGRAM.score(["the 🦊"])[0].oov.any()


def test_a_slow_tokenizer_gives_the_same_values():
    slow = from_model(MODEL, Slow(TOKENIZER))
    for one, two in zip(slow.score(TEXTS), GPT.score(TEXTS), strict=True):
        assert one.tokens == two.tokens
        assert one.spans.tolist() == two.spans.tolist()
        assert one.bits.tolist() == two.bits.tolist()


def test_nothing_to_score_and_an_empty_sentence():
    assert GPT.score([]) == []
    [empty, other] = GPT.score(["", "the fox"], ScoringOptions(ranks=True, eos=True))
    assert empty.tokens == ()
    assert math.isfinite(empty.eos_bits)
    assert len(other.tokens) == 2
