"""How far something is, while it goes on."""
