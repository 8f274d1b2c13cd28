"""Any request that the description allows, and many that it does not: no failure of ours, and no undescribed response.

`sh scripts/requests 10000` sends so many; here it is a few for every operation.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import one_of
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from quorate.surfaces.http.application import OPERATIONS
from quorate.surfaces.http.operation import Operation
from tests.surfaces.http.running import RunningServer, running

REQUESTS = int(os.environ.get("QUORATE_REQUESTS", "500"))
ENDLESS = {"watch"}
"""A stream of events has no end; test_events is about it."""
SESSION, OF_NOBODY = "/session", "Bearer another"
"""With our own session, its first end would leave every later request unanswered; test_description begins one."""
TRIED = [one for one in OPERATIONS if one.name not in ENDLESS]
CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)
VOTE = {"position": "APPROVE", "confidence": 82, "rationale": "It was measured"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(tmp_path_factory.mktemp("server"), "--rate", "0") as one:
        yield one


@pytest.fixture(scope="module")
def description(server: RunningServer) -> Any:
    return schemathesis.openapi.from_url(f"{server.address}/v1/openapi.json")


@pytest.fixture(scope="module")
def names(server: RunningServer) -> list[str]:
    """A deliberation that waits for ballots, and one with a verdict."""
    panel = [{"seat": "a", "voter": "person"}]
    waiting, decided = server.opened(panel=panel), server.opened(panel=panel)
    body = {"question": decided["question_hash"], "vote": VOTE}
    assert server.client.post(f"/v1/deliberations/{decided['id']}/ballots", json=body).status_code == 200
    return [waiting["id"], decided["id"]]


def _strategies(operation: Operation, described: Any) -> list[Any]:
    """Requests that fit the description; and others, where there is anything that could be wrong."""
    can_be_wrong = operation.query or operation.body or "{" in operation.path
    modes = [GenerationMode.POSITIVE, *([GenerationMode.NEGATIVE] if can_be_wrong else [])]
    return [described.as_strategy(generation_mode=mode) for mode in modes]


@pytest.mark.parametrize("operation", TRIED, ids=lambda one: one.name)
def test_any_request_is_answered_as_described(
    operation: Operation, server: RunningServer, description: Any, names: list[str]
) -> None:
    described = description[f"/v1{operation.path}"][operation.method]
    key = {"Authorization": OF_NOBODY if operation.path == SESSION else server.client.headers["Authorization"]}
    count = iter(range(10**9))

    @settings(
        max_examples=-(-REQUESTS // len(TRIED)),
        derandomize=REQUESTS <= 500,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=one_of(*_strategies(operation, described)))
    def send(case: Any) -> None:
        number = next(count)
        if case.path_parameters and "id" in case.path_parameters and number % 4:
            case.path_parameters["id"] = names[number % 2]
        case.validate_response(case.call(headers=key), checks=CHECKS)

    send()
