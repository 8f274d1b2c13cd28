"""What an English verb is done to: the proposal itself, or something else that can be approved or rejected too."""

from quorate.core.position import ABSTAIN, APPROVE, REJECT
from quorate.replies.prose.english.english_words import (
    AFTER_OBJECT,
    FAMILY,
    INDEFINITE,
    OF_ANOTHER_KIND,
    OTHER_OBJECTS,
    PROPOSAL,
    VOTING,
    words,
)
from quorate.replies.prose.english.grammar import is_for_later

_NEEDS_THIS = words(
    "approve approving accept accepting merge merging deploy deploying ship shipping deny denying decline declining"
    " block blocking"
)
_PLACES = AFTER_OBJECT | PROPOSAL | words("to into if of our its your their")
_OF = words("of to that a an the")
_ENDING = words(", because since as but rather instead over not and so although though while for")


def is_crossed(position: str, after: list[str]) -> bool:
    """True for `approve of rejecting it`, `oppose the rejection`: what comes behind turns it round."""
    near = after[: _first_of(after, _ENDING)]
    return position != ABSTAIN and any(FAMILY.get(token) == REJECT for token in near[1 if position == APPROVE else 0 :])


def is_elsewhere(verb: str, token: str, after: list[str]) -> bool:
    """True for `I recommend adopting a naming convention`: what is advised is not the proposal."""
    if verb in VOTING or not after:
        return False
    if token.startswith("proceed") and after[0] == "to":
        return True
    if after[0] in INDEFINITE or is_for_later(after):
        return True
    if token.startswith("approv") and after[0] in ("the", "this", "that"):
        return False
    is_placed = after[0] in _PLACES or after[0].endswith(("ly", "ing"))
    return token in _NEEDS_THIS and not is_placed and not is_this(after)


def is_this(after: list[str]) -> bool:
    """True where the object is the proposal itself, or there is none."""
    if not after or after[0] == ",":
        return True
    if after[0] in ("this", "it", "that") and _is_over(after):
        return True
    near = after[1 : 1 + _first_of(after[1:5], AFTER_OBJECT | _OF)]
    return after[0] in ("the", "this", "that") and _names_proposal(near[:3])


def _is_over(after: list[str]) -> bool:
    """True where an object is one word long. `that,` may begin a clause."""
    if len(after) == 1:
        return True
    return (after[1] in AFTER_OBJECT or after[1].endswith("ly")) and after[:2] != ["that", ","]


def _names_proposal(near: list[str]) -> bool:
    return not PROPOSAL.isdisjoint(near) and (OF_ANOTHER_KIND | OTHER_OBJECTS).isdisjoint(near)


def is_other_object(after: list[str]) -> bool:
    """True for `the idea of`, `the claim that`, `a smaller change`."""
    near = after[:4]
    stop = _first_of(near, _ENDING)
    return any(token in OTHER_OBJECTS for token in near[:stop]) or near[:1] in (["a"], ["an"], ["any"], ["neither"])


def _first_of(tokens: list[str], wanted: frozenset[str]) -> int:
    return next((place for place, token in enumerate(tokens) if token in wanted), len(tokens))
