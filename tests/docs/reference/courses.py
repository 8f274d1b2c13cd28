"""What a deliberation's JSON has once there is more than one round, a deadlock, or a register that people keep."""

from typing import Any

from quorate.deliberation.events import Policy, Tracked, Vindicated
from quorate.deliberation.people import decline
from quorate.deliberation.register.follow_up import track, vindicate
from quorate.deliberation.rounds.deadlock import children_opened, defer, reframe
from quorate.views.deliberation import in_full
from tests.deliberation.playing import BEN, Play, approve
from tests.reports.deliberating import play, signed_by_some
from tests.reports.round_stories import MEASURED, again, deadlocked, debated, recommended, reluctant, split

POLICY = {
    "policy.debate_rounds": "How many debate or challenge rounds may follow a count without consensus.",
    "policy.deadlock": "`ask`, `most-confident` or `reframe`: what happens in a deadlock by itself.",
    "policy.deadlock_minutes": "`most-confident`: after how many minutes.",
    "policy.gated": "True if a gate waits for the verdict.",
    "policy.check_evidence": "True if ballots are counted only after their evidence was checked.",
    "policy.keys_only": "True if only votes and answers with a key are accepted.",
    "policy.advice": "True if it only advises: its action is never released.",
    "policy.reask": "How often an engine is asked again if its reply has no ballot: 0 or 1.",
}
ANSWERS = {
    "answers[].questions": "reframed: the smaller questions.",
    "answers[].step": "deferred: the step that can be undone.",
    "answers[].verdict": "The hash of the verdict that it answers.",
    "answers[].seat": "resolved: the seat whose choice holds, if the policy and not a person answered.",
    "answers[].by_policy": "reframed: true if the policy and not a person did it.",
}
COURSE = {
    "rounds": "Every round, where one asked again; of verdicts and ballots nothing while one is open.",
    "rounds[].round": "Its number.",
    "rounds[].purpose": "`first`, `revision`, `redeliberation`, `debate` or `challenge`.",
    "rounds[].seats": "The seats that were asked.",
    "rounds[].trigger": "redeliberation: `new_evidence`, `added_context`, `false_assumption` or `changed_conditions`.",
    "rounds[].reason": "redeliberation: why.",
    "rounds[].evidence": "redeliberation: what was new.",
    "rounds[].factual": "redeliberation: whether it brought new facts, and so does not count against the two.",
    "rounds[].verdict": "What it came to; null where it was not counted.",
    "rounds[].verdict.result": "The verdict's result.",
    "rounds[].verdict.choice": "What was chosen; null if nothing.",
    "rounds[].verdict.action": "What follows.",
    "rounds[].verdict.confidence": "The verdict's confidence; null where it has none.",
    "rounds[].challenges": "debate, challenge: what was found wrong in the others' arguments.",
    "rounds[].challenges[].seat": "By which seat.",
    "rounds[].challenges[].challenge": "In its words.",
    "rounds[].steps": "Where every seat stood before and after; empty for the first round.",
    "rounds[].steps[].seat": "The seat.",
    "rounds[].steps[].asked": "Whether it was asked; else its ballot stands, if it has one.",
    "rounds[].steps[].before": "Where it stood before.",
    "rounds[].steps[].before.position": "Its choice, or how it failed.",
    "rounds[].steps[].before.option": "Of which option; null where there is none.",
    "rounds[].steps[].before.confidence": "How sure, in percent; null where it was not said.",
    "rounds[].steps[].after": "Where it stands after, as in `before`.",
    "rounds[].steps[].changed": "Whether the position is another one.",
    "rounds[].steps[].moved_far": "Whether the confidence moved by more than 20 points.",
    "debate": "Debate or challenge rounds, once they are over.",
    "debate.rounds": "How many there were.",
    "debate.final_word": "`RECOMMENDED` or `CONTESTED`.",
    "debate.changes": "Every change of mind.",
    "debate.changes[].seat": "Who changed.",
    "debate.changes[].round": "In which round.",
    "debate.changes[].from": "From which choice.",
    "debate.changes[].to": "To which choice.",
    "debate.changes[].reason": "What convinced it.",
    "deadlock": "Where two re-deliberations brought no consensus.",
    "deadlock.is_deadlocked": "True.",
    "deadlock.proposals": "Smaller questions that follow from the ballots.",
    "deadlock.recommendation": "The one choice that can be undone; null where there is not exactly one.",
    "deadlock.recommendation.choice": "The choice.",
    "deadlock.recommendation.monitor": "What would show that it was wrong.",
    "children": "The deliberations of smaller questions, those of earlier verdicts included.",
    "register": "The risk register, where people have changed it, or where it keeps something of earlier verdicts or "
    "of seats that have no ballot any more.",
}
ITEMS = {
    "id": "Its number: `R1` is a risk, `D1` a dissent, `C1` a condition, `S1` a step.",
    "kind": "`stated`, `dissent`, `failure`, `diversity`, `override`, `condition`, `deferral`, or `silenced`: what a "
    "seat had said that has no ballot any more.",
    "text": "What it is about.",
    "source": "Who brought it up.",
    "choice": "A dissent: the choice that was overruled.",
    "severity": "`low`, `medium`, `high` or `critical`; empty for conditions and steps.",
    "mitigation": "What is done about it.",
    "monitor": "What to monitor.",
    "owner": "Who owns it.",
    "due": "Until which day.",
    "status": "`open`, `mitigated`, `accepted`, `closed` or `vindicated`.",
    "concerns": "A dissent: grave concerns (`text`, `kind`) that its text does not name; only where there are some.",
    "same_as": "The other number of a dissent, which is a risk too.",
    "earlier": "True for what came before the verdict that stands, and what that one does not name.",
    "changes": "Every change: its kind (`tracked` or `vindicated`), what was stated, by whom and when.",
}
KINDS = {
    "risks": "Risks, those of overrides and of silent seats included.",
    "dissents": "Dissents, with the keys of risks.",
    "conditions": "Conditions, with the keys of risks.",
    "steps": "Steps with which it was deferred, with the keys of risks; only where there are some.",
}
REGISTER = {
    **{f"register.{kind}": meaning for kind, meaning in KINDS.items()},
    **{f"register.risks[].{key}": meaning for key, meaning in ITEMS.items()},
    "register.risks[].seats": "The seats that it comes from, one by one.",
    "register.risks[].why": "How the seat failed, where that is the risk.",
    "register.risks[].code": "Which risk it is, where the rules write it.",
    "register.risks[].values": "What its sentence needs, by name.",
}
EARLIER = {
    "earlier": "Every count before the one that stands, which holds no longer. While a round is open, only what people "
    "made of it.",
    "earlier[].round": "The round that was counted.",
    "earlier[].ballots": "What the seats that were asked in it gave, as in the [verdict's](verdict.md) receipt.",
    "earlier[].answers": "What people answered to its verdict, as in `answers`.",
    "earlier[].no_answer_at": "When the time to answer it was over.",
    "earlier[].children": "The smaller questions into which it was broken.",
}
RARE = ("verdict_hash", "rounds", "debate", "deadlock", "children", "register", "earlier")
EXPLAINED_ELSEWHERE = (
    "rounds[].steps[].after",
    "register.dissents",
    "register.conditions",
    "register.steps",
    "register.risks[].changes",
    "register.risks[].concerns",
    "earlier[].ballots",
    "earlier[].answers",
)


