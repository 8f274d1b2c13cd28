"""Questions to finished counts."""
