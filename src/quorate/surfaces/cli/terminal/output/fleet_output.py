"""Agents and reviews on standard output; a refusal as JSON where JSON was asked for."""

from collections.abc import Callable, Sequence
from shlex import join, quote
from typing import Any

from quorate.app.app import App
from quorate.app.fleet.fleet_overview import FleetOverview, ReviewPage
from quorate.app.fleet.review_requests import review_command
from quorate.app.fleet.review_state import Review
from quorate.app.fleet.session_import import REFUSED, ImportedSession, import_plain
from quorate.core.codec import json_line
from quorate.deliberation.moments import shown
from quorate.deliberation.principal import Principal
from quorate.fleet.agent_story import AgentStory
from quorate.fleet.fleet_figures import ACTIONS
from quorate.fleet.refusal import FleetRefusal
from quorate.fleet.streams import FleetStored
from quorate.reports.content.condition_words import condition_in_words
from quorate.reports.text import one_line
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import Look, Manner
from quorate.surfaces.cli.terminal.output.tables import table
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.cli.terminal.review_lines import glance_lines, review_lines, turn_line
from quorate.surfaces.cli.terminal.runner import Runner, app_at
from quorate.surfaces.cli.terminal.streams import complain, is_terminal, put, put_json
from quorate.views.fleet import agent_plain, history_plain
from quorate.views.whose_move import refusal_plain

_TITLES = ("agent", "status", "owner", "risk", "review")


def put_answer(
    manner: Manner,
    story: Callable[[App, Principal], Any],
    show: Callable[[Any, Look, str], int | None],
    *,
    may_make: bool = False,
    then: Callable[[Runner, Any, Look], Any] | None = None,
) -> int:
    """Runs a use case of the fleet and shows what it gives, or what `then` makes of that."""
    with app_at(manner.store, may_make=may_make) as at:
        viewer = at.who.name
        try:
            found = at.run(story(at.app, at.who))
            if then:
                found = then(at, found, manner.look)
        except FleetRefusal as error:
            if manner.look.form != "json":
                words = Words(manner.look.lang)
                if error.turn and (error.turn.parties or error.turn.for_person):
                    error.add_note(turn_line(error.turn, words, error.viewer))
                raise
            put_json(json_line(refusal_plain(error)))
            return exit_status.WRONG
    return exit_status.INTERRUPTED if found is None else show(found, manner.look, viewer) or exit_status.WORKED


def put_agent(story: AgentStory, look: Look, _: str) -> None:
    """One agent."""
    if look.form == "json":
        put_json(json_line(agent_plain(story)))
        return
    put_agents([story], look, "")
    words = Words(look.lang)
    put(
        "".join(
            f"{words('fleet.condition', text=one_line(condition_in_words(one, words)))}\n" for one in story.conditions
        )
    )
    if command := review_command(story):
        put(f"{words('fleet.command', command=one_line(command))}\n")


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


def put_review(review: Review, look: Look, viewer: str, *, whole: bool = False) -> None:
    """One review, and whose move it is."""
    if look.form == "json":
        put_json(json_line(review.plain(viewer)))
        return
    lines = review_lines(review, Words(look.lang), viewer, whole=whole)
    put("".join(f"{one_line(line)}\n" for line in lines))


def put_whole_review(review: Review, look: Look, viewer: str) -> None:
    """One review with why it is held and who said what."""
    put_review(review, look, viewer, whole=True)


def put_reviews(page: ReviewPage, look: Look, viewer: str) -> None:
    """Reviews, one after the other, and the command that shows the next ones on standard error."""
    if look.form == "json":
        put_json(json_line(page.plain(viewer)))
        return
    words = Words(look.lang)
    for review in page.reviews:
        put_review(review, look, viewer)
    if not page.reviews:
        put(f"{words('fleet.no_such')}\n")
    if page.after:
        command = ["review", "list", "--status", page.wanted.status]
        command += ["--agent", page.wanted.agent_id] if page.wanted.agent_id else []
        complain(words("list.more", command=join(command), after=quote(page.after)))


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
        said += glance_lines(review, words, viewer)
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
