"""What somebody may know of: to a key without the scope `read`, others' deliberations look like none."""

from typing import TYPE_CHECKING

from quorate.core.errors import InputError, UnknownDeliberation
from quorate.deliberation.principal import ADMIN, READ, Principal, may_see

if TYPE_CHECKING:
    from quorate.app.app import App


async def check_sight(app: "App", who: Principal, deliberation: str) -> None:
    """Raises UnknownDeliberation for what is not there, and in the same words for what they may not see."""
    if who.has_scope(READ):
        return
    unknown = UnknownDeliberation(deliberation, None)
    try:
        session = app.recent(deliberation) or await app.load(deliberation)  # who may see it follows from its opening
    except InputError:
        raise unknown from None
    if not may_see(session, who):
        raise unknown


async def check_review_sight(app: "App", who: Principal, review: str) -> None:
    """The same for a review of the fleet, which is its parties': FleetRefusal, whether it is there or not."""
    from quorate.app.fleet.review_state import load_review, no_review, reviewers_of, subject_of

    if who.has_scope(READ, ADMIN):
        return
    state = await load_review(app, review)
    if who.name not in (subject_of(state), *reviewers_of(state)):
        raise no_review(review)
