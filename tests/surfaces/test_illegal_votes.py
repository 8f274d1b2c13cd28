"""Votes that may not be cast are refused through every interface, kept as refusals, and change nothing."""

import asyncio
import json
import shutil
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from quorate import config
from quorate.app.access.authentication import authenticate
from quorate.app.app import open_app
from tests.app.house import but_refusals
from tests.surfaces.http.client import HOST, Client
from tests.surfaces.illegal_votes import DONE, FIRST, ILLEGAL_VOTES, QUESTION, SECOND, TALK, IllegalVote
from tests.surfaces.mcp.connection import HANDSHAKE, Station
from tests.surfaces.office import Office
from tests.surfaces.program import Here

WHY = ("--reasoning", "I looked at it")


class Refusal(NamedTuple):
    """How an interface refused: the code of the fleet, where it has one."""

    is_refused: bool
    code: str


class Scene(NamedTuple):
    """A folder with the fleet on its record, and the reviews by the names that the table gives them."""

    home: Path
    sessions: dict[str, str]


def _founded(office: Office) -> dict[str, str]:
    def as_agent(name: str, *arguments: str) -> dict[str, Any]:
        ended = office(*arguments, "--json", user=name)
        assert ended.status == 0, ended.err + ended.out
        found: dict[str, Any] = json.loads(ended.out)
        return found

    def paused(name: str, owner: str, *reviewers: str) -> str:
        for one in reviewers:
            office("agents", "register", one)
        office("agents", "register", name, "--owner", owner)
        office("agents", "pause", name, "--reason", "It deleted a table")
        return str(as_agent(name, "review", "request", name, "--reason", "Well again")["session_id"])

    sessions = {TALK: paused("t", "tom", "u"), DONE: paused("v", "vic", "w", "x", "y")}
    for name in ("w", "x", "y"):
        as_agent(name, "review", "vote", sessions[DONE], "block", *WHY)
    for name in ("w", "x", "y", "v"):
        office("agents", "archive", name)
    sessions[FIRST] = paused("p", "pat", "a", "b", "c", "d", "e")
    as_agent("e", "review", "vote", sessions[FIRST], "cooldown", *WHY)
    sessions[SECOND] = paused("r", "rob", "f", "g", "h")
    for name in ("o", "q", "z"):
        office("agents", "register", name)
    office("agents", "register", "s", "--owner", "pat")
    office("agents", "pause", "q", "--reason", "It is ill")
    office("agents", "archive", "z")
    sessions[QUESTION] = office.opened("one=person", "two=person")
    return sessions


@pytest.fixture(scope="module")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """The scene, once: every case has a copy of it."""
    folder = tmp_path_factory.mktemp("scene")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("QUORATE_HOME", str(folder / "home"))
        patch.setenv("XDG_CONFIG_HOME", str(folder / "settings"))
        patch.chdir(folder)
        yield Scene(folder / "home", _founded(Office(_Quiet(), patch, folder)))


class _Quiet(Here):
    """Commands whose output is read without a fixture of one test."""

    def __init__(self) -> None:
        pass

    def __call__(self, *arguments: str) -> Any:
        import contextlib
        import io

        from quorate.surfaces.cli.command_table import program
        from quorate.surfaces.cli.entry import run
        from tests.surfaces.program import Ended

        out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = run(program, arguments)
        texts = []
        for one in (out, err):
            one.flush()
            texts.append(one.buffer.getvalue().decode())
        return Ended(status, *texts)


@pytest.fixture
def scene(founded: Scene, tmp_path: Path) -> Scene:
    """A copy of it, at the home of the commands of this test."""
    shutil.copytree(founded.home, tmp_path / "home")
    return Scene(tmp_path / "home", founded.sessions)


def _key(office: Office, case: IllegalVote) -> str:
    """The key that is presented."""
    scopes = [word for scope in case.scopes for word in ("--scope", scope)]
    expires = ("--expires", "1h") if case.key == "expired" else ()
    made: str = office.json("keys", "create", case.who, *scopes, *expires)["key"]
    _, key_id, secret = made.split("_", 2)
    if case.key == "revoked":
        assert office("keys", "revoke", key_id).status == 0
    if case.key == "rotated away":
        assert office("keys", "rotate", key_id, "--overlap", "now").status == 0
    return {
        "cut short": made[:-4],
        "somebody else's with another secret": f"qk_{key_id}_{secret[::-1]}",
        "made up": "qk_0123456789abcdef_" + "0" * 43,
    }.get(case.key, made)


