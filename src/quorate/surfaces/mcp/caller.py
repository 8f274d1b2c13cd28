"""Who calls a tool: the principal, the program that they speak through, and what that can do."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from mcp.server.mcpserver import Context

from quorate.app.app import App
from quorate.app.life.carriers import Carriers
from quorate.deliberation.events import AUTHENTICATED, ELICITED
from quorate.deliberation.framing import ENGINES
from quorate.deliberation.principal import Principal

AppSource = Callable[[], Awaitable[App]]
Identify = Callable[[App, Context], Awaitable[Principal]]
"""Who calls, by the record and the request."""


class Host(NamedTuple):
    """What every call of a server shares: the record, how callers are known, and what is carried in the background."""

    app: AppSource
    identify: Identify
    carriers: Carriers
    is_local: bool = True


class Caller(NamedTuple):
    """One call: the app, who acts, which engine they are (or none), and whether their program shows forms."""

    app: App
    who: Principal
    program: str
    has_forms: bool
    carriers: Carriers
    context: Context

    @property
    def is_proved(self) -> bool:
        """True where a key says who it is."""
        return self.who.proof == AUTHENTICATED

    @property
    def person(self) -> Principal:
        """The local user, who answers in a form; the program's own say is not theirs."""
        return self.who._replace(proof=ELICITED, owns_store=False)

    @property
    def answerer(self) -> Principal:
        """Whose answer it is where this program calls for one."""
        return self.person if self.has_forms and not self.is_proved else self.who


async def caller_of(host: Host, context: Context) -> Caller:
    """Whoever makes this call. Raises AccessDenied for a key that is not valid."""
    app = await host.app()
    who = await host.identify(app, context)
    return Caller(app, who, _program(context), host.is_local and _has_forms(context), host.carriers, context)


def _program(context: Context) -> str:
    """The engine whose program this is, as it says itself."""
    known = context.session.client_params
    name = known.client_info.name.casefold() if known else ""
    return next((engine for engine in ENGINES if name.startswith(engine)), "")


def _has_forms(context: Context) -> bool:
    """A bare declaration, the only one there was before there were modes, means forms."""
    known = context.client_capabilities
    elicitation = known.elicitation if known else None
    return elicitation is not None and (elicitation.form is not None or elicitation.url is None)
