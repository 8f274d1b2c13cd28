"""Evidence that is checked between the last ballot of a round and its count."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from quorate.core.ballot import Evidence
from quorate.core.errors import Refused
from quorate.deliberation.events import Cast, Event, EvidenceChecked, ItemCheck
from quorate.deliberation.session import Round, Session


class CitedBallot(NamedTuple):
    """A ballot with evidence that was not checked yet."""

    seat: str
    position: int
    items: tuple[Evidence, ...]


class ItemFinding(NamedTuple):
    """An item that a check did not confirm: what it came to, a code for why, and the item. It says nothing of whose."""

    outcome: str
    why: str
    item: Evidence


def unconfirmed_items(session: Session) -> list[ItemFinding]:
    """What did not hold or was not checked in the latest round that was checked and counted, in the order of places.

    Whose it is stays out of it: in a challenge round nobody is shown who argued what.
    """
    checked = [one for one in session.rounds if one.checks and not one.is_open]
    found = list[ItemFinding]()
    for seat, check in checked[-1].checks.items() if checked else ():
        answer = checked[-1].answers.get(seat)
        items = evidence_in(answer) if isinstance(answer, Cast) else ()
        found += [ItemFinding(one.outcome, one.why, items[one.place]) for one in check.checks if one.outcome != "held"]
    return sorted(set(found), key=lambda one: (one.outcome != "failed", one.why, *map(str, one.item)))


def unchecked_ballots(round_: Round) -> list[CitedBallot]:
    """The ballots of a round that cite something, and were not checked as they stand."""
    found = []
    for seat, answer in round_.answers.items():
        position, checked = round_.positions[seat], round_.checks.get(seat)
        items = evidence_in(answer) if isinstance(answer, Cast) else ()
        if items and not (checked and checked.ballot == position):
            found.append(CitedBallot(seat, position, items))
    return found


def evidence_in(cast: Cast) -> tuple[Evidence, ...]:
    """What a ballot cites, as values."""
    stated = cast.vote.get("evidence")
    if not isinstance(stated, list):
        return ()
    known = [{key: item[key] for key in Evidence._fields if key in item} for item in stated]
    return tuple(Evidence(**item) for item in known)


def awaits_check(session: Session, round_: Round | None) -> bool:
    """True where nothing is counted before the evidence of this round was checked."""
    is_wanted = session.policy.check_evidence and round_ is not None and round_.is_open
    return bool(is_wanted and round_ and unchecked_ballots(round_))


def checked_round(session: Session) -> Round:
    """The round whose evidence is to be checked. Raises Refused where there is none, or ballots are still awaited."""
    round_ = session.round
    if not round_ or not round_.is_open or session.endings:
        raise Refused("no round is open: evidence is checked before a round is counted")
    if round_.missing:
        raise Refused(f"ballots are still awaited from {', '.join(round_.missing)}; the evidence is checked after them")
    return round_


def checked_events(
    session: Session, found: Mapping[CitedBallot, Sequence[ItemCheck]], root: str, commit: str
) -> tuple[Event, ...]:
    """The checks of all ballots that still stand as they were checked."""
    round_ = checked_round(session)
    standing = set(unchecked_ballots(round_))
    return tuple(
        EvidenceChecked(round_.number, ballot.seat, ballot.position, tuple(checks), root, commit)
        for ballot, checks in found.items()
        if ballot in standing
    )
