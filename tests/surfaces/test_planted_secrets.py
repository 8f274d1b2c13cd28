"""Secrets that are planted everywhere and looked for everywhere: logs, errors, the record, exports, processes."""

import base64
import json
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import httpx2
import pytest

from tests.patience import PATIENCE, comes_true
from tests.real_engines.styles import nonce_in
from tests.surfaces.http.running import RunningServer, running
from tests.surfaces.program import QUORATE

VOTE = {"position": "APPROVE", "confidence": 82}
WORDS = (
    *("hook-path", "hook-query", "hook-secret-of-thirty-two-bytes.", "model-key", "team-token", "openai-key"),
    *("anthropic-key", "gemini-key", "wrong-bearer", "basic-password", "wrong-cookie", "query-token", "path-token"),
    *("other-header", "store-password", "wrong-key-in-environment", "proxy-authorization", "last-event"),
)
SECRETS = {word: f"planted-{word}-5f0c" for word in WORDS}
SECRETS["hook-secret-of-thirty-two-bytes."] = "planted-hook-secret-of-thirty-two-bytes."


class _Outside(BaseHTTPRequestHandler):
    """A model that repeats its key, and a webhook."""

    def do_POST(self) -> None:
        asked = self.rfile.read(int(self.headers["content-length"])).decode()
        said = {**VOTE, "nonce": nonce_in(asked), "rationale": f"I was asked with {self.headers.get('authorization')}"}
        reply = {"model": "m", "choices": [{"message": {"content": json.dumps(said)}, "finish_reason": "stop"}]}
        body = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def outside() -> Iterator[int]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Outside) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def _variables() -> dict[str, str]:
    secret = base64.b64encode(SECRETS["hook-secret-of-thirty-two-bytes."].encode()).decode()
    return {
        "HOOK": f"whsec_{secret}",
        "MODEL_KEY": SECRETS["model-key"],
        "TEAM_TOKEN": SECRETS["team-token"],
        "OPENAI_API_KEY": SECRETS["openai-key"],
        "ANTHROPIC_API_KEY": SECRETS["anthropic-key"],
        "GEMINI_API_KEY": SECRETS["gemini-key"],
    }


def _prepare(folder: Path, port: int) -> str:
    """Settings with secrets in them, and a program that tells all that it knows; as a voter."""
    settings = folder / "settings" / "quorate"
    settings.mkdir(parents=True)
    url = f"http://127.0.0.1:{port}/{SECRETS['hook-path']}?t={SECRETS['hook-query']}"
    (settings / "quorate.toml").write_text(
        f'[[webhooks]]\nurl = "{url}"\nsecret = "HOOK"\nallow_private = true\n'
        '[engines.command]\nenvironment = ["TEAM_TOKEN"]\n'
        f'[engines.openai]\nenvironment = ["MODEL_KEY@127.0.0.1:{port}"]\n'
    )
    (settings / "quorate.toml").chmod(0o600)
    program = folder / "voter"
    told = "$TEAM_TOKEN $OPENAI_API_KEY $ANTHROPIC_API_KEY $HOOK"
    program.write_text(
        f"#!/bin/sh\ncat > /dev/null\ncat /proc/[0-9]*/cmdline > {folder}/processes 2> /dev/null\n"
        f'echo "{told}" >&2\n'
        f'printf \'{{"position": "APPROVE", "confidence": 82, "rationale": "%s"}}\' "{told}"\n'
    )
    program.chmod(0o755)
    return f"command:{program}"


class Search:
    """Everything that anybody was shown, and where it is looked for."""

    def __init__(self, folder: Path, server: RunningServer) -> None:
        self.folder, self.server = folder, server
        self.shown: dict[str, bytes] = {}

    def run(self, *arguments: str, **more: str) -> "subprocess.CompletedProcess[bytes]":
        """A command; what it prints is looked through."""
        ended = subprocess.run(
            [QUORATE, *arguments], env={**self.server.variables, **more}, capture_output=True, cwd=self.folder
        )
        self.shown[" ".join(arguments)] = ended.stdout + ended.stderr
        return ended

    def get(self, path: str, **more: Any) -> httpx2.Response:
        """A request; what it answers is looked through."""
        found = httpx2.get(self.server.address + path, timeout=PATIENCE, **more)
        self.shown[f"GET {len(self.shown)}"] = found.content + str(found.headers).encode()
        return found

    def found(self, secrets: dict[str, str]) -> list[str]:
        """Where a secret is."""
        places = dict(self.shown)
        for file in (*(self.folder / "home").rglob("*"), self.folder / "server.log", self.folder / "processes"):
            if file.is_file() and file.suffix != ".token":
                places[file.name] = file.read_bytes()
        return [
            f"{name} in {place}"
            for place, data in places.items()
            for name, secret in secrets.items()
            if any(spelling in data for spelling in _spellings(secret.encode()))
        ]


def _process_list() -> bytes:
    """How all processes were started; some end meanwhile."""
    found = b""
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            found += file.read_bytes()
    return found


