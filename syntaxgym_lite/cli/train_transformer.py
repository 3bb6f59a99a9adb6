"""``sglite train transformer``."""

from __future__ import annotations

import math
import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ..errors import InputError
from ..words import SCHEMES
from ._kept_command import CommandThatIsKept, command_line
from ._messages import warn
from ._options import OUTPUT, option, out_option, quiet_option
from ._training_options import NETWORK, TRAINING, card_options, held_out_options, loop_options, say_progress

if TYPE_CHECKING:
    from ..lm.loop import TrainingProgress
    from ..lm.transformer.training import TransformerValidation

_TEXT = "Text and tokens"
_SIZES = ("tiny", "mini", "base", "gpt2", "gpt2-medium", "gpt2-large", "gpt2-xl")
_COUNT = re.compile(r"(\d+(?:\.\d+)?)([kKmM]?)")
_BABYLM = (*range(1_000_000, 10_000_001, 1_000_000), *range(20_000_000, 100_000_001, 10_000_000),
           *range(200_000_000, 1_000_000_001, 100_000_000))  # fmt: skip


def _words(ctx: click.Context, parameter: click.Parameter, value: str | None) -> tuple[int, ...]:
    """Numbers of words as people write them: 1M, 2.5M, 500k."""
    if value is None:
        return ()
    if value == "babylm":
        return _BABYLM
    counts = []
    for part in value.split(","):
        found = _COUNT.fullmatch(part.strip())
        count = 0 if found is None else round(float(found[1]) * {"": 1, "k": 1e3, "m": 1e6}[found[2].lower()])
        if count < 1:
            raise InputError(f"--checkpoints {value}: write numbers of words with commas, e.g. 1M,2M,5M, or babylm.")
        counts.append(count)
    return tuple(sorted(set(counts)))


@click.command("transformer", cls=CommandThatIsKept)
@click.argument("corpora", nargs=-1, required=True, metavar="CORPUS...", type=click.Path(path_type=Path))
@held_out_options("document of the corpus")
@option(
    "--size",
    group=NETWORK,
    type=click.Choice(_SIZES),
    default="base",
    help="Layers, heads and width at once: tiny 2, 4, 128; mini 4, 4, 256; base 6, 8, 512; gpt2 12, 12, 768 (GPT-2 "
    "small), and its larger sisters.",
)
@option("--layers", group=NETWORK, type=int, metavar="N", help="Layers, instead of the size's.")
@option("--heads", group=NETWORK, type=int, metavar="N", help="Attention heads, instead of the size's.")
@option("--width", group=NETWORK, type=int, metavar="N", help="Width of the layers, instead of the size's.")
@option("--context", group=NETWORK, type=int, default=256, help="Tokens that it sees at once.")
@option(
    "--documents",
    group=_TEXT,
    type=click.Choice(["lines", "paragraphs"]),
    default="lines",
    help="What a document is: each line, or the lines up to a blank one. Documents are joined by <|endoftext|>.",
)
@option(
    "--tokenizer",
    group=_TEXT,
    type=click.Choice(["bpe", "words"]),
    default="bpe",
    help="Byte-pair encoding trained on the corpus, or words as they stand between blanks.",
)
@option(
    "--trees",
    group=_TEXT,
    is_flag=True,
    help="The files are trees, in brackets or CoNLL-U: learn their strings, brackets as tokens. Plain sentences are "
    "then scored by searching for their brackets.",
)
@option("--untagged", group=_TEXT, is_flag=True, help="The trees have no parts of speech: (S (NP The dog) (VP barks)).")
@option(
    "--words",
    group=_TEXT,
    type=click.Choice(SCHEMES),
    default="treebank",
    help="Of trees: how plain sentences are cut to be like their words.",
)
@option("--vocab-size", group=_TEXT, type=int, default=16_000, help="Tokens at most.")
@option(
    "--min-count",
    group=_TEXT,
    type=int,
    default=2,
    help="Words that occur more seldom are unknown; pairs that do are not joined.",
)
@option("--lowercase", group=_TEXT, is_flag=True, help="Lower-case the text.")
@option(
    "--strip-markers",
    group=_TEXT,
    is_flag=True,
    help="Leave out <s>, <|endoftext|> and their kin that stand in the text; otherwise such a text is refused.",
)
@option("--batch-size", group=TRAINING, type=int, default=32, help="Blocks of text learnt from at once.")
@option("--accumulate", group=TRAINING, type=int, default=1, help="Parts in which a batch is computed, for memory.")
@option("--lr", group=TRAINING, type=float, default=6e-4, metavar="RATE", help="Highest learning rate.")
@option(
    "--schedule",
    group=TRAINING,
    type=click.Choice(["cosine", "linear", "constant"]),
    default="cosine",
    help="How the rate falls to zero within the budget.",
)
@option("--warmup", group=TRAINING, type=click.FloatRange(0, 1), default=0.02, help="Share of it in which it rises.")
@option("--precision", group=TRAINING, type=click.Choice(["float32", "bf16", "fp16"]), default="float32",
        help="What the network is computed in; half of it is faster on a GPU.")  # fmt: skip
