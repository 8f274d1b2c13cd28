"""What a use case is asked for, as the words of a command; long texts become files in the folder where it is typed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from quorate.app.life.ballots import BallotParts, BallotTerms, FilledBallot
from quorate.app.question.draft import AskedQuestion, Edits
from quorate.deliberation.rounds.redeliberation import Again
from quorate.settings import Settings
from tests.surfaces.contract.shown import plain_numbers

_NAMES = {
    "seats": "seat",
    "conditions": "condition",
    "constraints": "constraint",
    "options": "option",
    "people": "ask",
    "labels": "label",
    "gated": "gate",
    "advice": "advise",
    "points": "confidence-shift",
}
_FILES = ("context", "action", "evidence")


def options(said: Mapping[str, Any]) -> list[str]:
    """Each as an option; what says nothing is left out, a list is one option each."""
    words: list[str] = []
    for name, value in said.items():
        option = f"--{_NAMES.get(name, name).replace('_', '-')}"
        if value is True:
            words.append(option)
        elif value not in (None, False, "", 0):
            words += [f"{option}={one}" for one in (value if isinstance(value, tuple) else (value,))]
    return words


def filed(folder: Path, said: Mapping[str, Any]) -> dict[str, Any]:
    """The same with the names of files where commands read files."""
    return {name: _file(folder, name, text) if name in _FILES and text else text for name, text in said.items()}


def ballot_words(folder: Path, ballot: BallotParts | FilledBallot, terms: BallotTerms) -> list[str]:
    """A ballot, and what it is bound to."""
    bound = {"seat": terms.seat, **terms.seen._asdict(), "supersede": terms.supersede}
    if isinstance(ballot, BallotParts):
        return options({**ballot._asdict(), **bound})
    return options({"ballot": _document(folder, ballot.source or "ballot.yaml", ballot.vote), **bound})


def question_words(folder: Path, asked: AskedQuestion) -> list[str]:
    """A question with all that is wished for it."""
    document, name = asked.document.value, asked.document.name
    subject = _document(folder, name, document) if name else document["question"]
    besides = {"supersedes": asked.supersedes, "labels": asked.labels}
    return [subject, *edit_words(folder, asked.edits), *options({**asked.panel._asdict(), **besides})]


def edit_words(folder: Path, edits: Edits) -> list[str]:
    """What is said of the question itself."""
    return options(filed(folder, edits._asdict()))


def again_words(folder: Path, again: Again) -> list[str]:
    """Who is asked again, and why."""
    return options(filed(folder, again._asdict()))


def write_settings(folder: Path, settings: Settings) -> None:
    """The user's own settings, as far as stories have any."""
    lines = [f"max_cost = {settings.max_cost}"] if settings.max_cost else []
    for name, panel in settings.panels.items():
        seats = ", ".join(f'{{seat = "{one["seat"]}", voter = "{one["voter"]}"}}' for one in panel["panel"])
        lines += [f"[panels.{name}]", f"seats = [{seats}]"]
    folder.mkdir(parents=True, exist_ok=True)
    _file(folder, "quorate.toml", "\n".join(lines))


def _document(folder: Path, name: str, value: Mapping[str, Any]) -> str:
    return _file(folder, name, yaml.safe_dump(plain_numbers(value), sort_keys=False))


def _file(folder: Path, name: str, text: str) -> str:
    file, data = folder / name, text.encode(errors="surrogatepass")
    if not file.exists() or file.read_bytes() != data:  # a command may be reading it
        file.write_bytes(data)
    return name
