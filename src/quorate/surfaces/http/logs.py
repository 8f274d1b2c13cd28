"""The server's log: one line of JSON for each entry, on standard error. It names no header, no query and no body."""

import json
import logging
from datetime import UTC, datetime

_LEVELS = {
    "quorate": logging.INFO,
    "uvicorn": logging.WARNING,
    "pgqueuer": logging.WARNING,
    "asyncio": logging.WARNING,  # what went wrong in a task that nobody waited for
}


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        """One entry as a line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        said = {"at": at, "level": record.levelname.lower(), "from": record.name, "message": record.getMessage()}
        fields = getattr(record, "fields", {})
        trace = {"trace": self.formatException(record.exc_info)} if record.exc_info else {}
        return json.dumps({**said, **fields, **trace}, ensure_ascii=True, default=str)


def begin_log(level: int = logging.INFO) -> None:
    """Writes what is logged from now on."""
    lines = logging.StreamHandler()
    lines.setFormatter(_Lines())
    for name, least in _LEVELS.items():
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [lines], False
        logger.setLevel(max(level, least))
