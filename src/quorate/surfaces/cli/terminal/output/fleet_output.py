"""Agents and reviews on standard output; a refusal as JSON where JSON was asked for."""

from collections.abc import Callable, Iterator
from typing import Any

from quorate.app.app import App
from quorate.app.fleet.review_state import Review
from quorate.core.codec import json_line
from quorate.deliberation.moments import shown
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session
from quorate.fleet.agent_story import AgentStory
from quorate.fleet.dialectic.agreement import next_step_of
from quorate.fleet.refusal import FleetRefusal, refusal_plain
from quorate.reports.text import one_line
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import Look, Manner
from quorate.surfaces.cli.terminal.output.tables import table
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.cli.terminal.runner import app_at
from quorate.surfaces.cli.terminal.streams import is_terminal, put, put_json
from quorate.views.fleet import agent_plain

_TITLES = ("agent", "status", "owner", "risk", "review")


def put_answer(
    manner: Manner,
    story: Callable[[App, Principal], Any],
    show: Callable[[Any, Look, str], None],
    *,
    may_make: bool = False,
) -> int:
    """Runs a use case of the fleet and shows what it gives."""
    with app_at(manner.store, may_make=may_make) as at:
        viewer = at.who.name
        try:
            found = at.run(story(at.app, at.who))
        except FleetRefusal as error:
            if manner.look.form != "json":
                raise
            put_json(json_line(refusal_plain(error)))
            return exit_status.WRONG
    show(found, manner.look, viewer)
    return exit_status.WORKED


def put_agent(story: AgentStory, look: Look, _: str) -> None:
    """One agent."""
    if look.form == "json":
        put_json(json_line(agent_plain(story)))
        return
    put_agents([story], look, "")
    words = Words(look.lang)
    put("".join(f"{words('fleet.condition', text=one_line(one))}\n" for one in story.conditions))


def put_agents(stories: list[AgentStory], look: Look, _: str) -> None:
    """Agents, a row each."""
    if look.form == "json":
        put_json(f"[{','.join(json_line(agent_plain(one)) for one in stories)}]")
        return
    words = Words(look.lang)
    rows = [_row(story, words) for story in stories]
    put(table([words(f"fleet.title.{title}") for title in _TITLES], rows, look, drawn=is_terminal()))


def _row(story: AgentStory, words: Words) -> list[str]:
    agent = story.agent
    risk = "" if agent.risk_score is None else f"{float(agent.risk_score):g}"
    return [agent.agent_id, words.word("fleet.status", agent.status), agent.owner, risk, story.in_review]


def put_review(review: Review, look: Look, viewer: str) -> None:
    """One review, and whose move it is."""
    if look.form == "json":
        put_json(json_line(review.plain(viewer)))
        return
    put("".join(f"{one_line(line)}\n" for line in _lines(review, Words(look.lang), viewer)))


def put_reviews(reviews: list[Review], look: Look, viewer: str) -> None:
    """Reviews, one after the other."""
    if look.form == "json":
        put_json(f"[{','.join(json_line(one.plain(viewer)) for one in reviews)}]")
        return
    for review in reviews:
        put_review(review, look, viewer)
    if not reviews:
        put(f"{Words(look.lang)('fleet.none')}\n")


def _lines(review: Review, words: Words, viewer: str) -> Iterator[str]:
    plain = review.plain(viewer)
    kind = "quorum" if isinstance(review.state, Session) else "dialectic"
    yield words(f"fleet.{kind}", id=review.id, agent=plain["paused_agent_id"], phase=plain["phase"])
    if review.fell_back:
        yield words("fleet.fell_back")
    for one in review.excluded:
        yield words("fleet.excluded", agent=one.agent_id, reason=one.sentence)
    if isinstance(review.state, Session):
        yield words("fleet.votes", received=plain["votes_received"], needed=plain["votes_needed"])
    elif review.state.ended:
        yield next_step_of(review.state.ended, review.state.paused_agent)
    if review.executed:
        yield words("fleet.executed", action=review.executed.action)
        yield from (words("fleet.condition", text=one) for one in review.executed.conditions)
    yield _turn(review, words, viewer)


def _turn(review: Review, words: Words, viewer: str) -> str:
    turn = review.turn
    if not turn.parties:
        return words("fleet.turn.person" if turn.for_person else "fleet.turn.nobody")
    code = "fleet.turn.yours" if viewer in turn.parties else "fleet.turn.others"
    return words(code, names=words.named(turn.parties), until=shown(turn.until))
