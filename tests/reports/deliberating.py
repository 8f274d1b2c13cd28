"""Deliberations for the tests of reports: all of them played by the rules, none made up."""

from hashlib import sha256
from typing import Any

from quorate.core.panel import Seat
from quorate.deliberation.events import AUTHENTICATED, Policy, Resolved, Stored
from quorate.deliberation.people import decline, override, release, resolve, revise, revoke, supersede
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session
from quorate.reports import render_deliberation
from tests.deliberation.playing import ANN, BEN, Play, approve, moment, people, reject

ACTION = "deploy queue 1.4"
QUESTION = {
    "subject": "Move the queue to Postgres?",
    "domain": "architecture",
    "context": "The broker is at the end of its life.\nTwo people know it.",
    "constraints": ["No downtime"],
    "action": ACTION,
    "reversibility": "medium",
}
CARA = Principal("cara", AUTHENTICATED)


def play(*seats: Seat, **more: Any) -> Play:
    """A deliberation on the question of these tests."""
    return Play(*seats, **{"question": QUESTION, **more})


def history_of(played: Play) -> tuple[Stored, ...]:
    """The history with hashes, as a record would have stamped them."""
    hashes = (sha256(str(stored.position).encode()).hexdigest() for stored in played.history)
    return tuple(stored._replace(hash=digest) for stored, digest in zip(played.history, hashes, strict=True))


def told(played: Play, form: str = "text", **how: Any) -> str:
    """The report on a deliberation."""
    return render_deliberation(played.session, history_of(played), form=form, **how)


def choose(session: Session, choice: str, go: bool, author: Principal, text: str = "") -> Any:
    """A person's choice, as the event that it becomes."""
    return resolve(session, Resolved("human_choice", text, choice, go), author, session.changed_at)


def approved() -> Play:
    return play().votes(
        Logos=approve(84, rationale="The load fits"),
        Pathos=approve(70, rationale="Fewer pages at night"),
        Sophia=approve(76, rationale="One system fewer", risks=["Vendor tools lag behind"]),
    )


def approved_and_released() -> Play:
    played = approved()
    return played.take(*release(played.session, ACTION), author=CARA)


def split(policy: Policy | None = None) -> Play:
    return play(*people("Logos", "Pathos"), policy=policy).votes(
        Logos=approve(72, rationale="The load fits"), Pathos=reject(70, rationale="Night shifts suffer")
    )


def split_and_answered() -> Play:
    played = split(Policy(answer_minutes=90, people=("ann", "ben")))
    answer = choose(played.session, "Logos: APPROVE", True, BEN, "We hire for the night shift first.")
    return played.take(*answer, author=BEN)


def split_and_open() -> Play:
    return split(Policy(answer_minutes=90, at_answer_by="decline", people=("ann", "ben")))


def split_and_held() -> Play:
    played = split()
    return played.take(*choose(played.session, "Pathos: REJECT", False, BEN), author=BEN)


def split_and_overdue() -> Play:
    return split_and_open().later(6000).settle()


def blocked() -> Play:
    return play().votes(
        Logos=reject(85, rationale="The load does not fit"),
        Pathos=reject(80, rationale="Night shifts suffer", alternatives=["A newer broker"]),
        Sophia=reject(75, rationale="Too early"),
    )


def blocked_and_overridden() -> Play:
    played = blocked()
    risk = "The broker's support ends on Friday; we accept a day of slow jobs."
    return played.take(*override(played.session, risk, "ben", CARA, played.now), author=CARA)


def safety_dissent() -> Play:
    return play().votes(
        Logos=approve(70, rationale="The load fits"),
        Pathos=reject(88, rationale="Nobody tried it", concerns=[{"kind": "safety", "text": "No way back on failure"}]),
        Sophia=approve(66, rationale="One system fewer"),
    )


def mitigation_plan() -> Play:
    played = safety_dissent()
    plan = Resolved("mitigation_plan", "Keep the broker warm for a week.", owner="ben", monitor="failed jobs per hour")
    return played.take(*resolve(played.session, plan, BEN, played.now), author=BEN)


def degraded_and_unverified() -> Play:
    question = {**QUESTION, "reversibility": "low"}
    policy = Policy(ballots_by=moment(50), at_ballots_by="count")
    played = play(question=question, policy=policy)
    played.votes(Logos=approve(84, rationale="The load fits"), Sophia=approve(70, rationale="One system fewer"))
    return played.later(60).settle()


