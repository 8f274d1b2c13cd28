"""Which engine may be registered as a reviewer of the fleet, and by whom."""

from typing import TYPE_CHECKING

from quorate.app.question.panel_choice import absolute_voter
from quorate.app.question.panel_voters import seat_problems
from quorate.deliberation.engines.independence import NOT_ENGINES
from quorate.deliberation.principal import MCP, Principal
from quorate.fleet.agent import PERSON, Agent
from quorate.fleet.quorum_review import open_quorum
from quorate.fleet.refusal import FleetRefusal
from quorate.fleet.reviewers import ChosenReviewer
from quorate.settings import Settings, is_harmless
from quorate.voters import kind_of

if TYPE_CHECKING:
    from quorate.app.app import App


def reviewer_voter(app: "App", who: Principal, agent_id: str, voter: str, *, is_remote: bool) -> str:
    """The voter as it is registered. Raises FleetRefusal where it could not be asked, or is not theirs to name."""
    voter = voter.strip()
    if voter in ("", PERSON):
        return voter
    kind, _ = kind_of(voter)
    if kind in NOT_ENGINES:
        allowed = f"an engine, such as claude, openai:MODEL@URL or command:PROGRAM; or {PERSON}"
        raise FleetRefusal("INVALID_ARGUMENT", f"voter: found {voter!r}; allowed: {allowed}")
    if (is_remote or who.via == MCP) and not _may_be_named(voter, app.surroundings.settings()):
        allowed = "claude, codex, gemini, or the voter of a seat in the server's settings"
        raise FleetRefusal("INVALID_ARGUMENT", f"voter: found a program or an address; allowed: {allowed}")
    kept = absolute_voter(voter)
    asked = open_quorum(Agent("agent"), [ChosenReviewer(agent_id, 1, kept)], "Why", "", app.now)
    if problems := seat_problems(asked, app.surroundings, app.outside(who)):
        raise FleetRefusal("INVALID_ARGUMENT", f"voter: {'; '.join(problems)}")
    return kept


def _may_be_named(voter: str, settings: Settings) -> bool:
    """Installed engines, and what the user's own panels have; a project that nobody trusts names nothing."""
    panels = [panel for name, panel in settings.panels.items() if name not in settings.project_panels]
    stated = [seat.get("voter") for panel in panels for seat in panel.get("panel", ())]
    return is_harmless(voter) or voter in stated
