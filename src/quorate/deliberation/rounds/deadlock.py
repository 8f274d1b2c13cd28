"""Deadlock: what can be done where the last re-deliberation has brought no consensus, in this order.

REFRAME (smaller questions, each deliberated on its own), TIMEBOUND (only by a policy: the most confident seat's
choice applies at the deadline), DEFER (a step that can be undone), ESCALATE (a person decides). Where exactly one
option can be undone, that one is recommended, with what to watch.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from quorate.core.errors import InputError, Refused
from quorate.core.protocol import OPTION
from quorate.core.text import says_something
from quorate.deliberation.counting import question_document
from quorate.deliberation.events import KEEP_OPEN, ChildrenOpened, Deferred, Event, Opened, Reframed
from quorate.deliberation.moves import open_session
from quorate.deliberation.permission import is_asking, person_refused, refusal, standing_refusal, still_needed
from quorate.deliberation.principal import Principal, check_may
from quorate.deliberation.rounds.earlier_warnings import silenced
from quorate.deliberation.rounds.stalemate import is_deadlocked
from quorate.deliberation.rounds.timebound import ballots_of, reversible_choice
from quorate.deliberation.session import Session
from quorate.documents.vote_form import words_of

Events = tuple[Event, ...]
MOST_QUESTIONS = 12
LONGEST_QUESTION = 1_000
REFRAME = "reframe"
_ASKED = {"condition": "Can this be met", "concern": "Is this answered", "alternative": "Would this do instead"}
_KEPT = ("domain", "context", "reversibility", "options")
_YES_OR_NO = [{"id": "yes"}, {"id": "no"}]


class Recommendation(NamedTuple):
    """The choice that can be undone, and what to watch once it is taken."""

    choice: str
    monitor: tuple[str, ...]


class Proposal(NamedTuple):
    """A smaller question: about a `condition`, a `concern` or an `alternative` that a ballot names."""

    about: str
    text: str

    @property
    def question(self) -> str:
        """As it would be asked."""
        return f"{_ASKED[self.about]}: {self.text}?"


def proposals(session: Session) -> tuple[str, ...]:
    """Smaller questions that the ballots themselves suggest: for every condition, every concern, every alternative."""
    return tuple(one.question for one in proposed(session))


def proposed(session: Session) -> tuple[Proposal, ...]:
    """The same with what each is about."""
    return tuple(dict.fromkeys(_proposed(session)))[:MOST_QUESTIONS]


def _proposed(session: Session) -> Iterator[Proposal]:
    ballots = [*ballots_of(session), *silenced(session)]
    named = {
        "condition": [text for one in ballots for text in one.conditions],
        "concern": [concern.text for one in ballots for concern in one.concerns],
        "alternative": [text for one in ballots for text in one.alternatives],
    }
    return (Proposal(about, said) for about, texts in named.items() for text in texts if (said := _phrase(text)))


def _phrase(text: str) -> str:
    return " ".join(text.split()).rstrip(".?!")[: LONGEST_QUESTION - 40]


def reframe(session: Session, questions: Sequence[str], reason: str = "", *, by: Principal) -> Events:
    """Breaks the question into smaller ones; `children_of` gives their openings."""
    check_may("reframe", session, by)
    return _reframed(session, questions, reason)


def _reframed(session: Session, questions: Sequence[str], reason: str) -> tuple[Reframed, ...]:
    _check(session)
    asked = [question.strip() for question in questions]
    if not asked or not all(map(says_something, asked)) or len(asked) > MOST_QUESTIONS or len(set(asked)) < len(asked):
        raise Refused(f"a question is broken into 1 to {MOST_QUESTIONS} smaller ones, each of them once")
    reframed = Reframed(tuple(asked), reason)
    children_of(session, reframed)  # refused now rather than after it is on the record
    return (reframed,)


def reframed_by_policy(session: Session) -> Events:
    """All smaller questions that the ballots suggest, where that was settled beforehand; without any, a person."""
    is_left = session.policy.deadlock == REFRAME and is_deadlocked(session) and is_asking(session)
    found = proposals(session) if is_left and "human_choice" in still_needed(session) else ()
    return tuple(one._replace(by_policy=True) for one in _reframed(session, found, "")) if found else ()


def children_of(session: Session, reframed: Reframed) -> list[Opened]:
    """The openings of the smaller questions: the same panel, protocol and context. Their action is nobody's yet."""
    return [_child(session, subject) for subject in reframed.questions]


def _child(session: Session, subject: str) -> Opened:
    """What ballots suggest is answered with yes or no; somebody's own question is about the same options."""
    opened, stated = session.opened, question_document(session.question)
    more = {key: stated[key] for key in _KEPT if key in stated}
    if subject in proposals(session):
        more.pop("options", None)
        more |= {"options": _YES_OR_NO} if words_of(opened.protocol).subject == OPTION else {}
    child = open_session(
        opened.protocol,
        {"subject": subject, **more},
        opened.seats,
        terms=opened.terms,
        policy=opened.policy._replace(ballots_by="", at_ballots_by=KEEP_OPEN),
        mode=opened.mode,
        parent=session.id,
        lost=opened.lost,
    )
    return child._replace(opened_for=session.opener)


def unopened_children(session: Session) -> list[Opened]:
    """The openings of a reframed question's children, until they are on its record."""
    reframed = [said.answer for said in session.said if isinstance(said.answer, Reframed)]
    is_over = bool(session.children or session.endings) or not session.is_current
    return children_of(session, reframed[-1]) if reframed and not is_over else []


def children_opened(session: Session, children: Sequence[str]) -> Events:
    """That they were opened, once."""
    return (ChildrenOpened(tuple(children)),) if unopened_children(session) else ()


def defer(session: Session, step: str, owner: str, monitor: str, *, by: Principal) -> Events:
    """Takes a step that can be undone, and leaves the question open for later."""
    check_may("defer", session, by)
    _check(session)
    if not all(map(says_something, (step, owner, monitor))):
        raise InputError("a deferral needs a step that can be undone, its owner, and what to monitor")
    return (Deferred(step.strip(), owner.strip(), monitor.strip()),)


def _check(session: Session) -> None:
    if why := standing_refusal(session):
        raise Refused(why)
    if not is_deadlocked(session):
        raise Refused("this is not a deadlock: that takes two re-deliberations without consensus")
    if person_refused(session):
        raise Refused("a person has already decided here")
    if session.lapsed_at:
        raise Refused(refusal(session))


def recommendation(session: Session) -> Recommendation | None:
    """Where deadlocked, the one choice that can be undone, if there is exactly one."""
    if not is_deadlocked(session):
        return None
    choice = reversible_choice(session)
    return Recommendation(choice, _to_watch(session)) if choice else None


def _to_watch(session: Session) -> tuple[str, ...]:
    """The risks and concerns that ballots name: what would show that the recommendation was wrong."""
    ballots = [*ballots_of(session), *silenced(session)]
    named = [text for one in ballots for text in (*one.risks, *(concern.text for concern in one.concerns))]
    return tuple(dict.fromkeys(text for text in named if text.strip()))
