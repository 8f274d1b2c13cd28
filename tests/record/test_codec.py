"""What is written is read again, exactly; what is not known is refused."""

import json
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate.access.access_events import AccessEvent
from quorate.core.ballot import Concern
from quorate.core.errors import StoreError
from quorate.core.exact import Exact
from quorate.core.panel import Seat
from quorate.core.question import Option, Question
from quorate.deliberation.events import (
    Author,
    BallotNote,
    Cast,
    Declined,
    Event,
    ItemCheck,
    Opened,
    Policy,
    Replied,
    Reply,
    Resolved,
    Revised,
    RoundOpened,
)
from quorate.fleet.agent_events import AgentEvent
from quorate.fleet.dialectic.dialectic_events import DialecticEvent, ImportedStatement, Objection, Provenance
from quorate.gate.gate_events import GateEvent
from quorate.record.codec import KINDS, decoded, encoded, event_of
from tests.record.parts import cast, opened

FULL = Opened(
    "magi",
    Question("Frage für später?\u2028", "ops", "x" * 10, (Option("a", "A"), Option("b")), ("none",), revision=3),
    (Seat("one", "logos", "anna", Fraction(2, 3)), Seat("two", weight=7)),
    {"threshold": Decimal("0.670"), "deep": [{"$fraction": "no"}, None, True, -1, 0.1]},
    Policy("2026-11-16T12:00:00.000000Z", "close", 30, people=("anna", "ben")),
    "engine",
    parent="MAGI-2026-1114-002",
)


def again(event: Any) -> Any:
    return event_of(type(event).__name__, encoded(event))


@pytest.mark.parametrize(
    "event",
    [FULL, opened(), cast(), Revised(FULL.question, "why"), Replied(1, "one", 2, Reply("answered", "\ud800\0\n"))],
    ids=lambda event: type(event).__name__,
)
def test_an_event_comes_back_as_it_was(event: Any) -> None:
    assert again(event) == event


def test_every_kind_of_event_is_known() -> None:
    assert set(KINDS.values()) == {
        *get_args(Event),
        *get_args(AgentEvent),
        *get_args(DialecticEvent),
        *get_args(AccessEvent),
        *get_args(GateEvent),
    }


@pytest.mark.parametrize("kind", KINDS.values())
def test_every_kind_comes_back_with_all_fields_filled(kind: Any) -> None:
    made = {name: _some(hint) for name, hint in get_type_hints(kind).items()}
    event = kind(**made)
    assert again(event) == event


def _some(hint: Any) -> Any:
    known: dict[Any, Any] = {str: "text", int: 41, bool: True, tuple[str, ...]: ("a", "b"), Mapping[str, Any]: {"a": 1}}
    known[Mapping[str, str]] = {"a": "b"}
    known |= {
        Question: FULL.question,
        tuple[Seat, ...]: FULL.seats,
        Policy: FULL.policy,
        Reply: Reply("answered", "x"),
        Author: Author("anna"),
        tuple[Concern, ...]: (Concern("the valve may stick", "safety"),),
        tuple[BallotNote, ...]: (BallotNote("unknown_key", {"key": "mood"}),),
        Exact | None: Fraction(61, 100),
        tuple[ItemCheck, ...]: (ItemCheck(0, "held", "found", 3, "ab", 0, "cd"),),
        Provenance: Provenance("external_consult", "local", degraded=True),
        tuple[Objection, ...]: (Objection("reviewer", ("the valve may stick",)),),
        tuple[ImportedStatement, ...]: (ImportedStatement("thesis", "p", root_cause="a race", agrees=True),),
    }
    return known[hint]


@pytest.mark.parametrize("number", ["0.50", "5", "5e0", "1E+3", "-0.0", "0E-10", "1e-30"])
def test_a_decimal_keeps_its_digits(number: str) -> None:
    vote = again(cast(confidence=Decimal(number))).vote
    assert type(vote["confidence"]) is Decimal
    assert vote["confidence"].as_tuple() == Decimal(number).as_tuple()


def test_a_float_stays_a_float_and_a_fraction_a_fraction() -> None:
    vote = again(cast(confidence=66.7, share=Fraction(2, 3))).vote
    assert (type(vote["confidence"]), vote["confidence"]) == (float, 66.7)
    assert vote["share"] == Fraction(2, 3)


