"""Votes that may not be cast: one table for every interface.

p is paused, of the owner pat, and reviewed by a, b, c, d and e; e has voted. o registered later, s has the owner pat,
q is paused, z is archived. r is paused and reviewed by others, whose review is SECOND; DONE is a review that is over.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

FIRST, SECOND, DONE, TALK, QUESTION = "<first>", "<second>", "<done>", "<talk>", "<question>"
CYRILLIC_A, FULL_WIDTH_A, UNSEEN = "\u0430", "\uff41", "\u200b"
SCOPES = ("vote", "read")


class IllegalVote(NamedTuple):
    """Who votes with a key of which scopes, in which session, how; what happens before, and why it is refused.

    `before` are commands of an operator. Without a code only access is refused. What is no vote at all is refused
    before anybody is asked, and so `is_audited` is false.
    """

    name: str
    who: str = "a"
    code: str = ""
    session: str = FIRST
    vote: Any = "resume"
    reasoning: Any = "It is well"
    more: Mapping[str, Any] = {}
    scopes: Sequence[str] = SCOPES
    before: Sequence[Sequence[str]] = ()
    hours: float = 0
    key: str = "valid"
    is_audited: bool = True


def _by(who: str, why: str) -> IllegalVote:
    return IllegalVote(f"by {why}", who, "NOT_A_REVIEWER")


def _as(agent_id: str, why: str) -> IllegalVote:
    return IllegalVote(f"for {why}", "a", "NOT_YOURSELF", more={"agent_id": agent_id})


def _word(vote: str, why: str) -> IllegalVote:
    return IllegalVote(f"the word {why}", "a", "INVALID_VOTE", vote=vote)


def _in(session: str, why: str, code: str = "SESSION_NOT_FOUND") -> IllegalVote:
    return IllegalVote(f"in {why}", "a", code, session=session)


def _meanwhile(why: str, *before: Sequence[str], code: str = "REVIEWER_INELIGIBLE", hours: float = 0) -> IllegalVote:
    return IllegalVote(f"who was {why} meanwhile", "a", code, before=before, hours=hours)


def _scoped(*scopes: str) -> IllegalVote:
    return IllegalVote(f"with a key for {' and '.join(scopes)} only", scopes=scopes)


def _presented(key: str) -> IllegalVote:
    return IllegalVote(f"with a key that is {key}", key=key)


def _odd(why: str, **more: Any) -> IllegalVote:
    return IllegalVote(f"with {why}", "a", "INVALID_ARGUMENT", more=more, is_audited=False)


ILLEGAL_VOTES = (
    _by("o", "an outsider"),
    _by("ghost", "somebody who is not registered"),
    _by("p", "the agent under review"),
    _by("s", "an agent of the same owner"),
    _by("q", "a paused agent"),
    _by("z", "an archived agent"),
    _by("r", "an agent under another review"),
    _by("f", "a reviewer of another review"),
    _by("olga", "an operator's namesake"),
    _by("pat", "the owner of the agent"),
    _by("A", "a reviewer's name in capitals"),
    _by(CYRILLIC_A, "a Cyrillic look-alike"),
    _by("a b", "two names at once"),
    _by("agent-a-001", "the name of a reviewer's stream"),
    IllegalVote("by the holder of an admin key", "olga", "NOT_A_REVIEWER", scopes=("admin", "vote", "read")),
    _as("b", "another reviewer"),
    _as("p", "the agent under review"),
    _as("e", "a reviewer who has voted"),
    _as("o", "an outsider"),
    _as("olga", "an operator"),
    _as("A", "one's own name in capitals"),
    _as(CYRILLIC_A, "a Cyrillic look-alike of oneself"),
    _as(FULL_WIDTH_A, "oneself in full width"),
    _as(f"a{UNSEEN}", "oneself with a zero-width space"),
    _as(" a", "oneself with a space before it"),
    _as("a ", "oneself with a space behind it"),
    _as("a,b", "two at once"),
    _as("*", "everybody"),
    _as("agent-b-001", "the stream of another reviewer"),
    IllegalVote("the same a second time", "e", "ALREADY_VOTED", vote="cooldown"),
    IllegalVote("another one a second time", "e", "ALREADY_VOTED", vote="block"),
    IllegalVote("a second time under one's own id", "e", "ALREADY_VOTED", more={"agent_id": "e"}),
    IllegalVote("a second time with conditions", "e", "ALREADY_VOTED", more={"conditions": ["read only for 2h"]}),
    _word("approve", "approve"),
    _word("RESUME", "resume in capitals"),
    _word("Resume", "resume with a capital"),
    _word(" resume", "resume with a space before it"),
    _word("resume ", "resume with a space behind it"),
    _word("", "nothing"),
    _word("yes", "yes"),
    _word("true", "true"),
    _word("proceed", "proceed"),
    _word("abstain", "abstain"),
    _word("resume,block", "two at once"),
    _word(f"resume{UNSEEN}", "resume with a zero-width space"),
    _word("r\u0435sume", "resume with a Cyrillic letter"),
    IllegalVote("without a reason", "a", "INVALID_ARGUMENT", reasoning=""),
    IllegalVote("with a reason of spaces", "a", "INVALID_ARGUMENT", reasoning=" \t "),
    IllegalVote("with a reason that nobody sees", "a", "INVALID_ARGUMENT", reasoning=UNSEEN),
    _odd("a weight of one's own choosing", authority_weight=0.9),
    _odd("a weight by another name", weight=5),
    _odd("a round of one's own choosing", round=2),
    _in("", "no session"),
    _in("QUORUM-2020-0101-001", "a session that never was"),
    _in(SECOND, "another session", "NOT_A_REVIEWER"),
    _in(TALK, "a review by two parties", "WRONG_PHASE"),
    _in(QUESTION, "a deliberation that is no review"),
    _in("agent-a-001", "the stream of an agent"),
    _in("agent-p-001", "the stream of the agent under review"),
    _in("quorum-2020-0101-001", "a session in small letters"),
    _in(DONE, "a session that is over", "VOTING_CLOSED"),
    _in("%2e%2e", "a path"),
    _meanwhile("paused", ("agents", "pause", "a", "--reason", "It is ill")),
    _meanwhile("archived", ("agents", "archive", "a")),
    _meanwhile("given the same owner", ("agents", "describe", "a", "--owner", "pat")),
    _meanwhile("given a look-alike owner", ("agents", "describe", "a", "--owner", "p\u0430t")),
    _meanwhile("given the owner in capitals", ("agents", "describe", "a", "--owner", "PAT")),
    _meanwhile("offline until the time was over", ("review", "show", FIRST), code="VOTING_CLOSED", hours=7),
    _meanwhile("offline for days", ("review", "show", FIRST), code="VOTING_CLOSED", hours=24 * 5),
    _scoped("read"),
    _scoped("open"),
    _scoped("report"),
    _scoped("resolve"),
    _scoped("release", "read"),
    _scoped("admin"),
    _presented("revoked"),
    _presented("expired"),
    _presented("rotated away"),
    _presented("cut short"),
    _presented("somebody else's with another secret"),
    _presented("made up"),
)
