"""What people answered, in words: to the verdict that stands, and to earlier ones."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from quorate.core.ballot import Ballot
from quorate.core.verdict import Verdict
from quorate.deliberation.events import Declined, Deferred, Overridden, Reframed, Resolved
from quorate.deliberation.rounds.earlier_warnings import Warned, warned_now
from quorate.deliberation.session import GivenAnswer, Past, Session
from quorate.reports.content.authors import author_of, moment
from quorate.reports.content.person_question import question_in_words
from quorate.reports.content.vote_words import choice_word, confidence, position_as_read
from quorate.reports.language import Language
from quorate.reports.report_data import ReportData, cleaned
from quorate.reports.text import one_line

Labels = Mapping[str, str]


class _Words(NamedTuple):
    """What an answer says: the end of its phrase's key, and the values."""

    what: str
    text: str = ""
    choice: str = ""
    owner: str = ""
    monitor: str = ""


def answer_items(data: ReportData, session: Session, labels: Labels) -> list[str]:
    """Every answer with its author and its time; further lines say owner and what to monitor."""
    items = [_item(data, said, labels, is_settled(session, said)) for said in session.said]
    if session.lapsed_at and session.asked:
        items.append(data.say("answer.overdue", until=moment(session.asked.until)))
    return items


def earlier_items(data: ReportData, session: Session) -> list[str]:
    """The same of earlier verdicts, with their rounds. They hold no longer."""
    found = []
    for past in session.earlier:
        items = _past_items(data, session, past)
        found += [data.say("answer.earlier", round=past.round, answer=item) for item in items]
    return found


def _past_items(data: ReportData, session: Session, past: Past) -> Iterator[str]:
    then = data._replace(verdict=cleaned(past.verdict._replace(conflicts=())))
    labels = labels_of(then, past.verdict, past.said)
    for said in past.said:
        yield _item(data, said, labels, is_settled(session, said))
    if past.lapsed_at:
        yield data.say("answer.overdue", until=moment(past.lapsed_at))
    if past.children:
        yield data.say("event.children_opened", ids=data.say.listed(map(one_line, past.children)))


def answered_by(session: Session, say: Language) -> str:
    """The title of the answers: those of people, or what was settled beforehand where nobody else has answered."""
    settled = [is_settled(session, said) for said in session.said]
    return say("section.answers.settled" if settled and all(settled) else "section.answers")


def is_settled(session: Session, said: GivenAnswer) -> bool:
    """True where no person has answered but the policy for deadlocks, whoever put it on the record."""
    match said.answer:
        case Resolved("human_choice", seat=seat) if seat:
            counts: list[Session | Past] = [session, *session.earlier]
            return any(one.bound_at and said in one.said for one in counts)
        case Reframed(by_policy=by_policy):
            return by_policy
        case _:
            return False


def labels_of(data: ReportData, verdict: Verdict | None, said: Sequence[GivenAnswer]) -> Labels:
    """The options that a person was given, and a seat's choice that holds, as the reader's language has them."""
    chosen = [one.answer for one in said if isinstance(one.answer, Resolved)]
    seats = {one.choice: choice_word(data, one_line(one.choice)) for one in chosen if one.seat}
    ask = verdict.ask if verdict else None
    if not ask or not data.verdict.ask:
        return seats
    told = question_in_words(data, data.verdict.ask).options
    return {**seats, **{plain.label: shown.label for plain, shown in zip(ask.options, told, strict=True)}}


def _item(data: ReportData, said: GivenAnswer, labels: Labels, settled: bool) -> str:
    say, words = data.say, _words(said, labels, settled)
    key = f"answer.{words.what}" if say.knows(f"answer.{words.what}") else "answer.other"
    need = say.word("need", one_line(words.what))
    what = say(key, text=data.short(one_line(words.text)), choice=one_line(words.choice), need=need)
    author = say("author.settled") if settled else author_of(say, said.author)
    lines = [say("answer", author=author, at=moment(said.at), what=what)]
    for key, value in (("item.owner", words.owner), ("item.monitor", words.monitor)):
        lines += [say(key, text=data.short(one_line(value)))] if value.strip() else []
    if isinstance(said.answer, Resolved):
        for key, names in (("accept", said.answer.accept_notes), ("strike", said.answer.strike_notes)):
            lines += [say(f"answer.notes.{key}", names=say.listed(names))] if names else []
    return "\n".join(lines)


def _words(said: GivenAnswer, labels: Labels, settled: bool) -> _Words:
    match said.answer:
        case Overridden(risk_acceptance=text, owner=owner, monitor=monitor):
            return _Words("overridden", text, owner=owner, monitor=monitor)
        case Declined(reason):
            return _Words("declined", reason)
        case Deferred(step=step, owner=owner, monitor=monitor):
            return _Words("deferred", step, owner=owner, monitor=monitor)
        case Reframed(questions):
            return _Words("reframed", "; ".join(questions))
        case Resolved("human_choice", choice=choice, go=go) as answer if settled:
            what = f"bound.{'go' if go else 'hold'}"
            return _Words(what, answer.seat, labels.get(choice, choice))
        case Resolved("human_choice", text, choice, go):
            what = f"{'go' if go else 'hold'}{'.why' if text.strip() else ''}"
            return _Words(what, text, labels.get(choice, choice))
        case Resolved(requirement, text, owner=owner, monitor=monitor):
            return _Words(requirement, text, owner=owner, monitor=monitor)


def silenced_lines(data: ReportData, session: Session) -> tuple[str, ...]:
    """A sentence for each seat that had voted and has no ballot any more."""
    return tuple(data.capped([_silenced(data, one) for one in warned_now(session)]))


def _silenced(data: ReportData, warned: Warned) -> str:
    say, ballot = data.say, cleaned(warned.ballot)
    position, sure = position_as_read(data, ballot), confidence(data, ballot.confidence)
    stand = say("history.stand", position=position, more=sure) if sure else position
    texts = [data.short(one_line(text)) for text in warned.texts]
    return say(_silenced_key(ballot, texts), seat=ballot.seat.name, stand=stand, text=say("ask.join").join(texts))


def _silenced_key(ballot: Ballot, texts: list[str]) -> str:
    if not texts:
        return "silenced"
    return "silenced.warned" if ballot.concerns or ballot.dissent_note else "silenced.reason"
