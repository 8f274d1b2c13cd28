"""What interfaces show, read back into the values that use cases give."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from quorate.app.app import App
from quorate.core.errors import InputError
from quorate.deliberation.rounds.deadlock import Recommendation
from quorate.deliberation.summary import Summary, Wait
from quorate.views.lists import EntryPage, ListEntry


class Shown:
    """Some values by name."""

    def __init__(self, **said: Any) -> None:
        self.__dict__.update(said)


def page_of(plain: Mapping[str, Any]) -> EntryPage:
    """A page of the log or the inbox."""
    lines = []
    for line in plain["lines"]:
        waits = tuple(Wait(**one) for one in line["waits"])
        summary = Summary(**{name: line[name] for name in Summary._fields if name in line} | {"waits": waits})
        said = line.get("recommendation")
        advice = Recommendation(said["choice"], tuple(said["monitor"])) if said else None
        moments = (line["opened_at"], line["changed_at"])
        lines.append(ListEntry(line["id"], *moments, summary, advice, line.get("overdue_since", "")))
    return EntryPage(tuple(lines), plain["after"] or "")


def stated(said: Mapping[str, Any]) -> dict[str, Any]:
    """What was said, without what was not; lists as JSON has them."""
    return {name: list(one) if isinstance(one, tuple) else one for name, one in said.items() if one is not None}


def plain_numbers(value: Any) -> Any:
    """Numbers as JSON writes them."""
    if isinstance(value, Mapping):
        return {key: plain_numbers(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain_numbers(one) for one in value]
    return float(value) if isinstance(value, Decimal) else value


def read_values(said: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a notice: names are a tuple."""
    return {name: tuple(one) if isinstance(one, list) else one for name, one in said.items()}


async def verdict_seen(app: App, deliberation: str) -> str:
    """What somebody states who has looked at the verdict."""
    try:
        return (await app.load(deliberation)).verdict_hash or "0" * 16
    except InputError:
        return "0" * 16


async def question_seen(app: App, deliberation: str) -> str:
    """What somebody states who has looked at the question."""
    return (await app.load(deliberation)).question.content_hash
