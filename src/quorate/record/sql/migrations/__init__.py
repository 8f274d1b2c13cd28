"""How the tables are made in a database."""
