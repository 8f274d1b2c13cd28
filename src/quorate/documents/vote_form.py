"""What a ballot may say under a protocol: its choices, and the shapes of its keys."""

from collections.abc import Mapping
from typing import Any

from quorate.core.confidence import LABEL, PERCENT, UNIT
from quorate.core.position import ABSTAIN
from quorate.core.protocol import UNSTATED_WORDS, BallotWords, Protocol
from quorate.core.question import Question
from quorate.core.shape import CONFIDENCE_LABEL, CONFIDENCE_PERCENT, CONFIDENCE_UNIT, Problems
from quorate.protocols import protocol_named

_SCALES = {PERCENT: CONFIDENCE_PERCENT, UNIT: CONFIDENCE_UNIT, LABEL: CONFIDENCE_LABEL}


def choices_of(protocol: str, question: Question) -> tuple[str, ...]:
    """The words that a ballot may choose: the protocol's own, else the ids of the options."""
    found = protocol_named(protocol)
    words = vote_schema(found)[found.vote_keys.choice].get("enum")
    return tuple(words) if words else (*(option.id for option in question.options), _abstention(found))


def shown_choices(protocol: str, question: Question) -> tuple[str, ...]:
    """Those of the words that belong to this kind of question: what a person is shown. All of them may be typed."""
    form = protocol_named(protocol).form()
    return form.choices_by_kind.get(question.decision_type) or form.choices or choices_of(protocol, question)


def chooses_between_nothing(protocol: str, question: Question) -> bool:
    """True where ballots name options and there are none."""
    return choices_of(protocol, question) == (_abstention(protocol_named(protocol)),)


def _abstention(protocol: Protocol) -> str:
    return (protocol.words.abstention if protocol.words else "") or ABSTAIN


def words_of(protocol: str) -> BallotWords:
    """What ballots of a protocol mean."""
    return protocol_named(protocol).words or UNSTATED_WORDS


def scale_of(protocol: Protocol) -> str:
    """The scale of a ballot's confidence; empty where it has none."""
    key = protocol.vote_keys.confidence
    if not key:
        return ""
    shape = vote_schema(protocol)[key]
    if "enum" in shape:
        return LABEL
    return UNIT if shape.get("maximum") == 1 else PERCENT


def needs_confidence(protocol: Protocol) -> bool:
    """True where the protocol's document asks for a confidence with every choice."""
    keys = protocol.vote_keys
    ways = _vote(protocol).get("anyOf", ())
    return any({keys.choice, keys.confidence} <= set(way["required"]) for way in ways)


def allowed_confidence(protocol: Protocol) -> str:
    """What a ballot's confidence may be, in words."""
    refused: Problems = []
    _SCALES[scale_of(protocol)].read(None, (), refused)
    return refused[0].allowed


def vote_schema(protocol: Protocol) -> Mapping[str, Any]:
    """The shapes of a vote's keys, as JSON Schema."""
    properties: Mapping[str, Any] = _vote(protocol)["properties"]
    return properties


def _vote(protocol: Protocol) -> Mapping[str, Any]:
    schema: Mapping[str, Any] = protocol.document.schema["properties"][protocol.vote_keys.votes]
    vote: Mapping[str, Any] = schema["items"]
    return vote
