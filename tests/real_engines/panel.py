"""Panels of the three real programs through `quorate decide`, in a network in which nothing but loopback is.

Prints one line of JSON per panel: under which protocol and in which style the model wrote, what was meant, what became
of each reply, the verdict, and the raw replies where one was missed. Then each verdict that evidence can lead to. With
`transcript`, what somebody sees of a debate and of evidence panels.
"""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.real_engines.models import Answering, Models
from tests.real_engines.styles import CHOICE, MEANT, OPTIONS, STYLES, VERDICTS, Vote, is_second, nonce_in
from tests.surfaces.program import QUORATE

ENGINES = ("claude", "codex", "gemini")
CLAIM = "The stale reads come from the cache"
SUBJECT = "Move the job queue to another store?"
OF_PATH = {"messages": "claude", "responses": "codex"}
SEATS = [word for engine in ENGINES for word in ("--seat", f"{engine.capitalize()}={engine}")]
_KEY = "sk-made-up-key-of-a-test"
_DEBATED: Mapping[str, tuple[str, str]] = {
    "claude": ("A", "We run it already"),
    "codex": ("B", "One less system to run"),
    "gemini": ("C", "It keeps every event"),
}


class PanelModels(Models):
    """The server: its model writes in a style, under a protocol, what each engine is to say."""

    def __init__(self) -> None:
        super().__init__()
        self.RequestHandlerClass = PanelAnswers
        self.protocol, self.style, self.is_debated, self.verdict = "magi", "yaml", False, ""

    def say(self, protocol: str, style: str, *, is_debated: bool = False, verdict: str = "") -> None:
        """What the model says from now on; with a `verdict`, what leads an evidence panel to it."""
        self.protocol, self.style, self.is_debated, self.verdict = protocol, style, is_debated, verdict

    def vote_of(self, engine: str, prompt: str) -> Vote:
        """The vote that this engine means, and in a debate what it makes of the others' arguments."""
        if self.verdict:
            return VERDICTS[self.verdict][ENGINES.index(engine)]
        if not self.is_debated:
            return MEANT[self.protocol]
        option, reason = _DEBATED[engine]
        first = {"option": option, "confidence": "MEDIUM", "reasoning": reason}
        if "convinced_by" not in prompt or engine == "codex":
            return first
        return {**first, "option": "B", "convinced_by": "One system less is worth more than both"}


class PanelAnswers(Answering):
    """One request: the text is the vote in the style of the case."""

    server: PanelModels

    def _text(self, body: str) -> str:
        engine = OF_PATH.get(self.path.partition("?")[0].rpartition("/")[2], "gemini")
        server = self.server
        style = "yaml" if is_second(body) else server.style
        return STYLES[style](server.protocol, nonce_in(body), server.vote_of(engine, body))


