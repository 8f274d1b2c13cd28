"""Resume a deliberation after an interruption."""

from typing import Any

import click

from quorate.surfaces.cli.options import (
    gate_option,
    id_argument,
    look_options,
    manner_of,
    no_input_option,
    store_option,
    with_help,
)

EXAMPLES = """\b
Examples:
  quorate resume MAGI-2026-1115-001
  quorate resume MAGI-2026-1115-001 --no-input --gate
"""


@click.command("resume", epilog=EXAMPLES)
@id_argument
@gate_option
@no_input_option
@store_option
@look_options
@with_help
def command(deliberation: str, **manner: Any) -> int:
    """Resumes the deliberation ID: asks the seats that have not answered, and counts when all have.

    Calls that were already started are picked up again and not paid for twice.
    """
    from quorate.app.life.resumption import resumable
    from quorate.surfaces.cli.terminal.dialogue import carry_on
    from quorate.surfaces.cli.terminal.hints import announce
    from quorate.surfaces.cli.terminal.named_deliberation import to_change
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.runner import app_at
    from quorate.surfaces.cli.terminal.streams import complain

    wanted = manner_of(**manner)
    words = Words(wanted.look.lang)
    with app_at(wanted.store) as at:
        deliberation = to_change(at, deliberation, wanted)
        found = at.run(resumable(at.app, at.who, deliberation))
        if found.session.id != deliberation:
            complain(words("next.child", parent=deliberation, id=found.session.id))
        announce(found.notices, words)
        return carry_on(at, found, wanted)
