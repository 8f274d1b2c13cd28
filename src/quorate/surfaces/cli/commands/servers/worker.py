"""Continue deliberations, next to servers on one Postgres."""

import asyncio
import signal
from typing import TYPE_CHECKING

import click

from quorate.surfaces.cli import exit_status, prepare_to_stay
from quorate.surfaces.cli.options import language_option, store_option, with_help

if TYPE_CHECKING:
    from quorate.surfaces.cli.terminal.runner import Runner

EXAMPLES = """\b
Examples:
  quorate worker --store postgresql://quorate@db/quorate
  QUORATE_QUEUE=postgresql://quorate@db:5432/quorate quorate worker --store postgresql://quorate@pooler:6432/quorate
"""


@click.command("worker", epilog=EXAMPLES)
@click.option(
    "--at-once", type=click.IntRange(1, 10_000), default=20, show_default=True, help="Deliberations at the same time."
)
@click.option(
    "--grace", type=click.IntRange(0, 3600), default=20, show_default=True, help="Seconds to finish when told to stop."
)
@store_option
@language_option
@with_help
def command(store: str | None, lang: str | None, at_once: int, grace: int) -> int:
    """Continues the deliberations on a record in Postgres: asks engines, applies deadlines, tells people.

    Servers and workers on one Postgres share the work; whoever is free takes it. What a killed worker has left is taken
    over, and no finished call is made twice. If the record is behind a pooler, QUORATE_QUEUE is the direct address of
    the database; a worker without one polls.
    """
    from quorate import config
    from quorate.app.upkeep.traces import traced
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.runner import app_at
    from quorate.surfaces.cli.terminal.streams import complain

    with app_at(store) as at, traced(config.wants_traces(), at.app):
        left = at.run(_work(at, config.queue_address(config.store(store)), at_once, grace))
    if left:
        complain(Words(lang or config.language())("serve.left", ids=", ".join(left)))
    return exit_status.WORKED


async def _work(at: "Runner", queue: str, at_once: int, grace: float) -> tuple[str, ...]:
    """Until a signal comes."""
    from quorate import config
    from quorate.app.notification.outbox import outbox_of
    from quorate.app.upkeep.periodic_sweep import work
    from quorate.surfaces.http.logs import begin_log

    begin_log()
    prepare_to_stay()
    at.app.surroundings.make_home()
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for one in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(one, stop.set)
    outbox = outbox_of(config.settings(), config.variables(), config.delivery_file(), at.app)
    return await work(stop, queue, at.app, at.who, outbox, at_once, grace)
