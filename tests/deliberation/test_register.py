"""The register: what verdicts leave behind, and what people make of it over time."""

from typing import Any

import pytest

from quorate.core.codec import shown
from quorate.core.errors import InputError, Refused
from quorate.deliberation.events import Event, Policy, Resolved, Tracked, Vindicated
from quorate.deliberation.people import override, release, resolve, revise, revoke
from quorate.deliberation.permission import may_be_acted_on, refusal
from quorate.deliberation.redaction import is_free
from quorate.deliberation.register.follow_up import track, vindicate
from quorate.deliberation.register.risk_register import Item, Register, is_tracked, register_of
from quorate.deliberation.rounds.deadlock import defer
from quorate.deliberation.rounds.redeliberation import Again, redeliberate
from quorate.deliberation.session import replay
from quorate.deliberation.summary import summary_of
from quorate.views.deliberation import to_plain
from tests.deliberation.playing import ANN, BEN, Play, approve, moment, people, reject

WARNING = [{"kind": "safety", "text": "No way back"}]
NEXT_DAY = "2026-11-16"


def warned() -> Play:
    """Two for it, with a risk and a condition each; one against it, who warns of safety."""
    return Play().votes(
        Logos=approve(70, risks=["Tools lag behind"], conditions=["Slowly"]),
        Pathos=reject(88, concerns=WARNING),
        Sophia=approve(66, risks=["Tools lag behind", "It costs more"], conditions=["Slowly", "Not on a Friday"]),
    )


def planned() -> Play:
    play = warned()
    plan = Resolved("mitigation_plan", "Keep the old one warm", owner="ben", monitor="failed jobs")
    return play.take(*resolve(play.session, plan, BEN, play.now), author=BEN)


def approved_with(**more: Any) -> Play:
    return Play().votes(Logos=approve(**more), Pathos=approve(), Sophia=approve())


def asked_again(play: Play, *seats: str) -> Play:
    again = Again("changed_conditions", "The budget is another one", seats=seats)
    return play.take(*redeliberate(play.session, again, ANN)).settle()


def register(play: Play) -> Register:
    return register_of(play.session)


def item(play: Play, name: str) -> Item:
    found = register(play).item(name)
    assert found
    return found


def set_to(play: Play, name: str, **fields: str) -> Play:
    return play.take(*track(play.session, Tracked(name, **fields)), author=BEN)


def test_a_verdict_leaves_its_risks_dissents_and_conditions_behind() -> None:
    found = register(warned())
    assert [(one.id, one.kind, one.text, one.source) for one in found.risks] == [
        ("R1", "stated", "Tools lag behind", "Logos, Sophia"),
        ("R2", "stated", "It costs more", "Sophia"),
        ("R3", "dissent", "No way back", "Pathos"),
    ]
    assert [(one.id, one.text, one.source, one.choice, one.severity) for one in found.dissents] == [
        ("D1", "No way back", "Pathos", "REJECT", "critical")
    ]
    assert [(one.id, one.kind, one.text) for one in found.conditions] == [
        ("C1", "condition", "Slowly"),
        ("C2", "condition", "Not on a Friday"),
    ]
    assert {one.status for one in found.items} == {"open"}


def test_a_dissent_is_listed_once_though_it_is_a_risk_too() -> None:
    found = register(warned())
    assert [one.id for one in found.items] == ["R1", "R2", "D1", "C1", "C2"]
    assert (found.risks[2].same_as, found.dissents[0].same_as) == ("D1", "R3")


def test_a_mitigation_plan_brings_its_owner_and_what_to_monitor_into_the_register() -> None:
    for name in ("D1", "R3"):
        found = item(planned(), name)
        assert (found.mitigation, found.owner, found.monitor) == ("Keep the old one warm", "ben", "failed jobs")
    assert item(planned(), "R1").mitigation == ""


def test_an_override_is_a_risk_of_whoever_took_it() -> None:
    play = Play().votes(Logos=reject(), Pathos=reject(), Sophia=reject())
    play.take(*override(play.session, "A day of slow jobs at worst", "cara", BEN, play.now), author=BEN)
    found = register(play).risks[-1]
    assert (found.kind, found.text, found.source, found.owner, found.severity) == (
        "override",
        "A day of slow jobs at worst",
        "ben",
        "cara",
        "high",
    )


def test_a_seat_that_failed_is_a_risk() -> None:
    play = Play(policy=Policy(ballots_by=moment(50), at_ballots_by="count"))
    play.votes(Logos=approve(), Sophia=approve()).later(60).settle()
    assert [(one.kind, one.source) for one in register(play).risks] == [("failure", "Pathos")]


