"""Write a signed statement of what the record holds."""

from pathlib import Path

import click

from quorate.core.codec import shown_line
from quorate.core.errors import InputError, StoreError
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import json_option, store_option, with_help
from quorate.surfaces.cli.terminal.streams import STANDARD, binary_output, complain, put_json
from quorate.views.integrity import SavedCheckpoint, SavedKey

EXAMPLES = """\b
Examples:
  quorate checkpoint --new-key signer.key
  quorate checkpoint --key signer.key -o monday.checkpoint
  quorate verify --checkpoint monday.checkpoint --key signer.key.pub
"""


@click.command("checkpoint", epilog=EXAMPLES)
@click.option("-o", "--output", default="-", metavar="FILE|-", help="A new file (default: standard output).")
@click.option("--key", metavar="FILE", help="The secret key to sign with; without one, nothing is signed.")
@click.option(
    "--new-key", metavar="FILE", help="Create a key instead: FILE is secret, FILE.pub is for whoever verifies."
)
@json_option
@store_option
@with_help
def command(output: str, key: str | None, new_key: str | None, as_json: bool, store: str | None) -> int:
    """Writes what the record holds right now: every deliberation, its number of events, and a hash.

    Keep it where nobody who can write to the record can change it. `quorate verify --checkpoint` then finds a
    deliberation that was rewritten, cut off or removed, and an older copy that replaced the record.

    The record is checked first; a damaged record gets no checkpoint. Sealed ballots cannot be guessed from it: for an
    open round it gives only the number of events. Keys need an extra: pip install 'quorate[sign]'.
    """
    if new_key:
        if key or output != STANDARD:
            raise click.UsageError("--new-key cannot be combined with other options")
        return _make_key(new_key, as_json)
    if as_json and output == STANDARD:
        raise click.UsageError("--json and the checkpoint cannot both go to standard output: name a file with -o")
    return _write_checkpoint(output, key, store, as_json)


def _make_key(file: str, as_json: bool) -> int:
    from quorate.app.integrity.checkpoints import make_key
    from quorate.surfaces.cli.terminal.runner import run

    public = run(make_key(Path(file)))
    if as_json:
        put_json(shown_line(SavedKey(file, public)))
    else:
        complain(
            f"{file} is the secret key: keep it away from the record; {file}.pub is for whoever verifies: {public}"
        )
    return exit_status.WORKED


def _write_checkpoint(file: str, key: str | None, store: str | None, as_json: bool) -> int:
    from quorate.app.integrity.checkpoints import make_checkpoint
    from quorate.surfaces.cli.terminal.runner import app_at

    if file != STANDARD and Path(file).exists():
        raise InputError(f"{file} already exists; name a new file for the checkpoint")
    with app_at(store) as at:
        made = at.run(make_checkpoint(at.app, at.who, Path(key) if key else None))
    _put(made.content, file)
    if as_json:
        put_json(shown_line(SavedCheckpoint(file, made.at, made.signed_by)))
    elif file != STANDARD:
        signed = f"signed by {made.signed_by}" if made.signed_by else "not signed"
        complain(f"the checkpoint was written to {file}, {signed}")
    return exit_status.WORKED


def _put(data: bytes, file: str) -> None:
    from quorate.record.file_access import replacing

    if file == STANDARD:
        binary_output().write(data)
        return
    try:
        with replacing(Path(file)) as part:
            part.write_bytes(data)
    except OSError as error:
        raise StoreError(f"{file} cannot be written: {error.strerror}; name another file") from error
