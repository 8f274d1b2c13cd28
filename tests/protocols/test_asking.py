"""What a person is asked, word for word."""

from typing import Any

from quorate import tally
from quorate.core.verdict import Ask, AskOption


def _worded(ask: Ask | None) -> Ask:
    """What is asked in words alone."""
    assert ask
    return Ask(ask.header, ask.question, tuple(AskOption(one.label, one.description) for one in ask.options))


def _ask(*votes: tuple[str, str, int], **more: dict[str, Any]) -> Ask:
    rows = [
        {"seat": n, "position": p, "confidence": c, "rationale": f"because {n}", **more.get(n, {})} for n, p, c in votes
    ]
    return _worded(tally({"votes": rows}).ask)


def test_a_split_of_three_offers_one_option_per_perspective() -> None:
    ask = _ask(("Logos", "APPROVE", 65), ("Pathos", "REJECT", 70), ("Sophia", "ABSTAIN", 45))
    assert ask.header == "Split Vote"
    assert ask.question == "The panel is split. Which way do we go?"
    assert ask.options == (
        AskOption("Logos: APPROVE", "because Logos (confidence: 65)"),
        AskOption("Pathos: REJECT", "because Pathos (confidence: 70)"),
        AskOption("Sophia: ABSTAIN", "because Sophia (confidence: 45)"),
    )


def test_the_surer_side_comes_first_when_two_seats_are_more_than_30_apart() -> None:
    assert [o.label for o in _ask(("a", "APPROVE", 40), ("b", "REJECT", 71)).options] == ["b: REJECT", "a: APPROVE"]
    assert [o.label for o in _ask(("a", "APPROVE", 40), ("b", "REJECT", 70)).options] == ["a: APPROVE", "b: REJECT"]
    assert [o.label for o in _ask(("a", "APPROVE", 90), ("b", "REJECT", 10)).options] == ["a: APPROVE", "b: REJECT"]
    three = _ask(("a", "APPROVE", 10), ("b", "REJECT", 90), ("c", "ABSTAIN", 50))
    assert [o.label for o in three.options] == ["a: APPROVE", "b: REJECT", "c: ABSTAIN"]


def test_the_word_a_voter_used_is_kept() -> None:
    assert [o.label for o in _ask(("a", "GO", 60), ("b", "NO-GO", 60)).options] == ["a: GO", "b: NO-GO"]


def test_a_split_of_four_offers_one_option_per_position_with_its_surest_voice() -> None:
    votes = [("a", "APPROVE", 60), ("b", "APPROVE", 71), ("c", "REJECT", 80), ("d", "REJECT", 50)]
    assert _ask(*votes).options == (
        AskOption("APPROVE", "2 of 4, mean confidence 65.5. b: because b"),
        AskOption("REJECT", "2 of 4, mean confidence 65. c: because c"),
    )
    said = {"b": {"rationale": ""}, "c": {"rationale": "", "dissent_note": "the note"}}
    quiet = _ask(*votes, **said)
    assert quiet.options[0].description == "2 of 4, mean confidence 65.5. b"
    assert quiet.options[1].description == "2 of 4, mean confidence 65. c: the note"


def test_conditions_that_can_answer_concerns_are_offered_as_a_hybrid() -> None:
    votes = [("a", "APPROVE", 60), ("b", "REJECT", 60)]
    both: dict[str, dict[str, Any]] = {"a": {"conditions": ["x", "y"]}, "b": {"concerns": ["cost", "safety"]}}
    assert _ask(*votes, **both).options[-1] == AskOption("Hybrid", "x; y - to answer: cost; safety")
    turned: dict[str, dict[str, Any]] = {"b": {"conditions": ["z"]}, "a": {"concerns": ["time"]}}
    assert _ask(*votes, **turned).options[-1] == AskOption("Hybrid", "z - to answer: time")
    one_side: dict[str, dict[str, Any]] = {"a": {"conditions": ["x"], "concerns": ["cost"]}}
    assert len(_ask(*votes, **one_side).options) == 2


def test_an_override_shows_both_positions_the_majoritys_first() -> None:
    ask = _ask(("a", "APPROVE", 55), ("b", "APPROVE", 59), ("c", "REJECT", 95))
    assert (ask.header, ask.question) == (
        "Override",
        "A very sure dissenter stands against an unsure majority. Which way?",
    )
    assert ask.options == (
        AskOption("APPROVE", "2 of 3, mean confidence 57. b: because b"),
        AskOption("REJECT", "1 of 3, mean confidence 95. c: because c"),
    )
    rejected = _ask(("a", "REJECT", 55), ("b", "REJECT", 59), ("c", "APPROVE", 95))
    assert [option.label for option in rejected.options] == ["REJECT", "APPROVE"]


def _judged(*rows: tuple[str, str]) -> Ask:
    recommended = [{"judge": j, "option": o, "reasoning": f"{j} says so" if j != "quiet" else ""} for j, o in rows]
    return _worded(tally({"protocol": "judges", "recommendations": recommended}).ask)


