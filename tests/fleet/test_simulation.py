"""A simulated fleet whose agents lie, collude, vanish and vote twice; `sh scripts/fleet` runs 10,000 reviews."""

from tests.fleet.review_facts import Execution, wrong_with
from tests.fleet.simulated_fleet import SimulatedFleet
from tests.fleet.simulation import simulated


def test_no_agent_is_resumed_against_the_rules_and_every_review_ends() -> None:
    found = simulated(60, seed=3, agents=200)
    assert (found.reviews, found.late, found.wrong) == (60, 0, ())
    assert found.actions["resume"] > 0
    assert found.refused > 60
    assert found == simulated(60, seed=3, agents=200)


def test_the_checker_sees_what_is_against_the_rules() -> None:
    fleet = SimulatedFleet(5, 120)
    fleet.run(25)
    quorums = [one for one in fleet.ended if one.review.startswith("QUORUM")]
    blocked = next(one for one in quorums if one.executed and one.executed.action != "resume" and one.votes)
    released = Execution("resume", ("Log all calls",), "paused", "active", blocked.true_time)
    assert list(wrong_with(blocked._replace(executed=released)))
    assert "posted what nobody accepted: Log all calls" in list(
        wrong_with(blocked._replace(executed=released, policy="ask"))
    )
    struck = blocked._replace(executed=released, struck=frozenset({"Log all calls"}))
    assert "posted what was struck: Log all calls" in list(wrong_with(struck))
    itself = blocked._replace(roster={**blocked.roster, blocked.subject.agent_id: 1})
    assert "it reviews itself" in list(wrong_with(itself))
    twice = blocked._replace(executed=released, votes=(*blocked.votes, blocked.votes[0]))
    assert "somebody voted twice" in list(wrong_with(twice))
    assert list(wrong_with(blocked._replace(executed=None))) == ["it has not ended"]
