"""The use cases of the app as the command line has them: the same names, arguments, results and errors."""

import json
from pathlib import Path
from typing import Any

from quorate.app.app import App, Deliberation
from quorate.app.life.answers import Answers
from quorate.app.life.ballots import ANY_SEAT, BallotTerms
from quorate.app.question.draft import AskedQuestion, Edits
from quorate.app.verdict_analysis import OtherCount
from quorate.core.codec import from_plain, json_line
from quorate.core.errors import StoreError
from quorate.deliberation.principal import Principal
from quorate.deliberation.rounds.redeliberation import Again
from quorate.surfaces.cli.exit_status import WORKED, WRONG
from quorate.views.deliberation import in_full
from tests.surfaces.contract.complaint import Complaint
from tests.surfaces.contract.shown import Shown, page_of
from tests.surfaces.contract.spoken import notices_in, says_repeated
from tests.surfaces.contract.typist import Typist
from tests.surfaces.contract.words import (
    again_words,
    ballot_words,
    edit_words,
    filed,
    options,
    question_words,
    write_settings,
)
from tests.surfaces.program import Ended


class Typed:
    """Commands on a record, by the names of use cases. They are typed in the folder."""

    def __init__(self, typist: Typist, address: str, folder: Path) -> None:
        self._typist, self._address, self._folder = typist, address, folder

    async def resolve(
        self, app: App, who: Principal, id_: str, answers: Answers, verdict: str = "", key: str | None = None
    ) -> Deliberation:
        held = {"hold": answers.go is False, "verdict": verdict, "key": key}
        return await self._change(app, who, "resolve", id_, **answers._asdict(), **held)

    async def vote(
        self, app: App, who: Principal, id_: str, ballot: Any, terms: BallotTerms = ANY_SEAT, key: str | None = None
    ) -> Deliberation:
        return await self._change(app, who, "vote", id_, *ballot_words(self._folder, ballot, terms), key=key)

    async def release(
        self, app: App, who: Principal, id_: str, action: str, question: str = "", key: str | None = None
    ) -> Deliberation:
        presented = filed(self._folder, {"action": action})
        return await self._change(app, who, "release", id_, **presented, question=question, key=key)

    async def revoke(self, app: App, who: Principal, id_: str, reason: str, key: str | None = None) -> Deliberation:
        return await self._change(app, who, "revoke", id_, reason=reason, key=key)

    async def close(self, app: App, who: Principal, id_: str, key: str | None = None) -> Deliberation:
        return await self._change(app, who, "close", id_, key=key)

    async def resume(self, app: App, who: Principal, id_: str) -> Deliberation:
        return await self._change(app, who, "resume", id_)

    async def redeliberate(
        self, app: App, who: Principal, id_: str, again: Again, key: str | None = None
    ) -> Deliberation:
        return await self._change(app, who, "redeliberate", id_, *again_words(self._folder, again), key=key)

    async def revise(
        self, app: App, who: Principal, id_: str, edits: Edits, reason: str = "", key: str | None = None
    ) -> Deliberation:
        words = edit_words(self._folder, edits)
        return await self._change(app, who, "revise", id_, *words, reason=reason, key=key)

    async def reframe(
        self, app: App, who: Principal, id_: str, accept: str = "", into: Any = (), reason: str = "", verdict: str = "",
        key: str | None = None,
    ) -> Deliberation:  # fmt: skip
        said = {"accept": accept, "into": into, "reason": reason, "verdict": verdict}
        return await self._change(app, who, "reframe", id_, **said, key=key)

    async def defer(
        self, app: App, who: Principal, id_: str, step: str, owner: str, monitor: str, verdict: str = "",
        key: str | None = None,
    ) -> Deliberation:  # fmt: skip
        said = {"step": step, "owner": owner, "monitor": monitor, "verdict": verdict}
        return await self._change(app, who, "defer", id_, **said, key=key)

    async def deadlock(self, app: App, who: Principal, id_: str) -> Any:
        listed = await self._shown(app, who, "reframe", id_)
        return await app.load(listed["id"])

    async def open_deliberation(
        self, app: App, who: Principal, asked: AskedQuestion, key: str | None = None
    ) -> Deliberation:
        words = question_words(self._folder, asked)
        found = await self._ended(app, who, "decide", *words, key=key)
        await app.make_record()
        return await self._found(app, found)

    async def plan_deliberation(self, _: App, who: Principal, asked: AskedQuestion) -> Any:
        words = [*question_words(self._folder, asked), "--dry-run", "--json"]
        plan = json.loads((await self._typist.types(who, ["decide", *words])).out)
        return Shown(
            calls=[Shown(seat=Shown(name=one["name"])) for one in plan["seats"] if "attempts" in one],
            problems=plan["problems"],
            mode=Shown(name=plan["mode"]),
            budget=plan["max_cost"],
            notices=notices_in(plan["notices"]),
        )

    async def explain(self, app: App, who: Principal, id_: str) -> Any:
        return Shown(verdict=from_plain((await self._shown(app, who, "explain", id_))["verdict"]))

    async def retally(self, app: App, who: Principal, id_: str, other: OtherCount) -> Any:
        shown = await self._shown(app, who, "retally", id_, **other._asdict())
        return Shown(original=from_plain(shown["original"]), other=from_plain(shown["other"]))

    async def list_log(self, app: App, who: Principal, **page: Any) -> Any:
        return page_of(await self._shown(app, who, "log", **page))

    async def list_inbox(self, app: App, who: Principal, name: str = "", **page: Any) -> Any:
        return page_of(await self._shown(app, who, "inbox", **{"for": name}, **page))

    async def _change(self, app: App, who: Principal, *words: str, **said: Any) -> Deliberation:
        return await self._found(app, await self._ended(app, who, *words, **said))

    async def _shown(self, app: App, who: Principal, *words: str, **said: Any) -> Any:
        return json.loads((await self._ended(app, who, *words, **said)).out)

    async def _found(self, app: App, ended: Ended) -> Deliberation:
        """What the command has printed is what the record holds."""
        printed = json.loads(ended.out)
        repeated = printed.pop("repeated", says_repeated(ended.err))
        found = await app.whole(printed["id"], is_new=not repeated)
        assert json_line(printed) == json_line(in_full(found.session, found.history, found.record))
        return found._replace(notices=notices_in(ended.err.splitlines()))

    async def _ended(self, app: App, who: Principal, *words: str, **said: Any) -> Ended:
        """A command that works; what it complains about otherwise."""
        write_settings(self._folder / "settings" / "quorate", app.surroundings.settings())
        store = f"--store={app.missing or self._address}"
        ended = await self._typist.types(who, [*words, *options(said), store, "--json"])
        if ended.status == WRONG:
            raise Complaint(ended.err)
        if ended.status != WORKED:
            raise StoreError(ended.err)
        return ended
