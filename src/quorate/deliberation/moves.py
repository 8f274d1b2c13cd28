"""What the rules do on their own, and what they allow a voter to do. Each gives the events that follow, or refuses."""

from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import Any

from quorate.core.codec import to_json
from quorate.core.errors import MISSING, DocumentError, InputError, Path, Problem, Refused
from quorate.core.panel import MOST_SEATS, Seat
from quorate.core.question import Question
from quorate.core.shape import found, some_of
from quorate.core.text import says_something
from quorate.core.text.names import folded, name_problems, problem_with_person
from quorate.core.verdict import Verdict, in_order
from quorate.core.wording import ArgumentName, TerminalHint, Wording
from quorate.deliberation.counting import as_vote, is_settled, read_frame, read_vote, verdict_of
from quorate.deliberation.events import (
    Asked,
    Cast,
    Claimed,
    Counted,
    DeadlinePassed,
    Event,
    Failed,
    Opened,
    Policy,
    Replied,
    Reply,
    RoundClosed,
    RoundOpened,
)
from quorate.deliberation.moments import later, shown
from quorate.deliberation.permission import is_asking, is_awaited, is_overdue, required, standing_refusal
from quorate.deliberation.precondition import NOTHING, Seen, check_seen
from quorate.deliberation.principal import Principal, check_may, check_may_vote, check_no_review, check_proved
from quorate.deliberation.rounds.debate import check_debated, in_drawn_order, next_debate, taken_apart
from quorate.deliberation.rounds.evidence_checks import awaits_check
from quorate.deliberation.rounds.timebound import timebound
from quorate.deliberation.session import Round, Session, ahead
from quorate.documents.vote_form import choices_of, chooses_between_nothing
from quorate.protocols import protocol_named

Events = tuple[Event, ...]
ReplyReader = Callable[[Session, Round, Seat, Replied, str], Cast | Failed | None]
"""Reads a reply. None means that the seat is asked once more; the last argument is the code of why it cannot be."""
LONGEST = {"subject": 1_000, "domain": 200, "context": 12 * 1024 * 1024, "action": 400_000}
LONGEST_OPTIONS = 400_000
LONGEST_OF_SEAT = {"seat": 200, "lens": 2_000, "voter": 4_000}


def open_session(
    protocol: str,
    question: Any,
    seats: Sequence[Seat],
    *,
    terms: Mapping[str, Any] | None = None,
    policy: Policy | None = None,
    mode: str = "simple",
    supersedes: str = "",
    parent: str = "",
    lost: Sequence[str] = (),
) -> Opened:
    """The opening of a deliberation, after everything that can be refused was refused."""
    name = protocol_named(protocol).name
    if not parent:  # a child has the panel of its parent, which was checked when that was opened
        check_panel(seats)
        check_people(seats, policy or Policy())
    settings = {**(terms or {})}
    if "options" in settings:
        question = {
            **({"subject": question} if isinstance(question, str) else question),
            "options": _by_id(settings["options"]),
        }
        del settings["options"]
    read = read_frame(name, question, settings, seats, recorded=bool(parent))
    check_question(read, recorded=bool(parent))
    if chooses_between_nothing(name, read):
        raise DocumentError(
            [Problem(("question", "options"), MISSING, f"options, because {name} chooses between them")]
        )
    return Opened(name, read, tuple(seats), settings, policy or Policy(), mode, supersedes, parent, tuple(lost))


def _by_id(options: Any) -> Any:
    """An option may be named as a tally document of evidence names it; all else is left for the reader to refuse."""
    if not isinstance(options, list | tuple):
        return options
    return [_option_by_id(one) for one in options]


def _option_by_id(option: Any) -> Any:
    if not isinstance(option, Mapping) or "option" not in option or "id" in option:
        return option
    return {("id" if key == "option" else key): said for key, said in option.items()}


def check_question(question: Question, *, recorded: bool = False) -> None:
    """Raises DocumentError where no voter could be shown all of it, or options are named alike."""
    ids = () if recorded else [option.id for option in question.options]
    if problems := list(name_problems(ids, lambda index: ("question", "options", index), "option")):
        raise DocumentError(problems)
    lengths = {key: (len(getattr(question, key)), most) for key, most in LONGEST.items()}
    lengths["options"] = sum(len(one.id) + len(one.text) for one in question.options), LONGEST_OPTIONS
    lengths["constraints"] = sum(map(len, question.constraints)), LONGEST_OPTIONS
    long = {key: (length, most) for key, (length, most) in lengths.items() if length > most}
    if long:
        raise DocumentError(
            Problem(("question", key), f"{length} characters", f"at most {most}")
            for key, (length, most) in long.items()
        )


