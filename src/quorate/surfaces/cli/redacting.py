"""A text taken out of a deliberation, and what is said of it."""

from collections.abc import Iterator
from typing import Any

from quorate.app.keys import key_of
from quorate.core.codec import json_line
from quorate.core.errors import InputError
from quorate.deliberation.principal import check_may
from quorate.deliberation.redaction import text_hash
from quorate.documents.values import plain_mapping
from quorate.record.port import Key
from quorate.record.redact.stored_redaction import Done, Linked, Wish, foreseen, redact
from quorate.reports.text import one_line
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.desk import Desk, desk
from quorate.surfaces.cli.options import Manner
from quorate.surfaces.cli.terminal.streams import complain, finish, named, put, put_json, read_text

_STANDS = "the text still stands in the places that are named; nothing was taken out of them"
_UNSEEN = "whether the text stands in what was not looked at is not known; look there again once it can be looked at"
_SEALED = (
    "the ballots of the open round are sealed, and were not looked at; once it is closed, look for the text with --text"
)
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
    manner: Manner,
) -> int:
    """Takes a text out, or only says what would go."""
    wish = Wish(reason, *place, _text_in(text) if text else "")
    with desk(manner.store) as at:
        check_may("redact", at.load(deliberation), at.outside.who)
        key = _key(at, deliberation, wish, manner.key)
        story = (
            foreseen(at.record, deliberation, wish)
            if is_dry
            else redact(at.record, deliberation, wish, at.outside.author, key)
        )
        done = at.run(story)
    if manner.look.form == "json":
        put_json(json_line({"id": deliberation, **_plain(done), "dry_run": is_dry}))
    else:
        put(_said(done, is_dry))
    finish()
    for sentence in _left_to_do(done):
        complain(sentence)
    return exit_status.WORKED if done.is_swept and done.is_gone else exit_status.FAILED


def _key(at: Desk, deliberation: str, wish: Wish, name: str | None) -> Key | None:
    """Of the text only its hash is a part of the request, as of all that is redacted."""
    request = {**wish._asdict(), "text": text_hash(wish.text)}
    plain_mapping(request)  # refuses half characters
    return key_of(name, "redact", id=deliberation, author=at.outside.author, **request)


def _left_to_do(done: Done) -> Iterator[str]:
    if done.is_repeated:
        yield "redacted before, with this key"
    if done.standing or any(linked.places for linked in done.linked):
        yield _STANDS
    if any(linked.unseen for linked in done.linked):
        yield _UNSEEN
    if done.is_sealed:
        yield _SEALED
    if not done.is_swept:
        yield _NOT_SWEPT


def sweep_store(store: str | None, as_json: bool) -> int:
    """Overwrites what earlier redactions left in the store's files."""
    with desk(store) as at:
        is_swept = at.run(at.record.sweep())
    if as_json:
        put_json(json_line({"swept": is_swept}))
    elif is_swept:
        complain("the record was written anew, without what is gone")
    if not is_swept:
        complain(_NOT_SWEPT)
    return exit_status.WORKED if is_swept else exit_status.FAILED


def _text_in(file: str) -> str:
    """The text in a file, but for a byte order mark, how its lines end, and the end of the last one."""
    text = read_text(file).replace("\r\n", "\n").strip("\n")
    if not text.strip():
        raise InputError(f"{named(file)}: found nothing; allowed: the text that is to go")
    return text


def _plain(done: Done) -> dict[str, Any]:
    return {
        "redacted": [one._asdict() for one in done.redacted],
        "standing": [place._asdict() for place in done.standing],
        "linked": [_plain_linked(one) for one in done.linked],
        "sealed": done.is_sealed,
        "swept": done.is_swept,
        "repeated": done.is_repeated,
    }


def _plain_linked(linked: Linked) -> dict[str, Any]:
    places = [place._asdict() for place in linked.places]
    return {"id": linked.deliberation, "standing": places, "unseen": linked.unseen or None}


def _said(done: Done, is_dry: bool) -> str:
    what = "would be redacted" if is_dry else "redacted"
    lines = [f"event {one.event}, {one.field}: {what} ({one.hash})" for one in done.redacted]
    lines += [f"event {one.event}, {one.field}: the text still stands there: {one.why}" for one in done.standing]
    lines += [line for linked in done.linked for line in _said_of(linked)]
    return "".join(one_line(line) + "\n" for line in lines)


def _said_of(linked: Linked) -> Iterator[str]:
    name = linked.deliberation
    if linked.places:
        where = ", ".join(f"event {one.event} {one.field}" for one in linked.places)
        yield f"{name}, which is linked with it: the text stands there too: {where}; redact it there"
    if linked.unseen:
        yield f"{name}, which is linked with it: not all of it was looked at: {linked.unseen}"
