"""What a panel may take and cost at most, told beforehand; and budgets."""

from typing import Any

import pytest

from tests.surfaces.engine_room import ALL, GRAVE, SCORES, EngineRoom
from tests.surfaces.program import without_default

SETTINGS = """\
[engines.claude]
timeout = 30
attempts = 1
max_cost_per_call = 0.5
[engines.codex]
timeout = 20
max_cost_per_call = 0.25
[engines.gemini]
timeout = 45
attempts = 3
"""


def plan_of(room: EngineRoom, *more: str) -> list[str]:
    ended = room("decide", "Adopt?", "--mode", "engine", "--dry-run", *more)
    assert (ended.status, ended.err) == (0, "")
    return without_default(ended.out)


def test_the_worst_time_size_and_cost_of_every_seat_is_told_and_nobody_is_called(room: EngineRoom) -> None:
    room.install(*ALL)
    room.settings(SETTINGS)
    first, *seats = plan_of(room)
    assert first == "magi, engine mode (requested)"
    assert [seat.split("  ")[-3].strip() for seat in seats[:3]] == [
        "2 requests, 2 x 30 s = 60 s",
        "2 requests, 3 x 20 s = 60 s",
        "2 requests, 4 x 45 s = 180 s",
    ]
    assert all(" bytes  " in seat for seat in seats[:3])
    assert [seat.split("  ")[-1] for seat in seats[:3]] == ["at most $1", "at most $0.75", "cost unknown"]
    assert seats[3:] == [
        "Total: at most 240 s (Claude first, then the others at once), at most $1.75 plus the unknown cost of Gemini",
        "If Codex and Gemini all fail, Claude is asked again in three seats: 60 s more, at most $3",
    ]
    assert room.calls() == {}
    assert room.kept() == ["engines.json"]


def test_the_plan_as_json_says_the_same(room: EngineRoom) -> None:
    room.install(*ALL)
    room.settings(SETTINGS)
    plan: dict[str, Any] = room.json("decide", "Adopt?", "--mode", "engine", "--dry-run", "--max-cost", "0.75")
    assert (plan["worst_seconds"], plan["worst_cost"], plan["known_cost"]) == (240, None, "1.75")
    assert (plan["unknown_cost"], plan["max_cost"], plan["problems"]) == (["Gemini"], "0.75", [])
    assert plan["fallback"]["worst_cost"] == "3"
    assert [seat["worst_cost"] for seat in plan["seats"]] == ["1", "0.75", None]
    assert [seat["attempts"] * seat["timeout"] for seat in plan["seats"]] == [30, 40, 135]
    assert [seat["requests"] for seat in plan["seats"]] == [2, 2, 2]
    assert all(800 < seat["prompt_bytes"] < 3000 for seat in plan["seats"])
    assert len(plan["budget"]) == 2


def test_the_size_of_the_prompt_grows_with_the_question(room: EngineRoom) -> None:
    room.install("claude")
    context = room.file("facts.md", "ü" * 5000)
    short = room.json("decide", "Adopt?", "--dry-run")["seats"][0]["prompt_bytes"]
    long = room.json("decide", "Adopt?", "--dry-run", "--context", context)["seats"][0]["prompt_bytes"]
    assert 10_000 <= long - short < 10_100


def test_in_simple_mode_all_seats_are_asked_at_once(room: EngineRoom) -> None:
    room.install("claude")
    ended = room("decide", "Adopt?", "--dry-run")
    assert ended.out.splitlines()[-1] == "Total: at most 180 s (all at once), cost unknown"


def test_a_fall_back_is_part_of_the_plan(room: EngineRoom) -> None:
    room.install("claude")
    first, *more = without_default(room("decide", "Adopt?", *GRAVE, "--dry-run").out)
    assert first == ("magi, simple mode (critical urgency, low reversibility, but Codex and Gemini cannot be asked)")
    assert more[0].startswith(
        "NOTICE: Engine Mode requested but external engines unavailable (Codex and Gemini). Falling back"
    )
    plan = room.json("decide", "Adopt?", *GRAVE, "--dry-run")
    assert (plan["mode"], len(plan["notices"])) == ("simple", 4)


def test_nothing_is_on_top_where_lost_engines_would_not_be_replaced(room: EngineRoom) -> None:
    room.install(*ALL)
    assert room.json("decide", "Adopt?", *GRAVE, "--dry-run")["fallback"] is None
    assert room.json("decide", "Adopt?", "--mode", "simple", "--dry-run")["fallback"] is None


