"""Files that are no stimuli are told for what they are, with the command that takes them or what to do first."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import warnings
import zipfile

import pytest
from support.running import refused, sglite
from support.toys import TWO_PAIRS, suite_document, write_suite

from syntaxgym_lite.errors import SgliteWarning
from syntaxgym_lite.ports.collect import suite_paths
from syntaxgym_lite.ports.formats import files_in
from syntaxgym_lite.ports.other_files import what_else, what_perhaps


def archive(**members):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        for name, content in members.items():
            file.writestr(name, content)
    return data.getvalue()


DOCX = archive(**{"[Content_Types].xml": "<x/>", "word/document.xml": "<x/>"})
ODT = archive(mimetype="application/vnd.oasis.opendocument.text")
OF_R = b"X\n\x00\x00\x00\x03\x00\x04\x03\x00"
LIST = "save the examples as plain text (.txt), and give that to 'sglite import'"


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.pdf", b"%PDF-1.7\n%\xe2\xe3", f"is a PDF; {LIST}"),
        ("stimuli.json", b"%PDF-1.7\n", "is a PDF"),  # the content decides
        ("a.docx", DOCX, f"is a Word document; {LIST}"),
        ("a.odt", ODT, f"is a text document; {LIST}"),
        ("a.rtf", b"{\\rtf1 Hens run.}", f"is a text document (RTF); {LIST}"),
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1", "is an old Word or Excel file"),
        ("a.htm", b"\n<!DOCTYPE html><p>", f"is a web page; {LIST}"),
        ("a.png", b"\x89PNG\r\n", "is a picture"),
        ("a.rds", gzip.compress(OF_R, mtime=0), "is a file of R; write its data frame with write.csv("),
        ("a.RData", b"RDX3\nX\n", "is a file of R"),
        ("a.bin.xz", lzma.compress(b"RDX3\n"), "is a file of R"),
        ("a.rda", bz2.compress(b"RDX2\n"), "is a file of R"),
        ("a.sav", b"$FL2@(#)", "is a file of SPSS; save it as CSV"),
        ("a.arrow", b"ARROW1", "is a table of pandas or R in binary form; save it as CSV"),
        ("a.csv.gz", gzip.compress(b"item,condition\n", mtime=0), "is compressed; unpack it first"),
        ("a.csv.gz", b"\x1f\x8b\x08cut off", "is compressed; unpack it first"),
        ("a.zip", archive(**{"a.json": "{}"}), "is a zip archive; unpack it first"),
        ("m.gguf", b"GGUF\x03", "is a model; give it with `model`"),
        ("m.bin", b"mmap lm http://kheafield.com/code format version 5\n", "is a model"),
        ("m.txt", b"\\data\\\nngram 1=3\n", "is a model"),
        ("m.safetensors", b"\x10\x00", "is a model"),
        ("config.json", b'{"architectures": ["X"], "model_type": "x"}', "is the configuration of a model"),
        ("a.toml", b'regions = ["x"]\n', "is a template; 'sglite build "),
        (
            "surp.txt",
            b"sentence_id\ttoken_id\ttoken\tsurprisal\n1\t1\tHens\t0.0\n",
            "holds surprisals of a model; `model=",
        ),
        ("x.csv", b"item,word,sum_surprisal\n1,Hens,2\n", "holds surprisals of a model"),
        ("x.csv", b"model,suite,item,correct\nm,s,0,True\n", "holds scores of models"),
        ("x.csv", b"participant;item;RT\n1;1;300\n", "holds what people did, not stimuli"),
        ("x.csv", b"# Results on 2026-01-02\n#\n", "holds what people did"),
        (
            "x.jsonl",
            b'{"sentence_a": "Hens run.", "sentence_b": "Hens runs.", "label": 1}\n',
            "does not say which of its two",
        ),
        ("x.csv", b",0\nHens run\nHens runs\n", "names no columns"),
    ],
)
def test_a_file_is_told_for_what_it_is(tmp_path, name, data, said):
    path = tmp_path / name
    path.write_bytes(data)
    assert what_else(path).startswith(said)
    message = refused("show", path)
    assert message.startswith(f"Error: {path}: ")
    assert "`" not in message  # options as one types them


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("x.json", b'{"meta": {}, "items": []}'),
        ("x.csv", b"item,condition,sentence\n1,a,Hens run.\n"),
        ("x.csv", b"subject,verb\nhens,run\n"),  # a grammatical subject, not one of an experiment
        ("x.xlsx", archive(**{"[Content_Types].xml": "<x/>", "xl/workbook.xml": "<x/>"})),
        ("x.ods", archive(mimetype="application/vnd.oasis.opendocument.spreadsheet")),
        ("x.pickle", b"(dp0\n."),
        ("x.txt", b"1. Hens run.\n"),
        ("x.csv", b'item,"never closed\n' + b"x" * 200_000),
        ("nothing.csv", None),
    ],
)
def test_what_may_be_stimuli_is_left_alone(tmp_path, name, data):
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    assert what_else(path) is None


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.txt", "Hens run.\nA cat sleeps.\n", "is plain text; 'sglite surprisal "),
        ("a.csv", "a;b\n1;2\n", "its columns (a, b) are those of no format. Of minimal pairs, `good=NAME`"),
        ("a.jsonl", '{"a": 1}\n', "its keys (a) are those of no format. Of minimal pairs, `good=NAME`"),
        ("a.csv", "item,mean_rt\n1,300\n", "holds what people did"),
        ("a.json", " ", "is empty."),
        ("a.txt", "\ufeff\n", "is empty."),
        ("a.dat", "Hens\0run", None),
    ],
)
def test_what_is_of_no_format_is_asked_about(tmp_path, name, text, said):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    found = what_perhaps(path)
    assert found is None if said is None else found.startswith(said)


@pytest.fixture
def results(tmp_path):
    """A folder with a suite and what `sglite eval --out` wrote beside it."""
    path = write_suite(tmp_path / "toy.json", suite_document(TWO_PAIRS, ["(2;%a%) > (2;%b%)"]))
    assert sglite("eval", path, "--model", "ngram", "--out", tmp_path, "--quiet").code == 0
    return tmp_path


def test_each_result_names_the_command_that_takes_it(results):
    run = results / "run.json"
    message = refused("eval", run)
    assert f"run.json: is a recorded run; 'sglite rerun {run}' repeats it, and --model replay:{run} takes" in message
    assert sglite("eval", results / "toy.json", "--model", f"replay:{run}").code == 0
    assert sglite("rerun", run, "--quiet").code == 0
    for name in ("regions.csv", "tokens.csv"):
        assert f"holds surprisals of a model; --model replay:{results / name} takes" in refused("eval", results / name)
        assert sglite("eval", results / "toy.json", "--model", f"replay:{results / name}").code == 0
    for name in ("items.csv", "summary.json"):
        assert "holds scores of models" in refused("eval", results / name)
    assert "is a recorded run" in sglite("check", run).out


def test_results_beside_suites_are_not_taken_for_suites(results):
    (results / "people.csv").write_text("participant,item,RT\n1,1,300\n")
    (results / "own.csv").write_text("good,bad\nHens run.,Hens runs.\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert files_in(results) == suite_paths(str(results)) == [results / "toy.json"]
    assert sglite("check", results).out.startswith(f"{results / 'toy.json'}: ok")


def test_a_folder_of_results_alone_holds_no_suite(results):
    (results / "toy.json").unlink()
    assert (
        f"{results}: holds results, and no stimuli: run.json is a recorded run; 'sglite rerun {results / 'run.json'}'"
        in refused("eval", results)
    )


def test_what_is_no_text_is_not_told_by_its_columns(tmp_path):
    (tmp_path / "x.dat").write_bytes(b"\xa9\x10,\xd1\x11,\xf0\n\x00\x01")
    assert "x.dat: not UTF-8 (byte 0xa9 in line 1)" in refused("eval", tmp_path / "x.dat")


def test_pairs_as_tables_are_taken_of_a_folder_without_suites(tmp_path):
    for name, text in {"b.csv": "good,bad\nHens run.,Hens runs.\n", "notes.csv": "when,what\nnow,this\n"}.items():
        (tmp_path / name).write_text(text)
    with pytest.warns(SgliteWarning, match=r"notes\.csv"):
        assert files_in(tmp_path) == [tmp_path / "b.csv"]


@pytest.mark.parametrize("files", [("config.json", "model.safetensors"), ("card.json", "trigram.arpa")])
def test_a_model_given_as_a_suite_is_told(tmp_path, files):
    for name in files:
        (tmp_path / name).write_text("{}")
    assert f"{tmp_path}: is a model; give it with --model, and a suite beside it." in refused("eval", tmp_path)


@pytest.mark.parametrize("command", ["surprisal", "perplexity"])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("own.json", '{\n  "meta": {}\n}'),
        ("x.jsonl", '{"good": "a b"}\n'),
        ("x.txt", '{"good": "a b"}\n'),
        ("x.json", "["),
    ],
)
def test_json_is_not_scored_as_text(tmp_path, command, name, text):
    path = tmp_path / name
    path.write_text(text)
    message = refused(command, path, "--model", "ngram")
    assert f"{path}: is JSON, not plain text; of a suite, 'sglite eval {path}' with --out DIR writes" in message


def test_a_text_that_begins_with_a_bracket_is_text(tmp_path):
    path = tmp_path / "x.txt"
    path.write_text("[ Hens run. ]\n{ sic }\n")
    assert sglite("surprisal", path, "--model", "ngram", "--format", "csv").code == 0


def test_build_says_what_stands_in_the_place_of_what(tmp_path):
    template, items = tmp_path / "t.toml", tmp_path / "i.csv"
    template.write_text('regions = ["all"]\n')
    items.write_text("noun\nhen\n")
    suite = write_suite(tmp_path / "toy.json", suite_document(TWO_PAIRS))
    assert f"is the table of items, which stands behind the template: {template} {items}." in refused(
        "build", items, template
    )
    assert f"'sglite import {items}' makes a suite of a table alone" in refused("build", items, items)
    assert f"{suite}: is JSON, not a template (TOML); of a suite, 'sglite eval" in refused("build", suite, items)
    assert f"{suite}: is JSON, not a table of items" in refused("build", template, suite)


def test_cloze_tells_what_it_is_given(results):
    assert "is a recorded run; 'sglite rerun" in refused("cloze", results / "run.json")


def test_a_look_alike_in_a_folder_is_not_passed_over_in_silence(tmp_path):
    (tmp_path / "own.jsonl").write_text('{"sentence_good": "Hens run.", "sentence_bad": "Hens runs."}\n')
    (tmp_path / "other.jsonl").write_text('{"input_prefix": "Box 0 holds ", "options": ["a hen.", "a cat."]}\n')
    (tmp_path / "turns.txt").write_text("True\tHens run\nFalse\tHens runs\n")
    done = sglite("check", tmp_path)
    assert done.code == 2
    assert f"{tmp_path / 'turns.txt'}: ok: " in done.out
    assert "other.jsonl: offers several ends of a text" in done.out
    assert f"{tmp_path / 'own.jsonl'}: ok: " in done.out


PAIRS_OF_RUBLIMP = (
    "id,source_sentence,target_sentence,source_word,target_word,PID\n1,The fox sleeps.,The fox sleep.,sleeps,sleep,x\n"
)


@pytest.mark.parametrize("command", ["surprisal", "perplexity"])
@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        # of each one sentence of two, the name of a column or a number was scored
        ("x.csv", PAIRS_OF_RUBLIMP, "holds minimal pairs, not a sentence a line; 'sglite eval {path}' with --out DIR"),
        ("x.txt", "test case\tgrammatical\tungrammatical\na--b\tit is\tit are\n", "holds minimal pairs"),
        ("x.txt", "True\tthe fox sleeps\nFalse\tthe fox sleep\n", "holds minimal pairs"),
        ("x.tab", "constr_id\tsent_id\tform\tclass\tprefix\n1\t0\tis\tcorrect\tit\n", "holds pairs of word forms"),
        ("x.eval", "6\n5\n", "holds pairs of word forms"),
        ("x.pickle", "(dp0\nS'past'\n", "holds minimal pairs"),
        ("x.txt", "item\tcontext_aff\tcontext_neg\ttarget_aff\ttarget_neg\n", "holds a cloze set"),
        ("x.txt", "sentence_id\ttoken_id\ttoken\tsurprisal\n1\t1\tit\t2.0\n", "holds surprisals of a model"),
        ("x.pdf", "%PDF-1.4\n", "is a PDF"),
        ("x.toml", 'name = "x"\n', "is a template"),
        ("x.html", "<html>it is</html>\n", "is a web page"),
    ],
)
def test_what_is_no_text_is_not_scored_line_by_line(tmp_path, command, name, text, said):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert f"{path}: {said.format(path=path)}" in refused(command, str(path))


def test_a_column_of_pairs_or_of_what_people_read_is_scored_where_it_is_named(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text(PAIRS_OF_RUBLIMP, encoding="utf-8")
    done = sglite("surprisal", str(path), "--column", "source_sentence", "--model", "ngram", "--format", "csv")
    assert done.out.splitlines()[4].startswith("2,4,.,")
    path.write_text("participant,sentence,RT\n1,The fox sleeps.,300\n", encoding="utf-8")
    assert (
        sglite("surprisal", str(path), "--model", "ngram", "--format", "csv").out.splitlines()[1].startswith("2,1,The")
    )


def test_a_source_and_a_target_sentence_are_asked_about(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("source_sentence,target_sentence\nThe fox sleeps.,Der Fuchs schläft.\n", encoding="utf-8")
    assert "both 'source_sentence', 'target_sentence' may be the sentences" in refused("surprisal", str(path))


def test_perplexity_of_a_table_is_refused(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("item,sentence\n1,The fox sleeps.\n", encoding="utf-8")
    assert f"is a table, not a text; 'sglite surprisal {path}' scores" in refused("perplexity", str(path))


def test_lines_with_tabs_are_warned_of(tmp_path):
    path = tmp_path / "x.txt"
    path.write_text("1\tThe fox sleeps.\n2\tThe hen runs.\n", encoding="utf-8")
    done = sglite("surprisal", str(path), "--model", "ngram", "--format", "csv")
    assert f"{path}: 2 lines hold tabs, and all that stands between them was scored as one sentence." in done.err
