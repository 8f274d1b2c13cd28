"""A gate for other agents' tool calls: which pass, which are refused, which are asked and of whom. Pure."""
