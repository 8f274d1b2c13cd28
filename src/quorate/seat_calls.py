"""How the seats of a round are asked: who may be called now, and what a call brings onto the record."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, NamedTuple

from quorate.commit import Outside, Rule, change
from quorate.core.panel import Seat
from quorate.core.span import ATTEMPT, DELIBERATION, OUTCOME, ROUND, VOTER_KIND
from quorate.deliberation.engines.engine_mode import their_turn
from quorate.deliberation.events import ERROR, Claimed, Event, Opened, Replied, Reply, Stored
from quorate.deliberation.moves import answered, claim, claim_again, not_asked_again, replied, take_over
from quorate.deliberation.session import Session, ahead, evolve
from quorate.prompts.prompt import Prompt, prompt_for, second_prompt
from quorate.record.port import Record
from quorate.replies.cost import is_over_budget
from quorate.replies.envelopes import letter_of, with_model
from quorate.replies.seat_reply import ballot_of
from quorate.voters.port import LOST, PaidVoter, Voter

Voters = Mapping[str, Voter]
SPARE_SECONDS = 30


class CallOutcome(NamedTuple):
    """What a call brought: the rule that puts it on the record, and what to do once it is there."""

    rule: Rule
    afterwards: Callable[[], None]


class SeatCalls(NamedTuple):
    """The calls that this process waits for, by round and seat, and since when it has seen those made elsewhere."""

    running: dict[tuple[int, str], asyncio.Task[CallOutcome]]
    seen: dict[str, float]


class WantedCall(NamedTuple):
    """A call that is to be claimed: for which seat, whose voter, in place of which lost one, after which reply."""

    seat: Seat
    voter: PaidVoter
    before: Claimed | None
    first: Replied | None
    call: str
    nonce: str

    def claimed(self, session: Session, now: str) -> tuple[Event, ...]:
        """The claim, if it can still be made."""
        terms = (self.call, self.nonce, now, self.voter.lease + SPARE_SECONDS)
        if self.first:
            return claim_again(session, self.first, *terms)
        return take_over(session, self.before, *terms) if self.before else claim(session, self.seat.name, *terms)


async def ask(session: Session, calls: SeatCalls, voters: Voters, record: Record, outside: Outside) -> Session:
    """Starts a call for every seat whose turn it is and that may be called; gives the session with the claims on it."""
    number = session.rounds[-1].number if session.rounds else 0

    def begin(seat: Seat, story: Coroutine[Any, Any, CallOutcome]) -> None:
        calls.running[number, seat.name] = asyncio.ensure_future(story)

    paid: list[tuple[Seat, PaidVoter]] = []
    for seat in their_turn(session, to_ask(session, voters)):
        voter = voters[seat.voter]
        if (number, seat.name) in calls.running:
            continue
        if isinstance(voter, PaidVoter):
            paid.append((seat, voter))
        else:
            begin(seat, _free_call(session, seat, voter, outside))
    wanted, too_dear = _wanted_of(session, paid, voters, calls, outside)
    session = await _claimed(session, wanted, record, outside)
    for seat, paid_voter in paid:
        held, unread = _claim_of(session, seat), _unread_reply(session, seat)
        if seat in too_dear and unread:
            begin(seat, _not_asked_again(unread))
        elif seat in too_dear:
            begin(seat, _at_once(session, seat, _too_dear(session)))
        elif unread:
            continue  # somebody else was faster, or the round is over
        elif held and paid_voter.knows(held.call):
            begin(seat, _paid_call(session, seat, paid_voter, held, outside))
    return session


def to_ask(session: Session, voters: Voters) -> list[Seat]:
    """The seats without an answer that a voter of ours answers for.

    Replies are read as soon as they are on the record: a seat that has one and no answer is asked once more.
    """
    round_ = session.round
    if not round_ or not round_.is_open:
        return []
    missing = frozenset(round_.missing)
    return [seat for seat in session.opened.seats if seat.name in missing and seat.voter in voters]


def problems_with(opening: Opened, voters: Voters, outside: Outside) -> list[str]:
    """Which seats could not be sent their prompt, and why: asked before anything is on the record."""
    session = evolve(None, Stored("", 1, outside.now, outside.author, opening))
    prompts = ((seat, prompt_for(session, seat, "", _nonce("0" * 16), outside.templates)) for seat in opening.seats)
    found = ((seat, voters[seat.voter], prompt) for seat, prompt in prompts if seat.voter in voters)
    return [
        f"seat {seat.name}: {why}"
        for seat, voter, prompt in found
        if isinstance(voter, PaidVoter) and (why := voter.problem_with(prompt))
    ]


def drop_needless(session: Session, calls: SeatCalls, voters: Voters) -> None:
    """Nobody waits any more for calls of a round that is over."""
    wanted = {(session.rounds[-1].number, seat.name) for seat in to_ask(session, voters)}
    for name in [name for name in calls.running if name not in wanted]:
        calls.running.pop(name).cancel()


def forget_calls(session: Session, voters: Voters) -> None:
    """Removes what calls have left behind, those of a crash included, once nobody is asked any more."""
    for seat in session.opened.seats if voters else ():
        voter = voters.get(seat.voter)
        if isinstance(voter, PaidVoter):
            for round_ in session.rounds:
                first, held = round_.first_requests.get(seat.name), round_.claims.get(seat.name)
                for claimed in (first.claimed if first else None, held):
                    if claimed:
                        voter.forget(claimed.call)


def _claim_of(session: Session, seat: Seat) -> Claimed | None:
    return session.rounds[-1].claims.get(seat.name)


def _unread_reply(session: Session, seat: Seat) -> Replied | None:
    """The reply without a ballot after which the seat is to be asked once more."""
    round_ = session.rounds[-1]
    return round_.replies.get(seat.name) if seat.name not in round_.answers else None


def _can_answer(before: Claimed, voter: PaidVoter, seen: dict[str, float]) -> bool:
    """True while a call may bring something. Of one made elsewhere only its claim is seen: it may take its time.

    That time is counted from when this process first saw the claim, by its own clock: no other clock is believed.
    """
    if voter.knows(before.call):
        return not voter.is_lost(before.call)
    now = asyncio.get_running_loop().time()
    return now - seen.setdefault(before.call, now) < (before.lease or voter.lease + SPARE_SECONDS)


def _wanted(
    session: Session, seat: Seat, voter: PaidVoter, seen: dict[str, float], outside: Outside
) -> WantedCall | None:
    """The call to claim; None where somebody holds one whose answer can still come."""
    before, first = _claim_of(session, seat), _unread_reply(session, seat)
    if first:
        return WantedCall(seat, voter, None, first, outside.fresh(), _nonce(outside.fresh()))
    if before and _can_answer(before, voter, seen):
        return None
    return WantedCall(seat, voter, before, None, outside.fresh(), _nonce(outside.fresh()))


def _wanted_of(
    session: Session, paid: Sequence[tuple[Seat, PaidVoter]], voters: Voters, calls: SeatCalls, outside: Outside
) -> tuple[list[WantedCall], list[Seat]]:
    """The calls to claim, and the seats for which there is no money left once those are made."""
    wanted, too_dear = list[WantedCall](), list[Seat]()
    for seat, voter in paid:
        if _is_too_dear(session, seat, voters):
            too_dear.append(seat)
        elif one := _wanted(session, seat, voter, calls.seen, outside):
            wanted.append(one)
            session = ahead(session, one.claimed(session, outside.now))
    return wanted, too_dear


async def _claimed(session: Session, wanted: Sequence[WantedCall], record: Record, outside: Outside) -> Session:
    """Claims the calls at once, each after its place was made; what somebody else has claimed is given back."""
    for one in wanted:
        one.voter.reserve(one.call)

    def rule(as_it_stands: Session) -> tuple[Event, ...]:
        return tuple(event for one in wanted for event in one.claimed(as_it_stands, outside.now))

    session = (await change(record, session, rule, outside)).session
    for one in wanted:
        held = _claim_of(session, one.seat)
        if not held or held.call != one.call:
            one.voter.release(one.call)
        elif one.before:
            one.voter.forget(one.before.call)
    return session


def _nonce(fresh: str) -> str:
    """Never a number: a reply may write it without quotes."""
    return f"n{fresh}"


def _is_too_dear(session: Session, seat: Seat, voters: Voters) -> bool:
    """True where a call that nobody has started must not be, because it might exceed the budget."""
    is_claimed = _claim_of(session, seat) and not _unread_reply(session, seat)
    if not session.policy.max_cost or is_claimed:
        return False
    asked = ((one.name, voters.get(one.voter)) for one in session.opened.seats)
    most = {name: paid.max_cost_per_call for name, paid in asked if isinstance(paid, PaidVoter)}
    return is_over_budget(session, most, seat)


def _too_dear(session: Session) -> Reply:
    why = f"not called: the budget of ${session.policy.max_cost} is used up, or this call could exceed it"
    return Reply(ERROR, detail=why)


async def _paid_call(session: Session, seat: Seat, voter: PaidVoter, held: Claimed, outside: Outside) -> CallOutcome:
    """Starts the call, or finds it again; a lost one leaves nothing, so that it is claimed anew."""
    if held.request > 1:
        first = session.rounds[-1].first_requests[seat.name].replied
        text = letter_of(seat.voter_kind, first.reply).text
        prompt = second_prompt(session, seat, held.call, held.nonce, held.options, text)
    else:
        prompt = prompt_for(session, seat, held.call, held.nonce, outside.templates, held.options)
    what: dict[str, str | int] = {
        DELIBERATION: session.id,
        ROUND: held.round,
        VOTER_KIND: seat.voter_kind,
        ATTEMPT: held.fence,
    }
    with outside.spans("call", what) as note:
        reply = await _answer(voter, prompt._replace(fence=held.fence))
        note(OUTCOME, reply.outcome)
    if reply.detail == LOST:
        return CallOutcome(_nothing_follows, _nothing_to_do)
    kept = with_model(seat.voter_kind, reply)
    return CallOutcome(lambda as_it_stands: replied(as_it_stands, held, kept), lambda: voter.forget(held.call))


async def _free_call(session: Session, seat: Seat, voter: Voter, outside: Outside) -> CallOutcome:
    return await _at_once(session, seat, await _answer(voter, prompt_for(session, seat, templates=outside.templates)))


async def _at_once(session: Session, seat: Seat, reply: Reply) -> CallOutcome:
    number = session.rounds[-1].number
    return CallOutcome(lambda as_it_stands: answered(as_it_stands, seat.name, number, reply, ballot_of), _nothing_to_do)


async def _not_asked_again(first: Replied) -> CallOutcome:
    """What a reply without a ballot comes to if the budget leaves nothing for the second request."""
    return CallOutcome(
        lambda as_it_stands: not_asked_again(as_it_stands, first, "reask_over_budget", ballot_of), _nothing_to_do
    )


async def _answer(voter: Voter, prompt: Prompt) -> Reply:
    try:
        return await voter.answer(prompt)
    except Exception as error:  # noqa: BLE001 - the one place where a voter that breaks becomes an event
        return Reply(ERROR, detail=f"{type(error).__name__}: {error}")


def _nothing_follows(_: Session) -> tuple[Event, ...]:
    return ()


def _nothing_to_do() -> None:
    pass
