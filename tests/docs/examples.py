"""Runs the examples on a page, one after the other in one folder, and says what each block should hold.

A block with a title is a file and is written into the folder. `console` blocks are typed into a shell, `python`
blocks into an interpreter; what they print is what the block should say. Documents are counted or validated.

Engines are not asked: a page says in a comment which stand-ins its examples find, and finds none without it.

Deliberations are numbered by the day. A page names those of the day on which it was written: in what is typed that day
becomes today, and in what is printed today becomes that day.
"""

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import chdir
from pathlib import Path
from time import gmtime, strftime
from typing import Any, NamedTuple

import jsonschema
import yaml

from quorate import tally
from quorate.documents.schemas import schema
from tests.docs.interpreter import session
from tests.docs.pages import ROOT, Block, blocks_of
from tests.docs.stand_ins import Comment, Engines, comments_of, engines_in
from tests.patience import PATIENCE
from tests.surfaces.program import path_without_engines
from tests.warm import warm_folder

_END_OF_OUTPUT = "\x1e"
_VARIES = [
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z"), "MOMENT"),
    (re.compile(r"\b\d{4}-\d\d-\d\d\b"), "DATE"),
    (re.compile(r"\bin \d+\.\d+s\b"), "TIME"),
    (re.compile(r"\bafter \d+(\.\d)? s\b"), "TIME"),
    # an event's hash covers its time: in brackets, in a table's last cell, in JSON
    (re.compile(r"\[[0-9a-f]{12}\]"), "[HASH]"),
    (re.compile(r"\| [0-9a-f]{12} \|"), "| HASH |"),
    (re.compile(r'"hash": ?"(sha256:)?[0-9a-f]{64}"'), '"hash":"HASH"'),
    (re.compile(r"--verdict [0-9a-f]{8,64}\b"), "--verdict HASH"),
    (re.compile(r"\bverdict is now [0-9a-f]{8,64}\b"), "verdict is now HASH"),
    (re.compile(r'"verdict(_hash)?": ?"sha256:[0-9a-f]{64}"'), '"verdict":"HASH"'),
    # what marks the question on a voter's prompt, and what the answer has to carry
    (re.compile(r"\bn[0-9a-f]{16}\b"), "NONCE"),
]
# whoever is asked at the same time as others may be the first or the last to answer
_AT_ONCE = re.compile(r"(?:^\S+: \S+ TIME.*\n){2,}", re.MULTILINE)
_NUMBERED = re.compile(r"\b(?P<protocol>[A-Z]+)-(?P<day>\d{4}-\d{4})-(?=\d{3})")
_VOTES = {"votes", "recommendations", "consensus_check_input"}
# a verdict's hash covers its time: a page names the one that its reader has seen, and 00000000 is nobody's
_SEEN = re.compile(r"(quorate \w+ )(?P<id>\S+)(?P<rest>[^|>]*?--verdict )(?!0{8})(?P<hash>[0-9a-f]{8,64})\b")
# where Quorate says what to type next
_HINT = re.compile(r"quorate \w+ (?P<id>\S+) (?:[^\n]*? )?--verdict (?P<hash>[0-9a-f]{8,64})\b")
_HASH_NOW = (
    "$(quorate show {id} --json 2>/dev/null"
    """ | python3 -c 'import json; print(json.loads(input())["verdict_hash"])')"""
)


class Ran(NamedTuple):
    """A block, and the text that it should have."""

    block: Block
    actual: str

    @property
    def is_true(self) -> bool:
        """True when the page shows what happens, dates and durations aside."""
        return settled(self.block.text) == settled(self.actual)


class Desk(NamedTuple):
    """Where a page's examples run: the folder, its engines, the names that its Python knows, today, the page's day.

    `hints` are the hashes of verdicts that were printed last, by deliberation: what is typed next names the same.
    """

    folder: Path
    engines: Engines
    names: dict[str, Any]
    today: str
    day: str
    hints: dict[str, str]

    def typed(self, text: str) -> str:
        """What is typed, with deliberations of today."""
        today = _NUMBERED.sub(rf"\g<protocol>-{self.today}-", self.engines.typed(text))
        return _SEEN.sub(lambda said: f"{said[1]}{said['id']}{said['rest']}{_HASH_NOW.format(id=said['id'])}", today)

    def shown(self, command: str) -> str:
        """A command as the page shows it: with the hash of the verdict that its reader was told above."""

        def with_hint(said: "re.Match[str]") -> str:
            return f"{said[1]}{said['id']}{said['rest']}{self.hints.get(said['id'], said['hash'])}"

        return "$ " + _SEEN.sub(with_hint, command).replace("\n", "\n> ") + "\n"

    def noted(self, output: str) -> str:
        """An output, which may say what to type next."""
        self.hints.update({hint["id"]: hint["hash"] for hint in _HINT.finditer(output)})
        return output if not output or output.endswith("\n") else output + "\n"

    def printed(self, text: str) -> str:
        """What is printed, with deliberations of the page's day."""
        return _NUMBERED.sub(rf"\g<protocol>-{self.day}-", self.engines.printed(text))


