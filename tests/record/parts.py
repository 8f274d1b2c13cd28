"""Events, summaries and a clock to keep records with."""

from datetime import UTC, datetime, timedelta
from typing import Any

from quorate.core.panel import Seat
from quorate.core.question import Option, Question
from quorate.deliberation.events import Author, Cast, Event, Opened, Policy, RoundClosed
from quorate.deliberation.summary import Summary, Wait
from quorate.record.chain import check_chain
from quorate.record.port import Change
from quorate.record.rows import EventRow, Store

DAY = "MAGI-2026-1115-"
ANNA = Author("anna")
ROBOT = Author("robot", "authenticated")
SEATS = (Seat("melchior", "logos", "anna"), Seat("balthasar", "pathos", "ben"), Seat("caspar", "sophia", "robot"))
NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


class Clock:
    """Goes on by one second whenever it is looked at, and can be put back."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


def opened(subject: str = "Move to the new cluster?", **said: Any) -> Opened:
    """The first event of a deliberation."""
    question = Question(subject, "operations", options=(Option("yes", "Move"), Option("no")))
    return Opened("magi", question, SEATS, {"threshold": "2/3"}, Policy(people=("anna",)), **said)


def cast(seat: str = "melchior", **vote: Any) -> Cast:
    """A ballot."""
    return Cast(1, seat, "sha256:0", {"decision": "APPROVE", "confidence": 80, **vote})


def new(
    *more: Event, subject: str = "Move to the new cluster?", day: str = DAY, waits: tuple[Wait, ...] = ()
) -> Change:
    """A new deliberation."""
    return Change(day, 0, (opened(subject), *more), Summary("magi", subject, "operations", waits=waits))


def more(deliberation: str, expected: int, *events: Event, **said: Any) -> Change:
    """Events behind those that are there."""
    summary = Summary(**{"protocol": "magi", "subject": "Move to the new cluster?", **said})
    return Change(deliberation, expected, events or (RoundClosed(1, "complete"),), summary)


async def open_one(record: Store, **said: Any) -> str:
    """Opens a deliberation, and gives its id."""
    (stored, *_), _ = await record.append([new(**said)], ANNA)
    return stored.deliberation


async def check_all(record: Store) -> list[EventRow]:
    """All events, after their chains were checked."""
    rows = [row for row in await record.export(list) if isinstance(row, EventRow)]
    for name in {row.deliberation for row in rows}:
        assert not [*check_chain(row for row in rows if row.deliberation == name)]
    return rows