def _spellings(secret: bytes) -> list[bytes]:
    """A secret as it is, and in base64 behind any number of other bytes."""
    inner = [base64.b64encode(b"x" * before + secret)[4 if before else 0 : 24] for before in range(3)]
    return [secret, *inner]


def _plant(search: Search) -> None:
    """Secrets in every part of a request, and in the environment of commands."""
    secret = SECRETS
    for headers in (
        {"Authorization": f"Bearer {secret['wrong-bearer']}"},
        {"Authorization": f"Basic {base64.b64encode(b'ann:' + secret['basic-password'].encode()).decode()}"},
        {"Cookie": f"quorate_session={secret['wrong-cookie']}"},
        {"X-Api-Key": secret["other-header"], "Proxy-Authorization": secret["proxy-authorization"]},
        {"Last-Event-ID": secret["last-event"]},
    ):
        assert search.get("/v1/inbox", headers=headers).status_code == 401
    search.get("/v1/inbox", params={"token": secret["query-token"]})
    session = {"Authorization": search.server.client.headers["Authorization"]}
    search.get("/v1/inbox", params={"for": "ann"}, headers={**session, "X-Other": secret["other-header"]})
    search.server.client.get(f"/v1/{secret['path-token']}")
    assert search.run("inbox", QUORATE_KEY=secret["wrong-key-in-environment"]).returncode == 2
    store = f"postgresql://quorate:{secret['store-password']}@127.0.0.1:1/quorate"
    assert search.run("log", QUORATE_STORE=store).returncode == 1


def _keys(search: Search) -> dict[str, str]:
    """Real keys, of which one is rotated and one revoked; each is shown once, and never again."""
    found: dict[str, str] = {}
    for name in ("ann", "ben", "cara"):
        made = search.run("keys", "create", name, "--scope", "read", "--json")
        found[name] = json.loads(made.stdout)["key"]
        del search.shown[f"keys create {name} --scope read --json"]
    rotated = search.run("keys", "rotate", found["ann"].split("_")[1], "--json")
    found["rotated"] = json.loads(rotated.stdout)["key"]
    search.shown = {name: text for name, text in search.shown.items() if not name.startswith("keys rotate")}
    search.run("keys", "revoke", found["cara"].split("_")[1])
    for name, key in found.items():
        search.get("/v1/inbox", headers={"Authorization": f"Bearer {key}"})
        search.run("log", "--json", QUORATE_KEY=key)
        found[name] = key.rpartition("_")[2]
    return found


def test_no_secret_is_anywhere(tmp_path: Path, outside: int) -> None:
    voter = _prepare(tmp_path, outside)
    with running(tmp_path, **_variables()) as server:
        search = Search(tmp_path, server)
        session = server.client.headers["Authorization"].removeprefix("Bearer ")
        model = f"openai:m@http://127.0.0.1:{outside}/v1"
        panel = [{"seat": "a", "voter": voter}, {"seat": "b", "voter": model}, {"seat": "c", "voter": "person"}]
        opened = server.opened(panel=panel)["id"]
        assert comes_true(lambda: len(server.shown(opened)["history"]) >= 8)
        assert comes_true(lambda: (tmp_path / "home" / "deliveries.jsonl").exists())
        _plant(search)
        secrets = {**SECRETS, **_keys(search), "session": session}
        server.client.post(f"/v1/deliberations/{opened}/close", json={})
        for command in ("show", "report", "explain", "export"):
            assert search.run(command, opened).returncode == 0
        for words in ("verify", "keys list", "keys refusals", "log", "inbox", "engines"):
            search.run(*words.split())
        search.shown["processes"] = _process_list()
        search.run("backup", "copy.db")
        search.shown["backup"] = (tmp_path / "copy.db").read_bytes()
        search.shown["shown"] = json.dumps(server.shown(opened)).encode()
        assert server.stop() == 0
    assert len(secrets) >= 20
    history = search.shown["show " + opened]
    assert b"[MODEL_KEY]" in search.shown["shown"], "the model did tell it"
    assert history
    assert (tmp_path / "processes").stat().st_size > 0
    assert search.found(secrets) == []


def test_the_search_finds_base64_behind_a_name(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    for name in ("a", "an", "ann"):
        (tmp_path / "home" / name).write_bytes(base64.b64encode(f"{name}:planted-password-5f0c".encode()))
    found = Search(tmp_path, None).found({"it": "planted-password-5f0c"})  # type: ignore[arg-type]
    assert sorted(found) == ["it in a", "it in an", "it in ann"]


def test_the_search_finds_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "record").write_bytes(b"x" + base64.b64encode(b"planted-in-base64-5f0c") + b"y")
    (tmp_path / "server.log").write_text("planted-in-log-5f0c")
    search = Search(tmp_path, None)  # type: ignore[arg-type]
    secrets = {"one": "planted-in-base64-5f0c", "two": "planted-in-log-5f0c", "three": "planted-nowhere-5f0c"}
    assert search.found(secrets) == ["one in record", "two in server.log"]
