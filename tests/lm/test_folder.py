"""The card in a file's own folder speaks for the file that it names, and for no other."""

import json

import pytest
from support.arpa_files import TINY, write

from syntaxgym_lite.backends.word.ngram import load as load_ngram
from syntaxgym_lite.errors import InputError, ModelError, ModelNotFoundError
from syntaxgym_lite.lm.folder import ModelFolder, WordRules, files_that_matter, read_card, write_card
from syntaxgym_lite.lm.ngram.arpa import read_arpa
from syntaxgym_lite.lm.ngram.compact import write_compact

RULES = {"words": "punct", "lowercase": True, "unk": "single"}


def find(path, **more):
    return ModelFolder.find(path, **{"kinds": ("ngram",), "suffixes": (".arpa", ".safetensors"), **more})


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "model"
    path.mkdir()
    write(path / "one.arpa", TINY)
    write(path / "two.arpa", TINY)
    write_card(path, {"backend": "ngram", "weights": "one.arpa", **RULES})
    return path


def test_folder_and_file_are_two_names_of_one_model(folder, monkeypatch):
    by_folder, by_file = find(folder), find(folder / "one.arpa")
    assert by_folder == by_file
    assert (by_folder.file, by_folder.rules) == (folder / "one.arpa", WordRules("punct", True, "single"))
    assert by_folder.word_options(None, None)[:4] == ("punct", True, "single", ())
    monkeypatch.chdir(folder)
    assert find("one.arpa").rules == by_folder.rules


def test_what_the_user_says_wins(folder):
    assert find(folder).word_options("whitespace", False)[:4] == ("whitespace", False, "single", ())
    with pytest.raises(InputError, match="no word-splitting scheme 'letters'"):
        find(folder).word_options("letters", None)


def test_a_file_that_the_card_does_not_name_has_the_defaults_and_a_warning(folder):
    other = find(folder / "two.arpa")
    assert (other.card, other.rules) == ({}, WordRules())
    words, lowercase, unk, [warning] = other.word_options(None, None)[:4]
    assert (words, lowercase, unk) == ("treebank", False, None)
    assert "one.arpa" in warning
    assert "(treebank)" in warning
    assert other.word_options("clitics", None).warnings == ()  # the user has thought of it
    (folder / "card.json").unlink()
    assert find(folder / "two.arpa").word_options(None, None).warnings == ()


def test_a_card_that_names_no_file_speaks_for_none(folder):
    (folder / "card.json").write_text('{"title": "something else"}', encoding="utf-8")
    assert find(folder / "one.arpa").word_options(None, None)[:4] == ("treebank", False, None, ())
    with pytest.raises(ModelError, match="not a model card that names"):
        find(folder)


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ("{", "not a model card"),
        ("[]", "no JSON object"),
        ('{"weights": 3}', "names a file beside it"),
        ('{"weights": "../one.arpa"}', "names a file beside it"),
        ('{"weights": ""}', "names a file beside it"),
        (f'{{"weights": "{"a" * 300}"}}', "a: not found, though .*card.json names it"),
        ('{"weights": "one.arpa", "backend": "wordlm"}', "of kind 'wordlm', not ngram"),
        ('{"weights": "one.arpa", "words": "letters"}', "'words' is one of .*not \"letters\""),
        ('{"weights": "one.arpa", "lowercase": "no"}', "'lowercase' is one of true, false"),
        ('{"weights": "one.arpa", "lowercase": "de"}', '\'lowercase\' is one of true, false, "az", "lt", "tr"'),
        ('{"weights": "one.arpa", "unk": "morphemes"}', "'unk' is one of"),
        ('{"weights": "one.arpa", "words": "clitics", "words_revision": 9}', "'clitics' up to 2; a later version may"),
        ('{"weights": "one.arpa", "words": "clitics", "words_revision": "2"}', "'words_revision' is \"2\""),
        ('{"weights": "one.arpa", "words": "whitespace", "words_revision": 2}', "'whitespace' up to 1"),
    ],
)
def test_a_damaged_card_is_refused(folder, card, message):
    (folder / "card.json").write_text(card, encoding="utf-8")
    with pytest.raises(ModelError, match=message):
        find(folder)


