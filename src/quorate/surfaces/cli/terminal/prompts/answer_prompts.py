"""A person's answers to what a verdict requires, asked for at the terminal one requirement after another.

Each question says what is asked; an empty line means later, and the word for declining declines. What was typed is kept
in `typed` as it comes, so that it can be shown as a command where it was not stored.
"""

from collections.abc import Mapping, Sequence
from shlex import quote

from quorate.app.life.answers import Answers
from quorate.deliberation.notes import notes_in
from quorate.deliberation.people import OTHER
from quorate.deliberation.permission import OVERRIDE_MEETS, goes_ahead, override_bar, still_needed, verifier_bar
from quorate.deliberation.precondition import short
from quorate.deliberation.principal import Principal
from quorate.deliberation.rounds.deadlock import recommendation
from quorate.deliberation.session import Session
from quorate.documents.vote_form import choices_of
from quorate.surfaces.cli.terminal.hints import advice_line
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.cli.terminal.prompts.typed_lines import ask_filled, ask_line, confirmed, list_choices
from quorate.surfaces.cli.terminal.streams import complain

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
