"""What a deliberation would take and cost at most, seat by seat, and what would be refused. Nobody is asked for it."""

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from quorate.app.life.notices import Notice
from quorate.app.question.panel_choice import PanelWishes
from quorate.commit import Outside
from quorate.core.panel import Seat
from quorate.deliberation.engines.engine_mode import FIRST
from quorate.deliberation.events import Opened, Stored
from quorate.deliberation.framing import ENGINE, ENGINES, SIMPLE, Mode, lens_seats
from quorate.deliberation.session import Session, evolve
from quorate.prompts.prompt import prompt_for
from quorate.seat_calls import Voters
from quorate.voters import kind_of
from quorate.voters.command import Command
from quorate.voters.port import PaidVoter, Voter

if TYPE_CHECKING:
    from quorate.app.app import Surroundings

_CALLED = frozenset((*ENGINES, "openai", "api", "command"))


def expect_calls(known: "Surroundings", panel: PanelWishes) -> None:
    """Prepares the calls of the panel that is wished for, if it has any. Nothing depends on it but the time."""
    kinds = {kind_of(seat.partition("=")[2])[0] for seat in panel.seats}
    if kinds & _CALLED or (not panel.seats and panel.mode in (SIMPLE, ENGINE)):
        known.calls().prepare()


_NONCE = "n" + "0" * 16  # as long as a real one


class Calling(NamedTuple):
    """A seat whose calls cost something: how often it is asked and for how long at most, and what it is sent.

    `cost` is what all attempts of one call may cost together; None where nobody knows. `requests` is 2 if it may be
    asked once more for its ballot, which is a single attempt.
    """

    seat: Seat
    attempts: int
    timeout: float
    prompt: int
    cost: Decimal | None
    requests: int = 1

    @property
    def all_attempts(self) -> int:
        """The attempts of the call, and that of the second request."""
        return self.attempts + self.requests - 1

    @property
    def seconds(self) -> float:
        """The time that all attempts may take together."""
        return self.all_attempts * self.timeout

    @property
    def worst_cost(self) -> Decimal | None:
        """What all attempts may cost together; None if nobody knows."""
        return None if self.cost is None else self.cost / self.attempts * self.all_attempts


class PanelPlan(NamedTuple):
    """An opening that is not on the record, and what is known of it beforehand."""

    opening: Opened
    mode: Mode
    notices: Sequence[Notice]
    calls: Sequence[Calling]
    problems: Sequence[str]

    @property
    def worst(self) -> "Worst":
        """The most that it may take and cost."""
        return worst_of(self.opening, self.calls)

    @property
    def budget(self) -> Decimal | None:
        """What may be spent, if that is limited."""
        return Decimal(self.opening.policy.max_cost) if self.opening.policy.max_cost else None


class Worst(NamedTuple):
    """The most that calls may take and cost, and the seats whose cost is unknown."""

    seconds: float
    cost: Decimal
    unknown: tuple[str, ...]


def callings(opening: Opened, voters: Voters, outside: Outside) -> list[Calling]:
    """The seats that would be called, in the order of the panel."""
    session = evolve(None, Stored("", 1, outside.now, outside.author, opening))
    asked = ((seat, voters.get(seat.voter)) for seat in opening.seats)
    return [_calling(session, seat, paid, outside) for seat, paid in asked if isinstance(paid, PaidVoter)]


def _calling(session: Session, seat: Seat, voter: PaidVoter, outside: Outside) -> Calling:
    text = prompt_for(session, seat, "", _NONCE, outside.templates).text
    attempts, timeout = _patience(voter)
    most = Decimal(voter.max_cost_per_call) if voter.max_cost_per_call else None
    size = len(text.encode(errors="surrogatepass"))
    return Calling(seat, attempts, timeout, size, most, requests=1 + session.policy.reask)


def _patience(voter: Voter) -> tuple[int, float]:
    if isinstance(voter, Command):
        return voter.program.attempts, voter.program.timeout
    return 1, voter.lease if isinstance(voter, PaidVoter) else 0.0


def is_first(opening: Opened, seat: Seat) -> bool:
    """True where the others wait for this seat's ballot."""
    return opening.mode == ENGINE and seat.voter_kind == FIRST


def worst_of(opening: Opened, calls: Sequence[Calling]) -> Worst:
    """Those who go first together, then all the others together."""
    first = max((one.seconds for one in calls if is_first(opening, one.seat)), default=0.0)
    then = max((one.seconds for one in calls if not is_first(opening, one.seat)), default=0.0)
    return Worst(first + then, _known(calls), tuple(one.seat.name for one in calls if one.cost is None))


def _known(calls: Sequence[Calling]) -> Decimal:
    return sum((call.worst_cost for call in calls if call.worst_cost is not None), Decimal(0))


def fallback_worst(opening: Opened, calls: Sequence[Calling]) -> Worst | None:
    """What comes on top should all external engines be lost; None where nothing would follow by itself."""
    question, claude = opening.question, next((one for one in calls if is_first(opening, one.seat)), None)
    if not claude or len(externals(opening)) < 2 or question.action or question.is_hard_to_reverse:
        return None
    again = [claude._replace(seat=seat) for seat in lens_seats(opening.protocol, claude.seat.voter)]
    if not again:
        return None
    return Worst(claude.seconds, _known(again), tuple(one.seat.name for one in again if one.cost is None))


def externals(opening: Opened) -> list[str]:
    """The engines that are asked after Claude."""
    return [seat.voter_kind for seat in opening.seats if seat.voter_kind in ENGINES and seat.voter_kind != FIRST]
