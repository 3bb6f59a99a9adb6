from __future__ import annotations

import traceback

import pytest

from syntaxgym_lite.backends import load_backend
from syntaxgym_lite.backends.served.transport import Server
from syntaxgym_lite.errors import InputError, ModelError

KEY = "sk-none-of-your-business"


def ask(url: str, **settings: object) -> object:
    how = {"requests": 2, "retries": 3, "timeout": 10.0, **settings}
    return Server(url, **how).post(
        "/v1/completions", {"prompt": [[0, 5]], "max_tokens": 0, "logprobs": 1, "echo": True}
    )


@pytest.mark.parametrize("failure", [429, 500, 502, 503, 504, None])
def test_a_request_that_meets_a_busy_or_broken_server_is_tried_again(server, url, naps, failure):
    server.fail = lambda n: failure if n < 3 else 0
    assert ask(url)["choices"]
    assert server.n_asked == 3
    assert len(naps) == 1  # the first retry is at once
    assert 1 <= naps[0] <= 1.25


def test_waits_grow_and_retries_end(server, url, naps):
    server.fail = lambda n: 503
    with pytest.raises(ModelError, match=r"failed 6 times in a row \(status 503: overloaded.*the same command goes on"):
        ask(url, retries=5)
    assert server.n_asked == 6
    assert naps == sorted(naps)
    assert naps[-1] >= 2 * naps[1] - 0.25


@pytest.mark.parametrize(("asked", "waited"), [("7", 7.0), ("86400", 60.0)])
def test_the_wait_that_a_server_asks_for_is_kept_within_reason(server, url, naps, asked, waited):
    server.retry_after = asked
    server.fail = lambda n: 429 if n == 1 else 0
    ask(url)
    assert naps == [waited]


def test_what_a_server_refuses_is_not_tried_again(server, url, naps):
    server.fail = lambda n: 400
    with pytest.raises(ModelError, match="status 400: overloaded"):
        ask(url)
    assert server.n_asked == 1


def test_a_server_that_does_not_answer_in_time_is_given_up(server, url, naps):
    import threading

    over = threading.Event()
    server.seen = lambda n: over.wait(20)
    try:
        with pytest.raises(ModelError, match=r"did not answer within 0.05 s, 2 times; raise -O timeout="):
            ask(url, timeout=0.05, retries=1)
    finally:
        over.set()


def test_no_server_is_said_in_a_sentence(naps):
    with pytest.raises(ModelError, match=r"http://127.0.0.1:9 cannot be reached, tried 2 times .*is it running"):
        ask("http://127.0.0.1:9", retries=1)


def test_a_key_of_the_environment_is_sent_and_the_first_one_counts(server, url, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-other")
    monkeypatch.setenv("SGLITE_API_KEY", KEY)
    ask(url)
    assert server.headers[-1]["Authorization"] == f"Bearer {KEY}"
    monkeypatch.delenv("SGLITE_API_KEY")
    ask(url)
    assert server.headers[-1]["Authorization"] == "Bearer sk-other"
    monkeypatch.delenv("OPENAI_API_KEY")
    ask(url)
    assert "Authorization" not in server.headers[-1]


def test_a_key_for_openai_is_not_sent_in_the_open(monkeypatch):
    monkeypatch.delenv("SGLITE_API_KEY", raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    settings = {"requests": 1, "retries": 0, "timeout": 1.0}
    assert Server("http://node7:8000", **settings)._key == ""
    assert Server("https://node7:8000", **settings)._key == KEY


@pytest.mark.parametrize("key", ["sk-one\nX-Two: 3", "sk-\u00e9", "sk-\x01"])
def test_a_key_that_is_none_is_refused_without_being_told(server, url, monkeypatch, key):
    monkeypatch.setenv("SGLITE_API_KEY", key)
    with pytest.raises(InputError, match="SGLITE_API_KEY of the environment") as caught:
        ask(url)
    assert "sk-" not in str(caught.value)


def test_a_key_does_not_follow_a_redirection(server, url, monkeypatch):
    monkeypatch.setenv("SGLITE_API_KEY", KEY)
    server.fault = "moved"
    with pytest.raises(ModelError, match="sends requests elsewhere"):
        ask(url)


@pytest.mark.parametrize("failure", [401, 403, 400, 404, 503, None])
def test_no_error_holds_the_key_though_the_server_repeats_it(server, url, naps, monkeypatch, failure):
    monkeypatch.setenv("SGLITE_API_KEY", KEY)
    server.fail = lambda n: failure
    with pytest.raises(ModelError) as caught:
        load_backend(f"openai:{server.name}@{url}", {"retries": 1})
    assert KEY not in "".join(traceback.format_exception(caught.value))
    link: BaseException | None = caught.value
    while link is not None:
        assert KEY not in str(link)
        assert KEY not in repr(link.__dict__)
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)


def test_a_wrong_key_is_said_with_what_to_do(server, url, monkeypatch):
    server.key = "sk-right"
    with pytest.raises(ModelError, match=r"asks for another key \(status 401; no key was sent\); set SGLITE_API_KEY"):
        load_backend(f"openai:{server.name}@{url}")
    monkeypatch.setenv("SGLITE_API_KEY", "sk-right")
    load_backend(f"openai:{server.name}@{url}")


def test_an_address_with_nothing_at_it_and_a_name_that_is_not_known_are_said_as_such(server, url):
    for kind in ("openai", "vllm"):
        with pytest.raises(ModelError, match=r"has nothing at /v1/completions, or no model .* \(status 404\)"):
            load_backend(f"{kind}:{server.name}@{url}/v1/completions")


def test_https_to_a_server_without_it_is_said_as_such(server, url, naps):
    with pytest.raises(ModelError, match=r"cannot be reached by https, tried 2 times: it speaks http alone"):
        ask(url.replace("http:", "https:"), retries=1)
