"""Errors say where, what was found, and what is allowed."""

import pytest

from quorate import DocumentError, InputError, Problem, QuorateError, protocol_named, protocol_names
from quorate.core.errors import MissingExtra, UnknownName


def test_a_problem_names_its_field_as_people_write_it() -> None:
    assert Problem(("votes", 2, "confidence"), "x", "y").field == "votes[2].confidence"
    assert Problem((0, "a"), "x", "y").field == "[0].a"
    assert Problem((), "x", "y").field == "document"


def test_a_problem_is_one_sentence_with_file_and_line_where_they_are_known() -> None:
    problem = Problem(("votes",), "a text", "a list", 7)
    assert problem.sentence("a.yaml") == "a.yaml:7: votes: found a text; allowed: a list"
    assert problem.sentence() == "7: votes: found a text; allowed: a list"
    assert problem._replace(line=None).sentence("a.yaml") == "a.yaml: votes: found a text; allowed: a list"
    assert problem._replace(line=None).sentence() == "votes: found a text; allowed: a list"


def test_a_document_error_lists_every_problem_and_can_be_said_of_a_file() -> None:
    error = DocumentError([Problem(("a",), "1", "2"), Problem(("b",), "3", "4")])
    assert str(error) == "a: found 1; allowed: 2\nb: found 3; allowed: 4"
    named = error.in_source("x.yaml")
    assert (named.source, named.problems) == ("x.yaml", error.problems)
    assert str(named).splitlines()[1] == "x.yaml: b: found 3; allowed: 4"
    assert error.source == ""


def test_wrong_input_is_told_apart_from_what_failed() -> None:
    assert issubclass(DocumentError, InputError)
    assert issubclass(UnknownName, InputError)
    assert not issubclass(MissingExtra, InputError)
    assert issubclass(MissingExtra, QuorateError)
    assert str(MissingExtra("Parquet", "parquet")) == (
        "Parquet needs an optional package: pip install 'quorate[parquet]'"
    )


def test_an_unknown_protocol_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownName) as caught:
        protocol_named("magii")
    assert (
        str(caught.value) == "no protocol called 'magii'; there are: approval, evidence, judges, magi, quorum, weighted"
    )
    assert (caught.value.name, caught.value.known) == (
        "magii",
        ["approval", "evidence", "judges", "magi", "quorum", "weighted"],
    )


@pytest.mark.parametrize("name", ["_fields", "", "magi.rule", "../magi", "__init__"])
def test_what_is_no_protocol_is_not_found_by_its_file_name(name: str) -> None:
    with pytest.raises(UnknownName):
        protocol_named(name)


def test_every_built_in_protocol_is_found_by_its_name_and_consensus_means_evidence() -> None:
    assert protocol_names() == ["approval", "evidence", "judges", "magi", "quorum", "weighted"]
    assert [protocol_named(name).name for name in protocol_names()] == protocol_names()
    assert protocol_named("consensus").name == "evidence"
