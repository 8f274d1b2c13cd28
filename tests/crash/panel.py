"""The deliberation that is put through its crashes: three slow programs and a person, and what each of them says."""

import os
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from quorate.commit import Outside
from quorate.core.panel import Seat
from quorate.deliberation.events import Opened
from quorate.deliberation.moves import open_session
from quorate.deliberation.principal import Principal
from quorate.record.port import RequestKey
from quorate.voters.calls.call_folders import Calls
from tests.patience import PATIENCE

PERSON = "Anna"
ACTION = "deploy queue 1.4"
BALLOTS: Mapping[str, Mapping[str, Any]] = {
    "Logos": {"position": "APPROVE", "confidence": 80, "rationale": "the load fits"},
    "Pathos": {"position": "REJECT", "confidence": 70, "rationale": "nights get longer"},
    "Sophia": {"position": "APPROVE", "confidence": 75, "rationale": "one system fewer"},
    PERSON: {"position": "APPROVE", "confidence": 90, "rationale": "I have seen it run"},
}
SECONDS = {"Logos": 0.03, "Pathos": 0.15, "Sophia": 0.09}
OPENING, VOTING = RequestKey("open", "the queue"), RequestKey("vote", "Anna's ballot")
LONGEST_CALL = PATIENCE
_PROGRAM = """
call=${TMPDIR%/tmp}
printf 'start %s %s\\n' "$0" "${call##*/}" >> "$1"
sleep "$2"
printf 'answer %s %s\\n' "$0" "${call##*/}" >> "$1"
printf '%s\\n' "$3"
"""


def opening() -> Opened:
    """The question and its panel, the same every time."""
    seats = [Seat(name, "", voter_of(name)) for name in SECONDS]
    return open_session(
        "magi", {"subject": "Adopt the queue?", "action": ACTION}, [*seats, Seat(PERSON, "", "person:anna")]
    )


def voter_of(seat: str) -> str:
    """What the panel calls the seat's voter: no paths, so that every verdict has the same bytes."""
    return f"command:{seat.casefold()}"


def program_of(seat: str, folder: Path, pace: float) -> list[str]:
    """A program that writes down when it starts and when it is about to answer, and for which call."""
    reply = "{{position: {position}, confidence: {confidence}, rationale: {rationale}}}".format(**BALLOTS[seat])
    return ["/bin/sh", "-c", _PROGRAM, seat, str(runs_in(folder)), str(SECONDS[seat] * pace), reply]


def runs_in(folder: Path) -> Path:
    """Where the programs write."""
    return folder / "runs"


def trail_in(folder: Path) -> Path:
    """Where the workers write."""
    return folder / "trail"


def calls_in(folder: Path) -> Calls:
    """The calls that all workers of one deliberation share."""
    return Calls(folder / "calls", os.environ)


def releasing(who: str) -> RequestKey:
    """A client's own name for its release."""
    return RequestKey(f"release by {who}", ACTION)


def clock() -> datetime:
    """The time."""
    return datetime.fromtimestamp(time.time(), UTC)


def outside(who: str = "ann") -> Outside:
    """The real time, names that nobody else has, and who acts."""
    return Outside(clock, lambda: uuid4().hex, Principal(who))
