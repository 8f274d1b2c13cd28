"""What a command does with the person at the terminal between use cases: asks for ballots and answers."""

import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from shlex import quote
from typing import Any

from quorate.app.app import Deliberation
from quorate.app.life.answers import Answers, may_answer, resolve
from quorate.app.life.ballots import (
    BallotTerms,
    FilledBallot,
    looks_like_fraction,
    number_or_word,
    own_seats,
    percent_of,
    reason_key,
    votable,
    vote,
)
from quorate.app.life.resumption import resumable, resume, stop_calls
from quorate.core.errors import InputError
from quorate.core.panel import Seat
from quorate.core.protocol import Protocol
from quorate.core.question import Question
from quorate.core.text.names import folded
from quorate.deliberation.notes import notes_in
from quorate.deliberation.people import OTHER
from quorate.deliberation.permission import (
    OVERRIDE_MEETS,
    goes_ahead,
    is_asking,
    override_bar,
    still_needed,
    verifier_bar,
)
from quorate.deliberation.precondition import short
from quorate.deliberation.principal import Principal
from quorate.deliberation.rounds.deadlock import recommendation
from quorate.deliberation.rounds.debate import CHALLENGE, CONVINCED, arguments_for, changes_choice, is_debate
from quorate.deliberation.session import Session
from quorate.documents.values import plain_mapping
from quorate.documents.vote_form import choices_of, shown_choices, vote_schema
from quorate.protocols import protocol_named
from quorate.reports.report_data import ASKED, SHORT
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import Look, Manner
from quorate.surfaces.cli.terminal.hints import advice_line, announce
from quorate.surfaces.cli.terminal.live.live_rows import watching
from quorate.surfaces.cli.terminal.output.deliberation_lines import news_lines, question_lines
from quorate.surfaces.cli.terminal.output.deliberation_output import deliver, put_deliberation, rendered
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.cli.terminal.prompts.typed_lines import (
    Left,
    ask_choice,
    ask_filled,
    ask_line,
    ask_lines,
    can_ask,
    confirmed,
    list_choices,
)
from quorate.surfaces.cli.terminal.runner import Runner
from quorate.surfaces.cli.terminal.streams import complain, finish, say

Typed = dict[str, str]


class Declining(Exception):
    """The person typed the word for declining where something else was asked."""


def ask_answers(session: Session, who: Principal, words: Words, typed: Typed) -> Answers | None:
    """Asks for one requirement after another; None where the person answers later. Nothing goes ahead by default."""
    answers = Answers()
    try:
        for requirement in _once(still_needed(session)):
            if requirement == "verification" and (bar := verifier_bar(session, who.name)):
                complain(words(f"ask.verifier.{bar.code}", voter=bar.voter, seats=", ".join(bar.seats)))
                continue
            answers = _asked(session, requirement, answers, words, typed)
            if answers.go is False:
                break
    except Declining:
        return Answers(decline=_kept(typed, "decline", ask_filled(words("ask.reason"))))
    return answers if any(said is not None for said in answers) else None


def _once(requirements: Sequence[str]) -> list[str]:
    """Of those that one acceptance of the risk meets, the first: it is asked for once."""
    met = [one for one in requirements if one in OVERRIDE_MEETS]
    return [one for one in requirements if one not in met[1:]]


def command_of(typed: Typed, session: Session) -> str:
    """What was typed so far, as the command that says the same."""
    options = " ".join(f"--{name.replace('_', '-')} {quote(said)}" for name, said in typed.items())
    go = " --hold" if "choose" in typed else ""
    return f"quorate resolve {session.id} --verdict {short(session.verdict_hash)} {options}{go}"


def _asked(session: Session, requirement: str, answers: Answers, words: Words, typed: Typed) -> Answers:
    match requirement:
        case "mitigation_plan":
            return _ask_plan(answers, words, typed)
        case "human_choice":
            return _ask_choice(session, answers, words, typed)
        case "verification":
            verified = _line("ask.verification", "verified", words, typed)
            return _ask_notes(session, answers, words, typed)._replace(verified=verified) if verified else answers
        case _ if requirement in OVERRIDE_MEETS:
            return _ask_risk(session, answers, words, typed)
    return answers


