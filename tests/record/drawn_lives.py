"""Deliberations drawn by chance: other words, panels, protocols, rounds, endings and redactions every time."""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from quorate.core.errors import InputError, Refused
from quorate.deliberation.events import Event, Resolved, Tracked, Vindicated
from quorate.deliberation.moves import close_round
from quorate.deliberation.people import decline, override, release, resolve, revise, revoke
from quorate.deliberation.redaction import FREE
from quorate.deliberation.register.follow_up import track, vindicate
from quorate.deliberation.register.risk_register import register_of
from quorate.deliberation.rounds.deadlock import defer, proposals, reframe
from quorate.deliberation.rounds.redeliberation import TRIGGERS, Again, redeliberate
from quorate.deliberation.session import Session
from quorate.record.codec import parsed
from quorate.record.redact.stored_redaction import Wish, redact, texts_in
from quorate.record.rows import Clock, EventRow, Store
from tests.record.lives import ANN, WHO, Life, opened

KINDS = frozenset({"Replied", "Revised", "Reframed", "Deferred", "Tracked", "Vindicated", "Overridden", "Redacted"})
PURPOSES = frozenset({"redeliberation", "debate", "challenge"})

Step = Callable[[Session], tuple[Event, ...]]
_SIGNS = "abc XYZ 0123 äöü ß 日本語 \"\\'`$[]{}:,.\n\t\u200b\U0001f600 %_sha256: $redacted"
_CHOICES = {
    "magi": ("position", ("APPROVE", "REJECT", "ABSTAIN")),
    "judges": ("option", ("A", "B")),
    "quorum": ("vote", ("resume", "block", "cooldown")),
    "evidence": ("vote", ("accept", "reject", "abstain")),
}
_WORDS = {"magi": "rationale", "judges": "reasoning", "quorum": "reasoning", "evidence": "rationale"}


def text(draw: Random, longest: int = 60) -> str:
    """Some text; never only white space."""
    return "x" + "".join(draw.choice(_SIGNS) for _ in range(draw.randrange(longest)))


async def drawn(record: Store, clock: Clock, draw: Random) -> Life:
    """A deliberation, as far as chance takes it."""
    life = await draw.choice((_any, _any, _any, _debated, _deadlocked))(record, clock, draw)
    await _steps(life, draw, _after(life, draw))
    return life


async def _any(record: Store, clock: Clock, draw: Random) -> Life:
    protocol = draw.choice(list(_CHOICES))
    question: dict[str, Any] = {"subject": text(draw), "context": text(draw, 200), "action": text(draw)}
    if protocol == "judges":
        question["options"] = [{"id": "A", "text": text(draw)}, {"id": "B"}]
    voters = [draw.choice(("person", "person", "command:./ask")) for _ in range(draw.randrange(1, 6))]
    panel = [{"seat": f"seat {number}", "voter": voter} for number, voter in enumerate(voters)]
    life = await opened(record, clock, protocol=protocol, question=question, panel=panel)
    if draw.random() < 0.3:
        await life.do(lambda session: revise(session, {"context": text(draw)}, text(draw), by=WHO))
    for _ in range(3):  # a debate may follow, and another one
        await _ballots(life, draw, 0.9)
    await _steps(life, draw, (lambda session: close_round(session, life.outside.now, WHO),))
    return life


async def _debated(record: Store, clock: Clock, draw: Random) -> Life:
    """Two who do not agree, and are shown each other's arguments."""
    protocol = draw.choice(("judges", "evidence"))
    question = {"subject": text(draw), "options": [{"id": "A", "text": text(draw)}, {"id": "B"}]}
    stated: Any = question if protocol == "judges" else text(draw)
    panel = [{"seat": name, "voter": "person"} for name in ("one", "two")]
    life = await opened(record, clock, protocol=protocol, question=stated, panel=panel)
    choices = ("A", "B") if protocol == "judges" else ("accept", "reject")
    for seat, choice in zip(("one", "two"), choices, strict=True):
        await life.vote(seat, {**_vote(life.session, draw), _CHOICES[protocol][0]: choice})
    await _ballots(life, draw, 1)
    return life


