"""A dialectic as it stands: its phase, what was said, whose move it is, and until when."""

from typing import NamedTuple, assert_never

from quorate.deliberation.moments import later
from quorate.deliberation.summary import Wait
from quorate.fleet.dialectic.dialectic_events import (
    AntithesisFiled,
    DialecticEnded,
    DialecticEvent,
    DialecticOpened,
    DialecticVerified,
    ImportedStatement,
    Objection,
    ReviewerReassigned,
    SessionImported,
    SynthesisFiled,
    ThesisFiled,
)
from quorate.protocols.quorum.hard_limits import asked_notes, without_struck

THESIS, ANTITHESIS, SYNTHESIS = OPEN_PHASES = ("thesis", "antithesis", "synthesis")
RESOLVED, ESCALATED, FAILED = ENDED_PHASES = ("resolved", "escalated", "failed")
MOST_ROUNDS = 5
ANTITHESIS_SECONDS, ROUND_SECONDS, WHOLE_SECONDS = 2 * 3600, 3600, 6 * 3600
Said = ThesisFiled | AntithesisFiled | SynthesisFiled
IMPORTED = "imported"
CONSERVATIVE_DEFAULT, QUORUM_REQUIRED = WITHOUT_AGREEMENT = ("conservative_default", "quorum_required")


class Statement(NamedTuple):
    """What somebody said, and when."""

    phase: str
    party: str
    at: str
    said: Said


class Turn(NamedTuple):
    """Whose move it is, and until when; nobody's where it has ended, a person's where `for_person`."""

    parties: tuple[str, ...] = ()
    until: str = ""
    for_person: bool = False


class Dialectic(NamedTuple):
    """Two parties on the way to conditions, or to none. `since` is when the phase or the round began.

    `ended_hash` is that of the event on the record with which it ended. `verified` is what a person said of the
    agreement; None while nobody has.
    """

    opened: DialecticOpened
    reviewer: str
    opened_at: str
    phase: str
    since: str
    round: int = 0
    transcript: tuple[Statement, ...] = ()
    objections: tuple[Objection, ...] = ()
    ended: DialecticEnded | None = None
    ended_at: str = ""
    ended_hash: str = ""
    verified: bool | None = None

    @property
    def paused_agent(self) -> str:
        """The agent under review."""
        return self.opened.paused_agent

    @property
    def parties(self) -> tuple[str, str]:
        """The paused agent and its present reviewer."""
        return self.opened.paused_agent, self.reviewer

    def latest(self, party: str) -> SynthesisFiled | None:
        """The last synthesis of a party since the present reviewer came."""
        for one in reversed(self.transcript):
            if isinstance(one.said, AntithesisFiled):
                return None  # a new reviewer begins anew, and so does the other side
            if isinstance(one.said, SynthesisFiled) and one.party == party:
                return one.said
        return None

    @property
    def spoke_in_round(self) -> frozenset[str]:
        """Who has filed a synthesis since the round began; who comes first opens no new one."""
        if self.phase != SYNTHESIS:
            return frozenset()
        spoken: set[str] = set()
        for one in self.transcript:
            if isinstance(one.said, AntithesisFiled) or spoken == set(self.parties):
                spoken = set()
            if isinstance(one.said, SynthesisFiled):
                spoken.add(one.party)
        return frozenset() if spoken == set(self.parties) else frozenset(spoken)


def evolve_dialectic(session: Dialectic | None, event: DialecticEvent, at: str, hash_: str = "") -> Dialectic:
    """The dialectic after an event; `hash_` is that of the event on the record, if it is there."""
    if session is None and isinstance(event, SessionImported):
        return _imported(event, at)
    if session is None:
        assert isinstance(event, DialecticOpened)
        phase = ESCALATED if event.for_person else THESIS
        return Dialectic(event, event.reviewer, at, phase, at, objections=event.objections)
    match event:
        case DialecticOpened() | SessionImported():
            raise ValueError("a dialectic is opened once")
        case ThesisFiled() | AntithesisFiled() | SynthesisFiled():
            if isinstance(event, ThesisFiled):
                return _with(session, session.paused_agent, event, at)._replace(phase=ANTITHESIS, since=at)
            if isinstance(event, SynthesisFiled):
                return _after_synthesis(session, event, at)
            heard = _with(session, session.reviewer, event, at)
            heard = heard._replace(phase=SYNTHESIS, since=at, round=max(1, session.round))
            return _objecting(heard, event.concerns) if event.concerns else heard
        case ReviewerReassigned():
            phase = session.phase if session.phase == THESIS else ANTITHESIS
            return session._replace(reviewer=event.reviewer, phase=phase, since=at)
        case DialecticEnded():
            phase = FAILED if event.kind in WITHOUT_AGREEMENT else ESCALATED if event.requires else RESOLVED
            return session._replace(phase=phase, since=at, ended=event, ended_at=at, ended_hash=hash_)
        case DialecticVerified():
            return session._replace(phase=RESOLVED, ended=_verified(session, event), verified=event.approves)
        case _:
            assert_never(event)


