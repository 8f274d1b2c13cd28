"""Print the path of a file with shell functions."""

import click

from quorate.surfaces.cli.options import with_help

EXAMPLES = """\b
Examples:
  source "$(quorate shell-functions)"
  contribution_compute_consensus T2679 contributions/CONTRIBUTIONS.jsonl | jq .consensus.summary
"""


@click.command("shell-functions", epilog=EXAMPLES)
@with_help
def command() -> None:
    """Prints the path of a file for bash that defines functions under names that scripts already call.

    They are contribution_compute_consensus, contribution_weighted_vote, contribution_create_synthesis,
    contribution_detect_conflicts, validate_consensus_protocol and _osp_skill_to_protocol.
    """
    from importlib.resources import files

    from quorate.surfaces.cli.terminal.streams import put

    put(f"{files('quorate.shell') / 'functions.sh'}\n")
