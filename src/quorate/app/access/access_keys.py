"""Keys of a record: issued, listed, rotated, revoked. A secret is shown once, when it is made."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from quorate.access.access_events import KeyEvent, KeyIssued, KeyRevoked, KeyRotated, RefusalEntry
from quorate.access.access_key import REVOKED, VALID, AccessKey, evolve_key
from quorate.access.key_text import KeyText, holds_secret, secret_hash
from quorate.access.streams import KEYS
from quorate.app.access.operation import operation
from quorate.app.access.refusals import refusals_of_day
from quorate.app.access.stored_keys import all_keys, find_key
from quorate.app.app import App
from quorate.app.question.time_spans import moment_in
from quorate.core.errors import AppendConflict, Forbidden, InputError, Refused
from quorate.core.panel import ANSWER_LATER
from quorate.core.shape import some_of
from quorate.core.text.names import problem_with_person
from quorate.deliberation.moments import moment_of, read_moment
from quorate.deliberation.principal import ADMIN, SCOPES, Principal
from quorate.record.side_streams import access_change

LONGEST_NAME = 150
AT_ONCE, NEVER = "now", "never"
"""The overlap of a rotation after which the earlier secret is not valid any more, where that is at once."""


class IssuedKey(NamedTuple):
    """A key and its text, which nobody can be shown again."""

    key: AccessKey
    text: str

    def __repr__(self) -> str:
        return f"IssuedKey({self.key.id!r}, '...')"


@operation
async def issue_key(
    app: App, who: Principal, name: str, scopes: Iterable[str], expires: str | None = None
) -> IssuedKey:
    """A new key for a person, an agent or a seat of this name; `expires` is a moment, a span such as 90d, or never."""
    await _check_manages(app, who)
    if why := problem_with_person(name):
        raise InputError(f"name: found {why}; allowed: a visible name in one line")
    kind, _, alone = name.partition(":")
    if kind in ANSWER_LATER and alone:
        raise InputError(f"name: found {name!r}; allowed: the name alone, {alone.strip()!r}")
    if len(name) > LONGEST_NAME or name != name.strip():
        raise InputError(f"name: found {len(name)} characters; allowed: at most {LONGEST_NAME}, without spaces around")
    until = _moment(app, expires, "expires", NEVER) if expires and expires != NEVER else ""
    text = KeyText(app.surroundings.fresh(), app.surroundings.secret())
    issued = KeyIssued(text.key_id, name, _scopes(scopes), secret_hash(text.secret), until)
    key = evolve_key(None, issued)
    await app.make_record()
    await app.record.append([access_change(f"{KEYS}{text.key_id}-", 0, (issued,), key)], who.author)
    return IssuedKey(key, str(text))


@operation
async def list_keys(app: App, who: Principal) -> list[AccessKey]:
    """Every key that was ever issued, newest first; no secret."""
    await _check_manages(app, who)
    return await all_keys(app)


@operation
async def rotate_key(app: App, who: Principal, key_id: str, overlap: str, expires: str | None = None) -> IssuedKey:
    """A new secret for a key; the one before it is valid for as long as the overlap, or not any more (`now`)."""
    await _check_manages(app, who)
    until = app.now if overlap == AT_ONCE else _moment(app, overlap, "overlap")
    text = KeyText(key_id, app.surroundings.secret())

    def rule(key: AccessKey) -> tuple[KeyEvent, ...]:
        if key.state(app.now) != VALID:
            raise Refused(f"the key {key.id} is {key.state(app.now)}; issue a new one")
        ends = _moment(app, expires, "expires") if expires else key.expires
        return (KeyRotated(secret_hash(text.secret), until, ends),)

    return IssuedKey(await _change(app, who, key_id, rule), str(text))


@operation
async def revoke_key(app: App, who: Principal, key_id: str, reason: str = "") -> AccessKey:
    """Ends a key, from the next call on; one that is revoked already stays so."""
    await _check_manages(app, who)
    return await _change(app, who, key_id, lambda key: () if key.state(app.now) == REVOKED else (KeyRevoked(reason),))


@operation
async def list_refusals(app: App, who: Principal, day: str = "") -> tuple[RefusalEntry, ...]:
    """Who was refused what on a day, such as 2026-11-15; today where none is given."""
    await _check_manages(app, who)
    now = read_moment(f"{day}T00:00Z") if day else app.now
    if now is None:
        raise InputError(f"day: found {day!r}; allowed: a date such as 2026-11-15")
    log = await refusals_of_day(app, now)
    return log.entries if log else ()


async def _check_manages(app: App, who: Principal) -> None:
    """Raises Forbidden for anybody but the record's owner.

    On a server nobody is that without a key; so the first admin key is for the local user to issue.
    """
    if who.owns_store:
        return
    is_local = who.scopes is None
    if is_local and not any((ADMIN in key.scopes and key.state(app.now) == VALID) for key in await all_keys(app)):
        return
    raise Forbidden(f"only the owner of the record, or a key with the scope {ADMIN}, manages keys; you are {who.name}")


def _no_key(key_id: str) -> InputError:
    if holds_secret(key_id):  # also one that was copied with a digit too few
        shown = key_id.lower().partition("qk_")[2][:16]
        return InputError(f"found a secret key, which is not shown; allowed: its id, {shown}")
    return InputError(f"no key called {key_id!r}; see `quorate keys list`")


async def _change(
    app: App, who: Principal, key_id: str, rule: Callable[[AccessKey], tuple[KeyEvent, ...]]
) -> AccessKey:
    while True:
        key = await find_key(app, key_id)
        if key is None:
            raise _no_key(key_id)
        events, after = rule(key), key
        if not events:
            return key
        for event in events:
            after = evolve_key(after, event)
        try:
            await app.record.append([access_change(f"{KEYS}{key.id}-001", key.position, events, after)], who.author)
        except AppendConflict:
            continue
        return after


def _scopes(stated: Iterable[str]) -> tuple[str, ...]:
    wanted = set(stated)
    if unknown := sorted(wanted - set(SCOPES)):
        raise InputError(f"scopes: found {some_of(unknown)}; allowed: {', '.join(SCOPES)}")
    if not wanted:
        raise InputError(f"scopes: missing; expected at least one of {', '.join(SCOPES)}")
    return tuple(scope for scope in SCOPES if scope in wanted)


def _moment(app: App, text: str, name: str, or_else: str = "") -> str:
    return moment_in(text, moment_of(app.now), (name,), or_else)
