"""How a tally document becomes a case: which protocol, wrappers, ids, and mappings from a library call."""

import json
from collections import OrderedDict
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest

from quorate import DocumentError, InputError, tally, to_json
from quorate.core.errors import UnknownName
from quorate.documents.container import parsed_json
from quorate.documents.tally import read_tally, read_value
from tests.documents.full_documents import DOCUMENTS, JUDGES_WRAPPED, Document

VOTES = "votes: [{seat: a, position: APPROVE, confidence: 70}, {seat: b, position: APPROVE, confidence: 80}]\n"
RECOMMENDATIONS = "recommendations: [{judge: risk, option: A}, {judge: value, option: A}, {judge: effort, option: B}]\n"
CLAIM = "question: It holds\nvotes: [{agentId: a, vote: accept}, {agentId: b, vote: reject}]\n"
Found = tuple[int | None, str, str, str]


def refused(document: Any, protocol: str | None = None) -> list[Found]:
    with pytest.raises(DocumentError) as caught:
        read_tally(document, protocol)
    return [(one.line, one.field, one.found, one.allowed) for one in caught.value.problems]


# --- which protocol ---------------------------------------------------------------------------------


def test_without_any_name_magi_counts() -> None:
    assert read_tally(VOTES).protocol.name == "magi"


@pytest.mark.parametrize("stated", ["evidence", "consensus"])
@pytest.mark.parametrize("asked", [None, "evidence", "consensus"])
def test_consensus_is_another_name_for_evidence(stated: str, asked: str | None) -> None:
    assert read_tally(f"protocol: {stated}\n{CLAIM}", asked).protocol.name == "evidence"


@pytest.mark.parametrize("asked", ["evidence", "consensus"])
def test_what_was_asked_for_holds_where_the_document_names_no_protocol(asked: str) -> None:
    assert read_tally(CLAIM, asked).protocol.name == "evidence"
    assert read_tally(RECOMMENDATIONS, "judges").protocol.name == "judges"


def test_a_document_of_another_protocol_than_asked_for_is_refused() -> None:
    allowed = "judges, which was requested, or no protocol"
    assert refused(f"id: 1\nprotocol: magi\n{VOTES}", "judges") == [(2, "protocol", "'magi'", allowed)]
    assert refused("protocol: consensus\nvotes: []", "magi")[0][3] == "magi, which was requested, or no protocol"


def test_an_unknown_protocol_in_a_document_is_refused_with_line_and_field() -> None:
    known = "approval, evidence, judges, magi, quorum, weighted"
    assert refused(f"id: 1\n{VOTES}protocol: magii\n") == [(3, "protocol", "'magii'", known)]
    assert refused('{"protocol": "magi.rule",\n"votes": []}') == [(1, "protocol", "'magi.rule'", known)]
    for name in ("", "_fields", "__init__", "Magi", "x" * 5000, "os"):
        ((_, field, found, allowed),) = refused({"protocol": name})
        assert (field, allowed, len(found) <= 60) == ("protocol", known, True)


def test_an_unknown_protocol_that_was_asked_for_is_named() -> None:
    with pytest.raises(
        UnknownName, match="no protocol called 'magii'; there are: approval, evidence, judges, magi, quorum"
    ):
        read_tally(VOTES, "magii")


@pytest.mark.parametrize(("name", "found"), [("5", "the number 5"), ("[magi]", "a list"), ("true", "true")])
def test_a_protocol_that_is_no_name_is_refused(name: str, found: str) -> None:
    assert refused(f"{VOTES}protocol: {name}\n") == [(2, "protocol", found, "the name of a protocol")]


def test_a_protocol_of_null_is_refused() -> None:
    assert refused(f"{VOTES}protocol:\n") == [(2, "protocol", "nothing (null)", "magi")]


