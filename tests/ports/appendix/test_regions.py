"""Regions are where the text parts sentences, or where versions of an item differ."""

from __future__ import annotations

import pytest
from support.appendices import HORSES, regions

from syntaxgym_lite.errors import InputError, SuiteError


@pytest.mark.parametrize("separator", [" / ", "/ ", " /", "/"])
def test_slashes_of_the_same_number_in_all_sentences_part_regions(propose, separator):
    text = (
        "1. a. The horse / raced past / the barn / fell.\n b. The horse / that was raced past / the barn / fell.\n"
        "2. a. The boat / floated down / the river / sank.\n b. The boat / that was floated down / the river / sank.\n"
    ).replace(" / ", separator)
    proposal = propose(text)
    assert regions(proposal, 2, "b") == ["The boat", "that was floated down", "the river", "sank."]
    assert proposal.doubts == ("Every sentence has the same number of slashes: they are taken for borders of regions.",)
    assert proposal.confirm == "--slashes regions"
    named = propose(text, slashes="regions", regions="noun,verb,phrase,critical")
    assert not named.doubts
    assert list(named.suites[0].region_names.values()) == ["noun", "verb", "phrase", "critical"]


def test_bars_part_regions_and_say_so_themselves(propose):
    proposal = propose("1. a. The horse | raced | fell.\n b. The horse | that was raced | fell.\n")
    assert regions(proposal, 1, "b") == ["The horse", "that was raced", "fell."]
    assert not proposal.doubts
    with pytest.raises(SuiteError, match=r"line 2: has 2 regions between '\|', 2 others have 3\."):
        propose("1. a. The dog | sat | down.\n b. The dog sat | down.\n c. The dog | sat | up.\n")


def test_regions_can_be_named_and_one_name_makes_the_sentence_one_region(propose):
    assert list(propose(HORSES, regions="a,b,c").suites[0].region_names.values()) == ["a", "b", "c"]
    assert regions(propose(HORSES, regions="all"), 1, "b") == ["The horse that was raced past the barn fell."]
    with pytest.raises(InputError, match=r"`regions=a,b`: 2 names, but the sentences have 3 regions: start, critical"):
        propose(HORSES, regions="a,b")


def test_versions_without_common_words_are_one_region(propose):
    proposal = propose("1. a. Dogs bark. b. Cats sit.\n2. a. Cows moo. b. Hens cluck.\n")
    assert regions(proposal, 1, "a") == ["Dogs bark."]
    assert proposal.understood[-1].why == "the versions of an item have no words in common at their edges"
