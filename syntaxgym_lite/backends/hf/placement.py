"""Where the parts of a transformer lie: on one device, on several, in main memory or on disk until they are needed.

accelerate spreads the parts and moves what is computed between them; a part that lies in main memory or on disk is
brought to its device for each pass, and leaves it again. Here is what a user may ask for, and where that puts things.
"""

from __future__ import annotations

import contextlib
import json
import logging
import re
import shutil
import tempfile
import weakref
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import InputError, MissingExtraError, one_of
from ...files import decode_utf8, read_bytes
from ..devices import choose_device

if TYPE_CHECKING:
    import torch

__all__ = [
    "LOADS",
    "STRATEGIES",
    "Placement",
    "device_of",
    "devices_of",
    "is_offloaded",
    "load_of",
    "present",
]

STRATEGIES = ("auto", "balanced", "balanced_low_0", "sequential", "cpu")
"""Ways of accelerate to spread a model, and a single place that is no GPU."""
LOADS = ("8bit", "4bit")
"""Widths that weights can be rounded to when a model is loaded."""
_LIMIT = re.compile(r"(?P<where>\d+|cpu|mps)=(?P<size>\d+(?:\.\d+)?(?:[KMG]i?B)?)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a model is to be put, and how wide its weights are to be.

    Parameters
    ----------
    device : str
        Of the whole model, as PyTorch names it, where there is no map.
    device_map : str or mapping or None
        A way to spread it, or the device of each part.
    max_memory : mapping or None
        Most bytes on each device.
    load_in : {"8bit", "4bit"} or None
        None: weights as they are saved, in the number format that is asked for.
    """

    device: str = "auto"
    device_map: str | Mapping[str, int | str] | None = None
    max_memory: Mapping[int | str, str] | None = None
    load_in: str | None = None

    @classmethod
    def parse(
        cls,
        device: str = "auto",
        device_map: str | Mapping[str, int | str] | None = None,
        max_memory: str | Mapping[int | str, Any] | None = None,
        load_in: str | None = None,
    ) -> Placement:
        """Check what a user asks for.

        Raises
        ------
        InputError
            If a value is none, or two contradict each other.
        MissingExtraError
            If weights are to be rounded, and the library for it is not installed.
        """
        if load_in is not None:
            load_in = one_of("load_in", load_in, LOADS)
            if find_spec("bitsandbytes") is None:
                raise MissingExtraError("Models with weights in 8 or 4 bits (`load_in`)", "bitsandbytes")
        if device_map is None:
            if max_memory is not None:
                raise InputError("max_memory says how a model is spread; add `device_map=auto`, or leave it out.")
            return cls(choose_device(device), load_in=load_in)
        if device != "auto":
            raise InputError(
                f"`device={device}` puts the whole model there, and `device_map` spreads it; leave one of the two out."
            )
        return cls("auto", _parse_map(device_map), _parse_limits(max_memory), load_in)

    @property
    def is_one_device(self) -> bool:
        """Whether the model is opened in main memory and then moved as a whole."""
        return self.device_map is None and self.load_in is None

    @property
    def numbers(self) -> dict[str, Any]:
        """What a fingerprint has to cover: where a part lies changes no number, how wide its weights are does."""
        if self.load_in is None:
            return {}
        major, minor = version("bitsandbytes").split(".")[:2]
        return {"load_in": self.load_in, "bitsandbytes": f"{major}.{minor}"}

    @property
    def recorded(self) -> dict[str, str]:
        """What a user asked for, for the record."""
        if self.device_map is None:
            return {}
        return {"device_map": self.device_map if isinstance(self.device_map, str) else "a map of its own"}

    @contextlib.contextmanager
    def options(self, dtype: Any) -> Iterator[dict[str, Any]]:
        """Give what `from_pretrained` of transformers is told, and clean up behind it.

        What has no place in memory is read again from its file where that is a safetensors file; else it is written to
        a folder of temporary files (`TMPDIR`), for as long as the model is open.

        Parameters
        ----------
        dtype : torch.dtype or "auto"
            In which a model with rounded weights computes.
        """
        if self.is_one_device:
            yield {}
            return
        told: dict[str, Any] = {"device_map": {"": self.device} if self.device_map is None else self.device_map}
        if self.load_in is not None:
            told["quantization_config"] = _rounding(self.load_in, dtype)
        folder = tempfile.mkdtemp(prefix="sglite-offload-")
        told["offload_folder"] = folder
        if self.max_memory is not None:
            told["max_memory"] = dict(self.max_memory)
        try:
            yield told
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        with contextlib.suppress(OSError):  # one that is not empty is in use
            Path(folder).rmdir()

    def settle(self, model: Any) -> Any:
        """Put an opened model where it belongs, and see to it that its temporary files go when it goes."""
        if self.is_one_device:
            return model.to(self.device)
        for folder in _offload_folders(model):
            weakref.finalize(model, shutil.rmtree, folder, ignore_errors=True)
        return model


def _is_of_others(record: logging.LogRecord) -> bool:
    return not str(record.msg).startswith("MatMul8bitLt: inputs will be cast")


def _rounding(load_in: str, dtype: Any) -> Any:
    import transformers

    config: Any = transformers.BitsAndBytesConfig
    if load_in == "8bit":
        # which says of every layer in every pass that it computes in float16, as it is meant to
        logging.getLogger("bitsandbytes.autograd._functions").addFilter(_is_of_others)
        # LLM.int8 computes columns with outliers apart, and which those are depends on all tokens of a pass: what is
        # predicted then changes with the tokens after it. Without them, each token is rounded for itself
        return config(load_in_8bit=True, llm_int8_threshold=0.0)
    # what the weights of trained models are like, and so the least loss: Dettmers et al. (2023), section 3
    compute = {} if dtype == "auto" else {"bnb_4bit_compute_dtype": dtype}
    return config(load_in_4bit=True, bnb_4bit_quant_type="nf4", **compute)


def _parse_map(value: str | Mapping[str, int | str]) -> str | dict[str, int | str]:
    if not isinstance(value, str):
        return _checked("", value)
    if value in STRATEGIES:
        return value
    path = Path(value).expanduser()
    if path.suffix.lower() != ".json" and not path.is_file():
        one_of("device_map", value, (*STRATEGIES, "FILE.json"))
    try:
        found = json.loads(decode_utf8(read_bytes(path), path))
    except ValueError as error:
        raise InputError(f"`device_map={value}`: the file is not JSON: {error}") from error
    return _checked(f"={value}", found)


def _checked(shown: str, value: Any) -> dict[str, int | str]:
    """Refuse what is no table from the parts of a model to devices."""
    sound = isinstance(value, Mapping) and value
    for part, where in value.items() if sound else ():
        if isinstance(where, bool) or not isinstance(where, (int, str)) or not isinstance(part, str):
            sound = False
    if not sound:
        raise InputError(
            f"`device_map{shown}`: a map names the parts of a model and where each lies, as a JSON object: "
            '{"model.embed_tokens": 0, "model.layers": 1, "lm_head": "cpu"}.'
        )
    for part, where in value.items():
        if where != "disk":
            try:
                choose_device(f"cuda:{where}" if isinstance(where, int) else where)
            except InputError as error:
                why = str(error).partition(": ")[2]
                raise InputError(f"`device_map{shown}`: {part!r} is to lie on {where!r}: {why}") from None
    return dict(value)


def _parse_limits(value: str | Mapping[int | str, Any] | None) -> dict[int | str, Any] | None:
    if value is None or not isinstance(value, str):
        return None if value is None else dict(value)
    limits: dict[int | str, Any] = {}
    for part in value.split(","):
        found = _LIMIT.fullmatch(part.strip())
        if found is None:
            raise InputError(
                f"max_memory={value}: '{part.strip()}' is no limit; write the number of a GPU or cpu, '=' and a "
                "size: 0=70GiB,1=70GiB,cpu=200GiB."
            )
        where, size = found["where"].lower(), found["size"]
        limits[int(where) if where.isdecimal() else where] = size if size[-1].isalpha() else int(float(size))
    return limits


# ---------------------------------------------------------------------------------------------------------------------
# What was opened


def _hooks(module: Any) -> list[Any]:
    """Hooks of accelerate on one module."""
    hook = getattr(module, "_hf_hook", None)
    return [] if hook is None else [*getattr(hook, "hooks", (hook,))]


def device_of(module: Any) -> torch.device:
    """Give the device on which a module with weights of its own computes, wherever they lie in between."""
    import torch

    for hook in _hooks(module):
        where = getattr(hook, "execution_device", None)
        if where is not None:
            return torch.device(where)
    device: torch.device = module.weight.device
    return device


def devices_of(model: Any) -> list[str]:
    """Name all places where parts of a model lie, in the order of its parts: devices, main memory, disk."""
    spread = getattr(model, "hf_device_map", None)
    if spread:
        named = (f"cuda:{where}" if isinstance(where, int) else str(where) for where in spread.values())
        return list(dict.fromkeys(named))
    return [str(device_of(model.get_input_embeddings()))]


def is_offloaded(model: Any) -> bool:
    """Whether weights of a model lie elsewhere than where they are used, so that each pass brings them there."""
    return any(getattr(hook, "offload", False) for module in model.modules() for hook in _hooks(module))


def _offload_folders(model: Any) -> set[str]:
    """Folders of temporary files that a model reads from."""
    maps = (getattr(hook, "weights_map", None) for module in model.modules() for hook in _hooks(module))
    inner = (getattr(one, "dataset", one) for one in maps if one is not None)
    return {str(folder) for one in inner if (folder := getattr(one, "save_folder", None))}


def present(module: Any) -> AbstractContextManager[None]:
    """Have the weights of one module where it computes for as long as they are looked at."""
    if not any(getattr(hook, "offload", False) for hook in _hooks(module)):
        return contextlib.nullcontext()
    from accelerate.utils import align_module_device

    found: AbstractContextManager[None] = align_module_device(module)
    return found


def load_of(model: Any) -> str | None:
    """Say to what the weights of a model are rounded: 8bit, 4bit, or the name of another method; None if they are not.

    Weights that were unpacked into plain numbers when the model was opened are what those numbers are.
    """
    if not getattr(model, "is_quantized", False):
        return None
    config = getattr(model.config, "quantization_config", None)
    said: Mapping[str, Any] = config if isinstance(config, Mapping) else vars(config)
    for name in LOADS:
        if said.get(f"load_in_{name}", said.get(f"_load_in_{name}")):  # transformers keeps its own behind properties
            return name
    if said.get("dequantize"):
        return None
    method = said.get("quant_method")
    return None if method is None else str(getattr(method, "value", method))
