"""Panels of engines: Engine Mode, and which seats are not independent."""
