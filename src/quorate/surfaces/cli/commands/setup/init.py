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
  quorate init --gate developer --hooks --user
"""


@click.command("init", epilog=EXAMPLES)
@click.option("--force", is_flag=True, help="Overwrite an existing quorate.toml.")
@click.option(
    "--gate",
    "preset",
    type=click.Choice(["developer", "deploy", "strict", "off"]),
    help="Write rules for an agent's tool calls into your own settings instead.",
)
@click.option("--hooks", is_flag=True, help="Add the gate to your settings of Claude Code in this folder instead.")
@click.option(
    "--user", "for_user", is_flag=True, help="With --hooks: to those of Claude Code, Codex and Gemini at home."
)
@click.option("--print", "printed", is_flag=True, help="Print it, and write nothing.")
@language_option
@with_help
def command(force: bool, preset: str | None, hooks: bool, for_user: bool, printed: bool, lang: str | None) -> int:
    """Writes quorate.toml into this folder: panels for the engines that are available, and every key with its meaning.

    Settings that are not in use are commented out. An existing file is kept, unless --force is given.

    With --gate it adds a table [gate] to your own settings instead. developer: reading, searching, edits in the
    project, looking at git, tests and checks pass, and everything else asks you. Whoever may edit and run tests may run
    any code. deploy: edits ask too, and looking at containers and clusters passes. strict: what else is no edit and no
    command is denied. off: every call passes.

    With --hooks it adds `quorate hook` to personal settings of the programs, and keeps what is in these files. The hook
    denies every call until your own settings have a table [gate].
    """
    from quorate import config
    from quorate.app.machine.first_settings import first_settings, write_settings
    from quorate.app.machine.gate_preset import preset_text, write_preset
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.runner import run
    from quorate.surfaces.cli.terminal.streams import complain, put

    if for_user and not hooks:
        raise click.UsageError("--user needs --hooks")
    if printed:
        put(preset_text(preset, config.user()) if preset else run(first_settings()).text)
    elif preset or hooks:
        if preset:
            complain(f"{config.short_path(run(write_preset(preset)))}: table [gate] written")
        if hooks:
            _write_hooks(for_user=for_user)
    else:
        file = Path(config.PROJECT_FILE)
        written = run(write_settings(file, force=force))
        _say_what_next(file, written.engines, Words(lang or config.language()))
    return exit_status.WORKED


def _write_hooks(*, for_user: bool) -> None:
    from quorate import config
    from quorate.app.machine.hook_settings import write_hooks
    from quorate.surfaces.cli.terminal.runner import run
    from quorate.surfaces.cli.terminal.streams import complain

    gate = config.users_settings().gate
    for file in run(write_hooks(gate.wait, for_user=for_user)):
        complain(f"{config.short_path(file)} written")
    if gate.is_missing:
        rules = f"{config.short_path(config.user_file())} has no rules in a table [gate], so the hook denies every call"
        complain(f"quorate: warning: {rules}; `quorate init --gate developer` writes some")
    trust = "Codex skips a hook until you trust it: start codex, and trust it under /hooks"
    complain(trust if for_user else "Codex and Gemini CLI read personal settings only at home; --user writes those")


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
