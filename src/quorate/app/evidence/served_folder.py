"""The contributions that a server shows: those in the folder of its settings, and nothing outside of it."""

from quorate import config
from quorate.app.app import App
from quorate.app.evidence.epic import EpicRequest
from quorate.core.errors import Refused
from quorate.files.confined_folder import ConfinedFolder


def served_epic(app: App, epic: str, folder: str = "") -> EpicRequest:
    """An epic whose contributions are in the folder that the settings name, or in one below it."""
    root = app.surroundings.settings().contributions
    if not root:
        raise Refused('this server shows no contributions; its settings name no folder: contributions = "/path"')
    with ConfinedFolder(config.at_home(root)) as confined:
        return EpicRequest(confined.below(folder), epic)
