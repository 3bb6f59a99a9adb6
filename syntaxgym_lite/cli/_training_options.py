"""Options that the commands of ``sglite train`` share, and how they tell of a training."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..errors import InputError
from ..words import SCHEMES
from ._options import LANGUAGE_OR_NOTHING, WORDS, option

if TYPE_CHECKING:
    from ..lm.loop import TrainingProgress
    from ..lm.vocabulary import Vocabulary

__all__ = [
    "DURATION",
    "NETWORK",
    "TRAINING",
    "card_options",
    "given_vocabulary",
    "held_out_options",
    "loop_options",
    "say_progress",
    "training_options",
    "vocabulary_options",
]

F = TypeVar("F", bound=Callable[..., Any])

NETWORK = "Network"
TRAINING = "Training"
DURATION = "How long"


def _all(*decorators: Callable[[Any], Any]) -> Callable[[F], F]:
    """Put options above one another, in the order of the help."""

    def decorate(function: F) -> F:
        for one in reversed(decorators):
            function = one(function)
        return function

    return decorate


def card_options(function: F) -> F:
    """What a person writes on a model's card."""
    card = "The model's card"
    return _all(
        option("--description", group=card, default="", show_default=False, metavar="TEXT",
               help="One line about the model."),
        option("--licence", group=card, default="", show_default=False, metavar="TEXT", help="Its licence."),
    )(function)  # fmt: skip


def training_options(function: F, *, words: str = "clitics", of_text: bool = True) -> F:
    """How a corpus is cut into words, and what is written on the card of the model trained on it.

    A corpus that is no text (`of_text`) has its words already, and no markers.
    """
    for decorate in (
        card_options,
        option(
            "--unk",
            group=WORDS,
            type=click.Choice(["single", "classes"]),
            default="single",
            help="What words outside the vocabulary become: <unk>, or classes by their spelling (UNK-LC-ed).",
        ),
        *(
            [
                option(
                    "--strip-markers",
                    group=WORDS,
                    is_flag=True,
                    help="Leave out <s>, </s>, <bos> and <eos> that stand in the text, and take <unk> for an unknown "
                    "word; otherwise such a text is refused.",
                )
            ]
            if of_text
            else []
        ),
        option(
            "--lowercase",
            group=WORDS,
            **LANGUAGE_OR_NOTHING,
            default=False,
            show_default=False,
            help="Lower-case the text; by the rules of Azeri, Lithuanian or Turkish if one of them is named.",
        ),
        option(
            "--words",
            group=WORDS,
            type=click.Choice(SCHEMES),
            default=words,
            help="How sentences are cut into words."
            if of_text
            else "How sentences are cut into words when they are scored, to be like those of the trees.",
        ),
    ):
        function = decorate(function)
    return function


def held_out_options(what: str, *, of: str = "text", test: bool = True) -> Callable[[F], F]:
    """Texts, or trees, that are not learnt from; `what` is held out where none are given."""
    files: dict[str, Any] = {"multiple": True, "type": click.Path(path_type=Path), "metavar": "FILE"}
    valid = option("--valid", **files, help=f"Validation {of}. May be repeated. [default: every 20th {what}, held out]")
    if not test:
        return valid
    said = "Text whose perplexity is said, and written into the card. May be repeated."
    return _all(valid, option("--test", **files, help=said))


def vocabulary_options(size: str, *, min_count: str, default_count: int | None = None) -> Callable[[F], F]:
    """Which words a model knows; `size` and `min_count` say what they are by default, and what for."""
    counted = "" if default_count is None else f" [default: {default_count}]"
    return _all(
        option("--vocab", group=WORDS, type=click.Path(path_type=Path), metavar="FILE",
               help="Use this word list, e.g. that of an n-gram model, one word a line."),
        option("--vocab-size", group=WORDS, type=int, metavar="N", help=f"Most frequent words to keep. {size}"),
        option("--min-count", group=WORDS, type=int, metavar="N", help=f"{min_count}{counted}"),
    )  # fmt: skip


def given_vocabulary(vocab: Path | None, vocab_size: int | None, min_count: int | None) -> Vocabulary | None:
    """Read the word list that a user names, who may then not say how one is to be chosen."""
    from ..lm.vocabulary import Vocabulary

    if vocab is not None and (vocab_size is not None or min_count is not None):
        raise InputError("--vocab gives the words; leave out --vocab-size and --min-count.")
    if (vocab_size is not None and vocab_size < 1) or (min_count is not None and min_count < 1):
        raise InputError("--vocab-size and --min-count must be at least 1.")
    return None if vocab is None else Vocabulary.read(vocab)


def loop_options(
    *, clip: float, dropout: float, weight_decay: float, epochs: int, learnt: str = "corpus", old: tuple[str, ...] = ()
) -> Callable[[F], F]:
    """Options of `syntaxgym_lite.lm.loop`, with the defaults of a class of models; `old`: names of ``--max-words``."""
    return _all(
        option("--clip", group=TRAINING, type=float, default=clip, help="Largest norm of a gradient."),
        option("--dropout", group=TRAINING, type=float, default=dropout, help="Share of values left out."),
        option("--weight-decay", group=TRAINING, type=float, default=weight_decay, help="Pull of weights to 0."),
        option("--epochs", group=DURATION, type=int, default=epochs, help=f"Passes over the {learnt} at most."),
        option("--max-words", group=DURATION, old=list(old), type=int, metavar="N",
               help="Budget: stop after so many words."),
        option("--max-minutes", group=DURATION, type=float, metavar="N", help="Budget: stop after so many minutes."),
        option("--validate-every", group=TRAINING, type=int, metavar="N",
               help="Validate after so many words. [default: each epoch]"),
        option("--patience", group=TRAINING, type=int, default=5,
               help="Stop after so many validations in a row without a better loss."),
        option("--seed", group=TRAINING, type=int, default=1, help="Of all that is random."),
        option("--threads", group=TRAINING, type=click.IntRange(min=1), default=1, help="Processors to use."),
        option("--checkpoint-minutes", group=DURATION, type=float, default=5.0,
               help="How often a checkpoint to go on from is written, besides after each epoch."),
        option("--resume", group=DURATION, is_flag=True,
               help="Go on from the last checkpoint in the folder, if there is one."),
    )  # fmt: skip


def say_progress(progress: TrainingProgress[Any], bits: str, found: Callable[[Any], str]) -> None:
    """Say how a training goes on: `bits` of what is learnt, or what a validation found."""
    if progress.validation is not None:
        click.echo(f"{progress.n_words:,} words  validation: {found(progress.validation)}", err=True)
        return
    click.echo(
        f"epoch {progress.epoch}  {progress.n_words:,} words  {progress.words_per_second:,.0f} words/s  "
        f"{bits}  lr {progress.lr:.2g}  {progress.minutes:.1f} min, {progress.minutes_left:.1f} left",
        err=True,
    )