# --- the shape of the whole --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("", None, "nothing (null)"),
        ("   \n\n", None, "nothing (null)"),
        ("# only a comment\n", None, "nothing (null)"),
        ("---\n", 2, "nothing (null)"),
        ("null", 1, "nothing (null)"),
        ("\n\njust text", 3, "'just text'"),
        ("5", 1, "the number 5"),
        ("true", 1, "true"),
        ("- a\n- b\n", 1, "a list"),
        ("[]", 1, "a list"),
        ('\n["a"]', 2, "a list"),
        ('"text"', 1, "'text'"),
    ],
)
def test_a_document_that_is_no_mapping_is_refused(text: str, line: int | None, found: str) -> None:
    assert refused(text) == [(line, "document", found, "a mapping with the protocol's keys")]
    assert refused(text.encode()) == [(line, "document", found, "a mapping with the protocol's keys")]


def test_an_empty_mapping_lacks_its_votes() -> None:
    assert refused("{}") == [(1, "votes", "nothing", "a list of 1 to 1000 items")]
    assert refused({}) == [(None, "votes", "nothing", "a list of 1 to 1000 items")]


@pytest.mark.parametrize(("name", "document"), DOCUMENTS)
def test_yaml_json_bytes_and_mappings_give_the_same_verdict(name: str, document: Document) -> None:
    text = json.dumps(document, indent=2)
    expected = to_json(tally(text)), name
    assert (to_json(tally(document)), name) == expected
    assert (to_json(tally(text.encode())), name) == expected
    assert (to_json(tally("# YAML now\n" + text)), name) == expected
    assert (to_json(tally("\ufeff" + text.replace("\n", "\r\n"))), name) == expected
    assert (to_json(read_value(parsed_json(text)).verdict()), name) == expected


# --- wrappers ---------------------------------------------------------------------------------------


def test_a_wrapper_says_which_protocol_counts() -> None:
    inside = "".join(f"  {line}\n" for line in f"{RECOMMENDATIONS}threshold: 0.67".splitlines())
    read = read_tally(f"consensus_check_input:\n{inside}")
    assert read.protocol.name == "judges"
    assert read.verdict().result == "MAJORITY"
    assert read_tally(f"consensus_check_input:\n{inside}", "judges") == read


def test_keys_may_stand_beside_the_wrapper() -> None:
    read = read_tally(JUDGES_WRAPPED)
    assert (read.id, read.case.question.subject) == ("case-2", "Which queue?")


def test_problems_inside_a_wrapper_are_named_with_it() -> None:
    text = """\
        id: [1]
        consensus_check_input:
          treshold: 0.5
          recommendations:
            - judge: risk
              confidence: 80
            - {judge: risk}
        """
    assert refused(text) == [
        (1, "id", "a list", "text or a whole number"),
        (3, "consensus_check_input.treshold", "an unknown key", "threshold (nearest); " + _JUDGES_KEYS),
        (6, "consensus_check_input.recommendations[0].confidence", "the number 80", "HIGH, MEDIUM or LOW"),
        (7, "consensus_check_input.recommendations[1].judge", "'risk' a second time", "each seat once"),
    ]


_JUDGES_KEYS = "id, options, protocol, question, recommendations, threshold"


def test_what_is_missing_in_a_wrapper_is_named_inside_it() -> None:
    place = "consensus_check_input.recommendations"
    assert refused("id: 1\nconsensus_check_input: {}\n") == [(2, place, "nothing", "a list of 1 to 1000 items")]


def test_an_unknown_key_beside_a_wrapper_is_named_beside_it() -> None:
    text = f"ids: 1\nconsensus_check_input:\n  {RECOMMENDATIONS}"
    assert refused(text) == [(1, "ids", "an unknown key", "id (nearest); " + _JUDGES_KEYS)]


def test_a_key_inside_and_beside_a_wrapper_is_refused() -> None:
    text = f"threshold: 0.5\nid: 1\nconsensus_check_input:\n  id: 1\n  threshold: 0.5\n  {RECOMMENDATIONS}"
    assert refused(text) == [
        (4, "consensus_check_input.id", "a second time", "id inside or outside"),
        (5, "consensus_check_input.threshold", "a second time", "threshold inside or outside"),
    ]


