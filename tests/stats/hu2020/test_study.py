"""What of results is taken, and how it is named."""

from __future__ import annotations

import pandas as pd
import pytest
from support.hu_files import expected, published, small_publication

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.published.hu_results import read_hu_perplexities, read_hu_results
from syntaxgym_lite.stats.hu2020.study import study_of_publication, study_of_run
from syntaxgym_lite.stats.model_table import read_model_table


def small(folder):
    return study_of_publication(read_hu_results(small_publication(folder)), read_hu_perplexities(folder))


def test_the_selection_is_that_of_the_paper(tmp_path):
    study = small(tmp_path)
    assert study.suites == ("npz_obj", "npz_obj_mod", "number_orc")
    assert sorted(study.models) == ["GPT-2", "GRNN*", "LSTM", "RNNG", "n-gram"]
    assert sorted(one.name for one in study.instances if one.model == "n-gram") == ["ngram_bllip-xs_0"]
    assert study.circuits["number_orc"] == "Agreement"
    assert study.modifier_pairs == (("npz_obj", "npz_obj_mod"),)
    assert "GRNN*" not in {one.model for one in study.controlled}
    assert study.shared_corpora == ("bllip-lg", "bllip-xs")  # that of GPT-2 has another name
    assert study.corpus_names["bllip-lg"] == "BLLIP-LG"
    assert {one.name: one.perplexity for one in study.instances}["rnng_bllip-lg_7"] == 68.25


def test_the_controlled_mean_counts_cells_alike_and_not_seeds(tmp_path):
    study = small(tmp_path)
    # cells on item 1 of npz_obj: LSTM xs (0 + 1) / 2, LSTM lg 1, RNNG xs 1, RNNG lg 1, GPT-2 1, n-gram 1
    assert study.controlled_means["npz_obj"][1] == pytest.approx((0.5 + 1 + 1 + 1 + 1 + 1) / 6)


def test_random_numbers_are_a_baseline_where_their_file_is(tmp_path):
    from support.hu_files import write_hu

    folder = small_publication(tmp_path)
    assert small(folder).baseline is None
    write_hu(folder / "random_.csv", {f"random__{seed}": lambda suite, item: item % 2 == 0 for seed in range(3)})
    study = small(folder)
    assert study.baseline == pytest.approx((2 / 4 + 2 / 4 + 2 / 3) / 3)
    assert "random" not in study.models


def test_scores_of_the_published_files_are_those_expected():
    study = study_of_publication(read_hu_results(published()), {})
    known = expected()
    assert sorted(study.suites) == sorted(known["suites_used"])
    assert {one.name for one in study.instances} == set(known["sg_score_by_instance"])
    for one in study.instances:
        for suite, right in one.credits.items():
            assert right.mean() == pytest.approx(known["suite_accuracy_by_instance"][one.name][suite], abs=1e-6)
    for suite, mean in known["controlled_suite_means"].items():
        assert study.controlled_means[suite].mean() == pytest.approx(mean, abs=1e-6)
    for circuit, suites in known["circuits"].items():
        assert sorted(suite for suite, name in study.circuits.items() if name == circuit) == sorted(suites)


def test_models_of_a_run_are_instances_that_a_table_describes():
    run = sgl.evaluate(["npz", "subordination"], models=["ngram", "random:1"])
    table = read_model_table(
        pd.DataFrame(
            {"model": ["ngram", "random:1"], "class": ["n-gram", "chance"], "corpus": ["a", ""], "words": [5, ""]}
        ),
        ["ngram", "random:1"],
    )
    study = study_of_run(run, table)
    assert study.suites == ("npz", "subordination")
    first, second = study.instances
    assert (first.model, first.corpus, first.words, second.model, second.corpus) == ("n-gram", "a", 5, "chance", "")
    summary = sgl.summarize(run)
    for one, own in zip(study.instances, summary["models"], strict=True):
        for suite in own["suites"]:
            assert one.credits[suite["suite"]].mean() == pytest.approx(suite["score"])
    assert [one.model for one in study_of_run(run).instances] == ["ngram", "random:1"]


def test_only_suites_that_all_models_have_are_taken():
    from dataclasses import replace

    run = sgl.evaluate(["npz", "subordination"], models=["ngram", "random:1"])
    first, second = run.models
    study = study_of_run(replace(run, models=(first, replace(second, suites=second.suites[:1]))))
    assert study.suites == ("npz",)
    assert study.notes == ("Left out, since not all models have them: subordination.",)
    with pytest.raises(InputError, match="no suite with predictions in common"):
        study_of_run(
            replace(run, models=(replace(first, suites=first.suites[1:]), replace(second, suites=second.suites[:1]))),
        )


def test_where_not_51_seeds_of_the_n_gram_vote_it_is_said(tmp_path):
    [note] = small(tmp_path).notes
    assert note.startswith("Seeds of the n-gram that vote: 3 of bllip-xs, and in the paper 51")


def test_notes_of_the_table_are_notes_of_the_study():
    run = sgl.evaluate(["npz"], models=["ngram"])
    table = read_model_table(pd.DataFrame({"model": ["ngram"], "Klasse": ["n-Gramm"]}), ["ngram"])
    [note] = study_of_run(run, table).notes
    assert "none of the columns class, words" in note
    assert note.endswith("it has Klasse.")


def test_suites_on_which_a_model_is_silent_count_0_and_are_said():
    run = sgl.evaluate(["npz", "nonce_agreement_ru"], models=["ngram"])
    notes = study_of_run(run, suites_as="all").notes
    assert any(note.startswith("ngram is silent on 1 of 2 suites") for note in notes)
