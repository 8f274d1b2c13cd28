"""Signed statements of what a record held at one moment."""
