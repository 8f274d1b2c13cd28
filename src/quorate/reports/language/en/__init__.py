"""English, by topics."""
