"""Conditions in Japanese."""
