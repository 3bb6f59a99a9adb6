"""Reading the result files of Hu et al."""

from __future__ import annotations

import lzma
import re

import numpy as np
import pytest
from support.hu_files import published, small_publication, write_hu

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.published.hu_results import (
    looks_like_hu_results,
    majority_vote,
    read_hu_perplexities,
    read_hu_results,
)


def test_the_column_model_says_what_an_instance_is_not_the_name_of_the_file(tmp_path):
    instances = {one.name: one for one in read_hu_results(small_publication(tmp_path))}
    assert sorted(name for name in instances if name.startswith("ngram_")) == [
        "ngram_bllip-xs_0",  # of the file ngram-single_bllip-xs.csv
        "ngram_bllip-xs_1",
        "ngram_bllip-xs_2",
    ]
    assert instances["vanilla_bllip-xs_111"].seed == 111  # written 0111
    assert instances["grnn__0"].corpus == ""
    assert instances["vanilla_bllip-lg_111"].right["npz_obj"].tolist() == [True, True, False, True]


def test_the_seeds_of_the_n_gram_vote_item_by_item(tmp_path):
    voted = [one for one in majority_vote(read_hu_results(small_publication(tmp_path))) if one.model == "ngram"]
    [one] = voted
    assert one.seed == 0
    # item 0: seeds 0 and 1; item 1: seeds 0 and 2; the others: none of 3
    assert one.right["npz_obj"].tolist() == [True, True, False, False]


def test_half_of_the_votes_is_not_enough(tmp_path):
    write_hu(tmp_path / "n.csv", {"ngram_a_1": lambda suite, item: True, "ngram_a_2": lambda suite, item: item == 0})
    [one] = majority_vote(read_hu_results(tmp_path))
    assert one.right["npz_obj"].tolist() == [True, False, False, False]


def test_perplexities_are_those_of_instances(tmp_path):
    assert read_hu_perplexities(small_publication(tmp_path)) == {
        "vanilla_bllip-xs_111": 98.5,
        "rnng_bllip-lg_7": 68.25,
        "ngram_bllip-xs_0": 240.2,
        "gpt-2_bllip-md_5": 66,
    }
    assert read_hu_perplexities(tmp_path / "nowhere") == {}


def test_a_folder_is_known_by_what_its_files_begin_with(tmp_path):
    assert not looks_like_hu_results(tmp_path)
    (tmp_path / "items.csv").write_text("model,suite,item_number,prediction\n")
    assert not looks_like_hu_results(tmp_path)
    assert not looks_like_hu_results(tmp_path / "items.csv")
    write_hu(tmp_path / "x.csv.xz", {"a_b_0": lambda suite, item: True})
    assert looks_like_hu_results(tmp_path)


def test_what_is_wrong_with_a_file_is_said_with_its_place(tmp_path):
    with pytest.raises(InputError, match=r"has no results of Hu et al\. .*data/raw"):
        read_hu_results(tmp_path)

    def refused(text):
        (tmp_path / "x.csv").write_text("model,suite,item,correct\n" + text)
        with pytest.raises(InputError) as caught:
            read_hu_results(tmp_path)
        return str(caught.value)

    assert "x.csv: a header, and no verdict under it" in refused("")
    assert "x.csv: line 3: not a model, a suite, an item" in refused("a_b_0,npz,0,True\na_b_0,npz,1,yes\n")
    assert "line 3: a_b_0 has this item already" in refused("a_b_0,npz,0,True\na_b_0,npz,0,False\n")
    assert "'a-b', which is not MODEL_CORPUS_SEED" in refused("a-b,npz,0,True\n")
    assert "differ in the items of npz" in refused("a_b_0,npz,0,True\na_b_1,npz,0,True\na_b_1,npz,1,True\n")
    (tmp_path / "x.csv").unlink()
    packed = lzma.compress(b"model,suite,item,correct\n" + b"a_b_0,npz,0,True\n" * 5000)
    (tmp_path / "x.csv.xz").write_bytes(packed[:-20])
    with pytest.raises(InputError, match=r"x\.csv\.xz: cannot be read"):
        read_hu_results(tmp_path)
    (tmp_path / "perplexity.csv").write_text("model,corpus,seed\na,b,0\n")
    with pytest.raises(InputError, match="has no column test_ppl"):
        read_hu_perplexities(tmp_path)
    (tmp_path / "perplexity.csv").write_text("model,corpus,seed,test_ppl\na,b,0,high\n")
    with pytest.raises(InputError, match=r"row 2, column D .*: no number"):
        read_hu_perplexities(tmp_path)


def test_the_published_files_hold_254_instances_of_842_items():
    """Their README."""
    instances = read_hu_results(published())
    assert len(instances) == 254
    assert {sum(map(len, one.right.values())) for one in instances} == {842}
    assert {len(one.right) for one in instances} == {34}
    voters = [one for one in instances if one.model == "ngram" and one.corpus == "bllip-md"]
    assert sorted(one.seed for one in voters) == list(range(51))
    assert np.isclose(read_hu_perplexities(published())["vanilla_bllip-xs_111"], 98.35061757800464)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("x.csv", "suite,item,correct\nnpz_obj,0,True\n", "begins with 'suite,item,correct'"),
        ("x.csv", "\ufeffmodel,suite,item,correct\na_b_0,npz_obj,0,True\n", "as it was published"),
        ("x.csv", "model;suite;item;correct\na_b_0;npz_obj;0;True\n", "as it was published"),
        ("syntaxgym_results_x.csv", "404: Not Found\n", "begins with '404: Not Found'"),
        ("x.csv", "", "is empty"),
    ],
)
def test_a_file_that_was_a_result_file_is_not_left_out_in_silence(tmp_path, name, text, said):
    folder = small_publication(tmp_path)
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=re.escape(said)):
        read_hu_results(folder)


def test_a_packed_file_cut_in_its_head_is_not_left_out_in_silence(tmp_path):
    folder = small_publication(tmp_path)
    (folder / "x.csv.xz").write_bytes(lzma.compress(b"model,suite,item,correct\n")[:20])
    with pytest.raises(InputError, match=r"x\.csv\.xz: cannot be read"):
        read_hu_results(folder)


def test_other_tables_may_stand_beside_them(tmp_path):
    folder = small_publication(tmp_path)
    before = read_hu_results(folder)
    (folder / "items.csv").write_text("model,class,corpus,suite,circuit,item_number,right\n")
    assert len(read_hu_results(folder)) == len(before)


def test_instances_differ_if_as_many_items_are_other_items(tmp_path):
    rows = "a_b_0,npz,0,True\na_b_0,npz,1,True\na_b_1,npz,0,True\na_b_1,npz,2,True\n"
    (tmp_path / "x.csv").write_text("model,suite,item,correct\n" + rows)
    with pytest.raises(InputError, match="differ in the items of npz"):
        read_hu_results(tmp_path)
