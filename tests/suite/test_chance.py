"""Chance levels: counted, simulated, and tried on every ordering by the formula evaluator itself."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.strategies import examples, suite_documents
from support.toys import suite_document

from syntaxgym_lite.formula import evaluate_formula, parse, references
from syntaxgym_lite.suite import chance as module
from syntaxgym_lite.suite.chance import ChanceLevel, chance_level, crosses_word_forms, suite_chance
from syntaxgym_lite.suite.json import load_suite, suite_from_document

REGIONS = {1: "subject", 2: "verb", 3: "object"}
NPI = "(1;%neg_pos%) < (1;%pos_pos%) & (1;%neg_neg%) < (1;%pos_neg%) & (1;%neg_pos%) < (1;%pos_neg%)"
GARDEN_PATH = (
    "(1;%ambig%) > (1;%comma%) & (1;%ambig%) > (1;%unambig%) & "
    "[(1;%ambig%) - (1;%comma%)] > [(1;%unambig%) - (1;%both%)]"
)


def level(*formulas, metric="sum"):
    return chance_level([parse(formula) for formula in formulas], metric=metric, regions=REGIONS)


def by_permutations(formula):
    """Share of the orderings of a formula's references that satisfy it, by the evaluator that scores models."""
    parsed = parse(formula)
    names = list(dict.fromkeys(references(parsed)))
    # whole numbers 10 apart, so that the tolerance of '=' plays no part
    ranks = 10.0 * np.array(list(itertools.permutations(range(1, len(names) + 1))))
    column = {name: ranks[:, index] for index, name in enumerate(names)}
    holds = evaluate_formula(parsed, column.__getitem__, len(ranks)).holds
    return Fraction(int((holds == 1).sum()), math.factorial(len(names)))


def by_sampling(formula, draw, n=200_000):
    """Share of independent samples that satisfy a formula, and four standard errors, by the evaluator."""
    parsed = parse(formula)
    columns = {reference: draw(n) for reference in dict.fromkeys(references(parsed))}
    share = float((evaluate_formula(parsed, columns.__getitem__, n).holds == 1).mean())
    return share, 4 * math.sqrt(0.25 / n)


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        # Hu et al. (2020), Appendix B: center embedding, agreement and subordination
        ("[(1;%plaus%) + (2;%plaus%)] < [(1;%implaus%) + (2;%implaus%)]", Fraction(1, 2)),
        ("(1;%m_sg%) < (1;%x_sg%) & (1;%m_pl%) < (1;%x_pl%)", Fraction(1, 4)),
        ("[(1;%sub_no%) > (1;%nosub_no%)] & [(1;%sub_m%) < (1;%nosub_m%)]", Fraction(1, 4)),
        # NPI: 1/4 for the first two, and of the six orderings left, one has neg_pos above pos_neg
        (NPI, Fraction(5, 24)),
        ("[(1;%a%) - (1;%b%)] > [(1;%c%) - (1;%d%)]", Fraction(1, 2)),
        ("(1;%a%) - (1;%b%) + (2;%a%) - (2;%b%) > 0", Fraction(1, 2)),
        ("(*;%a%) < (*;%b%)", Fraction(1, 2)),
        ("(1:2;%a%) < (1:2;%b%) & (1:2;%a%) < (1:2;%c%)", Fraction(1, 3)),
        ("(*;%a%;prob) > (*;%b%;prob)", Fraction(1, 2)),
        ("(1;%a%;rank) < (1;%b%;rank)", Fraction(1, 2)),
        ("abs((1;%a%) - (1;%b%)) < abs((1;%c%) - (1;%d%))", Fraction(1, 2)),
        ("max((1;%a%), (1;%b%)) < min((1;%c%), (1;%d%))", Fraction(1, 6)),
        ("2 * (1;%a%) < 2 * (1;%b%)", Fraction(1, 2)),
        ("(1;%a%) - (1;%b%) > 0 & (1;%a%) - (1;%c%) > 0", Fraction(1, 3)),
        ("(1;%a%) > (1;%b%) | (1;%c%) > (1;%d%)", Fraction(3, 4)),
        ("![(1;%a%) > (1;%b%) & (1;%c%) > (1;%d%)]", Fraction(3, 4)),
        ("(subject;%a%) > (1;%b%)", Fraction(1, 2)),
        # continuous values are never equal
        ("(1;%a%) = (1;%b%)", Fraction(0)),
        ("(1;%a%) != (1;%b%)", Fraction(1)),
        # decided by algebra
        ("(1;%a%) > (1;%a%)", Fraction(0)),
        ("(1;%a%) = (subject;%a%)", Fraction(1)),
        ("(1;%a%) < (1;%b%) & (1;%b%) < (1;%a%)", Fraction(0)),
        ("(1;%a%) < (1;%b%) | (1;%b%) < (1;%a%)", Fraction(1)),
        ("1 < 2", Fraction(1)),
    ],
)
def test_exact_levels(formula, expected):
    found = level(formula)
    assert found == ChanceLevel(float(expected), "exact", 0.0)


