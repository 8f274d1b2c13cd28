"""List and update risks, dissents and conditions of verdicts."""

from typing import TYPE_CHECKING, Any

import click

from quorate.core.codec import shown_line
from quorate.deliberation.register.risk_register import STATUSES
from quorate.deliberation.session import Session
from quorate.reports import render_register
from quorate.reports.content.deliberation.register_lines import item_text, source_of
from quorate.reports.language import Language, language
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.example_group import ExampleGroup
from quorate.surfaces.cli.options import (
    Look,
    Manner,
    id_argument,
    key_option,
    manner_of,
    optional_id_argument,
    store_option,
    table_options,
    with_help,
)
from quorate.surfaces.cli.terminal.output.tables import Row, table
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.cli.terminal.streams import complain, finish, is_terminal, put, put_json
from quorate.views.lists import RiskEntry, RiskPage, register_page

_TITLES = ("id", "item", "status", "severity", "owner", "due", "risk")


def put_risks(page: RiskPage, look: Look) -> None:
    """A page of risks on standard output, and where older ones begin on standard error."""
    if look.form == "json":
        put_json(shown_line(page))
    else:
        words, say = Words(look.lang), language(look.lang)
        if page.entries:
            rows = [_row(one, words, say) for one in page.entries]
            put(table([words(f"title.{title}") for title in _TITLES], rows, look, drawn=is_terminal()))
            finish()
        else:
            complain(words("list.nothing"))
        if page.after:
            complain(words("risks.more", n=page.deliberations, after=page.after))


def put_register(session: Session, look: Look) -> None:
    """The register of one deliberation on standard output."""
    if look.form == "json":
        put_json(shown_line(register_page(session)))
    else:
        put(render_register(session, lang=look.lang, width=look.width))


def _row(one: RiskEntry, words: Words, say: Language) -> Row:
    item = one.item
    due = words("risks.overdue", due=item.due) if one.is_overdue else item.due
    source = say("risk.panel") if item.kind == "diversity" else source_of(item, say)
    text = item_text(item, say)
    return (
        one.deliberation,
        item.id,
        words.word("status", item.status),
        say.word("severity", item.severity),
        item.owner,
        due,
        words("risks.of", text=text, source=source) if source else text,
    )


if TYPE_CHECKING:
    from quorate.app.risks.risk_list import RiskFilter

EXAMPLES = """\b
Examples:
  quorate risks
  quorate risks list --owner ann --overdue
  quorate risks MAGI-2026-1115-001
  quorate risks set MAGI-2026-1115-001 R1 --status mitigated --owner ann --due 2026-12-01
  quorate risks vindicate MAGI-2026-1115-001 D1 --what "Jobs were lost on Tuesday" --link MAGI-2026-1201-001
"""
LIST = "list"


