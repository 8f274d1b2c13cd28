"""What a ballot says, as a vote in the words of its protocol's tally document."""

from collections.abc import Callable, Mapping
from typing import Any

from quorate.core.ballot import Concern
from quorate.core.concern import concern_of
from quorate.core.confidence import LABEL, PERCENT, UNIT
from quorate.deliberation.events import BallotNote
from quorate.documents.vote_form import scale_of
from quorate.protocols import protocol_named
from quorate.replies.choice import read_option
from quorate.replies.reading.confidence import StatedConfidence, label, percent, unit
from quorate.replies.reading.content import (
    concerns,
    evidence,
    is_nothing,
    labelled_warnings,
    priorities,
    text_of,
    texts,
)
from quorate.replies.reading.expectation import Expected
from quorate.replies.reading.keys import NEVER_OBEYED, REASON_NAMES, WHO, BallotKeys, plain_key, schema_of

NO_RATIONALE = "No rationale provided"
OPTION = "option"
_WARNING = ("risks", "dissent_note")
_SCALES: Mapping[str, Callable[[Any], StatedConfidence]] = {PERCENT: percent, UNIT: unit, LABEL: label}


def content_of(keys: BallotKeys, expected: Expected, choice: str) -> tuple[dict[str, Any], list[BallotNote]]:
    """All of a vote beside its choice, and notes on what was left out or changed."""
    vote: dict[str, Any] = {}
    notes: list[BallotNote] = []
    for name, shape in schema_of(expected).items():
        if name in keys.said and name != choice:
            is_confidence = name == protocol_named(expected.protocol).vote_keys.confidence
            said = keys.said[name]
            value = _confidence(said, expected, notes) if is_confidence else _shaped(name, shape, said, notes)
            if name == OPTION and expected.names:
                value = read_option(value, tuple(expected.names), expected.names) or value
            if value not in (None, [], ""):
                vote[name] = value
    _hear_warnings(vote, keys, expected)
    reason = reason_key(expected)
    if reason in protocol_named(expected.protocol).form().required:
        vote[reason] = vote.get(reason) or NO_RATIONALE
    notes += [_left_out(key, one) for key, one in keys.unknown.items()]
    return vote, notes


def _hear_warnings(vote: dict[str, Any], keys: BallotKeys, expected: Expected) -> None:
    """A warning of safety or security is a concern, whatever list it stands in; it stays there too."""
    if "concerns" not in schema_of(expected):
        return
    heard = [one for name in _WARNING for one in labelled_warnings(keys.said.get(name))]
    told = {one["text"] for one in vote.get("concerns", [])}
    if fresh := [one for one in heard if one["text"] not in told]:
        vote["concerns"] = [*vote.get("concerns", []), *fresh]


def concerns_in(vote: Mapping[str, Any]) -> list[Concern]:
    """What a vote warns of: its concerns with their kinds, and the risks that it names."""
    stated = [concern_of(one.get("text", ""), one.get("kind", "")) for one in concerns(vote.get("concerns"))]
    return [*stated, *(Concern(text) for text in texts(vote.get("risks")))]


def also_of(keys: BallotKeys, expected: Expected) -> dict[str, str]:
    """What stands at the further keys that were asked for, as text."""
    said = {name: keys.said.get(name) for name in expected.also}
    return {name: text_of(value) for name, value in said.items() if not is_nothing(value)}


def confidence_in(keys: BallotKeys, expected: Expected) -> StatedConfidence | None:
    """The confidence that a ballot states; None where it states none, or where the protocol asks for none."""
    name = protocol_named(expected.protocol).vote_keys.confidence
    if not name or name not in keys.said:
        return None
    return _on_scale(expected)(keys.said[name])


def on_scale(percent_: int, expected: Expected) -> dict[str, Any]:
    """A percentage as the protocol's own confidence; nothing where it has none."""
    name = protocol_named(expected.protocol).vote_keys.confidence
    if not name:
        return {}
    is_percent = scale_of(protocol_named(expected.protocol)) == PERCENT
    return {name: _on_scale(expected)(str(percent_) if is_percent else f"{percent_}%").value}


def reason_key(expected: Expected) -> str:
    """The protocol's own name for a voter's reasons."""
    return next((name for name in schema_of(expected) if name in REASON_NAMES), "rationale")


def _on_scale(expected: Expected) -> Callable[[Any], StatedConfidence]:
    return _SCALES[scale_of(protocol_named(expected.protocol))]


def _confidence(value: Any, expected: Expected, notes: list[BallotNote]) -> Any:
    said = _on_scale(expected)(value)
    notes += [said.note] if said.note else []
    return said.value


def _shaped(name: str, shape: Mapping[str, Any], value: Any, notes: list[BallotNote]) -> Any:
    special = {"evidence": evidence, "priorities": priorities}.get(name)
    if special:
        return special(value, notes.append)
    if name == "concerns":
        return concerns(value)
    if "enum" in shape:
        return _one_of(name, shape["enum"], value, notes)
    return texts(value) if shape.get("type") == "array" else "" if is_nothing(value) else text_of(value)


def _one_of(name: str, words: list[str], value: Any, notes: list[BallotNote]) -> str | None:
    found = next((word for word in words if plain_key(word) == plain_key(text_of(value))), None)
    if found is None and not is_nothing(value):
        notes.append(BallotNote("not_in_list", {"key": name, "said": text_of(value)[:40], "allowed": ", ".join(words)}))
    return found


def _left_out(key: str, value: Any) -> BallotNote:
    folded = plain_key(key)
    if folded in NEVER_OBEYED:
        return BallotNote("reserved_key", {"key": folded})
    if folded in WHO:
        return BallotNote("names_itself", {"key": folded, "said": text_of(value)[:40]})
    return BallotNote("unknown_key", {"key": key[:40]})
