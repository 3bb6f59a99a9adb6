"""What suites are found where."""

from __future__ import annotations

import os

import pytest

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.collect import load_suites, select_suites, suite_paths
from syntaxgym_lite.ports.tables.table import propose_table


def test_suites_are_taken_by_language_and_circuit():  # field case A13
    suites = load_suites(["npz", "nonce_agreement_it", "nonce_agreement_ru", "number_prep"])

    def taken(**wanted):
        return [suite.name for suite in select_suites(suites, **wanted)]

    assert taken() == ["npz", "nonce_agreement_it", "nonce_agreement_ru", "number_prep"]
    assert taken(languages=["it"]) == ["nonce_agreement_it"]
    assert taken(languages=["RU", "it"]) == ["nonce_agreement_it", "nonce_agreement_ru"]
    assert taken(circuits=["garden_path"]) == ["npz"]
    assert taken(languages=["en"], circuits=["agreement"]) == ["number_prep"]
    with pytest.raises(InputError, match=r"`language=de`: no suite here is of it; there are: en, it, ru\."):
        taken(languages=["de"])
    with pytest.raises(InputError, match=r"`circuit=agrement`: .*Did you mean 'agreement'\?"):
        taken(circuits=["agrement"])


def test_a_pipe_is_refused_with_the_reason(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="is a pipe, which can be read only once; save it to a file"):
        suite_paths(str(tmp_path / "pipe"))


@pytest.mark.parametrize(
    ("cells", "join", "text", "said"),
    [
        ("太郎が,本を,読んだ", None, "太郎が本を読んだ", "none"),
        ("太郎が,本を,読んだ", "space", "太郎が 本を 読んだ", "space"),  # asked for, and said so
        ("我 的,猫,睡觉", None, "我 的 猫 睡觉", None),  # words were parted beforehand
        ("The cat,slept,.", None, "The cat slept .", None),
    ],
)
def test_a_table_in_a_script_without_blanks_is_joined_without(tmp_path, cells, join, text, said):
    """Field case A16: Japanese and Chinese suites by one option at most."""
    path = tmp_path / "stimuli.csv"
    path.write_text(f"item,condition,a,b,c\n1,x,{cells}\n1,y,{cells}\n", encoding="utf-8")
    proposal = propose_table(path, regions="a,b,c", join=join)
    [suite] = proposal.suites
    assert next(suite.sentences()).text == text
    assert suite.meta.get("join") == said
    assert any("no blanks between words" in note for note in proposal.notes) == (join is None and said == "none")
    assert not suite.is_parted_against_its_script()