@pytest.mark.parametrize(
    "formula",
    [
        NPI,
        "(1;%a%) < (1;%b%) & (1;%b%) < (1;%c%) & (1;%d%) < (1;%c%) & (1;%d%) < (1;%e%)",
        "[(1;%a%) < (1;%b%) | (1;%b%) < (1;%c%)] & (1;%c%) < (1;%d%)",
        "![(1;%a%) < (1;%b%) & (1;%b%) < (1;%c%)] & (1;%a%) < (1;%c%)",
        "max((1;%a%), (1;%b%), (1;%c%)) > (1;%d%) & (1;%d%) != (1;%a%)",
    ],
)
def test_counting_agrees_with_every_ordering_and_with_sampling(formula):
    exact = level(formula)
    assert exact.method == "exact"
    assert exact.value == float(by_permutations(formula))
    share, error = by_sampling(formula, np.random.default_rng(1).standard_normal)
    assert abs(exact.value - share) < error


@st.composite
def claims(draw, depth=2):
    """A claim about the order of up to five values."""
    if depth == 0 or draw(st.booleans()):
        left, right = draw(st.lists(st.sampled_from("abcde"), min_size=2, max_size=2, unique=True))
        operator = draw(st.sampled_from(["<", ">", "<=", ">=", "=", "!="]))
        return f"(1;%{left}%) {operator} (1;%{right}%)"
    joint = draw(st.sampled_from([" & ", " | "]))
    parts = [f"[{draw(claims(depth=depth - 1))}]" for _ in range(draw(st.integers(2, 3)))]
    return ("!" if draw(st.booleans()) else "") + f"[{joint.join(parts)}]"


@given(claims())
@settings(max_examples=200, deadline=None)
def test_any_claim_about_order_is_counted_as_the_evaluator_finds_it(formula):
    assert level(formula) == ChanceLevel(pytest.approx(float(by_permutations(formula)), abs=1e-15), "exact", 0.0)


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("(1;%a%) < max((1;%a%), (1;%b%)) | (1;%a%) < (1;%a%)", 1 / 2),
        ("(1;%a%) < max((1;%a%), (1;%a%)) & [(1;%a%) < (1;%a%) | (1;%a%) < (1;%b%)]", 0),
        ("(1;%a%) + (1;%b%) <= (1;%b%) + (1;%a%) & max((1;%a%), (1;%b%)) > (1;%c%)", 2 / 3),
    ],
)
def test_a_comparison_of_a_value_with_itself_leaves_the_others_exact(formula, expected):
    assert level(formula) == ChanceLevel(pytest.approx(expected, abs=1e-15), "exact", 0.0)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=7))
@settings(max_examples=100, deadline=None)
def test_both_ways_of_counting_orderings_agree(pairs):
    assume(all(low != high for low, high in pairs))
    places = np.array(list(itertools.permutations(range(6))))
    expected = np.all([places[:, low] < places[:, high] for low, high in pairs], axis=0).sum()
    assert module._linear_extensions(6, pairs) == expected


def test_a_chain_of_twelve_values_has_one_ordering():
    names = "abcdefghijkl"
    chain = " & ".join(f"(1;%{low}%) < (1;%{high}%)" for low, high in itertools.pairwise(names))
    assert level(chain).value == pytest.approx(1 / math.factorial(12), rel=1e-12)


def test_predictions_of_a_suite_are_taken_together():
    """The two halves of the NPI criterion and its link, as three predictions: not 1/8, for they share values."""
    assert level(*NPI.split(" & ")).value == 5 / 24


def test_an_interaction_is_simulated_with_its_error_and_distribution():
    found = level(GARDEN_PATH)
    assert found.method == "simulated"
    assert found.distribution == module.DISTRIBUTION
    assert 0 < found.standard_error < 0.001
    rng = np.random.default_rng(5)
    share, error = by_sampling(GARDEN_PATH, lambda n: rng.gamma(module.GAMMA_SHAPE, size=n))
    assert abs(found.value - share) < error


def test_the_garden_path_level_hardly_depends_on_the_distribution():
    """0.29 for symmetric values, 0.31 for exponential ones: what the explanation page says."""
    rng = np.random.default_rng(6)
    normal, error = by_sampling(GARDEN_PATH, rng.standard_normal)
    skewed, _ = by_sampling(GARDEN_PATH, rng.standard_exponential)
    assert normal == pytest.approx(7 / 24, abs=error)
    assert skewed == pytest.approx(0.3123, abs=error)


