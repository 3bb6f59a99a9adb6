"""Texts that are hard to cut, and a tokenizer that has no offsets."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

UNICODE_TEXT = st.lists(
    st.one_of(
        st.sampled_from(
            ["the", "fox", "sleeps", "🦊", "👩‍👩‍👧", "e\u0301", "שלום", "猫昨天", "Café", ".", ",", "\u00a0", "  "]
        ),
        st.text(st.characters(codec="utf-8"), max_size=4),
    ),
    max_size=8,
).map(" ".join)


class Slow:
    """A tokenizer that has no offsets at all."""

    is_fast = False

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def __len__(self) -> int:
        return len(self._inner)

    def __call__(self, texts: list[str], **options: Any) -> Any:
        assert "return_offsets_mapping" not in options
        return self._inner(texts, **options)
