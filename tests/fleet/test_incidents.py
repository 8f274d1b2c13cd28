"""Rules that incidents taught: the story that each of them prevents."""

from functools import partial

from quorate.fleet.dialectic.dialectic_events import Objection, Provenance, SynthesisFiled
from quorate.fleet.dialectic.dialectic_state import ESCALATED, SYNTHESIS, turn_of
from quorate.fleet.dialectic.tool_arguments import synthesis_of
from tests.fleet.talk import MONITOR, Talk

WORRY = "The overflow will come back"


def test_a_program_that_writes_agrees_by_itself_resumes_nobody() -> None:
    talk = Talk().in_synthesis([WORRY])
    talk.synthesis("p", agrees=True)
    assert talk.now.ended is None
    talk.synthesis("r", agrees=False)
    assert talk.now.ended is None


def test_an_agreement_over_a_concern_that_still_stands_is_none() -> None:
    talk = Talk().in_synthesis()
    talk.synthesis("p", agrees=True)
    talk.synthesis("r", agrees=True, concerns=[WORRY])
    assert (talk.now.ended, talk.now.objections) == (None, (Objection("r", (WORRY,)),))


def test_an_empty_or_missing_answer_approves_nothing() -> None:
    for said in ({}, {"agrees": ""}, {"agrees": None}, {"reasoning": "fine"}):
        assert not synthesis_of(said).agrees


def test_the_paused_agent_does_not_clear_an_objection_by_trying_again() -> None:
    talk = Talk().in_synthesis([WORRY])
    talk.synthesis("p", agrees=True)
    for _ in range(3):
        talk.refuses("NOT_YOUR_MOVE", lambda: talk.synthesis("p", agrees=True))
    assert len(talk.now.transcript) == 3
    assert talk.now.objections == (Objection("r", (WORRY,)),)


def test_the_paused_agent_resolves_nothing_before_its_reviewer_has_spoken() -> None:
    talk = Talk()
    talk.thesis()
    talk.refuses("WRONG_PHASE", lambda: talk.synthesis("p", [MONITOR], agrees=True))


def test_an_objection_outlives_the_reviewer_who_made_it() -> None:
    talk = Talk().in_synthesis([WORRY])
    talk.reassign("op", "s", is_operator=True)
    assert turn_of(talk.now).parties == ("s",)
    talk.antithesis()
    talk.agreed()
    assert (talk.now.phase, talk.end().action, talk.end().requires) == (ESCALATED, "resume", ("verification",))
    assert talk.now.objections == (Objection("r", (WORRY,)),)


def test_an_objection_from_an_earlier_review_stands_in_the_next_one() -> None:
    talk = Talk(objections=(Objection("q", (WORRY,)),)).in_synthesis().agreed()
    assert talk.end().requires == ("verification",)
    same = Talk(objections=(Objection("r", (WORRY,)),)).in_synthesis().agreed()
    assert same.end().requires == ()


def test_an_earlier_agreement_does_not_count_for_a_new_reviewer() -> None:
    talk = Talk().in_synthesis()
    talk.synthesis("p", agrees=True)
    talk.reassign("r", "s")
    talk.antithesis([WORRY])
    talk.synthesis("s", agrees=True)
    assert (talk.now.phase, talk.now.ended) == (SYNTHESIS, None)


def test_only_an_operator_or_the_present_reviewer_reassigns() -> None:
    talk = Talk().in_synthesis([WORRY])
    talk.refuses("MAY_NOT_REASSIGN", lambda: talk.reassign("p", "friend"))
    talk.refuses("MAY_NOT_REASSIGN", lambda: talk.reassign("x", "x"))
    talk.refuses("NOT_A_REVIEWER", lambda: talk.reassign("r", "p"))
    talk.reassign("r", "s")
    talk.refuses("MAY_NOT_REASSIGN", lambda: talk.reassign("r", "r"))
    assert talk.now.reviewer == "s"


def test_a_review_that_cannot_be_read_is_disagreement_and_marked() -> None:
    for said in ({"agrees": "probably"}, {"agrees": 1}, {"agrees": True, "proposed_conditions": "all of them"}):
        found = synthesis_of(said, Provenance(model_used="small"))
        assert found == SynthesisFiled("", provenance=Provenance(model_used="small", degraded=True))


def test_two_syntheses_at_once_resolve_it_once() -> None:
    talk = Talk().in_synthesis().agreed()
    before = talk.now
    for party in ("p", "r"):
        agreed = talk.now.latest(party)
        assert agreed
        talk.synthesis(party, agreed.conditions, agrees=True)
        assert talk.now == before, "to agree once more is harmless"
        talk.refuses("ALREADY_ENDED", partial(talk.synthesis, party, ("Another one",), agrees=True))
        talk.refuses("ALREADY_ENDED", partial(talk.synthesis, party, agreed.conditions))


def test_who_reviewed_by_which_model_is_kept_with_what_was_said() -> None:
    by = Provenance("external_consult", "local", "small", "fall-back", degraded=True)
    talk = Talk().in_synthesis()
    talk.synthesis("r", agrees=True, provenance=by)
    said = talk.now.transcript[-1].said
    assert isinstance(said, SynthesisFiled)
    assert said.provenance == by
