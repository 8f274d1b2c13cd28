"""Carries out histories of commands in one tree, and prints what came of each as a JSON line.

It is started by its path, with the interpreter of the tree that is looked at, which may be an older one. So it imports
nothing but what both trees have: the use cases, by the names in the lists below.
"""

import asyncio
import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from importlib.machinery import ModuleSpec
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

from quorate.app.access.access_keys import issue_key
from quorate.app.access.authentication import authenticate
from quorate.app.app import App, Surroundings
from quorate.app.deliberation_list import list_inbox, list_log, show_deliberation
from quorate.app.learning.outcomes import record_outcome
from quorate.app.life.answers import Answers, resolve
from quorate.app.life.ballots import BallotTerms, FilledBallot, vote
from quorate.app.life.deadlock_answers import defer, reframe
from quorate.app.life.management import release, revoke
from quorate.app.life.new_deliberation import open_deliberation
from quorate.app.life.resumption import resume
from quorate.app.life.round_changes import close, redeliberate, retry, revise
from quorate.app.question.draft import AskedQuestion, Edits, SourceDocument
from quorate.app.risks.risk_changes import set_item, vindicate_item
from quorate.core.codec import json_line, shown
from quorate.core.errors import QuorateError
from quorate.deliberation.events import ANSWERED, TIMEOUT, Reply
from quorate.deliberation.precondition import Seen
from quorate.deliberation.principal import SCOPES, Principal
from quorate.deliberation.rounds.redeliberation import Again
from quorate.prompts.prompt import Prompt
from quorate.prompts.templates import USUAL
from quorate.record.memory import MemoryRecord
from quorate.settings import Settings
from quorate.views.deliberation import in_full
from quorate.voters.calls.call_folders import Calls

Step = dict[str, Any]
KIND = "staged"
NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)
OWNER = Principal("olga", owns_store=True)
KEYS = {"reader": {"read"}, "keyed": set(SCOPES) - {"admin"}}
"""Who comes with a key, and its scopes."""


def _register_kind(voter_of: Callable[[str, Calls], "Script"]) -> None:
    """Makes a kind of engine known; kinds are modules, and `scripted` is none that a retry asks again."""
    module: Any = ModuleType(f"quorate.voters.{KIND}")
    module.__spec__ = ModuleSpec(module.__name__, None)
    module.voter_of = voter_of
    sys.modules[module.__name__] = module


class Script:
    """Gives one reply after the other, and the last one again and again. The reply `None` is a timeout."""

    def __init__(self, replies: list[Any]) -> None:
        self._replies, self._numbers = replies, count()

    async def answer(self, _: Prompt) -> Reply:
        """The next reply."""
        reply = self._replies[min(next(self._numbers), len(self._replies) - 1)]
        if reply is None:
            return Reply(TIMEOUT, detail="no reply in time")
        return Reply(ANSWERED, reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False))


