"""Which blocks of a reply are this voter's ballot: by their nonce, and because nobody else said them before."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.protocols import protocol_named
from quorate.replies.choice import Choice
from quorate.replies.prose.block_labels import is_quotation_label
from quorate.replies.prose.lines import announces_another
from quorate.replies.reading.block_values import LARGEST_BLOCK, Content, as_written, content
from quorate.replies.reading.blocks import Block, Layout
from quorate.replies.reading.expectation import Expected, choice_key
from quorate.replies.reading.key_lines import values_in
from quorate.replies.reading.keys import NONCE, BallotKeys, choice_names, choice_of, keys_of
from quorate.replies.reading.repair import CANNOT_BE_READ, known_names, loses_text, repaired
from quorate.replies.reading.template import is_template

MOST_BLOCKS = 50
_THE_END = 1 << 30
_TAGS = frozenset({"", "yaml", "yml", "json"})
_ESCAPES = lazy_pattern(r"\\[uUx]")
_FENCE_INSIDE = lazy_pattern(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
_NEXT_DOCUMENT = lazy_pattern(r"^---[ \t]*$", re.MULTILINE)
OWN, NONE, OTHER = "own", "none", "other"


class BallotBlock(NamedTuple):
    """A block with a choice. `is_sound` is False for one that is not valid YAML and of which only lines were had.

    `is_fenced` is False for a reply that is one mapping, where that does not count like a block. A draft stands in the
    voter's thoughts. One that carries the nonce may be `is_repaired` from its lines; `strays` are lines without a key.
    """

    keys: BallotKeys
    choice: Choice
    carries: str
    body: str
    end: int
    is_sound: bool = True
    is_fenced: bool = True
    is_draft: bool = False
    is_repaired: bool = False
    strays: str = ""
    is_template: bool = False


class FoundBallots(NamedTuple):
    """The ballots that count; `fault` spoils the reply, `is_bare` says that it was one mapping and nothing else.

    `drafts` are the choices in the voter's thoughts: they are no votes, but what they contradict is none either.
    """

    ballots: tuple[BallotBlock, ...] = ()
    fault: str = ""
    is_bare: bool = False
    drafts: frozenset[str] = frozenset()


def find_ballots(layout: Layout, expected: Expected) -> FoundBallots:
    """The ballots in a reply's blocks; a reply without any block may be one mapping as a whole."""
    if not layout.blocks:
        return _bare(layout.prose_from(), expected)
    blocks = [block for block in layout.blocks if block.tag in _TAGS and _may_vote(block.body, expected)]
    if len(blocks) > MOST_BLOCKS:
        return FoundBallots(fault=f"it has more than {MOST_BLOCKS} blocks that could be ballots")
    if sum(len(block.body) for block in blocks) > LARGEST_BLOCK:
        return FoundBallots(fault=f"its blocks are larger than {LARGEST_BLOCK} bytes")
    found: list[BallotBlock] = []
    for block in blocks:
        if is_quotation_label(block.lead):
            continue
        fault = _take(block, expected, found)
        if fault:
            return FoundBallots(fault=fault)
    ballots = counted([one for one in found if not one.is_draft], expected)
    drafts = _own_words([one for one in found if one.is_draft], expected)
    if any(one.carries == OWN for one in ballots):
        drafts = [one for one in drafts if one.carries == OWN]
    return FoundBallots(tuple(ballots), drafts=frozenset(one.choice.word for one in drafts if one.carries != OTHER))


def structured_ballot(value: Mapping[str, Any], expected: Expected) -> FoundBallots:
    """An engine's structured answer, which counts like a block."""
    held = as_written(value)
    if held.fault:
        return FoundBallots(fault=held.fault)
    keys = keys_of(held.value, expected)
    if keys.fault or choice_key(expected) not in keys.said:
        return FoundBallots(fault=keys.fault or f"the structured answer has no {choice_key(expected)}")
    return FoundBallots(tuple(counted([_ballot(keys, Block("", "", 0), expected)], expected)))


def counted(ballots: Iterable[BallotBlock], expected: Expected) -> list[BallotBlock]:
    """Those with this call's nonce alone; without any, those that carry none. Echoes and templates never count."""
    own_words = _own_words(ballots, expected)
    with_nonce = [one for one in own_words if one.carries == OWN]
    return with_nonce or [one for one in own_words if one.carries == NONE]


def _own_words(ballots: Iterable[BallotBlock], expected: Expected) -> list[BallotBlock]:
    prompt = " ".join(expected.prompt.split())
    return [one for one in ballots if not one.is_template and not _is_echo(one.body, prompt)]


def _take(block: Block, expected: Expected, found: list[BallotBlock]) -> str:
    """Adds the block's ballot, if it is one; gives what spoils the reply."""
    held = content(block.body)
    if _is_written_for_this_call(block, held, expected):
        return _take_repaired(block, held, expected, found)
    if held.is_forbidden:
        return held.fault if _names_choice(block.body, expected) else ""
    if held.fault:
        return _take_lines(block, expected, found)
    return _take_value(block, held.value, expected, found)


def _take_value(block: Block, value: Any, expected: Expected, found: list[BallotBlock]) -> str:
    if not isinstance(value, Mapping):
        return ""
    keys = keys_of(value, expected)
    if choice_key(expected) in keys.said:
        _add(_ballot(keys, block, expected), found)
    return keys.fault


