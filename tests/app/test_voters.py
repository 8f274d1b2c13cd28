"""What is known of voters: fractions while it is little, no ranks where intervals overlap, no number without its n."""

import json
import re
from collections.abc import Sequence
from xml.etree.ElementTree import fromstring

import pytest

from quorate.analysis.learning.judgement import learn
from quorate.analysis.learning.reliability import Stated, reliability_of
from quorate.analysis.track_record.decided_votes import DecidedVotes, VotedSeat
from quorate.analysis.track_record.relevance import narrowed
from quorate.analysis.track_record.voter_table import PanelTable, panel_table
from quorate.app.learning.outcomes import record_outcome
from quorate.app.learning.voters import voter_tables
from quorate.core.errors import InputError
from quorate.deliberation.principal import Principal
from quorate.reports.content.learning.reliability_content import Diagram, diagrams_of, plot_lines
from quorate.reports.content.learning.voter_lines import panel_lines, voter_cells
from quorate.reports.language import language
from quorate.reports.layouts.voters_report import render_voters
from quorate.reports.writers.reliability_svg import write_svg
from quorate.views.learning import voters_plain
from tests.app.house import AGAINST, ANN, FOR, House

EN = language("en")
YES, NO = "APPROVE", "REJECT"


def record(number: int, truth: str, *choices: str, choice: str = YES) -> DecidedVotes:
    votes = tuple(VotedSeat(name, f"engine/{name}", said, 0.8) for name, said in zip("abcde", choices, strict=False))
    at = f"2026-11-15T00:{number // 60:02}:{number % 60:02}Z"
    return DecidedVotes(f"MAGI-{number}", "magi", "ops", (YES, NO), votes, choice, truth, truth, at=at, by="zoe")


def table_of(records: Sequence[DecidedVotes], decided: int = 100) -> PanelTable:
    used = narrowed(list(records), "")
    return panel_table(used, learn(used.history, fixed_options=True), decided)


def said_of(table: PanelTable) -> str:
    return "\n".join(panel_lines(table, EN))


def alternating(count: int) -> list[DecidedVotes]:
    """a is always right, b never, c on every second one."""
    found = []
    for i in range(count):
        truth, other = ((YES, NO), (NO, YES))[i % 3 == 0]
        found.append(record(i, truth, truth, other, truth if i % 2 else other, choice=truth))
    return found


def test_few_outcomes_are_shown_as_fractions_without_weights_or_ranks() -> None:
    table = table_of(alternating(4))
    assert voter_cells(table.rows[0], EN)[3:7] == ("4 of 4", "51 to 100 %", "80 % (4)", "")
    said = said_of(table)
    assert "No weights yet: 4 outcomes are known" in said
    assert "right more often" not in said
    assert "Outcomes known: 4 of 100 decided" in said


def test_from_five_on_records_weigh_and_nobody_is_ranked() -> None:
    said = said_of(table_of(alternating(9)))
    assert "The learned rule (records) was right on 9 of 9 it had not seen; very early." in said
    assert "right more often" not in said


def test_from_fifteen_on_there_are_weights_and_they_are_early_until_twenty_five() -> None:
    early, later = table_of(alternating(15)), table_of(alternating(30))
    assert [row.weight is not None for row in early.rows] == [True, True, True]
    assert ("this is early" in said_of(early), "this is early" in said_of(later)) == (True, False)


def test_a_voter_is_only_called_better_where_the_intervals_do_not_touch() -> None:
    said = said_of(table_of(alternating(30)))
    assert "engine/a is right more often than engine/b" in said
    alike = table_of([record(i, YES if i % 3 else NO, YES, YES, YES) for i in range(30)])
    assert "No voter can be told to be right more often" in said_of(alike)


def test_nothing_is_called_calibrated_before_fifty_outcomes() -> None:
    for count, expected in ((49, False), (50, True)):
        table = table_of(alternating(count))
        assert table.may_be_called_calibrated is expected
        assert (voters_plain([table])["panels"][0]["calibration_error"] is not None) is expected
        assert ("alibrated" in "".join(plot_lines(Diagram("a", table.verdicts), EN))) is expected
        assert ("alibrated" in render_voters([table], form="html")) is expected


