"""`quorate decide` is killed while engines run: what was finished is not paid again, what runs is found again."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.engines.standins import Standins
from tests.patience import PATIENCE, comes_true

QUORATE = [str(Path(sys.executable).with_name("quorate"))]


class Place(NamedTuple):
    """A folder with stand-ins, and the environment of whoever works there."""

    folder: Path
    standins: Standins

    @property
    def environment(self) -> dict[str, str]:
        keys = {"GEMINI_API_KEY": "a-key-of-gemini", "CODEX_API_KEY": "a-key-of-codex"}
        return {**self.standins.environment, **keys, "QUORATE_HOME": str(self.folder / "home"), "LC_ALL": "C.UTF-8"}

    def start(self, *arguments: str) -> "subprocess.Popen[bytes]":
        command = [*QUORATE, *arguments, "--json", "--no-input"]
        return subprocess.Popen(
            command, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def finish(self, *arguments: str) -> dict[str, Any]:
        process = self.start(*arguments)
        out, complaint = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, complaint.decode()
        answer: dict[str, Any] = json.loads(out)
        return answer

    def calls(self) -> dict[str, int]:
        return {engine: len(self.standins.calls(engine)) for engine in ("claude", "codex", "gemini")}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path, Standins(tmp_path))


def killed(place: Place, when: Callable[[], object]) -> None:
    process = place.start("decide", "Adopt the queue?", "--mode", "engine")
    try:
        assert comes_true(when)
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()


def test_a_call_that_runs_is_adopted_and_a_finished_one_not_repeated(place: Place) -> None:
    place.standins.install("claude")
    place.standins.install("codex", behaviour="wait")
    place.standins.install("gemini", behaviour="wait")
    killed(place, lambda: place.standins.calls("codex") and place.standins.calls("gemini"))
    place.standins.go("codex")
    place.standins.go("gemini")
    shown = place.finish("resume", only_id(place))
    assert shown["verdict"]["result"] == "UNANIMOUS"
    assert place.calls() == {"claude": 1, "codex": 1, "gemini": 1}


def test_a_call_that_ended_while_nobody_looked_is_found(place: Place) -> None:
    place.standins.install("claude", behaviour="wait")
    place.standins.install("codex")
    place.standins.install("gemini")
    killed(place, lambda: place.standins.calls("claude"))
    place.standins.go("claude")
    assert comes_true(lambda: list((place.folder / "home" / "calls").glob("*/result.json")))
    shown = place.finish("resume", only_id(place))
    assert shown["verdict"]["result"] == "UNANIMOUS"
    assert place.calls() == {"claude": 1, "codex": 1, "gemini": 1}
    left = [entry.name for entry in (place.folder / "home" / "calls").iterdir() if not entry.name.startswith(".")]
    assert left == []


def only_id(place: Place) -> str:
    done = subprocess.run(
        [*QUORATE, "log", "--json"], cwd=place.folder, env=place.environment, check=True, capture_output=True
    )
    found: str = json.loads(done.stdout)["lines"][0]["id"]
    return found


def processes_of(place: Place, *, but: int) -> list[int]:
    """Those that came from here, the command itself left out."""
    mark = str(place.folder).encode()
    return [int(one.name) for one in Path("/proc").iterdir() if one.name.isdigit() and is_marked(one, mark, but)]


def is_marked(process: Path, mark: bytes, but: int) -> bool:
    try:
        said = (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
    except OSError:  # it is gone
        return False
    return int(process.name) not in (but, os.getpid()) and mark in said


def shut_down(place: Place, *, number: signal.Signals = signal.SIGTERM) -> None:
    """All processes are told to end at once; the command itself hears it when everybody else is gone."""
    process = place.start("decide", "Adopt the queue?", "--mode", "engine")
    try:
        assert comes_true(lambda: place.standins.calls("codex") and place.standins.calls("gemini"))
        os.kill(process.pid, signal.SIGSTOP)
        others = processes_of(place, but=process.pid)
        assert len(others) >= 5, "two programs, their keepers and a nursery"
        for other in others:
            with suppress(ProcessLookupError):
                os.kill(other, number)
        assert comes_true(lambda: not processes_of(place, but=process.pid))
        os.kill(process.pid, number)
    finally:
        os.kill(process.pid, signal.SIGCONT)
        process.communicate(timeout=PATIENCE)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_after_a_shutdown_of_the_machine_the_calls_that_ran_are_made_anew(place: Place, number: signal.Signals) -> None:
    place.standins.install("claude")
    place.standins.install("codex", behaviour="wait")
    place.standins.install("gemini", behaviour="wait")
    shut_down(place, number=number)
    place.standins.go("codex")
    place.standins.go("gemini")
    shown = place.finish("resume", only_id(place))
    assert shown["verdict"]["result"] == "UNANIMOUS"
    assert place.calls() == {"claude": 1, "codex": 2, "gemini": 2}


def test_a_program_that_somebody_ends_is_asked_once_more_and_no_third_time(place: Place) -> None:
    place.standins.install("claude")
    place.standins.install("gemini")
    place.standins.install("codex", behaviour="wait")
    process = place.start("decide", "Adopt the queue?", "--mode", "engine")
    for before in (0, 1):
        assert comes_true(lambda: place.standins.calls("codex")[before:])  # noqa: B023 - asked at once
        os.kill(place.standins.calls("codex")[before].process, signal.SIGTERM)
    out, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, complaint.decode()
    (failed,) = [one for one in json.loads(out)["verdict"]["receipt"]["roster"] if one["seat"] == "Codex"]
    assert failed["detail"] == "codex ended with signal 15"
    assert place.calls() == {"claude": 1, "codex": 2, "gemini": 1}
