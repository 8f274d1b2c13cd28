"""The real agent programs behind the gate: what their tools wrote without it, with it, and where it is broken.

`python -m tests.real_engines.gated FOLDER ENGINE ...`, where FOLDER has the programs in node_modules/.bin. Meant for a
network in which nothing but loopback is, such as `unshare -n` makes it.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from tests.real_engines.models import Models

KEYS = {"claude": "ANTHROPIC_API_KEY", "codex": "CODEX_API_KEY", "gemini": "GEMINI_API_KEY"}
GATES = {
    "none": None,
    "pass": '[gate]\ndefault = "pass"\n[[gate.rules]]\ntools = ["*"]\nthen = "pass"\n',
    "deny": '[gate]\ndefault = "deny"\n',
    "ask": '[gate]\ndefault = "ask"\npeople = ["ann"]\nwait = 1\n',
    "broken": "[gate\n",
}
STOPS = ("deny", "ask", "broken")
TIMEOUT = 120


class GatedProgram:
    """A program in a home of its own, with a stand-in for its model that asks for one tool after the other."""

    def __init__(self, engine: str, programs: Path) -> None:
        self.engine, self.programs, self.models = engine, programs, Models()
        threading.Thread(target=self.models.serve_forever, daemon=True).start()

    def written(self, gate: str) -> tuple[list[str], str]:
        """What the tools wrote behind this gate, and the end of what the program said."""
        with tempfile.TemporaryDirectory(prefix="gated-", dir="/var/tmp") as folder:
            place = Path(folder)
            targets, project = place / "project" / "targets", place / "project"
            targets.mkdir(parents=True)
            environment = self._environment(place)
            if GATES[gate] is not None:
                self._gate(place, environment, gate)
            self._lay_out(place)
            self.models.begin("bare", str(targets / "file"))
            ended = subprocess.run(
                self._command(),
                input=b"Do it.",
                capture_output=True,
                cwd=project,
                env=environment,
                check=False,
                timeout=TIMEOUT,
            )
            said = (ended.stdout + ended.stderr).decode(errors="replace")[-300:]
            return sorted(one.name for one in targets.iterdir()), said

    def _gate(self, place: Path, environment: dict[str, str], gate: str) -> None:
        settings = place / "config" / "quorate" / "quorate.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text("")
        subprocess.run(["quorate", "init", "--hooks", "--user"], env=environment, check=True, capture_output=True)
        settings.write_text(GATES[gate] or "")

    def _environment(self, place: Path) -> dict[str, str]:
        path = f"{self.programs}:{Path(sys.executable).parent}:{os.environ['PATH']}"
        return {
            "PATH": path,
            "HOME": str(place),
            "XDG_CONFIG_HOME": str(place / "config"),
            "QUORATE_HOME": str(place / "quorate"),
            "ANTHROPIC_BASE_URL": self.models.address,
            "GOOGLE_GEMINI_BASE_URL": self.models.address,
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
            "NO_PROXY": "127.0.0.1,localhost",
            KEYS[self.engine]: "sk-made-up-key-of-a-test",
        }

    def _lay_out(self, place: Path) -> None:
        """What the programs need in order to run at all."""
        if self.engine == "gemini":
            file = place / ".gemini" / "settings.json"
            file.parent.mkdir(exist_ok=True)
            stated = json.loads(file.read_text()) if file.exists() else {}
            more = {"security": {"auth": {"selectedType": "gemini-api-key"}}, "hooksConfig": {"enabled": True}}
            file.write_text(json.dumps({**stated, **more}))

    def _command(self) -> list[str]:
        provider = (
            f'{{name="here", base_url="{self.models.address}/v1", wire_api="responses", env_key="CODEX_API_KEY", '
            "request_max_retries=0, stream_max_retries=0, supports_websockets=false}"
        )
        return {
            "claude": ["claude", "-p", "--allowedTools", "Bash,Write,Edit"],
            "codex": [
                "codex",
                "exec",
                "--skip-git-repo-check",
                "--dangerously-bypass-approvals-and-sandbox",
                "--dangerously-bypass-hook-trust",  # a person trusts a hook once, in the program itself
                "-c",
                'model_provider="here"',
                "-c",
                f"model_providers.here={provider}",
                "-",
            ],
            "gemini": ["gemini", "-m", "gemini-2.5-flash", "--approval-mode", "yolo"],
        }[self.engine]


def main(folder: str, *engines: str) -> int:
    """A line for every program and gate; 1 where a gate let something through, or there was nothing to stop."""
    wrong = 0
    for engine in engines or KEYS:
        program = GatedProgram(engine, Path(folder) / "node_modules" / ".bin")
        for gate in GATES:
            found, said = program.written(gate)
            is_right = not found if gate in STOPS else bool(found) or gate == "pass"
            wrong += not is_right
            sys.stdout.write(f"{engine:7} {gate:7} {'ok' if is_right else 'WRONG':6} wrote {found or 'nothing'}\n")
            if not is_right:
                sys.stdout.write(f"        {said!r}\n")
            sys.stdout.flush()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
