"""A whole deliberation as a view: its verdict with everything around it, or what may be seen before there is one."""

from collections.abc import Sequence

from quorate.core.verdict import Verdict
from quorate.deliberation.events import Stored
from quorate.deliberation.session import Session
from quorate.reports.answered import as_answered
from quorate.reports.language import Language
from quorate.reports.look import Look, view_of
from quorate.reports.pending import Pending, seat_lines
from quorate.reports.telling import account_of, with_answers, with_course
from quorate.reports.text import one_line
from quorate.reports.view import View, cleaned


def seen(session: Session, history: Sequence[Stored], say: Language, look: Look) -> View | Pending:
    """What a reader may see now. Until the latest round is over, nothing that depends on a ballot is in it."""
    account = account_of(session, history, say, in_full=look.is_kept)
    verdict = _opened(session)
    look = look._replace(date=look.date or (session.verdict_at if verdict else session.opened_at).partition("T")[0])
    if verdict:
        view = view_of(session.question, as_answered(verdict, session, say), say, look)
        return with_course(with_answers(view, account, session), session)
    return Pending(
        question=cleaned(session.question),
        protocol=session.protocol,
        account=account,
        seats=seat_lines(session, say),
        say=say,
        glyphs=look.glyphs,
        width=look.width,
        date=one_line(look.date),
    )


def _opened(session: Session) -> Verdict | None:
    """The verdict on the question as it stands, once its ballots are opened."""
    is_over = session.round is not None and not session.round.is_open
    return session.verdict if is_over and session.is_current else None
