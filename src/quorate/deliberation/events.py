"""What can happen in a deliberation. Events are facts: the record stamps the time, the place and the author.

What is stored of an event are its fields, all of them, by name.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from quorate.core.panel import Seat
from quorate.core.question import Question

ASSERTED, AUTHENTICATED = "asserted", "authenticated"
VIA_MCP, ELICITED = "asserted via mcp", "elicited"
ANSWERED, TIMEOUT, ERROR = "answered", "timeout", "error"
KEEP_OPEN, MOST_CONFIDENT = "keep-open", "most-confident"


class Author(NamedTuple):
    """Who did it: named by the system's user (`asserted`) or proved by a key (`authenticated`).

    `asserted via mcp` is a program that acts for the system's user, `elicited` what that user answered in its form.
    """

    name: str
    proof: str = ASSERTED


NOBODY = Author("")


class Policy(NamedTuple):
    """What is set in advance. Times are ISO 8601 in UTC; empty means that nothing was set.

    `people` names who may answer for a person; empty means anyone, but nobody where a gate takes only keys. `max_cost`
    is in US dollars, as exact text; `debate_rounds` is how many debate or challenge rounds may follow a count without
    consensus. In a deadlock a person is asked, or, with `most-confident`, that seat's choice applies once its minutes
    are over; with `reframe` the smaller questions that the ballots suggest are opened. `gated`: a gate waits for the
    verdict. `check_evidence`: a round is counted only once the evidence of its ballots was checked.
    `keys_only`: ballots and answers are only taken from those who prove who they are with a key. `advice`: it is
    counted and recorded, and never releases its action. `reask`: how often an engine is asked again for a reply
    without a ballot, 0 or 1.
    """

    ballots_by: str = ""
    at_ballots_by: str = KEEP_OPEN
    answer_minutes: int = 0
    at_answer_by: str = KEEP_OPEN
    people: tuple[str, ...] = ()
    max_cost: str = ""
    debate_rounds: int = 0
    deadlock: str = "ask"
    deadlock_minutes: int = 0
    gated: bool = False
    check_evidence: bool = False
    keys_only: bool = False
    advice: bool = False
    reask: int = 1


class Reply(NamedTuple):
    """What came back from a voter, before anybody has read it. Bytes that are no UTF-8 are kept as base64.

    `detail` is why it failed, in our words; `complaint` is the end of what the voter said beside its answer, `status`
    its exit status (or that of HTTP), and `attempts` how often it was asked. `model` is the one that answered, as the
    engine says it: `unknown` where it does not, and empty where nobody looked. `envelope` is the format of its output,
    if that is not the one of its kind.
    """

    outcome: str
    output: str = ""
    encoding: str = "utf-8"
    detail: str = ""
    status: int | None = None
    complaint: str = ""
    attempts: int = 1
    model: str = ""
    envelope: str = ""


class BallotNote(NamedTuple):
    """What was found out in reading a ballot, as a code; `values` are what it is about, by name."""

    code: str
    values: Mapping[str, str] = {}


class Opened(NamedTuple):
    """A question was put to a panel, which is frozen from here on. `terms` are the protocol's own settings.

    `lost` names the engines that Engine Mode wanted and that were not there, or were lost in the deliberation before.
    `programs` are the files that commands lead to, by seat, where a link or the search path hides them. A child that
    the rules opened is `opened_for` whoever opened its parent. `review_of` is the paused agent that a quorum of the
    fleet reviews: who votes and when it closes is then decided by the fleet's rules. `own_seat` is the seat whose
    ballot whoever opened it brought along. `review_after` is the review by two parties that ended without agreement, so
    that this one by a quorum was opened. `protocol_reason` says why this protocol counts if nobody named it.
    """

    protocol: str
    question: Question
    seats: tuple[Seat, ...]
    terms: Mapping[str, Any]
    policy: Policy
    mode: str = "simple"
    supersedes: str = ""
    parent: str = ""
    lost: tuple[str, ...] = ()
    programs: Mapping[str, str] = {}
    opened_for: Author = NOBODY
    review_of: str = ""
    own_seat: str = ""
    review_after: str = ""
    protocol_reason: str = ""


class Revised(NamedTuple):
    """The question was edited: a new revision, for which earlier ballots do not count."""

    question: Question
    reason: str = ""


class RoundOpened(NamedTuple):
    """The named seats are asked about the revision with this hash.

    `purpose` is first, revision, redeliberation, debate, challenge or retry. A re-deliberation says what triggered it,
    why, and what is new; one that brings new facts is `factual`, and not counted against the two that there may be. A
    retry asks seats that failed as the round that it `retries` had asked them.
    """

    round: int
    seats: tuple[str, ...]
    question: str
    purpose: str = "first"
    trigger: str = ""
    reason: str = ""
    evidence: str = ""
    factual: bool = False
    retries: int = 0


class Claimed(NamedTuple):
    """A worker is about to start a seat's call, which may take `lease` seconds; until then nobody else may.

    `until` is when that is by the worker's own clock, for people to read: other machines have other clocks. `options`
    are the ids in the order that was drawn for this call; none where they are shown as they are listed. `request` is 2
    if the engine's first reply had no ballot and it is asked once more.
    """

    round: int
    seat: str
    fence: int
    call: str
    until: str
    nonce: str = ""
    lease: int = 0
    options: tuple[str, ...] = ()
    request: int = 1


class Replied(NamedTuple):
    """A call is over. What it brought is on the record before it is read."""

    round: int
    seat: str
    fence: int
    reply: Reply
    request: int = 1


class Cast(NamedTuple):
    """A seat's ballot, in the words of the protocol's tally document. `supersedes` is an earlier one's position.

    `found` is what was found out in reading it, such as that it came on the second request. In a debate it challenges
    the others' arguments, and says what convinced it where it has changed.
    """

    round: int
    seat: str
    question: str
    vote: Mapping[str, Any]
    supersedes: int = 0
    fence: int = 0
    challenge: str = ""
    convinced_by: str = ""
    found: tuple[BallotNote, ...] = ()


class Failed(NamedTuple):
    """A seat has no ballot in this round, and why; `until` is the moment by which it should have come.

    `detail` says it in words, which may be a program's; where the rules found it out, `why` is the code for it.
    `found` are the reasons why its replies had no ballot, the first reply's first.
    """

    round: int
    seat: str
    kind: str
    detail: str = ""
    fence: int = 0
    until: str = ""
    why: str = ""
    found: tuple[BallotNote, ...] = ()


class ItemCheck(NamedTuple):
    """What a check of one item of evidence came to: held, failed or claimed, and a code for why.

    `place` is the item's place in the ballot; `line` and `hash` are those of the passage that was found; `status` and
    `output` are the exit status of its command and the hash of what that printed.
    """

    place: int
    outcome: str
    why: str = ""
    line: int = 0
    hash: str = ""
    status: int | None = None
    output: str = ""


class EvidenceChecked(NamedTuple):
    """The evidence of a seat's ballot was checked, after it was stored and before it is counted.

    `ballot` is the position of the ballot. Files were looked up below `root`, at `commit` where there is one.
    """

    round: int
    seat: str
    ballot: int
    checks: tuple[ItemCheck, ...]
    root: str = ""
    commit: str = ""


class DeadlinePassed(NamedTuple):
    """A time set beforehand has come: `what` is `ballots`, `answer` or `deadlock`, `then` what the policy says."""

    what: str
    then: str


class RoundClosed(NamedTuple):
    """The ballots are opened: the round was `complete`, `settled`, past its `deadline`, or closed by a `person`."""

    round: int
    reason: str


class Counted(NamedTuple):
    """The verdict of a round, in the very bytes that every surface shows."""

    round: int
    verdict: str


class Asked(NamedTuple):
    """A person has to answer: what is required, who may answer, and until when."""

    requires: tuple[str, ...]
    people: tuple[str, ...] = ()
    until: str = ""


class Resolved(NamedTuple):
    """A person met one requirement. With `human_choice`, `go` says whether the action may be taken.

    `verdict` is, here and in every other answer of a person, the hash of the count that they saw. Where no person but
    the policy answered, `seat` is the one whose choice holds. A verification names the notes that it accepts and
    strikes.
    """

    requirement: str
    text: str = ""
    choice: str = ""
    go: bool = False
    owner: str = ""
    monitor: str = ""
    verdict: str = ""
    seat: str = ""
    accept_notes: tuple[str, ...] = ()
    strike_notes: tuple[str, ...] = ()


class Overridden(NamedTuple):
    """A person goes ahead against the panel (L4), accepts the risk in writing, and may say what to monitor."""

    risk_acceptance: str
    owner: str = ""
    monitor: str = ""
    verdict: str = ""


class Declined(NamedTuple):
    """A person decided not to go ahead."""

    reason: str
    verdict: str = ""


class Reframed(NamedTuple):
    """In a deadlock the question was broken into smaller ones, which are deliberated on their own.

    `by_policy`: no person did it, it was configured beforehand.
    """

    questions: tuple[str, ...]
    reason: str = ""
    verdict: str = ""
    by_policy: bool = False


class ChildrenOpened(NamedTuple):
    """What a question was broken into is asked in deliberations of its own, in the order of the smaller questions."""

    children: tuple[str, ...]


class Deferred(NamedTuple):
    """In a deadlock a step was taken that can be undone and keeps the options open; nothing more is decided."""

    step: str
    owner: str
    monitor: str
    verdict: str = ""


class Released(NamedTuple):
    """The permission was used, once, for the action with this hash under the question with that hash."""

    action: str
    question: str


class Revoked(NamedTuple):
    """The verdict was taken back."""

    reason: str


class Superseded(NamedTuple):
    """Another deliberation took this one's place."""

    by: str


