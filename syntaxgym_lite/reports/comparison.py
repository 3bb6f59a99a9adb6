"""What two models do differently, as a person reads it: the answer first, then tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import IO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..errors import counted, listed
from ..results import RunResult, SuiteResult
from ..stats.chance_tests import LEVEL
from ..stats.compared import EffectDifference, GroupDifference, ModelComparison, ModelPair, SuiteDifference
from ..stats.correlation import Correlation, PerplexityCorrelation
from ..stats.training_effects import TrainingEffects
from .tables import Name, console_for, decimal, fitted, table_of

__all__ = ["markdown_tables", "print_comparison"]

_SMALLEST_P = 1e-4
_TESTS = {
    "mcnemar": "McNemar's exact test",
    "sign-flip": "sign-flip permutation test, as ties count in part",
    "sign-flip over clusters": "sign-flip permutation test over clusters, as items belong together",
}
_METHODS = {
    "tango": "Tango's score interval",
    "tango, clusters": "Tango's score interval, for clusters",
    "bootstrap": "paired bootstrap",
}


def print_comparison(
    comparison: ModelComparison, stream: IO[str], *, run: RunResult | None = None, items: bool = False
) -> None:
    """Print what was compared.

    Parameters
    ----------
    comparison : ModelComparison
    stream : file object
    run : RunResult, optional
        Whose models these are, for the texts and labels of items.
    items : bool, optional
        Whether to list the items that only one model passes.
    """
    console = console_for(stream)

    def say(text: str, style: str = "") -> None:
        console.print(Text(text, style=style))

    for number, pair in enumerate(comparison.pairs):
        if number:
            console.print()
        for line, style in _answer(pair):
            say(line, style)
        for caution in pair.cautions:
            say(f"Note: {caution}", "yellow")
        if pair.not_compared:
            say(_not_compared(pair))
    if len(comparison.pairs) == 1:
        _show_pair(comparison.pairs[0], console)
    else:
        _show_pairs(comparison.pairs, console)
    if items:
        for pair in comparison.pairs:
            _show(_item_table(pair, run), console)
    _show_correlations(comparison, console)
    _show_perplexity(comparison, console)
    if comparison.training is not None:
        _show_training(comparison.training, console)
    for note in comparison.notes:
        say(f"Note: {note}")


def _show(table: Table, console: Console) -> None:
    if table.row_count:
        console.print(fitted(table, console))


# ---------------------------------------------------------------- the answer


def _answer(pair: ModelPair) -> Iterator[tuple[str, str]]:
    """Say first what was asked: who passes more, by how much, and whether that is more than luck."""
    model, baseline = pair.model, pair.baseline
    if pair.overall is None:
        for suite in pair.suites:
            yield _answer_of_suite(pair, suite)
        return
    all_ = pair.overall
    word, size = _more(all_.difference)
    head = (
        f"{model} scores as {baseline} does: {all_.score:.3f}"
        if not size
        else f"{model} scores {size} {word} than {baseline}: {all_.score:.3f} against {all_.baseline_score:.3f}"
    )
    yield f"{head}, mean over {counted(all_.n_suites, 'suite')}.", "bold"
    suites = "" if all_.p_suites is None else f"; {_p(all_.p_suites)} (sign-flip permutation test over suites)"
    yield f"95 % interval of the difference {_interval(all_, 3)}, by bootstrap over suites and items{suites}.", ""
    yield (
        f"Of {counted(all_.n_items, 'item')}, {model} alone passes {all_.n_only_model}, {baseline} alone "
        f"{all_.n_only_baseline}: {_p(all_.p)} ({_TESTS[all_.test]}).",
        "",
    )
    better = [suite for suite in pair.suites if suite.p_holm < LEVEL and suite.difference > 0]
    worse = [suite for suite in pair.suites if suite.p_holm < LEVEL and suite.difference < 0]
    yield (
        f"Suite by suite, after Holm's correction: better in {len(better)}, worse in {len(worse)}, undecided in "
        f"{len(pair.suites) - len(better) - len(worse)}.",
        "",
    )
    if _holds_0(all_):
        yield "The interval holds 0: these suites do not tell which model is better.", ""


def _answer_of_suite(pair: ModelPair, suite: SuiteDifference) -> tuple[str, str]:
    word, size = _more(suite.difference)
    test = _TESTS[suite.test]
    said = "as many" if not size else f"{size} {word}"
    than = "as" if not size else "than"
    holm = "" if len(pair.suites) == 1 else f", Holm {_p(suite.p_holm, short=True)}"
    line = (
        f"{pair.model} passes {said} of {suite.suite}'s {counted(suite.n_items, 'item')} {than} {pair.baseline}: "
        f"{suite.score:.3f} against {suite.baseline_score:.3f} (95 % interval {_interval(suite, 3)}; {test}, "
        f"{_p(suite.p)}{holm})."
    )
    if suite.p_holm >= LEVEL:
        line += " These items do not tell which model is better."
    return line, "bold"


def _more(difference: float) -> tuple[str, str]:
    size = decimal(abs(difference), 3)
    return ("more" if difference > 0 else "less"), "" if size == "0.000" else size


def _holds_0(row: GroupDifference) -> bool:
    return row.ci_low is not None and row.ci_high is not None and row.ci_low <= 0 <= row.ci_high


def _not_compared(pair: ModelPair) -> str:
    reasons: dict[str, list[str]] = {}
    for one in pair.not_compared:
        reasons.setdefault(one.reason, []).append(one.suite)
    said = "; ".join(f"{listed(names, 5)} ({reason})" for reason, names in reasons.items())
    return f"Not compared: {said}."


# ---------------------------------------------------------------- tables


def _show_pair(pair: ModelPair, console: Console) -> None:
    if len(pair.suites) > 1:
        _show(_group_table("language", pair.languages), console)
        _show(_group_table("circuit", pair.circuits), console)
    _show(_suite_table(pair), console)
    console.print(Text("\n".join(_legend(pair)), style="dim"))
    if len(pair.suites) == 1:
        _show_effects(pair, pair.suites[0], console)


def _suite_table(pair: ModelPair) -> Table:
    table = table_of(["suite"])
    for name in (pair.model, pair.baseline):
        table.add_column(Name(name), justify="right")
    for name in ("differs", "95 % interval", "only one", "p (Holm)"):
        table.add_column(name, justify="right", no_wrap=True)
    for suite in pair.suites:
        table.add_row(
            Name(suite.suite),
            f"{suite.score:.2f}",
            f"{suite.baseline_score:.2f}",
            decimal(suite.difference, 2, sign="+"),
            _interval(suite),
            f"{suite.n_only_model} / {suite.n_only_baseline}",
            _p_cell(suite.p_holm),
        )
    return table


def _group_table(what: str, rows: Sequence[GroupDifference]) -> Table:
    table = table_of([what], ["suites", "differs", "95 % interval", "only one", "p (Holm)"])
    for row in rows:
        table.add_row(
            Name(row.name.replace("_", " ") or "not named"),
            str(row.n_suites),
            decimal(row.difference, 2, sign="+"),
            _ends(row.items_ci_low, row.items_ci_high),
            f"{row.n_only_model} / {row.n_only_baseline}",
            _p_cell(row.p_holm),
        )
    return table


def _legend(pair: ModelPair) -> Iterator[str]:
    methods = listed(sorted({_METHODS[suite.ci_method] for suite in pair.suites}))
    tests = listed(sorted({_TESTS[suite.test] for suite in pair.suites}))
    several = len(pair.suites) > 1
    yield f"differs: {pair.model} minus {pair.baseline}. Interval: {methods}, about other items of the same kind."
    yield f"only one: items that {pair.model} alone passes / that {pair.baseline} alone passes."
    yield f"p: {tests}{', corrected by Holm for the rows of its table' if several else ''}."
    if clusters := [suite.n_clusters for suite in pair.suites if suite.n_clusters is not None]:
        least = 2.0 ** (1 - min(clusters))
        yield f"Items of one cluster are not independent; of {min(clusters)} clusters, p is {least:.2g} at least."


def _show_effects(pair: ModelPair, suite: SuiteDifference, console: Console) -> None:
    """Give the effects of a suite; formulas stand above the table, where they have the whole width."""
    units = {effect.unit for effect in suite.effects}
    unit = next(iter(units)) if len(units) == 1 else "each in its unit"
    console.print(Text(f"Effects in {suite.suite}, as predicted, in {unit}:"))
    for number, effect in enumerate(suite.effects, 1):
        name = f"{effect.name}: " if effect.name else ""
        console.print(Text(f"  {number}. {name}{' '.join(effect.comparison.split())}"))
    table = table_of(["effect"])
    for name in (pair.model, pair.baseline):
        table.add_column(Name(name), justify="right")
    for name in ("differs", "95 % interval", "p"):
        table.add_column(name, justify="right", no_wrap=True)
    for number, effect in enumerate(suite.effects, 1):
        table.add_row(
            str(number),
            *(_number(value, sign="+") for value in (effect.effect, effect.baseline_effect, effect.difference)),
            _interval(effect),
            "-" if effect.p is None else _p_cell(effect.p),
        )
    _show(table, console)
    console.print(Text("Mean margins in the predicted direction; paired t intervals and tests.", style="dim"))


def _show_pairs(pairs: Sequence[ModelPair], console: Console) -> None:
    """Give the differences of several pairs side by side; those that hold after Holm's correction have a star."""
    against = {pair.baseline for pair in pairs}
    names = [pair.model if len(against) == 1 else f"{pair.model} - {pair.baseline}" for pair in pairs]
    table = table_of(["model"], ["SG score", "difference", "95 % interval", "only one", "p (Holm)"])
    for name, pair in zip(names, pairs, strict=True):
        if (row := pair.overall) is not None:
            table.add_row(
                Name(name),
                f"{row.score:.3f}",
                decimal(row.difference, 3, sign="+"),
                _interval(row),
                f"{row.n_only_model} / {row.n_only_baseline}",
                _p_cell(row.p_holm),
            )
    _show(table, console)
    for what in ("languages", "circuits", "suites"):
        _show(_side_by_side(what, pairs, names), console)
    minus = f"minus {next(iter(against))}" if len(against) == 1 else "the first minus the second"
    notes = [f"Differences, {minus}. *: p < {LEVEL} after Holm's correction for the rows of its column."]
    if table.row_count:
        notes.append("only one: items that the model alone passes / that the other one alone passes.")
    notes.append("--format csv has intervals, tests and counts of each.")
    console.print(Text("\n".join(notes), style="dim"))


