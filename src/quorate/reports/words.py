"""Choices, confidences, numbers and reasons in words."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from quorate.core.ballot import FAILURES, Answer, Ballot, NonVote
from quorate.core.confidence import LABEL, UNIT, Confidence
from quorate.core.exact import Exact, ratio, rounded
from quorate.core.verdict import Risk
from quorate.reports.followed import coded, grave_concern
from quorate.reports.old_sentences import why_of
from quorate.reports.text import one_line
from quorate.reports.view import View
from quorate.reports.who_and_when import moment

if TYPE_CHECKING:
    from quorate.deliberation.rounds.redeliberation import Stand

_LONGEST_FRACTION = 15
_MOST_DECIMALS = 4


def abstains(answer: Answer) -> bool:
    """True for a seat that abstained by its own will."""
    return isinstance(answer, Ballot) and answer.choice.upper() == "ABSTAIN"


def failed(view: View) -> list[NonVote]:
    """The seats whose ballot is missing against their will."""
    return [answer for answer in view.roster if isinstance(answer, NonVote) and answer.kind in FAILURES]


def choice_word(view: View, choice: str) -> str:
    """A choice as people read it; options keep their own wording."""
    if view.verdict.protocol == "evidence" and choice.startswith("not "):
        option = choice.removeprefix("not ")
        if any(option.casefold() == one.id.casefold() for one in view.question.options):
            return view.say("position.not", option=option)
    return view.say.word(f"choice.{view.verdict.protocol}", choice)


def largest_first(view: View, totals: Mapping[str, Exact]) -> list[tuple[str, Exact]]:
    """Choices with their totals in their own order, unless there are too many to show: then by size."""
    pairs = list(totals.items())
    return pairs if len(pairs) <= view.limit else sorted(pairs, key=lambda pair: -pair[1])


def position(view: View, answer: Answer) -> str:
    """What a seat chose, in its own word where it used one, or why it did not."""
    if isinstance(answer, NonVote):
        return view.say.word("kind", answer.kind).upper()
    if answer.word:
        return answer.word
    word = view.say.word(f"choice.{view.verdict.protocol}", answer.choice)
    return view.say("position.of", choice=word, option=answer.option) if answer.option else word


def position_as_read(view: View, answer: Answer) -> str:
    """The same, marked where it was inferred from free text."""
    said = position(view, answer)
    return view.say("position.inferred", position=said) if isinstance(answer, Ballot) and answer.inferred else said


def confidence(view: View, said: Confidence | None) -> str:
    """How sure, on the scale in which it was said; nothing where it was not."""
    if said is None:
        return ""
    if said.scale == LABEL:
        return view.say.word("label", said.label)
    return str(rounded(ratio(said.percent, 100), 2)) if said.scale == UNIT else points(said.percent)


def points(value: Exact) -> str:
    """Points of a hundred: whole where they are, else with one decimal."""
    return str(value) if isinstance(value, int) else str(rounded(value))


def percent(share: Exact) -> str:
    """A share as a percentage with one decimal."""
    return str(rounded(share * 100))


def number(value: Exact) -> str:
    """An exact number: as a short decimal where it is one, else as a fraction, and rounded only where that is long."""
    if isinstance(value, int):
        return str(value)
    for decimals in range(1, _MOST_DECIMALS + 1):
        if (value * 10**decimals).denominator == 1:
            return str(rounded(value, decimals))
    return fraction(value)


def fraction(value: Exact) -> str:
    """A share as a fraction; one too long to read is rounded to four decimals."""
    exact = str(value)
    return exact if len(exact) <= _LONGEST_FRACTION else str(rounded(value, _MOST_DECIMALS))


def why_not_counted(view: View, answer: Answer) -> str:
    """Kind and detail of a non-vote, after the seat's name."""
    if isinstance(answer, NonVote):
        kind, detail = view.say.word("kind", answer.kind), detail_of(view, answer)
    else:
        kind, detail = view.say("kind.abstained"), view.say.word("abstained", answer.reason)
    key = "receipt.left_out.detail" if detail else "receipt.left_out.why"
    return view.say(key, seat=answer.seat.name, kind=kind, detail=detail)


def detail_of(view: View, failed: "NonVote | Stand") -> str:
    """What is known of a failure; what Quorate itself found out in the reader's language."""
    why = failed.why or why_of(failed.detail)
    key = f"detail.{why}"
    if not view.say.knows(key):
        return one_line(failed.detail)
    value = one_line(failed.value)
    return view.say(key, value=moment(value) if why == "no_ballot_by" else value)


def risk_text(view: View, risk: Risk) -> str:
    """A risk in words; those that Quorate itself adds are said in the reader's language."""
    text = coded(f"risk.{risk.code}", risk.values, view.say) or risk.risk
    if risk.kind != "dissent":
        return text
    ballot = next((one for one in view.ballots if one.seat.name == risk.source), None)
    return with_grave_concerns(view, text, ballot)


def listed_text(view: View, among: str, text: str) -> str:
    """A condition or an alternative; those that the rules add are said in the reader's language."""
    added = next((one for one in view.verdict.added if (one.among, one.text) == (among, text)), None)
    return (coded(f"{among}.{added.code}", added.values, view.say) if added else "") or text


def with_grave_concerns(view: View, text: str, ballot: Ballot | None) -> str:
    """What is kept of an overruled ballot, and beside a note the grave concerns that stand behind it."""
    more = ballot.unnamed_concerns if ballot else ()
    return view.say("ask.join").join([text, *(grave_concern(one, view.say) for one in more)])


def risk_source(view: View, risk: Risk) -> str:
    """Who named a risk."""
    if risk.kind == "diversity":
        return view.say("risk.panel")
    return view.names(risk.seats) if risk.seats else risk.source
