"""The same question through the library, the command line, MCP and HTTP: the same verdict and the same refusals."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from quorate import deliberate
from quorate.app.app import open_app
from quorate.deliberation.principal import Principal
from quorate.surfaces.cli.command_table import program
from quorate.surfaces.cli.entry import run
from tests.surfaces.http.client import Client
from tests.surfaces.mcp.connection import Station

ACTION = "deploy 1.4\n"
QUESTION = {"subject": "Adopt the queue?", "action": ACTION, "reversibility": "low"}
VOTES: dict[str, dict[str, Any]] = {
    "a": {"position": "APPROVE", "confidence": 82, "rationale": "It was measured"},
    "b": {"position": "REJECT", "confidence": 71, "rationale": "It was not", "concerns": ["safety"]},
    "c": {"position": "APPROVE", "confidence": 64, "rationale": "It is small", "conditions": ["A rehearsal"]},
    "d": {},
}
LOCAL = Principal("olga", owns_store=True)


@pytest.fixture
def voters(place: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A program for each seat, one of which fails; as a panel of the settings, too."""
    monkeypatch.setenv("QUORATE_USER", "olga")
    found = {}
    for seat, vote in VOTES.items():
        file = place / f"voter-{seat}"
        says = f"printf '%s' '{json.dumps(vote)}'" if vote else "exit 3"
        file.write_text(f"#!/bin/sh\ncat > /dev/null\n{says}\n")
        file.chmod(0o755)
        found[seat] = f"command:{file}"
    seats = ", ".join(f'{{seat = "{seat}", voter = "{voter}"}}' for seat, voter in found.items())
    Station(place, "").settings(f'[panels.p]\nprotocol = "magi"\nseats = [{seats}]\n')
    return found


def _command(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = run(program, words)
    said = capsys.readouterr()
    return status, said.out, said.err


async def _over_http(voters: dict[str, str]) -> tuple[str, str]:
    """The id and the verdict of one that a request opened."""
    async with open_app(None, print, may_make=True) as app:
        await app.make_record()
        client = Client(app)
        panel = [{"seat": seat, "voter": voter} for seat, voter in voters.items()]
        opened = await client.post("/v1/deliberations", LOCAL, {"question": QUESTION, "panel": panel})
        id_ = opened.json()["id"]
        await asyncio.wait_for(client.carrier.carried_on(id_), None)
        return id_, (await client.get(f"/v1/deliberations/{id_}/verdict", LOCAL)).text


async def _over_mcp(station: Station) -> str:
    async with station.connected(user="olga") as olga:
        arguments = {"question": QUESTION["subject"], "action": ACTION, "reversibility": "low", "panel": "p"}
        found = (await olga.call("open_deliberation", **arguments, wait=0)).values
        while found["state"] == "voting":
            found = (await olga.call("wait_for_deliberation", id=found["id"], wait=40)).values
        shown = (await olga.call("show_deliberation", id=found["id"])).values
    return json.dumps(shown["verdict"])


def test_every_interface_comes_to_the_same_verdict(
    one_era: Station, voters: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    library = deliberate({"question": QUESTION}, voters=voters).to_plain()["verdict"]
    document = one_era.folder / "question.json"
    panel = [{"seat": seat, "voter": voter} for seat, voter in voters.items()]
    document.write_text(json.dumps({"question": QUESTION, "panel": panel}))
    _, out, _ = _command(capsys, "decide", str(document), "--json", "--no-input")
    command = json.loads(out)["verdict"]
    _, http = asyncio.run(_over_http(voters))
    mcp = json.loads(asyncio.run(_over_mcp(one_era)))
    texts = {json.dumps(one) for one in (library, command, json.loads(http), mcp)}
    assert len(texts) == 1
    assert "RELIES" in texts.pop() or library["requires"], "the seat that failed is not forgotten"


def test_every_interface_refuses_in_the_same_words(
    one_era: Station, voters: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    id_, _ = asyncio.run(_over_http(voters))
    (one_era.folder / "wrong.txt").write_text("deploy 1.5\n")
    (one_era.folder / "right.txt").write_text(ACTION)
    hash_ = json.loads(_command(capsys, "show", id_, "--json")[1])["question_hash"]
    for action in ("wrong.txt", "right.txt"):
        status, _, said = _command(capsys, "release", id_, "--action", action, "--question", hash_)
        text = (one_era.folder / action).read_text()
        http = asyncio.run(_refused_http(id_, text, hash_))
        mcp = asyncio.run(_refused_mcp(one_era, id_, text, hash_))
        assert status == 2
        assert said.splitlines()[0] == http
        assert http in mcp


async def _refused_http(id_: str, action: str, question: str) -> str:
    async with open_app(None, print) as app:
        body = {"action": action, "question": question}
        answered = await Client(app).post(f"/v1/deliberations/{id_}/release", LOCAL, body)
        detail: str = answered.json()["detail"]
        return detail


async def _refused_mcp(station: Station, id_: str, action: str, question: str) -> str:
    async with station.connected(user="olga") as olga:
        return await olga.refused("release_action", id=id_, action=action, question=question)
