"""A panel whose voters the caller brings: functions and objects of a program of its own."""

import asyncio
import inspect
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from quorate.app.access.operation import operation
from quorate.app.app import App, Deliberation
from quorate.app.question.panel_voters import too_few_seats
from quorate.core.errors import InputError
from quorate.decide import decide
from quorate.deliberation.events import ANSWERED, Reply
from quorate.deliberation.framing import read_opening
from quorate.deliberation.principal import Principal
from quorate.prompts.prompt import Prompt
from quorate.replies.reply import PYTHON
from quorate.seat_calls import Voters, problems_with
from quorate.voters import voter_named
from quorate.voters.port import PaidVoter, Voter

Said = str | Mapping[str, Any]
VoterFunction = Callable[[str], Said | Awaitable[Said]]
CalledVoter = str | VoterFunction | Voter
CalledPanel = Mapping[str, CalledVoter]


@operation
async def decide_with_voters(
    app: App, who: Principal, document: Mapping[str, Any], panel: CalledPanel, protocol: str | None = None
) -> Deliberation:
    """Opens a deliberation and carries it as far as it goes. All that can be refused is refused before that."""
    seats = [{"seat": name, "voter": _name(name, voter)} for name, voter in panel.items()]
    opening = read_opening({**document, "panel": seats}, protocol)
    voters = _voters(app, panel)
    if problems := [*problems_with(opening, voters, app.outside(who)), *too_few_seats(opening)]:
        raise InputError("; ".join(problems))
    await app.make_record()
    if any(isinstance(voter, PaidVoter) for voter in voters.values()):
        app.surroundings.make_home()  # their calls are kept there
    session = (await decide(opening, voters, app.record, app.outside(who))).session
    return await app.whole(session.id)


def _name(seat: str, voter: CalledVoter) -> str:
    return voter if isinstance(voter, str) else f"{PYTHON}:{seat}"


def _voters(app: App, panel: CalledPanel) -> Voters:
    """Those who can be asked now; people and agents answer later."""
    found: dict[str, Voter] = {}
    for seat, voter in panel.items():
        made = voter_named(voter, app.surroundings.calls()) if isinstance(voter, str) else _called(voter)
        if made is not None:
            found[_name(seat, voter)] = made
    return found


def _called(voter: VoterFunction | Voter) -> Voter:
    return _Function(voter) if callable(voter) else voter


class _Function:
    """A function as a voter. One that raises is a failed seat, as any voter is."""

    def __init__(self, function: VoterFunction) -> None:
        self._function = function

    async def answer(self, prompt: Prompt) -> Reply:
        """What the function says to the prompt; it runs in a thread, so that one that waits stops nobody else."""
        said = await asyncio.to_thread(self._function, prompt.text)
        if inspect.isawaitable(said):
            said = await said
        return Reply(ANSWERED, said if isinstance(said, str) else json.dumps(said, ensure_ascii=False))