def test_a_plan_needs_no_record(room: EngineRoom) -> None:
    room.install("claude")
    ended = room("decide", "Adopt?", "--dry-run", "--store", "postgresql://nobody@127.0.0.1:1/none")
    assert ended.status == 0


def test_without_engines_a_plan_is_refused_as_the_question_would_be(room: EngineRoom) -> None:
    ended = room("decide", "Adopt?", "--dry-run")
    assert (ended.status, ended.out) == (2, "")
    assert "these work without an engine:" in ended.err
    assert not room.home.exists()


def test_a_plan_of_the_scorecard_costs_nothing(room: EngineRoom) -> None:
    ended = room("decide", room.file("q.yaml", SCORES), "--dry-run")
    first, notice, *seats = without_default(ended.out)
    assert first == "magi"
    assert notice.startswith("NOTICE: no engine can be asked, so the scorecard votes")
    assert [seat.split()[2:] for seat in seats] == [["scorecard", "weight", "1"]] * 3


@pytest.mark.parametrize(
    ("budget", "told"),
    [
        (
            "0",
            ["Budget $0: nothing may be spent, so Claude, Codex and Gemini would not be called and would have no vote"],
        ),
        (
            "0.3",
            [
                "Budget $0.3: one call to Claude and Codex may cost more",
                "Budget $0.3: no call is started once it is used up",
            ],
        ),
        ("0.75", ["Budget $0.75: it may run out before every seat is cal", "Budget $0.75: no call is started"]),
        ("5", ["Budget $5: no call is started once it is used up; the cost of Gemini is unknown"]),
    ],
)
def test_what_a_budget_would_do_is_told(budget: str, told: list[str], room: EngineRoom) -> None:
    room.install(*ALL)
    room.settings(SETTINGS)
    found = plan_of(room, "--max-cost", budget)[6:]
    assert [line[: len(start)] for line, start in zip(found, told, strict=True)] == told


def test_a_budget_that_is_enough_is_called_so(room: EngineRoom) -> None:
    room.install("claude")
    room.settings(SETTINGS)
    plan = room("decide", "Adopt?", "--dry-run", "--max-cost", "3").out.splitlines()
    assert plan[-2:] == ["Total: at most 60 s (all at once), at most $3", "Budget $3: enough in any case"]


@pytest.mark.parametrize("said", ["-1", "abc", "1e3", "", "nan", "2000000", "1,5", "$2", "1/2", "1.", "٣", "0.0000001"])
def test_what_is_no_amount_is_refused(said: str, room: EngineRoom) -> None:
    ended = room("decide", "Adopt?", "--seat", "x=person", "--max-cost", said)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err == f"--max-cost: found {said!r}; allowed: US dollars from 0 to 1000000, such as 0.50\n"
    assert not room.home.exists()


@pytest.mark.parametrize(
    ("said", "kept"), [("0.50", "0.5"), ("3", "3"), ("1000000", "1000000"), ("0.000001", "0.000001")]
)
def test_an_amount_is_kept_exactly(said: str, kept: str, room: EngineRoom) -> None:
    assert room.json("decide", "Adopt?", "--seat", "x=person", "--max-cost", said)["policy"]["max_cost"] == kept


def test_a_budget_in_cents_stops_the_calls_behind_it(room: EngineRoom) -> None:
    room.install(*ALL)
    found = room.json("decide", "Adopt?", *GRAVE, "--max-cost", "0.01")
    assert room.calls() == {"claude": 1}
    assert [seat["state"] for seat in found["seats"]] == ["answered", "error", "error"]


def test_the_budget_of_the_settings_holds_where_nothing_else_is_said(room: EngineRoom) -> None:
    room.settings("max_cost = 0.25\n")
    asked = ("decide", "Adopt?", "--seat", "x=person")
    assert room.json(*asked)["policy"]["max_cost"] == "0.25"
    assert room.json(*asked, "--max-cost", "2")["policy"]["max_cost"] == "2"
    document = room.file(
        "q.yaml", "question: Q\npolicy: {max_cost: 7, people: [ann]}\npanel: [{seat: x, voter: person}]\n"
    )
    assert room.json("decide", document)["policy"]["max_cost"] == "7"
    document = room.file("q.yaml", "question: Q\npolicy: {people: [ann]}\npanel: [{seat: x, voter: person}]\n")
    assert room.json("decide", document)["policy"]["people"] == ["ann"]
    assert room.json("decide", document)["policy"]["max_cost"] == "0.25"
