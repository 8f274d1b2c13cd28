"""Deliberations that took more than one round: deliberated again, debated, deadlocked. All played by the rules."""

from typing import Any

from quorate.core.panel import Seat
from quorate.deliberation.events import Policy, Reply
from quorate.deliberation.moves import answered
from quorate.deliberation.people import decline, override
from quorate.deliberation.rounds.deadlock import children_opened, defer, reframe
from quorate.deliberation.rounds.redeliberation import Again, redeliberate
from quorate.replies.seat_reply import ballot_of
from tests.deliberation.playing import BEN, Play, approve, people, reject
from tests.reports.deliberating import play

ABSTAIN = {"position": "ABSTAIN", "confidence": 45, "rationale": "It may go either way"}
NEWS = "It held 4,000 jobs a second\nfor a whole night."
MEASURED = Again("new_evidence", "The load test is done", NEWS, ("Pathos",))
SMALLER = Again("changed_conditions", "The budget is smaller", seats=("Pathos",))
WHICH = {
    "subject": "Which store?",
    "options": [{"id": "A", "text": "Postgres"}, {"id": "B", "text": "files", "reversible": True}, {"id": "C"}],
    "action": "deploy",
}
NIGHTS = {"kind": "safety", "text": "Nights get longer."}


def again(played: Play, request: Again, **changes: Any) -> Play:
    """The next round, opened by ben."""
    return played.take(*redeliberate(played.session, request._replace(**changes), BEN), author=BEN).settle()


def split(policy: Policy | None = None, **more: Any) -> Play:
    first = approve(65, rationale="The load fits", conditions=["A rollback is rehearsed"], risks=["The disk fills"])
    played = play(policy=policy, **more).vote("Logos", first)
    return played.vote("Pathos", reluctant()).vote("Sophia", ABSTAIN)


def reluctant(confidence: int = 70) -> dict[str, Any]:
    return reject(confidence, rationale="Night shifts suffer", concerns=[NIGHTS], alternatives=["A smaller queue"])


def settled_by_evidence() -> Play:
    """New evidence convinces one seat, and there is a majority."""
    return again(split(), MEASURED).vote("Pathos", approve(95, rationale="It was measured"))


def asked_again() -> Play:
    """A round that is open."""
    return again(split(), MEASURED)


def deadlocked(policy: Policy | None = None, **more: Any) -> Play:
    """Two re-deliberations in which nobody is convinced."""
    played = split(policy, **more)
    again(played, MEASURED).vote("Pathos", reluctant(49))
    return again(played, SMALLER).vote("Pathos", reluctant(70))


def many_facts() -> Play:
    """Three new facts on top, which count against nothing."""
    played = deadlocked()
    for number in range(3):
        fact = f"Fact {number}: " + "a long story. " * 60
        again(played, MEASURED, factual=True, evidence=fact).vote("Pathos", reluctant(70 - number))
    return played


def reframed() -> Play:
    """Broken into two of the questions that the ballots suggest."""
    played = deadlocked()
    questions = ["Is this answered: Nights get longer?", "Which team goes first?"]
    played.take(*reframe(played.session, questions, by=BEN), author=BEN)
    return played.take(*children_opened(played.session, ["MAGI-2026-1115-002", "MAGI-2026-1115-003"]), author=BEN)


def deferred() -> Play:
    """A step that can be undone, where going ahead could not."""
    played = deadlocked(question={"subject": "Move the queue?", "action": "move", "reversibility": "low"})
    return played.take(*defer(played.session, "Run it for one team", "ben", "failed jobs", by=BEN), author=BEN)


def recommended() -> Play:
    """A deadlock in which holding back is the choice that can be undone."""
    return deadlocked(question={"subject": "Move the queue?", "action": "move", "reversibility": "low"})


def bound() -> Play:
    """The surest seat decides at the deadline, and holds the action."""
    return deadlocked(Policy(deadlock="most-confident", deadlock_minutes=5)).later(600).settle()


def to_be_bound() -> Play:
    """The same before its time is over."""
    return deadlocked(Policy(deadlock="most-confident", deadlock_minutes=5))


