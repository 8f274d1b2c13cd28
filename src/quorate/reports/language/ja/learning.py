"""Japanese for outcomes and what they teach."""

PHRASES = {
    "outcome.recorded": "{id}：結果「{was}」を記録しました。",
    "outcome.known": "{id}：結果「{was}」は記録済みです。",
    "outcome.right": "結果：判定は正しかった（{truth}）。記録者：{by}、{at}",
    "outcome.wrong": "結果：判定は誤りだった（正解は{truth}）。記録者：{by}、{at}",
    "outcome.wrong.open": "結果：判定は誤りだった。正解は不明。記録者：{by}、{at}",
    "outcome.true": "結果：正解は{truth}だった。記録者：{by}、{at}",
    "outcome.note": "備考：{note}",
}