def test_the_simulated_garden_path_level_is_the_integral():
    """Field case D11: for gamma values with shape 2 the fourfold integral is 3/16 + 61/512 = 157/512 = 0.3066, not under 1/4.

    With t = b + c - a and the density x exp(-x), the last value is above max(t, 0), given the rest, with the probability
    1 or (1 + t) exp(-t); the first part is where t < 0.
    """
    found = level(GARDEN_PATH)
    assert module.GAMMA_SHAPE == 2
    assert found.value == pytest.approx(157 / 512, abs=4 * found.standard_error)


@pytest.mark.parametrize(("spread", "printed"), [(0.0, 0.25), (0.5, 0.22), (1.0, 0.17), (2.0, 0.10)])
def test_a_preference_for_a_form_lowers_the_level_of_agreement_as_the_page_says(spread, printed):
    """Field case D3: 1/4 - arcsin(s**2 / (1 + s**2)) / 2 pi, from the correlation of the two differences of normals."""
    exact = 0.25 - math.asin(spread**2 / (1 + spread**2)) / (2 * math.pi)
    assert round(exact, 2) == printed
    n = 200_000
    rng = np.random.default_rng(3)
    was, were = spread * rng.standard_normal((2, n))
    a, b, c, d = rng.standard_normal((4, n)) + np.array([was, were, were, was])
    columns = dict(zip("abcd", (a, b, c, d), strict=True))
    formula = parse("(1;%a%) < (1;%b%) & (1;%c%) < (1;%d%)")
    holds = evaluate_formula(formula, lambda reference: columns[reference.condition], n).holds
    assert (holds == 1).mean() == pytest.approx(exact, abs=4 * math.sqrt(0.25 / n))


def test_simulation_gives_the_same_again_and_for_formulas_of_the_same_form():
    module._cached.cache_clear()
    first = level(GARDEN_PATH)
    module._cached.cache_clear()
    assert level(GARDEN_PATH) == first
    assert level(GARDEN_PATH.replace("ambig", "zzz").replace("comma", "aaa")) == first


@pytest.mark.parametrize("n_values", [1, 3, 4, 5, 9])
def test_draws_are_those_of_one_generator_however_they_are_made(n_values):
    blocks = list(module._draws(n_values, module.N_SAMPLES))
    assert sum(block.shape[1] for block in blocks) == module.N_SAMPLES
    rng = np.random.default_rng(module.SEED)
    for block in blocks:
        expected = rng.gamma(module.GAMMA_SHAPE, module.GAMMA_MEAN / module.GAMMA_SHAPE, size=block.shape)
        np.testing.assert_array_equal(block, expected)


def test_a_threshold_is_simulated_by_the_stated_distribution():
    """P(gamma(2, scale 7.75) > 15.5) = 3 exp(-2): survival function of an Erlang distribution."""
    found = level("(1;%a%) > 15.5")
    assert found.method == "simulated"
    assert found.value == pytest.approx(3 * math.exp(-2), abs=4 * found.standard_error)
    probability = level("(1;%a%;prob) < 0.00002158")  # 2 ** -15.5
    assert probability.value == pytest.approx(3 * math.exp(-2), abs=0.005)


def test_an_exact_part_times_a_simulated_part_keeps_the_error():
    whole = level("(1;%a%) > 15.5", "(2;%b%) < (2;%c%)")
    half = level("(1;%a%) > 15.5")
    assert whole.value == pytest.approx(half.value / 2)
    assert whole.standard_error == pytest.approx(half.standard_error / 2)


@pytest.mark.parametrize(
    "formula", ["(1;%a%;rank) <= 5", "(1;%a%;count) > (1;%b%;count)", "(1;%a%;sum) > (1;%a%;mean)", "(1;%a%;range) > 1"]
)
def test_what_nobody_knows_a_distribution_for_is_unknown(formula):
    assert level(formula) == ChanceLevel(None, "unknown")
    assert str(level(formula)) == "unknown"


def test_published_suites_have_the_levels_of_their_paper(shared_dir):
    """Hu et al. (2020), Appendix B, but 5/24 for NPI licensing, where the paper prints 5/32."""
    expected = {
        "center_embed": 1 / 2,
        "number_prep": 1 / 4,
        "reflexive_orc_fem": 1 / 4,
        "subordination": 1 / 4,
        "subordination_src-src": 1 / 4,
        "npi_orc_any": 5 / 24,
        "npi_src_ever": 5 / 24,
    }
    for name, value in expected.items():
        whole, _ = suite_chance(load_suite(shared_dir / "published" / "syntaxgym" / f"{name}.json"))
        crossed = name.startswith(("number", "reflexive"))  # the same two forms in both halves; see the paper's table
        assert whole == ChanceLevel(value, "exact", 0.0, is_upper_bound=crossed)
        assert ("one word form" in str(whole)) == crossed


