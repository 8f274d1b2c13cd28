"""A reply's words become a vote, or a reason why there is none. Nothing here raises, whatever the text.

A ballot block, or a structured answer, is a vote. Free text is advice: the vote that is read from it says `inferred`.
"""

from collections.abc import Mapping
from typing import Any

from quorate.core.ballot import Concern
from quorate.core.confidence import LABELS
from quorate.deliberation.events import BallotNote
from quorate.documents.vote_form import vote_schema
from quorate.protocols import protocol_named
from quorate.replies.choice import meaning
from quorate.replies.prose import Conclusion, confidence_of
from quorate.replies.reading.ballots import OWN, BallotBlock, FoundBallots, find_ballots, structured_ballot
from quorate.replies.reading.blocks import Layout, laid_out, with_bare_block
from quorate.replies.reading.confidence import CONFIDENCE_FOUND
from quorate.replies.reading.expectation import Expected, ReadVote, choice_key, unreadable
from quorate.replies.reading.free_text import INFERRED, NO_CONDITIONS, inferred_vote, read_free_text
from quorate.replies.reading.repair import NAMES_ANOTHER
from quorate.replies.reading.retraction import option_of, retracted
from quorate.replies.reading.vote import NO_RATIONALE, also_of, concerns_in, content_of, reason_key

__all__ = ["INFERRED", "REPAIRED", "Expected", "ReadVote", "read_text"]

LARGEST_REPLY = 1 << 20
_MOST_NOTES, _MOST_CONCERNS = 20, 50
REPAIRED, NO_NONCE = BallotNote("repaired"), BallotNote("no_nonce")


