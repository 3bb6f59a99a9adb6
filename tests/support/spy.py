"""Look at what enters a model."""

from __future__ import annotations

from typing import Any


class Spy:
    """The rows of ids that enter a model, without padding, and how wide each batch is; not for prefix trees."""

    def __init__(self, model: Any) -> None:
        self.rows: list[tuple[int, ...]] = []
        self.widths: list[int] = []
        self._handle = model.base_model.register_forward_pre_hook(self._see, with_kwargs=True)

    def _see(self, module: Any, args: Any, kwargs: Any) -> None:
        ids = args[0] if args else kwargs["input_ids"]
        mask = kwargs.get("attention_mask")
        lengths = [ids.shape[1]] * len(ids) if mask is None else mask.sum(1).tolist()
        self.widths.append(ids.shape[1])
        self.rows += [tuple(row[:length].tolist()) for row, length in zip(ids, lengths, strict=True)]

    def __enter__(self) -> Spy:
        return self

    def __exit__(self, *_: Any) -> None:
        self._handle.remove()
