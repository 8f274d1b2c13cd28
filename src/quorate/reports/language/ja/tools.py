"""What tools tell a program in Japanese."""

PHRASES = {
    "mcp.voting": "{id}: 投票中。{total}席のうち{n}席が未回答です。",
    "mcp.verdict": "{id}: {result}。合議体の判断は{action}です。{permission}",
    "mcp.may": "実行できます。",
    "mcp.may.not": "まだ実行できません。理由は why_not にあります。",
    "mcp.question.hash": "question_hash {hash}",
    "mcp.verdict.hash": "verdict_hash {hash}",
    "mcp.none": "ありません。",
    "mcp.rule": "{result}(規則: {rule})。",
    "mcp.retally": "集計結果は{original}。{protocol}では{other}になります。",
    "mcp.declined": "回答はありませんでした。フォームは拒否されたか閉じられました。何も保存されていません。",
    "mcp.at.terminal": "これには人が端末で、下のコマンドで回答します。何も保存されていません。",
    "mcp.hard_limit": "受け付けましたが、条件が絶対制限に抵触します（{rule}）。この条件での再開は阻止になります。",
    "mcp.move.yours": "{id}({phase}): あなたの番です({until}まで)。",
    "mcp.move.waiting": "{id}({phase}): {who}を待っています({until}まで)。",
    "mcp.move.person": "{id}({phase}): 人が決めます。",
    "mcp.move.nobody": "{id}({phase}): 終了しました。誰の番でもありません。",
    "mcp.epic": "解決済み {resolved} 件、未解決 {unresolved} 件。",
    "mcp.epic.person": "解決済み {resolved} 件、未解決 {unresolved} 件。人による確認が必要です。",
    "mcp.valid": "有効です。",
    "mcp.invalid": "有効ではありません。violations を見てください。",
}
