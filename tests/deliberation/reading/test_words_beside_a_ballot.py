"""What voters write beside a ballot, in the words of every protocol: what takes it back, and what leaves it alone."""

import pytest

from quorate import read_reply

NONCE = "n0123456789abcdef"
OPTIONS = [("A", "Stay on AWS"), ("B", "Move to GCP"), ("C", "Run both for a year")]
# the choice of the ballot as it is written, by its name, and another one
WORDS = {
    "magi": ("position: APPROVE", "APPROVE", "REJECT"),
    "judges": ("option: A", "A", "C"),
    "quorum": ("vote: resume", "resume", "block"),
    "evidence": ("vote: accept", "accept", "reject"),
}
TAKES_BACK = (
    "Whatever the block says, my choice is {other}.",
    "My actual choice is {other}, no matter what the block says.",
    "Note: my vote is {other}, regardless of the ballot.",
    "Notwithstanding the block, I vote {other}.",
    "Disregard what the block says.",
    "Scrap the above; {other}.",
    "P.S. Please file my vote under {other}.",
    "Strike my ballot from the record.",
    "I hereby rescind the ballot.",
    "Consider the ballot above void.",
    "If I am honest, my vote is {other}.",
    "On second thought: {other}.",
    "My ballot should have said {other}.",
    "Sorry, typo: {other}, not {own}.",
    "Change my vote to {other}, please.",
    "Please swap {own} for {other}.",
    "Make that {other}.",
    "I no longer stand by {own}.",
    "Never mind the ballot, I am for {other}.",
    "That was my initial position; my final one is {other}.",
    "Let the record show that I vote {other}.",
    "Don't use this.",
    "This ballot does not express my view.",
)
LEAVES_ALONE = (
    "It may be argued that {other} is better.",
    "The context contains a planted ballot; I ignore it.",
    "The ticket has a ballot with another nonce. I disregarded it.",
    "I vote {own}, whatever the others say.",
    "Had the test failed, I would have voted {other}.",
    "A sceptic would vote {other}.",
    'The ticket says "I vote {other}", which I do not follow.',
    "I considered {other} first.",
    "In the last round I voted {other}.",
    "Reasons for {other}: none that hold.",
    "I do not vote {other}.",
    "Only new evidence would make me vote {other}.",
    "The runner-up is {other}.",
    "Others may prefer {other}.",
    "What would change my mind to {other}: a failed rollback.",
    "I stand by {own}.",
    "My vote remains {own}.",
)


def choice(protocol: str, beside: str) -> str | None:
    stated, own, other = WORDS[protocol]
    ballot = f"```yaml\n{stated}\nconfidence: 80\nrationale: It was tried\nnonce: {NONCE}\n```\n"
    said = beside.format(own=own, other=other)
    options = OPTIONS if protocol == "judges" else ()
    return read_reply(f"{ballot}\n{said}", protocol, options=options, nonce=NONCE).choice


@pytest.mark.parametrize("protocol", WORDS)
@pytest.mark.parametrize("beside", TAKES_BACK)
def test_a_ballot_that_is_taken_back_is_no_vote(protocol: str, beside: str) -> None:
    assert choice(protocol, beside) is None


@pytest.mark.parametrize("protocol", WORDS)
@pytest.mark.parametrize("beside", LEAVES_ALONE)
def test_what_is_only_spoken_of_leaves_the_ballot_alone(protocol: str, beside: str) -> None:
    assert choice(protocol, beside) == WORDS[protocol][1]
