"""A stand-in for model servers on this machine. What it does is chosen by the name of the model that is asked."""

import gzip
import json
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

VOTE = {"position": "APPROVE", "confidence": 80, "rationale": "it is tested"}
FENCED = "```yaml\nposition: REJECT\nconfidence: 70\nrationale: it is not\n```\n"
USAGE = {"input_tokens": 120, "output_tokens": 30}


class Request(NamedTuple):
    """What arrived: where, with which headers (names in lower case), and the body."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def model(self) -> str:
        """The model that is asked: in the body, or in the path as Google has it."""
        return str(self.body.get("model") or self.path.rpartition("/")[2].partition(":")[0])


class Talk(BaseHTTPRequestHandler):
    """One request and its answer."""

    protocol_version = "HTTP/1.1"
    server: "Server"

    def do_POST(self) -> None:
        """Writes the request down, then behaves as its model does."""
        data = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.path, headers, json.loads(data))
        self.server.requests.append(request)
        BEHAVIOURS[request.model](self, request)

    def do_CONNECT(self) -> None:
        """Asked as a proxy, it goes nowhere."""
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.requests.append(Request(self.path, headers, {}))
        self.close_connection = True
        self.fail(403, "not through here")

    def say(self, body: bytes, status: int = 200, **headers: str) -> None:
        """A whole answer."""
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def fail(self, status: int, message: str, **headers: str) -> None:
        """An error as such servers word it."""
        self.say(json.dumps({"error": {"message": message, "type": "error"}}).encode(), status, **headers)

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""


class Server(ThreadingHTTPServer):
    """Listens on a free port of this machine, and keeps what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Talk)
        self.requests: list[Request] = []
        self.elsewhere = ""
        self.scheme = "http"
        self.is_over = threading.Event()
        self.may_go_on = threading.Event()

    @property
    def url(self) -> str:
        """Its address, without a path."""
        return f"{self.scheme}://127.0.0.1:{self.server_address[1]}"

    @property
    def host(self) -> str:
        """The host with its port, as a key is bound to it."""
        return f"127.0.0.1:{self.server_address[1]}"

    def handle_error(self, *_: object) -> None:
        """A client that goes away in the middle is no news here."""


@contextmanager
def served(certificate: Path | None = None) -> Iterator[Server]:
    """A server while it is needed; with a certificate it speaks https."""
    with Server() as server:
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            server.socket = context.wrap_socket(server.socket, server_side=True)
            server.scheme = "https"
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield server
        finally:
            server.is_over.set()
            server.may_go_on.set()
            server.shutdown()
            thread.join()


