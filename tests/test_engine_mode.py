"""Deliberations of engines: whose turn it is, what is lost and spent. The programs are stand-ins, all else is real."""

import asyncio
from collections.abc import Coroutine
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from secrets import token_hex
from typing import Any, NamedTuple, TypeVar

import pytest

from quorate.commit import Outside, change, loaded
from quorate.core.ballot import NonVote
from quorate.core.errors import InputError
from quorate.core.panel import Seat
from quorate.decide import carry, decide
from quorate.deliberation.engines.engine_mode import engine_errors, fallback_of
from quorate.deliberation.engines.independence import not_independent
from quorate.deliberation.events import Cast, Claimed, Opened, Policy, Replied, Superseded
from quorate.deliberation.framing import Engines, read_opening
from quorate.deliberation.moves import cast
from quorate.deliberation.people import decline
from quorate.deliberation.permission import still_needed
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session, ahead
from quorate.deliberation.summary import state_of
from quorate.record.memory import MemoryRecord
from quorate.replies.cost import spending_of, spent
from quorate.seat_calls import problems_with
from quorate.voters import voter_named
from quorate.voters.calls.call_folders import Calls
from quorate.voters.port import EngineSettings, Voter
from tests.engines.standins import Standins
from tests.patience import PATIENCE, happens

ALL = Engines(("claude", "codex", "gemini"))
REJECTS = {"position": "REJECT", "confidence": 70, "rationale": "It cannot be undone."}
T = TypeVar("T")


def now() -> datetime:
    return datetime(2026, 11, 15, 9, tzinfo=UTC)


OUTSIDE = Outside(now, lambda: token_hex(8), Principal("ann"))


class Panel(NamedTuple):
    """Stand-ins, the calls to them, and a record."""

    standins: Standins
    calls: Calls
    record: MemoryRecord

    def install(self, **behaviours: str) -> None:
        for engine in ALL.usable:
            self.standins.install(engine, behaviour=behaviours.get(engine, "good"))

    def voters(self, opening: Opened) -> dict[str, Voter]:
        made = {seat.voter: voter_named(seat.voter, self.calls) for seat in opening.seats}
        return {name: voter for name, voter in made.items() if voter}

    def decide(self, opening: Opened) -> Session:
        return run(decide(opening, self.voters(opening), self.record, OUTSIDE)).session


@pytest.fixture
def panel(tmp_path: Path) -> Panel:
    standins = Standins(tmp_path)
    environment = {**standins.environment, "GEMINI_API_KEY": "a-key-of-gemini", "CODEX_API_KEY": "a-key-of-codex"}
    quick = dict.fromkeys(ALL.usable, EngineSettings(timeout=PATIENCE, attempts=1))
    return Panel(standins, Calls(tmp_path / "calls", environment, quick), MemoryRecord(now))


