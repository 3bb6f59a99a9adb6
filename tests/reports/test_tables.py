"""Tables of scores as a person reads them."""

from __future__ import annotations

import io
import json
import re

import pytest
from rich.cells import cell_len
from rich.console import Console
from support.running import sglite
from support.toys import WordBackend, suite_document

from syntaxgym_lite.reports import tables
from syntaxgym_lite.runner import run
from syntaxgym_lite.stats import summarize
from syntaxgym_lite.suite import PUBLISHED_CIRCUITS
from syntaxgym_lite.suite.json import loads_suite


def suite_of(n_true, n_false=0, n_undefined=0, n_ties=0, name="toy", **meta):
    """Items whose prediction (a word costs less than the other) is true, false, undefined or a tie."""
    pairs = [("x", "yy")] * n_true + [("yy", "x")] * n_false + [("nan", "x")] * n_undefined + [("x", "z")] * n_ties
    items = [{"a": [left], "b": [right]} for left, right in pairs]
    return suite_document(items, ["(1;%a%) < (1;%b%)"], name=name, **meta)


@pytest.mark.parametrize("width", [80, 100, 120])
def test_tables_fit_into_a_terminal_and_keep_every_number(width, monkeypatch):
    suites = [suite_of(18, 9, name="a_suite_with_a_name", groups={"phenomenon": "agreement_of_something"})]
    loaded = [loads_suite(json.dumps(document)) for document in suites]
    out = io.StringIO()
    monkeypatch.setattr(tables, "console_for", lambda stream: Console(file=stream, width=width))
    tables.print_summary(summarize(run(loaded, [WordBackend(len)])), out)
    assert max(map(len, out.getvalue().splitlines())) <= width
    assert out.getvalue().count("0.478 to 0.814") == 3  # of the suite, the prediction and the group; by scipy
    assert "\N{HORIZONTAL ELLIPSIS}" not in out.getvalue()


@pytest.mark.parametrize("width", [80, 90])
def test_a_narrow_terminal_breaks_no_reference_of_a_formula_and_no_heading(width, monkeypatch):
    items = [{"a_condition_that_has_a_name": ["x"], "another_one": ["x"]}] * 12
    formula = "(1;%a_condition_that_has_a_name%) - (1;%another_one%) < (1;%another_one%)"
    document = suite_document(items, [formula], name="toy")
    out = io.StringIO()
    monkeypatch.setattr(tables, "console_for", lambda stream: Console(file=stream, width=width))
    tables.print_summary(summarize(run([loads_suite(json.dumps(document))], [WordBackend(lambda _: 0.0)])), out)
    shown = out.getvalue()
    assert max(map(len, shown.splitlines())) <= width
    assert all(word in shown for word in ("(1;%a_condition_that_has_a_name%)", "(1;%another_one%)", "+0.00 to +0.00"))
    assert " ties " in shown  # beside the place of a column that was left out, since it said nothing
    assert "Left out, with '-' in every row" in shown
    assert "\N{HORIZONTAL ELLIPSIS}" not in shown


@pytest.mark.parametrize("width", [60, 80, 100, 200])
@pytest.mark.parametrize(
    "names", [["ngram", "HuggingFaceTB/SmolLM2-135M"], ["m", "n", *(f"an/org-{n}" for n in range(9))]]
)
def test_models_and_circuits_lose_no_column_in_a_narrow_terminal(width, names, monkeypatch):
    """Field case C1: two models and nine circuits at 80 columns lost columns without a sign."""
    circuits = [
        *(
            "agreement",
            "binding",
            "center_embedding",
            "filler_gap_dependencies",
            "garden_path",
            "gross_syntactic_state",
        ),
        *("licensing", "long_distance", "anaphor_agreement"),
    ]
    suites = [loads_suite(json.dumps(suite_of(n + 1, 9 - n, name=c, circuit=c))) for n, c in enumerate(circuits)]
    summary = summarize(run(suites, [WordBackend(len, name=name) for name in names]))
    console = Console(file=io.StringIO(), width=width)
    for table in tables._model_tables(summary["models"], console):
        console.print(table)
    shown = console.file.getvalue()
    assert max(map(len, shown.splitlines())) <= width
    assert all(shown.split().count(name) == 1 for name in names)
    for n in range(9):  # every score of every model
        assert shown.count(f"{(n + 1) / 10:.3f}") >= len(names)
    assert all(word in shown for circuit in circuits for word in circuit.split("_"))
    assert "\N{HORIZONTAL ELLIPSIS}" not in shown


