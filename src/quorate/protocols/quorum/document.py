"""The tally document of quorum."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from quorate.core.ballot import Answer, Ballot, NonVote
from quorate.core.errors import MISSING, Path, Problem
from quorate.core.exact import Exact
from quorate.core.panel import MOST_SEATS, Seat
from quorate.core.protocol import Case, VoteKeys
from quorate.core.shape import (
    FILLED,
    FLAG,
    TEXT,
    WEIGHT,
    Field,
    Problems,
    Recorded,
    Schema,
    Shape,
    found,
    list_of,
    narrowed,
    number,
    one_of,
    record,
    some_of,
    whole,
)
from quorate.protocols.parts.document_fields import (
    ANSWERED_BY,
    DETAIL,
    ERROR,
    ID,
    INFERRED,
    QUESTION,
    SECOND_REQUEST,
    WARNINGS,
    is_sound,
    not_both,
    not_both_schema,
    read_answers,
    read_question,
    read_warnings,
)
from quorate.protocols.parts.document_names import check_own_options, check_voters, one_seat_each
from quorate.protocols.quorum.conditions import CONDITIONS
from quorate.protocols.quorum.hard_limits import POLICIES, PROTECTIONS
from quorate.protocols.quorum.rule import CHOICES, QuorumTerms

# every condition is read for the hard limits
MOST_CONDITIONS, MOST_CHARACTERS = 100, 10_000
MOST_CONDITIONS_IN_ALL, MOST_CHARACTERS_IN_ALL = 500, 50_000


def _read_conditions(value: Any, path: Path, problems: Problems) -> tuple[str, ...]:
    said: tuple[str, ...] = CONDITIONS.read(value, path, problems)
    if not isinstance(problems, Recorded):
        _check_amount(said, (MOST_CONDITIONS, MOST_CHARACTERS), path, problems)
    return said


def _check_amount(said: Sequence[str], most: tuple[int, int], path: Path, problems: Problems) -> None:
    """Refuses more conditions than can be read in good time; none is ever left out."""
    count, length = most
    characters = sum(map(len, said))
    if len(said) > count:
        problems.append(Problem(path, f"{len(said)} conditions", f"at most {count}"))
    elif characters > length:
        problems.append(Problem(path, f"conditions of {characters} characters", f"at most {length} together"))


_CONDITIONS = Shape(_read_conditions, {**CONDITIONS.schema, "maxItems": MOST_CONDITIONS})
_REVIEWER = record(
    {
        "agent_id": Field(FILLED, "The reviewer.", required=True, default=""),
        "authority_weight": Field(WEIGHT, "Fixed when the reviewer was chosen.", required=True, default=0),
    }
)
_VOTE_KEYS = record(
    {
        "agent_id": Field(FILLED, "The reviewer.", required=True, default=""),
        "vote": Field(one_of(*CHOICES), "The choice.", default=""),
        "authority_weight": Field(WEIGHT, "As on the roster; required only without one."),
        "reasoning": Field(TEXT, "Why.", default=""),
        **WARNINGS,
        "conditions": Field(_CONDITIONS, "Conditions of a resume; words in no known form are a note.", default=()),
        "inferred": INFERRED,
        "answered_by": ANSWERED_BY,
        "second_request": SECOND_REQUEST,
        "error": ERROR,
        "detail": DETAIL,
    },
    either=(("vote",), ("error",)),
)
_VOTE = narrowed(_VOTE_KEYS, not_both_schema("vote"))
_UNIT = number(0, 1)
_STATE = record(
    {
        "agent_id": Field(TEXT, "The paused agent."),
        "status": Field(TEXT, "Its status."),
        "risk_score": Field(_UNIT, "0 to 1."),
        "coherence": Field(_UNIT, "0 to 1."),
        "void_active": Field(FLAG, "If the void is active, no absence helps a resume.", default=False),
    }
)
_POLICY = record(
    {
        "absent": Field(one_of("excluded", "against"), "How missing reviewers count on a resume.", default="excluded"),
        "cooldown_minutes": Field(whole(1, 525_600), "When a cooldown ends.", default=60),
        "notes": Field(
            one_of(*POLICIES), "Which notes a person has to see; with drop, none is taken.", default=PROTECTIONS
        ),
    }
)
_DOCUMENT_KEYS = record(
    {
        "protocol": Field(one_of("quorum"), "The protocol's name.", default="quorum"),
        "id": ID,
        "question": QUESTION,
        "roster": Field(
            list_of(_REVIEWER, least=1, most=MOST_SEATS),
            "The eligible reviewers; without it, those who voted.",
        ),
        "votes": Field(list_of(_VOTE, most=MOST_SEATS), "One entry per reviewer.", required=True, default=()),
        "dispute_type": Field(TEXT, "Such as safety, which lets no absence help a resume.", default=""),
        "paused_agent_state": Field(_STATE, "The agent under review."),
        "policy": Field(_POLICY, "Set in advance."),
    }
)
_OWN_WEIGHTS: Schema = {"votes": {"items": {"required": ["authority_weight"]}}}
DOCUMENT = narrowed(_DOCUMENT_KEYS, {"anyOf": [{"required": ["roster"]}, {"properties": _OWN_WEIGHTS}]})
VOTE_KEYS = VoteKeys(votes="votes", seat="agent_id", choice="vote", weight="authority_weight")


def read(values: Mapping[str, Any], problems: Problems) -> Case:
    """The document's values as a case."""
    votes = values["votes"]
    weights = _weights(values["roster"], votes, problems)
    one_seat_each([vote["agent_id"] for vote in votes], ("votes",), "agent_id", problems)
    check_voters(votes, ("votes",), problems)
    not_both(votes, "vote", ("votes",), problems)
    check_own_options(values["question"], problems)
    if not isinstance(problems, Recorded):
        every = [*chain.from_iterable(vote["conditions"] for vote in votes)]
        _check_amount(every, (MOST_CONDITIONS_IN_ALL, MOST_CHARACTERS_IN_ALL), ("votes",), problems)
    if problems:
        return Case(read_question(""), ())
    seats = [Seat(vote["agent_id"], weight=weights[vote["agent_id"]]) for vote in votes]
    answers = read_answers(seats, votes, _ballot)
    heard = {answer.seat.name for answer in answers}
    absent = [NonVote(Seat(name, weight=weights[name]), "absent") for name in weights if name not in heard]
    return Case(read_question(values["question"]), [*answers, *absent], _terms(values))


