"""Deliberations drawn by chance: other words, panels, protocols, endings and redactions every time."""

from contextlib import suppress
from random import Random
from typing import Any

from quorate.core.errors import InputError, Refused
from quorate.deliberation.people import decline, override, release, revise, revoke
from quorate.deliberation.redaction import FREE
from quorate.deliberation.rules import close_round
from quorate.record.codec import parsed
from quorate.record.redacting import Wish, redact
from quorate.record.rows import Clock, EventRow, Store
from quorate.record.taking_out import texts_in
from tests.record.lives import ANN, Life, opened

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
    protocol = draw.choice(list(_CHOICES))
    names = [f"seat {number}" for number in range(draw.randrange(1, 6))]
    question: dict[str, Any] = {"subject": text(draw), "context": text(draw, 200), "action": text(draw)}
    if protocol == "judges":
        question["options"] = [{"id": "A", "text": text(draw)}, {"id": "B"}]
    panel = [{"seat": name, "voter": "person"} for name in names]
    life = await opened(record, clock, protocol=protocol, question=question, panel=panel)
    if draw.random() < 0.3:
        await life.do(lambda session: revise(session, {"context": text(draw)}, text(draw)))
    for name in names:
        if draw.random() < 0.9:
            with suppress(InputError):  # the round may be settled by now
                await life.vote(name, _vote(protocol, draw))
    await _ended(life, draw)
    return life


def _vote(protocol: str, draw: Random) -> dict[str, Any]:
    key, choices = _CHOICES[protocol]
    confidences: dict[str, tuple[Any, ...]] = {
        "magi": (draw.randrange(101), 62.5, 0.1),
        "judges": ("HIGH", "MEDIUM", "LOW"),
        "evidence": (0.1, 0.55, 1),
    }
    confidence = {"confidence": draw.choice(confidences[protocol])} if protocol in confidences else {}
    more = {"risks": [text(draw)], "conditions": [text(draw), text(draw)], "concerns": [{"text": text(draw)}]}
    said = {name: value for name, value in more.items() if draw.random() < 0.4}
    return {key: draw.choice(choices), _WORDS[protocol]: text(draw, 120), **confidence, **said}


async def _ended(life: Life, draw: Random) -> None:
    now = life.outside.now
    rules = (
        lambda session: close_round(session, now),
        lambda session: override(session, text(draw), "ann", ANN, now),
        lambda session: decline(session, text(draw), ANN, now),
        lambda session: release(session, session.question.action),
        lambda session: revoke(session, text(draw)),
    )
    for rule in rules:
        if draw.random() < 0.6:
            with suppress(InputError):  # what does not fit is refused
                await life.do(rule)


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
        wish = (
            Wish("because", text=part) if draw.random() < 0.4 and part.strip() else Wish("because", row.position, field)
        )
        with suppress(Refused):
            await redact(record, life.session.id, wish, ANN)
            done += 1
    return done