def _add(ballot: BallotBlock, found: list[BallotBlock]) -> None:
    """Without the nonce, another name for the choice is one only where a choice stands at it."""
    if ballot.keys.has_own or ballot.carries == OWN or ballot.choice.word or ballot.choice.is_several:
        found.append(ballot)


def _is_written_for_this_call(block: Block, held: Content, expected: Expected) -> bool:
    """True for a block with the nonce of which the strict reading has nothing, or lacks half of a text."""
    if not expected.nonce or expected.nonce not in block.body or _FENCE_INSIDE.search(block.body):
        return False
    if held.fault:
        return not held.is_forbidden or held.is_marked
    return isinstance(held.value, Mapping) and (held.is_mended or loses_text(block.body, held.value, expected))


def _take_repaired(block: Block, held: Content, expected: Expected, found: list[BallotBlock]) -> str:
    lines = repaired(block.body, expected)
    if lines.fault:
        return lines.fault if held.fault else _take_value(block, held.value, expected, found)
    ballot = _ballot(lines.keys, block, expected)
    if ballot.carries != OWN:
        return "" if ballot.carries == OTHER else CANNOT_BE_READ
    found.append(ballot._replace(is_repaired=True, strays=lines.strays))
    return ""


def _take_lines(block: Block, expected: Expected, found: list[BallotBlock]) -> str:
    if _FENCE_INSIDE.search(block.body):
        return ""  # what stands in it is a quotation
    lines = values_in(block.body, known_names(expected))
    keys = keys_of(lines, expected) if lines is not None else BallotKeys({}, {}, "a key occurs twice in a block")
    if not keys.fault and choice_key(expected) in keys.said:
        _add(_ballot(keys, block, expected)._replace(is_sound=False), found)
        return ""
    return keys.fault


def _ballot(keys: BallotKeys, block: Block, expected: Expected) -> BallotBlock:
    choice = choice_of(keys, expected)
    carries = carried(keys.said.get(NONCE), expected.nonce)
    ballot = BallotBlock(keys, choice, carries, block.body, block.end, is_draft=block.is_draft)
    return ballot._replace(is_template=is_template(keys, choice, block.body, expected))


def carried(said: Any, nonce: str) -> str:
    """Whether a block carries this call's nonce, none, or another."""
    text = said.strip() if isinstance(said, str) else ""
    if not nonce or said is None or (isinstance(said, str) and not text):
        return NONE
    return OWN if text == nonce else OTHER


def _bare(text: str, expected: Expected) -> FoundBallots:
    """A reply that is one mapping, without a fence."""
    key = choice_key(expected)
    if len(text) > LARGEST_BLOCK:
        too_large = f"it is larger than {LARGEST_BLOCK} bytes and has no block"
        return FoundBallots(fault=too_large if _names_choice(text, expected) else "")
    if text.lstrip()[:1] != "{" and not _has_line(text, key):
        return FoundBallots()
    held = content(text, with_emphasis=False)
    if held.is_forbidden:
        spoils = _names_choice(text, expected) and not _is_ruled_off(text, key, held)
        return FoundBallots(fault=held.fault if spoils else "")
    if not isinstance(held.value, Mapping):
        return FoundBallots()
    keys = keys_of(held.value, expected)
    if keys.fault or key not in keys.said or _is_announced(keys):
        return FoundBallots(fault=keys.fault)
    # one JSON object is an engine's structured output; where neither nonce nor keys are required, none is missed
    is_asked_for_more = bool(expected.nonce or protocol_named(expected.protocol).form().required)
    is_fenced = expected.takes_bare or text.lstrip()[:1] == "{" or not is_asked_for_more
    ballot = _ballot(keys, Block("", text, _THE_END), expected)._replace(is_fenced=is_fenced)
    return FoundBallots(tuple(counted([ballot], expected)), is_bare=True)


def _is_announced(keys: BallotKeys) -> bool:
    """True where a line such as `Codex wrote:` was read as a key without a value."""
    return any(one is None and announces_another(f"{key}:") for key, one in keys.unknown.items())


def _is_ruled_off(text: str, key: str, held: Content) -> bool:
    """True where what looks like a second document is a line across the page, with prose below it."""
    if "second document" not in held.fault:
        return False
    below = _NEXT_DOCUMENT.split(text.lstrip().removeprefix("---"), maxsplit=1)[-1]
    return not _has_line(below, key)


def _has_line(text: str, key: str) -> bool:
    return bool(re.search(rf"(?:^|[{{,])\W{{0,8}}{key}\W{{0,4}}:", text, re.MULTILINE | re.IGNORECASE))


def _is_echo(body: str, prompt: str) -> bool:
    """True for a block that stands in the prompt, white space aside."""
    words = " ".join(body.split())
    return bool(words) and words in prompt


def _may_vote(body: str, expected: Expected) -> bool:
    """False where a block cannot hold the choice's key, nor what looks like it."""
    return not body.isascii() or _names_choice(body, expected)


def _names_choice(body: str, expected: Expected) -> bool:
    if choice_key(expected).casefold() in body.casefold() or _ESCAPES.search(body):
        return True
    return any(_has_line(body, name) for name in choice_names(expected) if name in body.casefold())
