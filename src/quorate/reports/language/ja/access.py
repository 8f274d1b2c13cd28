"""What is said of keys in Japanese."""

PHRASES = {
    "keys.issued": "{name} のこのキーは二度と表示されません。有効期限：{until}",
    "keys.never": "失効させるまで",
    "keys.state.valid": "有効",
    "keys.state.expired": "期限切れ",
    "keys.state.revoked": "失効",
    "keys.title.id": "キー",
    "keys.title.name": "名前",
    "keys.title.scopes": "スコープ",
    "keys.title.state": "状態",
    "keys.title.expires": "有効期限",
    "keys.title.at": "時刻",
    "keys.title.operation": "操作",
    "keys.title.code": "コード",
    "keys.title.key": "キー",
}
