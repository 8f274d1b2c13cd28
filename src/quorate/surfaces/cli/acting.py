"""What a person does with a deliberation besides voting and answering: release, revise, close, revoke."""

import json
from typing import Any

from quorate.commit import Rule
from quorate.core.codec import json_line
from quorate.core.errors import InputError, Refused
from quorate.deliberation.counting import question_document
from quorate.deliberation.events import Event, Released
from quorate.deliberation.moves import close_round
from quorate.deliberation.people import action_hash, release, revise, revoke
from quorate.deliberation.permission import standing_refusal
from quorate.deliberation.principal import check_may
from quorate.deliberation.session import Session
from quorate.documents.values import plain_mapping
from quorate.reports.text import clean, one_line
from quorate.surfaces.cli import status
from quorate.surfaces.cli.delivering import deliver, put_deliberation
from quorate.surfaces.cli.desk import Deliberation, Desk, desk
from quorate.surfaces.cli.opening import Edits, edits_of, joined_options
from quorate.surfaces.cli.options import Look, Manner
from quorate.surfaces.cli.repeating import key_of
from quorate.surfaces.cli.standing import moment
from quorate.surfaces.cli.streams import complain, finish, put, put_json, read_action
from quorate.surfaces.cli.wording import Words
from quorate.views.deliberation import in_full


def release_action(deliberation: str, action: str, question: str, manner: Manner) -> int:
    """Uses the permission for the action in a file, and prints what was released."""
    presented = read_action(action)

    def rule(session: Session) -> tuple[Event, ...]:
        return release(session, presented, question)

    with desk(manner.store) as at:
        request = {"action": action_hash(presented), "question": question}
        is_new = act(at, "release", deliberation, rule, manner, **request)
        found = at.whole(deliberation)
    _check_holds(found.session)
    _put_released(found, is_new, manner.look)
    return status.WORKED


def revise_question(deliberation: str, edits: Edits, reason: str, manner: Manner) -> int:
    """Edits the question; the round for the new revision is open afterwards."""
    changes = edits_of(edits)
    if not changes and not edits.options:
        raise InputError("nothing to change was said; allowed: --subject, --context, --action, --option and others")

    with desk(manner.store) as at:

        def rule(session: Session) -> tuple[Event, ...]:
            stated = question_document(session.question).get("options", [])
            options = {"options": joined_options(stated, edits.options)} if edits.options else {}
            return revise(session, {**changes, **options}, reason, by=at.outside.who)

        act(at, "revise", deliberation, rule, manner, changes=changes, options=edits.options, reason=reason)
        deliver(at, deliberation, manner.look)
    return status.WORKED


def close_waiting(deliberation: str, manner: Manner) -> int:
    """Ends the waiting: seats without a ballot are absent, and the others are counted."""
    with desk(manner.store) as at:
        act(at, "close", deliberation, lambda session: close_round(session, at.outside.now, at.outside.who), manner)
        deliver(at, deliberation, manner.look)
    return status.WORKED


def revoke_verdict(deliberation: str, reason: str, manner: Manner) -> int:
    """Takes the verdict back."""
    with desk(manner.store) as at:
        act(at, "revoke", deliberation, lambda session: revoke(session, reason, at.outside.who), manner, reason=reason)
        deliver(at, deliberation, manner.look)
    return status.WORKED


def act(at: Desk, command: str, deliberation: str, rule: Rule, manner: Manner, **request: Any) -> bool:
    """What the rule says; False where it was done before, with this key for the same request."""
    plain_mapping(request)  # refuses half characters
    key = key_of(manner.key, command, id=deliberation, author=at.outside.author, **request)
    before, was_done = at.load(deliberation), at.was_done(key)

    def allowed(session: Session) -> tuple[Event, ...]:
        check_may(command, session, at.outside.who)
        return rule(session)

    at.change(before, allowed, key)
    return key is None or (not was_done and at.did(key, before))


def _check_holds(session: Session) -> None:
    """A request that is repeated is answered with what holds now, and not with what held then."""
    if not isinstance(session.endings[-1].event, Released):
        raise Refused(standing_refusal(session))


def _put_released(found: Deliberation, is_new: bool, look: Look) -> None:
    if look.form == "text":
        put(_released(found.session))
    elif look.form == "json":
        put_json(json_line({**in_full(found.session, found.history), "repeated": not is_new}))
    else:
        put_deliberation(found, look)
    if not is_new:
        finish()
        complain(Words(look.lang)("key.released"))


def _released(session: Session) -> str:
    ending = next(one for one in session.endings if isinstance(one.event, Released))
    lines = [
        f"{session.id}  released at {moment(ending.at)} by {one_line(ending.author.name)}",
        f"action    {action_hash(session.question.action)}",
        f"question  {session.question.content_hash}",
        "",
        _seen(session.question.action.removesuffix("\n")),
    ]
    return "\n".join(lines) + "\n"


def _seen(text: str) -> str:
    """The text with all that hides or steers written as JSON escapes it; nothing of an action is left out."""
    return text.translate({ord(char): json.dumps(char)[1:-1] for char in set(text) if clean(char) != char})