def test_without_a_card_a_folder_stands_for_the_only_model_in_it(folder):
    (folder / "card.json").unlink()
    with pytest.raises(InputError, match=r"several models in this folder: one\.arpa, two\.arpa"):
        find(folder)
    (folder / "two.arpa").unlink()
    assert find(folder) == find(folder / "one.arpa")
    (folder / "one.arpa").unlink()
    with pytest.raises(
        ModelNotFoundError, match=r"no ngram model in this folder \(card\.json that names it, or \.arpa, \.safe"
    ):
        find(folder)


def test_what_is_not_there_is_named(folder, tmp_path):
    with pytest.raises(ModelNotFoundError, match=r"nowhere: not found; give a model's folder or its file \(\.arpa, "):
        find(tmp_path / "nowhere")
    (folder / "one.arpa").unlink()
    with pytest.raises(ModelNotFoundError, match=r"one\.arpa: not found, though .*card\.json names it"):
        find(folder)


def test_the_card_speaks_for_the_counts_too_where_they_are_asked_for(folder):
    (folder / "counts.tsv").write_text("the\t3\n", encoding="utf-8")
    for path in (folder, folder / "counts.tsv"):
        found = find(path, counts=True)
        assert (found.file.name, found.rules.words) == ("counts.tsv", "punct")
    assert find(folder).file.name == "one.arpa"
    assert find(folder / "counts.tsv").rules == WordRules()


def test_the_compact_form_says_itself_how_its_words_came_about_where_no_card_does(tmp_path):
    model = read_arpa(write(tmp_path / "tiny.arpa", TINY))
    rules = WordRules("clitics", True, "classes")
    write_compact(model, tmp_path / "told.safetensors", rules.metadata)
    write_compact(model, tmp_path / "silent.safetensors")
    assert find(tmp_path / "told.safetensors").rules == rules
    assert find(tmp_path / "silent.safetensors").rules == WordRules()
    write_card(tmp_path, {"weights": "told.safetensors", "words": "punct"})
    assert find(tmp_path / "told.safetensors").word_options(None, None)[:4] == ("punct", True, "classes", ())


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ({}, ("clitics", True, "classes", ())),
        ({"words": "punct"}, ("punct", True, "classes", ())),
        ({"lowercase": False}, ("clitics", False, "classes", ())),
        ({"unk": "single"}, ("clitics", True, "single", ())),
        ({"words": None, "lowercase": None, "unk": None}, ("clitics", True, "classes", ())),
    ],
)
def test_what_a_card_leaves_out_is_as_the_file_says(tmp_path, said, right):
    model = read_arpa(write(tmp_path / "tiny.arpa", TINY))
    write_compact(model, tmp_path / "x.safetensors", WordRules("clitics", True, "classes").metadata)
    write_card(tmp_path, {"weights": "x.safetensors", **said})
    assert find(tmp_path).word_options(None, None)[:4] == right
    assert find(tmp_path).word_options("whitespace", False)[:4] == ("whitespace", False, right[2], ())


@pytest.mark.parametrize("card", [None, {"weights": "silent.safetensors", "lowercase": True}])
def test_a_compact_file_of_which_nobody_says_how_its_words_were_cut_gets_a_warning(tmp_path, card):
    write_compact(read_arpa(write(tmp_path / "tiny.arpa", TINY)), tmp_path / "silent.safetensors")
    if card:
        write_card(tmp_path, card)
    found = find(tmp_path / "silent.safetensors")
    words, lowercase, unk, [warning] = found.word_options(None, None)[:4]
    assert (words, lowercase, unk) == ("treebank", card is not None, None)
    assert "silent.safetensors itself says how" in warning
    assert "cut by default (treebank)" in warning
    assert found.word_options("clitics", None).warnings == ()


