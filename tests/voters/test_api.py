"""Vendors' own APIs: the same promises as for any endpoint, kept through a library that knows them."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from quorate.core.errors import InputError, MissingExtra
from quorate.deliberation.events import Reply
from quorate.replies.envelopes import letter_of
from quorate.voters.api import VENDORS
from quorate.voters.port import EngineSettings
from tests.voters.model_caller import KEY, PROMPT, Desk
from tests.voters.model_server import FENCED, Server, served

ADDRESSES = tuple(vendor.address for vendor in VENDORS.values())


@pytest.fixture
def server() -> Iterator[Server]:
    with served() as server:
        yield server


def ask(server: Server, folder: Path, name: str, settings: EngineSettings | None = None) -> Reply:
    """Asks this server in the place of the vendors'."""
    settings = (settings or EngineSettings())._replace(passes=(*ADDRESSES, f"MY_KEY@{server.host}"))
    return Desk(folder, dict.fromkeys(ADDRESSES, server.url), api=settings).ask(name)


# --- the words and the key -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("api", "api: found no vendor; allowed: api:VENDOR:MODEL, such as "),
        ("api:anthropic", "api: found no model; "),
        ("api:anthropic:", "api: found no model; "),
        ("api:anthropic:two words", "api: found a model name with white space, or one that is too long; "),
        ("api:antropic:claude", "api: found the vendor 'antropic'; allowed: api:VENDOR:MODEL, such as "),
        ("api:anthropic:claude", "api:anthropic:claude: the variable ANTHROPIC_API_KEY is not set; "),
        ("api:google:gemini", "api:google:gemini: the variable GEMINI_API_KEY is not set; "),
    ],
)
def test_what_is_wrong_is_said_before_anybody_is_asked(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        Desk(tmp_path).voter(name)
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize("package", ["pydantic_ai", "anthropic"])
def test_a_missing_package_is_named_with_the_way_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=r"api:anthropic needs an optional package: pip install 'quorate\[llm\]'"):
        Desk(tmp_path, {"ANTHROPIC_API_KEY": "k"}).voter("api:anthropic:claude")


def test_voters_are_made_and_listed_without_importing_what_they_need(tmp_path: Path) -> None:
    script = (
        "import sys; from quorate.voters import voter_kinds, voter_named\n"
        "from quorate.voters.calls.call_folders import Calls\n"
        f"calls = Calls({str(tmp_path)!r}, {{'ANTHROPIC_API_KEY': 'k', 'OPENAI_API_KEY': 'k'}})\n"
        "assert voter_named('api:anthropic:m', calls) and voter_named('openai:m', calls) and voter_kinds()\n"
        "print({'pydantic_ai', 'anthropic', 'httpx2', 'anyio'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_a_vendors_key_goes_to_another_address_only_where_it_is_bound_to_it(tmp_path: Path) -> None:
    environment = {"ANTHROPIC_API_KEY": "theirs", "ANTHROPIC_BASE_URL": "https://models.example.org"}
    with pytest.raises(InputError, match=r"no key is bound to models\."):
        Desk(tmp_path, environment, api=EngineSettings(passes=("ANTHROPIC_BASE_URL",))).voter("api:anthropic:m")
    plain = {**environment, "ANTHROPIC_BASE_URL": "http://models.example.org"}
    with pytest.raises(InputError, match=r"found plain http to models\.example\.org, "):
        Desk(tmp_path, plain, api=EngineSettings(passes=("ANTHROPIC_BASE_URL",))).voter("api:anthropic:m")
    bound = Desk(tmp_path, environment, api=EngineSettings(passes=("MY_KEY@api.anthropic.com",))).voter(
        "api:anthropic:m"
    )
    assert bound.program.secrets[0] == "MY_KEY"
    ignored = Desk(tmp_path, environment).voter("api:anthropic:m")
    assert "ANTHROPIC_BASE_URL" not in ignored.program.passes


def test_only_flags_that_are_safe_and_known_are_taken(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="found the flag tools; allowed: max_tokens, temperature, top_p, plain_http"):
        Desk(tmp_path, api=EngineSettings(flags=("tools=[]",))).voter("api:anthropic:m")


# --- the calls -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("vendor", list(VENDORS))
def test_the_prompt_goes_to_the_vendor_and_its_answer_comes_back_with_its_usage(
    tmp_path: Path, server: Server, vendor: str
) -> None:
    reply = ask(server, tmp_path, f"api:{vendor}:good", EngineSettings(flags=("max_tokens=900",)))
    (request,) = server.requests
    assert PROMPT in json.dumps(request.body, ensure_ascii=False).replace("\\n", "\n")
    assert "900" in str(request.body)
    assert "tools" not in request.body
    assert KEY in str(request.headers)
    assert json.loads(reply.output) == {
        "text": FENCED,
        "usage": {"input_tokens": 120, "output_tokens": 30},
        "model": "good",
        "finish_reason": "stop",
    }
    assert (reply.outcome, reply.complaint) == ("answered", "")
    letter = letter_of("api", reply)
    assert (letter.text, letter.usage.input_tokens, letter.usage.output_tokens) == (FENCED, 120, 30)


@pytest.mark.parametrize("vendor", list(VENDORS))
def test_a_redirect_is_not_followed_and_takes_no_key_along(tmp_path: Path, server: Server, vendor: str) -> None:
    with served() as other:
        server.elsewhere = other.url
        reply = ask(server, tmp_path, f"api:{vendor}:moved")
        assert not other.requests
    assert reply.detail == f"no answer from {vendor}: HTTP 307, and redirects are not followed"


@pytest.mark.parametrize(
    ("vendor", "model", "status", "said"),
    [
        ("anthropic", "busy", 429, "HTTP 429 Too Many Requests: anthropic gave no answer"),
        ("google", "locked", 401, "HTTP 401 Unauthorized: google gave no answer; check the key in MY_KEY"),
    ],
)
def test_a_refusal_is_an_error_with_its_body_and_is_not_tried_again(
    tmp_path: Path, server: Server, vendor: str, model: str, status: int, said: str
) -> None:
    reply = ask(server, tmp_path, f"api:{vendor}:{model}")
    assert (reply.outcome, reply.status, reply.detail) == ("error", status, said)
    assert json.loads(reply.output)["error"]["message"]
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("garbage", "no answer from google: its answer could not be understood ("),
        ("large", "no answer from google: more than 1048576 bytes"),
        ("zipped", "no answer from google: an unexpected encoding"),
        ("long", "google did not answer: the answer was cut off at the token limit; raise max_tokens in the flags"),
    ],
)
def test_an_answer_that_cannot_be_taken_is_an_error(tmp_path: Path, server: Server, model: str, said: str) -> None:
    reply = ask(server, tmp_path, f"api:google:{model}")
    assert (reply.outcome, reply.status) == ("error", None)
    assert reply.detail.startswith(said)
    assert letter_of("api", reply).failure
    assert len(server.requests) == 1


def test_a_server_that_tells_the_key_is_kept_without_it(tmp_path: Path, server: Server) -> None:
    reply = ask(server, tmp_path, "api:google:telling")
    assert "I was sent   [MY_KEY]" in reply.output
    assert KEY not in str(reply)


def test_a_vendor_that_takes_too_long_is_a_timeout(tmp_path: Path, server: Server) -> None:
    reply = ask(server, tmp_path, "api:google:waiting", EngineSettings(timeout=1, attempts=1))
    assert (reply.outcome, reply.detail) == ("timeout", "no answer within 1 s")