def test_fewer_than_twenty_five_have_no_curve() -> None:
    few, many = (table_of(alternating(count)) for count in (24, 25))
    said = list(plot_lines(Diagram("a", few.rows[0].stated), EN))
    assert said == ["a: 24 of 24 came true.", "Too few for a curve."]
    assert len(list(plot_lines(Diagram("a", many.rows[0].stated), EN))) == 2
    assert voters_plain([few])["panels"][0]["reliability"] is None


def test_the_diagram_of_verdicts_is_of_what_they_chose_and_not_of_what_the_record_would_have_chosen() -> None:
    records = [record(i, NO if i % 3 else YES, NO if i % 3 else YES, YES, YES) for i in range(30)]
    table = table_of([*records, record(30, NO, NO, YES, YES, choice="")])
    assert table.learned is not None
    assert table.learned.right > 29
    assert (table.verdicts.came_true, table.verdicts.size) == (10, 30)
    title = next(plot_lines(next(diagrams_of(table, EN)), EN))
    assert (
        title == "magi: APPROVE, REJECT. Verdicts, and how probable the record finds their choice: 10 of 30 came true."
    )


def test_the_record_of_rejections_is_called_thin_where_not_every_outcome_is_known() -> None:
    table = table_of(alternating(9), decided=9)
    assert "rejected" not in said_of(table)
    assert "so the record of rejected proposals is thin." in said_of(table._replace(decided=10))


async def test_an_outcome_that_leaves_the_truth_open_is_said_to_be_that(house: House) -> None:
    options = [{"id": name} for name in "ABC"]
    session = await house.opened(protocol="judges", question={"subject": "Which?", "options": options})
    for seat, who in (("a", ANN), ("b", Principal("ben"))):
        session = await house.voted(session, seat, who, {"option": "A", "confidence": "HIGH"})
    await record_outcome(house.app, Principal("zoe"), session.id, "wrong")
    (table,) = await voter_tables(house.app, ANN)
    assert (table.protocol, table.outcomes, table.open_truths) == ("judges", 0, 1)
    assert [*panel_lines(table, EN)] == ["1 outcome, but what was true is not known."]
    assert [*panel_lines(table, language("ja"))] == ["結果1件。ただし正解は不明です。"]
    assert not list(diagrams_of(table, EN))


def test_outcomes_of_approvals_alone_are_said_to_be_that() -> None:
    said = said_of(table_of([record(i, YES, YES, YES, NO) for i in range(20)]))
    assert "All known outcomes are of verdicts for APPROVE: nothing is known of the others." in said


def test_what_a_seat_is_worth_is_said_with_how_often() -> None:
    records = [record(i, NO, YES, NO, YES)._replace(pivotal=("a", "c")) for i in range(2)]
    records += [record(i, YES, YES, YES, NO)._replace(asked=True, changed=i == 2) for i in range(2, 30)]
    said = said_of(table_of(records))
    assert "engine/a was pivotal in 2 of 30, and right in 0 of these." in said
    assert "engine/b dissented and was right 2 times: MAGI-0, MAGI-1." in said
    assert "engine/a and engine/c were wrong together 2 times of 30; by chance 2.0 times." not in said
    assert "A person was asked in 28 of 30; what they answered changed the outcome in 1." in said


def test_voters_who_err_together_are_named_against_chance() -> None:
    records = [record(i, YES, *([NO, NO, YES] if i % 3 == 0 else [YES, YES, NO])) for i in range(30)]
    assert "engine/a and engine/b were wrong together 10 times of 30; by chance 3.3 times." in said_of(
        table_of(records)
    )


