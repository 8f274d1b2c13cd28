"""What names an endpoint, which key goes there, and what is refused before anybody is asked."""

from pathlib import Path
from typing import Any

import pytest

from quorate.core.errors import InputError
from quorate.voters.ballot_schema import ballot_schema
from quorate.voters.openai import voter_of
from quorate.voters.port import EngineSettings
from tests.voters.model_caller import PROMPT, Desk
from tests.voters.programs import prompt


def order_of(words: str, folder: Path, settings: EngineSettings | None = None, **environment: str) -> dict[str, Any]:
    """What the small program would be told."""
    desk = Desk(folder, environment, **({"openai": settings} if settings else {}))
    return dict(voter_of(words, desk.calls).order_for(prompt("call-1", PROMPT)))


# --- the words -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "model", "url"),
    [
        ("gpt-5", "gpt-5", "https://api.openai.com/v1/chat/completions"),
        ("gpt-5@https://API.openai.com:443/v1/", "gpt-5", "https://api.openai.com/v1/chat/completions"),
        ("llama3.1:8b@http://127.0.0.1:11434/v1", "llama3.1:8b", "http://127.0.0.1:11434/v1/chat/completions"),
        ("org/gemma@q4_k@http://localhost:1234/v1", "org/gemma@q4_k", "http://localhost:1234/v1/chat/completions"),
        ("m@http://[::1]:8000", "m", "http://[::1]:8000/chat/completions"),
        ("m@https://models.example.org:8443/a/b", "m", "https://models.example.org:8443/a/b/chat/completions"),
    ],
)
def test_the_words_name_a_model_and_where_it_is_asked(tmp_path: Path, words: str, model: str, url: str) -> None:
    order = order_of(words, tmp_path, OPENAI_API_KEY="k")
    assert (order["body"]["model"], order["url"]) == (model, url)


