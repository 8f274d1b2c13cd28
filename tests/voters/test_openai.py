"""OpenAI-compatible endpoints: what they are asked, with which key, and what becomes of whatever they answer."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from quorate.replies.envelopes import letter_of
from quorate.voters.port import EngineSettings
from tests.patience import PATIENCE, comes_true
from tests.voters.model_caller import KEY, PROMPT, Desk
from tests.voters.model_server import FENCED, VOTE, Server, self_signed, served

ROOT = Path(__file__).parents[2]


@pytest.fixture
def server() -> Iterator[Server]:
    with served() as server:
        yield server


# --- the key ---------------------------------------------------------------------------------------------


def test_a_key_goes_to_its_host_and_to_no_other(tmp_path: Path, server: Server) -> None:
    with served() as other:
        desk = Desk(tmp_path, {"OPENAI_API_KEY": KEY}, openai=EngineSettings(passes=(f"MY_KEY@{server.host}",)))
        for one in (server, other):
            assert desk.ask(f"openai:good@{one.url}/v1").outcome == "answered"
        assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
        assert "authorization" not in other.requests[0].headers
        assert KEY not in str(other.requests)


def test_a_redirect_is_not_followed_and_takes_no_key_along(tmp_path: Path, server: Server) -> None:
    with served() as other:
        server.elsewhere = other.url
        reply = Desk(tmp_path, openai=EngineSettings(passes=(f"MY_KEY@{server.host}",))).ask(
            f"openai:moved@{server.url}/v1"
        )
        assert not other.requests
    assert (reply.outcome, reply.status) == ("error", 307)
    assert reply.detail.startswith(
        f"HTTP 307 Temporary Redirect: {server.host} gave no answer; redirects are not follow"
    )


@pytest.mark.parametrize("model", ["telling", "telling-error"])
def test_a_server_that_tells_the_key_is_kept_without_it(tmp_path: Path, server: Server, model: str) -> None:
    desk = Desk(tmp_path, openai=EngineSettings(passes=(f"MY_KEY@{server.host}",)))
    voter = desk.voter(f"openai:{model}@{server.url}/v1")
    voter.reserve("call-1")
    reply = desk.found(voter, "call-1")
    assert "Bearer [MY_KEY]" in reply.output
    kept = [file.read_text() for file in tmp_path.rglob("*") if file.is_file()]
    assert len(kept) > 2
    assert not [text for text in (*kept, str(reply)) if KEY in text]


def test_neither_key_nor_prompt_is_in_anybodys_arguments(tmp_path: Path, server: Server) -> None:
    child = _caller(tmp_path, f"openai:waiting@{server.url}/v1", f"MY_KEY@{server.host}")
    _wait_for_request(server)
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
    seen = [file.read_bytes() for file in Path("/proc").glob("[0-9]*/cmdline") if _is_readable(file)]
    assert [line for line in seen if b"endpoint.py" in line or (b"nursery" in line and bytes(tmp_path) in line)]
    assert not [line for line in seen if KEY.encode() in line or PROMPT[:20].encode() in line]
    server.may_go_on.set()
    assert child.wait(PATIENCE) == 0


# --- what is asked, and what is answered -----------------------------------------------------------------


def test_it_is_asked_once_with_the_prompt_a_schema_and_nothing_else(tmp_path: Path, server: Server) -> None:
    reply = Desk(tmp_path).ask(f"openai:good@{server.url}/v1")
    (request,) = server.requests
    assert (request.path, request.headers["content-type"]) == ("/v1/chat/completions", "application/json")
    assert sorted(request.body) == ["messages", "model", "response_format", "stream"]
    assert request.body["messages"] == [{"role": "user", "content": PROMPT}]
    assert request.body["stream"] is False
    assert (reply.outcome, reply.status, reply.complaint, reply.attempts) == ("answered", 0, "", 1)
    letter = letter_of("openai", reply)
    assert json.loads(letter.text) == {**VOTE, "nonce": "n0nce"}
    assert (letter.usage.input_tokens, letter.usage.output_tokens, letter.usage.model) == (120, 30, "good")


def test_a_server_that_does_not_care_for_the_schema_has_answered_too(tmp_path: Path, server: Server) -> None:
    assert letter_of("openai", Desk(tmp_path).ask(f"openai:plain@{server.url}/v1")).text == FENCED


@pytest.mark.parametrize("model", ["without-format", "without-format-422", "without-format-500"])
def test_a_server_that_knows_no_schema_is_asked_again_without(tmp_path: Path, server: Server, model: str) -> None:
    assert letter_of("openai", Desk(tmp_path).ask(f"openai:{model}@{server.url}/v1")).text == FENCED
    assert ["response_format" in request.body for request in server.requests] == [True, False]


@pytest.mark.parametrize(
    ("model", "status", "said"),
    [
        ("wrong", 400, "HTTP 400 Bad Request: HOST gave no answer"),
        ("locked", 401, "HTTP 401 Unauthorized: HOST gave no answer; no key was sent: bind one as NAME@HOST"),
        ("unknown", 404, "HTTP 404 Not Found: HOST gave no answer; check the model's name and the address"),
        ("busy", 429, "HTTP 429 Too Many Requests: HOST gave no answer"),
        ("broken", 500, "HTTP 500 Internal Server Error: HOST gave no answer"),
        ("odd", 599, "HTTP 599: HOST gave no answer"),
    ],
)
def test_a_refusal_is_an_error_with_its_body_and_is_not_tried_again(
    tmp_path: Path, server: Server, model: str, status: int, said: str
) -> None:
    reply = Desk(tmp_path).ask(f"openai:{model}@{server.url}/v1")
    assert (reply.outcome, reply.status, reply.attempts) == ("error", status, 1)
    assert reply.detail == said.replace("HOST", server.host, 1)
    assert "message" in json.loads(reply.output)["error"]
    assert len(server.requests) == 1
    assert letter_of("openai", reply).failure


def test_a_wrong_key_names_its_variable(tmp_path: Path, server: Server) -> None:
    reply = Desk(tmp_path, openai=EngineSettings(passes=(f"MY_KEY@{server.host}",))).ask(
        f"openai:locked@{server.url}/v1"
    )
    assert reply.detail.endswith("gave no answer; check the key in MY_KEY")


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("dropped", "no answer from HOST: RemoteDisconnected, Remote end closed connection without response"),
        ("cut", "no answer from HOST: IncompleteRead"),
        ("large", "HOST answered with more than 1048576 bytes"),
        ("zipped", "HOST answered in an unexpected encoding"),
    ],
)
def test_an_answer_that_cannot_be_taken_is_an_error(tmp_path: Path, server: Server, model: str, said: str) -> None:
    reply = Desk(tmp_path).ask(f"openai:{model}@{server.url}/v1")
    assert (reply.outcome, reply.output, reply.status) == ("error", "", None)
    assert reply.detail.startswith(said.replace("HOST", server.host))
    assert len(server.requests) == 1


def test_nobody_there_is_an_error(tmp_path: Path) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        reply = Desk(tmp_path).ask(f"openai:m@http://127.0.0.1:{closed.getsockname()[1]}/v1")
    assert reply.outcome == "error"
    assert "ConnectionRefusedError, [Errno 111] Connection refused" in reply.detail


def test_what_is_no_completion_is_kept_as_it_came_and_is_no_answer(tmp_path: Path, server: Server) -> None:
    reply = Desk(tmp_path).ask(f"openai:garbage@{server.url}/v1")
    assert (reply.outcome, reply.encoding) == ("answered", "base64")
    assert letter_of("openai", reply).failure


@pytest.mark.parametrize("model", ["waiting", "trickling"])
def test_a_server_that_takes_too_long_is_a_timeout(tmp_path: Path, server: Server, model: str) -> None:
    desk = Desk(tmp_path, openai=EngineSettings(timeout=1, attempts=1))
    reply = desk.ask(f"openai:{model}@{server.url}/v1")
    assert (reply.outcome, reply.output, reply.detail) == ("timeout", "", "no answer within 1 s")


# --- the way there ---------------------------------------------------------------------------------------


def test_a_certificate_that_nobody_vouches_for_is_refused(tmp_path: Path) -> None:
    certificate = self_signed(tmp_path)
    with served(certificate) as server:
        name = f"openai:good@{server.url}/v1"
        reply = Desk(tmp_path, openai=EngineSettings(passes=(f"MY_KEY@{server.host}",))).ask(name)
        assert "CERTIFICATE_VERIFY_FAILED" in reply.detail
        assert not server.requests
        vouched = Desk(tmp_path, {"SSL_CERT_FILE": str(certificate)})
        assert vouched.ask(name).outcome == "answered"


def test_a_proxy_is_told_the_host_and_nothing_else(tmp_path: Path, server: Server) -> None:
    proxies = {"HTTPS_PROXY": server.url, "HTTP_PROXY": server.url, "ALL_PROXY": server.url}
    desk = Desk(tmp_path, proxies, openai=EngineSettings(passes=("MY_KEY@models.example.org",)))
    reply = desk.ask("openai:good@https://models.example.org/v1")
    assert reply.detail == "no answer from models.example.org: ProxyError, 403 Forbidden"
    assert [request.path for request in server.requests] == ["models.example.org:443"]
    assert KEY not in str(server.requests)


def test_a_server_on_this_machine_is_asked_without_a_proxy(tmp_path: Path, server: Server) -> None:
    with served() as proxy:
        proxies = dict.fromkeys(("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "http_proxy"), proxy.url)
        assert Desk(tmp_path, proxies).ask(f"openai:good@{server.url}/v1").outcome == "answered"
        assert not proxy.requests


# --- what outlives us ------------------------------------------------------------------------------------


def test_a_call_whose_caller_was_killed_is_found_again_and_not_paid_twice(tmp_path: Path, server: Server) -> None:
    name = f"openai:waiting@{server.url}/v1"
    child = _caller(tmp_path, name)
    _wait_for_request(server)
    child.kill()
    child.wait(PATIENCE)
    desk = Desk(tmp_path)
    voter = desk.voter(name)
    assert voter.knows("call-1")
    assert not voter.is_lost("call-1")
    server.may_go_on.set()
    assert letter_of("openai", desk.found(voter, "call-1")).text == json.dumps({**VOTE, "nonce": "n0nce"})
    assert len(server.requests) == 1


def _caller(folder: Path, voter: str, *passes: str) -> "subprocess.Popen[bytes]":
    """Another process that asks, and may be killed while it waits."""
    return subprocess.Popen([sys.executable, "-m", "tests.voters.model_caller", str(folder), voter, *passes], cwd=ROOT)


def _wait_for_request(server: Server) -> None:
    assert comes_true(lambda: server.requests)


def _is_readable(file: Path) -> bool:
    try:
        return bool(file.read_bytes())
    except OSError:
        return False
