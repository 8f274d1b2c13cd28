"""Thin doors: each parses what comes in, calls one function, and renders what comes out."""
