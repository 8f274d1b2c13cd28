"""What a voter is to the rest of Quorate: it is shown a prompt and gives a reply."""

from typing import NamedTuple, Protocol, runtime_checkable

from quorate.deliberation.events import Reply
from quorate.prompts.prompt import Prompt

LOST = "lost"


class EngineSettings(NamedTuple):
    """What a settings file says of one kind of engine; everything has a default of the kind's own.

    `flags` take the place of the kind's own flags, `passes` names more of the environment that it may see, and
    `max_cost_per_call` is what one attempt may cost at most, in US dollars, as exact text. `structured_output` is False
    where it must not be held to a JSON Schema. With `arguments`, the kind is a program that the user declares:
    `envelope` is the format of its output, `schema_flag` takes a file with a JSON Schema, `login` is the command that
    fails if it is not logged in, and `get` says how to install it.
    """

    program: str = ""
    model: str = ""
    flags: tuple[str, ...] | None = None
    passes: tuple[str, ...] = ()
    timeout: float = 60
    attempts: int = 2
    max_cost_per_call: str = ""
    structured_output: bool = True
    arguments: tuple[str, ...] | None = None
    envelope: str = ""
    schema_flag: str = ""
    login: tuple[str, ...] = ()
    get: str = ""


USUAL = EngineSettings()


class Voter(Protocol):
    """Whoever answers at once, as far as the session is concerned."""

    async def answer(self, prompt: Prompt) -> Reply:
        """The reply; a voter that fails says so in it and raises nothing."""


@runtime_checkable
class PaidVoter(Voter, Protocol):
    """A voter whose calls cost something: each has a name, is started at most once and is found again after a crash."""

    @property
    def lease(self) -> float:
        """Seconds that a call may take at most."""

    @property
    def max_cost_per_call(self) -> str:
        """US dollars that a call with all its attempts may cost at most, as exact text; empty where nobody knows."""

    def problem_with(self, prompt: Prompt) -> str:
        """Why this prompt cannot be sent, too long for instance; empty where it can. Asked before anybody is paid."""

    def reserve(self, call: str) -> None:
        """Makes the call's folder and locks it, before the claim is on the record. Raises Refused where it exists."""

    def knows(self, call: str) -> bool:
        """True where this machine has the call's folder."""

    def is_lost(self, call: str) -> bool:
        """True where the call is known here and will never answer: nobody holds it, and there is no result."""

    def forget(self, call: str) -> None:
        """Removes what is kept of a call; its reply is on the record."""

    def release(self, call: str) -> None:
        """Gives a reservation back; the claim was lost to somebody else."""
