"""Ways to say the same thing, folded into one: signs, spellings, and phrases that stand for a single word."""

import re

_MAY = "(?:may|can|could|might|allowed to|free to|permitted to)"
_SAFETY = "(?:safety|security|risk|health|policy|compliance|sanity|pre ?flight)(?: and (?:safety|security))?"
_CHECKS = (
    "(?:checks?|checking|checkpoints?|gates?|controls?|mechanisms?|protocols?|nets?|interlocks?|validations?|reviews?|"
    "tests?|rules?|measures?|features?|systems?|inspections?|verifications?)"
)
_ACCEPT = "(?:accept|tak|allow|permit|tolerat|run)(?:e|s|es|ing)?"
_ANY = "(?:any|all|every|whatever) (?:(?:amount|level|degree|kind|size)s? )?(?:of )?(?:the )?"
_NAME_PARTS = (
    "disable|deactivate|bypass|skip|ignore|remove|suspend|stop|enable|allow|unlimited|without|max|min|risk|coherence|"
    "safety|circuit|rate|kill|governance|monitoring|limits?"
)
_NAME_ENDS = (
    "safety|circuit|breaker|check|monitoring|governance|limit|risk|coherence|threshold|score|switch|enabled|disabled"
)
OFF = r" ((?:[^\W\d_]+ ){0,5}?)(?:off|down)\b"
_SIGNS = (
    (r"\bw/o\b", "without"),
    (r"&", " and "),
    (r"\bminus (?=[0-9.])", "-"),
    (r"[$€£¥](?=[1-9])", "amount"),
    (r"(?<=[0-9%])\s?(?:\.{2,}|〜|~)\s?(?=[0-9.])", " to "),
    (r"\.{2,}", " "),
    (r"(?<!-)-+>|=>", " : "),
    (r"-{2,}", " - "),
    (r"(?<=[^\s-])\s+-\s+(?=\S)", " , "),
    (r"(?<![a-z])(by|de|dis|re|un|non)[-_](?=[a-z])", r"\1"),
    # agent-7 is a name, threshold-7 is not
    (r"(?<=[a-z])(?<!threshold)(?<!risk)(?<!limit)(?<!score)(?<!coherence)(?<![0-9]e)-(?=[0-9]+(?![0-9.,%/]))", ""),
    (r"_+|(?<=[^\W\d_])(?<![0-9]e)-|-(?=[^\W\d_])", " "),
    (r"(?<=[a-z])\.(?=[a-z])", " "),
    (r"(?<=[a-z])\s?/\s?(?=[a-z])", " or "),
    # names written in one word, such as riskThreshold
    (rf"(?<![a-z])({_NAME_PARTS})(?=(?:{_NAME_ENDS}))", r"\1 "),
    (rf"(?<=[a-z ])({_NAME_ENDS})(?=(?:breaker|check|threshold|score|enabled|disabled))", r"\1 "),
    (r"リスク", " risk "),
    (r"閾値|しきい値", " threshold "),
    (r"コヒーレンス|一貫性", " coherence "),
    (r"パーセント|\bper\s?cent\b|\bpct\b", "%"),
    (r"\s+", " "),
)
_PHRASES = (
    (r"\bneed not\b", "neednot"),
    (r"\bno need (?:to|for|of)\b", "without"),
    (r"\b(?:not|no longer|never) (?:be )?(?:subject to|bound by|held to|covered by|under)\b", "without"),
    (r"\bno longer\b", "nolonger"),
    (r"\bnever,? (?:ever|again)\b", "never"),
    (r"\b(?:no one|not one)\b", "nobody"),
    (r"\b(?:under no circumstances?|at no (?:time|point)|in no (?:way|case)|by no means)\b", "never"),
    (r"\b(?:under any circumstances?|at any (?:time|point)|in any (?:way|case)|by any means)\b", "ever"),
    (r"\binstead of\b", "insteadof"),
    (r"\brather than\b", "ratherthan"),
    (r"\b(?:other than|apart from|save for)\b", "except"),
    (r"\bin case(?: of)?\b", "incase"),
    (r"\boutside (?:of )?(?:the |any |our )?(?=governance|monitoring|oversight)", "without "),
    (r"\b(?:opt(?:s|ed|ing)?|get(?:s|ting)?) out of\b|\bopt outs?\b", "bypass"),
    (r"\b(?:at least|at most|up to) (?=[0-9]|(?:one|two|three|some|half)\b)", ""),
    (r"\b(?:get(?:s|ting)?|got) rid of\b|\b(?:do(?:es)?|doing) away with\b|\bdispens(?:e|es|ing) with\b", "remove"),
    (r"\b(?:work|get|go|route)(?:s|ing|ting)? around\b", "bypass"),
    (r"\bleave(?:s)? out\b|\bleaving out\b", "omit"),
    (r"\bleft out\b", "omitted"),
    (r"\bshort circuit(?:s|ing)?\b(?! breaker)", "bypass"),
    (r"\b(?:take|taking) down\b", "disable"),
    (r"\b(?:take|bring) (?=(?:[a-z]+ ){1,5}offline\b)", "disable "),
    (r"\btaken (?:down|offline)\b", "disabled"),
    (rf"\b{_MAY} (?:exceed|surpass|violate|break|breach|go (?:over|beyond|above))\b", "disregard"),
    (r"\b(?:set|put)(?:s|ting)? aside\b", "disregard"),
    (r"\b(?:tamper|interfer|mess)(?:e|es|s|ing)? with\b", "undermine"),
    (r"\bcut(?:s|ting)? off\b|\bpull(?:s|ing)? the plug on\b", "disable"),
    (r"\bout of (?:service|the loop|action|order)\b|\bon hold\b|\baside\b", "off"),
    (r"\bbother(?:ing)? (?:to |with )?", ""),
    (r"\bzero tolerance (?:for|of|towards?)\b", "forbid"),
    (r"\bas (?=optional\b|off\b|disabled\b|unnecessary\b)", ""),
    (r"\bimmune to\b", "immune from"),
    (r"\b(monitoring|governance|limits?) free\b", r"without \1"),
    (r"\bcircuit breakers?\b|\bkill switch(?:es)?\b", "breaker"),
    (r"\b(guard) (rails?)\b", r"\1\2"),
    (r"\bfail safes?\b", "failsafe"),
    (r"\brate limiting\b", "throttling"),
    (r"\baudit (?:trails?|logs?|logging)\b", "auditing"),
    (rf"\b{_SAFETY} {_CHECKS}\b", "safetycheck"),
    (rf"\b{_ACCEPT} {_ANY}risks?\b(?! (?:below|under|up|less|within|at)\b)", "accept unlimited risk"),
    (r"\bregardless of (?:the |any )?risks?\b|\bno matter (?:what |the |how )*risk[sy]?\b", "unlimited risk"),
    (
        rf"\b{_ANY}risks? (?:is|are|may be|can be) (?:acceptable|accepted|allowed|fine|ok|okay|permitted)\b",
        "unlimited risk",
    ),
    (r"\bwhatever (?:the |its )?risks?\b", "unlimited risk"),
    (r"\bagainst (?:the )?(?:rules|policy)\b", "forbidden"),
    (
        rf"\b(is|are|be|been|being|was|gets?|monitoring|governance|breaker|limits?|safetycheck) shut{OFF}",
        r"\1 disabled \2",
    ),
    (r"\brisk(?: (?:scores?|levels?))? (?:and|or) (?:the )?coherence\b", "riskandcoherence"),
    (r"\bcoherence(?: (?:scores?|levels?))? (?:and|or) (?:the )?risk\b", "riskandcoherence"),
)
FOLDS = tuple((re.compile(pattern), replacement) for pattern, replacement in (*_SIGNS, *_PHRASES))
