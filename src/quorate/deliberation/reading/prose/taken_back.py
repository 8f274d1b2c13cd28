"""Whether prose beside a ballot takes the ballot back: it states another choice, or withdraws the one that was made."""

import re
from collections.abc import Mapping, Sequence

from quorate.deliberation.reading.prose import states_another
from quorate.protocols.magi.document import POSITIONS

_SENTENCE = re.compile(r"(?<=[.!?;。！？])\s*|\n")
_WITHDRAWN = re.compile(
    r"\b(?:disregard|ignore|scratch|withdraw|retract|take back|strike|void|discard|do not count|don't count)\b"
    r"[\w ]{0,20}\b(?:above|ballot|vote|block|answer|approval|rejection|choice)\b"
    r"|(?:上記|前述|先ほど|この投票|この票)\S{0,12}(?:取り消|撤回|無視|数えない)",
    re.IGNORECASE,
)
_STATED = (
    r"(?:\bcorrection\W+|\bcorrected to\W+|\bi (?:now )?(?:vote|choose|pick)(?: for)?\W+"
    r"|\b(?:my|the) (?:real|actual|final|true|correct|revised) (?:answer|vote|choice|position|verdict) is\W+"
    r"|^\W*(?:my |final )*(?:vote|verdict|decision|recommendation|option|結論|投票)\W{0,4}[:：]\W+"
    r"|\bi recommend\W+|\bcount (?:this|it|that) as(?: an?)?\W+|訂正\W*)"
)
_NOT_MEANT = re.compile(r"\b(?:if|would|could|might|had|were)\b", re.IGNORECASE)


def takes_back(
    prose: str,
    choice: str,
    choices: Sequence[str],
    names: Mapping[str, str],
    paper: str = "",
    *,
    is_before: bool = False,
) -> str:
    """Why the ballot no longer counts, or nothing. `names` has the texts of options by their ids."""
    if not is_before and POSITIONS.keys() >= {*choices}:
        return "what follows the ballot states another position" if states_another(prose, choice, paper) else ""
    shown = " ".join(paper.split())
    others = [word for word in choices if word != choice]
    for sentence in _SENTENCE.split(prose[-12_000:]):
        words = " ".join(sentence.split())
        if not words or words.startswith(">") or words in shown or _NOT_MEANT.search(words):
            continue
        if _WITHDRAWN.search(words):
            return "prose beside the ballot takes it back"
        if any(_states(words, word, names.get(word, "")) for word in others):
            return "prose beside the ballot states another choice"
    return ""


def _states(sentence: str, word: str, text: str) -> bool:
    named = [re.escape(one) for one in (word, text) if one]
    return bool(re.search(rf"{_STATED}(?:I vote |option )?(?:{'|'.join(named)})(?!\w)", sentence, re.IGNORECASE))