@pytest.mark.parametrize(("written", "found"), [("", "nothing (null)"), ("[1]", "a list"), ("x", "'x'")])
def test_a_wrapper_around_no_mapping_is_refused(written: str, found: str) -> None:
    assert refused(f"consensus_check_input: {written}\n") == [(1, "consensus_check_input", found, "a mapping")]


def test_a_wrapper_of_another_protocol_than_asked_for_is_refused() -> None:
    text = f"id: 1\nconsensus_check_input:\n  {RECOMMENDATIONS}"
    expected = (2, "consensus_check_input", "a document of judges", "magi, which was requested")
    assert refused(text, "magi") == [expected]


@pytest.mark.parametrize("inside", [True, False])
def test_a_wrapper_around_a_document_of_another_protocol_is_refused(inside: bool) -> None:
    allowed = "judges, as consensus_check_input says, or no protocol"
    if inside:
        text = f"consensus_check_input:\n  protocol: magi\n  {RECOMMENDATIONS}"
        assert refused(text) == [(2, "consensus_check_input.protocol", "'magi'", allowed)]
    else:
        text = f"consensus_check_input:\n  {RECOMMENDATIONS}protocol: magi\n"
        assert refused(text) == [(3, "protocol", "'magi'", allowed)]


def test_a_wrapper_may_name_its_own_protocol() -> None:
    assert read_tally(f"consensus_check_input:\n  protocol: judges\n  {RECOMMENDATIONS}").protocol.name == "judges"


# --- ids ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("written", "value"), [("x-1", "x-1"), ("17", 17), ("'17'", "17"), ("0", 0)])
def test_an_id_is_text_or_a_whole_number_and_is_kept(written: str, value: str | int) -> None:
    assert read_tally(f"id: {written}\n{VOTES}").id == value


def test_a_document_needs_no_id() -> None:
    assert read_tally(VOTES).id is None


@pytest.mark.parametrize("written", ["-1", "1.5", "true", "null", "[1]", "{}", str(10**18 + 1)])
def test_other_ids_are_refused(written: str) -> None:
    ((line, field, _, allowed),) = refused(f"{VOTES}id: {written}\n")
    assert (line, field) == (2, "id")
    assert allowed in ("text or a whole number", f"a whole number from 0 to {10**18}")


# --- library calls -------------------------------------------------------------------------------------


def test_floats_are_taken_as_they_are_written() -> None:
    read = read_tally({"protocol": "judges", "threshold": 0.67, "recommendations": [{"judge": "a", "weight": 0.1}]})
    assert read.case.terms == Fraction(2, 3)
    assert read.case.answers[0].seat.weight == Fraction(1, 10)
    votes = [{"agentId": "a", "vote": "accept", "confidence": 0.85}, {"agentId": "b", "vote": "accept"}]
    claim = read_tally({"protocol": "evidence", "question": "It holds", "consensusThreshold": 0.667, "votes": votes})
    assert claim.case.answers[0].confidence.percent == 85  # type: ignore[union-attr]
    assert claim.case.terms.threshold == Fraction(2, 3)


@pytest.mark.parametrize(
    "confidence", [0.1, 82.5, Decimal("82.5"), Fraction(165, 2), 1e-5, 100.0, 99.99999999999999, 7, True]
)
def test_any_exact_number_is_a_confidence_and_a_boolean_is_none(confidence: Any) -> None:
    document = {"votes": [{"seat": "a", "position": "APPROVE", "confidence": confidence}]}
    if confidence is True:
        assert refused(document) == [(None, "votes[0].confidence", "true", "a number from 0 to 100")]
    else:
        kept = read_tally(document).case.answers[0].confidence.percent  # type: ignore[union-attr]
        assert kept == Fraction(str(confidence))


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf"), Decimal("NaN"), Decimal("sNaN"), 1e300])
def test_nan_and_infinities_are_refused_in_library_calls(number: Any) -> None:
    for key, document in (
        ("votes[0].confidence", {"votes": [{"seat": "a", "position": "APPROVE", "confidence": number}]}),
        ("votes[0].weight", {"votes": [{"seat": "a", "error": "timeout", "weight": number}]}),
        ("threshold", {"protocol": "judges", "threshold": number, "recommendations": [{"judge": "a"}]}),
    ):
        assert [field for _, field, _, _ in refused(document)] == [key]


