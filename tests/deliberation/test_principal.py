"""Who may do what: one table, checked row by row."""

from collections.abc import Callable

import pytest

from quorate.core.errors import Refused
from quorate.deliberation.events import AUTHENTICATED, Author, Event, Policy, Reframed, Stored
from quorate.deliberation.moves import close_round
from quorate.deliberation.people import decline, revise, revoke, supersede
from quorate.deliberation.principal import MAY, Principal, check_may
from quorate.deliberation.rounds.deadlock import children_of
from quorate.deliberation.rounds.redeliberation import Again, redeliberate
from quorate.deliberation.session import Session, evolve
from tests.deliberation.playing import ANN, Play, approve, moment, people, reject

BEN, EVE, OWNER = Principal("ben"), Principal("eve"), Principal("zoe", owns_store=True)
NAMED = Policy(people=("ben",))
MANAGED = ("revise", "supersede", "close", "retry", "redeliberate", "revoke")
ANSWERED = ("answer", "reframe", "defer")
Rule = Callable[[Session, Principal], tuple[Event, ...]]


def split(policy: Policy | None = None) -> Play:
    return Play(*people("Logos", "Pathos"), policy=policy).votes(Logos=approve(), Pathos=reject())


def declined(policy: Policy | None = None) -> Play:
    play = split(policy)
    who = BEN if policy else ANN
    return play.take(*decline(play.session, "Not now", who, play.now), author=who)


def may(operation: str, play: Play, who: Principal) -> bool:
    try:
        check_may(operation, play.session, who)
    except Refused:
        return False
    return True


def test_every_operation_is_in_the_table() -> None:
    assert {*MANAGED, *ANSWERED, "release", "resume", "track", "outcome", "redact"} == MAY.keys()


@pytest.mark.parametrize("operation", MANAGED)
def test_whoever_opened_it_and_the_people_named_for_answers_manage_it(operation: str) -> None:
    allowed = [may(operation, split(NAMED), who) for who in (ANN, BEN, EVE, OWNER)]
    assert allowed == [True, True, False, False]


@pytest.mark.parametrize("operation", MANAGED)
def test_once_it_was_declined_only_those_who_may_answer_manage_it(operation: str) -> None:
    allowed = [may(operation, declined(NAMED), who) for who in (ANN, BEN, EVE, OWNER)]
    assert allowed == [False, True, False, False]


@pytest.mark.parametrize("operation", MANAGED)
@pytest.mark.parametrize("play", [split, declined])
def test_without_named_people_whoever_opened_it_and_the_owner_of_the_record_manage_it(
    operation: str, play: Callable[[], Play]
) -> None:
    allowed = [may(operation, play(), who) for who in (ANN, BEN, EVE, OWNER)]
    assert allowed == [True, False, False, True]


@pytest.mark.parametrize("operation", ANSWERED)
def test_the_people_named_for_answers_answer_alone(operation: str) -> None:
    assert [may(operation, split(NAMED), who) for who in (ANN, BEN, EVE, OWNER)] == [False, True, False, False]
    assert all(may(operation, split(), who) for who in (ANN, BEN, EVE, OWNER))


def test_what_was_true_is_said_by_those_who_may_answer_and_by_nobody_who_votes() -> None:
    named = Play(*people("Logos", "Pathos"), policy=NAMED)
    assert [may("outcome", named, who) for who in (ANN, BEN, EVE, OWNER)] == [False, True, False, False]
    assert not may("outcome", split(NAMED), BEN)
    votes = people("Logos", "Pathos")
    held = Play(votes[0]._replace(voter="person:eve"), votes[1])
    assert [may("outcome", held, who) for who in (ANN, BEN, EVE, OWNER)] == [True, True, False, True]


@pytest.mark.parametrize("play", [split, declined])
def test_a_text_is_redacted_by_whoever_opened_it_the_people_named_and_the_owner_of_the_record(
    play: Callable[[Policy | None], Play],
) -> None:
    assert [may("redact", play(NAMED), who) for who in (ANN, BEN, EVE, OWNER)] == [True, True, False, True]
    assert [may("redact", play(None), who) for who in (ANN, BEN, EVE, OWNER)] == [True, False, False, True]


@pytest.mark.parametrize("name", ["Ann", "ann ", "ANN", "a\u200bnn", "аnn"])
def test_a_permission_needs_the_exact_name(name: str) -> None:
    play = Play(policy=Policy(people=("ann",)))
    assert not may("answer", play, Principal(name))
    assert not may("revise", play, Principal(name))


def test_a_name_that_was_proved_is_nobodys_who_only_claims_it() -> None:
    play = split()
    play.session = play.session._replace(opened_by=Author("ann", AUTHENTICATED))
    assert [may("revoke", play, who) for who in (ANN, Principal("ann", AUTHENTICATED))] == [False, True]


@pytest.mark.parametrize(
    "rule",
    [
        lambda session, who: revise(session, {"action": "rm -r /"}, by=who),
        lambda session, who: supersede(session, "MAGI-2026-1115-002", who),
        lambda session, who: revoke(session, "Wrong figures", who),
        lambda session, who: redeliberate(session, Again("changed_conditions", "It is May", seats=("Logos",)), who),
    ],
)
def test_the_rules_ask_the_table(rule: Rule) -> None:
    session = split(NAMED).session
    with pytest.raises(Refused, match="only ann, who opened it, and ben may do this; you are eve"):
        rule(session, EVE)
    assert rule(session, BEN)


def test_a_round_is_closed_by_whoever_may_manage_it() -> None:
    play = Play().votes(Logos=approve())
    with pytest.raises(Refused, match="only ann, who opened it, and the owner of the record may do this; you are eve"):
        close_round(play.session, play.now, EVE)
    assert close_round(play.session, play.now, OWNER)


def test_a_child_that_the_rules_opened_belongs_to_whoever_opened_its_parent() -> None:
    parent = split().session
    (child,) = children_of(parent, Reframed(("How?",)))
    session = evolve(None, Stored("MAGI-2026-1115-002", 1, moment(0), EVE.author, child))
    assert session.opener == parent.opened_by == ANN.author
    with pytest.raises(Refused, match="only ann, who opened it"):
        check_may("revise", session, EVE)
    check_may("revise", session, ANN)
