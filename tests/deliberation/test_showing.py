"""What may be seen of a deliberation, and when."""

import json
from collections.abc import Iterable
from typing import Any

from quorate.core.codec import to_json
from quorate.core.panel import Seat
from quorate.deliberation.events import BallotNote, Cast, Claimed, Failed, Policy, Replied, Reply, RoundOpened, Stored
from quorate.deliberation.moves import close_round
from quorate.deliberation.people import decline, revise, revoke
from quorate.deliberation.session import Session
from quorate.views import deliberation
from quorate.views.deliberation import in_full
from tests.deliberation.playing import ANN, Play, approve, moment, people, reject

OPTIONAL = {"lost", "parent", "engine_errors", "usage", "not_independent"}


def to_plain(session: Session, history: Iterable[Stored] = ()) -> Any:
    """As a program reads it."""
    return json.loads(json.dumps(deliberation.to_plain(session, history)))


def test_two_open_rounds_that_differ_in_a_sealed_ballot_look_the_same() -> None:
    one = Play().vote("Logos", approve(82, conditions=["slowly"]))
    other = Play().vote("Logos", reject(12))
    assert to_plain(one.session, one.history) == to_plain(other.session, other.history)


def test_hashes_that_depend_on_a_sealed_ballot_are_shown_after_the_close() -> None:
    play = Play(*people("a", "b")).vote("a", approve())
    play.history = [stored._replace(hash=f"h{stored.position}") for stored in play.history]
    assert [line["hash"] for line in to_plain(play.session, play.history)["history"]] == ["h1", "h2", None]
    play.vote("b", approve())
    assert [line["hash"] for line in to_plain(play.session, play.history)["history"]][:3] == ["h1", "h2", "h3"]


def test_the_verdict_is_in_it_as_everywhere() -> None:
    play = Play(*people("a", "b")).votes(a=approve(), b=approve())
    assert play.session.verdict
    assert to_plain(play.session)["verdict"] == json.loads(to_json(play.session.verdict))
    assert to_plain(play.session)["may_be_acted_on"] is True


def test_it_is_plain_json() -> None:
    play = Play(*people("a", "b")).votes(a=approve(), b=reject())
    assert json.loads(json.dumps(to_plain(play.session, play.history)))["still_required"] == ["human_choice"]


def test_ballots_of_a_round_that_an_edit_cut_short_stay_sealed_in_the_next() -> None:
    play = Play().vote("Logos", approve(82))
    play.take(*revise(play.session, {"context": "more"}, by=ANN)).settle()
    play.history = [stored._replace(hash=f"h{stored.position}") for stored in play.history]
    assert [line["hash"] for line in to_plain(play.session, play.history)["history"]] == ["h1", "h2", None, None, None]


def test_what_ended_while_a_person_was_awaited_is_not_asking_any_more() -> None:
    play = Play(*people("a", "b")).votes(a=approve(), b=reject())
    play.take(*revoke(play.session, "wrong figures", ANN))
    assert to_plain(play.session)["state"] == "decided"


def _looked_again(play: Play, number: int, vote: dict[str, Any]) -> Play:
    asked = play.session.question.content_hash
    return play.take(RoundOpened(number, ("b",), asked, "redeliberation", "changed_conditions", "so")).vote("b", vote)


def test_what_came_before_is_shown_in_full_and_while_a_round_is_open_only_what_people_answered() -> None:
    play = Play(*people("a", "b")).votes(a=approve(), b=reject(60, concerns=[{"kind": "other", "text": "it is slow"}]))
    assert json.loads(json.dumps(in_full(play.session, play.history))) == to_plain(play.session, play.history)
    play.take(*decline(play.session, "never", ANN, play.now))
    _looked_again(play, 2, reject(61))
    _looked_again(play, 3, approve())
    first, second = in_full(play.session, play.history)["earlier"]
    assert [(ballot["seat"], ballot["choice"]) for ballot in first["ballots"]] == [("a", "APPROVE"), ("b", "REJECT")]
    assert first["ballots"][1]["concerns"] == [{"text": "it is slow", "kind": "other"}]
    assert [(said["kind"], said["reason"], said["author"]["name"]) for said in first["answers"]] == [
        ("declined", "never", "ann")
    ]
    assert (second["round"], [ballot["seat"] for ballot in second["ballots"]]) == (2, ["b"])
    assert second.keys() == {"round", "ballots"}
    assert to_plain(play.session)["answers"] == []
    asked = play.session.question.content_hash
    play.take(RoundOpened(4, ("b",), asked, "redeliberation", "changed_conditions", "so"))
    assert in_full(play.session, play.history)["earlier"] == [{"round": 1, "answers": first["answers"]}]


def _engines(*voters: str, **more: Any) -> Play:
    seats = [Seat(f"s{number}", voter=voter) for number, voter in enumerate(voters, 1)]
    return Play(*seats, question="Adopt it?", **more)


def _reply(cost: str = "0.10", **more: Any) -> Reply:
    usage = '"usage": {"input_tokens": 7, "output_tokens": 3}'
    text = f'{{"type": "result", "is_error": false, "result": "...", {usage}, "total_cost_usd": {cost}}}'
    return Reply("answered", text, **more)


def _called(play: Play, seat: str, reply: Reply, *codes: str, kind: str = "") -> Play:
    round_ = play.session.rounds[-1]
    play.take(Claimed(round_.number, seat, 1, "call", moment(600), "n1"), Replied(round_.number, seat, 1, reply))
    cast = Cast(round_.number, seat, round_.question, approve(), fence=1, found=tuple(map(BallotNote, codes)))
    return play.take(Failed(round_.number, seat, kind, reply.detail, 1) if kind else cast).settle()


