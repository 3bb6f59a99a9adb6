"""Find and open Hugging Face models, causal or masked: a hub name, a local folder or a GGUF file.

A folder or file never touches the network. A hub name is looked up in the local cache first and used from there if all
of it is there; only then is the network asked, once and briefly. Everything that can go wrong becomes one sentence.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import hashlib
import importlib.util
import io
import json
import logging
import os
import re
import threading
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

from ...errors import InputError, MissingExtraError, ModelError, ModelNotFoundError, did_you_mean
from ..fingerprint import fingerprint

__all__ = [
    "DTYPES",
    "Goal",
    "Opened",
    "Source",
    "check_dtype",
    "commit_of",
    "locate",
    "model_files",
    "no_head",
    "not_causal",
    "not_masked",
    "open_model",
    "quiet",
    "require_within_reach",
    "source_fingerprint",
    "tokenizer_of",
]

DTYPES = ("float32", "bfloat16", "float16", "auto")
_REACH_SECONDS = 3.0
_CONFIG = "config.json"
# What the numbers of a model in a folder depend on: not its training state, its card or its samples.
_MODEL_FILES = re.compile(
    r"(?!.*(optimizer|scheduler|training_args|trainer_state|rng_state)).*"
    r"\.(safetensors|bin|json|model|txt|py|tiktoken|spm|jinja)"
)
_BIG_FILE = 2**30
_SAMPLE = 2**20
_TOKENIZER_FILES = re.compile(r"tokenizer\.json|.*\.(model|tiktoken|spm)|vocab\.(json|txt)|tekken\.json")

Goal = Literal["causal", "masked"]
"""What a model is to do: predict the next token, or fill in masks."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a model's files are.

    Parameters
    ----------
    name : str
        As the user wrote it.
    kind : {"folder", "gguf", "hub"}
    path : Path or None
        The folder or file; None for a hub name.
    revision : str or None
        Branch, tag or commit asked for; hub names only.
    goal : {"causal", "masked"}
        What the model is opened for.
    """

    name: str
    kind: Literal["folder", "gguf", "hub"]
    path: Path | None = None
    revision: str | None = None
    goal: Goal = "causal"


# ---------------------------------------------------------------------------------------------------------------------
# Names and paths


def locate(name: str, revision: str | None = None, *, goal: Goal = "causal") -> Source:
    """Tell whether `name` is a folder, a GGUF file or a hub name.

    Parameters
    ----------
    name : str
        As the user wrote it.
    revision : str, optional
        Branch, tag or commit of a hub model.
    goal : {"causal", "masked"}, optional
        What the model is to do. GGUF files hold causal models only.

    Raises
    ------
    ModelNotFoundError
        If it can only be a path and there is nothing there, or is neither a path nor a possible hub name.
    """
    path = Path(name).expanduser()
    is_gguf = path.suffix.lower() == ".gguf"
    if _exists(path):
        if revision is not None:
            raise InputError(f"--revision {revision}: {name} is local, and local models have no revisions.")
        if path.is_dir():
            _check_folder(name, path)
            return Source(name, "folder", path, goal=goal)
        if is_gguf and goal == "masked":
            raise ModelError(f"{name} is a GGUF file, and those hold causal models; write {name} without mlm:.")
        if is_gguf:
            return Source(name, "gguf", path)
        raise ModelNotFoundError(f"{name} is a file, but not a GGUF file; give the model's folder.{_other_kind(path)}")
    if _other_kind(path):
        raise ModelNotFoundError(f"There is no such file: {name}.{_other_kind(path)}")
    if is_gguf or _must_be_path(name):
        near = did_you_mean(path.name, _names_in(path.parent))
        what = "file" if is_gguf else "file or folder"
        raise ModelNotFoundError(f"There is no such {what}: {name}.{near}")
    from huggingface_hub import utils

    hub: Any = utils
    try:
        hub.validate_repo_id(name)
    except ValueError as error:
        raise ModelNotFoundError(
            f"There is no such file or folder: {name}; and it cannot be a hub name, which is OWNER/MODEL or MODEL."
        ) from error
    return Source(name, "hub", None, revision, goal)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # too long, or with a null character
        return False


def _must_be_path(name: str) -> bool:
    return name.startswith((".", "/", "~", "\\")) or "\\" in name or name.count("/") > 1 or Path(name).is_absolute()


def _names_in(folder: Path) -> list[str]:
    try:
        return sorted(entry.name for entry in folder.iterdir())
    except OSError:
        return []


def _other_kind(path: Path) -> str:
    if path.name.endswith((".arpa", ".arpa.gz")):
        return f" For an n-gram model write ngram:{path} or kenlm:{path}."
    return ""


def _check_folder(name: str, folder: Path) -> None:
    files = _names_in(folder)
    if "adapter_config.json" in files and _CONFIG not in files:
        raise ModelNotFoundError(
            f"{name} holds an adapter, not a whole model; merge it into its base model (PEFT: merge_and_unload), save "
            "that, and give its folder."
        )
    if _CONFIG not in files:
        ggufs = [file for file in files if file.lower().endswith(".gguf")]
        hint = f" It holds a GGUF file; give that: {os.path.join(name, ggufs[0])}" if ggufs else ""
        raise ModelNotFoundError(f"The folder {name} is not a Hugging Face model: it has no {_CONFIG}.{hint}")
    if not any(_TOKENIZER_FILES.fullmatch(file) for file in files):
        raise ModelNotFoundError(
            f"The folder {name} has a model but no tokenizer (tokenizer.json); save the tokenizer into it as well: "
            "tokenizer.save_pretrained(FOLDER)."
        )


# ---------------------------------------------------------------------------------------------------------------------
# Options


def check_dtype(dtype: str) -> str:
    """Check ``--dtype``."""
    if dtype not in DTYPES:
        raise InputError(f"--dtype {dtype}: unknown; known are {', '.join(DTYPES)}." + did_you_mean(dtype, DTYPES))
    return dtype


# ---------------------------------------------------------------------------------------------------------------------
# Opening


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
            raise ModelError(f"The model {source.name} does not fit on {device}: {_sentence(error)}") from error


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
        with _one_sentence(source, "config.json"):
            config = AutoConfig.from_pretrained(location, **common)
            _check_config(source, config)
        with _one_sentence(source, "tokenizer"):
            tokenizer = AutoTokenizer.from_pretrained(location, **common)
            _check_tokenizer(source, tokenizer)
        with _one_sentence(source, "config.json or its weights"):
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
    return Opened(model, tokenizer, _check_report(source, model, report))


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


def require_within_reach(source: Source) -> None:
    """Refuse a hub model that is neither cached nor reachable, before a heavy library is imported for it.

    Raises
    ------
    ModelNotFoundError
        At once in offline mode, else after the few seconds in which the hub might have answered.
    """
    if source.kind == "hub" and not _is_cached(source):
        _require_hub(source, "not in the local cache")


def _is_cached(source: Source) -> bool:
    from huggingface_hub import try_to_load_from_cache

    return isinstance(try_to_load_from_cache(source.name, _CONFIG, revision=source.revision), str)


def _require_hub(source: Source, there: str) -> None:
    name, revision = source.name, source.revision
    on_hub = f"{_no_folder(name)} the hub model of that name{f' at revision {revision}' if revision else ''} is {there}"
    if _is_offline():
        raise ModelNotFoundError(f"{on_hub}, and offline mode (HF_HUB_OFFLINE) is on.")
    if not _is_hub_reachable():
        raise ModelNotFoundError(
            f"{on_hub}, and the Hugging Face hub cannot be reached; connect and run again, or give a model's folder."
        )


def _open_hub(source: Source, dtype: str, trust_remote_code: bool) -> Opened:
    from huggingface_hub import hf_hub_download

    name, revision = source.name, source.revision
    if _is_cached(source):
        try:
            return _open(source, name, dtype, trust_remote_code, local=True, revision=revision)
        except ModelNotFoundError:
            _require_hub(source, "only in part in the local cache")
    with _one_sentence(source):
        hf_hub_download(name, _CONFIG, revision=revision)
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


def _is_offline() -> bool:
    values = (os.environ.get(name, "") for name in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"))
    return any(value.upper() in {"1", "ON", "YES", "TRUE"} for value in values)


def _is_hub_reachable(seconds: float = _REACH_SECONDS) -> bool:
    """Whether the hub answers at all. In a thread, because a dead name server is waited for without a limit."""
    from huggingface_hub import constants, utils

    hub: Any = utils
    done = threading.Event()
    answers = []

    def ask() -> None:
        with contextlib.suppress(Exception):
            answers.append(hub.get_session().head(constants.ENDPOINT, timeout=seconds))
        done.set()

    threading.Thread(target=ask, daemon=True).start()
    return done.wait(seconds + 0.5) and bool(answers)


@contextlib.contextmanager
def _one_sentence(source: Source, part: str = "files") -> Iterator[None]:
    """Turn what transformers and the hub raise into our errors; `part` of the model is being read."""
    try:
        yield
    except (ModelError, InputError):
        raise
    except MemoryError as error:
        raise ModelError(f"The model {source.name} does not fit into memory; use a smaller one.") from error
    except Exception as error:
        raise _explain(source, error, part) from error


def _no_folder(name: str) -> str:
    return f"There is no such folder: {name};"


def _explain(source: Source, error: Exception, part: str) -> ModelError:
    name = source.name
    kinds = {kind.__name__ for link in _chain(error) for kind in type(link).__mro__}
    text = " ".join(str(link) for link in _chain(error))
    if "GatedRepoError" in kinds:
        return ModelNotFoundError(
            f"The model {name} is gated: accept its terms on the hub, then log in with a token (hf auth login)."
        )
    if "RevisionNotFoundError" in kinds:
        return ModelNotFoundError(f"The model {name} has no revision {source.revision}.")
    if "RepositoryNotFoundError" in kinds:
        return ModelNotFoundError(
            f"{_no_folder(name)} there is no model of that name on the hub, or it is private and needs a token "
            "(hf auth login)."
        )
    if "trust_remote_code" in text:
        return ModelError(
            f"The model {name} comes with its own Python code, which has to be run to use it. If you trust its "
            "authors, add --trust-remote-code."
        )
    if "for this kind of AutoModel" in text:
        if source.goal == "masked":
            return ModelError(f"{name} is not a masked language model, so it cannot fill in masks.{_as_causal(name)}")
        return ModelError(f"{name} is not a causal language model, so it gives no left-to-right surprisals.")
    if "is not supported yet" in text or "Unknown gguf model_type" in text:
        return ModelError(f"transformers cannot read a GGUF file of this architecture: {_sentence(error)}")
    damage = None if source.path is None or source.kind != "folder" else _find_damage(source.path)
    if damage is not None:
        return ModelError(f"The model {name} could not be opened: its {damage}.")
    if isinstance(error, OSError) and source.kind == "hub":
        return ModelNotFoundError(f"The files of the model {name} could not all be fetched: {_sentence(error)}")
    if isinstance(error, ImportError):
        return ModelError(f"The model {name} needs a library that is not installed: {_sentence(error)}")
    if source.kind == "gguf":
        part = "file"
    elif kinds & {"SafetensorError", "UnpicklingError", "PytorchStreamReader"}:
        part = "weights"
    return ModelError(f"The model {name} could not be opened; its {part} may be damaged: {_sentence(error)}")


def _find_damage(folder: Path) -> str | None:
    """Look for a JSON file of a model that is not what it should be, and say what is wrong with it."""
    for name in (_CONFIG, "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", *_INDEXES):
        path = folder / name
        if not path.is_file():
            continue
        try:
            data = path.read_bytes()
            content = json.loads(data)
        except OSError as error:
            return f"{name} cannot be read ({error.strerror or error})"
        except (ValueError, RecursionError):
            return f"{name} is damaged (it is {'not JSON' if data.strip() else 'empty'})"
        if not isinstance(content, dict):
            return f"{name} is damaged (it holds {_JSON_KINDS[type(content)]} where an object belongs)"
        lacking = [key for key in _NEEDED.get(name, ()) if key not in content]
        if lacking:
            return f"{name} is damaged (it has no '{lacking[0]}')"
    return None


_INDEXES = ("model.safetensors.index.json", "pytorch_model.bin.index.json")
_NEEDED = {"tokenizer.json": ("model", "added_tokens"), **dict.fromkeys(_INDEXES, ("weight_map",))}
_JSON_KINDS = {list: "a list", str: "text", int: "a number", float: "a number", bool: "a number", type(None): "null"}


def _chain(error: BaseException) -> list[BaseException]:
    links: list[BaseException] = []
    link: BaseException | None = error
    while link is not None and link not in links:
        links.append(link)
        link = link.__cause__ or link.__context__
    return links


def _sentence(error: BaseException) -> str:
    """First line of an error's message, and the next if that only announces it; or the error's name."""
    lines = [line.strip() for line in str(error).strip().splitlines() if line.strip()]
    text = " ".join(lines[: 2 if lines[0].endswith(":") else 1]) if lines else ""
    return text[:300] or type(error).__name__


def _check_config(source: Source, config: Any) -> None:
    named = [str(name) for name in getattr(config, "architectures", None) or []]
    if getattr(config, "is_encoder_decoder", False):
        raise ModelError(
            f"{source.name} is an encoder-decoder model ({', '.join(named) or config.model_type}), not a {source.goal} "
            "language model; its surprisals are not given here."
        )
    if source.goal == "causal" and named and all(name.endswith("ForMaskedLM") for name in named):
        raise ModelError(_masked(source.name, named[0]))
    if source.goal == "masked" and named and all(name.endswith(("ForCausalLM", "LMHeadModel")) for name in named):
        raise ModelError(_causal(source.name, named[0]))


def _masked(name: str, what: str) -> str:
    return (
        f"{name} is a masked language model ({what}): it sees both sides of a word, so it gives no left-to-right "
        f"surprisals. Write mlm:{name} for its pseudo-surprisals, or use a causal language model."
    )


def _causal(name: str, what: str) -> str:
    return f"{name} is a causal language model ({what}): it has not learnt to fill in masks.{_as_causal(name)}"


def _as_causal(name: str) -> str:
    return f" Write hf:{name} for the surprisals of a causal language model."


def no_head(name: str, model: Any) -> ModelError:
    """Error for the body of a model, or a model for another task."""
    kind = type(model).__name__
    return ModelError(
        f"{name} ({kind}) has no output head over the vocabulary, so it gives no probabilities; load it with "
        "AutoModelForCausalLM or AutoModelForMaskedLM."
    )


def not_causal(name: str, model: Any) -> ModelError:
    """Error for a model that turns out to look ahead."""
    return ModelError(_masked(name, type(model).__name__))


def not_masked(name: str, model: Any) -> ModelError:
    """Error for a model that turns out not to look ahead."""
    return ModelError(_causal(name, type(model).__name__))


def _check_tokenizer(source: Source, tokenizer: Any) -> None:
    if len(tokenizer) <= len(set(tokenizer.all_special_tokens)):
        raise ModelNotFoundError(f"{source.name} has no tokenizer: its vocabulary is empty.")
    longest = getattr(tokenizer, "model_max_length", None)
    if longest is not None and (isinstance(longest, bool) or not isinstance(longest, (int, float))):
        raise ModelError(
            f"The model {source.name} could not be opened: model_max_length in its tokenizer_config.json is "
            f"{longest!r}, not a number."
        )


def _check_report(source: Source, model: Any, report: Any) -> tuple[str, ...]:
    """Compare the weights in the files with those of the model.

    Returns
    -------
    tuple of str
        What a user should know.

    Raises
    ------
    ModelError
        If some were not in the files, so that they are random now, or if files hold layers that the model lacks.
    """
    get = report.get if isinstance(report, dict) else functools.partial(getattr, report)
    missing, mismatched, left_over = (
        list(get(f"{kind}_keys", ()) or ()) for kind in ("missing", "mismatched", "unexpected")
    )
    if missing:
        raise ModelError(
            f"The files of {source.name} lack weights of a {source.goal} language model ({_some(sorted(missing))}), so "
            "its predictions would be random; it may have been saved for another task."
        )
    if mismatched:
        sizes = map(_sizes, sorted(mismatched, key=str))
        raise ModelError(f"The weights of {source.name} have other sizes than its {_CONFIG} says: {_some(sizes)}.")
    unused = sorted(key for key in map(str, left_over) if not is_harmless(key, model))
    layers = layers_among(unused, model.state_dict(), str(getattr(model, "base_model_prefix", "")))
    if layers:
        raise ModelError(
            f"The files of {source.name} hold weights of layers that the model does not have by its {_CONFIG} "
            f"({_some(layers)}), so its numbers would be wrong; one of the two is damaged."
        )
    if not unused:
        return ()
    return (f"Weights in the files of {source.name} that the model does not use: {_some(unused)}.",)


def _some(names: Iterable[str]) -> str:
    names = list(names)
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _sizes(entry: Any) -> str:
    if not isinstance(entry, tuple) or len(entry) < 3:
        return str(entry[0] if isinstance(entry, tuple) else entry)
    in_files, in_model = (" x ".join(map(str, tuple(size))) or "one number" for size in entry[1:3])
    return f"{entry[0]} ({in_files} in the files, {in_model} by the configuration)"


# Buffers that were once saved and are computed now, and heads for tasks that are not asked about.
_HARMLESS = re.compile(
    r"(^|\.)(inv_freq|position_ids|masked_bias|attn\.bias|attention\.bias)$"
    r"|(^|\.)(pooler|seq_relationship|sop_classifier|discriminator_predictions|classifier|score|qa_outputs)\."
)
_HEAD = re.compile(r"(^|\.)(lm_head|embed_out|vocab_projector|decoder|generator_lm_head)\.(decoder\.)?(weight|bias)$")


def is_harmless(key: str, model: Any) -> bool:
    """Whether a weight in the files that a model does not take changes none of its numbers.

    Parameters
    ----------
    key : str
        Name of the weight.
    model : PreTrainedModel
        Weights that it ties are a second copy in the files; what its class ignores is ignored.
    """
    if _HARMLESS.search(key):
        return True
    ignored = getattr(model, "_keys_to_ignore_on_load_unexpected", None) or ()
    if any(re.search(pattern, key) for pattern in ignored):
        return True
    tied = getattr(model, "_tied_weights_keys", None) or ()
    if any(key == name or key.endswith(f".{name}") for name in tied):
        return True
    return bool(getattr(model.config, "tie_word_embeddings", False)) and _HEAD.search(key) is not None


def layers_among(keys: Iterable[str], own: Iterable[str], prefix: str) -> list[str]:
    """Pick the weights that look like some that a model has in another layer, or like a bias where it has none.

    Parameters
    ----------
    keys : iterable of str
        Names of weights in files.
    own : iterable of str
        Names of the model's weights.
    prefix : str
        What the names of its body begin with; files may leave it out.

    Examples
    --------
    >>> layers_among(["h.7.mlp.weight", "mtp.weight"], ["transformer.h.0.mlp.weight"], "transformer")
    ['h.7.mlp.weight']
    >>> layers_among(["h.0.mlp.weight"], ["transformer.wte.weight"], "transformer")
    ['h.0.mlp.weight']
    """

    def bare(name: str) -> str:
        return re.sub(r"(?<=\.)\d+(?=\.)", "#", f".{name.removeprefix(f'{prefix}.')}")

    def is_layer(name: str) -> bool:
        return name in known or (name.endswith(".bias") and f"{name.removesuffix('.bias')}.weight" in known)

    known = set(map(bare, own))
    if not any("#" in name for name in known):  # not a single layer, as a configuration with 0 says
        return [key for key in keys if "#" in bare(key)]
    return [key for key in keys if is_layer(bare(key))]


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
# Identity


def commit_of(source: Source) -> str | None:
    """Commit of a hub model in the local cache; None where it is not known."""
    if source.kind != "hub":
        return None
    from huggingface_hub import try_to_load_from_cache

    config = try_to_load_from_cache(source.name, _CONFIG, revision=source.revision)
    return Path(config).parent.name if isinstance(config, str) else None


def model_files(source: Source) -> list[Path]:
    """Files that the numbers of a model depend on, as far as they are on this machine."""
    folder = source.path
    if source.kind == "gguf" and folder is not None:
        return [folder]
    if source.kind == "hub":
        from huggingface_hub import try_to_load_from_cache

        config = try_to_load_from_cache(source.name, _CONFIG, revision=source.revision)
        folder = Path(config).parent if isinstance(config, str) else None
    return [] if folder is None else [folder / name for name in _names_in(folder) if _MODEL_FILES.fullmatch(name)]


def source_fingerprint(source: Source, options: Mapping[str, Any]) -> str | None:
    """Identify a model by its files and options, without opening it.

    A hub model is its name and commit. Files up to 1 GiB count whole; of larger ones size, time of change, both ends
    and 64 samples in between (weights that differ anywhere in practice differ nearly everywhere, and a file that is
    written again gets another time).

    Parameters
    ----------
    source : Source
    options : mapping
        Options that can change a number.

    Returns
    -------
    str or None
        None where the commit of a hub model is not known.
    """
    major, minor = version("transformers").split(".")[:2]  # converts tokenizers and unpacks GGUF files
    known: dict[str, Any] = {"backend": "hf", "transformers": f"{major}.{minor}", **options}
    if source.kind == "hub":
        commit = commit_of(source)
        return commit and fingerprint(files=[], options={**known, "hub": source.name, "commit": commit})
    files = model_files(source)
    if source.kind == "folder":
        known["files"] = [path.name for path in files]
    big = [path for path in files if path.stat().st_size > _BIG_FILE]
    known["big"] = [_sampled(path) for path in big]
    return fingerprint(files=[path for path in files if path not in big], options=known)


def _sampled(path: Path) -> str:
    status = path.stat()
    digest = hashlib.sha256(f"{status.st_size} {status.st_mtime_ns}".encode())
    with path.open("rb") as file:
        for i in range(66):
            file.seek((status.st_size - _SAMPLE) * i // 65)
            digest.update(file.read(_SAMPLE))
    return digest.hexdigest()


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
