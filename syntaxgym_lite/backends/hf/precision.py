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
# SmolLM2-135M in float32, whose weights were once in 4 bits of another kind, for the first item of 10 shipped suites.
_ROUNDED = {
    "8bit": "Weights and what they are multiplied by are rounded to 8 bits: surprisals may be off by whole bits (a "
    "token of SmolLM2-135M, a small model, by 0.6 bits on average and by 5 at most), depend a little on what is "
    "scored at once, and are not comparable with those of the model as it was saved.",
    "4bit": "Weights are rounded to 4 bits: surprisals may be off by whole bits (a token of SmolLM2-135M, a small "
    "model, by 1.3 bits on average and by 12 at most), and are not comparable with those of the model as it was saved.",
}
_ROUNDED_OTHERWISE = (
    "Weights are quantised ({}): surprisals are those of this version of the model, and not comparable with those of "
    "the model that it was made from."
)


def precision_warnings(dtype: str, load_in: str | None = None) -> tuple[str, ...]:
    """Give the warnings for surprisals that are computed in this number format; none for float32 and better.

    Parameters
    ----------
    dtype : str
        The number format.
    load_in : str, optional
        To what the weights are rounded; see `syntaxgym_lite.backends.hf.placement.load_of`.

    Examples
    --------
    >>> precision_warnings("float32")
    ()
    >>> print(precision_warnings("bfloat16")[0].partition(":")[0])
    Computed in bfloat16
    """
    rounded = () if load_in is None else (_ROUNDED.get(load_in, _ROUNDED_OTHERWISE.format(load_in)),)
    return (*rounded, *((_WARNINGS[dtype],) if dtype in _WARNINGS else ()))
