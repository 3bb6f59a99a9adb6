"""``sglite train wordlm``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..casing import Lowercase
from ..errors import InputError
from ._kept_command import CommandThatIsKept, command_line
from ._messages import warn
from ._options import OUTPUT, WORDS, option, out_option, quiet_option, training_options

if TYPE_CHECKING:
    from ..lm.loop import TrainingProgress
    from ..lm.recurrent.training import Validation

_DEFAULT_SIZE = 50_000

_NETWORK = "Network"
_TRAINING = "Training"
_DURATION = "How long"


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
@option(
    "--valid",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Validation text. May be repeated. [default: every 20th sentence of the corpus, held out]",
)
@option(
    "--test",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Text whose perplexity is said, and written into the card. May be repeated.",
)
@option(
    "--arch",
    group=_NETWORK,
    type=click.Choice(["lstm", "rnn", "lstm-5gram", "onlstm"]),
    default="lstm",
    help="Kind of network; lstm-5gram sees windows of five words only, onlstm has ordered neurons.",
)
@option("--layers", group=_NETWORK, type=int, default=2, help="Recurrent layers.")
@option("--hidden", group=_NETWORK, type=int, default=650, help="Width of the recurrent layers.")
@option("--emb", group=_NETWORK, type=int, default=650, help="Width of the word vectors.")
@option(
    "--chunk",
    group=_NETWORK,
    type=int,
    metavar="N",
    help="onlstm: how many units share a master gate. [default: 10]",
)
@option(
    "--weight-drop",
    group=_NETWORK,
    type=float,
    metavar="SHARE",
    help="onlstm: share of the recurrent weights that each batch drops. [default: 0.45]",
)
@option("--tied", group=_NETWORK, is_flag=True, help="Use the word vectors for the decoder too.")
@option(
    "--softmax",
    group=_NETWORK,
    type=click.Choice(["full", "adaptive", "split"]),
    default="full",
    help="adaptive: rarer words in groups with narrower vectors; about twice as fast. split: in groups, with vectors "
    "of one width.",
)
@option(
    "--cutoffs",
    group=_NETWORK,
    default="2000,10000",
    callback=_cutoffs,
    metavar="N,N",
    help="Where the rarer groups of an adaptive or split softmax begin.",
)
@training_options
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
    help=f"Most frequent words to keep. [default: {_DEFAULT_SIZE}, or all with --min-count]",
)
@option("--min-count", group=WORDS, type=int, metavar="N", help="Keep words that occur at least so often.")
@option(
    "--order",
    group=_TRAINING,
    type=click.Choice(["stream", "sentences"]),
    default="stream",
    help="stream: running text, the state is passed on. sentences: whole shuffled sentences, each from "
    "the zero state, as they are scored.",
)
@option("--batch-size", group=_TRAINING, type=int, default=64, help="Rows of text learnt from at once.")
@option("--bptt", group=_TRAINING, type=int, default=35, help="Words that gradients flow back over.")
@option(
    "--optimizer",
    group=_TRAINING,
    type=click.Choice(["sgd", "adamw"]),
    default="sgd",
    help="How weights follow gradients.",
)
@option(
    "--lr", group=_TRAINING, type=float, metavar="RATE", help="Learning rate. [default: 20 for sgd, 0.002 for adamw]"
)
@option(
    "--schedule",
    group=_TRAINING,
    type=click.Choice(["anneal", "linear", "cosine", "constant"]),
    help="anneal: divide the rate by 4 when validation gets no better; linear, cosine: to zero within the "
    "budget. [default: anneal for sgd, linear for adamw]",
)
@option("--clip", group=_TRAINING, type=float, default=0.25, help="Largest norm of a gradient.")
@option("--dropout", group=_TRAINING, type=float, default=0.2, help="Share of values left out.")
@option("--weight-decay", group=_TRAINING, type=float, default=0.0, help="Pull of weights to 0.")
@option("--epochs", group=_DURATION, type=int, default=40, help="Passes over the corpus at most.")
@option(
    "--max-words",
    group=_DURATION,
    old=["--max-tokens"],
    type=int,
    metavar="N",
    help="Budget: stop after so many words.",
)
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
@option("--half", group=OUTPUT, is_flag=True, help="Write the weights in half precision.")
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
      sglite train wordlm corpus.txt --unk classes --arch lstm-5gram -o models/w5
      sglite surprisal sentences.txt --model wordlm:models/mine
    """
    from ..lm.corpus import Corpus
    from ..lm.recurrent.training import TrainingOptions, train
    from ..lm.vocabulary import Vocabulary

    if vocab is not None and (vocab_size is not None or min_count is not None):
        raise InputError("--vocab gives the words; leave out --vocab-size and --min-count.")
    if (vocab_size is not None and vocab_size < 1) or (min_count is not None and min_count < 1):
        raise InputError("--vocab-size and --min-count must be at least 1.")
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
        vocabulary=Vocabulary.read(vocab) if vocab is not None else None,
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
    if progress.validation is not None:
        click.echo(
            f"{progress.n_words:,} words  validation: {progress.validation.bits:.3f} bits, "
            f"perplexity {progress.validation.perplexity:.1f}",
            err=True,
        )
        return
    click.echo(
        f"epoch {progress.epoch}  {progress.n_words:,} words  {progress.words_per_second:,.0f} words/s  "
        f"{progress.bits:.3f} bits, perplexity {2**progress.bits:,.1f}  lr {progress.lr:.2g}  "
        f"{progress.minutes:.1f} min, {progress.minutes_left:.1f} left",
        err=True,
    )
