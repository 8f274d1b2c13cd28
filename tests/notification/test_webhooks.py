"""Webhooks: where they may go, how they are signed, and that nothing else is reached."""

import asyncio
import base64
import hmac
import json
import socket
import sys
from collections.abc import Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from threading import Event, Thread
from typing import Any

import pytest

from quorate.app.notification.messages import Message
from quorate.app.notification.webhook import Webhook, is_public, read_webhook, signed
from quorate.core.errors import InputError
from quorate.settings import WebhookSettings
from tests.patience import PATIENCE

SECRET = base64.b64encode(b"0123456789abcdef0123456789abcdef").decode()
ENVIRONMENT = {"HOOK": f"whsec_{SECRET}"}
MESSAGE = Message("msg_1", "inbox.waiting", "MAGI-2026-1115-001", {"id": "MAGI-2026-1115-001"})
NOW = "2026-11-15T12:00:00.000000Z"
PRIVATE_HOSTS = (
    # this machine
    *("127.0.0.1", "127.0.0.2", "127.255.255.254", "127.1", "2130706433", "0x7f000001", "0x7f.1", "017700000001", "0"),
    *("0.0.0.0", "0.1.2.3", "localhost", "LOCALHOST", "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]"),
    *("[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b::127.0.0.1]", "[64:ff9b:1::7f00:1]"),
    *("[2002:7f00:1::]", "[2002:7f00:0001::1]", "[fe80::1]", "[fe80::1%25lo]", "[::ffff:0.0.0.0]"),
    # private networks
    *("10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.254", "192.168.0.1", "192.168.255.254", "100.64.0.1"),
    *("100.127.255.254", "10.1", "167772161", "0xa000001", "012.0.0.1", "192.168.1", "3232235521", "[fc00::1]"),
    *("[fd00::1]", "[fdff:ffff::1]", "[::ffff:10.0.0.1]", "[::ffff:192.168.0.1]", "[64:ff9b::a00:1]"),
    *("[2002:a00:1::]", "[2002:c0a8:1::]", "[fec0::1]", "[::ffff:172.16.0.1]", "[::ffff:100.64.0.1]"),
    # link-local, and where clouds keep their secrets
    *("169.254.0.1", "169.254.169.254", "169.254.170.2", "2852039166", "0xa9fea9fe", "[::ffff:169.254.169.254]"),
    *("[64:ff9b::a9fe:a9fe]", "[2002:a9fe:a9fe::]", "[fd00:ec2::254]", "[fe80::a9fe:a9fe]", "169.254.1"),
    # what leads nowhere, or to many
    *("224.0.0.1", "239.255.255.255", "255.255.255.255", "240.0.0.1", "[ff02::1]", "[ff05::1:3]", "192.0.2.1"),
    *("198.51.100.1", "203.0.113.1", "198.18.0.1", "198.19.255.254", "192.0.0.1", "192.0.0.170", "[2001:db8::1]"),
    # the special registries, also what they call globally reachable, and IPv4 within IPv6
    *("192.0.0.9", "192.0.0.10", "192.0.0.255", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.175.48.1"),
    *("[64:ff9b:1::808:808]", "[64:ff9b:1:ffff:ffff:ffff:808:808]", "[64:ff9b:1:a00:1::]", "[64:ff9b::c000:aa]"),
    *("[::8.8.8.8]", "[::ffff:192.0.0.9]", "[2002:808:808::]", "[2001:0:808:808:0:0:f7f7:f7f7]", "[2001:20::1]"),
    *("[2001:1::1]", "[2001:2::1]", "[2001:3::1]", "[2001:4:112::1]", "[2001:30::1]", "[2620:4f:8000::1]"),
    *("[3fff::1]", "[3ffe::1]", "[5f00::1]", "[100:0:0:1::1]", "[4000::1]", "[::ffff:0:8.8.8.8]"),
    *("[100::1]", "[2001:10::1]", "[2001::1]", "[::ffff:224.0.0.1]", "[::ffff:255.255.255.255]", "[::2]"),
)  # fmt: skip
WRONG_ADDRESSES = (
    "http://hooks.example/x", "ftp://hooks.example", "hooks.example", "//hooks.example", "https://", "https:///x",
    "https://user@hooks.example", "https://user:secret@hooks.example", "https://hooks.example:99999", "https://[::1",
    "https://hooks.example/a b", "https://hooks.example/\r\nHost: x", "https://hooks.example\\@evil.example", "file:///etc",
    "https://hooks.example#x", "https://h\u00f6oks.example", "javascript:0", "gopher://hooks.example",
)  # fmt: skip
_connections: list[Any] = []


def _note_connection(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        _connections.append(arguments[1])


sys.addaudithook(_note_connection)


@pytest.mark.parametrize("host", PRIVATE_HOSTS)
async def test_no_connection_is_made_to_a_private_address(host: str) -> None:
    _connections.clear()
    failure = await _hook(f"https://{host}:8443/x").deliver(MESSAGE, NOW)
    assert "private network" in failure or "cannot be found" in failure
    assert _connections == []


def test_there_are_eighty_of_them() -> None:
    assert len({*PRIVATE_HOSTS}) == len(PRIVATE_HOSTS) >= 80


@pytest.mark.parametrize("url", WRONG_ADDRESSES)
def test_what_is_no_address_is_refused_without_showing_it(url: str) -> None:
    with pytest.raises(InputError) as refused:
        read_webhook(url, allow_private=False)
    assert "secret" not in str(refused.value)
    assert url == "https://" or url not in str(refused.value)


@pytest.mark.parametrize("address", ["1.1.1.1", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_public_addresses_are_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize("private", ["127.0.0.1", "10.0.0.1", "::1", "169.254.169.254"])
async def test_one_private_address_among_others_is_enough(private: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As of a name that has several, of which only the first is harmless."""
    family = socket.AF_INET6 if ":" in private else socket.AF_INET
    answers = [(socket.AF_INET, 1, 6, "", ("93.184.215.14", 443)), (family, 1, 6, "", (private, 443))]

    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answers)
    _connections.clear()
    assert "private network" in await _hook("https://hooks.example/x").deliver(MESSAGE, NOW)
    assert _connections == []


async def test_a_name_is_resolved_once_and_held_to(receiver: "Receiver", monkeypatch: pytest.MonkeyPatch) -> None:
    """As of a name that leads elsewhere the second time it is asked for."""
    asked, real = list[str](), socket.getaddrinfo

    def getaddrinfo(host: Any, port: Any, *more: Any, **named: Any) -> list[Any]:
        asked.append(str(host))
        return real("127.0.0.1" if len(asked) == 1 else "127.0.0.9", port, *more, **named)

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    hook = _hook(f"http://rebinding.example:{receiver.server_port}/x", allow_private=True)
    _connections.clear()
    assert await hook.deliver(MESSAGE, NOW) == ""
    assert {place[0] for place in _connections} == {"127.0.0.1"}
    assert [host for host in asked if host == "rebinding.example"] == ["rebinding.example"]
    assert receiver.got[0][0]["host"] == f"rebinding.example:{receiver.server_port}"


async def test_a_message_is_signed_as_standard_webhooks_are(receiver: "Receiver") -> None:
    assert await _hook(receiver.url, allow_private=True).deliver(MESSAGE, NOW) == ""
    ((headers, body),) = receiver.got
    said = json.loads(body)
    assert (said["type"], said["timestamp"], said["data"]["id"]) == (MESSAGE.kind, NOW, MESSAGE.deliberation)
    text = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    mac = base64.b64encode(hmac.new(base64.b64decode(SECRET), text, sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{mac}"
    assert headers["webhook-timestamp"] == "1794744000"


def test_the_signature_is_that_of_the_published_example() -> None:
    secret = base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    headers = signed("msg_p5jXN8AQM9LWM0D4loKWxJek", b'{"test": 2432232314}', "2021-02-25T18:06:54.000000Z", secret)
    assert headers["webhook-timestamp"] == "1614276414"
    text = b'msg_p5jXN8AQM9LWM0D4loKWxJek.1614276414.{"test": 2432232314}'
    assert headers["webhook-signature"] == "v1," + base64.b64encode(hmac.digest(secret, text, "sha256")).decode()


async def test_an_answer_that_drips_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quorate.app.notification.webhook.SECONDS", 0.5)

    ended = asyncio.Event()

    async def drip(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n")
        while not ended.is_set():
            writer.write(b".")
            await asyncio.sleep(0.05)
        writer.close()

    async with await asyncio.start_server(drip, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        failure = await _hook(f"http://127.0.0.1:{port}/x", allow_private=True).deliver(MESSAGE, NOW)
        ended.set()
        await asyncio.sleep(0.1)
    assert failure == "not answered within 0.5 s"


async def test_a_name_server_that_is_silent_is_waited_for_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quorate.app.notification.webhook.SECONDS", 0.1)
    answers = Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answers.wait(PATIENCE) and [])
    try:
        assert "not answered" in await _hook("https://hooks.example/x").deliver(MESSAGE, NOW)
    finally:
        answers.set()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308, 400, 410, 500])
async def test_a_redirect_is_not_followed_and_a_failure_is_one(receiver: "Receiver", status: int) -> None:
    receiver.status = status
    assert await _hook(receiver.url, allow_private=True).deliver(MESSAGE, NOW) == f"status {status}"
    assert len(receiver.got) == 1


@pytest.mark.parametrize("secret", ["", "whsec_", "whsec_!!", "short", f"whsec_{base64.b64encode(b'x' * 23).decode()}"])
def test_a_secret_that_is_none_is_refused_without_showing_it(secret: str) -> None:
    with pytest.raises(InputError, match="the variable HOOK") as refused:
        Webhook(WebhookSettings("https://hooks.example", "HOOK"), {"HOOK": secret})
    assert secret in ("", "whsec_") or secret not in str(refused.value)


def _hook(url: str, *, allow_private: bool = False) -> Webhook:
    return Webhook(WebhookSettings(url, "HOOK", allow_private), ENVIRONMENT)


class Receiver(ThreadingHTTPServer):
    """A server on this machine that keeps what it is sent."""

    status = 204

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.got: list[tuple[dict[str, str], bytes]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/x"


class _Answer(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.got.append(({name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(self.server.status)
        self.send_header("Location", f"http://127.0.0.1:{self.server.server_port}/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()
