"""Outcomes and voters as tools: the same use cases, and no program says how well it voted."""

import json

from tests.surfaces.mcp.connection import Station
from tests.surfaces.mcp.test_decide_tools import YES, opened
from tests.surfaces.program import quorate

SETS = ("decide", "learning")


async def test_whoever_may_answer_records_an_outcome_once_and_voters_are_listed(station: Station) -> None:
    scopes = ("--scope", "read", "--scope", "resolve")
    made = json.loads(quorate("keys", "create", "eve", *scopes, "--json", variables=station.variables).out)
    async with (
        station.connected(*SETS, user="ann") as ann,
        station.connected(user="ben") as ben,
        station.connected(*SETS, key=made["key"]) as eve,
    ):
        found = await opened(ann, document={"policy": {"people": ["eve"]}})
        assert "verdict" in await eve.refused("record_outcome", id=found["id"], was="right")
        for one in (ann, ben):
            await one.call("cast_ballot", id=found["id"], question=found["question_hash"], **YES)
        await ann.call("wait_for_deliberation", id=found["id"], wait=40)
        assert await ann.refused("record_outcome", id=found["id"], was="right")
        assert "APPROVE" in await eve.refused("record_outcome", id=found["id"], was="APROVE")
        told = await eve.call("record_outcome", id=found["id"], was="right", key="k1")
        again = await eve.call("record_outcome", id=found["id"], was="right", key="k1")
        assert (told.values["repeated"], again.values["repeated"]) == (False, True)
        listed = await ann.call("list_voters")
        (panel,) = listed.values["panels"]
        assert (panel["outcomes"], [one["right"] for one in panel["voters"]]) == (1, [1, 1])
        assert "1 of 1" in listed.text
        assert "nearest" in await ann.refused("list_voters", name="nobody")
