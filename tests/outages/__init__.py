"""Servers and workers on one Postgres, while processes are killed, Postgres stops and a network is cut."""
