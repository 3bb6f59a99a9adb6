"""The probe refuses every server that lies, and passes the right one."""

from __future__ import annotations

import pytest
from support.served import OPENAI_FAULTS, VLLM_FAULTS

from syntaxgym_lite.backends import load_backend
from syntaxgym_lite.errors import ModelError


@pytest.mark.parametrize("bos", ["auto", "none"])
@pytest.mark.parametrize("kind", ["openai", "vllm"])
def test_the_right_server_passes(server, url, kind, bos):
    info = load_backend(f"{kind}:{server.name}@{url}", {"bos": bos}).info
    assert info.options["probe"].startswith("passed; bits a token ")
    assert info.options["bos"] == {"auto": "<|endoftext|>", "none": "none"}[bos]
    assert info.warnings == ()


@pytest.mark.parametrize(
    ("kind", "fault", "said"),
    [
        *(pytest.param("openai", *each, id=f"openai-{each[0]}") for each in OPENAI_FAULTS.items()),
        *(pytest.param("vllm", *each, id=f"vllm-{each[0]}") for each in VLLM_FAULTS.items()),
    ],
)
def test_a_server_that_lies_is_refused_in_one_sentence(server, url, kind, fault, said):
    server.fault = fault
    with pytest.raises(ModelError) as caught:
        load_backend(f"{kind}:{server.name}@{url}")
    message = str(caught.value)
    assert said in message
    assert url in message
    assert "\n" not in message
    assert message.count(";") >= 1  # what to do stands after it


@pytest.mark.parametrize("fault", ["bos_added", "bos_added_unseen", "bos_added_uncounted"])
def test_a_bos_that_is_added_is_found_where_there_should_be_none(server, url, fault):
    server.fault = fault
    with pytest.raises(ModelError, match="BOS"):
        load_backend(f"openai:{server.name}@{url}", {"bos": "none"})


def test_a_server_that_begins_to_lie_after_its_probe_is_found_out(server, url):
    backend = load_backend(f"openai:{server.name}@{url}")
    server.fault = "bos_added"
    with pytest.raises(ModelError, match="puts a token of its own"):
        backend.score(["the fox sleeps"])


def test_a_server_that_is_wrong_only_among_others_passes_if_asked_for_one_at_a_time(server, url):
    server.fault = "padded"
    assert load_backend(f"openai:{server.name}@{url}", {"prompts": 1}).info.fingerprint


def test_another_model_under_the_same_name_has_another_fingerprint(server, url):
    spec = f"openai:{server.name}@{url}"
    before = load_backend(spec).info
    assert load_backend(spec).info == before
    with server.other_weights():
        after = load_backend(spec).info
    assert after.fingerprint != before.fingerprint
    assert after.options["probe"] != before.options["probe"]
