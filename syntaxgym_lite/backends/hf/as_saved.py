"""Whether the model that opened is the model that was saved: its kind, its weights, its tokenizer.

Every way of opening a model passes through here. What is wrong is refused; what a user should know becomes a warning.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import Any

from ...errors import ModelError, ModelNotFoundError
from .complaints import not_causal, not_masked
from .find import CONFIG, Source

__all__ = ["check_config", "check_report", "check_tokenizer", "is_harmless", "layers_among"]


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
