"""Sentences of a corpus: what stands in all conditions alike is one note, what differs is a warning as ever."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from syntaxgym_lite.authoring.checks import check_suite
from syntaxgym_lite.authoring.conllu import read_conllu
from syntaxgym_lite.authoring.dependency_pairs import TRACES, dependency_pairs
from syntaxgym_lite.authoring.dependency_patterns import pattern_of
from syntaxgym_lite.suite.json import suite_from_document

TREE = """\
# sent_id = {n}
# text = {text} dog barks .
1\t{text}\t{text}\tDET\t_\t_\t2\tdet\t_\t_
2\tdog\tdog\tNOUN\t_\tNumber=Sing\t3\tnsubj\t_\t_
3\tbarks\tbark\tVERB\t_\tNumber=Sing|Person=3\t0\troot\t_\t_
4\t.\t.\tPUNCT\t_\t_\t3\tpunct\t_\t_

"""
OTHER = """\
# sent_id = other
# text = Dogs bark .
1\tDogs\tdog\tNOUN\t_\tNumber=Plur\t2\tnsubj\t_\t_
2\tbark\tbark\tVERB\t_\tNumber=Plur|Person=3\t0\troot\t_\t_
3\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_

"""


def harvested(tmp_path, *firsts):
    path = tmp_path / "en.conllu"
    path.write_text(OTHER + "".join(TREE.format(n=n, text=text) for n, text in enumerate(firsts)), encoding="utf-8")
    return dependency_pairs(read_conllu(path), pattern_of("Number", "VERB", agrees_with="nsubj"), name="en")


def codes(findings):
    return Counter((one.code, one.severity) for one in findings if one.code.startswith("S1"))


def test_quotes_of_the_corpus_are_one_note_with_the_number_of_items(tmp_path):
    suite = harvested(tmp_path, "The", "Anna’s", "Tim’s", "Tim's").suite
    assert suite.meta["text"] == "corpus"
    findings = check_suite(suite)
    assert codes(findings) == {("S103", "note"): 1, ("S105", "note"): 1}
    [quotes] = [one for one in findings if one.code == "S103"]
    assert quotes.message.startswith("2 of 5 items, e.g. item 3: typographic quotes, as the corpus has them")
    # the same text of a person who can type it otherwise: a warning for each region that holds them
    typed = replace(suite, meta={key: value for key, value in suite.meta.items() if key != "text"})
    assert codes(check_suite(typed)) == {("S103", "warning"): 4, ("S105", "warning"): 1}


def test_what_only_one_condition_has_is_warned_of():
    regions = {"correct": "The dog’s owner barks.", "wrong": "The dog's owner bark."}
    suite = suite_from_document(
        {
            "meta": {"name": "x", "metric": "sum", "text": "corpus"},
            "region_meta": {"1": "sentence"},
            "predictions": [{"type": "formula", "formula": "(1;%correct%) < (1;%wrong%)"}],
            "items": [
                {
                    "item_number": 1,
                    "conditions": [
                        {"condition_name": name, "regions": [{"region_number": 1, "content": text}]}
                        for name, text in regions.items()
                    ],
                }
            ],
        },
        source="x",
    )
    assert codes(check_suite(suite)) == {("S103", "warning"): 1, ("S105", "warning"): 1}


def test_sentences_with_what_programs_left_are_not_harvested_and_are_counted(tmp_path):
    found = harvested(tmp_path, "The", "Tim&#39;s", "The&nbsp;old")
    assert {one.outcome: one.n for one in found.outcomes if one.of == "word"} == {"kept": 2, TRACES: 2}
    assert [one.reason for one in found.excluded if one.reason == TRACES] == [TRACES] * 2
    assert not codes(check_suite(found.suite))
