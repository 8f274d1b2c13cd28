"""A settings file with everything in it: what is here is used, the rest is commented out.

A line such as `#key = 1` is a setting that is off; a line such as `# Words` is a comment.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from quorate import config
from quorate.core.errors import InputError
from quorate.deliberation.framing import ENGINES, lens_seats
from quorate.protocols import DEFAULT
from quorate.reports.text import one_line
from quorate.settings import ENGINE_KEYS, FILE, PANEL_KEYS, USERS_KEYS
from quorate.voters.programs.discovery import FoundEngine, is_usable

OFF = "#"
_HEAD = (
    "# Quorate settings for this folder. Command options and variables such as QUORATE_STORE override them;",
    "# they override the quorate.toml in your own settings folder. A line that begins with # is off.",
)
_EXAMPLES = {
    "panel": '"simple"',
    "max_cost": "1.00",
    "reask": "0",
    "model": '"opus"',
    "timeout": "60",
    "attempts": "2",
    "max_cost_per_call": "0.50",
    "structured_output": "true",
}
_PEOPLE = ('{seat = "ops", voter = "person:ben"}', '{seat = "dev", voter = "person"}')
_LOCAL = '{seat = "local", voter = "openai:llama3.1:8b@http://127.0.0.1:11434/v1"}'


class FirstSettings(NamedTuple):
    """The text of a settings file, and the engines that it was written for."""

    text: str
    engines: tuple[FoundEngine, ...]


async def first_settings(environment: Mapping[str, str] = os.environ) -> FirstSettings:
    """The settings that fit this machine; nothing is written."""
    found = tuple(one for one in config.engines(environment) if one.engine in ENGINES)
    return FirstSettings(settings_text(found), found)


async def write_settings(
    file: Path, *, force: bool = False, environment: Mapping[str, str] = os.environ
) -> FirstSettings:
    """Writes them into a file: whole or not at all. One that is there is kept, unless it is forced."""
    if not force and os.path.lexists(file):
        raise InputError(f"{file} already exists and was kept; --force overwrites it, --print only shows the new one")
    first = await first_settings(environment)
    write_text(file, first.text)
    return first


def settings_text(found: Sequence[FoundEngine]) -> str:
    """The file for a machine with these engines."""
    blocks = (_HEAD, *_keys(), *_panels(found), _engine(), _gate(), *_texts())
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _keys() -> Iterator[Sequence[str]]:
    """What stands alone; in TOML it comes before all tables."""
    by_itself = "# Without it: Engine Mode if two engines or more are logged in, else Simple Mode."
    yield [*_setting("panel")[:1], by_itself, *_setting("panel")[1:]]
    yield _setting("max_cost")
    yield _setting("reask")


def _setting(key: str, words: str = "") -> list[str]:
    return [f"# {words or FILE[key].help}", f"{OFF}{key} = {_EXAMPLES[key]}"]


def _panels(found: Sequence[FoundEngine]) -> Iterator[Sequence[str]]:
    there = [one.engine for one in found if is_usable(one)]
    seat = PANEL_KEYS["seats"].shape.schema["items"]["properties"]
    yield [
        f"# {FILE['panels'].help} Choose one by name: quorate decide ... --panel NAME",
        *(f"# {key}: {field.help}" for key, field in PANEL_KEYS.items() if key != "seats"),
        "# seats: The seats, each with these keys:",
        *(f"# - {key}: {said['description']}" for key, said in seat.items()),
    ]
    yield _engine_panel(found, is_on=len(there) > 1)
    one = "# Simple Mode: one engine in three seats, each with its own lens, in calls that cannot see each other."
    yield [one, *_panel("simple", _lens_seats(there[0] if there else "claude"), is_on=bool(there), mode="simple")]
    yield ["# People vote, at the terminal or with `quorate vote`.", *_panel("people", _PEOPLE)]
    by_scores = "# No model: the scorecard votes by the scores in the question."
    yield [by_scores, *_panel("scorecard", _lens_seats("scorecard"))]
    yield [
        "# Seats that run a program, a local model or another address belong in a panel of your own settings file:",
        f"# - {_LOCAL}",
    ]


def _engine_panel(found: Sequence[FoundEngine], *, is_on: bool) -> list[str]:
    words = ["# Engine Mode: an engine in every seat, without a lens; Claude votes before the others."]
    if not is_on:
        words.append("# It needs at least two engines; `quorate engines` shows how to get them.")
    return [*words, *_panel("engines", [_engine_seat(one) for one in found], is_on=is_on, mode="engine")]


def _engine_seat(found: FoundEngine) -> str:
    seat = f'{{seat = "{found.engine.capitalize()}", voter = "{found.engine}"}}'
    return seat if is_usable(found) else f"{OFF}{seat},  # {one_line(found.missing)}"


def _lens_seats(voter: str) -> list[str]:
    seats = lens_seats(DEFAULT, voter)
    return [f'{{seat = "{seat.name}", lens = "{seat.lens}", voter = "{voter}"}}' for seat in seats]


def _panel(name: str, seats: Sequence[str], *, is_on: bool = False, mode: str = "") -> list[str]:
    listed = [f"  {seat}" if seat.startswith(OFF) else f"  {seat}," for seat in seats]
    lines = [f"[panels.{name}]", *([f'mode = "{mode}"'] if mode else []), "seats = [", *listed, "]"]
    return lines if is_on else [f"{OFF}{line.replace(f'  {OFF}', '  ', 1)}" for line in lines]


def _engine() -> list[str]:
    """What a project may say of an engine; the rest belongs into the user's own file."""
    here = {key: field.help for key, field in ENGINE_KEYS.items() if key not in USERS_KEYS}
    theirs = [f"# - {key}: {field.help}" for key, field in ENGINE_KEYS.items() if key in USERS_KEYS]
    theirs += ["# Only in your own settings file, outside of any table, `trusted`:", f"# {FILE['trusted'].help}"]
    return [
        f"# {FILE['engines'].help} What is left out has the engine's own default. Only in your own settings file:",
        *theirs,
        f"{OFF}[engines.claude]",
        *(line for key, words in here.items() for line in _setting(key, words)),
    ]


