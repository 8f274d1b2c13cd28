"""`quorate verify`: whether anything was changed after it was stored."""

import click

from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import json_option, store_option

EXAMPLES = """\b
Examples:
  quorate verify
  quorate verify MAGI-2026-1115-001.jsonl
  quorate verify --checkpoint monday.checkpoint --key signer.key.pub
"""


@click.command("verify", epilog=EXAMPLES)
@click.argument("file", metavar="[FILE|-]", required=False)
@click.option("--checkpoint", metavar="FILE", help="Compare with what a checkpoint says; what came later is fine.")
@click.option("--key", metavar="PUBLICKEY", help="Who has to have signed it: a .pub file, or ed25519:...")
@json_option
@store_option
@with_help
def command(file: str | None, checkpoint: str | None, key: str | None, as_json: bool, store: str | None) -> int:
    """Checks the record, or FILE, an export or a backup: every event, every line of the log, every key.

    Finds what was changed, is missing, was moved, doubled or cut off, and says what was redacted. Exit status: 0 all
    is intact, 1 something is damaged, or in doubt, 2 the input is wrong or out of reach.

    Whoever may write to the record can rewrite a deliberation with new hashes, or put an older copy of all of it in
    its place. Only a checkpoint that was kept elsewhere finds that out.
    """
    from quorate.surfaces.cli.verifying import verify

    if key and not checkpoint:
        raise click.UsageError("--key says who signed a checkpoint: name it with --checkpoint")
    return verify(file, checkpoint, key, store, as_json)
