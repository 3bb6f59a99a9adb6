"""Whatever can go wrong with a Hugging Face model or its files, in one sentence that names what to do."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...errors import InputError, ModelError, ModelNotFoundError
from .find import CONFIG, Source, model_files, no_folder

__all__ = [
    "brief_reason",
    "no_head",
    "not_causal",
    "not_masked",
    "one_sentence",
]


@contextlib.contextmanager
def one_sentence(source: Source, part: str = "files") -> Iterator[None]:
    """Turn what transformers and the hub raise into our errors; `part` of the model is being read."""
    try:
        yield
    except (ModelError, InputError):
        raise
    except MemoryError as error:
        raise ModelError(f"The model {source.name} does not fit into memory; use a smaller one.") from error
    except Exception as error:
        raise _explain(source, error, part) from error


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
            f"{no_folder(name)} there is no model of that name on the hub, or it is private and needs a token "
            "(hf auth login)."
        )
    if "trust_remote_code" in text:
        return ModelError(
            f"The model {name} comes with its own Python code, which has to be run to use it. If you trust its "
            "authors, add `trust_remote_code`."
        )
    if "for this kind of AutoModel" in text:
        if source.goal == "masked":
            return ModelError(f"{name} is not a masked language model, so it cannot fill in masks.{_as_causal(name)}")
        return ModelError(f"{name} is not a causal language model, so it gives no left-to-right surprisals.")
    if "dispatched on the CPU or the disk" in text:
        return ModelError(
            f"The model {name} is too large for the GPUs here even with rounded weights, and those cannot lie in main "
            "memory: use `load_in=4bit` instead of 8bit, a smaller model, or `device_map` without `load_in`."
        )
    if "device disk is invalid" in text or text.endswith("device string: disk"):
        return ModelError(
            f"The model {name} has no room, and this version of transformers cannot leave parts of it on disk; install "
            "a later one: pip install 'transformers>=5'"
        )
    if "device_map" in text:
        return ModelError(f"The model {name} cannot be spread so: {brief_reason(error)}")
    if "out of memory" in text.lower():
        return ModelError(
            f"The model {name} does not fit: {brief_reason(error)} Several devices, or main memory beside one, hold "
            "more (`device_map=auto`)."
        )
    if "is not supported yet" in text or "Unknown gguf model_type" in text:
        return ModelError(f"transformers cannot read a GGUF file of this architecture: {brief_reason(error)}")
    damage = None if source.path is None or source.kind != "folder" else _find_damage(source.path)
    if damage is not None:
        return ModelError(f"The model {name} could not be opened: its {damage}.")
    code = _ASKS_FOR_CODE.search(text)
    if code is not None or "Weights only load failed" in text:
        what = f"Python code to be run ({code['name']})" if code is not None else "more than numbers, or is damaged"
        return ModelError(
            f"The model {name} could not be opened: its weights are a pickle file, which asks for {what}; nothing of "
            "it was run. Get the weights as .safetensors from the model's authors."
        )
    has_weights = any(path.suffix in (".safetensors", ".bin") for path in model_files(source))
    if source.kind == "hub" and (isinstance(error, OSError) or not has_weights):
        return ModelNotFoundError(f"The files of the model {name} could not all be fetched: {brief_reason(error)}")
    if isinstance(error, ImportError):
        return ModelError(f"The model {name} needs a library that is not installed: {brief_reason(error)}")
    if source.kind == "gguf":
        part = "file"
    elif kinds & {"SafetensorError", "UnpicklingError", "PytorchStreamReader"}:
        part = "weights"
    return ModelError(f"The model {name} could not be opened; its {part} may be damaged: {brief_reason(error)}")


_ASKS_FOR_CODE = re.compile(r"GLOBAL (?P<name>[\w.]{1,80})\S* was not an allowed global")


def _find_damage(folder: Path) -> str | None:
    """Look for a JSON file of a model that is not what it should be, and say what is wrong with it."""
    for name in (CONFIG, "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", *_INDEXES):
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


def brief_reason(error: BaseException) -> str:
    """First line of an error's message, and the next if that only announces it; or the error's name.

    Advice to read a pickle file with its code run (PyTorch's `weights_only`) is never passed on.
    """
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [line.strip() for line in text.splitlines() if line.strip() and "weights_only" not in line]
    brief = " ".join(lines[: 2 if lines[0].endswith(":") else 1]) if lines else ""
    brief = brief.partition(" If you tried to load")[0]  # advice for other frameworks
    return brief[:300] if any(map(str.isalpha, brief)) else f"{type(error).__name__} {brief}".rstrip()


def not_causal(name: str, kind: str) -> ModelError:
    """Error for a model that looks ahead, by its configuration or when it is tried."""
    return ModelError(
        f"{name} is a masked language model ({kind}): it sees both sides of a word, so it gives no left-to-right "
        f"surprisals. Write mlm:{name} for its pseudo-surprisals, or use a causal language model."
    )


def not_masked(name: str, kind: str) -> ModelError:
    """Error for a model that does not look ahead."""
    return ModelError(
        f"{name} is a causal language model ({kind}): it has not learnt to fill in masks.{_as_causal(name)}"
    )


def _as_causal(name: str) -> str:
    return f" Write hf:{name} for the surprisals of a causal language model."


def no_head(name: str, model: Any) -> ModelError:
    """Error for the body of a model, or a model for another task."""
    kind = type(model).__name__
    return ModelError(
        f"{name} ({kind}) has no output head over the vocabulary, so it gives no probabilities; load it with "
        "AutoModelForCausalLM or AutoModelForMaskedLM."
    )
