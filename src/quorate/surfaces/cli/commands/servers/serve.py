"""Serve the HTTP API."""

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from quorate.surfaces.cli import exit_status, prepare_to_stay
from quorate.surfaces.cli.options import Look, manner_of, store_option, table_options, with_help

if TYPE_CHECKING:
    from quorate.app.app import App
    from quorate.deliberation.principal import Principal
    from quorate.surfaces.http.application import Mounted
    from quorate.surfaces.http.server import Started
    from quorate.surfaces.http.token_file import TokenFile

EXAMPLES = """\b
Examples:
  quorate serve
  quorate serve --port 9000 --store record.db
  quorate serve --host 0.0.0.0 --host-name quorate.example.com --store postgresql://quorate@db/quorate
"""


@click.command("serve", epilog=EXAMPLES)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8640, show_default=True, help="Port; 0 picks a free one."
)
@click.option(
    "--host-name",
    "names",
    multiple=True,
    metavar="NAME[:PORT]",
    help="A host name that clients use, such as the one of a proxy; repeatable.",
)
@click.option("--no-token", is_flag=True, help="Accept keys only; without it, there is a token for you.")
@click.option(
    "--rate",
    type=click.FloatRange(0, 100_000),
    default=50,
    show_default=True,
    help="Requests per second, per key; 0 for no limit.",
)
@click.option(
    "--burst", type=click.IntRange(1, 100_000), default=200, show_default=True, help="Burst of requests, per key."
)
@click.option(
    "--connections",
    type=click.IntRange(1, 100_000),
    default=4000,
    show_default=True,
    help="Concurrent connections.",
)
@click.option(
    "--streams",
    type=click.IntRange(1, 100_000),
    default=100,
    show_default=True,
    help="Concurrent event streams and /mcp requests, per key.",
)
@click.option(
    "--grace", type=click.IntRange(0, 3600), default=20, show_default=True, help="Seconds to finish when told to stop."
)
@store_option
@table_options
@with_help
def command(no_token: bool, **more: Any) -> int:
    """Serves the HTTP API (/v1) and continues deliberations: engines are asked, deadlines apply.

    On 127.0.0.1 there is a token that can be exchanged once for a session, which acts as you. A terminal shows it.
    Elsewhere it is written to a file that only you can read, and the file is named: a log never holds the token. Any
    other address, and everybody else, needs a key: see `quorate keys`. The description of the API is at
    /v1/openapi.json. With --json the address and the file are one line of JSON on standard output. The log is on
    standard error, one line of JSON each.

    A record in a file has one server. A record in Postgres may have several, and workers besides.
    """
    from quorate import config
    from quorate.app.notification.outbox import outbox_of
    from quorate.app.upkeep.server_lock import ServedRecord, only_server
    from quorate.app.upkeep.traces import traced
    from quorate.core.errors import MissingExtra
    from quorate.surfaces.cli.terminal.runner import app_at

    try:
        from quorate.surfaces.http.logs import begin_log
        from quorate.surfaces.http.server import ServerTerms, is_loopback, serve
        from quorate.surfaces.http.token_file import token_file
    except ImportError as error:
        raise MissingExtra("quorate serve", "server") from error
    terms = ServerTerms(**{name: more.pop(name) for name in ServerTerms._fields if name in more})
    terms = terms._replace(has_token=not no_token and is_loopback(terms.host))
    wanted = manner_of(**more)
    begin_log()
    prepare_to_stay()
    with app_at(wanted.store, may_make=True) as at:
        at.run(ServedRecord(at.app).prepare())
        with only_server(config.store_file(config.store(wanted.store))):
            at.app.surroundings.make_home()
            outbox = outbox_of(config.settings(), config.variables(), config.delivery_file(), at.app)
            queue = config.queue_address(config.store(wanted.store))
            with traced(config.wants_traces(), at.app), token_file(config.token_file) as kept:
                is_nameless = not terms.names and not is_loopback(terms.host)
                say = partial(_say_started, look=wanted.look, kept=kept, is_nameless=is_nameless)
                left = at.run(serve(at.app, at.who, _authenticate, terms, say, outbox, queue, _mounted(at.app)))
        _say_left(left, wanted.look)
    return exit_status.WORKED


async def _authenticate(app: "App", presented: str) -> "Principal":
    from quorate.app.access.authentication import authenticate

    return await authenticate(app, presented, via="http")


def _mounted(app: "App") -> "list[Mounted]":
    """The tools for agents at /mcp, where the optional package for them is there."""
    import importlib.util

    from quorate.surfaces.http.application import Mounted

    if importlib.util.find_spec("mcp") is None:
        return []
    from quorate.surfaces.mcp.http_app import http_app

    return [Mounted("/mcp", *http_app(app))]


def _say_started(started: "Started", look: Look, kept: "TokenFile", is_nameless: bool) -> None:
    """Where it listens; the token itself is shown by a terminal only, since everything else may be kept as a log."""
    import sys

    from quorate.core.codec import json_line
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.streams import complain, finish, put_json

    words = Words(look.lang)
    if is_nameless:
        complain(words("serve.names"))
    if look.form == "json":
        put_json(json_line({"address": started.address, "token_file": kept.write(started) or None}))
        finish()
        return
    complain(words("serve.started", address=started.address))
    if not started.token:
        complain(words("serve.keys"))
    elif sys.stderr.isatty():
        complain(words("serve.token"))
        complain(started.token)
    else:
        complain(words("serve.token.file", file=kept.write(started)))


def _say_left(left: tuple[str, ...], look: Look) -> None:
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.streams import complain

    if left:
        complain(Words(look.lang)("serve.left", ids=", ".join(left)))
