"""Reviewers that are engines of ours: registered with a voter, chosen like any other, asked, and counted."""

import asyncio
from collections.abc import Awaitable
from functools import cache
from pathlib import Path

import pytest

from quorate.app.app import App
from quorate.app.fleet.agents import agent_history, archive_agent, pause_agent, register_agent
from quorate.app.fleet.dialectic_reviews import reassign_review
from quorate.app.fleet.quorum_reviews import submit_quorum_vote
from quorate.app.fleet.review_requests import request_dialectic_review, request_quorum_review
from quorate.app.fleet.review_state import Review
from quorate.app.life.resumption import resume
from quorate.app.upkeep.carrier import Carrier, awaits_engines
from quorate.app.upkeep.sweep import Sweep
from quorate.deliberation.events import AUTHENTICATED, Cast, Failed
from quorate.deliberation.principal import MCP, Principal
from quorate.deliberation.session import Session
from quorate.fleet.agent_events import ReviewExecuted
from quorate.fleet.dialectic.dialectic_state import Dialectic
from quorate.fleet.reviewers import Exclusion
from quorate.prompts.prompt import prompt_for
from quorate.settings import Settings
from quorate.views.fleet import agent_plain
from quorate.voters.calls.call_folders import Calls
from quorate.voters.port import EngineSettings
from tests.app.fleet_house import OPERATOR, FleetHouse
from tests.app.house import House

RESUME = {"vote": "resume", "reasoning": "The cause was removed", "conditions": ["check in after 2h"]}
BLOCK = {"vote": "block", "reasoning": "The cause is not known"}
SAID = {"vote": "resume", "reasoning": "I looked at it"}


class EngineHouse(FleetHouse):
    """A fleet some of whose reviewers are programs."""

    def __init__(self, house: House) -> None:
        super().__init__(house.app)
        self.house = house

    async def hired(self, name: str, vote: object, owner: str = "") -> None:
        """A reviewer whose program votes like this, or prints this text."""
        voter = self.house.program(f"{name}.sh", vote) if isinstance(vote, dict) else self.script(name, str(vote))
        await register_agent(self.app, OPERATOR, name, owner, voter=voter)

    def script(self, name: str, commands: str) -> str:
        file = self.house.folder / f"{name}.sh"
        file.write_text(f"#!/bin/sh\ncat > {self.house.folder}/{name}.prompt\n{commands}\n")
        file.chmod(0o755)
        return f"command:{file}"

    async def carried(self, review: Review) -> Review:
        await resume(self.app, OPERATOR, review.id)
        return await self.settled(review)


@pytest.fixture
def fleet(house: House) -> EngineHouse:
    return EngineHouse(house)


def session_of(review: Review) -> Session:
    assert isinstance(review.state, Session)
    return review.state


def answer_of(review: Review, name: str) -> Cast | Failed:
    round_ = session_of(review).round
    assert round_
    return round_.answers[name]


async def test_an_engine_an_agent_with_a_key_and_a_person_review_together(fleet: EngineHouse) -> None:
    await fleet.founded("a")
    await register_agent(fleet.app, OPERATOR, "ben", voter="person")
    await fleet.hired("opus", RESUME)
    review = await fleet.requested()
    assert sorted(review.turn.parties) == ["a", "ben", "opus"]
    assert awaits_engines(session_of(review))
    waiting = await fleet.carried(review)
    assert (sorted(waiting.turn.parties), fleet.house.times_asked()) == (["a", "ben"], 1)
    await submit_quorum_vote(fleet.app, Principal("a", AUTHENTICATED), review.id, SAID)
    done = await submit_quorum_vote(fleet.app, Principal("ben"), review.id, SAID)
    assert done.executed
    assert (done.executed.action, done.executed.conditions) == ("resume", ("check in after 2h",))
    known = {one.pop("agent_id"): one for one in done.plain("")["reviewer_provenance"]}
    assert known == {
        "a": {"reviewer_kind": "agent", "has_key": True},
        "ben": {"reviewer_kind": "person", "has_key": False},
        "opus": {"reviewer_kind": "engine", "backend": "command:opus.sh", "model_used": None},
    }
    assert (await fleet.status(), await fleet.is_intact()) == ("active", True)


async def test_engines_alone_decide_and_what_they_decide_is_done_once(fleet: EngineHouse) -> None:
    await fleet.founded()
    for name, vote in (("x", RESUME), ("y", RESUME), ("z", BLOCK)):
        await fleet.hired(name, vote)
    review = await fleet.requested()
    await asyncio.gather(*(resume(fleet.app, OPERATOR, review.id) for _ in range(3)))
    done = await fleet.settled(review)
    assert done.executed
    assert (done.executed.action, await fleet.status(), fleet.house.times_asked()) == ("resume", "active", 3)
    history = await agent_history(fleet.app, OPERATOR, "p")
    assert sum(isinstance(one.event, ReviewExecuted) for one in history) == 1


