"""FRAME: from a question document to an opening. What can be refused is refused here, before anybody is asked."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from quorate.core.errors import MISSING, DocumentError, InputError, Problem
from quorate.core.exact import in_digits
from quorate.core.panel import ANSWER_LATER, MOST_SEATS, Seat
from quorate.core.protocol import OPTION
from quorate.core.question import Question
from quorate.core.shape import (
    FILLED,
    FLAG,
    TEXT,
    WEIGHT,
    Field,
    Problems,
    any_of,
    list_of,
    number,
    one_of,
    record,
    whole,
)
from quorate.core.text.names import folded
from quorate.core.wording import ArgumentName, TerminalHint, Wording
from quorate.deliberation.events import KEEP_OPEN, MOST_CONFIDENT, Opened, Policy
from quorate.deliberation.moments import read_moment
from quorate.deliberation.moves import open_session
from quorate.deliberation.rounds.debate import MOST_DEBATES
from quorate.protocols import APPROVAL, CHOICE, CONSENSUS, DEFAULT, names_of_those, protocol_named

AUTO, SIMPLE, ENGINE = "auto", "simple", "engine"
MODES = (AUTO, SIMPLE, ENGINE)
ENGINES = ("claude", "codex", "gemini")
DEFAULT_VOTER = "scorecard"
NEW_SEAT = ArgumentName("seats NAME=VOTER")
"""How a seat is named where a deliberation is opened."""
_MONTHS_OF_A_YEAR = 12
CONSENSUS_LABELS = ("consensus", "decision", "voting", "validation", "conflict")
_WITHOUT_ENGINES = (
    "these work without an engine:",
    Wording("  ", ArgumentName("seats"), " NAME=person              people vote", TerminalHint(" with `quorate vote`")),
    Wording(TerminalHint("  --seat NAME=openai:MODEL@URL    a local or remote model")),
    Wording(TerminalHint("  --seat NAME=command:PROGRAM     your own program")),
    "  scores in the question          the scorecard votes by them",
    Wording(TerminalHint("  quorate tally FILE              counts ballots that you already have")),
)

_COMMAND = record({"command": Field(list_of(FILLED, least=1), "The program and its arguments.", required=True)})
_SEAT = record(
    {
        "seat": Field(FILLED, "The seat's name.", required=True, default=""),
        "lens": Field(TEXT, "The lens it looks through, such as Logos or risk.", default=""),
        "voter": Field(
            any_of(_COMMAND, FILLED, str),
            "Who answers: claude, codex, gemini, openai:MODEL@URL, scorecard, person, agent:NAME, or a command.",
            default=DEFAULT_VOTER,
        ),
        "weight": Field(WEIGHT, "The seat's weight.", default=1),
    }
)
_POLICY = record(
    {
        "ballots_by": Field(FILLED, "Ballot deadline: a time such as 2026-11-15T18:00Z.", default=""),
        "at_ballots_by": Field(
            one_of(KEEP_OPEN, "count"),
            "After that: keep the round open, or count.",
            default=KEEP_OPEN,
        ),
        "answer_minutes": Field(whole(0, 10**7), "Minutes that a person has to answer.", default=0),
        "at_answer_by": Field(
            one_of(KEEP_OPEN, "decline"), "After that: keep it open, or do not go ahead.", default=KEEP_OPEN
        ),
        "people": Field(list_of(FILLED), "Who may answer when a person is asked; anyone if empty.", default=()),
        "debate_rounds": Field(
            whole(0, 2), "Debate or challenge rounds after a count without consensus; 2 under judges and evidence."
        ),
        "deadlock": Field(
            one_of("ask", MOST_CONFIDENT, "reframe"),
            "What happens in a deadlock: ask a person, use the most confident seat, or reframe.",
            default="ask",
        ),
        "deadlock_minutes": Field(whole(0, 10**7), "Minutes until the most confident seat decides.", default=0),
        "gated": Field(FLAG, "True if a gate waits for the verdict.", default=False),
        "check_evidence": Field(FLAG, "Count only after the evidence was checked (`quorate check`).", default=False),
        "keys_only": Field(FLAG, "True if only votes and answers with a key are accepted.", default=False),
        "advice": Field(
            FLAG, "True if it only advises: counted and recorded, its action is never released.", default=False
        ),
        "max_cost": Field(number(0, 10**6), "Budget in US dollars; once it is used up, no engine is called."),
        "reask": Field(
            whole(0, 1), "How often an engine is asked again if its reply has no ballot: 0 or 1.", default=1
        ),
    }
)
PANEL = Field(list_of(_SEAT, least=1, most=MOST_SEATS), "The seats (default: one for each of the protocol's lenses).")
OWN_KEYS = {
    "panel": PANEL,
    "policy": Field(_POLICY, "Deadlines, who may answer, budget, and what happens in a deadlock."),
    "mode": Field(one_of(*MODES), "The mode; auto is engine if two engines can be asked, else simple.", default=AUTO),
    "horizon_months": Field(whole(0, 1200), "How many months the decision reaches ahead.", default=0),
    "labels": Field(list_of(FILLED), "Labels of the task that it belongs to; some of them mean evidence.", default=()),
}


class Mode(NamedTuple):
    """The mode that was picked; `reason` is a code for why, `missing` the engines without which it fell back."""

    name: str
    reason: str
    missing: tuple[str, ...] = ()


class Engines(NamedTuple):
    """Which engines can be asked, the preferred first, and which of the three are not there."""

    usable: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


class Panel(NamedTuple):
    """Who is asked, in which mode, and which engines that mode wanted and did not get."""

    seats: tuple[Seat, ...]
    mode: Mode
    lost: tuple[str, ...] = ()


def choose_mode(question: Question, asked: str = AUTO, *, horizon_months: int = 0, split_before: bool = False) -> Mode:
    """Engine Mode if it is requested or the stakes are high; otherwise what can be asked decides."""
    if asked != AUTO:
        return Mode(asked, "requested")
    if question.urgency == "critical" and question.reversibility == "low":
        return Mode(ENGINE, "critical")
    if "architecture" in question.domain.casefold() and horizon_months > _MONTHS_OF_A_YEAR:
        return Mode(ENGINE, "architecture")
    if split_before:
        return Mode(ENGINE, "split")
    return Mode(SIMPLE, "default")


def read_opening(
    document: Mapping[str, Any],
    protocol: str | None = None,
    *,
    supersedes: str = "",
    split_before: bool = False,
    engines: Engines | None = None,
) -> Opened:
    """A question document, as plain values, as an opening. Raises DocumentError with every problem.

    Without a panel, and with no word of `engines`, the scorecard is asked.
    """
    _check_protocol(document.get("protocol"), protocol)
    chosen = choose_protocol(document, protocol)
    name = protocol_named(chosen.name).name
    own, terms = _apart(document, name)
    problems: Problems = []
    values: dict[str, Any] = record(OWN_KEYS).read(own, (), problems)
    stated, policy = _stated_seats(values["panel"], problems), _policy(name, values["policy"], problems)
    if approvers := approvers_in(document):
        if stated:
            problems.append(Problem(("approvers",), "together with a panel", "approvers, or a panel"))
        stated = [Seat(person, "", f"person:{person}") for person in approvers]
    _check_rounds(name, policy, problems)
    if "question" not in document:
        problems.append(Problem(("question",), MISSING, "one decidable question"))
    if "approvers" in protocol_named(name).document.schema["properties"] and stated:
        terms.setdefault("approvers", [seat.name for seat in stated])
    said = document.get("question", "?")
    open_with = partial(open_session, name, said, terms=terms, policy=policy, supersedes=supersedes)
    try:
        question = open_with(stated or [Seat("seat")]).question
    except DocumentError as error:
        raise DocumentError([*problems, *error.problems]) from None
    problems += _problems_of_signers(name, stated, values["mode"])
    words = protocol_named(name).words
    if len(question.options) == 1 and words and words.subject == OPTION:
        problems.append(Problem(("options",), "1", f"at least 2: {name} chooses one of them"))
    if problems:
        raise DocumentError(problems)
    asked = ENGINE if values["mode"] == AUTO and stated and all(one.is_engine for one in stated) else values["mode"]
    mode = choose_mode(question, asked, horizon_months=values["horizon_months"], split_before=split_before)
    panel = Panel(tuple(stated), mode) if stated else default_panel(name, question, mode, engines)
    opened = open_with(panel.seats, mode=panel.mode.name, lost=panel.lost)
    return opened._replace(protocol_reason="" if chosen.reason == NAMED else chosen.reason)


def _problems_of_signers(protocol: str, seats: Sequence[Seat], mode: str) -> Iterator[Problem]:
    """Yield what does not go with a protocol under which people who are named sign off."""
    if not protocol_named(protocol).progress:
        return
    if not seats:
        yield Problem(("approvers",), MISSING, "the people who sign off")
    for index, seat in enumerate(seats):
        if seat.voter_kind != "person" or not seat.holder:
            yield Problem(("panel", index, "voter"), repr(seat.voter), "person:NAME: people who are named sign off")
    if mode != AUTO:
        yield Problem(("mode",), mode, f"none under {protocol}: no engine is asked")


def default_panel(protocol: str, question: Question, mode: Mode, engines: Engines | None) -> Panel:
    """The panel of a question that names none: what the mode wants, as far as it is there."""
    if engines is None:
        return Panel(_lenses(protocol, DEFAULT_VOTER), mode)
    if not engines.usable:
        return _panel_without_engines(protocol, question, mode, engines)
    seats = tuple(Seat(name.capitalize(), "", name) for name in engines.usable)
    if mode.name == ENGINE and len(seats) > 1:
        return Panel(seats, mode, engines.missing)
    if mode.reason == "default" and len(seats) >= max(2, protocol_named(protocol).fewest_votes):
        return Panel(seats, mode._replace(name=ENGINE))
    seats = _lenses(protocol, engines.usable[0])
    if mode.name == ENGINE:
        return Panel(seats, mode._replace(name=SIMPLE), engines.missing)
    return Panel(seats, mode)


def _panel_without_engines(protocol: str, question: Question, mode: Mode, engines: Engines) -> Panel:
    """The scorecard, where the question has scores. It is no engine: Engine Mode has lost all that it wanted."""
    seats = _lenses(protocol, DEFAULT_VOTER)
    if not question.scores:
        raise no_engines(engines)
    if mode.name == ENGINE:
        return Panel(seats, mode._replace(name=SIMPLE), engines.missing)
    return Panel(seats, mode)


def no_engines(engines: Engines) -> InputError:
    """What is said where no engine can be asked; its notes are what works without one, a line each."""
    names = ", ".join(engines.missing) or "none known"
    see = TerminalHint("; `quorate engines` shows what is missing and how to get it")
    error = InputError(Wording(f"no engine can be asked: {names}", see))
    for way in _WITHOUT_ENGINES:
        error.add_note(way)
    return error


def _lenses(protocol: str, voter: str) -> tuple[Seat, ...]:
    seats = lens_seats(protocol, voter)
    if not seats:
        how = (NEW_SEAT, TerminalHint(", or in a document panel: [{seat: ..., voter: ...}]"))
        raise InputError(Wording(f"{protocol} has no default panel; name the seats: ", *how))
    return seats


def lens_seats(protocol: str, voter: str) -> tuple[Seat, ...]:
    """One voter in a seat for each of the protocol's own lenses; none where it has none."""
    return tuple(Seat(lens.name, lens.name, voter) for lens in protocol_named(protocol).lenses)


