"""What silent seats had warned of, as rules: in the register, in proposals, in what is watched; numbers that hold."""

import pytest

from quorate.core.codec import shown
from quorate.deliberation.events import Resolved, Tracked
from quorate.deliberation.moves import close_round
from quorate.deliberation.people import resolve, revise
from quorate.deliberation.register.follow_up import track
from quorate.deliberation.register.risk_register import Item, is_followed, is_tracked, register_of
from quorate.deliberation.rounds.deadlock import proposals, recommendation
from quorate.deliberation.rounds.earlier_warnings import silenced, warned_now
from quorate.deliberation.rounds.redeliberation import Again, redeliberate
from quorate.views.deliberation import in_full, to_plain
from tests.deliberation.playing import ANN, BEN, Play, approve, people, reject

LEAK = {"kind": "security", "text": "Keys leak"}
ABSTAIN = {"position": "ABSTAIN", "confidence": 50}
HARD = {"subject": "Ship?", "action": "deploy", "reversibility": "low"}


def asked(play: Play, *seats: str) -> Play:
    reason = f"for the {len(play.session.rounds)}. time"
    return play.take(*redeliberate(play.session, Again("changed_conditions", reason, seats=seats), ANN)).settle()


def absent(play: Play, *seats: str) -> Play:
    asked(play, *seats)
    return play.take(*close_round(play.session, play.now, ANN)).settle()


def warned(**more: object) -> Play:
    ballot = reject(95, **{"concerns": [LEAK], **more})
    return Play(*people("a", "b", "c", "d")).votes(a=approve(), b=approve(), d=approve(), c=ballot)


def kept(play: Play) -> list[Item]:
    return [item for item in register_of(play.session).risks if item.kind == "silenced"]


def test_the_warning_of_a_silent_seat_is_an_item_of_its_own() -> None:
    play = warned()
    assert not kept(play)
    (item,) = kept(absent(play, "c"))
    assert (item.id, item.text, item.source, item.severity) == ("R3", "Keys leak", "c", "high")


def test_every_grave_concern_and_the_note_are_items() -> None:
    more = [LEAK, {"kind": "safety", "text": "It burns"}, {"kind": "other", "text": "It is slow"}]
    play = absent(warned(concerns=more, dissent_note="Not like this"), "c")
    assert [item.text for item in kept(play)] == ["Keys leak", "It burns", "Not like this"]


@pytest.mark.parametrize(("ballot", "texts"), [(reject(70), ["unsound"]), (approve(70), []), (ABSTAIN, [])])
def test_a_reason_alone_stays_only_where_the_panel_chose_otherwise(ballot: dict[str, object], texts: list[str]) -> None:
    play = Play(*people("a", "b", "c", "d")).votes(a=approve(), b=approve(), d=approve(), c=ballot)
    assert [item.text for item in kept(absent(play, "c"))] == texts
    assert [one.ballot for one in warned_now(play.session)] == list(silenced(play.session))


def test_who_stepped_aside_has_taken_nothing_back() -> None:
    play = asked(warned(), "c").vote("c", {"error": "recused"})
    assert [item.text for item in kept(play)] == ["Keys leak"]


def test_the_plan_is_attached_to_it_and_not_to_a_dissent_without_such_a_warning() -> None:
    play = Play(*people("a", "b", "c", "d", "e"))
    play.votes(a=approve(), b=approve(), d=approve(), e=reject(60), c=reject(95, concerns=[LEAK]))
    absent(play, "c")
    plan = Resolved("mitigation_plan", "Turn the keys", owner="ben", monitor="the vault")
    play.take(*resolve(play.session, plan, BEN, play.now), author=BEN)
    (item,) = kept(play)
    assert (item.mitigation, item.owner, item.monitor) == ("Turn the keys", "ben", "the vault")
    assert [one.mitigation for one in register_of(play.session).dissents] == [""]


def test_it_keeps_its_number_and_what_was_made_of_it_while_the_seat_is_silent() -> None:
    play = absent(warned(), "c")
    play.take(*track(play.session, Tracked("R3", owner="ben")))
    asked(play, "a").vote("a", approve(85))
    (item,) = kept(play)
    assert (item.id, item.owner, item.is_earlier) == ("R3", "ben", False)


def test_once_the_seat_has_a_ballot_it_is_earlier_and_stays_only_where_people_changed_it() -> None:
    play = absent(warned(), "c")
    play.take(*track(play.session, Tracked("R3", owner="ben")))
    asked(play, "c").vote("c", approve(60))
    assert [(item.id, item.is_earlier) for item in kept(play)] == [("R3", True)]
    assert not kept(asked(absent(warned(), "c"), "c").vote("c", approve(60)))


def test_an_edit_takes_no_warning_back_either() -> None:
    play = warned()
    play.take(*revise(play.session, {"domain": "ops"}, by=ANN)).settle()
    play.votes(a=approve(), b=approve(), d=approve())
    play.take(*close_round(play.session, play.now, ANN)).settle()
    assert [item.text for item in kept(play)] == ["Keys leak"]


def test_the_register_is_shown_with_it_though_nobody_has_changed_anything() -> None:
    play = absent(warned(), "c")
    assert (is_tracked(play.session), is_followed(play.session)) == (False, True)
    assert "register" not in to_plain(play.session)
    assert in_full(play.session, ())["register"] == shown(register_of(play.session))


def test_smaller_questions_and_what_to_watch_follow_from_silent_seats_too() -> None:
    play = Play(*people("a", "b", "c", "d"), question=HARD)
    play.votes(a=approve(conditions=["A rollback"]), b=reject(), d=ABSTAIN, c=reject(95, concerns=[LEAK], risks=["X"]))
    absent(absent(play, "c"), "c")
    assert proposals(play.session) == ("Can this be met: A rollback?", "Is this answered: Keys leak?")
    advice = recommendation(play.session)
    assert advice is not None
    assert advice.monitor == ("X", "Keys leak")


def test_grave_concerns_behind_a_note_are_kept_with_the_item_and_have_no_key_elsewhere() -> None:
    play = warned(dissent_note="Not like this")
    plain = shown(register_of(play.session))
    assert [one["concerns"] for one in plain["dissents"]] == [[{"text": "Keys leak", "kind": "security"}]]
    assert [one["text"] for one in plain["dissents"]] == ["Not like this"]
    plain = shown(register_of(warned().session))
    assert not [one for kind in plain.values() for one in kind if "concerns" in one]
