"""Compute independent parts of a batch side by side: one processor each, rather than all processors on one product."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import torch

__all__ = ["can_run_side_by_side", "side_by_side"]

Part = TypeVar("Part")
Result = TypeVar("Result")


def side_by_side(
    work: Callable[[Part], Result], parts: Sequence[Part], device: torch.device, *, one_thread_each: bool = False
) -> list[Result]:
    """Apply a function to parts that do not depend on each other, on as many threads as PyTorch may use.

    The matrix products of one batch of sentences are small: shared out among processors, each product waits for its
    slowest piece. Here every thread has a part of its own; where there are fewer parts than threads, each part has
    several. On other devices parts are computed one after the other.

    Parameters
    ----------
    work : callable
        Must be safe to call from several threads at once.
    parts : sequence
    device : torch.device
        Where `work` computes.
    one_thread_each : bool, optional
        Give each part one thread, even if there are fewer parts than threads. Small products are rounded otherwise when
        threads share them; so no digit depends on how many parts or threads there are.

    Returns
    -------
    list
        Results in the order of `parts`.

    Raises
    ------
    Exception
        What `work` raises for the first part that fails; parts not yet begun are left out.

    Examples
    --------
    >>> side_by_side(lambda part: part.sum().item(), [torch.ones(2), torch.ones(3)], torch.device("cpu"))
    [2.0, 3.0]
    """
    n_threads = torch.get_num_threads()
    n_workers = min(n_threads, len(parts))
    n_each = 1 if one_thread_each else n_threads // max(n_workers, 1)
    if device.type != "cpu" or not parts or n_each == n_threads:
        return [work(part) for part in parts]
    # the number of threads is set for each thread, but new threads begin with what was set last
    pool = ThreadPoolExecutor(n_workers, "sglite", torch.set_num_threads, (n_each,))
    try:
        return list(pool.map(work, parts))
    finally:
        pool.shutdown(cancel_futures=True)
        torch.set_num_threads(n_threads)


def can_run_side_by_side(model: Any) -> bool:
    """Whether a model of Transformers keeps nothing between two calls that another thread could change.

    Foreign code, quantised layers, hooks that move weights in and out, and positions that are rescaled by the length of
    what was read last are not trusted.
    """
    if not type(model).__module__.startswith("transformers.") or getattr(model, "is_quantized", False):
        return False
    return not any(map(_keeps_something, model.modules()))


def _keeps_something(module: Any) -> bool:
    if module._forward_hooks or module._forward_pre_hooks or hasattr(module, "_hf_hook"):
        return True
    rope = str(getattr(module, "rope_type", ""))  # a name, or one for each kind of layer
    return "dynamic" in rope or "longrope" in rope
