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
GRAVE_PHRASES = (
    ("safety", r"(?:not?|non|never|longer|n't)(?: [a-z]+)? safe\b"),
    ("security", r"(?:not?|non|never|longer|n't)(?: [a-z]+)? secure\b"),
    ("security", r"\b(?:sql|code|command|script|prompt|html|shell|header|ldap) injection"),
    ("security", r"\bprivilege escalation|\bcode execution|\bdenial of service|\bman in the middle"),
)
"""Words that are grave only together; in front of words, hyphens and underscores count as spaces."""
HARMLESS_PHRASES = r"\b(?:memory|resource|handle|thread|connection) leak(?:s|ed|ing|age)?\b"
GRAVE_JAPANESE = _words("safety", "安全 危険 危害 人命 事故 怪我 けが 負傷 死亡 死傷 火災 感電 有害") | _words(
    "security",
    """
    セキュリティ 脆弱 不正アクセス 漏洩 漏えい 攻撃 侵入 改ざん 改竄 保安
    パスワード 平文 認証情報 個人情報 なりすまし 乗っ取り 盗聴
    """,
)
MILD = _words(
    "other",
    """
    performance perf speed latency throughput slowness
    cost costs costly price prices pricing budget budgets expense expenses
    schedule schedules scheduling timeline timelines deadline deadlines timing
    usability ux ergonomics
    maintainability maintenance readability
    style styling formatting naming cosmetic cosmetics
    documentation docs
    other others misc miscellaneous general
    """,
)
MILD_PHRASES = ("legal form", "user experience", "tech debt", "technical debt")
MILD_JAPANESE = _words(
    "other",
    """
    パフォーマンス 性能 速度 コスト 費用 価格 予算 スケジュール 日程 納期 工期
    ユーザビリティ 使いやすさ 使い勝手 操作性 保守性 メンテナンス性 保守 可読性
    スタイル 書式 体裁 法的形式 法的な形式 ドキュメント 文書化 文書 その他 他
    """,
)
FILLERS = _words("", "a an and of on or the in for to code concern concerns issue issues risk risks problem problems")
FILLERS_JAPANESE = ("に関する", "について", "問題", "懸念", "リスク", "の", "面", "上")
NO_KIND = frozenset({"", "none", "n/a", "na", "null", "nil", "なし", "無し"})
NO_SLIPS = frozenset({"severity", "safely", "stale", "reach"})
"""Words of their own that are a slip or two from one that is listed."""