def _line(label: str, name: str, words: Words, typed: Typed, **values: str) -> str | None:
    """One line that may be left empty. Raises Declining where it is the word for that."""
    said = ask_line(words(label, decline=words("ask.decline"), **values))
    if said.casefold() == words("ask.decline").casefold():
        raise Declining
    return _kept(typed, name, said) if said else None


def _kept(typed: Typed, name: str, said: str) -> str:
    typed[name] = said
    return said


def _ask_plan(answers: Answers, words: Words, typed: Typed) -> Answers:
    plan = _line("ask.mitigation_plan", "mitigation", words, typed)
    if not plan:
        return answers
    owner = _kept(typed, "owner", ask_filled(words("ask.owner")))
    monitor = _kept(typed, "monitor", ask_filled(words("ask.monitor")))
    return answers._replace(mitigation=plan, owner=owner, monitor=monitor)


def _ask_notes(session: Session, answers: Answers, words: Words, typed: Typed) -> Answers:
    """Asks for each note that waits for a person; only a yes accepts it."""
    accepted: list[str] = []
    struck: list[str] = []
    for name, marked in notes_in(session.verdict, "marked").items():
        (accepted if confirmed(words("ask.note", note=name, marked=marked)) else struck).append(name)
    for option, names in (("accept_note", accepted), ("strike_note", struck)):
        if names:
            typed[option] = ",".join(names)
    return answers._replace(accept_notes=tuple(accepted), strike_notes=tuple(struck))


def _ask_choice(session: Session, answers: Answers, words: Words, typed: Typed) -> Answers:
    ask = session.verdict.ask if session.verdict else None
    labels = [one.label for one in ask.options] if ask else list(choices_of(session.protocol, session.question))
    if ask:
        complain(ask.question)
    if advice := recommendation(session):
        complain(advice_line(advice.choice, advice.monitor, words))
    texts = {option.id: option.text for option in session.question.options}
    told = [one.description for one in ask.options] if ask else [texts.get(label, "") for label in labels]
    meant = _meanings(labels, told, list_choices(labels, told), texts if OTHER in labels else {})
    choice, reason = _chosen(labels, meant, words, typed)
    if choice is None:
        return answers
    if choice == OTHER and not reason:
        reason = _kept(typed, "reason", ask_filled(words("ask.other")))
    shown = reason if choice == OTHER else choice
    go = goes_ahead(session, choice) and confirmed(words("ask.go", choice=shown))
    return answers._replace(choose=choice, reason=reason, go=go)


def _meanings(
    labels: Sequence[str], told: Sequence[str], numbers: Mapping[str, str], options: Mapping[str, str]
) -> Mapping[str, str]:
    """What may be typed for each label, folded: its number, itself, and its text where that is said of it alone."""
    known = {**{name: name for name in options}, **dict(zip(labels, labels, strict=True))}
    endings = [(label.rpartition(": ")[2], label) for label in labels if ": " in label]
    texts = [*zip(told, labels, strict=True), *((text, name) for name, text in options.items()), *endings]
    said = [text.casefold() for text, _ in texts]
    by_text = {text.casefold(): label for text, label in texts if text and said.count(text.casefold()) == 1}
    return {**by_text, **{name.casefold(): label for name, label in known.items()}, **numbers}


def _chosen(
    labels: Sequence[str], meant: Mapping[str, str], words: Words, typed: Typed
) -> tuple[str | None, str | None]:
    """The label, and words of one's own; no label where it is left for later. What fits no label is kept as words."""
    reason: str | None = None
    while said := ask_line(words("ask.choice.or.later", decline=words("ask.decline"))):
        if (label := meant.get(said.casefold())) is not None:
            return _kept(typed, "choose", label), reason
        if said.casefold() == words("ask.decline").casefold():
            raise Declining
        reason = _kept(typed, "reason", said)
        if OTHER in labels:
            return _kept(typed, "choose", OTHER), reason
        complain(words("ask.which", said=repr(said)))
    return None, reason


