"""Options that several commands share."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from quorate import config
from quorate.core.errors import QuorateError
from quorate.surfaces.cli.terminal import streams

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_MOST_COMPLETED = 50
FORMATS = ("text", "markdown", "html", "madr", "json")
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
_HOW_TO_NAME = (
    "ID may be shortened to its ending, or be `last`. A script that changes something has to name it in full."
)


_LANG = click.option(
    "--lang", type=click.Choice(config.LANGUAGES), help="Language of the output (default: the locale's)."
)
_SHARED_LOOK: tuple[Decorator, ...] = (
    _LANG,
    click.option("--ascii", "ascii_only", is_flag=True, help="Draw boxes in plain ASCII."),
    click.option("--width", type=click.IntRange(20, 1000), help="Columns (default: the terminal's width)."),
    click.option("--no-color", is_flag=True, help="No colors, even on a terminal."),
)


class Look(NamedTuple):
    """How a verdict is to be shown."""

    form: str = "text"
    lang: str = "en"
    ascii_only: bool = False
    width: int = streams.WIDTH
    coloured: bool = False
    screen: str = ""


class Manner(NamedTuple):
    """How a command that works on the record goes about it."""

    look: Look
    store: str | None = None
    key: str | None = None
    gate: bool = False
    no_input: bool = False
    action_file: str | None = None


def with_help(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds -h and --help; click's own looks for translations first, which costs every call a millisecond."""
    return _eager("-h", "--help", help="Show this help.", callback=_show_help)(command)


