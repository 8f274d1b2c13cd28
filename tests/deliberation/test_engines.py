"""What engines bring with them, as rules: gravity follows the question as it stands, budgets, independence."""

from decimal import Decimal

import pytest

from quorate.core.panel import Seat
from quorate.deliberation.engines.engine_mode import engine_errors
from quorate.deliberation.engines.independence import Shared, not_independent, vendor_of
from quorate.deliberation.events import (
    Author,
    Cast,
    Claimed,
    Event,
    Failed,
    Opened,
    Policy,
    Replied,
    Reply,
    Revised,
    Revoked,
    RoundOpened,
    Stored,
)
from quorate.deliberation.moves import moves, open_session
from quorate.deliberation.permission import still_needed
from quorate.deliberation.session import Session, ahead, evolve
from quorate.replies.cost import is_over_budget, spent
from quorate.replies.seat_reply import ballot_of
from tests.deliberation.playing import opened_with

NOW = "2026-11-15T09:00:00.000000Z"
ENGINES = (Seat("Claude", "", "claude"), Seat("Codex", "", "codex"), Seat("Gemini", "", "gemini"))
YES = {"position": "APPROVE", "confidence": 80, "rationale": "fine"}


def session_of(opened: Opened, *events: Event) -> Session:
    return ahead(evolve(None, Stored("MAGI-2026-1115-001", 1, NOW, Author("ann"), opened)), events)


def counted(session: Session) -> Session:
    while following := moves(session, NOW, ballot_of):
        session = ahead(session, following)
    return session


def test_a_question_that_was_given_an_action_after_a_fall_back_is_held_too() -> None:
    seats = tuple(Seat(name, name, "claude") for name in ("Logos", "Pathos", "Sophia"))
    session = counted(session_of(open_session("magi", "Adopt?", seats, lost=("codex", "gemini"))))
    edited = session.question.revised(action="deploy")
    session = counted(ahead(session, [Revised(edited)]))
    votes = [Cast(2, seat.name, edited.content_hash, YES) for seat in seats]
    session = counted(ahead(session, votes))
    assert session.verdict
    assert session.verdict.action == "proceed"
    assert still_needed(session) == ("verification",)


def test_a_revoked_deliberation_has_not_fallen_back() -> None:
    opened = open_session("magi", {"subject": "Adopt?", "action": "deploy"}, ENGINES, mode="engine")
    session = counted(session_of(opened))
    question = opened.question.content_hash
    lost = [Failed(1, "Codex", "timeout", "no answer"), Failed(1, "Gemini", "error", "status 1")]
    session = counted(ahead(session, [Cast(1, "Claude", question, YES), *lost]))
    session = ahead(session, [Revoked("no longer wanted")])
    assert [one.action_taken for one in engine_errors(session)] == ["ABSTAIN", "ABSTAIN"]
    assert [one.error_type for one in engine_errors(session)] == ["timeout", "cli_error"]


def test_an_error_with_a_cause_of_its_own_is_named_by_it_first() -> None:
    session = counted(session_of(open_session("magi", "Adopt?", ENGINES, mode="engine")))
    question = session.question.content_hash
    called = Failed(1, "Codex", "error", "codex called tools, which no seat may: todo_list", why="tool_use")
    votes = [Cast(1, name, question, YES) for name in ("Claude", "Gemini")]
    (error,) = engine_errors(counted(ahead(session, [*votes, called])))
    assert (error.error_type, error.detail.partition(": ")[0]) == ("cli_error", "tool_use")


def test_a_second_attempt_that_answered_is_told() -> None:
    session = counted(session_of(open_session("magi", "Adopt?", ENGINES[:1], mode="engine")))
    reply = Reply("answered", '{"type":"result","is_error":false,"result":"x"}', attempts=2)
    question = session.question.content_hash
    events: list[Event] = [
        Claimed(1, "Claude", 1, "c", NOW),
        Replied(1, "Claude", 1, reply),
        Cast(1, "Claude", question, YES),
    ]
    session = counted(ahead(session, events))
    assert [one.action_taken for one in engine_errors(session)] == ["retry_succeeded"]


def test_of_an_open_round_no_error_is_told() -> None:
    session = counted(session_of(open_session("magi", "Adopt?", ENGINES, mode="engine")))
    assert engine_errors(ahead(session, [Failed(1, "Codex", "timeout", "late")])) == ()


def with_claims(max_cost: str, *claimed: str) -> Session:
    opened = open_session("magi", "Adopt?", ENGINES, policy=Policy(max_cost=max_cost))
    round_ = RoundOpened(1, tuple(seat.name for seat in ENGINES), opened.question.content_hash)
    return session_of(opened, round_, *(Claimed(1, name, 1, f"call-{name}", NOW) for name in claimed))


@pytest.mark.parametrize(
    ("max_cost", "most", "claimed", "is_over"),
    [
        ("", {"Claude": "100"}, (), False),
        ("1", {}, (), False),
        ("0", {}, (), True),
        ("1", {"Codex": "1"}, (), False),
        ("1", {"Codex": "1.01"}, (), True),
        ("1", {"Codex": "0.6", "Claude": "0.6"}, ("Claude",), True),
        ("1.2", {"Codex": "0.6", "Claude": "0.6"}, ("Claude",), False),
    ],
)
def test_calls_that_run_count_with_the_most_that_they_may_cost(
    max_cost: str, most: dict[str, str], claimed: tuple[str, ...], is_over: bool
) -> None:
    assert is_over_budget(with_claims(max_cost, *claimed), most, ENGINES[1]) is is_over


def test_what_was_spent_is_exact_and_unknown_is_not_nothing() -> None:
    session = with_claims("5", "Claude", "Codex")
    cost = '{"type":"result","is_error":false,"result":"x","total_cost_usd":0.1,"usage":{"input_tokens":9}}'
    said = [Replied(1, "Claude", 1, Reply("answered", cost)), Replied(1, "Codex", 1, Reply("error", detail="x"))]
    assert spent(ahead(session, said)) == (Decimal("0.1"), ("Codex",))


@pytest.mark.parametrize(
    ("voter", "vendor"),
    [
        ("claude:opus", "Anthropic"),
        ("api:anthropic:claude-x", "Anthropic"),
        ("codex", "OpenAI"),
        ("openai:gpt-5", "OpenAI"),
        ("openai:gpt-5@https://api.openai.com/v1", "OpenAI"),
        ("openai:llama@http://127.0.0.1:11434/v1", ""),
        ("command:./ask", ""),
    ],
)
def test_a_vendor_is_known_by_the_voter(voter: str, vendor: str) -> None:
    assert vendor_of(voter) == vendor


def test_seats_of_one_model_or_one_vendor_are_not_independent() -> None:
    seats = [
        Seat("a", voter="claude:opus"),
        Seat("b", voter="claude:opus"),
        Seat("c", voter="claude:haiku"),
        Seat("d", voter="gemini"),
        Seat("e", voter="scorecard"),
        Seat("f", voter="scorecard"),
        Seat("g", voter="person"),
        Seat("h", voter="command:./x"),
        Seat("i", voter="command:./x"),
    ]
    assert not_independent(opened_with(*seats)) == (
        Shared("model", "claude:opus", ("a", "b")),
        Shared("program", "command", ("h", "i")),
        Shared("vendor", "Anthropic", ("a", "b", "c")),
    )
    assert not_independent(opened_with(*ENGINES)) == ()
