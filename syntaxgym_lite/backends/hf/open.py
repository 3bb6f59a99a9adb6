"""Open a Hugging Face model, causal or masked, with its tokenizer, and without a word on the screen."""

from __future__ import annotations

import contextlib
import copy
import functools
import importlib.util
import io
import logging
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ...errors import InputError, MissingExtraError, ModelError, ModelNotFoundError
from .complaints import brief_reason, check_config, check_report, check_tokenizer, one_sentence
from .find import CONFIG, Source, is_cached, require_hub

__all__ = ["Opened", "open_model", "quiet", "tokenizer_of"]


@dataclass(frozen=True, slots=True)
class Opened:
    """A model and its tokenizer, and what a user should know about their files."""

    model: Any
    tokenizer: Any
    warnings: tuple[str, ...] = ()


def open_model(source: Source, *, dtype: str, device: str, trust_remote_code: bool) -> Opened:
    """Open model and tokenizer.

    Returns
    -------
    Opened
        The model on its device, in eval mode.

    Raises
    ------
    ModelNotFoundError
        If the files cannot be found.
    ModelError
        If they cannot be used.
    """
    with quiet(), contextlib.redirect_stdout(io.StringIO()):  # a model's own code may print; our output is data
        if source.kind == "gguf":
            opened = _open_gguf(source, dtype)
        elif source.kind == "folder":
            assert source.path is not None
            opened = _open(source, str(source.path), dtype, trust_remote_code, local=True)
        else:
            opened = _open_hub(source, dtype, trust_remote_code)
        try:
            return replace(opened, model=opened.model.to(device).eval())
        except Exception as error:
            raise ModelError(f"The model {source.name} does not fit on {device}: {brief_reason(error)}") from error


def tokenizer_of(model: Any) -> Any:
    """Open the tokenizer that belongs to a loaded model, from where the model came from.

    Raises
    ------
    InputError
        If the model does not say where it came from, or no tokenizer is there.
    """
    from transformers import AutoTokenizer

    origin = str(getattr(model.config, "_name_or_path", "") or "")
    advice = f"give the model with its tokenizer, as a pair: ({type(model).__name__} object, tokenizer)."
    if not origin:
        raise InputError(f"A model object that does not say where it was loaded from has no tokenizer; {advice}")
    with quiet(), _no_hub():  # its files are here, since the model is
        try:
            return AutoTokenizer.from_pretrained(origin, local_files_only=True)
        except Exception as error:
            raise InputError(f"There is no tokenizer for the model object in {origin}; {advice}") from error


def _open(
    source: Source,
    location: str,
    dtype: str,
    trust_remote_code: bool,
    *,
    local: bool,
    revision: str | None = None,
    extra: dict[str, Any] | None = None,
) -> Opened:
    from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer

    common: dict[str, Any] = {
        "local_files_only": local,
        "trust_remote_code": trust_remote_code,
        **({"revision": revision} if revision else {}),
        **(extra or {}),
    }
    gguf = source.kind == "gguf"
    with _no_hub() if local else contextlib.nullcontext():
        with one_sentence(source, "config.json"):
            config = AutoConfig.from_pretrained(location, **common)
            check_config(source, config)
        with one_sentence(source, "tokenizer"):
            tokenizer = AutoTokenizer.from_pretrained(location, **common)
            check_tokenizer(source, tokenizer)
        with one_sentence(source, "config.json or its weights"):
            auto: Any = AutoModelForCausalLM if source.goal == "causal" else AutoModelForMaskedLM
            loaded: Any = auto.from_pretrained(
                location,
                config=config,
                output_loading_info=True,
                ignore_mismatched_sizes=True,  # refused below, with both sizes
                **_dtype_option(dtype),
                **_gguf_option(gguf),
                **common,
            )
    model, report = loaded
    return Opened(model, tokenizer, check_report(source, model, report))


def _open_gguf(source: Source, dtype: str) -> Opened:
    if importlib.util.find_spec("gguf") is None:
        raise MissingExtraError("GGUF models", "gguf")
    assert source.path is not None
    with source.path.open("rb") as file:
        if file.read(4) != b"GGUF":
            raise ModelNotFoundError(f"{source.name} is not a GGUF file: it does not begin with 'GGUF'.")
    with _gguf_read_once():
        folder, file_name = str(source.path.parent), source.path.name
        return _open(source, folder, dtype, False, local=True, extra={"gguf_file": file_name})


