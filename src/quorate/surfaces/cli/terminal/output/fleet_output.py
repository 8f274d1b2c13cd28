"""Agents and reviews on standard output; a refusal as JSON where JSON was asked for."""

from collections.abc import Callable, Iterator, Sequence
from shlex import join, quote
from typing import Any

from quorate.app.app import App
from quorate.app.fleet.fleet_overview import FleetOverview, ReviewPage
from quorate.app.fleet.review_requests import review_command
from quorate.app.fleet.review_state import Review
from quorate.app.fleet.session_import import REFUSED, ImportedSession, import_plain
from quorate.app.notification.review_messages import move_command, next_command
from quorate.core.ballot import Answer, Ballot
from quorate.core.codec import json_line
from quorate.core.text import says_something
from quorate.core.verdict import Verdict
from quorate.deliberation.moments import shown
from quorate.deliberation.notes import notes_in
from quorate.deliberation.permission import is_asking, needs_left
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session
from quorate.fleet.agent import PAUSED
from quorate.fleet.agent_story import AS_SUBJECT, AgentStory
from quorate.fleet.dialectic.agreement import HARD_LIMIT, VERIFICATION, next_step_code, notes_of
from quorate.fleet.dialectic.dialectic_events import AntithesisFiled, DialecticEnded, SynthesisFiled, ThesisFiled
from quorate.fleet.dialectic.dialectic_state import ESCALATED, IMPORTED, RESOLVED, Dialectic, Statement, Turn, waits_in
from quorate.fleet.fleet_figures import ACTIONS
from quorate.fleet.quorum_review import COOLDOWN, execution_of
from quorate.fleet.refusal import FleetRefusal
from quorate.fleet.streams import FleetStored
from quorate.protocols import protocol_named
from quorate.protocols.quorum.hard_limits import violations
from quorate.reports.content.condition_words import condition_in_words
from quorate.reports.content.deliberation.reviewers import reviewers_in_words
from quorate.reports.language import language
from quorate.reports.text import one_line
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import Look, Manner
from quorate.surfaces.cli.terminal.output.tables import table
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.cli.terminal.runner import Runner, app_at
from quorate.surfaces.cli.terminal.streams import complain, is_terminal, put, put_json
from quorate.views.fleet import agent_plain, history_plain, phase_of
from quorate.views.whose_move import refusal_plain


def detail_lines(review: Review, words: Words) -> Iterator[str]:
    """Everything that a reader of the review wants to know before they move."""
    state = review.state
    if isinstance(state, Session):  # as the reviewers are shown it: why it was paused, its state, why it asks
        yield from filter(says_something, state.question.context.splitlines())
        yield from _votes(state, words)
        return
    if _is_of_this_pause(review) and says_something(review.subject.pause_reason):
        yield words("fleet.pause_reason", text=review.subject.pause_reason)
    if says_something(state.opened.topic):
        yield words("fleet.asks", text=state.opened.topic)
    yield from _dialectic(state, words)


def _is_of_this_pause(review: Review) -> bool:
    """False where the agent may have been paused once more since then, for another reason."""
    story = review.subject
    if story.in_review == review.id:
        return True
    last = [one for one in story.past if one.role == AS_SUBJECT][-1:]
    is_last = bool(last) and last[0].review == review.id
    return is_last and (last[0].action != "resume" or story.agent.status != PAUSED)


def _votes(session: Session, words: Words) -> Iterator[str]:
    """Who voted what; votes are sealed until they are counted."""
    for one in session.verdict.receipt.roster if session.verdict else ():
        yield words("fleet.vote", agent=one.seat.name, text=_said(_vote(one, words)))


def _vote(answer: Answer, words: Words) -> list[str]:
    if isinstance(answer, Ballot):
        conditions = (words("fleet.condition", text=one) for one in answer.conditions)
        return [words.word("choice.quorum", answer.choice), answer.rationale, *conditions]
    return [words.word("seat", answer.kind), answer.detail]


def _dialectic(session: Dialectic, words: Words) -> Iterator[str]:
    if session.reviewer:
        yield words("fleet.reviewer", agent=session.reviewer)
    for one in session.transcript:
        yield words(f"fleet.said.{one.phase}", agent=one.party, text=_said(_statement(one, words)))


def _statement(one: Statement, words: Words) -> list[str]:
    said = one.said
    told = [said.root_cause] if isinstance(said, ThesisFiled | SynthesisFiled) else []
    told.append(said.reasoning)
    if isinstance(said, AntithesisFiled):
        told += [words("fleet.metric", name=name, value=value) for name, value in said.metrics.items()]
    if isinstance(said, ThesisFiled | SynthesisFiled):
        told += [words("fleet.condition", text=condition) for condition in said.conditions]
    if isinstance(said, AntithesisFiled | SynthesisFiled):
        told += [words("fleet.concern", text=concern) for concern in said.concerns]
    return [*told, words("fleet.agrees")] if isinstance(said, SynthesisFiled) and said.agrees else told


def _said(parts: list[str]) -> str:
    return "; ".join(one for one in parts if says_something(one)) or "-"


