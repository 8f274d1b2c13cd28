"""What services ask of their users, or tell them: terms, accounts, devices, overload; in English and Japanese."""

from quorate.replies.prose.signals import either

_PLEASE = either("please, kindly, you (?:may|must|can|need to|have to|should)")
_AGREE = either("accept, agree to, approve, review, confirm, acknowledge, authori[sz]e, allow")
_TERMS = either(
    "terms, polic(?:y|ies), licen[cs]e, agreement, eula, consent, charges?, cookies?, device, sign-?in, log-?in,"
    " access, permissions?, payment, them"
)
_WHERE = either(
    "account, billing, settings, consent, browser, profile, subscription, dashboard, console, app, phone, device,"
    " e-?mail, portal"
)
_SYSTEM = either("system, server, gateway, filter, policy, moderation, safety, provider, proxy, firewall, content, api")
_ANSWER = either("approve, reject, decline, accept, deny, confirm, resume, block, allow")
NOTICES = (
    r"\berror (?:code )?[45][0-9]{2}(?=[.):\]]|$)",
    rf"\b{_PLEASE} (?:\w+ ){{0,2}}{_AGREE} (?:\w+ ){{0,5}}{_TERMS}\b",
    r"\b(?:terms of (?:service|use)|privacy policy|user agreement)\b[^.\n]{0,60}\b(?:to|before you) (?:proceed|conti)",
    rf"\b{_ANSWER}\b[^.\n]{{0,40}}\b(?:on|in|from|via) (?:the|your) {_WHERE}\b",
    r"\byour (?:account|subscription|workspace|billing)\b[^.\n]{0,30}\b(?:was|has|is|needs|must|to)\b",
    rf"\b(?:request|prompt|message|job|call)s? [^.\n]{{0,30}}ed by (?:the |our )?(?:\w+ ){{0,2}}{_SYSTEM}\b",
    r"\b(?:currently|temporarily) (?:busy|overloaded|unavailable|at capacity)|\bexperiencing (?:high|heavy) ",
    r"(?<!変更)(?<!プル)(?<!マージ)リクエスト[をはが]\w{0,6}(?:却下|拒否|承認|受理|キャンセル)(?:され|した|しま|いたし)",
    r"エラー ?(?:コード)? ?[:：]? ?[0-9]{3}|お試しください|再試行して(?:くだ|いま)",
    r"(?:サーバー|内部|通信|ネットワーク)エラー(?:のため|により|です|[ :：]?[0-9]|。|$)",
    r"(?:ただいま|現在)[^。\n]{0,20}(?:混み合|混雑)|アクセス(?:が)?集中",
    r"(?:利用規約|プライバシーポリシー)[^。\n]{0,16}(?:同意|承認|確認)",
    r"アカウント(?:ページ|設定|が(?:停止|無効|制限))",
    r"(?:ブラウザ|アプリ|管理画面|設定画面|マイページ|ページ)(?:で|から|にて)[^。\n]{0,10}(?:承認|許可|拒否|却下|再開|ブロック|受理)",
    r"申し訳(?:あり|ござい)ません[^\n]{0,20}(?:リクエスト|ご要望|ご依頼|プロンプト|申請)",
    r"お客様の\w{1,8}[をはが](?:却下|拒否|承認|ブロック|再開|受理)",
    r"(?:ポリシー|規約|セキュリティ上の理由)により\w{0,6}(?:拒否|却下)",
    r"(?:メンテナンス|障害)中のため[^。\n]{0,10}(?:受付|処理)",
    r"権限がありません|アクセスが拒否|許可されていません|ご利用(?:いただけ|になれ)ません",
    r"(?:投票|票|回答)(?:を|が)(?:記録|登録|保存|送信|受理|受け付け)(?:し|され)?(?:ました|済み)",
    "有効期限が切れ|レート制限|利用上限|使用上限|ログインし(?:て|直)|認証に失敗|認証エラー|エラーが発生|タイムアウトしました|接続できません",
)
