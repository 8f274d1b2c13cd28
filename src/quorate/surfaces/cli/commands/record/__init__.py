"""Check and copy the record"""

FIRST = ("verify", "export", "backup", "restore", "checkpoint", "redact")
