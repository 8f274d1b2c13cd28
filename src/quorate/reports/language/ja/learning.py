"""Japanese for outcomes and what they teach."""

PHRASES = {
    "outcome.recorded": "{id}：結果「{was}」を記録しました。",
    "outcome.known": "{id}：結果「{was}」は記録済みです。",
    "outcome.right": "結果：判定は正しかった（{truth}）。記録者：{by}、{at}",
    "outcome.wrong": "結果：判定は誤りだった（正解は{truth}）。記録者：{by}、{at}",
    "outcome.wrong.open": "結果：判定は誤りだった。正解は不明。記録者：{by}、{at}",
    "outcome.true": "結果：正解は{truth}だった。記録者：{by}、{at}",
    "outcome.note": "備考：{note}",
    "record.join": "",
    "record.says": "記録によれば{percent} %（結果{n}件から）。",
    "record.says.one": "記録によれば{percent} %（結果{n}件から）。",
    "record.says.domain": "記録によれば{percent} %（{domain}の結果{n}件から）。",
    "record.default": "まだ結果がありません。{percent} %は既定値であり、測定値ではありません。",
    "record.votes": "{votes}票は独立した{effective}票に相当します（{low}～{high}）。",
    "record.votes.unknown": "実効票数は不明です。投票者どうしが通常どおり似ていれば{usual}票です（相関0.5）。",
    "record.disagrees": "記録は判定と異なります。{option}のほうが確からしい（{percent} %）。判定は変わりません。",
}
