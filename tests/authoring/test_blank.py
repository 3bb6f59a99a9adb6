"""Suites in which nothing is written yet."""

from __future__ import annotations

import pytest

from syntaxgym_lite import InputError
from syntaxgym_lite.authoring.blank import blank_document
from syntaxgym_lite.suite.json import suite_from_document


def test_a_blank_suite_is_one_once_it_is_written():
    document = blank_document(
        " attraction ", regions=["a ", "b"], factors={"head": ["sg", "pl"], "noun": ["sg", "pl"]}, n_items=2
    )
    for item in document["items"]:
        for condition in item["conditions"]:
            for region in condition["regions"]:
                assert region["content"] == ""
                region["content"] = "x"
    suite = suite_from_document(document)
    assert suite.name == "attraction"
    assert suite.region_names == {1: "a", 2: "b"}
    assert suite.condition_names == ("sg_sg", "sg_pl", "pl_sg", "pl_pl")
    assert suite.condition_factors["sg_pl"] == {"head": "sg", "noun": "pl"}
    assert len(suite.items) == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"name": " "}, "no name yet"),
        ({"regions": []}, "no region yet"),
        ({"regions": ["a", " "]}, "A region has no name."),
        ({"regions": ["a", "a "]}, "The region 'a' is there twice."),
        ({"conditions": []}, "no condition yet"),
        ({"conditions": ["a%"]}, "must not be empty, hold '%'"),
        ({"factors": {"f": ["x", "x"]}}, "The level 'x' of the factor 'f' is there twice."),
        ({"factors": {"f": []}}, "There is no level yet of the factor 'f'"),
        ({"factors": {"f": ["a_b", "a"], "g": ["c", "b_c"]}}, "would both be called 'a_b_c'"),
        ({"factors": {"a,b": ["x", "y"]}}, "without ','"),
        ({"conditions": [str(number) for number in range(65)]}, "65 conditions are more"),
        ({"n_items": 0}, "1 to 1000 items"),
        ({"join": "glue"}, "join"),
    ],
)
def test_a_design_that_no_suite_can_have_is_refused(options, said):
    with pytest.raises(InputError) as refused:
        blank_document(**{"name": "x", "regions": ["a"], "conditions": ["c"], **options})
    assert said in str(refused.value)
