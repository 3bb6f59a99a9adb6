"""Open a Hugging Face model, causal or masked, with its tokenizer, and without a word on the screen."""

from __future__ import annotations

import contextlib
import copy
import functools
import importlib.util
import io
import logging
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...errors import InputError, MissingExtraError, ModelError, ModelNotFoundError, one_of
from .as_saved import (
    check_config,
    check_files,
    check_fit,
    check_kind,
    check_report,
    check_rounding,
    check_tokenizer_in_memory,
    passed_on,
    plain_tokenizer,
    tokenizer_as_saved,
)
from .complaints import brief_reason, one_sentence
from .find import (
    ADAPTER,
    CONFIG,
    Goal,
    Source,
    commit_of,
    is_cached,
    locate,
    require_hub,
    require_within_reach,
    source_fingerprint,
)
from .placement import Placement

__all__ = ["DTYPES", "Opened", "open_tokenizer", "open_transformer", "quiet", "wrap"]

DTYPES = ("float32", "bfloat16", "float16", "auto")


@dataclass(frozen=True, slots=True)
class Opened:
    """A model with its tokenizer, and what is known of where they came from; made by `open_transformer` or `wrap`.

    Parameters
    ----------
    model, tokenizer
        Of transformers.
    name : str
        The model as the user named it.
    revision : str or None
        Commit of the weights.
    fingerprint : str or None
        Of files and options. None for an object in memory: then the weights are hashed when it is asked for.
    options : mapping
        How it was opened, for the record.
    warnings : tuple of str
        What a user should know about its files.
    """

    model: Any
    tokenizer: Any
    name: str
    revision: str | None = None
    fingerprint: str | None = None
    options: Mapping[str, str | int | float | bool | None] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def open_transformer(
    name: str,
    goal: Goal,
    numbers: Mapping[str, Any],
    *,
    placement: Placement,
    dtype: str,
    revision: str | None,
    trust_remote_code: bool,
    dtypes: Sequence[str] = DTYPES,
) -> Opened:
    """Open model and tokenizer, where they belong and in eval mode; see `syntaxgym_lite.backends.hf.causal.load`.

    Besides the options here, the fingerprint covers `numbers`: what the backend adds to those that can change a number.
    `dtypes` are those that may be asked for.
    """
    one_of("dtype", dtype, dtypes)
    source = locate(name, revision, goal=goal)
    require_within_reach(source)
    read = {"folder": _read, "gguf": _read_gguf, "hub": _read_hub}[source.kind]
    heard: list[str] = []
    # a model's own code may print; our output is data
    with quiet(heard), contextlib.redirect_stdout(io.StringIO()):
        number_format = _dtype_option(dtype)
        with placement.options(*number_format.values()) as told:
            model, tokenizer, warnings = read(source, {**number_format, **told}, trust_remote_code)
        try:
            model = placement.settle(model).eval()
        except Exception as error:
            raise ModelError(
                f"The model {name} does not fit on {placement.device}: {brief_reason(error)}. Several devices, or main "
                "memory beside one, hold more (`device_map=auto`)."
            ) from error
    return Opened(
        model,
        tokenizer,
        name,
        revision=commit_of(source) or revision,
        fingerprint=source_fingerprint(source, {**numbers, **placement.numbers, "dtype": dtype, "revision": revision}),
        options={"trust_remote_code": trust_remote_code, **placement.recorded},
        warnings=(*warnings, *passed_on(heard)),
    )


def open_tokenizer(name: str, revision: str | None = None) -> tuple[Any, tuple[str, ...]]:
    """Open a model's tokenizer alone, by hub name, folder or GGUF file, with warnings of what cannot be told of it.

    Raises
    ------
    ModelError
        If it is missing or cannot be opened.
    """
    from transformers import AutoTokenizer

    source = locate(name, revision)
    require_within_reach(source)
    location, place = _place(source)

    def read(*, local: bool) -> tuple[Any, tuple[str, ...]]:
        with quiet(), _no_hub() if local else contextlib.nullcontext(), one_sentence(source, "tokenizer"):
            tokenizer: Any = AutoTokenizer.from_pretrained(location, local_files_only=local, **place)
            return tokenizer_as_saved(source, tokenizer)

    if source.kind != "hub":
        return read(local=True)
    if is_cached(source):
        try:
            return read(local=True)
        except ModelError:
            require_hub(source, "only in part in the local cache")
    return read(local=False)


def wrap(model: Any, tokenizer: Any = None, name: str | None = None) -> Opened:
    """Take a model that is already in memory; see `syntaxgym_lite.backends.hf.causal.from_model`.

    Raises
    ------
    InputError
        If there is no tokenizer, and the model does not say where it came from, or none is there.
    """
    origin = str(getattr(model.config, "_name_or_path", "") or "")
    kind = type(model).__name__
    name = name or origin or kind
    warnings: tuple[str, ...] = ()
    with quiet():
        if tokenizer is None:
            tokenizer, warnings = _tokenizer_from(origin, kind)
        else:
            warnings = check_tokenizer_in_memory(tokenizer, name)
        return Opened(model, tokenizer, name, warnings=warnings + check_fit(name, model, tokenizer))