def _apart(document: Mapping[str, Any], protocol: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is Quorate's and what is the protocol's own. Both may have a policy, which is written as one."""
    own = {key: value for key, value in document.items() if key in OWN_KEYS}
    terms = {key: value for key, value in document.items() if key not in (*OWN_KEYS, "protocol", "question")}
    stated = own.get("policy")
    if "policy" in protocol_named(protocol).document.schema["properties"] and isinstance(stated, dict):
        own["policy"] = {key: value for key, value in stated.items() if key in Policy._fields}
        if others := {key: value for key, value in stated.items() if key not in Policy._fields}:
            terms["policy"] = others
    return own, terms


NAMED = "named"


class ProtocolChoice(NamedTuple):
    """The protocol that counts, and why: named, approvers, options, labels, or default."""

    name: str
    reason: str


def choose_protocol(document: Mapping[str, Any], named: str | None = None) -> ProtocolChoice:
    """Return the protocol that is named, or the one that fits what the document states."""
    stated = document.get("protocol")
    if name := named or (stated if isinstance(stated, str) else ""):
        return ProtocolChoice(name, NAMED)
    if "approvers" in document:
        return ProtocolChoice(APPROVAL, "approvers")
    question = document.get("question")
    within = question if isinstance(question, dict) else {}
    if "decision_type" not in within and (document.get("options") or within.get("options")):
        return ProtocolChoice(CHOICE, "options")
    labels = document.get("labels", ())
    words = [label.strip().casefold() for label in labels if isinstance(label, str)] if type(labels) is list else []
    if any(word in CONSENSUS_LABELS for word in words):
        return ProtocolChoice(CONSENSUS, "labels")
    return ProtocolChoice(DEFAULT, "default")


def _check_protocol(stated: object, named: str | None) -> None:
    if stated is not None and type(stated) is not str:
        raise DocumentError([Problem(("protocol",), repr(stated), "the name of a protocol")])
    if named and stated and protocol_named(named).name != protocol_named(stated).name:
        raise DocumentError([Problem(("protocol",), repr(stated), f"{named}, which was requested, or no protocol")])


def approvers_in(document: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the people who sign off, each once; whoever reads the document refuses what is no name."""
    stated = document.get("approvers")
    groups = [*stated.values()] if isinstance(stated, dict) else [stated]
    names = [name for group in groups if isinstance(group, list) for name in group if isinstance(name, str)]
    by_name: dict[str, str] = {}
    for name in names:
        by_name.setdefault(folded(name), name)
    return tuple(by_name.values())


def _stated_seats(stated: Sequence[Mapping[str, Any]] | None, problems: Problems) -> list[Seat]:
    if stated is None or problems:  # the rest of the document is read all the same
        return []
    return [Seat(one["seat"], one["lens"], voter_text(one["voter"]), one["weight"]) for one in stated]


def voter_text(voter: str | Mapping[str, Any]) -> str:
    """A voter as a seat names it; a command's arguments are kept apart by quoting."""
    from shlex import join  # only commands need it

    if not isinstance(voter, str):
        return "command:" + join(voter["command"])
    kind, colon, words = (part.strip() for part in voter.partition(":"))
    if colon and kind in ANSWER_LATER and not words:
        raise InputError(f"voter: found {voter!r}; allowed: a name after the colon, or just {kind} for anyone")
    return f"{kind}{colon}{words}" if words else kind


def _check_rounds(protocol: str, policy: Policy, problems: Problems) -> None:
    """Refuses a policy for later rounds that could never apply."""
    if policy.debate_rounds and not protocol_named(protocol).debate:
        others = names_of_those(lambda one: one.debate)
        allowed = f"0 under {protocol}; protocols with debates: {', '.join(others)}"
        problems.append(Problem(("policy", "debate_rounds"), str(policy.debate_rounds), allowed))
    if policy.check_evidence and not _cites(protocol):
        allowed = f"false: ballots of {protocol} cite no evidence that could be checked"
        problems.append(Problem(("policy", "check_evidence"), "true", allowed))
    if policy.advice and policy.gated:
        problems.append(Problem(("policy", "advice"), "true", "false: a gate waits for the verdict"))
    by_confidence = policy.deadlock == MOST_CONFIDENT
    if by_confidence and not protocol_named(protocol).vote_keys.confidence:
        allowed = f"ask or reframe: {protocol} ballots state no confidence"
        problems.append(Problem(("policy", "deadlock"), MOST_CONFIDENT, allowed))
    if by_confidence and not policy.deadlock_minutes:
        option = TerminalHint(" (--deadlock-after)")
        needed = Wording("it with deadlock_minutes", option, ": the choice applies at a deadline")
        problems.append(Problem(("policy", "deadlock"), MOST_CONFIDENT, needed))
    if policy.deadlock_minutes and not by_confidence:
        allowed = f"it with deadlock: {MOST_CONFIDENT}"
        problems.append(Problem(("policy", "deadlock_minutes"), str(policy.deadlock_minutes), allowed))


def _cites(protocol: str) -> bool:
    """True where ballots have evidence in parts that can be looked up."""
    named = protocol_named(protocol)
    votes = named.document.schema["properties"][named.vote_keys.votes]
    return votes.get("items", {}).get("properties", {}).get("evidence") is not None


def _policy(protocol: str, stated: Mapping[str, Any] | None, problems: Problems) -> Policy:
    rounds = MOST_DEBATES if protocol_named(protocol).debate else 0
    if stated is None:
        return Policy(debate_rounds=rounds)
    ballots_by = read_moment(stated["ballots_by"]) if stated["ballots_by"] else ""
    if ballots_by is None:
        allowed = "a time with its time zone, such as 2026-11-15T18:00:00Z"
        problems.append(Problem(("policy", "ballots_by"), repr(stated["ballots_by"]), allowed))
    cost = stated["max_cost"]
    said = stated["debate_rounds"]
    return Policy(
        **{
            **stated,
            "ballots_by": ballots_by or "",
            "max_cost": "" if cost is None else in_digits(cost),
            "debate_rounds": rounds if said is None else said,
        }
    )
