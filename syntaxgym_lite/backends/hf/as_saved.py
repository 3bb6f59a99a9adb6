"""Whether the model that opened is the model that was saved: its kind, its weights, its tokenizer.

Every way of opening a model passes through here. What is wrong is refused; what a user should know becomes a warning.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ...errors import InputError, ModelError, ModelNotFoundError
from .complaints import not_causal, not_masked
from .find import ADAPTER, CONFIG, TOKENIZER, Source, file_of, model_files
from .gguf_tokenizer import gguf_tokenizer
from .own_tokenizer import add_missing_tokens, find_difference, from_file, own_tokenizer, without_dropout
from .placement import present
from .tokens import spells_bytes

__all__ = [
    "check_config",
    "check_files",
    "check_fit",
    "check_head",
    "check_kind",
    "check_report",
    "check_rounding",
    "check_tokenizer",
    "check_tokenizer_in_memory",
    "is_harmless",
    "keeps_capitals_against_its_word",
    "layers_among",
    "passed_on",
    "plain_tokenizer",
    "tokenizer_as_saved",
]


# ---------------------------------------------------------------------------------------------------------------------
# Files


_OF_ADAPTERS = (ADAPTER, "adapter_model.safetensors", "adapter_model.bin")


def check_files(source: Source) -> None:
    """Refuse files that may not be read, and a whole model with an adapter beside it.

    Whether transformers would put such an adapter on the model depends on whether PEFT is installed.
    """
    for path in model_files(source):
        try:
            with path.open("rb"):
                pass
        except PermissionError as error:
            raise ModelError(
                f"The model {source.name} could not be opened: you have no permission to read its {path.name}; ask its "
                "owner for it, or copy the model to a place of your own."
            ) from error
        except OSError as error:
            raise ModelError(
                f"The model {source.name} could not be opened: its {path.name} cannot be read "
                f"({error.strerror or error})."
            ) from error
    adapter = next((name for name in _OF_ADAPTERS if file_of(source, name) is not None), None)
    if adapter is not None:
        raise ModelError(
            f"{source.name} holds a whole model and an adapter beside it ({adapter}), and the numbers of the two "
            "differ. For the model without its adapter, give a folder without the adapter's files; for the model with "
            "it, merge them (PEFT: merge_and_unload), save that, and give its folder."
        )


# ---------------------------------------------------------------------------------------------------------------------
# What transformers says

_OF_NUMBERS = re.compile(r"sliding.window|model of type|rope", re.IGNORECASE)
_SAID_HERE = re.compile(
    r"LOAD REPORT|initialized|initializing|down-stream|tie_word_embeddings"  # weights: `check_report`, `check_head`
    r"|tokenizer|[Ss]pecial tokens|regex|[Mm]erges|legacy|_fast|sentencepiece|tiktoken"  # `tokenizer_as_saved`
    r"|is_decoder|trust_remote_code|GGUF|gguf"
    # speed, memory and generation, which change no surprisal
    r"|attn|sdpa|[Ff]lash|kernel|device|dtype|GPU|cuda|offload|quantiz|[Cc]ache|generat|sampl|loss_type|deprecat"
    r"|pad_token|safetensors|accelerate|torch.load"
)


def passed_on(heard: Iterable[str]) -> tuple[str, ...]:
    """Pick what transformers said on opening that is neither said better here nor without effect on a number.

    Examples
    --------
    >>> passed_on(["You are using a model of type bert to instantiate a model of type gpt2. Careful."])
    ('transformers: You are using a model of type bert to instantiate a model of type gpt2. Careful.',)
    >>> passed_on(["`torch_dtype` is deprecated! Use `dtype` instead!"])
    ()
    """
    lines = dict.fromkeys(text.strip().partition("\n")[0][:300] for text in heard)
    picked = (line for line in lines if line and (_OF_NUMBERS.search(line) or not _SAID_HERE.search(line)))
    return tuple(f"transformers: {line}" for line in picked)


# ---------------------------------------------------------------------------------------------------------------------
# Kind


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
    if named and all(_OTHER_TASK.search(name) for name in named):
        raise ModelError(
            f"{source.name} was saved for another task ({', '.join(named)}): it has not learnt to predict words, so it "
            "gives no surprisals; use the language model that it was made from."
        )


def check_kind(source: Source, config: Any) -> None:
    """Refuse files whose `CONFIG` names another family than the one its weights were saved as.

    Such a model may be far larger than its files, and would fill the memory before its weights could be compared.
    """
    import transformers

    if source.kind != "folder" or getattr(config, "auto_map", None):  # a model's own code names its types as it likes
        return
    for name in getattr(config, "architectures", None) or []:
        saved_as = getattr(getattr(getattr(transformers, str(name), None), "config_class", None), "model_type", None)
        if saved_as and saved_as != config.model_type:
            raise ModelError(
                f"{CONFIG} of {source.name} contradicts itself: it says {config.model_type} (model_type), but the "
                f"model was saved as {name}, which is of type {saved_as}; put right the one that is wrong."
            )


def check_rounding(source: Source, config: Any, asked: Any) -> None:
    """Refuse to round weights that are rounded already."""
    saved = getattr(config, "quantization_config", None)
    if asked is None or (saved is None and source.kind != "gguf"):
        return
    what = "a GGUF file" if saved is None else dict(saved).get("quant_method") if isinstance(saved, dict) else saved
    raise InputError(
        f"`load_in` rounds weights when a model is loaded, and those of {source.name} are quantised already ({what}); "
        "leave it out, or give the model that it was made from."
    )


# Of models that predict words, names end otherwise: ForCausalLM, LMHeadModel, ForMaskedLM, ForConditionalGeneration.
_OTHER_TASK = re.compile(
    r"For\w*(Classification|QuestionAnswering|MultipleChoice|NextSentencePrediction|Regression|Reward\w*|Ranking"
    r"|Retrieval|Embeddings?|Detection|Segmentation)$|RewardModel$|ForSequenceEmbedding$"
)


# ---------------------------------------------------------------------------------------------------------------------
# Tokenizer


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


def tokenizer_as_saved(source: Source, tokenizer: Any) -> tuple[Any, tuple[str, ...]]:
    """Give the tokenizer that a model was saved with, with warnings of what differs or cannot be told.

    Raises
    ------
    ModelError
        If it is no tokenizer, or its files contradict each other.
    """
    check_tokenizer(source, tokenizer)
    path = file_of(source, TOKENIZER)
    if path is not None:
        tokenizer, warnings = own_tokenizer(tokenizer, path, source.name, framed=source.goal == "masked")
        return tokenizer, (*warnings, *without_dropout(tokenizer, source.name))
    if source.kind == "gguf" and source.path is not None:
        return gguf_tokenizer(tokenizer, source.path, source.name)
    if spells_bytes(tokenizer):  # there is nothing to it but bytes
        return tokenizer, ()
    return tokenizer, (
        f"{source.name} has no {TOKENIZER}: how its tokenizer cuts text follows from the rules of transformers' "
        f"{type(tokenizer).__name__}, and cannot be checked.",
    )


def plain_tokenizer(source: Source) -> Any | None:
    """Open the tokenizer.json of a folder or hub model without the class that is named beside it; None if it fails."""
    import transformers

    path = file_of(source, TOKENIZER)
    plain: Any = transformers.PreTrainedTokenizerFast
    try:
        return None if path is None else plain.from_pretrained(path.parent, local_files_only=True)
    except Exception:
        return None


def check_tokenizer_in_memory(tokenizer: Any, name: str) -> tuple[str, ...]:
    """Warn of a tokenizer object that cuts text otherwise than the folder it was loaded from says."""
    origin = str(getattr(tokenizer, "name_or_path", "") or "")
    path = Path(origin) / TOKENIZER if origin else None
    if path is None or not path.is_file():
        return ()
    own = from_file(path, name)
    add_missing_tokens(own, tokenizer)
    found = find_difference(tokenizer, own)
    if found is None:
        return ()
    return (
        f"The tokenizer object of {name} cuts text otherwise than the {TOKENIZER} that it was loaded beside says "
        f"({found}). It is used as given; give the model's folder or name instead for the file's own.",
    )


def keeps_capitals_against_its_word(tokenizer: Any) -> bool:
    """Whether files say that text is lower-cased, and the tokenizer does not do it."""
    if not getattr(tokenizer, "init_kwargs", {}).get("do_lower_case"):
        return False
    texts = ["The Dogs SLEPT.", "ÉCOLE Дом"]
    given, lowered = (
        [list(ids) for ids in tokenizer(cased, add_special_tokens=False)["input_ids"]]
        for cased in (texts, [text.lower() for text in texts])
    )
    return given != lowered


def check_fit(name: str, model: Any, tokenizer: Any) -> tuple[str, ...]:
    """Hold the tokenizer's vocabulary against the model's.

    Raises
    ------
    ModelError
        If the tokenizer has pieces that the model lacks. Tokens that were only added to it, such as padding, may.
    """
    rows = int(model.get_input_embeddings().weight.shape[0])
    n_pieces = getattr(tokenizer, "vocab_size", None)
    if not isinstance(n_pieces, int):
        return ()
    if n_pieces > rows:
        raise ModelError(
            f"The tokenizer of {name} does not fit the model: it has {n_pieces} pieces, but the model knows {rows}. "
            "It is another model's."
        )
    if rows > 1.1 * max(n_pieces, len(tokenizer)) + 1000:
        return (
            f"The model {name} knows {rows} pieces, but its tokenizer has {len(tokenizer)}; make sure that it is the "
            "model's own.",
        )
    return ()


# ---------------------------------------------------------------------------------------------------------------------
# Weights


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
    other_heads = [key for key in unused if _OTHER_HEAD.search(key)]
    if other_heads and not getattr(model.config, "architectures", None):
        raise ModelError(
            f"The files of {source.name} hold weights of a head for another task ({_some(other_heads)}), and its "
            f"{CONFIG} does not name a language model ('architectures'), so it may not have learnt to predict words."
        )
    layers = layers_among(unused, model.state_dict(), str(getattr(model, "base_model_prefix", "")))
    if layers:
        raise ModelError(
            f"The files of {source.name} hold weights of layers that the model does not have by its {CONFIG} "
            f"({_some(layers)}), so its numbers would be wrong; one of the two is damaged."
        )
    warnings = (*check_head(source, model), *_said_of_a_body(source, model))
    if not unused:
        return warnings
    return (*warnings, f"Weights in the files of {source.name} that the model does not use: {_some(unused)}.")


def _said_of_a_body(source: Source, model: Any) -> tuple[str, ...]:
    """Say that a body was saved alone, whose missing head nothing else shows, since it is the embeddings."""
    named = [str(name) for name in getattr(model.config, "architectures", None) or []]
    head = model.get_output_embeddings()
    if source.goal != "causal" or set(named) != {type(model.base_model).__name__} or head is None:
        return ()
    if head.weight is not model.get_input_embeddings().weight or _saved_head(source, model) is not None:
        return ()
    return (
        f"{source.name} was saved without an output head ({', '.join(named)}), and its embeddings are taken for it. "
        "That is right only if it was trained as a language model with tied weights.",
    )


def check_head(source: Source, model: Any) -> tuple[str, ...]:
    """Let a head in the files be the model's, though its configuration says that it is the embeddings.

    transformers 5 does so, and version 4 leaves the head out without a word.
    """
    head = model.get_output_embeddings()
    if head is None or not getattr(model.config, "tie_word_embeddings", False):
        return ()
    table = model.get_input_embeddings()
    embeddings = table.weight
    # where parts lie elsewhere until they are needed, each has an empty weight of its own
    if head.weight is embeddings or embeddings.is_meta:
        saved = _saved_head(source, model)
        if saved is None or saved.shape != embeddings.shape:
            return ()
        with present(table):
            if saved.equal(table.weight.data.to(saved.device, saved.dtype)):
                return ()
        if not embeddings.is_meta:
            head.weight = type(head.weight)(saved.to(embeddings.device, embeddings.dtype), requires_grad=False)
        with present(head):
            if not saved.to(head.weight.dtype).equal(head.weight.data.to(saved.device)):
                raise ModelError(
                    f"{CONFIG} of {source.name} says that its output head is its embeddings (tie_word_embeddings), but "
                    "its files hold another head, which cannot be put right where parts of the model lie in main "
                    "memory or on disk; correct the file, or leave `device_map` out."
                )
    return (
        f"{CONFIG} of {source.name} says that its output head is its embeddings (tie_word_embeddings), but its files "
        "hold another head. The head of the files is used.",
    )


def _saved_head(source: Source, model: Any) -> Any | None:
    """Read the output head of .safetensors files; None if there is none of its own."""
    from safetensors import safe_open

    names = {name for name, module in model.named_modules() if module is model.get_output_embeddings()}
    for path in model_files(source):
        if path.suffix == ".safetensors":
            with safe_open(str(path), framework="pt") as file:
                for key in file.keys():  # noqa: SIM118 - it is no mapping
                    if key.removesuffix(".weight") in names:
                        return file.get_tensor(key)
    return None


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
    r"|(^|\.)(pooler|seq_relationship|sop_classifier|discriminator_predictions)\."
)
_OTHER_HEAD = re.compile(r"(^|\.)(classifier|score|qa_outputs|v_head)\.")
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
