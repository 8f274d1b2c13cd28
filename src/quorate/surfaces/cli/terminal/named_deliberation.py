"""The deliberation that was typed: in full, or in short where a person sees which one that is."""

from typing import TYPE_CHECKING

from quorate.app.deliberation_name import find_deliberation, is_whole, whole_id
from quorate.core.errors import InputError
from quorate.surfaces.cli.options import Manner
from quorate.surfaces.cli.terminal.streams import complain

if TYPE_CHECKING:
    from quorate.surfaces.cli.terminal.runner import Runner


def to_read(at: "Runner", said: str) -> str:
    """The id of the deliberation to look at."""
    return whole_id(said) if is_whole(said) else at.run(find_deliberation(at.app, at.who, said)).id


def to_change(at: "Runner", said: str, manner: Manner) -> str:
    """The id of the one to change: a short name holds only once a person has seen its subject and its whole id."""
    if is_whole(said):
        return whole_id(said)
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.prompts.typed_lines import can_ask, confirmed

    found, words = at.run(find_deliberation(at.app, at.who, said)), Words(manner.look.lang)
    if not can_ask(manner.no_input):
        raise InputError(words("short.script", said=repr(said), id=found.id))
    complain(f"{found.id}  {found.subject}")
    if not confirmed(words("short.confirm")):
        raise InputError(words("short.declined"))
    return found.id
