"""Japanese sentences in which a voter states a choice, or takes its ballot back, under any protocol."""

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import islice

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.replies.prose.choices.choice_words import AGAINST, ASIDE, FOR, LATER, MOST_NAMES, ChoiceWords, StatedChoice
from quorate.replies.prose.japanese.grammar import (
    is_crossed,
    is_denied_twice,
    is_japanese,
    is_meant,
    is_question,
    said_of,
    without_quotations,
)
from quorate.replies.prose.signals import either

_STEMS = {
    FOR: "承認 賛成 賛同 同意 支持 可決 採択 受け入れ 受諾 approve accept",
    AGAINST: "却下 棄却 反対 否決 不承認 不賛成 不同意 拒否 reject no-go",
    ASIDE: "棄権 abstain",
    LATER: "クールダウン 冷却期間 cooldown",
}
_PAUSED = {FOR: "再開 解除 resume", AGAINST: "ブロック 停止 遮断 block"}
_AGREEING = lazy_pattern(r"(?:賛成|賛同|支持|同意)")
_OPPOSING = lazy_pattern(r"(?:反対|不賛成|不同意)")
_TOWARDS = lazy_pattern(r"(?:する(?:こと)?|の(?:選択)?)?(?:に|へ|を)(?:は|も)?")
_OR = lazy_pattern(r"(?:または|又は|もしくは|あるいは|か|/|／|・|\|)\s*$")
_CHANGED = lazy_pattern(
    either(
        "に(?:変更|訂正|修正|変え|切り替え|改め|直し|票を|投票), へ(?:変更|訂正|修正|切り替え),"
        " として(?:数え|扱|記録|カウント|集計|受け取|読),"
        " と(?:数え|読み替え|みなし|記録|訂正|修正|して(?:くだ|数|扱|記)),"
        " を(?:選(?:び|択し|ぶ)|希望|推|採), したまま, が(?:正しい|正解|私の|本当の|最適|最良|一番|ベスト), のまま,"
        " に?して(?:くだ|下)さい, にします, に(?:一票|推|決め|決定|軍配), で(?:行き|いき|進め|お願い|決まり|決定), 一択"
    )
)
# an option may be called `C案` or `Cの方`
_SUFFIX = lazy_pattern("(?:の?案|番)?(?:の方|のほう)?")
_RATHER = lazy_pattern("(?:する|の)(?:方|ほう)(?=が)")
_ARROW = lazy_pattern(r"\s*(?:[→⇒➡]|[-=]+>)\s*")
_OF_OTHERS = lazy_pattern(r"\w{0,4}?(?:人|者|方々|声|意見|理由|場合|余地|必要|か(?:$|どうか|、|は|迷))")
_DENIED = lazy_pattern("[^、,，]{0,12}?(?:ません|ない(?!と|で)|かね)")
# to agree with a point is no vote; to agree with what is voted on is one
_THIS = lazy_pattern(r"(?:主張|提案|この案|本案|計画|変更|命題|結論)(?:に|には|に対して|に対しては)\w{0,4}$")
_CONCEDED = lazy_pattern(r"(?:し|でき|いたし)ますが|ですが|するが")
_HISTORY = lazy_pattern(
    "当初|最初は|はじめは|初めは|初めに|一度は|以前|前回|前の(?:回|ラウンド)|検討し|迷[いっ]|傾[いき]"
)
_OTHER = lazy_pattern(
    "次点|次善|第二|代案|代替|他の(?:審査|委員|人|メンバー|席)|かもしれ|(?:という|との)(?:意見|声|主張)"
)
_POINTED = either(
    "上記?の?, この, その, 前述の, 先ほどの, さきほどの, 先の,"
    " 以下の, 下記?の, 次の, 私の, 今の, いまの, 本, 以上の, 自分の"
)
_BALLOT = either("票, 投票, 一票, 回答, 答え, 返答, ブロック, 判定, 判断, 結論, 意見, 内容, 選択, 立場, yaml, ballot")
_OF_IT = "(?:は|を|も|が|の|については|に関しては)?"
_DROPPED = either(
    "取り?消, 撤回, 無視, 破棄, 無効, (?:なか|無か)った(?:こと|もの), (?:数え|カウントし|集計し|採用し|使わ|含め)ない,"
    " 忘れて, 取り?下げ, (?:誤り|間違い|誤記|ミス)(?:です|でした|だ|で), 本[意心]では, 削除"
)
_WRONG = "(?:間違|誤|ミス|手違い)"
_NOT_DROPPED = lazy_pattern(
    rf"{_DROPPED}\w{{0,3}}?(?:ません|しない|さない|せず|(?:す|する|る)?(?:つもり|理由|予定|考え|必要)は(?:あり|な|ござ))"
)
_LABEL = lazy_pattern(
    r"\W*(?:訂正|修正|(?:最終|的な|私の|本当の|正しい)*"
    r"(?:回答|判断|決定|結論|投票|票|判定|立場|選択|答え|推奨案?|推薦案?|採用案|選定|お勧め|おすすめ))\s*(?:[:：]|は)"
)
_NEAR = 24
_MIND = lazy_pattern("気が変わ|考えが変わりました|やっぱりやめ")


def japanese_statements(sentence: str, names: ChoiceWords) -> list[StatedChoice]:
    """What a Japanese sentence states as its writer's own choice."""
    text = without_quotations(sentence)
    if not (is_japanese(sentence) or _LABEL.match(sentence) or _ARROW.search(sentence)):
        return []
    if is_question(text) or is_denied_twice(text) or not is_meant(text) or _HISTORY.search(text) or _OTHER.search(text):
        return []
    text = _glossed(names).sub(r"\1", text)
    stems = list(islice(_stems(names).finditer(text), MOST_NAMES + 1))
    if len(stems) > MOST_NAMES:
        return [StatedChoice(frozenset(), is_denied=False)]
    found = (_stated(text, stem, names) for stem in stems)
    return [one for one in found if one]