def test_the_table_says_which_average_is_which():
    out = io.StringIO()
    suites = [loads_suite(json.dumps(document)) for document in (suite_of(10, name="A"), suite_of(15, 15, name="B"))]
    tables.print_summary(summarize(run(suites, [WordBackend(len)])), out)
    assert "SG score 0.750  95 % interval 0.000 to 1.000; mean over 2 suites\n" in out.getvalue()
    assert "over all items 0.625  95 % interval" in out.getvalue()


def test_what_stands_beside_chance_levels_is_explained_below():
    def shown(*documents):
        out = io.StringIO()
        suites = [loads_suite(json.dumps(document)) for document in documents]
        tables.print_summary(summarize(run(suites, [WordBackend(len, unknown=frozenset("xz"))])), out)
        return out.getvalue()

    assert "silent: the model knows none of the words" in shown(suite_of(0, n_ties=20))
    items = [{"a": ["x", "long"], "b": ["x", "late"], "c": ["x", "longer"]}] * 20
    tied = shown(suite_document(items, ["(2;%a%) > (2;%b%) & (2;%c%) > (2;%a%)"]))
    assert re.search(r"0\.\d{3} tied", tied)
    assert "tied: no item passes, and each has a tie" in tied
    assert "below: less than by chance; most often one word form is preferred" in shown(suite_of(0, 20))
    assert "below:" not in shown(suite_of(20, 20))
    crossed = [{"a": ["is"], "b": ["are"], "c": ["are"], "d": ["is"]}] * 20
    text = shown(suite_document(crossed, ["(1;%a%) < (1;%b%) & (1;%c%) < (1;%d%)"]))
    assert "\N{LESS-THAN OR EQUAL TO}0.250 below" in text
    assert "\N{LESS-THAN OR EQUAL TO}: word forms are compared both ways" in text


def test_a_mean_over_what_does_not_belong_together_says_so_and_gives_the_parts():  # field case A13
    out = io.StringIO()
    documents = [
        suite_of(10, name="A", language="it"),
        suite_of(15, 15, name="B", language="ru"),
        suite_of(5, 15, name="npz_obj"),  # the published suite of this name is of Hu et al. (2020), and English
    ]
    tables.print_summary(summarize(run([loads_suite(json.dumps(one)) for one in documents], [WordBackend(len)])), out)
    lines = [" ".join(line.split()) for line in out.getvalue().splitlines()]
    text = " ".join(out.getvalue().split())
    mixed = "mean over 3 suites of 3 languages and 2 collections, which no paper averages"
    assert f"SG score 0.583 95 % interval 0.000 to 1.000; {mixed} over all items" in text
    parts = ["en 0.250 1 suite", "it 1.000 1 suite", "ru 0.500 1 suite"]
    assert [line for line in lines if line in parts] == parts
    assert "own suites 0.750 2 suites" in lines
    assert "Hu et al. 2020 0.250 1 suite" in lines


def shown(documents, **counting):
    out = io.StringIO()
    models = [WordBackend(len, name=name) for name in counting.pop("models", ("toy",))]
    tables.print_summary(summarize(run([loads_suite(json.dumps(one)) for one in documents], models), **counting), out)
    return " ".join(out.getvalue().split())


def test_a_circuit_and_a_group_over_several_languages_say_so():
    documents = [
        suite_of(10, name="A", language="it", circuit="agreement", groups={"phenomenon": "number"}),
        suite_of(15, 15, name="B", language="ru", circuit="agreement", groups={"phenomenon": "number"}),
    ]
    text = shown(documents)
    assert "2 suites of 2 languages" in text[text.index(" agreement ") :]
    assert "number: over suites of 2 languages, which no paper averages." in text


