"""Whatever can go wrong with a Hugging Face model or its files, in one sentence that names what to do."""

from __future__ import annotations

import contextlib
import functools
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ...errors import InputError, ModelError, ModelNotFoundError
from .find import CONFIG, Source, no_folder

__all__ = [
    "brief_reason",
    "check_config",
    "check_report",
    "check_tokenizer",
    "is_harmless",
    "layers_among",
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
    if "is not supported yet" in text or "Unknown gguf model_type" in text:
        return ModelError(f"transformers cannot read a GGUF file of this architecture: {brief_reason(error)}")
    damage = None if source.path is None or source.kind != "folder" else _find_damage(source.path)
    if damage is not None:
        return ModelError(f"The model {name} could not be opened: its {damage}.")
    if isinstance(error, OSError) and source.kind == "hub":
        return ModelNotFoundError(f"The files of the model {name} could not all be fetched: {brief_reason(error)}")
    if isinstance(error, ImportError):
        return ModelError(f"The model {name} needs a library that is not installed: {brief_reason(error)}")
    if source.kind == "gguf":
        part = "file"
    elif kinds & {"SafetensorError", "UnpicklingError", "PytorchStreamReader"}:
        part = "weights"
    return ModelError(f"The model {name} could not be opened; its {part} may be damaged: {brief_reason(error)}")


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
    """First line of an error's message, and the next if that only announces it; or the error's name."""
    lines = [line.strip() for line in str(error).strip().splitlines() if line.strip()]
    text = " ".join(lines[: 2 if lines[0].endswith(":") else 1]) if lines else ""
    return text[:300] or type(error).__name__


def check_config(source: Source, config: Any) -> None:
    """Refuse a model whose configuration says that it is of another kind."""
    named = [str(name) for name in getattr(config, "architectures", None) or []]
    if getattr(config, "is_encoder_decoder", False):
        raise ModelError(
            f"{source.name} is an encoder-decoder model ({', '.join(named) or config.model_type}), not a {source.goal} "
            "language model; its surprisals are not given here."
        )
    if source.goal == "causal" and named and all(name.endswith("ForMaskedLM") for name in named):
        raise not_causal(source.name, named[0])
    if source.goal == "masked" and named and all(name.endswith(("ForCausalLM", "LMHeadModel")) for name in named):
        raise not_masked(source.name, named[0])


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


def check_tokenizer(source: Source, tokenizer: Any) -> None:
    """Refuse a tokenizer that is empty, or whose longest input is no number."""
    if len(tokenizer) <= len(set(tokenizer.all_special_tokens)):
        raise ModelNotFoundError(f"{source.name} has no tokenizer: its vocabulary is empty.")
    longest = getattr(tokenizer, "model_max_length", None)
    if longest is not None and (isinstance(longest, bool) or not isinstance(longest, (int, float))):
        raise ModelError(
            f"The model {source.name} could not be opened: model_max_length in its tokenizer_config.json is "
            f"{longest!r}, not a number."
        )


def check_report(source: Source, model: Any, report: Any) -> tuple[str, ...]:
    """Compare the weights in the files with those of the model, and say what a user should know.

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
        raise ModelError(f"The weights of {source.name} have other sizes than its {CONFIG} says: {_some(sizes)}.")
    unused = sorted(key for key in map(str, left_over) if not is_harmless(key, model))
    layers = layers_among(unused, model.state_dict(), str(getattr(model, "base_model_prefix", "")))
    if layers:
        raise ModelError(
            f"The files of {source.name} hold weights of layers that the model does not have by its {CONFIG} "
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

    Weights in files and those of the model go by their names. With `prefix` the names of its body begin; files may
    leave it out.

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
