"""An answer binds to what its author saw."""

from hashlib import sha256

import pytest

from quorate.core.errors import InputError, Outdated, Refused
from quorate.deliberation.events import Event, Resolved, Stored
from quorate.deliberation.people import decline, override, resolve, revise
from quorate.deliberation.precondition import Seen, bound_answers, names_revision, short
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session, evolve
from tests.deliberation.playing import ANN, Play, approve, people, reject

CHOICE = Resolved("human_choice", choice="Logos: APPROVE", go=True)


class Recorded(Play):
    """A deliberation whose events have the hashes that a record gives them."""

    def take(self, *events: Event, author: Principal = ANN) -> "Play":
        for event in events:
            super().take(event, author=author)
            stored = self.history[-1]
            self.history[-1] = stored._replace(hash="sha256:" + sha256(repr(stored).encode()).hexdigest())
            self.session = _folded(self.history)
        return self


def _folded(history: list[Stored]) -> Session:
    session: Session | None = None
    for stored in history:
        session = evolve(session, stored)
    assert session
    return session


def split() -> Play:
    return Recorded(*people("Logos", "Pathos")).votes(Logos=approve(), Pathos=reject())


def edited(play: Play) -> Play:
    play.take(*revise(play.session, {"action": "rm -r /", "subject": "Tidy up?"}, by=ANN)).settle()
    return play.votes(Logos=approve(), Pathos=reject())


def test_an_answer_carries_the_hash_of_the_count_that_it_answers() -> None:
    session = split().session
    (answer,) = bound_answers(session, lambda: resolve(session, CHOICE, ANN, ""), session.verdict_hash)
    assert isinstance(answer, Resolved)
    assert answer.verdict == session.verdict_hash


def test_eight_digits_are_enough_and_fewer_are_not() -> None:
    session = split().session
    events = resolve(session, CHOICE, ANN, "")
    for digits in (8, 16, 64):
        assert bound_answers(session, lambda: events, session.verdict_hash.removeprefix("sha256:")[:digits])
    for stated in (short(session.verdict_hash)[:7], "latest", "sha256:", " "):
        with pytest.raises(InputError, match="8 hex digits"):
            bound_answers(session, lambda: events, stated)


def test_hints_print_sixteen_digits() -> None:
    assert short("sha256:" + "0123456789abcdef" * 4) == "0123456789abcdef"


HARMLESS = {"subject": "Restart?", "context": "ticket 52440", "action": "echo restart\n"}
HARMFUL = {"context": "ticket 67372", "action": "rm -rf /srv\n"}
BOTH = "a5e5c7a0"
"""The first digits of the hash of either, found by trying tickets for a second."""


@pytest.mark.parametrize("is_asked", [True, False])
def test_digits_that_fit_two_revisions_name_neither(is_asked: bool) -> None:
    play = Play(*people("Logos", "Pathos"), question=HARMLESS)
    first = play.session.question.content_hash
    play.vote("Pathos", approve(), seen=Seen(BOTH))
    if not is_asked:  # the revision that was seen had no round of its own
        play.session = play.session._replace(rounds=())
    play.take(*revise(play.session, HARMFUL, by=ANN)).settle()
    second = play.session.question.content_hash
    assert (first[7:15], second[7:15]) == (BOTH, BOTH)
    for stated in (BOTH, f"sha256:{BOTH}"):
        with pytest.raises(Refused, match="matches more than one revision of this deliberation; give more digits"):
            play.vote("Logos", approve(), seen=Seen(stated))
        with pytest.raises(Refused, match="matches more than one revision"):
            names_revision(play.session, stated, second)
    with pytest.raises(Outdated):
        play.vote("Logos", approve(), seen=Seen(short(first)))
    play.vote("Logos", approve(), seen=Seen(short(second)))
    assert not play.session.round or "Logos" in play.session.round.answers


