"""Authors, moments and hashes as a reader sees them."""

import re
from typing import TYPE_CHECKING

from quorate.reports.language import Language
from quorate.reports.text import one_line

if TYPE_CHECKING:
    from quorate.deliberation.events import Author

SHORT_HASH = 12
NAMELESS = "?"


def name_of(text: str) -> str:
    """A name made safe to show, never empty."""
    return one_line(text) or NAMELESS


def author_of(say: Language, author: "Author") -> str:
    """The author's name, and whether it was only asserted or proved."""
    return say("author", name=name_of(author.name), proof=proof_of(say, author))


def proof_of(say: Language, author: "Author") -> str:
    """asserted or authenticated, in words."""
    return say.word("proof", one_line(author.proof))


def moment(stamp: str) -> str:
    """A stamp of the record without fractions of seconds: 2026-11-15 09:00:01Z."""
    found = re.match(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$", one_line(stamp))
    return f"{found[1]} {found[2]}Z" if found else one_line(stamp)


def short_hash(text: str) -> str:
    """The first twelve digits of a hash, enough to find it again."""
    return one_line(text).removeprefix("sha256:")[:SHORT_HASH]
