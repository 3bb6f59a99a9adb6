"""``sglite harvest``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ..authoring.dependency_pairs import COMPARED
from ..authoring.harvest import SPACINGS
from ..authoring.inflection import VARIANTS
from ..errors import InputError, counted
from ._options import Command, format_option, option, out_option, overwrite_option, quiet_option
from .suites import show_rows

if TYPE_CHECKING:
    from ..authoring.conllu import Tree
    from ..suite import Suite

_FILE = click.Path(dir_okay=False, path_type=Path)
_SEARCH = "Construction search (without --vary)"
_PAIRS = "Pairs that differ in a feature (with --vary)"


@click.command("harvest", cls=Command)
@click.argument("treebanks", metavar="TREEBANK...", type=_FILE, nargs=-1, required=True)
@option("--name", metavar="NAME", help="Name of the suite. [default: that of the file]")
@option("--language", metavar="CODE", help="Language of the suite, such as 'it', for its description.")
@option("--vocab", type=_FILE, metavar="FILE", help="Words that the models know, one a line; others are avoided.")
@option(
    "--lexicon",
    type=_FILE,
    metavar="FILE",
    multiple=True,
    help="Take word forms from this treebank, too; with --vary, a table of UniMorph will do.",
)
@option(
    "--min-count",
    type=click.IntRange(min=2),
    default=6,
    help="How often a construction must occur with a singular cue, and with a plural one; with --vary, how often a "
    "governor.",
)
@option("--whole", is_flag=True, help="Add the rest of the sentence as a third region.")
@option("--vary", "feature", metavar="FEATURE", group=_PAIRS, help="The feature that is wrong in one form: Gender.")
@option("--target", metavar="UPOS[:DEPREL]", group=_PAIRS, help="Which words change: VERB,AUX or ADJ:amod.")
@option(
    "--agrees-with",
    metavar="CUE",
    group=_PAIRS,
    help="The word that must have the same value: 'head', the target's head; a relation such as 'nsubj', its "
    "dependant; or 'head:nsubj', a dependant of its head.",
)
@option("--governed-by", metavar="CUE", group=_PAIRS, help="The word that asks for the value: 'head', or 'case'.")
@option("--wrong-value", metavar="VALUE", multiple=True, group=_PAIRS, help="Only this value. [default: each other]")
@option("--same", metavar="FEATURE", multiple=True, group=_PAIRS, help="The two must be equal in this, too.")
@option("--free", metavar="FEATURE", multiple=True, group=_PAIRS, help="In this, the two forms may differ.")
@option("--target-has", metavar="FEATURE=VALUE", multiple=True, group=_PAIRS, help="Only targets that are so.")
@option("--target-without", metavar="DEPREL", multiple=True, group=_PAIRS, help="No targets with such a dependant.")
@option("--cue-upos", metavar="UPOS", group=_PAIRS, help="What the cue is: NOUN,PROPN. [default: anything]")
@option("--cue-has", metavar="FEATURE=VALUE", multiple=True, group=_PAIRS, help="Only cues that are so.")
@option(
    "--cue-without",
    metavar="DEPREL",
    multiple=True,
    group=_PAIRS,
    help="No cues with such a dependant. [default: conj, where they agree]",
)
@option(
    "--compare",
    "compared",
    type=click.Choice(COMPARED),
    default="target",
    group=_PAIRS,
    help="The target after what stands before it, or all from there to the end; then its cue may follow.",
)
@option(
    "--variants",
    type=click.Choice(VARIANTS),
    default="refuse",
    group=_PAIRS,
    help="What to do where the other value has several forms.",
)
@option("--nonce", "n_nonce", type=click.IntRange(min=0), default=9, group=_SEARCH, help="Nonce sentences an original.")
@option("--seed", type=int, default=0, group=_SEARCH, help="Choice of words for nonce sentences.")
@option(
    "--min-frequency",
    type=click.IntRange(min=1),
    default=2,
    group=_SEARCH,
    help="How often a word must occur to be put into nonce sentences.",
)
@option(
    "--spacing",
    type=click.Choice(SPACINGS),
    default="tokens",
    group=_SEARCH,
    help="A blank between any two words, as in the paper, or only where the treebank's text has one.",
)
@out_option("Write the suite there. [default: list what is found only]")
@overwrite_option()
@format_option
@quiet_option
@click.pass_context
def command(
    context: click.Context,
    /,
    treebanks: tuple[Path, ...],
    out: Path | None,
    overwrite: bool,
    name: str | None,
    format_: str,
    quiet: bool,
    **options: Any,
) -> int:
    """Make agreement suites of treebanks in CoNLL-U: a form that is right in its place, and one that is wrong.

    Without --vary, constructions are searched for in which two words with at least three between them agree in number
    throughout the treebank, and items made of their sentences and of nonce sentences, as Gulordava et al. (2018) did.
    With --vary, every word that you describe becomes an item, with its form that has another value of any feature:
    gender, case, person, tense. Files may be packed (.gz, .xz); several are taken together. Standard output is what
    was found.

    \b
    Examples:
      sglite harvest it_isdt-ud-train.conllu --language it -o agreement_it.json
      sglite harvest ru_*.conllu.xz --vocab vocab.txt --min-count 3 -o ru.json
      sglite harvest it.conllu --vary Gender --target ADJ:amod --agrees-with head
      sglite harvest ru.conllu --vary Case --target NOUN --governed-by case
    """
    from ..authoring.conllu import read_conllu
    from ..files import refuse_replacing
    from ..suite.json import save_suite

    _refuse_mixed(context)
    if out is not None:
        refuse_replacing(out, overwrite=overwrite)
    trees = [tree for path in treebanks for tree in read_conllu(path)]
    name = name or (out.stem if out is not None else treebanks[0].name.partition(".")[0])
    found = (_pairs if options["feature"] is not None else _constructions)(trees, name, **options)
    if out is not None and found.suite is None:
        raise InputError(found.nothing)
    if out is not None and found.suite is not None:
        save_suite(found.suite, out)
    if found.rows or format_ == "json":
        show_rows(found.rows, format_, found.kind)
    if quiet:
        return 0
    for line in found.lines:
        click.echo(line, err=True)
    if out is not None:
        click.echo(f"{out}: the sentences are those of the treebank, and its licence goes with them.", err=True)
    return 0


def _refuse_mixed(context: click.Context) -> None:
    """Refuse options of the one way of harvesting beside those of the other."""
    has_feature = context.params["feature"] is not None
    for parameter in context.command.params:
        group = getattr(parameter, "group", None)
        given = context.get_parameter_source(str(parameter.name)) is not ParameterSource.DEFAULT
        if given and group == (_SEARCH if has_feature else _PAIRS):
            raise click.UsageError(
                f"{parameter.opts[0]} is for the construction search, without --vary."
                if has_feature
                else f"{parameter.opts[0]} goes with --vary, which says what feature is wrong."
            )
    if not has_feature:
        return
    if context.params["target"] is None:
        raise click.UsageError("--vary needs --target: which words change, as in --target VERB.")
    if (context.params["agrees_with"] is None) == (context.params["governed_by"] is None):
        raise click.UsageError(
            "--vary needs one of --agrees-with and --governed-by: the word that tells the value, as in "
            "--agrees-with nsubj."
        )


@dataclass(frozen=True, slots=True)
class _Found:
    """What to write, and to say."""

    suite: Suite | None
    kind: str
    rows: list[dict[str, object]]
    lines: list[str]
    nothing: str


def _constructions(
    trees: Sequence[Tree], name: str, *, vocab: Path | None, lexicon: Sequence[Path], **options: Any
) -> _Found:
    from ..authoring.harvest import harvest, read_vocabulary
    from ..authoring.inflection import read_lexicon

    further, forms = read_lexicon(lexicon)
    if forms:
        raise InputError("A table of UniMorph goes with --vary; the construction search takes forms of treebanks.")
    known = ("n_nonce", "seed", "min_count", "min_frequency", "spacing", "whole", "language")
    found = harvest(
        trees,
        name=name,
        lexicon=further,
        vocabulary=None if vocab is None else read_vocabulary(vocab),
        **{key: options[key] for key in known},
    )
    rows: list[dict[str, object]] = [
        {
            "construction": construction.name,
            "sing_sing": construction.counts.get(("Sing", "Sing"), 0),
            "plur_plur": construction.counts.get(("Plur", "Plur"), 0),
            "differ": sum(count for (left, right), count in construction.counts.items() if left != right),
            "instances": n_instances,
            "original": n_original,
            "nonce": n_nonce,
        }
        for construction, n_instances, n_original, n_nonce in found.constructions
    ]
    lines = [] if rows else ["Note: no construction was found; take a larger treebank, or lower --min-count."]
    lines += [f"Note: {note}" for note in found.notes]
    reasons = Counter(each.reason for each in found.excluded)
    lines += [f"Left out: {count} because {reason}." for reason, count in reasons.most_common()]
    nothing = (
        f"No suite: {counted(len(found.constructions), 'construction was', 'constructions were')} found, and no "
        "sentence that can be used. "
        "Take a larger treebank, give more word forms by --lexicon, or lower --min-count."
    )
    return _Found(found.suite, "constructions", rows, lines, nothing)


def _pairs(trees: Sequence[Tree], name: str, *, vocab: Path | None, lexicon: Sequence[Path], **options: Any) -> _Found:
    from ..authoring.dependency_pairs import dependency_pairs
    from ..authoring.dependency_patterns import pattern_of
    from ..authoring.harvest import read_vocabulary
    from ..authoring.inflection import read_lexicon

    further, forms = read_lexicon(lexicon, {word.lemma for tree in trees for word in tree.parts})
    described = ("feature", "target", "agrees_with", "governed_by", "same", "free", "target_has", "target_without",
                 "cue_upos", "cue_has", "cue_without")  # fmt: skip
    found = dependency_pairs(
        trees,
        pattern_of(**{key: options[key] for key in described}),
        name=name,
        to=options["wrong_value"],
        lexicon=further,
        table=forms,
        vocabulary=None if vocab is None else read_vocabulary(vocab),
        **{key: options[key] for key in ("variants", "min_count", "compared", "whole", "language")},
    )
    rows: list[dict[str, object]] = [
        {"of": f"{outcome.of}s", "n": outcome.n, "outcome": outcome.outcome} for outcome in found.outcomes
    ]
    n_items = 0 if found.suite is None else len(found.suite.items)
    lines = [f"Note: {note}" for note in found.notes]
    if found.n_compared:
        agree = "agrees with its cue" if found.n_agree == 1 else "agree with their cue"
        lines.append(f"Of {counted(found.n_compared, 'candidate')}, {found.n_agree} {agree}.")
    n_words = sum(outcome.n for outcome in found.outcomes if outcome.of == "word")
    lines.append(f"{counted(n_words, 'candidate')}, {counted(n_items, 'item')}.")
    nothing = (
        f"No suite: {counted(n_words, 'candidate was', 'candidates were')} found, and no pair that can be used. Run "
        "the command without --out to see why; give more word forms by --lexicon, or describe the words more widely."
    )
    return _Found(found.suite, "outcomes", rows, lines, nothing)
