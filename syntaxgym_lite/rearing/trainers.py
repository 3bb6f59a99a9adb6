"""How each class of models is trained: its options, its trainer, and how its models are named on the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ..backends.devices import choose_device
from ..errors import InputError, did_you_mean, one_of

if TYPE_CHECKING:
    from ..lm.loop import TrainingProgress
    from ..lm.vocabulary import Vocabulary

__all__ = ["TRAINERS", "Material", "Said", "Trainer", "corpus_of", "search_options", "trainer_options"]

Said = Callable[[str, float | None, int], object]
"""Called while a model is trained: with a line to show, words a second (None: that time went into a validation), and
words seen. Words are those of the plan, whatever a class counts."""

_SECONDS = 20.0
"""Between two lines about a training."""


@dataclass(frozen=True, slots=True)
class Material:
    """What a model is trained on, and measured on.

    Parameters
    ----------
    train, valid : Path
        Texts; or trees, where `trees` says so.
    words : str
    lowercase : bool
    unk : str
    strip_markers : bool
    """

    train: Path
    valid: Path
    words: str = "clitics"
    lowercase: bool = False
    unk: str = "single"
    strip_markers: bool = False
    trees: str = ""
    """``tagged`` or ``untagged``."""
    n_words: int = 0
    n_sentences: int = 0
    """Of the training text, as the plan counts them; no words: as each class does."""
    vocabulary: Path | None = None
    """That of all word-level models of the plan; None: each has its own."""
    device: str = "auto"
    """Where neural models are trained, as PyTorch names it. auto: grammars and transformers on a GPU if there is one,
    recurrent networks on processors, as the commands of ``sglite train`` do it."""

    @property
    def tagged(self) -> bool:
        """Whether the words of trees have parts of speech around them."""
        return self.trees != "untagged"


@dataclass(frozen=True, slots=True)
class Trainer:
    """A class of models.

    Parameters
    ----------
    kind : str
        How its models are named: ``"ngram"`` as in ``ngram:FOLDER``; ``"hf"``.
    function : str
        Name of the function in this module: material, folder, options, say -> None. Called again, it goes on.
    options : str
        Where its options are: ``"module:class"`` of this package; or names with commas.
    set : mapping, optional
        Options that the class itself decides.
    has_seed, has_budget : bool, optional
    reads : {"words", "text", "trees"}, optional
        What its models learn from. Of a corpus of trees, ``words`` are those in the trees, exactly, and ``text`` is
        how one writes them.
    search : tuple of str, optional
        Options of the search that its models are scored by; a plan may list several values of them.
    """

    kind: str
    function: str
    options: str
    set: Mapping[str, Any]
    has_seed: bool = True
    has_budget: bool = True
    reads: Literal["words", "text", "trees"] = "words"
    search: tuple[str, ...] = ()

    def train(
        self,
        material: Material,
        folder: Path,
        options: Mapping[str, Any],
        say: Said,
        *,
        seed: int,
        report_seconds: float = _SECONDS,
    ) -> None:
        """Train a model in a folder, or go on with one."""
        function: Callable[..., None] = globals()[self.function]
        function(material, folder, trainer_options(self, options, seed=seed), say, report_seconds)


_RECURRENT = "lm.recurrent.training:TrainingOptions"
_RNNG = "lm.rnng.training:RnngOptions"
_VOCABULARY = ("vocab_size", "min_count")
_WITH_VOCABULARY = (_RECURRENT, _RNNG)
_BEAM = ("beam", "word_beam", "fast_track")
_LIMITS = {"max_consecutive_nts": "consecutive", "max_open_nts": "opened"}

TRAINERS: Mapping[str, Trainer] = {
    "ngram": Trainer(
        "ngram",
        "_train_ngram",
        "order,prune,vocab_size,min_count,discount_fallback,quantize",
        {},
        has_seed=False,
        has_budget=False,
    ),
    "lstm": Trainer("wordlm", "_train_recurrent", _RECURRENT, {"arch": "lstm"}),
    "rnn": Trainer("wordlm", "_train_recurrent", _RECURRENT, {"arch": "rnn"}),
    "onlstm": Trainer("wordlm", "_train_recurrent", _RECURRENT, {"arch": "onlstm"}),
    "lstm-5gram": Trainer("wordlm", "_train_recurrent", _RECURRENT, {"arch": "lstm-5gram"}),
    "transformer": Trainer("hf", "_train_transformer", "lm.transformer.training:TransformerOptions", {}, reads="text"),
    "tree-transformer": Trainer(
        "treelm",
        "_train_transformer",
        "lm.transformer.training:TransformerOptions",
        {},
        reads="trees",
        search=(*_BEAM, *_LIMITS),
    ),
    "rnng": Trainer("rnng", "_train_rnng", _RNNG, {}, reads="trees", search=(*_BEAM, *_LIMITS)),
}
"""By the name that a plan calls it."""


def trainer_options(trainer: Trainer, given: Mapping[str, Any], *, seed: int) -> Any:
    """Make what a trainer takes of what a plan says.

    Raises
    ------
    InputError
        If there is no such option, or it cannot have this value.
    """
    from pydantic import TypeAdapter, ValidationError

    given = dict(given)
    extra: dict[str, Any] = {}
    if trainer.options in _WITH_VOCABULARY:
        extra = {name: given.pop(name) for name in _VOCABULARY if name in given}
    if trainer.function == "_train_transformer" and "size" in given:
        given = {**_transformer_size(given.pop("size")), **given}
    if ":" not in trainer.options:
        _refuse_unknown(given, trainer.options.split(","))
        return given
    module, _, name = trainer.options.partition(":")
    options_class: Any = getattr(import_module(f"..{module}", __package__), name)
    assert is_dataclass(options_class)
    known = [one.name for one in fields(options_class) if one.name not in ("seed", *trainer.set)]
    _refuse_unknown(given, [*known, *(_VOCABULARY if trainer.options in _WITH_VOCABULARY else ()), *trainer.search])
    try:
        made = TypeAdapter(options_class).validate_python({**given, **trainer.set, "seed": seed})
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise InputError(f"`{where}`: {first['msg']}.") from None
    return (made, extra) if trainer.options in _WITH_VOCABULARY else made


def search_options(trainer: Trainer, given: Mapping[str, Any]) -> tuple[dict[str, int], ...]:
    """Take the searches that models are to be scored by from what a plan says: at least one, of no options.

    Parameters
    ----------
    trainer : Trainer
    given : mapping
        An option may have several values, ``beam = [10, 100]``; those of several options belong together by place.

    Raises
    ------
    InputError
        If a value is none that the option can have, or lists are of unlike length.
    """
    said = {name: given[name] for name in trainer.search if name in given}
    for name, value in said.items():
        values = value if isinstance(value, list) else [value]
        if not values or not all(type(one) is int for one in values):
            raise InputError(f"`{name}`: write a whole number, or a list of them for several searches.")
    lengths = {name: len(value) for name, value in said.items() if isinstance(value, list)}
    if len(set(lengths.values())) > 1:
        shown = ", ".join(f"{name} has {n}" for name, n in lengths.items())
        raise InputError(f"Lists of searches belong together by place, and are of unlike length: {shown}.")
    n = max(lengths.values(), default=1)
    searches = tuple(
        {name: value[place] if isinstance(value, list) else value for name, value in said.items()} for place in range(n)
    )
    for place, search in enumerate(searches):
        if search:
            _check_search(search)
        if search in searches[:place]:
            raise InputError("Lists of searches name one twice.")
    return searches


def _check_search(search: Mapping[str, int]) -> None:
    from ..lm.rnng.actions import Limits
    from ..lm.rnng.beam import BeamSizes

    BeamSizes(**{name: search[name] for name in _BEAM if name in search})
    Limits(**{field: search[name] for name, field in _LIMITS.items() if name in search})


def _refuse_unknown(given: Mapping[str, Any], known: list[str]) -> None:
    for name in given:
        if name not in known:
            raise InputError(f"`{name}` is not known here; known are {', '.join(known)}.{did_you_mean(name, known)}")


def _transformer_size(name: Any) -> dict[str, int]:
    from ..lm.transformer.training import SIZES

    size = SIZES[one_of("size", name, SIZES)]
    return {"layers": size.layers, "heads": size.heads, "width": size.width}


def corpus_of(material: Material, path: Path) -> Any:
    """Give the words of a text, or of trees, as word-level models learn them."""
    from ..lm.corpus import Corpus
    from .trees import TreeWords

    if material.trees:
        return TreeWords([path], material.words, material.lowercase, tagged=material.tagged)
    return Corpus([path], material.words, material.lowercase, material.strip_markers)


def _shared(material: Material, specials: Sequence[str]) -> Vocabulary | None:
    from .shared_words import vocabulary_with

    if material.vocabulary is None:
        return None
    return vocabulary_with(material.vocabulary, specials, material.unk)  # type: ignore[arg-type]


def _reporting(say: Said, share: float) -> Callable[[TrainingProgress[Any]], None]:
    """Say how training goes on; `share`: what a trainer's word is in words of the plan."""

    def report(progress: TrainingProgress[Any]) -> None:
        measured, n_words = progress.validation, round(progress.n_words * share)
        if measured is not None:
            perplexity = getattr(measured, "perplexity", None)  # a grammar has none before it searches
            said = f"perplexity {perplexity:,.1f}" if perplexity is not None else _tree_bits(measured)
            say(f"{n_words:,} words, validation {said}", None, n_words)
        else:
            line = f"{n_words:,} words, {_shown_minutes(progress.minutes_left)} left"
            say(line, progress.words_per_second * share, n_words)

    return report