def test_settings_may_name_the_usual_address_and_model(tmp_path: Path) -> None:
    order = order_of("", tmp_path, EngineSettings(program="http://127.0.0.1:8080/v1", model="qwen3"))
    assert order["url"] == "http://127.0.0.1:8080/v1/chat/completions"
    assert order["key"] == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "openai: found no model; allowed: openai:MODEL or openai:MODEL@URL, such as "),
        ("@https://api.openai.com/v1", "openai: found no model; "),
        ("two words@http://127.0.0.1/v1", "openai: found a model name with white space, or one that is too long; "),
        ("m@127.0.0.1:11434/v1", "openai: found no http:// or https:// after the @; "),
        ("m@localhost", "openai: found no http:// or https:// after the @; "),
        ("m@ftp://127.0.0.1/v1", "openai:m: found an address without http:// or https:// and a host; "),
        ("m@http://", "openai:m: found an address without http:// or https:// and a host; "),
        ("m@http://127.0.0.1:port/v1", "openai:m: not a valid address; "),
        ("m@http://[::1/v1", "openai:m: not a valid address; "),
        ("m@https://me:hush@models.example.org/v1", "openai:m: found a user name or a password in the address; "),
        ("m@https://models.example.org/v1?key=hush", "openai:m: found a question mark or # in the address; "),
        ("m@https://models.example.org/v1#hush", "openai:m: found a question mark or # in the address; "),
        ("m@https://models.example.org/v 1", "openai:m: found characters that no address may contain; "),
        ("m@https://modеls.example.org/v1", "openai:m: found an address without http:// or https:// and a host; "),
        ("m@http://127.0.0.1/v1/chat/completions", "openai:m: found an address that ends with /chat/completions; "),
        ("m@http://models.example.org/v1", "openai:m: found plain http to models.example.org, "),
        ("m@http://192.168.1.5:11434/v1", "openai:m: found plain http to 192.168.1.5:11434, "),
        ("m@http://127.0.0.1.example.org/v1", "openai:m: found plain http to 127.0.0.1.example.org, "),
    ],
)
def test_what_is_wrong_with_the_words_is_said_before_anybody_is_asked(tmp_path: Path, words: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        order_of(words, tmp_path, OPENAI_API_KEY="k")
    assert str(caught.value).startswith(said)
    assert "hush" not in str(caught.value)


def test_plain_http_to_another_machine_has_to_be_allowed_by_name(tmp_path: Path) -> None:
    settings = EngineSettings(flags=("plain_http=gpu-box:11434,192.168.1.5",))
    order = order_of("m@http://gpu-box:11434/v1", tmp_path, settings)
    assert order["url"] == "http://gpu-box:11434/v1/chat/completions"
    assert "plain_http" not in str(order["body"])
    with pytest.raises(InputError, match="found plain http to gpu-box, "):
        order_of("m@http://gpu-box/v1", tmp_path, settings)


def test_flags_are_further_keys_of_the_request_but_none_that_keeps_it_safe(tmp_path: Path) -> None:
    flags = ("max_tokens=2000", "reasoning_effort=low", 'stop=["END"]', "response_format=null")
    body = order_of("m@http://127.0.0.1/v1", tmp_path, EngineSettings(flags=flags))["body"]
    assert (body["max_tokens"], body["reasoning_effort"], body["stop"]) == (2000, "low", ["END"])
    assert "response_format" not in body
    for flag, said in (("tools=[]", "found the flag tools; allowed: any but model, "), ("fast", "allowed: NAME=VALUE")):
        with pytest.raises(InputError, match=said):
            order_of("m@http://127.0.0.1/v1", tmp_path, EngineSettings(flags=(flag,)))


# --- the key ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "passes", "key"),
    [
        ("https://api.openai.com/v1", (), "OPENAI_API_KEY"),
        ("https://eu.api.openai.com/v1", (), "OPENAI_API_KEY"),
        ("https://api.openai.com/v1", ("MY_KEY@api.openai.com",), "MY_KEY"),
        ("https://api.openai.com:8443/v1", (), ""),
        ("https://api.openai.com.example.org/v1", (), ""),
        ("https://myapi.openai.com/v1", (), ""),
        ("https://models.example.org/v1", (), ""),
        ("https://models.example.org/v1", ("MY_KEY",), ""),
        ("https://models.example.org/v1", ("MY_KEY@models.example.org",), "MY_KEY"),
        ("https://models.example.org:8443/v1", ("MY_KEY@models.example.org",), ""),
        ("https://models.example.org:8443/v1", ("MY_KEY@MODELS.example.org:8443",), "MY_KEY"),
        ("https://other.example.org/v1", ("MY_KEY@models.example.org",), ""),
        ("http://127.0.0.1:11434/v1", (), ""),
    ],
)
def test_a_key_is_meant_for_one_host(tmp_path: Path, url: str, passes: tuple[str, ...], key: str) -> None:
    order = order_of(f"m@{url}", tmp_path, EngineSettings(passes=passes), OPENAI_API_KEY="theirs")
    assert order["key"] == key


def test_plain_http_never_carries_the_usual_key(tmp_path: Path) -> None:
    settings = EngineSettings(flags=("plain_http=api.openai.com",))
    assert order_of("m@http://api.openai.com/v1", tmp_path, settings, OPENAI_API_KEY="theirs")["key"] == ""


@pytest.mark.parametrize("value", ["", "two words", "hush\n", " hush", "schlüssel"])
def test_a_key_that_is_not_there_or_is_none_is_said_before_anybody_is_asked(tmp_path: Path, value: str) -> None:
    with pytest.raises(InputError, match="openai:gpt-5: the variable OPENAI_API_KEY ") as caught:
        order_of("gpt-5", tmp_path, OPENAI_API_KEY=value)
    assert not value or value.strip() not in str(caught.value)


def test_a_binding_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="allowed: NAME, or NAME@HOST for a key"):
        order_of("m@http://127.0.0.1/v1", tmp_path, EngineSettings(passes=("@host",)))


# --- the schema ------------------------------------------------------------------------------------------


def test_a_schema_can_be_turned_off(tmp_path: Path) -> None:
    order = order_of("m@http://127.0.0.1/v1", tmp_path, EngineSettings(structured_output=False))
    assert "response_format" not in order["body"]


def test_without_a_nonce_none_is_asked_for() -> None:
    assert "nonce" not in ballot_schema(prompt("c1"))["properties"]
