"""The same limits in Japanese: from a protection on, every word that turns it round is counted.

In Japanese what stands behind a word governs it, so a protection is read from left to right: 監視停止の禁止を解く turns it
round three times, and what is left is weakened.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple
from unicodedata import normalize

from quorate.limits.japanese import words as w
from quorate.limits.japanese.risk import boundless

_PIECE, _OVERLAP = 600, 140
_BORROWED = tuple((re.compile(pattern), word) for pattern, word in w.BORROWED)
SENTENCE_END = re.compile(r"[。！？!?;\n()\[\]/]|\.(?=\s|$)")
PROTECTION = re.compile("|".join(f"(?P<{kind}>{words})" for kind, words in w.PROTECTIONS.items()))
_UNPROTECTED = re.compile("|".join(f"(?P<{kind}>{words})" for kind, words in w.UNPROTECTED.items()))
_ASIDE = re.compile(w.ASIDE)
_GENERIC = re.compile(f"(?:{w.GENERIC})+")
_INFLECTION = (
    "(?:化|に|と)?(?:する|し|せ|さ|され|させ|でき|できる|した(?!ら)|だった|だっ|される|させる|なっ|なら|なる|ら|り|る|れ|っ|め|める|め|けて|け|ける|い|"
    "かす|す|え|える|げ|げる|く|か|き|こ|ろ|う|わ|べ|び|ぶ|まっ|まる|ん|い|た(?![らり])|だ(?![らり])){0,4}(?:て(?:い|あ|お)(?:る|た(?!ら)|っ|く|き)?(?:た(?!ら))?)?"
)
_TOKENS = (
    # an obligation, or a permission, turns nothing round
    ("idiom", (
        "な(?:ければ|きゃ|くて?は|いと|くちゃ)(?:なら|いけ|だめ)(?:な[いく]|ません|ぬ)?|ねばな(?:らない|りません|らぬ)|ざるを得な[いく]|"
        "(?:問題|差し支え|支障|心配|懸念|異論|異存)(?:は|も|が)?(?:ない|なく|ありません)|構わ(?:ない|ず|なく)|構いません|かまわ(?:ない|ず)|"
        "かまいません|(?:だけ|のみ)で(?:は)?なく|のみならず|しか(?:ない|ありません)|ほかない|間違いなく|例外な[くし]に?|もれなく|漏れなく|"
        "遅滞なく|滞りなく|まもなく|少なくとも?|やむを得[なず]|仕方な|否応なく|だけでなく|(?:例外|特例)(?:は|を|も)?(?:一切)?(?:認め|設け|許さ)(?:ない|ず|ません)|"
        "ためらわ(?:ない|ず)|迷わ(?:ない|ず)|遠慮(?:なく|せず|しない|は(?:いらない|不要))|恐れ(?:ず|るな|ない)|躊躇(?:なく|せず|しない|うな|するな)|"
        "ないわけに[はも]いか(?:ない|ません)|ためらうな|をもって|を以て|を機に|を通じ|を踏まえ|を含め|を問わず|を前提|を条件|を目途|をもとに|を基に|"
        "いつでも|何度でも|誰でも|どこでも|とはいえ|必ず|まず|ずつ|わずか|思わず|まじめ|なお|ないし"
    )),
    ("except", "を除[きくい](?:て)?|以外|を抜き"),
    ("discretion", w.DISCRETION),
    ("refuses", w.REFUSES),
    ("undoes", w.UNDOES),
    ("enables", w.ENABLES),
    ("weakens", w.WEAKENS),
    ("lowers", w.LOWERS),
    ("oversteps", w.OVERSTEPS),
    ("condition", (
        "たら|だら|(?<=[えけせてねべめれげ])ば|場合|とき(?!ど)|(?<!一)(?<!臨)(?<!常)(?<!随)時(?!間|刻|期|点|限|系)|時間帯|際(?!限)|なら(?!な|ぬ|び)|(?<=[るいたう])と(?=、)|(?<=[るすくうつぬむぶぐ])と(?=[一-鿿ァ-ヶ]{2})(?![決定宣言明約合判取考思認伝通報同])|次第(?!で)|限り(?!に)|かぎり|"
        "(?:間|うち|あいだ)(?:は|に)|たび|事態"
    )),
    ("not", "ない|なき|ず(?!れ)|ぬ(?!け)|(?:あり)?ません|なく|なかっ|なし|無し|ナシ|無[いくき]|(?<=[るすくつぐぶむう])な(?=よ?ね?(?:$|[、」])|と[はのい])|まい(?=$|、)"),
    ("keeps", w.KEEPS),
    ("observes", w.OBSERVES),
    ("despite", "[てで]も|(?:おう|よう|ろう)と(?!する|した|し)(?=[^い])|にもかかわらず|とも(?=、)"),
    ("state", "まま|状態|前提|条件|(?:う|上)え?で|形で|環境|モード"),
    ("until", "まで|前[にの]|(?<!前)後[にのは、]|以降|ので(?!は)|ため(?!ら)|ながら|つつ|から(?=、)|てから|のち|だけ|代わり|かわり"),
    ("object", "を"),
    ("subject", "[がは]|も(?![のう])"),
    ("pause", "、|,"),
)  # fmt: skip
_TOKEN = re.compile("|".join(f"(?P<{name}>{words})" for name, words in _TOKENS))
_INFLECTED = re.compile(_INFLECTION)
_GOES_ON = re.compile(w.GOES_ON)
_STOPS_AGENT = re.compile(w.STOPS_AGENT)
_PERMITTED = re.compile("(?:よ[いくろ]|良[いく]|いい|可|構|かま|問題|差し支|支障|かろう|結構|オーケー|ok)")
_JOINS = re.compile("て(?!い|お|あ|は|も|く|下|ほし|欲|よ|良|構|な|頂|もら|しま|み|ゆ)")
_WAY_OUT = re.compile(
    "(?<![り取削免])除[きくい]|以外|ただし|但し|限り|原則|承認な[しく]|許可な[しく]|無断|(?:時間|分|日|回|週間)を?(?:超え|以上)|より長く|までは|"
    "必要以上|むやみ|みだり|不必要"
)
_PAST_TIME = re.compile(
    "先週|昨日|先月|昨年|去年|以前|当時|過去|前回|これまで|先日|昨夜|昨晩|一昨日|かつて|[0-9]+月[0-9]+日に|[一二三四五六七八九十]+月に"
)
# made void without a word of taking away: held closed, passed by decree, last in order
_SPECIAL = {
    "safety": re.compile(
        "の?(?:回数|数|件数)を?(?:半分|半減|減ら|間引)|"
        "[はをがもに][^、。]{0,6}?(?:(?:済んだ|通った|終わった|合格した|成功した|パスした|通過した|完了した|行った|実施した)"
        "(?:もの|こと)[とに](?=する|し|みな|見な|扱)|(?:合格|成功|済み|通過|完了|パス)(?:扱い[にと]?|と)(?=する|し|みな|見な)|"
        "は?(?:後|あと|事後)(?:で|に|から)(?:行|実施|する|やる|回)|(?:常に|必ず|無条件に?)(?:合格|成功|真|true)[^、。]{0,4}?(?:返|とな|とす|する|通)|"
        "(?:空の|ダミー|スタブ|モック)[^、。]{0,10}?(?:差し替|置き換|入れ替))"
    ),
    "breaker": re.compile(
        "(?:が|を|は)?[^、。]{0,4}?(?:落ち|作動し|開か|トリップし|働か)ないよう(?:に)?(?:固定|細工|押さえ|設定|外|し)|"
        "[をはが](?:閉じた|入れた|入った|オンの)(?:まま|状態)(?:で|に)?固定|[をはも](?:絶対に|決して|一切)?落とさ(?:ない|ず)|"
        "の(?:作動|動作|トリップ)[をはも](?:禁止|禁じ|禁ず|抑止|妨げ|許さな|認めな)"
    ),
}
_IGNORED = re.compile(
    "の?(?:結果|判定|指摘|警告|失敗|エラー|違反|通知)(?:は|を|も|が)?[^、。]{0,6}?(?:無視|軽視|度外視|問わない|覆[すし])|"
    "(?:の(?:結果|有無|判定|可否|合否))?に(?:かかわらず|関わらず|関係なく|よらず)|より[もは]?[^、。]{0,6}(?:上に|先に|前に)(?:置|立|来|す)|"
    "に[はも]?(?:構わ|かまわ|頓着[しせ])(?:な|ず)|より[もは]?[^、。]{0,12}優先|の前にデプロイ|の(?:外|埒外|枠外|圏外|範囲外)(?=[にでへと])"
)
_FREED = re.compile("(?:の?(?:対象|適用|範囲|管理|下|枠|網|リスト|一覧|目|監視|者))*から")
_ADJECTIVE = re.compile(
    "(?:無効(?:化)?(?:に)?|停止|オフに|解除|省略|スキップ|中断|撤廃|削除|休止|切れ|止まっ)(?:された|した|されている|している|て(?:い)?る|てい?た|していた|されていた|た|"
    "中の|の)$"
)
_LEAVES = re.compile("放置|放[っし]|看過|見逃|見過ご|無視|軽視|放任")
_OR = re.compile("(?:化|し)?(?:や|・|または|又は|か|及び|および|たり|だり|もしくは|若しくは|、|と|ないし|や、|と、|,)")
_STRANGE = re.compile("[をはがも](?!する(?:こと)?$|します$|行|お|こと$).{2,}")
_ADJUSTS = re.compile(w.ADJUSTS)
_SCREEN = re.compile(w.SCREENS)
_NOUN = re.compile("[一-鿿ァ-ヶーa-z0-9]")
_PLAIN = tuple("るすくつぬむぶぐうただい")
_ITEM = re.compile(r"(?:^|\s)[0-9]{1,2}[.):]?(?=[一-鿿ァ-ヶ]{2})(?![0-9]*[一-鿿]?(?:時|分|秒|日|回|件|名|人|週|年|月|割|個|%))")
# words worth finding again when a letter is missing, doubled or in the wrong place
_LONG = ("サーキットブレーカー", "ガバナンス", "モニタリング", "ガードレール", "ブレーカー", "セーフティチェック")
_DOUBLED = re.compile(r"([ァ-ヴ])\1+")
_KATAKANA = re.compile("[ァ-ヶー]{4,}")
_SLIPS = {
    slip: word
    for word in _LONG
    for place in range(1, len(word))
    for slip in (
        word[:place] + normalize("NFD", word[place])[0] + word[place + 1 :],
        word[:place] + word[place + 1 :], word[: place - 1] + word[place] + word[place - 1] + word[place + 1 :],
    )
}
_WEAK, _FIRM = -1, 1


class _Reading(NamedTuple):
    """How a protection stands after some words: weakened, firm, or nothing said (0), and how these words hang on it."""

    value: int = 0
    turns: int = 0
    mode: str = ""
    is_past: bool = False
    is_other: bool = False
    goes_on: bool = False


class Tie(NamedTuple):
    """A protection that is weakened, and the words that do."""

    kind: str
    words: str


def crossed_by(text: str) -> dict[str, str]:
    """The limits that a Japanese text crosses, each with the words that do."""
    for pattern, word in _BORROWED:
        text = pattern.sub(word, text)
    crossed: dict[str, str] = {}
    text = _KATAKANA.sub(lambda run: _SLIPS.get(run[0], run[0]), _DOUBLED.sub(r"\1", text))
    text = re.sub("[。.](?=ただし|但し)", "、", _ITEM.sub("。", text).replace(" ", "")).replace("「", "").replace("」", "")
    for sentence in SENTENCE_END.split(text):
        for start in range(0, max(1, len(sentence) - _OVERLAP), _PIECE - _OVERLAP):
            for kind, words in _crossed_in(sentence[start : start + _PIECE]):
                crossed.setdefault(kind, words)
    return crossed


@lru_cache(maxsize=1024)
def _crossed_in(sentence: str) -> tuple[tuple[str, str], ...]:
    return tuple({kind: words for kind, words in _ties(sentence)}.items())


def _ties(sentence: str) -> Iterator[Tie]:
    for found in PROTECTION.finditer(sentence):
        yield from _weakened(sentence, str(found.lastgroup), found.start(), found.end(), _Reading())
    for found in _UNPROTECTED.finditer(sentence):
        yield from _weakened(sentence, str(found.lastgroup), found.start(), found.end(), _Reading(_WEAK, 1))
    for kind, start, end in boundless(sentence):
        yield from _weakened(sentence, kind, start, end, _Reading(_WEAK, 1))


def _weakened(sentence: str, kind: str, start: int, end: int, reading: _Reading) -> Iterator[Tie]:
    reader = _Reader(sentence, kind, start, end, reading)
    if reader.is_weakened():
        yield Tie(kind, sentence[start : reader.place])


class _Reader:
    """Reads on from a protection to the end of the sentence."""

    def __init__(self, sentence: str, kind: str, start: int, end: int, reading: _Reading) -> None:
        self.sentence, self.kind, self.start, self.place = sentence, kind, start, end
        self.end = end
        self.now = reading
        self.is_frees = False
        self.is_topic = False
        self.last = ""  # the last predicate
        self.attributive = False
        self.nominal = self.excepted = self.last_turned = False
        self.last_end = end
        self.done: bool | None = None
        self.has_number = False
        self.is_free = bool(reading.value)
        self.start_of_rest = end

    def is_weakened(self) -> bool:
        s = self.sentence
        special = _SPECIAL.get(self.kind)
        found = _IGNORED.match(s, self.end) or (special.match(s, self.end) if special else None)
        if found is not None:
            self.now, self.place, self.last = _Reading(_WEAK, 1), found.end(), found[0]
        elif not self.now.value:
            if _ASIDE.match(s, self.end) or (s[self.start : self.end] == "モニター" and _SCREEN.search(s[: self.start])):
                return False
            self.is_frees = _FREED.match(s, self.end) is not None
            generic = _GENERIC.match(s, self.end) if not re.match("の(?:[^一-鿿]|な)", s[self.end:self.end+2]) else None
            self.place = generic.end() if generic else self.end
            if generic and re.match("な[いくし]", s[self.place:]) and s[self.place-1]=="の":
                self.place -= 1
        self.has_number = self.kind == "limits" and re.match("[^、。]{0,6}[0-9]", s[self.place :]) is not None
        self.start_of_rest = self.place
        self.is_adverbial = re.match("[にで](?!対|関|つい|かか|おけ|の)|へ|まで", s[self.place :]) is not None
        self.is_topic = re.match("は|も|に(?:ついて|関して)", s[self.place :]) is not None or s[self.place : self.place + 1] in ("は", "も")
        for found in _TOKEN.finditer(s, self.place):
            if found.start() < self.place:
                continue
            self.read(found)
            if self.done is not None:
                return self.done
        return self.result()

    def result(self) -> bool:
        now, s = self.now, self.sentence
        before = s[max(0, self.start - 70) : self.start]
        if now.value == _WEAK:
            if now.mode == "condition":
                return now.goes_on
            if now.mode in ("", "relative") and self.nominal and now.is_past:
                return now.goes_on
            if now.mode == "despite":
                return True
            return not (self.tail_is_past() and _PAST_TIME.search(s))
        if now.mode == "despite":
            return now.goes_on
        around = before + "|" + s[self.start_of_rest :]
        if now.value == _FIRM and now.turns >= 2:
            return _WAY_OUT.search(around) is not None and now.mode != "condition"
        if self.excepted and now.value == _FIRM:
            return True
        if self._is_strange():
            return True
        excepted = re.search("(?:を除[きくい]て?|以外(?:は|で|の|に|、)?)[^、。]{0,2}、?", before)
        if excepted and not re.search("でき|られ", s[self.end:]):
            return now.value == _FIRM or bool(re.match("を?(?:する|行|る)", s[self.end:]))
        if _ADJECTIVE.search(before) and not re.search(w.UNDOES + "|" + w.ENABLES + "|再開|解消", s[self.end:]) and now.value == 0:
            return not re.search(w.OBSERVES, s[self.end:])
        return False

    def _is_strange(self) -> bool:
        """True where nothing known is done to a protection: what is not known to keep it may take it away."""
        if self.now.value or self.now.mode or self.has_number or self.is_free:
            return False
        rest = self.sentence[self.start_of_rest :]
        return _STRANGE.match(rest) is not None and not _ADJUSTS.search(rest[-9:]) and not re.search(w.OBSERVES + "|(?:ならない|いけない|禁止|不可|るな|すな)$", rest)

    def tail_is_past(self) -> bool:
        return re.search("(?:た|ました|だった|であった)(?:こと|もの)?$", self.sentence) is not None

    def read(self, found: re.Match[str]) -> None:
        name = str(found.lastgroup)
        if self.now.mode == "joined" and self.now.value == _WEAK and name != "refuses":
            self.place = max(self.place, found.end())
            return
        gap = self.sentence[self.place : found.start()]
        # a head noun behind an attributive verb
        if self.attributive and (_NOUN.search(gap) or (not gap and _NOUN.match(found[0]))):
            self.nominal = True
            if not _GENERIC.fullmatch(gap.strip("のでにへと")) and self.now.mode == "":
                self.now = self.now._replace(mode="relative")
            self.attributive = False
        getattr(self, "on_" + name)(found, gap)
        self.place = max(self.place, found.end())

    def on_idiom(self, found: re.Match[str], gap: str) -> None:
        self.now = self.now._replace(goes_on=self.now.goes_on or bool(_PERMITTED.match(found[0])))

    def on_object(self, found: re.Match[str], gap: str) -> None:
        if gap.endswith(("これ", "それ")):
            self.now = self.now._replace(is_other=False)
            return
        if self.place == self.start_of_rest and not self.last:
            return
        if re.search(f"(?:との|という|とする|よと)(?:{w.GENERIC})$", gap):
            return
        if _NOUN.search(gap) and not _GENERIC.fullmatch(gap.lstrip("のにでへとてやか、")) and self.now.mode != "relative" and not self.attributive:
            self.now = self.now._replace(is_other=True)

    def on_subject(self, found: re.Match[str], gap: str) -> None:
        if found[0] == "が" and self.is_topic and not self.now.value and _NOUN.search(gap):
            self.now = self.now._replace(is_other=True)

    def on_pause(self, found: re.Match[str], gap: str) -> None:
        is_settled = self.now.mode == "relative" and self.now.value == _FIRM
        if self.now.value and self.last and (not self.now.mode or is_settled) and not gap.endswith(("は", "も", "を", "に")):
            self.now = self.now._replace(mode="joined", is_other=False)
        self.attributive = False

    def inflect(self, found: re.Match[str]) -> None:
        inflected = _INFLECTED.match(self.sentence, found.end())
        stop = inflected.end() if inflected else found.end()
        # a negation begins in the inflection's letters
        self.place = stop
        tail = self.sentence[found.start() : stop]
        ahead = self.sentence[stop : stop + 1]
        self.attributive = tail.endswith(_PLAIN) and bool(_NOUN.match(ahead))
        self.attributive = self.attributive or tail.endswith("り") and ahead == "方"
        if self.attributive:
            self.now = self.now._replace(is_past=tail.endswith(("た", "だ")))
        self.last = found[0]
        self.last_end = stop
        if found.lastgroup == "not":
            return
        is_settled = self.now.mode == "relative" and self.now.value == _FIRM
        if _JOINS.match(self.sentence, stop) and self.now.value and (not self.now.mode or is_settled):
            self.now = self.now._replace(mode="joined", is_other=False)

    def turn(self, found: re.Match[str]) -> None:
        self.last_turned = True
        value = -self.now.value if self.now.value else _WEAK
        self.now = self.now._replace(value=value, turns=self.now.turns + 1)
        self.inflect(found)

    def on_weakens(self, found: re.Match[str], gap: str) -> None:
        now = self.now
        self.last = found[0]
        if now.is_other and not self.is_frees and not (now.value == _WEAK and now.mode == "state" and _STOPS_AGENT.match(found[0])):
            self.inflect_only(found)
            return
        if now.mode == "state" and _LEAVES.match(found[0]):
            self.inflect_only(found)
            return
        if self.is_repeated(found, gap):
            self.inflect_only(found)
            return
        if now.mode == "state" and re.match("[一-鿿]", self.sentence[found.end() : found.end() + 1]):
            return
        if now.mode in ("condition", "until"):
            self.now = now._replace(goes_on=not _STOPS_AGENT.match(found[0]))
            self.inflect_only(found)
            return
        if now.mode == "asked":
            self.inflect_only(found)
            return
        if now.mode == "despite":
            if found[0].startswith(("無視", "放", "看過", "見逃", "見過", "黙殺", "握り")):
                self.now = now._replace(goes_on=True)
            self.inflect_only(found)
            return
        if self.is_adverbial and not now.value and re.match(w.STOPS_AGENT + "|飛ば|とば", found[0]):
            self.inflect_only(found)
            return
        if now.mode in ("joined", "observed"):
            scope = re.search("(?:だけは?|のみ|に限(?:り|って)|今後も|今回も|改めて|再び|再度|引き続き|そのまま|は|には|では)、?$", self.sentence[self.end:found.start()])
            if (now.value == _FIRM or scope and scope[0].startswith(("今", "改", "再", "引", "そ"))) and (scope or not _STOPS_AGENT.match(found[0])) and not (scope and scope[0].startswith(("は","では","には")) and _STOPS_AGENT.match(found[0]) and not re.search("夜|週末|土日|深夜|休日",self.sentence[self.end:found.start()])):
                self.now = now._replace(value=_WEAK, turns=1, mode="")
                self.inflect(found)
            else:
                self.inflect_only(found)
            return
        # to end a check is to complete it; to lower a limit is to tighten it
        if not now.value and ((self.kind == "safety" and found[0][0] == "終") or (self.kind == "limits" and (found[0][0] == "減" or self.has_number and found[0].startswith("落と")))):
            self.inflect_only(found)
            return
        self.turn(found)

    def is_repeated(self, found: re.Match[str], gap: str) -> bool:
        """True for the second of 停止または解除 and 止めたり切ったり, which say one thing twice."""
        return self.last_turned and _OR.fullmatch(self.sentence[self.last_end : found.start()]) is not None

    def on_lowers(self, found: re.Match[str], gap: str) -> None:
        if self.kind in ("monitoring", "safety", "governance") and not self.now.value and not self.now.mode:
            self.on_weakens(found, gap)
        else:
            self.inflect_only(found)

    def inflect_only(self, found: re.Match[str]) -> None:
        value, turns, mode = self.now.value, self.now.turns, self.now.mode
        self.inflect(found)
        self.now = self.now._replace(value=value, turns=turns)
        if mode:
            self.now = self.now._replace(mode=mode)

    def on_oversteps(self, found: re.Match[str], gap: str) -> None:
        if self.now.value or self.kind != "limits" or self.has_number:
            self.last = found[0]
            return
        self.turn(found)

    def on_refuses(self, found: re.Match[str], gap: str) -> None:
        now = self.now
        if now.mode in ("condition",):
            self.now = now._replace(goes_on=False)
            return
        if not now.value:
            if not now.is_other and re.fullmatch("の?(?:実施|適用)?[をはもが]?(?:する|やる|行う)?(?:こと)?[をはも]?", self.sentence[self.start_of_rest : found.start()]):
                self.turn(found)
            return
        if now.value == _FIRM and (now.is_other or now.mode == "joined"):
            return
        if now.mode == "despite":
            self.now = now._replace(mode="")
        self.turn(found)

    def on_not(self, found: re.Match[str], gap: str) -> None:
        now = self.now
        particles = re.fullmatch("[てでとはもがのにか]{0,3}(?:もう|一切|まったく|全く|特に|別に|決して|絶対に?|必ずしも)?", gap) is not None
        adjacent = particles and bool(self.last)
        if now.mode == "condition" or now.mode == "until":
            self.now = now._replace(goes_on=False)
            return
        if now.mode == "despite":
            if now.value == _WEAK:
                self.now = now._replace(value=_FIRM, turns=2)
            elif re.search("(?:止|停|中断|中止|打ち切|遮断)[^、。]{0,4}$", self.sentence[:found.start()]):
                self.now = now._replace(goes_on=True)
            return
        if not now.value:
            if re.fullmatch("(?:[をはもがの:=]?(?:一切|もう|全く|まったく|決して)?(?:し|せ|され|さ|でき|する|やる|行う|ら|る|って)?)", self.sentence[self.start_of_rest : found.start()]):
                self.turn(found)
                self.after_not(found)
            return
        if now.value == _FIRM and not adjacent:
            return
        if now.is_other and now.value == _FIRM:
            return
        self.turn(found)
        self.after_not(found)

    def after_not(self, found: re.Match[str]) -> None:
        if self.now.value == _FIRM and self.sentence.startswith("よう", found.end()):
            self.now = self.now._replace(mode="joined")
            return
        if found[0] in ("ず", "なし", "なく", "無し", "ナシ", "無く") and not self.now.mode:
            self.now = self.now._replace(mode="state" if self.now.value == _WEAK else "joined")
        self.attributive = found[0] == "ない" and bool(_NOUN.match(self.sentence[found.end() : found.end() + 1]))

    def on_discretion(self, found: re.Match[str], gap: str) -> None:
        if not self.now.is_other:
            self.now = self.now._replace(value=_WEAK, turns=1)
            self.last = found[0]

    def on_undoes(self, found: re.Match[str], gap: str) -> None:
        now = self.now
        if now.mode in ("condition", "until", "despite", "joined", "observed") or now.is_other:
            self.inflect_only(found)
        elif now.value == _WEAK:
            self.turn(found)
        else:
            self.now = now._replace(value=now.value or _FIRM)
            self.inflect(found)

    def on_enables(self, found: re.Match[str], gap: str) -> None:
        now = self.now
        if now.mode in ("condition", "until", "despite", "joined", "observed", "state") or now.is_other or self.nominal:
            self.inflect_only(found)
            return
        self.now = now._replace(value=_FIRM, turns=0)
        self.inflect(found)

    def on_keeps(self, found: re.Match[str], gap: str) -> None:
        now = self.now
        is_held = _STOPS_AGENT.match(self.last) is not None and gap in ("", "を", "状態を")
        if (now.mode or self.nominal) and _GOES_ON.match(self.sentence, found.start()) and not is_held:
            self.now = now._replace(goes_on=True)
        if not now.value and not now.is_other and not self.has_number:
            self.now = self.now._replace(value=_FIRM)
        self.inflect_only(found)

    def on_observes(self, found: re.Match[str], gap: str) -> None:
        now = self.now
        is_found = now.mode == "state" and found[0] in ("見つか", "見つけ", "発見", "検出", "検知")
        is_asked = now.turns >= 2 and self.sentence[: found.start()].endswith(("か", "かは", "かを", "かも", "かどうかを"))
        if is_asked:
            self.now = now._replace(mode="observed", value=0)
        elif now.value == _WEAK and (is_found or now.mode in ("", "relative", "condition", "despite")):
            ensures = found[0] in ("確認", "確かめ") and self.sentence[: found.start()].endswith("ことを") and not now.is_past
            if not ensures:
                self.now = now._replace(mode=now.mode if now.mode == "condition" else "observed", value=0 if now.mode != "condition" else now.value)
        self.inflect_only(found)

    def on_condition(self, found: re.Match[str], gap: str) -> None:
        now = self.now
        if now.value == _WEAK:
            self.now = now._replace(mode="condition", goes_on=False, is_other=False)
            self.last = ""
        elif now.mode in ("joined", "observed"):
            pass
        elif self.is_topic and not now.value:
            self.now = now._replace(is_other=False)
        else:
            self.done = self.is_gone_past(found.end()) if now.turns < 2 else None
        self.attributive = False

    def is_gone_past(self, place: int) -> bool:
        """True for ブレーカーが開いたら閉じて続ける: it acts, and all goes on."""
        acted = re.search(w.ACTS, self.sentence[self.end : place])
        rest = self.sentence[place:]
        return acted is not None and re.search("続け|続行|進[むめみ]|再開|無視|通[すし]", rest) is not None and not re.search("ない|ず$|禁|ません|停止|中止|通知|報告|止め|連絡|後に|てから", rest)

    def on_despite(self, found: re.Match[str], gap: str) -> None:
        if _PERMITTED.match(self.sentence, found.end()):
            return
        if self.is_topic and not self.now.value and found[0] == "でも":
            return
        if self.sentence[: found.start()].endswith(("られ", "され", "言われ", "頼まれ")) and re.search("求め|頼|指示|命|要求|依頼|言わ|要請|促|迫|提案", gap + self.last):
            self.now, self.last = self.now._replace(mode="asked"), ""
            return
        self.now = self.now._replace(mode="despite", is_other=False)
        self.last = ""

    def on_state(self, found: re.Match[str], gap: str) -> None:
        if self.now.value == _WEAK and self.now.mode in ("", "relative"):
            is_head = re.match("での|の|だった|[がをは]", self.sentence[found.end() :]) is not None
            self.now = self.now._replace(mode="relative" if is_head else "state", is_past=False)
            self.nominal = True
        elif self.now.value == _FIRM and self.now.turns < 2 and not self.now.mode:
            self.done = False
        self.attributive = False

    def on_until(self, found: re.Match[str], gap: str) -> None:
        now = self.now
        if found[0] == "だけ" or now.mode == "observed":
            return
        if now.value == _WEAK:
            if found[0][0] in "前まか代":
                self.now = now._replace(mode="until", goes_on=False)
                self.done = False
            else:
                self.now = now._replace(mode="joined")
        elif self.is_topic and not now.value:
            self.now = now._replace(is_other=False)
        elif now.turns < 2 and (now.value == _FIRM or not self.is_topic):
            early = found[0] == "前に" and self.kind != "limits" and re.search("終わ|済|完了|完", self.sentence[self.end : found.start()])
            rest = self.sentence[found.end() :]
            self.done = bool(early) and _GOES_ON.match(rest.lstrip("、")) is not None and not re.search("ない|禁|ません|不可|ず", rest)

    def on_except(self, found: re.Match[str], gap: str) -> None:
        # all but the protection: what is done to the rest is not done to it
        if self.place == self.end or not self.now.value and not gap:
            rest = self.sentence[found.end():]
            weak = re.search(w.WEAKENS, rest)
            self.done = weak is None and re.search(w.KEEPS + "|" + w.UNDOES + "|" + w.ENABLES, rest) is not None
        else:
            self.excepted = True