def test_a_plot_is_plain_svg_with_its_numbers_as_text() -> None:
    table = table_of(alternating(60))
    svg = write_svg(
        [Diagram("Verdicts <&>", table.verdicts), Diagram("few", reliability_of([Stated(0.8, True)] * 5))], EN
    )
    texts = [one.text for one in fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    bins = table.verdicts.bins()
    assert svg.count("<circle") == len(bins)
    assert all(str(one.size) in texts for one in bins)
    assert ("95 % interval" in texts, "Too few for a curve." in texts) == (True, True)
    assert not re.search(r"<script|href|<image", svg)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_both_languages_say_everything(lang: str) -> None:
    say = language(lang)
    for count in (1, 9, 15, 30, 60):
        table = table_of(alternating(count))
        assert all([*panel_lines(table, say), *plot_lines(Diagram("x", table.verdicts), say)])


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_report_has_a_picture_and_the_same_numbers_below_it(lang: str) -> None:
    table = table_of(alternating(60))
    page, markdown = (render_voters([table], form=form, lang=lang) for form in ("html", "markdown"))
    bins = table.verdicts.bins()
    shown = sum(len(one.stated.bins()) for one in table.rows) + len(bins)
    assert page.count("<circle") == shown
    for one in bins:
        assert f"<td>{one.came_true}</td><td>{one.size}</td>" in page
        assert f"| {one.came_true} | {one.size} |" in markdown
    assert "<svg" not in markdown


def test_names_in_the_report_stay_text() -> None:
    table = table_of(alternating(30))
    hostile = table._replace(rows=tuple(row._replace(voter="<b>|`x`") for row in table.rows), domain="<script>")
    page, markdown = (render_voters([hostile], form=form) for form in ("html", "markdown"))
    assert "<b>" not in page + markdown
    assert "<script" not in page + markdown
    assert "| <b>" not in markdown


def test_a_report_without_outcomes_says_how_to_record_one() -> None:
    assert "quorate outcome ID --was right" in render_voters([], form="html")


async def test_voters_of_a_record_are_found_by_a_part_of_their_name(house: House) -> None:
    for was, domain in (("right", "ops"), ("wrong", "law")):
        session = await house.decided(FOR, AGAINST, question={"subject": "Adopt it?", "domain": domain})
        await record_outcome(house.app, Principal("zoe"), session.id, "APPROVE" if was == "right" else "REJECT")
    (table,) = await voter_tables(house.app, ANN)
    assert [(row.voter, row.record) for row in table.rows] == [("person:ann", (1, 2)), ("person:ben", (1, 2))]
    assert (table.outcomes, table.recorded_by) == (2, ("zoe",))
    (law,) = await voter_tables(house.app, ANN, "person:ann", domain="law")
    assert [(row.voter, row.record) for row in law.rows] == [("person:ann", (0, 1))]
    with pytest.raises(InputError, match="no voter called 'person:anna'; nearest: person:ann"):
        await voter_tables(house.app, ANN, "person:anna")


def test_a_hostile_name_stays_text_wherever_it_is_shown() -> None:
    name = 'x</text><script>alert(1)</script>\x1b[31m\u202e|`"&\n# y'
    records = [
        one._replace(
            domain=name,
            by=name,
            pivotal=("a",),
            votes=tuple(vote._replace(voter=vote.voter.replace("engine", name)) for vote in one.votes),
        )
        for one in alternating(60)
    ]
    table = table_of(records)._replace(domain=name, protocol=name, options=(), only_choice=name)
    plotted = list(diagrams_of(table, EN))
    svg = write_svg(plotted, EN)
    page, markdown = (render_voters([table], form=form) for form in ("html", "markdown"))
    said = [*panel_lines(table, EN), *(cell for row in table.rows for cell in voter_cells(row, EN))]
    said += [line for one in plotted for line in plot_lines(one, EN)]
    assert not [text for text in said if re.search("[\x00-\x1f\u202e]", text)]
    for text in (svg, page, markdown):
        assert not re.search("<script|[\x1b\u202e]", text)
    assert fromstring(svg).tag.endswith("svg")
    assert "\n# y" not in markdown
    json.dumps(voters_plain([table]), allow_nan=False).encode()


def test_no_number_of_the_report_stands_without_how_many_it_is_from() -> None:
    """Every sentence with a share or a count of what was right says of how many."""
    for count in (1, 9, 15, 30, 60):
        for line in panel_lines(table_of(alternating(count)), EN):
            if re.search(r"\d+ %|right on|right in|wrong together", line):
                assert re.search(r"\d of \d|of \d+|from \d+", line), line


def test_each_version_of_a_model_has_a_curve_of_its_own() -> None:
    def renamed(number: int, one: DecidedVotes) -> DecidedVotes:
        model = "claude/opus-1/Logos" if number < 30 else "claude/opus-2/Logos"
        first, *rest = one.votes
        return one._replace(votes=(first._replace(voter=model), *rest))

    table = table_of([renamed(number, one) for number, one in enumerate(alternating(60))])
    sizes = {one.title: one.stated.size for one in diagrams_of(table, EN)}
    assert (sizes["claude/opus-1/Logos"], sizes["claude/opus-2/Logos"]) == (30, 30)
    weights = {row.voter: row.weight for row in table.rows}
    assert weights["claude/opus-1/Logos"] is not None
    assert weights["claude/opus-2/Logos"] is not None