def test_a_table_of_models_says_what_its_means_are_over():
    documents = [suite_of(10, name="A", language="it"), suite_of(15, 15, name="B", language="ru")]
    text = shown(documents, models=("one", "two"))
    assert text.endswith("SG score: mean over 2 suites of 2 languages, which no paper averages.")


def test_a_score_says_which_of_the_suites_of_hu_et_al_it_counts():
    documents = [suite_of(5, 15, name="npz_obj"), suite_of(20, name="fgd-embed3"), suite_of(8, 12, name="npz_ambig")]
    said = "mean over 3 suites; fgd-embed3 does not count in the figures of Hu et al. (2020): --suites-as paper"
    assert said in shown(documents)
    assert "mean over 2 suites, without fgd-embed3 (--suites-as paper)" in shown(documents, suites_as="paper")
    theirs = [suite_of(1, name=name) for name in PUBLISHED_CIRCUITS]
    said = "mean over the 31 suites that the figures of Hu et al. (2020) count, without fgd-embed3, fgd-embed4"
    assert said in shown(theirs, suites_as="paper")
    own = [suite_of(1, name=name) for name in "AB"]
    assert "mean over 2 suites, none of them published with Hu et al. (2020) (--suites-as paper)" in shown(
        own, suites_as="paper"
    )


def test_what_ties_count_is_said_where_it_is_not_the_default_and_there_are_ties():
    tie = {"a": ["x", "one"], "b": ["x", "two"]}
    document = suite_document([tie, {"a": ["x", "one"], "b": ["x", "four"]}], ["(2;%a%) > (2;%b%)"])
    assert "ties count half (--ties half)" in shown([document], ties="half")
    assert "ties are decided by lot (--ties random:3)" in shown([document], ties="random:3")
    assert "--ties" not in shown([document])
    assert "--ties" not in shown([suite_of(2, 2)], ties="half")


def test_intervals_by_cluster_are_said_to_be_so():
    document = suite_of(6, 6)
    for number, item in enumerate(document["items"]):
        item["cluster"] = f"frame {number // 3}"
    text = shown([document])
    assert "clusters: items of one cluster are no independent observations" in text
    assert "suite items clusters score" in text
    assert "toy 12 4 0.500" in text
    assert "clusters" not in shown([suite_of(6, 6)])


@pytest.mark.parametrize("width", [50, 60, 70, 80, 100, 120])
def test_suites_lose_no_figure_and_no_name_is_broken_inside_a_word(width, monkeypatch):
    """Field case C1: below 80 columns unknown words were lost without a sign, and names were broken anywhere."""
    names = ["subject_verb_agreement", "reflexive_prep_masc", "npz", "npz_mod"]
    suites = [loads_suite(json.dumps(suite_of(18, 7, 1, 2, name=name))) for name in names]
    summary = summarize(run(suites, [WordBackend(len)]))
    for number, suite in enumerate(summary["models"][0]["suites"][1:], 1):
        suite.update(n_oov=50 + number, n_tokens=1330 + number, n_oov_items=16)
    out = io.StringIO()
    monkeypatch.setattr(tables, "console_for", lambda stream: Console(file=stream, width=width))
    tables.print_summary(summary, out)
    assert max(map(len, out.getvalue().splitlines())) <= width
    words = re.findall(r"[\w%/.]*\w", out.getvalue())
    assert {"suite", "items", "score", "interval", "chance", "undefined", "ties", "unknown"} <= {*words}
    assert {"51", "1331", "52", "1332", "53", "1333"} <= {*words}
    parts = {"subject_", "verb_", "subject_verb_", "verb_agreement", "agreement", "reflexive_", "reflexive_prep_"}
    parts |= {"prep_", "prep_masc", "masc", "npz_", "mod", *names}
    assert {word for word in words if any(word in name for name in names) and len(word) > 2} <= parts
    assert "\N{HORIZONTAL ELLIPSIS}" not in out.getvalue()


