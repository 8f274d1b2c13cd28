"""Which record a command reads, said to whoever looks at a terminal."""

from pathlib import Path

from quorate import config
from quorate.surfaces.cli.options import Manner
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.cli.terminal.streams import complain, error_is_terminal


def say_record(manner: Manner) -> None:
    """One line on standard error; programs and pipes are told nothing."""
    if error_is_terminal() and manner.look.form == "text":
        complain(Words(manner.look.lang)("record.read", address=shown_address(config.store(manner.store))))


def shown_address(address: str) -> str:
    """An address as it may be shown, and typed again by whoever has the password elsewhere."""
    scheme, sign, rest = address.partition("://")
    if not sign or scheme == "sqlite":
        file, home = Path(address), Path.home()
        return f"~/{file.relative_to(home)}" if file.is_absolute() and file.is_relative_to(home) else address
    place, mark, query = rest.partition("?")
    user, at, host = place.rpartition("@")
    kept = [one for one in query.split("&") if one and "password" not in one.partition("=")[0].lower()]
    return f"{scheme}://{user.partition(':')[0]}{at}{host}{mark if kept else ''}{'&'.join(kept)}"
