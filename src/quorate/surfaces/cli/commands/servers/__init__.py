"""Serve"""

FIRST = ("serve", "worker", "mcp")