async def test_one_program_under_three_names_is_one_voter_and_resumes_nobody(fleet: EngineHouse) -> None:
    await fleet.founded()
    voter = fleet.house.program("opus.sh", RESUME)
    for name in ("x", "y", "z"):
        await register_agent(fleet.app, OPERATOR, name, voter=voter)
    done = await fleet.carried(await fleet.requested())
    assert done.executed
    assert (done.executed.action, await fleet.status()) == ("cooldown", "paused")


async def test_an_engine_is_told_who_is_paused_and_why_and_what_it_may_vote(fleet: EngineHouse) -> None:
    await fleet.founded("a", "b")
    await fleet.hired("opus", RESUME)
    session = session_of(await fleet.requested())
    seat = session.seat("opus")
    assert seat
    text = prompt_for(session, seat, nonce="n1").text
    assert "Resume p?" in text
    assert "p was paused: It deleted a table\nIts state, as others reported it: risk score 0.61, no void" in text
    assert "I am well again" in text
    assert "Look as a reviewer of the paused agent" in text
    assert "vote: resume | block | cooldown" in text
    assert "monitor coherence for 24h" in text
    assert "Any other words are a note" in text


@pytest.mark.parametrize(
    ("commands", "kind"),
    [("exit 3", "error"), ("echo 'It seems fine to me, carry on.'", "unreadable"), ("printf ''", "unreadable")],
)
async def test_an_engine_that_fails_is_no_vote_and_says_why(fleet: EngineHouse, commands: str, kind: str) -> None:
    await fleet.founded("a", "b")
    await fleet.hired("opus", commands)
    review = await fleet.carried(await fleet.requested())
    failed = answer_of(review, "opus")
    assert isinstance(failed, Failed)
    assert failed.kind == kind
    for name in ("a", "b"):
        review = await fleet.vote(review, name, "resume")
    assert review.executed
    assert (review.executed.action, await fleet.status()) == ("cooldown", "paused")


async def test_an_engine_that_takes_too_long_is_no_vote(house: House, tmp_path: Path) -> None:
    calls = cache(
        lambda: Calls(tmp_path / "calls", {"PATH": "/usr/bin:/bin"}, {"command": EngineSettings(timeout=0.2)})
    )
    house.app.surroundings = house.app.surroundings._replace(calls=calls)
    fleet = EngineHouse(house)
    await fleet.founded("a", "b")
    await fleet.hired("opus", "exec sleep 600")
    failed = answer_of(await fleet.carried(await fleet.requested()), "opus")
    assert isinstance(failed, Failed)
    assert failed.kind == "timeout"


async def test_a_resume_that_is_only_stated_in_prose_is_unreadable(fleet: EngineHouse) -> None:
    await fleet.founded("a", "b")
    await fleet.hired("opus", "echo 'I recommend that we resume the agent.'")
    failed = answer_of(await fleet.carried(await fleet.requested()), "opus")
    assert isinstance(failed, Failed)
    assert (failed.kind, [note.code for note in failed.found]) == ("unreadable", ["no_block", "asked_again"])


async def test_a_condition_of_an_engine_that_crosses_a_hard_limit_blocks(fleet: EngineHouse) -> None:
    await fleet.founded("a", "b")
    await fleet.hired("opus", {**RESUME, "conditions": ["Disable monitoring until Friday"]})
    review = await fleet.carried(await fleet.requested())
    for name in ("a", "b"):
        review = await fleet.vote(review, name, "resume")
    assert review.executed
    assert (review.executed.action, await fleet.status()) == ("block", "paused")


async def test_an_engine_of_the_same_owner_does_not_review(fleet: EngineHouse) -> None:
    await fleet.founded("a", "b", "c")
    await fleet.hired("opus", RESUME, owner="pat")
    review = await fleet.requested()
    assert review.excluded == (Exclusion("opus", "same_owner"), Exclusion("p", "subject"))
    await fleet.carried(review)
    assert fleet.house.times_asked() == 0


@pytest.mark.parametrize("leave", [pause_agent, archive_agent])
async def test_an_engine_that_may_not_review_any_more_is_absent_and_not_asked(
    fleet: EngineHouse, leave: object
) -> None:
    await fleet.founded("a", "b", "c")
    await fleet.hired("opus", RESUME)
    review = await fleet.requested()
    assert callable(leave)
    await leave(fleet.app, OPERATOR, "opus", "It is replaced")
    review = await fleet.carried(review)
    failed = answer_of(review, "opus")
    assert isinstance(failed, Failed)
    assert (failed.kind, fleet.house.times_asked()) == ("absent", 0)


async def test_the_vote_of_an_engine_that_was_paused_since_is_not_counted(fleet: EngineHouse) -> None:
    await fleet.founded("a", "b", "c")
    await fleet.hired("opus", RESUME)
    review = await fleet.carried(await fleet.requested())
    assert isinstance(answer_of(review, "opus"), Cast)
    await pause_agent(fleet.app, OPERATOR, "opus", "It is ill")
    for name in ("a", "b", "c"):
        review = await fleet.vote(review, name, "block" if name == "a" else "resume")
    verdict = session_of(review).verdict
    assert verdict
    assert "opus" not in verdict.receipt.counted


