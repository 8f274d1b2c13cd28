"""The choices of a protocol as they are named in prose."""
