"""-log p from hidden states, against log-softmax in double precision over the whole vocabulary."""

import math

import numpy as np
import pytest
import torch
from support.tiny_models import tiny_gpt
from torch import nn

import syntaxgym_lite as sgl
from syntaxgym_lite.backends.hf import head as head_module
from syntaxgym_lite.backends.hf.head import Asked, in_float32, token_nats
from syntaxgym_lite.errors import SgliteWarning

N_IDS, SIZE = 23, 8


def random_case(seed, *, bias, scale=1.0):
    """A head, hidden states of seven positions, and ten ids asked for after four of them."""
    generator = torch.Generator().manual_seed(seed)
    head = nn.Linear(SIZE, N_IDS, bias=bias)
    with torch.no_grad():
        for parameter in head.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator) * scale)
    nodes = torch.tensor([1, 2, 4, 6])
    node = torch.tensor([0, 0, 0, 1, 2, 2, 3, 3, 3, 3])
    ids = torch.randint(0, N_IDS, (10,), generator=generator)
    asked = Asked(nodes, node, ids, np.array([0, 3, 4, 6, 10]))
    return head, torch.randn(7, SIZE, generator=generator), asked


def by_definition(head, states, asked):
    logits = torch.nn.functional.linear(
        states.double(), head.weight.double(), None if head.bias is None else head.bias.double()
    )
    return -torch.log_softmax(logits, -1)[asked.nodes[asked.node], asked.ids]


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("piece", [1, 5, 23, 100])
@pytest.mark.parametrize("positions", [1, 3, 100])
@torch.inference_mode()
def test_pieces_of_the_vocabulary_give_what_the_whole_gives(monkeypatch, bias, piece, positions):
    monkeypatch.setattr(head_module, "PIECE", piece)
    monkeypatch.setattr(head_module, "PIECE_POSITIONS", positions)
    head, states, asked = random_case(piece + positions, bias=bias)
    expected = by_definition(head, states, asked)
    in_pieces, above, set_nats = token_nats(head, states, asked)
    assert above.shape == set_nats.shape == (0,)
    at_once, ranks, _ = token_nats(head, states, asked, ranks=True)
    for found in (in_pieces, at_once):
        assert found.dtype == torch.float64
        torch.testing.assert_close(found, expected, atol=2e-6, rtol=1e-6)
    logits = head(states)[asked.nodes[asked.node]]
    own = logits.gather(1, asked.ids[:, None])
    assert ranks.tolist() == (logits > own + 1e-6).sum(-1).tolist()


@torch.inference_mode()
def test_logits_of_very_different_size_in_different_pieces_do_not_overflow(monkeypatch):
    monkeypatch.setattr(head_module, "PIECE", 4)
    head, states, asked = random_case(
        0, bias=False, scale=300.0
    )  # logits up to thousands; exp(89) is too large already
    found, _, _ = token_nats(head, states, asked)
    torch.testing.assert_close(found, by_definition(head, states, asked), atol=1e-2, rtol=1e-5)


@torch.inference_mode()
def test_what_is_not_a_number_stays_undefined(monkeypatch):
    monkeypatch.setattr(head_module, "PIECE", 4)
    head, states, asked = random_case(0, bias=False)
    states[1] = torch.nan  # the first node
    found, _, _ = token_nats(head, states, asked)
    assert found.isnan().tolist() == [True] * 3 + [False] * 7


@torch.inference_mode()
def test_a_head_with_a_hook_is_called_whole():
    head, states, asked = random_case(0, bias=False)
    expected, _, _ = token_nats(head, 2 * states, asked)
    head.register_forward_pre_hook(lambda module, given: (2 * given[0],))
    found, _, _ = token_nats(head, states, asked)
    torch.testing.assert_close(found, expected)


@torch.inference_mode()
def test_half_precision_is_widened_before_the_product():
    head, states, asked = random_case(0, bias=True)
    half = head.bfloat16()
    wide = in_float32(half)
    assert (wide.weight.dtype, half.weight.dtype) == (torch.float32, torch.bfloat16)
    found, _, _ = token_nats(wide, states.bfloat16(), asked)
    torch.testing.assert_close(found, by_definition(wide, states.bfloat16(), asked), atol=2e-6, rtol=1e-6)


def test_impossible_sets_are_infinite_not_undefined():
    from syntaxgym_lite.backends.hf.head import Asked, token_nats

    logits = torch.tensor([[0.0, -math.inf, -math.inf], [0.0, 0.0, -math.inf]])
    one = torch.tensor([0, 1])
    asked = Asked(one, one, torch.tensor([0, 0]), np.array([0, 1, 2]))
    _, _, found = token_nats(None, logits, asked, id_set=torch.tensor([1, 2, 9]))
    assert found[0] == math.inf
    assert found[1] == pytest.approx(math.log(2))


def test_a_logit_of_minus_infinity_is_infinite_surprisal_with_a_warning():
    """Field case E15: the model failed as a whole."""
    model, tokenizer = tiny_gpt()
    head = torch.nn.Linear(model.lm_head.in_features, model.lm_head.out_features)
    head.weight = torch.nn.Parameter(model.lm_head.weight.detach().clone())
    head.bias = torch.nn.Parameter(torch.zeros(model.lm_head.out_features))
    [*_, last] = tokenizer("the fox sleeps", add_special_tokens=False)["input_ids"]
    head.bias.data[last] = -torch.inf
    model.lm_head = head
    for batching in ("trees", "padded"):
        with pytest.warns(SgliteWarning, match="for impossible: its surprisal is infinite"):
            [scored, other] = sgl.surprisals((model, tokenizer), ["the fox sleeps", "the fox"], batching=batching)
        assert np.isposinf(scored.bits[-1])
        assert np.isfinite(scored.bits[:-1]).all()
        assert np.isfinite(other.bits).all()
