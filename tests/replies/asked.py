"""What voters of each protocol were asked, for tests of replies."""

from quorate.core.position import POSITIONS
from quorate.protocols import protocol_named
from quorate.replies.ballot import Expected, ReadVote

NONCE, SECOND_NONCE = "n0123456789abcdef", "nfedcba9876543210"
CHOICES = {
    "magi": ("APPROVE", "REJECT", "ABSTAIN"),
    "judges": ("A", "B", "C", "ABSTAIN"),
    "quorum": ("resume", "block", "cooldown"),
    "evidence": ("accept", "reject", "abstain"),
}
OPTIONS = {"A": "Keep the monolith", "B": "Split into services", "C": "Modular monolith"}


def asked(protocol: str = "magi", nonce: str = NONCE, *, by_schema: bool = False) -> Expected:
    """Return what a voter of this protocol was asked."""
    names = OPTIONS if protocol == "judges" else {}
    return Expected(protocol, CHOICES[protocol], nonce, takes_object=by_schema, names=names)


def choice_in(read: ReadVote | None, protocol: str) -> str | None:
    """Return the choice that was read; None if there is no ballot."""
    if read is None or read.vote is None:
        return None
    word: str = read.vote[protocol_named(protocol).vote_keys.choice]
    return POSITIONS.get(word, word) if protocol == "magi" else word
