"""The port: what a protocol is to the rest of Quorate. What it leaves out has a neutral default."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from quorate.core.ballot import Answer, Ballot
from quorate.core.errors import Path
from quorate.core.exact import Exact
from quorate.core.panel import Seat
from quorate.core.question import Question
from quorate.core.shape import Problems, Shape
from quorate.core.verdict import Verdict


class Validation(NamedTuple):
    """A check of documents besides those that are counted: their shape, and what is found in one, as plain values."""

    document: Shape
    findings_in: Callable[[Mapping[str, Any]], dict[str, Any]]


if TYPE_CHECKING:  # nobody who only counts needs these
    from quorate.core.protocol.answer_form import AnswerForm
    from quorate.core.protocol.explainer import Explainer
    from quorate.core.protocol.learning import Learning
    from quorate.core.protocol.rule_table import Debate

PROPOSAL, OPTION, EITHER = "proposal", "option", "either"


class Case(NamedTuple):
    """All that a count needs: the question, one answer per seat, and the protocol's own terms."""

    question: Question
    answers: Sequence[Answer]
    terms: Any = None


class VoteKeys(NamedTuple):
    """How a protocol's tally document names what a table of votes calls seat, choice, confidence and weight."""

    votes: str
    seat: str
    choice: str
    weight: str
    confidence: str = ""


class Lens(NamedTuple):
    """A way to look at a question: its name, what a voter is told of it, and the criteria that a scorecard takes."""

    name: str
    text: str = ""
    criteria: tuple[str, ...] = ()


class BallotWords(NamedTuple):
    """What ballots say, in terms that other protocols share; a word that there is none for is empty.

    A ballot is about the `subject`: the PROPOSAL as a whole, an OPTION that it names, or EITHER, as the question is.
    `scale` is that of its confidence; `counts_confidence` and `needs_confidence` say whether the count uses it, and
    whether there is no ballot without one. `stands_by` is the choice that leaves everything as it is. If it
    `reads_positions`, a reply may also say GO or HOLD, and the keyword table applies.
    """

    approval: str = ""
    rejection: str = ""
    abstention: str = ""
    subject: str = PROPOSAL
    scale: str = ""
    counts_confidence: bool = False
    needs_confidence: bool = False
    stands_by: str = ""
    reads_positions: bool = False

    def is_abstention(self, choice: str) -> bool:
        """True for the protocol's own word for an abstention, however it is written."""
        return bool(self.abstention) and choice.casefold() == self.abstention.casefold()

    def chosen_by(self, ballot: Ballot) -> str:
        """What a ballot chose; where it accepts or rejects one of several options, which one."""
        if not ballot.option:
            return ballot.choice
        return f"not {ballot.option}" if ballot.choice.casefold() == self.rejection.casefold() else ballot.option


UNSTATED_WORDS = BallotWords(rejection="reject", abstention="abstain")
"""What ballots are taken to mean under a protocol that says nothing of it."""


class Strictness(NamedTuple):
    """How whoever counts may change the terms (None where there are none): another threshold, or stricter ones.

    `fixed` says what decides where there is no other threshold.
    """

    with_threshold: Callable[[Any, Exact], Any] | None = None
    stricter: Callable[[Any], Any] | None = None
    fixed: str = "there is none"


def _empty_form() -> "AnswerForm":
    from quorate.core.protocol.answer_form import AnswerForm  # only voters are asked

    return AnswerForm()


class Progress(NamedTuple):
    """How far a group is: approvals given and needed, and whose are missing. Without groups its name is empty."""

    group: str
    given: int
    needed: int
    missing: tuple[str, ...]


class Protocol(NamedTuple):
    """A pure rule from ballots to a verdict, how its tally document is written, and all else that is known of it.

    `is_settled` may say that no ballot of the remaining seats could change the outcome, so that nobody waits for them;
    `goes_ahead`, whether an option that a person is offered can mean to take the action; `crosses_limit`, whether
    going ahead after a verdict would do what nobody may agree to; `is_final`, whether nobody may override a verdict for
    another reason. `lenses` are the panel of a question that names none, `more_lenses` those of seats that it does not
    get by default; with fewer than `fewest_votes` nothing can be decided. `told_apart` gives a vote in which the
    name at a place is told apart by its seat, where two sealed ballots use one name for two things; None where that is
    not the trouble. `form`, `explainer` and `validation` are called only where a voter is asked, a verdict taken apart,
    or a document checked. With `learning` the record's outcomes decide what voters weigh, as they were when the
    question was opened. With `progress`, how far each group of signers is, ballots are not sealed, and only people who
    are named are asked.

    `phrases` are by language and by code, such as `title.NAME.RESULT`, `choice.NAME.CHOICE`, `do.NAME.RESULT`,
    `rule.NAME.RULE` and `step.NAME.RULE.WHY`; a language without one takes the English phrase. Those of our own
    protocols are in the catalogues. `wording` names the module whose WORDING says what phrases alone cannot.
    """

    name: str
    document: Shape
    read: Callable[[Mapping[str, Any], Problems], Case]
    verdict_of: Callable[[Case], Verdict]
    vote_keys: VoteKeys
    is_settled: Callable[[Case, Sequence[Seat]], bool] | None = None
    goes_ahead: Callable[[Verdict, str], bool] | None = None
    crosses_limit: Callable[[Verdict], bool] | None = None
    is_final: Callable[[Verdict], bool] | None = None
    lenses: tuple[Lens, ...] = ()
    fewest_votes: int = 0
    words: BallotWords | None = None
    debate: "Debate | None" = None
    form: "Callable[[], AnswerForm]" = _empty_form
    told_apart: Callable[[Mapping[str, Any], Path, str], Mapping[str, Any] | None] | None = None
    strictness: Strictness = Strictness()
    phrases: Mapping[str, Mapping[str, str]] = {}
    explainer: "Callable[[], Explainer] | None" = None
    validation: "Callable[[], Validation] | None" = None
    wording: str = ""
    learning: "Learning | None" = None
    more_lenses: tuple[Lens, ...] = ()
    progress: Callable[[Case], tuple[Progress, ...]] | None = None
