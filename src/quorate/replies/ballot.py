"""From the keys that a voter wrote to a vote in the words of its protocol's tally document."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.core.text.names import are_same, look_alike
from quorate.deliberation.events import BallotNote
from quorate.documents.vote_form import scale_of, vote_schema
from quorate.prompts.answer_form import RATIONALE_NAMES, placeholder_texts
from quorate.protocols import protocol_named
from quorate.replies.choice import is_with_conditions, meaning, read_choice, read_option
from quorate.replies.confidence import is_range, read_confidence
from quorate.replies.content import concerns, evidence, is_nothing, priorities, text_of, texts

NONCE, OPTION = "nonce", "option"
NO_RATIONALE = "No rationale provided"
_CHOICE_NAMES = ("vote", "position", "option", "decision", "recommendation")
_SEAT_NAMES = ("perspective", "engine", "seat")
_NOT_FOR_VOTERS = ("error", "detail", "inferred", "second_request", "weight", "answered_by")
_MOST_NOTES = 20
_APART = lazy_pattern(r"[\s_-]+")


class Expected(NamedTuple):
    """What the voter was asked. `nonce` is empty if it is not known, and then it is not compared.

    `also` are keys besides the protocol's own that are kept as text. `takes_bare`: a reply that is one mapping and
    nothing else is the ballot, without fence or nonce, as programs print it. `takes_object`: a reply that is one JSON
    object with the nonce is the ballot, because the engine was given a schema. `takes_word`: a reply that is exactly an
    allowed choice is the ballot, as functions return it. `names` has the options' texts by id.
    """

    protocol: str
    choices: tuple[str, ...]
    nonce: str
    also: tuple[str, ...] = ()
    takes_bare: bool = False
    takes_object: bool = False
    takes_word: bool = False
    names: Mapping[str, str] = {}

    @property
    def choice_key(self) -> str:
        """The protocol's own name for the choice."""
        return protocol_named(self.protocol).vote_keys.choice

    @property
    def schema(self) -> Mapping[str, Any]:
        """The shapes of the vote's keys, without those that the panel or the record sets."""
        protocol = protocol_named(self.protocol)
        hidden = {protocol.vote_keys.seat, protocol.vote_keys.weight, *_SEAT_NAMES, *_NOT_FOR_VOTERS}
        return {name: shape for name, shape in vote_schema(protocol).items() if name not in hidden}

    @property
    def rationale_key(self) -> str:
        """The protocol's own name for a voter's reasons."""
        return next((name for name in self.schema if name in RATIONALE_NAMES), RATIONALE_NAMES[0])


class ReadVote(NamedTuple):
    """A vote in the words of the protocol's tally document, or None and the reason why there is none.

    `notes` are what somebody who looks at the ballot should know. `inferred`: it was read by the keyword table. `also`
    has the further keys that were asked for. `is_bare`: the reply is one mapping and nothing else.
    """

    vote: dict[str, Any] | None
    why: BallotNote | None = None
    notes: tuple[BallotNote, ...] = ()
    inferred: bool = False
    also: Mapping[str, str] = {}
    is_bare: bool = False


def no_ballot(code: str, **values: str) -> ReadVote:
    """Return the reason why a reply is not a ballot, as a code with what was found."""
    return ReadVote(None, BallotNote(code, values))


def read_ballot(values: Mapping[str, Any], expected: Expected, *, is_by_line: bool = False) -> ReadVote:
    """Read the keys of a block or of a structured answer. The choice must occur once and be allowed."""
    known, unknown = dict[str, Any](), dict[str, Any]()
    own = {plain_key(name): name for name in (*expected.schema, NONCE, *expected.also)}
    for key, value in values.items():
        name = own.get(plain_key(key))
        if (
            name is None
            and not key.isascii()
            and any(_is_mistakable(key, known_key) for known_key in (*own, *_CHOICE_NAMES))
        ):
            return no_ballot("key_looks_alike", key=key[:40], own=expected.choice_key)
        if name in known:
            return no_ballot("key_twice", key=name)
        (unknown if name is None else known)[name or key] = value
    if problem := _take_synonyms(known, unknown, expected):
        return ReadVote(None, problem)
    key, allowed = expected.choice_key, ", ".join(expected.choices[:20])
    if is_nothing(known.get(key)):
        return no_ballot("no_choice", key=key, allowed=allowed)
    word = read_choice(known[key], expected.protocol, expected.choices, expected.names)
    if not word:
        return no_ballot("unknown_choice", key=key, found=text_of(known[key])[:60], allowed=allowed)
    if _is_template(known, expected):
        return no_ballot("template")
    vote, notes = _content(known, unknown, expected)
    if OPTION in vote and key != OPTION and expected.names and vote[OPTION] not in expected.names:
        return no_ballot("unknown_choice", key=OPTION, found=vote[OPTION][:60], allowed=", ".join(expected.names)[:200])
    if is_by_line:
        notes.insert(0, BallotNote("by_line"))
    if is_with_conditions(known[key]) and not vote.get("conditions"):
        notes.append(BallotNote("no_conditions"))
    also = {name: text_of(known[name]) for name in expected.also if not is_nothing(known.get(name))}
    return ReadVote({key: word, **vote}, notes=tuple(notes[:_MOST_NOTES]), also=also)


