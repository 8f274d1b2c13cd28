"""A retry: engines that failed in the latest round are asked again, those alone."""

import json
from typing import Any

import pytest

from quorate.core.errors import Refused
from quorate.core.panel import Seat
from quorate.deliberation.events import Failed, Policy, Reply, RoundOpened
from quorate.deliberation.moves import claim, close_round, replied
from quorate.deliberation.people import release as released
from quorate.deliberation.permission import may_be_acted_on, required, still_needed
from quorate.deliberation.rounds.debate import debates
from quorate.deliberation.rounds.redeliberation import why_not_asked
from quorate.deliberation.rounds.retry import open_retry, retryable_seats
from quorate.deliberation.rounds.stalemate import redeliberations
from quorate.prompts.prompt import prompt_for
from quorate.replies.cost import spending_of
from tests.deliberation.playing import ANN, Play, approve, people, reject

ENGINES = tuple(Seat(name, voter=name.casefold()) for name in ("Claude", "Codex", "Gemini"))
BROKEN = Reply("error", detail="claude ended with status 1", status=1)
LATE = Reply("timeout", detail="no answer within 60 s")
NONCE = "n0123456789abcdef"


def envelope(text: str, engine: str) -> Reply:
    """What each program prints."""
    match engine:
        case "claude":
            said: Any = {"type": "result", "subtype": "success", "is_error": False, "result": text}
        case "gemini":
            said = {"response": text, "stats": {"models": {}}}
        case _:
            return Reply("answered", _events(text))
    return Reply("answered", json.dumps(said))


def _events(text: str) -> str:
    events = [
        {"type": "item.completed", "item": {"type": "agent_message", "text": text}},
        {"type": "turn.completed", "usage": {"input_tokens": 10, "output_tokens": 2}},
    ]
    return "".join(json.dumps(one) + "\n" for one in events)


def ballot(vote: dict[str, Any], before: str = "") -> str:
    return f"{before}\n```json\n{json.dumps({'nonce': NONCE, **vote})}\n```\n"


def hears(play: Play, seat: str, reply: Reply | dict[str, Any] | str) -> Play:
    """A seat's call from its claim to what it comes to."""
    held = play.session.seat(seat)
    assert held
    if isinstance(reply, dict):
        reply = ballot(reply)
    if isinstance(reply, str):
        reply = envelope(reply, held.voter_kind)
    (claimed,) = claim(play.session, seat, f"call-{play.seconds}", NONCE, play.now, 60)
    play.take(claimed)
    return play.take(*replied(play.session, claimed, reply)).settle()  # type: ignore[arg-type]


def panel(**replies: Reply | dict[str, Any] | str) -> Play:
    play = Play(*ENGINES)
    for seat, reply in replies.items():
        hears(play, seat, reply)
    return play


def retried(play: Play, *seats: str) -> Play:
    return play.take(*open_retry(play.session, seats))


def test_those_that_failed_are_asked_again_and_nobody_else() -> None:
    play = retried(panel(Claude=approve(), Codex=LATE, Gemini=BROKEN))
    assert play.session.round
    assert (play.session.round.purpose, play.session.round.seats) == ("retry", ("Codex", "Gemini"))
    hears(hears(play, "Codex", approve(70)), "Gemini", approve(60))
    assert play.session.verdict
    assert (play.session.verdict.result, play.session.verdict_round) == ("UNANIMOUS", 2)


def test_the_failure_and_the_count_without_the_seat_stay_on_the_record() -> None:
    play = panel(Claude=approve(), Codex=approve(), Gemini=BROKEN)
    hears(retried(play), "Gemini", reject())
    assert isinstance(play.session.rounds[0].answers["Gemini"], Failed)
    assert [past.verdict.receipt.counted for past in play.session.earlier] == [("Claude", "Codex")]
    spending = spending_of(play.session)
    assert spending
    assert spending.seats["Codex"].input_tokens == 10


def test_a_retry_is_no_redeliberation_and_no_debate() -> None:
    play = hears(retried(panel(Claude=approve(), Codex=LATE, Gemini=reject())), "Codex", LATE)
    assert (redeliberations(play.session), debates(play.session)) == ((), ())


def test_one_seat_can_be_named_and_the_other_one_be_retried_afterwards() -> None:
    play = panel(Claude=approve(), Codex=LATE, Gemini=BROKEN)
    hears(retried(play, "gemini"), "Gemini", reject())
    assert retryable_seats(play.session) == ("Codex",)
    hears(retried(play), "Codex", approve())
    assert play.session.verdict
    assert play.session.verdict.receipt.counted == ("Claude", "Codex", "Gemini")


def test_a_seat_is_asked_again_twice_at_most() -> None:
    play = panel(Claude=approve(), Codex=approve(), Gemini=BROKEN)
    for _ in range(2):
        hears(retried(play), "Gemini", BROKEN)
    with pytest.raises(Refused, match="Gemini was asked again 2 times already"):
        retried(play)


@pytest.mark.parametrize("said", ["It depends.", "", "```yaml\nposition: APPROVE | REJECT | ABSTAIN\n```"])
def test_a_seat_whose_replies_have_no_ballot_may_be_asked_again(said: str) -> None:
    play = Play(*ENGINES, policy=Policy(reask=0))
    for seat, reply in (("Claude", approve()), ("Codex", approve()), ("Gemini", said)):
        hears(play, seat, reply)
    assert retryable_seats(play.session) == ("Gemini",)