def run(story: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(story)


def engine_mode(question: Any = "Adopt the queue?", max_cost: str = "") -> Opened:
    opened = read_opening({"question": question, "mode": "engine"}, engines=ALL)
    return opened._replace(policy=Policy(max_cost=max_cost))


def results(session: Session) -> dict[str, str]:
    assert session.verdict
    return {one.seat.name: one.kind for one in session.verdict.receipt.roster if isinstance(one, NonVote)}


def test_three_engines_come_to_a_verdict(panel: Panel) -> None:
    panel.install()
    session = panel.decide(engine_mode())
    assert session.verdict
    assert (session.verdict.result, session.opened.mode) == ("UNANIMOUS", "engine")
    assert [len(panel.standins.calls(engine)) for engine in ALL.usable] == [1, 1, 1]


def test_claudes_ballot_is_on_the_record_before_the_others_are_called(panel: Panel) -> None:
    panel.install()
    session = panel.decide(engine_mode())
    kinds = [
        (type(one.event), one.event.seat)
        for one in run(panel.record.read(session.id))
        if isinstance(one.event, Claimed | Replied | Cast)
    ]
    assert kinds[:3] == [(Claimed, "Claude"), (Replied, "Claude"), (Cast, "Claude")]
    assert kinds[3:5] == [(Claimed, "Codex"), (Claimed, "Gemini")]


def test_the_model_that_answered_is_kept_with_every_reply(panel: Panel) -> None:
    panel.install(gemini="500")
    session = panel.decide(engine_mode())
    models = {seat: replied.reply.model for seat, replied in session.rounds[0].replies.items()}
    assert models == {"Claude": "claude-stand-in", "Codex": "unknown", "Gemini": "unknown"}
    spending = spending_of(session)
    assert spending
    assert {seat: usage.model for seat, usage in spending.seats.items()} == models


def test_the_external_engines_run_at_the_same_time(panel: Panel) -> None:
    panel.install(codex="wait", gemini="wait")

    async def story() -> Session:
        opening = engine_mode()
        deciding = asyncio.create_task(decide(opening, panel.voters(opening), panel.record, OUTSIDE))
        # neither is let go before both have begun
        await happens(lambda: panel.standins.calls("codex") and panel.standins.calls("gemini"))
        panel.standins.go("codex")
        panel.standins.go("gemini")
        return (await deciding).session

    assert not results(run(story()))


def test_the_others_are_asked_even_if_claude_fails(panel: Panel) -> None:
    panel.install(claude="500")
    session = panel.decide(engine_mode())
    assert results(session) == {"Claude": "error"}
    assert session.verdict
    assert "DEGRADED_PANEL" in session.verdict.flags


def test_both_external_engines_lost_go_on_as_a_child_in_simple_mode(panel: Panel) -> None:
    panel.install(codex="500", gemini="401")
    child = panel.decide(engine_mode())
    assert (child.opened.mode, child.opened.lost) == ("simple", ("codex", "gemini"))
    assert [seat.voter for seat in child.opened.seats] == ["claude"] * 3
    assert [seat.name for seat in child.opened.seats] == ["Logos", "Pathos", "Sophia"]
    assert len(panel.standins.calls("claude")) == 4
    parent = run(loaded(panel.record, child.opened.parent))
    assert [ending.event for ending in parent.endings] == [Superseded(child.id)]
    errors = engine_errors(parent)
    assert [(one.engine, one.error_type, one.action_taken) for one in errors] == [
        ("Codex", "cli_error", "fallback_to_simple"),
        ("Gemini", "cli_error", "fallback_to_simple"),
    ]


@pytest.mark.parametrize("grave", [{"action": "deploy"}, {"reversibility": "low"}])
def test_what_is_grave_waits_for_a_person_instead(grave: dict[str, str], panel: Panel) -> None:
    panel.install(codex="500", gemini="500")
    session = panel.decide(engine_mode({"subject": "Adopt the queue?", **grave}))
    assert session.opened.mode == "engine"
    assert not session.endings
    assert state_of(session) == "asking"
    assert session.verdict
    assert session.verdict.result == "INSUFFICIENT_QUORUM"


@pytest.mark.parametrize(("grave", "needs"), [({"action": "deploy"}, ("verification",)), ({}, ())])
def test_a_fall_back_at_the_start_holds_what_is_grave(
    grave: dict[str, str], needs: tuple[str, ...], panel: Panel
) -> None:
    panel.install()
    question = {"subject": "Adopt the queue?", **grave}
    missing = Engines(("claude",), ("codex", "gemini"))
    opening = read_opening({"question": question, "mode": "engine"}, engines=missing)
    session = panel.decide(opening)
    assert (session.opened.mode, session.opened.lost) == ("simple", ("codex", "gemini"))
    assert session.verdict
    assert session.verdict.action == "proceed"
    assert still_needed(session) == needs


def test_two_engines_vote_by_the_rules_of_two(panel: Panel) -> None:
    panel.install()
    panel.standins.install("codex", vote=REJECTS)
    opening = read_opening({"question": "Adopt?", "mode": "engine"}, engines=Engines(("claude", "codex"), ("gemini",)))
    session = panel.decide(opening)
    assert session.verdict
    assert (session.verdict.result, session.verdict.action) == ("SPLIT", "ask")
    assert session.opened.lost == ("gemini",)


def test_one_engine_in_three_seats_is_called_three_times_apart(panel: Panel) -> None:
    panel.install()
    session = panel.decide(read_opening({"question": "Adopt?", "mode": "simple"}, engines=ALL))
    assert (session.opened.mode, [seat.lens for seat in session.opened.seats]) == (
        "simple",
        ["Logos", "Pathos", "Sophia"],
    )
    prompts = {run.prompt for run in panel.standins.calls("claude")}
    assert len(prompts) == 3
    assert not panel.standins.calls("codex")


@pytest.mark.parametrize("count", [2, 3])
def test_two_engines_or_more_sit_in_engine_mode_if_nobody_says_otherwise(count: int) -> None:
    opened = read_opening({"question": "Adopt?"}, engines=Engines(ALL.usable[:count], ALL.usable[count:]))
    assert (opened.mode, [seat.voter for seat in opened.seats]) == ("engine", list(ALL.usable[:count]))
    assert opened.lost == (), "nobody asked for those that are not there"


def test_one_engine_sits_in_simple_mode_and_is_said_not_to_be_independent() -> None:
    opened = read_opening({"question": "Adopt?"}, engines=Engines(("codex",), ("claude", "gemini")))
    assert (opened.mode, {seat.voter for seat in opened.seats}, opened.lost) == ("simple", {"codex"}, ())
    assert [(shared.what, len(shared.seats)) for shared in not_independent(opened)] == [("model", 3)]


def test_without_an_engine_and_without_scores_nothing_is_opened() -> None:
    with pytest.raises(InputError, match="no engine can be asked"):
        read_opening({"question": "Adopt?"}, engines=Engines((), ("claude", "codex", "gemini")))


def test_no_engine_is_called_once_the_budget_is_used_up(panel: Panel) -> None:
    panel.install()
    session = panel.decide(engine_mode({"subject": "Adopt?", "action": "deploy"}, max_cost="0.01"))
    assert results(session) == {"Codex": "error", "Gemini": "error"}
    assert [len(panel.standins.calls(engine)) for engine in ALL.usable] == [1, 0, 0]
    assert spent(session).known == Decimal("0.0123")
    assert "budget" in engine_errors(session)[0].detail


def test_a_call_that_might_exceed_the_budget_is_not_made(panel: Panel) -> None:
    panel.install()
    panel.calls.settings = {"claude": EngineSettings(max_cost_per_call="0.25")}  # two attempts
    session = panel.decide(engine_mode({"subject": "Adopt?", "action": "deploy"}, max_cost="0.40"))
    assert not panel.standins.calls("claude")
    assert "Claude" in results(session)


def test_a_prompt_that_an_engine_does_not_take_is_refused_before_the_call(panel: Panel) -> None:
    panel.install()
    opening = engine_mode({"subject": "Adopt?", "context": "x" * (9 << 20)})
    problems = problems_with(opening, panel.voters(opening), OUTSIDE)
    assert [problem.partition(":")[0] for problem in problems] == ["seat Codex", "seat Gemini"]
    assert all("more than" in problem for problem in problems)
    session = panel.decide(opening)
    assert not panel.standins.calls("codex")
    assert not panel.standins.calls("gemini")
    assert run(loaded(panel.record, session.opened.parent or session.id)).rounds[0].answers["Claude"]


def test_a_panel_with_anybody_else_on_it_does_not_fall_back(panel: Panel) -> None:
    panel.install(codex="500", gemini="500")
    opening = engine_mode()
    ann = opening._replace(seats=(*opening.seats, Seat("ann", voter="person:ann")))
    session = panel.decide(ann)
    vote = {"position": "REJECT", "confidence": 95, "rationale": "it loses data"}
    session = run(
        change(panel.record, session, lambda now: cast(now, "ann", vote, Principal("ann"), now=OUTSIDE.now), OUTSIDE)
    ).session
    session = run(carry(session, panel.voters(ann), panel.record, OUTSIDE))
    assert session.opened.mode == "engine"
    assert fallback_of(session) is None


def test_what_a_person_has_decided_is_not_undone_by_a_fall_back(panel: Panel) -> None:
    panel.install(codex="500", gemini="500")
    opening = engine_mode()
    session = run(decide(opening, {}, panel.record, OUTSIDE)).session
    session = run(carry(session, panel.voters(opening), panel.record, OUTSIDE))
    parent = run(loaded(panel.record, session.opened.parent))
    counted = parent._replace(endings=())
    assert fallback_of(counted) is not None
    declined = ahead(counted, decline(counted, "No, never", Principal("ann"), OUTSIDE.now))
    assert fallback_of(declined) is None


@pytest.mark.parametrize(
    "says", ["```yaml\nposition: REJECT\nconfidence: 90\n", "```yaml\nposition: REJECT\nposition: REJECT\n```"]
)
def test_an_engine_that_answered_unreadably_is_not_lost(says: str, panel: Panel) -> None:
    panel.install()
    panel.standins.install("codex", says=says)
    panel.standins.install("gemini", says=says)
    session = panel.decide(engine_mode())
    assert results(session) == {"Codex": "unreadable", "Gemini": "unreadable"}
    assert session.opened.mode == "engine"


def test_engines_that_were_not_called_for_want_of_money_are_not_lost(panel: Panel) -> None:
    panel.install()
    session = panel.decide(engine_mode(max_cost="0.01"))
    assert (session.opened.mode, results(session)) == ("engine", {"Codex": "error", "Gemini": "error"})


def test_a_gate_that_waits_for_the_verdict_is_not_let_through_by_a_fall_back(panel: Panel) -> None:
    panel.install(codex="500", gemini="500")
    opening = engine_mode()
    session = panel.decide(opening._replace(policy=Policy(gated=True)))
    assert session.opened.mode == "engine"
    missing = Engines(("claude",), ("codex", "gemini"))
    simple = read_opening({"question": "Adopt?", "mode": "engine", "policy": {"gated": True}}, engines=missing)
    assert still_needed(panel.decide(simple)) == ("verification",)
