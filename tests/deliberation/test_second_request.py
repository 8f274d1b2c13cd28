"""A reply without a ballot is asked for once more: claimed, paid and counted like any other call."""

import json
from typing import Any

import pytest

from quorate.core.panel import Seat
from quorate.deliberation.events import Cast, Claimed, Failed, Policy, Replied, Reply
from quorate.deliberation.moves import claim, claim_again, not_asked_again, replied, take_over
from quorate.deliberation.session import Round
from quorate.prompts.prompt import second_prompt
from quorate.replies.cost import is_over_budget, spending_of, spent
from quorate.replies.seat_reply import ballot_of
from quorate.views.deliberation import seat_state
from tests.deliberation.playing import Play, approve, people, reject

CLAUDE = Seat("Claude", voter="claude")
FIRST, SECOND = "n0123456789abcdef", "nfedcba9876543210"
PROSE = "I have weighed it, and I lean towards moving ahead with the plan."


def says(text: str, cost: str = "0.25") -> Reply:
    """Return what Claude's program prints."""
    result = {"type": "result", "subtype": "success", "is_error": False, "result": text, "total_cost_usd": 0}
    usage = {"usage": {"input_tokens": 10, "output_tokens": 2}}
    return Reply(
        "answered", json.dumps({**result, **usage}).replace('"total_cost_usd": 0', f'"total_cost_usd": {cost}')
    )


def block(vote: dict[str, Any], nonce: str) -> str:
    return f"```json\n{json.dumps({'nonce': nonce, **vote})}\n```\n"


def first_reply(text: str | Reply = PROSE, policy: Policy | None = None, voter: str = "claude") -> Play:
    """Play until the first reply of the engine is on the record and the rules have moved on."""
    play = Play(Seat("Claude", voter=voter), *people("ann", "ben"), policy=policy or Policy())
    (claimed,) = claim(play.session, "Claude", "call-1", FIRST, play.now, 60)
    play.take(claimed)
    reply = text if isinstance(text, Reply) else says(text) if voter == "claude" else Reply("answered", text)
    assert isinstance(claimed, Claimed)
    return play.take(*replied(play.session, claimed, reply)).settle()


def round_of(play: Play) -> Round:
    assert play.session.round
    return play.session.round


def asked_again(play: Play) -> Claimed:
    (claimed,) = claim_again(play.session, round_of(play).replies["Claude"], "call-2", SECOND, play.now, 60)
    play.take(claimed)
    assert isinstance(claimed, Claimed)
    return claimed


def second_reply(play: Play, reply: str | Reply) -> Play:
    claimed = asked_again(play)
    came = reply if isinstance(reply, Reply) else says(reply)
    return play.take(*replied(play.session, claimed, came)).settle()


def test_a_reply_without_a_ballot_stays_unread_until_the_seat_is_asked_once_more() -> None:
    play = first_reply()
    assert "Claude" in round_of(play).missing
    assert isinstance(play.history[-1].event, Replied)
    claimed = asked_again(play)
    assert (claimed.request, claimed.fence, claimed.call) == (2, 1, "call-2")
    assert round_of(play).first_requests["Claude"].replied.reply.output.count("lean towards")
    assert seat_state("Claude", play.session.round) == "asked again"


def test_the_ballot_of_the_second_request_counts_and_says_so() -> None:
    play = second_reply(first_reply(), block(approve(), SECOND))
    cast = round_of(play).answers["Claude"]
    assert isinstance(cast, Cast)
    assert cast.vote["second_request"] is True
    assert cast.found[0].code == "second_request"
    play.vote("ann", approve()).vote("ben", reject())
    assert play.session.verdict
    assert [answer.second_request for answer in play.session.verdict.receipt.roster] == [True, False, False]  # type: ignore[union-attr]
    assert play.session.verdict.requires == ()


def test_the_nonce_of_the_first_request_does_not_answer_the_second() -> None:
    play = second_reply(first_reply(), block(approve(), FIRST))
    failed = round_of(play).answers["Claude"]
    assert isinstance(failed, Failed)
    assert (failed.kind, failed.detail) == ("unreadable", "Engine output could not be parsed")
    assert [note.code for note in failed.found] == ["no_block", "asked_again", "other_nonce"]
    assert failed.found[2].values == {"found": FIRST, "expected": SECOND}


@pytest.mark.parametrize("second", ["Still no block.", Reply("timeout", detail="no answer within 60 s")])
def test_without_a_ballot_in_either_the_keyword_table_reads_the_first_reply_as_advice(second: str | Reply) -> None:
    play = second_reply(first_reply("I recommend it."), second)
    cast = round_of(play).answers["Claude"]
    assert isinstance(cast, Cast)
    assert (cast.vote["position"], cast.vote["inferred"], cast.vote["confidence"]) == ("APPROVE", True, 30)
    assert [note.code for note in cast.found][:2] == ["inferred", "no_block"]


def test_it_is_asked_at_most_twice_in_a_round() -> None:
    play = first_reply()
    first = round_of(play).replies["Claude"]
    asked_again(play)
    assert claim_again(play.session, first, "call-3", "n77", play.now, 60) == ()
    assert claim(play.session, "Claude", "call-3", "n77", play.now, 60) == ()


def test_a_lost_second_call_is_taken_over_as_a_second_call() -> None:
    play = first_reply()
    lost = asked_again(play)
    (claimed,) = take_over(play.session, lost, "call-3", "n77", play.now, 60)
    assert isinstance(claimed, Claimed)
    assert (claimed.request, claimed.fence) == (2, 2)
    assert replied(play.take(claimed).session, lost, says("late")) == ()


