"""Go on with a deliberation after an interruption."""

from typing import TYPE_CHECKING, Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import Manner, gate_option, look_options, manner_of, no_input_option, store_option

if TYPE_CHECKING:
    from quorate.app.app import Deliberation
    from quorate.surfaces.cli.terminal.runner import Runner

EXAMPLES = """\b
Examples:
  quorate resume MAGI-2026-1115-001
  quorate resume MAGI-2026-1115-001 --no-input --gate
"""


@click.command("resume", epilog=EXAMPLES)
@click.argument("deliberation", metavar="ID")
@gate_option
@no_input_option
@store_option
@look_options
@with_help
def command(deliberation: str, **manner: Any) -> int:
    """Goes on with the deliberation ID: asks the seats that have not answered, and counts when all have.

    A call that was started before is found again and not paid for twice.
    """
    from quorate.app.life.resumption import resumable
    from quorate.surfaces.cli.terminal.hints import announce
    from quorate.surfaces.cli.terminal.runner import app_at
    from quorate.surfaces.cli.terminal.streams import complain
    from quorate.surfaces.cli.terminal.wording import Words

    wanted = manner_of(**manner)
    words = Words(wanted.look.lang)
    with app_at(wanted.store) as at:
        found = at.run(resumable(at.app, deliberation))
        if found.session.id != deliberation:
            complain(words("next.child", parent=deliberation, id=found.session.id))
        announce(found.notices, words)
        return carry_on(at, found, wanted)


def carry_on(at: "Runner", found: "Deliberation", manner: Manner) -> int:
    """Goes on as far as it goes now, with the person here where there is one; shows it, and gives the exit status."""
    from quorate.surfaces.cli.terminal.deliberation_output import deliver
    from quorate.surfaces.cli.terminal.interrupts import ended_as_by_keyboard

    try:
        with ended_as_by_keyboard():
            found, was_shown = _carried(at, found, manner)
    except KeyboardInterrupt:
        return _interrupted(at, found.session.id)
    deliver(at, found, manner.look, was_shown=was_shown)
    return exit_status.gate_of(found.session) if manner.gate else exit_status.WORKED


def _carried(at: "Runner", found: "Deliberation", manner: Manner) -> "tuple[Deliberation, bool]":
    """As far as it goes now; and True where a person was asked for answers, and shown all of it before."""
    from quorate.app.life.answers import may_answer
    from quorate.app.life.resumption import resume
    from quorate.deliberation.permission import is_asking
    from quorate.surfaces.cli.commands.life.resolve import ask_person
    from quorate.surfaces.cli.commands.life.vote import ask_own_seats
    from quorate.surfaces.cli.terminal.live_rows import watching
    from quorate.surfaces.cli.terminal.prompts.typed_lines import can_ask

    asks, name = can_ask(manner.no_input), found.session.id
    if asks:
        ask_own_seats(at, name, manner.look)
    with watching(manner.look) as watcher:
        found = at.run(resume(at.app, at.who, name, watcher))
    if not asks or not is_asking(found.session) or not may_answer(found.session, at.who, at.app.now):
        return found, False
    return ask_person(at, found, manner.look), True


def _interrupted(at: "Runner", deliberation: str) -> int:
    from quorate.app.life.resumption import resumable, stop_calls
    from quorate.surfaces.cli.terminal.streams import complain

    stopped = at.run(stop_calls(at.app))
    what = f", {stopped} call{'s' if stopped > 1 else ''} ended" if stopped else ""
    kept = at.run(resumable(at.app, deliberation)).session.id
    complain(f"interrupted{what}; {kept} is kept, and goes on with: quorate resume {kept}")
    return exit_status.INTERRUPTED