class World:
    """A record of its own for one history, a clock, and the deliberations that were opened."""

    def __init__(self) -> None:
        self.time, numbers, secrets = NOON, count(1), count(1)
        surroundings = Surroundings(
            self.clock,
            lambda: f"{next(numbers):016x}",
            USUAL,
            Settings,
            lambda: Calls(Path("/nonexistent/calls"), {}, {}),
            list,
            lambda: None,
            secret=lambda: f"{next(secrets):064x}",
        )
        self.app = App(MemoryRecord(self.clock), surroundings)
        self.ids: list[str] = []
        self.keys: dict[str, str] = {}
        self.voters: dict[str, Script] = {}
        _register_kind(lambda words, _: self.voters[words])

    def clock(self) -> datetime:
        """Return the time, which only steps move on: how often a tree looks at it is no difference."""
        return self.time

    async def view(self, deliberation: str) -> dict[str, Any]:
        """All that may be seen of a deliberation."""
        whole = await self.app.whole(deliberation)
        view: dict[str, Any] = json.loads(json_line(in_full(whole.session, whole.history, whole.record)))
        return view

    async def do(self, step: Step) -> None:
        """Carries out one step; raises QuorateError if it is refused."""
        self.time += timedelta(seconds=1)
        who = await self._principal(step["who"])
        if step["do"] == "wait":
            self.time += timedelta(minutes=step["minutes"])
        elif step["do"] == "open":
            await self._open(who, step)
        elif self.ids:
            deliberation = self.ids[step["of"] % len(self.ids)]
            await self._act(who, deliberation, await self.view(deliberation), step)
            if step["do"] in ("redeliberate", "retry", "revise"):
                await resume(self.app, who, deliberation)

    async def _principal(self, name: str) -> Principal:
        if name in KEYS:
            if name not in self.keys:
                self.keys[name] = (await issue_key(self.app, OWNER, name, KEYS[name])).text
            return await authenticate(self.app, self.keys[name], "")
        return OWNER if name == OWNER.name else Principal(name)

    async def _open(self, who: Principal, step: Step) -> None:
        document = json.loads(json.dumps(step["document"]), parse_float=Decimal)
        for seat, replies in step.get("replies", {}).items():
            name = f"{len(self.voters)}"
            self.voters[name] = Script(replies)
            document["panel"].append({"seat": seat, "voter": f"{KIND}:{name}"})
        supersedes = self.ids[step["of"] % len(self.ids)] if step.get("supersedes") and self.ids else ""
        asked = AskedQuestion(SourceDocument(document), supersedes=supersedes)
        opened = await open_deliberation(self.app, who, asked, step.get("request"))
        if opened.session.id not in self.ids:
            self.ids.append(opened.session.id)
        if step.get("replies"):
            await resume(self.app, who, opened.session.id)

    async def _act(self, who: Principal, id_: str, view: dict[str, Any], step: Step) -> None:
        app, key = self.app, step.get("request")
        question = step.get("question") or view["question_hash"]
        verdict = step.get("verdict") or view.get("verdict_hash") or "0" * 16
        match step["do"]:
            case "vote":
                ballot = FilledBallot(json.loads(json.dumps(step["ballot"]), parse_float=Decimal))
                terms = BallotTerms(step.get("seat"), Seen(question, 0), step.get("supersede", False))
                await vote(app, who, id_, ballot, terms, key)
            case "revise":
                edits = Edits(**{name: _tuple(value) for name, value in step["edits"].items()})
                await revise(app, who, id_, edits, step["reason"], key)
            case "close":
                await close(app, who, id_, key)
            case "redeliberate":
                again = Again(**{name: _tuple(value) for name, value in step["again"].items()})
                await redeliberate(app, who, id_, again, key)
            case "retry":
                await retry(app, who, id_, tuple(step["seats"]), key)
            case "resolve":
                await resolve(app, who, id_, _answers(view, step["answers"]), verdict, key)
            case "reframe":
                await reframe(app, who, id_, step["accept"], tuple(step["into"]), step["reason"], verdict, key)
            case "defer":
                await defer(app, who, id_, step["step"], step["owner"], step["monitor"], verdict, key)
            case "release":
                await release(app, who, id_, step["action"], question, key)
            case "revoke":
                await revoke(app, who, id_, step["reason"], key)
            case "risks":
                await set_item(app, who, id_, _item(view, step["item"]), step["changes"], key)
            case "vindicate":
                await vindicate_item(app, who, id_, _item(view, step["item"]), step["what"], None, key)
            case "outcome":
                await record_outcome(app, who, id_, step["was"], step["note"], "", key)
            case "show":
                await show_deliberation(app, who, id_)
            case unknown:
                raise AssertionError(unknown)

    async def all_that_is_seen(self) -> dict[str, Any]:
        """The views of all deliberations, the log, and the inbox of everybody."""
        names = ("ann", "ben", "cara", "bot")
        return {
            "view": [await self.view(one) for one in self.ids],
            "log": json.loads(json_line(shown(await list_log(self.app, OWNER)))),
            "inbox": {
                name: json.loads(json_line(shown(await list_inbox(self.app, Principal(name), name)))) for name in names
            },
        }


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _item(view: dict[str, Any], number: int) -> str:
    """An item of the register by its number; one that is not there if there are none."""
    register = view.get("register") or {}
    ids = [item["id"] for items in register.values() if isinstance(items, list) for item in items if "id" in item]
    return str(ids[number % len(ids)]) if ids else f"R{number}"


REQUIRED: dict[str, dict[str, Any]] = {
    "human_choice": {"choose": 0, "go": True, "reason": "It is the better one"},
    "mitigation_plan": {"mitigation": "In steps", "owner": "ann", "monitor": "the alarm"},
    "verification": {"verified": "I ran it"},
    "risk_acceptance": {"accept_risk": "I bear it", "owner": "ben", "monitor": "weekly"},
}
"""How each requirement of a verdict is met."""


def _answers(view: dict[str, Any], said: dict[str, Any]) -> Answers:
    """The answers; `all` means all that is required, and the number of an option stands for its label."""
    answers, verdict = dict(said), view["verdict"] or {}
    if answers.pop("all", False):
        for name in verdict.get("requires", ()):
            answers |= REQUIRED.get(name, {})
    if isinstance(answers.get("choose"), int):
        options = (verdict.get("ask") or {}).get("options") or [{"label": "none"}]
        answers["choose"] = options[answers["choose"] % len(options)]["label"]
    return Answers(**answers)


async def carry_out(steps: list[Step]) -> dict[str, Any]:
    """What came of a history: the refusal of each step, null if it was taken, and all that is seen at the end."""
    world = World()
    refusals: list[list[str] | None] = []
    for step in steps:
        try:
            await world.do(step)
        except QuorateError as error:
            refusals.append([type(error).__name__, str(error)])
        else:
            refusals.append(None)
    return {"refusals": refusals, **await world.all_that_is_seen()}


def main() -> None:
    """Reads histories from standard input, a JSON line each."""
    for line in sys.stdin:
        sys.stdout.write(json.dumps(asyncio.run(carry_out(json.loads(line))), ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
