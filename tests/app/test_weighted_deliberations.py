"""Deliberations under weighted: what voters weigh is frozen when the question is opened, and replays byte for byte."""

import asyncio
from pathlib import Path
from typing import Any

from quorate.analysis.learning.judgement import learn
from quorate.analysis.track_record.decided_votes import decided_votes
from quorate.analysis.track_record.decisive_weights import decisive_weights
from quorate.analysis.track_record.relevance import narrowed
from quorate.app.app import App
from quorate.app.learning.outcomes import record_outcome
from quorate.app.life.new_deliberation import open_deliberation
from quorate.app.question.draft import AskedQuestion, SourceDocument
from quorate.app.question.panel_choice import PanelWishes
from quorate.commit import folded, loaded
from quorate.core.codec import to_json
from quorate.core.errors import DocumentError
from quorate.core.protocol.learning import LearnedWeights
from quorate.deliberation.counting import verdict_of
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session
from quorate.prompts.prompt import prompt_for
from quorate.protocols import protocol_named
from tests.app.house import AGAINST, ANN, FOR, House

ZOE, CAT = Principal("zoe"), Principal("cat")
PANEL = [{"seat": name[0], "voter": f"person:{name}"} for name in ("ann", "ben", "cat")]
WHO = {"a": ANN, "b": Principal("ben"), "c": CAT}


async def opened(app: App, protocol: str = "weighted", **document: Any) -> Session:
    """A deliberation of ann, ben and cat."""
    value = {"question": {"subject": "Adopt the queue?", "domain": "ops"}, "panel": PANEL, **document}
    asked = AskedQuestion(SourceDocument(value, name="q.yaml"), panel=PanelWishes(protocol=protocol))
    return (await open_deliberation(app, ANN, asked)).session


async def voted(house: House, session: Session, votes: str) -> Session:
    """A letter per seat: y for, n against."""
    for (seat, who), said in zip(WHO.items(), votes, strict=True):
        session = await house.voted(session, seat, who, FOR if said == "y" else AGAINST)
    return session


async def taught(house: House, times: int = 16) -> None:
    """Ann and ben are always right, cat never is; approval is true every second time."""
    for number in range(times):
        is_true = number % 2 == 0
        session = await voted(house, await opened(house.app, "magi"), "yyn" if is_true else "nny")
        await record_outcome(house.app, ZOE, session.id, "right")


def learned(session: Session) -> dict[str, Any]:
    """What is frozen in the opening."""
    found = session.opened.terms["learned"]
    assert isinstance(found, dict)
    return found


async def test_without_outcomes_all_weigh_the_same(house: House) -> None:
    frozen = learned(await opened(house.app))
    assert frozen == {
        "weights": {},
        "others": 1000,
        "lean": {"APPROVE": 0, "REJECT": 0},
        "basis": "default",
        "outcomes": [],
    }


async def test_fewer_than_five_outcomes_set_no_weights(house: House) -> None:
    await taught(house, 4)
    frozen = learned(await opened(house.app))
    assert (frozen["weights"], frozen["others"], frozen["basis"]) == ({}, 1000, "majority")
    assert len(frozen["outcomes"]) == 4


async def test_from_five_outcomes_on_weights_follow_from_each_voters_own_record(house: House) -> None:
    await taught(house, 14)
    frozen = learned(await opened(house.app))
    assert frozen["basis"] == "records"
    assert frozen["weights"]["person:ann"] > frozen["others"] > frozen["weights"]["person:cat"] > 0


async def test_weights_are_whole_thousandths_that_are_not_negative_with_the_outcomes_behind_them(house: House) -> None:
    await taught(house)
    frozen = learned(await opened(house.app))
    weights = frozen["weights"]
    assert set(weights) == {"person:ann", "person:ben", "person:cat"}
    assert all(type(one) is int and one >= 0 for one in weights.values())
    assert weights["person:ann"] > weights["person:cat"]
    assert len(frozen["outcomes"]) == 16
    for one in frozen["outcomes"]:
        history = await house.app.record.read(one["deliberation"])
        assert type(history[one["position"] - 1].event).__name__ == "OutcomeKnown"
        assert one["by"] == "zoe"