def test_what_is_optional_has_no_key_when_there_is_nothing_to_say() -> None:
    play = Play(*people("a", "b")).votes(a=approve(), b=approve())
    assert not OPTIONAL & to_plain(play.session).keys()
    assert "found" not in to_plain(play.session)["seats"][0]


def test_lost_engines_and_the_parent_are_shown_from_the_start() -> None:
    shown = to_plain(_engines("claude", "codex", mode="engine", lost=("gemini",), parent="MAGI-2026-1114-001").session)
    assert shown["lost"] == ["gemini"]
    assert shown["parent"] == "MAGI-2026-1114-001"


def test_seats_that_are_not_independent_are_shown_from_the_start() -> None:
    shown = to_plain(_engines("claude", "claude", "codex").session)
    assert shown["not_independent"] == [{"what": "model", "name": "claude", "seats": ["s1", "s2"]}]


def test_what_calls_used_is_shown_seat_by_seat_and_in_all_once_the_round_is_over() -> None:
    play = _called(_engines("claude", "codex"), "s1", _reply())
    assert not (OPTIONAL - {"not_independent"}) & to_plain(play.session).keys()
    _called(play, "s2", Reply("answered", "?"))
    unknown = {"input_tokens": None, "output_tokens": None, "cost_usd": None, "model": None}
    assert to_plain(play.session)["usage"] == {
        "seats": {"s1": {"input_tokens": 7, "output_tokens": 3, "cost_usd": "0.10", "model": None}, "s2": unknown},
        "cost_usd": "0.10",
        "unknown_cost": ["s2"],
    }


def test_a_cost_of_which_nothing_is_known_is_null() -> None:
    play = _called(_called(_engines("codex", "gemini"), "s1", Reply("answered", "?")), "s2", Reply("answered", "?"))
    assert to_plain(play.session)["usage"]["cost_usd"] is None
    assert to_plain(play.session)["usage"]["unknown_cost"] == ["s1", "s2"]


def test_a_call_that_nobody_waited_for_cost_something_unknown() -> None:
    play = _called(_engines("claude", "claude"), "s1", _reply())
    play.take(Claimed(1, "s2", 1, "call", moment(600), "n1"))
    play.take(*close_round(play.session, play.now, ANN))
    assert to_plain(play.session)["usage"]["unknown_cost"] == ["s2"]
    assert to_plain(play.session)["usage"]["cost_usd"] == "0.10"


def test_a_seat_that_was_paid_in_two_rounds_has_the_sum_of_both() -> None:
    play = _called(_called(_engines("claude", "claude"), "s1", _reply("0.1")), "s2", _reply("0.2"))
    play.take(*revise(play.session, {"context": "more"}, by=ANN)).settle()
    assert "usage" not in to_plain(play.session)
    _called(_called(play, "s1", _reply("0.05")), "s2", Reply("timeout", detail="late"), kind="timeout")
    used = to_plain(play.session)["usage"]
    assert used["seats"]["s1"] == {"input_tokens": 14, "output_tokens": 6, "cost_usd": "0.15", "model": None}
    assert used["seats"]["s2"]["cost_usd"] is None
    assert used["cost_usd"] == "0.35"
    assert used["unknown_cost"] == ["s2"]


def test_a_program_that_says_no_cost_has_a_usage_only_where_there_is_a_budget() -> None:
    for policy, is_shown in ((Policy(), False), (Policy(max_cost="1"), True)):
        play = _called(_engines("command:x", policy=policy), "s1", Reply("answered", "..."))
        assert ("usage" in to_plain(play.session)) is is_shown


def test_where_nobody_was_called_a_budget_alone_shows_no_usage() -> None:
    play = Play(*people("a"), policy=Policy(max_cost="1")).votes(a=approve())
    assert "usage" not in to_plain(play.session)


def test_engine_errors_are_shown_by_the_keys_of_their_format_once_the_round_is_over() -> None:
    play = _called(_engines("claude", "codex"), "s2", Reply("timeout", detail="no answer within 60 s"), kind="timeout")
    assert "engine_errors" not in to_plain(play.session)
    _called(play, "s1", _reply(attempts=2))
    assert to_plain(play.session)["engine_errors"] == [
        {
            "engine": "Claude",
            "error_type": "timeout",
            "detail": "answered at attempt 2",
            "action_taken": "retry_succeeded",
        },
        {
            "engine": "Codex",
            "error_type": "timeout",
            "detail": "no answer within 60 s",
            "action_taken": "ABSTAIN",
        },
    ]


def test_notes_on_a_ballot_are_shown_with_its_seat_once_the_round_is_over() -> None:
    play = _called(_engines("claude", "codex"), "s1", _reply(), "no_nonce")
    assert "found" not in to_plain(play.session)["seats"][0]
    _called(play, "s2", Reply("answered", "?"))
    assert to_plain(play.session)["seats"][0]["found"] == [{"code": "no_nonce", "values": {}}]
    assert "found" not in to_plain(play.session)["seats"][1]


def test_two_open_rounds_in_which_calls_brought_other_things_look_the_same() -> None:
    one = _called(_engines("claude", "codex"), "s1", _reply("0.10"), "a note")
    other = _called(_engines("claude", "codex"), "s1", _reply("99"))
    assert to_plain(one.session, one.history) == to_plain(other.session, other.history)


def test_with_engines_it_is_plain_json_too() -> None:
    play = _called(_engines("claude", lost=("codex",)), "s1", _reply(), "a note")
    assert json.loads(json.dumps(to_plain(play.session, play.history)))["lost"] == ["codex"]
