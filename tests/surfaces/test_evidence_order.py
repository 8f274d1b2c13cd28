"""The order of the verdicts of evidence, each reached in each of its ways: by a document, and by a panel of engines."""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from tests.surfaces.engine_room import ALL, EngineRoom
from tests.surfaces.office import Office

CLAIM = "The stale reads come from the cache"
RUN = {"type": "code", "file": "cache.py", "reproducible": True, "command": "pytest -k stale"}
READ = {"type": "document", "file": "notes.md", "section": "Reads"}
COUNTER = {**RUN, "id": "off", "counter": True, "command": "pytest -k cache_off"}
ANSWER = {**READ, "id": "on", "file": "answer.md", "answers": "off"}
THREE = ("claude", "codex", "gemini")
CHALLENGE = "The others measured another build"


def vote(choice: str, confidence: float, *evidence: dict[str, Any], option: str = "") -> dict[str, Any]:
    said = {"vote": choice, "confidence": confidence, "rationale": f"I {choice} it", "evidence": list(evidence)}
    return {**said, "option": option} if option else said


class Way(NamedTuple):
    """What the seats say, in the order of the engines, and the verdict that follows from it, by which rule."""

    says: tuple[dict[str, Any], dict[str, Any], dict[str, Any]]
    result: str
    why: str
    requires: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    seats: tuple[str, ...] = THREE
    terms: Mapping[str, Any] = MappingProxyType({})
    options: tuple[str, ...] = ()

    @property
    def votes(self) -> list[dict[str, Any]]:
        """A ballot per seat: what its engine says."""
        said = dict(zip(ALL, self.says, strict=True))
        return [said[seat.partition(":")[0]] for seat in self.seats]

    @property
    def question(self) -> dict[str, Any]:
        """The question document, without those who answer."""
        named = self.options or sorted({one["option"] for one in self.says if "option" in one})
        options = {"options": [{"id": name, "text": f"Option {name}"} for name in named]} if named else {}
        return {"protocol": "evidence", "question": {"subject": CLAIM, **options}, **self.terms}


