"""Who may do what is checked before anything else: whoever has no scope learns nothing else of a server."""

from typing import Any

import pytest

from quorate.app.app import App
from quorate.deliberation.principal import Principal
from quorate.surfaces.http.application import OPERATIONS
from quorate.surfaces.http.operation import ROOT, Operation
from tests.surfaces.http.client import Client
from tests.surfaces.test_illegal_calls import PLACES, body_of

NOBODY = Principal("eve", scopes=frozenset())
NEEDS_NO_SCOPE = {"tally"}
"""It counts what it is given, and looks at nothing else."""
GUARDED = [one for one in OPERATIONS if not one.is_public and one.name not in NEEDS_NO_SCOPE]


@pytest.mark.parametrize("one", GUARDED, ids=lambda one: one.name)
async def test_without_a_scope_nothing_is_said_of_what_is_there(app: App, one: Operation) -> None:
    path = ROOT + one.path.format(id="MAGI-2026-0101-001", **PLACES)
    query: dict[str, Any] = {"protocol": "quorum"} if one.name == "retally" else {}
    refused = await Client(app).send(one.method, path, body_of(one.name), who=NOBODY, **query)
    assert refused.status_code == 403, refused.text
    assert "your key does not have the scope" in refused.json()["detail"]
