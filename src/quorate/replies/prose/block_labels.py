"""The words that lead into a block, where they make it something else than a ballot: an example, another's, unreal."""

import re

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.replies.prose.english.disclaimers import disclaims
from quorate.replies.prose.english.grammar import plain
from quorate.replies.prose.japanese.japanese_disclaimers import japanese_disclaims
from quorate.replies.prose.lines import spoken_lines
from quorate.replies.prose.sentences import sentences_of
from quorate.replies.prose.signals import either

LONGEST_LABEL = 1_000
_COLON = (":", "：")
_PRETENCE = either(
    "examples?, samples?, template, placeholder, dummy, mock-?up, draft, hypothetical\\w*, illustration, specimen"
)
_STALE = either(
    "obsolete, outdated, superseded, old, former, withdrawn, retracted, void, invalid, previous, earlier, prior"
)
_BALLOT = either("vote, ballot, block, answer, verdict, reply, response")
# `in the format of the example` says how it is written, not what it is
_HOW = lazy_pattern(
    rf"\b(?:in|per|to|by|with|like|following|matching|using|from|after|than|replac\w+|fill\w*|on|about|of"
    r"|regarding|according to)"
    rf" (?:\w+ ){{0,4}}?{_PRETENCE}\b"
)
_IS_PRETENCE = lazy_pattern(rf"\b{_PRETENCE}\b|\b{_STALE} {_BALLOT}\b|\b{_BALLOT} , {_STALE}\b")
_FORMAT = lazy_pattern(r"^(?:the|this|an?) (?:\w+ ){0,2}format(?: (?:is|was|looks?|would)\b.*| ,.*)?$")
_WORDY = 9
_MINE = lazy_pattern(
    r"\b(?:so|therefore|thus|hence)\b"
    r"|(?<!which )\bi (?:\w+ly )?(?:approve|reject|accept|vote|abstain|choose|conclude)\b"
    r"|\b(?:here is|this is) (?:my|the)\b"
    r"|\bmy (?:(?!earlier|previous)\w+ ){0,2}(?:ballot|vote|answer|verdict|position|decision|assessment|judge?ment)"
    r"(?: is| follows| below)?$"
)
_OTHER = either(
    "document, context, text, passage, page, file, comment, ticket, email, attacker, injection, reviewer, seat, voter,"
    " colleague, agent, author, source, material, user, somebody, someone, they, he, she, judge, member, website,"
    " codex, gemini, claude, gpt[\\w.-]*, llama, qwen, mistral"
)
_SAID = either(
    "wrote, writes, says, said, asks?, asked, told, tells, wants?, wanted, demands?, demanded, instructs?, instructed,"
    " orders?, ordered, prints?, printed, suggests?, suggested, proposed, voted, replied, answered, claims?, injected,"
    " would"
)
_BY_OTHERS = lazy_pattern(
    rf"\b{_OTHER}\b (?:\w+ ){{0,2}}{_SAID}\b"
    r"|\b(?:was|were|am|been) (?:\w+ly )?(?:instructed|told|forced|ordered|pressured)\b"
    rf"|\b(?:ballot|vote|answer|reply) of (?:another|the other|the previous|a different) {_OTHER}\b"
    r"|^(?:quoting|quoted|cop(?:y|ied) (?:of|from)|verbatim|pasted)\b"
    rf"|\b(?:another|other|previous) {_OTHER} , ?$|\bwhich i (?:\w+ )?(?:refuse|decline|do not|will not|reject)\b"
)
_IF = lazy_pattern(
    r"^(?:so |but |, )*(?:if|were|had|should|suppos\w+|assuming|unless|in case)\b(?! i (?:had to|have to|must|need to))"
)
_WOULD = lazy_pattern(r"\bwould\b")
_WHAT_WOULD = lazy_pattern(
    r"\b(?:an?|the|what|any) (?:\w+ ){1,5}?(?:would|could|might) (?:be|look|read|say|have been)\b(?! my\b)"
)
_NOT_MINE = lazy_pattern(
    rf"\b(?:following|below|next)(?: \w+)? is not (?:\w+ ){{0,2}}(?:mine|{_BALLOT})\b"
    r"|^(?:draft|preliminary|provisional)\b.*\bnot (?:final|binding)\b"
    r"|^(?:please )?(?:do not|never) (?:count|use|record|tally|submit|accept|consider)\b"
    r"|^(?:please )?(?:ignore|disregard|discard) (?:the |this |my )?(?:following|next|block|ballot|vote)\b"
    rf"|\b{_BALLOT}(?: \w+)? ,? ?which (?:does )?not (?:hold|stand|apply|count|valid)s?\b"
)
_JAPANESE_IF = lazy_pattern("もし|仮に|なら|れば|たら|場合")
_JAPANESE_LABEL = lazy_pattern(
    r"(?:記入|回答|記載|出力|投票)?例|見本|サンプル|下書き|草案|テンプレート|雛形|ひな形|旧い?|無効|前回の|取り?消し|引用|(?:書式|形式)は"
)
_JAPANESE_SAID = lazy_pattern(r"(?:文書|資料|本文|指示|他の\w{1,6}|攻撃者|レビュアー)(?:は|が|に|の)")


def is_quotation_label(lead: str) -> bool:
    """True for a paragraph before a block such as `Example answer:`, `If it were tested I would write:`."""
    lines = spoken_lines(lead[-LONGEST_LABEL:])
    sentences = sentences_of(lines[-1].text) if lines else []
    if not sentences:
        return False
    last = sentences[-1].strip()
    if not last.isascii():
        return _is_japanese_label(last)
    text = plain(last).strip(" ,")
    if _points_to_none(last, text):
        return True
    return last.endswith(_COLON) and not _MINE.search(text) and _is_of_another_kind(text)


def _points_to_none(sentence: str, text: str) -> bool:
    """True for `the following is not my vote`, with a colon or without one."""
    is_ahead = sentence.endswith(_COLON) or re.search(r"\b(?:below|following|next)\b", text)
    return bool(is_ahead) and (disclaims(sentence) or bool(_NOT_MINE.search(text)))


def _is_of_another_kind(text: str) -> bool:
    is_short = len(text.split()) <= _WORDY
    if is_short and ((_IS_PRETENCE.search(text) and not _HOW.search(text)) or _FORMAT.match(text)):
        return True
    is_unreal = (_IF.match(text) and _WOULD.search(text)) or _WHAT_WOULD.search(text)
    return bool(is_unreal or _BY_OTHERS.search(text))


def _is_japanese_label(sentence: str) -> bool:
    text = sentence.strip(" 　。：:")
    if japanese_disclaims(sentence.rstrip("：: ")):
        return True
    if not sentence.endswith(_COLON):
        return False
    return any(one.search(text) for one in (_JAPANESE_IF, _JAPANESE_LABEL, _JAPANESE_SAID))
