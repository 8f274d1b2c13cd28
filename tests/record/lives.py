"""Whole deliberations on a record, made by the rules: what export, verify, checkpoints and redaction work on."""

from collections.abc import Awaitable, Callable, Mapping
from itertools import count
from typing import Any

from quorate.commit import Outside, Rule, change
from quorate.decide import carry, decide
from quorate.deliberation.events import ANSWERED, Event, Opened, Reply, Resolved
from quorate.deliberation.framing import read_opening
from quorate.deliberation.moves import cast, claim, close_round, replied
from quorate.deliberation.people import override, release, resolve, revise, revoke
from quorate.deliberation.precondition import Seen
from quorate.deliberation.principal import Principal
from quorate.deliberation.rounds.deadlock import proposals, reframe
from quorate.deliberation.rounds.redeliberation import Again, redeliberate
from quorate.deliberation.session import Session
from quorate.record.port import RequestKey
from quorate.record.rows import Clock, Store

WHO = Principal("ann")
ANN = WHO.author
VOTERS = {"Logos": WHO, "Pathos": Principal("ben"), "Sophia": Principal("cara")}
SECRET = "the customer is Grünwald & Söhne, account 4711"
ACTION = "deploy queue 1.4\n--region eu"
FOR: Mapping[str, Any] = {"position": "APPROVE", "confidence": 82, "rationale": "It was measured"}
AGAINST: Mapping[str, Any] = {"position": "REJECT", "confidence": 71, "rationale": "It was not measured"}


class Life:
    """A deliberation that is moved on, every step with a key of its own."""

    def __init__(self, record: Store, clock: Clock, session: Session, outside: Outside) -> None:
        self.record, self.clock, self.session, self.outside = record, clock, session, outside
        self._steps = count(1)

    async def do(self, rule: Rule, who: Principal | None = None) -> Session:
        """What a rule says, and what follows from it."""
        outside = self.outside._replace(who=who) if who else self.outside
        key = RequestKey(f"{self.session.id} step {next(self._steps)}", "sha256:" + "5e" * 32)
        changed = await change(self.record, self.session, rule, outside, key)
        self.session = await carry(changed.session, {}, self.record, self.outside)
        return self.session

    async def vote(self, seat: str, vote: Mapping[str, Any]) -> Session:
        """A person's ballot: every seat has somebody of its own."""
        voter = VOTERS.get(seat) or self.outside.who._replace(name=f"{self.outside.who.name} of {seat}")
        seen = Seen(self.session.question.content_hash)

        def rule(session: Session) -> tuple[Event, ...]:
            return cast(session, seat, vote, voter, now=self.outside.now, seen=seen)

        return await self.do(rule, voter)

    async def reply(self, seat: str, output: str) -> Session:
        """A program's answer: claimed, on the record, and then read."""
        now = self.outside.now
        await self.do(lambda session: claim(session, seat, "call-1", "", now, 60))
        claimed = self.session.rounds[-1].claims[seat]
        return await self.do(lambda session: replied(session, claimed, Reply(ANSWERED, output)))


async def opened(record: Store, clock: Clock, **document: Any) -> Life:
    """A deliberation in its first round."""
    numbers = count()
    outside = Outside(clock, lambda: f"call-{next(numbers)}", WHO)
    panel = [{"seat": name, "voter": "person"} for name in ("Logos", "Pathos", "Sophia")]
    opening: Opened = read_opening({"panel": panel, **document})
    session = (
        await decide(opening, {}, record, outside, RequestKey(f"opening {outside.now}", "sha256:" + "0f" * 32))
    ).session
    return Life(record, clock, session, outside)


async def released(record: Store, clock: Clock) -> Life:
    """Approved by all, and its action released."""
    question = {"subject": "Adopt the queue?", "action": ACTION, "context": f"Zwölf Dienste. {SECRET}."}
    life = await opened(record, clock, question=question)
    await life.vote("Logos", {**FOR, "rationale": SECRET, "confidence": 82.5})
    await life.vote("Pathos", {**FOR, "conditions": ["slowly"], "risks": [f"Lock-in: {SECRET}"]})
    await life.vote("Sophia", FOR)
    await life.do(lambda session: release(session, ACTION))
    return life


async def split(record: Store, clock: Clock) -> Life:
    """No majority; a person chose; taken back later."""
    life = await opened(record, clock, question={"subject": "Rename it?", "reversibility": "low"})
    await life.vote("Logos", {**FOR, "concerns": [{"kind": "safety", "text": SECRET}]})
    await life.vote("Pathos", {**AGAINST, "dissent_note": "Names are long"})
    await life.do(lambda session: close_round(session, life.outside.now, WHO))
    asked = life.session.verdict.ask if life.session.verdict else None
    assert asked
    choice = Resolved("human_choice", choice=asked.options[0].label, go=True)
    await life.do(lambda session: resolve(session, choice, WHO, life.outside.now))
    verified = Resolved("verification", f"asked by phone: {SECRET}")
    await life.do(lambda session: resolve(session, verified, WHO, life.outside.now))
    await life.do(lambda session: revoke(session, f"wrong: {SECRET}", WHO))
    return life


async def overridden(record: Store, clock: Clock) -> Life:
    """Edited, rejected by programs, and gone ahead with all the same."""
    panel = [{"seat": name, "voter": "command:./ask"} for name in ("a", "b")]
    life = await opened(record, clock, question={"subject": "Drop the table?"}, panel=panel)
    await life.do(lambda session: revise(session, {"context": SECRET}, "context was missing", by=WHO))
    said = '{"position": "REJECT", "confidence": 90, "rationale": "%s"}'
    await life.reply("a", said % SECRET)
    await life.reply("b", said % "Nobody asked the owner")
    await life.do(lambda session: override(session, f"An hour at worst. {SECRET}", "ann", WHO, life.outside.now))
    return life


async def judged(record: Store, clock: Clock) -> Life:
    """Judges who agree."""
    question = {"subject": "Which store?", "options": [{"id": "A", "text": SECRET}, {"id": "B"}]}
    life = await opened(record, clock, protocol="judges", question=question)
    for judge in ("Logos", "Pathos", "Sophia"):
        await life.vote(judge, {"option": "A", "confidence": "HIGH", "reasoning": "It is there"})
    return life


async def reframed(record: Store, clock: Clock) -> Life:
    """Deliberated again twice in vain, and broken into smaller questions."""
    life = await opened(record, clock, question={"subject": "Move the queue?"})
    await life.vote("Logos", {**FOR, "conditions": [SECRET]})
    await life.vote("Pathos", AGAINST)
    await life.vote("Sophia", {"position": "ABSTAIN", "confidence": 45})
    again = Again("changed_conditions", seats=("Sophia",), reason=f"asked for by {SECRET}")
    for _ in range(2):
        await life.do(lambda session: redeliberate(session, again, WHO))
        await life.vote("Sophia", {"position": "ABSTAIN", "confidence": 45})
    await life.do(lambda session: reframe(session, proposals(session), by=WHO))
    return life


async def voting(record: Store, clock: Clock) -> Life:
    """A round that is still open, with one sealed ballot in it."""
    life = await opened(record, clock, question={"subject": "Move on Monday?"})
    await life.vote("Logos", FOR)
    return life


LIVES: tuple[Callable[[Store, Clock], Awaitable[Life]], ...] = (released, split, voting, overridden, judged)


async def live_all(record: Store, clock: Clock) -> list[Life]:
    """One of each kind."""
    return [await lived(record, clock) for lived in LIVES]
