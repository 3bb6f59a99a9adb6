"""Whether a tokenizer that transformers opened cuts text as its own tokenizer.json says, and that file's own if not.

transformers builds many tokenizers anew, by the rules of the class that is named beside the file, and leaves out what
the file says of case, blanks, accents or splits; which classes and which rules differs from version to version. The
file is what the model was trained with, so it is what counts.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import ModelError

__all__ = [
    "Difference",
    "add_missing_tokens",
    "cuts_as",
    "find_difference",
    "from_file",
    "own_tokenizer",
    "without_dropout",
    "wrapped",
]

# What tokenizers are known to treat each in its own way. The words of `_of_vocabulary` are added.
_TEXTS = (
    "The dogs slept.",
    "THE DOGS SLEPT",
    "a b  c   d",
    " leading",
    "  leading twice",
    "trailing ",
    "don't DON'T we'll I'm she'd o'clock",
    "1 12 123 1234 12345678 3.14 1,000 2nd x1 ½ ² ٣",
    '((a)) [b] "c" -- d\u2026 e?! \u201cf\u201d \u2018g\u2019 h;i $5 #1 50% a+b=c ~`^|',
    "naïve café cafe\u0301 Ångström A\u030angström ÉCOLE ñ",
    "ﬁ ① Ⅳ ｗｉｄｅ ﾊﾝ ß ẞ İstanbul ı",
    "猫昨天睡了。 日本語のテキスト 한국어 ภาษาไทย",
    "Привет МИР Ёлка שלום מ\u05b4ל\u05b8ה مرحبا كِتَاب हिन्दी বাংলা",
    "🦊 👩\u200d👩\u200d👧 😀😀",
    "a\nb\n\nc\td\r\ne",
    "non\u00a0breaking wide\u3000blank thin\u2009blank",
    "zero\u200bwidth soft\u00adhyphen \ufeff mark \u0001 control",
    "snake_case camelCase HTMLParser well-known http://a.b/c?d=e@f",
    "the \u2581 fox \u0120 ##s </w> @-@",
)
_N_OWN = 24
_SIGNS = " \u0120\u2581#</w>@"


@dataclass(frozen=True, slots=True)
class Difference:
    """A text that is cut in two ways: how many pieces transformers' tokenizer makes of it, and the file's own."""

    text: str
    opened: int
    own: int

    def __str__(self) -> str:
        if self.opened == self.own:
            return f"{self.text!r} comes out as other pieces"
        return f"{self.text!r} comes out in {self.opened} pieces, by the file in {self.own}"


def own_tokenizer(tokenizer: Any, path: Path, name: str, *, framed: bool) -> tuple[Any, tuple[str, ...]]:
    """Give the tokenizer that cuts as the file says: the one that opened if it does, else one of the file's own.

    Parameters
    ----------
    tokenizer : transformers tokenizer
        As it opened; left as it is.
    path : Path
        Its tokenizer.json.
    name : str
        The model's name, for messages.
    framed : bool
        Whether the special tokens that the tokenizer puts around a sentence count as well.

    Returns
    -------
    tokenizer : transformers tokenizer
    warnings : tuple of str
        The difference, if texts come out otherwise.

    Raises
    ------
    ModelError
        If the file cannot be read, or does not go together with the tokens that were added to it.
    """
    own = from_file(path, name)
    wrong_id = add_missing_tokens(own, tokenizer)
    found = find_difference(tokenizer, own, framed=framed)
    if found is None and _same_rules(tokenizer, own):
        return tokenizer, ()
    if wrong_id is not None:
        raise ModelError(
            f"The model {name} could not be opened: its token {wrong_id} has another id by its tokenizer.json than by "
            "its other files, so one of them is not the model's own."
        )
    if found is None:
        return wrapped(own, tokenizer), ()
    return wrapped(own, tokenizer), (
        f"transformers builds the tokenizer of {name} otherwise than its tokenizer.json says ({found}); that file is "
        "followed.",
    )


def from_file(path: Path, name: str) -> Any:
    """Read a tokenizer.json as the library that wrote it does."""
    from tokenizers import Tokenizer

    try:
        own = Tokenizer.from_file(str(path))
    except Exception as error:
        raise ModelError(f"The tokenizer.json of {name} could not be read: {error}") from error
    own.no_truncation()
    own.no_padding()
    return own


def without_dropout(tokenizer: Any, name: str) -> tuple[str, ...]:
    """Let a tokenizer always cut the same way: one that was saved in training may do so at random."""
    model: Any = getattr(getattr(tokenizer, "backend_tokenizer", None), "model", None)
    if not getattr(model, "dropout", None):
        return ()
    model.dropout = None
    return (f"The tokenizer of {name} was saved with dropout, as for training; sentences are cut without it.",)


def find_difference(tokenizer: Any, own: Any, *, framed: bool = False) -> Difference | None:
    """Find a text that a tokenizer of transformers cuts otherwise than one of the tokenizers library; None: no text.

    Ids count, and which visible characters they stand for. With `framed`, so do special tokens around a text.
    """
    if getattr(own.model, "dropout", None) is not None:  # two roads of chance
        return None
    special = [str(token) for token in own.get_added_tokens_decoder().values()][:_N_OWN]
    texts = [*_TEXTS, *_of_vocabulary(own), *(f"the {token}x {token}" for token in special)]
    opened = _encoded(tokenizer, texts)
    for text, (ids, offsets), encoding in zip(
        texts, opened, own.encode_batch(texts, add_special_tokens=False), strict=True
    ):
        if ids != encoding.ids or (offsets and _visible(text, offsets) != _visible(text, encoding.offsets)):
            return Difference(text, len(ids), len(encoding.ids))
    if framed and own.post_processor is not None:
        [(ids, _)] = _encoded(tokenizer, texts[:1], add_special_tokens=True)
        wanted = own.encode(texts[0]).ids
        if ids != wanted:
            return Difference(texts[0], len(ids), len(wanted))
    return None


def _encoded(tokenizer: Any, texts: list[str], *, add_special_tokens: bool = False) -> list[tuple[list[int], Any]]:
    """Ids and offsets (None from a slow tokenizer); nothing, which differs from everything, where it fails."""
    is_fast = bool(getattr(tokenizer, "is_fast", False))
    try:
        found = tokenizer(
            texts,
            add_special_tokens=add_special_tokens,
            padding=False,
            truncation=False,
            verbose=False,
            return_offsets_mapping=is_fast,
        )
    except Exception:
        return [([], None)] * len(texts)
    offsets = found["offset_mapping"] if is_fast else [None] * len(texts)
    return [(list(ids), pairs) for ids, pairs in zip(found["input_ids"], offsets, strict=True)]


def _of_vocabulary(own: Any) -> Iterator[str]:
    """Words of the vocabulary itself, in forms that are treated differently; all others may be unknown to it."""
    size = own.get_vocab_size()
    words = [(own.id_to_token(size * i // _N_OWN) or "").strip(_SIGNS) for i in range(_N_OWN)]
    words = [word for word in words if word.isalpha()]
    for word, other in zip(words, [*words[1:], *words[:1]], strict=True):
        yield f"{word} {other}  {word.upper()} {other.capitalize()}, {word}{other}12 {word}'s.{other} \n{word}"


def _visible(text: str, offsets: Any) -> list[tuple[int, int]]:
    """Spans without the blanks around what is in them: trimming says nothing of which piece a letter is in."""
    spans = []
    for start, end in offsets:
        piece = text[start:end]
        inner = piece.strip()
        if not inner:
            spans.append((-1, -1))
            continue
        first = start + len(piece) - len(piece.lstrip())
        spans.append((first, first + len(inner)))
    return spans


_RULES = (
    "byte_fallback",
    "continuing_subword_prefix",
    "end_of_word_suffix",
    "fuse_unk",
    "ignore_merges",
    "max_input_chars_per_word",
    "unk_token",
)


def cuts_as(tokenizer: Any, own: Any) -> bool:
    """Whether a tokenizer of transformers cuts any text as one of the tokenizers library does."""
    return find_difference(tokenizer, own) is None and _same_rules(tokenizer, own)


def _same_rules(tokenizer: Any, own: Any) -> bool:
    """Whether two tokenizers are of the same parts: texts that nobody thought of come out alike, too."""
    backend = getattr(tokenizer, "backend_tokenizer", None)
    return backend is not None and _rules(backend) == _rules(own)


def _rules(backend: Any) -> list[Any]:
    model = backend.model
    parts: list[Any] = [type(model).__name__, backend.get_vocab_size(with_added_tokens=False)]
    parts += [getattr(model, rule, None) for rule in _RULES]
    for part in (backend.normalizer, backend.pre_tokenizer):
        with contextlib.suppress(Exception):  # a part written in Python cannot be compared
            parts.append(None if part is None else part.__getstate__())
    return parts


def add_missing_tokens(own: Any, tokenizer: Any) -> str | None:
    """Add what was added to the opened tokenizer since; name a token that has another id then."""
    own.encode_special_tokens = bool(getattr(tokenizer, "split_special_tokens", False))
    added = dict(sorted(getattr(tokenizer, "added_tokens_decoder", {}).items()))
    its_own = {str(token) for token in own.get_added_tokens_decoder().values()}
    for token in added.values():
        if str(token) not in its_own:
            (own.add_special_tokens if token.special else own.add_tokens)([token])
    return next((str(token) for i, token in added.items() if own.token_to_id(str(token)) != i), None)


_SPECIAL = ("bos", "eos", "unk", "sep", "pad", "cls", "mask")


def wrapped(own: Any, tokenizer: Any, named: Mapping[str, str] | None = None) -> Any:
    """Give a tokenizer of the tokenizers library the special tokens and settings of the one that opened.

    `named` are special tokens of its own, such as ``bos_token``.
    """
    import transformers

    tokenizer_class: Any = transformers.PreTrainedTokenizerFast
    backend = getattr(tokenizer, "backend_tokenizer", None)
    if own.post_processor is None and backend is not None:
        own.post_processor = backend.post_processor
    claims = {"do_lower_case": True} if getattr(tokenizer, "init_kwargs", {}).get("do_lower_case") else {}
    special = {f"{kind}_token": getattr(tokenizer, f"{kind}_token", None) for kind in _SPECIAL}
    result = tokenizer_class(
        tokenizer_object=own,
        name_or_path=str(getattr(tokenizer, "name_or_path", "")),
        model_max_length=tokenizer.model_max_length,
        chat_template=getattr(tokenizer, "chat_template", None),
        split_special_tokens=bool(getattr(tokenizer, "split_special_tokens", False)),
        clean_up_tokenization_spaces=False,
        **claims,
        **{kind: token for kind, token in {**special, **(named or {})}.items() if token is not None},
    )
    result._tokenizer = own  # some versions change the copy that they make of it
    return result