def _shown_minutes(minutes: float) -> str:
    if not minutes >= 1:  # nor if nobody knows
        return "less than a minute"
    return f"{minutes:.0f} min" if minutes < 90 else f"{minutes / 60:.1f} h"


def _budgeted(options: Any, material: Material, own_words: int) -> tuple[Any, float]:
    """Give options whose budget is in a trainer's own words, and what such a word is in words of the plan.

    Recurrent models count sentence ends, transformers what stands between blanks. One budget for all classes of a plan
    must let all see the text as often.
    """
    share = material.n_words / own_words if material.n_words and own_words else 1.0
    if options.max_words is None:
        return options, share
    return replace(options, max_words=max(round(options.max_words / share), 1)), share


def _tree_bits(measured: Any) -> str:
    return f"{measured.bits:.2f} bits a word with its part of the tree"


def _train_ngram(
    material: Material, folder: Path, options: Mapping[str, Any], say: Said, report_seconds: float
) -> None:
    from ..lm.ngram.estimate import SPECIALS
    from ..lm.ngram.train import train, write_folder

    options = dict(options)
    quantize = bool(options.pop("quantize", False))
    trained = train(
        corpus_of(material, material.train),
        order=options.pop("order", 5),
        unk=material.unk,  # type: ignore[arg-type]
        vocabulary=_shared(material, SPECIALS),
        **options,
    )
    write_folder(trained, folder, quantize=quantize, heldout=[material.valid])


