"""The question to a person in the reader's language, by its codes; what has none is shown as it is."""

from itertools import chain
from typing import Any

from quorate.core.ballot import Ballot
from quorate.core.errors import Refused
from quorate.core.exact import Exact, ratio
from quorate.core.verdict import Ask, AskOption
from quorate.deliberation.permission import is_asking
from quorate.deliberation.session import Session
from quorate.reports.content.vote_words import choice_word, points, position
from quorate.reports.language import language
from quorate.reports.report_data import ReportData, ReportOptions, report_data_of
from quorate.reports.text import one_line


def question_in_words(data: ReportData, ask: Ask) -> Ask:
    """The same question with the same options, said in the reader's language."""
    options = tuple(_option(data, one) for one in ask.options)
    if not data.say.knows(f"ask.question.{ask.code}"):
        return ask._replace(options=options)
    return ask._replace(header=data.say(f"ask.header.{ask.code}"), question=_question(data, ask), options=options)


def form_of_question(session: Session, lang: str) -> dict[str, Any]:
    """Return the open question as the form that agent programs show their users. Raises Refused if none is open."""
    if not session.verdict or not session.verdict.ask or not is_asking(session):
        raise Refused(f"{session.id}: no question is open; `quorate show {session.id}` says what it waits for")
    options = ReportOptions("text", lang)
    data = report_data_of(session.question, session.verdict, language(lang), options)
    ask = question_in_words(data, data.verdict.ask or session.verdict.ask)
    choices = [{"label": option.label, "description": option.description} for option in ask.options]
    question = {"question": ask.question, "header": ask.header, "options": choices, "multiSelect": False}
    return {"questions": [question]}


def _question(data: ReportData, ask: Ask) -> str:
    is_three = ask.code == "split" and len(data.roster) == 3
    return data.say("ask.three" if is_three else f"ask.question.{ask.code}")


def _option(data: ReportData, option: AskOption) -> AskOption:
    ballots = {ballot.seat.name: ballot for ballot in data.ballots}
    seat = ballots.get(str(option.values.get("seat")))
    match option.code:
        case "seat" if seat:
            return _of_seat(data, option, seat)
        case "position":
            return _of_position(data, option)
        case "weighed":
            said = data.say("ask.weighed", votes=data.verdict.receipt.total_heads, **option.values)
            return option._replace(label=choice_word(data, option.label), description=said)
        case "single" if seat:
            return _single(data, option, seat)
        case "hybrid":
            return _hybrid(data, option)
        case "option":
            return option._replace(label=choice_word(data, option.label))
    label, means = f"ask.option.{option.code}", f"ask.option.{option.code}.means"
    return option._replace(
        label=data.say(label) if data.say.knows(label) else option.label,
        description=data.say(means) if data.say.knows(means) else option.description,
    )


def _sure(ballot: Ballot) -> Exact:
    return ballot.confidence.percent if ballot.confidence else 100


def _of_seat(data: ReportData, option: AskOption, ballot: Ballot) -> AskOption:
    label = data.say("ask.seat", seat=ballot.seat.name, position=position(data, ballot))
    said, sure = one_line(ballot.rationale), points(_sure(ballot))
    known = said and data.say.knows(f"lens.{ballot.seat.lens}")
    key, lens = ("ask.because.lens", data.say.word("lens", ballot.seat.lens)) if known else ("ask.because", "")
    return option._replace(label=label, description=data.say(key, lens=lens, text=said, confidence=sure).strip())


def _of_position(data: ReportData, option: AskOption) -> AskOption:
    choice = str(option.values["choice"])
    side = [ballot for ballot in data.ballots if ballot.choice == choice]
    speaker = max(side, key=_sure)
    mean = points(ratio(sum(map(_sure, side)), len(side)))
    heads = data.say("ask.heads", heads=len(side), votes=data.verdict.receipt.total_heads, mean=mean)
    said = one_line(speaker.rationale or speaker.main_concern)
    described = data.say("ask.position", heads=heads, seat=speaker.seat.name, text=said)
    return option._replace(label=choice_word(data, choice), description=described.rstrip(": ："))


def _single(data: ReportData, option: AskOption, ballot: Ballot) -> AskOption:
    seat, text = ballot.seat.name, one_line(ballot.rationale)
    said = data.say("ask.said", seat=seat, text=text) if text else seat
    return option._replace(description=data.say("ask.single", said=said))


def _hybrid(data: ReportData, option: AskOption) -> AskOption:
    """Conditions on one side that answer concerns on the other."""
    side, other = option.values["conditions_of"], option.values["concerns_of"]
    conditions = chain.from_iterable(ballot.conditions for ballot in data.ballots if ballot.choice == side)
    concerns = chain.from_iterable(ballot.concerns for ballot in data.ballots if ballot.choice == other)
    named = [concern.text or data.say.word("concern", concern.kind) for concern in concerns]
    join = data.say("ask.join").join
    said = data.say("ask.hybrid.terms", conditions=join(conditions), concerns=join(named))
    return option._replace(label=data.say("ask.option.hybrid"), description=said)
