"""What stands in for engines in the examples: programs on the path, and a model at an address of this machine.

A page says in a comment which engines its examples find from there on, and what they answer:

    <!-- stand-ins
    claude: {vote: {position: APPROVE, confidence: 82, rationale: It fits}}
    gemini: {behaviour: "500"}
    model: {position: REJECT, confidence: 60, rationale: It does not}
    -->

What is said of a program is what `Standins.install` takes. `model` is a vote; the page writes its address with the port
that Ollama has, and the examples are given the real one.
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import yaml

from tests.engines.standins import PACKAGES, Standins

SHOWN_PROGRAMS, SHOWN_PORT = "/usr/local/bin", "127.0.0.1:11434"
_COMMENT = re.compile(r"^<!-- stand-ins\n(.*?)^-->$", re.MULTILINE | re.DOTALL)
_NONCE = re.compile(r'nonce: "(\w+)"')


class Comment(NamedTuple):
    """What a page says of its engines, and from which line on it holds."""

    line: int
    engines: Mapping[str, Any]


def comments_of(text: str) -> list[Comment]:
    """Every such comment, in order."""
    found = _COMMENT.finditer(text)
    return [Comment(text.count("\n", 0, one.start()) + 1, yaml.safe_load(one[1]) or {}) for one in found]


class Engines:
    """The engines of a page."""

    def __init__(self, folder: Path, model: "Model") -> None:
        self._standins, self._model = Standins(folder), model
        self.programs = self._standins.folder / "bin"

    def become(self, engines: Mapping[str, Any]) -> None:
        """These engines are there, and no others."""
        for name in PACKAGES:
            if name in engines:
                self._standins.install(name, **engines[name])
            else:
                (self.programs / name).unlink(missing_ok=True)
        self._model.vote = engines.get("model", {})

    def typed(self, text: str) -> str:
        """What a page says, with the addresses that there are."""
        return text.replace(SHOWN_PORT, self._model.host)

    def printed(self, text: str) -> str:
        """What is printed, with the addresses of the page."""
        return text.replace(self._model.host, SHOWN_PORT).replace(str(self.programs), SHOWN_PROGRAMS)


class _Talk(BaseHTTPRequestHandler):
    server: "Model"

    def do_POST(self) -> None:
        """One vote, with the nonce of the prompt, as structured output."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        nonce = _NONCE.search(asked["messages"][0]["content"])
        vote = {**self.server.vote, "nonce": nonce[1] if nonce else ""}
        message = {"role": "assistant", "content": json.dumps(vote)}
        usage = {"prompt_tokens": 310, "completion_tokens": 42}
        body = {"model": asked["model"], "choices": [{"message": message, "finish_reason": "stop"}], "usage": usage}
        data = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""


class Model(ThreadingHTTPServer):
    """A model at a free port of this machine, which always casts the same vote."""

    daemon_threads = True
    vote: Mapping[str, Any]

    @property
    def host(self) -> str:
        """Its address without a path."""
        return f"127.0.0.1:{self.server_address[1]}"


@contextmanager
def engines_in(folder: Path) -> Iterator[Engines]:
    """The engines of a page while it is run; none at first."""
    with Model(("127.0.0.1", 0), _Talk) as model:
        thread = Thread(target=model.serve_forever, args=(0.02,))
        thread.start()
        try:
            engines = Engines(folder, model)
            engines.become({})
            yield engines
        finally:
            model.shutdown()
            thread.join()
