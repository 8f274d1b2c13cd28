"""One seat's answer in one round: a ballot, or the reason why there is none."""

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Annotated, NamedTuple

from quorate.core.codec.declaration import OPTIONAL, Also, Key, OptionalFlag, OptionalText, OptionalTexts
from quorate.core.confidence import Confidence
from quorate.core.exact import Exact
from quorate.core.panel import Seat

ABSTAINED, RECUSED, NOT_NEEDED = "abstained", "recused", "not_needed"
FAILURES = ("timeout", "error", "unreadable", "absent")
NON_VOTES = (*FAILURES, RECUSED)
BESIDES = ("conditions", "concerns", "risks", "alternatives", "dissent_note", "key_evidence")
"""What a voter may give with any choice, in its own words: keys of a vote and fields of a ballot."""
LISTS = tuple(name for name in BESIDES if name != "dissent_note")
_ANSWERED_BY = {"description": "The person, agent or key that answered for the seat."}
_WHY = {"description": "A code for what Quorate found."}
_VALUES = {
    "additionalProperties": {"type": "string"},
    "description": "What that is about, by name, such as an option that does not exist.",
}


_ItsSeat = Annotated[Seat, Key(is_spread=True)]


class Concern(NamedTuple):
    """Something a voter warns of; `safety` and `security` have consequences of their own.

    `stated` is the kind in the voter's own word, if it is on no list; `unstated` is true if the ballot states none.
    """

    text: OptionalText = ""
    kind: Annotated[str, Key(schema={"enum": ["safety", "security", "other"]})] = "other"
    stated: OptionalText = ""
    unstated: OptionalFlag = False

    @property
    def is_grave(self) -> bool:
        """True for safety and security."""
        return self.kind != "other"


class Evidence(NamedTuple):
    """What a ballot cites, and whether it can be run again, disproves something, or answers a disproof.

    `checked` is what a check came to, where there was one: held, failed or claimed.
    """

    id: OptionalText = ""
    file: OptionalText = ""
    address: OptionalText = ""
    section: OptionalText = ""
    line: Annotated[int, OPTIONAL] = 0
    type: OptionalText = ""
    quote: OptionalText = ""
    reproducible: OptionalFlag = False
    command: OptionalText = ""
    counter: OptionalFlag = False
    answers: OptionalText = ""
    checked: OptionalText = ""


class Priority(NamedTuple):
    """One seat's score and urgency for an item that is to be ranked, both 0 to 10."""

    item: str
    score: Exact
    urgency: Exact = 0


class Ballot(NamedTuple):
    """A seat's choice with all that it gives for it. An abstention is a ballot too.

    `answered_by` is the person, agent or key that answered for the seat, where that is known. `discounted` is evidence
    that counts as none, because it did not hold when it was checked.
    """

    seat: _ItsSeat
    choice: str
    confidence: Annotated[Confidence | None, Key(is_spread=True)] = None
    rationale: str = ""
    inferred: bool = False
    option: OptionalText = ""
    word: OptionalText = ""
    reason: OptionalText = ""
    dissent_note: OptionalText = ""
    conditions: OptionalTexts = ()
    risks: OptionalTexts = ()
    alternatives: OptionalTexts = ()
    key_evidence: OptionalTexts = ()
    answered_by: Annotated[str, Key(schema=_ANSWERED_BY, optional=True)] = ""
    second_request: OptionalFlag = False
    concerns: Annotated[tuple[Concern, ...], OPTIONAL] = ()
    evidence: Annotated[tuple[Evidence, ...], OPTIONAL] = ()
    priorities: Annotated[tuple[Priority, ...], OPTIONAL] = ()
    discounted: Annotated[tuple[Evidence, ...], OPTIONAL] = ()

    @staticmethod
    def json_also() -> tuple[Also, ...]:
        """What a seat without a ballot has there."""
        return (Also("non_vote", "choice"),)

    @property
    def raises_grave_concern(self) -> bool:
        """True when it warns of safety or security."""
        return bool(self.concerns) and any(concern.is_grave for concern in self.concerns)

    @property
    def main_concern(self) -> str:
        """What to keep when this ballot is overruled."""
        return self.dissent_note or next((c.text for c in self.concerns if c.text), "") or self.rationale

    @property
    def unnamed_concerns(self) -> tuple[Concern, ...]:
        """The grave concerns that are not named where only the main concern is."""
        return tuple(one for one in self.concerns if one.is_grave and one.text and one.text != self.main_concern)


class NonVote(NamedTuple):
    """Why a seat has no counted choice.

    `detail` is what is known of it in words; where it is Quorate that found out, `why` is a code for it, and `values`
    what it is about, by name: an option that does not exist, a moment that has passed.
    """

    seat: _ItsSeat
    kind: Annotated[str, Key("non_vote", {"enum": [*NON_VOTES, NOT_NEEDED]})]
    detail: str = ""
    why: Annotated[str, Key(schema=_WHY, optional=True)] = ""
    values: Annotated[Mapping[str, str], Key(schema=_VALUES, optional=True)] = {}

    @staticmethod
    def json_also() -> tuple[Also, ...]:
        """What a ballot has at these keys."""
        return (Also("choice", "weight"), Also("confidence", "non_vote"), Also("scale", "confidence"))

    @property
    def failed(self) -> bool:
        """True where it was not the voter's own will and not the rules'."""
        return self.kind in FAILURES


Answer = Ballot | NonVote
_BY_NAME = attrgetter("seat.name")


def seated(answers: Iterable[Answer]) -> list[Answer]:
    """Those who are still on the roster: a recused seat leaves it before anything is counted."""
    return [answer for answer in answers if not (isinstance(answer, NonVote) and answer.kind == RECUSED)]


def choice_of(answer: Answer) -> str | None:
    """What a seat chose; None where it has no ballot."""
    return answer.choice if isinstance(answer, Ballot) else None


def by_seat(answers: Iterable[Answer]) -> list[Answer]:
    """In the order of seat names, so that no verdict depends on the order of arrival."""
    return sorted(answers, key=_BY_NAME)