def check_panel(seats: Sequence[Seat]) -> None:
    """Raises InputError where there are too few seats, too many, or some that are named alike."""
    if not seats:
        raise InputError("an empty panel; expected at least one seat")
    if len(seats) > MOST_SEATS:
        raise InputError(f"a panel of {len(seats)} seats; allowed: at most {MOST_SEATS}")
    long = [problem for index, seat in enumerate(seats) for problem in _too_long(index, seat)]
    if long:
        raise DocumentError(long)
    nameless = [index for index, seat in enumerate(seats) if not says_something(seat.name)]
    problems = [Problem(("panel", index, "seat"), "a seat without a name", "a name") for index in nameless]
    problems += name_problems([seat.name for seat in seats], lambda index: ("panel", index, "seat"), "seat")
    if problems:
        raise DocumentError(problems)


def _too_long(index: int, seat: Seat) -> list[Problem]:
    said = {"seat": seat.name, "lens": seat.lens, "voter": seat.voter}
    return [
        Problem(("panel", index, key), f"{len(said[key])} characters", f"at most {most}")
        for key, most in LONGEST_OF_SEAT.items()
        if len(said[key]) > most
    ]


def check_people(seats: Sequence[Seat], policy: Policy) -> None:
    """Raises DocumentError where one who may vote or answer is named like another.

    One person may hold several seats, however their name is written: that is announced, and the count is told of it.
    """
    named: dict[str, Path] = {}
    holders: set[str] = set()
    for index, seat in enumerate(seats):
        if not seat.holder:
            continue
        if folded(seat.holder) not in holders or problem_with_person(seat.holder):
            named.setdefault(seat.holder, ("panel", index, "voter"))
        holders.add(folded(seat.holder))
    for index, person in enumerate(policy.people):
        named.setdefault(person, ("policy", "people", index))
    places = list(named.values())
    problems = list(name_problems(list(named), places.__getitem__, "person or agent"))
    said = {problem.path for problem in problems}
    for name, place in named.items():
        if name and place not in said and (why := problem_with_person(name)):
            problems.append(Problem(place, why, "the name as that person writes it"))
    if problems:
        raise DocumentError(problems)


def moves(session: Session, now: str, read: ReplyReader) -> Events:
    """What follows by the rules alone, without anybody being asked; nothing where somebody is awaited."""
    if standing_refusal(session):
        return ()
    round_ = session.round
    if round_ is None or not session.is_asked_as_it_stands:
        number, purpose = (round_.number + 1, "revision") if round_ else (1, "first")
        seats = tuple(seat.name for seat in session.opened.seats)
        return (RoundOpened(number, seats, session.question_hash, purpose),)
    if round_.is_open:
        unread = _unread(session, round_, now, read)
        # before a review of the fleet is counted it is asked who may still count, which only the fleet knows
        return unread if unread or session.opened.review_of else _closing(session, round_, now)
    return _overdue_answer(session, now) or timebound(session, now)


def _unread(session: Session, round_: Round, now: str, read: ReplyReader) -> Events:
    """What follows from replies that have not been read; nothing from those whose seats are asked once more."""
    final = no_second_request(session, now)
    unread = [(replied, final) for seat, replied in round_.replies.items() if seat not in round_.answers]
    if closes_by_now(session, now):
        under_way = round_.first_requests.keys() - round_.replies.keys() - round_.answers.keys()
        late = (first.replied for seat, first in round_.first_requests.items() if seat in under_way)
        unread += [(replied, "second_call_late") for replied in late]
    events = [read(session, round_, held_seat(session, replied.seat), replied, why) for replied, why in unread]
    return tuple(event for event in events if event is not None)


def closes_by_now(session: Session, now: str) -> bool:
    """True if the latest round takes no more ballots: its deadline has passed, and closes it."""
    closes = session.policy.at_ballots_by == "count" or session.opened.review_of
    return bool(closes and session.ballots_by and session.ballots_by <= now)


def no_second_request(session: Session, now: str) -> str:
    """Return the code of why no engine is asked once more for its ballot; empty if it may be."""
    if not session.policy.reask:
        return "reask_off"
    return "reask_past_deadline" if session.ballots_by and session.ballots_by <= now else ""


def _closing(session: Session, round_: Round, now: str) -> Events:
    missing = round_.missing
    if awaits_check(session, round_):
        return ()
    if not missing:
        return _closed(session, (), round_, "complete", now)
    if closes_by_now(session, now):
        due = session.ballots_by
        absent = (Failed(round_.number, seat, "absent", f"no ballot by {due}", until=due) for seat in missing)
        return _closed(session, (DeadlinePassed("ballots", "count"), *absent), round_, "deadline", now)
    return _closed(session, (), round_, "settled", now) if is_settled(session, round_) else ()


