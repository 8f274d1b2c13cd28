"""A second, deliberately naive implementation of the four protocols, to compare the real one with."""
