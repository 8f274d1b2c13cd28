"""Two servers on one record in Postgres, and a process killed between the verdict and its execution, again and again.

By hand: python -m tests.fleet.resume_kills 50. An agent must be resumed once: not twice, and not never.
"""

import asyncio
import multiprocessing
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

import httpx2

from quorate.app.app import App, open_app
from quorate.app.fleet.agents import agent_history, pause_agent, register_agent, show_agent
from quorate.app.fleet.quorum_reviews import submit_quorum_vote
from quorate.app.fleet.review_requests import request_quorum_review
from quorate.deliberation.principal import Principal
from quorate.fleet.agent_events import ReviewExecuted
from quorate.record.port import EXECUTION, Appended
from tests.patience import comes_true
from tests.postgres import running as postgres_running
from tests.surfaces.http.running import RunningServer, running

OLGA = Principal("olga", owns_store=True)
BEFORE, AFTER = POINTS = ("before the execution", "after the execution")
VOTE = {"vote": "resume", "reasoning": "It is well", "conditions": [{"kind": "read_only", "for": "2h"}]}


class Tally(NamedTuple):
    """How many agents were to be resumed, how many were, how often one was resumed again, and who was killed."""

    rounds: int = 0
    resumed: int = 0
    twice: int = 0
    voters_killed: int = 0
    servers_killed: int = 0

    @property
    def is_right(self) -> bool:
        """True where every agent was resumed exactly once."""
        return self.resumed == self.rounds and not self.twice


def _run(store: str, story: Any) -> Any:
    async def whole() -> Any:
        async with open_app(store, print, may_make=True) as app:
            return await story(app)

    return asyncio.run(whole())


async def _founded(app: App, number: int) -> tuple[str, list[str]]:
    """A paused agent, and its review in which all but one have voted for a resume; their names."""
    subject, others = f"p{number}", [f"{letter}{number}" for letter in "abc"]
    for name in (subject, *others):
        await register_agent(app, OLGA, name)
    await pause_agent(app, OLGA, subject, "It deleted a table")
    review = await request_quorum_review(app, Principal(subject), subject, "Well again")
    chosen = list(review.turn.parties)
    for name in chosen[:-1]:
        await submit_quorum_vote(app, Principal(name), review.id, VOTE)
    return review.id, chosen


def _vote_and_die(store: str, session: str, name: str, point: str) -> None:
    """Casts the last vote; at the execution of what it decides, this process is no more."""

    async def whole() -> None:
        async with open_app(store, print) as app:
            append = app.record.append

            async def dying(changes: Any, author: Any, key: Any = None) -> Appended:
                is_execution = key is not None and key.name.startswith(EXECUTION)
                if is_execution and point == BEFORE:
                    os.kill(os.getpid(), signal.SIGKILL)
                appended = await append(changes, author, key)
                if is_execution:
                    os.kill(os.getpid(), signal.SIGKILL)
                return appended

            app.record.append = dying  # type: ignore[method-assign]
            await submit_quorum_vote(app, Principal(name), session, VOTE)

    asyncio.run(whole())


def _executions(store: str, subject: str) -> list[ReviewExecuted]:
    async def story(app: App) -> list[ReviewExecuted]:
        history = await agent_history(app, OLGA, subject)
        return [one.event for one in history if isinstance(one.event, ReviewExecuted)]

    found: list[ReviewExecuted] = _run(store, story)
    return found


def _status(store: str, subject: str) -> str:
    async def story(app: App) -> str:
        return (await show_agent(app, OLGA, subject)).agent.status

    return str(_run(store, story))


def _paused_again(subject: str) -> Any:
    def story(app: App) -> Coroutine[Any, Any, Any]:
        return pause_agent(app, OLGA, subject, "Once more")

    return story


class Servers:
    """Two of them, of which one is killed now and then and started again."""

    def __init__(self, folder: Path, store: str, stack: ExitStack) -> None:
        self._folder, self._store, self._stack = folder, store, stack
        self.both = [self._started() for _ in range(2)]
        self._pool = stack.enter_context(ThreadPoolExecutor(2))

    def _started(self) -> RunningServer:
        return self._stack.enter_context(running(self._folder, "--store", self._store, "--rate", "0"))

    def look(self, session: str) -> None:
        """Both look at a review at once, and so carry out what was decided."""
        list(self._pool.map(lambda server: _looked(server, session), self.both))

    def kill(self, session: str, seconds: float) -> None:
        """One of them is killed while it looks, and another one takes its place."""
        lost = self.both.pop()
        looking = self._pool.submit(_looked, lost, session)
        time.sleep(seconds)
        lost.process.send_signal(signal.SIGKILL)
        lost.process.wait()
        looking.result()
        self.both.append(self._started())


def _looked(server: RunningServer, session: str) -> None:
    with suppress(httpx2.HTTPError):  # a server that is killed does not answer
        server.client.get(f"/v1/reviews/{session}")


def killed(kills: int, folder: Path, store: str, say: Any = lambda _: None) -> Tally:
    """So many agents whose resume is interrupted by a kill; now and then a server is faster, and nobody is killed."""
    chance, tally = random.Random(11), Tally()
    processes = multiprocessing.get_context("fork")
    _run(store, lambda app: register_agent(app, OLGA, "first"))
    with ExitStack() as stack:
        servers = Servers(folder, store, stack)
        for number in range(3 * kills):
            if tally.voters_killed == kills:
                break
            session, chosen = _run(store, lambda app, at=number: _founded(app, at))
            voter = processes.Process(target=_vote_and_die, args=(store, session, chosen[-1], POINTS[number % 2]))
            voter.start()
            voter.join()
            lost = number % 5 == 4
            if lost:
                servers.kill(session, chance.random() / 50)
            servers.look(session)
            tally = _counted(tally, store, session, servers, number, lost, voter.exitcode)
            say(f"{number + 1}: {tally}")
    return tally


def _counted(
    tally: Tally, store: str, session: str, servers: Servers, number: int, lost: bool, status: int | None
) -> Tally:
    """What came of it; then the agent is paused again, which nothing of the old review may end."""
    subject = f"p{number}"
    comes_true(lambda: _status(store, subject) == "active")
    was_resumed = [(one.action, one.conditions) for one in _executions(store, subject)] == [
        ("resume", ("read only for 2h",))
    ]
    _run(store, _paused_again(subject))
    servers.look(session)
    again = _status(store, subject) != "paused" or len(_executions(store, subject)) > 1
    return Tally(
        tally.rounds + 1,
        tally.resumed + was_resumed,
        tally.twice + again,
        tally.voters_killed + (status == -signal.SIGKILL),
        tally.servers_killed + lost,
    )


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(arguments: list[str]) -> int:
    """Kills as many as stated, 50 where nothing is."""
    kills = int(arguments[0]) if arguments else 50
    with tempfile.TemporaryDirectory() as folder, postgres_running() as database:
        tally = killed(kills, Path(folder), database.new_database(), _say)
    _say("every agent was resumed once" if tally.is_right else "WRONG")
    return 0 if tally.is_right else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
