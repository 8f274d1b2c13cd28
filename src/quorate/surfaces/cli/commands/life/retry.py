"""Ask engine seats that failed once more."""

from typing import Any

import click

from quorate.surfaces.cli.options import (
    gate_option,
    id_argument,
    key_option,
    look_options,
    manner_of,
    no_input_option,
    store_option,
    with_help,
)

EXAMPLES = """\b
Examples:
  quorate retry MAGI-2026-1115-001
  quorate retry MAGI-2026-1115-001 --seat Gemini
"""


@click.command("retry", epilog=EXAMPLES)
@id_argument
@click.option("--seat", "seats", multiple=True, metavar="NAME", help="Only this seat (default: all that failed).")
@gate_option
@key_option
@no_input_option
@store_option
@look_options
@with_help
def command(deliberation: str, seats: tuple[str, ...], **more: Any) -> int:
    """Asks the engines that failed in the latest round of the deliberation ID again, and counts anew.

    Only seats with a timeout, an error or an unreadable reply are asked, at most twice each, and only while nothing has
    been released. The failure stays on the record. If the new verdict would not stand with such a seat against it, a
    person has to verify it.
    """
    from quorate.app.life.round_changes import retry
    from quorate.surfaces.cli.terminal.dialogue import carry_on
    from quorate.surfaces.cli.terminal.named_deliberation import to_change
    from quorate.surfaces.cli.terminal.runner import app_at

    wanted = manner_of(**more)
    with app_at(wanted.store) as at:
        deliberation = to_change(at, deliberation, wanted)
        found = at.run(retry(at.app, at.who, deliberation, seats, wanted.key))
        return carry_on(at, found, wanted)