def _side_by_side(what: str, pairs: Sequence[ModelPair], names: Sequence[str]) -> Table:
    by_pair: list[dict[str, GroupDifference | SuiteDifference]] = [
        {row.suite if isinstance(row, SuiteDifference) else row.name: row for row in getattr(pair, what)}
        for pair in pairs
    ]
    table = table_of([what.removesuffix("s")])
    for name in names:
        table.add_column(Name(name), justify="right")
    for row in dict.fromkeys(row for own in by_pair for row in own):
        cells = []
        for own in by_pair:
            found = own.get(row)
            star = "*" if found is not None and found.p_holm < LEVEL else " "
            cells.append("-" if found is None else f"{decimal(found.difference, 2, sign='+')}{star}")
        table.add_row(Name(row.replace("_", " ") if what == "circuits" else row or "not named"), *cells)
    return table


def _item_table(pair: ModelPair, run: RunResult | None) -> Table:
    suites: Mapping[str, SuiteResult] = {}
    if run is not None:
        suites = {suite.suite: suite for model in run.models if model.model == pair.model for suite in model.suites}
    table = table_of(["suite", "item", "only", "its first condition"])
    for one in pair.suites:
        suite = suites.get(one.suite)
        texts: dict[int, str] = {}
        for sentence in suite.sentences if suite else ():
            texts.setdefault(sentence.item_number, sentence.text)
        numbers = [(number, pair.model) for number in one.items_only_model]
        numbers += [(number, pair.baseline) for number in one.items_only_baseline]
        for number, model in sorted(numbers):
            label = suite.labels.get(number, "") if suite else ""
            item = f"{number} ({label})" if label else str(number)
            table.add_row(Name(one.suite), item, Name(model), Text(texts.get(number, "")))
    return table


