"""What a person is asked when magi cannot decide."""

from collections.abc import Sequence

from quorate.core.ballot import Ballot
from quorate.core.exact import Exact, rounded
from quorate.core.failure import Outcome
from quorate.core.position import APPROVE, REJECT
from quorate.core.verdict import ASK, Ask, AskOption, Verdict
from quorate.protocols.magi.rule import Sides, points_of

_GAP_THAT_RECOMMENDS = 30
_LARGEST_PANEL_NAMED = 3


def ask_of(ballots: Sequence[Ballot], sides: Sides, outcome: Outcome) -> Ask | None:
    """The question to a person, or None where nobody is asked."""
    if outcome.action != ASK:
        return None
    if outcome.choice:
        both = (
            _position(outcome.choice or "", ballots, sides),
            _position(REJECT if outcome.choice == APPROVE else APPROVE, ballots, sides),
        )
        return Ask("Override", "A very sure dissenter stands against an unsure majority. Which way?", both, "override")
    small = sides.seats <= _LARGEST_PANEL_NAMED
    options = _per_seat(ballots) if small else tuple(_position(c, ballots, sides) for c in (APPROVE, REJECT))
    return Ask("Split Vote", "The panel is split. Which way do we go?", options + _hybrid(ballots), "split")


def goes_ahead(verdict: Verdict, label: str) -> bool:
    """True for an option that stands for approval; a hybrid is another proposal, on which nobody has voted."""
    approving = (one for one in verdict.receipt.roster if isinstance(one, Ballot) and one.choice == APPROVE)
    return label == APPROVE or any(label == _label(ballot) for ballot in approving)


def _label(ballot: Ballot) -> str:
    return f"{ballot.seat.name}: {ballot.word or ballot.choice}"


def _per_seat(ballots: Sequence[Ballot]) -> tuple[AskOption, ...]:
    """One option per perspective; the surer side first where two seats are far apart."""
    order = list(ballots)
    if len(order) == 2 and points_of(order[1]) - points_of(order[0]) > _GAP_THAT_RECOMMENDS:
        order.reverse()
    return tuple(map(_of_seat, order))


def _of_seat(ballot: Ballot) -> AskOption:
    sure = points_of(ballot)
    values = {"seat": ballot.seat.name, "position": ballot.word or ballot.choice, "confidence": str(sure)}
    return AskOption(_label(ballot), _because(ballot.rationale, sure), "seat", values)


def _position(choice: str, ballots: Sequence[Ballot], sides: Sides) -> AskOption:
    side = sides.approve if choice == APPROVE else sides.reject
    speaker = max((b for b in ballots if b.choice == choice), key=points_of)
    heads = f"{side.heads} of {sides.votes}, mean confidence {_shown(side.mean)}"
    text = f"{heads}. {speaker.seat.name}: {speaker.rationale or speaker.main_concern}".rstrip(": ")
    counted = {"choice": choice, "heads": side.heads, "votes": sides.votes, "mean": str(side.mean)}
    return AskOption(choice, text, "position", {**counted, "seat": speaker.seat.name})


def _hybrid(ballots: Sequence[Ballot]) -> tuple[AskOption, ...]:
    """Offered where conditions on one side can answer concerns on the other."""
    for side, other in ((APPROVE, REJECT), (REJECT, APPROVE)):
        conditions = [text for b in ballots if b.choice == side for text in b.conditions]
        concerns = [c.text or c.kind for b in ballots if b.choice == other for c in b.concerns]
        if conditions and concerns:
            text = f"{'; '.join(conditions)} - to answer: {'; '.join(concerns)}"
            return (AskOption("Hybrid", text, "hybrid", {"conditions_of": side, "concerns_of": other}),)
    return ()


def _because(rationale: str, confidence: Exact) -> str:
    return f"{rationale} (confidence: {_shown(confidence)})".strip()


def _shown(value: Exact) -> str:
    return str(rounded(value)) if not isinstance(value, int) else str(value)
