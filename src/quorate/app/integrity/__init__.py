"""Whether the record is what was stored: checks, signed checkpoints, and texts that were redacted on purpose."""