# ---------------------------------------------------------------- all models


def _show_correlations(comparison: ModelComparison, console: Console) -> None:
    found = comparison.correlations
    if not found:
        return
    if len(found) == 1:
        [one] = found
        console.print(
            Text(
                f"Over {counted(one.pearson.n, 'suite')} the scores of {one.first} and {one.second} correlate: Pearson "
                f"{_correlation(one.pearson)}, Spearman {_correlation(one.spearman)}."
            )
        )
        return
    names = list(dict.fromkeys(name for one in found for name in (one.first, one.second)))
    by_pair = {(one.first, one.second): one for one in found}
    table = table_of(["Pearson over suites"])
    for name in names[1:]:
        table.add_column(Name(name), justify="right")
    for place, name in enumerate(names[:-1]):
        cells = []
        for number, other in enumerate(names[1:], 1):
            both = by_pair.get((name, other))
            r = None if both is None else both.pearson.r
            cells.append("" if number <= place else "-" if r is None else decimal(r, 2, sign="+"))
        table.add_row(Name(name), *cells)
    _show(table, console)
    sizes = sorted({one.pearson.n for one in found})
    said = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
    console.print(Text(f"Over {said} suites; --format json has intervals and Spearman's.", style="dim"))


def _correlation(one: Correlation) -> str:
    if one.r is None:
        return "not defined (fewer than 3, or all alike)"
    interval = "" if one.ci_low is None or one.ci_high is None else f" ({one.ci_low:+.2f} to {one.ci_high:+.2f})"
    return f"{one.r:+.2f}{interval}"


