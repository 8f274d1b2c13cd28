"""What a seat is shown in later rounds, and in which order it is shown the options."""

from typing import Any

import pytest

from quorate.core.panel import Seat
from quorate.deliberation.events import Claimed, Policy
from quorate.deliberation.moves import claim, take_over
from quorate.deliberation.rounds.redeliberation import Again, redeliberate
from quorate.prompts.prompt import Prompt, prompt_for
from tests.deliberation.playing import ANN, Play, approve, people, reject

NONCE = "n4f2a9c01"
STORES: dict[str, Any] = {"subject": "Which store?", "options": [{"id": one, "text": f"store {one}"} for one in "ABC"]}
PROOF = {"id": "x-1", "file": "a.md", "quote": "41 ms", "reproducible": True, "command": "make a"}


def quotation(text: str) -> str:
    return text.partition(f"<<<quoted-{NONCE}")[2].partition(f"quoted-{NONCE}>>>")[0]


def shown(play: Play, seat: str) -> str:
    held = play.session.seat(seat)
    assert held
    return prompt_for(play.session, held, nonce=NONCE).text


def judged(option: str, **more: Any) -> dict[str, Any]:
    return {"option": option, "confidence": "MEDIUM", "reasoning": f"{option} was measured", **more}


def debate() -> Play:
    play = Play(*people("x", "y", "z"), protocol="judges", question=STORES, policy=Policy(debate_rounds=2))
    warns = {"concerns": [{"kind": "safety", "text": "nobody is on call"}], "conditions": ["a rota first"]}
    return play.votes(x=judged("A", **warns), y=judged("B"), z=judged("C"))


def test_a_debate_says_what_it_is_and_shows_the_seat_its_own_ballot() -> None:
    text = shown(debate(), "x")
    own = (
        "YOUR OWN BALLOT OF ROUND 1:\n    You chose A, with confidence MEDIUM.\n    A was measured\n"
        "    Your conditions: a rota first\n    Your concerns: safety: nobody is on call\n"
    )
    assert own in quotation(text)
    assert "This is round 2, a debate: the panel has not agreed. Quoted above: your own ballot of round 1 and" in text
    assert "a change without that does not count" in text


def test_the_first_round_is_no_debate_and_shows_no_ballot() -> None:
    text = shown(Play(*people("x", "y", "z"), protocol="judges", question=STORES), "x")
    assert "This is round" not in text
    assert "YOUR OWN BALLOT" not in text


def test_a_challenge_round_shows_own_evidence_and_how_to_rebut_a_counter_proof() -> None:
    play = Play(*people("x", "y"), protocol="evidence", question="It holds?", policy=Policy(debate_rounds=2))
    counter = {"id": "y-1", "file": "b.md", "counter": True}
    play.vote("x", {"vote": "accept", "confidence": 0.7, "rationale": "measured", "evidence": [PROOF]})
    play.vote("y", {"vote": "reject", "confidence": 0.7, "rationale": "not so", "evidence": [counter]})
    text = shown(play, "x")
    assert "a challenge round: the evidence is contested." in text
    assert "cite an item with answers: and its id" in text
    assert "    You chose accept, with confidence 0.7.\n    measured\n    Evidence x-1: a.md; it says: 41 ms" in text
    assert "Evidence y-1: b.md; it disproves" in quotation(text)


def test_a_redeliberation_says_why_and_shows_the_seat_its_own_ballot() -> None:
    play = Play().votes(Logos=approve(60), Pathos=reject(70), Sophia={"position": "ABSTAIN", "confidence": 20})
    again = Again("new_evidence", "it was measured", "41 ms", ("Pathos",), points=30)
    play.take(*redeliberate(play.session, again, ANN))
    text = shown(play, "Pathos")
    assert "This is round 2: the question is asked again, for the reason that is quoted above." in text
    assert "YOUR OWN BALLOT OF ROUND 1:\n    You chose REJECT, with confidence 70.\n    unsound\n" in quotation(text)
    assert "    sound\n" not in text


def asked(nonce: str, options: tuple[str, ...]) -> Prompt:
    seat = Seat("x", voter="claude")
    play = Play(seat, *people("y"), protocol="judges", question=STORES)
    return prompt_for(play.session, seat, nonce=nonce, options=options)


def test_options_are_shown_in_the_order_that_was_drawn_with_their_own_ids_and_texts() -> None:
    prompt = asked(NONCE, ("C", "A", "B"))
    assert "OPTIONS:\n  C: store C\n  A: store A\n  B: store B\n" in prompt.text
    assert "\noption: C | A | B | ABSTAIN\n" in prompt.text
    assert prompt.choices == ("C", "A", "B", "ABSTAIN")


def test_a_call_that_was_claimed_before_orders_were_drawn_shows_them_as_listed() -> None:
    assert "OPTIONS:\n  A: store A\n  B: store B\n  C: store C\n" in asked(NONCE, ()).text


def claimed(nonce: str) -> Claimed:
    play = Play(Seat("x", voter="claude"), *people("y"), protocol="judges", question=STORES)
    (event,) = claim(play.session, "x", "call", nonce, play.now, 60)
    play.take(event)
    assert isinstance(event, Claimed)
    (over,) = take_over(play.session, event, "other", f"{nonce}0", play.now, 60)
    assert isinstance(over, Claimed)
    assert sorted(over.options) == ["A", "B", "C"]
    return event


def test_the_order_is_on_the_record_with_the_claim_and_is_another_one_for_another_nonce() -> None:
    orders = {claimed(f"n{number:04}").options for number in range(60)}
    assert len(orders) == 6
    assert claimed(NONCE).options == claimed(NONCE).options


@pytest.mark.parametrize("question", ["It holds?", {"subject": "Which?", "options": ["A", "B"]}])
def test_without_a_nonce_nothing_is_drawn(question: Any) -> None:
    play = Play(Seat("x", voter="claude"), *people("y"), protocol="evidence", question=question)
    (event,) = claim(play.session, "x", "call", "", play.now, 60)
    assert isinstance(event, Claimed)
    assert event.options == ()
