"""Japanese prose: the word for a position, what follows it, and who is said to hold it."""

import re

from quorate.core.position import ABSTAIN, APPROVE, REJECT
from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.replies.prose.signals import HIGH, IMPLIED, LOW, MIDDLE, STATED, Signal, either, turned

_KANA = lazy_pattern("[\u3041-\u3096\u30a1-\u30fa]")
# a position without kana is Japanese only as a word by itself, and only where Chinese has another word for it
_ALONE = lazy_pattern(r"[\W_]*(?:最終|全面|条件付)?(?:承認|賛成|却下|反対|不承認|拒否|可決|採択|棄権)[\W\d_]*")
_CHINESE = lazy_pattern("[们这吗说为对请让从应认赞权绝过时间问题无须个还进选项该决這們嗎您沒麼啦呢吧]")
_STEM = lazy_pattern(
    r"(?P<a>(?<!不)承認|賛成|賛同|支持(?!者)|可決|採択|(?<![a-z])approve(?![a-z]))"
    r"|(?P<r>却下|反対|否決|不承認|拒否|(?<![a-z])reject(?![a-z]))"
    r"|(?P<b>棄権|(?<![a-z])abstain(?![a-z]))",
    re.IGNORECASE,
)
_POSITIONS = {"a": APPROVE, "r": REJECT, "b": ABSTAIN}
_NONE = either("ない, なし, 無し, ありません, ございません, 見当たら, 見つから")
_CANNOT = either("しない, しません, できない, できません, いたしません, しかね")
_DEED = r"(?:進める|(?:実施|導入|採用|移行|実行)する?)"
_FIXED = [
    (lazy_pattern(pattern), position)
    for pattern, position in (
        (rf"異[議論](?:は|が)?{_NONE}", APPROVE),
        (rf"{_DEED}べき(?:です|だ|である|と考え|と思|$)", APPROVE),
        (rf"{either('進め, 実施し, 導入し, 採用し, 移行し, 実行し')}て(?:よい|良い|問題|構)", APPROVE),
        (rf"{_DEED}べきで(?:は)?(?:ない|ありません)", REJECT),
        (r"(?:案|導入|採用|移行|実施)(?:を|は)(?:強く)?(?:推奨|お勧め)(?:し|いたし|でき)?(?:ます|する)", APPROVE),
        (rf"(?:推奨|お勧め)(?:は)?{_CANNOT}", REJECT),
        (r"見送(?:る|り)(?:べき|を|が|こと|たい|ましょう)", REJECT),
        (r"判断(?:が|は)?(?:でき(?:ない|ません|かね|ず)|しかね|つかない|つきません)", ABSTAIN),
        (r"判断を(?:保留|控え|留保)", ABSTAIN),
        (
            rf"{either('情報, 材料, 証拠, 根拠, データ')}(?:が|は|も)?\w{{0,4}}(?:不足|足り(?:ない|ません|ず)|不十分)",
            ABSTAIN,
        ),
    )
]
_DENIED = either(
    "ない, ません, ず, ありません, かね, できない, できません, べきではない, べきでない, わけにはいか, 困難, 難しい,"
    " 見送, 時期尚早, 慎重, し?ては(?:いけ|なら), 避け, 控え"
)
_NOT = lazy_pattern(
    rf"する理由(?:は|が|も){_NONE}"
    r"|(?:は|を|に|も|と|が|には)?\w{0,2}?"
    rf"(?:を推奨し|を推奨でき|することは?でき|すべきで|するべきで|いたし|し|せ|でき|で|は)?(?:は)?{_DENIED}"
)
_YES = lazy_pattern(
    either(
        "します, する(?:$|べき|こと(?:を|が)|の(?:が|は)|立場|もの), いたします, 致します, です, だ(?:$|と), である,"
        " したい, しました, とします, とする, と判断, の立場, の意, に(?:投票|一票|値|賛), 票を, すべき, できます,"
        " できる(?:$|と), を(?:強く)?(?:推奨|支持|提案|お?勧め|選|表明|投), が(?:妥当|適切|望まし|よい|良い|最善),"
        " の?結論, \\s*[)）」』]?\\s*$"
    )
)
_NOT_A_VOTE = lazy_pattern(
    either(
        "したい(?:ところ|の|が|です?が|と思っ), したかった, しよう, してもよいか, 意見, 派, 者, 権, フロー, プロセス,"
        " 手続, 率, 済, され, 待ち, 理由, の声, 多数, 可能, か(?:否|どうか|。|、|$), するか, すべきか, 側, 票(?!を),"
        " 票を\\w{1,4}(?:人|方|者), 論,"
        " を\\w{1,4}(?:理由|根拠|場合|人|声|余地|ほど|必要),"
        " (?:でき|す)?るとは(?:言|い|思|考|限|断), \\w{0,4}とまでは,"
        " や, と(?:反対|賛成|却下|承認), または, もしくは, か反対, か却下, /, ・, \\|"
    )
)
# against a rejection, or for one: not what it seems
_CROSSED = lazy_pattern(
    rf"{either('却下, 否決, 拒否, 反対, 棄権, 中止, 延期, 撤回, 見送り')}[^、。]{{0,5}}に(?:は|も)?$"
)
_TWICE = lazy_pattern(
    either(
        "ない(?:わけ|こと)で(?:は|も)?(?:ない|ありません), なくは(?:ない|ありません), ないとは(?:言え|いえ), ざるを得"
    )
)
_IF = lazy_pattern(
    either(
        "もし, 仮に, (?<!な)なら(?![なびずぬ]), ならば, 場合, (?<!例)(?<!たと)[えけせてねべめれげ]ば,"
        " (?<!も)たら(?!す|し|な), (?<!可能な)(?<!できる)限り, 条件として, を条件に, 前提, 次第"
    )
)
_OTHERS = lazy_pattern(
    either(
        "さん, 氏, チーム, 部長, 部門, 委員会, 経営陣?, 顧客, 社長, 上司, codex, gemini, claude, gpt, logos, pathos,"
        " sophia, レビュ(?:ー|アー?|ワー), ユーザー?, 他の\\w{1,6}, 彼女?, 提案者, 取締役会?, 開発者, メンバー,"
        " 担当者, 多く, 一部, 全員, ベンダー, 誰か, 専門家"
    )
    + r"\w{0,3}(?:は|が|も|の|から)",
    re.IGNORECASE,
)
_SAYING = lazy_pattern(
    either(
        "によると, によれば, と述べ, と言[っいう], と主張, という意見, との意見, と回答, とのこと, そうだ, そうです,"
        " らしい, と書[いか], とある, と指示,"
        " ように?(?:と)?(?:指示|言[わっ]|求め|依頼|命じ|頼[まん])"
    )
)
_ABOUT_WORDS = lazy_pattern(
    r"^\W*(?:回答)?例\s*[:：]|例えば|たとえば|サンプル|見本|雛形|ひな形|テンプレート|記入例|回答例|仮の(?:回答|票)"
    r"|部分的|一部(?:を|のみ|だけ)|まだ(?:決|判断)|未定|検討中|予定(?:です|だ|$)"
    r"|(?:という|の)(?:言葉|単語|語|文字列?|値|選択肢|ボタン|意味)|と(?:は|いうのは)\S{0,12}(?:意味|こと)"
)
_OWN = lazy_pattern(r"私|わたし|当方|我々|われわれ|自分|小職|本席")
_ASKING = lazy_pattern(r"(?:か|でしょうか|の)[?？]?$|[?？]$")
_STRONG = lazy_pattern(r"強く|明らかに|断固|間違いなく|絶対|確実に|全面的に")
_MODERATE = lazy_pattern(r"妥当|概ね|おおむね")
_WEAK = lazy_pattern(r"たぶん|多分|おそらく|恐らく|かもしれ|どちらかと|やや|消極的|不確|自信が(?:ない|ありません)|迷")
_QUOTED = lazy_pattern(r"[「『]([^」』\n]{0,200})[」』]")
_ONE_WORD = lazy_pattern("[A-Za-z-]{1,20}|[^\\W\\d_a-zA-Z\u3041-\u3096]{1,4}")
# white space beside Japanese, as in `C を推します`, divides nothing
_GAP = lazy_pattern("(?<=[\u3041-\u30ff\u4e00-\u9fff])[ \t\u3000]+|[ \t\u3000]+(?=[\u3041-\u30ff\u4e00-\u9fff])")
_NEAR, _MOST_STEMS = 24, 20


