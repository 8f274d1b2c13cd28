"""A fleet of agents that review each other: who may review whom, by what weight, and what two parties agree on."""
