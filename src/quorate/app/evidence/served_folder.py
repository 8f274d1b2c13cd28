"""The contributions that a server shows: those in the folder of its settings, and nothing outside of it."""

from typing import TYPE_CHECKING

from quorate import config
from quorate.app.evidence.epic import EpicRequest
from quorate.core.errors import Refused
from quorate.files.confined_folder import ConfinedFolder

if TYPE_CHECKING:
    from quorate.settings import Settings


def served_epic(settings: "Settings", epic: str, folder: str = "") -> EpicRequest:
    """An epic whose contributions are in the folder that the settings name, or in one below it."""
    if not settings.contributions:
        raise Refused('this server shows no contributions; its settings name no folder: contributions = "/path"')
    with ConfinedFolder(config.at_home(settings.contributions)) as confined:
        return EpicRequest(confined.below(folder), epic)
