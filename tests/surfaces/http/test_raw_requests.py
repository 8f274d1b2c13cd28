"""Requests as bytes on a socket of the real server: what no well-behaved client sends."""

import socket
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.patience import PATIENCE
from tests.surfaces.http.running import running

PLACE = b"/v1/inbox"
DOCUMENT = b"Content-Type: application/json\r\n"
NEXT = b"GET /v1/inbox HTTP/1.1\r\n%(host)s%(key)s\r\n"


class Wire(NamedTuple):
    """Where the server listens, and what a good request has."""

    port: int
    own: bytes
    host: bytes
    key: bytes

    def statuses(self, said: bytes) -> list[int]:
        """The statuses of all answers, until the server closes the connection."""
        filled = said % {b"own": self.own, b"host": self.host, b"key": self.key}
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
            connection.sendall(filled)
            answered = b""
            while part := connection.recv(65536):
                answered += part
        return [int(line[9:12]) for line in answered.splitlines() if line.startswith(b"HTTP/1.")]


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    with running(tmp_path_factory.mktemp("wire"), "--rate", "0") as server:
        port = int(server.address.rpartition(":")[2])
        own, key = b"127.0.0.1:%d" % port, server.client.headers["Authorization"].encode()
        yield Wire(port, own, b"Host: " + own + b"\r\n", b"Authorization: " + key + b"\r\nConnection: close\r\n")


def _got(target: bytes, head: bytes = b"%(host)s", version: bytes = b"1.1") -> bytes:
    return b"GET " + target + b" HTTP/" + version + b"\r\n" + head + b"%(key)s\r\n"


def _posted(framing: bytes, body: bytes) -> bytes:
    return b"POST /v1/tally HTTP/1.1\r\n%(host)s%(key)s" + DOCUMENT + framing + b"\r\n" + body


@pytest.mark.parametrize("target", [PLACE, b"http://%(own)s/v1/inbox", b"HTTP://%(own)s/v1/inbox?limit=1"])
def test_a_target_may_name_the_host_that_it_is_sent_to(wire: Wire, target: bytes) -> None:
    assert wire.statuses(_got(target)) == [200]


@pytest.mark.parametrize(
    "target",
    [
        b"http://evil.example/v1/inbox",
        b"http://evil.example:80/v1/inbox",
        b"https://evil.example/v1/inbox",
        b"http://evil.example@%(own)s/v1/inbox",
        b"http://%(own)s@evil.example/v1/inbox",
        b"http://evil.%(own)s/v1/inbox",
        b"http://127.0.0.1/v1/inbox",
        b"ftp://%(own)s/v1/inbox",
    ],
)
def test_a_target_names_no_other_host(wire: Wire, target: bytes) -> None:
    assert wire.statuses(_got(target)) == [421]


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (_got(b"http:///v1/inbox"), 400),
        (_got(b"http://evil.example?/v1/inbox"), 400),
        (_got(b"//evil.example/v1/inbox"), 404),
        (b"OPTIONS * HTTP/1.1\r\n%(host)s%(key)s\r\n", 404),
        (b"CONNECT evil.example:443 HTTP/1.1\r\n%(host)s%(key)s\r\n", 400),
        (_got(PLACE, b"%(host)sHost: evil.example\r\n"), 400),
        (_got(PLACE, b"Host: evil.example\r\n%(host)s"), 400),
        (_got(PLACE, b""), 400),
        (_got(PLACE, b"", b"1.0"), 400),
        (b"GET /v1/inbox\r\n\r\n", 400),
        (_got(PLACE, b"Host : %(own)s\r\n"), 400),
        (_got(PLACE, b"Host: %(own)s\r\n evil.example\r\n"), 400),
        (_got(PLACE, b"Host: evil.example\r\nX-Forwarded-Host: %(own)s\r\n"), 421),
        (_got(PLACE, b"Host: a@%(own)s\r\n"), 421),
        (_got(PLACE, b"Host: 127.0.0.1.:8640\r\n"), 421),
        (_got(PLACE, b"Host: %(own)s\0.evil.example\r\n"), 400),
        (_got(PLACE, b"%(host)sOrigin: null\r\n"), 403),
        (_got(PLACE, b"%(host)sAuthorization: Bearer x\r\n"), 400),
        (b"TRACE /v1/inbox HTTP/1.1\r\n%(host)s%(key)s\r\n", 405),
        (b"POST /v1/inbox HTTP/1.1\r\n%(host)s%(key)sX-HTTP-Method-Override: GET\r\nContent-Length: 0\r\n\r\n", 405),
    ],
)
def test_who_is_meant_is_said_once_and_clearly(wire: Wire, said: bytes, status: int) -> None:
    assert wire.statuses(said) == [status]


@pytest.mark.parametrize(
    ("framing", "body"),
    [
        (b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\n" + NEXT),
        (b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", b"0\r\n\r\n" + NEXT),
        (b"Content-Length: 2\r\nContent-Length: 40\r\n", b"{}" + NEXT),
        (b"Content-Length: 2, 2\r\n", b"{}" + NEXT),
        (b"Content-Length: +2\r\n", b"{}" + NEXT),
        (b"Transfer-Encoding: xchunked\r\n", b"0\r\n\r\n" + NEXT),
        (b"Transfer-Encoding: chunked, identity\r\n", b"0\r\n\r\n" + NEXT),
        (b"Transfer-Encoding: chunked\r\n", b"2;a=b\n{}\r\n0\r\n\r\n" + NEXT),
        (b"Transfer-Encoding: chunked\r\n", b"fffffffffffffffff\r\n{}\r\n0\r\n\r\n" + NEXT),
    ],
)
def test_no_second_request_hides_in_a_body(wire: Wire, framing: bytes, body: bytes) -> None:
    assert wire.statuses(_posted(framing, body)) == [400]


@pytest.mark.parametrize("smuggled", [b"%(key)s", b"Host: evil.example\r\n%(key)s", b"Cookie: quorate_session=x\r\n"])
def test_what_comes_behind_a_body_is_no_header(wire: Wire, smuggled: bytes) -> None:
    head = b"POST /v1/tally HTTP/1.1\r\n%(host)sConnection: close\r\n" + DOCUMENT + b"Transfer-Encoding: chunked\r\n"
    assert wire.statuses(head + b"\r\n2\r\n{}\r\n0\r\n" + smuggled + b"\r\n") == [401]