AGREEMENT = {
    "sg_is": ["the fox", "is"],
    "sg_are": ["the fox", "are"],
    "pl_is": ["foxes", "is"],
    "pl_are": ["foxes", "are"],
}


@pytest.mark.parametrize(
    ("formulas", "crossed"),
    [
        (["(2;%sg_is%) < (2;%sg_are%) & (2;%pl_are%) < (2;%pl_is%)"], True),
        (["(2;%sg_is%) < (2;%sg_are%)", "(r2;%pl_is%) > (r2;%pl_are%)"], True),
        (["(2;%sg_is%) < (2;%sg_are%) & [(2;%pl_are%) <= (2;%pl_is%) & (1;%sg_is%) < (1;%pl_is%)]"], True),
        (["(2;%sg_is%) < (2;%sg_are%) & (2;%pl_is%) < (2;%pl_are%)"], False),  # is, both times
        (["(2;%sg_is%) < (2;%sg_are%) | (2;%pl_are%) < (2;%pl_is%)"], False),  # one of the halves is enough
        (["(2;%sg_is%) < (2;%sg_are%)"], False),
        (
            ["(2;%sg_is%) - (2;%sg_are%) < (2;%pl_is%) - (2;%pl_are%)"],
            False,
        ),  # which word form is preferred cancels out
        (["(1:2;%sg_is%) < (1:2;%sg_are%) & (1:2;%pl_are%) < (1:2;%pl_is%)"], False),  # other texts
    ],
)
def test_word_forms_are_crossed_where_each_is_to_be_the_less_surprising_one_somewhere(formulas, crossed):
    suite = suite_from_document(suite_document([AGREEMENT, AGREEMENT], formulas))
    assert crosses_word_forms(suite, [prediction.formula for prediction in suite.predictions]) is crossed
    whole, each = suite_chance(suite)
    assert whole is not None
    assert whole.is_upper_bound is crossed
    assert [level.is_upper_bound for level in each] == [crossed and len(formulas) == 1] * len(formulas)


def test_word_forms_are_crossed_if_they_are_so_in_most_items():
    other = {**AGREEMENT, "pl_are": ["foxes", "were"], "pl_is": ["foxes", "was"]}
    formula = "(2;%sg_is%) < (2;%sg_are%) & (2;%pl_are%) < (2;%pl_is%)"
    for items, crossed in (([AGREEMENT, other], False), ([AGREEMENT, other, AGREEMENT], True)):
        suite = suite_from_document(suite_document(items, [formula]))
        assert crosses_word_forms(suite, [prediction.formula for prediction in suite.predictions]) is crossed


@examples(30)
@given(suite_documents())
def test_every_suite_has_a_chance_level_or_none(document):
    suite = suite_from_document(document)
    whole, each = suite_chance(suite)
    assert len(each) == len(suite.predictions)
    assert (whole is None) == (not suite.predictions)
    for level in each if whole is None else (whole, *each):
        assert level.value is None or 0 <= level.value <= 1
        assert (level.value is None) == (level.method == "unknown")


def test_thousands_of_comparisons_have_a_chance_level_in_time_that_grows_with_their_number():
    # field case E1
    n = 1500
    regions = {number: f"r{number}" for number in range(1, n + 2)}
    apart = parse(" | ".join(f"({i};%a%) < ({i};%b%)" for i in range(1, n + 1)))
    assert chance_level([apart], regions=regions).value == 1.0  # but for 2 ** -1500
    total = chance_level([parse(" + ".join(f"({i};%a%)" for i in range(1, n + 1)) + f" > {15.5 * n}")], regions=regions)
    n_draws = module.N_SAMPLES * module.MOST_TERMS // (n + 1)
    assert total.standard_error == pytest.approx(math.sqrt(0.25 / n_draws), rel=0.05)
    assert total.value == pytest.approx(0.5, abs=0.03)  # a sum of many is nearly normal


def test_groups_of_claims_keep_the_order_in_which_they_were_joined():
    # draws of a simulation go to values in this order, so it may not change
    regions = {number: str(number) for number in range(1, 8)}
    sources = ["(1;%a%) < 1", "(2;%a%) < 2", "(3;%a%) < 3", "(1;%a%) < (3;%a%)", "(2;%a%) < (1;%a%)"]
    names = module.Names("sum", regions)
    nodes = [module._read(parse(source).root, names, negate=False) for source in sources]
    [group] = module._independent(nodes)
    assert [nodes.index(node) for node in group] == [2, 0, 3, 1, 4]