class Panels:
    """The three programs on the path, with settings that lead them to the stand-in server."""

    def __init__(self, programs: str, folder: Path) -> None:
        self.folder, self.models = folder, PanelModels()
        threading.Thread(target=self.models.serve_forever, daemon=True).start()
        settings = folder / "settings" / "quorate"
        settings.mkdir(parents=True, exist_ok=True)
        (settings / "quorate.toml").write_text(self._settings())
        self._gemini_logs_in_by_key()
        self.environment = {
            "PATH": f"{programs}:{os.environ['PATH']}",
            "HOME": str(folder / "home"),
            "XDG_CONFIG_HOME": str(folder / "settings"),
            "QUORATE_HOME": str(folder / "quorate"),
            "QUORATE_USER": "ann",
            "LC_ALL": "C.UTF-8",
            "ANTHROPIC_BASE_URL": self.models.address,
            "GOOGLE_GEMINI_BASE_URL": self.models.address,
            **dict.fromkeys(("ANTHROPIC_API_KEY", "CODEX_API_KEY", "GEMINI_API_KEY"), _KEY),
        }

    def _settings(self) -> str:
        provider = (
            f'{{name="here", base_url="{self.models.address}/v1", wire_api="responses", env_key="CODEX_API_KEY", '
            "request_max_retries=0, stream_max_retries=0, supports_websockets=false}"
        )
        flags = ["-c", 'model_provider="here"', "-c", f"model_providers.here={provider}"]
        passed = {
            "claude": ["ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY"],
            "codex": ["CODEX_API_KEY"],
            "gemini": ["GOOGLE_GEMINI_BASE_URL", "GEMINI_API_KEY"],
        }
        lines = [
            line
            for engine in ENGINES
            for line in (f"[engines.{engine}]", "timeout = 180", f"environment = {json.dumps(passed[engine])}")
        ]
        at = lines.index("[engines.codex]") + 1
        lines.insert(at, f"flags = {json.dumps(flags)}")
        lines.insert(lines.index("[engines.gemini]") + 1, 'model = "gemini-2.5-flash"')
        return "\n".join(lines) + "\n"

    def _gemini_logs_in_by_key(self) -> None:
        place = self.folder / "home" / ".gemini"
        place.mkdir(parents=True, exist_ok=True)
        stated = {"security": {"auth": {"selectedType": "gemini-api-key"}}}
        (place / "settings.json").write_text(json.dumps(stated))

    def decided(self, *arguments: str, subject: str = SUBJECT) -> subprocess.CompletedProcess[str]:
        """The real command."""
        return self.run("decide", subject, *SEATS, "--no-input", *arguments)

    def rows(self, protocols: list[str]) -> Iterator[dict[str, Any]]:
        """Every style under every protocol, and every verdict of evidence."""
        for protocol in protocols or MEANT:
            for style in STYLES:
                yield self.row(protocol, style)
        for verdict in VERDICTS if "evidence" in (protocols or MEANT) else ():
            yield self.reached(verdict)

    def row(self, protocol: str, style: str) -> dict[str, Any]:
        """One panel, and what became of each reply."""
        self.models.say(protocol, style)
        ended = self.decided("--protocol", protocol, *(_options() if protocol == "judges" else ()), "--json")
        if ended.returncode:
            return {"protocol": protocol, "style": style, "failed": ended.stderr[-300:]}
        found = json.loads(ended.stdout)
        meant, said = MEANT[protocol][CHOICE[protocol]], _said(found)
        row = {"protocol": protocol, "style": style, "meant": meant, "said": said, "result": _result(found)}
        row["second_requests"] = sum(bool(answer.get("second_request")) for answer in _roster(found))
        is_missed = any(one != meant for one in said.values())
        return {**row, "replies": self.replies(found["id"])} if is_missed else row

    def reached(self, verdict: str) -> dict[str, Any]:
        """What an evidence panel comes to whose engines say what leads to this verdict."""
        self.models.say("evidence", "yaml", verdict=verdict)
        ended = self.decided("--protocol", "evidence", "--json", subject=CLAIM)
        found = json.loads(ended.stdout) if not ended.returncode else {}
        row = {"verdict": verdict, "reached": _result(found) if found else ended.stderr[-300:]}
        return row if row["reached"] == verdict else {**row, "replies": self.replies(found["id"]) if found else []}

    def replies(self, deliberation: str) -> list[Any]:
        """What the engines said, as it is on the record."""
        told = self.run("export", deliberation)
        events = [json.loads(line).get("event", {}) for line in told.stdout.splitlines()]
        return [event for event in events if event.get("kind") in ("Replied", "Failed")]

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """A command of Quorate's."""
        command = [QUORATE, *arguments]
        return subprocess.run(
            command, env=self.environment, cwd=self.folder, capture_output=True, text=True, check=False, timeout=900
        )

    def transcript(self) -> str:
        """A debate of judges and the evidence panels, as somebody sees them who writes them down."""
        self.models.say("judges", "prose, then block", is_debated=True)
        told = [_told(SUBJECT, f"judges {' '.join(_options())}", self.decided("--protocol", "judges", *_options()))]
        for verdict in VERDICTS:
            self.models.say("evidence", "yaml", verdict=verdict)
            told.append(_told(CLAIM, "evidence", self.decided("--protocol", "evidence", subject=CLAIM)))
        return "\n".join(told)


def _options() -> list[str]:
    return [word for name, text in OPTIONS.items() for word in ("--option", f"{name}={text}")]


def _said(found: dict[str, Any]) -> dict[str, str]:
    """The choice of every seat, or why it has none."""
    named = {one["seat"]["name"] if isinstance(one["seat"], dict) else one["seat"]: one for one in _roster(found)}
    return {name: one.get("choice") or one.get("kind") or one.get("error") for name, one in named.items()}


def _roster(found: dict[str, Any]) -> list[Any]:
    roster: list[Any] = found["verdict"]["receipt"]["roster"]
    return roster


def _result(found: dict[str, Any]) -> str:
    return str((found["verdict"] or {}).get("result"))


def _told(subject: str, protocol: str, ended: subprocess.CompletedProcess[str]) -> str:
    command = f'$ quorate decide "{subject}" {" ".join(SEATS)} \\\n>   --protocol {protocol}'
    return f"{command}\n{ended.stderr}{ended.stdout}"


def main(programs: str, folder: str, *words: str) -> None:
    """The rows, or the transcript."""
    panels = Panels(programs, Path(folder))
    if words[:1] == ("transcript",):
        sys.stdout.write(json.dumps({"transcript": panels.transcript()}) + "\n")
        return
    for row in panels.rows(list(words)):
        sys.stdout.write(json.dumps(row) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
