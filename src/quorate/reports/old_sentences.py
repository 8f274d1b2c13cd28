"""What verdicts held as English sentences before they had codes, and the codes for them.

Only what is on the record already is read by its sentences, and only here: everything that is counted now has codes.
"""

from typing import TYPE_CHECKING

from quorate.core.ballot import Answer, Ballot, NonVote
from quorate.core.verdict import Added, Ask, AskOption, Escalation, Risk, Values, Verdict

if TYPE_CHECKING:
    from quorate.deliberation.events import BallotNote, Reframed, Resolved
    from quorate.deliberation.register.risk_register import Item


_LIMITS = {
    "may not disable governance": "governance",
    "may not disable a circuit breaker": "breaker",
    "may not disable monitoring": "monitoring",
    "may not disable limits": "limits",
    "may not bypass or skip a safety check": "safety",
    "may not allow unlimited risk": "risk",
    "may not set a risk threshold above 0.90": "risk_threshold",
    "may not set a coherence threshold outside 0.1 to 1.0": "coherence_threshold",
    "may not begin with maybe, perhaps, try or consider": "vague",
}
_ADDED = {
    "monitor for 24 hours": ("monitor_for_hours", {"hours": 24}),
    "Fall back to Simple Mode: one engine in three seats (Logos, Pathos, Sophia)": ("fall_back_to_simple_mode", {}),
}
_ASKS = {
    "The panel is split. Which way do we go?": "split",
    "A very sure dissenter stands against an unsure majority. Which way?": "override",
    "Fewer than two judges recommended anything. How do we go on?": "too_few",
    "The judges could not reach consensus. Which option?": "no_consensus",
    "The agents do not agree. Which position holds?": "contested",
    "The evidence does not suffice. How do we go on?": "insufficient_evidence",
}
_OPTIONS = {
    "Get more recommendations before deciding": "ask_again",
    "Go on without the judges": "decide_alone",
    "Ask for reproducible evidence before deciding": "investigate",
    "Decide on what there is and accept the risk": "decide_now",
}
_NOTES = {
    "it came without the nonce of its call": "no_nonce",
    "it was read from free text": "inferred",
    "its block was not valid and was read line by line": "repaired",
    "it approves with conditions, and lists none": "no_conditions",
    "the rationale is the beginning of the reply": "rationale_cut",
}
_WHYS = {"the round was closed": "round_closed", "no recommendation": "no_recommendation"}
_WHO_DECIDES = "settled beforehand: in a deadlock the surest seat decides, which is "
_BEFOREHAND = "settled beforehand"
_NO_CONCERN, _FEWER_VIEWS = "Overruled", "Only two seats: less diversity of judgement"


def with_codes(verdict: Verdict) -> Verdict:
    """The verdict with the codes that it would have today; one that has them as it is."""
    if verdict.version:
        return verdict
    receipt = verdict.receipt
    return verdict._replace(
        escalations=tuple(map(_escalation, verdict.escalations)),
        risks=tuple(map(_risk, verdict.risks)),
        ask=_ask(verdict.ask, verdict) if verdict.ask else None,
        added=(*_added("conditions", verdict.conditions), *_added("alternatives", verdict.alternatives)),
        receipt=receipt._replace(roster=tuple(map(_answer, receipt.roster))),
    )


def item_with_code(item: "Item") -> "Item":
    """An item of the register, with the code of what it says."""
    if item.code:
        return item
    code, values = _of_text(item.kind, item.text, item.source, item.why)
    return item._replace(code=code, values=values)


def why_of(detail: str) -> str:
    """The code of what Quorate itself found out of a seat without a ballot."""
    return _WHYS.get(detail, "")


def note_of(sentence: str) -> "BallotNote":
    """What was found out in reading a ballot; a sentence with values in it is its own code, and shown as it is."""
    from quorate.deliberation.events import BallotNote  # a verdict alone is shown without deliberations

    return BallotNote(_NOTES.get(sentence, sentence))


