"""The keyword table: what a reply without a ballot seems to say, as advice that never suffices to release an action."""

from quorate.core.position import ABSTAIN, APPROVE, REJECT
from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.deliberation.events import BallotNote
from quorate.documents.vote_form import scale_of
from quorate.protocols import protocol_named
from quorate.replies.ballot import NO_RATIONALE, Expected, ReadVote
from quorate.replies.choice import own_word
from quorate.replies.confidence import read_confidence

INFERRED = BallotNote("inferred")
_POSITIONS = {
    **dict.fromkeys(("approve", "recommend", "proceed", "yes"), APPROVE),
    **dict.fromkeys(("reject", "against", "deny", "no"), REJECT),
    **dict.fromkeys(("abstain", "uncertain", "insufficient"), ABSTAIN),
}
_STRENGTHS = {
    **dict.fromkeys(("clearly", "strongly", "definitely"), 70),
    **dict.fromkeys(("likely", "probably", "reasonable"), 50),
    **dict.fromkeys(("possibly", "might", "uncertain"), 30),
}
_WEAKEST = 30
_LONGEST, _LONGEST_RATIONALE = 200_000, 2_000
_QUOTED = lazy_pattern(r'"[^"\n]*"|“[^“”\n]*”|«[^«»\n]*»|「[^「」\n]*」|‘[^‘’\n]*’|『[^『』\n]*』|`[^`\n]*`')
_CODE_LINE = lazy_pattern(r"(?m)^(?: {4}|\t).*$")
_SENTENCE_END = lazy_pattern(r"[.!?。！？](?=\s|$)|\n[ \t]*\n")
_WORD = lazy_pattern(r"(?<![\w'’-])[a-z]+(?:['’][a-z]+)?(?![\w'’-])")
_NEGATIONS = frozenset({"not", "never", "without", "unless", "cannot"})


def infer_vote(prose: str, expected: Expected) -> ReadVote | None:
    """Return the vote that the reply's words suggest; None if they suggest none, or more than one."""
    words = protocol_named(expected.protocol).words
    if words is None or not words.reads_positions or len(prose) > _LONGEST:
        return None
    positions, strengths = set[str](), list[int]()
    is_first = True
    for sentence in _SENTENCE_END.split(_QUOTED.sub(" ", _CODE_LINE.sub("", prose)).casefold()):
        tokens = _WORD.findall(sentence)
        strengths += [_STRENGTHS[token] for token in tokens if token in _STRENGTHS]
        keywords = {token for token in tokens if token in _POSITIONS and token != "no"}
        if is_first and tokens[:1] == ["no"]:
            keywords.add("no")
        is_first = is_first and not tokens
        is_negated = any(token in _NEGATIONS or token.endswith(("n't", "n’t")) for token in tokens)
        if keywords and is_negated:
            return None
        positions |= {_POSITIONS[keyword] for keyword in keywords}
    if len(positions) != 1:
        return None
    confidence = min(strengths, default=_WEAKEST)
    text = " ".join(prose.split())
    notes = (INFERRED, BallotNote("rationale_cut")) if len(text) > _LONGEST_RATIONALE else (INFERRED,)
    if len(text) > _LONGEST_RATIONALE:
        text = f"{text[:_LONGEST_RATIONALE]}…"
    protocol = protocol_named(expected.protocol)
    scaled = read_confidence(str(confidence), scale_of(protocol)).value
    vote = {
        expected.choice_key: own_word(positions.pop(), words),
        protocol.vote_keys.confidence: scaled,
        expected.rationale_key: text or NO_RATIONALE,
        "inferred": True,
    }
    return ReadVote(vote, notes=notes, inferred=True)
