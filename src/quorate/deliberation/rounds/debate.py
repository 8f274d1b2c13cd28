"""Debate rounds of judges and challenge rounds of evidence: the others' arguments are shown, and have to be challenged.

Nobody is shown a count or a name. Who changes says what convinced them, and the change is kept with its reason. There
are at most two such rounds, as many as were settled beforehand; then the result stands as it is.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Any, NamedTuple, TypeVar

from quorate.core.ballot import RECUSED
from quorate.core.codec.declaration import Key
from quorate.core.errors import MISSING, DocumentError, Problem
from quorate.core.protocol.rule_table import CHALLENGE as CHALLENGES
from quorate.core.protocol.rule_table import DEBATE
from quorate.core.text import says_something
from quorate.core.verdict import Verdict
from quorate.deliberation.events import BallotNote, Cast, Event, RoundOpened
from quorate.deliberation.session import Round, Session
from quorate.protocols import protocol_named

Item = TypeVar("Item")


def in_drawn_order(items: Iterable[Item], nonce: str, text_of: Callable[[Item], str]) -> list[Item]:
    """The items in an order that is another one for another nonce; `text_of` tells them apart."""
    return sorted(items, key=lambda item: sha256(f"{nonce}\0{text_of(item)}".encode()).digest())


Events = tuple[Event, ...]
MOST_DEBATES = 2
CHALLENGE, CONVINCED = "challenge", "convinced_by"
NO_CHALLENGE, UNEXPLAINED = BallotNote("no_challenge"), "change_unexplained"
_REASONS = ("reasoning", "rationale")
_OF_EVIDENCE = {
    "type": "{}",
    "quote": "it says: {}",
    "command": "run again with: {}",
    "counter": "it disproves the position that it is filed under",
    "answers": "it answers {}",
}
_HAS_FALLEN = "it was checked, did not hold, and counts as no evidence"
FAILED = "failed"


class Argument(NamedTuple):
    """What another seat has argued, without its name: for which choice, why, and by what evidence."""

    choice: str
    reason: str


class ChangeOfMind(NamedTuple):
    """One change of mind in a debate: who, in which round, from what to what, and what convinced them."""

    seat: str
    round: int
    before: Annotated[str, Key("from")]
    after: Annotated[str, Key("to")]
    reason: str


class Debated(NamedTuple):
    """A ballot of a debate, apart: the vote itself, what it challenges, what convinced it, and what is to be noted."""

    vote: dict[str, Any]
    challenge: str = ""
    convinced_by: str = ""
    notes: tuple[BallotNote, ...] = ()


def is_debate(round_: Round) -> bool:
    """True for a round in which the others' arguments are shown."""
    return round_.asks_as in (DEBATE, CHALLENGES)


def debates(session: Session) -> tuple[Round, ...]:
    """The debate or challenge rounds about the question as it stands."""
    asked = session.question_hash
    held = [one for one in session.rounds if is_debate(one) and not one.retries]
    return tuple(one for one in held if one.question == asked)


def next_debate(session: Session, verdict: Verdict) -> Events:
    """The round that follows a count without consensus, where one was settled beforehand."""
    debate = protocol_named(session.protocol).debate
    if debate is None or (verdict.result, verdict.action) not in debate.contested:
        return ()
    if len(debates(session)) >= min(session.policy.debate_rounds, MOST_DEBATES):
        return ()
    seats = tuple(seat.name for seat in session.opened.seats if not is_recused(session, seat.name))
    number, asked = session.rounds[-1].number + 1, session.question_hash
    return (RoundOpened(number, seats, asked, debate.purpose),)


def is_recused(session: Session, seat: str) -> bool:
    """True where a seat has stepped aside from the question as it stands."""
    return has_recused(session.rounds, session.question_hash, seat)


def has_recused(rounds: Sequence[Round], question: str, seat: str) -> bool:
    """True where a seat stepped aside from a revision in these rounds, and has not voted since."""
    said = [one.answers[seat] for one in rounds if one.question == question and seat in one.answers]
    last = said[-1] if said else None
    return isinstance(last, Cast) and last.vote.get("error") == RECUSED


def arguments_for(session: Session, seat: str, nonce: str) -> list[Argument]:
    """What the others have argued so far, in an order that says nothing; the nonce makes it another one every time."""
    others = [one.name for one in session.opened.seats if one.name != seat]
    said = [cast for name in others if (cast := latest_ballot(session, name, _asked_like(session)))]
    key = protocol_named(session.protocol).vote_keys.choice
    arguments = [
        Argument(position_in(cast.vote, key), reason_of(cast.vote, fallen_items(session, cast))) for cast in said
    ]
    return in_drawn_order(arguments, nonce, lambda one: f"{one.choice}\0{one.reason}")


def _asked_like(session: Session) -> int:
    """The number of the round as which the latest one asks: a retry shows what that one showed, and no more."""
    return session.rounds[-1].asks_like if session.rounds else 1


def position_in(vote: Mapping[str, Any], key: str) -> str:
    """What a vote chooses; where it accepts or rejects one of several options, with that option."""
    choice, option = str(vote.get(key, "")), str(vote.get("option", ""))
    return f"{choice} {option}".strip() if key != "option" and option else choice


def fallen_items(session: Session, cast: Cast) -> frozenset[int]:
    """The places of the items of a ballot that were checked and did not hold."""
    round_ = session.rounds[cast.round - 1]
    checked = round_.checks.get(cast.seat)
    if not checked or checked.ballot != round_.positions.get(cast.seat):
        return frozenset()
    return frozenset(one.place for one in checked.checks if one.outcome == FAILED)


