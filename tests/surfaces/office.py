"""Several people at one record: commands in this process, each as the person who is named."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.surfaces.program import Ended, Here

APPROVE = {"position": "APPROVE", "confidence": 80, "rationale": "It was measured"}
REJECT = {"position": "REJECT", "confidence": 80, "rationale": "It was not measured"}
ACTION = "deploy the queue 1.4\n"
PEOPLE = dict(zip("abcdefgxyz", ("ann", "ben", "cara", "dan", "eve", "finn", "gil", "ann", "ben", "cara"), strict=True))


SEEN = {"vote": "question", "resolve": "verdict", "reframe": "verdict", "defer": "verdict"}


class Office:
    """Runs commands as somebody: for a seat as the person of that seat, else `ann` unless said.

    People here look before they vote or answer.
    """

    def __init__(self, here: Here, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self._here, self._monkeypatch, self.folder = here, monkeypatch, folder

    def __call__(self, *arguments: str, user: str | None = None) -> Ended:
        key = SEEN.get(arguments[0], "")
        seen = self.seen(arguments[1], key) if key and f"--{key}" not in arguments else ()
        return self.unseeing(*arguments, *seen, user=user)

    def unseeing(self, *arguments: str, user: str | None = None) -> Ended:
        """The same of somebody who has not looked at what they answer."""
        self._monkeypatch.setenv("QUORATE_USER", user or _voter(arguments))
        return self._here(*arguments)

    def seen(self, deliberation: str, key: str) -> tuple[str, ...]:
        """How a ballot names the question, or an answer the verdict, as it is now; nothing where there is none."""
        shown = self.unseeing("show", deliberation, "--json")
        found = json.loads(shown.out).get(f"{key}_hash") if shown.status == 0 else None
        return (f"--{key}", found) if found else ()

    @contextmanager
    def an_hour_ago(self) -> Iterator[str]:
        """Commands run as of an hour ago; gives a moment between that and now."""
        with self._monkeypatch.context() as patch:
            patch.setattr("quorate.config.clock", lambda: _minutes_ago(60))
            yield _minutes_ago(30).isoformat()

    def file(self, name: str, text: str) -> str:
        """The name of a file with this text."""
        (self.folder / name).write_text(text, encoding="utf-8")
        return name

    def program(self, name: str, vote: dict[str, Any] | str, gate: str = "true") -> str:
        """A voter that answers with this vote, once the gate succeeds."""
        said = vote if isinstance(vote, str) else json.dumps(vote)
        path = self.folder / name
        waits = f"#!/bin/sh\ncat > /dev/null\nuntil {gate}; do sleep 0.02; done\n"
        path.write_text(f"{waits}cat <<'EOF'\n{said}\nEOF\n", encoding="utf-8")
        path.chmod(0o755)
        return f"command:./{name}"

    def json(self, *arguments: str, user: str | None = None) -> dict[str, Any]:
        """What a command that works prints with --json."""
        ended = self(*arguments, "--json", user=user)
        assert ended.status == 0, ended.err
        value: dict[str, Any] = json.loads(ended.out)
        return value

    def opened(self, *seats: str, **more: str) -> str:
        """The id of a deliberation with these seats, and an action."""
        action = self.file("action.txt", ACTION)
        named = [word for seat in seats or ("a=person", "b=person", "c=person") for word in ("--seat", seat)]
        options = [word for name, value in more.items() for word in (f"--{name.replace('_', '-')}", value)]
        found: str = self.json("decide", "Adopt the queue?", "--action", action, *named, *options)["id"]
        return found

    def vote(self, deliberation: str, seat: str, choice: str, confidence: int = 80, *more: str) -> Ended:
        """A ballot of magi, by a person of the seat's own."""
        ballot = ("--seat", seat, "--choice", choice, "--confidence", str(confidence), *more)
        return self("vote", deliberation, *ballot)

    def decided(self, *choices: str, confidence: int = 80) -> str:
        """The id of a deliberation in which people voted like this."""
        names = "abcdefg"[: len(choices)]
        found = self.opened(*(f"{name}=person" for name in names))
        for name, choice in zip(names, choices, strict=True):
            assert self.vote(found, name, choice, confidence).status == 0
        return found


def _minutes_ago(minutes: int) -> datetime:
    return datetime.fromtimestamp(time.time() - 60 * minutes, UTC)


def _voter(arguments: tuple[str, ...]) -> str:
    """Every seat has a person of its own."""
    if arguments[:1] != ("vote",) or "--seat" not in arguments:
        return "ann"
    return PEOPLE.get(arguments[arguments.index("--seat") + 1], "ann")


def contested(office: Office) -> str:
    """The id of a deliberation of judges who each recommend another option, more than are listed."""
    options = [word for name in "ABCDE" for word in ("--option", name)]
    seats = [word for name in "abcde" for word in ("--seat", f"{name}=person")]
    found: str = office.json("decide", "Which?", "--protocol", "judges", *options, *seats, "--debate", "0")["id"]
    for seat in "abcde":
        ballot = ("--seat", seat, "--choice", seat.upper(), "--confidence", "HIGH")
        office.json("vote", found, *ballot)
    return found
