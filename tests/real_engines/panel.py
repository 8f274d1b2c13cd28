"""Panels of the three real programs through `quorate decide`, in a network in which nothing but loopback is.

Prints one line of JSON per panel: under which protocol and in which style the model wrote, what was meant, what became
of each reply, and the verdict. With `transcript`, what somebody sees of a debate and of an evidence panel.
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
from tests.real_engines.styles import CHOICE, MEANT, OPTIONS, PROOF, STYLES, Vote, nonce_in
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
        self.protocol, self.style, self.is_debated = "magi", "yaml", False

    def vote_of(self, engine: str, prompt: str) -> Vote:
        """The vote that this engine means, and in a debate what it makes of the others' arguments."""
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
        return STYLES[server.style](server.protocol, nonce_in(body), server.vote_of(engine, body))


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
        command = [QUORATE, "decide", subject, *SEATS, "--no-input", *arguments]
        return subprocess.run(
            command, env=self.environment, cwd=self.folder, capture_output=True, text=True, check=False, timeout=900
        )

    def rows(self, protocols: list[str]) -> Iterator[dict[str, Any]]:
        """Every style under every protocol."""
        for protocol in protocols or MEANT:
            for style in STYLES:
                yield self.row(protocol, style)

    def row(self, protocol: str, style: str) -> dict[str, Any]:
        """One panel, and what became of each reply."""
        self.models.protocol, self.models.style, self.models.is_debated = protocol, style, False
        options = [word for name, text in OPTIONS.items() for word in ("--option", f"{name}={text}")]
        ended = self.decided("--protocol", protocol, *(options if protocol == "judges" else ()), "--json")
        if ended.returncode:
            return {"protocol": protocol, "style": style, "failed": ended.stderr[-300:]}
        found = json.loads(ended.stdout)
        roster = {one["seat"]["name"] if isinstance(one["seat"], dict) else one["seat"]: one for one in _roster(found)}
        meant = MEANT[protocol][CHOICE[protocol]]
        said = {name: one.get("choice") or one.get("kind") or one.get("error") for name, one in roster.items()}
        return {
            "protocol": protocol,
            "style": style,
            "meant": meant,
            "said": said,
            "result": found["verdict"]["result"],
        }

    def transcript(self) -> str:
        """A debate of judges and an evidence panel, as somebody sees them who writes them down."""
        options = [word for name, text in OPTIONS.items() for word in ("--option", f"{name}={text}")]
        self.models.protocol, self.models.style, self.models.is_debated = "judges", "prose, then block", True
        debate = self.decided("--protocol", "judges", *options)
        self.models.protocol, self.models.style, self.models.is_debated = "evidence", "yaml", False
        evidence = self.decided("--protocol", "evidence", subject=CLAIM)
        judges = f"judges {' '.join(options)}"
        return "\n".join([_told(SUBJECT, judges, debate), _told(CLAIM, "evidence", evidence)])


def _told(subject: str, protocol: str, ended: subprocess.CompletedProcess[str]) -> str:
    command = f'$ quorate decide "{subject}" {" ".join(SEATS)} \\\n>   --protocol {protocol}'
    return f"{command}\n{ended.stderr}{ended.stdout}"


def _roster(found: dict[str, Any]) -> list[dict[str, Any]]:
    roster: list[dict[str, Any]] = found["verdict"]["receipt"]["roster"]
    return roster


def main(programs: str, folder: str, *words: str) -> None:
    """The rows, or the transcript."""
    assert PROOF["reproducible"]
    panels = Panels(programs, Path(folder))
    if words[:1] == ("transcript",):
        sys.stdout.write(json.dumps({"transcript": panels.transcript()}) + "\n")
        return
    for row in panels.rows(list(words)):
        sys.stdout.write(json.dumps(row) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
