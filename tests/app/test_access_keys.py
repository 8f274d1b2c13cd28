"""Keys: shown once, kept as a hash, valid until they expire or are revoked; whoever presents one is whose it is."""

import json
import re
from datetime import timedelta
from io import BytesIO

import pytest

from quorate.access.access_events import MOST_ALIKE
from quorate.app.access.access_keys import IssuedKey, issue_key, list_keys, list_refusals, revoke_key, rotate_key
from quorate.app.access.authentication import authenticate
from quorate.app.app import App
from quorate.app.copies import export_all
from quorate.app.deliberation_list import list_log, show_deliberation
from quorate.app.integrity.audit import CheckpointFile, verify_export, verify_record
from quorate.app.integrity.checkpoints import make_checkpoint
from quorate.app.life.ballots import BallotTerms, FilledBallot, vote
from quorate.app.life.new_deliberation import open_deliberation
from quorate.app.risks.risk_changes import vindicate_item
from quorate.core.errors import AccessDenied, Forbidden, InputError, MissingScope, Refused, UnknownDeliberation
from quorate.deliberation.events import AUTHENTICATED
from quorate.deliberation.precondition import Seen
from quorate.deliberation.principal import SCOPES, Principal
from tests.app.house import ANN, FOR, House
from tests.app.test_new_deliberation import asking
from tests.record.parts import Clock

OWNER = Principal("olga", owns_store=True)


def wait(app: App, **span: float) -> None:
    clock = app.surroundings.clock
    assert isinstance(clock, Clock)
    clock.now += timedelta(**span)


async def issued(house: House, *scopes: str, name: str = "ann", expires: str | None = None) -> IssuedKey:
    return await issue_key(house.app, OWNER, name, scopes, expires)


async def holder(house: House, *scopes: str, name: str = "ann") -> Principal:
    return await authenticate(house.app, (await issued(house, *scopes, name=name)).text)


async def denied(app: App, presented: str) -> str:
    with pytest.raises(AccessDenied) as refused:
        await authenticate(app, presented)
    return str(refused.value)


async def test_whoever_presents_a_key_is_whose_it_is(house: House) -> None:
    made = await issued(house, "read", "vote")
    assert re.fullmatch(r"qk_[0-9a-f]{16}_[0-9a-f]{64}", made.text)
    who = await authenticate(house.app, made.text, via="http")
    assert who == Principal("ann", AUTHENTICATED, False, frozenset({"read", "vote"}), made.key.id, "http")


async def test_an_admin_key_stands_for_the_owner_of_the_record(house: House) -> None:
    assert (await holder(house, "admin")).owns_store


async def test_the_secret_is_nowhere_in_the_record_and_in_no_representation(house: House) -> None:
    made = await issued(house, "read")
    secret = made.text.rpartition("_")[2]
    rows = await house.app.record.export(list)
    assert secret not in json.dumps([list(row) for row in rows])
    assert secret not in repr(made)
    assert secret not in repr(await list_keys(house.app, OWNER))


async def test_every_wrong_key_is_denied_in_the_same_words(house: House) -> None:
    made, gone, old = [await issued(house, "read", expires=ends) for ends in (None, None, "1h")]
    await revoke_key(house.app, OWNER, gone.key.id)
    wait(house.app, hours=2)
    other = made.text[:-1] + ("0" if made.text[-1] != "0" else "1")
    unknown = "qk_" + "0" * 16 + "_" + "0" * 64
    tries = [gone.text, old.text, other, unknown, "", "qk_", made.text + "\n", made.text.upper(), f" {made.text}", "é"]
    assert len({await denied(house.app, one) for one in tries}) == 1
    assert (await authenticate(house.app, made.text)).name == "ann"


async def test_after_a_rotation_the_earlier_secret_is_valid_for_the_overlap(house: House) -> None:
    made = await issued(house, "read")
    new = await rotate_key(house.app, OWNER, made.key.id, "1h")
    for text in (made.text, new.text):
        assert (await authenticate(house.app, text)).key_id == made.key.id
    wait(house.app, hours=1)
    await denied(house.app, made.text)
    newest = await rotate_key(house.app, OWNER, made.key.id, "now")
    await denied(house.app, new.text)
    assert await authenticate(house.app, newest.text)


