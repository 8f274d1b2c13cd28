"""Asks one OpenAI-compatible endpoint: an order in JSON on standard input, the body as it came on standard output.

It is run as a program of its own, `python -I -S endpoint.py`, by the keeper of a call, which also ends it in time. The
order names the variable that holds the key; the key itself is in the environment and nowhere else. Whatever is not an
answer is said in one line on standard error, with HTTP and the status in front where there was one.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import urlsplit

_modules: dict[str, Any] = sys.modules
_modules.setdefault("ssl", None)  # slow to import: http.client would bring it, and does without on this machine
from http.client import HTTPConnection, HTTPException, IncompleteRead  # noqa: E402

if _modules["ssl"] is None:
    del _modules["ssl"]  # whoever asks elsewhere needs it

_MOST, _PIECE = 1 << 20, 1 << 16
_FORMAT = "response_format"
_MAY_REFUSE_A_FORMAT = (400, 422, 500, 501)  # some servers say 500 where they mean 422
_REFUSALS = (b"response_format", b"json_schema", b"structured output", b"structured_output", b"grammar")

Order = dict[str, Any]
Post = Callable[[dict[str, Any]], "Answer"]


class NoEndpointAnswer(Exception):
    """There was no answer that could be taken; the text says why."""


class Answer(NamedTuple):
    """What the endpoint said."""

    status: int
    body: bytes


def main() -> int:
    """The whole program; its status is 0 where there was an answer."""
    try:
        order: Order = json.load(sys.stdin.buffer)
        answer = ask(order)
    except NoEndpointAnswer as error:
        return _failed(str(error))
    except (OSError, HTTPException) as error:
        return _failed(f"no answer from {order['host']}: {_reason(error)}")
    except Exception as error:  # noqa: BLE001 - a traceback could hold what nobody may read
        return _failed(f"the call failed within this program: {type(error).__name__}")
    sys.stdout.buffer.write(answer.body)
    return 0 if HTTPStatus.OK <= answer.status < HTTPStatus.MULTIPLE_CHOICES else _failed(_refusal(answer, order))


def ask(order: Order) -> Answer:
    """The answer; where the endpoint does not know structured output, it is asked again without."""
    body = order["body"]
    is_near = order["is_here"] and order["url"].startswith("http:")
    with (_on_this_machine if is_near else _anywhere)(order) as post:
        answer = post(body)
        said = answer.body.lower()
        is_refused = answer.status in _MAY_REFUSE_A_FORMAT and any(word in said for word in _REFUSALS)
        if _FORMAT in body and is_refused:
            answer = post({name: value for name, value in body.items() if name != _FORMAT})
    return answer


@contextmanager
def _on_this_machine(order: Order) -> Iterator[Post]:
    """Plain http without a proxy: what comes with Python does, and starts in a third of the time."""
    url = urlsplit(order["url"])

    def post(body: dict[str, Any]) -> Answer:
        with closing(HTTPConnection(url.hostname or "", url.port)) as connection:
            path = f"{url.path}?{url.query}" if url.query else url.path
            connection.request("POST", path, json.dumps(body).encode(), _headers(order))
            response = connection.getresponse()
            _check_encoding(response.headers.get("Content-Encoding"), order)
            said = _within_limit(iter(lambda: response.read(_PIECE), b""), order)
            if response.length:  # it was cut off
                raise IncompleteRead(said, response.length)
            return Answer(response.status, said)

    yield post


@contextmanager
def _anywhere(order: Order) -> Iterator[Post]:
    """By https, and through a proxy where there is one; it goes nowhere else."""
    import site

    site.main()  # we were started without packages
    import ssl

    import httpx2

    secure = order["url"].startswith("https:")
    # making the real one takes longer than all the rest, and plain http has no use for it
    context = httpx2.create_ssl_context() if secure else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    settings: dict[str, Any] = {"trust_env": not order["is_here"], "follow_redirects": False, "timeout": None}
    try:
        with httpx2.Client(verify=context, **settings) as client:

            def post(body: dict[str, Any]) -> Answer:
                content, headers = json.dumps(body).encode(), _headers(order)
                with client.stream("POST", order["url"], content=content, headers=headers) as response:
                    _check_encoding(response.headers.get("Content-Encoding"), order)
                    return Answer(response.status_code, _within_limit(response.iter_raw(), order))

            yield post
    except httpx2.HTTPError as error:
        raise NoEndpointAnswer(f"no answer from {order['host']}: {_reason(error)}") from None


def _headers(order: Order) -> dict[str, str]:
    headers = {"Content-Type": "application/json", "Accept": "application/json", "Accept-Encoding": "identity"}
    headers["User-Agent"] = "quorate"
    if order["key"]:
        headers["Authorization"] = f"Bearer {os.environ[order['key']]}"
    return headers


def _check_encoding(encoding: str | None, order: Order) -> None:
    if (encoding or "identity").lower() != "identity":
        raise NoEndpointAnswer(f"{order['host']} answered in an unexpected encoding")


def _within_limit(pieces: Iterable[bytes], order: Order) -> bytes:
    body = bytearray()
    for piece in pieces:
        body += piece
        if len(body) > _MOST:
            raise NoEndpointAnswer(f"{order['host']} answered with more than {_MOST} bytes")
    return bytes(body)


def _refusal(answer: Answer, order: Order) -> str:
    """The status in words of our own; what the server says stands in the body."""
    known = answer.status in HTTPStatus.__members__.values()
    phrase = f" {HTTPStatus(answer.status).phrase}" if known else ""
    return f"HTTP {answer.status}{phrase}: {order['host']} gave no answer{_advice(answer.status, order['key'])}"


def _advice(status: int, key: str) -> str:
    if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
        return f"; check the key in {key}" if key else "; no key was sent: bind one as NAME@HOST"
    if status == HTTPStatus.NOT_FOUND:
        return "; check the model's name and the address"
    if HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST:
        return "; redirects are not followed: use the address it leads to"
    return ""


def _reason(error: Exception) -> str:
    kind = type(error).__name__
    said = " ".join(str(error).split())[:200]
    return f"{kind}, {said}" if said else kind


def _failed(line: str) -> int:
    sys.stderr.write(f"{line}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
