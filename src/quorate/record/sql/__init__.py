"""The record in a database: SQLite and Postgres."""