async def test_an_earlier_secret_does_not_come_back_with_the_next_rotation(house: House) -> None:
    made = await issued(house, "read")
    await rotate_key(house.app, OWNER, made.key.id, "now")
    await rotate_key(house.app, OWNER, made.key.id, "8h")
    await denied(house.app, made.text)


async def test_a_revocation_holds_at_the_next_call_of_whoever_is_connected(house: House) -> None:
    made = await issued(house, "read")
    who = await authenticate(house.app, made.text)
    assert await list_log(house.app, who)
    await revoke_key(house.app, OWNER, made.key.id, "lost")
    with pytest.raises(AccessDenied):
        await list_log(house.app, who)
    with pytest.raises(Refused, match="revoked"):
        await rotate_key(house.app, OWNER, made.key.id, "1h")


async def test_a_key_that_expired_is_not_valid_for_whoever_is_connected(house: House) -> None:
    made = await issued(house, "read", expires="1h")
    who = await authenticate(house.app, made.text)
    wait(house.app, hours=1)
    with pytest.raises(AccessDenied):
        await list_log(house.app, who)


@pytest.mark.parametrize("forged", ["zoe", "admin"])
async def test_nobody_makes_more_of_a_principal_than_its_key_says(house: House, forged: str) -> None:
    who = await holder(house, "read")
    better = who._replace(name="zoe") if forged == "zoe" else who._replace(scopes=frozenset(SCOPES))
    with pytest.raises(AccessDenied):
        await list_log(house.app, better)


async def test_only_the_owner_and_an_admin_key_manage_keys(house: House) -> None:
    admin = await holder(house, "admin", name="zoe")
    for who in (ANN, await holder(house, "read", "open", "vote", "resolve", "release", "report")):
        await house.refuses(issue_key(house.app, who, "eve", ["read"]), "admin", Forbidden)
        await house.refuses(revoke_key(house.app, who, admin.key_id), "admin", Forbidden)
        await house.refuses(rotate_key(house.app, who, admin.key_id, "1h"), "admin", Forbidden)
        await house.refuses(list_keys(house.app, who), "admin", Forbidden)
        await house.refuses(list_refusals(house.app, who), "admin", Forbidden)
    assert (await issue_key(house.app, admin, "eve", ["read"])).key.name == "eve"


async def test_without_an_admin_key_the_local_user_issues_the_first(house: House) -> None:
    first = await issue_key(house.app, ANN, "ann", ["admin"])
    await house.refuses(issue_key(house.app, ANN, "eve", ["admin"]), "only the owner", Forbidden)
    await revoke_key(house.app, await authenticate(house.app, first.text), first.key.id)
    assert await issue_key(house.app, ANN, "ann", ["admin"])


@pytest.mark.parametrize(
    ("name", "scopes", "expires", "says"),
    [
        ("", ["read"], None, "name"),
        ("a\nb", ["read"], None, "name"),
        ("a\u200bnn", ["read"], None, "name"),
        ("a" * 151, ["read"], None, "151 characters"),
        ("ann", [], None, "scopes: missing"),
        ("person:ann", ["read"], None, "the name alone, 'ann'"),
        ("ann", ["read", "write"], None, "write"),
        ("ann", ["read"], "yesterday", "expires"),
        ("ann", ["read"], "2001-01-01T00:00Z", "in the past"),
    ],
)
async def test_a_key_that_makes_no_sense_is_not_issued(
    house: House, name: str, scopes: list[str], expires: str | None, says: str
) -> None:
    await house.refuses(issue_key(house.app, OWNER, name, scopes, expires), says, InputError)


async def test_a_secret_in_the_place_of_an_id_is_not_shown(house: House) -> None:
    made = await issued(house, "read")
    for copied in (made.text, made.text[:-1], f" {made.text}0", made.text.upper()):
        with pytest.raises(InputError) as refused:
            await rotate_key(house.app, OWNER, copied, "now")
        assert str(refused.value) == f"found a secret key, which is not shown; allowed: its id, {made.key.id}"


async def test_an_export_holds_no_key_and_no_refusal_and_still_fits_its_checkpoint(house: House) -> None:
    await house.decided()
    made = await issued(house, "read")
    await denied(house.app, "qk_")
    checkpoint = CheckpointFile((await make_checkpoint(house.app, OWNER)).content, "it")
    out = BytesIO()
    await export_all(house.app, OWNER, out)
    assert made.key.id.encode() not in out.getvalue()
    assert b"secret_hash" not in out.getvalue()
    assert b"RefusalNoted" not in out.getvalue()
    out.seek(0)
    assert (await verify_export(out, "it", checkpoint)).is_intact
    assert (await verify_record(house.app, OWNER, checkpoint)).is_intact


