"""From a session to a verdict: the session as the tally document that it would be.

A ballot is kept in the words of its protocol's tally document, so one reader checks it, wherever it came from, and a
protocol that another package adds can deliberate without anything more.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from quorate.core.ballot import NOT_NEEDED, Answer, Ballot, NonVote
from quorate.core.errors import DocumentError, Path, Problem
from quorate.core.panel import Seat
from quorate.core.protocol import PROPOSAL, UNSTATED_WORDS, Case, Protocol, VoteKeys
from quorate.core.question import Option, Question
from quorate.core.shape import found
from quorate.core.text import says_something
from quorate.core.text.names import are_same
from quorate.core.verdict import Note, Verdict
from quorate.core.voice import count
from quorate.deliberation.engines.independence import not_independent
from quorate.deliberation.engines.voter_name import voter_name
from quorate.deliberation.events import Cast, Failed
from quorate.deliberation.rounds.debate import held_until
from quorate.deliberation.session import Round, Session
from quorate.documents.tally import read_value
from quorate.protocols import protocol_named

Entry = Mapping[str, Any]
_ABSENT: Entry = {"error": "absent"}
_QUESTION_TEXTS = (
    *("subject", "domain", "context", "urgency", "reversibility", "action", "decision_type", "review_by", "action_for"),
)


def verdict_of(session: Session, round_: Round) -> Verdict:
    """The count of a round's ballots; who was not asked keeps an earlier answer."""
    verdict = count(protocol_named(session.protocol), case_of(session, round_))
    notes = tuple(Note(f"shared_{one.what}", "", one.name, one.seats) for one in not_independent(session.opened))
    return verdict._replace(receipt=verdict.receipt._replace(notes=(*verdict.receipt.notes, *notes)))


def case_of(session: Session, round_: Round) -> Case:
    """What the protocol counts. Sealed ballots may use one name for two things, or not go together at all."""
    entries = {seat.name: entry for seat in session.opened.seats if (entry := _entry_of(session, round_, seat.name))}
    left_out = [seat for seat in session.opened.seats if seat.name not in entries]
    while True:
        try:
            case = _case(session, entries, round_)
        except DocumentError as error:
            entries = {**entries, **_put_right(session, entries, error)}
        else:
            answers = [_as_recorded(session, round_, answer) for answer in case.answers]
            return case._replace(answers=[*answers, *(NonVote(seat, NOT_NEEDED) for seat in left_out)])


def is_settled(session: Session, round_: Round) -> bool:
    """True where the protocol says that no missing ballot could change the outcome."""
    settled = protocol_named(session.protocol).is_settled
    names = frozenset(round_.missing) if settled and round_.answers else ()
    if not settled or not names:
        return False
    return settled(case_of(session, round_), [seat for seat in session.opened.seats if seat.name in names])


def read_frame(
    protocol: str, question: Any, terms: Mapping[str, Any], seats: Sequence[Seat], *, recorded: bool = False
) -> Question:
    """Checks all that can be refused before anybody is asked, and gives the question as it was read."""
    read = _framed(
        protocol, _document(protocol, question, terms, seats, {seat.name: _ABSENT for seat in seats}), recorded
    )
    if not recorded:
        _check_action_for(protocol_named(protocol), read)
    return read


def _framed(protocol: str, document: Mapping[str, Any], recorded: bool) -> Question:
    try:
        return read_value(document, recorded=recorded).case.question
    except DocumentError as error:
        # the names of seats are looked at where the panel is formed, not where its question is edited
        keys = protocol_named(protocol).vote_keys
        others = [problem for problem in error.problems if not _is_of_a_seat(problem.path, keys)]
        if others:
            raise DocumentError(others) from None
        return read_value(document, recorded=True).case.question


def _check_action_for(protocol: Protocol, question: Question) -> None:
    """An action belongs to an option that can win."""
    if not question.action_for:
        return
    place, said = ("question", "action_for"), found(question.action_for)
    if (protocol.words or UNSTATED_WORDS).subject == PROPOSAL:
        raise DocumentError([Problem(place, said, f"nothing: under {protocol.name} no option wins")])
    options = [option.id for option in question.options]
    if not any(are_same(question.action_for, option) for option in options):
        raise DocumentError([Problem(place, said, ", ".join(options) or "one of the options, which are not stated")])


