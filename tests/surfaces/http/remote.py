"""The use cases of the app as a client of the HTTP API has them: the same names, arguments, results and errors.

A client states what it has seen. Where a test leaves a hash out, the record says what somebody would see who looks.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

import httpx2

from quorate.app.app import App, Deliberation
from quorate.app.life.answers import Answers
from quorate.app.life.ballots import ANY_SEAT, BallotTerms, FilledBallot
from quorate.app.life.notices import Notice
from quorate.app.question.draft import AskedQuestion, Edits, draft_of
from quorate.app.risks.risk_list import RiskFilter
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
from quorate.deliberation.rounds.deadlock import Recommendation
from quorate.deliberation.rounds.redeliberation import Again
from quorate.deliberation.summary import Summary, Wait
from quorate.views.lists import EntryPage, ListEntry
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
        self.app, self.client = app, Client(app)

    async def resolve(
        self, _: App, who: Principal, id_: str, answers: Answers, verdict: str = "", key: str | None = None
    ) -> Deliberation:
        body = {"verdict": verdict or await self._verdict(id_), **_stated(answers._asdict())}
        return await self._change(who, id_, "answers", body, key)

    async def vote(
        self, _: App, who: Principal, id_: str, ballot: Any, terms: BallotTerms = ANY_SEAT, key: str | None = None
    ) -> Deliberation:
        said = {"vote": ballot.vote} if isinstance(ballot, FilledBallot) else _stated(ballot._asdict())
        seat = {"seat": terms.seat} if terms.seat is not None else {}
        question = terms.seen.question or (await self.app.load(id_)).question.content_hash
        body = {"question": question, "round": terms.seen.round, "supersede": terms.supersede, **said, **seat}
        return await self._change(who, id_, "ballots", body, key)

    async def release(
        self, _: App, who: Principal, id_: str, action: str, question: str = "", key: str | None = None
    ) -> Deliberation:
        seen = question or (await self.app.load(id_)).question.content_hash
        return await self._change(who, id_, "release", {"action": action, "question": seen}, key)

    async def revoke(self, _: App, who: Principal, id_: str, reason: str, key: str | None = None) -> Deliberation:
        return await self._change(who, id_, "revoke", {"reason": reason}, key)

    async def close(self, _: App, who: Principal, id_: str, key: str | None = None) -> Deliberation:
        return await self._change(who, id_, "close", {}, key)

    async def retry(self, _: App, who: Principal, id_: str, seats: Any = (), key: str | None = None) -> Deliberation:
        return await self._change(who, id_, "retry", {"seats": list(seats)}, key)

    async def redeliberate(
        self, _: App, who: Principal, id_: str, again: Again, key: str | None = None
    ) -> Deliberation:
        return await self._change(who, id_, "redeliberations", _stated(again._asdict()), key)

    async def revise(
        self, _: App, who: Principal, id_: str, edits: Edits, reason: str = "", key: str | None = None
    ) -> Deliberation:
        return await self._change(who, id_, "revisions", {**_stated(edits._asdict()), "reason": reason}, key)

    async def reframe(
        self, _: App, who: Principal, id_: str, accept: str = "", into: Any = (), reason: str = "", verdict: str = "",
        key: str | None = None,
    ) -> Deliberation:  # fmt: skip
        body = {"accept": accept, "into": list(into), "reason": reason}
        return await self._change(who, id_, "reframe", {**body, "verdict": verdict or await self._verdict(id_)}, key)

    async def defer(
        self, _: App, who: Principal, id_: str, step: str, owner: str, monitor: str, verdict: str = "",
        key: str | None = None,
    ) -> Deliberation:  # fmt: skip
        body = {"step": step, "owner": owner, "monitor": monitor}
        return await self._change(who, id_, "defer", {**body, "verdict": verdict or await self._verdict(id_)}, key)

    async def record_outcome(
        self, _: App, who: Principal, id_: str, was: str, note: str = "", on: str = "", key: str | None = None
    ) -> Deliberation:
        return await self._change(who, id_, "outcome", {"was": was, "note": note, "on": on}, key)

    async def open_deliberation(
        self, _: App, who: Principal, asked: AskedQuestion, key: str | None = None
    ) -> Deliberation:
        draft = draft_of(asked, self.app.surroundings.settings)
        query = {"supersedes": asked.supersedes or None}
        document = {**({"protocol": draft.protocol} if draft.protocol else {}), **draft.value}
        sent = await self._sent("POST", "/v1/deliberations", who, document, key, **query)
        return await self._found(sent)

    async def set_item(
        self, _: App, who: Principal, id_: str, item: str, changes: Mapping[str, str | None], key: str | None = None
    ) -> Deliberation:
        path = f"/v1/deliberations/{id_}/risks/{item}"
        return await self._after(await self._sent("PATCH", path, who, _stated(changes), key), id_)

    async def vindicate_item(
        self, _: App, who: Principal, id_: str, item: str, what: str, link: str | None = None, key: str | None = None
    ) -> Deliberation:
        path = f"/v1/deliberations/{id_}/risks/{item}/vindication"
        return await self._after(await self._sent("POST", path, who, _stated({"what": what, "link": link}), key), id_)

    async def explain(self, _: App, who: Principal, id_: str) -> Any:
        shown = await self._sent("GET", f"/v1/deliberations/{id_}/explanation", who)
        return _Shown(verdict=from_plain(shown.json()["verdict"]))

    async def retally(self, _: App, who: Principal, id_: str, other: OtherCount) -> Any:
        query = {"protocol": other.protocol, "threshold": other.threshold, "strict": str(other.strict).lower()}
        shown = (await self._sent("GET", f"/v1/deliberations/{id_}/retally", who, **query)).json()
        return _Shown(original=from_plain(shown["original"]), other=from_plain(shown["other"]))

    async def list_log(self, _: App, who: Principal, **query: Any) -> Any:
        return _page((await self._sent("GET", "/v1/deliberations", who, **query)).json())

    async def list_inbox(self, _: App, who: Principal, name: str = "", **query: Any) -> Any:
        return _page((await self._sent("GET", "/v1/inbox", who, **{"for": name}, **query)).json())

    async def list_risks(self, _: App, who: Principal, wanted: RiskFilter) -> Any:
        said = {**wanted._asdict(), "all": wanted.everything}
        del said["everything"]
        query = {name: str(one).lower() if isinstance(one, bool) else one for name, one in said.items()}
        return (await self._sent("GET", "/v1/risks", who, **query)).json()

    async def _verdict(self, id_: str) -> str:
        try:
            return (await self.app.load(id_)).verdict_hash or "0" * 16
        except InputError:
            return "0" * 16

    async def _change(self, who: Principal, id_: str, path: str, body: Any, key: str | None) -> Deliberation:
        return await self._found(await self._sent("POST", f"/v1/deliberations/{id_}/{path}", who, body, key))

    async def _found(self, sent: httpx2.Response) -> Deliberation:
        return await self._after(sent, sent.json()["id"])

    async def _after(self, sent: httpx2.Response, id_: str) -> Deliberation:
        noticed = json.loads(sent.headers.get("quorate-notices", "[]"))
        notices = tuple(
            Notice(one["code"], {name: _read(said) for name, said in one["values"].items()}) for one in noticed
        )
        found = await self.app.whole(id_, is_new="idempotent-replayed" not in sent.headers)
        return found._replace(notices=notices)

    async def _sent(
        self, method: str, path: str, who: Principal, body: Any = None, key: str | None = None, **query: Any
    ) -> httpx2.Response:
        headers = {"Idempotency-Key": key} if key is not None else {}
        while True:
            sent = await self.client.send(method, path, _plain(body), who=who, headers=headers, **query)
            if sent.status_code < 400:
                return sent
            problem = sent.json()
            kind = problem["type"].rpartition(":")[2]
            if kind != "in-flight":
                raise _error(kind, problem)
            await asyncio.sleep(0)


class _Shown:
    def __init__(self, **said: Any) -> None:
        self.__dict__.update(said)


def _page(plain: dict[str, Any]) -> EntryPage:
    lines = []
    for line in plain["lines"]:
        waits = tuple(Wait(**one) for one in line["waits"])
        summary = Summary(**{name: line[name] for name in Summary._fields if name in line} | {"waits": waits})
        said = line.get("recommendation")
        advice = Recommendation(said["choice"], tuple(said["monitor"])) if said else None
        lines.append(ListEntry(line["id"], line["opened_at"], line["changed_at"], summary, advice))
    return EntryPage(tuple(lines), plain["after"] or "")


def _error(kind: str, problem: dict[str, Any]) -> Exception:
    if kind == "key-reused":
        return KeyReused(problem["detail"])
    if kind == "invalid-document":
        found = [Problem((one["field"],), "", one["detail"], one.get("line")) for one in problem["errors"]]
        error = DocumentError(found)
        error.args = (problem["detail"],)
        return error
    return _ERRORS[kind](problem["detail"])


def _read(said: Any) -> Any:
    return tuple(said) if isinstance(said, list) else said


def _stated(said: Mapping[str, Any]) -> dict[str, Any]:
    return {name: list(one) if isinstance(one, tuple) else one for name, one in said.items() if one is not None}


def _plain(value: Any) -> Any:
    """Numbers as JSON writes them."""
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return float(value) if isinstance(value, Decimal) else value
