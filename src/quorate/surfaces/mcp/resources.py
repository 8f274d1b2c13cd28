"""What can be read without a tool: reports, the decision log, the inbox, and the schemas of documents."""

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError

from quorate.app.deliberation_list import list_inbox, list_log, show_deliberation
from quorate.app.documents.schema_list import schema_text
from quorate.core.codec import shown_line
from quorate.core.errors import QuorateError, UnknownDeliberation, UnknownName
from quorate.reports import render_deliberation
from quorate.surfaces.mcp.caller import Host, caller_of
from quorate.surfaces.mcp.lookup_tools import INBOX, LISTS

MARKDOWN, JSON = "text/markdown", "application/json"


def add_resources(server: "MCPServer[object]", host: Host) -> None:
    """Resources of this server; who reads them is known for every read."""

    @server.resource("quorate://report/{id}", name="report", title="Report of a deliberation", mime_type=MARKDOWN)
    async def report(id: str, context: Context) -> str:  # noqa: A002 - the name in the address
        try:
            caller = await caller_of(host, context)
            found = await show_deliberation(caller.app, caller.who, id)
        except QuorateError as error:
            raise _refused(error) from None
        return render_deliberation(found.session, found.history, form="markdown", record=found.record)

    @server.resource(
        "quorate://list/{name}", name="list", title="Decision log (log), or what waits (inbox)", mime_type=JSON
    )
    async def page(name: str, context: Context) -> str:
        if name not in LISTS:
            raise ResourceNotFoundError(f"no list called {name!r}; there are: {', '.join(LISTS)}")
        find = list_inbox if name == INBOX else list_log
        try:
            caller = await caller_of(host, context)
            return shown_line(await find(caller.app, caller.who, limit=100))
        except QuorateError as error:
            raise _refused(error) from None

    @server.resource("quorate://schema/{name}", name="schema", title="JSON Schema of a document", mime_type=JSON)
    async def schema(name: str) -> str:
        try:
            return schema_text(name)
        except UnknownName as error:
            raise ResourceNotFoundError(str(error)) from None


def _refused(error: QuorateError) -> ResourceError:
    is_unknown = isinstance(error, UnknownDeliberation)
    return ResourceNotFoundError(str(error)) if is_unknown else ResourceError(str(error))