def test_who_did_not_read_the_first_reply_cannot_claim_the_second_request() -> None:
    play = first_reply(block(approve(), FIRST))
    assert isinstance(round_of(play).answers["Claude"], Cast)
    assert claim_again(play.session, round_of(play).replies["Claude"], "call-2", SECOND, play.now, 60) == ()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (Reply("error", detail="claude ended with status 1", status=1), "error"),
        (Reply("timeout", detail="no answer within 60 s"), "timeout"),
        (Reply("answered", '{"type": "result", "subtype": "success", "is_error": true, "result": "quota"}'), "error"),
        (Reply("answered", "claude: command not found"), "unreadable"),
    ],
)
def test_messages_of_a_program_are_errors_and_not_asked_again(text: Reply, kind: str) -> None:
    failed = round_of(first_reply(text)).answers["Claude"]
    assert isinstance(failed, Failed)
    assert (failed.kind, failed.found) == (kind, ())


def test_the_settings_can_switch_it_off() -> None:
    failed = round_of(first_reply(policy=Policy(reask=0))).answers["Claude"]
    assert isinstance(failed, Failed)
    assert [note.code for note in failed.found] == ["no_block", "reask_off"]


def test_it_is_not_made_after_the_deadline_and_says_so() -> None:
    policy = Policy(ballots_by="2026-11-15T09:00:30Z", at_ballots_by="count")
    play = first_reply("I recommend it.", policy)
    assert "Claude" in round_of(play).missing
    play.seconds += 3600
    play.settle()
    cast = play.session.rounds[0].answers["Claude"]
    assert isinstance(cast, Cast)
    assert "reask_past_deadline" in [note.code for note in cast.found]
    assert play.session.rounds[0].closed_for == "deadline"


def test_a_second_call_under_way_at_the_deadline_leaves_the_first_reply() -> None:
    policy = Policy(ballots_by="2026-11-15T09:00:30Z", at_ballots_by="count")
    play = first_reply(PROSE, policy)
    asked_again(play)
    play.seconds += 3600
    play.settle()
    failed = play.session.rounds[0].answers["Claude"]
    assert isinstance(failed, Failed)
    assert (failed.kind, [note.code for note in failed.found]) == ("unreadable", ["no_block", "second_call_late"])
    assert play.session.rounds[0].closed_for == "deadline"


def test_a_second_call_under_way_at_a_deadline_that_keeps_the_round_open_still_counts() -> None:
    play = first_reply(PROSE, Policy(ballots_by="2026-11-15T09:00:30Z"))
    claimed = asked_again(play)
    play.seconds += 3600
    assert play.settle().session.round == round_of(play)
    assert "Claude" in round_of(play).missing
    play.take(*replied(play.session, claimed, says(block(approve(), SECOND)))).settle()
    cast = round_of(play).answers["Claude"]
    assert isinstance(cast, Cast)
    assert cast.found[0].code == "second_request"
    assert str(spent(play.session).known) == "0.50"


def test_a_second_call_that_comes_without_a_ballot_after_such_a_deadline_leaves_the_first_reply() -> None:
    play = first_reply(PROSE, Policy(ballots_by="2026-11-15T09:00:30Z"))
    claimed = asked_again(play)
    play.seconds += 3600
    play.settle().take(*replied(play.session, claimed, says("I still think so."))).settle()
    failed = round_of(play).answers["Claude"]
    assert isinstance(failed, Failed)
    assert [note.code for note in failed.found] == ["no_block", "asked_again"]


def test_it_is_counted_in_the_budget_and_not_made_beyond_it() -> None:
    play = first_reply(policy=Policy(max_cost="0.45"))
    assert is_over_budget(play.session, {"Claude": "0.25"}, CLAUDE)
    assert not is_over_budget(play.session, {"Claude": "0.20"}, CLAUDE)
    reply = round_of(play).replies["Claude"]
    (failed,) = not_asked_again(play.session, reply, "reask_over_budget", ballot_of)
    assert isinstance(failed, Failed)
    assert [note.code for note in failed.found] == ["no_block", "reask_over_budget"]


def test_both_calls_are_in_the_costs() -> None:
    play = second_reply(first_reply(), block(approve(), SECOND))
    assert str(spent(play.session).known) == "0.50"
    play.vote("ann", approve()).vote("ben", reject())
    spending = spending_of(play.session)
    assert spending
    assert (spending.seats["Claude"].input_tokens, str(spending.cost)) == (20, "0.50")


def test_a_program_that_prints_a_mapping_is_never_asked_again() -> None:
    failed = round_of(first_reply("position: MAYBE\nconfidence: 80\n", voter="command:./ask")).answers["Claude"]
    assert isinstance(failed, Failed)
    assert [note.code for note in failed.found] == ["unknown_choice"]
    assert "Claude" in round_of(first_reply("Maybe.", voter="command:./ask")).missing


def test_the_prompt_quotes_the_reply_and_leaves_the_question_out() -> None:
    play = first_reply()
    prompt = second_prompt(play.session, CLAUDE, "call-2", SECOND, (), PROSE)
    assert (prompt.nonce, prompt.request) == (SECOND, 2)
    assert "Give the ballot for this reply, the block only" in prompt.text
    assert "choose ABSTAIN if it takes no position" in prompt.text
    assert f"<<<quoted-{SECOND}\nYOUR REPLY:\n{PROSE}\nquoted-{SECOND}>>>" in prompt.text
    assert f'nonce: "{SECOND}"' in prompt.text
    assert play.session.question.subject not in prompt.text
