"""Which deliberation is meant: its id in any case, the ending of one, or the last."""

import re
from typing import NamedTuple

from quorate.app.access.operation import operation
from quorate.app.app import App
from quorate.core.errors import InputError
from quorate.deliberation.principal import Principal
from quorate.fleet.streams import is_of_the_fleet
from quorate.record.port import LogLine

LAST = "last"
_WHOLE = re.compile(r".+-[0-9]{4}-[0-9]{4}-[0-9]{3,}", re.IGNORECASE)
_MOST_NAMED, _PAGE = 5, 100


class Match(NamedTuple):
    """The deliberation that a short name means."""

    id: str
    subject: str


def is_whole(said: str) -> bool:
    """True for an id in full; whatever case it is in, it is one."""
    return bool(_WHOLE.fullmatch(said))


def whole_id(said: str) -> str:
    """Return an id in the case in which the record has it; a short name as it was typed."""
    if not is_whole(said):
        return said
    return said.lower() if is_of_the_fleet(said.lower()) else said.upper()


@operation
async def find_deliberation(app: App, who: Principal, said: str) -> Match:
    """The one that is meant. Raises InputError with the candidates where there are several, or none."""
    if app.missing:
        raise InputError(f"no deliberation called {said!r}: there is no record at {app.missing} yet")
    lines = await _newest(app) if said.casefold() == LAST else await _ending_in(app, said)
    if len(lines) == 1:
        return Match(lines[0].deliberation, lines[0].summary.subject)
    if not lines:
        raise InputError(f"no deliberation ends in {said!r}; allowed: an id, its ending, or {LAST}")
    named = ", ".join(line.deliberation for line in lines[:_MOST_NAMED])
    more = " and more" if len(lines) > _MOST_NAMED else ""
    raise InputError(f"several deliberations end in {said!r}: {named}{more}")


async def _newest(app: App) -> list[LogLine]:
    return list((await app.record.log(limit=1)).lines)


async def _ending_in(app: App, said: str) -> list[LogLine]:
    """Those whose id ends like this, the newest first; only as many as a message names."""
    found: list[LogLine] = []
    after = ""
    while len(found) <= _MOST_NAMED:
        page = await app.record.log(after=after, limit=_PAGE, search=said)
        found += [line for line in page.lines if line.deliberation.casefold().endswith(said.casefold())]
        after = page.after
        if not after:
            break
    return found
