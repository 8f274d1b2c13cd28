"""A Japanese sentence behind a protection as tokens: what each of them does to what was said before."""

import re
from functools import lru_cache

from quorate.limits.japanese import words as w

# an obligation, a permission, or a set phrase that looks like a negation: nothing is turned round
_IDIOMS = (
    "な(?:ければ|きゃ|くて?は|いと|くちゃ)(?:なら|いけ|だめ)(?:な[いく]|ません|ぬ)?|ねばな(?:らない|りません|らぬ)|"
    "ざるを得な[いく]|ないわけに[はも]いか(?:ない|ません)|しか(?:ない|ありません)|ほかない|"
    "(?:問題|差し支え|支障|心配|懸念|異論|異存)(?:は|も|が)?(?:ない|なく|ありません)|構わ(?:ない|ず|なく)|構いません|"
    "かまわ(?:ない|ず)|かまいません|(?:だけ|のみ)で(?:は)?なく|のみならず|間違いなく|例外な[くし]に?|もれなく|漏れなく|"
    "遅滞なく|滞りなく|まもなく|少なくとも?|やむを得[なず]|仕方な|否応なく|"
    "(?:例外|特例)(?:は|を|も)?(?:一切)?(?:認め|設け|許さ)(?:ない|ず|ません)|ためらわ(?:ない|ず)|ためらうな|"
    "迷わ(?:ない|ず)|"
    "遠慮(?:なく|せず|しない|は(?:いらない|不要))|恐れ(?:ず|るな|ない)|躊躇(?:なく|せず|しない|うな|するな)|"
    "を(?:もって|以て|機に|通じ|踏まえ|含め|問わず|前提|条件|目途|もとに|基に)|"
    "いつでも|何度でも|誰でも|どこでも|とはいえ|必ず|まず|ずつ|わずか|思わず|まじめ|なお|ないし"
)
_CONDITIONS = (
    "たら|だら|(?<=[えけせてねべめれげ])ば|場合|とき(?!ど)|(?<!一)(?<!臨)(?<!常)(?<!随)時(?!間|刻|期|点|限|系)|時間帯|"
    "際(?!限)|なら(?!な|ぬ|び)|(?<=[るいたう])と(?=、)|"
    "(?<=[るすくうつぬむぶぐ])と(?=[一-鿿ァ-ヶ]{2})(?![決定宣言明約合判取考思認伝通報同])|次第(?!で)|限り(?!に)|かぎり|"
    "(?:間|うち|あいだ)(?:は|に)|たび|事態"
)
_NEGATIONS = (
    "ない|なき|ず(?!れ)|ぬ(?!け)|(?:あり)?ません|なく|なかっ|なし|無し|ナシ|無[いくき]|"
    "(?<=[るすくつぐぶむう])な(?=よ?ね?(?:$|[、」])|と)|まい(?=$|、)"
)
_UNTIL = (
    "まで|前[にの]|(?<!前)後[にのは、]|以降|ので(?!は)|ため(?!ら)|ながら|つつ|から(?=、)|てから|のち|だけ|代わり|かわり"
)
# of two that begin at the same place the first is meant
_TOKENS = {
    "idiom": _IDIOMS,
    "except": "を除[きくい](?:て)?|以外|を抜き",
    "discretion": w.DISCRETION,
    "refuses": w.REFUSES,
    "undoes": w.UNDOES,
    "enables": w.ENABLES,
    "weakens": w.WEAKENS,
    "lowers": w.LOWERS,
    "oversteps": w.OVERSTEPS,
    "condition": _CONDITIONS,
    "not": _NEGATIONS,
    "keeps": w.KEEPS,
    "permits": w.PERMITS,
    "observes": w.OBSERVES,
    "despite": "[てで]も(?!ら[うい])|(?:おう|よう|ろう)と(?!する|した|し)(?=[^い])|にもかかわらず|とも(?=、)",
    "state": "まま|状態|前提|条件|(?:う|上)え?で|形で|環境|モード",
    "until": _UNTIL,
    "object": "を",
    "subject": "[がは]|も(?![のう])",
    "pause": "、|,",
}
TOKEN = re.compile("|".join(f"(?P<{name}>{words})" for name, words in _TOKENS.items()))


@lru_cache(maxsize=64)
def tokens_of(sentence: str) -> tuple[re.Match[str], ...]:
    """Every token of a sentence, also those that begin inside another one."""
    found: list[re.Match[str]] = []
    token = TOKEN.search(sentence)
    while token is not None:
        found.append(token)
        token = TOKEN.search(sentence, token.start() + 1)
    return tuple(found)


