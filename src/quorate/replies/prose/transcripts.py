"""Lines that no voter writes: logs, shell sessions, code, test runs, and the markers of chat templates and tools."""

import re

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.replies.prose.signals import either

_TOOL = either(
    "function_calls?, function_results?, function, invoke, parameter, tool_calls?, tool_use, tool_results?,"
    " tool_response, tool_code, tool_outputs?, tool, antml:\\w+, system, system-reminder, assistant, user, human,"
    " observation, output, stdout, stderr, start_of_turn, end_of_turn, execute\\w*, command-\\w+, bash\\w*, terminal,"
    " log, s, eot_id, im_start, im_end, endoftext, channel, message"
)
_LEVEL = "(?-i:TRACE|DEBUG|INFO|WARN|ERROR|FATAL|CRITICAL)"
_OWN_LABEL = r"(?:final |my )?(?:verdict|position|vote|decision|answer|recommendation) ?\]"
_TIME = r"\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:z|[+-]\d{2}:?\d{2})?"
_MONTH = either("jan, feb, mar, apr, may, jun, jul, aug, sep, oct, nov, dec")
_DAY = rf"(?:\d{{4}}[-/]\d{{2}}[-/]\d{{2}}|\d{{2}}[./-]\d{{2}}[./-]\d{{4}}|{_MONTH} +\d{{1,2}})"
_SPEAKER = either(
    "human, user, assistant, system, ai, bot, model, observation, action(?: input)?,"
    " tool(?: call| result| output)?, function"
)
_DOING = either(
    "processing, recording, submitting, casting,"
    " running, executing, calling, invoking, spawning, fetching, downloading, building, compiling, installing"
)
_CHOICE = "approve|reject|abstain|accept|resume|block|cooldown"
_ANYWHERE = (
    r"<\|[^|<>\n]{1,40}\|>|<｜[^｜\n]{1,40}｜>|\[/?inst\]|<</?sys>>",
    rf"</?{_TOOL}(?:\s[^<>\n]{{0,80}})?/?>",
    r"\"(?:tool_calls?|tool_use_id|finish_reason|stop_reason|function_call|choices|completion|delta|usage)\" ?:",
    r"\"(?:role|type|event|level|status|name|tool|function|model|object)\" ?: ?\"[\w.-]{1,40}\"",
    r"\b(?:def|class|func|fn|public|private|static|const|let|var|enum|struct|void) \w{1,40} ?[({=:]",
    r"\b(?:if|while|assert|return|elif|switch|case)\b[^\n]{0,60}(?:[=!]=|&&|\|\||\) ?\{|::)",
    rf"[=!]==? ?['\"]?(?:{_CHOICE})\b|\w\.(?:{_CHOICE})\b|\b\w+ ?\(\s*\)",
    r"\b\w{1,40}=(?:\"[^\"\n]{0,80}\"|'[^'\n]{0,80}'|[\w.-]{1,80})(?:$|[\s;,)\]}])",
)
_AT_START = (
    rf"\[?{_DAY}[t ,]{{0,2}}{_TIME}",
    rf"\[?{_TIME}[\]\s|-]",
    rf"\[(?!\s?x?\]|{_OWN_LABEL})[^\]\n]{{1,40}}\](?!\(|:? *$)",
    rf"{_LEVEL}[ :\[(|]",
    r"(?:[\w.-]{1,30}@[\w.-]{1,30}[:~ ][^\n]{0,60})?[$%] \S",
    r"(?:ps )?[a-z]:\\[^\n]{0,80}>|>>> |\.\.\. |in \[\d+\]:|out\[\d+\]:|sqlite> |mysql> |=# |\(\w{1,20}\) \$ ",
    r"(?:diff --git|index [0-9a-f]{6}|@@ |\+\+\+ |--- [ab]/|commit [0-9a-f]{7})",
    r"[+-](?:position|verdict|vote|option|decision|confidence)\b",
    rf"{_SPEAKER} ?\d{{0,2}}[:>](?: |$)",
    r"#{2,4} ?(?:instruction|response|input|output|human|user|assistant|system|observation)s?:",
    r"http/[0-9.]{1,3} \d{3}\b",
    r"(?:event|data|id|retry): ?[{\"\w]*(?:delta|message|approve|reject|chunk|\{)",
    r"(?:exit(?: code| status)?|stdout|stderr|return(?:ed)?(?: value)?|rc|pid)(?: ?\(\w+\))? ?[:=] ?\S",
    rf"{_DOING}\b[^\n]{{0,60}}(?:\.\.\.|…)",
    r"\w[\w./-]{0,80}(?:::|\.py:|\.js:|\.ts:|\.go:|\.rs:)\w",
    r"(?:✓|✔|✗|✘|√|ok|not ok|pass|fail|passed|failed)\s+\d+\b|test \w[^\n]{0,60}\.\.\. (?:ok|failed)",
    r"\[?\d{1,3}(?:\.\d+)?%\]?[ |]",
    r"(?:mcp|tool|workdir|sandbox|session id|provider|tokens used|exec|thinking|apply_patch|approval)\b ?[:(]",
)
_MARK = lazy_pattern("|".join(f"(?:{pattern})" for pattern in _ANYWHERE), re.IGNORECASE)
_START = lazy_pattern("|".join(f"(?:{pattern})" for pattern in _AT_START), re.IGNORECASE)


def is_transcript(lines: list[str]) -> bool:
    """True where any line is what a program printed, or what marks the words of a tool or of another speaker."""
    return any(_START.match(line.lstrip(" \t*`")) or _MARK.search(line) for line in lines)
