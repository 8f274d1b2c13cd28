"""Settings: the environment and quorate.toml, as far as `config` reads them."""

import inspect
import re
from collections.abc import Mapping, Sequence

from quorate import config
from quorate.core.shape import Field
from quorate.gate.gate_settings import GATE_KEYS, RULE_KEYS
from quorate.settings import ENGINE_KEYS, FILE, FLEET_KEYS, NOTIFY_KEYS, PANEL_KEYS, USERS_KEYS, WEBHOOK_KEYS
from tests.docs.reference.tables import code, codes, table

INTRODUCTION = """# Settings

There is little to set. Options of a command come first, then the environment, then `quorate.toml` in the working
directory, then `quorate.toml` in your settings folder (`~/.config/quorate` on Linux), then what is built in.
[What is trusted](../explanation/what-is-trusted.md) explains which of them may choose what.

## Environment

"""
TOML = """
## quorate.toml

"""
PLACES = """
A relative `store` is relative to the file that says it, and so are the files of `templates`. Unknown keys are refused,
and so is a file with any fault.

`panels` have the seats of [a question document](question-document.md#panel-policy-and-mode); `NAME` of `engines` is a
kind of [voter](voters.md). The file in the working directory comes with the project, whoever wrote it. It may not have
`store`, `fleet`, `notify`, `webhooks`, `lenses` or `templates`; of an engine it may not say {users}, and its panels may
have no seat with a program or an address. That belongs in your own file, or in that of a folder which is `trusted`
there, by its whole path. `trusted` belongs in your own file only.
[Settle a panel](../how-to/configure-a-panel.md) has examples.

## Where things are kept

| place | holds |
| --- | --- |
| `QUORATE_HOME`, else `~/.local/share/quorate` on Linux | all of the below; made for its owner alone |
| `quorate.db` in it | the record, unless another one is named; only its owner may read or write it |
| `calls/` in it | the calls of programs that are being asked, and the folders that they work in |
| `deliveries.jsonl` in it | who was told what by a webhook or a command, attempt by attempt |
| `engines.json` in it | which engines were found, for some minutes |
"""
VARIABLES = {
    "QUORATE_STORE": "The record: a file, or `postgresql://...`.",
    "QUORATE_QUEUE": "`serve` and `worker`: the direct address of the Postgres, if the record is behind a pooler.",
    "OTEL_EXPORTER_OTLP_ENDPOINT": "`serve` and `worker`: the OpenTelemetry collector that traces are sent to.",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "The same, for traces alone.",
    "OTEL_SDK_DISABLED": "`true`: no traces are sent.",
    "QUORATE_HOME": "Where Quorate keeps what it has to keep.",
    "QUORATE_USER": (
        "Who acts, in place of the system's user (by number; `LOGNAME` and `USER` are not asked). Nothing proves it."
    ),
    "QUORATE_KEY": "A key of this record (`quorate keys`): its owner acts, whatever `QUORATE_USER` says.",
    "QUORATE_LANG": "`en` or `ja`: the language of reports, before the locale's.",
    "LC_ALL": "The locale, which says the language of reports.",
    "LC_MESSAGES": "The same, where `LC_ALL` is not set.",
    "LANG": "The same, where neither is set.",
    "NO_COLOR": "Set to anything: no colours.",
    "TERM": "`dumb`: no colours, and lines instead of live rows.",
    "COLUMNS": "How wide the terminal is.",
    "QUORATE_DEBUG": "`1` shows tracebacks of unexpected errors.",
    "CLAUDE_CONFIG_DIR": "Where Claude Code keeps its settings: the gate lets no call touch it.",
    "CODEX_HOME": "The same for Codex.",
}
NO_VARIABLES = {"TOML", "APPROVE", "REJECT", "ABSTAIN"}
# they are the system's: they say where it keeps the files of a user
NO_VARIABLES |= {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "ANDROID_ROOT"}


def settings() -> str:
    """Every variable and key with what it means."""
    read = set(re.findall(r'"([A-Z][A-Z_]{3,})"', inspect.getsource(config))) - NO_VARIABLES
    assert read == VARIABLES.keys(), read ^ VARIABLES.keys()
    variables = table(("variable", "meaning"), ((code(name), said) for name, said in VARIABLES.items()))
    keys = table(("key", "meaning"), ((code(key), said) for key, said in _keys(FILE).items()))
    return INTRODUCTION + variables + TOML + keys + PLACES.format(users=_either(USERS_KEYS))


def _either(words: Sequence[str]) -> str:
    return f"{codes(words[:-1])} or {code(words[-1])}"


def _keys(fields: Mapping[str, Field]) -> dict[str, str]:
    """Every key with its help; what stands in a table under a name is written with that name's place."""
    inner = {"panels": PANEL_KEYS, "engines": ENGINE_KEYS}
    tables = {
        "fleet": FLEET_KEYS,
        "gate": GATE_KEYS,
        "rules": RULE_KEYS,
        "notify": NOTIFY_KEYS,
        "webhooks": WEBHOOK_KEYS,
    }
    found: dict[str, str] = {}
    for key, field in fields.items():
        if key in inner:
            found |= {f"{key}.NAME.{name}": said for name, said in _keys(inner[key]).items()}
        elif key in tables:
            found |= {f"{key}.{name}": said for name, said in _keys(tables[key]).items()}
        else:
            found[key if key not in ("lenses", "templates") else f"{key}.NAME"] = field.help
    return found