async def test_nobody_votes_for_an_engine_and_no_program_for_a_person(fleet: EngineHouse) -> None:
    await fleet.founded("a")
    await register_agent(fleet.app, OPERATOR, "ben", voter="person")
    await fleet.hired("opus", RESUME)
    review = await fleet.requested()
    await fleet.refuses("NOT_A_REVIEWER", fleet.vote(review, "opus", "resume"), "nobody votes for it")
    program = submit_quorum_vote(fleet.app, Principal("ben", via=MCP), review.id, SAID)
    await fleet.refuses("NOT_YOURSELF", program, "a program does not vote for ben")


async def test_two_parties_are_never_engines(fleet: EngineHouse) -> None:
    await fleet.founded("a", risk=0.1)
    for name in ("x", "y", "z"):
        await fleet.hired(name, RESUME)
    review = await request_dialectic_review(fleet.app, Principal("p"), "p", "Well again")
    assert isinstance(review.state, Dialectic)
    assert review.state.reviewer == "a"
    assert [one for one in review.excluded if one.reason == "engine"] == [Exclusion(name, "engine") for name in "xyz"]
    handed = reassign_review(fleet.app, OPERATOR, review.id, "x")
    await fleet.refuses("NOT_A_REVIEWER", handed, "an engine, which votes once and argues with nobody")
    await fleet.refuses("NO_REVIEWER", reassign_review(fleet.app, OPERATOR, review.id, ""), "x: it is an engine")


async def test_too_few_reviewers_fall_back_to_an_agent_and_not_to_an_engine(fleet: EngineHouse) -> None:
    await fleet.founded("zoe")
    await fleet.hired("opus", RESUME)
    review = await fleet.requested()
    assert isinstance(review.state, Dialectic)
    assert (review.fell_back, review.state.reviewer) == (True, "zoe")


async def test_a_dispute_about_an_engine_goes_to_a_person(fleet: EngineHouse) -> None:
    await fleet.founded("a", "b", "c")
    await fleet.hired("opus", RESUME)
    await pause_agent(fleet.app, OPERATOR, "opus", "It let everything through")
    review = await request_quorum_review(fleet.app, OPERATOR, "opus", "It is patched", "unfair")
    assert review.turn.for_person


async def test_the_upkeep_of_a_server_carries_a_review_and_carries_out_its_verdict(fleet: EngineHouse) -> None:
    await fleet.founded()
    for name in ("x", "y", "z"):
        await fleet.hired(name, BLOCK)
    review = await fleet.requested()
    sweep, carrier = Sweep(fleet.app, OPERATOR), Carrier(fleet.app)
    assert await sweep.due() == [review.id]
    await carrier.carried_on(review.id)
    assert await sweep.due() == []
    await sweep.settle_reviews()
    assert (sweep.reviews, (await fleet.settled(review)).executed is not None) == ((), True)


async def test_which_voters_may_be_registered(fleet: EngineHouse, tmp_path: Path) -> None:
    app, voter = fleet.app, fleet.house.program("x.sh", RESUME)

    def known_as(name: str, voter: str, who: Principal = OPERATOR, is_remote: bool = False) -> Awaitable[object]:
        return register_agent(app, who, name, voter=voter, is_remote=is_remote)

    await register_agent(app, OPERATOR, "p", "pat")
    for wrong in ("scorecard", "agent:a", "person:ben"):
        await fleet.refuses("INVALID_ARGUMENT", known_as("x", wrong), "voter: found")
    await fleet.refuses("INVALID_ARGUMENT", known_as("x", "claud"), "no kind of voter called 'claud'")
    await fleet.refuses("INVALID_ARGUMENT", known_as("x", f"command:{tmp_path}/none"), "no executable")
    for who, is_remote in ((OPERATOR, True), (OPERATOR._replace(via=MCP), False)):
        await fleet.refuses("INVALID_ARGUMENT", known_as("x", voter, who, is_remote), "a program or an address")
    await fleet.refuses("NOT_AN_OPERATOR", known_as("x", voter, Principal("a")))
    assert agent_plain(await register_agent(app, OPERATOR, "x", voter=voter))["voter"] == voter


async def test_from_elsewhere_only_the_voters_of_the_users_own_settings(house: House) -> None:
    voter = house.program("x.sh", RESUME)
    panels = {
        "ours": {"panel": [{"seat": "x", "voter": voter}]},
        "theirs": {"panel": [{"seat": "y", "voter": "command:true"}]},
    }
    settings = Settings(panels=panels, project_panels=("theirs",))
    fleet = FleetHouse(App(house.app.record, house.app.surroundings._replace(settings=lambda: settings)))
    await register_agent(fleet.app, OPERATOR, "x", voter=voter, is_remote=True)
    refused = register_agent(fleet.app, OPERATOR, "y", voter="command:true", is_remote=True)
    await fleet.refuses("INVALID_ARGUMENT", refused, "a program or an address")