def review_lines(review: Review, words: Words, viewer: str, *, whole: bool = False) -> Iterator[str]:
    """What is said of a review; as a `whole`, also why it is held and who said what."""
    plain = review.plain(viewer)
    yield _head(review, words)
    if whole:
        yield from detail_lines(review, words)
    if review.fell_back:
        yield words("fleet.fell_back")
    for one in review.excluded:
        yield words("fleet.excluded", agent=one.agent_id, reason=words.word("fleet.reason", one.reason))
    if isinstance(review.state, Session):
        weights = plain["authority_weights"].items()
        yield words("fleet.weights", weights=", ".join(f"{name} {weight:g}" for name, weight in weights))
        yield words("fleet.reviewers", names=reviewers_in_words(review.state, language(words.lang)))
        yield words("fleet.votes", received=plain["votes_received"], needed=plain["votes_needed"])
    elif review.state.ended:
        yield end_line(review.state.ended, review.state.paused_agent, words)
    yield from _crossed(review, words)
    yield from _notes(review, words)
    if review.executed:
        yield words("fleet.executed", action=words.word("choice.quorum", review.executed.action))
        yield from (words("fleet.condition", text=condition_in_words(one, words)) for one in review.executed.conditions)
    if isinstance(review.state, Session):
        yield from _cooldown(review.state, words)
    yield from _move(review, words, viewer, is_told=whole)


def end_line(ended: DialecticEnded, paused_agent: str, words: Words) -> str:
    """What follows from the end of a review by two parties."""
    why = words("fleet.end.why", reason=ended.reason) if ended.reason else ""
    until = words("fleet.end.until", when=shown(ended.retry_from)) if ended.retry_from else ""
    said = {"agent": paused_agent, "review": ended.quorum_review, "why": why, "until": until}
    return words(f"fleet.end.{next_step_code(ended)}", **said)


def glance_lines(review: Review, words: Words, viewer: str) -> Iterator[str]:
    """An open review at a glance: which one it is, and whose move it is."""
    yield _head(review, words)
    yield from _move(review, words, viewer, is_told=False)


def _head(review: Review, words: Words) -> str:
    kind = "quorum" if isinstance(review.state, Session) else "dialectic"
    state = words.word("fleet.state", _state(review))
    return words(f"fleet.{kind}", id=review.id, agent=review.subject.agent.agent_id, state=state)


def _state(review: Review) -> str:
    """How a review stands, as a code: its phase, what a person has to do, or what was done."""
    state, phase = review.state, phase_of(review.state)
    ended = state.ended if isinstance(state, Dialectic) else None
    if ended and ended.kind == IMPORTED:
        return IMPORTED
    if phase == ESCALATED:
        needs = needs_left(state) if isinstance(state, Session) else ended.requires if ended else ()
        return VERIFICATION if VERIFICATION in needs else phase
    return review.executed.action if review.executed and phase == RESOLVED else phase


def _cooldown(session: Session, words: Words) -> Iterator[str]:
    """Why a count led to a cooldown where that is not plain from the votes, and until when it lasts."""
    done = execution_of(session)
    if session.verdict is None or done is None or done.action != COOLDOWN:
        return
    votes = sum(isinstance(one, Ballot) for one in session.verdict.receipt.roster)
    needed = protocol_named(session.protocol).fewest_votes
    if votes < needed:
        yield words("fleet.too_few", number=votes, needed=needed)
    yield words("fleet.cooldown", when=shown(done.review_from))


def _move(review: Review, words: Words, viewer: str, *, is_told: bool) -> Iterator[str]:
    """Whose move it is, and its command for whoever has to know it."""
    turn = review.turn
    yield turn_line(turn, words, viewer)
    if turn.for_person or viewer in turn.parties or (is_told and turn.parties):
        yield words("fleet.command", command=_command(review))


def _command(review: Review) -> str:
    state = review.state
    if isinstance(state, Dialectic) and state.ended and state.ended.quorum_review:
        return f"quorate review show {state.ended.quorum_review}"
    if isinstance(state, Dialectic):
        return move_command(review.id, waits_in(state, review.turn)[0], state)
    return next_command(review.id, state)


def turn_line(turn: Turn, words: Words, viewer: str) -> str:
    """Whose move it is, and until when."""
    if not turn.parties:
        return words("fleet.turn.person" if turn.for_person else "fleet.turn.nobody")
    code = "fleet.turn.yours" if viewer in turn.parties else "fleet.turn.others"
    return words(code, names=words.named(turn.parties), until=shown(turn.until))


def _crossed(review: Review, words: Words) -> Iterator[str]:
    """Which condition crossed which hard limit, or would cross it once the agent is resumed."""
    state = review.state
    found = _of_dialectic(state) if isinstance(state, Dialectic) else _of_verdict(state.verdict)
    for condition, limit in found:
        yield words("fleet.blocked", condition=condition, rule=words.word("limit", limit))
    for one in () if found else review.warnings:
        said = {"condition": one.condition, "rule": words.word("limit", one.limit), "found": one.found}
        yield words("fleet.warning.hard_limit", **said)


def _notes(review: Review, words: Words) -> Iterator[str]:
    """The notes that a person has to accept or strike, and that nobody named a condition."""
    state = review.state
    if isinstance(state, Dialectic):
        notes = {one.name: one.marked for one in notes_of(state)}
    else:
        notes = dict(notes_in(state.verdict, "marked")) if is_asking(state) else {}
        if state.verdict and any(one.among == "conditions" for one in state.verdict.added):
            yield words("fleet.default")
    for name, text in notes.items():
        yield words("fleet.note", note=name, marked=text)


def _of_dialectic(session: Dialectic) -> list[tuple[str, str]]:
    if not session.ended or session.ended.kind != HARD_LIMIT:
        return []
    return [(one.condition, one.limit) for one in violations(session.ended.conditions)]


def _of_verdict(verdict: Verdict | None) -> list[tuple[str, str]]:
    crossed = [one for one in verdict.escalations if one.reason == "hard_limit"] if verdict else []
    return [(str(one.values["condition"]), str(one.values["limit"])) for one in crossed]


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
