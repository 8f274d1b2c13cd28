"""What can be done over HTTP: one entry for every operation, from which routes and OpenAPI are made."""
