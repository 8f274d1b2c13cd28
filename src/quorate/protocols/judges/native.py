"""The verdict in the judges' own words, and what a person is asked when they do not agree."""

from collections.abc import Sequence
from typing import Any

from quorate.core.ballot import Answer, Ballot, NonVote
from quorate.core.failure import Outcome
from quorate.core.verdict import ASK, PROCEED, Ask, AskOption, Verdict
from quorate.protocols.judges.rule import ABSTAIN, Heads

HIGH, LOW = 80, 40
CONFIDENCES = {"UNANIMOUS": HIGH, "MAJORITY": HIGH, "INSUFFICIENT_DATA": LOW, "NONE": None}
_WORDS = {HIGH: "HIGH", LOW: "LOW", None: "REQUIRES_INPUT"}
_SHOWN_IN_FULL = 4
_AGAIN = AskOption("Ask again", "Get more recommendations before deciding", "ask_again")
_ALONE = AskOption("Decide alone", "Go on without the judges", "decide_alone")


def ask_of(outcome: Outcome, voted: Sequence[Ballot], heads: Heads) -> Ask | None:
    if outcome.action != ASK:
        return None
    if outcome.result == "INSUFFICIENT_DATA":
        ways = (*map(_single, voted), _AGAIN, _ALONE)[:2]
        return Ask("Too few", "Fewer than two judges recommended anything. How do we go on?", ways, "too_few")
    named = sorted((option for option in heads if heads[option]), key=lambda option: -heads[option])
    shown = named if len(named) <= _SHOWN_IN_FULL else named[: _SHOWN_IN_FULL - 1]
    options = [_option(option, [b for b in voted if b.choice == option]) for option in shown]
    if rest := named[len(shown) :]:
        options.append(AskOption("Other", ", ".join(rest), "other", {"options": rest}))
    return Ask("Contested", "The judges could not reach consensus. Which option?", tuple(options), "no_consensus")


def _single(ballot: Ballot) -> AskOption:
    text = f"A single recommendation, not consensus. {_said(ballot)}"
    return AskOption(ballot.choice, text, "single", {"option": ballot.choice, "seat": ballot.seat.name})


def _option(option: str, who: Sequence[Ballot]) -> AskOption:
    seats = [ballot.seat.name for ballot in who]
    return AskOption(option, "; ".join(map(_said, who)), "option", {"option": option, "seats": seats})


def goes_ahead(_: Verdict, label: str) -> bool:
    """True for every option, and for a decision without the judges."""
    return label != _AGAIN.label


def _said(ballot: Ballot) -> str:
    return f"{ballot.seat.name}: {ballot.rationale}" if ballot.rationale else ballot.seat.name


def native_of(
    outcome: Outcome,
    roster: Sequence[Answer],
    voted: Sequence[Ballot],
    overruled: Sequence[Ballot],
    heads: Heads,
) -> dict[str, Any]:
    """Return the result in the order of the recommendations as they were given."""
    by_option: dict[str, list[str]] = {}
    for ballot in voted:
        by_option.setdefault(ballot.choice, []).append(ballot.seat.name)
    native: dict[str, Any] = {"consensus": outcome.action == PROCEED, "type": outcome.result}
    if outcome.choice:
        native["majority_option"] = outcome.choice
        native["majority_count"] = heads[outcome.choice]
        native["majority_judges"] = by_option[outcome.choice]
    else:
        native["distribution"] = {option: {"count": len(who), "judges": who} for option, who in by_option.items()}
    native["confidence"] = _WORDS[CONFIDENCES[outcome.result]]
    if outcome.choice:
        native["dissent"] = [{"judge": b.seat.name, "option": b.choice, "reasoning": b.rationale} for b in overruled]
    native["recommendation"] = _recommendation(outcome, voted, overruled)
    if len(voted) < len(roster):
        notes = []
        for answer in roster:
            if isinstance(answer, NonVote):
                notes.append(f"{answer.seat.name} judge failed ({answer.kind})")
            elif answer.choice == ABSTAIN:
                notes.append(f"{answer.seat.name} judge abstained")
        native["note_in_result"] = "; ".join(notes)
        native["adjusted_total"] = f"Consensus calculated from {len(voted)} judges"
    return native


def _recommendation(outcome: Outcome, voted: Sequence[Ballot], overruled: Sequence[Ballot]) -> str:
    if outcome.result == "INSUFFICIENT_DATA":
        return "Treat as a single recommendation, not consensus." if voted else "No judge recommended anything."
    if outcome.result == "NONE":
        return "No consensus reached after debate.\nPresent all perspectives to user for decision."
    agreed = f"{len(voted) - len(overruled)}/{len(voted)}"
    lines = [f"Proceed with Option {outcome.choice} ({agreed} consensus)."]
    for ballot in overruled:
        why = f": {ballot.rationale}" if ballot.rationale else "."
        name = ballot.seat.name[:1].upper() + ballot.seat.name[1:]
        lines.append(f"Note: {name} judge dissents, favoring {ballot.choice}{why}")
    return "\n".join(lines)
