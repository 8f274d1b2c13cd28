"""What a gate says in Japanese."""

PHRASES = {
    "gate.rule": "設定の規則により拒否されました",
    "gate.default": "この呼び出しに関する規則が設定にないため拒否されました",
    "gate.no_gate": "拒否：{file}の[gate]に規則がありません（例は `quorate init --print`）",
    "gate.opaque": "このコマンドの内容を判定できないため拒否されました",
    "gate.nobody_to_ask": "設定に承認者がいないため拒否されました",
    "gate.own_path": "Quorate 自身のファイル（設定、記録、キー、プログラム）またはフックに触れるため拒否されました",
    "gate.own_name": "Quorate 自身のファイル（設定、記録、キーなど）またはフックに触れる可能性があるため拒否されました",
    "gate.own_program": "quorate を読み取り以外で実行するため拒否されました",
    "gate.key_in_environment": "エージェントの環境に QUORATE_KEY があるため拒否されました。削除してください",
    "gate.window": "許可枠 {where} により許可されました",
    "gate.approved": "{where} で承認されました",
    "gate.pending": "{where} の承認待ちです。承認後に同じ呼び出しを繰り返してください（`quorate show {where}`）",
    "gate.refused": "{where} で拒否されました",
    "gate.used": "{where} の承認は別の呼び出しで使用済みです",
    "gate.title.id": "許可枠",
    "gate.title.tool": "ツール",
    "gate.title.session": "セッション",
    "gate.title.folder": "フォルダー",
    "gate.title.left": "残り回数",
    "gate.title.until": "期限",
}
