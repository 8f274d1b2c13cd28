"""Japanese prose: who says what about whose vote."""
