"""How a deliberation is found: pages of the log, words to search for, ids that somebody may have meant."""

from collections.abc import Iterable

from quorate.access import streams as access
from quorate.core.errors import InputError
from quorate.deliberation.summary import Summary
from quorate.gate import streams as gate
from quorate.record.rows import LONGEST_NAME, storable

LARGEST_PAGE = 1000
_MOST_NEAR = 3
_UNNAMED = (*access.PREFIXES, *gate.PREFIXES)


def check_limit(limit: int) -> int:
    """How many lines a page may have."""
    if not 1 <= limit <= LARGEST_PAGE:
        raise InputError(f"limit: found {limit}; allowed: 1 to {LARGEST_PAGE}")
    return limit


def cursor(after: str) -> int | None:
    """Where a page begins; None for the first one."""
    if not after:
        return None
    if not (after.isascii() and after.isdigit() and len(after) < 19):
        raise InputError(f"after: found {after[:LONGEST_NAME]!r}; allowed: a cursor from an earlier page")
    return int(after)


def words(deliberation: str, summary: Summary) -> str:
    """What a search looks at, without regard to case."""
    said = (deliberation, summary.subject, summary.domain, summary.result, summary.decision)
    return storable("\n".join(said)).casefold()


def searched(search: str) -> str:
    """A search as `words` are written."""
    if len(search) > LONGEST_NAME:
        raise InputError(f"search: found {len(search)} characters; allowed: at most {LONGEST_NAME}")
    return storable(search).casefold()


def nearest(asked: str, known: Iterable[str]) -> list[str]:
    """The known ids that are most like the one that was asked for, the likest first; keys and calls are not named."""
    from difflib import SequenceMatcher  # only for who has named something that is not there

    likeness = SequenceMatcher(b=asked[:LONGEST_NAME].upper(), autojunk=False)

    def unlike(one: str) -> tuple[float, str]:
        likeness.set_seq1(one.upper())
        return -likeness.ratio(), one

    return sorted({one for one in known if not one.startswith(_UNNAMED)}, key=unlike)[:_MOST_NEAR]