def reason_of(vote: Mapping[str, Any], fallen: frozenset[int] = frozenset()) -> str:
    """The reason, and each item of evidence in a line, so that it can be challenged and answered by its id."""
    reason = next((str(vote[key]) for key in _REASONS if vote.get(key)), "")
    items = enumerate(vote.get("evidence") or ())
    cited = [_cited(item, place in fallen) for place, item in items if isinstance(item, Mapping)]
    return "\n".join(line for line in (reason, *cited) if line)


def _cited(item: Mapping[str, Any], has_fallen: bool) -> str:
    places = [item[key] for key in ("file", "address", "section", "line") if item.get(key)]
    where = ", ".join(" ".join(str(place).split()) for place in places)
    told = [words.format(item.get(key)) for key, words in _OF_EVIDENCE.items() if item.get(key)]
    told += [_HAS_FALLEN] if has_fallen else []
    return "; ".join([f"Evidence {item.get('id', '')}".strip() + f": {where or 'no place named'}", *told])


def latest_ballot(session: Session, seat: str, before: int) -> Cast | None:
    """The seat's last ballot in a round that was over before this one; a failure since takes nothing of it back."""
    asked = session.question_hash
    over = [one for one in session.rounds if one.number < before and one.question == asked and not one.is_open]
    said = [answer for one in over if isinstance(answer := one.answers.get(seat), Cast)]
    if said and said[-1].vote.get("error") == RECUSED:
        return None
    return next((cast for cast in reversed(said) if "error" not in cast.vote), None)


def taken_apart(round_: Round, said: Mapping[str, Any]) -> Debated:
    """The ballot of a debate with its own keys apart; elsewhere all of it is the vote."""
    if not is_debate(round_):
        return Debated(dict(said))
    vote = {key: value for key, value in said.items() if key not in (CHALLENGE, CONVINCED)}
    return Debated(vote, _text(said.get(CHALLENGE)), _text(said.get(CONVINCED)))


def check_debated(session: Session, round_: Round, seat: str, debated: Debated) -> None:
    """Raises DocumentError where somebody who can be asked for it does not challenge, or explain a change."""
    problems = []
    if _lacks_challenge(session, round_, seat, debated):
        problems.append(Problem((CHALLENGE,), MISSING, "what is wrong or missing in the others' arguments"))
    if _lacks_reason(session, round_, seat, debated):
        problems.append(Problem((CONVINCED,), MISSING, "what convinced you, because your choice has changed"))
    if problems:
        raise DocumentError(problems)


def as_it_counts(session: Session, round_: Round, seat: str, debated: Debated) -> Debated:
    """A reply in a debate as it counts: after a change that it does not explain its earlier ballot stands.

    What it warns of is kept all the same.
    """
    notes = (NO_CHALLENGE,) if _lacks_challenge(session, round_, seat, debated) else ()
    earlier = latest_ballot(session, seat, round_.asks_like)
    if earlier is None or not _lacks_reason(session, round_, seat, debated):
        return debated._replace(notes=notes)
    key = protocol_named(session.protocol).vote_keys.choice
    changed_to = BallotNote(UNEXPLAINED, {"said": position_in(debated.vote, key)})
    return Debated(_with_concerns(earlier.vote, debated.vote), debated.challenge, "", (*notes, changed_to))


def _lacks_challenge(session: Session, round_: Round, seat: str, debated: Debated) -> bool:
    is_ballot = is_debate(round_) and "error" not in debated.vote
    return is_ballot and not debated.challenge and bool(arguments_for(session, seat, ""))


def _lacks_reason(session: Session, round_: Round, seat: str, debated: Debated) -> bool:
    return is_debate(round_) and not debated.convinced_by and changes_choice(session, round_, seat, debated.vote)


def _with_concerns(earlier: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    known = list(earlier.get("concerns") or ())
    fresh = [one for one in said.get("concerns") or () if one not in known]
    return {**earlier, "concerns": [*known, *fresh]} if fresh else dict(earlier)


def _text(value: Any) -> str:
    return " ".join(value.split()) if isinstance(value, str) and says_something(value) else ""


def changes_choice(session: Session, round_: Round, seat: str, vote: Mapping[str, Any]) -> bool:
    """True where the vote chooses otherwise than the seat's last ballot before this round."""
    before, key = latest_ballot(session, seat, round_.asks_like), protocol_named(session.protocol).vote_keys.choice
    if before is None or key not in vote:
        return False
    return _chosen(before.vote, key, session) != _chosen(vote, key, session)


def _chosen(vote: Mapping[str, Any], key: str, session: Session) -> tuple[str, str]:
    """What a vote chooses; of a claim there is nothing to name beside it."""
    return _folded(vote.get(key)), _folded(vote.get("option")) if session.question.options else ""


def _folded(value: Any) -> str:
    return str(value or "").strip().casefold()


def changes(session: Session) -> tuple[ChangeOfMind, ...]:
    """Every change of mind in a debate that is over, the first one first."""
    key = protocol_named(session.protocol).vote_keys.choice
    return tuple(
        ChangeOfMind(
            seat, round_.number, position_in(before.vote, key), position_in(answer.vote, key), answer.convinced_by
        )
        for round_ in session.rounds
        if is_debate(round_) and not round_.is_open
        for seat in round_.seats
        if isinstance(answer := round_.answers.get(seat), Cast)
        and (before := latest_ballot(session, seat, round_.asks_like))
        and changes_choice(session, round_, seat, answer.vote)
    )


def held_until(session: Session, round_: Round) -> Sequence[Round]:
    """The challenge rounds that were held up to a round, retries among them, which evidence counts."""
    return [
        one
        for one in session.rounds
        if is_debate(one) and not one.is_open and one.number <= round_.number and one.question == round_.question
    ]
