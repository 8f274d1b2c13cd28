"""The rows of seats on a terminal while engines think."""

import re
from collections.abc import Iterator
from typing import Any

import pexpect
import pytest

from tests.patience import PATIENCE, comes_true, ends
from tests.surfaces.engine_room import ALL, EngineRoom
from tests.surfaces.program import QUORATE, environment

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
ENGINE_MODE = ("decide", "Adopt?", "--mode", "engine", "--no-input")


class Screen:
    """A terminal at which the room's program runs."""

    def __init__(self, room: EngineRoom) -> None:
        self._room, self._open = room, list[Any]()

    def __call__(self, *arguments: str) -> Any:
        seen = environment(**{**self._room.variables, "TERM": "xterm"})
        size = {"dimensions": (50, 120), "encoding": "utf-8", "timeout": PATIENCE}
        child = pexpect.spawn(QUORATE, list(arguments), env=seen, cwd=str(self._room.folder), **size)
        self._open.append(child)
        return child

    def close(self) -> None:
        for child in self._open:
            child.close(force=True)


@pytest.fixture
def screen(room: EngineRoom) -> Iterator[Screen]:
    opened = Screen(room)
    yield opened
    opened.close()


def finished(child: Any) -> tuple[int, list[str]]:
    """The exit status, and the lines that were seen since the last one expected."""
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus, ESCAPES.sub("", child.before).replace("\r", "").splitlines()


def test_the_seconds_go_on_while_nothing_happens(room: EngineRoom, screen: Screen) -> None:
    room.install(claude="wait", codex="good", gemini="good")
    child = screen(*ENGINE_MODE)
    child.expect_exact("Claude votes first; Codex and Gemini start once its vote is saved")
    for seconds in (r"\d+", r"[1-9]\d*", r"([2-9]|\d\d+)"):
        child.expect(rf"Claude +claude +\S*thinking, {seconds} s")
    child.expect(r"Codex +codex +\S*waiting")
    room.standins.go("claude")
    child.expect(r"Claude +claude +\S*answered after \d")
    status, seen = finished(child)
    assert status == 0
    assert any(re.match(r"Gemini +gemini +answered after \d", line) for line in seen)


def test_a_seat_that_failed_says_why(room: EngineRoom, screen: Screen) -> None:
    room.install("claude", "gemini", codex="500")
    status, seen = finished(screen(*ENGINE_MODE))
    assert status == 0
    assert any(re.match(r"Codex +codex +error after [\d.]+ s: codex ended with status 1", line) for line in seen)


def test_when_engines_are_lost_the_old_rows_stay_and_new_ones_follow(room: EngineRoom, screen: Screen) -> None:
    room.install("claude", codex="500", gemini="500")
    status, seen = finished(screen(*ENGINE_MODE))
    assert status == 0
    text = "\n".join(seen)
    before, announced, after = text.partition("Codex and Gemini failed: continuing as MAGI-")
    assert announced
    assert re.search(r"Gemini +gemini +error after", before)
    assert re.search(r"Sophia +claude +answered after", after)
    assert not re.search(r"^Gemini +gemini", after, re.MULTILINE)
    assert before.rindex("Sophia") < before.rindex("Gemini  gemini")


def test_what_a_seat_is_called_draws_nothing_on_the_terminal(room: EngineRoom, screen: Screen) -> None:
    room.install("claude")
    status, seen = finished(
        screen("decide", "Adopt?", "--seat", "[red]x[/red]=claude", "--seat", "y=claude", "--no-input")
    )
    assert status == 0
    assert any(line.startswith("[red]x[/red]  claude  answered after") for line in seen)


def test_ctrl_c_leaves_the_rows_as_they_were_and_says_how_it_goes_on(room: EngineRoom, screen: Screen) -> None:
    room.install("claude", "gemini", codex="hang")
    child = screen(*ENGINE_MODE)
    child.expect(r"Gemini +gemini +\S*answered after")
    assert comes_true(lambda: "codex" in room.calls())
    child.sendintr()
    status, seen = finished(child)
    assert status == 130
    assert any(re.match(r"Codex +codex +thinking, \d+ s", line) for line in seen)
    assert re.fullmatch(r"interrupted, 1 call ended; (\S+) is saved; continue with: quorate resume \1", seen[-1])
    (hung,) = room.standins.calls("codex")
    assert ends(hung.process)


def test_no_answer_is_seen_while_others_think(room: EngineRoom, screen: Screen) -> None:
    room.install(*ALL)
    room.install(gemini="wait")
    child = screen(*ENGINE_MODE)
    child.expect(r"Codex +codex +\S*answered after")
    child.expect(r"Gemini +gemini +\S*thinking, [1-9]\d* s")
    seen = child.before
    room.standins.go("gemini")
    assert finished(child)[0] == 0
    assert not {"APPROVE", "80", "undone"} & set(re.findall(r"[A-Za-z]+|\d+", ESCAPES.sub("", seen)))