def test_the_card_beside_the_target_of_a_link_speaks_unless_one_beside_the_link_does(folder, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    link = elsewhere / "link.arpa"
    link.symlink_to(folder / "one.arpa")
    for path in (link, elsewhere):
        found = find(path)
        assert (found.file, found.rules) == (link, WordRules("punct", True, "single"))
        assert found.word_options(None, None).warnings == ()
    assert folder.resolve() / "card.json" in files_that_matter(link)
    assert folder.resolve() / "card.json" in files_that_matter(elsewhere)
    with pytest.raises(ModelError, match="of kind 'ngram', not wordlm"):
        find(link, kinds=("wordlm",))
    write_card(elsewhere, {"weights": "other.arpa", "words": "whitespace"})
    assert find(link).rules.words == "punct"
    write_card(elsewhere, {"weights": "link.arpa", "words": "clitics"})
    assert find(link).rules == WordRules("clitics")
    (elsewhere / "card.json").unlink()
    link.unlink()
    link.symlink_to(folder / "two.arpa")
    [warning] = find(link).word_options(None, None).warnings
    assert "that of another file, one.arpa" in warning


@pytest.mark.parametrize(
    ("rules", "lost"),
    [
        (WordRules(), ""),
        (WordRules.now("treebank", False, "single"), ""),
        (WordRules("treebank", False, "single"), '{"backend": "ngram", "weights": "x.arpa", "words": "treebank"}'),
        (
            WordRules.now("clitics", "tr", "single"),
            '{"backend": "ngram", "weights": "x.arpa", "words": "clitics", "words_revision": 2, "lowercase": "tr"}',
        ),
        (WordRules("punct", False, "single"), '{"backend": "ngram", "weights": "x.arpa", "words": "punct"}'),
        (
            WordRules("treebank", True, "classes"),
            '{"backend": "ngram", "weights": "x.arpa", "words": "treebank", "lowercase": true, "unk": "classes"}',
        ),
    ],
)
def test_what_arpa_text_has_no_place_for_can_be_put_into_the_card_that_is_named(tmp_path, rules, lost):
    said = rules.lost_in(write(tmp_path / "x.arpa", TINY))
    assert said.partition("beside it: ")[2].rstrip(".") == lost
    if lost:
        (tmp_path / "card.json").write_text(lost, encoding="utf-8")
        assert find(tmp_path / "x.arpa").word_options(None, None)[:2] == (rules.words, rules.lowercase)
        assert find(tmp_path / "x.arpa").rules.unk in (rules.unk, None)
    else:
        assert said == ""


def test_a_compact_file_beside_the_card_of_another_needs_no_warning_if_it_speaks(folder, tmp_path):
    write_compact(read_arpa(folder / "one.arpa"), folder / "x.safetensors", {"words": "clitics"})
    assert find(folder / "x.safetensors").word_options(None, None)[:4] == ("clitics", False, None, ())


def test_a_card_that_does_not_say_how_words_were_cut_is_warned_about(tmp_path):
    file = write(tmp_path / "x.arpa", TINY)
    assert find(file).word_options(None, None).warnings == ()  # nobody says anything: plain ARPA text
    (tmp_path / "card.json").write_text('{"weights": "x.arpa", "description": "mine"}', encoding="utf-8")
    [warning] = find(file).word_options(None, None).warnings
    assert "x.arpa does not say how the model's words were cut; so words are cut by default (treebank)" in warning
    assert find(file).word_options("clitics", None).warnings == ()


@pytest.mark.parametrize("text", ["[" * 100_000, "{", '{"a": ' * 100_000, "[1]", "9" * 5000])
def test_a_card_that_is_none_is_refused(tmp_path, text):
    (tmp_path / "card.json").write_text(text, encoding="utf-8")
    with pytest.raises(ModelError, match="not a model card"):
        read_card(tmp_path / "card.json")


@pytest.mark.parametrize("name", ["", "model.safetensors", "checkpoint.safetensors", "counts.tsv"])
def test_a_training_run_that_was_cut_short_is_no_model(tmp_path, name):
    for part in ("model.safetensors", "checkpoint.safetensors", "counts.tsv"):
        (tmp_path / part).touch()
    with pytest.raises(ModelError, match="--resume"):
        find(tmp_path / name, counts=True)
    assert find(write(tmp_path / "other.arpa", TINY)).file.name == "other.arpa"  # has nothing to do with it


def test_a_card_is_written_whole_or_not_at_all(tmp_path):
    card = write_card(tmp_path, {"name": "é", "cutoffs": (1, 2)})
    assert card == read_card(tmp_path / "card.json") == {"name": "é", "cutoffs": [1, 2]}
    assert (tmp_path / "card.json").read_text(encoding="utf-8").startswith('{\n  "name": "é"')
    with pytest.raises(TypeError):
        write_card(tmp_path, {"name": object()})
    assert read_card(tmp_path / "card.json") == card
    assert [path.name for path in tmp_path.iterdir()] == ["card.json"]


def test_the_files_that_matter_are_those_of_a_folder_or_those_beside_a_file(folder):
    assert [path.name for path in files_that_matter(folder)] == ["card.json", "one.arpa", "two.arpa"]
    assert [path.name for path in files_that_matter(folder / "one.arpa")] == ["one.arpa", "card.json", "vocab.txt"]


def test_rules_are_the_same_after_a_way_through_text():
    for rules in (WordRules(), WordRules("clitics", False, "classes"), WordRules(lowercase=True)):
        assert set(map(type, rules.metadata.values())) <= {str}
    assert json.dumps(WordRules("clitics", False, "single").metadata) == (
        '{"words": "clitics", "lowercase": "false", "unk": "single"}'
    )


HEBREW = 'ד"ר'


@pytest.mark.parametrize(
    ("card", "asked", "revision"),
    [
        ({"words": "clitics"}, None, 1),  # the model was trained before there was a second
        ({"words": "clitics"}, "clitics", 1),
        ({"words": "clitics"}, "punct", 2),
        ({"words": "clitics", "words_revision": 2}, None, 2),
        ({"words": "whitespace"}, None, 1),
        ({}, None, 2),  # nobody says: treebank, as it is now
        ({}, "clitics", 2),
    ],
)
def test_a_model_is_cut_by_the_rules_it_was_trained_with(folder, card, asked, revision):
    """A card that says no revision was written when there was the first alone."""
    write_card(folder, {"backend": "ngram", "weights": "one.arpa", **card})
    assert find(folder).word_options(asked, None).words_revision == revision


@pytest.mark.parametrize(("revision", "n_words"), [(1, 3), (2, 1)])
def test_the_revision_goes_along_from_a_compact_file_to_the_words(tmp_path, revision, n_words):
    rules = WordRules("clitics", False, "single", revision)
    write_compact(read_arpa(write(tmp_path / "tiny.arpa", TINY)), tmp_path / "x.safetensors", rules.metadata)
    assert find(tmp_path / "x.safetensors").rules == rules
    backend = load_ngram(str(tmp_path / "x.safetensors"))
    assert len(backend.score([HEBREW])[0].tokens) == n_words
    assert ("words_revision" in backend.info.options) == (revision == 2)


def test_a_model_of_another_kind_is_named_as_one_writes_it(folder, tmp_path):
    with pytest.raises(ModelError, match=f"of kind 'ngram', not wordlm; write ngram:{folder}"):
        find(folder, kinds=("wordlm",))
    write_card(folder, {"backend": "hf", "weights": "one.arpa"})
    with pytest.raises(ModelError, match=f"of kind 'hf', not ngram; write {folder}"):
        find(folder)
    (tmp_path / "config.json").write_text('{"model_type": "transfo-xl"}', encoding="utf-8")
    with pytest.raises(ModelError, match=f"this is a Transformer-XL; write transfo-xl:{tmp_path}"):
        find(tmp_path, kinds=("wordlm",))
