"""Check the evidence that ballots cite, then count them."""

import os
from typing import Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import (
    gate_option,
    id_argument,
    key_option,
    look_options,
    manner_of,
    store_option,
    with_help,
)

EXAMPLES = """\b
Examples:
  quorate check EVIDENCE-2026-1117-001 --root . --commit HEAD
  quorate check EVIDENCE-2026-1117-001 --root . --run --seconds 30
"""


@click.command("check", epilog=EXAMPLES)
@id_argument
@click.option("--root", default=".", metavar="FOLDER", help="Files are looked up below this folder (default: here).")
@click.option("--commit", default="", metavar="COMMIT", help="At this commit (default: as the files are now).")
@click.option("--run", is_flag=True, help="Run the commands of reproducible items, confined. Never done otherwise.")
@click.option("--seconds", type=click.FloatRange(1, 3600), default=60.0, show_default=True, help="Time per command.")
@gate_option
@key_option
@store_option
@look_options
@with_help
def command(deliberation: str, root: str, commit: str, run: bool, seconds: float, **more: Any) -> int:
    """Checks the evidence of a round that has all its ballots, records what was found, and counts the round.

    A file, line, section or quotation is looked up below the root; no path leaves it. A passage that has moved is
    found; one that has changed does not hold. An address is checked for its form and never fetched. With --run, a
    command runs in an empty folder without network, with limits on time, memory and output; $ROOT names the root,
    which it can read. Evidence that does not hold counts as none. A counter-proof falls only if its check fails, and
    then a person has to verify that.
    """
    from quorate.app.evidence.checked_ballots import check_evidence
    from quorate.checks.command_run import RunLimits
    from quorate.checks.evidence_check import CheckRequest
    from quorate.deliberation.rounds.evidence_checks import unconfirmed_items
    from quorate.surfaces.cli.terminal.hints import finding_lines
    from quorate.surfaces.cli.terminal.named_deliberation import to_change
    from quorate.surfaces.cli.terminal.output.deliberation_output import deliver
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.runner import app_at
    from quorate.surfaces.cli.terminal.streams import complain

    manner = manner_of(**more)
    request = CheckRequest(os.path.realpath(root), commit, run, RunLimits(seconds=seconds))
    with app_at(manner.store) as at:
        name = to_change(at, deliberation, manner)
        found = at.run(check_evidence(at.app, at.who, name, request, manner.key))
        for line in finding_lines(unconfirmed_items(found.session), Words(manner.look.lang)):
            complain(line)
        deliver(at, found, manner.look)
    return exit_status.gate_of(found.session) if manner.gate else exit_status.WORKED
