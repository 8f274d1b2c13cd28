"""Contributions as they are found: all of them are read, each deviation is named, and nothing is lost."""

import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

from quorate.core.errors import DocumentError, InputError
from quorate.documents.container import parsed_json
from quorate.evidence.contribution import read_strictly
from quorate.evidence.contribution_form import strict_plain
from quorate.evidence.lenient_contribution import ContributionReading, read_leniently
from tests.evidence.deviations import CASES
from tests.evidence.epics import contribution, decision

NAMES = [name for name, _, _ in CASES]


def read(document: Any, file: str = "") -> ContributionReading:
    return read_leniently(parsed_json(json.dumps(document)), file)


def leaves(value: Any) -> Iterator[Any]:
    """Everything that a document says, however it is nested."""
    if isinstance(value, dict):
        for one in value.values():
            yield from leaves(one)
    elif isinstance(value, list):
        for one in value:
            yield from leaves(one)
    elif value is not None:
        yield float(value) if isinstance(value, int | float | Decimal) and not isinstance(value, bool) else value


def test_there_are_many_documents_and_all_are_different() -> None:
    assert len(CASES) >= 40
    assert len({json.dumps(document) for _, document, _ in CASES}) == len(set(NAMES)) == len(CASES)


@pytest.mark.parametrize(("name", "document", "codes"), CASES, ids=NAMES)
def test_every_deviation_is_named(name: str, document: Any, codes: set[str]) -> None:
    assert {deviation.code for deviation in read(document).deviations} == codes, name


@pytest.mark.parametrize(("name", "document", "codes"), CASES, ids=NAMES)
def test_nothing_is_lost_when_it_is_written_back(name: str, document: Any, codes: set[str]) -> None:
    assert codes
    reading = read(document)
    written = strict_plain(*reading)
    assert not [leaf for leaf in leaves(document) if leaf not in list(leaves(written))], name
    pointers = " ".join(written.get("extensions", {}))
    assert all(deviation.found is None or (deviation.path or "/") in pointers for deviation in reading.deviations)


@pytest.mark.parametrize(("name", "document", "codes"), CASES, ids=NAMES)
def test_what_was_written_back_says_the_same(name: str, document: Any, codes: set[str]) -> None:
    assert codes
    before = read(document, "session_a.json").contribution
    after = read(strict_plain(before), "session_a.json").contribution
    assert after.decisions == before.decisions, name
    assert (after.agent, after.session, after.epic, after.task) == (
        before.agent,
        before.session,
        before.epic,
        before.task,
    )


@pytest.mark.parametrize(("name", "document", "codes"), CASES, ids=NAMES)
def test_the_strict_reader_refuses_what_deviates(name: str, document: Any, codes: set[str]) -> None:
    assert codes
    if name in {"evidence without a type", "confidence as text"}:  # the schema allows both
        read_strictly(parsed_json(json.dumps(document)))
        return
    with pytest.raises(DocumentError):
        read_strictly(parsed_json(json.dumps(document)))


def test_a_strict_document_has_no_deviation() -> None:
    document = contribution(1, "opus-1", decision("MAP-001", "Single file", 0.85, uncertaintyNote="load"))
    reading = read(document)
    assert reading.deviations == ()
    assert reading.contribution == read_strictly(parsed_json(json.dumps(document)))._replace(
        meta=reading.contribution.meta
    )


def test_the_file_name_gives_the_session() -> None:
    document = contribution(1, "opus-1", decision("MAP-001", "Single file", 0.85))
    del document["sessionId"]
    reading = read(document, "out/session_20260126_abc.json")
    assert reading.contribution.session == "session_20260126_abc"
    assert [one.code for one in reading.deviations] == ["session_from_file_name"]


def test_what_is_no_object_is_refused() -> None:
    for value in ("a", 3, [1, 2], [], None):
        with pytest.raises(InputError):
            read_leniently(value)


def test_what_the_strict_form_leaves_open_is_no_deviation() -> None:
    document = contribution(1, "a", decision("MAP-001", "A", 0.9))
    del document["decisions"][0]["evidence"][0]["type"]
    assert read_strictly(document).decisions[0].evidence[0].type == ""
    assert read(document).deviations == ()
    document["decisions"][0]["alternatives"] = [{"option": "B", "reason": "slow"}]
    assert read(document).deviations == ()
