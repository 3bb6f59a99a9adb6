"""The pipeline as a whole, on models whose numbers are known."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from support.running import only_suite, run_items
from support.tiny_models import gpt_folder, sentence_bits, tiny_gpt
from support.toys import WordBackend, suite_document, write_suite

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import InputError, ModelError, ScoringError, SgliteWarning
from syntaxgym_lite.plan import Settings
from syntaxgym_lite.ports.collect import find_suites
from syntaxgym_lite.reports.files import OutcomesOnly
from syntaxgym_lite.runner import run
from syntaxgym_lite.shards import Shard, take_shard
from syntaxgym_lite.suite import Condition, Item, Region, SentenceColumns, Suite
from syntaxgym_lite.surprisal import Capabilities
from syntaxgym_lite.token_columns import TokenColumns

TWO_ITEMS = [
    {"short": ["the fox", "ran"], "long": ["the fox", "sprinted"]},
    {"long": ["a dog", "sprinted"], "short": ["a dog", "ran"]},  # conditions in another order
]
FORMULA = "(2;%long%) > (2;%short%)"


def suite(items=TWO_ITEMS, formulas=(FORMULA,), **meta):
    return sgl.loads_suite(json.dumps(suite_document(items, formulas, **meta)))


def test_a_prediction_that_holds_for_every_item_scores_one():
    result = run([suite()], [WordBackend()])
    outcomes = result.models[0].suites[0].outcomes
    assert [outcome.holds for outcome in outcomes] == [True, True]
    # a toy word costs its length in bits: "sprinted" 8, "ran" 3
    assert [outcome.comparisons[0].margin for outcome in outcomes] == [5.0, 5.0]
    assert sgl.summarize(result)["models"][0]["sg_score"] == 1.0


@pytest.mark.parametrize("name", ["npz", "nonce_agreement_0", "nonce_agreement_ru"])  # with ever more unknown words
def test_no_object_is_made_for_a_sentence_where_nobody_asks_for_one(monkeypatch, name):
    # of 134,000 sentences of pairs, these objects would take longer than all else
    def refuse(*args):
        raise AssertionError("a sentence was made")

    expected = run(find_suites(name), "ngram").models[0].suites[0].without_sentences()
    monkeypatch.setattr(TokenColumns, "rows", refuse)
    monkeypatch.setattr(SentenceColumns, "__iter__", refuse)
    [found] = run(find_suites(name), "ngram", keeper=OutcomesOnly()).models[0].suites
    assert found == expected


def test_sentences_are_made_once_for_all_models(monkeypatch):
    made = []
    columns = Suite.sentence_columns
    monkeypatch.setattr(Suite, "sentence_columns", lambda self, **how: made.append(self) or columns(self, **how))
    monkeypatch.setattr("syntaxgym_lite.plan._PORTION", 1)  # a portion for each suite
    run([suite(), suite(name="other")], [WordBackend(), WordBackend(name="second")])
    assert [one.name for one in made] == [suite().name, "other"]


def test_that_no_model_can_pass_stands_in_the_result():
    # field case A10: the score 0 was shown without a word
    [record] = run([suite(formulas=(FORMULA, "(2;%long%) = (2;%short%)"))], [WordBackend()]).models[0].suites
    [warning] = record.warnings
    assert "(2;%long%) > (2;%short%) of prediction 0 and (2;%long%) = (2;%short%) of prediction 1" in warning
    assert warning.endswith("A score of 0 says nothing of the model here.")
    assert run([suite()], [WordBackend()]).models[0].suites[0].warnings == ()


def test_sentences_come_in_one_order_of_conditions_whatever_the_items_order():
    sentences = run([suite()], [WordBackend()]).models[0].suites[0].sentences
    assert [(s.item_number, s.condition_name) for s in sentences] == [
        (1, "short"),
        (1, "long"),
        (2, "short"),
        (2, "long"),
    ]
    assert sentences[2].text == "a dog ran"


def test_equal_sentences_of_all_suites_are_scored_once():
    backend = WordBackend()
    run([suite(name="a"), suite(name="b")], [backend])
    texts = [text for batch in backend.batches for text in batch]
    assert len(texts) == len(set(texts)) == 4


def test_suites_with_different_contexts_are_scored_apart():
    backend = WordBackend()
    result = run([suite(name="a"), suite(name="b", context="Once.")], [backend])
    assert len(backend.batches) == 2
    assert [s.context for s in result.models[0].suites] == ["", "Once. "]


def test_an_undefined_comparison_is_none_and_does_not_pass():
    backend = WordBackend(lambda word: float("nan") if word == "ran" else 1.0)
    result = run([suite()], [backend])
    assert [outcome.holds for outcome in result.models[0].suites[0].outcomes] == [None, None]
    summary = sgl.summarize(result)["models"][0]["suites"][0]
    assert summary["score"] == 0.0
    assert summary["n_undefined"] == 2
    assert "gives no surprisal" in summary["warnings"][0]


def test_end_of_sentence_belongs_to_no_region_but_to_the_star():
    star = suite(formulas=["(*;%short%) = 9.5"])  # "the fox ran": 3 + 3 + 3, and 0.5 for the end; "a dog ran": 7.5
    result = run([star], [WordBackend()], Settings(eos=True))
    first = result.models[0].suites[0]
    assert [outcome.holds for outcome in first.outcomes] == [True, False]
    assert [region.surprisal_bits for region in first.sentences[0].regions] == [6.0, 3.0]
    assert first.sentences[0].eos_bits == 0.5


def test_metric_of_the_suite_and_of_a_reference():
    mixed = suite(formulas=["(1;%short%) = 3 & (1;%short%;sum) = 6 & (1;%short%;count) = 2"], metric="mean")
    result = run([mixed], [WordBackend()])
    assert result.models[0].suites[0].outcomes[0].holds is True


def test_ranks_are_asked_for_only_when_a_prediction_needs_them():
    assert run([suite()], [WordBackend()]).models[0].suites[0].sentences[0].token_ranks is None
    ranked = suite(formulas=["(2;%short%;rank) = 3"])
    assert run([ranked], [WordBackend()]).models[0].suites[0].outcomes[0].holds is True


@pytest.mark.parametrize(
    ("capabilities", "settings", "meta", "formula", "words"),
    [
        (Capabilities(eos=False), Settings(eos=True), {}, FORMULA, "end of a sentence"),
        (Capabilities(any_context=False), Settings(context="Hm."), {}, FORMULA, "context"),
        (Capabilities(any_context=False), Settings(), {"context": "Hm."}, FORMULA, "context"),
        (Capabilities(ranks=False), Settings(), {}, "(2;%short%;rank) = 1", "ranks"),
    ],
)
def test_what_a_model_cannot_do_is_refused_before_scoring(capabilities, settings, meta, formula, words):
    backend = WordBackend(capabilities=capabilities)
    with pytest.raises(sgl.InputError, match=words):
        run([suite(formulas=[formula], **meta)], [backend], settings)
    assert backend.batches == []


def test_unknown_words_are_listed_or_refused():
    backend = WordBackend(unknown=frozenset({"sprinted"}))
    result = run([suite()], [backend])
    summary = sgl.summarize(result)["models"][0]["suites"][0]
    assert (summary["n_oov_items"], summary["n_oov"], summary["n_tokens"]) == (2, 2, 12)
    assert result.models[0].suites[0].sentences[1].regions[1].oov == ("sprinted",)
    with pytest.raises(sgl.InputError, match="does not know 1 word: 'sprinted'"):
        run([suite()], [backend], Settings(oov="error"))


def test_a_model_that_fails_does_not_lose_the_others():
    def broken(word):
        raise RuntimeError("no such word")

    result = run([suite()], [WordBackend(broken, name="bad"), WordBackend(name="good")])
    assert [model.model for model in result.models] == ["good"]
    assert result.failures[0].model == "bad"
    assert "'the fox sprinted'" in result.failures[0].message
    with pytest.raises(ModelError, match="no such word"):
        sgl.evaluate([suite()], [WordBackend(broken, name="bad"), WordBackend(name="good")])


def test_an_option_that_no_model_knows_is_refused_before_any_is_opened():
    with pytest.raises(sgl.InputError, match=r"no option 'boss'|an option 'boss'.*Did you mean 'bos'"):
        run([suite()], ["kenlm:does-not-exist.arpa"], Settings(model_options={"boss": "auto"}))


def test_the_same_model_twice_is_refused():
    with pytest.raises(sgl.InputError, match="more than once"):
        run([suite()], ["ngram", "ngram"])


def test_suites_with_one_name_are_refused(tmp_path):
    for name in "ab":
        write_suite(tmp_path / f"{name}.json", suite_document(TWO_ITEMS, [FORMULA]))
    with pytest.raises(sgl.InputError, match="rename one"):
        find_suites(tmp_path)


def test_a_file_named_twice_is_read_once(tmp_path):
    path = write_suite(tmp_path / "a.json", suite_document(TWO_ITEMS, [FORMULA]))
    assert len(find_suites([path, str(path), tmp_path])) == 1


def test_patterns_are_expanded_where_the_shell_does_not(tmp_path):
    write_suite(tmp_path / "a.json", suite_document(TWO_ITEMS, [FORMULA], name="a"))
    write_suite(tmp_path / "b.json", suite_document(TWO_ITEMS, [FORMULA], name="b"))
    assert [s.name for s in find_suites(str(tmp_path / "*.json"))] == ["a", "b"]


def test_problems_of_all_files_are_reported_at_once(tmp_path):
    (tmp_path / "a.json").write_text("{", encoding="utf-8")
    write_suite(tmp_path / "b.json", suite_document(TWO_ITEMS, ["(9;%long%) < 1"]))
    with pytest.raises(sgl.InputError) as caught:
        find_suites(tmp_path)
    assert "a.json" in str(caught.value)
    assert "b.json" in str(caught.value)


def test_a_name_that_is_nothing_suggests_the_nearest_shipped_suite():
    with pytest.raises(sgl.InputError, match="Did you mean 'npz'"):
        find_suites("nzp")


def test_a_sentence_without_text_is_refused():
    condition = Condition("short", (Region(1, ""), Region(2, " ")))  # a file with it would not load
    empty = Suite("toy", {1: "r1", 2: "r2"}, (Item(1, (condition,)),))
    with pytest.raises(sgl.InputError, match="has no text"):
        run([empty], [WordBackend()])


@pytest.mark.parametrize(
    ("field", "value"), [("join", "glue"), ("normalize_text", ("upper",)), ("batch_size", 0), ("oov", "ignore")]
)
def test_bad_settings_are_refused(field, value):
    with pytest.raises(sgl.InputError, match=field):
        Settings(**{field: value})


def test_a_change_of_the_text_may_be_named_alone():
    assert Settings(normalize_text="nfc").normalize_text == ("nfc",)
    with pytest.raises(sgl.InputError, match="`normalize_text=upper`: unknown"):
        Settings(normalize_text="upper")


@pytest.mark.parametrize(
    ("given", "words"), [("", "name is empty"), (["npz", ""], "name is empty"), (3, "3 is no suite"), ([3], "3 is no")]
)
def test_what_can_be_no_suite_is_refused(given, words):
    with pytest.raises(sgl.InputError, match=words):
        sgl.load_suites(given)


def test_the_result_records_what_was_asked_for():
    result = run([suite()], [WordBackend(warnings=("mind the gap",))], Settings(eos=True, batch_size=2))
    assert result.settings["eos"] is True
    assert result.settings["batch_size"] == 2
    assert result.versions["syntaxgym_lite"] == sgl.__version__
    assert result.models[0].warnings == ("mind the gap",)


def test_batch_size_changes_no_result():
    whole = run([suite()], [WordBackend()])
    for size in (1, 2, 3):
        assert run([suite()], [WordBackend()], Settings(batch_size=size)).models == whole.models


def test_a_loaded_hugging_face_model_stands_in_place_of_a_name():
    from transformers import AutoModelForCausalLM

    path = str(gpt_folder())
    network = AutoModelForCausalLM.from_pretrained(path)
    by_name = sgl.evaluate(suite(), path)
    for model in (network, (network, tiny_gpt()[1])):
        by_object = sgl.evaluate(suite(), [model])
        assert by_object.models[0].model == path
        assert by_object.models[0].suites == by_name.models[0].suites


def test_a_model_object_from_nowhere_needs_its_tokenizer():
    network, _ = tiny_gpt()
    network.config._name_or_path = ""
    with pytest.raises(sgl.InputError, match="with its tokenizer"):
        sgl.evaluate(suite(), network)


def test_the_second_of_a_pair_must_be_a_tokenizer():
    network, tokenizer = tiny_gpt()
    for second in ("gpt", 7, {}):
        with pytest.raises(sgl.InputError, match="the second must be a tokenizer object, not"):
            sgl.evaluate(suite(), [(network, second)])
    twice = sgl.evaluate(suite(), [(network, tokenizer)])
    assert len(twice.models) == 1


def test_something_that_is_no_model_is_refused():
    with pytest.raises(sgl.InputError, match="not int"):
        sgl.evaluate(suite(), 7)


def test_options_after_a_question_mark_are_for_that_model_alone():
    with_bos, without = str(gpt_folder()), f"{gpt_folder()}?bos=none"
    result = sgl.evaluate(suite(), [with_bos, without])
    assert [model.model for model in result.models] == ["tiny-gpt", "tiny-gpt?bos=none"]
    assert [model.spec for model in result.models] == [with_bos, without]
    assert [model.options["bos"] for model in result.models] == ["<|endoftext|>", "none"]
    with pytest.raises(sgl.InputError, match="no option 'boss'"):
        sgl.evaluate(suite(), f"{with_bos}?boss=none")


# ---------------------------------------------------------------- which token counts for which region, end to end


def test_a_word_in_several_tokens_is_the_sum_of_them():
    model, tokenizer = tiny_gpt()
    text = "the bridges near the river"
    bits = sentence_bits(model, tokenizer, text, 0)
    pieces = tokenizer.tokenize(text)
    n = len(tokenizer.tokenize(" bridges"))
    assert n > 1
    assert "".join(pieces[1 : 1 + n]) == "Ġbridges"
    [sentence] = run_items([{"only": ["the", "bridges", "near the river"]}], (model, tokenizer)).sentences
    assert sentence.regions[1].n_tokens == n
    assert sentence.regions[1].surprisal_bits == pytest.approx(sum(bits[1 : 1 + n]), abs=1e-4)
    assert sum(region.surprisal_bits for region in sentence.regions) == pytest.approx(sum(bits), abs=1e-4)


def test_a_token_that_spans_two_regions_counts_for_the_first_and_this_is_said():
    formulas = ["(*;%only%) > 0", "(2;%only%) > 0"]
    result = run_items([{"only": ["rain", "bow"]}], WordBackend(), formulas, join="none")
    [sentence] = result.sentences
    assert [region.surprisal_bits for region in sentence.regions] == [7.0, None]  # a bit for each letter; not 0
    assert [region.n_tokens for region in sentence.regions] == [1, 0]
    star, second = result.outcomes
    assert (star.comparisons[0].left, star.holds, second.holds) == (7.0, True, None)
    [shared] = [warning for warning in result.warnings if "inside a token of an earlier region" in warning]
    assert "item 1, condition 'only', regions 1-2" in shared
    [orphan] = [warning for warning in result.warnings if "no token of their own" in warning]
    assert "item 1, condition 'only', region 2" in orphan


@pytest.mark.parametrize(("join", "text"), [("space", "dogs bark ."), ("natural", "dogs bark.")])
def test_a_result_records_how_regions_were_joined(join, text):
    document = suite_document([{"only": ["dogs", "bark", "."]}])
    result = sgl.evaluate(sgl.loads_suite(json.dumps(document)), WordBackend(), join=join)
    assert result.settings["join"] == join
    suite = only_suite(result)
    assert (suite.join, suite.sentences[0].text) == (join, text)


def test_a_sentence_that_fails_is_named_by_suite_item_and_condition():  # field case C10
    def broken(word):
        if word == "sprinted":
            raise ValueError("no such word")
        return 1.0

    with pytest.raises(
        ScoringError, match=r"^suite 'toy_suite', item \d, condition 'long': toy failed on the sentence '"
    ):
        run([suite()], [WordBackend(broken)])


class Short(WordBackend):
    """A model that takes three words at most, and says so of any sentence before it is asked to score."""

    def refusals(self, texts, options=None):
        return {text: f"'{text}' is too long." for text in texts if len(text.split()) > 3}

    def score(self, texts, options=None):
        assert not self.refusals(texts)
        return super().score(texts)


LONG = [suite([{"a": ["the fox", "sleeps"], "b": ["the old fox", "sleep"]}], [], name=name) for name in ("one", "two")]


def test_suites_with_a_sentence_too_long_for_the_model_are_left_out_before_any_is_scored():  # field case A12
    model = Short()
    told = []

    def tell(error):
        told.append((str(error), list(model.batches)))

    result = run([LONG[0], suite(), LONG[1]], model, on_refusal=tell)
    assert [one.suite for one in result.models[0].suites] == ["toy_suite"]
    assert result.models[0].suites[0].outcomes == run([suite()], WordBackend()).models[0].suites[0].outcomes
    messages = [f"suite '{name}', item 1, condition 'b': 'the old fox sleep' is too long." for name in ("one", "two")]
    assert told == [(message, []) for message in messages]
    assert [failure.message for failure in result.failures] == messages
    assert result.failures[0].sentences == ("the old fox sleep",)
    with pytest.raises(ScoringError, match=r"suite 'one', item 1, condition 'b'.*\nsuite 'two', item 1") as caught:
        run(LONG, model)
    assert set(caught.value.texts) == {"the old fox sleep"}


def test_a_part_of_which_a_model_can_score_no_suite_is_a_part_all_the_same():
    short = Short()
    short.info = replace(short.info, fingerprint="short")
    suites, models = [LONG[0], suite(), suite(name="other")], [short, "random:1"]
    for some in (models[:1], models):
        whole = run(suites, some)
        parts = []
        for number in (1, 2, 3):
            own, shard = take_shard(suites, Shard(number, 3))
            parts.append(run(own, some, Settings(shard=shard)))
        assert [len(part.failures) for part in parts].count(1) == 1
        merged = sgl.merge(parts)
        assert (merged.models, merged.failures) == (whole.models, whole.failures)


def test_a_suite_that_asks_for_what_a_model_cannot_give_is_left_out_and_the_others_are_evaluated():
    ranks = suite(formulas=["(1;%short%;rank) = 1"], name="ranks")
    told = []
    result = run([suite(), ranks], "random:1", on_refusal=lambda error: told.append(str(error)))
    assert [one.suite for one in result.models[0].suites] == ["toy_suite"]
    assert told == ["random:1 cannot give ranks, which a prediction of suite 'ranks' needs."]
    assert [failure.message for failure in result.failures] == told
    with pytest.raises(InputError, match="random:1 cannot give ranks, which a prediction of suite 'ranks' needs"):
        run([ranks], "random:1")
    with pytest.raises(InputError, match="random:1 cannot be corrected"):
        run([suite(), ranks], "random:1", Settings(word_boundary="corrected"))


def test_evaluate_raises_at_once_where_a_sentence_is_too_long():
    model = Short()
    with pytest.raises(ScoringError, match="suite 'one', item 1, condition 'b': 'the old fox sleep' is too long"):
        sgl.evaluate([suite(), LONG[0]], model)
    assert model.batches == []


def test_evaluate_warns_of_what_a_model_says_of_sentences_once():  # field case B6
    marked = suite([{"short": ["<s> the fox", "ran"], "long": ["<s> the fox", "sprinted"]}])
    with pytest.warns(SgliteWarning) as caught:
        result = sgl.evaluate(marked, WordBackend())
    [message] = [str(one.message) for one in caught]
    assert message.startswith("toy: toy_suite: The text '<s>' is a marker")
    assert message.endswith("(2 sentences, e.g. item 1, condition 'short')")
    assert message.removeprefix("toy: toy_suite: ") in result.models[0].suites[0].warnings


def test_none_for_changes_of_the_text_is_none():
    assert Settings(normalize_text=None).normalize_text == ()


UNSPACED = [{"short": ["猫が", "寝た"], "long": ["猫が", "寝ていた"]}]
BLANKS = "Its regions are joined by blanks, but its script has none between words"


@pytest.mark.parametrize(
    ("meta", "join", "said"),
    [
        ({}, None, True),  # as SyntaxGym's suites say nothing
        ({"join": "natural"}, None, True),
        ({"join": "none"}, None, False),
        ({"join": "space"}, None, False),  # said, so meant: words are parted for a model of words
        ({}, "none", False),
        ({}, "space", False),
    ],
)
def test_a_script_without_blanks_that_is_joined_by_some_is_warned_of(meta, join, said):
    result = run([suite(UNSPACED, **meta)], [WordBackend()], Settings(join=join))
    assert any(BLANKS in warning for warning in result.models[0].suites[0].warnings) == said


def test_whole_sentences_in_one_region_need_no_join():
    items = [{"short": ["猫が寝た", ""], "long": ["猫が寝ていた", ""]}]
    assert not suite(items).is_parted_against_its_script()
    assert not suite().is_parted_against_its_script()  # English


def test_regions_of_an_unspaced_script_are_whole_sentences_with_one_option():
    """Join none is all that a Japanese suite needs: the context is joined on as the regions are."""
    result = run([suite(UNSPACED)], [WordBackend()], Settings(join="none", context="昨日"))
    assert [sentence.text for sentence in result.models[0].suites[0].sentences] == ["猫が寝た", "猫が寝ていた"]


def test_rounding_decides_nothing_between_sentences_that_are_one_to_a_model():
    """A neural model rounds otherwise in another batch; a word that it does not know is one for all of them."""
    drawn = iter(range(1000))
    unknown = frozenset({"zorpit", "blarfit"})

    pairs = [{"a": ["the", good], "b": ["the", bad]} for good, bad in (("zorpit", "blarfit"), ("blarfit", "zorpit"))]
    known = {"a": ["the", "dog"], "b": ["the", "doggy"]}
    of_pairs = suite([*pairs, known], ["(2;%a%) < (2;%b%)"])
    backend = WordBackend(lambda word: 7 + next(drawn) * 1e-7 if word in unknown else len(word), unknown=unknown)
    [result] = run([of_pairs], backend).models[0].suites
    assert [(outcome.holds, outcome.tie) for outcome in result.outcomes] == [
        (False, True),
        (False, True),
        (True, False),
    ]
    # words that a model knows keep what differs, however little
    [result] = run([of_pairs], WordBackend(backend.bits)).models[0].suites
    assert [outcome.tie for outcome in result.outcomes] == [False] * 3