class Risks(ExampleGroup):
    """Lists where no other command is named, and tells all options in one help."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Whatever is not the name of a command is meant for the list."""
        first = args[0] if args else ""
        is_named = first in self.commands or first in ctx.help_option_names or first == "-h"
        is_completed = ctx.resilient_parsing and not args
        return super().parse_args(ctx, args if is_named or is_completed else [LIST, *args])

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """One line per way to call it."""
        usages = ("[ID] [OPTIONS]", "set ID ITEM [OPTIONS]", "vindicate ID ITEM --what TEXT [OPTIONS]")
        for usage in usages:
            formatter.write_usage(ctx.command_path, usage)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options of the list, and those that only the other commands have."""
        listed = _rows(self.commands[LIST], ctx)
        for name, command in self.commands.items():
            rows = listed if name == LIST else [row for row in _rows(command, ctx) if row not in listed]
            with formatter.section("Options" if name == LIST else f"Options of {name}"):
                formatter.write_dl(rows)


def _rows(command: click.Command, ctx: click.Context) -> list[tuple[str, str]]:
    options = (one for one in command.params if isinstance(one, click.Option))
    return [row for one in options if (row := one.get_help_record(ctx))]


@click.group("risks", cls=Risks, epilog=EXAMPLES)
@with_help
def command() -> None:
    """Lists the risks, dissents and conditions of all decided deliberations, or of the deliberation ID.

    By default, only items that are open or have come true, of verdicts that are in force or whose action was released.
    Every item has a number: R1 is a risk, D1 a dissent, C1 a condition, S1 a deferral step. `set` changes an item,
    `vindicate` records that a dissent was right or that a risk came true; both work after the release, too, and change
    no permission.
    """


@command.command(LIST)
@optional_id_argument
@click.option(
    "--all", "everything", is_flag=True, help="Also settled items, and items of verdicts that are no longer in force."
)
@click.option("--status", type=click.Choice(STATUSES), help="Only this status; items that came true are vindicated.")
@click.option("--owner", metavar="NAME", help="Only items that this person owns.")
@click.option("--overdue", is_flag=True, help="Only unsettled items past their due date.")
@click.option("--after", default="", metavar="CURSOR", help="Start after this cursor, which the previous list printed.")
@click.option(
    "--limit",
    type=click.IntRange(1, 100_000),
    default=1000,
    show_default=True,
    help="Deliberations to search, newest first.",
)
@store_option
@table_options
@with_help
def list_command(deliberation: str | None, **more: Any) -> int:
    """Lists what verdicts left behind, newest deliberation first; or the whole register of one deliberation."""
    from quorate.app.risks.risk_list import RiskFilter

    wanted = RiskFilter(**{name: more.pop(name) for name in RiskFilter._fields})
    if deliberation is None:
        return _list(wanted, manner_of(**more))
    if wanted.narrows:
        raise click.UsageError(
            "the register of one deliberation is shown in full; "
            "--status, --owner, --overdue and --after are for the list of all"
        )
    return _show(deliberation, manner_of(**more))


def _list(wanted: "RiskFilter", manner: Manner) -> int:
    from quorate.app.risks.risk_list import list_risks
    from quorate.surfaces.cli.terminal.runner import app_at

    with app_at(manner.store) as at:
        page = at.run(list_risks(at.app, at.who, wanted))
    put_risks(page, manner.look)
    return exit_status.WORKED


def _show(deliberation: str, manner: Manner) -> int:
    from quorate.app.deliberation_list import show_deliberation
    from quorate.surfaces.cli.terminal.named_deliberation import to_read
    from quorate.surfaces.cli.terminal.runner import app_at

    with app_at(manner.store) as at:
        session = at.run(show_deliberation(at.app, at.who, to_read(at, deliberation))).session
    put_register(session, manner.look)
    return exit_status.WORKED


@command.command("set")
@id_argument
@click.argument("item", metavar="ITEM")
@click.option("--status", metavar="STATUS", help="open, mitigated, accepted or closed.")
@click.option("--owner", metavar="NAME", help="Who owns it.")
@click.option("--due", metavar="DAY", help="Due date, such as 2026-12-01.")
@click.option("--mitigation", metavar="TEXT", help="What is done about it.")
@click.option("--monitor", metavar="TEXT", help="What to monitor.")
@click.option("--note", metavar="TEXT", help="A note.")
@key_option
@store_option
@table_options
@with_help
def set_command(deliberation: str, item: str, **more: Any) -> int:
    """Changes an item of the register of the deliberation ID: what is stated, and nothing else."""
    from quorate.app.risks.risk_changes import CHANGES, set_item
    from quorate.surfaces.cli.terminal.named_deliberation import to_change
    from quorate.surfaces.cli.terminal.runner import app_at

    changes = {name: more.pop(name) for name in CHANGES}
    wanted = manner_of(**more)
    with app_at(wanted.store) as at:
        deliberation = to_change(at, deliberation, wanted)
        found = at.run(set_item(at.app, at.who, deliberation, item, changes, wanted.key))
    put_register(found.session, wanted.look)
    return exit_status.WORKED


@command.command("vindicate")
@id_argument
@click.argument("item", metavar="ITEM")
@click.option("--what", required=True, metavar="TEXT", help="What happened.")
@click.option("--link", metavar="ID|URL", help="Another deliberation, or a URL, with details.")
@key_option
@store_option
@table_options
@with_help
def vindicate_command(deliberation: str, item: str, what: str, link: str | None, **manner: Any) -> int:
    """Says that a dissent of the deliberation ID was right, or that a risk of it came true."""
    from quorate.app.risks.risk_changes import vindicate_item
    from quorate.surfaces.cli.terminal.named_deliberation import to_change
    from quorate.surfaces.cli.terminal.runner import app_at

    wanted = manner_of(**manner)
    with app_at(wanted.store) as at:
        deliberation = to_change(at, deliberation, wanted)
        found = at.run(vindicate_item(at.app, at.who, deliberation, item, what, link, wanted.key))
    put_register(found.session, wanted.look)
    return exit_status.WORKED
