"""Serve"""

FIRST = ("serve", "worker")
