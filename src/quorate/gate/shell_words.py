"""Shell commands that can be understood without a shell: simple commands of plain words, one after the other.

Whatever else a shell knows (expansions, redirections, substitutions, assignments, comments, lines) makes a command
opaque: nobody but a shell can say what it does.
"""

import re
import shlex

_PLAIN = re.compile(r"""[A-Za-z0-9 _./:=,@%+~'"&|;-]*""", re.ASCII)
_QUOTED_SIGN = re.compile(r"""'[^']*[&|;][^']*'|"[^"]*[&|;][^"]*\"""")
_BETWEEN = frozenset({"&&", "||", "|", ";"})
_SIGNS = frozenset("&|;")
# fmt: off
RUNS_OTHERS = frozenset([
    ".", "alias", "at", "awk", "bash", "batch", "builtin", "bun", "busybox", "command", "crontab", "csh", "dash",
    "dd", "deno", "docker", "doas", "env", "eval", "exec", "export", "expect", "find", "fish", "gawk", "git",
    "ionice", "ksh", "lua", "make", "nice", "node", "nohup", "nsenter", "npm", "npx", "osascript", "parallel",
    "perl", "php", "podman", "pnpm", "python", "python2", "python3", "ruby", "script", "sed", "set", "setsid", "sh",
    "source", "ssh", "stdbuf", "strace", "su", "sudo", "systemd-run", "tclsh", "tee", "time", "timeout", "tmux",
    "trap", "unset", "unshare", "uv", "uvx", "vi", "vim", "watch", "xargs", "yarn", "zsh",
])
# fmt: on
"""Programs that run what their arguments, their files or their settings say, or change what the shell does next."""


def simple_commands(text: str) -> tuple[tuple[str, ...], ...] | None:
    """The commands, each as its words; None where only a shell knows what it does."""
    if not _PLAIN.fullmatch(text) or _QUOTED_SIGN.search(text):
        return None
    reader = shlex.shlex(text, posix=True, punctuation_chars="&|;")
    reader.whitespace_split, reader.commenters = True, ""
    try:
        words = list(reader)
    except ValueError:  # a quote that nobody closes
        return None
    commands: list[tuple[str, ...]] = []
    current: list[str] = []
    for word in words:
        if word in _BETWEEN:
            commands.append(tuple(current))
            current = []
        elif _SIGNS & set(word):  # `&`, `|&`, `;;`, or quoted: not worth telling apart
            return None
        else:
            current.append(word)
    commands.append(tuple(current))
    is_whole = all(one and "=" not in one[0] for one in commands)
    return tuple(commands) if is_whole else None


def is_plain(commands: tuple[tuple[str, ...], ...]) -> bool:
    """True where no program runs another one, and none is named by a path, where an agent may have put it."""
    return all("/" not in one[0] and not one[0].startswith("~") and one[0] not in RUNS_OTHERS for one in commands)


def stripped(text: str) -> str:
    """A command without what a shell takes away: quotes and backslashes. For finding words in opaque ones."""
    return re.sub(r"""['"\\]""", "", text).casefold()
