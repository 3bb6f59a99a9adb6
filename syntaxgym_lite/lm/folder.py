"""A language model's folder: its weights, what lies beside them, and the card that says how its words are cut.

One rule: **the card in a file's own folder speaks for the file that it names as its weights**, whether a user names the
folder or the file. What no card says is as the file says of itself (the compact form of n-gram models does), and else
by default. Behind a link, the card beside the link comes first, then the one beside the file that it leads to.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, cast

from ..casing import CASING_LANGUAGES, Lowercase, lowercase_option
from ..errors import InputError, ModelError, ModelNotFoundError
from ..files import write_whole
from ..words import REVISIONS, SCHEMES, word_splitter
from .ngram.compact import SUFFIX, read_metadata
from .transfo_xl.config import MODEL_TYPE, is_transfo_xl
from .vocabulary import UnkPolicy

__all__ = [
    "CARD",
    "CHECKPOINT",
    "CORPORA",
    "COUNTS",
    "DEFAULTS",
    "VOCABULARY",
    "WEIGHTS",
    "ModelFolder",
    "WordOptions",
    "WordRules",
    "files_that_matter",
    "is_of_trees",
    "kind_on_card",
    "named_by_kind",
    "read_card",
    "write_card",
]

CARD = "card.json"
WEIGHTS = "model.safetensors"
"""What ``sglite train`` calls the weights; a card may name any file of its folder."""
VOCABULARY = "vocab.txt"
"""The words of a recurrent model, one a line."""
CORPORA = "corpus*.data"
"""Where public code of Shen et al. (2019) keeps the words beside a model: ``corpus.HASH.data``."""
COUNTS = "counts.tsv"
"""How often each word of the vocabulary stands in the training text: what ``unigram:FOLDER`` reads."""
CHECKPOINT = "checkpoint.safetensors"
"""A training run that goes on, or was cut short; it goes when the card comes."""

_WRITTEN_EARLY = (WEIGHTS, COUNTS, CHECKPOINT)


@dataclass(frozen=True, slots=True)
class WordRules:
    """How a model's words came about, as far as anything says so.

    Parameters
    ----------
    words : str or None
        How its text was cut into words, see `syntaxgym_lite.words.SCHEMES`.
    lowercase : bool, {"az", "lt", "tr"} or None
        Whether the words were put in lower case, or by the rules of which language.
    unk : {"single", "classes"} or None
        What unknown words became, see `syntaxgym_lite.lm.vocabulary.Vocabulary`.
    words_revision : int
        By which rules of the scheme, see `syntaxgym_lite.words.REVISIONS`. Cards that do not say so were written when
        there was only the first.
    """

    words: str | None = None
    lowercase: Lowercase | None = None
    unk: UnkPolicy | None = None
    words_revision: int = 1

    @classmethod
    def stated(cls, card: Mapping[str, Any], source: Path) -> WordRules:
        """Take the rules from a card.

        Raises
        ------
        ModelError
            If one of them is none that there is.
        """
        allowed = {"words": SCHEMES, "lowercase": (True, False, *CASING_LANGUAGES), "unk": ("single", "classes")}
        said = {name: card.get(name) for name in allowed}
        for name, value in said.items():
            choices = [json.dumps(choice) for choice in allowed[name]]
            if value is not None and json.dumps(value) not in choices:
                raise ModelError(f"{source}: '{name}' is one of {', '.join(choices)}, not {json.dumps(value)}.")
        newest = REVISIONS.get(str(said["words"]), 1)
        revision = card.get("words_revision", 1)
        if said["words"] is not None and revision not in range(1, newest + 1):
            raise ModelError(
                f"{source}: 'words_revision' is {json.dumps(revision)}, but this program knows the rules of "
                f"'{said['words']}' up to {newest}; a later version may know more."
            )
        return cls(**said, words_revision=1 if said["words"] is None else revision)

    @classmethod
    def now(cls, words: str, lowercase: Lowercase, unk: UnkPolicy) -> WordRules:
        """Give the rules of words that are cut now."""
        return cls(words, lowercase, unk, REVISIONS.get(words, 1))

    @classmethod
    def of_file(cls, file: Path) -> WordRules:
        """Take the rules that a file itself states, as n-gram models in the compact form may."""
        metadata = read_metadata(file) if file.suffix == SUFFIX else {}
        values: dict[str, object] = {"true": True, "false": False, **{str(digit): digit for digit in range(10)}}
        return cls.stated({name: values.get(value, value) for name, value in metadata.items()}, file)

    def or_else(self, others: WordRules) -> WordRules:
        """Take from others what is not said here, each by itself; but the revision is that of the scheme."""
        said = {name: value for name, value in asdict(self).items() if value is not None}
        if self.words is None:
            del said["words_revision"]
        return replace(others, **said)

    @property
    def metadata(self) -> dict[str, str]:
        """The same as text, for files that carry it along; what is not known is left out."""
        return {name: value if isinstance(value, str) else json.dumps(value) for name, value in self.for_card.items()}

    @property
    def for_card(self) -> dict[str, Any]:
        """The same as a card has it; what is not known is left out, and so is the first revision."""
        values = {"words": self.words, **_revision(self.words_revision), "lowercase": self.lowercase, "unk": self.unk}
        return {name: value for name, value in values.items() if value is not None}

    def lost_in(self, file: Path) -> str:
        """Say what a file without a place for these rules (ARPA text) leaves unsaid; empty where the defaults hold."""
        said, default = self.for_card, DEFAULTS.for_card
        lost = {name: value for name, value in said.items() if name != "words_revision" and value != default[name]}
        if not lost and (self.words is None or self.words_revision == DEFAULTS.words_revision):
            return ""
        # a card that does not say how words are cut is warned about
        card = {"backend": "ngram", "weights": file.name} | {
            name: value for name, value in said.items() if name in lost or name in ("words", "words_revision")
        }
        return (
            f"{file.name} has no place for how the model's words were cut; put a {CARD} beside it: "
            f"{json.dumps(card, ensure_ascii=False)}."
        )


DEFAULTS = WordRules.now("treebank", False, "single")
"""How words are looked up in an n-gram model of which nobody says anything."""


def _revision(revision: int) -> dict[str, int]:
    """Say by which rules words are cut, where a reader would not take it for granted."""
    return {} if revision == 1 else {"words_revision": revision}


class WordOptions(NamedTuple):
    """How a model's words are looked up, decided.

    Parameters
    ----------
    words : str
    lowercase : bool or {"az", "lt", "tr"}
    unk : {"single", "classes"} or None
        None where nothing says: the words of the model tell.
    warnings : tuple of str
        What a user should know before trusting a number.
    words_revision : int
        By which rules of the scheme.
    """

    words: str
    lowercase: Lowercase
    unk: UnkPolicy | None
    warnings: tuple[str, ...]
    words_revision: int

    @property
    def cutting(self) -> dict[str, Any]:
        """What results and fingerprints say of how text becomes words."""
        return {"words": self.words, **_revision(self.words_revision), "lowercase": self.lowercase}


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """A model's file, and what is said of it.

    Parameters
    ----------
    file : Path
    card : mapping
        The card that speaks for the file; empty if none does.
    rules : WordRules
        Each as the card says, else as the file itself does.
    silent_card : str
        What the card beside the file names instead of it, if there is a card and none speaks for the file.
    """

    file: Path
    card: Mapping[str, Any]
    rules: WordRules
    silent_card: str = ""

    @classmethod
    def find(
        cls, path: str | Path, *, kinds: Sequence[str], suffixes: Sequence[str], counts: bool = False
    ) -> ModelFolder:
        """Find a model's file, and the card that speaks for it.

        Parameters
        ----------
        path : str or Path
            The file; or its folder, whose card names it, or in which it is the only one.
        kinds : sequence of str
            Which kinds of model the card may say it is; the first is asked for.
        suffixes : sequence of str
            How such files' names end.
        counts : bool, optional
            Whether ``counts.tsv`` will do, and is preferred to the weights; the card speaks for it, too.

        Raises
        ------
        ModelNotFoundError
            If there is no such file, or none in the folder.
        ModelError
            If the card is damaged or of another kind of model, or the model's training is not over.
        InputError
            If there are several files in a folder without a card.
        """
        path = Path(path)
        endings = ", ".join((*([COUNTS] if counts else []), *suffixes))
        if not path.exists():
            raise ModelNotFoundError(f"{path}: not found; give a model's folder or its file ({endings}).")
        folder = path if path.is_dir() else path.parent
        card_path = folder / CARD
        card = read_card(card_path) if card_path.is_file() else None
        if card is None and path.is_dir() and is_transfo_xl(str(path)):
            raise ModelError(f"{path}: this is a Transformer-XL; write {named_by_kind(MODEL_TYPE, path)}.")
        if card is None and (path.is_dir() or path.name in _WRITTEN_EARLY) and (folder / CHECKPOINT).is_file():
            raise ModelError(
                f"{folder}: holds a training run that was cut short; finish it: sglite train ... --resume."
            )
        if not path.is_dir():
            file = path
        elif counts and (folder / COUNTS).is_file():
            file = folder / COUNTS
        elif card is not None:
            file = _named(card, card_path)
        else:
            file = _only_one(
                folder, suffixes, f"no {kinds[0]} model in this folder ({CARD} that names it, or {endings})"
            )
        silent = ""
        for name, place, card in _cards_beside(file):
            named = card.get("weights")
            if name != named and not (counts and name == COUNTS):
                silent = silent or str(named or "")
                continue
            kind = card.get("backend")
            if name == named and kind not in (None, *kinds):
                raise ModelError(
                    f"{place}: this is a model of kind '{kind}', not {kinds[0]}; write {named_by_kind(kind, path)}."
                )
            return cls(file, card, WordRules.stated(card, place).or_else(WordRules.of_file(file)))
        return cls(file, {}, WordRules.of_file(file), silent)

    def word_options(self, words: str | None, lowercase: Lowercase | None) -> WordOptions:
        """Decide how words are looked up: as the user says, else the card, else the file itself, else by default.

        Raises
        ------
        InputError
            If there is no such way to cut a sentence, or no such language to lower-case it by.
        """
        rules = self.rules
        scheme = words or rules.words or str(DEFAULTS.words)
        word_splitter(scheme)  # an unknown scheme is refused now, not at the first sentence
        revision = rules.words_revision if scheme == rules.words else REVISIONS.get(scheme, 1)
        lower = lowercase_option(rules.lowercase or False if lowercase is None else lowercase)
        why = ""
        if words is None and rules.words is None:
            if self.silent_card:
                why = f"The {CARD} beside {self.file.name} is that of another file, {self.silent_card}"
            elif _is_compact(self.file):  # as our tools write it, of words that a card should tell of
                why = f"Neither a {CARD} nor {self.file.name} itself says how the model's words were cut"
            elif self.card:
                why = f"The {CARD} beside {self.file.name} does not say how the model's words were cut"
        warnings = (
            (
                f"{why}; so words are cut by default ({scheme}). If the model was trained on other words, name them: "
                "`words`.",
            )
            if why
            else ()
        )
        return WordOptions(scheme, lower, rules.unk, warnings, revision)


def read_card(path: Path) -> Mapping[str, Any]:
    """Read a card.

    Raises
    ------
    ModelError
        If it is damaged.
    """
    try:
        card = json.loads(path.read_text(encoding="utf-8"))
    except RecursionError:
        raise ModelError(f"{path}: not a model card (its brackets are too deep).") from None
    except (OSError, ValueError) as error:
        raise ModelError(f"{path}: not a model card ({error}).") from error
    if not isinstance(card, dict):
        raise ModelError(f"{path}: not a model card (no JSON object).")
    return card


def is_of_trees(path: str | Path) -> bool:
    """Whether a folder holds a model of the strings of trees, by its card: it scores plain sentences by a search."""
    return kind_on_card(path) == "treelm"


def kind_on_card(path: str | Path) -> str:
    """Say which kind of model a folder holds, by its card; empty if nothing tells."""
    card = Path(path) / CARD
    try:
        kind = read_card(card).get("backend") if card.is_file() else None
    except (ModelError, OSError, ValueError):  # what is no path, or no card, is told by who opens it
        return ""
    return kind if isinstance(kind, str) else ""


def named_by_kind(kind: object, path: str | Path) -> str:
    """Name a model as one writes it after ``--model``.

    Examples
    --------
    >>> named_by_kind("rnng", "models/mine"), named_by_kind("hf", "models/mine")
    ('rnng:models/mine', 'models/mine')
    """
    return str(path) if kind == "hf" else f"{kind}:{path}"


def write_card(folder: Path, card: Mapping[str, Any]) -> dict[str, Any]:
    """Write a model's card, whole or not at all; give it back as a reader of the file sees it."""
    text = json.dumps(card, ensure_ascii=False, indent=2)
    write_whole(folder / CARD, f"{text}\n", fsync=True)
    return cast("dict[str, Any]", json.loads(text))