def test_what_has_no_room_stands_below_with_the_rows_that_it_says_something_of():
    table = tables.table_of(["suite"], ["score", "ties", "unknown words"])
    table.add_row(tables.Name("first_name"), "0.500", "3", "-")
    table.add_row(tables.Name("second_name"), "0.250", "-", "12 of 120")
    out = io.StringIO()
    console = Console(file=out, width=24)
    console.print(tables.fitted(table, console))
    shown = " ".join(word for word in out.getvalue().split() if "─" not in word)
    continued = "The table above, continued; '-' in the rows that are not here."
    assert shown == (
        "suite score first_name 0.500 second_name 0.250 "
        f"suite ties first_name 3 {continued} unknown suite words second_ 12 of 120 name {continued}"
    )


@pytest.mark.parametrize(
    ("name", "width", "lines"),
    [
        ("subject_verb_agreement", 14, ["subject_verb_", " agreement"]),
        ("subject_verb_agreement", 22, ["subject_verb_agreement"]),
        ("org/model-of-many 0: a name", 12, ["org/model-", " of-many 0:", " a name"]),
        ("unbreakable", 6, ["unbre", " akabl", " e"]),
        ("日本_語", 5, ["日本_", " 語"]),
        ("one\ntwo", 9, ["one", "two"]),
        ("-", 3, ["-"]),
        ("", 3, [""]),
    ],
)
def test_names_are_broken_between_their_parts(name, width, lines):
    assert tables.Name(name).lines(width) == lines


def test_a_margin_of_ranks_does_not_stand_as_bits():
    """Field case A9: a mean margin of ranks stood under a head that says bits."""
    suite = loads_suite(json.dumps(suite_document([{"a": ["xx y"], "b": ["z"]}], ["(1;%b%;rank) < 5 & (1;%a%) > 1"])))
    shown = io.StringIO()
    tables.print_summary(summarize(run([suite], [WordBackend(len)])), shown)
    # the toy's first word has rank 1
    assert re.search(r"\(1;%b%;rank\) < 5 .* \+4\.00 ranks +- +-\s*\n", shown.getvalue())
    assert re.search(r"\(1;%a%\) > 1 .* \+2\.00 +- +-\s*\n", shown.getvalue())  # 3 letters - 1
    assert "effect: mean difference in bits, or what stands beside it, above 0" in shown.getvalue()


def test_probabilities_have_a_digit_more():
    """Differences of a few hundredths are what they are about."""
    items = [{"a": ["xxxxxx"], "b": ["xxxxxxx"]}, {"a": ["xxxxx"], "b": ["xxxxxx"]}]
    shown = shown_of(suite_document(items, ["(1;%a%;prob) > (1;%b%;prob)"]))
    assert "+0.012 (0.006) probability" in shown  # 2^-7 and 2^-6


def test_a_design_of_two_factors_shows_its_effects():
    names = ["sg_sg", "sg_pl", "pl_sg", "pl_pl"]
    items = [{name: ["x" * (n + k)] for n, name in zip((1, 4, 3, 3), names, strict=True)} for k in (0, 1, 2)]
    document = suite_document(items, ["(1;%sg_pl%) > (1;%sg_sg%)"])
    assert "2 x 2" not in shown_of(document)
    document["condition_factors"] = {name: {"head": name[:2], "attractor": name[3:]} for name in names}
    shown = " ".join(shown_of(document).split())
    assert "toy_suite, 2 x 2 mean 95 % interval size" in shown
    assert "region 1 r1 head: sg - pl -0.50 -0.50 to -0.50 - attractor: sg - pl -1.50" in shown
    assert "head x attractor: sg - pl where attractor = sg, less where attractor = pl -3.00" in shown


def shown_of(document):
    out = io.StringIO()
    tables.print_summary(summarize(run([loads_suite(json.dumps(document))], [WordBackend(len)])), out)
    return out.getvalue()


