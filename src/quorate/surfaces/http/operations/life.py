"""The life of a deliberation over HTTP: opened, voted on, answered, asked again, released, revoked."""

from quorate.app.app import Deliberation
from quorate.app.learning.outcomes import record_outcome
from quorate.app.life.answers import Answers, resolve
from quorate.app.life.ballots import BallotParts, BallotTerms, FilledBallot, vote
from quorate.app.life.deadlock_answers import defer, reframe
from quorate.app.life.management import release, revoke
from quorate.app.life.new_deliberation import open_deliberation
from quorate.app.life.round_changes import close, redeliberate, retry, revise
from quorate.app.question.draft import AskedQuestion, Edits, SourceDocument
from quorate.app.question.panel_choice import PanelWishes
from quorate.core.errors import InputError
from quorate.core.shape import FILLED, Field, Shape
from quorate.deliberation.events import AUTHENTICATED
from quorate.deliberation.precondition import Seen
from quorate.deliberation.rounds.redeliberation import Again
from quorate.surfaces.http.operation import Act, Call, Operation, Rendered, rendered_deliberation
from quorate.surfaces.http.operations import bodies

_ONE = "/deliberations/{id}"
ACCEPTED = 202


async def _open(call: Call) -> Rendered:
    if type(call.body) is not dict:
        raise InputError("the body: not a mapping; expected a question document")
    document = SourceDocument(call.body, call.line_of)
    wishes, is_remote = PanelWishes(panel=call.query["panel"]), call.who.proof == AUTHENTICATED
    asked = AskedQuestion(document, panel=wishes, supersedes=call.query["supersedes"], is_remote=is_remote)
    return _carried(call, await open_deliberation(call.app, call.who, asked, call.key))


async def _vote(call: Call) -> Rendered:
    said = call.body
    ballot = _parts(call) if said["vote"] is None else _filled(call)
    terms = BallotTerms(said["seat"], Seen(said["question"], said["round"]), said["supersede"])
    return _shown(call, await vote(call.app, call.who, call.id, ballot, terms, call.key))


def _parts(call: Call) -> BallotParts:
    return BallotParts(**{name: call.body[name] for name in BallotParts._fields})


def _filled(call: Call) -> FilledBallot:
    if any(call.body[name] for name in BallotParts._fields):
        raise InputError("the body: found vote and parts of a vote; allowed: one of the two")
    return FilledBallot(call.body["vote"], lambda path: call.line_of(("vote", *path)))


async def _answer(call: Call) -> Rendered:
    said = dict(call.body)
    verdict = said.pop("verdict")
    return _shown(call, await resolve(call.app, call.who, call.id, Answers(**said), verdict, call.key))


async def _retry(call: Call) -> Rendered:
    return _carried(call, await retry(call.app, call.who, call.id, call.body["seats"], call.key))


async def _redeliberate(call: Call) -> Rendered:
    said = dict(call.body)
    said["reason"] = said["reason"] or said["trigger"].replace("_", " ")
    return _carried(call, await redeliberate(call.app, call.who, call.id, Again(**said), call.key))


async def _revise(call: Call) -> Rendered:
    said = dict(call.body)
    reason = said.pop("reason")
    return _carried(call, await revise(call.app, call.who, call.id, Edits(**said), reason, call.key))


async def _close(call: Call) -> Rendered:
    return _shown(call, await close(call.app, call.who, call.id, call.key))


async def _release(call: Call) -> Rendered:
    said = call.body
    return rendered_deliberation(await release(call.app, call.who, call.id, said["action"], said["question"], call.key))


async def _revoke(call: Call) -> Rendered:
    return _shown(call, await revoke(call.app, call.who, call.id, call.body["reason"], call.key))


async def _reframe(call: Call) -> Rendered:
    return _carried(call, await reframe(call.app, call.who, call.id, **call.body, key=call.key))


async def _defer(call: Call) -> Rendered:
    return _shown(call, await defer(call.app, call.who, call.id, **call.body, key=call.key))


async def _outcome(call: Call) -> Rendered:
    return _shown(call, await record_outcome(call.app, call.who, call.id, **call.body, key=call.key))


def _carried(call: Call, found: Deliberation) -> Rendered:
    """Accepted: whoever is still to be asked is asked in the background."""
    call.follow_up(found.session)
    return rendered_deliberation(found, ACCEPTED)


def _shown(call: Call, found: Deliberation) -> Rendered:
    call.follow_up(found.session)
    return rendered_deliberation(found)


_OPENING = {
    "panel": Field(FILLED, "A panel from the server's settings."),
    "supersedes": Field(FILLED, "The deliberation that this one replaces.", default=""),
}
_SEATS = (
    "The body is a question document. Seats that run a program or send the question to an address are taken from "
    "a panel of the server's settings only: name it with `panel`."
)


def _change(name: str, path: str, summary: str, act: Act, body: Shape, status: int = 200) -> Operation:
    return Operation(name, "POST", f"{_ONE}/{path}", summary, act, "deliberation", body=body, status=status)


OPERATIONS = (
    Operation(
        "open_deliberation",
        "POST",
        "/deliberations",
        "Put a question to a panel",
        _open,
        "deliberation",
        _OPENING,
        bodies.QUESTION,
        ACCEPTED,
        description=_SEATS,
    ),
    _change("cast_ballot", "ballots", "Cast a ballot for your seat", _vote, bodies.BALLOT),
    _change("answer", "answers", "Answer what a verdict requires", _answer, bodies.ANSWERS),
    _change("retry", "retry", "Ask engine seats that failed again", _retry, bodies.RETRY, ACCEPTED),
    _change("redeliberate", "redeliberations", "Ask seats again", _redeliberate, bodies.REDELIBERATION, ACCEPTED),
    _change("revise", "revisions", "Edit the question", _revise, bodies.REVISION, ACCEPTED),
    _change("close", "close", "Close a round and count the ballots that are in", _close, bodies.NOTHING),
    _change("release", "release", "Release the action of a verdict, one time only", _release, bodies.RELEASE),
    _change("revoke", "revoke", "Revoke a verdict", _revoke, bodies.REVOCATION),
    _change("reframe", "reframe", "Break a deadlock into smaller questions", _reframe, bodies.REFRAMING, ACCEPTED),
    _change("defer", "defer", "Put a deadlock off with a reversible step", _defer, bodies.DEFERRAL),
    _change("record_outcome", "outcome", "Say what turned out to be true", _outcome, bodies.OUTCOME),
)