async def test_a_key_is_not_found_as_a_deliberation(house: House) -> None:
    made = await issued(house, "read")
    for name in (f"key-{made.key.id}-001", "key-0000000000000000-001", "refusals-2026-1115-001"):
        with pytest.raises(UnknownDeliberation) as refused:
            await show_deliberation(house.app, OWNER, name)
        assert str(refused.value) == f"no deliberation called {name!r}"
    with pytest.raises(UnknownDeliberation) as unknown:
        await show_deliberation(house.app, OWNER, "KEY-0000000000000000-001")
    assert made.key.id not in str(unknown.value)


async def test_a_key_without_the_scope_is_refused_with_a_code(house: House) -> None:
    who = await holder(house, "vote")
    with pytest.raises(MissingScope, match="your key does not have the scope read") as refused:
        await list_log(house.app, who)
    assert refused.value.code == "missing_scope"


async def test_what_a_key_may_not_see_looks_like_nothing(house: House) -> None:
    session = await house.opened()
    who = await holder(house, "vote", "open", name="eve")
    ballot = FilledBallot(FOR)
    messages = []
    for name in (session.id, "MAGI-1999-0101-001"):
        with pytest.raises(UnknownDeliberation) as refused:
            await vote(house.app, who, name, ballot)
        messages.append(str(refused.value).replace(name, "ID"))
    assert len(set(messages)) == 1


async def test_a_key_votes_for_its_own_seat_alone_whatever_is_said(house: House) -> None:
    session = await house.opened()
    who, seen = await holder(house, "vote", "read"), Seen(session.question.content_hash)
    stranger = vote(house.app, who, session.id, FilledBallot(FOR), BallotTerms("b", seen))
    await house.refuses(stranger, "belongs to ben", Forbidden)
    found = await vote(house.app, who, session.id, FilledBallot(FOR), BallotTerms("a", seen))
    assert found.history[-1].author == ("ann", AUTHENTICATED)


async def test_who_was_refused_is_kept_and_nothing_of_what_it_was_about(house: House) -> None:
    session = await house.opened()
    who = await holder(house, "read")
    with pytest.raises(MissingScope):
        await vote(house.app, who, session.id, FilledBallot(FOR))
    await denied(house.app, "qk_nonsense")
    first, second = await list_refusals(house.app, OWNER)
    assert (first.author.name, first.refusal.operation, first.refusal.code) == ("ann", "vote", "missing_scope")
    assert first.refusal.key_id == who.key_id
    assert (second.author.name, second.refusal.operation) == ("(unknown key)", "authenticate")
    assert session.id not in repr((first, second))
    assert "nonsense" not in repr((first, second))
    assert (await verify_record(house.app, OWNER)).is_intact


async def test_refusals_cannot_fill_the_disk(house: House) -> None:
    for _ in range(MOST_ALIKE + 10):
        await denied(house.app, "qk_")
    assert len(await list_refusals(house.app, OWNER)) == MOST_ALIKE
    wait(house.app, days=1)
    await denied(house.app, "qk_")
    assert len(await list_refusals(house.app, OWNER)) == 1


async def test_what_a_key_may_not_see_it_cannot_supersede_and_is_not_told_of(house: House) -> None:
    who = await holder(house, "open", name="mallory")
    there = (await house.opened()).id
    for name in (there, "MAGI-2026-0101-999"):
        asked = asking(supersedes=name)
        with pytest.raises(UnknownDeliberation) as refused:
            await open_deliberation(house.app, who, asked)
        assert str(refused.value) == str(UnknownDeliberation(name, None))


async def test_a_link_tells_nothing_of_what_a_key_may_not_see(house: House) -> None:
    lim = Principal("lim", AUTHENTICATED, scopes=frozenset({"resolve"}), is_fresh=True)
    own = await house.decided(policy={"people": ["lim"]})
    hidden = (await house.decided(policy={"people": ["zoe"]})).id
    said = []
    for link in (hidden, "MAGI-1999-0101-001"):
        with pytest.raises(InputError) as refused:
            await vindicate_item(house.app, lim, own.id, "R1", "It was slow", link)
        said.append(str(refused.value).replace(link, "ID"))
    assert said[0] == said[1]
    assert "nearest" not in said[0]
