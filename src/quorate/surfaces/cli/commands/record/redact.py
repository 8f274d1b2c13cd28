"""Redact text from the record, leaving its hash."""

from collections.abc import Iterator

import click

from quorate.core.codec import json_line, shown_line
from quorate.core.errors import InputError
from quorate.reports.text import one_line
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import (
    Look,
    Manner,
    json_option,
    key_option,
    optional_id_argument,
    store_option,
    with_help,
)
from quorate.surfaces.cli.terminal.streams import complain, finish, named, put, put_json, read_text
from quorate.views.redaction import Linked, Redaction, redaction_report

EXAMPLES = """\b
Examples:
  quorate redact MAGI-2026-1115-001 --text password.txt --reason "a password"
  quorate redact MAGI-2026-1115-001 --event 5 --field vote.rationale --reason "names a customer"
  quorate redact MAGI-2026-1115-001 --text name.txt --reason "asked to" --dry-run
"""
_STANDS = "the text is still in the places listed; nothing was redacted there"
_UNSEEN = "some places could not be searched and may still contain the text; search again once they can be read"
_SEALED = (
    "sealed ballots were not searched; search again once the round is closed, or, if it was cut short, name their "
    "event and field"
)
_NOT_SWEPT = (
    "the text is redacted, but other processes kept the record from being rewritten, so that it may still be in its "
    "files: end them, and run `quorate redact --sweep`"
)


@click.command("redact", epilog=EXAMPLES)
@optional_id_argument
@click.option(
    "--event", type=click.IntRange(1), help="Number of the event; --text with --dry-run finds events and fields."
)
@click.option("--field", metavar="PATH", help="Where in the event, such as vote.rationale or question.options[0].text.")
@click.option("--text", metavar="FILE|-", help="File with the text to redact wherever it occurs.")
@click.option("--reason", default="", help="Why; it stays on the record, so it must not contain the text.")
@click.option("--dry-run", is_flag=True, help="Show what would be redacted, and change nothing.")
@click.option("--sweep", is_flag=True, help="Only overwrite what earlier redactions left in the store's files.")
@key_option
@json_option
@store_option
@with_help
def command(
    deliberation: str | None,
    event: int | None,
    field: str | None,
    text: str | None,
    reason: str,
    dry_run: bool,
    sweep: bool,
    key: str | None,
    as_json: bool,
    store: str | None,
) -> int:
    """Redacts text from the deliberation ID, permanently, and leaves its hash: `quorate verify` still passes.

    The text is removed wherever it occurs in the deliberation: in verdicts that quote it, in the log, and together with
    the whole raw reply of a program that contains it in any spelling, or from which a ballot with it was read. Who
    redacted what, and why, is on the record. Only free text can be redacted: nothing that names anyone or anything, and
    nothing that a count depends on, now or later. Whoever opened the deliberation, the people named for answers and the
    owner of the record may do it. While a round is open its ballots are sealed, and no text is searched for.
    Those of a round that was cut short stay sealed: they are redacted by --event and --field only.

    Not covered: backups, exports and reports that were made before still contain the text, and so do other
    deliberations (linked ones are listed) and the backups and the write-ahead log of a Postgres server. A short text
    can be guessed from its hash by trying, so a redacted password must still be changed.

    Exit status: 0 the text is gone, 1 it is still in the places listed, or something was not searched, 2 it was not
    found or may not be redacted.
    """
    from quorate.app.integrity.redactions import plan_redaction, redact
    from quorate.record.redact.stored_redaction import Wish
    from quorate.surfaces.cli.terminal.named_deliberation import to_change
    from quorate.surfaces.cli.terminal.runner import app_at

    if sweep:
        if deliberation or event or field or text or key:
            raise click.UsageError("--sweep cannot be combined with other options")
        return _sweep(store, as_json)
    if not deliberation:
        raise click.UsageError("name a deliberation")
    if bool(text) == bool(event and field) or bool(event) != bool(field):
        raise click.UsageError("name an event and a field, or a text")
    wish = Wish(reason, event or 0, field or "", _text_in(text) if text else "")
    with app_at(store) as at:
        deliberation = to_change(at, deliberation, Manner(Look(), store, key))
        story = plan_redaction if dry_run else redact
        done = at.run(story(at.app, at.who, deliberation, wish, key))
    _put(deliberation, done, as_json=as_json, is_dry=dry_run)
    return exit_status.WORKED if done.is_swept and done.is_gone else exit_status.FAILED


def _sweep(store: str | None, as_json: bool) -> int:
    from quorate.app.integrity.redactions import sweep
    from quorate.surfaces.cli.terminal.runner import app_at

    with app_at(store) as at:
        is_swept = at.run(sweep(at.app, at.who))
    if as_json:
        put_json(json_line({"swept": is_swept}))
    elif is_swept:
        complain("the record was rewritten without the redacted text")
    if not is_swept:
        complain(_NOT_SWEPT)
    return exit_status.WORKED if is_swept else exit_status.FAILED


def _text_in(file: str) -> str:
    """The text in a file, but for a byte order mark, how its lines end, and the end of the last one."""
    text = read_text(file).replace("\r\n", "\n").strip("\n")
    if not text.strip():
        raise InputError(f"{named(file)}: missing; expected the text to redact")
    return text


def _put(deliberation: str, done: Redaction, *, as_json: bool, is_dry: bool) -> None:
    if as_json:
        put_json(shown_line(redaction_report(deliberation, done, is_dry=is_dry)))
    else:
        put(_said(done, is_dry))
    finish()
    for sentence in _left_to_do(done):
        complain(sentence)


def _left_to_do(done: Redaction) -> Iterator[str]:
    if done.is_repeated:
        yield "already redacted with this key"
    if done.standing or any(linked.places for linked in done.linked):
        yield _STANDS
    if any(linked.unseen for linked in done.linked):
        yield _UNSEEN
    if done.is_sealed:
        yield _SEALED
    if not done.is_swept:
        yield _NOT_SWEPT


def _said(done: Redaction, is_dry: bool) -> str:
    what = "would be redacted" if is_dry else "redacted"
    lines = [f"event {one.event}, {one.field}: {what} ({one.hash})" for one in done.redacted]
    lines += [f"event {one.event}, {one.field}: the text is still there: {one.why}" for one in done.standing]
    lines += [line for linked in done.linked for line in _said_of(linked)]
    return "".join(one_line(line) + "\n" for line in lines)


def _said_of(linked: Linked) -> Iterator[str]:
    name = linked.deliberation
    if linked.places:
        where = ", ".join(f"event {one.event} {one.field}" for one in linked.places)
        yield f"{name}, which is linked to it, also contains the text: {where}; redact it there"
    if linked.unseen:
        yield f"{name}, which is linked to it, was not fully searched: {linked.unseen}"
