"""A whole deliberation from inside each real agent program, through our plugin: opened, waited for, answered, released.

`python -m tests.real_engines.agents FOLDER ENGINE ...`, where FOLDER has the programs in node_modules/.bin. Meant for a
network in which nothing but loopback is. The stand-in for the model calls the tools of `quorate mcp`. First it comes
with its own ballot and no key: it is told that a person must answer. Then it comes with the key of somebody else.
"""

import json
import re
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tests.real_engines.agent_home import KEYS, AgentHome, Ended
from tests.real_engines.models import Answering, Tool
from tests.real_engines.shell_models import TellingModels

ACTION = "deploy 1.4\n"
_VOTE = """#!/bin/sh
nonce=$(sed -n 's/^nonce: "\\(.*\\)"/\\1/p')
printf '```yaml\\nnonce: "%s"\\nposition: {position}\\nconfidence: 75\\nrationale: It was looked at\\n```\\n' "$nonce"
"""
_SETTINGS = """
gate.default = "off"
[panels.council]
protocol = "magi"
seats = [
    {{seat = "Own", voter = "{engine}"}},
    {{seat = "Ops", voter = {{command = ["{yes}"]}}}},
    {{seat = "Dev", voter = {{command = ["{no}"]}}}},
]
"""
_ID = re.compile(r"MAGI-\d{4}-\d{4}-\d{3,}")
_HASH = r"{}\W+(?:sha256:)?([0-9a-f]{{16,64}})"
_ARGUMENTS: dict[str, Callable[[str], dict[str, Any]]] = {
    "open_deliberation": lambda _: {
        "question": "Deploy 1.4?",
        "action": ACTION,
        "panel": "council",
        "ballot": {"choice": "APPROVE", "confidence": 80, "rationale": "The tests are green"},
        "wait": 0,
    },
    "wait_for_deliberation": lambda body: {"id": _last(_ID, body), "wait": 40},
    "resolve_deliberation": lambda body: {
        "id": _last(_ID, body),
        "verdict": _last(re.compile(_HASH.format("verdict_hash")), body),
        "verified": "I have looked at it myself",
    },
    "release_action": lambda body: {
        "id": _last(_ID, body),
        "action": ACTION,
        "question": _last(re.compile(_HASH.format("question_hash")), body),
    },
}
_LOOKS = 20
_WAIT = "WaitForMcpServers"
_LOOK = "await tools.exec_command({cmd: 'sleep 2', yield_time_ms: 5000}); text(Object.keys(tools).join())"
FIRST = ("open_deliberation", "wait_for_deliberation", "resolve_deliberation", "release_action")
THEN = ("wait_for_deliberation", "resolve_deliberation", "release_action", "release_action")


def _last(wanted: re.Pattern[str], body: str) -> str:
    """What was read last in the conversation."""
    found: list[str] = wanted.findall(body)
    return found[-1] if found else "nothing"


class AgentModels(TellingModels):
    """The server: its model calls the tools of a plan, one after the other."""

    def __init__(self) -> None:
        super().__init__()
        self.RequestHandlerClass = AgentAnswers
        self.plan: list[str] = []
        self.looks, self.has_searched = 0, False

    def begin_plan(self, *tools: str) -> None:
        """Forgets what was, and follows another plan."""
        self.begin("plan", "")
        self.plan, self.looks, self.has_searched = [*tools], 0, False

    def look(self, told: str) -> Tool | None:
        """What has to be called before tools of servers are there, which start while the model is asked already."""
        if _WAIT in self.offered and "ready: true" not in told and self.looks < _LOOKS:  # it waits for 5 seconds
            self.looks += 1
            return Tool(_WAIT, {})
        if "ToolSearch" in self.offered and not self.has_searched:
            self.has_searched = True
            return Tool("ToolSearch", {"query": f"select:{','.join(_claude(name) for name in self.plan)}"})
        if "exec" in self.offered and "mcp__quorate__" not in told and self.looks < _LOOKS:
            self.looks += 1
            return Tool("exec", {"input": _LOOK})
        return None


class AgentAnswers(Answering):
    """One request: the next call of the plan, where tools are offered at all."""

    server: AgentModels

    def _next(self, _: list[Tool], body: str) -> tuple[str, Tool | None]:
        plan, offered = self.server.plan, self.server.offered
        if not plan or not offered:
            return "done", None
        if look := self.server.look(self.server.told):
            return "", look
        wanted = plan.pop(0)
        return "", _call(wanted, _ARGUMENTS[wanted](body), offered)


def _claude(tool: str) -> str:
    return f"mcp__plugin_quorate_quorate__{tool}"


