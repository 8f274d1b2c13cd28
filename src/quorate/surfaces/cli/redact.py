"""`quorate redact`: a text taken out of the record."""

import click

from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import Look, Manner, json_option, key_option, store_option

EXAMPLES = """\b
Examples:
  quorate redact MAGI-2026-1115-001 --text password.txt --reason "a password"
  quorate redact MAGI-2026-1115-001 --event 5 --field vote.rationale --reason "names a customer"
  quorate redact MAGI-2026-1115-001 --text name.txt --reason "asked to" --dry-run
"""


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
    depends on. While a round is open its ballots are sealed, and no text is looked for.

    What this does not reach: backups, exports and reports that were made before still hold the text, and so do other
    deliberations, of which those that are linked with this one are named, and the backups and the write-ahead log of a
    Postgres server. A short text can be guessed from the hash that is left, by trying: a password that was redacted
    still has to be changed.

    Exit status: 0 the text is gone, 1 it still stands in places that are named, or something was not looked at, 2 it is
    not there or may not go.
    """
    from quorate.surfaces.cli.redacting import redact_text, sweep_store

    if sweep:
        if deliberation or event or field or text or key:
            raise click.UsageError("--sweep is about the whole record: name nothing else")
        return sweep_store(store, as_json)
    if not deliberation:
        raise click.UsageError("name a deliberation")
    if bool(text) == bool(event and field) or bool(event) != bool(field):
        raise click.UsageError("name an event and a field, or a text")
    return redact_text(
        deliberation,
        (event or 0, field or ""),
        text,
        reason,
        dry_run,
        Manner(Look("json" if as_json else "text"), store, key),
    )