def plain_key(key: str) -> str:
    """Return a key without case, spaces, hyphens and what stands around it."""
    return _APART.sub("", str(key).strip(" \t*_`\"'").casefold())


def _is_mistakable(key: str, own_key: str) -> bool:
    return are_same(plain_key(key), own_key) or look_alike(plain_key(key), own_key)


def _take_synonyms(known: dict[str, Any], unknown: dict[str, Any], expected: Expected) -> BallotNote | None:
    """Move other names of the choice and the rationale to the protocol's own key; return what contradicts them."""
    key, taken = expected.choice_key, expected.schema.keys()
    names = [name for name in unknown if plain_key(name) in _CHOICE_NAMES and plain_key(name) not in taken]
    if is_nothing(known.get(key)):
        stated = [name for name in names if not is_nothing(unknown[name])]
        if len(stated) > 1:
            return BallotNote("keys_differ", {"keys": ", ".join(stated)[:80]})
        for name in stated:
            known[key] = unknown.pop(name)
    else:
        mine = _meaning(known[key], expected)
        others = [name for name in names if not is_nothing(unknown[name]) and _meaning(unknown[name], expected) != mine]
        if others:
            return BallotNote("keys_differ", {"keys": ", ".join([key, *others])[:80]})
    own = expected.rationale_key
    for name in [name for name in unknown if plain_key(name) in RATIONALE_NAMES]:
        if is_nothing(known.get(own)):
            known[own] = unknown.pop(name)
    return None


def _meaning(value: Any, expected: Expected) -> str:
    word = read_choice(value, expected.protocol, expected.choices, expected.names)
    return meaning(word, expected.protocol) if word else ""


def _is_template(known: Mapping[str, Any], expected: Expected) -> bool:
    """Return whether the voter gave the form back: a range as confidence, or any text of the form itself."""
    confidence = protocol_named(expected.protocol).vote_keys.confidence
    said = {" ".join(text.split()).casefold() for value in known.values() for text in _leaves(value)}
    return is_range(known.get(confidence)) or not said.isdisjoint(_placeholders(expected.protocol))


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        value = [*value.values()]
    if isinstance(value, list):
        for inner in value:
            yield from _leaves(inner)
    elif isinstance(value, str):
        yield value


@lru_cache(maxsize=16)
def _placeholders(protocol: str) -> frozenset[str]:
    folded = (" ".join(text.split()).casefold() for text in placeholder_texts(protocol_named(protocol)))
    return frozenset(text for text in folded if len(text.split()) > 2)


def _content(
    known: Mapping[str, Any], unknown: Mapping[str, Any], expected: Expected
) -> tuple[dict[str, Any], list[BallotNote]]:
    """Return all of a vote beside its choice, and notes on what was left out or changed."""
    vote, notes = dict[str, Any](), list[BallotNote]()
    protocol = protocol_named(expected.protocol)
    confidence = protocol.vote_keys.confidence
    for name, shape in expected.schema.items():
        if name in (expected.choice_key, confidence) or name not in known:
            continue
        value = _shaped(name, shape, known[name], notes)
        if name == OPTION and expected.names:
            value = read_option(value, tuple(expected.names), expected.names) or value
        if value not in (None, [], ""):
            vote[name] = value
    if confidence:
        stated = read_confidence(known.get(confidence), scale_of(protocol))
        vote[confidence] = stated.value
        notes += [stated.note] if stated.note else []
    if expected.rationale_key in expected.schema and not vote.get(expected.rationale_key):
        vote[expected.rationale_key] = NO_RATIONALE
        notes.append(BallotNote("no_rationale"))
    for key, value in unknown.items():
        folded = plain_key(key)
        if folded in map(plain_key, _NOT_FOR_VOTERS):
            notes.append(BallotNote("reserved_key", {"key": key[:40]}))
        elif folded in _SEAT_NAMES:
            notes.append(BallotNote("names_itself", {"key": folded, "said": text_of(value)[:40]}))
        else:
            notes.append(BallotNote("unknown_key", {"key": key[:40]}))
    return vote, notes


def _shaped(name: str, shape: Mapping[str, Any], value: Any, notes: list[BallotNote]) -> Any:
    if special := {"evidence": evidence, "priorities": priorities}.get(name):
        return special(value, notes.append)
    if name == "concerns":
        return concerns(value)
    if "enum" in shape:
        word = next((word for word in shape["enum"] if plain_key(word) == plain_key(text_of(value))), None)
        if word is None and not is_nothing(value):
            values = {"key": name, "said": text_of(value)[:40], "allowed": ", ".join(shape["enum"])}
            notes.append(BallotNote("not_in_list", values))
        return word
    if shape.get("type") != "array":
        return "" if is_nothing(value) else text_of(value)
    if "anyOf" in shape.get("items", {}):  # items may be mappings
        listed = value if isinstance(value, list) else [value]
        return [dict(item) if isinstance(item, Mapping) else text_of(item) for item in listed if not is_nothing(item)]
    return texts(value)