def _train_recurrent(material: Material, folder: Path, options: Any, say: Said, report_seconds: float) -> None:
    from ..lm.recurrent.training import train
    from ..lm.vocabulary import EOS, UNK

    made, vocabulary = options
    made, share = _budgeted(made, material, material.n_words + material.n_sentences)
    train(
        corpus_of(material, material.train),
        folder,
        made,
        valid=corpus_of(material, material.valid),
        unk=material.unk,  # type: ignore[arg-type]
        vocabulary=_shared(material, (UNK, EOS)),
        resume=True,
        device="cpu" if material.device == "auto" else choose_device(material.device),
        report=_reporting(say, share),
        report_seconds=report_seconds,
        **vocabulary,
    )


def _train_transformer(material: Material, folder: Path, options: Any, say: Said, report_seconds: float) -> None:
    from ..authoring.constituents import read_treebank
    from ..lm.transformer.text import Documents, TreeDocuments
    from ..lm.transformer.training import train_transformer

    def documents(path: Path) -> Documents | TreeDocuments:
        if material.trees:
            return TreeDocuments([path], partial(read_treebank, tagged=material.tagged))
        return Documents([path], strip_markers=material.strip_markers)

    learnt = documents(material.train)
    made, share = _budgeted(options, material, sum(len(learnt.words_of(one).split()) for one in learnt))
    if material.lowercase:
        made = replace(made, lowercase=True)
    train_transformer(
        learnt,
        folder,
        made,
        valid=documents(material.valid),
        words=material.words,
        resume=True,
        device="auto" if material.device == "auto" else choose_device(material.device),
        report=_reporting(say, share),
        report_seconds=report_seconds,
    )


def _train_rnng(material: Material, folder: Path, options: Any, say: Said, report_seconds: float) -> None:
    from ..authoring.constituents import read_treebank
    from ..lm.rnng.training import TreeCorpus, train
    from ..lm.vocabulary import UNK

    made, vocabulary = options
    made, share = _budgeted(made, material, material.n_words)
    read = partial(read_treebank, tagged=material.tagged)

    def corpus(path: Path) -> TreeCorpus:
        return TreeCorpus([path], material.words, material.lowercase, read)

    train(
        corpus(material.train),
        folder,
        made,
        valid=corpus(material.valid),
        unk=material.unk,  # type: ignore[arg-type]
        vocabulary=_shared(material, (UNK,)),
        resume=True,
        device=choose_device(material.device),
        report=_reporting(say, share),
        report_seconds=report_seconds,
        **vocabulary,
    )