def examples() -> list[dict[str, Any]]:
    """Deliberations that took more than one round."""
    policy = Policy(deadlock="most-confident", deadlock_minutes=5, debate_rounds=1, gated=True)
    plays = [_declined(), _lapsed(), debated(), recommended(), deadlocked(policy), _broken_up(), _kept(), _noted()]
    plays.append(signed_by_some())
    return [in_full(played.session, played.history) for played in plays]


def _declined() -> Play:
    played = split()
    played.take(*decline(played.session, "Not now", BEN, played.now), author=BEN)
    return again(played, MEASURED).vote("Pathos", reluctant(60))


def _lapsed() -> Play:
    played = split(Policy(answer_minutes=5, at_answer_by="decline")).later(600).settle()
    return again(played, MEASURED).vote("Pathos", reluctant(60))


def _broken_up() -> Play:
    """Into a smaller question; then there are new facts, and it is put off."""
    played = deadlocked()
    played.take(*reframe(played.session, ["Which team goes first?"], by=BEN), author=BEN)
    played.take(*children_opened(played.session, ["MAGI-2026-1115-002"]))
    again(played, MEASURED, factual=True, evidence="It held for a week").vote("Pathos", reluctant(60))
    return played.take(*defer(played.session, "Run it for one team", "ben", "failed jobs", by=BEN), author=BEN)


def _kept() -> Play:
    played = _broken_up()
    played.take(*track(played.session, Tracked("S1", note="It runs")), author=BEN)
    played.take(*vindicate(played.session, Vindicated("R1", "The disk was full")), author=BEN)
    again(played, MEASURED, factual=True, evidence="It held for a month").vote("Pathos", reluctant(60))
    return played.take(*reframe(played.session, ["Which team goes last?"], by=BEN), author=BEN)


def _noted() -> Play:
    """A dissent with a note, and a grave concern beside it."""
    against = reluctant(60) | {"dissent_note": "Not like this"}
    played = play().votes(Logos=approve(80), Pathos=against, Sophia=approve(80))
    return played.take(*track(played.session, Tracked("D1", owner="ben")), author=BEN)
