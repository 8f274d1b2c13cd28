"""Evidence panels of engines from the question to each verdict: proven, refuted, contested after challenge rounds."""

from typing import Any

import pytest

from tests.surfaces.engine_room import ALL, EngineRoom

CLAIM = ("decide", "The stale reads come from the cache", "--protocol", "evidence")
PANEL = tuple(word for engine in ALL for word in ("--seat", f"{engine.capitalize()}={engine}"))
RUN = {
    "type": "code",
    "file": "cache.py",
    "line": 12,
    "quote": "ttl = 60",
    "reproducible": True,
    "command": "pytest -k stale",
}


def vote(choice: str, confidence: float, *evidence: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"vote": choice, "confidence": confidence, "rationale": f"I {choice} it", "evidence": list(evidence), **more}


def decided(room: EngineRoom, *votes: dict[str, Any]) -> dict[str, Any]:
    """What the three engines come to."""
    for engine, said in zip(ALL, votes, strict=True):
        room.standins.install(engine, vote=said)
    found: dict[str, Any] = room.json(*CLAIM, *PANEL)
    return found


def test_engines_that_agree_and_cite_what_can_be_run_again_prove_a_claim(room: EngineRoom) -> None:
    found = decided(room, vote("accept", 0.9, RUN), vote("accept", 0.8, RUN), vote("accept", 0.8))
    assert (found["verdict"]["result"], found["verdict"]["action"]) == ("PROVEN", "proceed")
    assert room.calls() == dict.fromkeys(ALL, 1)
    prompt = room.standins.calls("claude")[0].prompt
    for asked in ("accept | reject | abstain", "reproducible", "command", "0.0"):
        assert asked in prompt, asked


def test_a_counter_proof_that_stands_refutes_a_claim_against_the_majority(room: EngineRoom) -> None:
    counter = {**RUN, "id": "off", "counter": True, "command": "pytest -k cache_off"}
    found = decided(room, vote("accept", 0.9, RUN), vote("accept", 0.8, RUN), vote("reject", 0.7, counter))
    assert (found["verdict"]["result"], found["verdict"]["action"]) == ("REFUTED", "block")


def test_engines_that_stay_apart_with_evidence_are_challenged_twice_and_a_person_is_asked(room: EngineRoom) -> None:
    kept = {"challenge": "The others measured another build"}
    found = decided(
        room,
        vote("accept", 0.8, RUN, **kept),
        vote("reject", 0.7, RUN, **kept),
        vote("abstain", 0.3, **kept),
    )
    assert (found["verdict"]["result"], found["verdict"]["action"]) == ("CONTESTED", "ask")
    assert room.calls() == dict.fromkeys(ALL, 3)
    for engine in ALL:
        first, second, _ = (run.prompt for run in room.standins.calls(engine))
        assert ("I reject it" in first, "I accept it" in first) == (False, False)
        assert "I accept it" in second, "its own earlier ballot, or another's argument"
    assert [one["purpose"] for one in found["rounds"]] == ["first", "challenge", "challenge"]


def test_engines_that_agree_and_cite_nothing_that_can_be_run_again_prove_nothing(room: EngineRoom) -> None:
    found = decided(room, *[vote("accept", 0.9)] * 3)
    assert (found["verdict"]["result"], found["verdict"]["action"]) == ("INSUFFICIENT_EVIDENCE", "ask")


@pytest.mark.parametrize("confidence", ["fairly sure", 85, "HIGH", "0.85"])
def test_a_confidence_on_another_scale_is_understood(room: EngineRoom, confidence: object) -> None:
    other = {**vote("accept", 0.9, RUN), "confidence": confidence}
    found = decided(room, vote("accept", 0.9, RUN), vote("accept", 0.8, RUN), other)
    assert found["verdict"]["result"] == "PROVEN"