def _weights(
    roster: Sequence[Mapping[str, Any]] | None, votes: Sequence[Mapping[str, Any]], problems: Problems
) -> dict[str, Exact]:
    """Every reviewer's weight: the roster's, which a ballot may repeat but not change."""
    if roster is None:
        return {vote["agent_id"]: _own_weight(index, vote, problems) for index, vote in enumerate(votes)}
    one_seat_each([reviewer["agent_id"] for reviewer in roster], ("roster",), "agent_id", problems)
    weights = {reviewer["agent_id"]: reviewer["authority_weight"] for reviewer in roster}
    for index, vote in enumerate(votes if is_sound("roster", problems) else ()):
        agent, stated = vote["agent_id"], vote["authority_weight"]
        if agent not in weights:
            what = f"{found(agent)}, who is not on the roster"
            problems.append(Problem(("votes", index, "agent_id"), what, some_of(weights)))
        elif stated is not None and stated != weights[agent]:
            allowed = f"the roster's {weights[agent]}"
            problems.append(Problem(("votes", index, "authority_weight"), str(stated), allowed))
    return weights


def _own_weight(index: int, vote: Mapping[str, Any], problems: Problems) -> Exact:
    weight: Exact | None = vote["authority_weight"]
    if weight is None:
        where = ("votes", index, "authority_weight")
        problems.append(Problem(where, MISSING, "a weight, because there is no roster"))
    return weight or 0


def _terms(values: Mapping[str, Any]) -> QuorumTerms:
    policy = values["policy"] or {"absent": "excluded", "cooldown_minutes": 60, "notes": PROTECTIONS}
    void = bool(values["paused_agent_state"] and values["paused_agent_state"]["void_active"])
    return QuorumTerms(
        values["dispute_type"],
        void,
        policy["absent"] == "against",
        policy["cooldown_minutes"],
        notes=policy["notes"],
    )


def _ballot(seat: Seat, vote: Mapping[str, Any]) -> Answer:
    read = {key: vote[key] for key in ("inferred", "answered_by", "second_request")}
    return Ballot(seat, vote["vote"], None, vote["reasoning"], **read, **read_warnings(vote))
