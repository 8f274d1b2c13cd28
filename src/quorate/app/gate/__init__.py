"""A gate for other agents: a tool call becomes a question, and its verdict releases it once."""