def self_signed(folder: Path) -> Path:
    """A certificate for this machine, with its key in the same file, that nobody else vouches for."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    here = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(datetime(2020, 1, 1, tzinfo=UTC)).not_valid_after(datetime(2120, 1, 1, tzinfo=UTC))
    made = made.add_extension(here, critical=False)
    made = made.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    certificate = made.sign(key, SHA256()).public_bytes(Encoding.PEM)
    file = folder / "certificate.pem"
    file.write_bytes(certificate + key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return file


# --- what the models do --------------------------------------------------------------------------------


def said_as(path: str, model: str, text: str, is_cut: bool = False) -> bytes:
    """An answer in the words of the interface that was asked."""
    if path.endswith("/chat/completions"):
        message = {"role": "assistant", "content": text}
        choice = {"index": 0, "message": message, "finish_reason": "length" if is_cut else "stop"}
        usage = {"prompt_tokens": 120, "completion_tokens": 30, "total_tokens": 150}
        return _json(id="1", object="chat.completion", created=1, model=model, choices=[choice], usage=usage)
    if path.endswith("/v1/messages"):
        parts = [{"type": "text", "text": text}]
        known = {"id": "1", "type": "message", "role": "assistant", "stop_sequence": None}
        reason = "max_tokens" if is_cut else "end_turn"
        return _json(**known, model=model, content=parts, stop_reason=reason, usage=USAGE)
    content = {"role": "model", "parts": [{"text": text}]}
    candidate = {"content": content, "finishReason": "MAX_TOKENS" if is_cut else "STOP", "index": 0}
    usage = {"promptTokenCount": 120, "candidatesTokenCount": 30, "totalTokenCount": 150}
    return _json(candidates=[candidate], usageMetadata=usage, modelVersion=model)


def _json(**values: Any) -> bytes:
    return json.dumps(values).encode()


def _good(talk: Talk, request: Request) -> None:
    """Holds itself to the schema where it is given one."""
    shape = request.body.get("response_format", {}).get("json_schema", {}).get("schema", {}).get("properties", {})
    nonce = {"nonce": shape["nonce"]["enum"][0]} if "nonce" in shape else {}
    talk.say(said_as(request.path, request.model, json.dumps({**VOTE, **nonce}) if shape else FENCED))


def _without_format(status: int) -> Callable[[Talk, Request], None]:
    def refuse(talk: Talk, request: Request) -> None:
        if "response_format" in request.body:
            talk.fail(status, "'response_format' of type 'json_schema' is not supported with this model")
        else:
            talk.say(said_as(request.path, request.model, FENCED))

    return refuse


def _cut(talk: Talk, _: Request) -> None:
    talk.send_response(200)
    talk.send_header("Content-Length", "1000")
    talk.end_headers()
    talk.wfile.write(b'{"choices": [')
    talk.close_connection = True


def _dropped(talk: Talk, _: Request) -> None:
    talk.close_connection = True


def _trickling(talk: Talk, _: Request) -> None:
    talk.send_response(200)
    talk.send_header("Content-Length", "1000000")
    talk.end_headers()
    while not talk.server.is_over.wait(0.05):
        talk.wfile.write(b" ")


def _waiting(talk: Talk, request: Request) -> None:
    talk.server.may_go_on.wait()
    _good(talk, request)


def _telling(talk: Talk, request: Request) -> None:
    secrets = (request.headers.get(name, "") for name in ("authorization", "x-api-key", "x-goog-api-key"))
    talk.say(said_as(request.path, request.model, f"I was sent {' '.join(secrets)}"))


def _telling_error(talk: Talk, request: Request) -> None:
    talk.fail(401, f"Incorrect key provided: {request.headers.get('authorization', '')}\x1b[31m")


BEHAVIOURS: dict[str, Callable[[Talk, Request], None]] = {
    "good": _good,
    "org/good:8b@q4": _good,
    "plain": lambda talk, request: talk.say(said_as(request.path, request.model, FENCED)),
    "long": lambda talk, request: talk.say(said_as(request.path, request.model, FENCED, is_cut=True)),
    "without-format": _without_format(400),
    "without-format-422": _without_format(422),
    "without-format-500": _without_format(500),
    "locked": lambda talk, _: talk.fail(401, "no key, or a wrong one"),
    "unknown": lambda talk, _: talk.fail(404, "model not found"),
    "wrong": lambda talk, _: talk.fail(400, "max_tokens is too large"),
    "busy": lambda talk, _: talk.fail(429, "rate limit", Retry_After="1"),
    "broken": lambda talk, _: talk.fail(500, "out of memory"),
    "odd": lambda talk, _: talk.fail(599, "nobody knows this status"),
    "garbage": lambda talk, _: talk.say(b"<html>\xff\x00 welcome to the proxy"),
    "large": lambda talk, _: talk.say(b" " * (10 << 20)),
    "zipped": lambda talk, _: talk.say(gzip.compress(b" " * (10 << 20)), Content_Encoding="gzip"),
    "moved": lambda talk, request: talk.fail(307, "moved", Location=talk.server.elsewhere + request.path),
    "cut": _cut,
    "dropped": _dropped,
    "trickling": _trickling,
    "waiting": _waiting,
    "telling": _telling,
    "telling-error": _telling_error,
}
