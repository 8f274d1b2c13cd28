"""A review of the fleet whose engines are asked while the person at the terminal waits."""

from quorate.app.fleet.quorum_reviews import settle_review
from quorate.app.fleet.review_state import Review
from quorate.app.life.resumption import resume
from quorate.app.upkeep.carrier import awaits_engines
from quorate.deliberation.principal import NEEDS
from quorate.deliberation.session import Session
from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.terminal.dialogue import ended_as_by_keyboard, interrupted
from quorate.surfaces.cli.terminal.live.live_rows import watching
from quorate.surfaces.cli.terminal.runner import Runner


def carried_review(at: Runner, review: Review, look: Look) -> Review | None:
    """The review once its engines have answered; None where the person did not want to wait.

    Whose key does not allow that sees it as it is.
    """
    is_theirs = at.who.has_scope(*NEEDS["resume"])
    if not isinstance(review.state, Session) or not awaits_engines(review.state) or not is_theirs:
        return review
    try:
        with ended_as_by_keyboard(), watching(look) as watcher:
            at.run(resume(at.app, at.who, review.id, watcher))
    except KeyboardInterrupt:
        interrupted(at, review.id)
        return None
    after = at.run(settle_review(at.app, at.who, review.id))
    return after._replace(excluded=review.excluded, fell_back=review.fell_back)
