"""Choices, confidences, numbers and reasons in words."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from quorate.core.ballot import FAILURES, Answer, Ballot, NonVote
from quorate.core.confidence import LABEL, UNIT, Confidence
from quorate.core.exact import Exact, ratio, rounded
from quorate.core.verdict import Risk
from quorate.reports.content.authors import moment
from quorate.reports.content.ballots import coded, grave_concern
from quorate.reports.content.protocols import wording_of
from quorate.reports.document import BAD, GOOD, MUTED, NEUTRAL, WARNING
from quorate.reports.report_data import ReportData
from quorate.reports.text import one_line

if TYPE_CHECKING:
    from quorate.deliberation.rounds.redeliberation import SeatPosition

# what a choice does to the matter at hand, whichever protocol offers it; options are none of these
TONES = {
    **dict.fromkeys(("approve", "accept", "resume"), GOOD),
    **dict.fromkeys(("reject", "block"), BAD),
    "cooldown": WARNING,
    "abstain": MUTED,
}
_LONGEST_FRACTION = 15
_MOST_DECIMALS = 4


def abstains(answer: Answer) -> bool:
    """True for a seat that abstained by its own will."""
    return isinstance(answer, Ballot) and answer.choice.upper() == "ABSTAIN"


def failed(data: ReportData) -> list[NonVote]:
    """The seats whose ballot is missing against their will."""
    return [answer for answer in data.roster if isinstance(answer, NonVote) and answer.kind in FAILURES]


def choice_word(data: ReportData, choice: str) -> str:
    """A choice as people read it; options keep their own wording."""
    own = wording_of(data.verdict.protocol).choice
    return (own(data, choice) if own else "") or data.say.word(f"choice.{data.verdict.protocol}", choice)


def result_word(data: ReportData, result: str) -> str:
    """A result in a sentence; where no other word is given, as titles have it, unless those say more."""
    title = f"title.{data.verdict.protocol}"
    key = f"result.{data.verdict.protocol}.{result}"
    keys = (f"{key}.{data.verdict.action}", key, f"{title}.{result}", f"{title}.{result.replace('_', ' ')}")
    known = (data.say.phrase(key) for key in keys if data.say.knows(key))
    return next((phrase for phrase in known if "{" not in phrase), result)


def largest_first(data: ReportData, totals: Mapping[str, Exact]) -> list[tuple[str, Exact]]:
    """Choices with their totals in their own order, unless there are too many to show: then by size."""
    pairs = list(totals.items())
    return pairs if len(pairs) <= data.limit else sorted(pairs, key=lambda pair: -pair[1])


def position(data: ReportData, answer: Answer) -> str:
    """What a seat chose, in its own word where it used one, or why it did not."""
    if isinstance(answer, NonVote):
        return data.say.word("kind", answer.kind).upper()
    if answer.word:
        return answer.word
    word = data.say.word(f"choice.{data.verdict.protocol}", answer.choice)
    return data.say("position.of", choice=word, option=answer.option) if answer.option else word


def position_as_read(data: ReportData, answer: Answer) -> str:
    """The same, marked where it was inferred from free text."""
    said = position(data, answer)
    return data.say("position.inferred", position=said) if isinstance(answer, Ballot) and answer.inferred else said


def confidence(data: ReportData, said: Confidence | None) -> str:
    """How sure, on the scale in which it was said; nothing where it was not."""
    if said is None:
        return ""
    if said.scale == LABEL:
        return data.say.word("label", said.label)
    return str(rounded(ratio(said.percent, 100), 2)) if said.scale == UNIT else points(said.percent)


def tone_of(choice: str) -> str:
    """The colour of a choice."""
    return TONES.get(choice.lower(), NEUTRAL)


def held_against(data: ReportData, key: str) -> list[str]:
    """The share that was reached against the one that is needed, by a phrase of a box."""
    share, needed = data.verdict.receipt.share, data.verdict.receipt.threshold.share
    return [] if share is None else [data.say(key, percent=percent(share), needed=percent(needed))]


def two_words(data: ReportData, choice: str) -> str:
    """A choice of a ballot on an option, `accept A`: of its two words the first may have another name."""
    first, space, option = one_line(choice).partition(" ")
    if not space or wording_of(data.verdict.protocol).choices_are_options:
        return choice_word(data, one_line(choice))
    return data.say("position.of", choice=choice_word(data, first), option=option)


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


def why_not_counted(data: ReportData, answer: Answer) -> str:
    """Kind and detail of a non-vote, after the seat's name."""
    if isinstance(answer, NonVote):
        kind, detail = data.say.word("kind", answer.kind), detail_of(data, answer)
    else:
        kind, detail = data.say("kind.abstained"), data.say.word("abstained", answer.reason)
    key = "receipt.left_out.detail" if detail else "receipt.left_out.why"
    return data.say(key, seat=answer.seat.name, kind=kind, detail=detail)


def detail_of(data: ReportData, failed: "NonVote | SeatPosition") -> str:
    """What is known of a failure; what Quorate itself found out in the reader's language."""
    why = failed.why
    key = next((key for key in (f"detail.{why}", f"found.{why}") if data.say.knows(key)), "")
    if not key:
        return one_line(failed.detail)
    values = {name: one_line(value) for name, value in failed.values.items()}
    if why == "no_ballot_by":
        values["value"] = moment(values["value"])
    return data.say(key, **values)


def risk_text(data: ReportData, risk: Risk) -> str:
    """A risk in words; those that Quorate itself adds are said in the reader's language."""
    text = coded(f"risk.{risk.code}", risk.values, data.say) or risk.risk
    if risk.kind != "dissent":
        return text
    ballot = next((one for one in data.ballots if one.seat.name == risk.source), None)
    return with_grave_concerns(data, text, ballot)


def listed_text(data: ReportData, among: str, text: str) -> str:
    """A condition or an alternative; those that the rules add are said in the reader's language."""
    added = next((one for one in data.verdict.added if (one.among, one.text) == (among, text)), None)
    if added:
        said = coded(f"{among}.{added.code}", added.values, data.say) or text
        return data.say("conditions.default", text=said) if among == "conditions" else said
    in_words = wording_of(data.verdict.protocol).condition if among == "conditions" else None
    return in_words(text, data.say) if in_words else text


def with_grave_concerns(data: ReportData, text: str, ballot: Ballot | None) -> str:
    """What is kept of an overruled ballot, and beside a note the grave concerns that stand behind it."""
    more = ballot.unnamed_concerns if ballot else ()
    return data.say("ask.join").join([text, *(grave_concern(one, data.say) for one in more)])


def risk_source(data: ReportData, risk: Risk) -> str:
    """Who named a risk."""
    if risk.kind == "diversity":
        return data.say("risk.panel")
    return data.names(risk.seats) if risk.seats else risk.source
