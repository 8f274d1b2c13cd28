"""The verdict as a voting structure, and what a person is asked when evidence does not decide."""

from collections.abc import Sequence
from typing import Any

from quorate.core.ballot import Answer, Ballot
from quorate.core.exact import rounded, unit
from quorate.core.failure import Outcome
from quorate.core.question import Question
from quorate.core.text import normalised
from quorate.core.verdict import ASK, Ask, AskOption, Verdict
from quorate.protocols.evidence.pivots import vote_of
from quorate.protocols.evidence.rule import CHOICES, REJECT, Consensus, EvidenceTerms, sure
from quorate.protocols.evidence.vote import AnswerGroup, WeightedVote

_SHOWN_IN_FULL = 4
_INVESTIGATE = AskOption("Investigate", "Ask for reproducible evidence before deciding", "investigate")
_DECIDE = AskOption("Decide now", "Decide on what there is and accept the risk", "decide_now")


def ask_of(question: Question, outcome: Outcome, vote: WeightedVote, voted: Sequence[Ballot]) -> Ask | None:
    """The question to a person, or None where nobody is asked."""
    if outcome.action != ASK:
        return None
    if outcome.result == "INSUFFICIENT_EVIDENCE":
        both = (_INVESTIGATE, _DECIDE)
        if "human_choice" in outcome.requires:
            return Ask("Threshold", "The threshold was not reached. How do we go on?", both, "below_threshold")
        return Ask("Evidence", "The evidence does not suffice. How do we go on?", both, "insufficient_evidence")
    shown = vote.groups if len(vote.groups) <= _SHOWN_IN_FULL else vote.groups[: _SHOWN_IN_FULL - 1]
    options = [_position(group, voted, question) for group in shown]
    if rest := [group.wording for group in vote.groups[len(shown) :]]:
        options.append(AskOption("Other", "; ".join(rest), "other", {"options": rest}))
    if len(options) == 1:
        options.append(_INVESTIGATE)
    return Ask("Contested", "The agents do not agree. Which position holds?", tuple(options), "contested")


def goes_ahead(verdict: Verdict, label: str) -> bool:
    """True for a position that accepts something, and for a decision on what there is."""
    rejecting = (one for one in verdict.receipt.roster if isinstance(one, Ballot) and one.choice == REJECT)
    rejects = any(normalised(vote_of(ballot).answer) == normalised(label) for ballot in rejecting)
    return label != _INVESTIGATE.label and not rejects


def _position(group: AnswerGroup, voted: Sequence[Ballot], question: Question) -> AskOption:
    """What the option means, where that is said, and who holds the position for which reasons."""
    who = [ballot for ballot in voted if normalised(vote_of(ballot).answer) == group.answer]
    seats = [ballot.seat.name for ballot in who]
    return AskOption(group.wording, _case_for(who, question), "option", {"option": group.wording, "seats": seats})


def _case_for(who: Sequence[Ballot], question: Question) -> str:
    about = {normalised(ballot.option) for ballot in who}
    texts = [option.text for option in question.options if option.text and normalised(option.id) in about]
    return "; ".join([*texts, *(f"{b.seat.name}: {b.rationale}" if b.rationale else b.seat.name for b in who)])


def native_of(
    question: Question, outcome: Outcome, roster: Sequence[Answer], terms: EvidenceTerms, consensus: Consensus | None
) -> dict[str, Any]:
    """Return the voting structure: every position with the votes on its option, and options without a position."""
    needed = consensus.needed if consensus else terms.weight_needed
    ballots = [*(answer for answer in roster if isinstance(answer, Ballot)), *terms.positions]
    named = {normalised(ballot.option) for ballot in ballots}
    unnamed = [option.id for option in question.options if normalised(option.id) not in named]
    return {
        "questionId": question.id,
        "question": question.subject,
        "options": [
            *({**_entry(ballot, question), "votes": _votes_on(ballot.option, ballots)} for ballot in ballots),
            *({"option": option, "votes": _votes_on(option, ballots)} for option in unnamed),
        ],
        "verdict": outcome.result,
        "consensusThreshold": unit(needed),
        "actualConsensus": unit(consensus.share) if consensus else None,
    }


def _votes_on(option: str, ballots: Sequence[Ballot]) -> dict[str, int]:
    """Return how many accept, reject and abstain; whoever abstains without an option abstains on each."""
    choices = [ballot.choice for ballot in ballots if normalised(ballot.option) in ("", normalised(option))]
    return {choice: choices.count(choice) for choice in CHOICES}


def _entry(ballot: Ballot, question: Question) -> dict[str, Any]:
    return {
        "agentId": ballot.seat.name,
        "option": ballot.option or question.subject,
        "vote": ballot.choice,
        "confidence": float(rounded(sure(ballot), 4)),
        "rationale": ballot.rationale,
        "evidence": [{key: value for key, value in item._asdict().items() if value} for item in ballot.evidence],
    }