def _closed(session: Session, before: Events, round_: Round, reason: str, now: str) -> Events:
    """The round's end, the count, and the question to a person where the verdict leaves one, as one step."""
    events: Events = (*before, RoundClosed(round_.number, reason))
    after = ahead(session, events)
    verdict = verdict_of(after, after.rounds[round_.number - 1])
    counted = Counted(round_.number, to_json(verdict))
    return (*events, counted, *(next_debate(after, verdict) or _asking(after, verdict, now)))


def _asking(session: Session, verdict: Verdict, now: str) -> Events:
    if not is_awaited(session, verdict):
        return ()
    minutes = session.policy.answer_minutes
    until = later(now, minutes * 60) if minutes else ""
    return (Asked(in_order(required(session, verdict)), session.policy.people, until),)


def _overdue_answer(session: Session, now: str) -> Events:
    return (DeadlinePassed("answer", "decline"),) if is_asking(session) and is_overdue(session, now) else ()


def _round_that_waits_for(session: Session, seat: str) -> Round | None:
    round_ = session.round
    waits = round_ and round_.is_open and seat in round_.missing and seat not in round_.replies
    return round_ if waits and session.is_asked_as_it_stands and not session.endings else None


def claim(session: Session, seat: str, call: str, nonce: str, now: str, lease: float) -> Events:
    """The right to start a seat's call; nothing where somebody has it, the seat has answered or the round is over."""
    round_ = _round_that_waits_for(session, seat)
    if not round_ or seat in round_.claims:
        return ()
    return (_claimed(session, round_, seat, 1, call, nonce, now, lease),)


def claim_again(session: Session, replied: Replied, call: str, nonce: str, now: str, lease: float) -> Events:
    """Return the claim of the second request after a reply without a ballot; nothing if somebody was faster."""
    round_ = session.round
    is_unread = round_ and round_.is_open and replied.seat in round_.missing
    if not round_ or not is_unread or round_.replies.get(replied.seat) != replied or session.endings:
        return ()
    if replied.request > 1 or not session.is_asked_as_it_stands:
        return ()
    claimed = _claimed(session, round_, replied.seat, 1, call, nonce, now, lease)
    return (claimed._replace(request=2),)


def take_over(session: Session, lost: Claimed, call: str, nonce: str, now: str, lease: float) -> Events:
    """The same after a call that is lost, or whose lease is over."""
    round_ = _round_that_waits_for(session, lost.seat)
    if not round_ or round_.claims.get(lost.seat) != lost:
        return ()
    claimed = _claimed(session, round_, lost.seat, lost.fence + 1, call, nonce, now, lease)
    return (claimed._replace(request=lost.request),)


def _claimed(
    session: Session, round_: Round, seat: str, fence: int, call: str, nonce: str, now: str, lease: float
) -> Claimed:
    """The claim with the order in which the call shows the options: no option gains by its place on the list."""
    ids = [option.id for option in session.question.options]
    drawn = tuple(in_drawn_order(ids, nonce, str)) if nonce else ()
    return Claimed(round_.number, seat, fence, call, later(now, lease), nonce, ceil(lease), drawn)


def replied(session: Session, claimed: Claimed, reply: Reply) -> Events:
    """What a call brought; nothing where the claim was lost to somebody else or the round is over."""
    round_ = _round_that_waits_for(session, claimed.seat)
    if not round_ or round_.claims.get(claimed.seat) != claimed:
        return ()
    return (Replied(round_.number, claimed.seat, claimed.fence, reply, claimed.request),)


def answered(session: Session, seat: str, round_number: int, reply: Reply, read: ReplyReader) -> Events:
    """What a voter that costs nothing said, read at once; nothing where the seat has answered or the round is over."""
    round_ = _round_that_waits_for(session, seat)
    if not round_ or round_.number != round_number:
        return ()
    replied = Replied(round_.number, seat, 0, reply)
    event = read(session, round_, held_seat(session, seat), replied, "reask_free_voter")
    return (event,) if event else ()


def not_asked_again(session: Session, replied: Replied, why: str, read: ReplyReader) -> Events:
    """Return what a reply without a ballot comes to if its seat cannot be asked once more; `why` is a code."""
    round_ = session.round
    if not round_ or not round_.is_open or round_.replies.get(replied.seat) != replied:
        return ()
    if replied.seat in round_.answers:
        return ()
    event = read(session, round_, held_seat(session, replied.seat), replied, why)
    return (event,) if event else ()