def _tokenizer_from(origin: str, kind: str) -> tuple[Any, tuple[str, ...]]:
    from transformers import AutoTokenizer

    advice = f"give the model with its tokenizer, as a pair: ({kind} object, tokenizer)."
    if not origin:
        raise InputError(f"A model object that does not say where it was loaded from has no tokenizer; {advice}")
    with _no_hub():  # its files are here, since the model is
        try:
            tokenizer = AutoTokenizer.from_pretrained(origin, local_files_only=True)
        except Exception as error:
            raise InputError(f"There is no tokenizer for the model object in {origin}; {advice}") from error
        folder = Path(origin)
        source = Source(origin, "folder", folder) if folder.is_dir() else Source(origin, "hub")
        return tokenizer_as_saved(source, tokenizer)


# ---------------------------------------------------------------------------------------------------------------------
# Reading files

_Read = tuple[Any, Any, tuple[str, ...]]
"""A model, its tokenizer, and warnings about their files."""


def _read(source: Source, how: Mapping[str, Any], trust_remote_code: bool, *, local: bool = True) -> _Read:
    from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer

    location, place = _place(source)
    common: dict[str, Any] = {"local_files_only": local, "trust_remote_code": trust_remote_code, **place}
    check_files(source)
    with _no_hub() if local else contextlib.nullcontext():
        with one_sentence(source, CONFIG):
            config = AutoConfig.from_pretrained(location, **common)
            check_config(source, config)
            check_kind(source, config)
            check_rounding(source, config, how.get("quantization_config"))
        with one_sentence(source, "tokenizer"):
            tokenizer: Any
            try:
                tokenizer = AutoTokenizer.from_pretrained(location, **common)
            except Exception:  # classes that cannot be built anew from a file of another kind
                tokenizer = plain_tokenizer(source)
                if tokenizer is None:
                    raise
            tokenizer, warnings = tokenizer_as_saved(source, tokenizer)
        with one_sentence(source, f"{CONFIG} or its weights"):
            auto: Any = AutoModelForCausalLM if source.goal == "causal" else AutoModelForMaskedLM
            model, report = auto.from_pretrained(
                location,
                config=config,
                output_loading_info=True,
                ignore_mismatched_sizes=True,  # refused below, with both sizes
                **how,
                **_gguf_option(source.kind == "gguf"),
                **common,
            )
    warnings += check_report(source, model, report)
    return model, tokenizer, warnings + check_fit(source.name, model, tokenizer)


def _place(source: Source) -> tuple[str, dict[str, str]]:
    """Where transformers finds a model, and what else it has to be told to find it."""
    if source.path is None:
        return source.name, {"revision": source.revision} if source.revision else {}
    if source.kind == "gguf":
        return str(source.path.parent), {"gguf_file": source.path.name}
    return str(source.path), {}


def _read_hub(source: Source, how: Mapping[str, Any], trust_remote_code: bool) -> _Read:
    from huggingface_hub import hf_hub_download
    from huggingface_hub.errors import EntryNotFoundError

    if is_cached(source):
        try:
            return _read(source, how, trust_remote_code)
        except ModelNotFoundError:
            require_hub(source, "only in part in the local cache")
    with one_sentence(source):
        hf_hub_download(source.name, CONFIG, revision=source.revision)
    with one_sentence(source), contextlib.suppress(EntryNotFoundError):  # it has one only if it should not
        hf_hub_download(source.name, ADAPTER, revision=source.revision)
    return _read(source, how, trust_remote_code, local=False)


def _read_gguf(source: Source, how: Mapping[str, Any], trust_remote_code: bool) -> _Read:
    if importlib.util.find_spec("gguf") is None:
        raise MissingExtraError("GGUF models", "gguf")
    assert source.path is not None
    with source.path.open("rb") as file:
        if file.read(4) != b"GGUF":
            raise ModelNotFoundError(f"{source.name} is not a GGUF file: it does not begin with 'GGUF'.")
    with _gguf_read_once():
        return _read(source, how, trust_remote_code=False)


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


class _Listener(logging.Handler):
    def __init__(self, heard: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        self._heard.append(record.getMessage())


@contextlib.contextmanager
def quiet(heard: list[str] | None = None) -> Iterator[None]:
    """Keep transformers and the hub from warning, logging and drawing progress bars; all is put back afterwards.

    What transformers would have logged as a warning is added to `heard`. Standard error itself is left alone: a
    progress display of ours may be on it.
    """
    from huggingface_hub import utils
    from transformers.utils import logging as transformers_logging

    hub: Any = utils
    transformers: Any = transformers_logging

    with contextlib.ExitStack() as stack:
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore")
        for name in ("transformers", "huggingface_hub", "accelerate", "gguf"):
            logger = logging.getLogger(name)
            stack.callback(logger.setLevel, logger.level)
            logger.setLevel(logging.CRITICAL + 1)
        if heard is not None:
            logger = logging.getLogger("transformers")
            stack.callback(setattr, logger, "handlers", logger.handlers)
            logger.handlers = [_Listener(heard)]
            logger.setLevel(logging.WARNING)
            for kind in ("warning_once", "warning_advice"):
                getattr(getattr(transformers, kind, None), "cache_clear", lambda: None)()  # once in each opening
        if transformers.is_progress_bar_enabled():
            stack.callback(transformers.enable_progress_bar)
            transformers.disable_progress_bar()
        if not hub.are_progress_bars_disabled():
            stack.callback(hub.enable_progress_bars)
            hub.disable_progress_bars()
        yield