def _texts() -> Iterator[Sequence[str]]:
    """Which record is believed and what engines are told is the user's own to say."""
    yield [
        "# The following is allowed only in your own settings file, or in a folder that it trusts.",
        f"# {FILE['store'].help}",
        '# - store = "quorate.db"',
        f"# {FILE['contributions'].help}",
        '# - contributions = "~/contributions"',
        "# [lenses] and [templates]:",
        f"# {FILE['lenses'].help}",
        '# - risk = "Look for what can go wrong, how likely it is, and whether it can be undone."',
        f"# {FILE['templates'].help}",
        '# - codex = "codex.txt"',
        "# [notify] and [[webhooks]]:",
        f"# {FILE['notify'].help}",
        f"# {FILE['webhooks'].help}",
        "# [fleet]:",
        f"# {FILE['fleet'].help}",
        '# - without_agreement = "quorum"',
        '# - notes = "ask"',
    ]


def _gate() -> list[str]:
    """Rules for the calls of other agents; those of a project can only be stricter than the user's."""
    return [
        f"# {FILE['gate'].help}",
        f"{OFF}[gate]",
        f'{OFF}default = "ask"',
        f'{OFF}people = ["ann", "ben", "cara"]',
        f"{OFF}needed = 2",
    ]


def write_text(file: Path, text: str) -> None:
    """Beside the file first, then in its place."""
    target = os.path.realpath(file)  # a link stays one
    beside = f"{target}.{os.getpid()}.new"
    try:
        with open(beside, "x", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(beside, target)
    except OSError as error:
        with suppress(OSError):
            os.unlink(beside)
        raise InputError(f"{file} cannot be written here: {(error.strerror or str(error)).lower()}") from None
