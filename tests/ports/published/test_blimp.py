"""BLiMP's files as suites, and their scores against values computed independently (see goldens/README.md)."""

from __future__ import annotations

import gzip
import json
import math
import warnings
from collections import defaultdict

import pytest
from support.toys import WordBackend

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import InputError, SgliteWarning, SuiteError
from syntaxgym_lite.plan import Settings
from syntaxgym_lite.ports.collect import find_suites
from syntaxgym_lite.ports.published.blimp import looks_like_blimp, read_blimp
from syntaxgym_lite.runner import run


def pair(number, good="the cat sleeps.", bad="the cat sleep.", **others):
    """A line of the published format, with sentences of our own."""
    return {
        "sentence_good": good,
        "sentence_bad": bad,
        "field": "morphology",
        "linguistics_term": "subject_verb_agreement",
        "UID": "toy_agreement",
        "simple_LM_method": True,
        "one_prefix_method": True,
        "two_prefix_method": False,
        "one_prefix_prefix": "the cat",
        "one_prefix_word_good": "sleeps",
        "one_prefix_word_bad": "sleep",
        "lexically_identical": False,
        "pairID": str(number),
        **others,
    }


def two_prefix(number, **others):
    made_for = {"one_prefix_method": False, "two_prefix_method": True}
    prefixes = {"two_prefix_prefix_good": "the cat", "two_prefix_prefix_bad": "the cats", "two_prefix_word": " sleeps"}
    return pair(number, "the cat sleeps.", "the cats sleeps.", **made_for, **prefixes, **others)


