"""The port: what a protocol is to the rest of Quorate. What it leaves out has a neutral default."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from quorate.core.ballot import Answer, Ballot
from quorate.core.errors import Path
from quorate.core.exact import Exact
from quorate.core.failure import Outcome
from quorate.core.panel import Seat
from quorate.core.question import Question
from quorate.core.rule_table import Step, Value
from quorate.core.shape import Problems, Shape
from quorate.core.verdict import Verdict

if TYPE_CHECKING:
    from quorate.core.flip_scene import FlipScene

PROPOSAL, OPTION, EITHER = "proposal", "option", "either"
DEBATE, CHALLENGE = "debate", "challenge"


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
    whether there is no ballot without one. `stands_by` is the choice that leaves everything as it is. Where it
    `reads_positions`, a reply may also say GO, HOLD or a sentence in prose that comes to an approval or a rejection.
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


class Debate(NamedTuple):
    """Rounds in which voters see the others' arguments: a DEBATE or a CHALLENGE, as the record calls them.

    One follows a count with a result and an action that are `contested`. `terms_after` adds to the terms how many
    rounds were held, and how many ballots were cast in them, where the rule asks for it.
    """

    contested: tuple[tuple[str, str], ...]
    purpose: str = DEBATE
    terms_after: Callable[[Mapping[str, Any], int, int], Mapping[str, Any]] | None = None


class AskedKey(NamedTuple):
    """A key of a ballot that a voter fills in: what is allowed there in words, and an example of the right kind.

    `blank` is what the form shows in place of the voter's own words: a text, words to choose from such as `yes | no`,
    a list of one of these, or a list of one mapping. `{options}` in it stands for the ids of the options, `{mark}` for
    letters that no other voter is shown. `when` says of which questions the key is asked; without it, of all.
    """

    key: str
    blank: Any
    allowed: str
    example: Any = None
    when: Callable[[Question], bool] | None = None


class AnswerForm(NamedTuple):
    """What a voter is asked for; what it leaves out comes from the tally document.

    `task` says what is to be decided, `choices` are the words to choose from (by the kind of question
    where it has words of its own), `choice` is what each of them means, and
    `needs` what the rule needs for a verdict. A ballot without the keys that are `required` is taken for advice, like
    free text.
    """

    task: str = ""
    choice: str = ""
    choices: tuple[str, ...] = ()
    choices_by_kind: Mapping[str, tuple[str, ...]] = {}
    keys: tuple[AskedKey, ...] = ()
    needs: str = ""
    required: tuple[str, ...] = ()


class Strictness(NamedTuple):
    """How whoever counts may change the terms (None where there are none): another threshold, or stricter ones.

    `fixed` says what decides where there is no other threshold.
    """

    with_threshold: Callable[[Any, Exact], Any] | None = None
    stricter: Callable[[Any], Any] | None = None
    fixed: str = "there is none"


class Validation(NamedTuple):
    """A check of documents besides those that are counted: their shape, and what is found in one, as plain values."""

    document: Shape
    findings_in: Callable[[Mapping[str, Any]], dict[str, Any]]


class UsedOutcome(NamedTuple):
    """An outcome that something was learned from: the deliberation, its position there, and who recorded it."""

    deliberation: str
    position: int
    by: str = ""


class LearnedWeights(NamedTuple):
    """What outcomes teach, in whole thousandths: a weight by voter, that of all others, and a lean by choice."""

    weights: Mapping[str, int] = {}
    others: int = 1000
    lean: Mapping[str, int] = {}
    basis: str = ""
    outcomes: tuple[UsedOutcome, ...] = ()


class Learning(NamedTuple):
    """How a protocol counts by the record: `frozen` is what its terms hold under `key` once a question is opened.

    `weight_of` gives what a voter weighs by these terms, and whether there is a ballot or only an empty seat.
    """

    key: str
    frozen: Callable[[LearnedWeights], Mapping[str, Any]]
    weight_of: Callable[[Mapping[str, Any], str, bool], Exact]


class Explainer(NamedTuple):
    """How a protocol takes its own verdicts apart; all but the steps may be left out.

    `steps` are the rules up to the one that fitted, `scene` the panel in which the smallest flip is looked for,
    `recount` the outcome with failed seats against it (of a roster and their names), and `values` further numbers
    behind flags and requirements. `verifies_every_doubt` where each missing or guessed voice has to be verified.
    """

    steps: Callable[[Case, Verdict], Sequence[Step]]
    scene: "Callable[[Case, Verdict], FlipScene] | None" = None
    recount: Callable[[Case, Verdict, list[Answer], frozenset[str]], Outcome] | None = None
    values: Callable[[Case, Verdict], Mapping[str, Value]] | None = None
    verifies_every_doubt: bool = False


class Protocol(NamedTuple):
    """A pure rule from ballots to a verdict, how its tally document is written, and all else that is known of it.

    `is_settled` may say that no ballot of the remaining seats could change the outcome, so that nobody waits for them;
    `goes_ahead`, whether an option that a person is offered can mean to take the action; `crosses_limit`, whether
    going ahead after a verdict would do what nobody may agree to. `lenses` are the panel of a question that names
    none; with fewer than `fewest_votes` nothing can be decided. `terms_as_opened` gives the terms as they go
    on the record. `told_apart` gives a vote in which the name at a place is told apart by its seat, where two sealed
    ballots use one name for two things; None where that is not the trouble. `explainer` and `validation` are called
    only where a verdict is taken apart, or a document checked. With `learning` the record's outcomes decide what voters
    weigh, as they were when the question was opened.

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
    lenses: tuple[Lens, ...] = ()
    fewest_votes: int = 0
    words: BallotWords | None = None
    debate: Debate | None = None
    form: AnswerForm = AnswerForm()
    terms_as_opened: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None
    told_apart: Callable[[Mapping[str, Any], Path, str], Mapping[str, Any] | None] | None = None
    strictness: Strictness = Strictness()
    phrases: Mapping[str, Mapping[str, str]] = {}
    explainer: Callable[[], Explainer] | None = None
    validation: Callable[[], Validation] | None = None
    wording: str = ""
    learning: Learning | None = None