def overridden_then_asked_again() -> Play:
    """An override, which holds no longer once there is another count; then a deferral, which does not either."""
    played = play().votes(Logos=reluctant(80), Pathos=reluctant(), Sophia=reluctant(60))
    accepted = override(played.session, "We lose an hour", "cara", BEN, played.now, monitor="the length of the queue")
    played.take(*accepted, author=BEN)
    doubtful = approve(52, rationale="It may hold", concerns=["It costs a fortune"], dissent_note="I saw it fail")
    again(played, MEASURED, seats=("Logos", "Sophia")).vote("Logos", doubtful).vote("Sophia", ABSTAIN)
    again(played, SMALLER, seats=("Logos",)).vote("Logos", approve(66, rationale="The load fits"))
    played.take(*defer(played.session, "Run it for one team", "ben", "failed jobs", by=BEN), author=BEN)
    return again(played, MEASURED, factual=True, evidence="It held for a week").vote("Pathos", reluctant(40))


def declined() -> Play:
    """A person decides at last."""
    played = deadlocked()
    return played.take(*decline(played.session, "Not this year", BEN, played.now), author=BEN)


def judged(option: str, reasoning: str, **more: Any) -> dict[str, Any]:
    return {"option": option, "confidence": "HIGH", "reasoning": reasoning, **more}


def divided(rounds: int = 2) -> Play:
    seats = (*people("risk", "value"), Seat("effort", "effort", "scripted"))
    played = play(*seats, protocol="judges", question=WHICH, policy=Policy(debate_rounds=rounds))
    played.votes(risk=judged("A", "A is safe"), value=judged("B", "B is rich"))
    return said(played, "{option: C, confidence: HIGH, reasoning: C is small}")


def said(played: Play, text: str, outcome: str = "answered", detail: str = "") -> Play:
    """What the third judge, a program, says in the latest round."""
    number = played.session.rounds[-1].number
    return played.take(
        *answered(played.session, "effort", number, Reply(outcome, text, detail=detail), ballot_of)
    ).settle()


def debating() -> Play:
    """A debate that is going on."""
    return divided()


def debated() -> Play:
    """One judge changes and says why, one stays, one fails; then there is a consensus of two."""
    played = divided()
    played.vote("risk", judged("A", "A is safe", challenge="Riches burn, and small is not safe"))
    played.vote("value", judged("A", "A pays in the end", challenge="C saves nothing", convinced_by="B may burn"))
    return said(played, "", "error", "the program ended with status 1")


def contested() -> Play:
    """Two rounds in which nobody is convinced; one challenges nobody, and then changes without saying why."""
    played = divided()
    for option in "CA":
        played.vote("risk", judged("A", "A is safe", challenge="Riches burn"))
        played.vote("value", judged("B", "B is rich", challenge="Safety costs"))
        said(played, f"{{option: {option}, confidence: HIGH, reasoning: {option} is small}}")
    return played


def challenged() -> Play:
    """Evidence that is contested, and challenged twice."""
    proof = {"id": "e1", "file": "load.txt", "reproducible": True, "command": "make load"}
    played = play(*people("a", "b"), protocol="evidence", policy=Policy(debate_rounds=2))

    def claims(vote: str, evidence: dict[str, Any], **more: Any) -> dict[str, Any]:
        return {"vote": vote, "confidence": 0.7, "rationale": f"{vote} it", "evidence": [evidence], **more}

    played.votes(a=claims("accept", proof), b=claims("reject", {"id": "e2", "file": "night.txt"}))
    for _ in range(2):
        played.vote("a", claims("accept", proof, challenge="Nobody measured the nights"))
        played.vote("b", claims("reject", {"id": "e2", "file": "night.txt"}, challenge="One load is not all"))
    return played


STORIES = {
    story.__name__: story
    for story in (
        settled_by_evidence,
        asked_again,
        deadlocked,
        many_facts,
        reframed,
        deferred,
        recommended,
        bound,
        to_be_bound,
        overridden_then_asked_again,
        declined,
        debating,
        debated,
        contested,
        challenged,
    )
}
