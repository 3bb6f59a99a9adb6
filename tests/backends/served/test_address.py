from __future__ import annotations

import pytest

from syntaxgym_lite.backends.served.address import Address, refuse_secrets
from syntaxgym_lite.backends.specs import names_of, split_spec
from syntaxgym_lite.errors import InputError


@pytest.mark.parametrize(
    ("rest", "name", "url"),
    [
        ("gpt2@http://localhost:8000", "gpt2", "http://localhost:8000"),
        ("org/model@https://example.org/v1/", "org/model", "https://example.org"),
        ("/models/big@http://node7:8000/", "/models/big", "http://node7:8000"),
        ("a@b@http://h/api/v1", "a@b", "http://h/api"),
    ],
)
def test_a_name_stands_before_the_last_at_and_an_address_after_it(rest, name, url):
    assert Address.parse("openai", rest) == Address(name, url)


@pytest.mark.parametrize("rest", ["gpt2", "@http://h", "gpt2@localhost:8000", "gpt2@http://h:port", "gpt2@http://"])
def test_what_is_no_name_and_address_is_refused_with_an_example(rest):
    with pytest.raises(InputError, match=r"e\.g\. vllm:org/model@http://localhost:8000"):
        Address.parse("vllm", rest)


@pytest.mark.parametrize(
    "spec",
    [
        "vllm:m@http://user:sk-12345@host:8000",
        "openai:m@https://sk-12345@host",
        "openai:m@https://host?api_key=sk-12345",
        "small=openai:m@https://host?dtype=float32&token=sk-12345",
    ],
)
def test_a_key_in_an_address_is_refused_without_being_told(spec):
    with pytest.raises(InputError, match="SGLITE_API_KEY") as caught:
        split_spec(spec)
    assert "sk-12345" not in str(caught.value)


def test_options_of_a_served_model_and_addresses_of_others_are_let_pass():
    refuse_secrets("vllm:m@http://host:8000?tokenizer=org/m")
    refuse_secrets("kenlm:a://b@c")
    assert split_spec("vllm:m@http://h:8000?requests=2") == ("vllm", "m@http://h:8000", {"requests": 2})


def test_servers_tell_models_apart_only_where_names_do_not():
    one, other = "vllm:org/m@http://a:1", "vllm:org/m@http://b:2"
    assert names_of([one, "gpt2"]) == ["vllm:org/m", "gpt2"]
    assert names_of([one, other]) == [one, other]