def _imported(event: SessionImported, at: str) -> Dialectic:
    """A session of elsewhere, which is over here, however it stood there."""
    opened = DialecticOpened(
        event.paused_agent,
        event.reviewer,
        event.topic,
        event.dispute_type,
        event.session_type,
        event.paused_agent_state,
    )
    said = tuple(Statement(one.phase, one.party, one.at, _said(one)) for one in event.transcript)
    phase = event.phase if event.phase in ENDED_PHASES else FAILED
    action = str(event.resolution.get("action") or "")
    ended = DialecticEnded(action, IMPORTED, reason=f"{event.session_id}: {action or event.phase}")
    began = event.created_at or at
    return Dialectic(opened, event.reviewer, began, phase, began, 0, said, (), ended, at)


def _said(one: ImportedStatement) -> Said:
    if one.phase == ANTITHESIS:
        return AntithesisFiled(one.metrics, one.concerns, one.reasoning)
    if one.phase == THESIS:
        return ThesisFiled(one.root_cause, one.conditions, one.reasoning)
    return SynthesisFiled(one.party, one.conditions, one.agrees, one.root_cause, one.reasoning, one.concerns)


def _verified(session: Dialectic, event: DialecticVerified) -> DialecticEnded:
    """The end with what a person made of it."""
    if session.ended is None:
        raise ValueError("there is nothing to verify yet")
    if event.approves:
        notes = asked_notes(session.ended.conditions, session.opened.notes) if event.strike_notes else ()
        struck = [note.condition.text for note in notes if note.name in event.strike_notes]
        return session.ended._replace(conditions=without_struck(session.ended.conditions, struck), requires=())
    return session.ended._replace(action="block", kind="by_person", requires=(), reason=event.reason)


def _with(session: Dialectic, party: str, said: Said, at: str) -> Dialectic:
    return session._replace(transcript=(*session.transcript, Statement(session.phase, party, at, said)))


def _after_synthesis(session: Dialectic, said: SynthesisFiled, at: str) -> Dialectic:
    heard = _with(session, said.party, said, at)
    if said.party == session.reviewer:
        heard = _withdrawn(heard) if said.agrees else _objecting(heard, said.concerns)
    is_complete = session.spoke_in_round | {said.party} == set(session.parties)
    return heard._replace(round=session.round + 1, since=at) if is_complete else heard


def _objecting(session: Dialectic, concerns: tuple[str, ...]) -> Dialectic:
    """The reviewer's objection in its latest words; without new ones, in the earlier ones."""
    before = [one for one in session.objections if one.reviewer == session.reviewer]
    words = concerns or (before[0].concerns if before else ())
    return _withdrawn(session)._replace(
        objections=(*_withdrawn(session).objections, Objection(session.reviewer, words))
    )


def _withdrawn(session: Dialectic) -> Dialectic:
    others = tuple(one for one in session.objections if one.reviewer != session.reviewer)
    return session._replace(objections=others)


def deadline_of(session: Dialectic) -> str:
    """Until when the next move may come; empty where none is awaited."""
    if session.phase not in OPEN_PHASES:
        return ""
    whole = later(session.opened_at, WHOLE_SECONDS)
    own = {ANTITHESIS: ANTITHESIS_SECONDS, SYNTHESIS: ROUND_SECONDS}.get(session.phase)
    return whole if own is None else min(whole, later(session.since, own))


def waits_in(session: Dialectic, turn: Turn | None = None) -> tuple[Wait, ...]:
    """Who is awaited for which move: a party, or a person, who verifies, decides, or names another reviewer.

    Its own events do not say that the reviewer may not review any more; `turn` does, where that is known.
    """
    turn = turn or turn_of(session)
    if session.ended:
        return (Wait("verify"),) if session.ended.requires else ()
    if turn.for_person:
        return (Wait("decide" if session.phase == ESCALATED else "reassign", until=turn.until),)
    return tuple(Wait(session.phase, who, "", turn.until) for who in turn.parties)


def may_answer(session: Dialectic, wait: Wait, name: str) -> bool:
    """True where this one is awaited: no party stands for the person who decides over it."""
    if wait.who:
        return wait.who == name
    return name not in session.parties or (wait.kind == "reassign" and name == session.reviewer)


def turn_of(session: Dialectic) -> Turn:
    """Whose move it is, and until when."""
    if session.ended:
        return Turn(for_person=bool(session.ended.requires))
    if session.phase == ESCALATED:
        return Turn(for_person=True)
    until = deadline_of(session)
    if session.phase == THESIS:
        return Turn((session.paused_agent,), until)
    if session.phase == ANTITHESIS:
        return Turn((session.reviewer,), until)
    return Turn(tuple(one for one in session.parties if one not in session.spoke_in_round), until)
