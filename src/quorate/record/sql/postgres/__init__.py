"""A record in a Postgres database."""