def _show_perplexity(comparison: ModelComparison, console: Console) -> None:
    if not comparison.perplexity:
        return
    table = table_of(["model"], ["perplexity", "SG score"])
    for model, perplexity in sorted(comparison.perplexities.items(), key=lambda pair: pair[1]):
        table.add_row(Name(model), f"{perplexity:,.1f}", f"{comparison.sg_scores[model]:.3f}")
    _show(table, console)
    for one in comparison.perplexity:
        console.print(Text(_perplexity_line(one, comparison.n_shared_suites)))


def _perplexity_line(one: PerplexityCorrelation, n_suites: int) -> str:
    who = f"class {one.group}" if one.group is not None else "SG score against log perplexity"
    p = "" if one.spearman.p is None else f", {_p(one.spearman.p)}"
    return (
        f"{who}: Spearman {_correlation(one.spearman)}{p}, Pearson {_correlation(one.pearson)}; "
        f"{counted(one.spearman.n, 'model')}, {counted(n_suites, 'suite')}."
    )


def _show_training(found: TrainingEffects, console: Console) -> None:
    console.print(Text(found.formula, style="bold"))
    table = table_of(["coefficient"], ["estimate", "SE", "95 % interval"])
    for one in found.coefficients:
        table.add_row(
            Name(one.name),
            decimal(one.estimate, 4, sign="+"),
            decimal(one.standard_error, 4),
            f"{decimal(one.ci_low, 4, sign='+')} to {decimal(one.ci_high, 4, sign='+')}",
        )
    _show(table, console)
    tests = table_of(["without"], ["chi-square", "df", "p", "AIC"])
    tests.add_row("(whole model)", "", "", "", f"{found.aic:.2f}")
    for test in found.tests:
        tests.add_row(test.term, f"{test.chi_square:.3f}", str(test.df), _p_cell(test.p), f"{test.aic_without:.2f}")
    _show(tests, console)
    counts = ", ".join(
        [
            counted(found.n_scores, "score"),
            counted(found.n_models, "model"),
            counted(found.n_suites, "suite"),
            counted(found.n_instances, "instance"),
        ]
    )
    lines = [
        f"Maximum likelihood; likelihood-ratio tests. {counts}. Classes are against {found.first_class}.",
        f"Standard deviations: suite {found.sd_suite:.4f}, instance {found.sd_instance:.4f}, rest "
        f"{found.sd_residual:.4f}. log likelihood {found.log_likelihood:.2f}.",
    ]
    if found.singular:
        lines.append("A random effect has no variance in these scores (a singular fit).")
    if not found.converged:
        lines.append("The fit did not converge; do not trust it.")
    console.print(Text("\n".join(lines), style="dim"))