def with_version(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --version."""
    return _eager("--version", help="Show the version.", callback=_show_version)(command)


def _eager(*names: str, **settings: Any) -> Decorator:
    return click.option(*names, is_flag=True, is_eager=True, expose_value=False, **settings)


def _show_help(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(context.get_help())
        context.exit()


def _show_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version  # slow to import

        click.echo(f"quorate {version('quorate')}")
        context.exit()


def id_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    """The deliberation that is meant; a shell completes it."""
    _say_how_to_name(command)
    return click.argument("deliberation", metavar="ID", shell_complete=_ids)(command)


def optional_id_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    """The same where something else may be meant."""
    _say_how_to_name(command)
    return click.argument("deliberation", metavar="[ID]", required=False, shell_complete=_ids)(command)


def _say_how_to_name(command: Callable[..., Any]) -> None:
    """A short name is the same everywhere, so every help says it, in a paragraph of its own."""
    from inspect import cleandoc  # only these commands need it

    command.__doc__ = f"{cleandoc(command.__doc__ or '')}\n\n{_HOW_TO_NAME}"


def _ids(context: click.Context, _: click.Parameter, begun: str) -> "list[CompletionItem]":
    """The ids that begin like this, newest first, with their subjects; none where there is no record to look at."""
    from click.shell_completion import CompletionItem

    from quorate.app.deliberation_list import list_log
    from quorate.reports.text import one_line
    from quorate.surfaces.cli.terminal.runner import app_at

    try:
        with app_at(context.params.get("store")) as at:
            entries = at.run(list_log(at.app, at.who, search=begun, limit=_MOST_COMPLETED)).entries
    except (QuorateError, OSError):  # whoever presses Tab is not told of a record that cannot be read
        return []
    ids = [one for one in entries if one.id.startswith(begun.upper())]
    return [CompletionItem(one.id, help=one_line(one.summary.subject)) for one in ids]


def session_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    """The review that is meant, its id in any case."""

    def in_case(_: click.Context, __: click.Parameter, said: str) -> str:
        from quorate.app.deliberation_name import whole_id

        return whole_id(said)

    return click.argument("session", metavar="SESSION", callback=in_case)(command)


def json_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """For programs."""
    text = "Print one line of JSON, and nothing else on standard output."
    return click.option("--json", "as_json", is_flag=True, help=text)(command)


def look_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that `look_of` reads."""
    return look_options_with("text")(command)


def look_options_with(form: str) -> Decorator:
    """The same for a command with another default format."""
    text = f"Output format (default: {form})."
    shape = click.option("--format", "form", type=click.Choice(FORMATS), help=text)
    full = click.option("--full", is_flag=True, help="On a terminal: everything (default: the short form).")
    return lambda command: _with_all([json_option, shape, full, *_SHARED_LOOK], command)


def language_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """For commands that only say something."""
    return _LANG(command)


def gate_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """For scripts that would act on the verdict."""
    text = "Exit status 0: may be acted on, 3: blocked, 4: a person or more information is needed."
    return click.option("--gate", is_flag=True, help=text)(command)


def store_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Which record is meant."""
    text = (
        "The record: a file or postgresql://... (default: QUORATE_STORE, quorate.toml, or a file in QUORATE_HOME). "
        "Other users may see this option: put passwords in QUORATE_STORE or ~/.pgpass."
    )
    here = "The record of this project: quorate.db beside its quorate.toml or .git, unless that file names another."
    return _with_all(
        [
            click.option("--store", metavar="ADDRESS", help=text, callback=_store_or_here),
            click.option("--here", is_flag=True, is_eager=True, expose_value=False, help=here, callback=_note_here),
        ],
        command,
    )


def _note_here(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    context.meta["quorate.here"] = wanted


def _store_or_here(context: click.Context, _: click.Parameter, stated: str | None) -> str | None:
    """The record that was named: by its address, or as this project's."""
    if not context.meta.get("quorate.here"):
        return stated
    if stated is not None:
        raise click.UsageError("--store and --here cannot be combined")
    return config.project_store()


def key_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """A name for the request, so that it can be repeated after a lost answer."""
    return _key_option("acts only once and gives the same answer.")(command)


def ballot_key_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """The same for a ballot, which is sealed and so no part of the request."""
    return _key_option("keeps the ballot that was cast first.")(command)


def _key_option(then: str) -> Decorator:
    text = f"A name of your choice for this request, no secret: sending it again under the same name {then}"
    return click.option("--key", metavar="KEY", help=text)


def verdict_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Which verdict a person has seen and answers."""
    text = "The verdict that this answers: its hash, or the first 8 digits, as `quorate show` and the hints print them."
    return click.option("--verdict", default="", metavar="HASH", help=text)(command)


def notes_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The notes of a resume that a person accepts and strikes, by their names."""

    def split(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name.strip() for names in given for name in names.split(","))

    for word in ("strike", "accept"):
        text = f"A note of a resume that you {word}, such as N1; repeatable."
        named = f"--{word}-note", f"{word}_notes"
        command = click.option(*named, multiple=True, callback=split, metavar="NOTE", help=text)(command)
    return command


def no_input_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """For scripts that happen to run in a terminal."""
    return click.option("--no-input", is_flag=True, help="Never ask for input, even on a terminal.")(command)


def question_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What can be said of the question itself, besides its subject."""
    from quorate.core.question import REVERSIBILITIES, URGENCIES  # only commands that open one need it

    options: list[Decorator] = [
        click.option(
            "--option", "options", multiple=True, metavar="ID[=TEXT]", help="An option to choose from; repeatable."
        ),
        click.option(
            "--context",
            multiple=True,
            metavar="FILE|FOLDER|-",
            help="Background that voters need; of a folder, its text files; repeatable.",
        ),
        click.option(
            "--diff",
            is_flag=False,
            flag_value="HEAD",
            metavar="[REF]",
            help="As background, what git shows since REF (default: HEAD).",
        ),
        click.option("--action", metavar="FILE|-", help="File with the action that the verdict would release."),
        click.option(
            "--action-for", metavar="OPTION", help="The option that the action carries out; no other releases it."
        ),
        click.option("--constraint", "constraints", multiple=True, help="What every answer must respect; repeatable."),
        click.option("--domain", help="Subject area, such as architecture."),
        click.option("--urgency", type=click.Choice(URGENCIES), help="How soon it must be decided."),
        click.option(
            "--reversibility",
            type=click.Choice(REVERSIBILITIES),
            help="How easily it can be undone; high: within a day.",
        ),
        click.option("--review-by", metavar="DATE", help="Date to review the decision, such as 2027-05-31."),
    ]
    return _with_all(options, command)


def page_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Which part of a long list."""
    options: list[Decorator] = [
        click.option(
            "--after", default="", metavar="CURSOR", help="Start after this cursor, which the previous page printed."
        ),
        click.option(
            "--limit", type=click.IntRange(1, 1000), default=20, show_default=True, help="Maximum number of lines."
        ),
    ]
    return _with_all(options, command)


def table_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """How a list is shown."""
    return _with_all([json_option, *_SHARED_LOOK], command)


def _with_all(options: list[Decorator], command: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(options):
        command = option(command)
    return command


def look_of(
    *,
    as_json: bool,
    form: str | None,
    lang: str | None,
    ascii_only: bool,
    width: int | None,
    no_color: bool,
    full: bool = False,
) -> Look:
    """What the options, the environment and the terminal together ask for."""
    if as_json and form not in (None, "json"):
        raise click.UsageError(f"--json and --format {form} cannot be combined")
    return Look(
        "json" if as_json else form or "text",
        lang or config.language(),
        ascii_only or not streams.draws_boxes(),
        width or streams.width(),
        streams.is_terminal() and config.colour_is_welcome() and not no_color,
        ("full" if full else "short") if streams.is_terminal() else "",
    )


def manner_of(
    *, store: str | None, key: str | None = None, gate: bool = False, no_input: bool = False, **look: Any
) -> Manner:
    """What the options say of how to go about it."""
    return Manner(look_of(**{"form": None, **look}), store, key, gate, no_input)
