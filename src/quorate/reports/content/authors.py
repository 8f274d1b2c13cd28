"""Authors, moments and hashes as a reader sees them."""

import re
from typing import TYPE_CHECKING

from quorate.reports.language import Language
from quorate.reports.text import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quorate.deliberation.events import Author

SHORT_HASH = 12
NAMELESS = "?"


def name_of(text: str) -> str:
    """A name made safe to show, never empty."""
    return one_line(text) or NAMELESS


def author_of(say: Language, author: "Author") -> str:
    """The author's name, marked where it was proved."""
    return with_proof(say, name_of(author.name), proof_of(say, author))


def with_proof(say: Language, name: str, proof: str) -> str:
    """A name with its proof. That names are unverified is said once for all of them, by `identities`."""
    return name if proof == say("proof.asserted") else say("author", name=name, proof=proof)


def identities(say: Language, authors: "Iterable[Author]") -> str:
    """Whether names were verified; nothing where every one is marked."""
    found = {proof_of(say, one) for one in authors}
    unverified = say("proof.asserted")
    if unverified not in found:
        return ""
    return say("head.identities.some" if len(found) > 1 else "head.identities.none")


def proof_of(say: Language, author: "Author") -> str:
    """unverified or authenticated, in words."""
    return say.word("proof", one_line(author.proof))


def moment(stamp: str) -> str:
    """A stamp of the record without fractions of seconds: 2026-11-15 09:00:01Z."""
    found = re.match(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$", one_line(stamp))
    return f"{found[1]} {found[2]}Z" if found else one_line(stamp)


def short_hash(text: str) -> str:
    """The first twelve digits of a hash, enough to find it again."""
    return one_line(text).removeprefix("sha256:")[:SHORT_HASH]
