"""Shell commands that can be understood without a shell: simple commands of plain words, one after the other.

Whatever else a shell knows (expansions, redirections, substitutions, assignments, comments, lines, keywords) makes a
command opaque: nobody but a shell can say what it does.
"""

import re
import shlex

_PLAIN = re.compile(r"""[A-Za-z0-9 _./:=,@%+~'"&|;-]*""", re.ASCII)
_QUOTED_SIGN = re.compile(r"""'[^']*[&|;][^']*'|"[^"]*[&|;][^"]*\"""")
OTHERS_HOME = re.compile(r"~[^/]")
"""What a shell replaces by more than the user's own home: `~name`, `~+`, `~-`."""
_OTHERS_HOME_IN = re.compile(r"(?:^|[\s=:;&|])~[^/\s;&|]")
_BETWEEN = frozenset({"&&", "||", "|", ";"})
_SIGNS = frozenset("&|;")
# fmt: off
KEYWORDS = frozenset([
    "!", "[[", "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if", "in", "select",
    "then", "until", "while", "{", "}",
])
RUNS_OTHERS = frozenset([
    ".", "aider", "alias", "amp", "ant", "at", "awk", "bash", "batch", "brew", "builtin", "bun", "bundle", "busybox",
    "cargo", "chroot", "chrt", "claude", "cmake", "codex", "command", "conda", "copilot", "cpio", "crontab", "csh",
    "cursor-agent", "dash", "dd", "deno", "doas", "docker", "dotnet", "ed", "emacs", "env", "eval", "ex", "exec",
    "expect", "export", "find", "fish", "flock", "gawk", "gdb", "gemini", "git", "go", "goose", "gradle", "hatch",
    "ionice", "java", "just", "ksh", "lua", "make", "mvn", "nice", "node", "nohup", "nox", "npm", "npx", "nsenter",
    "nvim", "opencode", "osascript", "parallel", "patch", "pdm", "perl", "php", "pip", "pipx", "pkexec", "pnpm",
    "podman", "poetry", "pre-commit", "pytest", "python", "qwen", "rake", "rsync", "ruby", "runuser", "screen",
    "script", "sed", "set", "setsid", "sh", "socat", "source", "sqlite3", "ssh", "stdbuf", "strace", "su", "sudo",
    "systemd-run", "tar", "taskset", "tclsh", "tee", "time", "timeout", "tmux", "tox", "trap", "unset", "unshare",
    "unzip", "uv", "uvx", "vi", "vim", "watch", "xargs", "yarn", "zip", "zsh",
])
# fmt: on
"""Programs that run what their arguments, their files or their settings say, or change what the shell does next.

An agent program is one of them: started by hand, with other settings, it asks nobody.
"""


def simple_commands(text: str) -> tuple[tuple[str, ...], ...] | None:
    """The commands, each as its words; None where only a shell knows what it does."""
    if not _PLAIN.fullmatch(text) or _QUOTED_SIGN.search(text) or _OTHERS_HOME_IN.search(text):
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
    is_whole = all(one and "=" not in one[0] and one[0] not in KEYWORDS for one in commands)
    return tuple(commands) if is_whole else None


def is_plain(commands: tuple[tuple[str, ...], ...]) -> bool:
    """True where no program runs another one, and none is named by a path, where an agent may have put it."""
    return all("/" not in one[0] and not one[0].startswith("~") and not runs_others(one[0]) for one in commands)


def runs_others(program: str) -> bool:
    """True also for a program whose name ends in a version, such as python3.12."""
    name = program.casefold()
    return name in RUNS_OTHERS or name.rstrip("0123456789.") in RUNS_OTHERS


def stripped(text: str) -> str:
    """A command without what a shell takes away: quotes and backslashes. For finding words in opaque ones."""
    return re.sub(r"""['"\\]""", "", text).casefold()