def settled(text: str) -> str:
    """The text without what differs from run to run."""
    for pattern, word in _VARIES:
        text = pattern.sub(word, text)
    return _AT_ONCE.sub(lambda lines: "".join(sorted(lines[0].splitlines(keepends=True))), text)


def run_page(text: str, folder: Path) -> list[Ran]:
    """Every block with what it should hold; once more where the day changed meanwhile."""
    while True:
        today = _today()
        with engines_in(folder) as engines:
            ran = list(_run(text, folder / today, today, engines))
        if _today() == today:
            return ran


def of_today(text: str) -> str:
    """The page with deliberations of today."""
    return _NUMBERED.sub(rf"\g<protocol>-{_today()}-", text)


def _today() -> str:
    return strftime("%Y-%m%d", gmtime())


def _run(text: str, folder: Path, today: str, engines: Engines) -> Iterator[Ran]:
    named = _NUMBERED.search(text)
    desk = Desk(folder, engines, {}, today, named["day"] if named else today, {})
    folder.mkdir()
    parts: list[Block | Comment] = [*blocks_of(text), *comments_of(text)]
    for part in sorted(parts, key=lambda part: part.line):
        if isinstance(part, Comment):
            engines.become(part.engines)
            continue
        if part.title:
            _save(part, desk)
        yield Ran(part, KINDS[part.language](part, desk))


def _save(block: Block, desk: Desk) -> None:
    path = desk.folder / block.title
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(desk.engines.typed(block.text), encoding="utf-8")
    if path.name == "pyproject.toml":
        _install(tomllib.loads(block.text), desk.folder)


def _install(project: dict[str, Any], folder: Path) -> None:
    """What `pip install` would leave behind for the entry points to be found."""
    name, version = project["project"]["name"], project["project"]["version"]
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    groups = project["project"]["entry-points"]
    lines = [
        f"[{group}]\n" + "".join(f"{key} = {at}\n" for key, at in names.items()) for group, names in groups.items()
    ]
    (info / "entry_points.txt").write_text("".join(lines))


def _console(block: Block, desk: Desk) -> str:
    commands = _commands(block.text)
    script = "".join(f"{command}\nstatus=$?; printf '\\036'; (exit $status)\n" for command in map(desk.typed, commands))
    done = subprocess.run(
        ["sh", "-c", script],
        cwd=desk.folder,
        env=_environment(desk),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=PATIENCE,
        check=False,
    )
    outputs = desk.printed(done.stdout.decode()).split(_END_OF_OUTPUT)
    return "".join(desk.shown(command) + desk.noted(out) for command, out in zip(commands, outputs, strict=False))


def _commands(text: str) -> list[str]:
    """What is typed: a line after `$ `, and the lines after `> ` that go on with it."""
    commands: list[str] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            commands.append(line[2:])
        elif line.startswith("> ") and commands and commands[-1].endswith("\\"):
            commands[-1] += "\n" + line[2:]
    return commands


def _environment(desk: Desk) -> dict[str, str]:
    path = (warm_folder(), str(Path(sys.executable).parent), str(desk.engines.programs), path_without_engines())
    return {
        "PATH": os.pathsep.join(path),
        "PYTHONPATH": str(desk.folder),
        "HOME": str(desk.folder),
        "LANG": "C.UTF-8",
        "QUORATE_USER": "ann",
        "GEMINI_API_KEY": "none",
    }


def _python(block: Block, desk: Desk) -> str:
    if ">>> " not in block.text:
        ast.parse(block.text)
        return block.text
    with chdir(desk.folder):
        return desk.printed(session(desk.typed(block.text), desk.names))


def _yaml(block: Block, _: Desk) -> str:
    _accept(yaml.safe_load(block.text), block.text)
    return block.text


def _json(block: Block, _: Desk) -> str:
    _accept(json.loads(block.text), block.text)
    return block.text


def _accept(value: Any, text: str) -> None:
    """Counts or validates what is a document; what is none only has to be YAML or JSON."""
    keys = value.keys() if isinstance(value, dict) else set()
    if "votingMatrix" in keys:
        jsonschema.validate(value, schema("validation"))
    elif _VOTES & keys and value.get("protocol", "magi") in ("magi", "judges", "quorum", "evidence", "consensus"):
        assert tally(text).receipt.roster


def _toml(block: Block, _: Desk) -> str:
    tomllib.loads(block.text)
    return block.text


def _sh(block: Block, _: Desk) -> str:
    """Commands that install or build: not run here, but the shell understands them and the scripts are there."""
    subprocess.run(["sh", "-n"], input=block.text.encode(), check=True)
    assert [name for name in re.findall(r"sh (scripts/\w+)", block.text) if not (ROOT / name).is_file()] == []
    return block.text


def _as_it_is(block: Block, _: Desk) -> str:
    return block.text


KINDS: dict[str, Callable[[Block, Desk], str]] = {
    "console": _console,
    "python": _python,
    "yaml": _yaml,
    "json": _json,
    "toml": _toml,
    "sh": _sh,
    "csv": _as_it_is,
    "jsonl": _as_it_is,
    "text": _as_it_is,
}