def test_judges_without_consensus_offer_what_was_recommended_the_largest_first() -> None:
    ask = _judged(("risk", "A"), ("value", "B"), ("effort", "C"), ("quiet", "C"))
    assert (ask.header, ask.question) == ("Contested", "The judges could not reach consensus. Which option?")
    assert ask.options == (
        AskOption("C", "effort: effort says so; quiet"),
        AskOption("A", "risk: risk says so"),
        AskOption("B", "value: value says so"),
    )


def test_of_more_than_four_options_the_three_largest_and_other_are_offered() -> None:
    four = _judged(("a", "A"), ("b", "B"), ("c", "C"), ("d", "D"))
    assert [option.label for option in four.options] == ["A", "B", "C", "D"]
    five = _judged(("a", "A"), ("b", "B"), ("c", "C"), ("d", "D"), ("e", "E"), ("f", "E"))
    assert [option.label for option in five.options] == ["E", "A", "B", "Other"]
    assert five.options[-1].description == "C, D"


def test_too_few_judges_offer_to_ask_again() -> None:
    one = _judged(("risk", "A"))
    assert one.header == "Too few"
    assert one.question == "Fewer than two judges recommended anything. How do we go on?"
    assert one.options == (
        AskOption("A", "A single recommendation, not consensus. risk: risk says so"),
        AskOption("Ask again", "Get more recommendations before deciding"),
    )
    none = _judged(("risk", "ABSTAIN"))
    assert [option.label for option in none.options] == ["Ask again", "Decide alone"]
    assert none.options[1].description == "Go on without the judges"


REPRODUCIBLE = {"file": "a", "reproducible": True, "command": "make"}


def _weighed(*votes: dict[str, Any], **more: Any) -> Ask:
    rows = [{"agentId": f"a{place}", "evidence": [REPRODUCIBLE], **vote} for place, vote in enumerate(votes)]
    document = {"protocol": "evidence", "question": "Q?", "challengeRounds": 2, "votes": rows, **more}
    return _worded(tally(document).ask)


def test_contested_evidence_offers_each_position_with_who_holds_it() -> None:
    ask = _weighed(
        {"vote": "accept", "confidence": 0.7, "rationale": "it ran"},
        {"vote": "accept", "confidence": 0.6},
        {"vote": "reject", "confidence": 0.6, "rationale": "it broke"},
        {"vote": "reject", "confidence": 0.5, "rationale": "twice"},
    )
    assert (ask.header, ask.question) == ("Contested", "The agents do not agree. Which position holds?")
    assert ask.options == (AskOption("accept", "a0: it ran; a1"), AskOption("reject", "a2: it broke; a3: twice"))


def test_insufficient_evidence_offers_to_investigate() -> None:
    ask = _weighed({"vote": "accept"})
    assert (ask.header, ask.question) == ("Evidence", "The evidence does not suffice. How do we go on?")
    assert ask.options == (
        AskOption("Investigate", "Ask for reproducible evidence before deciding"),
        AskOption("Decide now", "Decide on what there is and accept the risk"),
    )


def test_more_than_four_positions_are_three_and_other() -> None:
    options = ["A", "B", "C", "D", "E"]
    ask = _weighed(*({"vote": "accept", "option": o, "confidence": 0.7} for o in options), options=options)
    assert [option.label for option in ask.options] == ["A", "B", "C", "Other"]
    assert ask.options[-1].description == "D; E"


def test_a_conflict_that_only_the_document_states_leaves_the_choice_to_investigate() -> None:
    conflict = {"conflictId": "c", "severity": "critical"}
    ask = _weighed({"vote": "accept"}, {"vote": "accept"}, conflicts=[conflict])
    assert [option.label for option in ask.options] == ["accept", "Investigate"]


def test_every_question_and_option_has_a_code_with_its_values() -> None:
    votes = [("a", "APPROVE", 60), ("b", "REJECT", 61)]
    rows = [{"seat": n, "position": p, "confidence": c, "conditions": ["x"], "concerns": ["y"]} for n, p, c in votes]
    split = tally({"votes": rows}).ask
    assert split
    assert split.code == "split"
    assert [(one.code, one.values) for one in split.options] == [
        ("seat", {"seat": "a", "position": "APPROVE", "confidence": "60"}),
        ("seat", {"seat": "b", "position": "REJECT", "confidence": "61"}),
        ("hybrid", {"conditions_of": "APPROVE", "concerns_of": "REJECT"}),
    ]
    recommended = [{"judge": name, "option": name.upper()} for name in "abcde"]
    contested = tally({"protocol": "judges", "recommendations": recommended}).ask
    assert contested
    assert contested.code == "no_consensus"
    assert [one.values for one in contested.options[-2:]] == [{"option": "C", "seats": ["c"]}, {"options": ["D", "E"]}]
