"""What a user should know about surprisals that are computed in few digits."""

from __future__ import annotations

__all__ = ["precision_warnings"]

# How far values of SmolLM2-135M are from those in float32, on a processor, for the first item of 20 shipped suites:
# for a token, on average and at most. What is off in a model's states adds up, so a whole sentence is off by more.
_WARNINGS = {
    "bfloat16": "Computed in bfloat16: surprisals may be off by tenths of a bit (a token of SmolLM2-135M by 0.08 bits "
    "on average and by 0.5 at most), and are not comparable with those in float32.",
    "float16": "Computed in float16: surprisals may be off by hundredths of a bit (a token of SmolLM2-135M by 0.008 "
    "bits on average and by 0.07 at most), and are not comparable with those in float32.",
}


def precision_warnings(dtype: str) -> tuple[str, ...]:
    """Give the warning for surprisals that are computed in this number format; none for float32 and better.

    Examples
    --------
    >>> precision_warnings("float32")
    ()
    >>> print(precision_warnings("bfloat16")[0].partition(":")[0])
    Computed in bfloat16
    """
    return (_WARNINGS[dtype],) if dtype in _WARNINGS else ()
