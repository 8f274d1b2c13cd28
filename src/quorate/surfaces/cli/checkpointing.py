"""Checkpoints of the record, and the keys that sign them."""

from collections.abc import Iterator
from pathlib import Path

from quorate.core.codec import json_line
from quorate.core.errors import InputError, StoreError
from quorate.record.checkpoint.signature import Signer, new_key
from quorate.record.checkpoint.statement import to_sign, unsigned, with_signature
from quorate.record.checkpoint.store_checkpoint import checkpoint_of
from quorate.record.new_files import replacing
from quorate.record.rows import Row
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.desk import desk, there_is_a_record
from quorate.surfaces.cli.terminal.streams import STANDARD, binary_output, complain, put_json


def make_key(file: str, as_json: bool) -> int:
    """A new pair of keys."""
    public = new_key(Path(file))
    if as_json:
        put_json(json_line({"file": file, "public_file": f"{file}.pub", "public_key": public}))
    else:
        complain(f"{file} is the secret key: keep it away from the record; {file}.pub is for whoever checks: {public}")
    return exit_status.WORKED


def write_checkpoint(file: str, key: str | None, store: str | None, as_json: bool) -> int:
    """What the record holds, signed where there is a key."""
    if file != STANDARD and Path(file).exists():
        raise InputError(f"{file} is there already; name a new file for the checkpoint")
    signer = Signer(Path(key)) if key else None
    with desk(store) as at:
        if not there_is_a_record(store):
            raise InputError("there is no record yet, so there is nothing to state; `quorate decide` makes one")
        at_moment = at.outside.now

        def take(rows: Iterator[Row]) -> bytes:
            return unsigned(checkpoint_of(rows, at_moment, signer.public if signer else ""))

        content = at.run(at.record.export(take))
    whole = with_signature(content, signer.sign(to_sign(content)) if signer else b"")
    _put(whole, file)
    if as_json:
        put_json(json_line({"file": file, "at": at_moment, "signed_by": signer.public if signer else None}))
    elif file != STANDARD:
        complain(f"the checkpoint is in {file}, {f'signed by {signer.public}' if signer else 'not signed'}")
    return exit_status.WORKED


def _put(data: bytes, file: str) -> None:
    if file == STANDARD:
        binary_output().write(data)
        return
    try:
        with replacing(Path(file)) as part:
            part.write_bytes(data)
    except OSError as error:
        raise StoreError(f"{file} cannot be written: {error.strerror}; name another file") from error
