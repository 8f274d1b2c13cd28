"""Write a settings file to start with."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import language_option, with_help

if TYPE_CHECKING:
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.voters.programs.discovery import FoundEngine

EXAMPLES = """\b
Examples:
  quorate init
  quorate init --print
  quorate init --force
  quorate init --hooks
"""


@click.command("init", epilog=EXAMPLES)
@click.option("--force", is_flag=True, help="Overwrite an existing quorate.toml.")
@click.option("--hooks", is_flag=True, help="Add the gate to the settings of Claude Code, Codex and Gemini instead.")
@click.option("--user", "for_user", is_flag=True, help="With --hooks: add it to your own settings, not this folder's.")
@click.option("--print", "printed", is_flag=True, help="Print it, and write nothing.")
@language_option
@with_help
def command(force: bool, hooks: bool, for_user: bool, printed: bool, lang: str | None) -> int:
    """Writes quorate.toml into this folder: panels for the engines that are available, and every key with its meaning.

    Settings that are not in use are commented out. An existing file is kept, unless --force is given.
    With --hooks it adds `quorate hook` to .claude, .codex and .gemini instead, and keeps what is in these files. The
    hook denies every call until your own settings have rules in a table [gate].
    """
    from quorate import config
    from quorate.app.machine.first_settings import first_settings, write_settings
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.runner import run
    from quorate.surfaces.cli.terminal.streams import put

    if hooks or for_user:
        return _write_hooks(for_user=for_user, hooks=hooks)
    if printed:
        put(run(first_settings()).text)
    else:
        file = Path(config.PROJECT_FILE)
        written = run(write_settings(file, force=force))
        _say_what_next(file, written.engines, Words(lang or config.language()))
    return exit_status.WORKED


def _write_hooks(*, for_user: bool, hooks: bool) -> int:
    from quorate import config
    from quorate.app.machine.hook_settings import write_hooks
    from quorate.surfaces.cli.terminal.runner import run
    from quorate.surfaces.cli.terminal.streams import complain

    if not hooks:
        raise click.UsageError("--user needs --hooks")
    folder = Path.home() if for_user else Path()
    gate = config.users_settings().gate
    for file in run(write_hooks(folder, gate.wait)):
        complain(f"{file} written")
    if gate.is_missing:
        complain(
            f"quorate: warning: {config.user_file()} has no rules in a table [gate], so the hook denies every call;"
            " `quorate init --print` shows such a table"
        )
    complain("Codex skips a hook until you trust it: start codex, and trust it under /hooks")
    return exit_status.WORKED


def _say_what_next(file: Path, found: Sequence["FoundEngine"], words: "Words") -> None:
    from quorate.surfaces.cli.terminal.hints import engine_names
    from quorate.surfaces.cli.terminal.streams import complain
    from quorate.voters.programs.discovery import is_usable

    there = [one.engine for one in found if is_usable(one)]
    missing = [one.engine for one in found if not is_usable(one)]
    if there:
        complain(words("init.wrote", file=file, engines=engine_names(there, words)))
    else:
        complain(words("init.wrote.none", file=file))
    if missing:
        complain(words("init.missing", engines=engine_names(missing, words)))
    complain(words("init.try") if there else words("init.try.none"))
