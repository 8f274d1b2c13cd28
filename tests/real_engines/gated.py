"""The real agent programs behind the gate: which of their tool calls run, which are stopped, and what they cannot do.

`python -m tests.real_engines.gated FOLDER ENGINE ...`, where FOLDER has the programs in node_modules/.bin. Meant for a
network in which nothing but loopback is, such as `unshare -n` makes it.
"""

import json
import re
import socket
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from quorate.app.machine.hook_settings import HOOK_FILES
from tests.real_engines.agent_home import KEYS, AgentHome
from tests.real_engines.models import BARE
from tests.real_engines.shell_models import ShellModels, Step

PASS = """[gate]
default = "pass"
wait = 1
[[gate.rules]]
commands = ["touch ... <path>"]
then = "pass"
"""
DENY = '[gate]\ndefault = "deny"\n'
ASK = '[gate]\ndefault = "ask"\npeople = ["ann"]\nneeded = 1\nwait = 1\n'
NOBODY_THERE = "postgresql://nobody@127.0.0.1:1/none"
CRASH = "#!/usr/bin/env python3\nimport os\n\nos.abort()\n"
PLUGIN, INIT, NONE = "plugin", "init", ""


class Gate(NamedTuple):
    """The user's settings, how the hook came to the program, and whether it crashes."""

    settings: str | None
    hook: str = INIT
    crashes: bool = False


class Run(NamedTuple):
    """What came of a run: the names of files that were written, how often, and what tools and program said."""

    written: dict[str, int]
    told: str
    said: str
    questions: int
    settings: str


STOPPED = {
    "a forbidden call is stopped": Gate(DENY),
    "a call that nobody approves in time is stopped": Gate(ASK),
    "broken settings stop a call": Gate("[gate\n"),
    "a crash of ours stops a call": Gate(PASS, crashes=True),
    "the plugin's hook stops a forbidden call": Gate(DENY, PLUGIN),
    "the plugin's hook stops every call without a gate": Gate(None, PLUGIN),
}
RUN = {
    "without a hook the calls run": Gate(None, NONE),
    "the plugin's hook stops nothing where the gate is off": Gate('[gate]\ndefault = "off"\n', PLUGIN),
}


class GatedProgram:
    """A program in a home of its own, with a stand-in for its model that asks for one call after the other."""

    def __init__(self, engine: str, programs: Path, place: Path) -> None:
        self.models = ShellModels()
        threading.Thread(target=self.models.serve_forever, daemon=True).start()
        self.home = AgentHome(engine, programs, place, self.models.address)
        self.targets = self.home.project / "targets"
        self.targets.mkdir()

    def run(self, gate: Gate, *steps: Step) -> Run:
        """The program behind this gate; without steps its model tries all the tools that write."""
        if gate.hook == INIT:
            self.home.configure("")
            self.home.quorate("init", "--hooks", "--user").check_returncode()
        if gate.crashes:
            self._break_hook()
        if gate.settings is not None:
            self.home.configure(gate.settings)
        self.home.lay_out()
        if gate.hook == PLUGIN:
            for ended in self.home.install_plugin():
                ended.check_returncode()
        self.models.begin_steps(*steps) if steps else self.models.begin(BARE, str(self.targets / "file"))
        ended = self.home.asked()
        return Run(
            {file.name: len(file.read_text().splitlines()) for file in sorted(self.targets.iterdir())},
            self.models.told,
            ended.stdout[-300:] + ended.stderr[-300:],
            self.questions,
            self.home.settings.read_text() if self.home.settings.exists() else "",
        )

    def _break_hook(self) -> None:
        """Another program in the place of ours in the hook's command, which ends by a signal."""
        crash = self.home.place / "crash"
        crash.write_text(CRASH)
        crash.chmod(0o755)
        for one in HOOK_FILES:
            file = self.home.place / one.file
            file.write_text(re.sub(r"\S+/quorate (?=hook )", f"{crash} ", file.read_text()))

    def touch(self, name: str) -> str:
        """A command that makes a target, and that passes wherever everything passes."""
        return f"touch {self.targets / name}"

    def append(self, name: str) -> str:
        """A command that adds a line to a target."""
        return f"echo x >> {self.targets / name}"

    @property
    def questions(self) -> int:
        """How many questions the gate has asked."""
        ended = self.home.quorate("log", "--json")
        return len(json.loads(ended.stdout)["lines"]) if ended.returncode == 0 else 0

    def key(self, name: str) -> str:
        """A key of a person's, which the agent does not have."""
        scopes = ("--scope", "read", "--scope", "vote", "--scope", "resolve")
        made = self.home.quorate("keys", "create", name, *scopes, "--json")
        return str(json.loads(made.stdout)["key"])

    def newest(self) -> str:
        """The deliberation that was opened last."""
        return str(json.loads(self.home.quorate("show", "last", "--json").stdout)["id"])

    def approve(self) -> None:
        """Ann approves what waits, from outside."""
        seen = json.loads(self.home.quorate("show", "last", "--json").stdout)
        vote = ("vote", seen["id"], "--choice", "approve", "--seat", "ann", "--question", seen["question_hash"])
        self.home.quorate(*vote, QUORATE_KEY=self.key("ann")).check_returncode()

    def open_window(self) -> None:
        """Ann lets two more such calls through."""
        grant = ("windows", "grant", self.newest(), "--uses", "2")
        self.home.quorate(*grant, QUORATE_KEY=self.key("ann")).check_returncode()


