"""Going on with a deliberation from where it stands: the seats that have not answered are asked, then it is counted."""

from quorate.app.access.operation import operation
from quorate.app.app import App, Deliberation
from quorate.app.life.notices import notices
from quorate.app.question.panel_voters import voters_of
from quorate.decide import Watcher
from quorate.deliberation.events import Superseded
from quorate.deliberation.principal import Principal, check_may
from quorate.deliberation.session import Session


@operation
async def resume(app: App, who: Principal, deliberation: str, watcher: Watcher | None = None) -> Deliberation:
    """Carries it on until there is a verdict, or only people or agents are awaited; or its child, where it has one."""
    session = await latest(app, deliberation)
    check_may("resume", session, who)
    session = await moved_by_rules(app, who, session)
    session = await app.carry(session, who, voters_of(session, app.surroundings), watcher)
    if session.opened.review_of:
        session = await moved_by_rules(app, who, session)
    return await app.whole(session.id)


async def moved_by_rules(app: App, who: Principal, session: Session) -> Session:
    """As far as the rules carry it; those of the fleet too, which say who may still review and carry out a verdict."""
    if not session.opened.review_of:
        return await app.carry(session, who)
    from quorate.app.fleet.quorum_reviews import settled_quorum  # few deliberations are reviews

    review = (await settled_quorum(app, who, session.id)).state
    assert isinstance(review, Session)
    return review


@operation
async def resumable(app: App, who: Principal, deliberation: str) -> Deliberation:
    """The deliberation that would be resumed, and what has to be known before seats are asked."""
    found = await app.whole((await latest(app, deliberation)).id)
    round_, opening = found.session.round, found.session.opened
    return found if round_ and not round_.is_open else found._replace(notices=notices(opening))


async def latest(app: App, deliberation: str) -> Session:
    """The deliberation; or the child in which it goes on, where its engines were lost."""
    session = await app.load(deliberation)
    for ending in session.endings:
        if isinstance(ending.event, Superseded):
            child = await app.load(ending.event.by)
            return child if child.opened.parent == deliberation else session
    return session


@operation
async def stop_calls(app: App, who: Principal) -> int:
    """Ends all calls of this machine; gives how many there were."""
    return app.surroundings.calls().stop_all()
