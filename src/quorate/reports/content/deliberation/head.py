"""The head of a deliberation's report, and the list of its rounds."""

from collections.abc import Iterable, Mapping, Sequence

from quorate.deliberation.engines.independence import has_engines
from quorate.deliberation.events import Failed, Opened, Revised, Stored
from quorate.deliberation.session import Edit, Round, Session
from quorate.deliberation.summary import DECIDED, state_of
from quorate.reports.content.authors import author_of, identities, moment, short_hash
from quorate.reports.content.deliberation.decision_state import ENDED, REVOKED, SUPERSEDED, decision_state_of, in_words
from quorate.reports.language import Language
from quorate.reports.text import one_line

Pairs = tuple[tuple[str, str], ...]


def head_of(session: Session, history: Sequence[Stored], say: Language, *, in_full: bool) -> Pairs:
    """Labels and values; those that say nothing are left out. Only documents show hashes in full."""
    opened, digest = session.opened, session.question_hash
    pairs = {
        "head.id": one_line(session.id),
        "head.state": say.word("stage", _stage(session)),
        "column.status": _status(session, say),
        "head.mode": say.word("mode", one_line(opened.mode)) if has_engines(opened.seats) else "",
        "head.protocol": one_line(opened.protocol),
        "head.revision": say(
            "head.revision.of", revision=session.question.revision, hash=digest if in_full else short_hash(digest)
        ),
        "head.edited": say.listed(_edit(one, say) for one in session.edits),
        "head.opened": say("head.opened.by", at=moment(session.opened_at), author=author_of(say, session.opened_by)),
        "head.reviewers": _reviewers(session, say),
        "head.identities": identities(say, (stored.author for stored in history)),
        "head.supersedes": one_line(opened.supersedes),
        "head.parent": one_line(opened.parent),
        "head.children": say.listed(map(one_line, session.broken_into)),
        "head.ballots_by": _ballots_by(session, say),
    }
    return tuple((say(key), value) for key, value in pairs.items() if value)


def _reviewers(session: Session, say: Language) -> str:
    """Of a review of the fleet: who reviews by what."""
    if not session.opened.review_of:
        return ""
    from quorate.reports.content.deliberation.reviewers import reviewers_in_words  # few deliberations are reviews

    return reviewers_in_words(session, say)


def _edit(edit: Edit, say: Language) -> str:
    """Who changed what of the question: whoever answers has to know that it is not as it was first asked."""
    parts = say.listed(say.word("part", name) for name in edit.fields)
    return say("head.edited.by", author=one_line(edit.author.name), at=moment(edit.at), parts=parts)


def _stage(session: Session) -> str:
    """Nobody is asked any more where the permission has ended; what was released stays so."""
    state = decision_state_of(session)
    ended = state.code in (REVOKED, SUPERSEDED) and not state.released
    return DECIDED if ended else state_of(session)


def _status(session: Session, say: Language) -> str:
    state = decision_state_of(session)
    return in_words(say, "standing", state) if state.code in ENDED else say("standing.active")


def _ballots_by(session: Session, say: Language) -> str:
    """Until when ballots are taken, while a round is open."""
    if not session.ballots_by or not session.round or not session.round.is_open or session.endings:
        return ""
    return say(f"head.ballots_by.{session.policy.at_ballots_by}", until=moment(session.ballots_by))


def rounds_of(session: Session, history: Iterable[Stored], say: Language) -> tuple[str, ...]:
    """A sentence per round, where there is more than one."""
    revisions = {
        stored.event.question.content_hash: str(stored.event.question.revision)
        for stored in history
        if isinstance(stored.event, Opened | Revised)
    }
    return tuple(_round(one, session, revisions, say) for one in session.rounds) if len(session.rounds) > 1 else ()


def _round(round_: Round, session: Session, revisions: Mapping[str, str], say: Language) -> str:
    unfinished = "open" if round_ is session.round else "given_up"
    ending = unfinished if round_.is_open else "closed"
    return say(
        f"round.{ending}",
        number=round_.number,
        purpose=say.word("purpose", one_line(round_.purpose)),
        revision=revisions.get(round_.question) or short_hash(round_.question),
        reason=closed_for(round_, say),
    )


def closed_for(round_: Round, say: Language) -> str:
    """Why a round was closed; that every seat answered is said only where every seat has a ballot."""
    failed = [seat for seat in round_.seats if isinstance(round_.answers.get(seat), Failed)]
    if round_.closed_for != "complete" or not failed:
        return say.word("closed", one_line(round_.closed_for))
    if len(failed) == len(round_.seats):
        return say("closed.none")
    return say("closed.failed", n=len(failed), all=len(round_.seats))
