"""Keys with which people, agents and programs prove who they are, and the refusals that are kept: pure."""
