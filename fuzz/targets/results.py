"""A mutated run.json is refused with the place, or read as a whole that fits together and is written as it was read."""

from __future__ import annotations

import json
import math

from hypothesis import strategies as st

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.results import RunResult, SuiteResult

from ..inputs import corpus, file, mutated, mutated_json, readable

SEEDS = corpus("results")
INPUTS = st.one_of(mutated_json(SEEDS), mutated_json(SEEDS), mutated(SEEDS))
EXAMPLES = 100


def check(data: bytes) -> None:
    """Read the results of a run."""
    with file(data, "run.json") as path:
        try:
            run = RunResult.load(path)
        except InputError as error:
            readable(error, path)
            return
        again = RunResult.load(run.save(path.with_name("again.json")))
        assert repr(again.models) == repr(run.models)  # not ==: NaN is not itself
        assert again.created == run.created
    json.loads(data.decode("utf-8-sig"))
    for kind in ("items", "regions", "tokens"):
        run.to_frame(kind)  # type: ignore[arg-type]
    names = [model.model for model in run.models]
    assert len(set(names)) == len(names), f"a model stands there twice: {names}"
    for model in run.models:
        for suite in model.suites:
            _fits(suite)


def _fits(suite: SuiteResult) -> None:
    """What stands there twice says the same: regions are sums of tokens, predictions what their comparisons say."""
    for sentence in suite.sentences:
        for region in sentence.regions:
            own = [
                bits
                for bits, number in zip(sentence.token_bits, sentence.token_regions, strict=True)
                if number == region.region_number
            ]
            assert region.n_tokens == len(own), f"{region.n_tokens} tokens, but {len(own)} are there"
            if None in own or region.surprisal_bits is None:
                assert region.surprisal_bits is None, "a sum of undefined tokens"
                continue
            total = math.fsum(own)  # type: ignore[arg-type]
            said = region.surprisal_bits
            assert total == said or math.isclose(total, said, rel_tol=1e-6, abs_tol=1e-6), f"{said} bits of {own}"
    for outcome in suite.outcomes:
        assert not suite.sentences or outcome.item_number in {sentence.item_number for sentence in suite.sentences}
        for one in outcome.comparisons:
            undefined = one.left is None or one.right is None or one.margin is None
            assert undefined == (one.holds is None), f"{one}"
        if len(outcome.comparisons) == 1 and "!" not in suite.predictions[outcome.prediction].formula:
            assert outcome.holds is outcome.comparisons[0].holds
