"""While a round is open, a report shows nothing that depends on a ballot."""

from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.core.panel import Seat
from quorate.deliberation.events import Reply, Stored
from quorate.deliberation.moves import answered, claim, replied
from quorate.deliberation.people import revise, supersede
from quorate.replies.seat_reply import ballot_of
from quorate.reports import FORMS, LANGUAGES, render_deliberation
from tests.deliberation.playing import ANN, BEN, Play, approve, people, reject
from tests.reports.deliberating import play

BALLOTS = st.fixed_dictionaries(
    {"position": st.sampled_from(["APPROVE", "REJECT", "ABSTAIN", "GO", "NO-GO"]), "confidence": st.integers(0, 100)},
    optional={
        "rationale": st.text(max_size=20),
        "conditions": st.lists(st.text(min_size=1, max_size=5), max_size=2),
        "concerns": st.lists(st.sampled_from(["safety", "security", "cost"]), max_size=2),
        "risks": st.lists(st.text(max_size=5), max_size=2),
    },
)
LOOKS = [(form, lang, ascii_only) for form in FORMS for lang in LANGUAGES for ascii_only in (False, True)]


def _chained(played: Play) -> list[Stored]:
    """Hashes that cover everything before them, as those of a record do."""
    previous, history = "", []
    for stored in played.history:
        previous = sha256(f"{previous}{stored.event!r}".encode("utf-8", "surrogatepass")).hexdigest()
        history.append(stored._replace(hash=previous))
    return history


def _every_report(played: Play) -> list[str]:
    history = _chained(played)
    return [
        render_deliberation(played.session, history, form=form, lang=lang, ascii_only=ascii_only)
        for form, lang, ascii_only in LOOKS
    ]


def _edited(played: Play) -> Play:
    return played.take(*revise(played.session, {"context": "new"}, "news", by=BEN), author=BEN)


@settings(max_examples=60)
@given(BALLOTS, BALLOTS)
def test_two_open_rounds_that_differ_in_a_ballot_give_the_same_bytes(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    assert _every_report(play().vote("Logos", one)) == _every_report(play().vote("Logos", other))


ONE, OTHER = approve(82, conditions=["slowly"]), reject(12, concerns=["safety"])


def test_a_changed_ballot_is_sealed_too() -> None:
    plays = [play().vote("Logos", approve()).vote("Logos", vote, supersede=True) for vote in (ONE, OTHER)]
    assert _every_report(plays[0]) == _every_report(plays[1])


def test_the_second_round_is_sealed_as_the_first_was() -> None:
    plays = []
    for vote in (ONE, OTHER):
        first = play(*people("a", "b")).votes(a=approve(), b=reject())
        plays.append(_edited(first).settle().vote("a", vote))
    assert _every_report(plays[0]) == _every_report(plays[1])


def test_an_edit_in_the_middle_of_a_round_unseals_nothing() -> None:
    for settle in (False, True):
        plays = [_edited(play().vote("Logos", vote)) for vote in (ONE, OTHER)]
        shown = [_every_report(played.settle() if settle else played) for played in plays]
        assert shown[0] == shown[1]


def test_a_round_that_will_never_end_stays_sealed() -> None:
    plays = [play().vote("Logos", vote) for vote in (ONE, OTHER)]
    for played in plays:
        played.take(*supersede(played.session, "MAGI-2026-1115-002", ANN))
    assert _every_report(plays[0]) == _every_report(plays[1])


@pytest.mark.parametrize("outcome", ["error", "timeout"])
def test_what_is_known_of_a_failure_is_sealed_while_the_round_is_open(outcome: str) -> None:
    plays = []
    for detail in ("exit status 3", "no such file"):
        played = play(Seat("bot", voter="scorecard"), *people("b"))
        plays.append(played.take(*answered(played.session, "bot", 1, Reply(outcome, detail=detail), ballot_of)))
    one, other = map(_every_report, plays)
    assert one == other
    assert f"| bot | - | scorecard | {outcome} |" in "".join(one)


def test_a_reply_that_nobody_has_read_is_sealed() -> None:
    plays = []
    for output in ("position: APPROVE", "position: REJECT"):
        played = play(Seat("bot", voter="command:x"), *people("b"))
        played.take(*claim(played.session, "bot", "call", "n", played.now, 60))
        held = played.session.rounds[0].claims["bot"]
        plays.append(played.take(*replied(played.session, held, Reply("answered", output))))
    assert _every_report(plays[0]) == _every_report(plays[1])


def test_hashes_are_shown_up_to_the_opening_of_the_round_and_all_after_its_close() -> None:
    played = play(*people("a", "b")).vote("a", approve())
    history = _chained(played)
    text = render_deliberation(played.session, history, form="markdown")
    assert [stored.hash[:12] in text for stored in history] == [True, True, False]
    played.vote("b", approve())
    history = _chained(played)
    text = render_deliberation(played.session, history, form="markdown")
    assert all(stored.hash[:12] in text for stored in history)
