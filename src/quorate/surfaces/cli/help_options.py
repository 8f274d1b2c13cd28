"""--help and --version. Those of click itself look for translations first, which costs every call a millisecond."""

from collections.abc import Callable
from typing import Any

import click

Function = Callable[..., Any]


def with_help(command: Function) -> Function:
    """Adds -h and --help."""
    return _eager("-h", "--help", help="Show this message.", callback=_show_help)(command)


def with_version(command: Function) -> Function:
    """Adds --version."""
    return _eager("--version", help="Show the version.", callback=_show_version)(command)


def _eager(*names: str, **settings: Any) -> Callable[[Function], Function]:
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