def was_reframed_by_policy(answer: "Reframed") -> bool:
    """True where the reason says that nobody but the policy broke the question into smaller ones."""
    return answer.reason == _BEFOREHAND


def seat_that_decides(answer: "Resolved") -> str:
    """The seat whose choice holds by policy; empty where a person chose."""
    is_named = answer.text.startswith(_WHO_DECIDES)
    return answer.seat or (answer.text.removeprefix(_WHO_DECIDES) if is_named else "")


def _of_text(kind: str, text: str, source: str, why: str) -> tuple[str, Values]:
    if kind == "failure" and why:
        return "no_ballot", {"seat": source, "kind": why}
    if kind == "dissent" and text == _NO_CONCERN:
        return "overruled", {"seat": source}
    if kind == "condition":
        return _ADDED.get(text, ("", {}))
    return "two_seats" if kind == "diversity" and text == _FEWER_VIEWS else "", {}


def _escalation(escalation: Escalation) -> Escalation:
    names = escalation.names
    if escalation.reason != "hard_limit" or len(names) != 2 or names[1] not in _LIMITS:
        return escalation
    return escalation._replace(values={"condition": names[0], "limit": _LIMITS[names[1]]})


def _risk(risk: Risk) -> Risk:
    failed = risk.risk.removeprefix(f"No ballot from {risk.source}: ") if risk.kind == "failure" else ""
    code, values = _of_text(risk.kind, risk.risk, risk.source, risk.why or failed)
    return risk if risk.code else risk._replace(code=code, values=values)


def _added(among: str, texts: tuple[str, ...]) -> list[Added]:
    return [Added(among, text, *_ADDED[text]) for text in texts if text in _ADDED]


def _answer(answer: Answer) -> Answer:
    is_known = isinstance(answer, NonVote) and not answer.why
    return answer._replace(why=why_of(answer.detail)) if isinstance(answer, NonVote) and is_known else answer


def _ask(ask: Ask, verdict: Verdict) -> Ask:
    options = tuple(_option(one, ask, verdict) for one in ask.options)
    return ask._replace(options=options, code=_ASKS.get(ask.question, ""))


def _option(option: AskOption, ask: Ask, verdict: Verdict) -> AskOption:
    if option.description in _OPTIONS:
        return option._replace(code=_OPTIONS[option.description])
    ballots = [one for one in verdict.receipt.roster if isinstance(one, Ballot)]
    code, values = _of_label(option.label, _ASKS.get(ask.question, ""), ballots)
    return option._replace(code=code, values=values)


def _of_label(label: str, asked: str, ballots: list[Ballot]) -> tuple[str, Values]:
    if label == "Other":
        return "other", {}
    if asked in ("split", "override"):
        return _of_magi(label, ballots)
    if asked == "too_few":
        who = [one.seat.name for one in ballots if one.choice == label]
        return ("single", {"option": label, "seat": who[0]}) if who else ("", {})
    return "option", {"option": label}


def _of_magi(label: str, ballots: list[Ballot]) -> tuple[str, Values]:
    for one in ballots:
        if label == f"{one.seat.name}: {one.word or one.choice}":
            return "seat", {"seat": one.seat.name}
    if label == "Hybrid":
        return "hybrid", _hybrid(ballots)
    return ("position", {"choice": label}) if any(one.choice == label for one in ballots) else ("", {})


def _hybrid(ballots: list[Ballot]) -> Values:
    """Whose conditions answer whose concerns: those of approvals come first."""
    has_conditions = any(one.conditions for one in ballots if one.choice == "APPROVE")
    has_concerns = any(one.concerns for one in ballots if one.choice == "REJECT")
    sides = ("APPROVE", "REJECT") if has_conditions and has_concerns else ("REJECT", "APPROVE")
    return dict(zip(("conditions_of", "concerns_of"), sides, strict=True))
