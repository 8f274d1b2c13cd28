"""`quorate vote`: a person's ballot."""

from typing import Any

import click

from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import ballot_key_option, look_options, manner_of, no_input_option, store_option

EXAMPLES = """\b
Examples:
  quorate vote MAGI-2026-1115-001
  quorate vote MAGI-2026-1115-001 --choice APPROVE --confidence 80 --rationale "It was measured"
  quorate vote JUDGES-2026-1115-002 --seat risk --choice B --confidence HIGH
  quorate vote JUDGES-2026-1115-002 --choice A --challenge "B costs more" --convinced-by "A is safer"
  quorate vote MAGI-2026-1115-001 --ballot ballot.yaml --supersede
"""


@click.command("vote", epilog=EXAMPLES)
@click.argument("deliberation", metavar="ID")
@click.option("--seat", metavar="NAME", help="Which seat; may be left out where only one is yours.")
@click.option("--choice", metavar="WORD", help="The choice, in the protocol's words or by the option's id.")
@click.option("--confidence", metavar="VALUE", help="magi: 0 to 100; evidence: 0 to 1; judges: HIGH, MEDIUM, LOW.")
@click.option("--rationale", metavar="TEXT", help="Why, in a line.")
@click.option("--condition", "conditions", multiple=True, metavar="TEXT", help="What has to hold; repeat it.")
@click.option("--option", metavar="ID", help="evidence: the option that is accepted or rejected.")
@click.option("--challenge", metavar="TEXT", help="In a debate: what is wrong or missing in the others' arguments.")
@click.option("--convinced-by", metavar="TEXT", help="In a debate: what convinced you, if you choose otherwise now.")
@click.option("--ballot", metavar="FILE|-", help="All of the ballot as a document: one mapping with a vote's keys.")
@click.option("--supersede", is_flag=True, help="Change a ballot that was cast before, while the round is open.")
@click.option("--question", default="", metavar="HASH", help="The revision that this answers: its hash, or 8 digits.")
@ballot_key_option
@no_input_option
@store_option
@look_options
@with_help
def command(deliberation: str, **more: Any) -> int:
    """Casts a ballot in the deliberation ID. Without a choice, on a terminal, it is asked for.

    The ballot is sealed: nobody sees it, and you see no other one, before the round is over.
    """
    from quorate.surfaces.cli.balloting import Marks
    from quorate.surfaces.cli.voting import Vote, cast_vote

    marks = Marks(**{name: more.pop(name) for name in Marks._fields})
    own = {name: more.pop(name) for name in Vote._fields if name in more}
    return cast_vote(Vote(deliberation, marks=marks, **own), manner_of(**more))
