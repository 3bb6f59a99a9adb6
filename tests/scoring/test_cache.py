"""The store of surprisals: what comes out is what went in, and nothing else ever does."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples
from support.toys import WordBackend

from syntaxgym_lite.errors import ScoringError, SgliteWarning
from syntaxgym_lite.scoring.cache import (
    FILE_NAME,
    SCHEMA_VERSION,
    SurprisalCache,
    default_folder,
    keys_of,
)
from syntaxgym_lite.scoring.schedule import PartialScoringError, score_texts
from syntaxgym_lite.scoring.stored import from_bytes, to_bytes
from syntaxgym_lite.surprisal import BackendInfo, Capabilities, ScoringOptions, TokenSurprisals

PLAIN = ScoringOptions()
INFO = BackendInfo("toy", "toy", Capabilities(units="words"), "f" * 64)
TEXTS = [f"the fox {'very ' * (n % 9)}sleeps {n}" for n in range(300)]


def marked(backend: WordBackend, fingerprint: str | None = INFO.fingerprint) -> WordBackend:
    """Give a toy model a fingerprint."""
    backend.info = BackendInfo("toy", "toy", backend.info.capabilities, fingerprint)
    return backend


def same(one: TokenSurprisals, other: TokenSurprisals) -> bool:
    """Equal in every bit, NaN as well."""

    def plain(value):
        return (value.dtype, value.shape, value.tobytes()) if isinstance(value, np.ndarray) else value

    names = ("text", "tokens", "spans", "bits", "oov", "ranks", "boundary_bits", "warnings")
    bits = [np.float64(value.eos_bits).tobytes() for value in (one, other)]
    return bits[0] == bits[1] and all(plain(getattr(one, name)) == plain(getattr(other, name)) for name in names)


@pytest.fixture
def said():
    """Warnings of a store."""
    return []


@pytest.fixture
def store(tmp_path, said):
    """Open the store of one folder, as often as a test likes."""
    opened = []

    def open_it():
        opened.append(SurprisalCache(tmp_path, warn=said.append))
        return opened[-1]

    yield open_it
    for cache in opened:
        cache.close()


@pytest.fixture
def filled(store, tmp_path):
    """A closed store that holds the results of all `TEXTS`."""
    with store() as cache:
        cache.put(INFO, PLAIN, WordBackend().score(TEXTS))
    return tmp_path / FILE_NAME


# ---------------------------------------------------------------- results as bytes

floats = st.floats(width=64) | st.just(float("nan"))
strings = st.text(st.characters(), max_size=8)  # with lone surrogates, as a name of a file may have them


@st.composite
def results(draw):
    n = draw(st.integers(0, 6))
    column = lambda elements: draw(st.lists(elements, min_size=n, max_size=n))  # noqa: E731
    return TokenSurprisals(
        text=draw(strings),
        tokens=tuple(column(strings)),
        spans=np.array(column(st.tuples(st.integers(0, 2**31 - 1), st.integers(0, 2**31 - 1)))).reshape(n, 2),
        bits=np.array(column(floats), np.float64),
        oov=np.array(column(st.booleans()), np.bool_),
        eos_bits=draw(floats),
        ranks=draw(st.none() | st.just(np.array(column(st.integers(0, 2**31 - 1)), np.int32))),
        boundary_bits=draw(st.none() | st.lists(floats, min_size=n + 1, max_size=n + 1).map(np.array)),
        warnings=tuple(draw(st.lists(strings, max_size=2))),
    )


@examples(200)
@given(results(), strings)
def test_a_result_comes_back_equal_in_every_bit(result, asked):
    assert same(from_bytes(to_bytes(result, asked), asked), result)
    assert same(from_bytes(to_bytes(result, result.text), result.text), result)


@examples(60)
@given(results(), st.data())
def test_a_piece_of_a_result_is_refused(result, data):
    whole = to_bytes(result, result.text)
    length = data.draw(st.integers(0, len(whole) - 1))
    with pytest.raises(ValueError, match="not a stored result"):
        from_bytes(whole[:length], result.text)
    with pytest.raises(ValueError, match="not a stored result"):
        from_bytes(whole + b"x", result.text)


def test_a_loaded_result_cannot_be_changed(filled, store):
    (found,) = store().get(INFO.fingerprint, PLAIN, TEXTS[:1]).values()
    with pytest.raises(ValueError, match="read-only"):
        found.bits[0] = 0


def key_of(*asked):
    *model_and_options, text = asked
    (key,) = keys_of(*model_and_options, [text])
    return key


def test_a_key_depends_on_model_options_and_text():
    others = [
        key_of("g" * 64, PLAIN, "a fox"),
        key_of("f" * 64, ScoringOptions(context="Once "), "a fox"),
        key_of("f" * 64, ScoringOptions(eos=True), "a fox"),
        key_of("f" * 64, ScoringOptions(ranks=True), "a fox"),
        key_of("f" * 64, PLAIN, "a fox "),
        key_of("f" * 64, PLAIN, "A fox"),
    ]
    assert len({key_of("f" * 64, PLAIN, "a fox"), *others}) == 7


# ---------------------------------------------------------------- look-up


def test_what_was_kept_is_found_by_a_later_process(filled, store):
    found = store().get(INFO.fingerprint, PLAIN, [*TEXTS, "the owl"])
    assert list(found) != []
    assert set(found) == set(TEXTS)
    for one in WordBackend().score(TEXTS):
        assert same(found[one.text], one)


def test_another_model_or_question_finds_nothing(filled, store):
    cache = store()
    assert cache.get("g" * 64, PLAIN, TEXTS) == {}
    assert cache.get(INFO.fingerprint, ScoringOptions(eos=True), TEXTS) == {}


def test_only_what_is_missing_is_scored(store):
    cache = store()
    score_texts(marked(WordBackend()), TEXTS[:100], cache=cache)
    backend = marked(WordBackend())
    seen = []
    scored = score_texts(
        backend, TEXTS, batch_size=50, cache=cache, progress=lambda done, total: seen.append((done, total))
    )
    assert sorted(text for batch in backend.batches for text in batch) == sorted(TEXTS[100:])
    assert seen == [(100, 300), (150, 300), (200, 300), (250, 300), (300, 300)]
    assert all(same(*pair) for pair in zip(scored, WordBackend().score(TEXTS), strict=True))


def test_without_a_fingerprint_nothing_is_kept_or_found(store):
    cache = store()
    for _ in range(2):
        backend = marked(WordBackend(), None)
        score_texts(backend, TEXTS, cache=cache)
        assert sum(map(len, backend.batches)) == len(TEXTS)
    assert cache.contents().models == ()


def test_batches_that_were_finished_before_a_failure_are_kept(store):
    def fragile(word):
        if len(backend.batches) >= 3:
            raise RuntimeError("out of memory")
        return 1.0

    backend = marked(WordBackend(fragile))
    with pytest.raises(Exception, match="out of memory"):
        score_texts(backend, TEXTS, batch_size=50, cache=store())
    assert store().contents().models[0].n_sentences == 100


def test_info_of_a_model_is_remembered_under_its_identity(store):
    info = BackendInfo(
        "hf", "org/m", Capabilities(ranks=True), "a" * 64, "main", {"bos": None, "window": 3, "x": 0.5}, ("careful",)
    )
    store().remember("i" * 64, info)
    assert store().recall("i" * 64) == info
    assert store().recall("j" * 64) is None


def test_info_of_another_version_of_the_program_is_not_understood_and_not_damage(store, said):
    cache = store()
    cache.remember("i" * 64, INFO)
    document = json.loads(cache_info_bytes(cache)[8:])
    document["capabilities"]["telepathy"] = True
    from syntaxgym_lite.scoring.cache import _sealed

    data = _sealed(b"i" * 64, json.dumps(document).encode())
    cache._connection.execute("UPDATE infos SET info = ?", [data])
    assert cache.recall("i" * 64) is None
    assert said == []


def cache_info_bytes(cache):
    return cache._connection.execute("SELECT info FROM infos").fetchone()[0]


def test_contents_count_sentences_by_model_and_clear_forgets_them(store):
    cache = store()
    cache.put(INFO, PLAIN, WordBackend().score(TEXTS[:3]))
    cache.put(INFO, ScoringOptions(eos=True), WordBackend().score(TEXTS[:2]))
    other = BackendInfo("toy", "other", Capabilities(), "e" * 64)
    cache.put(other, PLAIN, WordBackend().score(TEXTS[:1]))
    assert [(model.name, model.n_sentences) for model in cache.contents().models] == [("toy", 5), ("other", 1)]
    assert cache.contents().n_bytes > 0
    assert cache.clear("toy") == 5
    assert cache.get(INFO.fingerprint, PLAIN, TEXTS) == {}
    assert len(cache.get(other.fingerprint, PLAIN, TEXTS)) == 1
    assert cache.clear() == 1
    cache.put(INFO, PLAIN, WordBackend().score(TEXTS[:3]))
    assert len(cache.get(INFO.fingerprint, PLAIN, TEXTS)) == 3


def test_the_size_of_an_idle_store_is_that_of_its_file(filled, store):
    cache = store()
    assert cache.get(INFO.fingerprint, PLAIN, TEXTS[:1])  # SQLite has its other files open
    assert cache.contents().n_bytes == filled.stat().st_size


def test_the_folder_is_the_users_unless_the_environment_names_one(monkeypatch, tmp_path):
    monkeypatch.setenv("SGLITE_CACHE", str(tmp_path))
    assert default_folder() == tmp_path
    for off in ("off", "0", "", "NO"):
        monkeypatch.setenv("SGLITE_CACHE", off)
        assert default_folder() is None
    monkeypatch.delenv("SGLITE_CACHE")
    assert default_folder().name == "syntaxgym_lite" or "syntaxgym_lite" in default_folder().parts


# ---------------------------------------------------------------- damage


def set_aside(path):
    return sorted(
        other for other in path.parent.glob(f"{FILE_NAME}.set-aside-*") if not other.name.endswith(("-shm", "-wal"))
    )


def assert_replaced(path, said, store):
    """The file lies under another name, a warning says which, and a new store works in its place."""
    (other,) = set_aside(path)
    (message,) = said
    assert str(path) in message
    assert other.name in message
    cache = store()
    cache.put(INFO, PLAIN, WordBackend().score(TEXTS[:2]))
    assert len(store().get(INFO.fingerprint, PLAIN, TEXTS)) == 2
    assert len(said) == 1
    assert cache.contents().set_aside == (other,)
    return other


@pytest.mark.parametrize("content", [b"x", b"dear diary, " * 1000, bytes(range(256)) * 64, b"SQLite format 3\0" * 99])
def test_a_file_of_another_kind_is_set_aside_as_it_is(tmp_path, content, said, store):
    path = tmp_path / FILE_NAME
    path.write_bytes(content)
    assert store().get(INFO.fingerprint, PLAIN, TEXTS) == {}
    assert assert_replaced(path, said, store).read_bytes() == content


def test_a_database_of_another_program_is_set_aside_and_still_works(tmp_path, said, store):
    path = tmp_path / FILE_NAME
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE surprisals (mine)")
        connection.execute("INSERT INTO surprisals VALUES (42)")
    connection.close()
    store()
    other = assert_replaced(path, said, store)
    connection = sqlite3.connect(other)
    assert connection.execute("SELECT * FROM surprisals").fetchall() == [(42,)]
    connection.close()


def test_a_store_of_another_schema_is_set_aside(filled, said, store):
    connection = sqlite3.connect(filled)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    connection.close()
    assert store().get(INFO.fingerprint, PLAIN, TEXTS) == {}
    assert "schema has version" in said[0]
    assert_replaced(filled, said, store)


def test_a_store_without_one_of_its_tables_is_set_aside(filled, said, store):
    connection = sqlite3.connect(filled)
    connection.execute("DROP TABLE surprisals")
    connection.close()
    store()
    assert_replaced(filled, said, store)


@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.95])
def test_a_truncated_store_is_set_aside(filled, said, store, share):
    data = filled.read_bytes()
    filled.write_bytes(data[: int(len(data) * share)])
    cache = store()
    cache.get(INFO.fingerprint, PLAIN, TEXTS)
    cache.put(INFO, PLAIN, WordBackend().score(["one more"]))
    assert_replaced(filled, said, store)


@pytest.mark.parametrize("seed", range(20))
def test_whatever_bytes_are_overwritten_no_wrong_value_comes_out(filled, said, store, seed):
    chance = random.Random(seed)
    data = bytearray(filled.read_bytes())
    for _ in range(chance.choice([1, 5, 200])):
        place = chance.randrange(len(data))
        data[place : place + 16] = chance.randbytes(16)[: len(data) - place]
    filled.write_bytes(data)
    cache = store()
    found = cache.get(INFO.fingerprint, PLAIN, TEXTS)
    right = {one.text: one for one in WordBackend().score(TEXTS)}
    assert all(same(one, right[text]) for text, one in found.items())
    scored = score_texts(marked(WordBackend()), TEXTS, cache=cache)
    assert all(same(one, right[one.text]) for one in scored)
    assert len(said) == len(set_aside(filled)) <= 1


def test_an_entry_under_the_key_of_another_is_not_believed(filled, said, store):
    connection = sqlite3.connect(filled)
    (key_1, value_1), (key_2, value_2) = connection.execute("SELECT key, value FROM surprisals LIMIT 2").fetchall()
    connection.execute("UPDATE surprisals SET value = ? WHERE key = ?", [value_2, key_1])
    connection.execute("UPDATE surprisals SET value = ? WHERE key = ?", [value_1, key_2])
    connection.commit()
    connection.close()
    assert store().get(INFO.fingerprint, PLAIN, TEXTS) == {}
    assert_replaced(filled, said, store)


def test_a_store_that_another_process_has_set_aside_already_is_not_set_aside_again(filled, said, store):
    one, other = store(), store()
    for cache in (one, other):
        cache._connection.execute("PRAGMA cache_size = 0")
    one._connection.execute("UPDATE surprisals SET value = x'00'")
    assert one.get(INFO.fingerprint, PLAIN, TEXTS) == {}
    one.put(INFO, PLAIN, WordBackend().score(TEXTS[:2]))
    assert other.get(INFO.fingerprint, PLAIN, TEXTS) == {}
    assert len(other.get(INFO.fingerprint, PLAIN, TEXTS)) == 2  # that of the new store
    assert len(said) == len(set_aside(filled)) == 1


def test_an_empty_file_is_an_empty_store(tmp_path, said, store):
    (tmp_path / FILE_NAME).touch()
    cache = store()
    cache.put(INFO, PLAIN, WordBackend().score(TEXTS[:2]))
    assert len(cache.get(INFO.fingerprint, PLAIN, TEXTS)) == 2
    assert said == []


# ---------------------------------------------------------------- disks


def test_a_folder_that_cannot_be_made_turns_the_cache_off_with_one_warning(tmp_path):
    (tmp_path / "file").touch()
    said = []
    with SurprisalCache(tmp_path / "file" / "cache", warn=said.append) as cache:
        scored = score_texts(marked(WordBackend()), TEXTS, cache=cache)
        cache.remember("i", INFO)
        assert cache.recall("i") is None
    assert len(scored) == len(TEXTS)
    (message,) = said
    assert "cannot be used" in message


@pytest.mark.parametrize("pragma", ["max_page_count = 12", "query_only = on"])
def test_a_full_or_read_only_disk_is_read_but_not_written_with_one_warning(store, said, pragma):
    cache = store()
    cache.put(INFO, PLAIN, WordBackend().score(TEXTS[:2]))
    cache._connection.execute(f"PRAGMA {pragma}")
    scored = score_texts(marked(WordBackend()), TEXTS, batch_size=150, cache=cache)
    assert [one.text for one in scored] == TEXTS
    assert len(cache.get(INFO.fingerprint, PLAIN, TEXTS)) == 2
    (message,) = said
    assert "full" in message or "readonly" in message
    assert store().contents().models[0].n_sentences == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_what_is_no_regular_file_turns_the_cache_off_and_stays(tmp_path, said, store):
    os.mkfifo(tmp_path / FILE_NAME)
    cache = store()  # without waiting for somebody to write into the pipe
    assert len(score_texts(marked(WordBackend()), TEXTS, cache=cache)) == len(TEXTS)
    (message,) = said
    assert "it is no regular file. The run goes on without it" in message
    assert (tmp_path / FILE_NAME).is_fifo()
    assert not set_aside(tmp_path / FILE_NAME)


def test_python_users_are_warned_by_a_python_warning(tmp_path):
    (tmp_path / FILE_NAME).write_text("a poem")
    with pytest.warns(SgliteWarning, match="set-aside"), SurprisalCache(tmp_path):
        pass
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        SurprisalCache(tmp_path).close()


def test_a_closed_store_finds_and_keeps_nothing(store, said):
    cache = store()
    cache.close()
    cache.put(INFO, PLAIN, WordBackend().score(TEXTS[:2]))
    assert cache.get(INFO.fingerprint, PLAIN, TEXTS) == {}
    assert said == []


def test_a_sentence_that_fails_does_not_cost_those_that_were_known(tmp_path):
    def broken(word):
        raise ScoringError(f"'{word}' is too long.")

    with SurprisalCache(tmp_path) as cache:
        score_texts(marked(WordBackend()), TEXTS[:2], cache=cache)
        with pytest.raises(PartialScoringError) as caught:
            score_texts(marked(WordBackend(broken)), [*TEXTS[:2], "odd"], cache=cache)
    assert [None if row is None else row.text for row in caught.value.rows] == [*TEXTS[:2], None]


def test_whether_all_sentences_are_there_is_told_without_reading_them(tmp_path):
    backend = marked(WordBackend())
    fingerprint = backend.info.fingerprint
    with SurprisalCache(tmp_path) as cache:
        assert not cache.has_all(fingerprint, ScoringOptions(), TEXTS[:1])
        score_texts(backend, TEXTS[:3], cache=cache)
        assert cache.has_all(fingerprint, ScoringOptions(), [*TEXTS[:3], TEXTS[0]])
        assert not cache.has_all(fingerprint, ScoringOptions(), TEXTS[:4])
        assert not cache.has_all(fingerprint, ScoringOptions(eos=True), TEXTS[:3])
        assert not cache.has_all("0" * 64, ScoringOptions(), TEXTS[:3])
    assert not cache.has_all(fingerprint, ScoringOptions(), TEXTS[:3])
