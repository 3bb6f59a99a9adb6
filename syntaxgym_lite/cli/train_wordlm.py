"""``sglite train wordlm``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..casing import Lowercase
from ..errors import InputError
from ..resources import shipped_models
from ._kept_command import CommandThatIsKept, command_line
from ._messages import warn
from ._options import OUTPUT, option, out_option, quiet_option
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
    from ..lm.recurrent.training import Validation

_DEFAULT_SIZE = 50_000


def _cutoffs(ctx: click.Context, parameter: click.Parameter, value: str) -> tuple[int, ...]:
    try:
        cuts = tuple(int(part) for part in value.split(","))
    except ValueError:
        raise InputError(f"--cutoffs {value}: write whole numbers with commas, e.g. 2000,10000.") from None
    if any(cut < 1 for cut in cuts) or list(cuts) != sorted(set(cuts)):
        raise InputError(f"--cutoffs {value}: the numbers must be above 0 and rise.")
    return cuts


@click.command("wordlm", cls=CommandThatIsKept)
@click.argument("corpora", nargs=-1, required=True, metavar="CORPUS...", type=click.Path(path_type=Path))
@held_out_options("sentence of the corpus")
@option(
    "--arch",
    group=NETWORK,
    type=click.Choice(["lstm", "rnn", "lstm-5gram", "onlstm"]),
    default="lstm",
    help="Kind of network; lstm-5gram sees windows of five words only, onlstm has ordered neurons.",
)
@option("--layers", group=NETWORK, type=int, default=2, help="Recurrent layers.")
@option("--hidden", group=NETWORK, type=int, default=650, help="Width of the recurrent layers.")
@option("--emb", group=NETWORK, type=int, default=650, help="Width of the word vectors.")
@option(
    "--chunk",
    group=NETWORK,
    type=int,
    metavar="N",
    help="onlstm: how many units share a master gate. [default: 10]",
)
@option(
    "--weight-drop",
    group=NETWORK,
    type=float,
    metavar="SHARE",
    help="onlstm: share of the recurrent weights that each batch drops. [default: 0.45]",
)
@option("--tied", group=NETWORK, is_flag=True, help="Use the word vectors for the decoder too.")
@option(
    "--softmax",
    group=NETWORK,
    type=click.Choice(["full", "adaptive", "split"]),
    default="full",
    help="adaptive: rarer words in groups with narrower vectors; about twice as fast. split: in groups, with vectors "
    "of one width.",
)
@option(
    "--cutoffs",
    group=NETWORK,
    default="2000,10000",
    callback=_cutoffs,
    metavar="N,N",
    help="Where the rarer groups of an adaptive or split softmax begin.",
)
@training_options
@option(
    "--start-from",
    "start",
    group=TRAINING,
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Go on from the weights and words of a model of the same shape, one's own or lstm; --resume is for a run that "
    "was cut short.",
)
@vocabulary_options(
    f"[default: {_DEFAULT_SIZE}, or all with --min-count]", min_count="Keep words that occur at least so often."
)
@option(
    "--order",
    group=TRAINING,
    type=click.Choice(["stream", "sentences"]),
    default="stream",
    help="stream: running text, the state is passed on. sentences: whole shuffled sentences, each from "
    "the zero state, as they are scored.",
)
@option("--batch-size", group=TRAINING, type=int, default=64, help="Rows of text learnt from at once.")
@option("--bptt", group=TRAINING, type=int, default=35, help="Words that gradients flow back over.")
@option(
    "--optimizer",
    group=TRAINING,
    type=click.Choice(["sgd", "adamw"]),
    default="sgd",
    help="How weights follow gradients.",
)
@option(
    "--lr", group=TRAINING, type=float, metavar="RATE", help="Learning rate. [default: 20 for sgd, 0.002 for adamw]"
)
@option(
    "--schedule",
    group=TRAINING,
    type=click.Choice(["anneal", "linear", "cosine", "constant"]),
    help="anneal: divide the rate by 4 when validation gets no better; linear, cosine: to zero within the "
    "budget. [default: anneal for sgd, linear for adamw]",
)
@loop_options(clip=0.25, dropout=0.2, weight_decay=0.0, epochs=40, old=("--max-tokens",))
@option("--half", group=OUTPUT, is_flag=True, help="Write the weights in half precision.")
@out_option("The model's folder.", folder=True, old=["--output"], required=True)
@quiet_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    corpora: tuple[Path, ...],
    out: Path,
    valid: tuple[Path, ...],
    test: tuple[Path, ...],
    words: str,
    lowercase: Lowercase,
    strip_markers: bool,
    start: Path | None,
    vocab: Path | None,
    vocab_size: int | None,
    min_count: int | None,
    unk: str,
    description: str,
    licence: str,
    checkpoint_minutes: float,
    resume: bool,
    quiet: bool,
    **options: Any,
) -> int:
    """Train a recurrent language model over words.

    The defaults are the recipe of Gulordava et al. (2018). CORPUS is UTF-8 text, one sentence a line; .gz and .xz are
    unpacked. The folder gets model.safetensors, vocab.txt and card.json. Progress goes to standard error, one line at a
    time. A run that was cut short goes on with the same command and --resume.

    \b
    Examples:
      sglite train wordlm corpus.txt --out models/mine
      sglite train wordlm corpus.txt --valid valid.txt --test test.txt \\
          -o models/fast --hidden 256 --emb 256 --softmax adaptive \\
          --order sentences --optimizer adamw --clip 1 --dropout 0 \\
          --max-minutes 30 --threads 2
      sglite train wordlm more.txt --start-from models/mine -o models/tuned
      sglite train wordlm corpus.txt --unk classes --arch lstm-5gram -o models/w5
      sglite surprisal sentences.txt --model wordlm:models/mine
    """
    from ..lm.corpus import Corpus
    from ..lm.recurrent.training import TrainingOptions, train

    if start is not None and (vocab_size is not None or min_count is not None):
        raise InputError("--start-from brings its words; leave out --vocab-size and --min-count.")
    if start is not None and not start.exists() and (shipped := shipped_models().get(str(start))):
        start = shipped.folder
    vocabulary = given_vocabulary(vocab, vocab_size, min_count)
    size = vocab_size if vocab_size is not None or min_count is not None else _DEFAULT_SIZE
    text = Corpus(corpora, words, lowercase, strip_markers)
    if not quiet and (remark := text.remark()):
        warn(remark)
    card = train(
        text,
        out,
        TrainingOptions(**options),
        valid=Corpus(valid, words, lowercase, strip_markers) if valid else None,
        test=Corpus(test, words, lowercase, strip_markers) if test else None,
        start=start,
        vocabulary=vocabulary,
        vocab_size=size,
        min_count=min_count or 1,
        unk=unk,  # type: ignore[arg-type]  # click.Choice lets only these two through
        licence=licence,
        description=description,
        command=command_line(ctx),
        resume=resume,
        checkpoint_minutes=checkpoint_minutes,
        report=None if quiet else _report,
    )
    for name, measured in () if quiet else card["perplexity"].items():
        click.echo(
            f"{name}: perplexity {measured['perplexity']:.2f} over {measured['n_words']:,} words, sentence ends "
            f"counted; {measured['perplexity_known']:.2f} over known words ({measured['n_unknown']:,} unknown)",
            err=True,
        )
    click.echo(str(out))
    return 0


def _report(progress: TrainingProgress[Validation]) -> None:
    bits = f"{progress.bits:.3f} bits, perplexity {2**progress.bits:,.1f}"
    say_progress(progress, bits, lambda found: f"{found.bits:.3f} bits, perplexity {found.perplexity:.1f}")
