"""How each class of models is trained: its options, its trainer, and how its models are named on the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import InputError, did_you_mean, one_of

if TYPE_CHECKING:
    from ..lm.recurrent.training import TrainingProgress
    from ..lm.transformer.training import TransformerProgress

__all__ = ["TRAINERS", "Material", "Said", "Trainer", "trainer_options"]

Said = Callable[[str, float, int], object]
"""Called while a model is trained: with a line to show, words a second, and words seen."""


@dataclass(frozen=True, slots=True)
class Material:
    """What a model is trained on, and measured on.

    Parameters
    ----------
    train, valid : Path
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
    """

    kind: str
    function: str
    options: str
    set: Mapping[str, Any]
    has_seed: bool = True
    has_budget: bool = True

    def train(self, material: Material, folder: Path, options: Mapping[str, Any], say: Said, *, seed: int) -> None:
        """Train a model in a folder, or go on with one."""
        function: Callable[..., None] = globals()[self.function]
        function(material, folder, trainer_options(self, options, seed=seed), say)


_NGRAM = "order,prune,vocab_size,min_count,discount_fallback,quantize"
_RECURRENT = "lm.recurrent.training:TrainingOptions"
_RECURRENT_VOCABULARY = ("vocab_size", "min_count")

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
    "transformer": Trainer("hf", "_train_transformer", "lm.transformer.training:TransformerOptions", {}),
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
    if trainer.options == _RECURRENT:
        extra = {name: given.pop(name) for name in _RECURRENT_VOCABULARY if name in given}
    if trainer.function == "_train_transformer" and "size" in given:
        given = {**_transformer_size(given.pop("size")), **given}
    if ":" not in trainer.options:
        _refuse_unknown(given, trainer.options.split(","))
        return given
    module, _, name = trainer.options.partition(":")
    options_class: Any = getattr(import_module(f"..{module}", __package__), name)
    assert is_dataclass(options_class)
    known = [one.name for one in fields(options_class) if one.name not in ("seed", *trainer.set)]
    _refuse_unknown(given, [*known, *(_RECURRENT_VOCABULARY if trainer.options == _RECURRENT else ())])
    try:
        made = TypeAdapter(options_class).validate_python({**given, **trainer.set, "seed": seed})
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise InputError(f"`{where}`: {first['msg']}.") from None
    return (made, extra) if trainer.options == _RECURRENT else made


def _refuse_unknown(given: Mapping[str, Any], known: list[str]) -> None:
    for name in given:
        if name not in known:
            raise InputError(f"`{name}` is not known here; known are {', '.join(known)}.{did_you_mean(name, known)}")


def _transformer_size(name: Any) -> dict[str, int]:
    from ..lm.transformer.training import SIZES

    size = SIZES[one_of("size", name, SIZES)]
    return {"layers": size.layers, "heads": size.heads, "width": size.width}


def _corpus(material: Material, path: Path) -> Any:
    from ..lm.corpus import Corpus

    return Corpus([path], material.words, material.lowercase, material.strip_markers)


def _reporting(say: Said) -> Callable[[TrainingProgress | TransformerProgress], None]:
    """Say how training goes on."""

    def report(progress: TrainingProgress | TransformerProgress) -> None:
        if progress.validation is not None:
            line = f"{progress.n_words:,} words, validation perplexity {progress.validation.perplexity:.1f}"
        else:
            line = f"{progress.n_words:,} words, {progress.minutes_left:.0f} min left"
        say(line, progress.words_per_second, progress.n_words)

    return report


def _train_ngram(material: Material, folder: Path, options: Mapping[str, Any], say: Said) -> None:
    from ..lm.ngram.train import train, write_folder

    options = dict(options)
    quantize = bool(options.pop("quantize", False))
    trained = train(
        _corpus(material, material.train),
        order=options.pop("order", 5),
        unk=material.unk,  # type: ignore[arg-type]
        **options,
    )
    write_folder(trained, folder, quantize=quantize, heldout=[material.valid])


def _train_recurrent(material: Material, folder: Path, options: Any, say: Said) -> None:
    from ..lm.recurrent.training import train

    made, vocabulary = options

    train(
        _corpus(material, material.train),
        folder,
        made,
        valid=_corpus(material, material.valid),
        unk=material.unk,  # type: ignore[arg-type]
        resume=True,
        report=_reporting(say),
        report_seconds=2.0,
        **vocabulary,
    )


def _train_transformer(material: Material, folder: Path, options: Any, say: Said) -> None:
    from ..lm.transformer.text import Documents
    from ..lm.transformer.training import train_transformer

    train_transformer(
        Documents([material.train], strip_markers=material.strip_markers),
        folder,
        options,
        valid=Documents([material.valid], strip_markers=material.strip_markers),
        resume=True,
        report=_reporting(say),
        report_seconds=2.0,
    )
