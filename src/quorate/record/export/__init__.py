"""Copies of the record: exports, backups and what they are made from."""
