"""A record with deliberations in every state and keys of every kind, for those who try what they may not."""

import asyncio
import os
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest

from quorate.app.access.access_keys import issue_key, list_refusals, revoke_key, rotate_key
from quorate.app.access.authentication import authenticate
from quorate.app.app import App, open_app
from quorate.app.life.ballots import BallotTerms, FilledBallot, vote
from quorate.app.life.management import release, revoke
from quorate.deliberation.framing import read_opening
from quorate.deliberation.precondition import Seen
from quorate.deliberation.principal import NEEDS, SCOPES, Principal
from quorate.deliberation.session import Session
from tests.app.house import FOR, but_refusals
from tests.surfaces.http.client import Client

OWNER = Principal("olga", owns_store=True)
ACTION = "deploy 1.4\n"
PANEL = [{"seat": "a", "voter": "person:ann"}, {"seat": "b", "voter": "person:ben"}]
USED_KEY = "a key of ann's requests"
WORKING = ("read", "open", "vote", "resolve", "release")


class World:
    """An open record, its keys by name, its deliberations by state."""

    def __init__(self, app: App, loop: asyncio.AbstractEventLoop) -> None:
        self.app, self._loop = app, loop
        self.keys: dict[str, str] = {}
        self.ids: dict[str, str] = {}
        self.sessions: dict[str, Session] = {}
        self.client = Client(app)
        self.client.callers._authenticate = _authenticated

    def run(self, story: Coroutine[Any, Any, Any]) -> Any:
        return self._loop.run_until_complete(story)

    def rows(self) -> list[Any]:
        """All that the record holds but who was refused."""
        return but_refusals(self.run(self.app.record.export(list)))

    def refusals(self) -> int:
        """How often anybody was refused so far."""
        return len(self.run(list_refusals(self.app, OWNER)))

    def send(self, method: str, path: str, key: str = "", body: Any = None, **more: Any) -> httpx2.Response:
        """A request with a key of this name."""
        self.client.time += 60
        headers = dict(more.pop("headers", {}))
        if key:
            headers.setdefault("Authorization", f"Bearer {self.keys[key]}")
        found: httpx2.Response = self.run(self.client.send(method, path, body, headers=headers, **more))
        return found

    async def found(self) -> None:
        """Fills it."""
        for name in ("ann", "ben", "eve", "\u0430nn", "Ann"):
            await self._issue(name, name, WORKING)
        for label, scopes in (("reader", ("read",)), ("mute", ("vote",)), ("reporter", ("report",))):
            await self._issue(label, label, scopes)
        await self._issue("admin", "root", SCOPES)
        for needed, row in {NEEDS[row]: row for row in NEEDS}.items():
            await self._issue(f"not for {row}", "mallory", [one for one in SCOPES if one not in needed])
        await self._spoil()
        for state in ("open", "other", "decided", "released", "revoked"):
            await self._open(state)

    async def _issue(self, label: str, name: str, scopes: Any, expires: str | None = None) -> str:
        made = await issue_key(self.app, OWNER, name, scopes, expires)
        self.keys[label] = made.text
        return made.key.id

    async def _spoil(self) -> None:
        """Keys that were good once."""
        await self._issue("expired", "ann", WORKING, "1m")
        await revoke_key(self.app, OWNER, await self._issue("revoked", "ann", WORKING))
        await rotate_key(self.app, OWNER, await self._issue("rotated", "ann", WORKING), "now")
        real = self.app.surroundings
        now = real.clock
        self.app.surroundings = real._replace(clock=lambda: now() + timedelta(minutes=5))

    async def _open(self, state: str) -> None:
        document = {
            "question": {"subject": f"Adopt the {state} queue?", "action": ACTION},
            "panel": PANEL,
            "policy": {"people": ["ann"]},
        }
        people = {name: await authenticate(self.app, self.keys[name]) for name in ("ann", "ben")}
        session = (await self.app.open(read_opening(document), people["ann"])).session
        if state not in ("open", "other"):
            for seat, name in (("a", "ann"), ("b", "ben")):
                terms = BallotTerms(seat, Seen(session.question.content_hash))
                key = USED_KEY if (state, name) == ("decided", "ann") else None
                await vote(self.app, people[name], session.id, FilledBallot(FOR), terms, key)
        if state in ("released", "revoked"):
            await release(self.app, people["ann"], session.id, ACTION, session.question.content_hash)
        if state == "revoked":
            await revoke(self.app, people["ann"], session.id, "It was wrong")
        self.ids[state], self.sessions[state] = session.id, await self.app.load(session.id)


async def _authenticated(app: App, presented: str) -> Principal:
    return await authenticate(app, presented, "http")


@contextmanager
def world_in(folder: Path) -> Iterator[World]:
    """A world on a record in a folder, which commands of this process take as theirs."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("QUORATE_")]:
            patch.delenv(name)
        patch.setenv("QUORATE_HOME", str(folder / "home"))
        patch.setenv("XDG_CONFIG_HOME", str(folder / "settings"))
        patch.setenv("QUORATE_USER", "olga")
        patch.chdir(folder)
        with asyncio.Runner() as runner:
            opening = open_app(None, print, may_make=True)
            app = runner.run(opening.__aenter__())
            runner.run(app.make_record())
            try:
                world = World(app, runner.get_loop())
                world.run(world.found())
                yield world
            finally:
                runner.run(opening.__aexit__(None, None, None))
