"""``sglite train rnng``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..casing import Lowercase
from ..errors import InputError
from ._kept_command import CommandThatIsKept, command_line
from ._options import WORDS, option, out_option, quiet_option, training_options

if TYPE_CHECKING:
    from ..lm.loop import TrainingProgress
    from ..lm.rnng.training import TreeValidation

_DEFAULT_SIZE = 50_000
_DEFAULT_COUNT = 2

_NETWORK = "Network"
_TRAINING = "Training"
_DURATION = "How long"


@click.command("rnng", cls=CommandThatIsKept)
@click.argument("treebanks", nargs=-1, required=True, metavar="TREES...", type=click.Path(path_type=Path))
@option(
    "--valid",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Validation trees. May be repeated. [default: every 20th tree, held out]",
)
@option(
    "--composition",
    group=_NETWORK,
    type=click.Choice(["lstm", "attention"]),
    default="lstm",
    help="How the vector of a constituent comes from those in it: by LSTMs in both directions, or gated attention.",
)
@option("--layers", group=_NETWORK, type=int, default=2, help="Layers of the stack's LSTM.")
@option("--hidden", group=_NETWORK, type=int, default=256, help="Width of the stack's LSTM.")
@option("--emb", group=_NETWORK, type=int, default=256, help="Width of the vectors of words and constituents.")
@partial(training_options, words="treebank", of_text=False)
@option("--untagged", is_flag=True, help="The trees have no parts of speech: (S (NP The dog) (VP barks)).")
@option(
    "--vocab",
    group=WORDS,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Use this word list, e.g. that of an n-gram model, one word a line.",
)
@option(
    "--vocab-size",
    group=WORDS,
    type=int,
    metavar="N",
    help=f"Most frequent words to keep. [default: {_DEFAULT_SIZE}]",
)
@option(
    "--min-count",
    group=WORDS,
    type=int,
    metavar="N",
    help="Keep words that occur at least so often; the others teach what unknown words are. "
    f"[default: {_DEFAULT_COUNT}]",
)
@option("--batch-words", group=_TRAINING, type=int, default=1000, help="Words learnt from at once, in whole sentences.")
@option("--lr", group=_TRAINING, type=float, default=0.001, metavar="RATE", help="Learning rate.")
@option(
    "--schedule",
    group=_TRAINING,
    type=click.Choice(["linear", "cosine", "constant"]),
    default="linear",
    help="linear, cosine: the rate falls to zero within the budget.",
)
@option("--clip", group=_TRAINING, type=float, default=1.0, help="Largest norm of a gradient.")
@option("--dropout", group=_TRAINING, type=float, default=0.3, help="Share of values left out.")
@option("--weight-decay", group=_TRAINING, type=float, default=0.0, help="Pull of weights to 0.")
@option("--epochs", group=_DURATION, type=int, default=18, help="Passes over the trees at most.")
@option("--max-words", group=_DURATION, type=int, metavar="N", help="Budget: stop after so many words.")
@option("--max-minutes", group=_DURATION, type=float, metavar="N", help="Budget: stop after so many minutes.")
@option(
    "--validate-every",
    group=_TRAINING,
    type=int,
    metavar="N",
    help="Validate after so many words. [default: each epoch]",
)
@option(
    "--patience",
    group=_TRAINING,
    type=int,
    default=5,
    help="Stop after so many validations in a row without a better loss.",
)
@option("--seed", group=_TRAINING, type=int, default=1, help="Of all that is random.")
@option("--threads", group=_TRAINING, type=click.IntRange(min=1), default=1, help="Processors to use.")
@option(
    "--device",
    group=_TRAINING,
    default="auto",
    metavar="DEVICE",
    help="Where it is trained: auto, cpu, cuda, cuda:1, mps.",
)
@option(
    "--checkpoint-minutes",
    group=_DURATION,
    type=float,
    default=5.0,
    help="How often a checkpoint is written, besides after each epoch.",
)
@option(
    "--resume", group=_DURATION, is_flag=True, help="Go on from the last checkpoint in the folder, if there is one."
)
@out_option("The model's folder.", folder=True, required=True)
@quiet_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    treebanks: tuple[Path, ...],
    out: Path,
    valid: tuple[Path, ...],
    words: str,
    lowercase: Lowercase,
    untagged: bool,
    vocab: Path | None,
    vocab_size: int | None,
    min_count: int | None,
    unk: str,
    description: str,
    licence: str,
    device: str,
    checkpoint_minutes: float,
    resume: bool,
    quiet: bool,
    **options: Any,
) -> int:
    """Train a recurrent neural network grammar (Dyer et al. 2016) on trees.

    TREES are files of constituency trees in brackets, (S (NP (DT The) (NN dog)) (VP (VBZ barks))), as in the Penn
    Treebank; or treebanks of Universal Dependencies (.conllu), of which constituents are made by rule. Files may be
    packed (.gz, .xz). The folder gets model.safetensors, vocab.txt and card.json. Progress goes to standard error: bits
    are those of a word with its part of the tree. A run that was cut short goes on with the same command and --resume.

    \b
    Examples:
      sglite train rnng trees.txt --out models/rnng
      sglite train rnng train.txt --valid valid.txt -o models/rnng \\
          --words clitics --max-minutes 60 --threads 2
      sglite train rnng it_isdt-ud-train.conllu -o models/italian --words italian
      sglite surprisal sentences.txt --model rnng:models/rnng
    """
    from ..authoring.constituents import read_treebank
    from ..backends.devices import choose_device
    from ..lm.rnng.training import RnngOptions, TreeCorpus, train
    from ..lm.vocabulary import Vocabulary

    if vocab is not None and (vocab_size is not None or min_count is not None):
        raise InputError("--vocab gives the words; leave out --vocab-size and --min-count.")
    if (vocab_size is not None and vocab_size < 1) or (min_count is not None and min_count < 1):
        raise InputError("--vocab-size and --min-count must be at least 1.")

    read = partial(read_treebank, tagged=not untagged)
    card = train(
        TreeCorpus(treebanks, words, lowercase, read),
        out,
        RnngOptions(**options),
        valid=TreeCorpus(valid, words, lowercase, read) if valid else None,
        vocabulary=Vocabulary.read(vocab) if vocab is not None else None,
        vocab_size=vocab_size or _DEFAULT_SIZE,
        min_count=min_count or _DEFAULT_COUNT,
        unk=unk,  # type: ignore[arg-type]  # click.Choice lets only these two through
        licence=licence,
        description=description,
        command=command_line(ctx),
        resume=resume,
        checkpoint_minutes=checkpoint_minutes,
        device=choose_device(device),
        report=None if quiet else _report,
    )
    if not quiet:
        measured = card["valid"]
        click.echo(
            f"valid: {measured['bits']:.3f} bits a word with its part of the tree, {measured['word_bits']:.3f} of them "
            "the word's; sglite perplexity --no-eos gives that of words alone",
            err=True,
        )
    click.echo(str(out))
    return 0


def _report(progress: TrainingProgress[TreeValidation]) -> None:
    if progress.validation is not None:
        click.echo(
            f"{progress.n_words:,} words  validation: {progress.validation.bits:.3f} bits, "
            f"{progress.validation.word_bits:.3f} of them the word's",
            err=True,
        )
        return
    click.echo(
        f"epoch {progress.epoch}  {progress.n_words:,} words  {progress.words_per_second:,.0f} words/s  "
        f"{progress.bits:.3f} bits  lr {progress.lr:.2g}  {progress.minutes:.1f} min, {progress.minutes_left:.1f} left",
        err=True,
    )
