"""The help of every command and subcommand: it has an example, and none of it is markup."""

from collections.abc import Iterator

import click
import pytest

from quorate.surfaces.cli.command_table import program


def _every(command: click.Command, context: click.Context) -> Iterator[tuple[str, str]]:
    """The path of a command and its help, and those of all below it."""
    yield context.command_path, command.get_help(context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below
            yield from _every(below, click.Context(below, parent=context, info_name=name))


HELPS = dict(_every(program, click.Context(program, info_name="quorate")))


def test_there_are_helps_of_commands_and_of_subcommands() -> None:
    assert {"quorate", "quorate decide", "quorate review thesis", "quorate keys create"} <= HELPS.keys()


@pytest.mark.parametrize("path", HELPS)
def test_no_help_shows_markup(path: str) -> None:
    assert "\\b" not in HELPS[path]
    assert "\b" not in HELPS[path]


@pytest.mark.parametrize("path", HELPS)
def test_every_help_has_an_example_of_its_own_command(path: str) -> None:
    _, _, examples = HELPS[path].partition("Examples:\n")
    assert any(path in line for line in examples.splitlines()), f"{path} has no example"


@pytest.mark.parametrize("path", [path for path, said in HELPS.items() if " ID" in said.splitlines()[0]])
def test_every_help_says_how_a_deliberation_may_be_named(path: str) -> None:
    assert path.startswith("quorate manifest") or "or be `last`" in " ".join(HELPS[path].split())