# ---------------------------------------------------------------- numbers


def _interval(row: GroupDifference | SuiteDifference | EffectDifference, places: int = 2) -> str:
    return _ends(row.ci_low, row.ci_high, places)


def _ends(low: float | None, high: float | None, places: int = 2) -> str:
    if low is None or high is None:
        return "-"
    return f"{decimal(low, places, sign='+')} to {decimal(high, places, sign='+')}"


def _number(value: float | None, *, sign: str = "") -> str:
    return "-" if value is None else decimal(value, 2, sign=sign)


def _p(p: float, *, short: bool = False) -> str:
    """Write a p value as part of a sentence."""
    text = f"< {_SMALLEST_P:.4f}" if p < _SMALLEST_P else f"= {p:.4f}" if p < 0.01 else f"= {p:.3f}"
    return text.removeprefix("= ") if short else f"p {text}"


def _p_cell(p: float) -> str:
    return f"<{_SMALLEST_P:.4f}" if p < _SMALLEST_P else f"{p:.4f}" if p < 0.01 else f"{p:.3f}"


def markdown_tables(comparison: ModelComparison) -> Iterator[str]:
    """Give the tables of each pair in Markdown, a line at a time."""
    for pair in comparison.pairs:
        yield f"**{_escaped(pair.model)} against {_escaped(pair.baseline)}**"
        yield ""
        for line, _ in _answer(pair):
            yield _escaped(line)
        yield from (_escaped(caution) for caution in pair.cautions)
        yield ""
        heads = [
            "",
            "suites",
            "items",
            pair.model,
            pair.baseline,
            "difference",
            "95 % interval",
            "only one",
            "p (Holm)",
        ]
        yield f"| {' | '.join(map(_escaped, heads))} |"
        yield f"| --- |{' ---: |' * (len(heads) - 1)}"
        groups = [*([pair.overall] if pair.overall else []), *pair.languages, *pair.circuits]
        for group in groups:
            yield _markdown_row(group.name.replace("_", " ") or "all", str(group.n_suites), group)
        for suite in pair.suites:
            yield _markdown_row(suite.suite, "", suite)
        yield ""


def _markdown_row(name: str, n_suites: str, row: GroupDifference | SuiteDifference) -> str:
    cells = [
        name,
        n_suites,
        str(row.n_items),
        f"{row.score:.3f}",
        f"{row.baseline_score:.3f}",
        decimal(row.difference, 3, sign="+"),
        _interval(row),
        f"{row.n_only_model} / {row.n_only_baseline}",
        _p_cell(row.p_holm),
    ]
    return f"| {' | '.join(map(_escaped, cells))} |"


def _escaped(text: str) -> str:
    """Write what Markdown would take for a mark, of a name say, as what it is."""
    return "".join(f"\\{letter}" if letter in "\\`*_[]|<>#" else letter for letter in text)
