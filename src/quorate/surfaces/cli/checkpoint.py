"""`quorate checkpoint`: a signed statement of what the record holds."""

import click

from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import json_option, store_option

EXAMPLES = """\b
Examples:
  quorate checkpoint --new-key signer.key
  quorate checkpoint --key signer.key -o monday.checkpoint
  quorate verify --checkpoint monday.checkpoint --key signer.key.pub
"""


@click.command("checkpoint", epilog=EXAMPLES)
@click.option("-o", "--output", default="-", metavar="FILE|-", help="A new file; standard output unless said.")
@click.option("--key", metavar="FILE", help="The secret key that signs; without one nothing is signed.")
@click.option("--new-key", metavar="FILE", help="Make a key instead: FILE is secret, FILE.pub is for whoever checks.")
@json_option
@store_option
@with_help
def command(output: str, key: str | None, new_key: str | None, as_json: bool, store: str | None) -> int:
    """Writes what the record holds at this moment: every deliberation, how many events it has, and a hash.

    Keep it where nobody who can write to the record can change it. `quorate verify --checkpoint` then finds a
    deliberation that was rewritten, cut off or taken away, and an older copy that was put in the record's place.

    The record is checked first; one that is damaged gets no checkpoint. Sealed ballots cannot be guessed from it: of
    an open round it says only how many events there are. Keys need an extra: pip install 'quorate[sign]'.
    """
    from quorate.surfaces.cli.checkpointing import make_key, write_checkpoint

    if new_key:
        if key or output != "-":
            raise click.UsageError("--new-key makes a key and nothing else")
        return make_key(new_key, as_json)
    if as_json and output == "-":
        raise click.UsageError("--json and the checkpoint would both be on standard output: name a file with -o")
    return write_checkpoint(output, key, store, as_json)
