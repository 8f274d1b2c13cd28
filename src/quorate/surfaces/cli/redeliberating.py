"""Opens a round for some seats of a deliberation, and carries it on."""

from typing import NamedTuple

from quorate.core.errors import InputError
from quorate.deliberation.events import Event
from quorate.deliberation.rounds.redeliberation import Again, redeliberate
from quorate.deliberation.session import Session, ahead
from quorate.documents.values import plain_mapping
from quorate.surfaces.cli.deciding import carried
from quorate.surfaces.cli.desk import Desk, desk
from quorate.surfaces.cli.options import Manner
from quorate.surfaces.cli.repeating import key_of
from quorate.surfaces.cli.streams import read_text
from quorate.surfaces.cli.voters import problems_in_round


class Request(NamedTuple):
    """What was asked for."""

    deliberation: str
    seats: tuple[str, ...] = ()
    evidence: str | None = None
    trigger: str = ""
    reason: str = ""
    factual: bool = False
    moves: int | None = None

    def read(self) -> Again:
        """The same with the evidence itself; a reason that nobody gave is the trigger."""
        evidence = read_text(self.evidence) if self.evidence is not None else ""
        reason = self.reason or self.trigger.replace("_", " ")
        return Again(self.trigger, reason, evidence.strip(), self.seats, self.factual, self.moves)


def deliberate_again(request: Request, manner: Manner) -> int:
    """Asks seats again, once, and goes on as far as it goes now."""
    again = request.read()
    plain_mapping(again._asdict())  # refuses half characters
    with desk(manner.store) as at:
        key = key_of(manner.key, "redeliberate", id=request.deliberation, again=again, author=at.outside.author)
        session = at.load(request.deliberation)
        with at.unless_done(key):
            if not at.was_done(key):
                session = at.carry(session, {})
                who = at.outside.who
                _check(at, session, redeliberate(session, again, who))
                at.change(session, lambda as_it_stands: redeliberate(as_it_stands, again, who), key)
        return carried(at, at.load(request.deliberation), manner)


def _check(at: Desk, session: Session, events: tuple[Event, ...]) -> None:
    """Refuses what the voters could not be sent, before anything is on the record."""
    if problems := problems_in_round(ahead(session, events), at.outside):
        raise InputError("; ".join(problems))
