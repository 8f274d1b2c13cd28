"""Defer a deadlock with a step that can be undone."""

from typing import Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import (
    id_argument,
    key_option,
    look_options,
    manner_of,
    store_option,
    verdict_option,
    with_help,
)

EXAMPLES = """\b
Examples:
  quorate defer MAGI-2026-1115-001 --verdict 5f0c2a91 --step "Run it for one team" --owner ann --monitor errors
"""


@click.command("defer", epilog=EXAMPLES)
@id_argument
@click.option("--step", required=True, metavar="TEXT", help="What is done in the meantime; it can be undone.")
@click.option("--owner", required=True, metavar="NAME", help="Who owns the step.")
@click.option("--monitor", required=True, metavar="TEXT", help="What to monitor.")
@verdict_option
@key_option
@store_option
@look_options
@with_help
def command(deliberation: str, step: str, owner: str, monitor: str, verdict: str, **manner: Any) -> int:
    """Defers the deliberation ID, if two re-deliberations brought no consensus: its action is not taken.

    The step keeps the options open. New facts are always a reason to deliberate again.
    """
    from quorate.app.life.deadlock_answers import defer
    from quorate.surfaces.cli.terminal.named_deliberation import to_change
    from quorate.surfaces.cli.terminal.output.deliberation_output import deliver
    from quorate.surfaces.cli.terminal.runner import app_at

    wanted = manner_of(**manner)
    with app_at(wanted.store) as at:
        deliberation = to_change(at, deliberation, wanted)
        found = at.run(defer(at.app, at.who, deliberation, step, owner, monitor, verdict, wanted.key))
        deliver(at, found, wanted.look)
    return exit_status.WORKED
