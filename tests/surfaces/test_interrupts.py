"""Ctrl-C while engines think: they are gone at once, and it goes on from where it stood."""

import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.patience import PATIENCE, comes_true
from tests.surfaces.engine_room import ALL, EngineRoom
from tests.surfaces.program import QUORATE, environment

ENGINE_MODE = ("decide", "Adopt?", "--mode", "engine")


class Asking:
    """`quorate` as it runs, what it has said so far, and the programs that it has called."""

    def __init__(self, room: EngineRoom, *arguments: str) -> None:
        self._room, self._errors = room, room.folder / "errors"
        with self._errors.open("w") as errors:
            self.process = subprocess.Popen(
                [QUORATE, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env=environment(**room.variables),
                cwd=room.folder,
            )

    def said(self) -> list[str]:
        """The lines on standard error so far."""
        return self._errors.read_text().splitlines()

    def has_said(self, *starts: str) -> bool:
        """True where there is a line that begins like this, for each."""
        return all(any(line.startswith(start) for line in self.said()) for start in starts)

    def interrupt(self) -> str:
        """Presses Ctrl-C, and gives the last line."""
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(PATIENCE) == 130
        return self.said()[-1]

    def left(self) -> list[int]:
        """Programs that still run."""
        called = [run.process for engine in ALL for run in self._room.standins.calls(engine)]
        return [process for process in called if Path(f"/proc/{process}").exists()]


@pytest.fixture
def ask(room: EngineRoom) -> Iterator[Callable[..., Asking]]:
    started: list[Asking] = []

    def asking(*arguments: str) -> Asking:
        started.append(Asking(room, *arguments))
        return started[-1]

    yield asking
    for one in started:
        one.process.kill()
        one.process.wait()


def ids(room: EngineRoom) -> list[str]:
    return [line["id"] for line in room.json("log")["lines"]]


@pytest.mark.parametrize("behaviour", ["hang", "stubborn"])
def test_programs_are_gone_and_only_what_was_not_finished_is_asked_again(
    behaviour: str, room: EngineRoom, ask: Callable[..., Asking]
) -> None:
    room.install("claude", "gemini", codex=behaviour)
    asking = ask(*ENGINE_MODE)
    assert comes_true(lambda: asking.has_said("Gemini: answered") and "codex" in room.calls())
    last = asking.interrupt()
    assert comes_true(lambda: not asking.left())
    (deliberation,) = ids(room)
    assert last == f"interrupted, 1 call ended; {deliberation} is saved; continue with: quorate resume {deliberation}"
    room.install("codex")
    assert room.json("resume", deliberation)["verdict"]["result"] == "UNANIMOUS"
    assert room.calls() == {"claude": 1, "codex": 2, "gemini": 1}


def test_a_child_that_is_interrupted_is_the_one_to_go_on_with(room: EngineRoom, ask: Callable[..., Asking]) -> None:
    room.install("claude", codex="fail", gemini="500")
    asking = ask(*ENGINE_MODE)
    assert comes_true(lambda: "codex" in room.calls())
    room.install(claude="hang")
    room.standins.go("codex")
    assert comes_true(lambda: room.calls().get("claude") == 4)
    last = asking.interrupt()
    assert comes_true(lambda: not asking.left())
    child, parent = ids(room)
    assert last == f"interrupted, 3 calls ended; {child} is saved; continue with: quorate resume {child}"
    room.install("claude")
    assert room.json("resume", parent)["id"] == child
    assert room.calls() == {"claude": 7, "codex": 1, "gemini": 1}


@pytest.mark.parametrize("further", [("resume",), ("review", "show")])
def test_a_review_whose_engine_was_interrupted_is_gone_on_with(
    further: tuple[str, ...], room: EngineRoom, ask: Callable[..., Asking]
) -> None:
    room.install(claude="hang")
    for name, voter in (("p", ""), ("a", "person"), ("b", "person"), ("opus", "claude")):
        assert room("agents", "register", name, "--voter", voter).status == 0
    room("agents", "pause", "p", "--reason", "It deleted a table")
    asking = ask("review", "request", "p", "--reason", "Well again")
    assert comes_true(lambda: "claude" in room.calls())
    (review,) = [one["session_id"] for one in room.json("review", "list")["sessions"]]
    assert asking.interrupt().endswith(f"{review} is saved; continue with: quorate resume {review}")
    assert comes_true(lambda: not asking.left())
    room.standins.install("claude", vote={"vote": "block", "reasoning": "The cause is not known"})
    assert room(*further, review).status == 0
    assert room.json("review", "show", review)["votes_received"] == 1
    assert room.calls() == {"claude": 2}
