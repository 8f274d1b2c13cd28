"""Checks, checkpoints, and redactions."""

import asyncio
from io import BytesIO
from pathlib import Path

import pytest

from quorate.app.app import App
from quorate.app.copies import back_up, export_all
from quorate.app.integrity.audit import CheckpointFile, verify_backup, verify_export, verify_record
from quorate.app.integrity.checkpoints import make_checkpoint, make_key
from quorate.app.integrity.redactions import plan_redaction, redact, sweep
from quorate.core.codec import shown
from quorate.core.errors import InputError, KeyReused, QuorateError, Refused
from quorate.record.redact.stored_redaction import Wish
from quorate.views.redaction import redaction_report
from tests.app.house import AGAINST, ANN, EVE, FOR, House

SECRET = "the customer is called Nakamura"
GONE = Wish("names a customer", text=SECRET)


async def told(house: House) -> str:
    """The id of a deliberation in which a ballot names a customer."""
    return (await house.decided(FOR, {**AGAINST, "rationale": SECRET})).id


async def test_an_intact_record_and_its_copies_pass(house: House) -> None:
    session = await house.decided()
    exported = BytesIO()
    await back_up(house.app, ANN, house.folder / "saved.db")
    await export_all(house.app, ANN, exported)
    exported.seek(0)
    for found in (
        await verify_record(house.app, ANN),
        await verify_backup(house.folder / "saved.db"),
        await verify_export(exported, "export"),
    ):
        assert found.is_intact
        assert (found.deliberations, found.events) == (1, session.position)
        assert shown(found)["findings"] == []


async def test_a_changed_export_is_found_out(house: House) -> None:
    await house.decided()
    exported = BytesIO()
    await export_all(house.app, ANN, exported)
    changed = BytesIO(exported.getvalue().replace(b"It was measured", b"It was guessed?"))
    found = await verify_export(changed, "export")
    assert not found.is_intact
    assert shown(found)["findings"][0]["text"] == found.findings[0].text


async def test_what_came_after_a_checkpoint_is_fine_and_what_is_missing_since_is_not(house: House) -> None:
    await house.decided()
    early = BytesIO()
    await export_all(house.app, ANN, early)
    late = await house.decided()
    file = CheckpointFile((await make_checkpoint(house.app, ANN)).content, "monday")
    await house.decided()
    found = await verify_record(house.app, ANN, file)
    assert found.is_intact
    assert "not signed" in found.notes[0].sentence
    early.seek(0)
    older = await verify_export(early, "export", file)
    assert late.id in [finding.deliberation for finding in older.findings]


async def test_a_signature_is_believed_only_as_far_as_it_fits(house: House) -> None:
    await house.decided()
    key, other = house.folder / "signer.key", house.folder / "other.key"
    public, another = await make_key(key), await make_key(other)
    made = await make_checkpoint(house.app, ANN, key)
    assert made.signed_by == public
    assert (await verify_record(house.app, ANN, CheckpointFile(made.content, "it", public))).is_intact
    assert "whose key" in (await verify_record(house.app, ANN, CheckpointFile(made.content, "it"))).notes[0].sentence
    forged = made.content.replace(made.at.encode(), b"2026-01-01T00:00:00.000000Z")
    for file, why in (
        (CheckpointFile(made.content, "it", another), "names"),
        (CheckpointFile(forged, "it", public), "it: "),
    ):
        found = await verify_record(house.app, ANN, file)
        assert not found.is_intact
        assert why in found.findings[0].sentence
    await house.refuses(verify_record(house.app, ANN, CheckpointFile(b"{}", "it")), "it: not a checkpoint", InputError)


async def test_a_key_that_is_there_is_kept(tmp_path: Path) -> None:
    await make_key(tmp_path / "signer.key")
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(QuorateError):
        await make_key(tmp_path / "signer.key")
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


async def test_a_record_that_is_not_there_yet_is_neither_checked_nor_stated(app: App) -> None:
    absent = App(app.record, app.surroundings, missing="record.db")
    for story in (verify_record(absent, ANN), make_checkpoint(absent, ANN)):
        with pytest.raises(InputError, match="there is no record to"):
            await story


async def test_a_dry_run_says_what_would_go_and_changes_nothing(house: House) -> None:
    deliberation = await told(house)
    before = await house.rows()
    planned = await plan_redaction(house.app, ANN, deliberation, GONE)
    assert planned.redacted
    assert await house.rows() == before
    assert redaction_report(deliberation, planned, is_dry=True).dry_run


async def test_a_text_goes_wherever_it_is_and_the_record_stays_intact(house: House) -> None:
    deliberation = await told(house)
    planned = await plan_redaction(house.app, ANN, deliberation, GONE)
    done = await redact(house.app, ANN, deliberation, GONE)
    assert done.redacted == planned.redacted
    assert done.is_gone
    assert SECRET not in str(await house.rows())
    found = await verify_record(house.app, ANN)
    assert found.is_intact
    assert {(gone.by, gone.reason) for gone in found.redacted} == {("ann", GONE.reason)}
    assert await sweep(house.app, ANN)


async def test_what_may_not_go_is_refused(house: House) -> None:
    deliberation = await told(house)
    for wish, why in (
        (Wish("", text=SECRET), "needs a reason"),
        (Wish(f"because {SECRET}", text=SECRET), "the reason contains the text"),
        (Wish("so", text="nobody has written this"), "does not occur"),
        (Wish("so", 99, "vote.rationale"), "no event 99"),
    ):
        await house.refuses(redact(house.app, ANN, deliberation, wish), why, InputError)
        await house.refuses(plan_redaction(house.app, ANN, deliberation, wish), why, InputError)
    await house.refuses(redact(house.app, ANN, deliberation, Wish("\ud800 so", text=SECRET)), "half", InputError)
    await house.refuses(redact(house.app, ANN, "MAGI-1999-0101-001", GONE), "no deliberation", InputError)


async def test_sealed_ballots_are_not_searched(house: House) -> None:
    session = await house.opened()
    await house.voted(session, "a", ANN, {**FOR, "rationale": SECRET})
    await house.refuses(redact(house.app, ANN, session.id, GONE), "sealed", Refused)


async def test_only_the_opener_those_who_answer_and_the_owner_redact(house: House) -> None:
    deliberation = await told(house)
    await house.refuses(redact(house.app, EVE, deliberation, GONE), "may do this; you are eve", Refused)
    await house.refuses(plan_redaction(house.app, EVE, deliberation, GONE), "may do this; you are eve", Refused)


async def test_a_repeated_key_redacts_once_and_says_so(house: House) -> None:
    deliberation = await told(house)
    tried = await asyncio.gather(*(redact(house.app, ANN, deliberation, GONE, "k") for _ in range(3)))
    assert sorted(one.is_repeated for one in tried) == [False, True, True]
    assert len({one.redacted for one in tried}) == 1
    other = GONE._replace(reason="another reason")
    await house.refuses(redact(house.app, ANN, deliberation, other, "k"), "used for another request", KeyReused)