def approved(program: GatedProgram) -> tuple[bool, Run]:
    """An approved call runs once, and the next one like it is asked again."""
    call = program.append("once")
    found = program.run(Gate(ASK), call, program.approve, call, call)
    is_asked_again = found.told.count("waiting for approval") == 2 and found.questions == 2
    return found.written == {"once": 1} and is_asked_again, found


def windowed(program: GatedProgram) -> tuple[bool, Run]:
    """Within its window a call runs without being asked, as often as the window says."""
    call = program.append("twice")
    found = program.run(Gate(ASK), call, program.open_window, call, call, call)
    return found.written == {"twice": 2} and found.told.count("waiting for approval") == 2, found


def forbidden_tries(home: Path, settings: Path, touch: Callable[[str], str]) -> list[str]:
    """Commands that pass wherever everything passes, but for what they touch: each leaves a target if it runs."""
    return [
        f"{touch('answered')} && quorate vote last --choice approve --no-input",
        f"{touch('resolved')} && quorate resolve last --decline no",
        f"{touch('widened')} && quorate windows grant last --uses 100",
        f"{touch('keyed')} && quorate keys create ann --scope admin",
        f"{touch('loosened')} && cp /dev/null {settings}",
        f"{touch('unhooked')} && rm -rf {home}/.claude/settings.json {home}/.codex/hooks.json {home}/.gemini",
        f"{touch('deeper')} && mkdir -p sub/.claude",
    ]


def helpless(program: GatedProgram) -> tuple[bool, Run]:
    """Even where everything passes, an agent neither answers for itself, nor widens a window, nor edits the gate."""
    tries = forbidden_tries(program.home.place, program.home.settings, program.touch)
    found = program.run(Gate(PASS), *tries, program.touch("plain"))
    return found.written == {"plain": 0} and found.settings == PASS, found


def without(store: str) -> Callable[[GatedProgram], tuple[bool, Run]]:
    """The same call runs with a sound record, and does not with this one."""

    def tried(program: GatedProgram) -> tuple[bool, Run]:
        sound = program.run(Gate(PASS), program.touch("sound"))
        found = program.run(Gate(f'store = "{store}"\n{PASS}'), program.touch("late"))
        return sound.written == found.written == {"sound": 0}, found

    return tried


def hanging(program: GatedProgram) -> tuple[bool, Run]:
    """A record that does not answer stops a call before the program's own limit."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        return without(f"postgresql://nobody@127.0.0.1:{silent.getsockname()[1]}/none")(program)


def _gate(gate: Gate, *, may_run: bool) -> Callable[[GatedProgram], tuple[bool, Run]]:
    def tried(program: GatedProgram) -> tuple[bool, Run]:
        found = program.run(gate)
        return bool(found.written) == may_run, found

    return tried


CASES: dict[str, Callable[[GatedProgram], tuple[bool, Run]]] = {
    **{name: _gate(gate, may_run=True) for name, gate in RUN.items()},
    **{name: _gate(gate, may_run=False) for name, gate in STOPPED.items()},
    "a missing record stops a call": without(NOBODY_THERE),
    "a record that hangs stops a call": hanging,
    "an approved call runs once, then it is asked again": approved,
    "within its window a call runs twice, then it is asked again": windowed,
    "it cannot answer for itself, edit the settings or widen a window": helpless,
}


def main(folder: str, *engines: str) -> int:
    """A line for every program and case; 1 where one is not as it should be."""
    wrong = 0
    for engine in engines or KEYS:
        for name, case in CASES.items():
            with tempfile.TemporaryDirectory(prefix="gated-", dir="/var/tmp", ignore_cleanup_errors=True) as place:
                is_right, found = case(GatedProgram(engine, Path(folder) / "node_modules" / ".bin", Path(place)))
            wrong += not is_right
            wrote = ", ".join(f"{file} {lines}" for file, lines in found.written.items()) or "nothing"
            sys.stdout.write(f"{engine:7} {'ok' if is_right else 'WRONG':6} {name}; wrote: {wrote}\n")
            if not is_right:
                sys.stdout.write(f"        {found.questions} questions; {found.told[-1500:]!r} {found.said!r}\n")
            sys.stdout.flush()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
