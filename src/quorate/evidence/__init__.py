"""The evidence workflow: contributions of agents, what they agree on, their conflicts, citations and the manifest."""
