"""What may be seen of a deliberation, and when."""

import json

from quorate.core.codec import to_json
from quorate.deliberation.people import revise, revoke
from quorate.deliberation.showing import to_plain
from tests.deliberation.playing import Play, approve, people, reject


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
    play.take(*revise(play.session, {"context": "more"})).settle()
    play.history = [stored._replace(hash=f"h{stored.position}") for stored in play.history]
    assert [line["hash"] for line in to_plain(play.session, play.history)["history"]] == ["h1", "h2", None, None, None]


def test_what_ended_while_a_person_was_awaited_is_not_asking_any_more() -> None:
    play = Play(*people("a", "b")).votes(a=approve(), b=reject())
    play.take(*revoke(play.session, "wrong figures"))
    assert to_plain(play.session)["state"] == "decided"
