"""Probabilities of given trees: the public implementation's numbers, loops in float64, and gradients."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from support.plain_rnng import PlainRnng
from support.rnng_goldens import NAMES, Golden, numbers, tiny_network
from support.trees import LABELS, trees

from syntaxgym_lite.lm.rnng.actions import Derivation, Limits, derivation_of
from syntaxgym_lite.lm.rnng.derivations import Encoded, joint, log_probabilities
from syntaxgym_lite.lm.rnng.network import Dropout, Shape, StackNetwork
from syntaxgym_lite.lm.rnng.trees import Constituent

N_WORDS = 7


def encoded(tree: Constituent) -> Encoded:
    derivation = derivation_of(tree)
    return Encoded.of(derivation, numbers([1 + len(word) % (N_WORDS - 1) for word in derivation.words]), LABELS)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("dtype", "tolerance"), [(torch.float64, 1e-8), (torch.float32, 1e-4)])
def test_given_trees_have_the_public_implementations_probabilities(
    shared_dir: Path, name: str, dtype: torch.dtype, tolerance: float
) -> None:
    golden = Golden.of(shared_dir, name)
    derivations, expected = [], []
    for sentence in golden.expected["sentences"]:
        for tree in sentence["trees"]:
            derivation = Derivation(tuple(sentence["tokens"]), tuple(tree["actions"]))
            derivations.append(Encoded.of(derivation, numbers(sentence["ids"]), golden.config["nonterminals"]))
            expected.append(tree)
    network = golden.network(dtype)
    trained = log_probabilities(network, derivations)
    searched = log_probabilities(network, derivations, limits=Limits(8))
    for name, found in (
        ("log_joint_unmasked", trained.total),
        ("log_actions_unmasked", trained.actions),
        ("log_words_unmasked", trained.words),
        ("log_joint_masked", searched.total),
    ):
        np.testing.assert_allclose(found.numpy(), [tree[name] for tree in expected], atol=tolerance, rtol=0)
    # the two are far apart: which is reported has to be said (README: 2.6 to 31 nats)
    apart = (searched.total - trained.total).numpy()
    assert apart.min() > 2.5
    assert apart.max() < 32


@settings(max_examples=30)
@given(
    st.lists(trees(8), min_size=1, max_size=4),
    st.sampled_from(("lstm", "attention")),
    st.sampled_from(("top", "below")),
    st.booleans(),
    st.integers(1, 2),
    st.integers(0, 1000),
)
def test_a_batch_equals_loops_over_one_tree_at_a_time(
    some: list[Constituent],
    composition: Literal["lstm", "attention"],
    attends_from: Literal["top", "below"],
    padded: bool,
    layers: int,
    seed: int,
) -> None:
    shape = Shape(N_WORDS, len(LABELS), 4, 3, layers, composition, attends_from, padded)
    network = tiny_network(shape, seed)
    plain = PlainRnng(network.weights(), padded=padded, attends_from=attends_from)
    batch = [encoded(tree) for tree in some]
    for consecutive in (None, 3):
        found = log_probabilities(network, batch, limits=None if consecutive is None else Limits(consecutive))
        expected = [plain.log_joint(one.words.tolist(), one.actions.tolist(), consecutive) for one in batch]
        np.testing.assert_allclose(found.total.numpy(), expected, atol=1e-12, rtol=1e-12)


@pytest.mark.parametrize("composition", ["lstm", "attention"])
@pytest.mark.parametrize("attends_from", ["top", "below"])
def test_gradients_equal_differences(
    composition: Literal["lstm", "attention"], attends_from: Literal["top", "below"]
) -> None:
    shape = Shape(N_WORDS, len(LABELS), 4, 3, 2, composition, attends_from)
    network = tiny_network(shape, 5, 0.5).requires_grad_(True)
    plain_trees = [
        "NT(S) NT(NP) SHIFT NT(PP) SHIFT SHIFT REDUCE REDUCE NT(VP) SHIFT REDUCE REDUCE",
        "NT(VP) SHIFT REDUCE",
    ]
    batch = []
    for text in plain_trees:
        n = text.count("SHIFT")
        batch.append(Encoded.of(Derivation(("w",) * n, tuple(text.split())), np.arange(1, n + 1), LABELS))
    joint(network, batch).total.sum().backward()  # type: ignore[no-untyped-call]
    rng = np.random.default_rng(1)
    for name, parameter in network.named_parameters():
        gradient = parameter.grad
        assert gradient is not None, name
        for _ in range(3):
            place = tuple(int(rng.integers(n)) for n in parameter.shape)
            values = []
            for step in (1e-5, -1e-5):
                with torch.no_grad():
                    parameter[place] += step
                    values.append(float(log_probabilities(network, batch).total.sum()))
                    parameter[place] -= step
            assert float(gradient[place]) == pytest.approx((values[0] - values[1]) / 2e-5, abs=1e-6, rel=1e-5), name


def test_nothing_is_kept_of_a_batch_that_was_learnt_from() -> None:
    """A circle through PyTorch's own objects is never freed: 20 MB a batch, once, until the machine was full."""
    network = tiny_network(Shape(N_WORDS, len(LABELS), 4, 4, 2), 5).requires_grad_(True)
    tree = Encoded.of(Derivation(("w",) * 2, ("NT(S)", "SHIFT", "SHIFT", "REDUCE")), np.array([1, 2]), LABELS)

    def tensors_after_learning() -> int:
        joint(network, [tree]).total.sum().backward()  # type: ignore[no-untyped-call]
        gc.collect()
        return sum(issubclass(type(one), torch.Tensor) for one in gc.get_objects())

    tensors_after_learning()  # which makes the gradients of the weights
    assert tensors_after_learning() == tensors_after_learning()


