"""Every command that takes a suite reads every format, and what is converted gives what the file gave."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.places import SHARED, need
from support.running import sglite

import syntaxgym_lite as sgl
from syntaxgym_lite.cloze import cloze_summary

PUBLISHED = [
    "syntaxgym/npz_ambig.json",
    "syntaxgym/fgd_hierarchy.json",
    "syntaxgym/nn-nv-rpl.json",
    "syntaxgym_core/sample_suite.json",
    "syntaxgym_core/test/test_in.json",
    "syntaxgym_core/test/test_out_grnn.json",
    "syntaxgym_core/test-unk/out_transformer-xl.json",
    "syntaxgym_csv/cleft.csv",
    "syntaxgym_csv/npz_ambig.csv",
    "blimp/superlative_quantifiers_1.jsonl",
    "blimp/distractor_agreement_relative_clause.jsonl",
    "blimp/principle_A_c_command.jsonl",
    "agreement/English/generated.tab",
    "agreement/English/generated.eval",
    "agreement/Italian/generated.gold",
    "ettinger/CPRAG-102.tsv",
    "ettinger/NEG-136-SIMP.tsv",
    "ettinger/ROLE-88.head.tsv",
    "pairs/marvin_linzen/sample_sents.txt",
    "pairs/marvin_linzen/simple_npi_anim.pickle",
    "pairs/rublimp/transitive_verb_passive.csv",
    "pairs/turblimp/augmented_anaphor_agreement.csv",
    "pairs/lookalikes/jblimp__validated_minimal_pairs.jsonl",
    "pairs/lookalikes/comps__comps_base.jsonl",
    "pairs/lookalikes/ewok__material-properties.jsonl",
    "pairs/lookalikes/entity_tracking__regular.jsonl",
    "pairs/lookalikes/wug_adj_nominalization.jsonl",
    "pairs/lookalikes/climp__ba_construction_1000.csv",
    "pairs/babylm_supplement/qa_congruence_easy.jsonl",
    "pairs/zorro/island-effects-adjunct_island.txt",
    "pairs/clams/en_simple_npi_anim.txt",
    "pairs/qfrblimp/human_annotations.tsv",
    "pairs/dalaj/dalaj-ged-superlim_test.jsonl",
]
SHOWN = 3  # suites of a file


def published(name: str, folder: Path) -> Path:
    """A published file; of one that takes long its first lines, since each command reads it."""
    path = need(SHARED / "published" / name)
    n_lines = {".jsonl": 80, ".tsv": 9}.get(path.suffix)  # the shipped n-gram takes long for ranks
    if n_lines is None:
        return path
    short = folder / path.name
    short.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:n_lines]))
    return short


def outcomes(suites, model="ngram"):
    run = sgl.evaluate(suites, model)
    return [
        (outcome.item_number, outcome.prediction, outcome.holds, [(one.left, one.right) for one in outcome.comparisons])
        for suite in run.models[0].suites
        for outcome in suite.outcomes
    ]


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_published_file_goes_through_every_command(tmp_path, name):
    path = published(name, tmp_path)
    reports = sglite("check", path, "--format", "json")
    assert reports.code == 0
    assert sglite("check", path).out.count(" ok: ") == len(reports.json["suites"])
    suites = {suite.name: suite for suite in sgl.load_suites(path)}
    assert [report["suite"] for report in reports.json["suites"]] == list(suites)
    assert (sglite("show", path).code == 0) == (len(suites) == 1)
    for suite in [*suites.values()][:SHOWN]:
        shown = sglite("show", path, "--suite", suite.name)
        assert (shown.code, shown.out.split(":")[0]) == (0, suite.name)
        made = tmp_path / "made.json"
        assert sglite("convert", path, "--suite", suite.name, "--out", made, "--overwrite").code == 0
        [again] = sgl.load_suites(made)
        assert again == suite  # names, texts, predictions, factors, labels, what is excluded
        assert (again.groups, again.reference, again.circuit) == (suite.groups, suite.reference, suite.circuit)
        assert outcomes([again]) == outcomes([suite])
    command = "cloze" if name.startswith("ettinger") else "eval"
    assert sglite(command, path, "--model", "ngram", "--quiet", "--format", "csv").code == 0


@pytest.mark.parametrize("name", [name for name in PUBLISHED if name.startswith("ettinger")])
def test_a_cloze_set_that_became_suites_has_the_measures_of_the_file(tmp_path, name):  # field case A9
    path = published(name, tmp_path)
    assert f"is a cloze set (Ettinger 2020): 'sglite cloze {path}'" in sglite("eval", path).err
    assert sglite("import", path, "--yes", "--out", tmp_path / "made" / "").code == 0
    made = sorted((tmp_path / "made").iterdir()) if (tmp_path / "made").is_dir() else [tmp_path / "made"]
    summaries = []
    for files in ([path], made):
        suites = sgl.load_suites(files)
        summaries.append(cloze_summary(sgl.evaluate(suites, "ngram"), suites)["models"][0]["measures"])
    assert summaries[0] == summaries[1]


@pytest.mark.parametrize("method", ["one-prefix", "all"])
def test_options_of_a_format_are_those_of_eval_in_every_command(tmp_path, method):
    path = published("blimp/principle_A_c_command.jsonl", tmp_path)
    checked = sglite("check", path, "--method", method, "--format", "json").json["suites"]
    assert [one["suite"] for one in checked] == [suite.name for suite in sgl.load_suites(path, method=method)]
    for suite in checked:
        for command in ("show", "convert"):
            assert sglite(command, path, "--method", method, "--suite", suite["suite"]).code == 0


def test_recorded_surprisals_of_a_published_run_go_with_its_suite():
    """The two recordings of one run give the same margins, and neither is a suite by itself."""
    folder = need(SHARED / "published" / "syntaxgym_core" / "test-unk")
    margins = []
    for recording in ("surp_grnn.txt", "out_grnn.json"):
        done = sglite(
            "eval", folder / "in.json", "--model", f"replay:{folder / recording}", "--quiet", "--format", "csv"
        )
        assert done.code == 0
        margins.append([float(line.split(",")[5]) for line in done.out.splitlines()[1:]])
    assert margins[0] == pytest.approx(margins[1], abs=1e-5)
    for command in ("eval", "check", "show", "convert"):
        done = sglite(command, folder / "surp_grnn.txt")
        assert done.code == 2
        assert f"holds surprisals of a model; --model replay:{folder / 'surp_grnn.txt'} takes" in done.err + done.out
