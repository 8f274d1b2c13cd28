"""Serve"""

FIRST = ("mcp", "serve", "worker")
