"""What a run that goes on may not change, and what is done with the folder of one that is over."""

from __future__ import annotations

import json

import pytest

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.lm.corpus import digests_of
from syntaxgym_lite.lm.runs import finished_card, refuse_other_run

OPTIONS = {"epochs": 2, "checkpoints": (10, 20)}


def finished(folder):
    folder.mkdir()
    card = {"options": {"epochs": 2, "checkpoints": [10, 20]}, "corpus": {"files": {"a.txt": "1", "b.txt": "2"}}}
    (folder / "card.json").write_text(json.dumps(card), encoding="utf-8")
    return card


def test_a_run_that_was_killed_in_its_last_moment_is_over(tmp_path):
    card = finished(tmp_path / "mine")
    (tmp_path / "mine" / "checkpoints").mkdir()
    for name in ("checkpoint.safetensors", "checkpoint-best.safetensors", "checkpoint-tokenizer.json"):
        (tmp_path / "mine" / name).write_bytes(b"")
    found = finished_card(tmp_path / "mine", resume=True, options=OPTIONS, files={"a.txt": "1", "b.txt": "2"}, rest={})
    assert found == card
    assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == ["card.json", "checkpoints"]


@pytest.mark.parametrize(
    ("options", "files", "says"),
    [
        ({**OPTIONS, "epochs": 3}, {"a.txt": "1", "b.txt": "2"}, "epochs 2 there, 3 here"),
        (OPTIONS, {"a.txt": "9", "b.txt": "2"}, "corpus"),
        (OPTIONS, {"b.txt": "2", "a.txt": "1"}, "corpus"),  # another order is another text
    ],
)
def test_the_model_of_another_run_is_not_taken_for_this_one(tmp_path, options, files, says):
    finished(tmp_path / "mine")
    with pytest.raises(InputError, match=rf"finished model of another run \({says}\)"):
        finished_card(tmp_path / "mine", resume=True, options=options, files=files, rest={})
    with pytest.raises(InputError, match="holds a model already"):
        finished_card(tmp_path / "mine", resume=False, options=options, files=files, rest={})


def test_an_option_that_an_older_version_had_not_is_no_difference(tmp_path):
    card = finished(tmp_path / "mine")
    files = {"a.txt": "1", "b.txt": "2"}
    assert finished_card(tmp_path / "mine", resume=True, options={**OPTIONS, "new": 1}, files=files, rest={}) == card


def test_what_else_decides_what_is_learnt_is_compared_by_its_place_in_the_card(tmp_path):
    def found(**rest):
        places = {name.replace("__", "."): value for name, value in rest.items()}
        return finished_card(
            tmp_path / "mine", resume=True, options=OPTIONS, files={"a.txt": "1", "b.txt": "2"}, rest=places
        )

    card = finished(tmp_path / "mine")
    card = {**card, "start": {"name": "first"}, "corpus": {**card["corpus"], "valid": {"c.txt": "3"}}}
    (tmp_path / "mine" / "card.json").write_text(json.dumps(card), encoding="utf-8")
    assert found(start={"name": "first"}, corpus__valid={"c.txt": "3"}, vocabulary__size=None) == card
    for rest, says in [({"start": None}, "start"), ({"corpus__valid": {"c.txt": "4"}}, "corpus.valid")]:
        with pytest.raises(InputError, match=rf"finished model of another run \({says}\)"):
            found(**rest)


def test_files_in_another_order_are_another_run(tmp_path):
    there = {"options": {}, "corpus": {"a.txt": "1", "b.txt": "2"}}
    refuse_other_run(tmp_path, there, json.loads(json.dumps(there)))
    with pytest.raises(InputError, match=r"another run \(corpus\)"):
        refuse_other_run(tmp_path, there, {"options": {}, "corpus": {"b.txt": "2", "a.txt": "1"}})


def test_files_of_one_name_are_told_apart(tmp_path):
    paths = [tmp_path / one / "text.txt" for one in "ab"]
    for path in paths:
        path.parent.mkdir()
        path.write_text(path.parent.name, encoding="utf-8")
    found = digests_of(paths)
    assert list(found) == [str(path) for path in paths]
    assert len(set(found.values())) == 2
    assert list(digests_of(paths[:1])) == ["text.txt"]