@pytest.mark.parametrize("protocol", ["judges", "quorum"])
def test_every_protocol_leaves_its_dissents_behind(protocol: str) -> None:
    votes: dict[str, list[dict[str, Any]]] = {
        "judges": [{"option": one, "confidence": "HIGH", "reasoning": f"{one} is better"} for one in "AAB"],
        "quorum": [{"vote": one, "reasoning": one} for one in ("resume", "resume", "block")],
    }
    question: dict[str, Any] = {"subject": "Which?"}
    question |= {"options": [{"id": "A"}, {"id": "B"}]} if protocol == "judges" else {}
    play = Play(*people("a", "b", "c"), protocol=protocol, question=question)
    play.votes(**dict(zip("abc", votes[protocol], strict=True)))
    assert [(one.id, one.source) for one in register(play).dissents] == [("D1", "c")]


def test_while_nothing_is_decided_there_is_no_register() -> None:
    play = Play().vote("Logos", approve(risks=["Tools lag behind"]))
    assert register(play) == Register()
    with pytest.raises(Refused, match="there is no register yet"):
        track(play.session, Tracked("R1", "closed"))


def test_people_change_only_what_they_state() -> None:
    play = set_to(planned(), "r1", status="mitigated", owner=" ann ", due="2026-12-01")
    set_to(play, "R1", monitor="the changelog", note="looked at every month")
    found = item(play, "R1")
    assert (found.status, found.owner, found.due, found.monitor) == ("mitigated", "ann", "2026-12-01", "the changelog")
    assert [(noted.author, noted.event) for noted in found.changes] == [
        (BEN.author, Tracked("R1", "mitigated", "ann", due="2026-12-01")),
        (BEN.author, Tracked("R1", monitor="the changelog", note="looked at every month")),
    ]
    assert item(play, "R2").changes == ()


def test_what_is_said_of_a_dissent_is_said_of_its_risk() -> None:
    play = set_to(set_to(planned(), "D1", status="mitigated"), "R3", owner="cara")
    for name in ("D1", "R3"):
        assert (item(play, name).status, item(play, name).owner) == ("mitigated", "cara")
        assert len(item(play, name).changes) == 2


def test_a_dissent_that_was_right_is_marked_with_what_happened() -> None:
    play = planned()
    happened = Vindicated("D1", "Jobs were lost on Tuesday", "MAGI-2026-1201-001")
    play.take(*vindicate(play.session, happened), author=BEN)
    assert item(play, "D1").status == item(play, "R3").status == "vindicated"
    assert item(play, "D1").changes[0].event == happened
    assert not item(play, "D1").is_settled
    assert item(set_to(play, "D1", status="closed"), "D1").is_settled


def test_the_register_is_kept_after_the_release_and_after_the_end() -> None:
    play = planned()
    play.take(*release(play.session, "deploy queue 1.4"))
    set_to(play, "C1", owner="ann")
    play.take(*revoke(play.session, "It did not work", ANN))
    play.take(*vindicate(play.session, Vindicated("R1", "The tool broke")))
    assert (item(play, "C1").owner, item(play, "R1").status) == ("ann", "vindicated")


