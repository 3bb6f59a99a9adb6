"""Strings that share their beginnings have the values that each has alone."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from syntaxgym_lite.backends.hf.rows import RowScorer
from syntaxgym_lite.backends.hf.token_states import TransformerStates


@pytest.fixture(scope="module")
def model():
    from transformers import GPT2Config, GPT2LMHeadModel

    torch.manual_seed(4)
    config = GPT2Config(vocab_size=11, n_positions=16, n_embd=8, n_layer=2, n_head=2, initializer_range=0.6)
    return GPT2LMHeadModel(config).double().eval()


def alone(model, string):
    with torch.inference_mode():
        return torch.log_softmax(model(input_ids=torch.tensor([string])).logits[0, -1], -1).numpy()


@torch.inference_mode()
def test_each_string_is_read_as_if_it_were_alone(model):
    states = TransformerStates(RowScorer(model, batching="trees"), 0)
    rng = np.random.default_rng(1)
    strings, numbers = [(0,)], [states.start()]
    for round_ in range(6):
        parents = rng.integers(0, len(strings), 4)
        tokens = rng.integers(0, 11, 4)
        new = states.push(tokens, np.array(numbers)[parents])
        strings += [(*strings[p], t) for p, t in zip(parents.tolist(), tokens.tolist(), strict=True)]
        numbers += new.tolist()
        if round_ == 2:  # what is tried and forgotten leaves no trace
            states.push(np.array([1, 2]), np.array(numbers[-2:]))
            states.forget(max(numbers) + 1)
        if round_ == 3:  # and so does what leads to none of those that are kept
            chosen = rng.permutation(len(strings))[:6]
            old = np.array(numbers)[chosen]
            kept = states.tidy(old)
            strings = [strings[i] for i in chosen]
            numbers = np.searchsorted(kept, old).tolist()
    wanted = np.tile(np.arange(11), (len(strings), 1))
    found = states.log_probabilities(np.array(numbers), wanted)
    np.testing.assert_allclose(found, [alone(model, string) for string in strings], atol=1e-12)
