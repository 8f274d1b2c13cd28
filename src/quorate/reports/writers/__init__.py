"""Blocks as terminal text, Markdown and HTML."""
