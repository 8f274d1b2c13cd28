"""The words around a threshold, in English and where Japanese was put into English."""

import re
from fractions import Fraction

from quorate.limits.english.words import vocabulary

MOST_RISK, LEAST_COHERENCE, MOST_COHERENCE = Fraction("0.90"), Fraction("0.1"), Fraction(1)
LIMITS = {
    "risk": ("risk threshold",),
    "risks": ("risk threshold",),
    "coherence": ("coherence threshold",),
    "riskandcoherence": ("risk threshold", "coherence threshold"),
}
NAMES = vocabulary(
    "threshold thresholds limit limits cap caps ceiling max maximum min minimum bound cutoff floor bar trigger "
    "gate maximal minimal 上限 下限 最大 最小 最大値 最小値"
)
MEASURES = vocabulary(
    "score scores level levels value index metric exposure tolerance appetite rating estimate alarm alert"
)
ARTICLES = vocabulary(
    "for on of to the a an as any new its allowed acceptable permitted tolerated total overall upper lower agent "
    "default "
    "global hard soft current our your"
)
BETWEEN = vocabulary(
    "as low high to at of is are be must should shall may can will stay stays remain remains keep kept below under "
    "above over exceed exceeds exceeding reach reaches less more than equal equals up no not greater higher lower "
    "most least set from between and or the a an new now increased raised lowered goes go gets rises rise "
    "falls fall drops drop within around about approximately currently by increases climbs hits passes : = < > "
    "≤ ≥ を は が に の も once hereby beyond past until even right exactly nearly almost roughly temporarily"
)
CONNECTING = BETWEEN | NAMES | MEASURES
AHEAD = (ARTICLES | NAMES | MEASURES | vocabulary("is becomes be shall will must を は が")) - {"of"}
FROM_A_NAME = ARTICLES | {"and", "or", "の", *LIMITS}
TO_A_NAME = MEASURES | {"and", "or", "の", *LIMITS}
UNITS = vocabulary(
    "h hr hrs hour hours m min mins minute minutes s sec secs second seconds ms d day days week weeks month "
    "months year "
    "years time times x st nd rd th am pm k kb mb gb usd eur jpy dollars euros yen 時間 分間 分 秒 秒間 日 日間 "
    "回 件 名 人 週 週間 "
    "か月 ヶ月 カ月 月 年 円 個 台 o'clock oclock point points steps retries approvals people reviewers agents "
    "requests "
    "tasks tests attempts errors calls items meetings reviews checks runs nodes alerts incidents samples trades "
    "retry approval person "
    "reviewer request task test attempt error call item meeting review check run node alert incident sample trade"
)
JAPANESE_UNITS = (
    *(
        "時間",
        "分間",
        "分",
        "秒",
        "日",
        "回",
        "件",
        "名",
        "人",
        "週",
        "か月",
        "ヶ月",
        "カ月",
        "ヵ月",
        "月",
        "年",
        "円",
        "個",
    ),
    *(
        "台",
        "時",
        "段階",
        "票",
        "度",
        "つ",
        "版",
        "ページ",
        "頁",
        "章",
        "節",
        "条",
        "項",
        "位",
        "行",
        "枚",
        "社",
        "冊",
        "か所",
        "箇所",
        "番",
        "号",
        "倍",
        "ドル",
        "ポイント",
        "以内の",
    ),
)
NUMBERED_THINGS = vocabulary(
    "step phase round version plugin node task ticket stage tier class in since on agents agent day week page section "
    "rule item q sprint line port after every each another additional"
)
CHANGES = (
    "lower",
    "reduc",
    "下げ",
    "引き",
    "に下げ",
    "まで下げ",
    "まで引き",
    "に引き",
    "へ",
    "変更",
    "に変更",
    "に戻",
    "に改",
    "decreas",
    "rais",
    "increas",
    "chang",
    "bring",
    "mov",
    "adjust",
    "tighten",
    "drop",
    "revert",
    "restor",
    "return",
    "put",
    "set",
)
MOVES = vocabulary("drop drops fall falls rise rises change changes vary varies decline declines decrease increase")
VERBS = vocabulary(
    "require requires retry wait run keep ask get notify report review add need needs allow hold use send limit rate "
    "maintain ensure have repeat schedule cover covers stop pause"
)
OTHER_MEASURES = vocabulary(
    "coverage uptime availability cpu memory disk latency error errors accuracy precision recall utilization "
    "usage load "
    "budget traffic rollout success tests confidence sla throughput timeout size count number retries alert "
    "battery temperature "
    "canary users requests rate 稼働率 成功率 カバレッジ エラー率 使用率 精度 正答率"
)
ASKS = vocabulary(
    "investigate explain document report why who whoever determine identify describe review clarify audit"
)
PAST = vocabulary("was were had previously formerly yesterday stood lay sat used")
JAPANESE = (
    # an extreme is the number at that end of the scale
    ("最大(?:値|限)?(?=(?:に|まで|と)(?:する|し|引|上げ|設定|変更|高))", " 1 "),
    ("(?:最小|最低)(?:値|限)?(?=(?:に|まで|と)(?:する|し|引|下げ|設定|変更))", " 0 "),
    ("リスク|危険度", " risk "),
    ("閾値|しきい値|いき値|スレッショルド", " threshold "),
    ("コヒーレンス|一貫性|整合性", " coherence "),
    ("パーセント", "%"),
    ("(?:許容)?上限値?|最大値?|限度|許容[値度]|許容範囲", " limit "),
    ("下限値?|最小値?|最低", " limit "),
    ("以下", " 以下 "),
    ("(?<=[0-9%])(?=[ぁ-んァ-ヶ一-鿿])|(?<=[ぁ-んァ-ヶ一-鿿])(?=[0-9.])", " "),
)
TO_ENGLISH = tuple((re.compile(pattern), word) for pattern, word in JAPANESE)
ABOVE = vocabulary("above over beyond exceeding > higher greater more")
BELOW = vocabulary("below under < lower less")
FEARS = vocabulary("not never nobody no cannot mustnt if when whenever once unless")
JAPANESE_ABOVE = (
    "超",
    "を超",
    "より少し",
    "より若干",
    "よりやや",
    "よりわずか",
    "より高",
    "より大",
    "より上",
    "を上回",
    "を越",
)
JAPANESE_BELOW = ("未満", "を下回", "より低", "より小", "より下", "を割")
WHOLES = vocabulary("maximum max scale total one full range risk coherence")
AFTER = vocabulary("as is across always whereas unless thus this towards afterwards its plus minus days agents")
OWN = (
    CONNECTING
    | ARTICLES
    | frozenset(LIMITS)
    | vocabulary(
        "set raise raised put move moved then later it that this thereafter finally bring brought make made now "
        "let increase "
        "adjust change turn push have finally afterwards"
    )
)
PAST_TIMES = vocabulary("when during in while at last yesterday ago previously before earlier until formerly then")
ASKING = vocabulary("who why when how whether that was were")
FORBIDS = vocabulary(
    "not never nobody dont cannot mustnt no avoid undo forbid forbidden revert cancel refuse without insteadof"
)
SETS = vocabulary(
    "set raise raised increased moved changed configured pushed raising setting increase increasing put move "
    "change changing setting push configure raised raises"
)
EXTREMES = {"maximum": "1", "max": "1", "highest": "1", "high": "1", "minimum": "0", "lowest": "0", "low": "0"}
MAXIMISES = vocabulary("maximise maximize maximises maximizes")
AFTER_EXTREME: tuple[list[str], ...] = ([], ["possible"], ["value"], ["for"], ["until"], ["and"], [","])
TAKES = vocabulary("accept allow permit approve use adopt tolerate")
BOUNDS = vocabulary("above over beyond exceed exceeding than unless except until")
# what may stand between a number and the threshold that it shall be
IS_SAID = vocabulary(
    "is are be becomes become will would shall should must may can could suffices suffice serves serve does do counts "
    "count makes make works work applies apply stands stays remains seems looks feels was gives"
)
ENDS_PREDICATE = vocabulary(
    ", and or but while when whenever if unless until till before after since because so which who whose where "
    "than to by with in from at during not never no too : ; = below under above over"
)
JAPANESE_AHEAD = re.compile(
    "(?:が|を|は|も|という|で(?:も)?(?:十分|充分|足り|よ|良|い|構わ))?(?:今日|本日|明日|今夜|来週|月曜|から|以降|"
    "当面|この|その|当該|本|今回|新し|新た|次|今後|エージェント|正式|"
    "暫定|値|の|な|い|る|べき|用|向け|ない|に|と|して){0,8}"
)
USES = vocabulary("use take set make choose pick apply adopt prefer say let go put with to it is at be a value of only")
# what is said of a number that is rejected
IS = vocabulary("is are be been will would shall should must may can could was were as for a an any")
GOOD = vocabulary(
    "acceptable accepted allowed permitted tolerated tolerable approved admissible ok okay fine right valid granted "
    "adopted used wanted appropriate option possible"
)
BAD = vocabulary(
    "unacceptable forbidden prohibited rejected refused wrong invalid inadmissible disallowed banned impossible "
    "intolerable inappropriate excessive"
)
TOO_MUCH = vocabulary("high lax loose much big large generous permissive lenient risky")
TOO_LITTLE = vocabulary("low small little weak")
WAYS_OUT = vocabulary("unless except without until till before only save yet")
KEEPS = vocabulary(
    "keep keeps kept stay stays remain remains restore restored again leave leaves left retain retained back continue "
    "adopt reuse use fine good ok okay so"
)
RANGES = vocabulary("range ranges ranging vary varies between anywhere anything values any")
IFS = vocabulary("if ifever when whenever whoever incase once anyone")
FINITE = vocabulary("sets is are was were gets goes raises changes moves lifts pushes puts becomes ends rises reads be")
# a Japanese noun of its own, unless it only leads from one value to the next
JAPANESE_NOUN = re.compile("[一-鿿ァ-ヶ]{2,}")
REACHES = vocabulary("reached reaches reach until")
JAPANESE_LINK = re.compile(
    "代え|段階|徐々|現在|最終|やがて|変え|改め|変更|引き|最大|最小|以後|以降|当面|将来|将来的|月曜|火曜|水曜|木曜|"
    "金曜|土曜|日曜|週末|夜間|日中|時間|翌|緊急|臨時|一時"
)
AFTER_NUMBER = vocabulary(
    "then later afterwards until till from on for at during after before next now later temporarily again and or "
    "with over "
    "in by monday tuesday wednesday thursday friday saturday sunday weekend weekends night nights tomorrow today "
    "tonight week "
    "peak production staging everyone everybody all agent agents task tasks hour hours day days it that this once "
    "if when "
    "always overall everywhere respectively only both emergency emergencies exceptionally but max maximum percent"
)
