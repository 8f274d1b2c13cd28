"""Who acts, and who may do what: one table for every interface.

A permission needs the exact name. A name that was proved with a key is nobody's who only claims it.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from quorate.core.errors import Forbidden, MissingScope, Refused
from quorate.core.panel import Seat
from quorate.core.wording import TerminalHint, Wording
from quorate.deliberation.events import ASSERTED, AUTHENTICATED, ELICITED, VIA_MCP, Author
from quorate.deliberation.permission import person_refused
from quorate.deliberation.session import Session

READ, OPEN, VOTE, RESOLVE, RELEASE, REPORT, ADMIN = SCOPES = (
    "read",
    "open",
    "vote",
    "resolve",
    "release",
    "report",
    "admin",
)
"""What a key can be good for."""


class Principal(NamedTuple):
    """Whoever acts. `owns_store` is true of the owner of the record's file, whatever their name, and of an admin key.

    `scopes` are those of the key with which the name was proved; None for the local user, whom no scopes limit. `via`
    is the interface that they came through, where that matters. `is_fresh` is true where their key was looked up
    a moment ago, for this very call.
    """

    name: str
    proof: str = ASSERTED
    owns_store: bool = False
    scopes: frozenset[str] | None = None
    key_id: str = ""
    via: str = ""
    is_fresh: bool = False

    @property
    def author(self) -> Author:
        """As the record names them."""
        return Author(self.name, VIA_MCP if self.via == MCP and self.proof == ASSERTED else self.proof)

    def has_scope(self, *scopes: str) -> bool:
        """True where one of these scopes is theirs."""
        return self.scopes is None or not self.scopes.isdisjoint(scopes)


MCP = "mcp"
OWNER = ("the owner of the record",)
Refusal = Callable[[Session, Principal], str]


def check_scope(operation: str, who: Principal) -> None:
    """Raises MissingScope where the key of whoever acts is not good for this operation."""
    if not who.has_scope(*NEEDS[operation]):
        raise MissingScope(operation, NEEDS[operation])


def may_see(session: Session, who: Principal) -> bool:
    """True of those who may read, and of those whom this deliberation is about; for others it does not exist."""
    if who.has_scope(READ) or _is_opener(session, who):
        return True
    holders = {seat.holder for seat in session.opened.seats if seat.answers_later}
    votes = who.has_scope(VOTE) and not holders.isdisjoint({"", who.name})
    answers = who.has_scope(RESOLVE) and _is_named(session, who)
    return votes or answers or who.has_scope(RELEASE, ADMIN)


def check_may(operation: str, session: Session, who: Principal) -> None:
    """Raises Refused where this operation belongs to others."""
    if operation in OF_THE_FLEET:
        check_no_review(session)
    if operation not in WITHOUT_KEY:
        check_proved(session, who)
    if why := MAY[operation](session, who):
        raise Forbidden(why)


def check_proved(session: Session, who: Principal) -> None:
    """Raises Forbidden where only those act who prove who they are, and this one does not.

    A program that holds somebody's key does not prove that it is them.
    """
    if session.policy.keys_only and who.proof != AUTHENTICATED:
        raise Forbidden(f"only those with a key may act on {session.id}; you are {who.name}, which nothing proves")
    if who.via == MCP and who.proof == AUTHENTICATED and (session.policy.keys_only or session.policy.gated):
        raise Forbidden(f"a gate waits for {session.id}, so no program acts on it with the key of {who.name}")


def check_no_review(session: Session) -> None:
    """Raises Refused for a review of the fleet, whose own rules say who votes and when it is over."""
    if session.opened.review_of:
        how = TerminalHint(" (`quorate review`)")
        raise Refused(Wording(f"{session.id} is a review of the fleet; only review operations change it", how))


def check_may_vote(seat: Seat, who: Principal) -> None:
    """Raises Refused where this seat's ballot is somebody else's."""
    if not seat.answers_later:
        raise Refused(f"the seat {seat.name} is answered by {seat.voter_kind}, not by a person or an agent")
    if seat.voter_kind == "person" and who.author.proof == VIA_MCP:
        raise Forbidden(
            f"the seat {seat.name} is a person's, and a program does not vote for {who.name}; "
            f"vote with `quorate vote`, or give the program the key of {seat.holder or who.name} in QUORATE_KEY"
        )
    if seat.holder not in ("", who.name):
        raise Forbidden(f"the seat {seat.name} belongs to {seat.holder}; you are {who.name}")


def _anybody(_: Session, __: Principal) -> str:
    return ""


def _answers(session: Session, who: Principal) -> str:
    """The people named for answers; where none are named, anybody, but nobody where a gate takes only keys.

    For a review of the fleet, an operator.

    A program that acts for somebody does not answer for them, and a gate takes no form that a program has shown.
    """
    if who.author.proof == VIA_MCP:
        return f"a program does not answer for {who.name}; a person answers, or a key with the scope resolve"
    if who.proof == ELICITED and session.policy.gated:
        return "a gate waits for this verdict, so a form of a program is not enough; answer with a key elsewhere"
    if session.opened.review_of and not who.owns_store:
        return f"only an operator may answer for a review of the fleet; you are {who.name}"
    if _is_named(session, who):
        return ""
    named = ", ".join(session.policy.people) or "people whom the gate names (it names none)"
    return f"only {named} may answer; you are {who.name}"


def _is_named(session: Session, who: Principal) -> bool:
    """True of the people named for answers, and of everybody where none are, unless a gate takes only keys."""
    policy = session.policy
    return who.name in policy.people or not (policy.people or (policy.gated and policy.keys_only))


def _knows_outcome(session: Session, who: Principal) -> str:
    """Those who may answer, but nobody who voted: a voter does not keep its own record."""
    if why := _answers(session, who):
        return why
    later = {seat.name for seat in session.opened.seats if seat.answers_later}
    cast = any(round_.authors.get(seat) == who.name for round_ in session.rounds for seat in later)
    holds = any(seat.holder == who.name for seat in session.opened.seats)
    return f"{who.name} votes here, and so does not say what was true; somebody else has to" if cast or holds else ""


def _manages(session: Session, who: Principal) -> str:
    """Whoever opened it and the people named for answers; once it was declined, those people alone.

    Without named people, whoever opened it and the owner of the record.
    """
    people = session.policy.people
    if who.name in people:
        return ""
    if people and _is_declined(session):
        return f"it was decided not to go ahead; only {', '.join(people)} may reopen it; you are {who.name}"
    if _is_opener(session, who) or (who.owns_store and not people):
        return ""
    return f"only {_opener_and(session, *people or OWNER)} may do this; you are {who.name}"


def _releases(session: Session, who: Principal) -> str:
    """Whoever opened it, the people named for answers and the owner of the record, whatever was decided since."""
    people = session.policy.people
    opened_it = _is_opener(session, who) and not session.opened.review_of  # an agent takes nothing out of its review
    if who.name in people or who.owns_store or opened_it:
        return ""
    return f"only {_opener_and(session, *people, *OWNER)} may do this; you are {who.name}"


def _opener_and(session: Session, *others: str) -> str:
    opener = session.opener.name
    more = ", ".join(name for name in others if name != opener)
    return f"{opener}, who opened it," + (f" and {more}" if more else "")


def _is_opener(session: Session, who: Principal) -> bool:
    opener = session.opener
    is_proved = opener.proof != AUTHENTICATED or who.proof == AUTHENTICATED
    return opener.name == who.name and is_proved


def _is_declined(session: Session) -> bool:
    """True where a person decided not to go ahead, or nobody answered in time, and that still holds."""
    return session.is_current and bool(person_refused(session) or session.lapsed_at)


MAY: Mapping[str, Refusal] = {
    "answer": _answers,
    "reframe": _answers,
    "defer": _answers,
    "revise": _manages,
    "supersede": _manages,
    "close": _manages,
    "retry": _manages,
    "redeliberate": _manages,
    "revoke": _manages,
    "release": _releases,
    "resume": _anybody,
    "track": _anybody,
    "outcome": _knows_outcome,
    "redact": _releases,
}
"""Every operation on a deliberation and who may do it; for ballots see `check_may_vote`."""
WITHOUT_KEY = frozenset({"release", "resume", "track", "outcome", "redact"})
"""What needs no key where ballots and answers do: it uses a permission, or changes none."""
OF_THE_FLEET = frozenset({"reframe", "defer", "revise", "supersede", "close", "retry", "redeliberate", "revoke"})
"""What nobody does to a review of the fleet by way of a deliberation."""

_MANAGES = (OPEN, RESOLVE)
NEEDS: Mapping[str, tuple[str, ...]] = {
    # a question and its rounds
    "open_deliberation": (OPEN,),
    "decide_with_voters": (OPEN,),
    "plan_deliberation": (OPEN,),
    "demonstrate": (OPEN,),
    "demonstrate_question": (OPEN,),
    "resume": _MANAGES,
    "wait_for_deliberation": (READ, OPEN, VOTE, RESOLVE),
    "stop_calls": _MANAGES,
    "redeliberate": _MANAGES,
    "retry": _MANAGES,
    "revise": _MANAGES,
    "close": _MANAGES,
    "check_evidence": _MANAGES,
    "revoke": _MANAGES,
    # ballots
    "vote": (VOTE,),
    "votable": (VOTE,),
    "voted_before": (VOTE,),
    "own_seats": (VOTE,),
    # answers
    "resolve": (RESOLVE,),
    "answerable": (RESOLVE,),
    "required_answers": (RESOLVE,),
    "reframe": (RESOLVE,),
    "defer": (RESOLVE,),
    "set_item": (RESOLVE,),
    "vindicate_item": (RESOLVE,),
    "record_outcome": (RESOLVE,),
    "record_outcomes": (RESOLVE,),
    # the action
    "release": (RELEASE,),
    # the gate
    "judge_call": (OPEN,),
    "advise_call": (OPEN,),
    "grant_window": (RESOLVE,),
    "close_window": (RESOLVE,),
    "list_windows": (READ,),
    "suggest_rules": (READ,),
    # look-ups
    "show_deliberation": (READ,),
    "show_replies": (READ,),
    "file_report": (READ,),
    "watch_deliberation": (READ,),
    "find_deliberation": (READ,),
    "list_log": (READ,),
    "list_inbox": (READ,),
    "list_risks": (READ,),
    "explain": (READ,),
    "retally": (READ,),
    "voter_tables": (READ,),
    "due_outcomes": (READ,),
    "resumable": (READ,),
    "deadlock": (READ,),
    "export_deliberation": (READ,),
    "export_all": (READ,),
    "verify_record": (READ,),
    # contributions
    "show_epic": (READ,),
    "propose_resolution": (VOTE, RESOLVE),
    "vote_on_resolution": (VOTE,),
    "resolve_conflict": (RESOLVE,),
    # the fleet
    "show_agent": (READ,),
    "agent_history": (READ,),
    "list_agents": (READ,),
    "list_reviews": (READ,),
    "show_fleet": (READ,),
    "settle_review": (READ, OPEN, VOTE, ADMIN),
    "request_quorum_review": (OPEN,),
    "request_dialectic_review": (OPEN,),
    "submit_quorum_vote": (VOTE,),
    "submit_thesis": (VOTE,),
    "submit_antithesis": (VOTE,),
    "submit_synthesis": (VOTE,),
    "check_speaker": (VOTE,),
    "reassign_review": (VOTE, ADMIN),
    "report_state": (REPORT,),
    "register_agent": (ADMIN,),
    "describe_agent": (ADMIN,),
    "pause_agent": (ADMIN,),
    "archive_agent": (ADMIN,),
    "judge_review": (ADMIN,),
    "verify_review": (ADMIN,),
    "decide_review": (ADMIN,),
    "import_sessions": (ADMIN,),
    # the record and its keys
    "redact": (*_MANAGES, ADMIN),
    "plan_redaction": (*_MANAGES, ADMIN),
    "sweep": (ADMIN,),
    "back_up": (ADMIN,),
    "restore": (ADMIN,),
    "make_checkpoint": (ADMIN,),
    "issue_key": (ADMIN,),
    "list_keys": (ADMIN,),
    "rotate_key": (ADMIN,),
    "revoke_key": (ADMIN,),
    "list_refusals": (ADMIN,),
}
"""Every use case and the scopes of which a key needs one for it; what a deliberation itself allows, `MAY` says."""
