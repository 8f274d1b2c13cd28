"""Values and exact arithmetic: no clock, no disk, no network, no randomness."""
