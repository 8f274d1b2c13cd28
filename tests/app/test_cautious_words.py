"""Never a harmful default: what is shown of little, bad or one-sided evidence is true and cautious."""

import random

from quorate.analysis.learning.judgement import learn
from quorate.analysis.track_record.decided_votes import DecidedVotes, VotedSeat
from quorate.analysis.track_record.decisive_weights import decisive_weights
from quorate.analysis.track_record.record_note import note_on
from quorate.analysis.track_record.relevance import narrowed
from quorate.core.protocol.learning import LearnedWeights
from quorate.deliberation.engines.voter_name import VoterName
from quorate.reports.content.learning.record_lines import note_lines
from tests.app.test_voters import EN, NO, YES, record, said_of, table_of

ASKED = record(999, "", YES, YES, NO)


def told(records: list[DecidedVotes], asked: DecidedVotes = ASKED) -> str:
    """The line below a verdict."""
    used = narrowed(records, "")
    note = note_on(asked, learn(used.history, fixed_options=True))
    return " ".join(note_lines(note, EN)) if note else ""


def weights(records: list[DecidedVotes]) -> LearnedWeights:
    """What would be frozen where the record decides."""
    used = narrowed(records, "")
    return decisive_weights(used, learn(used.history, fixed_options=True, may_decide=True))


def other(choice: str) -> str:
    return NO if choice == YES else YES


def drawn(count: int, *right: float, seed: int = 4) -> list[DecidedVotes]:
    """Voters who are right this often, independently."""
    chance = random.Random(seed)
    found = []
    for number in range(count):
        truth = chance.choice([YES, NO])
        said = [truth if chance.random() < share else other(truth) for share in right]
        found.append(record(number, truth, *said, choice=max(YES, NO, key=said.count)))
    return found


def test_without_outcomes_nothing_is_told() -> None:
    assert told([]) == ""
    assert weights([]) == LearnedWeights(basis="default")


def test_few_outcomes_tell_nothing_and_weigh_nothing() -> None:
    records = drawn(4, 0.9, 0.9, 0.2)
    assert told(records) == ""
    assert "No weights yet" in said_of(table_of(records))
    assert weights(records)._replace(outcomes=()) == LearnedWeights(basis="majority")


def test_a_voter_who_is_always_wrong_loses_its_weight_and_is_never_turned_round_where_the_record_decides() -> None:
    records = drawn(60, 0.8, 0.8, 0.8, 0.0)
    learned = weights(records)
    assert learned.weights["engine/d"] == min(learned.weights.values())
    assert learned.weights["engine/d"] >= 0
    assert "engine/a is right more often than engine/d: their intervals do not touch." in said_of(table_of(records))


def test_a_rule_that_loses_to_majority_is_not_used_and_that_is_said() -> None:
    """Who was right in four fifths of the record is wrong in the last one, a different voter each time."""
    records = []
    for number in range(30):
        truth = YES if number % 2 else NO
        said = [other(truth) if place == number % 5 else truth for place in range(5)]
        records.append(record(number, truth, *said, choice=truth))
    said_of_it = said_of(table_of(records))
    assert "Majority is used: by 30 outcomes the learned rule loses to it." in said_of_it
    assert [row.weight for row in table_of(records).rows] == [None] * 5
    assert weights(records)._replace(outcomes=()) == LearnedWeights(basis="majority")


def test_voters_who_copy_each_other_are_said_to_count_like_fewer() -> None:
    chance = random.Random(8)
    records = []
    for number in range(80):
        truth = chance.choice([YES, NO])
        copied = truth if chance.random() < 0.6 else other(truth)
        records.append(record(number, truth, copied, copied, copied, choice=copied))
    said = said_of(table_of(records))
    assert "3 votes count like 1.0 independent ones (1.0 to 1.0)." in said
    assert "engine/a and engine/b were wrong together" in said
    assert "No voter can be told to be right more often than another" in said


def test_an_adversary_who_is_right_on_easy_questions_is_not_ranked_above_the_honest() -> None:
    chance = random.Random(9)
    records = []
    for number in range(120):
        truth, is_easy = chance.choice([YES, NO]), chance.random() < 0.7
        honest = [truth if is_easy or chance.random() < 0.75 else other(truth) for _ in range(4)]
        said = [*honest, truth if is_easy else other(truth)]
        records.append(record(number, truth, *said, choice=max(YES, NO, key=said.count)))
    assert "engine/e is right more often" not in said_of(table_of(records))
    learned = weights(records)
    assert learned.weights["engine/e"] == min(learned.weights.values())


def test_outcomes_of_approvals_alone_are_said_to_say_nothing_of_rejections() -> None:
    records = [record(i, YES if i % 4 else NO, YES, YES, NO, choice=YES) for i in range(40)]
    said = said_of(table_of(records, decided=90))
    assert "All known outcomes are of verdicts for APPROVE: nothing is known of the others." in said
    assert "Outcomes known: 40 of 90 decided" in said
    assert "record of rejected proposals is thin" in said


def test_a_new_version_of_a_model_starts_anew_and_the_change_is_named() -> None:
    records = []
    for number in range(20):
        model = "opus-1" if number < 15 else "opus-2"
        name = VoterName("claude", model, "Logos")
        votes = (VotedSeat("a", name.text, YES, 0.8, name=name), VotedSeat("b", "person:ben", YES, 0.8))
        records.append(record(number, YES)._replace(votes=votes, verdict_at=f"2026-11-{number + 1:02}T00:00:00Z"))
    said = said_of(table_of(records))
    assert (
        "The model changed, and records are kept apart: claude/opus-1/Logos (since 2026-11-01, asked 15 times),"
        " claude/opus-2/Logos (since 2026-11-16, asked 5 times)."
    ) in said
    assert [row.record.asked for row in table_of(records).rows if "opus" in row.voter] == [15, 5]


def test_lenses_and_a_stroke_in_the_name_of_a_model_are_no_change_of_the_model() -> None:
    lenses = [VoterName("scorecard", "", lens) for lens in ("Logos", "Pathos", "Sophia")]
    strokes = [VoterName("openai", "meta/llama", lens) for lens in ("Logos", "Pathos")]
    votes = tuple(VotedSeat(name.lens, name.text, YES, 0.8, name=name) for name in (*lenses, *strokes))
    assert "The model changed" not in said_of(table_of([record(0, YES)._replace(votes=votes)]))
    newer = VoterName("openai", "meta/llama-2", "Logos")
    later = record(1, YES)._replace(votes=(VotedSeat("x", newer.text, YES, 0.8, name=newer),))
    said = said_of(table_of([record(0, YES)._replace(votes=votes), later]))
    assert said.count("The model changed") == 1
    assert "openai/meta/llama/Pathos (since" not in said


def test_a_vote_that_is_added_where_the_record_decides_never_counts_against_its_choice() -> None:
    for seed in range(5):
        learned = weights(drawn(40, 0.9, 0.5, 0.1, seed=seed))
        assert all(weight >= 0 for weight in learned.weights.values())
        assert learned.others >= 0
