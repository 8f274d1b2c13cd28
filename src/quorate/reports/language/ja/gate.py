"""What a gate says in Japanese."""

PHRASES = {
    "gate.rule": "{rule}により拒否されました",
    "gate.default": "{file} の既定により拒否：この呼び出し（{call}）の規則がありません（`quorate gate suggest`）",
    "gate.no_gate": "拒否：{file}の[gate]に規則がありません（`quorate init --gate developer` で作成）",
    "gate.nobody_to_ask": "{rule}は承認を求めますが、設定に承認者がいないため拒否されました",
    "gate.own_path": "組み込みの規則により拒否：Quorate のファイル（設定、記録、キー）またはフックに触れます：{part}",
    "gate.own_program": "組み込みの規則により拒否：quorate を読み取り以外で実行します：{part}",
    "gate.key_in_environment": "エージェントの環境に QUORATE_KEY があるため拒否されました。削除してください",
    "gate.window": "許可枠 {where} により許可されました",
    "gate.approved": "{where} で承認されました",
    "gate.pending": "{where} の承認待ちです。承認後に同じ呼び出しを繰り返してください（`quorate show {where}`）。"
    "承認を求めた規則：{rule}",
    "gate.refused": "{where} で拒否されました。承認を求めた規則：{rule}",
    "gate.reasons": "{reason}（{said}）",
    "gate.used": "{where} の承認は別の呼び出しで使用済みです。承認を求めた規則：{rule}",
    "gate.named.rule": "{file} の規則 {rule}",
    "gate.named.delicate": "組み込みの規則（ゲートの実行に使うもの、Quorate のものを含むフォルダー）",
    "gate.named.default": "{file} の既定",
    "gate.suggest.none": "記録された呼び出し：{calls}件。提案できる規則はありません",
    "gate.suggest.replayed": "記録された{calls}件の呼び出しのうち、現在の規則で通過：{pass_now}件。"
    "提案された規則では{pass_then}件（拒否されたものを除く）。単純なコマンドでないもの：{not_plain}件",
    "gate.suggest.counts": "{name}：{calls}件、承認{approved}件",
    "gate.suggest.before": "規則 {rule} の前に置きます",
    "gate.suggest.end": "規則の末尾に置きます",
    "gate.title.id": "許可枠",
    "gate.title.tool": "ツール",
    "gate.title.session": "セッション",
    "gate.title.folder": "フォルダー",
    "gate.title.left": "残り回数",
    "gate.title.until": "期限",
}
