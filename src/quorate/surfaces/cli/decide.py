"""`quorate decide`: a question, a panel, a verdict."""

from typing import Any

import click

from quorate.surfaces.cli.eager import with_help
from quorate.surfaces.cli.options import (
    gate_option,
    key_option,
    look_options,
    manner_of,
    no_input_option,
    question_options,
    store_option,
)

EXAMPLES = """\b
Examples:
  quorate decide "Adopt Postgres for the queue?" --seat ops=person:ben --seat dev=person
  quorate decide question.yaml --deadline 2d --at-deadline count
  quorate decide "Which store?" --protocol judges --option A=Redis --option B=Postgres --context facts.md
  quorate decide "Deploy 1.4?" --action deploy.sh --seat bot="command:./ask --fast" --gate --json
  quorate decide question.yaml --dry-run
"""
MODES = ("auto", "simple", "engine")


@click.command("decide", epilog=EXAMPLES)
@click.argument("question", metavar="QUESTION|FILE.yaml|-")
@question_options
@click.option("--protocol", help="magi, judges, quorum, evidence or an added one; else the document's, else magi.")
@click.option("--mode", type=click.Choice(MODES), help="auto picks by the question.")
@click.option("--panel", metavar="NAME", help="A panel of quorate.toml; else its usual one, else by the mode.")
@click.option("--seat", "seats", multiple=True, metavar="NAME=VOTER", help="Who answers; repeat it. See below.")
@click.option("--deadline", metavar="MOMENT|SPAN", help="Until when ballots are taken: 2026-11-15T18:00Z, 2h, 3d.")
@click.option("--at-deadline", type=click.Choice(["stay", "count"]), help="Then stay open, or count what is there.")
@click.option("--answer-within", metavar="SPAN", help="How long a person has to answer: 30m, 2h, 3d.")
@click.option("--at-answer-deadline", type=click.Choice(["stay", "decline"]), help="Then stay open, or decline.")
@click.option("--ask", "people", multiple=True, metavar="NAME", help="Who may answer for a person; else anybody.")
@click.option("--max-cost", metavar="DOLLARS", help="No engine is called any more once this is used up.")
@click.option("--supersedes", default="", metavar="ID", help="The deliberation whose place this one takes.")
@click.option("--dry-run", is_flag=True, help="Show seats, mode and what would be refused; open nothing.")
@gate_option
@key_option
@no_input_option
@store_option
@look_options
@with_help
def command(question: str, supersedes: str, dry_run: bool, **more: Any) -> int:
    """Puts QUESTION to a panel: a sentence, a question document (YAML or JSON), or `-` for standard input.

    Everything that can be refused is refused before anybody is asked. Each seat answers by itself; nothing of a
    ballot is shown before the round is over. Then the ballots are counted, and the person at the terminal is asked
    where the verdict needs one; without a terminal it waits in the inbox.

    A VOTER is `scorecard`, `person` (anybody), `person:NAME`, `agent:NAME`, or `command:PROGRAM ARGUMENTS`. Seats
    are added to those of the document; one of the same name gets the new voter. Without any, the protocol's own
    lenses are asked by scorecard.
    """
    from quorate.surfaces.cli.deciding import decide_question, plan_question
    from quorate.surfaces.cli.opening import Edits, read_draft
    from quorate.surfaces.cli.seating import Panel

    edits = Edits(**{name: more.pop(name) for name in Edits._fields if name in more})
    panel = Panel(**{name: more.pop(name) for name in Panel._fields})
    do = plan_question if dry_run else decide_question
    return do(read_draft(question, edits, panel), supersedes, manner_of(**more))
