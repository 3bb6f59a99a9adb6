"""Parts computed on several threads: the same values, in order, and PyTorch's settings as they were."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
import torch
import transformers
from transformers import GPT2Config, GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM

from syntaxgym_lite.backends.side_by_side import can_run_side_by_side, side_by_side

CPU = torch.device("cpu")


@pytest.fixture(autouse=True)
def three_threads() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(3)
    yield
    torch.set_num_threads(before)


def gpt2() -> GPT2LMHeadModel:
    return GPT2LMHeadModel(GPT2Config(vocab_size=20, n_embd=8, n_layer=2, n_head=2, n_positions=16)).eval()


ROPE = "rope_parameters" if int(transformers.__version__.split(".")[0]) > 4 else "rope_scaling"


def llama(**rope: object) -> LlamaForCausalLM:
    config = LlamaConfig(
        vocab_size=20,
        hidden_size=8,
        intermediate_size=8,
        num_hidden_layers=1,
        num_attention_heads=2,
        max_position_embeddings=16,
        **{ROPE: {"rope_theta": 10_000.0, **rope}},
    )
    return LlamaForCausalLM(config).eval()


def test_results_come_in_the_order_of_the_parts() -> None:
    assert side_by_side(lambda part: part * part, range(50), CPU) == [i * i for i in range(50)]
    assert side_by_side(lambda part: part, [], CPU) == []


def test_parts_run_at_the_same_time() -> None:
    # each waits for the others: one after the other, the first would wait until the barrier breaks
    barrier = threading.Barrier(3)
    assert sorted(side_by_side(lambda part: barrier.wait(timeout=30), range(3), CPU)) == [0, 1, 2]


@pytest.mark.parametrize(("n_parts", "own"), [(1, 3), (2, 1), (3, 1), (7, 1)])
def test_processors_are_shared_out_among_the_parts(n_parts: int, own: int) -> None:
    assert side_by_side(lambda part: torch.get_num_threads(), range(n_parts), CPU) == [own] * n_parts


@pytest.mark.parametrize("n_parts", [1, 2, 7])
def test_each_part_can_have_one_thread_however_few_there_are(n_parts: int) -> None:
    found = side_by_side(lambda part: torch.get_num_threads(), range(n_parts), CPU, one_thread_each=True)
    assert found == [1] * n_parts
    assert torch.get_num_threads() == 3


def test_threads_of_pytorch_are_as_before_also_for_new_threads_and_after_a_failure() -> None:
    def fail(part: int) -> int:
        raise ValueError(f"part {part}")

    side_by_side(lambda part: part, range(4), CPU)
    with pytest.raises(ValueError, match="part 0"):
        side_by_side(fail, range(4), CPU)
    seen: list[int] = []
    thread = threading.Thread(target=lambda: seen.append(torch.get_num_threads()))
    thread.start()
    thread.join()
    assert torch.get_num_threads() == 3
    assert seen == [3]


def test_numbers_of_a_model_are_those_of_one_thread() -> None:
    torch.manual_seed(3)
    model = gpt2()
    parts = [torch.randint(0, 20, (2, n)) for n in range(2, 14)]

    @torch.inference_mode()
    def logits(ids: torch.Tensor) -> torch.Tensor:
        return model(input_ids=ids).logits

    together = side_by_side(logits, parts, CPU)
    torch.set_num_threads(1)
    assert all(torch.equal(one, logits(ids)) for one, ids in zip(together, parts, strict=True))


def test_models_that_keep_something_between_calls_are_not_shared() -> None:
    assert can_run_side_by_side(gpt2())
    assert can_run_side_by_side(llama(rope_type="default"))
    # its inverse frequencies are rewritten when a longer text comes: transformers.modeling_rope_utils
    assert not can_run_side_by_side(llama(rope_type="dynamic", factor=2.0))
    hooked = gpt2()
    hooked.transformer.h[0].register_forward_hook(lambda *_: None)
    assert not can_run_side_by_side(hooked)

    class Foreign(GPT2LMHeadModel):
        """A class from elsewhere."""

    assert not can_run_side_by_side(Foreign(gpt2().config))
