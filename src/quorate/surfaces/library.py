"""A whole deliberation in one call, from Python: `deliberate`, and `deliberate_async` inside an event loop."""

import asyncio
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Any, NamedTuple

from quorate import config
from quorate.app.app import App, Deliberation, open_app, open_app_in_memory
from quorate.app.life.called_voters import CalledPanel, decide_with_voters
from quorate.app.life.new_deliberation import open_deliberation
from quorate.app.life.resumption import resume, stop_calls
from quorate.app.question.draft import AskedQuestion, SourceDocument
from quorate.app.question.panel_choice import PanelWishes
from quorate.deliberation.permission import may_be_acted_on, refusal
from quorate.deliberation.principal import Principal
from quorate.documents.values import plain_mapping

if TYPE_CHECKING:
    from quorate.core.verdict import Verdict

IN_MEMORY = ":memory:"
_OF_THE_QUESTION = (
    *("options", "context", "action", "action_for", "domain", "urgency", "reversibility", "constraints", "review_by"),
    *("scores", "decision_type"),
)


class Decided(NamedTuple):
    """What `deliberate` gives: the deliberation as far as it went. Without a verdict, people or agents are awaited."""

    deliberation: Deliberation

    @property
    def id(self) -> str:
        """Its name on the record."""
        return self.deliberation.session.id

    @property
    def verdict(self) -> "Verdict | None":
        """The outcome with its receipt; None while seats are awaited."""
        session = self.deliberation.session
        return session.verdict if session.is_current else None

    @property
    def may_be_acted_on(self) -> bool:
        """True where nothing stands in the way."""
        session = self.deliberation.session
        return session.is_current and may_be_acted_on(session)

    @property
    def why_not(self) -> str:
        """Why it may not be acted on; empty where it may."""
        return refusal(self.deliberation.session)

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The seats that have not answered."""
        round_ = self.deliberation.session.round
        return tuple(round_.missing) if round_ and round_.is_open else ()

    def report(self, form: str = "markdown", lang: str = "en") -> str:
        """The report: text, markdown, html or madr."""
        from quorate.reports.report import render_deliberation

        return render_deliberation(self.deliberation.session, self.deliberation.history, form=form, lang=lang)

    def to_plain(self) -> dict[str, Any]:
        """What `quorate show --json` prints."""
        from quorate.views.deliberation import in_full

        return in_full(self.deliberation.session, self.deliberation.history, self.deliberation.record)


def deliberate(
    question: str | Mapping[str, Any],
    *,
    voters: CalledPanel | None = None,
    protocol: str | None = None,
    store: str | None = None,
    **more: Any,
) -> Decided:
    """Puts a question to a panel, waits for its votes, counts them, and gives what came of it.

    `question` is a sentence or a question document as plain values. `voters` maps names of seats to voters: the words
    that the command line knows ("claude", "scorecard", "person:ann", "openai:MODEL@URL"), or a function that is given
    the prompt and returns a vote, as a mapping or as text. Without them the panel is chosen as `quorate decide` does.
    `store` is the record's address, `":memory:"` for one that is not kept; else the default record. `more` are further
    keys of the question document, such as `options`, `context` or `mode`.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(deliberate_async(question, voters=voters, protocol=protocol, store=store, **more))
    raise RuntimeError("an event loop is running already; use: await deliberate_async(...)")


async def deliberate_async(
    question: str | Mapping[str, Any],
    *,
    voters: CalledPanel | None = None,
    protocol: str | None = None,
    store: str | None = None,
    **more: Any,
) -> Decided:
    """The same inside an event loop."""
    document = _document(question, more)
    async with _app_at(store) as app:
        who = Principal(config.user(), owns_store=app.is_ours)
        try:
            return Decided(await _decided(app, who, document, voters or {}, protocol))
        except asyncio.CancelledError:
            await stop_calls(app, who)
            raise


def _app_at(store: str | None) -> AbstractAsyncContextManager[App]:
    if store == IN_MEMORY:
        return open_app_in_memory()
    return open_app(store, _warn, may_make=True)


def _warn(sentence: str) -> None:
    import warnings

    warnings.warn(sentence, stacklevel=2)


def _document(question: str | Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """The question document: what belongs into the question is put there."""
    if isinstance(question, str):
        document: dict[str, Any] = {"question": {"subject": question}}
    else:
        document = dict(question) if "question" in question else {"question": dict(question)}
    stated = document["question"]
    asked = {"subject": stated} if isinstance(stated, str) else dict(stated)
    inside = {key: said for key, said in more.items() if key in _OF_THE_QUESTION}
    outside = {key: said for key, said in more.items() if key not in inside}
    return plain_mapping({**document, "question": {**asked, **inside}, **outside})


async def _decided(
    app: App, who: Principal, document: dict[str, Any], panel: CalledPanel, protocol: str | None
) -> Deliberation:
    if not all(isinstance(voter, str) for voter in panel.values()):
        return await decide_with_voters(app, who, document, panel, protocol)
    seats = tuple(f"{seat}={voter}" for seat, voter in panel.items())
    asked = AskedQuestion(SourceDocument(document), panel=PanelWishes(protocol=protocol, seats=seats))
    found = await open_deliberation(app, who, asked)
    return await resume(app, who, found.session.id)
