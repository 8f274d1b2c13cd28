"""The use cases of the app as a client of the HTTP API has them: the same names, arguments, results and errors.

A client states what it has seen. Where a test leaves a hash out, the record says what somebody would see who looks.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

import httpx2

from quorate.app.app import App, Deliberation
from quorate.app.life.answers import Answers
from quorate.app.life.ballots import ANY_SEAT, BallotTerms, FilledBallot
from quorate.app.life.notices import Notice
from quorate.app.question.draft import AskedQuestion, Edits, draft_of
from quorate.app.verdict_analysis import OtherCount
from quorate.core.codec import from_plain
from quorate.core.errors import (
    DocumentError,
    Forbidden,
    InputError,
    KeyReused,
    Outdated,
    Problem,
    Refused,
    UnknownDeliberation,
    UnknownName,
)
from quorate.deliberation.principal import Principal
from quorate.deliberation.rounds.redeliberation import Again
from tests.surfaces.contract.shown import (
    Shown,
    page_of,
    plain_numbers,
    question_seen,
    read_values,
    stated,
    verdict_seen,
)
from tests.surfaces.http.client import Client

_ERRORS: Mapping[str, Callable[[str], Exception]] = {
    "invalid": InputError,
    "invalid-document": InputError,
    "unknown-name": lambda detail: UnknownName("", detail, []),
    "refused": Refused,
    "outdated": Outdated,
    "forbidden": Forbidden,
    "not-found": lambda detail: UnknownDeliberation(detail, []),
}


class Remote:
    """A client on an app, and its use cases by name."""

    def __init__(self, app: App) -> None:
        self._app, self._client = app, Client(app)

    async def resolve(
        self, _: App, who: Principal, id_: str, answers: Answers, verdict: str = "", key: str | None = None
    ) -> Deliberation:
        body = {"verdict": verdict or await verdict_seen(self._app, id_), **stated(answers._asdict())}
        return await self._change(who, id_, "answers", body, key)

    async def vote(
        self, _: App, who: Principal, id_: str, ballot: Any, terms: BallotTerms = ANY_SEAT, key: str | None = None
    ) -> Deliberation:
        said = {"vote": ballot.vote} if isinstance(ballot, FilledBallot) else stated(ballot._asdict())
        seat = {"seat": terms.seat} if terms.seat is not None else {}
        question = terms.seen.question or await question_seen(self._app, id_)
        body = {"question": question, "round": terms.seen.round, "supersede": terms.supersede, **said, **seat}
        return await self._change(who, id_, "ballots", body, key)

    async def release(
        self, _: App, who: Principal, id_: str, action: str, question: str = "", key: str | None = None
    ) -> Deliberation:
        seen = question or await question_seen(self._app, id_)
        return await self._change(who, id_, "release", {"action": action, "question": seen}, key)

    async def revoke(self, _: App, who: Principal, id_: str, reason: str, key: str | None = None) -> Deliberation:
        return await self._change(who, id_, "revoke", {"reason": reason}, key)

    async def close(self, _: App, who: Principal, id_: str, key: str | None = None) -> Deliberation:
        return await self._change(who, id_, "close", {}, key)

    async def redeliberate(
        self, _: App, who: Principal, id_: str, again: Again, key: str | None = None
    ) -> Deliberation:
        return await self._change(who, id_, "redeliberations", stated(again._asdict()), key)

    async def revise(
        self, _: App, who: Principal, id_: str, edits: Edits, reason: str = "", key: str | None = None
    ) -> Deliberation:
        return await self._change(who, id_, "revisions", {**stated(edits._asdict()), "reason": reason}, key)

    async def reframe(
        self, _: App, who: Principal, id_: str, accept: str = "", into: Any = (), reason: str = "", verdict: str = "",
        key: str | None = None,
    ) -> Deliberation:  # fmt: skip
        body = {"accept": accept, "into": list(into), "reason": reason}
        return await self._change(
            who, id_, "reframe", {**body, "verdict": verdict or await verdict_seen(self._app, id_)}, key
        )

    async def defer(
        self, _: App, who: Principal, id_: str, step: str, owner: str, monitor: str, verdict: str = "",
        key: str | None = None,
    ) -> Deliberation:  # fmt: skip
        body = {"step": step, "owner": owner, "monitor": monitor}
        return await self._change(
            who, id_, "defer", {**body, "verdict": verdict or await verdict_seen(self._app, id_)}, key
        )

    async def open_deliberation(
        self, _: App, who: Principal, asked: AskedQuestion, key: str | None = None
    ) -> Deliberation:
        draft = draft_of(asked, self._app.surroundings.settings)
        query = {"supersedes": asked.supersedes or None}
        document = {**({"protocol": draft.protocol} if draft.protocol else {}), **draft.value}
        sent = await self._sent("POST", "/v1/deliberations", who, document, key, **query)
        return await self._found(sent)

    async def explain(self, _: App, who: Principal, id_: str) -> Any:
        shown = await self._sent("GET", f"/v1/deliberations/{id_}/explanation", who)
        return Shown(verdict=from_plain(shown.json()["verdict"]))

    async def retally(self, _: App, who: Principal, id_: str, other: OtherCount) -> Any:
        query = {"protocol": other.protocol, "threshold": other.threshold, "strict": str(other.strict).lower()}
        shown = (await self._sent("GET", f"/v1/deliberations/{id_}/retally", who, **query)).json()
        return Shown(original=from_plain(shown["original"]), other=from_plain(shown["other"]))

    async def list_log(self, _: App, who: Principal, **query: Any) -> Any:
        return page_of((await self._sent("GET", "/v1/deliberations", who, **query)).json())

    async def list_inbox(self, _: App, who: Principal, name: str = "", **query: Any) -> Any:
        return page_of((await self._sent("GET", "/v1/inbox", who, **{"for": name}, **query)).json())

    async def _change(self, who: Principal, id_: str, path: str, body: Any, key: str | None) -> Deliberation:
        return await self._found(await self._sent("POST", f"/v1/deliberations/{id_}/{path}", who, body, key))

    async def _found(self, sent: httpx2.Response) -> Deliberation:
        return await self._after(sent, sent.json()["id"])

    async def _after(self, sent: httpx2.Response, id_: str) -> Deliberation:
        noticed = json.loads(sent.headers.get("quorate-notices", "[]"))
        notices = tuple(Notice(one["code"], read_values(one["values"])) for one in noticed)
        found = await self._app.whole(id_, is_new="idempotent-replayed" not in sent.headers)
        return found._replace(notices=notices)

    async def _sent(
        self, method: str, path: str, who: Principal, body: Any = None, key: str | None = None, **query: Any
    ) -> httpx2.Response:
        headers = {"Idempotency-Key": key} if key is not None else {}
        while True:
            sent = await self._client.send(method, path, plain_numbers(body), who=who, headers=headers, **query)
            if sent.status_code < 400:
                return sent
            problem = sent.json()
            kind = problem["type"].rpartition(":")[2]
            if kind != "in-flight":
                raise _error(kind, problem)
            await asyncio.sleep(0)


def _error(kind: str, problem: dict[str, Any]) -> Exception:
    if kind == "key-reused":
        return KeyReused(problem["detail"])
    if kind == "invalid-document":
        found = [Problem((one["field"],), "", one["detail"], one.get("line")) for one in problem["errors"]]
        error = DocumentError(found)
        error.args = (problem["detail"],)
        return error
    return _ERRORS[kind](problem["detail"])
