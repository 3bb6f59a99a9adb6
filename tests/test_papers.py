"""The papers behind suites, data, models and methods: each written once, and named where results are shown."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from support.places import ROOT

import syntaxgym_lite
from syntaxgym_lite.cli import cli
from syntaxgym_lite.papers import PAPERS, behind_model, behind_suites
from syntaxgym_lite.ports.formats import formats, read_suites
from syntaxgym_lite.resources import shipped_models, shipped_suites
from syntaxgym_lite.suite.json import load_suite, loads_suite


def test_papers_stand_in_alphabetical_order_and_are_cited_each_in_its_own_way() -> None:
    source = (ROOT / "syntaxgym_lite" / "papers.tsv").read_text(encoding="utf-8")
    assert len(PAPERS) == len(source.splitlines()) - 1
    names = [paper.authors.replace(" and", ",").split(", ")[0] for paper in PAPERS.values()]
    assert names == sorted(names)


@pytest.mark.parametrize("name", shipped_suites())
def test_the_reference_of_a_shipped_suite_is_of_papers_in_the_table(name: str) -> None:
    reference = load_suite(shipped_suites()[name]).reference
    papers = behind_suites([reference])
    assert papers
    for paper in papers:
        assert str(paper).partition(", dissertation")[0] in reference
        reference = reference.replace(paper.mark, "")
    assert re.findall(r"\([12]\d{3}\)", reference) == []


def test_published_data_have_their_paper(tmp_path: Path) -> None:
    pair = {"sentence_good": "Dogs bark.", "sentence_bad": "Dogs barks.", "UID": "toy", "pairID": "0"}
    known = {"field": "morphology", "linguistics_term": "agreement", "simple_LM_method": True}
    methods = {"one_prefix_method": False, "two_prefix_method": False, "lexically_identical": False}
    file = tmp_path / "toy.jsonl"
    file.write_text(json.dumps({**pair, **known, **methods}) + "\n", encoding="utf-8")
    [suite], _ = read_suites(file)
    assert behind_suites([suite.reference]) == [PAPERS["Warstadt et al. 2020"]]
    of_others = {"phenomenon": "aspect", "paradigm": "zai", "field": "syntax"}  # of SLING, say
    file.write_text(json.dumps({**pair, **of_others}) + "\n", encoding="utf-8")
    [suite], _ = read_suites(file)
    assert suite.reference == ""
    assert {port.paper for port in formats().values()} <= {"", *PAPERS}


def test_a_suite_of_syntaxgym_is_from_the_paper_of_its_designs_and_one_of_yours_from_what_it_says() -> None:
    document = {
        "meta": {"name": "npz_obj", "metric": "sum"},
        "region_meta": {"1": "all"},
        "predictions": [],
        "items": [
            {
                "item_number": 1,
                "conditions": [{"condition_name": "a", "regions": [{"region_number": 1, "content": "Dogs bark."}]}],
            }
        ],
    }
    assert behind_suites([loads_suite(json.dumps(document)).reference]) == [PAPERS["Hu et al. 2020"]]
    document["meta"] = {"name": "mine", "metric": "sum"}
    assert loads_suite(json.dumps(document)).reference == ""
    document["meta"] = {"name": "mine", "metric": "sum", "reference": "My thesis."}
    assert loads_suite(json.dumps(document)).reference == "My thesis."


@pytest.mark.parametrize(
    ("model", "backend", "options", "word_boundary", "expected"),
    [
        ("gpt2", "hf", {"bos": "auto"}, "as-is", []),
        ("gpt2", "hf", {"bos": "auto"}, "corrected", ["Oh and Schuler 2024", "Pimentel and Meister 2024"]),
        ("mlm:b", "mlm", {"pll": "original", "sides": "both"}, "as-is", ["Salazar et al. 2020"]),
        ("mlm:b", "mlm", {"pll": "within-word-l2r", "sides": "both"}, "as-is", ["Kauf and Ivanova 2023"]),
        ("mlm:b", "mlm", {"pll": "original", "sides": "left"}, "as-is", ["Ettinger 2020"]),
        ("kenlm:a.arpa", "kenlm", {}, "as-is", ["Heafield 2011"]),
        ("transfo-xl:m", "transfo-xl", {"bos": "<eos>"}, "as-is", ["Dai et al. 2019"]),
        ("wordlm:m", "wordlm", {"cell": "onlstm"}, "as-is", ["Shen et al. 2019"]),
        ("wordlm:m", "wordlm", {"cell": "lstm"}, "as-is", []),
        ("ngram?words=punct", "ngram", {}, "as-is", ["Chen and Goodman 1998", "Heafield et al. 2013"]),
        ("ngram:a.arpa", "ngram", {}, "as-is", []),
    ],
)
def test_the_way_in_which_a_model_is_asked_has_its_papers(
    model: str, backend: str, options: dict[str, str], word_boundary: str, expected: list[str]
) -> None:
    assert [paper.key for paper in behind_model(model, backend, options, word_boundary)] == expected


@pytest.mark.parametrize("name", shipped_models())
def test_a_shipped_model_has_its_papers(name: str) -> None:
    assert behind_model(name)


def output(*arguments: str) -> str:
    done = CliRunner().invoke(cli, arguments, standalone_mode=False, catch_exceptions=False)
    return done.stdout


def test_the_table_of_a_run_ends_in_its_papers_and_data_formats_hold_none() -> None:
    table = output("eval", "npz", "npz_mod", "--model", "ngram", "--quiet").rstrip().splitlines()
    papers = "Chen and Goodman 1998; Frazier and Rayner 1982; Futrell et al. 2019; Heafield et al. 2013; Hu et al. 2020"
    assert table[-1] == f"References: {papers}"
    for form in ("json", "csv"):
        assert "Hu et al." not in output("eval", "npz", "--model", "ngram", "--quiet", "--format", form)


def test_suites_say_which_papers_they_are_from() -> None:
    reference = load_suite(shipped_suites()["npz"]).reference
    assert " ".join(reference.split()) in " ".join(output("show", "npz", "--item", "1").split())
    assert json.loads(output("show", "npz", "--format", "json"))["reference"] == reference
    listed = {suite["suite"]: suite for suite in json.loads(output("suites", "--format", "json"))["suites"]}
    assert listed["npz"]["reference"] == reference
    assert all(suite["reference"] for suite in listed.values())


def test_models_say_which_papers_they_are_from() -> None:
    assert "References for ngram: Chen and Goodman 1998; Heafield et al. 2013" in output("models")
    listed = {model["model"]: model for model in json.loads(output("models", "--format", "json"))["models"]}
    assert listed["lstm"]["reference"].startswith("Grave, Joulin, Cissé, Grangier and Jégou (2017), ")


def test_the_version_comes_with_how_to_cite_it_as_the_citation_file_does() -> None:
    said = output("--version")
    assert said.startswith(f"sglite, version {syntaxgym_lite.__version__}\n")
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    fields = dict(re.findall(r"^([a-z-]+): (.+)$", text, re.MULTILINE))
    assert fields["cff-version"] == "1.2.0"
    assert fields["version"] == syntaxgym_lite.__version__
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'license = "{fields["license"]} AND ' in project  # the program's; the models in the wheel have their own
    [authors] = re.findall(r"^authors:\n  - name: (.+)$", text, re.MULTILINE)
    assert f'authors = [{{ name = "{authors}" }}]' in project
    assert f"Cite as: {authors}, {fields['title']} {fields['version']}, computer software" in said


def test_the_papers_of_the_citation_file_are_those_of_the_table() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8").partition("references:\n")[2]
    papers = [part for part in re.split(r"^  - ", text, flags=re.MULTILINE) if part]
    found = []
    for paper in papers:
        *first, last = re.findall(r"family-names: (\w+)", paper)
        [title] = re.findall(r'^    title: "?([^"\n]+)', paper, re.MULTILINE)
        [year] = re.findall(r"^    year: (\d+)", paper, re.MULTILINE)
        found.append((f"{', '.join(first)} and {last}", int(year), title.lower()))
    known = [PAPERS["Gauthier et al. 2020"], PAPERS["Hu et al. 2020"]]
    assert found == [(paper.authors, paper.year, paper.title.lower()) for paper in known]
