"""The contributions that a server shows: those in the folder of its settings, and nothing outside of it."""

from typing import TYPE_CHECKING

from quorate import config
from quorate.app.evidence.epic import EpicRequest
from quorate.core.errors import Refused
from quorate.files.confined_folder import ConfinedFolder

if TYPE_CHECKING:
    from quorate.settings import Settings


def placed_epic(settings: "Settings", request: EpicRequest) -> EpicRequest:
    """The request of a server with the folder that it means: the one that the settings name, or one below it."""
    if not settings.contributions:
        raise Refused('this server shows no contributions; its settings name no folder: contributions = "/path"')
    with ConfinedFolder(config.at_home(settings.contributions)) as confined:
        return EpicRequest(confined.below(request.source), request.epic)