def _ask_risk(session: Session, answers: Answers, words: Words, typed: Typed) -> Answers:
    if bar := override_bar(session):
        complain(words(f"ask.bar.{bar}"))
        return answers
    result = session.verdict.result if session.verdict else ""
    risk = _line("ask.risk", "accept_risk", words, typed, result=result)
    if not risk or answers.mitigation is not None:
        return answers._replace(accept_risk=risk)
    owner, monitor = ask_line(words("ask.owner.maybe")), ask_line(words("ask.monitor.maybe"))
    return answers._replace(accept_risk=risk, owner=owner or None, monitor=monitor or None)


Vote = dict[str, Any]


def ask_ballot(session: Session, seat: Seat, words: Words, width: int) -> FilledBallot:
    """Shows the question and asks for what a ballot needs."""
    question, protocol = session.question, protocol_named(session.protocol)
    keys, schema = protocol.vote_keys, vote_schema(protocol)
    say(
        "\n".join(
            ["", session.id, *question_lines(question, words, width), *news_lines(session, seat, words, width), ""]
        )
    )
    complain(words("ask.seat", seat=seat.name))
    if seat.lens:
        complain(words("ask.lens", lens=seat.lens))
    shown, known = shown_choices(session.protocol, question), choices_of(session.protocol, question)
    vote: Vote = {keys.choice: _ask_option(words("ask.choice"), shown, question, known)}
    if keys.choice != "option" and "option" in schema and question.options:
        vote["option"] = _ask_option(words("ask.option"), [option.id for option in question.options], question)
    if keys.confidence:
        vote[keys.confidence] = _ask_confidence(protocol, words)
    if why := ask_line(words("ask.rationale")):
        vote[reason_key(schema)] = why
    if conditions := ask_lines(words("ask.condition")):
        vote["conditions"] = conditions
    return FilledBallot(plain_mapping({**vote, **_asked_in_debate(session, seat, vote, words)}))


def _ask_option(label: str, choices: Sequence[str], question: Question, known: Sequence[str] = ()) -> str:
    """One of the choices; an option is listed with its text. `known` are taken too where they are typed."""
    texts = {option.id: option.text for option in question.options}
    unlisted = [word for word in known if word not in choices]
    return ask_choice(label, choices, [texts.get(choice, "") for choice in choices], unlisted)


def _asked_in_debate(session: Session, seat: Seat, vote: Vote, words: Words) -> Vote:
    """What a ballot of a debate says besides: what it challenges, and what convinced it where it has changed."""
    round_ = session.round
    if not round_ or not is_debate(round_) or not arguments_for(session, seat.name, ""):
        return {}
    said = {CHALLENGE: ask_filled(words("ask.challenge"))}
    if changes_choice(session, round_, seat.name, vote):
        said[CONVINCED] = ask_filled(words("ask.convinced"))
    return said


def _ask_confidence(protocol: Protocol, words: Words) -> int | Decimal | str:
    schema = vote_schema(protocol)[protocol.vote_keys.confidence]
    if "enum" in schema:
        return ask_choice(words("ask.confidence.words"), schema["enum"])
    least, most = schema["minimum"], schema["maximum"]
    while True:
        said = number_or_word(ask_line(words("ask.confidence", least=least, most=most)))
        if looks_like_fraction(said, protocol) and confirmed(words("ask.fraction", meant=percent_of(said), most=most)):
            return number_or_word(percent_of(said))
        if not isinstance(said, str) and least <= said <= most:
            return said
        complain(f"found {said!r}; allowed: a number from {least} to {most}")


_FROM_OUTSIDE = (signal.SIGTERM, signal.SIGHUP)


