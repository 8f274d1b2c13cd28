"""Put a question that contributions leave open to a panel."""

from typing import Any

import click

from quorate.surfaces.cli.options import (
    gate_option,
    key_option,
    look_options,
    manner_of,
    no_input_option,
    store_option,
    with_help,
)

EXAMPLES = """\b
Examples:
  quorate refer contributions --epic T2679 --question MAP-003 --seat ops=person --seat dev=person:ben
  quorate refer contributions --epic T2679 --question MAP-003 --panel reviewers --gate
"""


@click.command("refer", epilog=EXAMPLES)
@click.argument("source", metavar="FOLDER|INDEX")
@click.option("--epic", required=True, metavar="ID", help="The epic (a group of tasks), such as T2679.")
@click.option("--question", required=True, metavar="ID", help="The question's id, such as CONS-001.")
@click.option("--root", default="", metavar="FOLDER", help="No path leaves this folder (default: the index's folder).")
@click.option("--protocol", default=None, help="Who counts (default: evidence).")
@click.option("--panel", metavar="NAME", help="A panel from quorate.toml (default: its default panel).")
@click.option("--seat", "seats", multiple=True, metavar="NAME=VOTER", help="A seat and its voter; repeatable.")
@click.option("--strict", is_flag=True, help="evidence: require four fifths of the agents, or 80 % of the weight.")
@click.option("--max-cost", metavar="DOLLARS", help="Budget, such as 2.50.")
@gate_option
@key_option
@no_input_option
@store_option
@look_options
@with_help
def command(source: str, epic: str, question: str, root: str, **more: Any) -> int:
    """Opens a deliberation on a question whose vote is split.

    The options are the positions that the contributions take; the context is each agent's rationale with what it cites.
    Seats and voters are those of `quorate decide`.
    """
    from quorate.app.evidence.epic import EpicRequest
    from quorate.app.evidence.referral import refer_question
    from quorate.app.question.draft import AskedQuestion, SourceDocument
    from quorate.app.question.panel_choice import PanelWishes
    from quorate.surfaces.cli.commands.life.decide import open_and_carry

    panel = PanelWishes(gated=more["gate"], **{name: more.pop(name) for name in PanelWishes._fields if name in more})
    manner = manner_of(**more)
    referral = refer_question(EpicRequest(source, epic, root), question, manner.look.lang)
    return open_and_carry(AskedQuestion(SourceDocument(referral.document), panel=panel), manner)