def _call(tool: str, arguments: dict[str, Any], offered: set[str]) -> Tool:
    """The call as this program wants it: by the name that it offers, or Codex's as JavaScript."""
    if "exec" in offered:
        called = f"tools.mcp__quorate__{tool}({json.dumps(arguments)})"
        return Tool("exec", {"input": f"text(JSON.stringify(await {called}))"})
    return Tool(next((name for name in offered if name.endswith(tool)), _claude(tool)), arguments)


class Checks(NamedTuple):
    """What was looked at, and whether it was so."""

    engine: str
    rows: list[tuple[str, bool]]

    def add(self, what: str, is_so: bool, said: str = "") -> None:
        """Prints it and keeps it."""
        self.rows.append((what, is_so))
        sys.stdout.write(f"{self.engine:7} {'ok' if is_so else 'WRONG':6} {what}\n")
        if not is_so and said:
            sys.stdout.write(f"        {said[-1500:]!r}\n")
        sys.stdout.flush()


class Deliberator:
    """One program with our plugin, and what it comes to."""

    def __init__(self, engine: str, programs: Path, place: Path) -> None:
        self.models, self.checks = AgentModels(), Checks(engine, [])
        threading.Thread(target=self.models.serve_forever, daemon=True).start()
        self.home = AgentHome(engine, programs, place, self.models.address)
        self.home.lay_out()
        self.home.configure(_SETTINGS.format(engine=engine, **self._voters(place)))

    def _voters(self, place: Path) -> dict[str, str]:
        files = {"yes": place / "ops.sh", "no": place / "dev.sh"}
        for (_, file), position in zip(files.items(), ("APPROVE", "REJECT"), strict=True):
            file.write_text(_VOTE.format(position=position))
            file.chmod(0o700)
        return {name: str(file) for name, file in files.items()}

    def run(self) -> bool:
        """All of it; True where everything is as it should be."""
        for ended in self.home.install_plugin():
            self.checks.add(" ".join(ended.args[:3]), ended.returncode == 0, ended.stdout + ended.stderr)
        found = self._first()
        if found:
            self._then(found)
        return all(is_so for _, is_so in self.checks.rows)

    def _first(self) -> str:
        """Without a key: its own ballot comes first, and only a person answers. The deliberation's id."""
        self.models.begin_plan(*FIRST)
        ended = self.home.asked()
        seen = self._shown("last")
        said = f"{ended.stdout}{ended.stderr}\n{self.models.told}"
        self.checks.add("opens a deliberation and waits for its verdict", bool(seen.get("verdict")), said)
        if not seen:
            return ""
        kinds = [one["kind"] for one in seen["history"]]
        is_first = "Cast" in kinds and kinds.index("Cast") < kinds.index("Claimed")
        self.checks.add("its own ballot is stored before anybody else is asked", is_first, str(kinds))
        told = "A person answers this" in self.models.told or "The person did not answer" in self.models.told
        self.checks.add("is told that a person must answer", told and "Resolved" not in kinds, said)
        self.checks.add("cannot release what nobody verified", "Released" not in kinds and not seen["may_be_acted_on"])
        return str(seen["id"])

    def _then(self, deliberation: str) -> None:
        """With the key of somebody who may answer and release: resolved and released, once."""
        scopes = [word for scope in ("read", "resolve", "release", "admin") for word in ("--scope", scope)]
        key = json.loads(self.home.quorate("keys", "create", "eve", *scopes, "--json").stdout)["key"]
        self.models.begin_plan(*THEN)
        ended = self.home.asked(words=f"Continue with {deliberation}.", QUORATE_KEY=key)
        seen = self._shown(deliberation)
        by = {one["kind"]: one["author"] for one in seen["history"]}
        proved = {"name": "eve", "proof": "authenticated"}
        said = f"{ended.stdout}{ended.stderr}\n{self.models.told}"
        self.checks.add("answers with the key of somebody who may", by.get("Resolved") == proved, said)
        kinds = [one["kind"] for one in seen["history"]]
        self.checks.add("releases the action once", kinds.count("Released") == 1, said)
        self.checks.add("is refused a second release", "only once" in self.models.told, self.models.told)

    def _shown(self, deliberation: str) -> dict[str, Any]:
        ended: Ended = self.home.quorate("show", deliberation, "--json")
        return json.loads(ended.stdout) if ended.returncode == 0 else {}


def main(folder: str, *engines: str) -> int:
    """A line for every program and check; 1 where one is not as it should be."""
    is_right = True
    for engine in engines or KEYS:
        with tempfile.TemporaryDirectory(prefix="agent-", dir="/var/tmp", ignore_cleanup_errors=True) as place:
            is_right &= Deliberator(engine, Path(folder) / "node_modules" / ".bin", Path(place)).run()
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
