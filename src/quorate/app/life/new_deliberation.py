"""A question put to a panel: everything that can be refused is refused before it is on the record."""

from typing import NamedTuple

from quorate.app.access.operation import operation
from quorate.app.app import App, Deliberation
from quorate.app.keys import key_of
from quorate.app.learning.opening_weights import with_weights
from quorate.app.life.notices import Notice, notices
from quorate.app.life.resumption import latest
from quorate.app.question.cost_estimate import PanelPlan, callings
from quorate.app.question.draft import AskedQuestion, Draft, draft_of, mode_of, open_draft
from quorate.app.question.panel_voters import check_voters, those_that_can_be_made, voter_problems, with_programs
from quorate.core.errors import DocumentError, InputError, Refused
from quorate.deliberation.events import Opened
from quorate.deliberation.people import supersede
from quorate.deliberation.principal import Principal
from quorate.record.port import RequestKey


class _Framed(NamedTuple):
    draft: Draft
    opening: Opened
    was_split: bool


@operation
async def open_deliberation(app: App, who: Principal, asked: AskedQuestion, key: str | None = None) -> Deliberation:
    """A new deliberation, moved as far as the rules carry it; no engine is asked yet.

    With a key that was used before, the one that it opened, or the child in which that goes on.
    """
    draft = draft_of(asked, app.surroundings.settings)
    request = _key(draft, asked, who, key)
    try:
        if not await app.was_done(request):
            return await _opened(app, who, asked, request)
    except InputError:
        if not await app.was_done(request):
            raise
    assert request
    return await _opened_before(app, (await app.record.answered(request))[0].deliberation)


@operation
async def plan_deliberation(app: App, who: Principal, asked: AskedQuestion) -> PanelPlan:
    """What would be asked of whom, and what would be refused; nothing is opened."""
    known, outside = app.surroundings, app.outside(who)
    framed = await _framed(app, who, asked)
    opening = framed.opening
    return PanelPlan(
        opening,
        mode_of(framed.draft, opening, framed.was_split),
        _notices(framed),
        callings(opening, those_that_can_be_made(opening.seats, known.calls()), outside),
        voter_problems(opening, known, outside),
    )


async def _opened(app: App, who: Principal, asked: AskedQuestion, key: RequestKey | None) -> Deliberation:
    framed = await _framed(app, who, asked)
    check_voters(framed.opening, app.surroundings, app.outside(who))
    await app.make_record()  # what is refused makes none
    changed = await app.open(framed.opening, who, key)
    if not changed.is_new:
        return await _opened_before(app, changed.session.id)
    found = await app.whole(changed.session.id)
    return found._replace(notices=_notices(framed))


def _notices(framed: _Framed) -> tuple[Notice, ...]:
    draft = framed.draft
    return notices(framed.opening, was_named=draft.names_a_panel, project_panel=draft.project_panel)


async def _opened_before(app: App, deliberation: str) -> Deliberation:
    return await app.whole((await latest(app, deliberation)).id, is_new=False)


async def _framed(app: App, who: Principal, asked: AskedQuestion) -> _Framed:
    """The opening, and whether an earlier deliberation that it takes the place of was split."""
    known, was_split = app.surroundings, False
    if asked.supersedes:
        earlier = await app.load(asked.supersedes)
        try:
            supersede(earlier, "", who)
        except Refused as error:
            raise Refused(f"--supersedes {asked.supersedes}: {error}") from None
        was_split = bool(earlier.verdict and earlier.verdict.result == "SPLIT" and earlier.opened.mode == "simple")
    draft = draft_of(asked, known.settings)
    opening = open_draft(draft, known.clock(), known.engines, asked.supersedes, was_split)
    try:
        opening = await with_weights(app, opening)
    except DocumentError as error:
        located = (problem._replace(line=draft.line_of(problem.path)) for problem in error.problems)
        raise DocumentError(located, draft.source) from None
    return _Framed(draft, with_programs(opening, known.calls()), was_split)


def _key(draft: Draft, asked: AskedQuestion, who: Principal, name: str | None) -> RequestKey | None:
    request = {"document": draft.value, "protocol": draft.protocol, "supersedes": asked.supersedes, "author": who.name}
    return key_of(name, "decide", **request)
