"""Issue, rotate and revoke keys of people and programs."""

from collections.abc import Sequence
from typing import Any

import click

from quorate.access.access_events import RefusalEntry
from quorate.access.access_key import AccessKey
from quorate.app.access.access_keys import IssuedKey
from quorate.core.codec import json_line
from quorate.deliberation.moments import shown
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.example_group import ExampleGroup
from quorate.surfaces.cli.options import Look, manner_of, store_option, table_options, with_help
from quorate.surfaces.cli.terminal.output.tables import table
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.cli.terminal.streams import complain, is_terminal, put, put_json
from quorate.views.access import key_plain, refusal_entry_plain

_KEY_TITLES = ("id", "name", "scopes", "state", "expires")
_REFUSAL_TITLES = ("at", "name", "operation", "code", "key")


def put_issued(issued: IssuedKey, now: str, look: Look) -> None:
    """A key, this once."""
    if look.form == "json":
        put_json(json_line({**key_plain(issued.key, now), "key": issued.text}))
        return
    put(f"{issued.text}\n")
    words = Words(look.lang)
    until = shown(issued.key.expires) if issued.key.expires else words("keys.never")
    complain(words("keys.issued", name=issued.key.name, until=until))


def put_keys(keys: Sequence[AccessKey], now: str, look: Look) -> None:
    """Keys, a row each."""
    plain = [key_plain(key, now) for key in keys]
    if look.form == "json":
        put_json(json_line({"keys": plain}))
        return
    words = Words(look.lang)
    rows = []
    for key, one in zip(keys, plain, strict=True):
        ends = shown(key.expires) if key.expires else ""
        rows.append([key.id, key.name, ", ".join(one["scopes"]), words(f"keys.state.{one['state']}"), ends])
    put(table([words(f"keys.title.{title}") for title in _KEY_TITLES], rows, look, drawn=is_terminal()))


def put_refusals(entries: Sequence[RefusalEntry], look: Look) -> None:
    """Refusals, a row each."""
    if look.form == "json":
        put_json(json_line({"refusals": [refusal_entry_plain(one) for one in entries]}))
        return
    words = Words(look.lang)
    rows = []
    for entry in entries:
        refusal = entry.refusal
        rows.append([shown(entry.at), entry.author.name, refusal.operation, refusal.code, refusal.key_id])
    put(table([words(f"keys.title.{title}") for title in _REFUSAL_TITLES], rows, look, drawn=is_terminal()))


EXAMPLES = """\b
Examples:
  quorate keys create ben --scope read --scope vote
  quorate keys create deploy --scope release --expires 30d
  quorate keys list
  quorate keys rotate 3f9c2a71e04b5d68 --overlap 1h
  quorate keys revoke 3f9c2a71e04b5d68 --reason "It was in a log"
  quorate keys refusals --day 2026-11-15
"""
_SCOPES = ("read", "open", "vote", "resolve", "release", "report", "admin")


@click.group("keys", cls=ExampleGroup, epilog=EXAMPLES)
@with_help
def command() -> None:
    """Looks after the keys of a record. Whoever has a key acts as the person, agent or seat to whom it was issued.

    Only the owner of the record and keys with the scope `admin` manage keys. On Postgres, where nobody owns a file,
    anybody who can open the record issues the first admin key. Commands act with the key in QUORATE_KEY.
    """


@command.command("create", short_help="Issue a key.")
@click.argument("name", metavar="NAME")
@click.option("--scope", "scopes", multiple=True, required=True, type=click.Choice(_SCOPES), help="Repeatable.")
@click.option("--expires", default="90d", metavar="WHEN", help="A moment, a duration, or never (default: 90d).")
@store_option
@table_options
@with_help
def create_command(name: str, scopes: tuple[str, ...], expires: str, **manner: Any) -> int:
    """Issues a key to NAME and prints it. It is shown this once: the record keeps only a hash of its secret.

    \b
    A scope says what the key is good for:
      read     look up deliberations, reports and agents
      open     open deliberations and reviews, and manage them
      vote     cast ballots for its own seat, speak in a review
      resolve  answer, reframe, defer, record outcomes
      release  use the permission of a verdict
      report   report the state of agents
      admin    manage keys and agents; as the record's owner
    """
    from quorate.app.access.access_keys import issue_key
    from quorate.surfaces.cli.terminal.runner import app_at

    wanted = manner_of(**manner)
    with app_at(wanted.store, may_make=True) as at:
        issued = at.run(issue_key(at.app, at.who, name, scopes, expires))
        put_issued(issued, at.app.now, wanted.look)
    return exit_status.WORKED


@command.command("list", short_help="List all keys.")
@store_option
@table_options
@with_help
def list_command(**manner: Any) -> int:
    """Lists every key that was issued, newest first. Secrets are not shown."""
    from quorate.app.access.access_keys import list_keys
    from quorate.surfaces.cli.terminal.runner import app_at

    wanted = manner_of(**manner)
    with app_at(wanted.store) as at:
        put_keys(at.run(list_keys(at.app, at.who)), at.app.now, wanted.look)
    return exit_status.WORKED


@command.command("rotate", short_help="Give a key a new secret.")
@click.argument("key_id", metavar="KEY-ID")
@click.option("--overlap", default="1h", metavar="SPAN", help="How long the old one works; or now (default: 1h).")
@click.option("--expires", metavar="WHEN", help="A moment or a duration (default: as before).")
@store_option
@table_options
@with_help
def rotate_command(key_id: str, overlap: str, expires: str | None, **manner: Any) -> int:
    """Gives the key a new secret and prints the key. The old one works until the overlap is over."""
    from quorate.app.access.access_keys import rotate_key
    from quorate.surfaces.cli.terminal.runner import app_at

    wanted = manner_of(**manner)
    with app_at(wanted.store) as at:
        issued = at.run(rotate_key(at.app, at.who, key_id, overlap, expires))
        put_issued(issued, at.app.now, wanted.look)
    return exit_status.WORKED


@command.command("revoke", short_help="End a key.")
@click.argument("key_id", metavar="KEY-ID")
@click.option("--reason", default="", metavar="TEXT", help="Why.")
@store_option
@table_options
@with_help
def revoke_command(key_id: str, reason: str, **manner: Any) -> int:
    """Ends the key. From the next call on it is refused, also on connections that are open."""
    from quorate.app.access.access_keys import revoke_key
    from quorate.surfaces.cli.terminal.runner import app_at

    wanted = manner_of(**manner)
    with app_at(wanted.store) as at:
        put_keys([at.run(revoke_key(at.app, at.who, key_id, reason))], at.app.now, wanted.look)
    return exit_status.WORKED


@command.command("refusals", short_help="List who was refused.")
@click.option("--day", default="", metavar="DATE", help="Such as 2026-11-15 (default: today, UTC).")
@store_option
@table_options
@with_help
def refusals_command(day: str, **manner: Any) -> int:
    """Lists who was refused what on a day. Of one kind at most 20 a day are kept."""
    from quorate.app.access.access_keys import list_refusals
    from quorate.surfaces.cli.terminal.runner import app_at

    wanted = manner_of(**manner)
    with app_at(wanted.store) as at:
        put_refusals(at.run(list_refusals(at.app, at.who, day)), wanted.look)
    return exit_status.WORKED
