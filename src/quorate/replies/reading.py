"""A reply becomes a ballot, or a reason why it is none. Nothing here raises, whatever the text.

The ballot is the block with this call's nonce at the end of the reply. Nothing tries to understand sentences.
"""

from collections.abc import Mapping
from typing import Any

from quorate.core.errors import DocumentError
from quorate.core.position import ABSTAIN, APPROVE, REJECT
from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.deliberation.events import BallotNote
from quorate.documents.vote_form import scale_of
from quorate.protocols import protocol_named
from quorate.replies.ballot import NO_RATIONALE, NONCE, Expected, ReadVote, no_ballot, plain_key, read_ballot
from quorate.replies.block import LARGEST_BLOCK, TAGS, Blocks, as_written, blocks_of, content_of, strict_values
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


LARGEST_REPLY = 1 << 20
MOST_BLOCKS = 50
MOST_LINES = 20_000


def read_text(text: str, expected: Expected, structured: Mapping[str, Any] | None = None) -> ReadVote:
    """Read the ballot in a reply's text, or in the engine's structured answer if there is one."""
    if structured is not None:
        return _read_object(structured, expected)
    if problem := _problem_with(text):
        return problem
    text = _with_line_feeds(text)
    if expected.takes_bare and (bare := _bare_values(text)) is not None:
        return _read_object(bare, expected)._replace(is_bare=True)
    if expected.takes_word and text.strip() in expected.choices:
        return read_ballot({expected.choice_key: text}, expected)._replace(is_bare=True)
    if expected.takes_object and (answer := _json_object(text, expected.nonce)) is not None:
        return _read_object(answer, expected)
    blocks = blocks_of(text)
    # a nonce may be written with escapes
    candidates = [
        block for block in blocks.closed if block.tag in TAGS and (expected.nonce in block.body or "\\" in block.body)
    ]
    if len(candidates) > MOST_BLOCKS:
        return no_ballot("too_many_blocks", limit=str(MOST_BLOCKS))
    if not expected.nonce:
        candidates = candidates[-1:]
    contents = [content_of(block.body) for block in candidates]
    own = [
        content
        for block, content in zip(candidates, contents, strict=True)
        if not expected.nonce
        or _nonce_in(content.values) == expected.nonce
        or (content.fault and expected.nonce in block.body)
    ]
    if not own:
        return _without_block(blocks, expected)
    fault = next((content.fault for content in own if content.fault), None)
    if fault:
        return ReadVote(None, fault)
    if any(content.values != own[0].values for content in own):
        return no_ballot("blocks_differ")
    last = candidates[-1] if contents[-1] in own else None
    if last is None or last is not blocks.closed[-1] or blocks.after.strip():
        after = blocks.after.strip() or "another block"
        return no_ballot("text_after", found=_beginning(after))
    return read_ballot(own[0].values, expected, is_by_line=own[0].is_by_line)


def infer_from(text: str, expected: Expected) -> ReadVote | None:
    """Return the advice of the keyword table on a reply without a ballot; None if there is none."""
    return None if _problem_with(text) else infer_vote(blocks_of(_with_line_feeds(text)).prose, expected)


def _problem_with(text: str) -> ReadVote | None:
    if len(text) > LARGEST_REPLY or len(text.encode(errors="surrogatepass")) > LARGEST_REPLY:
        return no_ballot("reply_too_large", limit=str(LARGEST_REPLY))
    if text.count("\n") + text.count("\r") > MOST_LINES:
        return no_ballot("too_many_lines", limit=str(MOST_LINES))
    if not text.isascii() and any("\ud800" <= sign <= "\udfff" for sign in set(text)):
        return no_ballot("half_character")
    return None


def _with_line_feeds(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _read_object(values: Mapping[str, Any], expected: Expected) -> ReadVote:
    try:
        written = as_written(values)
    except DocumentError as error:
        return no_ballot("block_malformed", found=error.problems[0].found[:80], allowed=error.problems[0].allowed)
    nonce = _nonce_in(written)
    if expected.nonce and nonce and nonce != expected.nonce:
        return no_ballot("other_nonce", found=nonce[:40], expected=expected.nonce)
    return read_ballot(written, expected)


def _bare_values(text: str) -> Mapping[str, Any] | None:
    """Return the mapping that the whole text is, as a program prints it; None if it is anything else."""
    if len(text) > LARGEST_BLOCK:
        return None
    try:
        values = strict_values(text)
    except DocumentError:
        return None
    return values if isinstance(values, Mapping) else None


def _json_object(text: str, nonce: str) -> Mapping[str, Any] | None:
    """Return the JSON object that the whole text is, if it carries the nonce: the answer to a schema."""
    values = _bare_values(text) if text.lstrip()[:1] == "{" else None
    return values if values is not None and nonce and _nonce_in(values) == nonce else None


def _nonce_in(values: Mapping[str, Any]) -> str:
    nonces = [value for key, value in values.items() if plain_key(key) == NONCE]
    return nonces[0].strip() if len(nonces) == 1 and isinstance(nonces[0], str) else ""


def _without_block(blocks: Blocks, expected: Expected) -> ReadVote:
    """Say precisely why no block of the reply carries this call's nonce."""
    nonce = expected.nonce
    if nonce and nonce in blocks.unclosed:
        return no_ballot("not_closed")
    if nonce and (nonce in blocks.hidden or any(nonce in block.body for block in blocks.closed)):
        return no_ballot("quoted_block")
    tagged = [block for block in blocks.closed if block.tag in TAGS]
    if not tagged:
        return no_ballot("no_block")
    content = content_of(tagged[-1].body)
    found = "" if content.fault else _nonce_in(content.values)
    if found:
        return no_ballot("other_nonce", found=found[:40], expected=nonce)
    return no_ballot("no_nonce", expected=nonce)


def _beginning(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:59]}…"