def write(path, *lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture
def file(tmp_path):
    return tmp_path / "toy_agreement.jsonl"


def texts(suite):
    return {(sentence.item_number, sentence.condition_name): sentence.text for sentence in suite.sentences()}


# ---------------------------------------------------------------- the three methods


def test_whole_sentences_are_exactly_those_of_the_file(file):
    write(file, pair(0, " A  cat sleeps .", "A cat sleep.\t"), pair(1))
    [suite] = read_blimp(file)
    assert texts(suite)[1, "good"] == " A  cat sleeps ."
    assert texts(suite)[1, "bad"] == "A cat sleep.\t"
    assert (suite.name, suite.predictions[0].formula.source) == ("toy_agreement", "(*;%good%) < (*;%bad%)")
    expected = {"phenomenon": "subject_verb_agreement", "field": "morphology", "method": "full"}
    assert suite.groups == expected


def test_one_prefix_compares_two_words_after_one_beginning(file):
    [suite] = read_blimp(write(file, pair(7)), method="one-prefix")
    assert texts(suite) == {(8, "good"): "the cat sleeps", (8, "bad"): "the cat sleep"}
    assert (suite.name, suite.predictions[0].formula.source) == ("toy_agreement-one-prefix", "(2;%good%) < (2;%bad%)")
    assert suite.groups["phenomenon"] == "subject_verb_agreement (one-prefix)"  # methods are never averaged together


def test_two_prefix_compares_one_word_after_two_beginnings_and_trims_it(file):
    [suite] = read_blimp(write(file, two_prefix(0)), method="two-prefix")
    assert texts(suite) == {(1, "good"): "the cat sleeps", (1, "bad"): "the cats sleeps"}
    [result] = run([suite], WordBackend(len)).models[0].suites
    [outcome] = result.outcomes
    assert (outcome.comparisons[0].left, outcome.comparisons[0].right, outcome.tie) == (6.0, 6.0, True)


def test_all_gives_a_suite_for_each_method_that_the_file_allows(file):
    assert [suite.name for suite in read_blimp(write(file, pair(0)), method="all")] == [
        "toy_agreement",
        "toy_agreement-one-prefix",
    ]


def test_chance_of_a_pair_is_one_half_with_either_unit(file):
    write(file, pair(0), two_prefix(1))
    for method in ("full", "one-prefix", "two-prefix"):
        for normalize in (None, "tokens", "words"):
            [suite] = read_blimp(file, method=method, normalize=normalize)
            [summary] = sgl.summarize(run([suite], WordBackend(len)))["models"][0]["suites"]
            assert (summary["chance"], summary["chance_method"]) == (0.5, "exact")


def test_pairs_of_a_file_that_the_method_is_not_for_are_counted_as_excluded(file):
    [suite] = read_blimp(write(file, pair(0), two_prefix(1), pair(2)), method="one-prefix")
    assert [item.number for item in suite.items] == [1, 3]
    [excluded] = suite.excluded
    assert (excluded.where, excluded.reason) == (f"{file}:2", "not made for the one-prefix method")


def test_files_without_a_pair_for_the_method_are_said(tmp_path):
    first, second = write(tmp_path / "a.jsonl", pair(0)), write(tmp_path / "b.jsonl", two_prefix(0, UID="b"))
    with pytest.warns(SgliteWarning, match=r"1 file has nothing for `method=one-prefix`, e\.g\. .*b\.jsonl"):
        assert len(find_suites([first, second], options={"method": "one-prefix"})) == 1
    with pytest.raises(InputError, match="nothing for `method=two-prefix`"):
        find_suites(first, options={"method": "two-prefix"})


# ---------------------------------------------------------------- margins, means, ties


def outcomes(suite, bits=len, **settings):
    [result] = run([suite], WordBackend(bits), Settings(**settings)).models[0].suites
    return [outcome.holds for outcome in result.outcomes]


def test_identical_pairs_are_reported_and_scored_as_ties(file):
    """Case 79: BLiMP pairs that are identical."""
    lines = [pair(number, "ab.", "abc.") for number in range(3)] + [pair(3, "ab.", "ab."), pair(4, "ab.", "xy.")]
    [suite] = read_blimp(write(file, *lines))
    [summary] = sgl.summarize(run([suite], WordBackend(len)))["models"][0]["suites"]
    assert (summary["n_items"], summary["score"], summary["n_ties"], summary["n_excluded"]) == (5, 3 / 5, 2, 0)
    assert summary["warnings"] == [
        "1 pair has the same text twice and can only tie: line 4.",
        "2 pairs are there already, and each counts again: line 2, line 3.",
    ]


def test_pairs_that_are_there_twice_are_said(file):
    [suite] = read_blimp(write(file, pair(0), pair(1), pair(2, sentence_bad="another one.")))
    assert suite.warnings == ("1 pair is there already, and each counts again: line 2.",)


def test_a_least_margin_is_in_bits_and_must_be_exceeded(file):
    write(file, pair(0, "ab.", "abcd."), pair(1, "ab.", "abcde."))  # by 2 and 3 bits
    for margin, expected in [(0, [True, True]), (1.5, [True, True]), (2, [False, True]), (3, [False, False])]:
        [suite] = read_blimp(file, min_margin=margin)
        assert outcomes(suite) == expected


def test_means_over_tokens_and_over_words_are_means(file):
    write(file, pair(0, "aaaa b", "ccc"))  # sums 4 + 1 and 3; means 2.5 and 3
    assert outcomes(*read_blimp(file)) == [False]
    assert outcomes(*read_blimp(file, normalize="tokens")) == [True]
    assert outcomes(*read_blimp(file, normalize="words")) == [True]
    # 4 + 1 bits over 6 characters and bytes and a penalty of two tokens; 3 bits over 3, and of one token
    assert outcomes(*read_blimp(file, normalize="characters")) == [5 / 6 < 3 / 3]
    assert outcomes(*read_blimp(file, normalize="bytes")) == [5 / 6 < 3 / 3]
    assert outcomes(*read_blimp(file, normalize="power")) == [5 / (7 / 6) ** 0.8 < 3]
    [suite] = read_blimp(file, normalize="words", min_margin=0.25)
    assert suite.predictions[0].formula.source == "(*;%bad%;word_mean) - (*;%good%;word_mean) > 0.25"
    assert outcomes(suite) == [True]


def test_the_end_of_the_sentence_counts_only_if_it_is_asked_for(file):
    [suite] = read_blimp(write(file, pair(0, "a", "b")))
    for eos, expected in [(False, 1.0), (True, 1.5)]:  # the toy's end of sentence costs half a bit
        result = run([suite], WordBackend(len), Settings(eos=eos))
        assert result.models[0].suites[0].outcomes[0].comparisons[0].left == expected
        assert sgl.summarize(result)["models"][0]["eos"] is eos


@pytest.mark.parametrize(
    "options", [{"method": "ful"}, {"normalize": "bits"}, {"min_margin": -1}, {"min_margin": math.nan}]
)
def test_an_option_with_a_wrong_value_is_refused(file, options):
    with pytest.raises(InputError, match=f"^{next(iter(options))} must be"):
        read_blimp(write(file, pair(0)), **options)


def test_the_command_line_passes_options_on_and_refuses_a_mean_with_an_end(file):
    from click.testing import CliRunner

    from syntaxgym_lite.cli import cli

    write(file, pair(0), two_prefix(1))
    arguments = ["eval", str(file), "--format", "json", "--method", "all", "--normalize", "words"]
    done = CliRunner().invoke(cli, arguments, standalone_mode=False)
    suites = json.loads(done.stdout)["models"][0]["suites"]
    assert [suite["predictions"][0]["formula"] for suite in suites] == [
        "(*;%good%;word_mean) < (*;%bad%;word_mean)",
        "(2;%good%;word_mean) < (2;%bad%;word_mean)",
        "(2;%good%;word_mean) < (2;%bad%;word_mean)",
    ]
    assert "the end of a sentence is no part of" in CliRunner().invoke(cli, [*arguments, "--eos"]).output


# ---------------------------------------------------------------- files


def test_a_file_with_sentences_alone_is_enough(file):
    write(file, {"sentence_good": "a b", "sentence_bad": "b a"}, {"sentence_good": "c", "sentence_bad": "d"})
    assert looks_like_blimp(file)
    [suite] = find_suites(file)
    assert (suite.name, [item.number for item in suite.items]) == ("toy_agreement", [1, 2])
    assert suite.groups == {"method": "full"}


def test_paradigms_of_one_file_become_suites_of_their_own(file):
    write(file, pair(0), pair(0, UID="other", linguistics_term="s-selection", field="syntax/semantics"))
    first, second = read_blimp(file)
    assert (first.name, second.name) == ("toy_agreement", "other")
    assert (second.groups["phenomenon"], second.groups["field"]) == ("argument_structure", "syntax_semantics")


def test_two_fields_or_terms_of_one_paradigm_are_refused_with_their_lines(file):
    lines = [
        pair(0),
        pair(1, field="syntax"),
        pair(2, linguistics_term="binding"),
        pair(0, UID="other", linguistics_term="s-selection"),
        pair(1, UID="other", linguistics_term="argument_structure"),  # another name of the same, as the paper counts
    ]
    with pytest.raises(SuiteError) as raised:
        read_blimp(write(file, *lines))
    assert [str(problem) for problem in raised.value.problems] == [
        "line 2: field is 'syntax'; line 1 has 'morphology' for the same UID (toy_agreement).",
        "line 3: linguistics_term is 'binding'; line 1 has 'subject_verb_agreement' for the same UID (toy_agreement).",
    ]


def test_a_key_that_a_line_has_twice_is_refused(file):
    write(file, pair(0), pair(1))
    file.write_text(file.read_text().replace('"pairID": "1"', '"pairID": "1", "sentence_bad": "the cat slept."'))
    with pytest.raises(SuiteError, match="line 2: an object holds the key 'sentence_bad' twice"):
        read_blimp(file)
    assert looks_like_blimp(file)


def test_every_malformed_line_is_reported_with_its_number(file):
    lines = [
        json.dumps(pair(0)),
        "{",
        "[]",
        json.dumps(pair(1, sentence_bad=None)),
        json.dumps({"sentence_good": "a"}),
        json.dumps(pair("x")),
        json.dumps(pair(0)),
        json.dumps(pair(2, simple_LM_method="yes")),
        json.dumps(pair(3, " ")),
        json.dumps(pair(4, "a\ud83e")),
        json.dumps(pair(5, field=3)),
        json.dumps(pair(6, one_prefix_word_bad=1)),
        json.dumps(pair(7, dependency_length=[1])),
        "",
    ]
    file.write_bytes("\n".join(lines).encode() + b'\n{"sentence_good": "\xe9"}\n')
    with pytest.raises(SuiteError) as raised:
        read_blimp(file, method="all")
    found = {problem.path: problem.message for problem in raised.value.problems}
    expected = {
        "line 2": "not JSON",
        "line 3": "must be an object",
        "line 5": "sentence_bad is missing",
        "line 6": "pairID must be a whole number",
        "line 7": "pairID 0 is also that of line 1",
        "line 8": "simple_LM_method must be true or false",
        "line 10": "surrogate",
        "line 11": "field must be a text",
        "line 12": "one_prefix_word_bad must be a text",
        "line 13": "dependency_length must be",
        "line 15": "not UTF-8",
    }
    assert found.keys() == expected.keys()
    assert all(words in found[path] for path, words in expected.items())


@pytest.mark.parametrize("empty", [None, " ", float("nan")])
def test_a_line_without_one_of_its_sentences_costs_no_other(file, empty):
    line = pair(1, sentence_bad=empty)
    [suite] = read_blimp(write(file, pair(0), line, pair(2)))
    assert [item.number for item in suite.items] == [1, 3]
    assert [(one.where, one.reason) for one in suite.excluded] == [(f"{file}: line 2", "nothing in sentence_bad")]
    with pytest.raises(SuiteError, match="has no whole pair: nothing in sentence_bad"):
        read_blimp(write(file, line))


@pytest.mark.parametrize("first", ['{"sentence_good": "a', "", "# a remark", '{"sentence_good": "a"}', "\xff"])
def test_a_broken_first_line_is_named_and_hides_no_format(file, first):
    file.write_bytes(first.encode("latin-1") + b"\n" + json.dumps(pair(7)).encode() + b"\n")
    assert looks_like_blimp(file)
    if first:
        with pytest.raises(InputError, match=r"^\S*toy_agreement\.jsonl: line 1: [^\n]*$"):
            find_suites(file)


def test_an_empty_or_missing_file_is_refused(file):
    with pytest.raises(InputError, match="cannot be read"):
        read_blimp(file)
    file.write_text("\n")
    with pytest.raises(SuiteError, match="holds no pairs"):
        read_blimp(file)


def test_a_factor_of_the_file_is_kept(file):
    [suite] = read_blimp(write(file, pair(0, dependency_length=4)))
    assert suite.items[0].factors == {"dependency_length": 4}


# ---------------------------------------------------------------- the published files


def test_published_paradigms_have_the_methods_that_they_say(shared_dir):
    suites = find_suites(shared_dir / "published" / "blimp", options={"method": "all"})
    methods = defaultdict(list)
    for suite in suites:
        assert len(suite.items) == 1000
        assert [item.number for item in suite.items] == list(range(1, 1001))
        assert suite.excluded == ()
        methods[suite.groups["method"]].append(suite)
    # of the 20 files here, as their first lines say
    assert {method: len(own) for method, own in methods.items()} == {"full": 20, "one-prefix": 6, "two-prefix": 7}
    for suite in methods["one-prefix"] + methods["two-prefix"]:
        full = texts(next(other for other in methods["full"] if suite.name.startswith(f"{other.name}-")))
        sentences = texts(suite)
        if suite.groups["method"] == "one-prefix":  # true of all, says FORMATS.md
            assert all(full[key].startswith(text) for key, text in sentences.items())
        assert not any("  " in text or text != text.strip() for text in sentences.values())


def test_no_published_pair_here_is_identical_but_those_that_are_known(shared_dir):
    """Case 79: the seven are in principle_A_case_2 and passive_1, which are not among the files here."""
    suites = find_suites(shared_dir / "published" / "blimp")
    assert [suite.warnings for suite in suites] == [()] * 20


def test_whole_sentences_on_a_real_model_equal_the_goldens(shared_dir, smollm2_path, tmp_path):
    """The first 8 pairs of each of 20 paradigms (the goldens have 100, which were compared once: see the how-to)."""
    for path in sorted((shared_dir / "published" / "blimp").glob("*.jsonl")):
        lines = path.read_text(encoding="utf-8").splitlines()[:8]
        (tmp_path / path.name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    with gzip.open(shared_dir / "goldens" / "blimp_smollm2.jsonl.gz", "rt", encoding="utf-8") as file:
        goldens = {(golden["paradigm"], int(golden["pairID"]) + 1): golden for golden in map(json.loads, file)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SgliteWarning)
        result = run(find_suites(tmp_path), str(smollm2_path), Settings(model_options={"device": "cpu"}))
    compared = 0
    for suite in result.models[0].suites:
        for outcome in suite.outcomes:
            golden, [comparison] = goldens[suite.suite, outcome.item_number], outcome.comparisons
            assert -comparison.left * math.log(2) == pytest.approx(golden["logp_good"], abs=1e-3)
            assert -comparison.right * math.log(2) == pytest.approx(golden["logp_bad"], abs=1e-3)
            assert outcome.holds is golden["correct"]
            compared += 1
    assert compared == 160
