"""What programs say instead of an answer: errors, log-in and quota notices, usage texts. Never anybody's position."""

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.replies.prose.english.english_words import words
from quorate.replies.prose.notices import NOTICES
from quorate.replies.prose.signals import either

_LEVEL = either("error, warn, warning, fatal, critical, debug, info, trace")
_ACT = either(
    "request, call, command, process, operation, connection, build, login, authentication, turn, stream, tool, fetch"
)
_TRY = either("connect, fetch, load, start, authenticate, parse, open, read, reach, initiali[sz]e, spawn, execute, run")
_HTTP = either(
    "unauthorized, forbidden, too many, bad (?:request|gateway), internal server, service unavailable, not found,"
    " payment required, gateway timeout, overloaded"
)
_YOURS = either(
    "request, prompt, message, account, organi[sz]ation, session, token, api key, credentials?, subscription, trial,"
    " credit, plan, input"
)
_BEFELL = either(
    "was, has, have, is, are, could, cannot, can't, will, exceeds, exceeded, expired, failed, must, needs?"
)
_STOPPED = either(
    "timed out, timeout, rejected, denied, blocked, cancelled, canceled, aborted, refused, reset, error, closed"
)
_SHELL = either(
    "bash, sh, zsh, cmd, npm, npx, node, python3?, pip, docker, curl, git, ssh, sudo, make, codex, claude, gemini,"
    " ollama"
)
_FIRST = (
    r"(?:\w+ )?(?:[\w.]*(?:error|exception)|fatal|panic)(?: ?\[[^\]\n]{0,40}\]| ?\([^)\n]{0,40}\)| [0-9]{1,6})? ?:",
    rf"{_ACT} failed\b",
    rf"failed to {_TRY}\b",
    r"traceback \(most recent call last\)",
    r"file \"[^\"\n]{1,200}\", line [0-9]+",
    r"at [\w.$<>\[\] ]{1,100} ?\([^)\n]{1,200}:[0-9]+\)",
    r"caused by: ",
    r"usage: \S+",
    r"http/[0-9.]+ [45][0-9]{2}",
    rf"(?:http )?(?:status(?: code)?:? ?)?[45][0-9]{{2}}:? {_HTTP}",
    rf"{_SHELL}: ",
    r"npm err!",
    rf"\[{_LEVEL}\]",
    rf"[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}[t ][0-9:.]+z? +\[?{_LEVEL}",
    r"<!doctype html|<html\b|<\?xml",
    r"\{ ?\"(?:error|errors|detail|message|type)\" ?:",
    r"(?:please )?(?:log ?in|sign ?in|re-?authenticate)\b",
    r"please (?:run|upgrade your|update your|set (?:the|your|an?) \w*_?(?:api|key|token)|provide an? (?:api|valid))\b",
    r"reconnecting\b|retrying in\b|retry attempt|loading\.\.\.|loaded cached credentials",
    r"waiting for (?:network|auth|login)",
    r"segmentation fault\b|core dumped\b|killed$|out of memory\b|permission denied\b|access denied\b",
    rf"(?:connection|operation|request) (?:was )?{_STOPPED}\b",
    rf"your {_YOURS} {_BEFELL}\b",
    r"(?:this|the) (?:request|prompt|response|content) (?:was|has been) (?:rejected|blocked|fil|flagged|refused)",
    r"you (?:must|need to|have to) (?:log|sign|accept the|approve the|agree to the|authenticate|verify)\b",
    r"(?:do you want to|would you like to|press \w+ to) (?:proceed|continue|approve|allow)\b",
    r"(?:waiting for|awaiting|requires?|needs?) (?:your |user |tool |manual )?approval\b",
    r"(?:tool|command|permission|approval) (?:use |call |request )?(?:was )?(?:rejected|denied|requ|needed)",
)
_LIMIT = either("usage, rate, token, request, message, spending, daily, weekly, monthly, hourly, 5-hour, session, api")
_ANYWHERE = (
    r"\bnot logged in\b|\brun /login\b|\bplease (?:log|sign) in\b",
    r"\b(?:log|sign)[ -]?in (?:required|again|to (?:continue|proceed))",
    rf"\b{_LIMIT}[ -]limits? (?:has been |was |is |have been )?(?:reached|exceeded|hit|error)",
    r"\b(?:hit|reached|exceeded|over) (?:your|the) (?:\w+ ){0,3}(?:limit|quota)\b",
    r"\bquota (?:has been |was |is )?(?:exceeded|exhausted|reached)|\bexceeded (?:your )?(?:current )?quota\b",
    r"resource_?exhausted|insufficient_quota|rate_limit_error|overloaded_error|\btoo many requests\b",
    r"\binvalid (?:api[ -]key|x-api-key|authentication|credentials?|token)|\bauthentication (?:failed|required|error)",
    r"\bunauthori[sz]ed(?:[:.]|$)|\b(?:missing|no|incorrect) api[ -]key|\bapi[ -]key (?:not|is|was) ",
    r"\bapi error\b|\binternal server error\b|\bservice unavailable\b|\bbad gateway\b",
    r"\beconn(?:refused|reset)|\benotfound\b|\betimedout\b",
    r"\bcommand not found\b|\bno such file or directory\b|\bis not recognized as an internal\b|\bmodule ?not ?found",
    r"\bcredit balance is too low\b|\bupgrade (?:your plan|to (?:pro|continue|proceed))",
    r"\bcontext (?:length|window) (?:exceeded|is too)|\bmaximum context length\b|\bprompt is too long\b",
    r"\b(?:session|token|credentials|subscription) (?:has |have )?(?:expired|required)\b",
    r"\btry again (?:later|in [0-9])",
    r"\bexit(?:ed)? (?:with )?(?:code|status) [0-9]|\btimed out after\b",
)
_START = lazy_pattern("|".join(f"(?:{pattern})" for pattern in _FIRST))
_WITHIN = lazy_pattern("|".join((*_ANYWHERE, *NOTICES)))
# the long pattern is only tried where one of these is
_HINTS = words(
    "log sign limit quota exhausted overloaded many invalid authentic unauthori api error server service gateway econn"
    " enotfound etimedout command directory recognized module credit upgrade context prompt session token credentials"
    " subscription again exit timed please kindly you terms policy agreement approve reject decline accept deny confirm"
    " resume block allow request message job call busy unavailable capacity experiencing"
)
_DECORATION = " \t*#>`✗✖❌⚠️×•─│╭╰|■"


def _hints(line: str) -> bool:
    return any(word in line for word in _HINTS) or not line.isascii()


def is_program_message(lines: list[str]) -> bool:
    """True where any line is what a program says when it has no answer."""
    for line in lines:
        folded = line.casefold()
        if _START.match(folded.lstrip(_DECORATION)) or (_hints(folded) and _WITHIN.search(folded)):
            return True
    return False