@pytest.mark.parametrize("change", [Tracked("D1", "accepted"), Vindicated("D1", "It broke")])
@pytest.mark.parametrize("make", [warned, planned])
def test_no_change_of_the_register_changes_a_permission(make: Any, change: Tracked | Vindicated) -> None:
    play = make()
    before = may_be_acted_on(play.session), refusal(play.session), summary_of(play.session)
    events = track(play.session, change) if isinstance(change, Tracked) else vindicate(play.session, change)
    play.take(*events)
    assert (may_be_acted_on(play.session), refusal(play.session), summary_of(play.session)) == before


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (Tracked("R9", "closed"), "no item called 'R9' in MAGI-2026-1115-001; there are: R1, R2, R3, D1, C1, C2"),
        (Tracked("R1"), "nothing to change; allowed: status, owner, mitigation, monitor, due, note"),
        (Tracked("R1", owner="  "), "owner: missing; expected some text"),
        (Tracked("R1", "done"), "status: found 'done'; allowed: open, mitigated, accepted, closed"),
        (Tracked("R1", "vindicated"), "use `quorate risks vindicate`"),
        (Tracked("R1", due="soon"), "due: found 'soon'; allowed: a day, such as 2026-12-01"),
        (Tracked("R1", due="2026-02-30"), "due: found '2026-02-30'"),
        (Tracked("R1", due="20261201"), "due: found '20261201'"),
        (Tracked("R1", due="２０２６-12-01"), "due: found"),
        (Tracked("R1", note="x" * 10_001), "note: found 10001 characters; allowed: at most 10000"),
        (Tracked("R1", owner="x" * 201), "owner: found 201 characters; allowed: at most 200"),
        (Tracked("R1", "open"), "R1 already says that; nothing would change"),
        (Vindicated("R9", "It broke"), "no item called 'R9'"),
        (Vindicated("C1", "It broke"), "C1 is a condition: only risks and dissents come true"),
        (Vindicated("R1", " "), "what happened is empty"),
        (Vindicated("R1", "It broke", "javascript://x"), "link: found 'javascript://x'; allowed: the id of another"),
        (Vindicated("R1", "It broke", "https://"), "link: found 'https://'"),
        (Vindicated("R1", "It broke", "https://a b"), "link: found"),
        (Vindicated("R1", "It broke", "see there"), "link: found 'see there'"),
        (Vindicated("R1", "It broke", "MAGI-2026-1115-001"), "MAGI-2026-1115-001 is this deliberation"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason(change: Tracked | Vindicated, said: str) -> None:
    play = warned()
    with pytest.raises(InputError) as error:
        _ = track(play.session, change) if isinstance(change, Tracked) else vindicate(play.session, change)
    assert said in str(error.value)


def test_the_same_words_do_not_come_true_twice() -> None:
    play = warned()
    happened = Vindicated("R1", "It broke", "https://status.example/1")
    play.take(*vindicate(play.session, happened))
    with pytest.raises(Refused, match="already on the record"):
        vindicate(play.session, happened)
    assert vindicate(play.session, happened._replace(what_happened="It broke again"))


def test_an_item_is_overdue_the_day_after_its_day_unless_it_is_settled() -> None:
    play = set_to(warned(), "C1", due="2026-11-15")
    assert not item(play, "C1").is_overdue("2026-11-15")
    assert item(play, "C1").is_overdue(NEXT_DAY)
    assert not item(set_to(play, "C1", status="closed"), "C1").is_overdue(NEXT_DAY)
    assert not item(play, "C2").is_overdue(NEXT_DAY)


def test_an_item_keeps_its_number_when_the_panel_is_asked_again() -> None:
    play = set_to(warned(), "R2", status="accepted", owner="cara")
    asked_again(play, "Logos").vote("Logos", approve(75, risks=["It is slow", "Tools lag behind"]))
    found = register(play)
    assert [(one.id, one.text) for one in found.risks] == [
        ("R4", "It is slow"),
        ("R1", "Tools lag behind"),
        ("R2", "It costs more"),
        ("R3", "No way back"),
    ]
    assert (item(play, "R2").status, item(play, "R2").owner) == ("accepted", "cara")
    assert (item(play, "D1").same_as, item(play, "R3").same_as) == ("R3", "D1")


def test_what_a_later_verdict_no_longer_names_stays_only_where_people_have_changed_it() -> None:
    play = set_to(warned(), "R2", owner="cara")
    asked_again(play, "Sophia").vote("Sophia", approve(75))
    found = register(play)
    assert [(one.id, one.is_earlier) for one in found.risks] == [("R1", False), ("R3", False), ("R2", True)]
    assert [one.id for one in found.conditions] == ["C1"]


def rejected() -> Play:
    return Play().votes(Logos=reject(), Pathos=reject(), Sophia=reject())


def test_the_risk_of_an_override_stays_after_a_later_verdict_and_permits_nothing() -> None:
    play = rejected()
    play.take(*override(play.session, "An hour at worst", "cara", BEN, play.now, monitor="the queue"), author=BEN)
    assert may_be_acted_on(play.session)
    assert not is_tracked(play.session)
    asked_again(play, "Sophia").vote("Sophia", reject(75))
    (risk,) = register(play).risks
    assert (risk.id, risk.text, risk.owner, risk.monitor) == ("R1", "An hour at worst", "cara", "the queue")
    assert (risk.source, risk.status, risk.is_earlier) == ("ben", "open", True)
    assert to_plain(play.session)["register"]["risks"][0]["earlier"]
    assert not may_be_acted_on(play.session)
    assert item(set_to(play, "R1", status="closed"), "R1").status == "closed"


def test_an_override_that_is_made_again_in_the_same_words_is_the_same_risk() -> None:
    play = rejected()
    for _ in range(2):
        play.take(*override(play.session, "An hour at worst", "cara", BEN, play.now), author=BEN)
        assert [(one.id, one.is_earlier) for one in register(play).risks] == [("R1", False)]
        asked_again(play, "Sophia").vote("Sophia", reject(75))


def test_a_deferral_leaves_its_step_with_its_owner_and_what_to_monitor() -> None:
    play = Play().votes(
        Logos=approve(65, risks=["It is slow"]), Pathos=reject(70), Sophia={"position": "ABSTAIN", "confidence": 45}
    )
    for _ in range(2):
        asked_again(play, "Logos").vote("Logos", approve(65, risks=["It is slow"]))
    play.take(*defer(play.session, "One team first", "cara", "failed jobs", by=BEN), author=BEN)
    step = item(play, "S1")
    assert step == Item("S1", "deferral", "One team first", "ben", monitor="failed jobs", owner="cara")
    assert step in register(play).items
    with pytest.raises(Refused, match="S1 is a step: only risks and dissents come true"):
        vindicate(play.session, Vindicated("S1", "It broke"))
    news = Again("new_evidence", "It was measured", "4,000 a second", ("Logos",), factual=True)
    play.take(*redeliberate(play.session, news, ANN)).settle().vote("Logos", approve(65, risks=["It costs more"]))
    assert (item(play, "S1").is_earlier, item(play, "R2").text) == (True, "It costs more")


def test_what_came_true_bears_the_mark_whatever_its_status_is() -> None:
    play = warned()
    assert not item(play, "D1").came_true
    play.take(*vindicate(play.session, Vindicated("D1", "Jobs were lost")))
    assert item(set_to(play, "D1", status="closed"), "D1").came_true


def test_while_a_later_round_is_open_nothing_of_the_register_shows() -> None:
    play = set_to(warned(), "R2", owner="cara")
    asked_again(play, "Sophia")
    assert register(play) == Register()
    assert not is_tracked(play.session)
    assert "register" not in to_plain(play.session)


def test_an_edited_question_gets_a_register_of_its_own_verdict() -> None:
    play = set_to(approved_with(risks=["Tools lag behind"]), "R1", status="closed")
    play.take(*revise(play.session, {"context": "Two people know it"}, by=ANN)).settle()
    play.votes(Logos=approve(risks=["It is slow"]), Pathos=approve(), Sophia=approve())
    assert [(one.id, one.text, one.is_earlier) for one in register(play).risks] == [
        ("R2", "It is slow", False),
        ("R1", "Tools lag behind", True),
    ]


def test_a_plan_answers_the_verdict_that_required_it_and_no_later_one() -> None:
    play = asked_again(planned(), "Sophia").vote("Sophia", approve(75))
    assert item(play, "D1").mitigation == ""


def test_two_conditions_in_the_same_words_are_one() -> None:
    assert len(register(approved_with(conditions=["Slowly", " Slowly "])).conditions) == 1


def test_the_register_follows_from_the_events_alone() -> None:
    play = set_to(planned(), "D1", status="mitigated")
    assert register_of(replay(play.history)) == register(play)


def test_a_change_of_an_item_that_is_not_there_is_passed_over() -> None:
    play = warned().take(Tracked("R77", "closed"), Vindicated("D9", "It broke"))
    assert {one.status for one in register(play).items} == {"open"}


def test_the_register_is_shown_where_something_was_tracked_and_only_there() -> None:
    play = planned()
    assert "register" not in to_plain(play.session)
    plain = to_plain(set_to(play, "C1", owner="ann", due="2026-12-01").session)["register"]
    assert plain == shown(register(play))
    assert plain["conditions"][0] == {
        "id": "C1",
        "kind": "condition",
        "text": "Slowly",
        "source": "",
        "choice": "",
        "severity": "",
        "mitigation": "",
        "monitor": "",
        "owner": "ann",
        "due": "2026-12-01",
        "status": "open",
        "same_as": "",
        "earlier": False,
        "changes": [
            {
                "kind": "tracked",
                "item": "C1",
                "status": "",
                "owner": "ann",
                "mitigation": "",
                "monitor": "",
                "due": "2026-12-01",
                "note": "",
                "author": {"name": "ben", "proof": "asserted"},
                "at": play.now,
            }
        ],
    }


@pytest.mark.parametrize("event", [Tracked("R1"), Vindicated("R1", "")])
def test_words_of_people_can_be_redacted_and_nothing_that_rules_go_by(event: Event) -> None:
    free = {name for name in event._fields if is_free(type(event).__name__, name)}
    assert {"item", "status", "due"}.isdisjoint(free)
    assert free == set(event._fields) - {"item", "status", "due"}


def test_everybody_may_keep_the_register_whoever_may_answer() -> None:
    play = Play(*people("Logos", "Pathos"), policy=Policy(people=("cara",))).votes(
        Logos=approve(risks=["Tools lag behind"]), Pathos=approve()
    )
    assert track(play.session, Tracked("R1", owner=ANN.name)) == (Tracked("R1", owner="ann"),)
