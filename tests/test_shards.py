"""A run that is dealt out suite by suite is one run again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples
from support.toys import TWO_PAIRS, suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.rerun import rerun
from syntaxgym_lite.shards import Shard, read_shard, take_shard

SUITES = tuple(
    sgl.loads_suite(json.dumps(suite_document(TWO_PAIRS * size, ("(2;%a%) > (2;%b%)",), name=name)))
    for name, size in (("small", 1), ("large", 4), ("middle", 2), ("other", 1))
)
MODELS = ["random:1", "random:2"]


@given(st.integers(1, 4))
@examples(4)
def test_each_suite_is_in_one_part_and_all_are_named_in_each(of: int) -> None:
    taken = [take_shard(SUITES, Shard(number, of)) for number in range(1, of + 1)]
    assert Counter(suite.name for own, _ in taken for suite in own) == Counter(suite.name for suite in SUITES)
    for own, shard in taken:
        assert own
        assert shard.suites == tuple(suite.name for suite in SUITES)


def test_the_largest_suite_has_a_part_of_its_own_where_the_others_are_no_more_than_it() -> None:
    # 8 sentences against 2 + 4 + 2
    assert [[suite.name for suite in take_shard(SUITES, Shard(n, 2))[0]] for n in (1, 2)] == [
        ["large"],
        ["small", "middle", "other"],
    ]


@pytest.mark.parametrize("text", ["", "1", "0/2", "3/2", "a/b", "1/0", "-1/2", "1/2/3", "١/٢"])
def test_what_is_no_part_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"which part of how many, e\.g\. 2/8"):
        read_shard(text)


def test_more_parts_than_suites_are_refused_by_each_of_them() -> None:
    for number in (1, 5):
        with pytest.raises(InputError, match="of 4 suites no more than 4 parts"):
            take_shard(SUITES, Shard(number, 5))


@given(st.integers(1, 4), st.permutations(range(4)))
@examples(6)
def test_parts_in_any_order_make_the_run(of: int, order: list[int]) -> None:
    whole = sgl.evaluate(SUITES, MODELS)
    parts = [sgl.evaluate(SUITES, MODELS, shard=f"{number}/{of}") for number in range(1, of + 1)]
    merged = sgl.merge([parts[place] for place in order if place < of] * (1 if of > 1 else 2))
    assert replace(merged, created="") == replace(whole, created="")


@pytest.fixture
def three_threads() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(3)
    yield
    torch.set_num_threads(before)


@pytest.mark.usefixtures("three_threads")
@pytest.mark.parametrize("of", [2, 4])
def test_parts_of_a_neural_model_make_the_run_to_the_bit(of: int) -> None:
    # of four, each is alone; three threads that shared the products of one suite rounded some otherwise
    suites = ["npz", "number_prep", "reflexive_prep_fem", "cleft"]
    model = sgl.open_model("lstm", cache=False)
    whole = sgl.evaluate(suites, model)
    merged = sgl.merge([sgl.evaluate(suites, model, shard=f"{number}/{of}") for number in range(1, of + 1)])
    assert list(replace(merged, created="").to_json()) == list(replace(whole, created="").to_json())


def test_parts_of_two_runs_are_two_runs() -> None:
    wholes = [sgl.evaluate(SUITES, model) for model in MODELS]
    parts = [sgl.evaluate(SUITES, model, shard=f"{number}/2") for number in (2, 1) for model in MODELS]
    merged = sgl.merge(parts)
    assert merged.models == sgl.merge(wholes).models


def test_a_run_of_which_a_part_is_missing_is_refused() -> None:
    parts = [sgl.evaluate(SUITES, MODELS, shard=f"{number}/4") for number in (1, 3)]
    with pytest.raises(InputError, match=r"part 1/4 of a run .* its parts 2, 4 are not here"):
        sgl.merge(parts)
    with pytest.raises(InputError, match=r"run 1 is part 1/4 .* its parts 2, 3, 4 are not here"):
        sgl.merge(parts[:1])


@pytest.mark.parametrize(
    ("suites", "models", "settings", "said"),
    [
        (SUITES, ["random:3"], {}, "other models"),
        (SUITES, MODELS, {"context": "Once. "}, "other context"),
        (SUITES[::-1], MODELS, {}, "other suites"),
        (SUITES[:3], MODELS[:1], {}, "other suites and models"),
    ],
)
def test_what_tells_the_runs_of_two_parts_apart_is_said(suites, models, settings, said) -> None:
    parts = [sgl.evaluate(SUITES, MODELS, shard="1/2"), sgl.evaluate(suites, models, shard="2/2", **settings)]
    with pytest.raises(
        InputError, match=rf"its part 2 is not here\. \(run 2 is part 2/2 of a run with {said}\.\) Name"
    ):
        sgl.merge(parts)


def test_a_part_says_what_it_is_when_it_is_saved_and_repeated(tmp_path) -> None:
    part = sgl.evaluate(SUITES, MODELS, shard="2/2")
    loaded = sgl.RunResult.load(part.save(tmp_path / "run.json"))
    assert loaded.settings["shard"] == {"number": 2, "of": 2, "suites": [suite.name for suite in SUITES]}
    again = rerun(loaded, SUITES)
    assert again.settings["shard"] == loaded.settings["shard"]
    assert again.models == loaded.models


def test_damaged_settings_are_refused() -> None:
    part = sgl.evaluate(SUITES, "random:1", shard="1/2")
    other = sgl.evaluate(SUITES, "random:1", shard="2/2")
    damaged = replace(part, settings={**part.settings, "shard": {"number": 3, "of": 2, "suites": []}})
    with pytest.raises(InputError, match="shard does not say"):
        sgl.merge([damaged, other])
