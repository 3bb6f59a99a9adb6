"""Which token stands before every sentence, and what is wrong with it.

A causal model's first prediction needs something to be predicted from. That is the tokenizer's own BOS, else the token
that separates documents in training (GPT-2's ``<|endoftext|>``), or what the user names, or nothing at all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ...errors import InputError, ModelError, did_you_mean

__all__ = ["Bos", "choose_bos"]

# Tokens that stand between documents in the training of one model family or another, the commonest first.
_DOCUMENT_MARKS = ("<|endoftext|>", "<|end_of_text|>", "<|begin_of_text|>", "<s>", "</s>", "<bos>", "<eos>", "[BOS]")


@dataclass(frozen=True, slots=True)
class Bos:
    """The token before every sentence.

    Parameters
    ----------
    token : str
        As it is spelt in the vocabulary; ``"none"`` for none.
    id : int or None
        Its id; None for none.
    warnings : tuple of str
        What a user should know about it.
    """

    token: str
    id: int | None
    warnings: tuple[str, ...] = ()

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids to put in front: one or none."""
        return () if self.id is None else (self.id,)


def choose_bos(tokenizer: Any, bos: str, *, n_vocabulary: int, model: str, configured: object = None) -> Bos:
    """Find the token that `bos` asks for.

    Parameters
    ----------
    tokenizer : transformers tokenizer
    bos : str
        ``"auto"`` (the tokenizer's BOS, else EOS, else CLS), ``"none"``, or a token of the vocabulary.
    n_vocabulary : int
        Rows of the model's embedding: a token beyond them is one that the tokenizer made up.
    model : str
        The model's name, for messages.
    configured : int, optional
        Id of BOS by the model's configuration.

    Raises
    ------
    ModelError
        If ``auto`` finds no token to put there.
    InputError
        If `bos` is not a token of the vocabulary.
    """
    if bos == "none":
        return Bos("none", None)
    vocabulary: dict[str, int] = tokenizer.get_vocab()
    if bos == "auto":
        for name in ("bos_token", "eos_token", "cls_token"):
            token = getattr(tokenizer, name, None)
            if token is not None and 0 <= vocabulary.get(str(token), -1) < n_vocabulary:
                found = _with_warnings(tokenizer, vocabulary, str(token))
                return _against_configuration(found, configured, vocabulary, model) if name == "bos_token" else found
        raise ModelError(
            f"The tokenizer of {model} defines no BOS, EOS or CLS token, so there is nothing to put before the first "
            "word. Use `bos=none` (the first token then has no value) or `bos=TOKEN` with a token of its vocabulary."
        )
    if 0 <= vocabulary.get(bos, -1) < n_vocabulary:
        return _with_warnings(tokenizer, vocabulary, bos)
    ids = tokenizer(bos, add_special_tokens=False)["input_ids"] if bos else []
    if len(ids) == 1 and ids[0] != tokenizer.unk_token_id and tokenizer.decode(ids) == bos:
        return Bos(bos, int(ids[0]))  # "\n" is spelt "Ċ" in a byte-level vocabulary
    special = [str(token) for token in tokenizer.all_special_tokens]
    raise InputError(
        f"`bos={bos}`: this is not one token in the vocabulary of {model}."
        + (did_you_mean(bos, special) or did_you_mean(bos, vocabulary))
        + (f" Its special tokens are {', '.join(special)}." if special else "")
        + " Use `bos=auto`, `bos=none`, or a token that it has."
    )


def _against_configuration(bos: Bos, configured: object, vocabulary: dict[str, int], model: str) -> Bos:
    """Add a warning if a model's configuration names another token than its tokenizer does."""
    if bos.id == configured or bos.warnings:  # of a chat marker, enough is said
        return bos
    for token, index in vocabulary.items():
        if index == configured:
            return replace(
                bos,
                warnings=(
                    *bos.warnings,
                    f"What stands before a sentence is {token} by the configuration of {model} (bos_token_id), but "
                    f'{bos.token} by its tokenizer, and that is used; compare with `bos="{token}"`.',
                ),
            )
    return bos  # none, or a default that this vocabulary does not have


def _with_warnings(tokenizer: Any, vocabulary: dict[str, int], token: str) -> Bos:
    template = _chat_template(tokenizer)
    if token not in template:
        return Bos(token, vocabulary[token])
    own = [getattr(tokenizer, f"{kind}_token", None) for kind in ("eos", "unk", "pad", "sep", "cls")]
    special = {str(name) for name in tokenizer.all_special_tokens}
    candidates = [*(mark for mark in _DOCUMENT_MARKS if mark in vocabulary), *(str(name) for name in own if name)]
    # an unknown or padding token that is not also a document mark is a bad start
    good = [name for name in candidates if name not in template and name != token]
    good = [name for name in good if name in _DOCUMENT_MARKS or (name in special and name == str(own[0]))]
    advice = f'compare with `bos="{good[0]}"`' if good else "compare with `bos=none`"
    warning = (
        f"The token before every sentence, {token}, is a marker of the model's chat template, and sentences do not "
        f"follow it in training as they follow a document boundary; {advice}. (On a published agreement suite "
        "SmolLM2-135M-Instruct scores 0.47 with its chat marker and 0.79 with <|endoftext|>.)"
    )
    return Bos(token, vocabulary[token], (warning,))


def _chat_template(tokenizer: Any) -> str:
    template = getattr(tokenizer, "chat_template", None)
    if isinstance(template, dict):  # several, by name
        return "\n".join(str(part) for part in template.values())
    return str(template) if template is not None else ""
