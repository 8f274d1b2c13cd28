"""An answer binds to what its author saw: a ballot to a revision of the question, an answer to a verdict.

A hash names what was seen. It is checked where the answer is stored, so that nobody's answer lands on something newer.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from quorate.core.errors import InputError, Outdated, Refused
from quorate.core.wording import ArgumentName, TerminalHint, Wording
from quorate.deliberation.events import Declined, Deferred, Event, Overridden, Reframed, Resolved
from quorate.deliberation.moments import shown
from quorate.deliberation.session import Round, Session

FEWEST_DIGITS = 8
SHOWN_DIGITS = 16
_HASH = re.compile(rf"(?:sha256:)?([0-9a-f]{{{FEWEST_DIGITS},64}})")
_ANSWERS = (Resolved, Overridden, Declined, Reframed, Deferred)


class Seen(NamedTuple):
    """What the author of a ballot had before them: the question's hash and the round; empty and 0 where unstated."""

    question: str = ""
    round: int = 0


NOTHING = Seen()


def short(hash_: str) -> str:
    """The digits that hints print; fewer are taken where they name one thing only."""
    return hash_.removeprefix("sha256:")[:SHOWN_DIGITS]


def bound_answers(
    session: Session, answer: Callable[[], Sequence[Event]], stated: str, *, is_refusal: bool = False
) -> tuple[Event, ...]:
    """A person's answers with the verdict that they answer. Raises Outdated where that is not the latest one.

    What was seen is checked first: whoever answers something else is told so, whatever else is wrong with the answer.
    """
    check_verdict(session, stated, is_refusal=is_refusal)
    events = answer()
    return tuple(
        event._replace(verdict=session.verdict_hash) if isinstance(event, _ANSWERS) else event for event in events
    )


def check_seen(session: Session, round_: Round, seen: Seen) -> None:
    """Raises Outdated where a ballot answers another revision, or another round, than the one that is open."""
    if not seen.question and _is_first(session):
        return
    if not seen.question:
        what = f"the question is at revision {session.question.revision}; state which revision this ballot answers: "
        raise Refused(Wording(what, *_how_to_state("question", round_.question, session)))
    if not names_revision(session, seen.question, round_.question):
        what = "is outdated" if _was_a_revision(session, seen.question) else "is not a hash of this question"
        raise Outdated(
            f"this ballot answers {seen.question}, which {what}; {_question_now(session)}, {round_.question}"
        )
    if seen.round and seen.round != round_.number:
        raise Outdated(
            f"round {seen.round} was closed in the meantime; round {round_.number} is open: look at it again"
        )


def check_verdict(session: Session, stated: str, *, is_refusal: bool = False) -> None:
    """Raises Outdated where an answer is to another verdict than the latest one, or to none of this deliberation."""
    if not session.verdict or (not stated and is_refusal and _is_first(session)):
        return  # the rules say best that nothing is asked yet
    if not stated:
        how = _how_to_state("verdict", session.verdict_hash, session)
        raise Refused(Wording("state which verdict this answers: ", *how))
    if not _names_one(stated, session.verdict_hash, [past.hash for past in session.earlier], "count"):
        was_one = any(names(stated, past.hash) for past in session.earlier)
        what = "is outdated" if was_one else "is not a hash of a verdict of this deliberation"
        raise Outdated(f"this answers the verdict {stated}, which {what}; {_since(session, stated)}")
    if not session.is_asked_as_it_stands:
        raise Outdated(f"this answers the verdict {stated}, which is outdated; {_question_now(session)}")


def _how_to_state(name: str, hash_: str, session: Session) -> tuple[str, ...]:
    where = TerminalHint(f" (`quorate show {session.id}` shows it)")
    return ArgumentName(name), f" {short(hash_)}", where


def _is_first(session: Session) -> bool:
    """While there is a single revision and a single count, there is nothing else that could be meant."""
    counts = len(session.earlier) + bool(session.verdict)
    return session.question.revision == 1 and counts <= 1


def names_revision(session: Session, stated: str, full: str) -> bool:
    """True where the stated hash is that of this revision. Raises Refused where it might be another one's too."""
    return _names_one(stated, full, _revisions(session), "revision")


def _was_a_revision(session: Session, stated: str) -> bool:
    return any(names(stated, one) for one in _revisions(session))


def _revisions(session: Session) -> list[str]:
    asked = [round_.question for round_ in session.rounds]
    edited = [edit.replaced for edit in session.edits]
    return [*asked, *edited, session.question_hash]


def _names_one(stated: str, full: str, known: Sequence[str], what: str) -> bool:
    """Few digits can be made to fit two revisions by whoever writes both, so they have to tell them apart."""
    if not names(stated, full):
        return False
    if any(names(stated, other) for other in known if other != full):
        raise Refused(f"{stated} matches more than one {what} of this deliberation; give more digits")
    return True


def names(stated: str, full: str) -> bool:
    """True where the stated hash, perhaps only its beginning, is this one. Raises InputError for what is no hash."""
    digits = _HASH.fullmatch(stated.strip().casefold())
    if not digits:
        raise InputError(f"found {stated!r}; allowed: a hash, or at least its first {FEWEST_DIGITS} hex digits")
    return bool(full) and full.removeprefix("sha256:").startswith(digits[1])


def _since(session: Session, stated: str) -> str:
    """What has changed since the verdict that was stated."""
    before = next((past for past in session.earlier if names(stated, past.hash)), None)
    verdict = session.verdict
    now = f"the verdict is now {short(session.verdict_hash)}" + (f" ({verdict.result})" if verdict else "")
    if before is None:
        return now
    edited = session.rounds[before.round - 1].question != session.question_hash
    why = _question_now(session) if edited else "the ballots were counted again"
    return f"it was {before.verdict.result}; {why}; {now}"


def _question_now(session: Session) -> str:
    """The latest revision, and what its last edit changed."""
    at = f"the question is at revision {session.question.revision}"
    if not session.edits:
        return at
    last = session.edits[-1]
    return f"{at}: {last.author.name} changed {', '.join(last.fields)} at {shown(last.at)}"
