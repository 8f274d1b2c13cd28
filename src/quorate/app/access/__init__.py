"""Who may do what: keys, what every use case checks first, and the refusals that are kept."""