INFLECTION = re.compile(
    "(?:化|に|と)?(?:する|し(?!かな|かあ)|せ|さ|され|させ|でき|できる|した(?!ら)|だった|だっ|される|させる|なっ|なら|なる|ら|り|"
    "る|れ|っ|め|める|"
    "けて|け|ける|い|かす|す|え|える|げ|げる|く|か|き|こ|ろ|う|わ|べ|び|ぶ|まっ|まる|ん|た(?![らり])|だ(?![らり])){0,4}"
    "(?:て(?:い|あ|お)(?:る|た(?!ら)|っ|く|き)?(?:た(?!ら))?)?"
)
# made void without a word of taking away: passed by decree, held closed, put behind something else
_VOIDED = {
    "safety": (
        "の?(?:回数|数|件数)を?(?:半分|半減|減ら|間引)|"
        "[はをがもに][^、。]{0,6}?(?:(?:済んだ|通った|終わった|合格した|成功した|パスした|通過した|完了した|行った|"
        "実施した)"
        "(?:もの|こと)[とに](?=する|し|みな|見な|扱)|(?:合格|成功|済み|通過|完了|パス)(?:扱い[にと]?|と)(?=する|し|"
        "みな|見な)|"
        "(?:後|あと|事後)(?:で|に|から)(?:行|実施|する|やる|回)|"
        "(?:常に|必ず|無条件に?)(?:合格|成功|真|true)[^、。]{0,4}?(?:返|とな|とす|する|通)|"
        "(?:空の|ダミー|スタブ|モック)[^、。]{0,10}?(?:差し替|置き換|入れ替))"
    ),
    "breaker": (
        "(?:が|を|は)?[^、。]{0,4}?(?:落ち|作動し|開か|トリップし|働か)ないよう(?:に)?(?:固定|細工|押さえ|設定|外|し)|"
        "[をはが](?:閉じた|入れた|入った|オンの)(?:まま|状態)(?:で|に)?固定|[をはも](?:絶対に|決して|"
        "一切)?落とさ(?:ない|ず)|"
        "の(?:作動|動作|トリップ)[をはも](?:禁止|禁じ|禁ず|抑止|妨げ|許さな|認めな)"
    ),
}
_IGNORED = (
    "の?(?:結果|判定|指摘|警告|失敗|エラー|違反|通知)(?:は|を|も|が)?[^、。]{0,12}?(?:無視|軽視|度外視|問わない|"
    "覆[すし])|"
    "(?:の(?:結果|有無|判定|可否|合否))?に(?:かかわらず|関わらず|関係なく|よらず)|"
    "より[もは]?[^、。]{0,6}(?:上に|先に|前に)(?:置|立|来|す)|より[もは]?[^、。]{0,12}優先|"
    "に[はも]?(?:構わ|かまわ|頓着[しせ])(?:な|ず)|の前にデプロイ|の先(?:まで|へ)|を[^、。]{0,8}?(?:お知らせ|通知|目安|警告|注意|助言|参考|努力目標|ダミー|空)"
    "[^、。]{0,3}?[にへと](?:置き換|差し替|変え|変更|格下げ|する)|の(?:外|埒外|枠外|圏外|範囲外)(?=[にでへと])"
)
VOIDED = {kind: re.compile(f"{words}|{_IGNORED}") for kind, words in _VOIDED.items()}
IGNORED = re.compile(_IGNORED)
NOUN = re.compile("[一-鿿ァ-ヶーa-z0-9]")
GENERIC = re.compile(f"(?:{w.GENERIC})+")
NAMED_GENERIC = re.compile(f"(?:との|という|とする|よと)(?:{w.GENERIC})$")
GOES_ON = re.compile(w.GOES_ON)
STOPS_AGENT = re.compile(w.STOPS_AGENT)
PERMITTED = re.compile("(?:よ[いくろ]|良[いく]|いい|可|構|かま|問題|差し支|支障|かろう|結構|オーケー|ok)")
JOINS = re.compile("て(?!い|お|あ|は|も|く|下|ほし|欲|よ|良|構|な|頂|もら|しま|み|ゆ)")
FREED = re.compile("(?:の?(?:対象|適用|範囲|管理|下|枠|網|リスト|一覧|目|監視|者))*から")
LEAVES = re.compile("放置|放[っし]|看過|見逃|見過ご|無視|軽視|放任")
OR = re.compile("(?:化|し)?(?:や|・|または|又は|か|及び|および|たり|だり|もしくは|若しくは|、|と|ないし|や、|と、|,)")
# the same protection again, without naming it: 監視を有効とし、夜間だけは止める
AGAIN = re.compile("(?:だけは?|のみ|に限(?:り|って)|今後も|今回も|改めて|再び|再度|引き続き|そのまま)、?$")
NIGHTS = re.compile("夜|週末|土日|深夜|休日")
