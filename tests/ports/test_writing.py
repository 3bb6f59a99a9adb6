"""The registry of formats for other programs, and how their files are written."""

from __future__ import annotations

import inspect
import json

import pytest
from support.toys import suite_document

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.writing import WRITING_FORMATS, WritingOptions, Written, save_written, write
from syntaxgym_lite.suite.json import loads_suite

SUITE = loads_suite(json.dumps(suite_document([{"a": ["The dog", "barks."], "b": ["The dogs", "bark."]}])))


@pytest.mark.parametrize("form", WRITING_FORMATS.values(), ids=list(WRITING_FORMATS))
def test_a_format_takes_options_that_there_are(form):
    assert form.takes <= set(inspect.signature(WritingOptions).parameters)
    assert (set(form.write(SUITE, WritingOptions()).files) == {""}) == (form.name != "lists")


def test_an_option_that_a_format_does_not_take_is_refused():
    with pytest.raises(InputError, match="`seed` does not apply to the format 'ibex': it is for lists"):
        write(SUITE, "ibex", seed=2)
    with pytest.raises(InputError, match=r"`to=jspsyc`: unknown; .* Did you mean 'jspsych'"):
        write(SUITE, "jspsyc")


def test_lists_of_a_study_of_more_lists_go_and_nothing_else(tmp_path):
    for name in ("list_A.csv", "list_C.csv", "list_of_people.csv", "list_C.tsv"):
        (tmp_path / name).write_text("old\n")
    written = Written({"list_A.csv": "new\n", "list_B.csv": "new\n"})
    with pytest.raises(InputError, match=r"list_A.csv, list_C.csv: there already"):
        save_written(written, tmp_path)
    save_written(written, tmp_path, overwrite=True)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "list_A.csv": "new\n",
        "list_B.csv": "new\n",
        "list_of_people.csv": "old\n",
        "list_C.tsv": "old\n",
    }
