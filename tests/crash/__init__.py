"""Processes are killed at every point and at any time; what was acknowledged is there afterwards, once."""
