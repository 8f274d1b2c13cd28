"""Votes on one question as a list of plain values: an answer, a confidence, and whose it is."""

from collections.abc import Mapping, Sequence
from typing import Any

from quorate.core.errors import DocumentError
from quorate.core.exact import HALF
from quorate.core.shape import FILLED, Field, Problems, Shape, list_of, number, record
from quorate.core.text import normalised
from quorate.evidence.epic_consensus import HeldAnswer, Source, WeightedVote
from quorate.protocols.evidence.vote import AgentVote, weighted_vote

_ANYTHING = Shape(lambda value, *_: value, {})
_FIELDS = {
    "answer": Field(FILLED, "The answer.", required=True),
    "confidence": Field(number(0, 1), "0 to 1.", default=HALF),
    "sessionId": Field(FILLED, "The session.", default=""),
    "agentId": Field(FILLED, "The agent.", default=""),
}


def read_votes(value: Any) -> list[Mapping[str, Any]]:
    """The votes; keys that mean nothing here are left out. Raises DocumentError with every problem."""
    problems: Problems = []
    plain = [_known(one) for one in value] if type(value) is list else value
    votes: Sequence[Mapping[str, Any]] = list_of(record(_FIELDS)).read(plain, (), problems)
    if problems:
        raise DocumentError(problems, "votes")
    return list(votes)


def _known(vote: Any) -> Any:
    return {key: said for key, said in vote.items() if key in _FIELDS} if type(vote) is dict else vote


def vote_on(votes: Sequence[Mapping[str, Any]]) -> tuple[WeightedVote, list[HeldAnswer]]:
    """The weighted vote, and who is for which answer."""
    named = [(_name(vote, place), vote) for place, vote in enumerate(votes)]
    vote = weighted_vote([AgentVote(name, one["answer"], one["confidence"]) for name, one in named])
    held = []
    for group in vote.groups:
        mine = [(name, one) for name, one in sorted(named, key=_by_name) if normalised(one["answer"]) == group.answer]
        sources = [Source(one["agentId"] or name, one["sessionId"] or name, "") for name, one in mine]
        held.append(HeldAnswer(group.wording, sources, [one["confidence"] for _, one in mine]))
    return vote, held


def _by_name(pair: tuple[str, Mapping[str, Any]]) -> str:
    return pair[0]


def _name(vote: Mapping[str, Any], place: int) -> str:
    """Whoever voted; votes without a name are told apart by their place."""
    return vote["agentId"] or vote["sessionId"] or f"vote-{place + 1:06}"
