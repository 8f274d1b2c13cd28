"""Cast a ballot for your seat."""

from typing import TYPE_CHECKING, Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import (
    Manner,
    ballot_key_option,
    id_argument,
    look_options,
    manner_of,
    no_input_option,
    store_option,
    with_help,
)

if TYPE_CHECKING:
    from quorate.app.app import Deliberation
    from quorate.app.life.ballots import BallotParts, BallotTerms, FilledBallot
    from quorate.deliberation.precondition import Seen
    from quorate.surfaces.cli.terminal.runner import Runner

EXAMPLES = """\b
Examples:
  quorate vote MAGI-2026-1115-001
  quorate vote MAGI-2026-1115-001 --choice APPROVE --confidence 80 --rationale "It was measured"
  quorate vote JUDGES-2026-1115-002 --seat risk --choice B --confidence HIGH
  quorate vote JUDGES-2026-1115-002 --choice A --challenge "B costs more" --convinced-by "A is safer"
  quorate vote MAGI-2026-1115-001 --ballot ballot.yaml --supersede
"""


@click.command("vote", epilog=EXAMPLES)
@id_argument
@click.option("--seat", metavar="NAME", help="Your seat; optional if only one is yours.")
@click.option("--choice", metavar="WORD", help="The choice: a word of the protocol, or the id of an option.")
@click.option(
    "--confidence",
    metavar="VALUE",
    help="magi, weighted: 0 to 100; evidence: 0 to 1; judges: HIGH, MEDIUM, LOW; quorum, approval: none.",
)
@click.option("--rationale", metavar="TEXT", help="Why, in one line.")
@click.option(
    "--condition", "conditions", multiple=True, metavar="TEXT", help="A condition for this choice; repeatable."
)
@click.option("--option", metavar="ID", help="evidence: the option to accept or reject.")
@click.option("--challenge", metavar="TEXT", help="In a debate: what is wrong or missing in the others' arguments.")
@click.option("--convinced-by", metavar="TEXT", help="In a debate: what convinced you, if your choice has changed.")
@click.option("--ballot", metavar="FILE|-", help="The whole ballot as a document: a mapping with a vote's keys.")
@click.option("--supersede", is_flag=True, help="Replace your earlier ballot while the round is open.")
@click.option(
    "--question",
    default="",
    metavar="HASH",
    help="The revision that this ballot answers: its hash, or the first 8 digits.",
)
@click.option(
    "--round", type=click.IntRange(1), metavar="N", help="The round that this ballot answers; needs --question."
)
@ballot_key_option
@no_input_option
@store_option
@look_options
@with_help
def command(deliberation: str, **more: Any) -> int:
    """Casts a ballot in the deliberation ID. Without a choice, on a terminal, it is asked for.

    The ballot is sealed: nobody sees it, and you see no other one, before the round is over. Only approvals are given
    in the open.
    """
    from quorate.app.life.ballots import BallotParts, BallotTerms

    marks = BallotParts(**{name: more.pop(name) for name in BallotParts._fields})
    terms = BallotTerms(more.pop("seat"), _seen(more.pop("question"), more.pop("round")), more.pop("supersede"))
    file = more.pop("ballot")
    if file and any(marks):
        raise click.UsageError("--ballot holds the whole ballot; leave out the other options")
    return _vote(deliberation, file or marks, terms, manner_of(**more))


def _seen(question: str, round_: int | None) -> "Seen":
    from quorate.deliberation.precondition import Seen

    if round_ and not question:
        raise click.UsageError("--round needs --question")
    return Seen(question, round_ or 0)


def _vote(deliberation: str, stated: "str | BallotParts", terms: "BallotTerms", manner: Manner) -> int:
    from quorate.app.life.ballots import voted_before
    from quorate.surfaces.cli.terminal.hints import announce
    from quorate.surfaces.cli.terminal.named_deliberation import to_change
    from quorate.surfaces.cli.terminal.output.deliberation_output import deliver
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.runner import app_at

    with app_at(manner.store) as at:
        deliberation = to_change(at, deliberation, manner)
        before = at.run(voted_before(at.app, at.who, deliberation, terms, manner.key))
        found = before or _cast(at, deliberation, stated, terms, manner)
        if found is None:
            return exit_status.FAILED
        announce(found.notices, Words(manner.look.lang))
        deliver(at, found, manner.look)
    return exit_status.WORKED


def _cast(
    at: "Runner", deliberation: str, stated: "str | BallotParts", terms: "BallotTerms", manner: Manner
) -> "Deliberation | None":
    """Casts the ballot that was stated, or asks for one. None where the person left."""
    from quorate.app.life.ballots import vote
    from quorate.surfaces.cli.terminal.dialogue import ask_vote
    from quorate.surfaces.cli.terminal.prompts.typed_lines import can_ask

    if isinstance(stated, str) or stated.choice:
        ballot = _read_ballot(stated) if isinstance(stated, str) else stated
        return at.run(vote(at.app, at.who, deliberation, ballot, terms, manner.key))
    if any(stated) or not can_ask(manner.no_input):
        raise click.UsageError("a ballot needs a choice: use --choice or --ballot FILE, or answer at a terminal")
    return ask_vote(at, deliberation, terms, manner.look, manner.key)


def _read_ballot(file: str) -> "FilledBallot":
    """The ballot in a document: one mapping with the keys of a vote."""
    from quorate.app.life.ballots import FilledBallot
    from quorate.core.errors import DocumentError, Refused
    from quorate.documents.container import decoded, parsed
    from quorate.surfaces.cli.terminal.streams import named, read_document

    try:
        value, line_of = parsed(decoded(read_document(file)))
    except DocumentError as error:
        raise error.in_source(named(file)) from None
    if type(value) is not dict:
        raise Refused(f"{named(file)}: not a mapping; expected one mapping with the keys of a vote")
    return FilledBallot(value, line_of, named(file))
