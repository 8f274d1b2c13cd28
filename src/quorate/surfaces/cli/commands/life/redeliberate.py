"""Ask some seats again, with new evidence."""

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
@click.option("--seat", "seats", multiple=True, metavar="NAME", help="A seat to ask again; repeatable.")
@click.option("--evidence", metavar="FILE|-", help="File with what is new; shown to the seats that are asked again.")
@click.option(
    "--trigger", type=click.Choice(TRIGGERS), default=TRIGGERS[0], show_default=True, help="What makes it necessary."
)
@click.option("--reason", default="", metavar="TEXT", help="Why, in one line (default: the trigger).")
@click.option("--factual", is_flag=True, help="New facts: always accepted, and not counted against the limit of two.")
@click.option(
    "--confidence-shift",
    "points",
    type=click.IntRange(0, 100),
    metavar="POINTS",
    help="By how many points the evidence shifts a seat's confidence, if known.",
)
@gate_option
@key_option
@no_input_option
@store_option
@look_options
@with_help
def command(deliberation: str, seats: tuple[str, ...], evidence: str | None, **more: Any) -> int:
    """Asks some seats of the deliberation ID again, until there is a new verdict.

    Only the named seats are asked; in Engine Mode, all engines are. The other ballots keep counting. Until the new
    round is over, the earlier verdict may not be acted on. At most two such rounds are allowed, not counting those with
    new facts; after that, a person decides.

    \b
      new_evidence         it shifts a confidence by more than 20 points
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
    own = (trigger, reason or trigger.replace("_", " "), text, seats, more.pop("factual"), more.pop("points"))
    wanted = manner_of(**more)
    with app_at(wanted.store) as at:
        deliberation = to_change(at, deliberation, wanted)
        found = at.run(redeliberate(at.app, at.who, deliberation, Again(*own), wanted.key))
        return carry_on(at, found, wanted)
