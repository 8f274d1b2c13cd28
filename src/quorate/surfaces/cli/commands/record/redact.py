"""Take a text out of the record and leave its hash."""

from collections.abc import Iterator

import click

from quorate.core.codec import json_line, shown_line
from quorate.core.errors import InputError
from quorate.reports.text import one_line
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import Look, Manner, json_option, key_option, store_option, with_help
from quorate.surfaces.cli.terminal.streams import complain, finish, named, put, put_json, read_text
from quorate.views.redaction import Linked, Redaction, redaction_report

EXAMPLES = """\b
Examples:
  quorate redact MAGI-2026-1115-001 --text password.txt --reason "a password"
  quorate redact MAGI-2026-1115-001 --event 5 --field vote.rationale --reason "names a customer"
  quorate redact MAGI-2026-1115-001 --text name.txt --reason "asked to" --dry-run
"""
_STANDS = "the text still stands in the places that are named; nothing was taken out of them"
_UNSEEN = "whether the text stands in what was not looked at is not known; look there again once it can be looked at"
_SEALED = (
    "the ballots of the open round are sealed, and were not looked at; once it is closed, look for the text with --text"
)
_NOT_SWEPT = (
    "the text is redacted, but other processes kept the record from being written anew, so that it may still lie in "
    "its files: end them, and run `quorate redact --sweep`"
)


@click.command("redact", epilog=EXAMPLES)
@click.argument("deliberation", metavar="[ID]", required=False)
@click.option("--event", type=click.IntRange(1), help="Its number; --text with --dry-run finds events and fields.")
@click.option("--field", metavar="PATH", help="Where in the event, such as vote.rationale or question.options[0].text.")
@click.option("--text", metavar="FILE|-", help="A text, from a file, that is to go wherever it stands.")
@click.option("--reason", default="", help="Why; it stays on the record, so it must not hold the text.")
@click.option("--dry-run", is_flag=True, help="Say what would go, and change nothing.")
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
    """Takes a text out of the deliberation ID, for good, and leaves its hash: `quorate verify` still passes.

    The text goes wherever else it stands in the deliberation: in verdicts that quote it, in the log, and with the whole
    raw reply of a program that holds it in any spelling, or that a ballot with it was read from. Who took out what, and
    why, is on the record. Only free text can go: nothing that names anybody or anything, and nothing that a count
    depends on, or a later one would. It belongs to whoever opened the deliberation, the people named for answers and
    the owner of the record. While a round is open its ballots are sealed, and no text is looked for.

    What this does not reach: backups, exports and reports that were made before still hold the text, and so do other
    deliberations, of which those that are linked with this one are named, and the backups and the write-ahead log of a
    Postgres server. A short text can be guessed from the hash that is left, by trying: a password that was redacted
    still has to be changed.

    Exit status: 0 the text is gone, 1 it still stands in places that are named, or something was not looked at, 2 it is
    not there or may not go.
    """
    from quorate.app.integrity.redactions import plan_redaction, redact
    from quorate.record.redact.stored_redaction import Wish
    from quorate.surfaces.cli.terminal.named_deliberation import to_change
    from quorate.surfaces.cli.terminal.runner import app_at

    if sweep:
        if deliberation or event or field or text or key:
            raise click.UsageError("--sweep is about the whole record: name nothing else")
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
        is_swept = at.run(sweep(at.app))
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
        yield "redacted before, with this key"
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