def test_what_is_left_out_at_random_depends_on_the_seed_alone() -> None:
    shape = Shape(N_WORDS, len(LABELS), 4, 4, 2)
    network = tiny_network(shape, 5)
    tree = Encoded.of(Derivation(("w",) * 2, ("NT(S)", "SHIFT", "SHIFT", "REDUCE")), np.array([1, 2]), LABELS)

    def loss(seed: int) -> float:
        return float(joint(network, [tree], dropout=Dropout(0.5, torch.Generator().manual_seed(seed))).total.detach())

    assert loss(1) == loss(1)
    assert loss(1) != loss(2)


def test_the_sum_over_all_trees_of_one_word_is_its_probability() -> None:
    # with at most one constituent in a row, a one-word sentence has one tree a label
    network = tiny_network(Shape(N_WORDS, 3, 4, 4, 1), 9)
    some = [
        Encoded.of(Derivation(("w",), (f"NT({label})", "SHIFT", "REDUCE")), np.array([word]), "abc")
        for label in "abc"
        for word in range(N_WORDS)
    ]
    total = torch.logsumexp(log_probabilities(network, some, limits=Limits(1)).total, 0)
    assert float(total) == pytest.approx(0.0, abs=1e-12)


def test_weights_of_another_model_are_refused() -> None:
    from syntaxgym_lite.errors import ModelError
    from syntaxgym_lite.lm.rnng.network import weights_of_shape

    network = tiny_network(Shape(5, 2, 4, 4, 1), 1)
    weights = network.weights()
    with pytest.raises(ModelError, match="not the weights of a stack-only RNNG"):
        weights_of_shape({"encoder.weight": torch.zeros(2, 2)}, "x.pt")
    with pytest.raises(ModelError, match="7 actions and 2 kinds"):
        weights_of_shape({**weights, "action_mlp.bias": torch.zeros(7)}, "x.pt")
    for change, said in (
        ({"emb.0.weight": torch.full((5, 4), float("nan"), dtype=torch.float64)}, "holds values that are no numbers"),
        ({"emb.0.weight": torch.zeros(5, 3)}, "has the shape"),
        ({"more": torch.zeros(1)}, "has no weights more"),
        ({"vocab_mlp.weight": torch.zeros(5, 4)}, "differ; the words' vectors are shared"),
    ):
        with pytest.raises(ModelError, match=said):
            StackNetwork(network.shape).load({**weights, **change}, "x.pt")
    with pytest.raises(ModelError, match="are missing"):
        StackNetwork(network.shape).load({}, "x.pt")