@contextlib.contextmanager
def _gguf_read_once() -> Iterator[None]:
    """Let transformers read a GGUF file once instead of three times, and name its tensors once instead of 400 times.

    Without this SmolLM2-135M takes three times as long to open. Everything is put back afterwards.
    """
    import gguf
    import numpy as np
    from transformers import modeling_gguf_pytorch_utils

    module: Any = modeling_gguf_pytorch_utils
    read_checkpoint = module.load_gguf_checkpoint

    class PlainReader(gguf.GGUFReader):
        """Hold the mapped file as a plain array: slicing NumPy's memmap class is several times slower."""

        @property
        def data(self) -> Any:
            return self._plain

        @data.setter
        def data(self, value: Any) -> None:
            self._plain = value.view(np.ndarray)

    @functools.cache
    def metadata(path: str) -> Any:
        return read_checkpoint(path, return_tensors=False)

    def read(path: str, return_tensors: bool = False, **more: Any) -> Any:
        return read_checkpoint(path, return_tensors=True, **more) if return_tensors else copy.deepcopy(metadata(path))

    changes: list[tuple[Any, str, Any]] = [
        (module, "load_gguf_checkpoint", read),
        (module, "tqdm", lambda iterable, **_: iterable),  # its bar cannot be switched off
        (gguf, "GGUFReader", functools.lru_cache(maxsize=1)(PlainReader)),
        (gguf, "get_tensor_name_map", functools.lru_cache(maxsize=1)(gguf.get_tensor_name_map)),
    ]
    with contextlib.ExitStack() as stack:
        for owner, name, value in changes:
            stack.callback(setattr, owner, name, getattr(owner, name))
            setattr(owner, name, value)
        yield


def _open_hub(source: Source, dtype: str, trust_remote_code: bool) -> Opened:
    from huggingface_hub import hf_hub_download

    name, revision = source.name, source.revision
    if is_cached(source):
        try:
            return _open(source, name, dtype, trust_remote_code, local=True, revision=revision)
        except ModelNotFoundError:
            require_hub(source, "only in part in the local cache")
    with one_sentence(source):
        hf_hub_download(name, CONFIG, revision=revision)
    return _open(source, name, dtype, trust_remote_code, local=False, revision=revision)


@contextlib.contextmanager
def _no_hub() -> Iterator[None]:
    """Offline mode of the hub's library: even for local files it may ask the hub who is calling."""
    from huggingface_hub import constants

    before = constants.HF_HUB_OFFLINE
    try:
        constants.HF_HUB_OFFLINE = True
        yield
    finally:
        constants.HF_HUB_OFFLINE = before


def _dtype_option(dtype: str) -> dict[str, Any]:
    import torch
    import transformers

    value = "auto" if dtype == "auto" else getattr(torch, dtype)
    major, minor = (int(part) for part in transformers.__version__.split(".")[:2])
    return {"dtype" if (major, minor) >= (4, 56) else "torch_dtype": value}


def _gguf_option(gguf: bool) -> dict[str, Any]:
    """Unpack GGUF weights: left packed, transformers 5 computes with kernels that it fetches from the hub."""
    if not gguf:
        return {}
    try:
        from transformers import GgufConfig
    except ImportError:  # before that, they were always unpacked
        return {}
    return {"quantization_config": GgufConfig(dequantize=True)}


# ---------------------------------------------------------------------------------------------------------------------
# Silence


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keep transformers and the hub from warning, logging and drawing progress bars; all is put back afterwards.

    Standard error itself is left alone: a progress display of ours may be on it.
    """
    from huggingface_hub import utils
    from transformers.utils import logging as transformers_logging

    hub: Any = utils
    transformers: Any = transformers_logging

    loggers = [logging.getLogger(name) for name in ("transformers", "huggingface_hub", "accelerate", "gguf")]
    levels = [logger.level for logger in loggers]
    hub_bars = not hub.are_progress_bars_disabled()
    bars = transformers.is_progress_bar_enabled()
    with contextlib.ExitStack() as stack:
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore")
        try:
            for logger in loggers:
                logger.setLevel(logging.CRITICAL + 1)
            transformers.disable_progress_bar()
            hub.disable_progress_bars()
            yield
        finally:
            for logger, level in zip(loggers, levels, strict=True):
                logger.setLevel(level)
            if bars:
                transformers.enable_progress_bar()
            if hub_bars:
                hub.enable_progress_bars()