REFUTED, SHORT, CONTESTED, PROVEN = "REFUTED", "INSUFFICIENT_EVIDENCE", "CONTESTED", "PROVEN"
CONTEXT, BLOCK = ("more_context",), ("risk_acceptance",)
SUSPICIOUS = ("SUSPICIOUS_UNANIMITY",)
OPTIONS = {"A": vote("accept", 0.8, RUN, option="A"), "B": vote("accept", 0.5, option="B")}
ACCEPTED, REJECTED, ABSTAINED = vote("accept", 0.7, RUN), vote("reject", 0.5), vote("abstain", 0.3)
DECIDED = {
    "a standing counter-proof refutes the claim that leads": Way(
        (vote("accept", 0.9, RUN), vote("accept", 0.8, RUN), vote("reject", 0.7, COUNTER)), REFUTED, "claim", BLOCK
    ),
    "a rejection that leads with its counter-proof refutes the claim": Way(
        (vote("reject", 0.8, COUNTER), vote("reject", 0.7), vote("accept", 0.6, RUN)), REFUTED, "claim", BLOCK
    ),
    "a counter-proof refutes a claim on which the weights are tied": Way(
        (vote("accept", 0.5, RUN), vote("reject", 0.5, COUNTER), ABSTAINED), REFUTED, "claim", BLOCK
    ),
    "a standing counter-proof refutes the option that leads": Way(
        (OPTIONS["A"], vote("accept", 0.7, option="A"), vote("reject", 0.5, COUNTER, option="A")),
        REFUTED,
        "yes",
        BLOCK,
        options=("A", "B"),
    ),
    "a counter-proof goes before a critical conflict": Way(
        (vote("accept", 0.9, RUN), vote("accept", 0.9), vote("reject", 0.9, COUNTER)), REFUTED, "claim", BLOCK
    ),
    "one voting agent is not enough": Way((ACCEPTED, ABSTAINED, ABSTAINED), SHORT, "few", CONTEXT),
    "nothing that can be run again proves nothing": Way(
        (vote("accept", 0.7, READ), vote("accept", 0.7), REJECTED), SHORT, "unproven", CONTEXT
    ),
    "a rejection without a counter-proof is not enough": Way(
        (vote("reject", 0.7, RUN), vote("reject", 0.7), vote("accept", 0.5, RUN)), SHORT, "no_counter_proof", CONTEXT
    ),
    "most of the weight proves": Way((ACCEPTED, ACCEPTED, REJECTED), PROVEN, "weight"),
    "a stated threshold above the weight asks a person": Way(
        (ACCEPTED, ACCEPTED, vote("reject", 0.5)),
        SHORT,
        "yes",
        ("human_choice",),
        terms={"consensusThreshold": 0.9},
    ),
    "three fifths of the agents prove with less than half of the weight": Way(
        (vote("accept", 0.3, RUN, option="A"), OPTIONS["B"], vote("accept", 0.45, option="C")),
        PROVEN,
        "heads",
        seats=("claude", "claude:opus", "claude:sonnet", "codex", "gemini"),
    ),
    "strict wants four fifths of the agents or of the weight": Way(
        (vote("accept", 0.8, RUN), vote("accept", 0.8), vote("reject", 0.6)),
        SHORT,
        "yes",
        CONTEXT,
        terms={"strict": True},
    ),
    "strict is met by four fifths of the weight": Way(
        (vote("accept", 0.9, RUN), vote("accept", 0.9), vote("reject", 0.2)), PROVEN, "weight", terms={"strict": True}
    ),
    "otherwise it is not enough": Way(
        (vote("accept", 0.4, RUN, option="A"), vote("accept", 0.45, option="B"), vote("accept", 0.45, option="C")),
        SHORT,
        "yes",
        CONTEXT,
        seats=("claude", "claude:opus", "codex", "gemini"),
    ),
    "agreement without an argument is suspicious": Way(
        (vote("accept", 0.9, RUN), vote("accept", 0.9, READ), vote("accept", 0.9)),
        PROVEN,
        "weight",
        ("verification",),
        SUSPICIOUS,
    ),
    "agreement on one file is suspicious": Way((ACCEPTED,) * 3, PROVEN, "weight", ("verification",), SUSPICIOUS),
    "agreement without proof is suspicious too": Way(
        (vote("accept", 0.7),) * 3, SHORT, "unproven", ("more_context", "verification"), SUSPICIOUS
    ),
}
ANSWERED = Way((vote("reject", 0.7, COUNTER), vote("reject", 0.7), vote("accept", 0.5, ANSWER)), SHORT, "yes", CONTEXT)
SPLIT = {
    "heads name another leader than weight": Way(
        (vote("accept", 0.95, RUN), vote("reject", 0.4), vote("reject", 0.4)), CONTESTED, "heads_differ"
    ),
    "a tie by heads": Way((vote("accept", 0.7, RUN), vote("reject", 0.4), ABSTAINED), CONTESTED, "heads_tied"),
    "a tie by weight": Way((vote("accept", 0.5, RUN), vote("reject", 0.5), ABSTAINED), CONTESTED, "tied"),
    "two fifths on the other side cite evidence": Way(
        (vote("accept", 0.7, RUN), vote("reject", 0.5, READ), vote("accept", 0.7)),
        CONTESTED,
        "opposed",
        seats=("claude", "claude:opus", "gemini", "codex", "codex:gpt-5"),
    ),
}
CRITICAL = Way((vote("accept", 0.9, RUN), vote("accept", 0.9), vote("reject", 0.85)), CONTESTED, "critical")
ROUNDS = {
    0: ("redeliberate", ("challenge_round",)),
    1: ("redeliberate", ("challenge_round",)),
    2: ("ask", ("human_choice",)),
}
ACTIONS = {REFUTED: "block", SHORT: "ask", PROVEN: "proceed"}


def tallied(office: Office, way: Way, **more: Any) -> dict[str, Any]:
    """The verdict of `quorate tally` on a document with these votes."""
    votes = [{"agentId": seat, **said} for seat, said in zip(way.seats, way.votes, strict=True)]
    document = {**way.question, **more, "votes": votes}
    return office.json("tally", office.file("way.json", json.dumps(document)))