def test_a_number_of_too_many_digits_says_so() -> None:
    document = {"votes": [{"seat": "a", "position": "APPROVE", "confidence": 1e-300}]}
    assert refused(document)[0][3] == "a number from 0 to 100; numbers have at most 40 digits"
    digits = "0." + "3" * 41
    assert refused(f"protocol: judges\nthreshold: {digits}\n{RECOMMENDATIONS}")[0][3] == (
        'a number above 0 up to 1, or a fraction such as "2/3"; numbers have at most 40 digits'
    )


def test_numbers_that_cannot_be_worked_with_are_refused_in_library_calls() -> None:
    for number in (Fraction(1, 10_007), Fraction(0.1), Fraction(1, 10**5000), 10**5000, -(10**5000)):
        for document in (
            {"votes": [{"seat": "a", "position": "APPROVE", "confidence": number}]},
            {"protocol": "quorum", "votes": [{"agent_id": "a", "vote": "block", "authority_weight": number}]},
        ):
            assert refused(document)[0][2].startswith(("the number ", "a number of many digits"))


class Position(StrEnum):
    YES = "APPROVE"


class Word(str):
    """Shows itself otherwise than a plain text, as members of some enumerations do."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"Word.{self.lower()}"


class Measured(float):
    """Shows itself otherwise than a plain float, as numpy's do."""

    def __repr__(self) -> str:
        return f"Measured({float(self)})"


def test_other_mappings_tuples_and_subclasses_are_taken_for_what_they_are() -> None:
    votes = (
        MappingProxyType({"seat": "a", "position": Position.YES, "confidence": Measured(70.1)}),
        OrderedDict(seat="b", position=Word("REJECT"), confidence=80, conditions=("one", "two")),
    )
    read = read_tally(MappingProxyType({"votes": votes}))
    first, second = read.case.answers
    assert (first.choice, first.confidence.percent) == ("APPROVE", Fraction("70.1"))  # type: ignore[union-attr]
    assert (second.choice, second.conditions) == ("REJECT", ("one", "two"))  # type: ignore[union-attr]


def test_a_library_call_leaves_the_mapping_as_it_was() -> None:
    document: Document = {"votes": [{"seat": "a", "position": "APPROVE", "confidence": 70}]}
    before = json.dumps(document)
    tally(document)
    assert json.dumps(document) == before


def test_a_mapping_that_holds_itself_is_refused() -> None:
    document: Document = {"votes": []}
    document["votes"].append(document)
    assert refused(document)[0][2:] == ("nesting that is too deep", "at most 32 levels")


def test_half_a_pair_in_a_mapping_is_refused() -> None:
    votes = [{"agentId": "a\ud800", "vote": "accept"}, {"agentId": "b", "vote": "reject"}]
    problems = refused({"protocol": "evidence", "question": "It holds \udfff", "votes": votes})
    assert [(field, found) for _, field, found, _ in problems] == [
        ("question", "half of a surrogate pair"),
        ("votes[0].agentId", "half of a surrogate pair"),
    ]


def test_keys_that_are_no_text_and_strange_values_are_refused() -> None:
    document: dict[Any, Any] = {1: 2, "votes": [{"seat": "a", "position": {1}, "confidence": b"70"}]}
    assert [(field, found) for _, field, found, _ in refused(document)] == [
        ("1", "an unknown key"),
        ("votes[0].position", "{1}"),
        ("votes[0].confidence", "b'70'"),
    ]


@pytest.mark.parametrize("text", ["", "\x00", "{", "[", "a: &a *a", "protocol: x", "\ud800", "- " * 100])
def test_whatever_is_wrong_is_an_input_error(text: str) -> None:
    with pytest.raises(InputError):
        tally(text)
