"""Keep the record"""

FIRST = ("verify", "export", "backup", "restore", "checkpoint", "redact", "keys")
