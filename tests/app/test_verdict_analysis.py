"""Why a verdict is as it is, and what another protocol would have said."""

import pytest

from quorate.app.documents.demonstration import example
from quorate.app.verdict_analysis import OtherCount, explain, explain_document, retally, retally_document
from quorate.core.errors import DocumentError, InputError, UnknownName
from tests.app.house import AGAINST, ANN, FOR, House

MAGI = example("magi").encode()


async def test_an_explanation_holds_the_verdict_of_the_record_and_stores_nothing(house: House) -> None:
    session = await house.decided(FOR, AGAINST)
    before = await house.rows()
    assert (await explain(house.app, ANN, session.id)).verdict == session.verdict
    assert await house.rows() == before


async def test_the_same_ballots_are_counted_by_another_protocol(house: House) -> None:
    session = await house.decided(FOR, AGAINST)
    before = await house.rows()
    found = await retally(house.app, ANN, session.id, OtherCount("evidence", "3/4"))
    assert (found.original, found.other.protocol) == (session.verdict, "evidence")
    assert await house.rows() == before


async def test_what_has_no_verdict_yet_is_not_explained_so_that_its_ballots_stay_sealed(house: House) -> None:
    session = await house.opened()
    await house.refuses(explain(house.app, ANN, session.id), "no verdict|sealed|not been counted", InputError)
    await house.refuses(retally(house.app, ANN, session.id, OtherCount("quorum")), "no verdict|sealed", InputError)
    await house.refuses(explain(house.app, ANN, "MAGI-1999-0101-001"), "no deliberation", InputError)


async def test_a_threshold_or_protocol_that_is_none_is_refused(house: House) -> None:
    session = await house.decided()
    for threshold in ("0", "1.1", "two thirds"):
        other = OtherCount("evidence", threshold)
        await house.refuses(retally(house.app, ANN, session.id, other), "threshold: found", InputError)
    await house.refuses(retally(house.app, ANN, session.id, OtherCount("coin")), "coin", UnknownName)


def test_a_document_is_explained_and_counted_again_without_a_record() -> None:
    verdict = explain_document(MAGI, "ballots.yaml").verdict
    assert retally_document(MAGI, "ballots.yaml", OtherCount("quorum")).original == verdict


def test_problems_of_a_document_name_it() -> None:
    with pytest.raises(DocumentError) as refused:
        explain_document(b"votes: 1", "ballots.yaml")
    assert refused.value.source == "ballots.yaml"