class Tracked(NamedTuple):
    """A person changed an item of the register: only what is stated here, all else stays. `due` is a day, in ISO 8601.

    It changes no permission, so it may come after the release and after the end.
    """

    item: str
    status: str = ""
    owner: str = ""
    mitigation: str = ""
    monitor: str = ""
    due: str = ""
    note: str = ""


class Vindicated(NamedTuple):
    """A dissent was right, or a risk came true. `link` names another deliberation, or is an address."""

    item: str
    what_happened: str
    link: str = ""


class OutcomeKnown(NamedTuple):
    """It is known what was true. `was` is what somebody said: right or wrong (of the verdict's choice), or an option.

    `truth` is the option that this comes to; empty where it is only known that the verdict's choice was wrong. `on` is
    the day on which it turned out, in ISO 8601. A later one takes the place of an earlier one.
    """

    was: str
    truth: str = ""
    note: str = ""
    on: str = ""


class Redacted(NamedTuple):
    """A text was taken out of an earlier event; its hash stays there, and the chain holds. `field` says where it stood.

    `left` is the hash of what stands there now, where only a part was taken out; `question` is the content hash that
    a question from which a text was taken was asked under; `folded` is the hash of the text as it is compared with
    others, where a rule asks whether a later one is new.
    """

    event: int
    field: str
    hash: str
    reason: str
    left: str = ""
    question: str = ""
    folded: str = ""


Event = (
    Opened
    | Revised
    | RoundOpened
    | Claimed
    | Replied
    | Cast
    | Failed
    | EvidenceChecked
    | DeadlinePassed
    | RoundClosed
    | Counted
    | Asked
    | Resolved
    | Overridden
    | Declined
    | Reframed
    | ChildrenOpened
    | Deferred
    | Released
    | Revoked
    | Superseded
    | Tracked
    | Vindicated
    | OutcomeKnown
    | Redacted
)


class Stored(NamedTuple):
    """An event with what the record stamped on it. `hash` covers the event, its envelope and the hash before it."""

    deliberation: str
    position: int
    at: str
    author: Author
    event: Event
    hash: str = ""