@pytest.mark.parametrize("width", [80, 120])
def test_a_prediction_that_holds_by_far_does_not_read_as_a_failure(width, monkeypatch):
    """A comparison with `<` that held by 11 bits stood as -11 bits."""
    pairs = [("x", "x" * 11), ("x", "x" * 12), ("x", "x" * 13)]
    formulas = ["(1;%a%) < (1;%b%)", "![(1;%a%) >= (1;%b%)]", "(1;%a%) = (1;%b%)"]
    suite = loads_suite(json.dumps(suite_document([{"a": [a], "b": [b]} for a, b in pairs], formulas)))
    out = io.StringIO()
    monkeypatch.setattr(tables, "console_for", lambda stream: Console(file=stream, width=width))
    tables.print_summary(summarize(run([suite], [WordBackend(len)])), out)
    shown = " ".join(out.getvalue().split())
    spread = " (1.00)" if width == 120 else ""
    # 11 bits, standard deviation 1: t of 2 at 0.975 is 4.303, and Hedges' J for 2 is 0.5642
    assert f"(1;%a%) < (1;%b%) +11.00{spread} +8.52 to +13.48 +6.21" in shown
    assert f"(1;%a%) >= (1;%b%) +11.00{spread} +8.52 to +13.48 +6.21" in shown
    assert f"(1;%a%) = (1;%b%) -11.00{spread} -13.48 to -8.52 -6.21" in shown
    assert "Of = and !=, the effect is left minus right." in shown


def test_means_say_which_suites_in_them_are_silent(tmp_path):
    def pairs(name, *sentences):
        rows = [
            {"sentence_good": good, "sentence_bad": bad, "UID": name, "linguistics_term": "agr"}
            for good, bad in sentences
        ]
        path = tmp_path / f"{name}.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return path

    unknown = pairs("unknown", ("Qwx yzz.", "Qwx yzy."), ("Qwx yzzz.", "Qwx yzyz."))
    known = pairs("known", ("The cats sleep.", "The cats sleeps."))
    done = sglite("eval", unknown, known, "-q")
    assert "Silent suites, left out of these means: agr 1 of 2." in done.out
    assert "mean over 1 suite, without 1 suite on which the model is silent" in done.out
    assert " ".join(sglite("eval", unknown, "-q").out.split()).count(
        "No SG score: on this suite the model is silent: it knows no word that differs."
    )
    [row] = sglite("eval", unknown, known, "-q", "--format", "json").json["models"][0]["groups"]["phenomenon"]
    assert (row["n_suites"], row["n_silent"], row["macro"]) == (1, 1, 1.0)


def test_tables_for_a_file_are_as_wide_as_columns_says(tmp_path, monkeypatch):
    names = [f"augmented_argument_structure_transitive_{letter}" for letter in "abcd"]
    for name in names:
        rows = [{"sentence_good": good, "sentence_bad": bad, "UID": name, "linguistics_term": "argument_structure"}
                for good, bad in (("The cats sleep.", "The cats sleeps."), ("A dog barks.", "A dog bark."))]  # fmt: skip
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    for asked, most in (("80", 80), ("60", 60), ("", 120), ("wide", 120)):
        monkeypatch.setenv("COLUMNS", asked)
        shown = sglite("eval", tmp_path, "-q").out
        assert "by phenomenon" in shown
        widest = max(map(cell_len, shown.splitlines()))
        assert widest <= most
        assert (widest > 80) is (most > 80)


def test_of_a_factor_with_many_values_the_first_are_shown_and_where_the_others_are(monkeypatch):
    document = suite_of(40)
    for number, item in enumerate(document["items"]):
        item["factors"] = {"distance": number // 2, "kind": "ab"[number % 2]}
    out = io.StringIO()
    monkeypatch.setenv("COLUMNS", "80")
    summary = summarize(run([loads_suite(json.dumps(document))], [WordBackend(len)]))
    tables.print_summary(summary, out)
    shown = [" ".join(line.split()) for line in out.getvalue().splitlines()]
    assert [line.split()[1] for line in shown if re.match(r"distance: \d+ 2 1.000", line)] == list("01234567")
    assert "distance: 12 more, 8 to 19 24" in [line.rstrip(" -") for line in shown]
    assert "Values that are not shown one by one: `factors` in summary.json (--out DIR)," in " ".join(shown)
    assert len(summary["models"][0]["suites"][0]["factors"]["distance"]) == 20
    assert any(line.startswith("kind: b") for line in shown)
