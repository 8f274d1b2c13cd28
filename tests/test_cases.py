"""Every table of cases, run."""

import json

import pytest

from quorate import tally, to_json
from tests.casebook import Case, cases_of, document_text, unmet


def _table(name: str) -> list[object]:
    return [pytest.param(case, id=case["name"]) for case in cases_of(name)]


@pytest.mark.parametrize("case", _table("magi"))
def test_magi(case: Case) -> None:
    assert unmet(case["expect"], json.loads(to_json(tally(document_text(case))))) == {}


@pytest.mark.parametrize("case", _table("judges"))
def test_judges(case: Case) -> None:
    assert unmet(case["expect"], json.loads(to_json(tally(document_text(case))))) == {}


@pytest.mark.parametrize("case", _table("quorum"))
def test_quorum(case: Case) -> None:
    assert unmet(case["expect"], json.loads(to_json(tally(document_text(case))))) == {}


@pytest.mark.parametrize("case", _table("evidence"))
def test_evidence(case: Case) -> None:
    assert unmet(case["expect"], json.loads(to_json(tally(document_text(case))))) == {}


@pytest.mark.parametrize("case", _table("approval"))
def test_approval(case: Case) -> None:
    assert unmet(case["expect"], json.loads(to_json(tally(document_text(case))))) == {}


@pytest.mark.parametrize("case", _table("weighted"))
def test_weighted(case: Case) -> None:
    assert unmet(case["expect"], json.loads(to_json(tally(document_text(case))))) == {}
