"""Ettinger's files become suites: contexts, targets, predictions, perturbations; every malformed row is named."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.errors import InputError, SuiteError
from syntaxgym_lite.ports.collect import find_suites
from syntaxgym_lite.ports.published.ettinger import (
    PERTURBATIONS,
    cloze_labels,
    looks_like_ettinger,
    read_cloze,
    read_ettinger,
    resolve_article,
    shuffled,
)

CPRAG = (
    "item\tcontext_s1\tcontext_s2\texpected\twithin_category\tbetween_category\tconstraint\n"
    '0\tMia said "wait" to her guests.\tShe still had to light the\toven\tstove\tlamp\tH\n'
    "1\tThe pond froze over last night.\tTom went out to look for his\tskates \tskis\tshoes\tL\r\n"
)
ROLE = (
    "item\tcontext\texpected\texp_cloze\ttarget\ttgt_cloze\ttgt_cloze(strict)\n"
    "7-b\tthe clerk saw which pupil the teacher had \tpraised|scolded\t0.2\ttaught\t0\t0\n"
    "7-a\tthe clerk saw which teacher the pupil had \tlooked up to\t0.4\ttaught\t0.1\t0.1\n"
    "9-a\tthe nurse knew which cat the dog had \tchased\t0.6\tchased\t0.6\t0.6\n"
)
SIMP = "item\tcontext_aff\tcontext_neg\ttarget_aff\ttarget_neg\n0\tA wren is (a|an)\tA wren is not (a|an)\tbird\taxe\n"
NAT = (
    "item\tcontext_aff\tcontext_neg\ttarget_aff\ttarget_neg\tlicensing\n"
    "0\tFresh bread smells\tFresh bread doesn't smell\tgood\tbad\tY\n"
    "1\tPolar bears are very\tPolar bears aren't very\tlarge\tsmall\tN\n"
)
FIRST = ["Mia", "said", '"wait"', "to", "her", "guests"]
FILES = {"CPRAG": CPRAG, "ROLE": ROLE, "SIMP": SIMP, "NAT": NAT}


@pytest.fixture
def write(tmp_path):
    def write(text, name="own.tsv"):
        path = tmp_path / name
        path.write_bytes(text.encode("utf-8"))
        return path

    return write


def texts(suite):
    return {(s.item_number, s.condition_name): s.text for s in suite.sentences()}


def formulas(suite):
    return {prediction.name: prediction.formula.source for prediction in suite.predictions}


# ---------------------------------------------------------------- what is read


def test_a_context_of_two_sentences_has_three_completions_and_quotes_are_text(write):
    [suite] = read_ettinger(write(CPRAG))
    found = texts(suite)
    assert found[1, "expected"] == 'Mia said "wait" to her guests. She still had to light the oven'
    assert [found[2, name].split()[-1] for name in suite.condition_names] == ["skates", "skis", "shoes"]
    assert [item.factors for item in suite.items] == [{"constraint": "H"}, {"constraint": "L"}]
    assert formulas(suite)["accuracy at 5"] == "(2;%expected%;rank) <= 5"
    assert formulas(suite)["good preferred by 0.01"] == (
        "(2;%expected%;token_prob) - (2;%within_category%;token_prob) > 0.01 & "
        "(2;%expected%;token_prob) - (2;%between_category%;token_prob) > 0.01"
    )


def test_any_of_several_expected_words_counts_and_a_phrase_counts_by_its_first(write):
    accuracy, pairs = read_ettinger(write(ROLE))
    found = texts(accuracy)
    assert accuracy.condition_names == ("expected_1", "expected_2")
    assert found[1, "expected_1"] == "the clerk saw which pupil the teacher had praised"
    assert found[1, "expected_2"] == "the clerk saw which pupil the teacher had scolded"
    assert found[2, "expected_1"] == found[2, "expected_2"] == "the clerk saw which teacher the pupil had looked"
    assert formulas(accuracy)["accuracy at 1"] == "least((2;%expected_1%;rank), (2;%expected_2%;rank)) <= 1"
    assert accuracy.warnings == (
        "1 expected phrase counts by the first word, as in the paper: e.g. 'looked up to' (own.tsv:3).",
    )
    assert texts(pairs) == {
        (7, "good"): "the clerk saw which teacher the pupil had taught",
        (7, "bad"): "the clerk saw which pupil the teacher had taught",
    }


def test_a_context_without_its_pair_is_excluded_from_sensitivity_with_its_line(write):
    _, pairs = read_ettinger(write(ROLE))
    [excluded] = pairs.excluded
    assert excluded.where.endswith("own.tsv:4")
    assert excluded.reason == "the other context of the pair is missing"


def test_contexts_are_binned_by_quartiles_of_their_best_cloze(write):
    accuracy, _ = read_ettinger(write(ROLE))
    bounds = np.percentile([0.2, 0.4, 0.6], [25, 50, 75, 100])  # 0.3, 0.4, 0.5, 0.6
    assert [item.factors["cloze_up_to"] for item in accuracy.items] == [round(bounds[place], 4) for place in (0, 1, 3)]


def test_negated_contexts_swap_what_is_true_and_each_target_chooses_its_article(write):
    [suite] = read_ettinger(write(SIMP))
    assert texts(suite) == {
        (1, "aff_true"): "A wren is a bird",
        (1, "aff_false"): "A wren is an axe",
        (1, "neg_true"): "A wren is not an axe",
        (1, "neg_false"): "A wren is not a bird",
    }
    assert list(formulas(suite)) == [
        "accuracy at 1, affirmative",
        "accuracy at 5, affirmative",
        "good preferred, affirmative",
        "good preferred by 0.01, affirmative",
        "good preferred, negative",
        "good preferred by 0.01, negative",
    ]
    assert formulas(suite)["good preferred, negative"] == "(2;%neg_true%;token_prob) > (2;%neg_false%;token_prob)"


def test_natural_and_less_natural_sentences_are_told_apart(write):
    [suite] = read_ettinger(write(NAT))
    assert [item.factors for item in suite.items] == [{"licensing": "natural"}, {"licensing": "less natural"}]


@pytest.mark.parametrize(
    ("context", "target", "resolved"),
    [
        ("A wren is (a|an)", "bird", "A wren is a"),
        ("A wren is (a|an)", "Owl", "A wren is an"),
        ("No slot is", "here", "No slot is"),
        ("(a|an)", "bird", "a"),
    ],
)
def test_an_article_goes_by_the_first_letter_after_it(context, target, resolved):
    assert resolve_article(context, target) == resolved


def test_joint_probabilities_are_taken_of_words_in_pieces_if_asked(write):
    [suite] = read_ettinger(write(SIMP), multi_token="score", threshold=0.2, at=[10, 1, 10])
    assert formulas(suite)["good preferred by 0.2, affirmative"] == "(2;%aff_true%;prob) - (2;%aff_false%;prob) > 0.2"
    assert list(formulas(suite))[:2] == ["accuracy at 1, affirmative", "accuracy at 10, affirmative"]


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_files_are_known_by_their_header(write, text):
    path = write("\ufeff" + text, "x.txt")
    assert looks_like_ettinger(path)
    assert find_suites(path) == read_ettinger(path)


def test_other_tables_are_not_taken_for_diagnostics(write):
    assert not looks_like_ettinger(write("item\tcontext\ttarget\n"))
    with pytest.raises(InputError, match="no header of CPRAG-102"):
        read_ettinger(write("item\tcontext\ttarget\n"))
    with pytest.raises(InputError, match="no header of CPRAG-102"):
        read_ettinger(write(""))


# ---------------------------------------------------------------- perturbations


def test_contexts_are_changed_in_every_way_of_the_paper(write):
    names = [
        (cloze_labels(s).context, cloze_labels(s).run) for s in read_ettinger(write(CPRAG), perturb=["all"], runs=2)
    ]
    assert names == [
        ("original", None),
        ("shuffle", 1),
        ("shuffle", 2),
        ("truncate", None),
        ("shuffle-truncate", 1),
        ("shuffle-truncate", 2),
    ]


def test_a_shuffled_sentence_has_the_same_words_and_one_full_stop_and_the_seed_decides(write):
    path = write(CPRAG)

    def first_of(**options):
        suites = read_ettinger(path, perturb=["shuffle", "shuffle-truncate"], runs=3, **options)
        return [texts(suite)[1, "expected"] for suite in suites[1:]]

    orders = first_of()
    assert orders == first_of()
    assert orders != first_of(seed=1)
    assert len(set(orders[:3])) > 1
    assert all(Counter(text.split(". ")[0].split()) == Counter(FIRST) for text in orders)
    assert [text.split(". ")[1] for text in orders] == ["She still had to light the oven"] * 3 + ["light the oven"] * 3


def test_an_items_order_does_not_depend_on_the_other_items(write):
    whole = read_ettinger(write(CPRAG), perturb=["shuffle"], runs=1)[1]
    header, _, second, _ = CPRAG.split("\n")
    alone = read_ettinger(write(f"{header}\n{second}\n", "b.tsv"), perturb=["shuffle"], runs=1)[1]
    assert texts(whole)[2, "expected"] == texts(alone)[2, "expected"]


@pytest.mark.parametrize(
    ("perturb", "context"),
    [
        ("object", "the clerk saw which one the pupil had"),
        ("subject", "the clerk saw which teacher the other had"),
        ("object-subject", "the clerk saw which one the other had"),
    ],
)
def test_participants_become_generic(write, perturb, context):
    *_, accuracy, pairs = read_ettinger(write(ROLE), perturb=[perturb])
    assert texts(accuracy)[2, "expected_1"] == f"{context} looked"
    assert texts(pairs)[7, "good"] == f"{context} taught"


@given(st.lists(st.text("ab,“’", min_size=1), min_size=1), st.integers())
def test_shuffling_keeps_every_word(words, seed):
    text = shuffled(" ".join(words) + ".", random.Random(seed))
    assert text.endswith(".")
    assert Counter(text[:-1].split()) == Counter(words)


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (
            CPRAG + "1\ta\tb\tc\td\te\tH\n2\ta\tb\tc\td\n",
            ["line 4: item 1 is also that of line 3.", "line 5: has 5 col"],
        ),
        (CPRAG + "x\ta\tb\tc\td\te\tM\n3\ta\tb\t\td\te\tM\n", ["line 4: item must be", "line 5: expected is empty."]),
        (CPRAG + "5\ta\tb\tc\td\te\tM\n", ["line 4: constraint must be H or L, not 'M'."]),
        (
            ROLE + "7-a\tx\ty\t0\tz\t0\t0\n11\tx\ty\t0\tz\t0\t0\n",
            ["line 5: item 7-a is also", "line 6: item must be a n"],
        ),
        (ROLE + "9-b\tx\ty||z\t1.5\tz\t0\tno\n", ["line 5: exp_cloze must", "strict) must", "line 5: expected has an"]),
        (ROLE + "9-b\tx\ty\t0\tz\t0\t0\n", ["line 5: target is another one than in line 4."]),
        (NAT + "2\ta\tb\tc\td\tyes\n", ["line 4: licensing must be Y or N, not 'yes'."]),
        (SIMP.split("\n")[0] + "\n\n", ["holds no items."]),
    ],
)
def test_every_malformed_row_is_named(write, text, problems):
    with pytest.raises(SuiteError) as error:
        read_ettinger(write(text))
    for problem in problems:
        assert problem in str(error.value)


def test_a_context_that_cannot_be_made_generic_is_named(write):
    path = write(ROLE.replace("which cat the dog had", "that it rained"))
    assert read_ettinger(path)
    with pytest.raises(SuiteError, match="line 4: context is not of the form"):
        read_ettinger(path, perturb=["object"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"at": []}, "at must be"),
        ({"at": [0]}, "at must be"),
        ({"threshold": 0}, "threshold must be"),
        ({"multi_token": "drop"}, "multi_token must be exclude or score"),
        ({"perturb": ["shufle"]}, "Did you mean 'shuffle'"),
        ({"runs": 0}, "runs must be"),
    ],
)
def test_an_unusable_option_is_refused(write, options, message):
    with pytest.raises(InputError, match=message):
        read_ettinger(write(CPRAG), **options)


def test_several_files_are_read_together_and_share_perturbations(write):
    paths = [write(CPRAG, "c.tsv"), write(ROLE, "r.tsv")]
    suites = read_cloze(paths, perturb=["all"], runs=1)
    assert {cloze_labels(suite).context for suite in suites} == {"original", *PERTURBATIONS}
    with pytest.raises(InputError, match="`perturb=object` is for ROLE-88"):
        read_cloze(paths[:1], perturb=["object"])
    with pytest.raises(InputError, match="both called 'c'"):
        read_cloze([paths[0], paths[0]])
    with pytest.raises(InputError, match="No file"):
        read_cloze([])
    bad = [write(CPRAG + "x\n", "d.tsv"), write(ROLE + "y\n", "e.tsv")]
    with pytest.raises(InputError, match=r"(?s)d\.tsv: line 4.*e\.tsv: line 5"):
        read_cloze(bad)


@pytest.mark.parametrize(
    ("name", "counts"),
    [("CPRAG-102", [(34, 3)]), ("ROLE-88.head", [(24, 4), (12, 2)]), ("NEG-136-SIMP", [(18, 4)])],
)
def test_the_published_files_are_read_whole(shared_dir, name, counts):
    """Counts: FORMATS.md of the shared folder."""
    path = shared_dir / "published" / "ettinger" / f"{name}.tsv"
    suites = read_ettinger(path)
    assert [(len(suite.items), len(suite.condition_names)) for suite in suites] == counts
    assert not any("  " in sentence.text or "|" in sentence.text for suite in suites for sentence in suite.sentences())
    assert any("“" in sentence.text for suite in suites for sentence in suite.sentences()) is (name == "CPRAG-102")
