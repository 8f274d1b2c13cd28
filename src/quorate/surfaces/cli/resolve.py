"""`quorate resolve`: a person's answer."""

from typing import Any

import click

from quorate.surfaces.cli.eager import with_help
from quorate.surfaces.cli.options import (
    key_option,
    look_options,
    manner_of,
    no_input_option,
    store_option,
    verdict_option,
)

EXAMPLES = """\b
Examples:
  quorate resolve MAGI-2026-1115-001
  quorate resolve MAGI-2026-1115-001 --verdict 5f0c2a91 --choose "ops: APPROVE" --go
  quorate resolve MAGI-2026-1115-001 --verdict 5f0c2a91 --mitigation "Own database" --owner ann --monitor logins
  quorate resolve JUDGES-2026-1115-002 --verdict 77d3e0b4 --choose Other --reason "Both, in turn" --hold
  quorate resolve MAGI-2026-1115-001 --verdict 5f0c2a91 --accept-risk "We lose a day" --owner ann --monitor errors
  quorate resolve MAGI-2026-1115-001 --decline "Not before the holidays"
"""


@click.command("resolve", epilog=EXAMPLES)
@click.argument("deliberation", metavar="ID")
@click.option("--choose", metavar="LABEL", help="The option that is chosen, as the report says it; --go or --hold too.")
@click.option("--reason", metavar="TEXT", help="Why, in words of your own; with --choose Other, what exactly.")
@click.option("--go/--hold", "go", default=None, help="Whether the action may be taken after the choice.")
@click.option("--mitigation", metavar="TEXT", help="The mitigation plan; with --owner and --monitor.")
@click.option("--owner", metavar="NAME", help="Who owns the plan, or the accepted risk.")
@click.option("--monitor", metavar="TEXT", help="What to monitor: of the plan, or of the accepted risk.")
@click.option("--verified", metavar="TEXT", help="What was looked at to verify the verdict.")
@click.option("--accept-risk", metavar="TEXT", help="Go ahead against the panel: the risk, accepted in writing.")
@click.option("--decline", metavar="REASON", help="Do not go ahead.")
@verdict_option
@key_option
@no_input_option
@store_option
@look_options
@with_help
def command(deliberation: str, **more: Any) -> int:
    """Answers what the verdict of the deliberation ID requires: once, with your name on the record.

    Several answers at once are taken together or not at all. Without any, on a terminal, one requirement after
    another is asked for; nothing goes ahead unless you say so.

    An answer belongs to the verdict that you have seen: --verdict names it, and the answer is refused where there is
    a newer one. Only a refusal may leave it out, and only while there is a single verdict.
    """
    from quorate.surfaces.cli.answering import Answers
    from quorate.surfaces.cli.resolving import resolve_deliberation

    answers = Answers(**{name: more.pop(name) for name in Answers._fields})
    return resolve_deliberation(deliberation, answers, more.pop("verdict"), manner_of(**more))
