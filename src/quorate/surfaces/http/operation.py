"""An operation over HTTP as it is declared: its route, what it reads, what it shows, the use case that it calls."""

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

from quorate.app.app import App, Deliberation
from quorate.app.keys import is_known
from quorate.app.life.notices import Notice
from quorate.core.codec import shown_line
from quorate.core.errors import DocumentError, Problem
from quorate.core.shape import Field, Problems, Shape, record
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session
from quorate.documents.container import Lines
from quorate.views.deliberation_line import DeliberationLine

ROOT = "/v1"
JSON = "application/json"
KEY, SESSION, TOKEN = "key", "session", "token"
"""What a request may present: a key, the cookie of a session, or the token of the server."""
REPLAYED = {"Idempotent-Replayed": "true"}
_WHOLE = re.compile(r"-?[0-9]{1,18}")
_FLAGS = {"true": True, "false": False}
_NOTICES = json.JSONEncoder(default=str)
_MOST_NAMES = 10


class SessionCalls(NamedTuple):
    """Begins a session for the token that a request presents; ends the session that it presents."""

    begin: Callable[[], str]
    end: Callable[[], None]


class Call(NamedTuple):
    """One request, read and authenticated. `follow_up` has a deliberation carried on in the background."""

    app: App
    who: Principal
    path: Mapping[str, str]
    query: Mapping[str, Any]
    body: Any
    line_of: Lines
    data: bytes
    key: str | None
    follow_up: Callable[[Session], None]
    sessions: SessionCalls
    last_event: str = ""

    @property
    def id(self) -> str:
        """The deliberation that the path names."""
        return self.path["id"]


class Rendered(NamedTuple):
    """What is sent back; with a `stream`, that behind the content, for as long as the client listens."""

    content: str
    status: int = 200
    media: str = JSON
    headers: Mapping[str, str] = {}
    stream: AsyncIterator[str] | None = None

    def repeated(self) -> "Rendered":
        """The same as the answer to a request that was done before."""
        return self._replace(headers={**self.headers, **REPLAYED})


Act = Callable[[Call], Awaitable[Rendered]]


class Operation(NamedTuple):
    """One entry of the table. `shows` names the schema of the response; without one it is text.

    `body` reads the body, if there is one. `is_public` operations need no caller; `credentials` are those that one of
    them takes all the same, empty where none will do. What only `counts` stores nothing. `headers` names those that a
    client has use for.
    """

    name: str
    method: str
    path: str
    summary: str
    act: Act
    shows: str = ""
    query: Mapping[str, Field] = {}
    body: Shape | None = None
    status: int = 200
    media: Sequence[str] = (JSON,)
    is_public: bool = False
    description: str = ""
    counts: bool = False
    credentials: Sequence[str] = ()
    headers: Sequence[str] = ()

    @property
    def changes(self) -> bool:
        """True where something may be stored: then a client may give the request a key."""
        return self.method not in ("GET", "HEAD") and not (self.is_public or self.counts)


def show_value(value: tuple[Any, ...], status: int = 200) -> Rendered:
    """A view, as the command line prints it with --json."""
    return Rendered(shown_line(value) + "\n", status)


def says_repeats(act: Act) -> Act:
    """The same, which says whether the record has its key already: what many use cases return does not."""

    async def acted(call: Call) -> Rendered:
        is_repeated = await is_known(call.app, call.who, call.key)
        rendered = await act(call)
        return rendered.repeated() if is_repeated else rendered

    return acted


def rendered_deliberation(found: Deliberation, status: int = 200) -> Rendered:
    """A deliberation, byte for byte as `quorate show --json` prints it."""
    location = {"Location": f"{ROOT}/deliberations/{found.session.id}"} if status == 202 else {}
    noticed = {"Quorate-Notices": _notices(found.notices)} if found.notices else {}
    text = (found.line or DeliberationLine()).text(found.session, found.history, found.record)
    rendered = Rendered(text + "\n", status, headers={**location, **noticed})
    return rendered if found.is_new else rendered.repeated()


def _notices(notices: Sequence[Notice]) -> str:
    """What has to be said besides, for a header: the body is what the command line prints, which says it elsewhere.

    Who stands between may take no long header, so that of many names the first are given, and how many there are.
    """
    return _NOTICES.encode([{"code": one.code, "values": _shortened(one.values)} for one in notices])


def _shortened(values: Mapping[str, object]) -> dict[str, object]:
    shown = dict(values)
    for key, one in values.items():
        if isinstance(one, tuple) and len(one) > _MOST_NAMES:
            shown |= {key: one[:_MOST_NAMES], f"{key}_in_all": len(one)}
    return shown


def read_query(fields: Mapping[str, Field], stated: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """The values of a query string. Raises DocumentError with all that is wrong with them."""
    problems: Problems = []
    given: dict[str, Any] = {}
    for name, text in stated:
        if name in given:
            problems.append(Problem((name,), "the parameter a second time", "each parameter once"))
        given[name] = _value(fields[name].shape, text) if name in fields else text
    values: dict[str, Any] = record(fields).read(given, (), problems)
    if problems:
        raise DocumentError(problems, "query")
    return values


def _value(shape: Shape, text: str) -> Any:
    """A parameter as its shape wants it; what does not fit stays a text, which the shape refuses."""
    kind = shape.schema.get("type")
    if kind == "integer" and _WHOLE.fullmatch(text):
        return int(text)
    return _FLAGS.get(text, text) if kind == "boolean" else text
