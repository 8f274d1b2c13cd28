"""What an Engine Mode deliberation on the command line costs beside its engines: Claude, then the slower external."""

import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.measuring import quorate, ratio
from bench.result import Effort, Line

SECONDS = 2
BALLOT = "```yaml\nnonce: NONCE\nposition: APPROVE\nconfidence: 80\nrationale: measured\n```\n"
SAID = {
    "claude": {"type": "result", "subtype": "success", "is_error": False, "result": BALLOT},
    "codex": {"type": "item.completed", "item": {"type": "agent_message", "text": BALLOT}},
    "gemini": {"response": BALLOT, "stats": {}},
}
AFTERWARDS = {"codex": {"type": "turn.completed", "usage": {"input_tokens": 1, "output_tokens": 1}}}
VERSIONS = {"claude": "2.1.325", "codex": "0.166.0", "gemini": "0.61.0"}
ANSWERS_AT_ONCE = """#!/bin/sh
case "$1" in
--version) echo {version}; exit 0;;
auth) echo '{{"loggedIn": true}}'; exit 0;;
login) exit 0;;
debug) echo '{{"models": [{{"slug": "bench"}}]}}'; exit 0;;
esac
nonce=$(sed -n 's/^nonce: "\\([0-9a-z]*\\)"$/\\1/p' | head -n 1)
sleep {seconds}
sed "s/NONCE/$nonce/" {said}
"""


def run(effort: Effort) -> list[Line]:
    """By the clock: whoever asks a panel waits for it."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        seconds = effort.size(SECONDS, SECONDS, 0)
        environment = _installed(folder, seconds)
        times = ratio(effort.rounds(7, 3), lambda: _decided(folder, environment), lambda: _chain(folder, environment))
    what = (
        f"`quorate decide --mode engine`, engines of {seconds} s, to its slowest chain and the start of `quorate log`"
    )
    return [Line("engines", what, times, 1.1)]


def _installed(folder: Path, seconds: int) -> dict[str, str]:
    programs = folder / "bin"
    programs.mkdir()
    for name, said in SAID.items():
        lines = [said, *([AFTERWARDS[name]] if name in AFTERWARDS else [])]
        answer = folder / f"{name}.json"
        answer.write_text("".join(json.dumps(line) + "\n" for line in lines))
        script = programs / name
        script.write_text(ANSWERS_AT_ONCE.format(version=VERSIONS[name], seconds=seconds, said=answer))
        script.chmod(0o755)
    path = f"{programs}:{os.environ['PATH']}"
    home = {"HOME": str(folder), "QUORATE_HOME": str(folder / "home"), "GEMINI_API_KEY": "none-of-yours"}
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, **home, "PATH": path, "LC_ALL": "C.UTF-8"}


def _decided(folder: Path, environment: dict[str, str]) -> float:
    began = perf_counter()
    command = quorate("decide", "Adopt the queue?", "--mode", "engine", "--no-input", "--json")
    done = subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
    taken = perf_counter() - began
    assert json.loads(done.stdout)["verdict"]["result"] == "UNANIMOUS", done.stderr
    return taken


def _chain(folder: Path, environment: dict[str, str]) -> float:
    """The bare programs in the same order, and what it takes to start the interpreter and open the record."""
    began = perf_counter()
    subprocess.run(quorate("log", "--limit", "1"), cwd=folder, env=environment, check=True, capture_output=True)
    _bare(folder, "claude")
    with ThreadPoolExecutor(2) as together:
        list(together.map(lambda name: _bare(folder, name), ("codex", "gemini")))
    return perf_counter() - began


def _bare(folder: Path, name: str) -> None:
    subprocess.run([folder / "bin" / name], input=b"prompt", check=True, capture_output=True)