def read_text(text: str, expected: Expected, structured: Mapping[str, Any] | None = None) -> ReadVote:
    """The vote in a reply's text, or in the engine's structured answer, which alone counts where there is one."""
    if structured is not None:
        return _from_ballots(structured_ballot(structured, expected), Layout(), expected)
    if len(text) > LARGEST_REPLY or len(text.encode(errors="surrogatepass")) > LARGEST_REPLY:
        return unreadable(f"the reply is larger than {LARGEST_REPLY} bytes")
    if not text.isascii() and any("\ud800" <= sign <= "\udfff" for sign in set(text)):
        return unreadable("the reply contains half of a surrogate pair")
    layout = laid_out(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    if layout.fault:
        return unreadable(layout.fault)
    layout = with_bare_block(layout, expected.nonce)
    found = find_ballots(layout, expected)
    read = _undisputed(_from_ballots(found, layout, expected), found.drafts, expected)
    return read if read.vote is not None else read._replace(concerns=_concerns(found, expected))


def _concerns(found: FoundBallots, expected: Expected) -> tuple[Concern, ...]:
    """What ballots that do not count warn of."""
    heard: list[Concern] = []
    for ballot in found.ballots:
        content, _ = content_of(ballot.keys, expected, choice_key(expected))
        heard += concerns_in(content)
    return tuple(dict.fromkeys(heard))[:_MOST_CONCERNS]


def _undisputed(read: ReadVote, drafts: frozenset[str], expected: Expected) -> ReadVote:
    """Unreadable where a draft in the voter's thoughts says something else."""
    if read.vote is None or not drafts:
        return read
    word = read.vote[choice_key(expected)]
    same = {meaning(one, expected.protocol) for one in drafts} <= {meaning(word, expected.protocol)}
    return read if same else unreadable("a ballot in its thinking disagrees with its answer", is_answer=True)


def _from_ballots(found: FoundBallots, layout: Layout, expected: Expected) -> ReadVote:
    if found.fault:
        return unreadable(found.fault, is_answer=found.fault == NAMES_ANOTHER)
    if not found.ballots:
        return _from_prose(found, layout, expected)
    words = {one.choice.word for one in found.ballots}
    if "" in words and _is_sentence(found):
        return _from_prose(FoundBallots(), layout, expected)
    if "" in words:
        why = next((one.choice.why for one in found.ballots if one.choice.why), "")
        is_none = f"the {choice_key(expected)} is not one of {', '.join(expected.choices[:20])}"
        return unreadable(why or is_none, is_answer=bool(why))
    options = {option_of(one, expected) for one in found.ballots}
    if None in options:
        return unreadable(f"the option is not one of {', '.join(expected.names)[:200]}")
    if len({meaning(word, expected.protocol) for word in words}) > 1 or len(options) > 1:
        return unreadable("two of its ballots disagree", is_answer=True)
    first = found.ballots[0]
    if why := retracted(first, found.ballots, layout, expected):
        return unreadable(why, is_answer=True)
    sound = [one for one in found.ballots if one.is_sound and one.is_fenced and _is_complete(one, expected)]
    sound.sort(key=lambda one: one.is_repaired)
    return _vote(sound or list(found.ballots), layout, expected, inferred=not sound)


def _is_sentence(found: FoundBallots) -> bool:
    """True where the one line `Position: REJECT. The data is missing.` was taken for a mapping."""
    return found.is_bare and "\n" not in found.ballots[0].body.strip()


def _from_prose(found: FoundBallots, layout: Layout, expected: Expected) -> ReadVote:
    if found.is_bare:
        return unreadable("no ballot with this call's nonce")
    return read_free_text(layout.prose_from(), expected)


def _vote(ballots: list[BallotBlock], layout: Layout, expected: Expected, *, inferred: bool) -> ReadVote:
    """The first ballot's vote, with every warning of those that agree with it."""
    first, key = ballots[0], choice_key(expected)
    vote, notes = content_of(first.keys, expected, key)
    for other in ballots[1:]:
        _add_warnings(vote, content_of(other.keys, expected, key)[0], notes, expected)
    if expected.nonce and first.carries != OWN:
        notes.insert(0, NO_NONCE)
    if first.is_repaired:
        notes.insert(0, REPAIRED)
    if first.choice.note and not vote.get("conditions"):
        notes.append(NO_CONDITIONS)
    also = {name: text for one in reversed(ballots) for name, text in also_of(one.keys, expected).items()}
    if not inferred:
        vote |= {"repaired": True} if first.is_repaired and _may_say_repaired(expected) else {}
        read = ReadVote({key: first.choice.word, **vote}, "", tuple(notes[:_MOST_NOTES]), also=also)
        return read._replace(repaired=first.is_repaired)
    words = f"{first.body if layout.blocks else ''}\n\n{layout.prose_from()}".strip()
    reason = reason_key(expected)
    if not first.is_sound or vote.get(reason) == NO_RATIONALE:
        vote.pop(reason, None)
    read = inferred_vote(Conclusion(first.choice.word, confidence_of(words)), vote, words, expected)
    more = [note for note in notes if note.code not in CONFIDENCE_FOUND and note != REPAIRED]
    return read._replace(notes=(*read.notes, *more[:_MOST_NOTES]), also=also)


def _may_say_repaired(expected: Expected) -> bool:
    """Protocols of other packages need not know that a ballot can be repaired; its note says it in any case."""
    return "repaired" in vote_schema(protocol_named(expected.protocol))


def _add_warnings(vote: dict[str, Any], other: Mapping[str, Any], notes: list[BallotNote], expected: Expected) -> None:
    confidence = protocol_named(expected.protocol).vote_keys.confidence
    for name, value in other.items():
        if isinstance(value, list):
            vote[name] = list({repr(one): one for one in [*vote.get(name, []), *value]}.values())
        elif name == confidence and value != vote.get(name):
            values = {"first": str(vote.get(name)), "second": str(value)}
            notes.append(BallotNote("confidences_differ", values))
            vote[name] = min(vote.get(name, value), value, key=lambda one: LABELS.get(one, one))


def _is_complete(ballot: BallotBlock, expected: Expected) -> bool:
    required = protocol_named(expected.protocol).form().required or (choice_key(expected),)
    return all(key in ballot.keys.said for key in required)
