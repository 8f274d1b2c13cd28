"""What the record says of a verdict: from outcomes of the same kind of question, kept, and never a part of it."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from quorate.analysis.track_record.decided_votes import DecidedVotes, decided_votes
from quorate.app.learning.kept_learning import VERSION
from quorate.app.learning.learned import votes_in
from quorate.app.learning.outcomes import record_outcome
from quorate.app.learning.voters import voter_tables
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session
from quorate.record.sealed_file import read_sealed, write_sealed
from quorate.reports import render_deliberation
from quorate.reports.layouts.voters_report import render_voters
from quorate.views.deliberation import in_full
from quorate.views.learning import voters_plain
from tests.app.house import AGAINST, FOR, House

ZOE = Principal("zoe")


async def known(house: House, was: str, *, domain: str = "ops", agree: bool = True) -> Session:
    question = {"subject": "Adopt the queue?", "domain": domain}
    session = await house.decided(FOR, FOR if agree else AGAINST, question=question)
    return (await record_outcome(house.app, ZOE, session.id, was)).session


async def taught(house: House, was: str = "right", times: int = 5) -> None:
    for _ in range(times):
        await known(house, was)


def resealed(file: Path, change: Callable[[str], str]) -> None:
    """As somebody leaves it who runs as we do."""
    write_sealed(file, change(read_sealed(file)))


def with_other_numbers(text: str, number: str) -> Iterator[str]:
    """The file with this in place of each of its numbers in turn, wherever one of its kind may be."""
    kept = json.loads(text)
    for name, at in kept.get("results", {}).items():
        for changed in _with_other(at, number):
            yield json.dumps({**kept, "results": {**kept["results"], name: changed}})
    for name, (head, at) in kept.get("votes", {}).items():
        for changed in _with_other(at, number):
            yield json.dumps({**kept, "votes": {**kept["votes"], name: (head, changed)}})


def _with_other(text: str, number: str) -> Iterator[str]:
    for found in re.finditer(r"(?<=[:,\[])-?\d[\d.e-]*(?=[,}\]])", text):
        yield text[: found.start()] + number + text[found.end() :]


async def votes_of(house: House, kept_at: Path | None = None) -> tuple[DecidedVotes, ...]:
    index = await house.app.record.known_outcomes()
    return await votes_in(house.app.record, index.lines, kept_at)


async def test_before_five_outcomes_nothing_is_said(house: House) -> None:
    session = await house.decided(FOR, FOR)
    assert (await house.app.whole(session.id)).record is None
    await taught(house, times=4)
    assert (await house.app.whole(session.id)).record is None
    await known(house, "right")
    note = (await house.app.whole(session.id)).record
    assert note is not None
    assert note.outcomes == 5


async def test_nothing_is_said_of_approvals_which_are_no_estimate(house: House) -> None:
    for _ in range(5):
        signed = await _signed(house)
        await record_outcome(house.app, ZOE, signed.id, "right")
    assert (await house.app.whole((await _signed(house)).id)).record is None


async def _signed(house: House) -> Session:
    session = await house.opened(protocol="approval")
    for seat, who in (("a", "ann"), ("b", "ben")):
        session = await house.voted(session, seat, Principal(who), {"vote": "approve", "reasoning": "Seen"})
    return session


async def test_outcomes_move_the_line_and_not_the_verdict(house: House) -> None:
    session = await house.decided(FOR, FOR)
    await taught(house)
    before = await house.app.whole(session.id)
    await taught(house, "wrong", 3)
    after = await house.app.whole(session.id)
    assert before.record
    assert after.record
    assert after.record.probability < before.record.probability
    assert (after.record.outcomes, after.record.by) == (8, ("zoe",))
    assert in_full(after.session, after.history) == in_full(before.session, before.history)


async def test_a_verdict_does_not_learn_from_its_own_outcome(house: House) -> None:
    session = await known(house, "right")
    await taught(house)
    note = (await house.app.whole(session.id)).record
    assert note is not None
    assert note.outcomes == 5


async def test_another_protocol_teaches_nothing(house: House) -> None:
    await taught(house)
    question = {"subject": "Which?", "options": [{"id": "A"}, {"id": "B"}]}
    session = await house.opened(protocol="judges", question=question)
    votes = {"option": "A", "confidence": "HIGH"}
    for seat, who in (("a", "ann"), ("b", "ben")):
        session = await house.voted(session, seat, Principal(who), votes)
    assert (await house.app.whole(session.id)).record is None


async def test_a_domain_is_used_alone_from_fifteen_outcomes_on(house: House) -> None:
    for _ in range(14):
        await known(house, "right")
    await known(house, "wrong", domain="law")
    session = await house.decided(FOR, FOR, question={"subject": "Adopt the queue?", "domain": "ops"})
    note = (await house.app.whole(session.id)).record
    assert note is not None
    assert (note.outcomes, note.domain) == (15, "")
    await known(house, "right")
    note = (await house.app.whole(session.id)).record
    assert note is not None
    assert (note.outcomes, note.domain) == (15, "ops")


async def test_a_later_outcome_replaces_an_earlier_one(house: House) -> None:
    session = await known(house, "right")
    await record_outcome(house.app, ZOE, session.id, "wrong")
    (record,) = await votes_of(house)
    assert (record.choice, record.truth, record.by) == ("APPROVE", "REJECT", "zoe")


async def test_what_was_learned_is_kept_and_read_again_only_where_something_has_changed(
    house: House, tmp_path: Path
) -> None:
    file = tmp_path / "learned" / "kept.json"
    first = await known(house, "right")
    before = await votes_of(house, file)
    votes = file.with_suffix(".votes.json")
    second = await known(house, "wrong")
    resealed(votes, lambda text: text.replace("APPROVE", "APPROVED"))
    after = await votes_of(house, file)
    assert [one.id for one in after] == [first.id, second.id]
    assert [one.choice for one in (*before, *after)] == ["APPROVE", "APPROVED", "APPROVE"]
    for spoilt in ("{", "[]", json.dumps({"version": VERSION, "votes": {first.id: 1}})):
        write_sealed(votes, spoilt)
        assert [one.choice for one in await votes_of(house, file)] == ["APPROVE", "APPROVE"]


async def test_what_was_learned_is_not_learned_again_until_there_is_a_new_outcome(house: House, tmp_path: Path) -> None:
    house.app.kept_at = tmp_path / "learned" / "kept.json"
    session = await house.decided(FOR, FOR)
    await taught(house)
    first = (await house.app.whole(session.id)).record, await voter_tables(house.app, ZOE)
    votes = house.app.kept_at.with_suffix(".votes.json")
    votes.unlink()
    assert ((await house.app.whole(session.id)).record, await voter_tables(house.app, ZOE)) == first
    assert not votes.exists()
    await known(house, "wrong")
    again = (await house.app.whole(session.id)).record
    assert again is not None
    assert again.outcomes == 6
    assert [table.outcomes for table in await voter_tables(house.app, ZOE)] == [6]


async def test_whoever_spoils_what_is_kept_only_makes_us_learn_it_again(house: House, tmp_path: Path) -> None:
    house.app.kept_at = file = tmp_path / "learned" / "kept.json"
    session = await house.decided(FOR, FOR)
    await taught(house)
    note = (await house.app.whole(session.id)).record
    for spoilt in ("{", "null", json.dumps({"version": VERSION, "results": []}), read_sealed(file).replace("{", "[")):
        write_sealed(file, spoilt)
        assert (await house.app.whole(session.id)).record == note


async def test_a_file_that_was_changed_after_it_was_written_is_not_believed(house: House, tmp_path: Path) -> None:
    house.app.kept_at = file = tmp_path / "learned" / "kept.json"
    session = await house.decided(FOR, FOR)
    await taught(house)
    note, tables = (await house.app.whole(session.id)).record, await voter_tables(house.app, ZOE)
    for one in (file, file.with_suffix(".votes.json")):
        one.write_text(one.read_text().replace("person:ann", "person:eve").replace("APPROVE", "REJECT"))
        assert ((await house.app.whole(session.id)).record, await voter_tables(house.app, ZOE)) == (note, tables)


@pytest.mark.parametrize("mode", [0o622, 0o606])
async def test_a_file_that_others_can_write_is_not_believed(house: House, tmp_path: Path, mode: int) -> None:
    house.app.kept_at = file = tmp_path / "learned" / "kept.json"
    await known(house, "right")
    tables = await voter_tables(house.app, ZOE)
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    resealed(file, lambda text: text.replace("person:ann", "person:eve"))
    assert await voter_tables(house.app, ZOE) != tables
    file.chmod(mode)
    assert await voter_tables(house.app, ZOE) == tables


async def test_nothing_is_kept_in_a_folder_that_others_can_write(house: House, tmp_path: Path) -> None:
    house.app.kept_at = file = tmp_path / "learned" / "kept.json"
    file.parent.mkdir()
    file.parent.chmod(0o777)
    await known(house, "right")
    assert [table.outcomes for table in await voter_tables(house.app, ZOE)] == [1]
    assert not list(file.parent.iterdir())


# what is kept in a file is read the same whatever the record is
anywhere = pytest.mark.parametrize("address", [""], ids=["memory"])
_HUGE = ["1e400", "-1e400", "Infinity", "NaN", "1e308", "-1e308", "9" * 400, "9" * 5000, '"many"', "{}"]


@pytest.mark.parametrize("number", _HUGE)
@anywhere
async def test_numbers_that_nobody_can_compute_with_are_not_believed_even_in_a_sealed_file(
    house: House, tmp_path: Path, number: str
) -> None:
    house.app.kept_at = file = tmp_path / "learned" / "kept.json"
    session = await house.decided(FOR, FOR)
    await taught(house)
    note, tables = (await house.app.whole(session.id)).record, await voter_tables(house.app, ZOE)
    for one in (file, file.with_suffix(".votes.json")):
        for forged in [*with_other_numbers(read_sealed(one), number)]:
            write_sealed(one, forged)
            assert ((await house.app.whole(session.id)).record, await voter_tables(house.app, ZOE)) == (note, tables)


@pytest.mark.parametrize("number", ["-1", "0", "1000000000", "-1.0", "0.0", "1000000000.0", "null"])
@anywhere
async def test_numbers_that_contradict_each_other_show_nonsense_and_stop_nothing(
    house: House, tmp_path: Path, number: str
) -> None:
    house.app.kept_at = file = tmp_path / "learned" / "kept.json"
    session = await house.decided(FOR, FOR)
    await taught(house)
    await house.app.whole(session.id), await voter_tables(house.app, ZOE)
    for forged in [*with_other_numbers(read_sealed(file), number)]:
        write_sealed(file, forged)
        tables = await voter_tables(house.app, ZOE)
        await house.app.whole(session.id)
        assert json.dumps(voters_plain(tables), allow_nan=False)
        assert render_voters(tables, form="html")


async def test_where_nothing_can_be_kept_it_is_learned_every_time(house: House, tmp_path: Path) -> None:
    session = await house.decided(FOR, FOR)
    await taught(house)
    expected = (await house.app.whole(session.id)).record
    (tmp_path / "file").write_text("not a folder")
    (tmp_path / "folder" / "kept.json").mkdir(parents=True)
    for place in ("file/kept.json", "file/learned/kept.json", "folder/kept.json", "nowhere/learned/kept.json"):
        house.app.kept_at = tmp_path / place
        assert (await house.app.whole(session.id)).record == expected
        assert [table.outcomes for table in await voter_tables(house.app, ZOE)] == [5]
    assert [one.name for one in (tmp_path / "folder").iterdir() if ".votes." not in one.name] == ["kept.json"]


async def test_voters_are_named_by_engine_model_and_lens(house: House) -> None:
    session = await house.decided(FOR, AGAINST)
    votes = decided_votes(session)
    assert votes is not None
    assert [(one.voter, one.choice, one.confidence) for one in votes.votes] == [
        ("person:ann", "APPROVE", 0.82),
        ("person:ben", "REJECT", 0.71),
    ]


async def test_on_a_terminal_the_last_line_stays_whether_it_may_be_acted_on(house: House) -> None:
    session = await known(house, "right")
    await taught(house)
    whole = await house.app.whole(session.id)
    shown = {
        form: render_deliberation(whole.session, whole.history, form=form, width=200, record=whole.record)
        for form in ("text", "markdown", "html", "madr")
    }
    assert shown["text"].splitlines()[-1].startswith("May")
    for text in shown.values():
        assert "Outcome: the verdict was right (APPROVE), says zoe" in text
        assert "(from 5 outcomes)" in text