def test_digits_that_fit_two_counts_name_neither() -> None:
    play = edited(split())
    now = play.session.verdict_hash
    before = play.session.earlier[0]._replace(hash=now[:15] + "0" * 56)
    session = play.session._replace(earlier=(before,))
    with pytest.raises(Refused, match="matches more than one count of this deliberation; give more digits"):
        bound_answers(session, lambda: resolve(session, CHOICE, ANN, ""), now[7:15])
    assert bound_answers(session, lambda: resolve(session, CHOICE, ANN, ""), short(now))


def test_an_answer_to_an_earlier_verdict_is_outdated_and_says_what_changed() -> None:
    play = split()
    seen = play.session.verdict_hash
    session = edited(play).session
    with pytest.raises(Outdated, match=r"revision 2: ann changed subject, action at .*; the verdict is now"):
        bound_answers(session, lambda: resolve(session, CHOICE, ANN, ""), seen)


def test_every_count_has_a_hash_of_its_own_also_with_the_same_ballots() -> None:
    play = split()
    first = play.session.verdict_hash
    play.take(*revise(play.session, {"context": "More"}, by=ANN)).settle()
    play.take(*revise(play.session, {"context": ""}, by=ANN)).settle().votes(Logos=approve(), Pathos=reject())
    assert play.session.verdict_hash != first


def test_without_a_hash_only_a_refusal_is_taken_and_only_of_a_single_count() -> None:
    play = split()
    refused = decline(play.session, "Not now", ANN, "")
    assert bound_answers(play.session, lambda: refused, "", is_refusal=True)
    with pytest.raises(Refused, match=f"verdict {short(play.session.verdict_hash)}"):
        bound_answers(play.session, lambda: resolve(play.session, CHOICE, ANN, ""), "")
    with pytest.raises(Refused, match="state which verdict this answers"):
        bound_answers(edited(play).session, lambda: refused, "", is_refusal=True)


def test_a_risk_acceptance_lands_on_no_other_verdict() -> None:
    play = Recorded().votes(Logos=reject(), Pathos=reject(), Sophia=reject())
    seen = play.session.verdict_hash
    play.take(*revise(play.session, {"action": "rm -r /"}, by=ANN)).settle()
    session = play.votes(Logos=reject(), Pathos=reject(), Sophia=reject()).session
    with pytest.raises(Outdated):
        bound_answers(session, lambda: override(session, "We lose a day", "ann", ANN, ""), seen)


def test_a_ballot_without_a_hash_is_taken_only_of_a_single_revision() -> None:
    play = Play(*people("Logos", "Pathos")).vote("Logos", approve(), seen=Seen())
    play.take(*revise(play.session, {"context": "More"}, by=ANN)).settle()
    with pytest.raises(Refused, match=f": question {short(play.session.question.content_hash)}"):
        play.vote("Logos", approve(), seen=Seen())


def test_a_ballot_that_was_filled_in_for_an_earlier_round_is_outdated() -> None:
    play = Play(*people("a", "b"), protocol="judges", question={"subject": "Which?", "options": ["A", "B"]})
    play.vote("a", {"option": "A", "confidence": "HIGH"})
    hash_ = play.session.question.content_hash
    with pytest.raises(Outdated, match="round 2 was closed in the meantime; round 1 is open"):
        play.vote("b", {"option": "B", "confidence": "HIGH"}, seen=Seen(hash_, 2))


def test_an_answer_is_outdated_from_the_edit_on_and_not_only_from_the_next_count() -> None:
    play = split()
    seen = play.session.verdict_hash
    play.take(*revise(play.session, {"action": "rm -r /"}, by=ANN))
    with pytest.raises(Outdated, match="the question is at revision 2: ann changed action at"):
        bound_answers(play.session, lambda: resolve(play.session, CHOICE, ANN, ""), seen)


def test_what_an_answer_is_for_is_looked_at_before_what_it_says() -> None:
    play = split()
    seen = play.session.verdict_hash
    session = edited(play).session
    with pytest.raises(Outdated):
        bound_answers(session, lambda: resolve(session, Resolved("verification"), ANN, ""), seen)
