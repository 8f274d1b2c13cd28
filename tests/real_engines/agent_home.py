"""An agent program in a home of its own: its environment, its command, and our plugin as the program installs it."""

import json
import os
import subprocess
import sys
from pathlib import Path

KEYS = {"claude": "ANTHROPIC_API_KEY", "codex": "CODEX_API_KEY", "gemini": "GEMINI_API_KEY"}
PLUGIN = Path(__file__).parents[2] / "plugin"
TIMEOUT = 300
_INSTALLS = {
    "claude": (
        ("claude", "plugin", "validate", "PLUGIN"),
        ("claude", "plugin", "marketplace", "add", "PLUGIN"),
        ("claude", "plugin", "install", "quorate@quorate"),
    ),
    "codex": (("codex", "plugin", "marketplace", "add", "PLUGIN"), ("codex", "plugin", "add", "quorate@quorate")),
    "gemini": (
        ("gemini", "extensions", "validate", "PLUGIN"),
        ("gemini", "extensions", "install", "PLUGIN", "--consent"),
    ),
}
_OURS = "mcp__plugin_quorate_quorate"
Ended = subprocess.CompletedProcess[str]


class AgentHome:
    """A folder with a home, a project and Quorate's settings, in which the program is run."""

    def __init__(self, engine: str, programs: Path, place: Path, address: str) -> None:
        self.engine, self.place, self.address = engine, place, address
        self.project = place / "project"
        self.project.mkdir(parents=True, exist_ok=True)
        self.environment = {
            "PATH": f"{programs}:{Path(sys.executable).parent}:{os.environ['PATH']}",
            "HOME": str(place),
            "ANTHROPIC_BASE_URL": address,
            "GOOGLE_GEMINI_BASE_URL": address,
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
            "NO_PROXY": "127.0.0.1,localhost",
            KEYS[engine]: "sk-made-up-key-of-a-test",
        }

    @property
    def settings(self) -> Path:
        """Quorate's own settings file of this user."""
        return self.place / ".config" / "quorate" / "quorate.toml"

    def configure(self, text: str) -> None:
        """Writes Quorate's settings."""
        self.settings.parent.mkdir(parents=True, exist_ok=True)
        self.settings.write_text(text)

    def lay_out(self) -> None:
        """What the program needs in order to run at all; what its settings have already stays."""
        if self.engine != "gemini":
            return
        file = self.place / ".gemini" / "settings.json"
        file.parent.mkdir(exist_ok=True)
        stated = json.loads(file.read_text()) if file.exists() else {}
        more = {
            "security": {
                "auth": {"selectedType": "gemini-api-key"},
                "environmentVariableRedaction": {"allowed": ["QUORATE_KEY"]},  # else no server gets the key
            },
            "hooksConfig": {"enabled": True},
            "privacy": {"usageStatisticsEnabled": False},
        }
        file.write_text(json.dumps({**stated, **more}))

    def install_plugin(self) -> list[Ended]:
        """The program's own commands that check our plugin and install it."""
        steps = [[str(PLUGIN) if word == "PLUGIN" else word for word in step] for step in _INSTALLS[self.engine]]
        return [self.run(*step) for step in steps]

    def asked(self, words: str = "Do it.", **more: str) -> Ended:
        """The program does what its model says, with all that it may do."""
        return self.run(*self._command(), words=words, **more)

    def quorate(self, *arguments: str, **more: str) -> Ended:
        """A command of ours on the same record, as somebody else types it."""
        return self.run("quorate", *arguments, **more)

    def run(self, *command: str, words: str = "", **more: str) -> Ended:
        """A command in the project's folder; `more` goes into its environment."""
        return subprocess.run(
            command,
            input=words,
            capture_output=True,
            text=True,
            errors="replace",
            cwd=self.project,
            env={**self.environment, **more},
            check=False,
            timeout=TIMEOUT,
        )

    def _command(self) -> list[str]:
        provider = (
            f'{{name="here", base_url="{self.address}/v1", wire_api="responses", env_key="CODEX_API_KEY", '
            "request_max_retries=0, stream_max_retries=0, supports_websockets=false}"
        )
        return {
            "claude": ["claude", "-p", "--allowedTools", f"Bash,Write,Edit,{_OURS}"],
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