def is_japanese(text: str) -> bool:
    """True for a text with kana, or one that is nothing but a Japanese word for a position."""
    return bool((_KANA.search(text) and not _CHINESE.search(text)) or _ALONE.fullmatch(text))


def strength_in(text: str) -> int:
    """The confidence that the language speaks of."""
    return LOW if _WEAK.search(text) else MIDDLE if _MODERATE.search(text) else HIGH if _STRONG.search(text) else 0


def japanese_signals(sentence: str) -> list[Signal]:
    """What a Japanese sentence signals. A quotation longer than a word is somebody else's."""
    text = without_quotations(sentence)
    if is_question(text) or is_denied_twice(text):
        return []
    if len(_STEM.findall(text)) > _MOST_STEMS:
        return [Signal(APPROVE, STATED), Signal(REJECT, STATED)]  # it may say anything
    found = [Signal(position, IMPLIED) for pattern, position in _FIXED if pattern.search(text)]
    for stem in _STEM.finditer(text):
        head = text[max(0, stem.start() - _NEAR) : stem.start()]
        signal = _signal(_POSITIONS[stem.lastgroup or ""], head, text[stem.end() : stem.end() + _NEAR])
        found += [signal] if signal else []
    real, strength = is_meant(text), strength_in(text)
    return [one._replace(is_real=real, strength=strength) for one in found]


