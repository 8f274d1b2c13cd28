"""A whole deliberation through tools, with the official client, in both eras of the protocol."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from quorate.app.life import carriers
from tests.patience import PATIENCE
from tests.surfaces.mcp.connection import Connection, Station
from tests.surfaces.program import quorate

AGENTS = ["a=agent:ann", "b=agent:ben"]
ACTION = "deploy 1.4\n"
YES = {"choice": "APPROVE", "confidence": 82, "rationale": "It was measured"}
NO = {"choice": "REJECT", "confidence": 71.5, "rationale": "It was not measured"}
APPROVAL = json.dumps({"position": "APPROVE", "confidence": 82, "rationale": "It was measured"})


async def opened(ann: Connection, **more: Any) -> Any:
    asked = {"question": "Adopt the queue?", "seats": AGENTS, "wait": 0, **more}
    return (await ann.call("open_deliberation", **asked)).values


def script(station: Station, reply: str) -> Path:
    """A program that votes."""
    voter = station.folder / "voter.sh"
    voter.write_text(f"#!/bin/sh\ncat >/dev/null\n{reply}\n")
    voter.chmod(0o755)
    return voter


async def test_two_programs_take_a_question_to_its_release_once_somebody_else_verified_it(programs: Station) -> None:
    station = programs
    async with station.connected(user="ann") as ann, station.connected(user="ben") as ben:
        found = await opened(ann, action=ACTION)
        seen = {"id": found["id"], "question": found["question_hash"]}
        await ann.call("cast_ballot", **seen, **YES)
        await ben.call("cast_ballot", **seen, **YES)
        done = (await ann.call("wait_for_deliberation", id=found["id"], wait=40)).values
        assert (done["verdict"]["action"], done["may_be_acted_on"]) == ("proceed", False)
        assert "verification" in await ann.refused("release_action", **seen, action=ACTION)
        scopes = ("--scope", "read", "--scope", "resolve")
        made = json.loads(quorate("keys", "create", "eve", *scopes, "--json", variables=station.variables).out)
        async with station.connected(key=made["key"]) as eve:
            verified = {"verdict": done["verdict_hash"], "verified": "I have looked at it"}
            await eve.call("resolve_deliberation", id=found["id"], **verified)
        released = await ann.call("release_action", **seen, action=ACTION)
        assert released.values["state"] == "released"
        assert "Its action was released" in released.text
        assert "only ann" in await ben.refused("release_action", **seen, action=ACTION)
        assert "only once" in await ann.refused("release_action", **seen, action=ACTION)


async def test_the_verdict_is_the_same_bytes_as_at_the_command_line(station: Station) -> None:
    async with station.connected(user="ann") as ann, station.connected(user="ben") as ben:
        found = await opened(ann)
        seen = {"id": found["id"], "question": found["question_hash"]}
        await ann.call("cast_ballot", **seen, **YES)
        await ben.call("cast_ballot", **seen, **NO)
        shown = (await ann.call("show_deliberation", id=found["id"])).values
    there = json.loads(quorate("show", found["id"], "--json", variables=station.variables).out)
    assert json.dumps(shown["verdict"]) == json.dumps(there["verdict"])
    assert shown["verdict_hash"] == there["verdict_hash"]


async def test_nothing_of_a_sealed_ballot_is_shown_to_anybody(station: Station) -> None:
    async with station.connected(user="ann") as ann, station.connected(user="ben") as ben:
        found = await opened(ann)
        await ann.call("cast_ballot", id=found["id"], question=found["question_hash"], **YES)
        for tool, more in (
            ("show_deliberation", {}),
            ("wait_for_deliberation", {"wait": 0}),
        ):
            said = await ben.call(tool, id=found["id"], **more)
            assert "APPROVE" not in said.text + json.dumps(said.values)
            assert "measured" not in json.dumps(said.values)
        for tool in ("explain_verdict",):
            assert "no verdict" in await ben.refused(tool, id=found["id"])


async def test_a_ballot_states_what_was_read(station: Station) -> None:
    async with station.connected(user="ann") as ann:
        found = await opened(ann)
        other = await ann.refused("cast_ballot", id=found["id"], question="0" * 64, **YES)
        assert "which is not a hash of this question" in other
        nothing = await ann.refused("cast_ballot", id=found["id"], **YES)
        assert "question: missing; expected the question_hash that show_deliberation gives" in nothing


async def test_waiting_reports_how_many_ballots_there_are(station: Station) -> None:
    async with station.connected(user="ann") as ann, station.connected(user="ben") as ben:
        found = await opened(ann)
        seen = {"id": found["id"], "question": found["question_hash"]}
        await ann.call("cast_ballot", **seen, **YES)
        await ben.call("wait_for_deliberation", id=found["id"], wait=0)
        assert ben.progress == [(1.0, 2.0)]


@pytest.fixture
def endless_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits by default waits until the client gives up."""
    monkeypatch.setattr(carriers, "DEFAULT_SECONDS", 10 * PATIENCE)


