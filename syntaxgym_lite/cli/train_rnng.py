"""``sglite train rnng``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..casing import Lowercase
from ._kept_command import CommandThatIsKept, command_line
from ._options import option, out_option, quiet_option
from ._training_options import (
    NETWORK,
    TRAINING,
    given_vocabulary,
    held_out_options,
    loop_options,
    say_progress,
    training_options,
    vocabulary_options,
)

if TYPE_CHECKING:
    from ..lm.loop import TrainingProgress
    from ..lm.rnng.training import TreeValidation

_DEFAULT_SIZE = 50_000
_DEFAULT_COUNT = 2


@click.command("rnng", cls=CommandThatIsKept)
@click.argument("treebanks", nargs=-1, required=True, metavar="TREES...", type=click.Path(path_type=Path))
@held_out_options("tree", of="trees", test=False)
@option(
    "--composition",
    group=NETWORK,
    type=click.Choice(["lstm", "attention"]),
    default="lstm",
    help="How the vector of a constituent comes from those in it: by LSTMs in both directions, or gated attention.",
)
@option("--layers", group=NETWORK, type=int, default=2, help="Layers of the stack's LSTM.")
@option("--hidden", group=NETWORK, type=int, default=256, help="Width of the stack's LSTM.")
@option("--emb", group=NETWORK, type=int, default=256, help="Width of the vectors of words and constituents.")
@partial(training_options, words="treebank", of_text=False)
@option("--untagged", is_flag=True, help="The trees have no parts of speech: (S (NP The dog) (VP barks)).")
@vocabulary_options(
    f"[default: {_DEFAULT_SIZE}]",
    min_count="Keep words that occur at least so often; the others teach what unknown words are.",
    default_count=_DEFAULT_COUNT,
)
@option("--batch-words", group=TRAINING, type=int, default=1000, help="Words learnt from at once, in whole sentences.")
@option("--lr", group=TRAINING, type=float, default=0.001, metavar="RATE", help="Learning rate.")
@option(
    "--schedule",
    group=TRAINING,
    type=click.Choice(["linear", "cosine", "constant"]),
    default="linear",
    help="linear, cosine: the rate falls to zero within the budget.",
)
@option(
    "--device",
    group=TRAINING,
    default="auto",
    metavar="DEVICE",
    help="Where it is trained: auto, cpu, cuda, cuda:1, mps.",
)
@loop_options(clip=1.0, dropout=0.3, weight_decay=0.0, epochs=18, learnt="trees")
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

    vocabulary = given_vocabulary(vocab, vocab_size, min_count)
    read = partial(read_treebank, tagged=not untagged)
    card = train(
        TreeCorpus(treebanks, words, lowercase, read),
        out,
        RnngOptions(**options),
        valid=TreeCorpus(valid, words, lowercase, read) if valid else None,
        vocabulary=vocabulary,
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
    say_progress(
        progress,
        f"{progress.bits:.3f} bits",
        lambda found: f"{found.bits:.3f} bits, {found.word_bits:.3f} of them the word's",
    )
