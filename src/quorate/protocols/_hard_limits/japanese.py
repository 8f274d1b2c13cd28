"""The same limits for simple Japanese: a protection, a particle, and a word that takes it away."""

import re
from collections.abc import Iterator

_TARGETS = {
    "governance": "ガバナンス|統治|監督|監査|governance",
    "breaker": "サーキット・?ブレーカー?|遮断器|キルスイッチ|circuit ?breaker|breaker",
    "monitoring": "監視|モニタリング|モニター|monitoring",
    "limits": "(?<!無)制限|上限|(?<!無)制約|リミット|閾値|しきい値|limits?|threshold",
    "safety": "安全(?:性)?(?:確認|チェック|検査|点検|装置|対策|機構|審査)|セーフティ(?:チェック)?|"
    "ガードレール|safetycheck",
}
_ANY_TARGET = "|".join(_TARGETS.values())
_FILLER = (
    f"(?:{_ANY_TARGET}|機能|システム|処理|設定|プロセス|手順|すべて|全て|全部|一時的に|一時|一旦|完全に|自動|値|レベル|"
    "および|及び|または|又は|など|等|[のをはがもとやに・,])"
)
_TAKEN_AWAY = (
    "無効|停止|解除|回避|スキップ|省略|省[いかく]|無視|止め|外[すしさせ]|オフ|切[るりっら]|取り(?:消|外|除|払)|撤廃|廃止|中止|中断|"
    "除去|削除|迂回|バイパス|飛ば[すしさ]|やめ|免除|除外|なし|無し|なく|無くす?|抜き|不要|せず|しない|行わ[ずな]|行なわ[ずな]|"
    "(?:実施|適用|実行|使用)(?:され|し|せ)?[ずな]|使わ[ずな]|必要は?な[いく]|有効にし?せ?[ずな]|off|disable|bypass|skip|false|none"
)
_FORBIDDEN = re.compile(
    "(?:に|化|で)?(?:再開|運用|実行|稼働|動作|継続)?(?:する|し|せ|さ|され|させ|した|して|める|め|り|ら|っ)?(?:こと|の)?[はをもがて]*"
    "(?:ない(?!と|わけ|限り|なら)|ず|ません|ならない|いけない|なりません|いけません|禁止|不可|禁じ|できない|"
    "だめ|(?:認め|許さ|許可し)(?:ない|ず|ません))"
)
_ONLY_WHEN = re.compile(
    "(?:に|が|を)?(?:した|する|し|され|された|される|なった|の)*(?:場合|とき|時|際|たら|ら、?|れば)(?!を?除|以外)"
)
_GUARDS = re.compile("通知|警告|停止|中断|中止|報告|連絡|エスカレ|復旧|再有効|ロールバック|遮断")
_GOES_ON = re.compile("再開|続行|許可|継続|進め")
_WAY_OUT = re.compile("除[きくい]|以外|ただし|但し|限り")
_UNLIMITED = re.compile("(?:無制限|際限な[くい])(?:の(?:risk|アクセス|操作))?|無限のrisk")
_NEAR = 40
_PATTERNS = {kind: re.compile(f"(?:{target}){_FILLER}{{0,8}}+(?:{_TAKEN_AWAY})") for kind, target in _TARGETS.items()}


def broken_by(folded: str) -> set[str]:
    """The kinds of protection that a Japanese text switches off."""
    return set().union(*map(_broken_in, re.split("[。！？!?;]", folded.replace(" ", ""))))


def _broken_in(sentence: str) -> set[str]:
    has_way_out = _WAY_OUT.search(sentence)
    return {kind for kind, end in _hits(sentence) if has_way_out or not _is_harmless(sentence, end)}


def _hits(sentence: str) -> Iterator[tuple[str, int]]:
    for kind, pattern in _PATTERNS.items():
        for found in pattern.finditer(sentence):
            yield kind, found.end()
    unlimited = "risk" if "risk" in sentence else "limits"
    for found in _UNLIMITED.finditer(sentence):
        yield unlimited, found.end()


def _is_harmless(sentence: str, end: int) -> bool:
    if _FORBIDDEN.match(sentence, end):
        return True
    condition = _ONLY_WHEN.match(sentence, end)
    if condition is None:
        return False
    then = sentence[condition.end() : condition.end() + _NEAR]
    return bool(_GUARDS.search(then)) and not _GOES_ON.search(then)