def cast(
    session: Session,
    seat: str,
    said: Mapping[str, Any],
    who: Principal,
    *,
    now: str,
    seen: Seen = NOTHING,
    supersede: bool = False,
) -> Events:
    """A person's or an agent's ballot; `seen` is what they had before them."""
    check_no_review(session)
    held = held_seat(session, seat)
    check_may_vote(held, who)
    check_proved(session, who)
    round_ = _open_round(session, now)
    check_seen(session, round_, seen)
    _check_may_supersede(round_, held, who, supersede)
    if held.name not in round_.seats:
        raise Refused(f"{held.name} is not asked in round {round_.number}; seats asked: {', '.join(round_.seats)}")
    debated = taken_apart(round_, said)
    check_debated(session, round_, held.name, debated)
    vote = as_vote(protocol_named(session.protocol), held, debated.vote)
    if vote.get("error", "recused") != "recused" or vote.keys() & {"inferred", "second_request", "answered_by"}:
        raise Refused("a voter may choose, abstain, or give `error: recused`; other errors are not for voters to state")
    read_vote(session, held, vote)
    _check_choice(session, vote)
    earlier = round_.positions.get(held.name, 0)
    return (
        Cast(
            round_.number,
            held.name,
            round_.question,
            vote,
            supersedes=earlier,
            challenge=debated.challenge,
            convinced_by=debated.convinced_by,
        ),
    )


def _check_may_supersede(round_: Round, seat: Seat, who: Principal, supersede: bool) -> None:
    if seat.name not in round_.answers:
        return
    if round_.authors[seat.name] != who.name:
        raise Refused(f"the ballot of {seat.name} was cast by {round_.authors[seat.name]}; only they may change it")
    if not supersede:
        how = ("use ", ArgumentName("supersede"), " to change the ballot")
        raise Refused(Wording(f"{seat.name} has already voted in this round; ", *how))


def _check_choice(session: Session, vote: Mapping[str, Any]) -> None:
    """A person is told at once of an option that does not exist, which a count would only leave out."""
    key = protocol_named(session.protocol).vote_keys.choice
    choices, said = choices_of(session.protocol, session.question), vote.get(key)
    if isinstance(said, str) and said not in choices and said.strip().upper() not in choices:
        raise DocumentError([Problem((key,), found(said), some_of(choices))])


def close_round(session: Session, now: str, who: Principal) -> Events:
    """A person ends the waiting: seats without a ballot are absent."""
    round_ = _open_round(session, now)
    check_may("close", session, who)
    absent = Failed(round_.number, "", "absent", "the round was closed", why="round_closed")
    missing = tuple(absent._replace(seat=seat) for seat in round_.missing)
    if awaits_check(session, round_):  # nobody votes any more, and what they cite is checked before it counts
        if not missing:
            how = TerminalHint(f" (`quorate check {session.id}`)")
            raise Refused(Wording("the evidence is not checked yet; it is counted once it is", how))
        return missing
    return _closed(session, missing, round_, "person", now)


def close_with(session: Session, last: Events, reason: str, now: str) -> Events:
    """The last answers of a round, its end and the count, as one step."""
    return _closed(session, last, _open_round(session), reason, now)


def held_seat(session: Session, name: str) -> Seat:
    """The seat of this name, in upper or lower case. Raises Refused where there is none."""
    if seat := session.seat(name):
        return seat
    folded = name.strip().casefold()
    for seat in session.opened.seats:
        if seat.name.strip().casefold() == folded:
            return seat
    raise Refused(f"{name!r} is not on the panel; seats: {', '.join(seat.name for seat in session.opened.seats)}")


def _open_round(session: Session, now: str = "") -> Round:
    """The round that takes ballots."""
    if refusal := standing_refusal(session):
        raise Refused(refusal)
    round_ = session.round
    if not round_:
        how = TerminalHint(f" (`quorate resume {session.id}` opens it)")
        raise Refused(Wording("no round is open yet; vote once one is", how))
    if not session.is_asked_as_it_stands:
        see = TerminalHint(f"see `quorate show {session.id}` and ")
        raise Refused(Wording("the question was just edited; ", see, "vote again"))
    if not round_.is_open:
        raise Refused(f"round {round_.number} was closed at {shown(round_.closed_at)}; ballots are no longer accepted")
    if now and closes_by_now(session, now):
        due = shown(session.ballots_by)
        raise Refused(f"the round was closed at its deadline, {due}; ballots are no longer accepted")
    return round_
