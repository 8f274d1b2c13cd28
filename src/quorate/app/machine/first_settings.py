"""A settings file with everything in it: what is here is used, the rest is commented out.

A line such as `#key = 1` is a setting that is off; a line such as `# Words` is a comment.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from quorate import config
from quorate.core.errors import InputError
from quorate.deliberation.framing import ENGINES, lens_seats
from quorate.protocols import DEFAULT
from quorate.reports.text import one_line
from quorate.settings import ENGINE_KEYS, FILE, PANEL_KEYS, USERS_KEYS
from quorate.voters.programs.discovery import FoundEngine, hints, is_usable


class EngineSurvey(NamedTuple):
    """The engines, and what else can be done to have more of them."""

    engines: tuple[FoundEngine, ...]
    hints: tuple[str, ...]


async def survey_engines(environment: Mapping[str, str] = os.environ, *, refresh: bool = False) -> EngineSurvey:
    """Looks for them; what was found is kept for some minutes. No model is asked, and nothing is spent."""
    if refresh:
        config.forget_engines(environment)
    return EngineSurvey(tuple(config.engines(environment)), tuple(hints(config.calls(environment).environment)))


OFF = "#"
_TEXT = """\
# Quorate settings for this folder. Command options and variables such as QUORATE_STORE override them;
# they override the quorate.toml in your own settings folder. A line that begins with # is off.

# {panel}
# Without it: Engine Mode if two engines or more are logged in, else Simple Mode.
#panel = "simple"

# {max_cost}
#max_cost = 1.00

# {reask}
#reask = 0

# {panels} Choose one by name: quorate decide ... --panel NAME
{panel_keys}
# seats: The seats, each with these keys:
{seat_keys}

# Engine Mode: an engine in every seat, without a lens; Claude votes before the others.
{engine_panel}

# Simple Mode: one engine in three seats, each with its own lens, in calls that cannot see each other.
{simple_panel}

# People vote, at the terminal or with `quorate vote`.
{people_panel}

# No model: the scorecard votes by the scores in the question.
{scorecard_panel}

# Seats that run a program, a local model or another address belong in a panel of your own settings file:
# - {{seat = "local", voter = "openai:llama3.1:8b@http://127.0.0.1:11434/v1"}}

# {engines} What is left out has the engine's own default. Only in your own settings file:
{users_keys}
# Only in your own settings file, outside of any table, `trusted`:
# {trusted}
#[engines.claude]
{engine_keys}

# {gate}
#[gate]
#default = "ask"
#people = ["ann", "ben", "cara"]
#needed = 2

# The following is allowed only in your own settings file, or in a folder that it trusts.
# {store}
# - store = "quorate.db"
# {contributions}
# - contributions = "~/contributions"
# [lenses] and [templates]:
# {lenses}
# - risk = "Look for what can go wrong, how likely it is, and whether it can be undone."
# {templates}
# - codex = "codex.txt"
# [notify] and [[webhooks]]:
# {notify}
# {webhooks}
# [fleet]:
# {fleet}
# - without_agreement = "quorum"
# - notes = "ask"
"""
_EXAMPLES = {
    "model": '"opus"',
    "timeout": "60",
    "attempts": "2",
    "max_cost_per_call": "0.50",
    "structured_output": "true",
}
_PEOPLE = ('{seat = "ops", voter = "person:ben"}', '{seat = "dev", voter = "person"}')


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
    there = [engine.engine for engine in found if is_usable(engine)]
    seat = PANEL_KEYS["seats"].shape.schema["items"]["properties"]
    few = "# It needs at least two engines; `quorate engines` shows how to get them.\n"
    engines = _panel("engines", map(_engine_seat, found), is_on=len(there) > 1, mode="engine")
    keys = {key: field.help for key, field in ENGINE_KEYS.items()}
    blocks = {
        "panel_keys": [f"# {key}: {field.help}" for key, field in PANEL_KEYS.items() if key != "seats"],
        "seat_keys": [f"# - {key}: {shape['description']}" for key, shape in seat.items()],
        "engine_panel": [engines if len(there) > 1 else few + engines],
        "simple_panel": [_panel("simple", _lens_seats((*there, "claude")[0]), is_on=bool(there), mode="simple")],
        "people_panel": [_panel("people", _PEOPLE)],
        "scorecard_panel": [_panel("scorecard", _lens_seats("scorecard"))],
        "users_keys": [f"# - {key}: {words}" for key, words in keys.items() if key in USERS_KEYS],
        "engine_keys": [f"# {keys[key]}\n{OFF}{key} = {example}" for key, example in _EXAMPLES.items()],
    }
    texts = {key: field.help for key, field in FILE.items()}
    return _TEXT.format_map({**texts, **{name: "\n".join(lines) for name, lines in blocks.items()}})


def _engine_seat(found: FoundEngine) -> str:
    seat = f'{{seat = "{found.engine.capitalize()}", voter = "{found.engine}"}}'
    return seat if is_usable(found) else f"{OFF}{seat},  # {one_line(found.missing)}"


def _lens_seats(voter: str) -> list[str]:
    seats = lens_seats(DEFAULT, voter)
    return [f'{{seat = "{seat.name}", lens = "{seat.lens}", voter = "{voter}"}}' for seat in seats]


def _panel(name: str, seats: Iterable[str], *, is_on: bool = False, mode: str = "") -> str:
    listed = [f"  {seat}" if seat.startswith(OFF) else f"  {seat}," for seat in seats]
    lines = [f"[panels.{name}]", *([f'mode = "{mode}"'] if mode else []), "seats = [", *listed, "]"]
    return "\n".join(lines if is_on else [f"{OFF}{line.replace(f'  {OFF}', '  ', 1)}" for line in lines])


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