def carry_on(at: Runner, found: Deliberation, manner: Manner) -> int:
    """Continues as far as possible now, with the person at the terminal; shows it, and gives the exit status."""
    try:
        with ended_as_by_keyboard():
            carried, was_shown = _carried(at, found, manner)
    except KeyboardInterrupt:
        return interrupted(at, found.session.id)
    told = carried._replace(is_new=found.is_new)
    deliver(at, told, manner.look, was_shown=was_shown, action_file=manner.action_file)
    return exit_status.gate_of(carried.session) if manner.gate else exit_status.WORKED


def ask_person(at: Runner, found: Deliberation, look: Look) -> Deliberation:
    """Shows what each seat said, asks for what is required, and answers the very verdict that was shown."""
    session, words, typed = found.session, Words(look.lang), dict[str, str]()
    _show(found, look)
    try:
        answers = ask_answers(session, at.who, words, typed)
    except Left:
        answers = None
    if answers is None:
        say(words("ask.unanswered", id=session.id))
        _give_back(typed, session, words)
        return found
    try:
        return at.run(resolve(at.app, at.who, session.id, answers, session.verdict_hash))
    except InputError:
        _give_back(typed, session, words)
        raise


def _give_back(typed: dict[str, str], session: Session, words: Words) -> None:
    """What was typed and not stored, as a command: nobody has to think of it twice."""
    if typed:
        complain(words("ask.typed", command=command_of(typed, session)))


def ask_vote(
    at: Runner, deliberation: str, terms: BallotTerms, look: Look, key: str | None = None
) -> Deliberation | None:
    """Asks for a ballot and casts it, for the very revision that was shown. None where the person left."""
    words = Words(look.lang)
    session, asked = at.run(votable(at.app, at.who, deliberation, terms))
    seat = next(seat for seat in session.opened.seats if folded(seat.name) == folded(asked.seat or ""))
    try:
        ballot = ask_ballot(session, seat, words, look.width)
    except Left:
        complain(words("ask.left", seat=seat.name, id=session.id))
        return None
    return at.run(vote(at.app, at.who, deliberation, ballot, asked, key))


def _carried(at: Runner, found: Deliberation, manner: Manner) -> tuple[Deliberation, bool]:
    """As far as it goes now; and True where a person was asked for answers, and shown all of it before."""
    asks, name = can_ask(manner.no_input), found.session.id
    if asks:
        _ask_own_seats(at, name, manner.look)
    with watching(manner.look) as watcher:
        found = at.run(resume(at.app, at.who, name, watcher))
    if not asks or not is_asking(found.session) or not may_answer(found.session, at.who, at.app.now):
        return found, False
    return ask_person(at, found, manner.look), True


def _ask_own_seats(at: Runner, deliberation: str, look: Look) -> None:
    """Asks the person at the terminal for the ballots that are this person's to give."""
    for seat in at.run(own_seats(at.app, at.who, deliberation)):
        found = ask_vote(at, deliberation, BallotTerms(seat.name), look)
        if found is None:
            break
        announce(found.notices, Words(look.lang))


def _show(found: Deliberation, look: Look) -> None:
    """On standard output where a text was asked for anyway; programs that read that get only what they asked for."""
    look = look._replace(screen=ASKED if look.screen == SHORT else look.screen)
    if look.form == "text":
        put_deliberation(found, look)
        finish()
    else:
        say(rendered(found, look._replace(form="text", coloured=False)))


def interrupted(at: Runner, deliberation: str) -> int:
    """Ends the calls, and says how to go on."""
    stopped = at.run(stop_calls(at.app, at.who))
    what = f", {stopped} call{'s' if stopped > 1 else ''} ended" if stopped else ""
    kept = at.run(resumable(at.app, at.who, deliberation)).session.id
    complain(f"interrupted{what}; {kept} is saved; continue with: quorate resume {kept}")
    return exit_status.INTERRUPTED


@contextmanager
def ended_as_by_keyboard() -> Iterator[None]:
    """While it lasts, a request to end becomes a KeyboardInterrupt."""
    before = {number: signal.signal(number, _interrupt) for number in _FROM_OUTSIDE}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGINT)