@pytest.mark.usefixtures("endless_default")
async def test_an_opening_waits_for_nobody_who_comes_in_their_own_time(one_era: Station) -> None:
    async with one_era.connected() as ann:
        found = (await ann.call("open_deliberation", question="Adopt the queue?", seats=AGENTS)).values
        assert found["state"] == "voting"


@pytest.mark.usefixtures("endless_default")
async def test_an_opening_waits_for_programs_and_not_for_those_who_come_later(one_era: Station) -> None:
    voter = script(one_era, f"echo '{APPROVAL}'")
    seats = f'[{{seat = "x", voter = "command:{voter}"}}, {{seat = "b", voter = "person:ben"}}]'
    one_era.settings(f"[panels.mixed]\nseats = {seats}\n")
    async with one_era.connected() as ann:
        found = (await ann.call("open_deliberation", question="Adopt it?", panel="mixed")).values
        assert [one["state"] for one in found["seats"]] == ["answered", "waiting"]


async def test_a_stated_wait_is_for_people_too(one_era: Station) -> None:
    async with one_era.connected() as ann:
        began = time.monotonic()
        await opened(ann, wait=1)
        assert time.monotonic() - began >= 1


async def test_no_majority_is_an_answer_and_not_an_error(station: Station) -> None:
    async with station.connected(user="ann") as ann, station.connected(user="ben") as ben:
        found = await opened(ann)
        seen = {"id": found["id"], "question": found["question_hash"]}
        await ann.call("cast_ballot", **seen, **YES)
        said = await ben.call("cast_ballot", **seen, **NO)
        assert (said.values["verdict"]["action"], said.values["may_be_acted_on"]) == ("ask", False)
        explained = await ann.call("explain_verdict", id=found["id"])
        assert explained.values["verdict"]["result"] == said.values["verdict"]["result"]


async def test_every_problem_with_arguments_is_said_at_once_and_nothing_is_stored(station: Station) -> None:
    async with station.connected() as ann:
        said = await ann.refused("open_deliberation", question="\u200b", mode="both", wat=1)
        assert [line.partition(":")[0] for line in said.splitlines()] == ["question", "mode", "wat"]
        assert (await ann.call("list_deliberations")).values["lines"] == []
        assert not (station.folder / "home" / "quorate.db").exists()


async def test_a_caller_names_no_programs_but_a_panel_of_the_settings_may(station: Station) -> None:
    voter = script(station, f"echo '{APPROVAL}'")
    seats = ", ".join(f'{{seat = "{name}", voter = "command:{voter}"}}' for name in "xy")
    station.settings(f"[panels.shell]\nseats = [{seats}]\n")
    async with station.connected() as ann:
        said = await ann.refused("open_deliberation", question="Adopt it?", seats=[f"x=command:{voter}"])
        assert "come from settings" in said
        document = {"panel": [{"seat": "x", "voter": {"command": [str(voter)]}}]}
        assert "come from settings" in await ann.refused("open_deliberation", question="Adopt it?", document=document)
        found = await ann.call("open_deliberation", question="Adopt it?", panel="shell", wait=40)
        done = await ann.call("wait_for_deliberation", id=found.values["id"], wait=40)
        assert done.values["verdict"]
        assert done.values["seats"][0]["state"] == "answered"


