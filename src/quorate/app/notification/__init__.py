"""Telling people: who is awaited, until when, and what was decided. Never what a ballot says."""
