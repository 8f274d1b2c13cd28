"""Count the same ballots by another protocol, and compare."""

from typing import TYPE_CHECKING, Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import manner_of, store_option, table_options, with_help
from quorate.surfaces.cli.terminal.streams import named, names_a_file, read_document

if TYPE_CHECKING:
    from quorate.analysis.retally import Retally
    from quorate.app.verdict_analysis import OtherCount

EXAMPLES = """\b
Examples:
  quorate retally MAGI-2026-1115-001 --protocol quorum
  quorate retally ballots.yaml --protocol evidence
  quorate retally JUDGES-2026-1115-001 --protocol judges --threshold 3/4
"""


@click.command("retally", epilog=EXAMPLES)
@click.argument("target", metavar="ID|FILE|-")
@click.option("--protocol", required=True, help="magi, judges, quorum, evidence, weighted or an added one.")
@click.option("--threshold", metavar="SHARE", help="judges, evidence: the share that is needed, such as 2/3 or 0.75.")
@click.option("--strict", is_flag=True, help="evidence: require four fifths of the agents, or 80 % of the weight.")
@store_option
@table_options
@with_help
def command(target: str, protocol: str, threshold: str | None, strict: bool, **manner: Any) -> int:
    """Counts the ballots of the deliberation ID, or of FILE, by another protocol, next to the original count.

    Nothing is stored. APPROVE, accept and resume correspond; so do REJECT, reject and block; so do a judge's
    recommendation and the acceptance of an option. A ballot without a counterpart is refused. Failures stay failures.

    ID may be shortened to its ending, or be `last`.
    """
    from quorate.app.verdict_analysis import OtherCount
    from quorate.core.codec import shown_line
    from quorate.surfaces.cli.terminal.streams import put, put_json
    from quorate.views.analysis import shown_retally

    wanted = manner_of(**manner)
    found, look = _found(target, OtherCount(protocol, threshold, strict), wanted.store), wanted.look
    if look.form == "json":
        put_json(shown_line(shown_retally(found)))
    else:
        from quorate.reports import render_retally

        put(render_retally(found, lang=look.lang, ascii_only=look.ascii_only, width=look.width))
    return exit_status.WORKED


def _found(target: str, other: "OtherCount", store: str | None) -> "Retally":
    from quorate.app.verdict_analysis import retally, retally_document
    from quorate.surfaces.cli.terminal.named_deliberation import to_read
    from quorate.surfaces.cli.terminal.runner import app_at

    if names_a_file(target):
        return retally_document(read_document(target), named(target), other)
    with app_at(store) as at:
        return at.run(retally(at.app, at.who, to_read(at, target), other))
