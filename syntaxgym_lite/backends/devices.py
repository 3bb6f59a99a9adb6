"""Where neural models are computed."""

from __future__ import annotations

from ..errors import InputError, did_you_mean

__all__ = ["choose_device"]


def choose_device(device: str) -> str:
    """Give the device that a name stands for.

    Parameters
    ----------
    device : str
        ``auto`` (the first CUDA device, else Apple's MPS, else the processor), ``cpu``, ``cuda``, ``cuda:N``, ``mps``.

    Returns
    -------
    str
        As PyTorch names it.

    Raises
    ------
    InputError
        If there is no such device here.
    """
    import torch

    cuda = ["cuda", *(f"cuda:{i}" for i in range(torch.cuda.device_count()))] if torch.cuda.is_available() else []
    mps = ["mps"] if torch.backends.mps.is_available() else []
    here = [*cuda, *mps, "cpu"]
    if device == "auto":
        return here[0]
    if device not in here:
        raise InputError(
            f"`device={device}`: not a device of this machine; here are auto, {', '.join(reversed(here))}."
            + did_you_mean(device, ["auto", *here])
        )
    return device
