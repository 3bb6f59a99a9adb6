"""What a paper states of a run: a paragraph on methods, the rules behind numbers, and where they are from."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..errors import counted, listed
from ..model_names import precision_of, without_folders
from ..papers import PAPERS, Paper, behind_model, behind_suites
from ..results import ModelResult, RunResult, parts_of
from ..stats import ModelSummary, RunSummary, summarize
from .html.references import reference_of

__all__ = [
    "chance_rule",
    "interval_rule",
    "mean_interval_rule",
    "methods_paragraph",
    "mixed_kinds",
    "provenance",
    "references_behind",
    "silent_rule",
    "suite_set_rule",
    "tie_rule",
]

_Numbers = Mapping[str, Any]
_MOST_SUITES_NAMED = 8
_MOST_PAPERS_CITED = 6
_LEVEL = "p < 0.05"


# ---------------------------------------------------------------- rules


def interval_rule(rows: Iterable[_Numbers]) -> str:
    """Say how the intervals of shares of items were made.

    Examples
    --------
    >>> interval_rule([{"ci_method": "wilson"}])
    "Wilson's score intervals"
    """
    if any(row.get("ci_method") == "clusters" for row in rows):
        return "Wilson's score intervals, of the effective number of items where items belong together (clusters)"
    return "Wilson's score intervals"


def mean_interval_rule(summary: RunSummary | None = None) -> str:
    """Say how the intervals of means over suites were made."""
    bootstrap = (dict(summary) if summary is not None else {}).get("bootstrap")
    how = f" ({bootstrap['n']:,} replicates, seed {bootstrap['seed']})" if isinstance(bootstrap, dict) else ""
    return f"by a bootstrap over suites and over the items within each{how}"


def chance_rule(summary: RunSummary, over: str) -> str:
    """Say how scores were held against chance.

    Parameters
    ----------
    summary : RunSummary
    over : str
        What the tests are corrected for: ``"suites"``, ``"predictions"``.
    """
    rows = [dict(suite) for model in summary["models"] for suite in model["suites"]]
    if not any("p_chance_holm" in row for row in rows):
        return "the 95 % interval does not hold the chance level"
    effective = ", of as many independent items as would tell as much where items belong together"
    clusters = effective if any(row.get("n_clusters") for row in rows) else ""
    return f"exact two-sided binomial tests{clusters}, corrected by Holm's method over the {over} of a model, {_LEVEL}"


def tie_rule(summary: RunSummary, n_ties: int) -> str:
    """Say what ties count; nothing where there are none that would count otherwise."""
    ties = str(dict(summary).get("ties", "wrong"))
    if not n_ties:
        return ""
    have = counted(n_ties, "item has one", "items have one")
    if ties == "half":
        return f"An item with ties counts how often it passes if these are resolved at random ({have})."
    if ties.startswith("random:"):
        return f"Ties are broken by lot, with seed {ties.partition(':')[2]} ({have})."
    return f"Ties count as wrong ({have})."


def suite_set_rule(summary: RunSummary) -> str:
    """Say which suites a mean over suites leaves out, if it does."""
    left = list(dict.fromkeys(name for model in summary["models"] for name in dict(model).get("left_out", ())))  # type: ignore[attr-defined]
    if not left:
        return ""
    return f"As in the figures of Hu et al. (2020), means over suites leave out {listed(left)}."


def silent_rule(summary: RunSummary) -> str:
    """Say that suites on which a model is silent have no score, and how many these are, if there are any."""
    own = {model["model"]: list(dict(model).get("silent", ())) for model in summary["models"]}  # type: ignore[call-overload]
    said = [f"{counted(len(names), 'suite')} of {name}" for name, names in own.items() if names]
    if not said:
        return ""
    return (
        "Where a model knows none of the words that differ in a suite it is silent: the suite has no score, and no "
        f"part in means ({listed(said)})."
    )


def mixed_kinds(model: _Numbers) -> list[str]:
    """Say over how many languages and published collections a mean over suites is, if over several."""
    # a suite on which the model is silent is in no mean
    languages, collections = (
        [part for part in model[kind] if part["n_suites"]] for kind in ("languages", "collections")
    )
    said = []
    # suites that name no language may well be in the only one that is named
    if len(languages) > 2 or (len(languages) == 2 and all(part["name"] for part in languages)):
        said.append(counted(len(languages), "language"))
    if len(collections) > 1:
        said.append(counted(len(collections), "collection"))
    return said


# ---------------------------------------------------------------- where numbers are from


def provenance(run: RunResult, summary: RunSummary | None = None) -> dict[str, Any]:
    """Give all that says where the numbers of a run are from, as data.

    Parameters
    ----------
    run : RunResult
    summary : RunSummary, optional
        Of `summarize`, if it was made already, with the rules by which it counts.

    Returns
    -------
    dict
        ``models``: of each, ``model``, ``spec``, ``backend``, ``kind`` in words, ``revision``, ``fingerprint``,
        ``options``, ``units``, ``pseudo``, ``word_boundary``, ``n_tokens``, ``n_oov`` (unknown words) and ``warnings``.
        ``suites``: of each, ``suite``, ``sha256``, ``source``, ``n_items``, ``n_excluded``, ``excluded``, ``circuit``,
        ``language``, ``join``, ``context``, ``metric``, ``reference``, ``chance``. ``runs``: of each,
        ``created``, ``versions``, ``settings``, ``results``. ``references``: the papers behind all of it, in full.
        ``ties``, ``suites_as``, ``eos``, ``normalize_text``, ``created``, ``versions``, ``failures``.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> found = provenance(sgl.evaluate("npz", "ngram"))
    >>> found["models"][0]["kind"], found["suites"][0]["n_items"]
    ('5-gram model', 28)
    """
    summary = summary or summarize(run)
    suites: dict[str, dict[str, Any]] = {}
    for model, own in zip(run.models, summary["models"], strict=True):
        for suite, row in zip(model.suites, own["suites"], strict=True):
            suites.setdefault(
                suite.suite,
                {
                    "suite": suite.suite,
                    "sha256": suite.suite_sha256,
                    "source": suite.source,
                    "n_items": row["n_items"],
                    "n_excluded": row["n_excluded"],
                    "excluded": dict(row["excluded"]),
                    "circuit": suite.circuit,
                    "language": suite.language,
                    "join": suite.join,
                    "context": suite.context,
                    "metric": suite.metric,
                    "reference": reference_of(suite),
                    "chance": row["chance"],
                    "predicts": bool(row["predictions"]),
                },
            )
    rules: dict[str, Any] = dict(summary)
    return {
        "models": [_model(model, own) for model, own in zip(run.models, summary["models"], strict=True)],
        "suites": list(suites.values()),
        "runs": parts_of(run),
        "references": [str(paper) for paper in references_behind(run)],
        "ties": rules.get("ties", "wrong"),
        "suites_as": rules.get("suites_as", "all"),
        "eos": bool(run.settings.get("eos")),
        "normalize_text": list(run.settings.get("normalize_text") or ()),
        "created": run.created,
        "versions": dict(run.versions),
        "failures": [{"model": failure.model, "message": failure.message} for failure in run.failures],
    }


def references_behind(run: RunResult) -> list[Paper]:
    """Give the papers behind suites, models and how they were asked, in alphabetical order."""
    found = behind_suites(reference_of(suite) for _, suite in run.named_suites())
    for model in run.models:
        found += behind_model(model.spec or model.model, model.backend, model.options, model.word_boundary)
    keys = {paper.key for paper in found}
    return [paper for key, paper in PAPERS.items() if key in keys]


def _model(model: ModelResult, summary: ModelSummary) -> dict[str, Any]:
    return {
        "model": model.model,
        "spec": model.spec or model.model,
        "backend": model.backend,
        "kind": _kind(model),
        "revision": model.revision,
        "fingerprint": model.fingerprint,
        "options": dict(model.options),
        "units": model.units,
        "pseudo": model.pseudo,
        "word_boundary": model.word_boundary,
        "n_tokens": sum(suite["n_tokens"] for suite in summary["suites"]),
        "n_oov": sum(suite["n_oov"] for suite in summary["suites"]),
        "warnings": list(model.warnings),
    }


_KINDS = {
    "hf": "causal language model",
    "mlm": "masked language model",
    "openai": "causal language model behind a server",
    "llamacpp": "causal language model computed by llama.cpp",
    "vllm": "causal language model served by vLLM",
    "transfo-xl": "word-level Transformer-XL",
    "wordlm": "word-level recurrent language model",
    "rnng": "recurrent neural network grammar",
    "treelm": "language model of bracketed trees",
    "unigram": "baseline of word frequency",
    "random": "baseline of random values",
    "replay": "recorded surprisals",
}


def _kind(model: ModelResult) -> str:
    if model.backend in ("ngram", "kenlm"):
        order = model.options.get("order")
        return f"{order}-gram model" if order else "n-gram model"
    return _KINDS.get(model.backend, f"model of the kind {model.backend}")


# ---------------------------------------------------------------- the paragraph


def methods_paragraph(run: RunResult, summary: RunSummary | None = None) -> str:
    """Write what a paper states of a run: which models, suites and texts, what counts as a success, which statistics.

    Parameters
    ----------
    run : RunResult
    summary : RunSummary, optional
        Of `summarize`, if it was made already, with the rules by which it counts.

    Returns
    -------
    str
        A paragraph in English, which cites papers by authors and year; `references_behind` gives them in full. It says
        nothing that the run does not know: on which data a model was trained, say.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> text = sgl.methods_paragraph(sgl.evaluate("npz", "ngram"))
    >>> text.partition(";")[0]
    'We evaluated one model on one test suite (npz, 28 items'
    """
    summary = summary or summarize(run)
    facts = provenance(run, summary)
    parts = [
        _opening(facts),
        *_models(facts["models"]),
        *_starts(facts["models"]),
        *_texts(run, facts),
        *_unknown_words(facts["models"]),
        *_scores(facts, summary),
        *_statistics(facts, summary),
    ]
    return " ".join(parts)


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _n(n: int, noun: str) -> str:
    """A number in words up to ten, with what is counted."""
    number = _NUMBERS[n] if n < len(_NUMBERS) else f"{n:,}"
    return f"{number} {noun if n == 1 else f'{noun}s'}"


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _semicolons(names: Sequence[str]) -> str:
    return "; ".join(names)


def _opening(facts: Mapping[str, Any]) -> str:
    suites = facts["suites"]
    n_items = sum(suite["n_items"] for suite in suites)
    named = f"{_and([suite['suite'] for suite in suites])}, " if 0 < len(suites) <= _MOST_SUITES_NAMED else ""
    cited = behind_suites(suite["reference"] for suite in suites)
    designs = ""
    if cited:
        designs = f"; after {_cited(cited)}" if len(cited) <= _MOST_PAPERS_CITED else "; after the papers below"
    what = f"{_n(len(facts['models']), 'model')} on {_n(len(suites), 'test suite')} ({named}{n_items:,} items{designs})"
    return f"We evaluated {what} with {_software(facts)}."


def _cited(papers: Sequence[Paper]) -> str:
    return ", ".join(paper.key for paper in papers)


_LIBRARIES = {"python": "Python", "torch": "PyTorch", "transformers": "transformers", "numpy": "NumPy"}


def _software(facts: Mapping[str, Any]) -> str:
    versions = facts["versions"]
    own = versions.get("syntaxgym_lite", "")
    kinds = {model["backend"] for model in facts["models"]}
    neural = bool(kinds & {"hf", "mlm", "rnng", "transfo-xl", "treelm", "wordlm"})
    hub = bool(kinds & {"hf", "mlm", "treelm"})
    names = ["python", "numpy", *(["torch"] if neural else []), *(["transformers"] if hub else [])]
    others = [f"{_LIBRARIES[name]} {versions[name]}" for name in names if name in versions]
    dates = sorted({date for part in facts["runs"] if (date := _day(part["created"]))})
    when = f"; run on {dates[0]}" if len(dates) == 1 else f"; run from {dates[0]} to {dates[-1]}" if dates else ""
    return f"syntaxgym_lite {own} ({', '.join(others)}{when})".replace("  ", " ")


def _day(created: str) -> str:
    try:
        return datetime.datetime.fromisoformat(created).date().isoformat()
    except ValueError:
        return ""


def _models(models: Sequence[_Numbers]) -> Iterator[str]:
    yield f"{'The model was' if len(models) == 1 else 'The models were'} {_semicolons(list(map(_one_model, models)))}."


def _one_model(model: _Numbers) -> str:
    name, options = model["model"], model["options"]
    spec = model["spec"].partition("?")[0]
    said = [f"a {model['kind']}" if model["backend"] != "replay" else model["kind"]]
    said[0] = said[0].replace("a 8-gram", "an 8-gram").replace("a n-gram", "an n-gram")
    if spec not in (name, ""):
        said.append(without_folders(spec))
    if model["revision"]:
        said.append(f"revision {model['revision'][:12]}")
    if (precision := precision_of(options)) is not None:
        said.append(f"in {precision}")
    if options.get("words") and model["units"] == "words" and model["backend"] != "random":
        said.append(f"words cut by the scheme '{options['words']}'")
    if options.get("lowercase"):
        said.append("in lower case")
    if model["backend"] in ("rnng", "treelm"):
        said.append(
            f"word-synchronous beam search with a beam of {options['beam']}, a word beam of {options['word_beam']}, a "
            f"fast track of {options['fast_track']}, room for {options['room']} completed derivations and at most "
            f"{options['max_consecutive_nts']} constituents opened in a row"
        )
    if model["fingerprint"]:
        said.append(f"fingerprint {model['fingerprint'][:12]}")
    return f"{name} ({', '.join(said)})"


def _starts(models: Sequence[_Numbers]) -> Iterator[str]:
    """What the first token of a sentence is conditioned on."""
    starts: dict[str, list[str]] = {}
    for model in models:
        bos, backend = model["options"].get("bos"), model["backend"]
        if backend == "wordlm":
            starts.setdefault("the end of a sentence before it", []).append(model["model"])
        elif bos is not None and backend not in ("random", "unigram", "replay", "mlm"):
            kind = "nothing" if bos == "none" else "a start of the sentence" if bos == "auto" else f"the token {bos}"
            starts.setdefault(kind, []).append(model["model"])
    if starts:
        is_all = len(starts) == 1 and sum(map(len, starts.values())) == len(models)
        said = [kind if is_all else f"{kind} ({_and(names)})" for kind, names in starts.items()]
        yield f"The first token of each sentence was conditioned on {_and(said)}."


_PLL = {
    "within-word-l2r": "with the later pieces of its word masked too (Kauf and Ivanova 2023)",
    "original": "with nothing else masked (Salazar et al. 2020)",
}
_METRICS = {
    "sum": "summed over the tokens of a region", "mean": "averaged over the tokens of a region",
    "median": "as the median over the tokens of a region", "max": "as the greatest of a region's tokens",
    "min": "as the least of a region's tokens", "range": "as the range over a region's tokens",
}  # fmt: skip
_JOINS = {
    "space": "by blanks", "none": "without anything between them",
    "natural": "by blanks, but for punctuation",
}  # fmt: skip


def _texts(run: RunResult, facts: Mapping[str, Any]) -> Iterator[str]:
    """What was scored, and which value a region has."""
    metrics = list(dict.fromkeys(suite["metric"] for suite in facts["suites"]))
    how = _and([_METRICS.get(metric, f"by the metric {metric}") for metric in metrics]) if metrics else ""
    masked = [model for model in facts["models"] if model["pseudo"] and model["backend"] == "mlm"]
    causal = [model for model in facts["models"] if not model["pseudo"]]
    if causal:
        of = f" ({_and([model['model'] for model in causal])})" if masked else ""
        yield f"Surprisal is -log2 of the probability of a token given what stands before it, in bits{of}, {how}."
    for model in masked:
        seen = (
            "given the left context alone (Ettinger 2020)"
            if model["options"].get("sides") == "left"
            else f"given both sides, {_PLL.get(str(model['options'].get('pll')), 'masked')}"
        )
        yield f"For {model['model']} it is the pseudo-surprisal of a masked token, {seen}, {how}."
    joins = Counter(suite["join"] for suite in facts["suites"])
    said = [
        _JOINS.get(join, join) + (f" ({counted(n, 'suite')})" if len(joins) > 1 else "") for join, n in joins.items()
    ]
    if said:
        yield (
            f"Regions were joined {_and(said)}; a token counts for the region that holds its first character other "
            "than a blank."
        )
    contexts = list(dict.fromkeys(suite["context"] for suite in facts["suites"] if suite["context"]))
    if contexts:
        yield (
            f"Sentences followed the text '{contexts[0].strip()}', which was not scored."
            if len(contexts) == 1
            else "Sentences followed a text of their suite, which was not scored."
        )
    corrected = [model["model"] for model in facts["models"] if model["word_boundary"] == "corrected"]
    pieces = [
        model["model"] for model in facts["models"] if model["units"] == "pieces" and model["model"] not in corrected
    ]
    if corrected:
        yield (
            f"The probability that a word ends counts for that word ({_and(corrected)}; Pimentel and Meister 2024; Oh "
            "and Schuler 2024)."
        )
    if pieces:
        of = f" ({_and(pieces)})" if len(pieces) < len(facts["models"]) else ""
        yield f"The probability that a word ends counts for the token after it{of}, without correction."
    if facts["eos"]:
        yield "The end of the sentence was scored too."
    if facts["normalize_text"]:
        changes = {"quotes": "quotation marks were made straight", "nfc": "texts were put into Unicode's form C"}
        said = [changes.get(name, name) for name in facts["normalize_text"]]
        yield f"Before scoring, {_and(said)}."


def _unknown_words(models: Sequence[_Numbers]) -> Iterator[str]:
    unknown = [model for model in models if model["n_oov"]]
    if unknown:
        said = [f"{model['n_oov']:,} of {model['n_tokens']:,} tokens for {model['model']}" for model in unknown]
        yield (f"Words outside a model's vocabulary have the surprisal of its unknown word ({_and(said)}).")


def _scores(facts: Mapping[str, Any], summary: RunSummary) -> Iterator[str]:
    """What counts as a success, and what does not."""
    suites = [suite for suite in facts["suites"] if suite["predicts"]]
    if not suites:
        yield "The suites predict nothing, and have no score."
        return
    yield "An item passes if all predictions of its suite hold; a suite's score is the share of its items that pass."
    if len(suites) > 1 and any(model["sg_score"] is not None for model in summary["models"]):
        mixed = dict.fromkeys(said for model in summary["models"] for said in mixed_kinds(dict(model)))
        of = f"; here over suites of {_and(list(mixed))}" if mixed else ""
        yield f"The SG score of a model is the mean of the scores of its suites, each counting the same{of}."
    if sets := suite_set_rule(summary):
        yield sets
    if silent := silent_rule(summary):
        yield silent
    rows = [suite for model in summary["models"] for suite in model["suites"] if suite["predictions"]]
    ties, undefined = (sum(row[name] for row in rows) for name in ("n_ties", "n_undefined"))
    yield tie_rule(summary, ties) or "There were no ties."
    yield (
        f"An item with a value that a model does not define does not pass ({counted(undefined, 'outcome')})."
        if undefined
        else "Every item had a value under every model."
    )
    if n := sum(suite["n_excluded"] for suite in facts["suites"]):
        reasons: Counter[str] = Counter()
        for suite in facts["suites"]:
            reasons.update(suite["excluded"])
        why = "; ".join(f"{reason}: {count}" for reason, count in reasons.most_common())
        yield f"{counted(n, 'item was', 'items were')} excluded ({why})."
    if facts["failures"]:
        names = list(dict.fromkeys(failure["model"] for failure in facts["failures"]))
        yield f"Some or all sentences could not be scored with {_and(names)}."


def _statistics(facts: Mapping[str, Any], summary: RunSummary) -> Iterator[str]:
    suites = [suite for suite in facts["suites"] if suite["predicts"]]
    if not suites:
        return
    rows: list[_Numbers] = [dict(suite) for model in summary["models"] for suite in model["suites"]]
    levels = sorted(suite["chance"] for suite in suites if suite["chance"] is not None)
    if levels:
        span = f"{levels[0]:.3f}" if levels[0] == levels[-1] else f"from {levels[0]:.3f} to {levels[-1]:.3f}"
        yield (
            "Chance levels are those of a model whose values say nothing about the design, counted or simulated "
            f"({span})."
        )
    ends = [model["sg_interval"]["ci_low"] for model in summary["models"]]
    means = len(suites) > 1 and any(end is not None for end in ends)
    of_means = f"; of means over suites {mean_interval_rule(summary)}" if means else ""
    yield f"Intervals are of 95 %: of scores of suites {interval_rule(rows)}{of_means}."
    if levels:
        yield f"Scores were held against chance: {chance_rule(summary, 'suites')}."