@loop_options(clip=1.0, dropout=0.1, weight_decay=0.1, epochs=10)
@option(
    "--checkpoints",
    group=OUTPUT,
    callback=_words,
    show_default=False,
    metavar="N,N",
    help="Keep the model as it is after so many words too: 1M,2M,5M; or babylm, the steps of that challenge.",
)
@card_options
@out_option("The model's folder.", folder=True, required=True)
@quiet_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    corpora: tuple[Path, ...],
    out: Path,
    valid: tuple[Path, ...],
    test: tuple[Path, ...],
    size: str,
    layers: int | None,
    heads: int | None,
    width: int | None,
    documents: Any,
    strip_markers: bool,
    trees: bool,
    untagged: bool,
    words: str,
    description: str,
    licence: str,
    checkpoint_minutes: float,
    resume: bool,
    quiet: bool,
    **options: Any,
) -> int:
    """Train a causal transformer (GPT-2's architecture) from scratch.

    CORPUS is UTF-8 text; .gz and .xz are unpacked. The folder is an ordinary one of Hugging Face: --model ./mine here,
    from_pretrained elsewhere. Progress goes to standard error. A run that was cut short goes on with the same command
    and --resume, to the same weights. Several GPUs: accelerate launch -m syntaxgym_lite train transformer ...

    \b
    Examples:
      sglite train transformer corpus.txt --out models/mine
      sglite train transformer corpus.txt -o models/small --size mini \\
          --max-minutes 60 --threads 2
      sglite train transformer babylm/*.txt -o models/baby --size gpt2 \\
          --context 1024 --vocab-size 50257 --precision bf16 --checkpoints babylm
      sglite eval npz --model ./models/mine
      sglite train transformer --trees trees.txt -o models/brackets
    """
    from ..authoring.constituents import read_treebank
    from ..lm.transformer.text import Documents, TreeDocuments
    from ..lm.transformer.training import SIZES, TransformerOptions, train_transformer

    if untagged and not trees:
        raise InputError("--untagged is for --trees.")
    if not trees and ctx.get_parameter_source("words") is ParameterSource.COMMANDLINE:
        raise InputError("--words is for --trees; of text, --tokenizer words takes what stands between blanks.")
    if trees and strip_markers:
        raise InputError("--strip-markers is for text, not for --trees.")
    if trees and documents != "lines":
        raise InputError("--documents is for text: with --trees, each tree is a document.")

    def read(paths: tuple[Path, ...]) -> Documents | TreeDocuments:
        if trees:
            return TreeDocuments(paths, partial(read_treebank, tagged=not untagged))
        return Documents(paths, documents, strip_markers)

    if not trees and not quiet and (remark := Documents(corpora).remark(options["tokenizer"])):
        warn(remark)
    sizes = SIZES[size]
    card = train_transformer(
        read(corpora),
        out,
        TransformerOptions(
            layers=layers or sizes.layers, heads=heads or sizes.heads, width=width or sizes.width, **options
        ),
        valid=read(valid) if valid else None,
        test=read(test) if test else None,
        words=words,
        description=description,
        licence=licence,
        command=command_line(ctx),
        resume=resume,
        checkpoint_minutes=checkpoint_minutes,
        report=None if quiet else _report,
    )
    for name, measured in () if quiet else card["perplexity"].items():
        if trees:
            click.echo(
                f"{name}: {math.log2(measured['perplexity']):.3f} bits a word with its brackets; sglite perplexity "
                "--no-eos gives that of words alone",
                err=True,
            )
            continue
        click.echo(
            f"{name}: perplexity {measured['perplexity']:.2f} over {measured['n_words']:,} words, document ends "
            f"counted; {measured['bits_per_character']:.3f} bits a character",
            err=True,
        )
    click.echo(str(out))
    return 0


def _report(progress: TrainingProgress[TransformerValidation]) -> None:
    say_progress(
        progress,
        f"{progress.bits:.3f} bits a token",
        lambda found: f"perplexity {found.perplexity:.1f}, {found.bits_per_character:.3f} bits a character",
    )
