"""Whether a record, an export or a backup is what was stored."""