def sealed() -> Play:
    seats = (
        Seat("Logos", "Logos", "person:ann"),
        Seat("Pathos", "Pathos", "agent:night"),
        Seat("Sophia", "Sophia", "command:./ask --key=hidden"),
    )
    policy = Policy(ballots_by=moment(3600), at_ballots_by="count")
    return play(*seats, policy=policy).vote("Logos", approve(84, rationale="The load fits"))


def superseded() -> Play:
    played = approved()
    return played.take(*supersede(played.session, "MAGI-2026-1115-002", ANN), author=BEN)


def revoked() -> Play:
    played = approved()
    return played.take(*revoke(played.session, "The load figures were wrong", ANN), author=BEN)


def released_and_revoked() -> Play:
    played = approved_and_released()
    return played.take(*revoke(played.session, "The load figures were wrong", ANN), author=BEN)


def declined() -> Play:
    played = safety_dissent()
    return played.take(*decline(played.session, "Not before the holidays", BEN, played.now), author=BEN)


def two_revisions() -> Play:
    played = blocked()
    changes = {"context": "The broker is at the end of its life.\nA trial ran for a month."}
    played.take(*revise(played.session, changes, "the trial is over", by=BEN), author=BEN).settle()
    return played.votes(
        Logos=approve(84, rationale="The trial fits"),
        Pathos=reject(60, rationale="Night shifts suffer"),
        Sophia=approve(70, rationale="Time for it"),
    )


def edited_and_open() -> Play:
    played = approved()
    played.take(*revise(played.session, {"action": "deploy queue 1.5"}, by=BEN), author=BEN).settle()
    return played.vote("Pathos", reject(91))


def edited_while_voting() -> Play:
    played = play().vote("Logos", approve(84, rationale="The load fits"))
    played.take(*revise(played.session, {"context": "Two people know it."}, "typing error", by=BEN), author=BEN)
    return played.settle().vote("Sophia", approve(70))


def judges_answered() -> Play:
    question = {**QUESTION, "options": [{"id": "A", "text": "Postgres"}, {"id": "B"}, {"id": "C"}]}
    played = play(*people("risk", "value", "effort"), protocol="judges", question=question)
    for seat, option in (("risk", "A"), ("value", "B"), ("effort", "C")):
        played.vote(seat, {"option": option, "confidence": "HIGH", "reasoning": f"{option} is better"})
    assert played.session.verdict
    assert played.session.verdict.ask
    return played.take(*choose(played.session, "A", True, BEN), author=BEN)


def evidence_revoked() -> Play:
    played = play(*people("a", "b"), protocol="evidence", question={**QUESTION, "options": [{"id": "yes"}]})
    for seat in "ab":
        run = {"file": f"{seat}.md", "type": "code", "reproducible": True, "command": "make"}
        played.vote(seat, {"option": "yes", "vote": "accept", "confidence": 0.9, "evidence": [run]})
    return played.take(*revoke(played.session, "The benchmark was wrong", ANN), author=BEN)


def hard_limit() -> Play:
    played = play(*people("a", "b", "c"), protocol="quorum")
    for seat in "abc":
        played.vote(seat, {"vote": "resume", "conditions": ["disable monitoring"], "reasoning": "It is noisy"})
    return played


def signed_by_some() -> Play:
    """Approvals that are given in the open, with one missing in a group."""
    groups = {"ops": ["ann", "ben"], "legal": ["cara", "dan"]}
    terms = {"approvers": groups, "needed": {"ops": 1, "legal": 1}}
    played = Play(*people("ann", "ben", "cara", "dan"), protocol="approval", terms=terms)
    return played.vote("ann", {"vote": "approve", "reasoning": "Rehearsed", "conditions": ["Watch the errors"]})


def stopped() -> Play:
    """A concern beside the approval that was still missing."""
    warned = {"concerns": [{"kind": "security", "text": "The key is in the log"}], "alternatives": ["Wait a day"]}
    return signed_by_some().vote("cara", {"vote": "approve", "reasoning": "Checked", "risks": ["A lock"], **warned})


STORIES = {
    story.__name__: story
    for story in (
        approved_and_released,
        split_and_answered,
        split_and_open,
        split_and_held,
        split_and_overdue,
        blocked_and_overridden,
        mitigation_plan,
        degraded_and_unverified,
        sealed,
        superseded,
        revoked,
        released_and_revoked,
        declined,
        two_revisions,
        edited_and_open,
        edited_while_voting,
        judges_answered,
        evidence_revoked,
        hard_limit,
        stopped,
        signed_by_some,
    )
}
