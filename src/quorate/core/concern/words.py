"""The words by which the kind of a concern is known. A word that is not here is of no kind that is known."""


def _words(kind: str, listed: str) -> dict[str, str]:
    return dict.fromkeys(listed.split(), kind)


GRAVE = _words(
    "safety",
    """
    safety unsafe hazard hazards hazardous danger dangers dangerous endanger endangers endangered endangering
    harm harms harmful injury injuries injure injures injured accident accidents fatality fatalities lethal toxic
    hurt hurts wounded death deaths deadly electrocution electrocuted
    """,
) | _words(
    "security",
    """
    security insecure insecurity cybersecurity infosec vulnerability vulnerabilities vulnerable
    exploit exploits exploited exploitable exploitation breach breaches breached attack attacks attacker attackers
    hacker hackers hacked malware ransomware phishing backdoor backdoors xss csrf ssrf sqli rce cve
    credential credentials password passwords plaintext unauthorized unauthorised unauthenticated
    leak leaks leaked leaking leakage theft stolen spoofing impersonation tampering intruder intruders intrusion
    """,
)
GRAVE_AS_WRITTEN = _words(
    "safety",
    """
    fire fires flammable inflammable ignite ignites ignited ignition overheat overheats overheating overheated
    burn burns burning burned burnt scald scalds scalded scalding explode explodes exploded exploding
    explosion explosions explosive explosives kill kills killed killing killer murder
    die dies died dying fatal fatally deadlier deadliest casualty casualties suicide suicidal
    poison poisons poisoned poisoning poisonous carcinogen carcinogenic cancer radiation radioactive overdose
    suffocate suffocates suffocated suffocating suffocation asphyxia asphyxiation choke chokes choking
    drown drowns drowned drowning electrocute electrocutes bleed bleeding crushed maim maimed injuring
    """,
) | _words(
    "security",
    """
    secret secrets apikey apikeys passphrase passphrases passwd keylogger spyware trojan trojans rootkit rootkits
    botnet virus viruses malicious phished spoofed hacking hijack hijacks hijacked hijacking ddos
    exfiltrate exfiltrates exfiltrated exfiltration eavesdrop eavesdropping eavesdropper
    unencrypted cleartext steal steals stealing tampered
    """,
)
"""Words too near to harmless ones for a slip: explode and explore, poison and prison."""
GRAVE_PHRASES = (
    ("safety", r"(?:not?|non|never|longer|n't)(?: [a-z]+)? safe\b"),
    ("security", r"(?:not?|non|never|longer|n't)(?: [a-z]+)? secure\b"),
    ("security", r"\b(?:sql|code|command|script|prompt|html|shell|header|ldap) injection"),
    ("safety", r"\b(?:car|bus|train|plane|aircraft|vehicle|traffic) (?:crash|collision)"),
    ("safety", r"\bgas leak|\belectric(?:al)? shock|\bcarbon monoxide|\bloss of life\b"),
    ("security", r"\b(?:api|private|secret|access|encryption|decryption|signing|ssh|master) keys?\b"),
    ("security", r"\b(?:keys?|tokens?) (?:[a-z]+ ){0,2}in (?:[a-z]+ )?(?:logs?|repo|repository|code|source)\b"),
    ("security", r"\b(?:access|api|auth|authentication|bearer|session|refresh|oauth|jwt|security) tokens?\b(?! count)"),
    ("security", r"\bprivilege escalation|\bcode execution|\bdenial of service|\bman in the middle"),
)
"""Words that are grave only together; in front of words, hyphens and underscores count as spaces."""
WORDS_OF_PHRASES = _words(
    "", "safe secure injection crash collision leak shock monoxide life key token escalation execution service middle"
)
"""Every one of these phrases holds one of these words."""
HARMLESS_PHRASES = "|".join(
    (
        r"\b(?:memory|resource|handle|thread|connection) leak(?:s|ed|ing|age)?\b",
        r"\bkill switch(?:es)?\b|\bfire and forget\b|\bburn (?:rate|down charts?)\b|\bbleeding edge\b",
        r"\bkill(?:s|ed|ing)? (?:the |a |all )?(?:process(?:es)?|jobs?|pods?|containers?|threads?)\b",
        r"\b(?:process|server|job|pod|container|thread|connection)s? (?:dies?|died)\b",
        r"\bsecret sauce\b|\bcombinatorial explosion\b",
    )
)
GRAVE_JAPANESE = _words(
    "safety",
    """
    安全 危険 危害 人命 事故 怪我 けが ケガ 負傷 重傷 死亡 死傷 死ぬ 死者 死に 致死 致命傷 火災 感電 有害
    火事 発火 出火 引火 燃え 過熱 発煙 火傷 やけど 爆発 中毒 有毒 毒性 毒物 窒息 溺れ 溺死 墜落 転落 骨折 出血
    殺す 殺さ 殺し 殺害 殺傷 自殺 被曝 被ばく ガス漏れ 漏電 命に 命を
    """,
) | _words(
    "security",
    """
    セキュリティ 脆弱 不正アクセス 漏洩 漏えい 情報漏れ 流出 攻撃 侵入 改ざん 改竄 保安
    パスワード 平文 認証情報 資格情報 個人情報 機密 秘密鍵 秘密情報 暗号鍵 暗証番号 シークレット クレデンシャル
    apiキー アクセスキー apiトークン アクセストークン 認証トークン なりすまし 乗っ取り 盗聴 盗まれ 盗難 窃取
    マルウェア ランサムウェア スパイウェア ウイルス フィッシング バックドア ハッキング
    """,
)
MILD = _words(
    "other",
    """
    performance performances perf cost costs costly schedule schedules scheduled scheduling
    usability usable maintainability maintainable style styles styling stylistic
    documentation documentations docs other others
    """,
)
"""A closed list: a kind that is only near to one of these might be a warning."""
MILD_PHRASES = ("legal form", "legal forms")
MILD_JAPANESE = _words(
    "other",
    """
    パフォーマンス 性能 コスト 費用 スケジュール 日程 納期 工期 ユーザビリティ 使いやすさ 使い勝手 操作性
    保守性 メンテナンス性 スタイル 書式 体裁 法的形式 法的な形式 ドキュメント 文書化 文書 その他 他
    """,
)
FILLERS = _words("", "a an and of on or the in for to code concern concerns issue issues risk risks problem problems")
FILLERS_JAPANESE = ("に関する", "について", "問題", "懸念", "リスク", "の", "面", "上")
NO_KIND = frozenset({"", "none", "n/a", "na", "null", "nil", "なし", "無し"})
NO_SLIPS = frozenset({"severity", "safely", "stale", "reach"})
"""Words of their own that are a slip or two from one that is listed."""