def _stated(text: str, stem: re.Match[str], names: ChoiceWords) -> StatedChoice | None:
    """What is said of a choice by the words behind its name."""
    keys, head = _keys(stem[0], names), text[: stem.start()]
    tail = text[stem.end() : stem.end() + _NEAR]
    if (either_ := _OR.search(head)) and any(one.end() == either_.start() for one in _stems(names).finditer(head)):
        return None  # `AまたはB`
    is_option = keys <= names.options.keys()
    suffix = (_SUFFIX if is_option else _RATHER).match(tail)
    tail = tail[suffix.end() :] if suffix else tail
    if before := _ARROW.search(head):
        is_changed = before.end() == len(head) and not tail.strip()
        return StatedChoice(keys, is_denied=False) if is_changed else None
    towards = _TOWARDS.match(tail)
    held = towards and (_AGREEING.match(tail, towards.end()) or _OPPOSING.match(tail, towards.end()))
    if held:
        return _opinion(keys, said_of(tail[held.end() :]), is_against=bool(_OPPOSING.match(held[0])))
    is_point = stem[0] == "同意" and (not _THIS.search(head) or _CONCEDED.match(tail))
    is_turned = is_crossed(head) and not keys <= names.options.keys()
    said = 0 if is_point or is_turned or _is_object(head, names) else _said_of(tail)
    return StatedChoice(keys, is_denied=said < 0) if said else None


def _opinion(keys: frozenset[str], said: int, *, is_against: bool) -> StatedChoice | None:
    """Who agrees, or cannot agree, or opposes; not to oppose says nothing."""
    if said == 0 or (said < 0 and is_against):
        return None
    return StatedChoice(keys, is_denied=is_against or said < 0)


def _said_of(tail: str) -> int:
    changed = _CHANGED.match(tail)
    if not changed:
        return said_of(tail)
    if _OF_OTHERS.match(tail, changed.end()):
        return 0
    return -1 if _DENIED.match(tail, changed.end()) else 1


def japanese_withdraws(sentence: str, names: ChoiceWords, own: str) -> bool:
    """True where a Japanese sentence takes the ballot back."""
    text = without_quotations(sentence)
    if is_question(text) or _NOT_DROPPED.search(text):
        return False
    if any(own in _keys(one[1], names) for one in _written_wrong(names).finditer(text)):
        return True
    if not is_meant(text):
        return False
    return bool(_MIND.search(text) or _withdrawal(names, own).search(text))


def _is_object(head: str, names: ChoiceWords) -> bool:
    """True for the second half of `ブロックに反対`: what it says was read at its object."""
    near = head[-14:]
    return any(_TOWARDS.fullmatch(near, stem.end()) for stem in _stems(names).finditer(near))


@lru_cache(maxsize=64)
def _lexicon(names: ChoiceWords) -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for option, text in names.options.items():
        found |= dict.fromkeys((option.casefold(), text.casefold() or option.casefold()), frozenset({option}))
    for side in names.sides:
        found |= dict.fromkeys(_STEMS[side].split(), names.keys_of(side))
        if names.is_paused:
            found |= dict.fromkeys(_PAUSED.get(side, "").split(), names.keys_of(side))
    if names.is_paused:
        found |= dict.fromkeys(("ブロック", "block"), frozenset({AGAINST}))
    return found


@lru_cache(maxsize=64)
def _stems(names: ChoiceWords) -> re.Pattern[str]:
    longest = sorted(_lexicon(names), key=len, reverse=True)
    alternatives = "|".join(re.escape(one) for one in longest)
    return re.compile(rf"(?<![A-Za-z0-9])(?:{alternatives})(?![A-Za-z0-9])", re.IGNORECASE)


@lru_cache(maxsize=64)
def _glossed(names: ChoiceWords) -> re.Pattern[str]:
    """A choice in brackets, which only says once more what stands before: `棄却（reject）`."""
    return re.compile(rf"[（(]\s*({_stems(names).pattern})\s*[）)]", re.IGNORECASE)


@lru_cache(maxsize=64)
def _written_wrong(names: ChoiceWords) -> re.Pattern[str]:
    """`承認と書いたのは間違いでした`."""
    written = r"(?:の?案)?(?:と|に)(?:書|投票|回答|記入|記載|入力)\w{0,4}のは[^。、]{0,6}?"
    return re.compile(rf"({_stems(names).pattern}){written}{_WRONG}", re.IGNORECASE)


def _keys(stem: str, names: ChoiceWords) -> frozenset[str]:
    return _lexicon(names)[stem.casefold()]


@lru_cache(maxsize=64)
def _withdrawal(names: ChoiceWords, own: str) -> re.Pattern[str]:
    owns = "|".join(re.escape(one) for one in sorted(_lexicon(names)) if own in _lexicon(names)[one])
    return re.compile(
        rf"{_POINTED}(?:\w{{0,4}}の)?(?:{_BALLOT}|{owns}){_OF_IT}[^。、]{{0,10}}?{_DROPPED}"
        rf"|(?:{owns})(?:の?案)?(?:(?:の|への|に)?(?:票|投票|一票))?(?:は|を)[^。、]{{0,6}}?{_DROPPED}"
        rf"|^(?:票|投票|前言)(?:は|を|の)[^。、]{{0,6}}?{_DROPPED}",
        re.IGNORECASE,
    )
