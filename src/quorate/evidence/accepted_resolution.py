"""What accepted resolutions make of a question: which answer holds, and where a person has to look."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from quorate.core.text import normalised
from quorate.evidence.conflict_life import ACCEPTED, ConflictState

_SIDES = {"choose-a": 0, "choose-b": 1}
_ANSWERING = (*_SIDES, "merge", "new")


class ConflictSides(NamedTuple):
    """A conflict on a question: whether only a person accepts, and the two positions where the id stands for them.

    The id of a conflict that follows from answers is made of them. Whoever states a conflict chooses its id, can change
    its positions later, and does not say whose they are: what is accepted there is the text that was decided.
    """

    id: str
    is_for_person: bool = False
    positions: tuple[str, ...] = ()


class AcceptedResolution(NamedTuple):
    """An answer that somebody accepted; `by_person` where it had to be a person who is no side of the conflict."""

    conflict: str
    type: str
    answer: str
    decision: str
    by: str
    by_person: bool


def accepted_among(
    conflicts: Iterable[ConflictSides], states: Mapping[str, ConflictState]
) -> tuple[AcceptedResolution, ...]:
    """The accepted resolutions that answer the question; to defer or to escalate answers nothing."""
    found = []
    for one in conflicts:
        state = states.get(one.id)
        if state and state.status == ACCEPTED and state.type in _ANSWERING:
            side = _SIDES.get(state.type)
            answer = state.decision if side is None or side >= len(one.positions) else one.positions[side]
            found.append(
                AcceptedResolution(one.id, state.type, answer, state.decision, state.resolved_by, one.is_for_person)
            )
    return tuple(found)


def standing_answer(counted: str, accepted: Sequence[AcceptedResolution]) -> str:
    """The answer to act on: what persons accepted, where they accepted one thing; otherwise what was counted."""
    said = {normalised(one.answer): one.answer for one in accepted if one.by_person}
    return said.popitem()[1] if len(said) == 1 and normalised(counted) not in said else counted


def is_in_doubt(counted: str, accepted: Sequence[AcceptedResolution]) -> bool:
    """True where something else was accepted than what stands: nobody checked who accepts what is not critical."""
    stands = normalised(standing_answer(counted, accepted))
    return any(normalised(one.answer) != stands for one in accepted)