def test_a_mapping_keeps_the_order_of_its_keys() -> None:
    assert list(again(Cast(1, "one", "sha256:0", {"b": 1, "a": 2})).vote) == ["b", "a"]


KEYS = st.sampled_from(["a", "$decimal", "$fraction", "$$", "$", "b"])
SCALARS = st.none() | st.booleans() | st.integers(-(10**30), 10**30) | st.text(max_size=5)
NUMBERS = st.decimals(allow_nan=False, allow_infinity=False) | st.fractions() | st.floats(allow_nan=False, width=32)
VALUES = st.recursive(
    SCALARS | NUMBERS.filter(lambda number: number not in (float("inf"), float("-inf"))),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(KEYS, VALUES, max_size=3))
def test_any_vote_comes_back_as_it_was(vote: dict[str, Any]) -> None:
    assert repr(again(Cast(1, "one", "sha256:0", vote)).vote) == repr(vote)


def test_all_fields_are_written_in_their_order() -> None:
    assert encoded(Declined("too late")) == '{"reason":"too late","verdict":""}'
    assert encoded(Seat("one")) == '{"name":"one","lens":"","voter":"","weight":1}'


@pytest.mark.parametrize("field", Resolved._fields)
def test_an_event_that_lacks_a_field_is_damaged(field: str) -> None:
    plain = json.loads(encoded(Resolved("verification")))
    del plain[field]
    assert "damaged" in refusal("Resolved", plain)


def test_the_text_is_ascii_on_one_line() -> None:
    text = encoded(FULL)
    assert text.isascii()
    assert "\n" not in text


class Wide(NamedTuple):
    """What may be declared one day."""

    choice: str | None = "x"
    seats: tuple[Seat, ...] | None = None
    seat: Seat | None = None


@pytest.mark.parametrize("value", [Wide(None), Wide("y", (Seat("a"),)), Wide(seat=Seat("b", weight=2)), Wide()])
def test_what_may_be_none_comes_back_as_it_was(value: Wide) -> None:
    assert decoded(Wide, encoded(value)) == value


PLAIN_CAST = json.loads(encoded(Cast(1, "a", "q", {})))


def refusal(kind: str, body: Any) -> str:
    with pytest.raises(StoreError) as caught:
        event_of(kind, body if isinstance(body, str) else json.dumps(body))
    return str(caught.value)


def test_a_kind_or_field_or_mark_that_is_not_known_is_from_a_newer_quorate() -> None:
    for kind, body in [
        ("Teleported", {}),
        ("Declined", {"reason": "x", "verdict": "", "mood": "bad"}),
        ("Cast", {**PLAIN_CAST, "vote": {"$complex": "1i"}}),
    ]:
        assert "a newer Quorate wrote it; update Quorate" in refusal(kind, body)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("Declined", {}),
        ("Declined", {"reason": 1, "verdict": ""}),
        ("Declined", []),
        ("Declined", "{"),
        ("RoundClosed", {"round": True, "reason": "x"}),
        ("RoundOpened", {**json.loads(encoded(RoundOpened(1, (), "q"))), "seats": "ab"}),
        ("Cast", {**PLAIN_CAST, "vote": []}),
        ("Cast", {**PLAIN_CAST, "vote": {"$fraction": "1/0"}}),
        ("Opened", {**json.loads(encoded(opened())), "seats": [{"name": "a", "lens": "", "voter": "", "weight": "x"}]}),
    ],
)
def test_a_body_that_was_not_written_by_us_is_damaged(kind: str, body: Any) -> None:
    assert "damaged" in refusal(kind, body)


@pytest.mark.parametrize("value", [float("nan"), Decimal("Infinity"), {1: 2}, object(), b"x", 10**5000], ids=type)
def test_what_json_cannot_say_is_refused(value: Any) -> None:
    with pytest.raises(StoreError, match="cannot be stored"):
        encoded(cast(confidence=value))


def test_nesting_without_end_is_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(StoreError, match="cannot be stored"):
        encoded(cast(confidence=endless))
