"""A deliberation played by hand: rules give events, which are stamped one second apart and folded in."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from quorate.core.panel import Seat
from quorate.core.question import Question
from quorate.deliberation.events import Event, Opened, Policy, Stored
from quorate.deliberation.moments import stamp
from quorate.deliberation.moves import cast, moves, open_session
from quorate.deliberation.precondition import Seen
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session, evolve
from quorate.replies.seat_reply import ballot_of

START = datetime(2026, 11, 15, 9, tzinfo=UTC)
ANN, BEN = Principal("ann"), Principal("ben", owns_store=True)
NAMES = ("ann", "ben", "cara", "dan", "eve", "finn", "gil")
QUESTION = {"subject": "Adopt the queue?", "action": "deploy queue 1.4"}


def moment(seconds: float) -> str:
    """So many seconds after the start."""
    return stamp(START + timedelta(seconds=seconds))


def people(*names: str) -> tuple[Seat, ...]:
    """Seats that anybody may answer for."""
    return tuple(Seat(name, voter="person") for name in names)


def approve(confidence: int = 80, **more: Any) -> dict[str, Any]:
    """A ballot of magi for the proposal."""
    return {"position": "APPROVE", "confidence": confidence, "rationale": "sound", **more}


def reject(confidence: int = 80, **more: Any) -> dict[str, Any]:
    """A ballot of magi against it."""
    return {"position": "REJECT", "confidence": confidence, "rationale": "unsound", **more}


def opened_with(*seats: Seat, **more: Any) -> Opened:
    """An opening with this panel."""
    return Opened("magi", Question("Adopt the queue?"), seats, {}, Policy(), **more)


class Play:
    """A session and its history, moved on by events.

    `from_before` opens it as it was opened before names were looked at.
    """

    def __init__(self, *seats: Seat, protocol: str = "magi", policy: Policy | None = None, **more: Any) -> None:
        question = more.pop("question", QUESTION)
        panel = seats or people("Logos", "Pathos", "Sophia")
        self.history: list[Stored] = []
        self.seconds = 0
        self.session: Session
        if more.pop("from_before", False):
            parent = more.pop("parent", "")
            opened = open_session(protocol, question, panel, policy=policy, parent="checked before", **more)
            self.take(opened._replace(parent=parent))
        else:
            self.take(open_session(protocol, question, panel, policy=policy, **more))
        self.settle()

    @property
    def now(self) -> str:
        return moment(self.seconds)

    def take(self, *events: Event, author: Principal = ANN) -> "Play":
        for event in events:
            self.seconds += 1
            stored = Stored("MAGI-2026-1115-001", len(self.history) + 1, self.now, author.author, event)
            self.session = evolve(None if isinstance(event, Opened) else self.session, stored)
            self.history.append(stored)
        return self

    def settle(self) -> "Play":
        """As far as the rules carry it alone."""
        while events := moves(self.session, self.now, ballot_of):
            self.take(*events)
        return self

    def voter(self, seat: str) -> Principal:
        """Who answers for a seat where nobody is named: each seat has somebody of its own."""
        for place, one in enumerate(self.session.opened.seats):
            if one.name.casefold() == seat.casefold():
                return Principal(one.holder or (NAMES[place] if place < len(NAMES) else f"person {place}"))
        return ANN

    def vote(self, seat: str, vote: Mapping[str, Any], author: Principal | None = None, **more: Any) -> "Play":
        """A ballot of somebody who has the question before them as it stands."""
        by, said = author or self.voter(seat), {"seen": Seen(self.session.question.content_hash), **more}
        return self.take(*cast(self.session, seat, vote, by, now=self.now, **said), author=by).settle()

    def votes(self, **votes: Mapping[str, Any]) -> "Play":
        for seat, vote in votes.items():
            self.vote(seat, vote)
        return self

    def later(self, seconds: int) -> "Play":
        self.seconds += seconds
        return self