async def _deadlocked(record: Store, clock: Clock, draw: Random) -> Life:
    """Deliberated again twice in vain, then broken up, deferred, or left to a person."""
    life = await opened(record, clock, question={"subject": text(draw), "action": text(draw)})
    votes = dict(zip(("Logos", "Pathos", "Sophia"), ("APPROVE", "REJECT", "ABSTAIN"), strict=True))
    for number in range(3):
        for seat, position in votes.items():
            if life.session.round and seat in life.session.round.seats:
                vote = {"position": position, "confidence": 50, "conditions": [text(draw)], "rationale": text(draw)}
                await life.vote(seat, vote)
        if number < 2:
            again = Again("changed_conditions", text(draw), seats=("Sophia",))
            await life.do(lambda session, again=again: redeliberate(session, again, WHO))  # type: ignore[misc]
    end: Sequence[Step] = (
        lambda session: reframe(session, proposals(session), text(draw), by=WHO),
        lambda session: defer(session, text(draw), "ann", text(draw), by=WHO),
    )
    await _steps(life, draw, (draw.choice(end),))
    return life


async def _ballots(life: Life, draw: Random, likely: float) -> None:
    for seat in life.session.opened.seats:
        if draw.random() < likely:
            with suppress(InputError):  # the round may be over by now, or it is not asked
                vote = _vote(life.session, draw)
                if seat.voter == "person":
                    await life.vote(seat.name, vote)
                elif _is_awaited(life.session, seat.name):
                    await life.reply(seat.name, draw.choice(("", text(draw))) + json.dumps(vote))


def _is_awaited(session: Session, seat: str) -> bool:
    round_ = session.round
    return round_ is not None and round_.is_open and seat in round_.missing and not session.endings


def _vote(session: Session, draw: Random) -> dict[str, Any]:
    protocol = session.protocol
    key, choices = _CHOICES[protocol]
    confidences: dict[str, tuple[Any, ...]] = {
        "magi": (draw.randrange(101), 62.5, 0.1),
        "judges": ("HIGH", "MEDIUM", "LOW"),
        "evidence": (0.1, 0.55, 1),
    }
    confidence = {"confidence": draw.choice(confidences[protocol])} if protocol in confidences else {}
    more = {"risks": [text(draw)], "conditions": [text(draw), text(draw)], "concerns": [{"text": text(draw)}]}
    said = {name: value for name, value in more.items() if draw.random() < 0.4}
    is_debated = session.round is not None and session.round.purpose in ("debate", "challenge")
    debated = {"challenge": text(draw), "convinced_by": text(draw)} if is_debated else {}
    return {key: draw.choice(choices), _WORDS[protocol]: text(draw, 120), **confidence, **said, **debated}


def _after(life: Life, draw: Random) -> list[Step]:
    """What people may do with a verdict, in an order of chance; what does not fit is refused."""
    now = life.outside.now
    steps: list[Step] = [
        lambda session: redeliberate(session, Again(draw.choice(TRIGGERS), text(draw), text(draw)), WHO),
        lambda session: override(session, text(draw), "ann", WHO, now),
        lambda session: resolve(session, Resolved("verification", text(draw)), WHO, now),
        lambda session: decline(session, text(draw), WHO, now),
        lambda session: release(session, session.question.action),
        lambda session: revoke(session, text(draw), WHO),
        lambda session: track(session, Tracked(_item(session, draw), "accepted", note=text(draw))),
        lambda session: vindicate(session, Vindicated(_item(session, draw), text(draw))),
    ]
    draw.shuffle(steps)
    return steps


def _item(session: Session, draw: Random) -> str:
    items = register_of(session).items
    return draw.choice(items).id if items else "R1"


async def _steps(life: Life, draw: Random, steps: Sequence[Step]) -> None:
    for step in steps:
        if draw.random() < 0.7:
            with suppress(InputError):
                await life.do(step)
                await _ballots(life, draw, 0.9)  # of the seats that are asked again


async def redact_some(record: Store, life: Life, draw: Random) -> int:
    """Takes out texts drawn by chance, whole or in part; how many times that was not refused."""
    done = 0
    for _ in range(draw.randrange(4)):
        rows = [row for row in await record.export(list, only=life.session.id) if isinstance(row, EventRow)]
        row = draw.choice([row for row in rows if row.kind in FREE])
        fields = list(texts_in(parsed(row.body, tagged=True)))
        if not fields:
            continue
        field, found = draw.choice(fields)
        part = found[: draw.randrange(4, 30)]
        is_part = draw.random() < 0.4 and bool(part.strip())
        wish = Wish("because", text=part) if is_part else Wish("because", row.position, field)
        with suppress(Refused):
            await redact(record, life.session.id, wish, ANN)
            done += 1
    return done