def decided(room: EngineRoom, way: Way, rounds: int = 2) -> tuple[dict[str, Any], str]:
    """The verdict of `quorate decide` with a seat per engine, and the rule by which it was reached."""
    for engine, said in zip(ALL, way.says, strict=True):
        room.standins.install(engine, vote={**said, "challenge": CHALLENGE})
    seats = [word for seat in way.seats for word in ("--seat", f"{seat.replace(':', '-')}={seat}")]
    debate = ("--debate", str(rounds)) if rounds != 2 else ()
    found = room.json("decide", room.file("way.json", json.dumps(way.question)), *seats, *debate)
    steps = room.json("explain", found["id"])["rules"]
    return found["verdict"], next(one["why"] for one in steps if one["fits"])


def shape(verdict: dict[str, Any]) -> tuple[str, str, list[str], list[str]]:
    return verdict["result"], verdict["action"], verdict["requires"], verdict["flags"]


@pytest.mark.parametrize("name", DECIDED)
def test_a_document_reaches_each_verdict_in_each_way(office: Office, name: str) -> None:
    way = DECIDED[name]
    assert shape(tallied(office, way)) == (way.result, ACTIONS[way.result], [*way.requires], [*way.flags])


@pytest.mark.parametrize("name", DECIDED)
def test_engines_reach_each_verdict_in_each_way(room: EngineRoom, name: str) -> None:
    way = DECIDED[name]
    verdict, why = decided(room, way)
    assert shape(verdict) == (way.result, ACTIONS[way.result], [*way.requires], [*way.flags])
    assert why == way.why


@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("name", SPLIT)
def test_a_contested_document_goes_to_a_person_after_two_rounds(office: Office, name: str, rounds: int) -> None:
    action, requires = ROUNDS[rounds]
    verdict = tallied(office, SPLIT[name], challengeRounds=rounds)
    assert shape(verdict) == (CONTESTED, action, [*requires], [])


@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("name", SPLIT)
def test_engines_that_stay_apart_go_to_a_person_after_two_rounds(room: EngineRoom, name: str, rounds: int) -> None:
    action, requires = ROUNDS[rounds]
    verdict, why = decided(room, SPLIT[name], rounds)
    assert shape(verdict) == (CONTESTED, action, [*requires], [])
    assert why == SPLIT[name].why


def test_a_critical_conflict_goes_to_a_person_at_once(office: Office, room: EngineRoom) -> None:
    verdict, why = decided(room, CRITICAL)
    for found in (tallied(office, CRITICAL), verdict):
        assert shape(found) == (CONTESTED, "ask", ["human_choice"], [])
        assert "L3" in {one["level"] for one in found["escalations"]}
    assert why == "critical"
    assert room.calls() == dict.fromkeys(ALL, 1), "nobody is challenged first"


def test_strict_on_the_command_line(office: Office, room: EngineRoom) -> None:
    way = DECIDED["strict wants four fifths of the agents or of the weight"]._replace(terms={})
    assert tallied(office, way)["result"] == PROVEN
    office.file(
        "way.json",
        json.dumps({**way.question, "votes": [{"agentId": str(at), **one} for at, one in enumerate(way.says)]}),
    )
    assert office.json("tally", "way.json", "--strict")["result"] == SHORT
    for engine, said in zip(ALL, way.says, strict=True):
        room.standins.install(engine, vote=said)
    panel = [word for engine in ALL for word in ("--seat", f"{engine}={engine}")]
    found = room.json("decide", CLAIM, "--protocol", "evidence", "--strict", *panel)
    assert found["verdict"]["result"] == SHORT


def test_a_rejection_whose_counter_proof_was_answered_is_never_proven(office: Office, room: EngineRoom) -> None:
    expected: tuple[str, str, list[str], list[str]] = (ANSWERED.result, "ask", [*ANSWERED.requires], [])
    assert shape(tallied(office, ANSWERED)) == expected
    before = ANSWERED._replace(says=(*ANSWERED.says[:2], vote("accept", 0.5, RUN)))
    assert decided(room, before)[0]["result"] == REFUTED, "nobody can answer what nobody has seen"
    room.standins.install("gemini", vote=vote("accept", 0.5, ANSWER))
    name = room.json("log")["lines"][0]["id"]
    new = room.file("new.md", "The build was another one")
    again = ("--trigger", "new_evidence", "--evidence", new, "--seat", "gemini")
    found = room.json("redeliberate", name, *again)
    assert shape(found["verdict"]) == expected
