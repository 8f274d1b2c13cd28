"""A text taken out of a deliberation, and what is said of it."""

from typing import Any

from quorate.core.codec import json_line
from quorate.core.errors import DocumentError, InputError
from quorate.documents.container import decoded
from quorate.record.redacting import Done, Wish, foreseen, redact
from quorate.reports.text import one_line
from quorate.surfaces.cli import status
from quorate.surfaces.cli.desk import desk
from quorate.surfaces.cli.streams import complain, named, put, put_json, read_document

_NOT_SWEPT = (
    "the text is redacted, but other processes kept the record from being written anew, so that it may still lie in "
    "its files: end them, and run `quorate redact --sweep`"
)


def redact_text(
    deliberation: str,
    place: tuple[int, str],
    text: str | None,
    reason: str,
    is_dry: bool,
    store: str | None,
    as_json: bool,
) -> int:
    """Takes a text out, or only says what would go."""
    wish = Wish(reason, *place, _text_in(text) if text else "")
    with desk(store) as at:
        at.load(deliberation)  # says best what is wrong with an id
        story = (
            foreseen(at.record, deliberation, wish)
            if is_dry
            else redact(at.record, deliberation, wish, at.outside.author)
        )
        done = at.run(story)
    if as_json:
        put_json(json_line({"id": deliberation, **_plain(done), "dry_run": is_dry}))
    else:
        put(_said(done, is_dry))
    return _status(done.is_swept)


def sweep_store(store: str | None, as_json: bool) -> int:
    """Overwrites what earlier redactions left in the store's files."""
    with desk(store) as at:
        is_swept = at.run(at.record.sweep())
    if as_json:
        put_json(json_line({"swept": is_swept}))
    elif is_swept:
        complain("the record was written anew, without what is gone")
    return _status(is_swept)


def _text_in(file: str) -> str:
    """The text in a file, character for character, but for the end of its last line."""
    data = read_document(file)
    try:
        if not decoded(data).strip():
            raise InputError(f"{named(file)}: found nothing; allowed: the text that is to go")
    except DocumentError as error:
        raise error.in_source(named(file)) from None
    return data.decode().removesuffix("\n")


def _status(is_swept: bool) -> int:
    if not is_swept:
        complain(_NOT_SWEPT)
    return status.WORKED if is_swept else status.FAILED


def _plain(done: Done) -> dict[str, Any]:
    return {
        "redacted": [one._asdict() for one in done.redacted],
        "standing": [place._asdict() for place in done.standing],
        "swept": done.is_swept,
    }


def _said(done: Done, is_dry: bool) -> str:
    what = "would be redacted" if is_dry else "redacted"
    lines = [f"event {one.event}, {one.field}: {what} ({one.hash})" for one in done.redacted]
    lines += [f"event {one.event}, {one.field}: the text still stands there: {one.why}" for one in done.standing]
    return "".join(one_line(line) + "\n" for line in lines)
