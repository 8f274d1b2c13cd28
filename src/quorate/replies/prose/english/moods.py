"""Whether a statement holds here and now: not some time ago, not under a condition, not in another world."""

from quorate.replies.prose.choices import ballot_words as known
from quorate.replies.prose.clauses import FIRST_PERSON, Clause
from quorate.replies.prose.english.english_words import NEGATIONS, REASONS, words

_LIMITING = words("without with but only then")
_WHEN_FIRST = words("had were then")
_THINKING = words("think believe say saying suggest suggesting claim claiming argue arguing mean")


def is_meant(tokens: list[str], clause: Clause, place: int) -> bool:
    """False for history and for what hangs on a condition; a reason may hold an `if` of its own."""
    head = clause.tokens[:place]
    if not known.HISTORY.isdisjoint(but_choice(_where_history_counts(tokens, head))):
        return False
    if not known.PAST.isdisjoint(head) and not known.NOT_THIS_ONE.isdisjoint(_before_writer(tokens)):
        return False  # `on the previous claim I voted reject`
    if _is_asked_indirectly(tokens, clause):
        return False
    reason = next((at for at, token in enumerate(tokens) if token in ("because", "since")), len(tokens))
    named = tokens.index(clause.tokens[place])
    scope = tokens if named > reason else tokens[:reason]
    if not known.IFS.isdisjoint(scope) or scope[0] in _WHEN_FIRST or _is_inverted(scope):
        return False
    return not ("would" in head and _is_led_in(tokens))


def _is_inverted(scope: list[str]) -> bool:
    """True for `should it fail, I ...`; a mere `should be REJECT` says what it should be."""
    return scope[0] == "should" and scope[1:2] != ["be"]


def but_choice(head: list[str]) -> list[str]:
    """Nothing where a `first choice` is spoken of, which is what is chosen; any other first thing is history."""
    is_choice = not {"choice", "pick", "preference"}.isdisjoint(head)
    return [] if is_choice else head


def is_undecided(walked: list[str]) -> bool:
    """True for `might vote`, `was about to vote`, `would have voted`."""
    is_unreal = "would" in walked and ("only" in walked or ("have" in walked and "rather" not in walked))
    return is_unreal or not (known.MAYBE | {"was", "were", "had"}).isdisjoint(walked)


def doubts(tokens: list[str], subject: int) -> int:
    """1 for `I do not think that we should ...`."""
    head = tokens[:subject]
    return sum(token in NEGATIONS for token in head) if not _THINKING.isdisjoint(head) else 0


def _before_writer(tokens: list[str]) -> list[str]:
    return tokens[: next((at for at, token in enumerate(tokens) if token in FIRST_PERSON), 0)]


def _is_asked_indirectly(tokens: list[str], clause: Clause) -> bool:
    """True for `I do not say which of B and C is right`, `whether to block it`."""
    start = next((at for at in range(len(tokens)) if tokens[at : at + len(clause.tokens)] == clause.tokens), 0)
    before = tokens[: start + len(clause.tokens)]
    asked = [at for at, token in enumerate(before) if token == "whether" or before[at : at + 2] == ["which", "of"]]
    return bool(asked) and "," not in before[asked[-1] :]


def _where_history_counts(tokens: list[str], head: list[str]) -> list[str]:
    """Anywhere for what is past; for what is present only between the writer and what it says."""
    if not known.PAST.isdisjoint(head):
        return tokens
    first = max((at for at, token in enumerate(head) if token in FIRST_PERSON or token == "my"), default=0)
    return head[first:]


def _is_led_in(tokens: list[str]) -> bool:
    """True for `with a tested rollback I would approve`: the words before the writer are a condition."""
    first = next((at for at, token in enumerate(tokens) if token in FIRST_PERSON or token == "my"), 0)
    led = [token for token in tokens[:first] if token not in known.OPENING and not token.endswith("ly")]
    pairs = zip(tokens[first:], tokens[first + 1 :], strict=False)
    behind = [one for before, one in pairs if one in _LIMITING and before not in known.VOTING]
    return bool(led and tokens[0] not in REASONS) or bool(behind)
