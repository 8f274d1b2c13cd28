"""What stands behind a review, in lines: why the agent is paused, why it asks, and who said or voted what."""

from collections.abc import Iterator

from quorate.app.fleet.review_state import Review
from quorate.core.ballot import Answer, Ballot
from quorate.core.text import says_something
from quorate.deliberation.session import Session
from quorate.fleet.agent import PAUSED
from quorate.fleet.agent_story import AS_SUBJECT
from quorate.fleet.dialectic.dialectic_events import AntithesisFiled, SynthesisFiled, ThesisFiled
from quorate.fleet.dialectic.dialectic_state import Dialectic, Statement
from quorate.surfaces.cli.terminal.phrases import Words


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
        return [answer.choice, answer.rationale, *(words("fleet.condition", text=one) for one in answer.conditions)]
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
