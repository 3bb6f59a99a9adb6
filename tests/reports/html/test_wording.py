"""Findings in sentences."""

from __future__ import annotations

from dataclasses import replace

from support.running import run_items

from syntaxgym_lite.reports.html.wording import findings
from syntaxgym_lite.results import ModelResult, Outcome, RunResult, SuiteResult
from syntaxgym_lite.stats import summarize


def said(suite: SuiteResult, **how) -> list[str]:
    model = ModelResult("toy", "replay", None, None, "left", "words", {}, (suite,))
    run = RunResult((model,), {}, "", {})
    return findings(suite, summarize(run, **how)["models"][0]["suites"][0], **how)


def suite_of(*formulas: str, n: int = 4) -> SuiteResult:
    return run_items([{"a": ["The cat", "sat."], "b": ["The cat", "slept."]}] * n, "random:1", formulas)


def with_sides(suite: SuiteResult, *sides: tuple[float, float]) -> SuiteResult:
    """Give the comparison of each item these sides; what holds follows of ``>``."""
    outcomes: list[Outcome] = []
    for outcome, (left, right) in zip(suite.outcomes, sides, strict=True):
        [one] = outcome.comparisons
        holds = left > right
        outcomes.append(
            replace(
                outcome,
                holds=holds,
                tie=left == right,
                comparisons=(replace(one, left=left, right=right, holds=holds),),
            )
        )
    return replace(suite, outcomes=tuple(outcomes))


def test_one_prediction_is_one_sentence_with_share_interval_chance_and_effect():
    suite = with_sides(suite_of("(2;%a%) > (2;%b%)"), (5, 3), (5, 3), (5, 3), (3, 4))
    # Wilson's interval of 3 of 4 by the formula: centre (0.75 + z2/8)/(1 + z2/4) with z2 = 3.8415; mean (2+2+2-1)/4,
    # its t interval: sd 1.5, t(3) 3.182, 1.25 +- 3.182 * 1.5 / 2
    [sentence] = said(replace(suite, region_names={1: "subject", 2: "verb"}))
    assert sentence == (
        "In 3 of 4 items (0.75, 95 % interval 0.30 to 0.95; chance 0.50) the verb is more surprising in 'a' than in b; "
        "the mean effect is 1.2 bits (−1.1 to 3.6)."
    )


def test_an_effect_against_the_prediction_is_said_to_be_that():
    suite = with_sides(suite_of("(2;%a%) > (2;%b%)"), (1, 3), (1, 3.5), (1, 3), (1, 4))
    assert "the mean effect is −2.4 bits (−3.1 to −1.6); below 0: against the prediction." in said(suite)[0]


def test_several_predictions_begin_with_the_score():
    sentences = said(suite_of("(2;%a%) > (2;%b%)", "(1;%a%) >= 0", "(2;%a%) > 0 & (2;%b%) > 0"))
    assert sentences[0].startswith("All 3 predictions hold in ")
    assert len(sentences) == 4
    assert said(suite_of("(2;%a%) > (2;%b%)", "(1;%a%) >= 0"))[0].startswith("Both predictions hold in ")


def test_ties_are_counted_and_their_rule_is_said():
    suite = with_sides(suite_of("(2;%a%) > (2;%b%)"), (5, 3), (3, 3), (5, 3), (3, 4))
    assert said(suite)[-1] == "In 1 item both sides of a comparison are equal: a tie, which does not hold."
    assert said(suite, ties="half")[-1].endswith("a tie, which counts a half.")
    assert said(suite, ties="random:3")[-1].endswith("a tie, which is decided by lot.")


def test_nothing_but_ties_is_wrong_or_for_want_of_words_silent():
    suite = with_sides(suite_of("(2;%a%) > (2;%b%)"), *[(3, 3)] * 4)
    first, last = said(suite)
    assert "mean effect" not in first
    assert last == "In every item both sides of a comparison are equal: a tie, which does not hold."
    counts = replace(suite.count_sentences(), unknown_items=suite.item_numbers)
    *_, of_half, why = said(replace(suite, counts=counts), ties="half")
    assert of_half.endswith("a tie, which counts a half.")
    assert why == "The model knows none of the words that differ: that says nothing about grammar."
    [finding] = said(replace(suite, counts=counts))
    assert finding.startswith("The model knows none of the words that differ between the conditions")
    assert finding.endswith("it is silent on this suite, which has no score.")


def test_what_predicts_nothing_has_no_finding():
    assert said(suite_of()) == ["This suite predicts nothing: it has surprisals, and no score."]


def test_clusters_are_said_where_an_interval_goes_by_them():
    suite = with_sides(suite_of("(2;%a%) > (2;%b%)"), (5, 3), (5, 3), (3, 5), (3, 4))
    suite = replace(suite, clusters=dict(zip(suite.item_numbers, "xxyz", strict=True)))
    assert " by 3 clusters; chance" in said(suite)[0]
