"""Agreement files in the published forms; sentences of our own, and the published ones where they are there."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import scipy.stats
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.cli import cli
from syntaxgym_lite.errors import InputError, SuiteError
from syntaxgym_lite.judgments import correlation, human_summary, ranks
from syntaxgym_lite.plan import Settings
from syntaxgym_lite.ports.collect import find_suites
from syntaxgym_lite.ports.formats import format_of
from syntaxgym_lite.ports.published.agreement import read_agreement
from syntaxgym_lite.runner import run
from syntaxgym_lite.stats import summarize, wilson_interval
from syntaxgym_lite.stats.ties import credits
from syntaxgym_lite.suite.json import dumps_suite, loads_suite
from syntaxgym_lite.surprisal import BackendInfo, Capabilities, TokenSurprisals

COLUMNS = ["pattern", "constr_id", "sent_id", "correct_number", "form", "class", "type", "prefix", "n_attr", "sent"]
PATTERN = "L__NOUN_VERB_VERB"


def rows_of(
    constr: int, version: int, forms: tuple[str, str], prefix: str, rest: str, **cells: object
) -> list[dict[str, object]]:
    return [
        {
            "pattern": PATTERN,
            "constr_id": constr,
            "sent_id": version,
            "correct_number": "sing",
            "form": form,
            "class": which,
            "type": "generated" if version else "original",
            "prefix": prefix,
            "n_attr": 1,
            "sent": f"{prefix} something {rest} <eos>",
            **cells,
        }
        for form, which in zip(forms, ("correct", "wrong"), strict=True)
    ]


def table(*rows: dict[str, object], columns: list[str] = COLUMNS) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, delimiter="\t", lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


FIRST = rows_of(0, 0, ("sleeps", "sleep"), "The dog that the boys see", "here .")
SECOND = rows_of(0, 1, ("rests", "rest"), "The stone that the men eat", "there .")


@pytest.fixture
def tab(tmp_path: Path) -> Path:
    folder = tmp_path / "Klingon"
    folder.mkdir()
    (folder / "generated.tab").write_text(table(*FIRST, *SECOND), encoding="utf-8")
    return folder / "generated.tab"


@pytest.fixture
def triple(tmp_path: Path) -> Path:
    texts = ["The dog that the boys see something here . <eos>", "The stone that the men eat something there . <eos>"]
    golds = [
        "L!NOUN_VERB_VERB!Number=Plur!Number=Sing\t0\t0\t6\tVERB\tMood=Ind|Number=Sing\tsleeps\tsleep\tsleep\t1\tNOUN\tx",
        "L!NOUN_VERB_VERB!Number=Plur!Number=Sing\t0\t1\t6\tVERB\tMood=Ind|Number=Sing\trests\trest\trest\t1\tNOUN\tx",
    ]
    for suffix, lines in ((".text", texts), (".gold", golds), (".eval", ["6", "6"])):
        (tmp_path / f"own{suffix}").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path / "own.gold"


def test_two_rows_become_one_item_with_two_conditions(tab: Path) -> None:
    [suite] = read_agreement(tab)
    assert suite.name == "generated_Klingon"
    assert suite.groups == {"language": "Klingon"}
    assert [sentence.text for sentence in suite.sentences()] == [
        "The dog that the boys see sleeps",
        "The dog that the boys see sleep",
        "The stone that the men eat rests",
        "The stone that the men eat rest",
    ]
    assert [item.factors for item in suite.items] == [
        {"construction": PATTERN, "type": kind, "construction_type": f"{PATTERN} {kind}", "n_attr": 1, "correct_number": "sing"}
        for kind in ("original", "nonce")
    ]  # fmt: skip
    assert [str(prediction.formula) for prediction in suite.predictions] == ["(2;%correct%) < (2;%wrong%)"]


def test_the_table_is_known_by_its_columns_wherever_it_is(tab: Path) -> None:
    other = tab.with_name("agreement.txt")
    other.write_bytes(tab.read_bytes())
    assert format_of(other).name == "agreement"
    assert find_suites(other)[0].items == find_suites(tab.parent)[0].items  # also found in its folder


@pytest.mark.parametrize("suffix", [".text", ".gold", ".eval"])
def test_each_of_three_files_stands_for_all(suffix: str, triple: Path, tab: Path) -> None:
    path = triple.with_suffix(suffix)
    assert format_of(path).name == "agreement"
    [suite] = find_suites(path)
    of_table = read_agreement(tab)[0]
    assert [item.conditions for item in suite.items] == [item.conditions for item in of_table.items]
    assert [{**item.factors, "n_attr": 1} for item in suite.items] == [item.factors for item in of_table.items]


def test_files_of_linzen_et_al_have_four_columns(tmp_path: Path) -> None:
    (tmp_path / "subj.text").write_text("The dogs near the tree sleep . <eos>\n")
    (tmp_path / "subj.gold").write_text("5\tsleep\tsleeps\t2\n")
    [suite] = read_agreement(tmp_path / "subj.gold")
    assert [sentence.text for sentence in suite.sentences()] == [
        "The dogs near the tree sleep",
        "The dogs near the tree sleeps",
    ]
    assert suite.items[0].factors == {"n_attr": 2}


def test_unknown_words_are_taken_from_the_sentence_and_counted(tmp_path: Path) -> None:
    rows = rows_of(
        0, 0, ("sleeps", "sleep"), "The <unk> that the boys see", "x", sent="The dog that the boys see it <eos>"
    )
    path = tmp_path / "x.tab"
    path.write_text(table(*rows, *SECOND))
    [suite] = read_agreement(path)
    assert suite.items[0].conditions[0].regions[0].content == "The dog that the boys see"
    assert suite.warnings == ("1 of 2 prefixes have <unk>; the words were taken from the sentence.",)
    assert suite.excluded == ()


def test_without_the_sentence_a_prefix_with_an_unknown_word_is_left_out_and_counted(tmp_path: Path) -> None:
    rows = rows_of(0, 0, ("sleeps", "sleep"), "The <unk> that the boys see", "x")
    path = tmp_path / "x.tab"
    path.write_text(table(*rows, *SECOND, columns=[column for column in COLUMNS if column != "sent"]))
    [suite] = read_agreement(path)
    assert len(suite.items) == 1
    assert [(one.where, one.reason) for one in suite.excluded] == [
        (f"{path}:2", "the prefix holds <unk>, and the file does not say for which word")
    ]
    assert loads_suite(dumps_suite(suite)).excluded == suite.excluded


def test_a_triples_prefix_with_an_unknown_word_is_left_out_and_counted(triple: Path) -> None:
    text = triple.with_suffix(".text")
    text.write_text(text.read_text().replace("stone", "<unk>").replace("something here", "<unk> here"))
    [suite] = read_agreement(triple)  # what follows the target plays no part, an unknown word neither
    assert [item.conditions[0].regions[0].content for item in suite.items] == ["The dog that the boys see"]
    assert [(one.where, one.reason) for one in suite.excluded] == [
        (f"{triple}:2", "the prefix holds <unk>, and the file does not say for which word")
    ]
    text.write_text(text.read_text().replace("dog", "<unk>'s"))
    with pytest.raises(SuiteError, match=r"holds no pair that can be used\. 2 are excluded, e\.g\. .*own\.gold:1: the"):
        read_agreement(triple)


def test_a_form_that_is_an_unknown_word_leaves_its_pair_out(triple: Path, tab: Path) -> None:
    for path in (triple, tab):
        path.write_text(path.read_text().replace("\trest\t", "\t<unk>\t"))
        [suite] = read_agreement(path)
        assert len(suite.items) == 1
        assert [one.reason for one in suite.excluded] == ["a form is <unk>, and the file does not say for which word"]


def test_the_end_of_a_sentence_inside_a_line_is_refused(triple: Path, tab: Path) -> None:
    text = triple.with_suffix(".text")
    text.write_text(
        text.read_text().replace("The stone", "The <eos> stone").replace("here . <eos>", "here . <eos> <eos>")
    )
    with pytest.raises(SuiteError) as caught:
        read_agreement(triple)
    [problem] = caught.value.problems  # two at the end of the first line shift nothing
    assert problem.path == "line 2"
    assert problem.message.startswith("own.text has <eos> as word 1 (from 0), before the end.")
    tab.write_text(tab.read_text().replace("The stone", "The <eos> stone"))
    with pytest.raises(SuiteError, match=r"row 4, column H \('prefix'\): holds <eos>"):
        read_agreement(tab)


def test_all_malformed_rows_are_reported_with_their_places(tmp_path: Path) -> None:
    bad = [
        {**FIRST[0], "class": "right"},  # row 2
        FIRST[1],  # row 3: no correct form
        {**SECOND[0], "form": " "},  # row 4
        {**SECOND[1], "prefix": "Another one that the men eat"},  # row 5
        SECOND[1],  # row 6: again
        *rows_of(1, 0, ("is", "are"), "It <unk>", "x", n_attr="many", sent="That dog is <eos>"),  # rows 7 and 8
    ]
    path = tmp_path / "x.tab"
    path.write_text(table(*bad))
    with pytest.raises(SuiteError) as caught:
        read_agreement(path)
    assert str(caught.value).splitlines() == [
        f"{path}: row 2, column F ('class'): must be 'correct' or 'wrong', not 'right'.",
        f"{path}: row 4, column E ('form'): is empty.",
        f"{path}: row 5, column H ('prefix'): differs from the other form of pair {PATTERN} 0 1.",
        f"{path}: row 6: the wrong form of pair {PATTERN} 0 1 is also in row 5.",
        f"{path}: row 7, column J ('sent'): does not begin with the words of the column 'prefix'.",
        f"{path}: row 7, column I ('n_attr'): must be a whole number, not 'many'.",
        f"{path}: row 3: pair {PATTERN} 0 0 has no row with the correct form.",
        f"7 problems in {path}.",
    ]


def test_all_malformed_lines_are_reported_with_their_places(triple: Path) -> None:
    lines = triple.read_text().splitlines()
    triple.write_text("\n".join([lines[0].replace("\t6\t", "\t66\t"), "a\tb", lines[1], lines[1]]) + "\n")
    triple.with_suffix(".text").write_text("a b c <eos>\n" * 2 + "a b c d e f g <eos>\n" * 2)
    triple.with_suffix(".eval").write_text("6\n6\n6\n5\n")
    with pytest.raises(SuiteError) as caught:
        read_agreement(triple)
    assert str(caught.value).splitlines() == [
        f"{triple}: line 1: the target's place is '66'; the sentence has 3 words.",
        f"{triple}: line 2: has 2 columns separated by tabs, not 12, or 4 as for Linzen et al. (2016).",
        f"{triple}: line 4: has the target at 6, own.eval at '5'.",
        f"{triple}: line 4: pair {PATTERN} 0 1 is also in line 3.",
        f"4 problems in {triple}.",
    ]


def test_files_of_different_length_do_not_belong_together(triple: Path) -> None:
    triple.with_suffix(".text").write_text("one <eos>\n")
    with pytest.raises(SuiteError, match=r"has 2 lines, and own\.text 1; they belong together line by line"):
        read_agreement(triple)


@pytest.mark.parametrize(("missing", "given"), [(".text", ".gold"), (".gold", ".text"), (".gold", ".eval")])
def test_one_of_three_files_alone_says_which_is_missing(missing: str, given: str, triple: Path) -> None:
    triple.with_suffix(missing).unlink()
    with pytest.raises(InputError, match=rf"own\{missing}: no such file\. NAME\.text and NAME\.gold belong together"):
        find_suites(triple.with_suffix(given))


def test_the_files_of_one_set_are_read_once_however_they_are_named(triple: Path, tab: Path) -> None:
    expected = find_suites(triple)
    assert [suite.items for suite in find_suites(sorted(triple.parent.glob("own.*")))] == [expected[0].items]
    assert find_suites(triple.parent) == expected  # a folder of triples
    # of a set that is there in both forms, a folder gives the table; to name both is an error that says what to do
    for suffix in (".text", ".gold", ".eval"):
        tab.with_suffix(suffix).write_bytes(triple.with_suffix(suffix).read_bytes())
    for form in ("auto", "agreement"):
        assert [suite.source for suite in find_suites(tab.parent, form=form)] == [str(tab)]
    with pytest.raises(InputError, match=r"both have meta\.name 'generated_Klingon'; name one of them only"):
        find_suites([tab, tab.with_suffix(".gold")])


def test_pairs_with_one_form_twice_are_told(tmp_path: Path) -> None:
    path = tmp_path / "x.tab"
    path.write_text(table(*rows_of(0, 0, ("sheep", "sheep"), "The", "x"), *SECOND))
    assert read_agreement(path)[0].warnings == ("1 of 2 pairs have one form twice and can only tie.",)


# ------------------------------------------------------------------------------------------------------- people


def human_file(folder: Path, *counts: tuple[dict[str, object], object]) -> Path:
    path = folder / "human.tab"
    path.write_text(table(*({**row, "mturk_count": count} for row, count in counts), columns=[*COLUMNS, "mturk_count"]))
    return path


def test_people_are_a_factor_of_items(tab: Path, tmp_path: Path) -> None:
    people = human_file(tmp_path, (FIRST[0], 6), (FIRST[1], 2))
    [suite] = read_agreement(tab, human=people)
    assert [item.factors.get("human") for item in suite.items] == [0.75, None]
    assert suite.warnings == (f"1 of 2 pairs have no human judgment in {people}.",)
    [of_itself] = read_agreement(people, human=people)  # as the published file, which has both
    assert [item.factors["human"] for item in of_itself.items] == [0.75]


def test_judgments_that_fit_nothing_or_are_no_numbers_are_refused(tab: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has judgments for none of the 2 pairs"):
        read_agreement(tab, human=human_file(tmp_path, ({**FIRST[0], "constr_id": 9}, 6)))
    with pytest.raises(SuiteError, match=r"row 2, column K \('mturk_count'\): must be a number from 0, not 'six'"):
        read_agreement(tab, human=human_file(tmp_path, (FIRST[0], "six")))
    with pytest.raises(SuiteError, match="no column mturk_count"):
        read_agreement(tab, human=tab)


def test_judgments_that_contradict_or_repeat_one_another_are_refused(tab: Path, tmp_path: Path) -> None:
    with pytest.raises(SuiteError) as caught:
        read_agreement(
            tab,
            human=human_file(
                tmp_path,
                (FIRST[0], 6),
                (FIRST[1], 2),
                (FIRST[0], 0),
                (FIRST[1], 2),
                ({**SECOND[0], "class": "Right"}, 1),
            ),
        )
    assert str(caught.value).splitlines()[:-1] == [
        f"{tmp_path / 'human.tab'}: row 4: the correct form of pair {PATTERN} 0 0 is also in row 2; keep one of them.",
        f"{tmp_path / 'human.tab'}: row 5: the wrong form of pair {PATTERN} 0 0 is also in row 3; keep one of them.",
        f"{tmp_path / 'human.tab'}: row 6, column F ('class'): must be 'correct' or 'wrong', not 'Right'.",
    ]


def test_judgments_of_unknown_pairs_are_counted_and_half_of_a_judgment_is_none(tab: Path, tmp_path: Path) -> None:
    other = {**FIRST[0], "constr_id": 9}
    people = human_file(
        tmp_path, (FIRST[0], 6), (FIRST[1], 2), (other, 3), ({**other, "class": "wrong"}, 1), (SECOND[0], 4)
    )
    [suite] = read_agreement(tab, human=people)
    assert [item.factors.get("human") for item in suite.items] == [0.75, None]  # not 1.0 for want of the other form
    assert suite.warnings == (
        f"1 of 2 pairs have no human judgment in {people}.",
        f"2 of 5 rows in {people} match no pair, e.g. row 4 (pair {PATTERN} 9 0).",
    )


numbers = st.integers(-5, 5).map(float)


@given(st.lists(st.tuples(numbers, numbers), min_size=3, max_size=20))
def test_correlations_are_those_of_scipy(pairs: list[tuple[float, float]]) -> None:
    x, y = (np.array(values) for values in zip(*pairs, strict=True))
    ours = correlation(x, y), correlation(ranks(x), ranks(y))
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        assert ours == (None, None)
    else:
        theirs = scipy.stats.pearsonr(x, y).statistic, scipy.stats.spearmanr(x, y).statistic
        assert ours == pytest.approx(theirs, abs=1e-9)


def test_margins_are_held_against_people(tmp_path: Path) -> None:
    # recorded surprisals: margins (wrong - correct) are 3, 1, -2 and 5 bits
    forms = [("sleeps", "sleep"), ("rests", "rest"), ("waits", "wait"), ("laughs", "laugh")]
    rows = [row for number, pair in enumerate(forms) for row in rows_of(number, number % 2, pair, f"One{number}", "x")]
    people = [7, 1, 5, 3, 2, 6, 8, 0]
    path = human_file(tmp_path, *zip(rows, people, strict=True))
    margins = [3.0, 1.0, -2.0, 5.0]
    recorded = []
    for number, (pair, margin) in enumerate(zip(forms, margins, strict=True)):
        for form, bits in zip(pair, (6.0, 6.0 + margin), strict=True):
            recorded.append((f"One{number} {form}", [f"One{number}", form], [1.0, bits]))

    class Recorded:
        info = BackendInfo("toy", "toy", Capabilities(units="words"), None)

        def score(self, texts, options=None):  # type: ignore[no-untyped-def]
            known = {text: (words, bits) for text, words, bits in recorded}
            found = []
            for text in texts:
                words, bits = known[text]
                spans = np.array([[0, len(words[0])], [len(words[0]) + 1, len(text)]])
                found.append(TokenSurprisals(text, tuple(words), spans, np.array(bits), np.zeros(2, bool)))
            return found

    result = run(find_suites(path, options={"human": path}), [Recorded()], Settings())
    shares = [7 / 8, 5 / 8, 2 / 8, 8 / 8]
    summary = human_summary(result.models[0].suites[0])
    assert summary is not None
    assert summary["pearson"] == pytest.approx(scipy.stats.pearsonr(margins, shares).statistic, abs=1e-9)
    assert summary["spearman"] == pytest.approx(scipy.stats.spearmanr(margins, shares).statistic, abs=1e-9)
    assert (summary["n_items"], summary["n_margins"]) == (4, 4)
    assert (summary["people"], summary["model"]) == (np.mean(shares), 0.75)
    assert summary["by_construction"] == [
        {"construction": f"{PATTERN} nonce", "n_items": 2, "people": (5 / 8 + 1) / 2, "model": 1.0},
        {"construction": f"{PATTERN} original", "n_items": 2, "people": (7 / 8 + 2 / 8) / 2, "model": 0.5},
    ]
    assert summarize(result)["models"][0]["suites"][0]["human"] == summary


def test_the_command_shows_people_beside_the_model(tmp_path: Path) -> None:
    rows = [*FIRST, *SECOND]
    path = human_file(tmp_path, *zip(rows, [7, 1, 5, 3], strict=True))
    arguments = ["eval", str(path), "--human", str(path), "--model", "ngram", "--quiet"]
    done = CliRunner().invoke(cli, arguments, env={"COLUMNS": "120"})
    assert done.exit_code == 0, done.output
    assert "human, beside people" in done.stdout
    done = CliRunner().invoke(cli, [*arguments, "--format", "json"])
    human = json.loads(done.stdout)["models"][0]["suites"][0]["human"]
    assert (human["n_items"], human["people"], human["pearson"]) == (2, 0.75, None)  # two items make no correlation


# ---------------------------------------------------------------------------------------------------- published


@pytest.mark.parametrize(
    ("language", "n_pairs", "n_original", "n_constructions"), [("English", 410, 41, 2), ("Italian", 1190, 119, 8)]
)
def test_the_published_files_have_the_published_numbers(
    language: str, n_pairs: int, n_original: int, n_constructions: int, shared_dir: Path
) -> None:
    # FORMATS.md counts the pairs; 41 and 119 sentences and 2 and 8 constructions are those of the paper's Table 1
    folder = shared_dir / "published" / "agreement" / language
    [of_table], [of_lines] = read_agreement(folder / "generated.tab"), read_agreement(folder / "generated.text")
    assert len(of_table.items) == n_pairs
    assert Counter(item.factors["type"] for item in of_table.items)["original"] == n_original
    assert len({item.factors["construction"] for item in of_table.items}) == n_constructions
    # two roads: the table and the line-aligned files give the same sentences and factors
    assert [item.conditions for item in of_lines.items] == [item.conditions for item in of_table.items]
    for one, other in zip(of_lines.items, of_table.items, strict=True):
        assert one.factors == {name: value for name, value in other.factors.items() if name != "n_attr"}
    assert of_table.excluded == of_lines.excluded == ()
    texts = [sentence.text for sentence in of_table.sentences()]
    assert not any("<eos>" in text or "<unk>" in text or '""' in text for text in texts)
    if language == "English":  # FORMATS.md: 26 rows with <unk>
        assert of_table.warnings == ("13 of 410 prefixes have <unk>; the words were taken from the sentence.",)


@pytest.mark.parametrize(("language", "original", "nonce"), [("English", 65.9, 42.5), ("Italian", 54.6, 54.1)])
def test_word_frequencies_give_the_papers_unigram_baseline(
    language: str, original: float, nonce: float, shared_dir: Path, tmp_path: Path
) -> None:
    # the counts of the files' column 'freq', as a model; the expected values are the row "Unigram" of the paper's Table 1
    path = shared_dir / "published" / "agreement" / language / "generated.tab"
    counts = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            counts[row["form"]] = row["freq"]
    (tmp_path / "counts.tsv").write_text(
        "".join(f"{word}\t{count}\n" for word, count in counts.items()), encoding="utf-8"
    )
    result = run(find_suites(path), [f"unigram:{tmp_path / 'counts.tsv'}?words=whitespace"], Settings())
    [suite] = summarize(result)["models"][0]["suites"]
    by_type = {row["value"]: round(100 * row["score"], 1) for row in suite["factors"]["type"]}
    assert by_type == {"original": original, "nonce": nonce}


def test_the_table_is_read_by_the_rules_of_csv(tmp_path: Path) -> None:
    """Quotes are doubled inside quoted cells, sentences end in a literal <eos>, and each form has a row."""
    header = "pattern\tconstr_id\tsent_id\tcorrect_number\tform\tclass\ttype\tprefix\tn_attr\tsent"
    cells = '"Those who add "" guard "" posts"\t0\t"Those who add "" guard "" posts sleep . <eos>"'
    rows = [
        f"X__Y\t0\t0\tplur\t{form}\t{which}\toriginal\t{cells}"
        for form, which in (("sleep", "correct"), ("sleeps", "wrong"))
    ]
    (tmp_path / "own.tab").write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    [suite] = find_suites(tmp_path / "own.tab")
    assert len(suite.items) == 1
    assert suite.condition_names == ("correct", "wrong")
    texts = [sentence.text for sentence in suite.sentences()]
    assert texts == ['Those who add " guard " posts sleep', 'Those who add " guard " posts sleeps']
    assert all(text.count('" guard "') == 1 and "<eos>" not in text for text in texts)


# ---------------------------------------------------------------- clusters


@pytest.mark.parametrize(("language", "n_clusters"), [("English", 41), ("Italian", 119)])
@pytest.mark.parametrize("file", ["generated.tab", "generated.text"])
def test_ten_items_that_are_made_of_one_sentence_are_a_cluster(language, n_clusters, file, shared_dir):
    """Originals of FORMATS.md: 41 in English, 119 in Italian, each with nine nonce sentences."""
    [suite] = find_suites(shared_dir / "published" / "agreement" / language / file)
    sizes = Counter(suite.clusters.values())
    assert len(sizes) == n_clusters
    assert set(sizes.values()) == {10}
    for item in suite.items:
        assert item.cluster.rpartition(" ")[0] == item.factors["construction"]


def test_the_english_lstm_is_not_above_chance_by_cluster(shared_dir):
    """By item it would be: Wilson's interval of 231 of 410 lies above one half."""
    [suite] = find_suites(shared_dir / "published" / "agreement" / "English" / "generated.tab")
    [row] = summarize(run([suite], "lstm"))["models"][0]["suites"]
    assert (row["n_passed"], row["n_items"], row["n_clusters"], row["ci_method"]) == (231, 410, 41, "clusters")
    assert wilson_interval(231, 410)[0] > row["chance"] == 0.5 > row["ci_low"]
    assert row["above_chance"] == "no"
    # a plain bootstrap over clusters, another road to the same width
    passed = np.array(list(credits(run([suite], "lstm").models[0].suites[0]).values()))
    names = list(suite.clusters.values())
    means = np.array([passed[[name == one for name in names]].mean() for one in dict.fromkeys(names)])
    random = np.random.default_rng(0)
    low, high = np.quantile(means[random.integers(0, 41, (4000, 41))].mean(1), [0.025, 0.975])
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((low, high), abs=0.01)
