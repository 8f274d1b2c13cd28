"""Deadlock: what can be done where the last re-deliberation has brought no consensus, in this order.

REFRAME (smaller questions, each deliberated on its own), TIMEBOUND (only where it was settled beforehand: the surest
seat's choice holds at the deadline), DEFER (a step that can be undone), ESCALATE (a person decides). Where exactly one
option can be undone, that one is recommended, with what to watch.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from quorate.core.errors import Refused
from quorate.deliberation.events import Deferred, Event, Opened, Reframed
from quorate.deliberation.permission import person_refused, standing_refusal
from quorate.deliberation.rounds import is_deadlocked
from quorate.deliberation.rules import open_session
from quorate.deliberation.session import Session
from quorate.deliberation.timebound import ballots_of

Events = tuple[Event, ...]
MOST_QUESTIONS = 12
LONGEST_QUESTION = 1_000
_HOLD = {"magi": "REJECT"}


class Recommendation(NamedTuple):
    """The choice that can be undone, and what to watch once it is taken."""

    choice: str
    monitor: tuple[str, ...]


def proposals(session: Session) -> tuple[str, ...]:
    """Smaller questions that the ballots themselves suggest: one for every condition and every concern."""
    found = dict.fromkeys(_proposed(session))
    return tuple(found)[:MOST_QUESTIONS]


def _proposed(session: Session) -> Iterator[str]:
    for ballot in ballots_of(session):
        yield from (f"Can this be met: {_phrase(text)}?" for text in ballot.conditions)
    for ballot in ballots_of(session):
        yield from (f"Is this answered: {_phrase(one.text)}?" for one in ballot.concerns if one.text.strip())
    for ballot in ballots_of(session):
        yield from (f"Would this do instead: {_phrase(text)}?" for text in ballot.alternatives)


def _phrase(text: str) -> str:
    return " ".join(text.split()).rstrip(".?!")[: LONGEST_QUESTION - 40]


def reframe(session: Session, questions: Sequence[str], reason: str = "") -> Events:
    """Breaks the question into smaller ones; `children_of` gives their openings."""
    _check(session)
    asked = [question.strip() for question in questions]
    if not asked or not all(asked) or len(asked) > MOST_QUESTIONS or len(set(asked)) < len(asked):
        raise Refused(f"a question is broken into 1 to {MOST_QUESTIONS} smaller ones, each of them once")
    return (Reframed(tuple(asked), reason),)


def children_of(session: Session, reframed: Reframed) -> list[Opened]:
    """The openings of the smaller questions: the same panel, protocol and context. Their action is nobody's yet."""
    opened, question = session.opened, session.question
    stated = {"domain": question.domain, "context": question.context, "reversibility": question.reversibility}
    options = [option._asdict() for option in question.options]
    more = {key: value for key, value in {**stated, "options": options}.items() if value}
    return [
        open_session(
            opened.protocol,
            {"subject": subject, **more},
            opened.seats,
            terms=opened.terms,
            policy=opened.policy._replace(ballots_by=""),
            mode=opened.mode,
            parent=session.id,
            lost=opened.lost,
        )
        for subject in reframed.questions
    ]


def defer(session: Session, step: str, owner: str, monitor: str) -> Events:
    """Takes a step that can be undone, and leaves the question open for later."""
    _check(session)
    if not (step.strip() and owner.strip() and monitor.strip()):
        raise Refused("a deferral names the step that can be undone, its owner, and what to monitor")
    return (Deferred(step.strip(), owner.strip(), monitor.strip()),)


def _check(session: Session) -> None:
    if why := standing_refusal(session):
        raise Refused(why)
    if not is_deadlocked(session):
        raise Refused("this is no deadlock: it is one after two re-deliberations without consensus")
    if person_refused(session):
        raise Refused("a person has decided here already")


def recommendation(session: Session) -> Recommendation | None:
    """Where deadlocked, the one choice that can be undone, if there is exactly one."""
    if not is_deadlocked(session):
        return None
    question = session.question
    if question.options:
        choice = question.reversible[0] if len(question.reversible) == 1 and len(question.options) > 1 else ""
    else:
        choice = _HOLD.get(session.protocol, "") if question.is_hard_to_reverse else ""
    return Recommendation(choice, _to_watch(session)) if choice else None


def _to_watch(session: Session) -> tuple[str, ...]:
    """The risks and concerns that ballots name: what would show that the recommendation was wrong."""
    ballots = ballots_of(session)
    named = [text for one in ballots for text in (*one.risks, *(concern.text for concern in one.concerns))]
    return tuple(dict.fromkeys(text for text in named if text.strip()))
