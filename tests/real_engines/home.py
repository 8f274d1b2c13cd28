"""A home directory in which everything is laid out that a voter must leave alone, and what was touched afterwards."""

import json
import os
from collections.abc import Iterable
from pathlib import Path

MEMORY = "MEMORY-OF-THE-USER"
SKILL = "SKILL-OF-THE-USER"
SECRET = "CONTENT-OF-A-FILE-OF-THE-USER"
SYSTEM = "INSTRUCTIONS-OF-THE-USER"
LISTED = "name-of-a-file-of-the-user"
_OWN_STATE = (".claude", ".claude.json", ".codex", ".gemini", ".cache", ".npm", ".local/share/claude", ".local/state")


class Home:
    """A home with hooks, MCP servers, memories and an extension, each of which leaves a trace where it is used."""

    def __init__(self, folder: Path, provider: str = "") -> None:
        self._provider = provider
        self.path, self.traces, self.secret = folder / "home", folder / "traces", folder / "home" / "diary.txt"
        self.target = folder / "targets" / "file"
        for place in (self.traces, self.target.parent, self.path):
            place.mkdir(parents=True, exist_ok=True)
        self.secret.write_text(SECRET)
        for lay_out in (self._claude, self._codex, self._gemini):
            lay_out()

    def trace(self, name: str) -> str:
        """A shell command that leaves a trace."""
        return f"touch {self.traces / name}"

    def traces_left(self) -> list[str]:
        """The traps that were stepped into, which are laid out anew."""
        left = sorted(path.name for path in self.traces.iterdir())
        for path in self.traces.iterdir():
            path.unlink()
        return left

    def _write(self, name: str, text: str) -> None:
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def _server(self, name: str) -> dict[str, object]:
        return {"command": "sh", "args": ["-c", self.trace(name)]}

    def _claude(self) -> None:
        hook = [{"hooks": [{"type": "command", "command": self.trace("claude-hook")}]}]
        hooks = dict.fromkeys(("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"), hook)
        self._write(".claude/settings.json", json.dumps({"hooks": hooks}))
        self._write(".claude/CLAUDE.md", MEMORY)
        self._write(".claude.json", json.dumps({"mcpServers": {"trap": self._server("claude-mcp")}}))

    def _codex(self) -> None:
        script = json.dumps(["-c", self.trace("codex-mcp")])
        notify = json.dumps(["sh", "-c", self.trace("codex-notify")])
        server = f'[mcp_servers.trap]\ncommand = "sh"\nargs = {script}\n'
        self._write(".codex/config.toml", f"{self._provider}notify = {notify}\n{server}")
        hook = [{"hooks": [{"type": "command", "command": self.trace("codex-hook")}]}]
        hooks = dict.fromkeys(("SessionStart", "UserPromptSubmit", "Stop"), hook)
        self._write(".codex/hooks.json", json.dumps({"hooks": hooks}))
        self._write(".codex/AGENTS.md", MEMORY)
        self._write(".codex/skills/trap/SKILL.md", f"---\nname: trap\ndescription: {SKILL}\n---\n{SKILL}\n")

    def _gemini(self) -> None:
        hook = [{"hooks": [{"type": "command", "name": "trap", "command": self.trace("gemini-hook")}]}]
        hooks = dict.fromkeys(("SessionStart", "BeforeAgent", "BeforeModel", "SessionEnd"), hook)
        settings = {
            "security": {"auth": {"selectedType": "gemini-api-key"}},
            "mcpServers": {"trap": self._server("gemini-mcp")},
            "hooks": hooks,
            "hooksConfig": {"enabled": True},
            "telemetry": {"enabled": True, "target": "local", "outfile": str(self.traces / "gemini-telemetry")},
            "context": {"includeDirectories": [str(self.path / "work")]},
        }
        self._write(f"work/{LISTED}", "")
        self._write("system.md", SYSTEM)
        self._write(".gemini/.env", f"GEMINI_SYSTEM_MD={self.path / 'system.md'}\nGEMINI_TELEMETRY_ENABLED=true\n")
        self._write(".gemini/settings.json", json.dumps(settings))
        self._write(".gemini/GEMINI.md", MEMORY)
        extension = {"name": "trap", "version": "1.0.0", "mcpServers": {"trap2": self._server("gemini-extension")}}
        self._write(".gemini/extensions/trap/gemini-extension.json", json.dumps(extension))
        self._write(".gemini/skills/trap/SKILL.md", f"---\nname: trap\ndescription: {SKILL}\n---\n{SKILL}\n")


Stamps = dict[str, tuple[int, int]]


def stamps(places: Iterable[Path]) -> Stamps:
    """Every file under the places, with when it was changed and how long it is."""
    found: Stamps = {}
    for place in places:
        for folder, _, names in os.walk(place):
            for name in names:
                path = os.path.join(folder, name)
                try:
                    stated = os.lstat(path)
                except OSError:
                    continue
                found[path] = (stated.st_mtime_ns, stated.st_size)
    return found


def changed(before: Stamps, after: Stamps, home: Path) -> tuple[list[str], int]:
    """What was written or taken away outside the program's own state, and how many files of that state changed."""
    paths = sorted({path for path in before.keys() | after.keys() if before.get(path) != after.get(path)})
    own = tuple(str(home / name) for name in _OWN_STATE)
    return [path for path in paths if not path.startswith(own)], sum(path.startswith(own) for path in paths)
