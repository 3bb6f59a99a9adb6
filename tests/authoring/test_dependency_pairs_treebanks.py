"""Every pair harvested from the treebanks at hand, held against their rows by code that shares nothing with the package."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.harvested import attested, in_token, read_rows, without

from syntaxgym_lite.authoring.conllu import Tree, read_conllu
from syntaxgym_lite.authoring.dependency_pairs import DependencyPairs, dependency_pairs
from syntaxgym_lite.authoring.dependency_patterns import pattern_of

FILES = {
    "en": ["en_ewt-ud-dev", "en_ewt-ud-test"],
    "it": ["it_pud-ud-test"],
    "ru": ["ru_gsd-ud-dev", "ru_gsd-ud-test"],
    "he": ["he_iahltwiki-ud-dev", "he_iahltwiki-ud-test"],
}
SEARCHES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "en number": ("en", {"feature": "Number", "target": "VERB", "agrees_with": "nsubj"}, {}),
    "en number aux": (
        "en",
        {"feature": "Number", "target": "AUX:aux,cop", "agrees_with": "head:nsubj"},
        {"variants": "frequent"},
    ),
    "it number": ("it", {"feature": "Number", "target": "VERB", "agrees_with": "nsubj"}, {}),
    "ru number": ("ru", {"feature": "Number", "target": "VERB", "agrees_with": "nsubj", "free": ["Gender"]}, {}),
    "he number": ("he", {"feature": "Number", "target": "VERB", "agrees_with": "nsubj"}, {}),
    "it gender": ("it", {"feature": "Gender", "target": "ADJ:amod", "agrees_with": "head"}, {}),
    "it gender det": ("it", {"feature": "Gender", "target": "DET:det", "agrees_with": "head"}, {"compared": "rest"}),
    "ru gender": (
        "ru",
        {"feature": "Gender", "target": "ADJ:amod", "agrees_with": "head", "same": ["Case", "Number"]},
        {"compared": "rest"},
    ),
    "he gender": ("he", {"feature": "Gender", "target": "ADJ:amod", "agrees_with": "head"}, {}),
    "ru case": ("ru", {"feature": "Case", "target": "NOUN", "governed_by": "case", "target_without": ["nummod"]}, {}),
    "ru case amod": (
        "ru",
        {"feature": "Case", "target": "ADJ:amod", "agrees_with": "head", "free": ["Animacy"]},
        {"compared": "rest"},
    ),
    "en case": ("en", {"feature": "Case", "target": "PRON:obj,obl", "governed_by": "head"}, {}),
    "en person": (
        "en",
        {"feature": "Person", "target": "AUX:aux,cop", "agrees_with": "head:nsubj", "same": ["Number"]},
        {"variants": "frequent"},
    ),
}
LEAST = {"en number": 150, "it gender": 100, "ru gender": 200, "he gender": 150, "ru case": 500, "ru case amod": 300}
"""So that no check passes by finding nothing."""


@cache
def trees_of(shared_dir: Path, language: str) -> list[Tree]:
    return [tree for path in paths(shared_dir, language) for tree in read_conllu(path)]


@cache
def rows_of(shared_dir: Path, language: str) -> dict[str, dict[str, Any]]:
    return read_rows(paths(shared_dir, language))


def paths(shared_dir: Path, language: str) -> list[Path]:
    return [shared_dir / "ud" / "open" / f"{name}.conllu.xz" for name in FILES[language]]


def breaks_the_rule(
    right: dict[str, str], wrong: dict[str, str], feature: str, free: list[str], *, governed: bool
) -> bool:
    if governed:
        return right[feature] not in wrong.get(feature, "").split(",")
    agreeing = {"Number", "Person", "Gender", "Case", "Animacy", "Definite", "Polite"} - {feature, *free}
    return (
        right[feature] not in wrong.get(feature, right[feature]).split(",")
        or wrong.get("VerbForm", right.get("VerbForm")) != right.get("VerbForm")
        or (wrong.get("Mood") == "Imp" and right.get("Mood") != "Imp")
        or any(each in right and each in wrong and right[each] != wrong[each] for each in agreeing)
    )


@cache
def search(shared_dir: Path, name: str) -> DependencyPairs:
    language, pattern, options = SEARCHES[name]
    trees = trees_of(shared_dir, language)
    return dependency_pairs(trees, pattern_of(**pattern), name=name, whole=True, language=language, **options)


@pytest.mark.parametrize("name", SEARCHES)
def test_every_pair_is_what_the_treebank_says(name: str, shared_dir: Path) -> None:
    language, pattern, options = SEARCHES[name]
    sentences = rows_of(shared_dir, language)
    forms = attested(sentences.values())
    found = search(shared_dir, name)
    assert found.suite is not None
    assert len(found.suite.items) >= LEAST.get(name, 1)
    feature = pattern["feature"]
    free = pattern.get("free", [])
    seen = set()
    for item in found.suite.items:
        origin = item.extra["origin"]
        sentence = sentences[origin["where"]]
        rows = sentence["rows"]
        target, cue = rows[origin["target"]], rows[origin["cue"]]
        (prefix, right, rest), (same_prefix, wrong, same_rest) = (
            tuple(region.content for region in item.condition(each).regions) for each in ("correct", "wrong")
        )
        # the sentence as it stands, and nothing but the target changed
        assert prefix + right + rest == sentence["text"], origin
        assert (prefix, rest) == (same_prefix, same_rest)
        assert right.strip() == target["form"]
        assert wrong.strip().lower() != target["form"].lower()
        assert wrong.startswith(" ") == right.startswith(" ")
        assert not in_token(sentence, origin["target"])
        n_before = sum(len(rows[each]["form"]) for each in rows if each < origin["target"])
        if not sentence["ranges"]:
            blanks = sum(rows[each]["form"].count(" ") for each in rows if each < origin["target"])
            assert len(prefix.replace(" ", "")) == n_before - blanks
        # capitals
        assert wrong.strip()[0].isupper() == target["form"][0].isupper() or target["lemma"][0].isupper()
        # what it is, and where its cue is
        upos, _, deprels = pattern["target"].partition(":")
        assert target["upos"] in upos.split(",")
        assert not deprels or target["deprel"].split(":")[0] in deprels.split(",")
        where = pattern.get("agrees_with") or pattern["governed_by"]
        if where == "head":
            assert target["head"] == origin["cue"]
        elif where.startswith("head:"):
            assert cue["head"] == target["head"]
            assert cue["deprel"].split(":")[0] == where[5:]
        else:
            assert cue["head"] == origin["target"]
            assert cue["deprel"].split(":")[0] == where
        if options.get("compared") != "rest":
            assert origin["cue"] < origin["target"]
        below_cue = {row["deprel"].split(":")[0] for row in rows.values() if row["head"] == origin["cue"]}
        below_target = {row["deprel"].split(":")[0] for row in rows.values() if row["head"] == origin["target"]}
        assert not below_target & set(pattern.get("target_without", []))
        # values
        value, other = item.factors["value"], item.factors["wrong_value"]
        assert target["feats"][feature] == value != other
        if "agrees_with" in pattern:
            assert cue["feats"][feature] == value
            assert "conj" not in below_cue
            assert all(target["feats"].get(each) == cue["feats"].get(each) for each in pattern.get("same", []))
        # the other form: attested with the other value, all else the same
        own = forms[target["lemma"], target["upos"]]
        lower = wrong.strip().lower()
        alternatives = {
            form
            for form, feats in own
            if feats.get(feature) == other
            and without(feats, feature, *free) == without(target["feats"], feature, *free)
            and form.strip("'’.") == form
        }
        assert lower in alternatives
        assert target["form"].lower() not in alternatives or free
        assert len(alternatives) == 1 or free or options.get("variants") == "frequent"
        # and nowhere what would be right there
        for form, feats in own:
            if form == lower:
                assert breaks_the_rule(target["feats"], feats, feature, free, governed="governed_by" in pattern), origin
        # factors
        first, last = sorted((origin["target"], origin["cue"]))
        assert item.factors["distance"] == last - first
        assert item.factors["n_attr"] == sum(
            rows[each]["upos"] in ("NOUN", "PROPN") and rows[each]["feats"].get(feature, value) != value
            for each in range(first + 1, last)
        )
        assert item.cluster == sentence["sent_id"]
        seen.add((prefix, right, wrong, rest))
    assert len(seen) == len(found.suite.items)


def test_no_governor_of_a_pair_takes_the_other_case(shared_dir: Path) -> None:
    language, pattern, _ = SEARCHES["ru case"]
    sentences = rows_of(shared_dir, language)
    takes: Counter[tuple[str, str, str]] = Counter()
    for sentence in sentences.values():
        for number, row in sentence["rows"].items():
            below = [each for each in sentence["rows"].values() if each["head"] == number]
            cases = [each for each in below if each["deprel"].split(":")[0] == "case"]
            kept_out = any(each["deprel"].split(":")[0] in pattern["target_without"] for each in below)
            if row["upos"] == "NOUN" and "Case" in row["feats"] and len(cases) == 1 and not kept_out:
                takes[cases[0]["lemma"].lower(), row["deprel"].split(":")[0], row["feats"]["Case"]] += 1
    forms = attested(sentences.values())
    found = search(shared_dir, "ru case")
    assert found.suite is not None
    for item in found.suite.items:
        origin = item.extra["origin"]
        rows = sentences[origin["where"]]["rows"]
        governor, relation = rows[origin["cue"]]["lemma"].lower(), rows[origin["target"]]["deprel"].split(":")[0]
        assert takes[governor, relation, item.factors["value"]] > 0
        wrong = item.condition("wrong").regions[1].content.strip().lower()
        for form, feats in forms[origin["lemma"], "NOUN"]:
            assert form != wrong or takes[governor, relation, feats.get("Case", "")] == 0


@pytest.mark.parametrize("name", ["it gender", "he gender", "ru case", "en number"])
def test_candidates_are_all_counted(name: str, shared_dir: Path) -> None:
    """As many as a plain search of the rows finds, and as many within tokens of several words."""
    language, pattern, _ = SEARCHES[name]
    upos, _, deprel = pattern["target"].partition(":")
    where = pattern.get("agrees_with") or pattern["governed_by"]
    n_candidates = n_without_value = 0
    for sentence in rows_of(shared_dir, language).values():
        for number, row in sentence["rows"].items():
            below = [each for each in sentence["rows"].values() if each["head"] == number]
            if row["upos"] != upos or pattern["feature"] not in row["feats"]:
                continue
            if deprel and row["deprel"].split(":")[0] != deprel:
                continue
            if any(each["deprel"].split(":")[0] in pattern.get("target_without", []) for each in below):
                continue
            if where == "head":
                cues = [sentence["rows"][row["head"]]] if row["head"] else []
            else:
                cues = [each for each in below if each["deprel"].split(":")[0] == where]
            n_candidates += bool(cues)
            n_without_value += len(cues) == 1 and not in_token(sentence, number)
    found = search(shared_dir, name)
    words = {outcome.outcome: outcome.n for outcome in found.outcomes if outcome.of == "word"}
    pairs = {outcome.outcome: outcome.n for outcome in found.outcomes if outcome.of == "pair"}
    assert sum(words.values()) == n_candidates
    in_tokens = words.get("the target is part of a token of several words", 0)
    other = words.get("the target has several cues", 0) + words.get("the words do not give the sentence's text", 0)
    assert n_candidates - in_tokens - other == n_without_value
    assert sum(pairs.values()) % words["kept"] == 0  # every word kept, with each other value
    assert found.suite is not None
    assert pairs["kept"] == len(found.suite.items)  # one form for each
    quiet = pairs.get("no form with the other value is known", 0)
    assert len(found.excluded) == sum(words.values()) - words["kept"] + sum(pairs.values()) - pairs["kept"] - quiet