async def test_the_callers_own_ballot_takes_the_seat_of_its_own_engine(station: Station) -> None:
    async with station.connected(program="claude-code") as ann:
        found = await opened(ann, seats=["Claude=claude", "b=person:ben"], ballot=YES)
        assert [(one["seat"], one["state"]) for one in found["seats"]] == [("ann", "answered"), ("b", "waiting")]
    async with station.connected(program="cursor") as other:
        said = await other.refused(
            "open_deliberation", question="Adopt?", seats=["Claude=claude", "b=person:ben"], ballot=YES
        )
        assert "a seat agent:ann" in said


async def test_a_repeated_request_acts_once(station: Station) -> None:
    async with station.connected() as ann:
        first, again = await opened(ann, key="k"), await opened(ann, key="k")
        assert (again["id"], again["repeated"]) == (first["id"], True)
        assert "another request" in await ann.refused("open_deliberation", question="Other?", seats=AGENTS, key="k")


async def test_a_record_that_another_process_makes_later_is_found(station: Station) -> None:
    async with station.connected(user="ann") as ann:
        assert (await ann.call("list_deliberations")).values["lines"] == []
        async with station.connected(user="ben") as ben:
            found = await opened(ben)
        assert [one["id"] for one in (await ann.call("list_deliberations")).values["lines"]] == [found["id"]]


async def test_an_inbox_is_listed_by_name(station: Station) -> None:
    async with station.connected() as ann:
        found = await opened(ann)
        said = await ann.call("list_deliberations", list="inbox", search="ben")
        assert [one["id"] for one in said.values["lines"]] == [found["id"]]


async def test_another_protocol_says_what_it_would_have_said(station: Station) -> None:
    async with station.connected(user="ann") as ann, station.connected(user="ben") as ben:
        found = await opened(ann)
        seen = {"id": found["id"], "question": found["question_hash"]}
        await ann.call("cast_ballot", **seen, **YES)
        await ben.call("cast_ballot", **seen, **YES)
        said = await ann.call("retally_deliberation", id=found["id"], protocol="quorum")
        assert said.values["other"]["protocol"] == "quorum"
        assert "no protocol called 'dice'" in await ann.refused("retally_deliberation", id=found["id"], protocol="dice")


async def test_a_list_written_as_text_is_read(station: Station) -> None:
    async with station.connected() as ann:
        found = await opened(ann, seats=json.dumps(AGENTS), options=None)
        assert len(found["seats"]) == 2


@pytest.mark.parametrize("sets", ["", "all", "decide,nothing"])
def test_a_set_that_does_not_exist_is_refused(sets: str, tmp_path: Path) -> None:
    ended = quorate("mcp", "--tools", sets, QUORATE_HOME=str(tmp_path))
    assert (ended.status, ended.out) == (2, "")
    assert "--tools: found" in ended.err


async def test_a_failed_seat_is_asked_again(one_era: Station) -> None:
    station, tmp_path = one_era, one_era.folder
    voter = script(station, f"[ -f {tmp_path}/up ] && echo '{APPROVAL}' || exit 3")
    seats = ", ".join(f'{{seat = "{name}", voter = "command:{voter}"}}' for name in "xy")
    station.settings(f"[panels.shell]\nseats = [{seats}]\n")
    async with station.connected() as ann:
        found = (await ann.call("open_deliberation", question="Adopt it?", panel="shell", wait=40)).values
        found = (await ann.call("wait_for_deliberation", id=found["id"], wait=40)).values
        assert found["seats"][0]["state"] == "error"
        (tmp_path / "up").touch()
        await ann.call("retry_seats", id=found["id"], wait=40)
        done = (await ann.call("wait_for_deliberation", id=found["id"], wait=40)).values
        assert (done["round"], done["seats"][0]["state"]) == (2, "answered")
