"""Agents and reviews on standard output; a refusal as JSON where JSON was asked for."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from quorate.app.app import App
from quorate.app.fleet.fleet_overview import FleetOverview
from quorate.app.fleet.review_state import Review
from quorate.app.fleet.session_import import REFUSED, ImportedSession, import_plain
from quorate.core.codec import json_line
from quorate.deliberation.moments import shown
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session
from quorate.fleet.agent_story import AgentStory
from quorate.fleet.dialectic.agreement import next_step_of
from quorate.fleet.fleet_figures import ACTIONS
from quorate.fleet.refusal import FleetRefusal, refusal_plain
from quorate.fleet.streams import FleetStored
from quorate.reports.text import one_line
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import Look, Manner
from quorate.surfaces.cli.terminal.output.tables import table
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.cli.terminal.runner import app_at
from quorate.surfaces.cli.terminal.streams import is_terminal, put, put_json
from quorate.views.fleet import agent_plain, history_plain

_TITLES = ("agent", "status", "owner", "risk", "review")


def put_answer(
    manner: Manner,
    story: Callable[[App, Principal], Any],
    show: Callable[[Any, Look, str], int | None],
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
    return show(found, manner.look, viewer) or exit_status.WORKED


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


def put_history(history: Sequence[FleetStored], look: Look, _: str) -> None:
    """What happened to an agent, a row each."""
    if look.form == "json":
        put_json(f"[{','.join(json_line(one) for one in history_plain(history))}]")
        return
    words = Words(look.lang)
    rows = [[shown(one.at), type(one.event).__name__, one.author.name] for one in history]
    put(table([words(f"fleet.title.{title}") for title in ("at", "event", "author")], rows, look, drawn=is_terminal()))


def put_overview(fleet: FleetOverview, look: Look, viewer: str) -> None:
    """The fleet at a glance."""
    if look.form == "json":
        put_json(json_line(fleet.plain(viewer)))
        return
    words, figures = Words(look.lang), fleet.figures
    said = [words("fleet.agents", **fleet.agents)]
    for review in fleet.reviews:
        first, *_, last = _lines(review, words, viewer)
        said += [first, last]
    said += [] if fleet.reviews else [words("fleet.none")]
    said.append(words("fleet.ended", **{name: getattr(figures, name) for name in ("ended", *ACTIONS)}))
    said.append(words("fleet.judged", judged=figures.judged, held_up=figures.held_up))
    said.append(words("fleet.pauses", judged=figures.pauses_judged, unnecessary=figures.unnecessary))
    put("".join(f"{one_line(line)}\n" for line in said))


def put_import(found: list[ImportedSession], look: Look, _: str) -> int:
    """What was taken, and what was not."""
    status = exit_status.WRONG if any(one.outcome == REFUSED for one in found) else exit_status.WORKED
    if look.form == "json":
        put_json(json_line(import_plain(found)))
        return status
    words = Words(look.lang)
    for one in found:
        told = {"id": one.session_id or "-", "taken_as": one.taken_as, "number": one.statements, "reason": one.reason}
        put(f"{one_line(words(f'fleet.import.{one.outcome}', **told))}\n")
        put("".join(f"  {one_line(note)}\n" for note in one.notes))
    return status