def without_quotations(sentence: str) -> str:
    """A sentence without what it quotes, and without gaps; a quotation of one word is the voter's own."""
    text = _QUOTED.sub(lambda quote: quote[1] if _ONE_WORD.fullmatch(quote[1]) else "", sentence)
    return _GAP.sub("", text).strip(" 　。.!！")


def is_crossed(head: str) -> bool:
    """True before the second half of `延期に賛成`: what is agreed with there is against the proposal, or another's."""
    return bool(_CROSSED.search(head))


def is_denied_twice(text: str) -> bool:
    """True for `しないわけではない`."""
    return bool(_TWICE.search(text))


def is_question(text: str) -> bool:
    """True for a sentence that asks."""
    return bool(_ASKING.search(text))


def said_of(tail: str) -> int:
    """What follows the word for a choice: 1 where the choice is stated, -1 where it is denied, 0 for neither."""
    tail = re.split("[、,，]", tail, maxsplit=1)[0]
    if _NOT_A_VOTE.match(tail):
        return 0
    return -1 if _NOT.match(tail) else 1 if _YES.match(tail) else 0


def is_meant(text: str) -> bool:
    """False for what hangs on a condition, or is said or held by somebody else."""
    if _IF.search(text) or _SAYING.search(text) or _ABOUT_WORDS.search(text):
        return False
    return bool(_OWN.search(text)) or not _OTHERS.search(text)


def _signal(position: str, head: str, tail: str) -> Signal | None:
    said = 0 if is_crossed(head) else said_of(tail)
    if said < 0:
        denied = turned(position, 1)
        return Signal(denied, IMPLIED) if denied else None
    if not said:
        return None
    level = IMPLIED if tail.startswith(("すべき", "するべき", "が")) else STATED
    return Signal(position, level, is_conditional=head.rstrip("でにの ").endswith(("条件付き", "条件つき", "条件付")))
