"""A position on a proposal, and the words that people and engines use for one."""

APPROVE, REJECT, ABSTAIN = "APPROVE", "REJECT", "ABSTAIN"
POSITIONS = {
    APPROVE: APPROVE,
    REJECT: REJECT,
    ABSTAIN: ABSTAIN,
    "GO": APPROVE,
    "GO WITH CONDITIONS": APPROVE,
    "HOLD": REJECT,
    "NO-GO": REJECT,
}
