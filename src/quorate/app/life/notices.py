"""What has to be known before anybody is asked: engines that are not there, seats that are not independent."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from quorate.core.protocol import PROPOSAL
from quorate.core.question import Question
from quorate.core.text import code_point, hidden_signs
from quorate.deliberation.engines.engine_mode import engine_name
from quorate.deliberation.engines.independence import not_independent, shared_holders
from quorate.deliberation.events import Opened
from quorate.deliberation.framing import DEFAULT_VOTER, ENGINE, ENGINES
from quorate.protocols import protocol_named

_MOST_NAMED = 8


class Notice(NamedTuple):
    """A code and its values, among them names as a tuple; every interface says it in its own words."""

    code: str
    values: Mapping[str, object]


def notices(opening: Opened, *, was_named: bool = True, project_panel: str = "") -> tuple[Notice, ...]:
    """Return all that is worth knowing of an opening; `was_named` is False if nobody said who should answer.

    `project_panel` is the panel that a project's settings chose if the user does not trust them.
    """
    return (
        *_protocol(opening),
        *([Notice("project.panel", {"panel": project_panel})] if project_panel else []),
        *_missing_engines(opening),
        *([] if was_named or opening.lost else _unasked_for(opening)),
        *_too_few(opening),
        *_untied(opening),
        *_dependent(opening),
        *_hidden(opening.question),
    )


def _protocol(opening: Opened) -> Iterator[Notice]:
    protocol = protocol_named(opening.protocol)
    if opening.protocol_reason:
        yield Notice(f"protocol.{opening.protocol_reason}", {"protocol": opening.protocol})
    if protocol.progress:
        yield Notice("open.ballots", {})
    words = protocol.words
    if opening.question.options and words and words.subject == PROPOSAL and not opening.question.decision_type:
        yield Notice("options.unused", {"protocol": opening.protocol})


def engine_names(engines: tuple[str, ...]) -> tuple[str, ...]:
    """Engines as people write them."""
    return tuple(engine.capitalize() for engine in engines)


def _missing_engines(opening: Opened) -> Iterator[Notice]:
    if not opening.lost:
        return
    missing, seats = engine_names(opening.lost), opening.seats
    if opening.parent and opening.parent == opening.supersedes:
        yield Notice("engines.failed", {"missing": missing, "parent": opening.parent})
    elif opening.mode == ENGINE:
        yield Notice("fewer", {"missing": missing, "n": len(seats)})
    elif seats[0].voter_kind == DEFAULT_VOTER:
        yield Notice("no.engine", {"missing": missing})
    else:
        yield Notice("fallback", {"missing": missing, "engine": engine_name(seats[0])})
    if opening.question.action or opening.question.is_hard_to_reverse or opening.policy.gated:
        yield Notice("held", {})


def _unasked_for(opening: Opened) -> Iterator[Notice]:
    """Who answers for all because the preferred engine cannot."""
    voters = {seat.voter_kind for seat in opening.seats}
    if voters == {DEFAULT_VOTER}:
        yield Notice("scorecard", {})
    elif len(voters) == 1 and voters <= set(ENGINES[1:]):
        yield Notice("instead", {"missing": engine_names(ENGINES[:1]), "engine": engine_name(opening.seats[0])})


def _too_few(opening: Opened) -> Iterator[Notice]:
    needed = protocol_named(opening.protocol).fewest_votes
    if len(opening.seats) < needed:
        yield Notice("too.few", {"protocol": opening.protocol, "n": len(opening.seats), "needed": needed})


def _untied(opening: Opened) -> Iterator[Notice]:
    """Where the action is released whichever option wins."""
    question, words = opening.question, protocol_named(opening.protocol).words
    can_win = words is not None and words.subject != PROPOSAL and question.options
    if can_win and question.action and not question.action_for:
        yield Notice("any.option", {"option": question.options[0].id})


def _hidden(question: Question) -> Iterator[Notice]:
    """Parts of the question with invisible characters: whoever is asked would not read what is there."""
    options = "\n".join(f"{one.id}\n{one.text}" for one in question.options)
    parts = {
        "subject": question.subject,
        "context": question.context,
        "constraints": "\n".join(question.constraints),
        "options": options,
        "action": question.action,
    }
    for part, text in parts.items():
        if signs := hidden_signs(text):
            yield Notice(f"hidden.{part}", {"signs": tuple(map(code_point, signs[:_MOST_NAMED]))})


def _dependent(opening: Opened) -> Iterator[Notice]:
    """Seats that share a model, a vendor, a program or a voter; the code says which."""
    for shared in (*not_independent(opening), *shared_holders(opening)):
        yield Notice(shared.what, {"seats": tuple(shared.seats), "name": shared.name})