def read_vote(session: Session, seat: Seat, vote: Mapping[str, Any]) -> None:
    """Raises DocumentError, with the fields of the vote, where the protocol would not read it.

    It is read beside the ballots that were opened already, which it may refer to.
    """
    asked = session.question_hash
    opened = [round_ for round_ in session.rounds if not round_.is_open and round_.question == asked]
    known: dict[str, Entry] = {}
    for round_ in opened:
        known |= {name: _entry(answer) for name, answer in round_.answers.items()}
    if _is_read(session, {**known, seat.name: vote}):  # seats without a ballot say nothing that it could refer to
        return
    others: dict[str, Entry] = {**{one.name: _ABSENT for one in session.opened.seats}, **known}
    keys = protocol_named(session.protocol).vote_keys
    try:
        _case(session, {**others, seat.name: vote}, recorded=False)
    except DocumentError as error:
        place = [one.name for one in session.opened.seats].index(seat.name)
        mine = [problem for problem in error.problems if problem.path[:2] == (keys.votes, place)]
        mine = [problem for problem in mine if not _is_of_a_seat(problem.path, keys)]
        if mine:
            raise DocumentError(problem._replace(path=problem.path[2:]) for problem in mine) from None
        _case(session, {**others, seat.name: vote})


def _is_read(session: Session, entries: Mapping[str, Entry]) -> bool:
    try:
        read_value(_as_document(session, _weighed_seats(session, entries), entries))
    except DocumentError:
        return False
    return True


def check_vote(protocol: str, options: Mapping[str, str], vote: Mapping[str, Any]) -> None:
    """Raises DocumentError where the protocol would not read the vote, whatever question it answers."""
    keys, seat = protocol_named(protocol).vote_keys, Seat("voter")
    question = {"subject": "?", "options": [{"id": one, "text": text} for one, text in options.items()]}
    try:
        read_value(_document(protocol, question if options else "?", {}, [seat], {seat.name: vote}))
    except DocumentError as error:
        mine = [
            problem._replace(path=problem.path[2:]) for problem in error.problems if problem.path[:1] == (keys.votes,)
        ]
        raise DocumentError(mine or error.problems) from None


def as_vote(protocol: Protocol, seat: Seat, said: Mapping[str, Any]) -> dict[str, Any]:
    """A vote as it is kept: without the seat and the weight, which the panel says. Raises DocumentError."""
    keys = protocol.vote_keys
    vote = {key: _as_written(value) for key, value in said.items()}
    problems = [
        Problem((key,), found(vote[key]), f"{expected}, or nothing: the panel sets it")
        for key, expected in ((keys.seat, seat.name), (keys.weight, seat.weight))
        if key in vote and vote[key] != expected
    ]
    if problems:
        raise DocumentError(problems)
    kept = {key: value for key, value in vote.items() if key not in (keys.seat, keys.weight)}
    for key, value in kept.items():
        if isinstance(value, list):
            kept[key] = [one for one in value if not isinstance(one, str) or says_something(one)]
    if isinstance(cited := kept.get("evidence"), list):  # what a check came to is not for voters to state
        kept["evidence"] = [_without_check(item) for item in cited]
    return kept


def _without_check(item: Any) -> Any:
    return {key: said for key, said in item.items() if key != "checked"} if isinstance(item, Mapping) else item


def question_document(question: Question) -> dict[str, Any]:
    """The question as a tally document writes it."""
    document: dict[str, Any] = {key: getattr(question, key) for key in _QUESTION_TEXTS if getattr(question, key)}
    if question.constraints:
        document["constraints"] = list(question.constraints)
    if question.options:
        document["options"] = [_option_document(option, question) for option in question.options]
    if scores := _scores_document("", question):
        document["scores"] = scores
    return document


def _option_document(option: Option, question: Question) -> dict[str, Any]:
    scores = _scores_document(option.id, question)
    more = {"reversible": True} if option.id in question.reversible else {}
    return {"id": option.id, "text": option.text, **more, **({"scores": scores} if scores else {})}


def _scores_document(option: str, question: Question) -> dict[str, Any]:
    return {score.criterion: _as_written(score.value) for score in question.scores if score.option == option}


def _entry_of(session: Session, round_: Round, seat: str) -> Entry | None:
    """The seat's answer in this round, or the latest before it; None where it was not needed."""
    if answered := answered_in(session, round_, seat):
        entry = _entry(answered.answers[seat])
        checked = answered.checks.get(seat)
        if not checked or checked.ballot != answered.positions[seat] or not isinstance(entry.get("evidence"), list):
            return entry
        items = [dict(item) for item in entry["evidence"]]
        for one in checked.checks:
            items[one.place]["checked"] = one.outcome
        return {**entry, "evidence": items}
    return None if seat in round_.seats else _ABSENT


def answered_in(session: Session, round_: Round, seat: str) -> Round | None:
    """The round whose answer of this seat counts: this one, or, where the seat was not asked, the latest before it."""
    if seat in round_.answers or seat in round_.seats:
        return round_ if seat in round_.answers else None
    earlier = [one for one in session.rounds if one.number < round_.number and one.question == round_.question]
    return next((one for one in reversed(earlier) if seat in one.answers), None)


