"""Redaction: text removed from stored events while the hash chain holds."""
