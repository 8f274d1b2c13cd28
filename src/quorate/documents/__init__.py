"""From words to values: strict YAML and JSON, tally documents, and their schemas."""
