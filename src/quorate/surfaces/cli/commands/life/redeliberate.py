"""Ask some seats again, because something is new."""

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
  quorate redeliberate MAGI-2026-1115-001 --seat Pathos --evidence load-test.md --reason "The load test is done"
  quorate redeliberate MAGI-2026-1115-001 --seat Logos --evidence audit.md --factual
  quorate redeliberate MAGI-2026-1115-001 --seat ops --trigger changed_conditions --reason "The budget is smaller"
"""
TRIGGERS = ("new_evidence", "added_context", "false_assumption", "changed_conditions")


@click.command("redeliberate", epilog=EXAMPLES)
@id_argument
@click.option("--seat", "seats", multiple=True, metavar="NAME", help="Who has to look again; repeat it.")
@click.option("--evidence", metavar="FILE|-", help="What is new, from a file; it is shown to whoever is asked again.")
@click.option(
    "--trigger", type=click.Choice(TRIGGERS), default=TRIGGERS[0], show_default=True, help="What makes it necessary."
)
@click.option("--reason", default="", metavar="TEXT", help="Why, in a line (default: the trigger).")
@click.option("--factual", is_flag=True, help="New facts: always a reason, and not counted against the two.")
@click.option("--moves", type=click.IntRange(0, 100), metavar="POINTS", help="By how much it moves a seat, if known.")
@gate_option
@key_option
@no_input_option
@store_option
@look_options
@with_help
def command(deliberation: str, seats: tuple[str, ...], evidence: str | None, **more: Any) -> int:
    """Asks some seats of the deliberation ID again, and goes on until there is a new verdict.

    Only the named seats are asked; in Engine Mode all engines are. The others' ballots stand. Until the new round is
    over the earlier verdict may not be acted on. There are two such rounds at most, not counting those that bring new
    facts; after them a person decides.

    \b
      new_evidence         it moves a seat by more than 20 points of confidence
      added_context        context was added after a split
      false_assumption     an assumption proved false
      changed_conditions   time, budget or requirements have changed
    """
    from quorate.app.life.round_changes import redeliberate
    from quorate.deliberation.rounds.redeliberation import Again
    from quorate.surfaces.cli.terminal.dialogue import carry_on
    from quorate.surfaces.cli.terminal.named_deliberation import to_change
    from quorate.surfaces.cli.terminal.runner import app_at
    from quorate.surfaces.cli.terminal.streams import read_text

    trigger, reason = more.pop("trigger"), more.pop("reason")
    text = read_text(evidence).strip() if evidence is not None else ""
    own = (trigger, reason or trigger.replace("_", " "), text, seats, more.pop("factual"), more.pop("moves"))
    wanted = manner_of(**more)
    with app_at(wanted.store) as at:
        deliberation = to_change(at, deliberation, wanted)
        found = at.run(redeliberate(at.app, at.who, deliberation, Again(*own), wanted.key))
        return carry_on(at, found, wanted)