async def test_the_record_decides_by_what_was_frozen_and_not_by_what_came_later(house: House) -> None:
    await taught(house)
    session = await opened(house.app)
    for _ in range(3):
        other = await voted(house, await opened(house.app, "magi"), "yyn")
        await record_outcome(house.app, ZOE, other.id, "wrong")
    decided = await voted(house, session, "yyn")
    again = await loaded(house.app.record, session.id)
    verdict = decided.verdict
    assert verdict is not None
    assert (verdict.result, verdict.choice) == ("MAJORITY", "APPROVE")
    weights = {one.seat.name: one.seat.weight for one in verdict.receipt.roster}
    assert {name: weight * 1000 for name, weight in weights.items()} == {
        "a": learned(session)["weights"]["person:ann"],
        "b": learned(session)["weights"]["person:ben"],
        "c": learned(session)["weights"]["person:cat"],
    }
    assert to_json(verdict_of(again, again.rounds[0])) == to_json(verdict)
    assert [note.detail for note in verdict.receipt.notes if note.code == "outcomes_recorded_by"] == ["zoe"]


async def test_whoever_forges_what_is_kept_changes_no_weight(house: House, tmp_path: Path) -> None:
    house.app.kept_at = file = tmp_path / "learned" / "kept.json"
    await taught(house)
    honest = learned(await opened(house.app))
    await house.app.whole((await house.decided(FOR, FOR)).id)
    for kept in (file, file.with_suffix(".votes.json")):
        text = kept.read_text()
        forged = text.replace("person:ann", "person:x").replace("person:cat", "person:ann")
        assert forged != text
        kept.write_text(forged.replace("person:x", "person:cat"))
    assert learned(await opened(house.app)) == honest


async def test_outcomes_that_are_replaced_while_it_opens_are_frozen_as_they_were_at_their_positions(
    house: House,
) -> None:
    """Whoever reads the outcomes used up to the positions that are frozen comes to the same weights."""
    await taught(house)
    lines = (await house.app.record.known_outcomes()).lines

    async def replaced() -> None:
        for line in lines:
            await record_outcome(house.app, ZOE, line.deliberation, "wrong")

    session, _ = await asyncio.gather(opened(house.app), replaced())
    frozen, known = learned(session), []
    for one in frozen["outcomes"]:
        history = await house.app.record.read(one["deliberation"])
        votes = decided_votes(folded(None, history[: one["position"]]))
        assert votes is not None
        known.append(votes)
    used = narrowed(known, "ops")
    again = decisive_weights(used, learn(used.history, fixed_options=True, may_decide=True))
    learning = protocol_named("weighted").learning
    assert learning is not None
    assert {**learning.frozen(again), "outcomes": frozen["outcomes"]} == frozen
    assert sorted(one["deliberation"] for one in frozen["outcomes"]) == sorted(line.deliberation for line in lines)


async def test_nobody_states_weights_of_their_own(house: House) -> None:
    learnt = {"weights": {"person:ann": 9000}}
    await house.refuses(opened(house.app, learned=learnt), "learned: found weights of your own", DocumentError)
    heavy = [{**PANEL[0], "weight": 5}, *PANEL[1:]]
    await house.refuses(opened(house.app, panel=heavy), r"panel\[0\].weight: found 5", DocumentError)


async def test_a_voter_is_not_told_what_anybody_weighs(house: House) -> None:
    await taught(house)
    session = await opened(house.app)
    assert "learned" not in prompt_for(session, session.opened.seats[0]).terms


def test_a_new_voter_starts_at_the_pool_and_an_empty_seat_is_the_heaviest_that_it_might_have_been() -> None:
    learning = protocol_named("weighted").learning
    assert learning is not None
    known = {"claude/opus-1/Logos": 1500, "claude/opus-2/Logos": 400, "claude/opus-1/Pathos": 2000}
    terms = {learning.key: learning.frozen(LearnedWeights(known, 700))}
    assert learning.weight_of(terms, "claude/opus-2/Logos", True) * 1000 == 400
    assert learning.weight_of(terms, "claude/opus-3/Logos", True) * 1000 == 700
    assert learning.weight_of(terms, "claude/?/Logos", True) * 1000 == 700
    assert learning.weight_of(terms, "claude/?/Logos", False) * 1000 == 1500
    assert learning.weight_of(terms, "codex/?/Logos", False) * 1000 == 700