def by_command(office: Office, monkeypatch: pytest.MonkeyPatch, case: IllegalVote, session: str, key: str) -> Refusal:
    words = [word for name, value in case.more.items() for word in _option(name, value)]
    monkeypatch.setenv("QUORATE_KEY", key)
    ended = office("review", "vote", "--json", "--reasoning", case.reasoning, *words, "--", session, case.vote)
    monkeypatch.delenv("QUORATE_KEY")
    said = json.loads(ended.out) if ended.out.startswith("{") else {}
    return Refusal(ended.status == 2, said.get("error_code", ""))


def _option(name: str, value: Any) -> list[str]:
    known = {"agent_id": "--agent", "conditions": "--condition"}.get(name, f"--{name}")
    return [word for one in (value if isinstance(value, list) else [value]) for word in (known, str(one))]


def by_http(_: Office, __: pytest.MonkeyPatch, case: IllegalVote, session: str, key: str) -> Refusal:
    async def story() -> Refusal:
        async with open_app(None, print) as app:
            client = Client(app)
            client.callers._authenticate = authenticate
            body = {"vote": case.vote, "reasoning": case.reasoning, **case.more}
            headers = {"Host": HOST, "Authorization": f"Bearer {key}"}
            said = await client.send("POST", f"/v1/reviews/{session or '%20'}/votes", body, headers=headers)
            return Refusal(400 <= said.status_code < 500, said.json().get("error_code", ""))

    return asyncio.run(story())


def by_tool(_: Office, __: pytest.MonkeyPatch, case: IllegalVote, session: str, key: str) -> Refusal:
    async def story() -> Refusal:
        async with Station(Path.cwd(), HANDSHAKE).connected("fleet", key=key) as agent:
            arguments = {"session_id": session, "vote": case.vote, "reasoning": case.reasoning, **case.more}
            said = await agent.tried("submit_quorum_vote", **arguments)
            return Refusal(said.is_error, said.values.get("error_code", ""))

    return asyncio.run(story())


INTERFACES: dict[str, Callable[..., Refusal]] = {"command": by_command, "http": by_http, "mcp": by_tool}


async def _held() -> tuple[list[Any], int]:
    """All that the record holds but refusals, and how many of these there are."""
    async with open_app(None, print) as app:
        rows = await app.record.export(list)
        kept = but_refusals(rows)
        return kept, len(rows) - len(kept)


@pytest.mark.parametrize("interface", INTERFACES)
@pytest.mark.parametrize("case", ILLEGAL_VOTES, ids=lambda case: case.name)
def test_a_vote_that_may_not_be_cast_is_refused_kept_and_changes_nothing(
    case: IllegalVote, interface: str, scene: Scene, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = _key(office, case)
    hours = case.hours or (2 if case.key == "expired" else 0)
    moment = config.clock() + timedelta(hours=hours)
    monkeypatch.setattr(config, "clock", lambda: moment)
    for command in case.before:
        assert office(*(scene.sessions.get(word, word) for word in command)).status == 0
    before, refused_before = asyncio.run(_held())
    session = scene.sessions.get(case.session, case.session)
    found = INTERFACES[interface](office, monkeypatch, case, session, key)
    after, refused_after = asyncio.run(_held())
    assert found.is_refused
    assert after == before
    assert (refused_after > refused_before) is case.is_audited
    if case.code and found.code:
        assert found.code == case.code
    assert bool(found.code) or not case.code or not case.is_audited


def test_there_are_at_least_sixty_of_them_and_a_legal_vote_is_taken_by_each_interface(
    scene: Scene, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len({case.name for case in ILLEGAL_VOTES}) == len(ILLEGAL_VOTES) >= 60
    for who, interface in zip("abc", INTERFACES.values(), strict=True):
        legal = IllegalVote("legal", who, vote="block")
        found = interface(office, monkeypatch, legal, scene.sessions[FIRST], _key(office, legal))
        assert not found.is_refused
