"""The same limits in Japanese: a protection, what is done to it, and how the sentence ends."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from quorate.limits.japanese_words import ASIDE, BORROWED, GENERIC, NOT_DONE, NOT_ON, OFF, TARGETS, UNPROTECTED

_WINDOW = 70
# a longer sentence is read in pieces that overlap, so that the time is linear in its length
_PIECE, _OVERLAP = 600, 2 * _WINDOW
_SENTENCE_END = re.compile(r"[。！？!?;\n]|\.(?=\s|$)")
_TARGET = re.compile("|".join(f"(?P<{kind}>{words})" for kind, words in TARGETS.items()))
_UNPROTECTED = re.compile("|".join(f"(?P<{kind}>{words})" for kind, words in UNPROTECTED.items()))
_OFF = re.compile(f"{NOT_ON}|{OFF}")
_NOT_DONE = re.compile(NOT_DONE)
_ASIDE = re.compile(ASIDE)
# not what is done to a protection, but where, when and by what something is done
_ADVERBIAL = re.compile(
    "(?:が|を|は)?(?:に(?!対|関|つい|かか|おけ|縛|従わ|とらわ|囚|服さ)|で(?!の)|へ(?!の)|まで|より|後[にはも、]|中[にのは、]|前に|時|しながら|しつつ|し[、て]|する|した|の(?:下|もと|後|前|間|際|上で|ため|とおり|範囲)|内[でにの]|以内|以上|以下|済み|付き|つき)"
)
_FREED = re.compile("より[もは]?[^、。]{0,12}優先|(?:の(?:対象|適用|範囲))?から[^、。]{0,12}?(?:除外|外[すしさ]|はず|免除|解放|除[くいき]|離脱|抜け|自由|切り離|遠ざけ|隠[すしさ]|逃[がれ])|の?(?:対象|適用|枠|範囲|管轄|管理|影響)(?:から|外)")
_ON = re.compile(
    "作動|開[いく]|閉じ|鳴[っる]|トリップし|(?:超え|越え|達し|触れ|抵触し|違反し|オーバーし)(?!て(?:も)?(?:よ|良|い|構|か|問|可))|続け|続行|継続|維持|強化|保[ちつっ]|残[しすさ]|守[りるっ]|遵守|尊重|開始|再開|復旧|復活|復元|増や|厳し|引き下げ|引き上げ|有効(?!に[しせ](?:な|ず)|化[しせ](?:な|ず))|"
    "行[いうっ]|実施(?!し?せ?(?:な|ず))|確認し|通知|報告|連絡|記録|見直|追加|導入|設け(?!な|ず)|設定し|検知|通過|合格|完了|経て|受け(?!ず|な)|満た|示[すし]"
)
_DESPITE = re.compile("(?:て|で)も[^、。]{0,6}$|にもかかわらず[^。]{0,6}$")
_ELSE = re.compile("(?:それ|これ)以外|その他(?:の場合|の時)?は|(?:の|する)場合以外")
_GOES_DESPITE = re.compile(
    "[^。]{0,12}?(?:失敗し|作動し|開い|落ち|超え|越え|達し|検知し|鳴っ|不合格(?:で|にな)|通らなく|満たさなく|終わらなく|終わっていなく|完了していなく|完了しなく|未完了)(?:ても|でも|にもかかわらず)[^。]{0,16}?"
    "(?:続行|継続|再開|進め|実行|無視|稼働|止めない|停止しない|構わ|かまわ|よい)"
)
_RESULT_IGNORED = re.compile("の?(?:結果|判定|指摘|警告|失敗|エラー|違反|通知)(?:は|を|も|が)?[^、。]{0,6}?(?:無視|軽視|度外視|問わない|覆[すし])")
_HINDERS = re.compile("妨げ|阻害|邪魔|損な")
_NOMINALISED = re.compile(r"(?:の|こと|必要|義務|要件|決まり|ルール)[をはもが]?$")
_DOING = re.compile("^の?(?:実施|継続|維持|適用|運用|実行|有効化|設定)(?=[をはがも])")
_NO_OBJECT = re.compile("を(?:もって|以て|機に|前提|条件|含め|もとに|基に|目途|めど|踏まえ|理由|経て|通じ|問わず|介し|除)")
_OBJECT = re.compile("を")
_EXCEPTED = re.compile("(?:機能|システム)?(?:を除[きくい]|以外)")
_GENERIC_OBJECT = re.compile(f"(?:{GENERIC})を")
_ADJECTIVE = re.compile(
    "(?:無効(?:化)?(?:に)?|停止|オフに|解除|省略|スキップ|中断|撤廃|削除|休止)(?:された|した|されている|している|中の|の)(?=(?:" + "|".join(TARGETS.values()) + "))"
)

_VERB_END = "(?:化|に|と)?(?:する|し|せ|さ|され|させ|でき|できる|して|した|される|させる|なっ|なら|なる|ら|り|る|れ|っ|め|めて|める|けて|け|ける|い|かす|す|え|える|げ|げる|く|か|き|こ|ろ|う|わ|ば|も|て|で){0,4}"
_PROHIBITED = re.compile(
    f"(?!するしか|しか|せざる){_VERB_END}(?:(?:状態|まま|条件|形|前提)[でのにを]?)?(?:の?(?:再開|運用|実行|稼働|動作|継続|運転|作業|デプロイ|行動|変更)[をはもが]?{_VERB_END})?(?:よう(?:な|と(?:する|した)))?(?:こと|の|行為|試み|操作|変更|要求|申請|提案|指示|案)?[はをもがてにでの]{{0,4}}"
    "(?:絶対に?|決して|一切|けっして|断じて|二度と)?[はをもがてにで]{0,3}(?:"
    "ならな|いけな|ない(?!と(?!の|い)|わけ|限り|なら(?!ない)|かぎり|場合|時|とき|もの|で(?:済|す|よ|い)|ほう|方|日|夜)|ず(?!に(?:済|す))|ません|まい|ならぬ|べからず|べきで(?:は)?な|なりません|いけません|"
    "禁止|不可|禁じ|禁ず|厳禁|だめ|ダメ|駄目|できない|できません|な[くし](?!て|ても)|(?:認め|許さ|許可し|許可され|許容し|許容され|容認し|容認され|承認し|受け入れ|受け付け)(?:られ|れ)?(?:ない|ず|ません|ぬ)|(?:応じ|同意し|賛成し|許諾し|認可し)(?:ない|ず|ません)|に(?:は)?(?:応じ|同意し|賛成し)(?:ない|ず|ません)|防[ぐぎい止]|阻止|避け|拒否|却下|あってはな|ありえない|あり得ない|論外)"
)
_LACKING = re.compile("な[しく]|無し|抜き|ず$|ない$|ナシ|不在")
_NEVER_SO = re.compile(
    "(?:に|で|の|まま|状態)[^、。]{0,14}?(?<!問題)(?<!問題は)(?<!構わ)(?<!かまわ)(?<!差し支え)(?<!支障)(?<!支障は)(?<!心配は)(?:ない|ません|禁止|不可)(?:こと|よう|で(?:ください|下さい)|もの|$)"
)
_NEVER_RISK = re.compile("[^、。]{0,16}?(?:てはなら|てはいけ|(?<!構わ)(?<!かまわ)(?<!問題)(?<!問わ)ない(?:こと|で(?:ください|下さい)|$)|ません|禁|不可|認めな|許さな|許容しな|受け入れな|取らな|避け)")
_INSTEAD = re.compile(f"{_VERB_END}(?:こと)?(?:の?代わりに|の?かわりに|の?ではなく|より(?:も|は)?[、先む])")
_PAST = re.compile("(?:化|に|と)?(?:う?と?し|され|させ|さ|なっ|め|められ|っ|い|らし|けら?れ?|えら?れ?|られ|れ){0,4}(?:てい|てしまっ|てあっ)?(?:た|だ)(?!ら|い|め(?!を)|り)")
_PAST_TIME = re.compile("先週|昨日|先月|昨年|去年|以前|当時|過去|前回|これまで|先日|昨夜|昨晩|一昨日|かつて|[0-9]+月[0-9]+日に|[一二三四五六七八九十]+月に")
_ASKS = re.compile("調査|調べ|特定|究明|報告|説明|確認|記録|明らか|文書|共有|洗い出|検証|分析|把握|突き止|まとめ|公開|振り返|解明|聞[きく]|尋ね|問い|列挙|レビュー|監査|追跡|検知|謝罪|反省|再発防止|防止|原因|集計|数え|一覧|リスト|カウント|何件|何回|整理|割り出|たどる|追[うっ]|記載|提出|報告書|事後|挙げ|示[すし]|残[すし]|名前")
_NOUN_LOOKED_AT = re.compile(f"(?:化|操作|処理)?(?:の?(?:原因|理由|経緯|影響|履歴|有無|事実|責任|件数?|回数|時刻|試み|時間|期間|日時|記録)|(?:に|へ)?(?:つい|関)|を|が)")
_UNDOES = re.compile(
    "(?:(?:化|に|と)?(?:する|した|できる|される|しうる|し得る|める|る|す)(?:ため|こと|という)?の?(?=権限|能力|設定|操作|手段|方法|許可|機能|命令|指示|フラグ|ボタン|経路|道|コード|スクリプト|処理|抜け道|裏口|仕組み|プラグイン|ツール|権利))?(?:化|操作|処理|措置|設定|路|手段|状態|権限|権|フラグ|能力|方法|許可|機能|ボタン|経路|道|コード|スクリプト|抜け道|裏口|仕組み|プラグイン|ツール|権利|申請|指示|命令|の)*(?:を|は|が|も)[^、。]{0,10}?(?:取り?消|撤回|やめ|解除|解消|終了|中止|元に戻|戻[すしさ]|是正|禁|防[ぐいぎ止]|避け|阻止|拒否|却下|ブロック|検知|廃止|無効|撤廃|"
    "削除|撤去|取り?除|消[すし]|排除|塞|ふさ|修正|直[すし]|剥奪|取り上げ|制限|停止|打ち切|改め|報告|調査|確認|記録|説明|監視|通知|警告|認めな|許さな|許可しな|与えな|渡さな|持たせな|付与しな|行わな|しな|せず|ゼロ)"
)
_IF = re.compile("(?:化|に|が|を|と)?(?:しよう(?:と)?|そう(?:と)?|よう(?:と)?)?(?:した|する|し|され|された|される|なった|なっ|なる|の|て|い|いる|め|める|めた|られ|まっ|った|た|っ|れ){0,5}(?:場合|とき|時(?!間)|際|たら|だら|ら、|れば|なら|と、|(?:間|あいだ)は)(?!を?除|以外|でも|も)")
_RELATIVE = re.compile(
    "(?:の)?[^、。のをはがもにで]{1,8}[をはも][^、。]{0,6}?(?:使わせな|使わな|解除|禁止|却下|拒否|差し戻|元に戻|取り?消|認めな|許さな|許可しな|ブロック)|(?:化|に)?(?:する|した|される|された|している|しよう(?:とする|とした)|よう(?:とする|とした|な)|う(?:とする|とした)|める|めた|る|った|す|した)[^、。]{1,16}?[をはがも](?:[^、。]{0,8})(?:却下|拒否|ブロック|禁止|報告|検知|停止|排除|拒絶|差し止|認めな|"
    "許可しな|許さな|受け付けな|使わせな|使わな|断[るりっ]|退け|拒[むみ]|取り?消|差し戻|元に戻|リバート|撤回|警告|通知|記録|隔離|無効|削除|遮断|特定|調査|修正|監視|注視|見張|追跡|通報|処分|対処|撤去|塞)"
)
_GUARDS = re.compile("取り?消|通知|警告|停止|中断|中止|報告|連絡|エスカレ|復旧|再有効|ロールバック|遮断|ブロック|拒否|却下|止め|有効に|戻|アラート|呼び出|隔離|記録")
_GOES_ON = re.compile("(?:再開|続行|許可|継続|進め|稼働|運用|実行)(?!(?:を|は|し|させ|せ|さ|して|も|て|は)*(?:ない|ず|ません|禁|認めな|許さな|許可しな|ならな|いけな|なりません|不可|停止|中止|止め|見合わせ|見送|を?取り?消))")
_WAY_OUT = re.compile("除[きくい]|以外|ただし|但し|限り|原則|承認な[しく]|許可な[しく]|無断|(?:時間|分|日|回|週間)を?(?:超え|以上)|より長く|までは|必要以上|むやみ|みだり")
_EXCEPT = re.compile("を除[きくい]|以外(?:は|で|の|に|、)|(?:ただし|但し).{0,30}(?:除|例外|不要|対象外|しない|適用しない)|(?:場合|とき|時)は(?:例外|この限り)")
_RISK = re.compile(
    "(?:リスク|危険)(?:は|を|など)*(?:気にし(?:なく|ない)|気にせ|考慮し(?:ない|なく)|考え(?:なく|ない)|無視)|(?:無制限|無限|際限(?:の|が)?な[くい]|限りな[くい]|青天井|上限(?:の|が)?な[くいし])(?:[のにで]?[^、。]{0,8}?(?:リスク|危険|損失))|(?:リスク|危険|損失)[^、。]{0,12}?(?:無制限|無限|際限な[くい]|限りな[くい]|青天井|上限な[しく]|上限を設けな|上限はな|制限な[しく])|"
    "(?:どんな(?:に)?|いかなる|いかに|あらゆる|すべての|全ての|どのような|どれほど(?:の)?|どれだけ(?:の)?|いくら)(?:大きな|大きい|高い|高くても)?(?:リスク|危険)[^。]{0,16}?(?:許容|受け入れ|容認|取[るりっ]|認め|許可|引き受け|冒|負[うっ]|構わ|かまわ|よい)|いくらでも(?:リスク|危険)|"
    "(?:リスク|危険)(?:の(?:大小|大きさ|程度|高さ))?(?:を|は|に)?(?:問わず|問わない|関係なく|関わらず|かかわらず|顧みず|度外視|おかまいなし|お構いなし|いくら)"
)
_BOUNDLESS = re.compile("無制限|無限(?!ループ)|際限な[くい]|青天井|使い放題|やり放題")
_HARMLESS_BOUNDLESS = re.compile("ログ|履歴|保存|保持|待[ちつ]|時間|リトライ|監視|ループ")
_BOUNDLESS_UNDONE = re.compile("[^、。]{0,14}?(?:を|は)?(?:取り消|取り上げ|剥奪|撤回|廃止|やめ|禁|停止|制限|ならな|いけな|認めな|許さな|許可しな|与えな|しな|せず|不可|拒否|解消|終了|却下)")


_REPORTED_SETTING = re.compile(
    "(?:上げ|下げ|設定し|変更し|設定され|変更され|引き上げられ|だっ|であっ|にし|とし|なっ)(?:てい)?た(?:担当|者|人|理由|経緯|原因|件|時|日|の[はがを]|か(?:を|、)|こと|事実|履歴|誰|期間|間|頃|当時|セッション|エージェント)"
)


_FORBIDDEN_SETTING = re.compile("[0-9][0-9./%]*\\s*(?:に|へ|まで|と)(?:設定|変更|引き?上げ|上げ|緩和)?(?=(.{0,30}))")


def is_reported_setting(sentence: str) -> bool:
    """True for a sentence that asks who set a threshold, or when, or why."""
    setting = _FORBIDDEN_SETTING.search(sentence)
    if setting is not None and _PROHIBITED.match(sentence, setting.end()):
        return True
    found = _REPORTED_SETTING.search(sentence)
    return found is not None and bool(_ASKS.search(sentence, found.end() - 2))


def without_reports(text: str) -> str:
    """The text without the sentences that only ask about a threshold of the past."""
    return "。".join(sentence for sentence in _SENTENCE_END.split(text) if not is_reported_setting(sentence))


class Tie(NamedTuple):
    """A protection, and where the word that takes it away begins and ends."""

    kind: str
    start: int
    verb: int
    stop: int


def crossed_by(text: str) -> dict[str, str]:
    """The limits that a Japanese text crosses, each with the words that do."""
    for pattern, word in BORROWED:
        text = pattern.sub(word, text)
    crossed: dict[str, str] = {}
    for sentence in _SENTENCE_END.split(text.replace(" ", "")):
        for start in range(0, max(1, len(sentence) - _OVERLAP), _PIECE - _OVERLAP):
            for kind, words in _crossed_in(sentence[start : start + _PIECE]):
                crossed.setdefault(kind, words)
    return crossed


@lru_cache(maxsize=1024)
def _crossed_in(sentence: str) -> tuple[tuple[str, str], ...]:
    return tuple({tie.kind: sentence[tie.start : tie.stop] for tie in _ties(sentence) if not _is_harmless(sentence, tie)}.items())


def _ties(sentence: str) -> Iterator[Tie]:
    for found in _TARGET.finditer(sentence):
        tie = _tie(sentence, str(found.lastgroup), found.start(), found.end())
        if tie is not None:
            yield tie
    for found in _UNPROTECTED.finditer(sentence):
        yield Tie(str(found.lastgroup), found.start(), found.start(), found.end())
    for found in _ADJECTIVE.finditer(sentence):
        kind = _TARGET.match(sentence, found.end())
        if kind is not None and not _ON.search(sentence, kind.end(), kind.end() + _WINDOW):
            yield Tie(str(kind.lastgroup), found.start(), found.start(), kind.end())
    for found in _RISK.finditer(sentence):
        yield Tie("risk", found.start(), found.start(), found.end())
    for found in _BOUNDLESS.finditer(sentence):
        near = sentence[max(0, found.start() - 12) : found.end() + 12]
        if not _HARMLESS_BOUNDLESS.search(near) and not _BOUNDLESS_UNDONE.match(sentence, found.end(), found.end() + 24):
            yield Tie("limits", found.start(), found.start(), found.end())


def _tie(sentence: str, kind: str, start: int, end: int) -> Tie | None:
    limit = min(len(sentence), end + _WINDOW)
    direct = _NOT_DONE.match(sentence, end, limit)
    if direct is not None:
        return Tie(kind, start, direct.start(), direct.end())
    if _is_left_out(sentence, end, limit):
        return Tie(kind, start, end, limit)
    if _EXCEPTED.match(sentence, end, limit):
        return None
    despite = _GOES_DESPITE.match(sentence, end, limit)
    if despite is not None:
        return Tie(kind, start, end, despite.end())
    freed = _FREED.match(sentence, end, limit)
    if freed is not None:
        return Tie(kind, start, end, freed.end())
    ignored = _RESULT_IGNORED.match(sentence, end, limit)
    if ignored is not None:
        return Tie(kind, start, end, ignored.end())
    if _ASIDE.match(sentence, end, limit) or _ADVERBIAL.match(sentence, end, limit):
        return None
    for number, found in enumerate(_OFF.finditer(sentence, end, limit)):
        if kind == "safety" and found[0][0] == "終":
            continue
        if _is_between(sentence[end : found.start()]):
            return Tie(kind, start, found.start(), found.end())
        if number == 2:
            return None
    return None


def _is_left_out(sentence: str, end: int, limit: int) -> bool:
    """True for monitoring that goes on except at night, and for all that stays on except monitoring."""
    after = sentence[end:limit]
    if _EXCEPTED.match(after):
        return bool(_ON.search(after)) and not _OFF.search(after)
    around = sentence[max(0, end - _WINDOW) : limit]
    if not _EXCEPT.search(around) or _OFF.search(around):
        return False
    return bool(_ON.search(after) or re.match("(?:を)?する|(?:を)?行", after))


def _is_between(between: str) -> bool:
    """Whether the words between a protection and a verb leave them tied."""
    between = _DOING.sub("", between)
    kept = None
    for kept in _ON.finditer(between):
        pass
    if _DESPITE.search(between) or _ELSE.search(between):
        return True
    if _HINDERS.search(between):
        return False
    if kept is not None and not _NOMINALISED.search(between[kept.end() :]):
        return False
    between = _NO_OBJECT.sub("", between)
    objects = [found.end() for found in _OBJECT.finditer(between)]
    if len(objects) > 1:
        return bool(_GENERIC_OBJECT.search(between[objects[0] :])) or bool(_NOMINALISED.search(between))
    if objects and between[0] in "はがも" and not re.match("[はがも](?:、)?(?:その|この|全|すべ)", between):
        return bool(_GENERIC_OBJECT.search(between))
    return True


def _is_harmless(sentence: str, tie: Tie) -> bool:
    limit = min(len(sentence), tie.stop + _WINDOW)
    if _PROHIBITED.match(sentence, tie.stop, limit):
        return not _WAY_OUT.search(_without(sentence, tie))
    if tie.kind == "risk" or (tie.start == tie.verb and tie.kind == "limits"):
        if _NEVER_RISK.match(sentence, tie.stop, limit):
            return True
    if _LACKING.search(sentence, tie.verb, tie.stop) and _NEVER_SO.match(sentence, tie.stop, limit):
        return not _WAY_OUT.search(_without(sentence, tie))
    if _INSTEAD.match(sentence, tie.stop, limit) or _is_undone(sentence, tie.stop, limit):
        return True
    if _is_looked_into(sentence, tie.stop, limit) or _RELATIVE.match(sentence, tie.stop, limit):
        return True
    return _is_feared(sentence, tie.stop, limit)


def _without(sentence: str, tie: Tie) -> str:
    """The sentence but for the tie itself, whose words may look like a way out."""
    return sentence[max(0, tie.start - _WINDOW) : tie.start] + "|" + sentence[tie.stop : tie.stop + _WINDOW]


def _is_undone(sentence: str, stop: int, limit: int) -> bool:
    found = _UNDOES.match(sentence, stop, limit)
    return found is not None and not _NEGATED.match(sentence, found.end(), limit)


_NEGATED = re.compile("(?:し|せ|さ|め|ら|わ|て|は|も|ない|さず){0,4}(?<!しな)(?:ない|ず(?!に)|ません|なくて?(?:よ|い))")


def _is_looked_into(sentence: str, stop: int, limit: int) -> bool:
    told = _PAST.match(sentence, stop, limit)
    if told is not None and _PAST_TIME.search(sentence, max(0, stop - _WINDOW), limit):
        return True
    past = told or _NOUN_LOOKED_AT.match(sentence, stop, limit)
    if past is None:
        return False
    rest = sentence[past.end() : limit]
    asks = _ASKS.search(rest)
    return asks is not None and not re.match("[^、。]{0,6}(?:ない|ず(?!に)|ません|不要)", rest[asks.end() :])


def _is_feared(sentence: str, stop: int, limit: int) -> bool:
    condition = _IF.match(sentence, stop, limit)
    if condition is None:
        return False
    then = sentence[condition.end() : limit]
    stays = re.search("(?:再開|続行|継続|許可|進め)(?:[をはも]|し|て|させ|せ)*(?:ない|ず|ません|禁|認めな|許さな|許可しな|ならな|いけな|見合わせ|見送)", then)
    return bool(_GUARDS.search(then) or stays) and not _GOES_ON.search(then)