def _as_recorded(session: Session, round_: Round, answer: Answer) -> Answer:
    """With what the record says of it: who cast a ballot (what it says of that itself counts for nothing), or since
    when there can be none."""
    answered, seat = answered_in(session, round_, answer.seat.name), answer.seat
    event = answered.answers[seat.name] if answered else None
    if isinstance(answer, Ballot):
        return answer._replace(answered_by=answered.authors[seat.name] if answered and seat.answers_later else "")
    if not isinstance(event, Failed) or event.kind != answer.kind:
        return answer
    if event.until:
        return answer._replace(why="no_ballot_by", values={"value": event.until})
    if event.found:
        return answer._replace(why=event.found[0].code, values=event.found[0].values)
    return answer._replace(why=event.why) if event.why else answer


def _entry(answer: Cast | Failed) -> Entry:
    return answer.vote if isinstance(answer, Cast) else {"error": answer.kind, "detail": answer.detail}


def _is_of_a_seat(path: Path, keys: VoteKeys) -> bool:
    return len(path) == 3 and (path[0], path[2]) == (keys.votes, keys.seat)


def _case(
    session: Session, entries: Mapping[str, Entry], round_: Round | None = None, *, recorded: bool = True
) -> Case:
    seats = _weighed_seats(session, entries, round_)
    case = read_value(_as_document(session, seats, entries, round_), recorded=recorded).case
    answers = [answer._replace(seat=seats[answer.seat.name]) for answer in case.answers]
    return case._replace(question=session.question, answers=answers)


def _as_document(
    session: Session, seats: Mapping[str, Seat], entries: Mapping[str, Entry], round_: Round | None = None
) -> dict[str, Any]:
    terms = _with_challenges(session, round_) if round_ else session.opened.terms
    panel = [seats[name] for name in entries]
    return _document(session.protocol, question_document(session.question), terms, panel, entries)


def _weighed_seats(session: Session, entries: Mapping[str, Entry], round_: Round | None = None) -> dict[str, Seat]:
    """The seats by name, with the weights of their voters where those were learned before the question was opened."""
    opened, learning = session.opened, protocol_named(session.protocol).learning
    if learning is None:
        return {seat.name: seat for seat in opened.seats}
    rounds, weighed = session.rounds[: round_.number] if round_ else session.rounds, dict[str, Seat]()
    for seat in opened.seats:
        has_ballot = "error" not in entries.get(seat.name, _ABSENT)
        weight = learning.weight_of(opened.terms, voter_name(seat, rounds).text, has_ballot)
        weighed[seat.name] = seat._replace(weight=weight)
    return weighed


def _with_challenges(session: Session, round_: Round) -> Mapping[str, Any]:
    """The protocol's terms, with the debates that were held here where it counts them."""
    held, debate = held_until(session, round_), protocol_named(session.protocol).debate
    if not held or debate is None or debate.terms_after is None:
        return session.opened.terms
    said = sum(isinstance(answer, Cast) for one in held for answer in one.answers.values())
    return debate.terms_after(session.opened.terms, sum(not one.retries for one in held), said)


def _document(
    protocol: str, question: Any, terms: Mapping[str, Any], seats: Iterable[Seat], entries: Mapping[str, Entry]
) -> dict[str, Any]:
    keys = protocol_named(protocol).vote_keys
    votes = []
    for seat in seats:
        weight = {keys.weight: _as_written(seat.weight)} if keys.weight else {}
        votes.append({**entries[seat.name], keys.seat: seat.name, **weight})
    return {**terms, "protocol": protocol, "question": question, keys.votes: votes}


def _put_right(session: Session, entries: Mapping[str, Entry], error: DocumentError) -> dict[str, Entry]:
    """An id that two ballots use is told apart by its seat; what cannot be put right makes a ballot unreadable."""
    protocol, names = protocol_named(session.protocol), list(entries)
    votes, told_apart = protocol.vote_keys.votes, protocol.told_apart
    changed: dict[str, Entry] = {}
    for problem in error.problems:
        if len(problem.path) < 2 or problem.path[0] != votes or not isinstance(problem.path[1], int):
            raise error
        name, place = names[problem.path[1]], problem.path[2:]
        entry = changed.get(name, entries[name])
        apart = told_apart(entry, place, name) if told_apart and "error" not in entry else None
        unreadable = {"error": "unreadable", "detail": problem._replace(path=place).sentence()}
        changed[name] = unreadable if apart is None else apart
    return changed


def _as_written(value: Any) -> Any:
    """Plain values that JSON can hold without losing a digit."""
    if type(value) in (str, int, bool):  # most are
        return value
    if isinstance(value, Mapping):
        return {str(key): _as_written(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_as_written(one) for one in value]
    if isinstance(value, Fraction):
        return str(value)
    return Decimal(repr(value)) if isinstance(value, float) else value
