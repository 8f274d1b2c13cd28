"""Stand-ins for claude, codex, gemini and agy, installed in a folder as npm installs the first three.

    standins = Standins(tmp_path)
    standins.install("claude", behaviour="hang")
    calls = Calls(tmp_path / "calls", standins.environment)
    ...
    assert len(standins.calls("claude")) == 1

Behaviours of all: good, prose, empty, 401, 429, 500, long, garbage, hang, stubborn (SIGTERM is ignored), orphan (it
leaves a child behind), wait (until `go`), fail (after `go`), escapes, flood, mute (it does not tell whether it is
logged in). Of claude: status; of codex: dropped, unfinished, plans (its model calls a tool), no models (it lists
none), fetches in vain (it lists only those that it came with); of gemini: dropped, partial, and it ignores SIGTERM
always; of agy: tool (its model calls one), unfinished.
"""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

NEWEST = {"claude": "2.1.325", "codex": "0.166.0", "gemini": "0.61.0", "agy": "1.2.14"}
PACKAGES = {
    "claude": "@anthropic-ai/claude-code",
    "codex": "@openai/codex",
    "gemini": "@google/gemini-cli",
    "agy": "agy",
}
VOTE = {"position": "APPROVE", "confidence": 80, "rationale": "It can be undone."}
_ROOT = Path(__file__).parents[2]
_START = """#!{python} -IS
import sys
sys.path.insert(0, {root!r})
from tests.engines.programs.{engine} import main
main()
"""


class Run(NamedTuple):
    """One run of a stand-in: `kind` is vote, refused, version, status or models.

    `environment` holds names, no values; `offers` are the tools that it offers its model.
    """

    kind: str
    arguments: list[str]
    environment: list[str]
    fixed: dict[str, str]
    directory: str
    files: list[str]
    prompt: str
    length: int
    process: int
    inlined: list[str]
    rules: str
    obeys: list[str]
    offers: list[str]


class Standins:
    """A folder with programs that can be put on the path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "stand-ins"
        self.home = self.folder / "home"
        for place in (self.folder / "bin", self.home):
            place.mkdir(parents=True, exist_ok=True)

    @property
    def path(self) -> str:
        """A PATH on which the stand-ins come first."""
        return f"{self.folder / 'bin'}:/usr/bin:/bin"

    @property
    def environment(self) -> dict[str, str]:
        """An environment that knows the stand-ins, a home of their own, and nothing else."""
        return {"PATH": self.path, "HOME": str(self.home)}

    def install(
        self,
        engine: str,
        version: str = "",
        behaviour: str = "good",
        *,
        logged_in: bool = True,
        vote: Mapping[str, Any] = VOTE,
        says: str = "",
        tells: tuple[str, ...] = (),
        shows: tuple[str, ...] = (),
        packaged: bool = True,
    ) -> Path:
        """Installs a stand-in, or changes what an installed one does; gives its file.

        `says` are the model's own words, `{{nonce}}` in them is the prompt's; `tells` are variables whose values it
        puts into its errors, `shows` those that it writes down; without a package it knows its version by itself.
        """
        place = self._place(engine)
        place.mkdir(parents=True, exist_ok=True)
        stated = {"name": PACKAGES[engine], "version": version or NEWEST[engine]}
        (place.parent / "package.json").write_text(json.dumps(stated if packaged else {"name": "other"}))
        control = {"name": engine, "version": version or NEWEST[engine], "behaviour": behaviour, "vote": dict(vote)}
        more = {"logged_in": logged_in, "says": says, "tells": tells, "shows": shows}
        (place / "control.json").write_text(json.dumps({**control, **more}))
        program = place / engine
        program.write_text(_START.format(python=sys.executable, root=str(_ROOT), engine=engine))
        program.chmod(0o755)
        link = self.folder / "bin" / engine
        if not link.is_symlink():
            link.symlink_to(program)
        return link

    def calls(self, engine: str) -> list[Run]:
        """The runs that were given a prompt: on a real program each would have been paid."""
        return [run for run in self.runs(engine) if run.kind == "vote"]

    def runs(self, engine: str) -> list[Run]:
        """All runs, the refused and the merely curious ones included."""
        file = self._place(engine) / "runs.jsonl"
        written = file.read_text() if file.exists() else ""
        lines = written[: written.rfind("\n") + 1].splitlines()  # one may be half written
        return [Run(**{"inlined": [], "rules": "", "obeys": [], "offers": [], **json.loads(line)}) for line in lines]

    def go(self, engine: str) -> None:
        """Lets those go on that wait."""
        (self._place(engine) / "go").touch()

    def orphans(self, engine: str) -> list[int]:
        """The processes that were left behind."""
        file = self._place(engine) / "orphans"
        return [int(line) for line in file.read_text().split()] if file.exists() else []

    def _place(self, engine: str) -> Path:
        return self.folder / "lib" / "node_modules" / os.path.normpath(PACKAGES[engine]) / "bin"