def files_that_matter(path: Path) -> list[Path]:
    """Give the files that decide what model a path, file or folder, stands for; some may not be there."""
    if path.is_dir():
        files = sorted(entry for entry in path.iterdir() if not entry.is_dir())
        return [*files, *_cards_behind_links(files)]
    files = [path, path.with_name(CARD), path.with_name(VOCABULARY), *sorted(path.parent.glob(CORPORA))]
    return [*files, *_cards_behind_links([path])]


def _cards_beside(file: Path) -> Iterator[tuple[str, Path, Mapping[str, Any]]]:
    """Give the cards that may speak for a file, with its name there and their own places; beside a link comes first."""
    for there in (file, *([_target(file)] if file.is_symlink() else [])):
        place = there.with_name(CARD)
        if place.is_file():
            yield there.name, place, read_card(place)


def _cards_behind_links(files: Sequence[Path]) -> list[Path]:
    """Give where the cards would lie that may speak for links: beside what they lead to."""
    return [_target(file).with_name(CARD) for file in files if file.is_symlink()]


def _target(link: Path) -> Path:
    return Path(os.path.realpath(link))  # unlike `Path.resolve`, it does not fail on links that lead in a circle


def _is_compact(file: Path) -> bool:
    return file.suffix == SUFFIX and bool(read_metadata(file))


def _named(card: Mapping[str, Any], card_path: Path) -> Path:
    """Give the file that a card names; it lies beside the card, so that the card is found from the file as well."""
    name = card.get("weights")
    if not isinstance(name, str) or not name or Path(name).name != name:
        raise ModelError(f"{card_path}: not a model card that names a file beside it as its 'weights'.")
    file = card_path.with_name(name)
    if not os.path.isfile(file):  # unlike `Path.is_file`, it does not fail on a name that is too long
        raise ModelNotFoundError(f"{file}: not found, though {card_path} names it.")
    return file


def _only_one(folder: Path, suffixes: Sequence[str], or_else: str) -> Path:
    files = sorted(entry for entry in folder.iterdir() if entry.name.endswith(tuple(suffixes)) and entry.is_file())
    if not files:
        raise ModelNotFoundError(f"{folder}: {or_else}.")
    if len(files) > 1:
        raise InputError(f"{folder}: several models in this folder: {', '.join(f.name for f in files)}; name one.")
    return files[0]