def test_people_who_missed_a_round_are_not_retried() -> None:
    play = Play(*people("a", "b"), Seat("Claude", voter="claude"))
    hears(play.vote("a", approve()), "Claude", LATE)
    play.take(*close_round(play.session, play.now, ANN)).settle()
    assert retryable_seats(play.session) == ("Claude",)
    with pytest.raises(Refused, match="b is a person or an agent, who votes again in a re-deliberation only"):
        retried(play, "b")


@pytest.mark.parametrize(
    ("seat", "why"),
    [
        ("Claude", "Claude did not fail in round 1"),
        ("Dora", "'Dora' is not on the panel; seats: Claude, Codex"),
    ],
)
def test_who_did_not_fail_is_not_retried(seat: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        retried(panel(Claude=approve(), Codex=approve(), Gemini=BROKEN), seat)


def test_where_nobody_failed_there_is_nothing_to_retry() -> None:
    with pytest.raises(Refused, match="no engine failed in round 1; there is nothing to retry"):
        retried(panel(Claude=approve(), Codex=approve(), Gemini=reject()))


def test_nothing_is_retried_while_a_round_is_open_or_after_the_release() -> None:
    with pytest.raises(Refused, match="a round is open"):
        open_retry(Play(*ENGINES).session)
    play = Play(*ENGINES, Seat("Dora", voter="command:./dora"))
    for seat in ("Claude", "Codex", "Gemini"):
        hears(play, seat, approve())
    hears(play, "Dora", BROKEN)
    assert may_be_acted_on(play.session)
    play.take(*released(play.session, "deploy queue 1.4", play.session.question.content_hash))
    with pytest.raises(Refused, match="its action was released"):
        retried(play)
    assert retryable_seats(play.session) == ()


def test_a_ballot_that_comes_on_a_retry_counts_like_any_other() -> None:
    play = panel(Claude=approve(), Codex=reject(60), Gemini=BROKEN)
    hears(retried(play), "Gemini", approve())
    assert play.session.verdict
    assert (play.session.verdict.result, play.session.verdict.requires) == ("MAJORITY", ())
    assert required(play.session, play.session.verdict) == frozenset()
    assert still_needed(play.session) == ()
    assert may_be_acted_on(play.session)


WHICH = {"subject": "Which store?", "options": ["A", "B", "C"]}


def judged(option: str, **more: Any) -> dict[str, Any]:
    return {"option": option, "confidence": "HIGH", "reasoning": f"{option} was measured", **more}


def debate() -> Play:
    play = Play(*ENGINES, protocol="judges", question=WHICH, policy=Policy(debate_rounds=1))
    for seat, option in (("Claude", "A"), ("Codex", "B"), ("Gemini", "C")):
        hears(play, seat, judged(option))
    hears(play, "Claude", judged("A", challenge="B is dear", reasoning="A holds since the debate"))
    hears(play, "Codex", judged("B", challenge="A is slow", reasoning="B holds since the debate"))
    return hears(play, "Gemini", LATE)


def test_a_seat_that_failed_in_a_debate_is_asked_as_it_was_asked_there() -> None:
    play = retried(debate())
    assert isinstance(play.history[-1].event, RoundOpened)
    seat = play.session.seat("Gemini")
    assert seat
    text = prompt_for(play.session, seat, nonce=NONCE).text
    assert "This is round 2, a debate" in text
    assert "YOUR OWN BALLOT OF ROUND 1:\n    You chose C" in text
    assert "A was measured" in text
    assert "since the debate" not in text, "the others' ballots of that round were sealed while it was asked"
    hears(play, "Gemini", judged("A", challenge="B burns", convinced_by="argument 1"))
    assert play.session.verdict
    assert (play.session.verdict.result, play.session.verdict.choice) == ("MAJORITY", "A")
    assert len(debates(play.session)) == 1


def reasons(play: Play, number: int = 0) -> dict[str, str]:
    """Why each seat was not asked in a round; by default the latest."""
    round_ = play.session.rounds[number - 1]
    return {seat.name: why_not_asked(play.session, round_, seat) for seat in play.session.opened.seats}


def test_the_reason_why_a_retry_asked_somebody_not_is_a_code() -> None:
    play = retried(panel(Claude=approve(), Codex=LATE, Gemini=BROKEN), "Codex")
    assert reasons(play) == {"Claude": "did_not_fail", "Codex": "", "Gemini": "not_named"}


def test_the_reason_does_not_change_with_what_came_later() -> None:
    play = panel(Claude=approve(), Codex=LATE, Gemini=BROKEN)
    for _ in range(2):
        hears(retried(play, "Gemini"), "Gemini", BROKEN)
    hears(retried(play, "Codex"), "Codex", approve(70))
    assert reasons(play, 3)["Codex"] == "not_named"
    assert reasons(play, 4)["Gemini"] == "often_enough"
    assert reasons(play, 4)["Claude"] == "did_not_fail"


def test_a_person_is_not_asked_by_a_retry() -> None:
    play = Play(*ENGINES[:2], *people("ann"))
    play.vote("ann", approve(80))
    for seat, reply in (("Claude", approve()), ("Codex", LATE)):
        hears(play, seat, reply)
    assert reasons(retried(play)) == {"Claude": "did_not_fail", "Codex": "", "ann": "answers_later"}
