"""Load for a server: with wrk, and with clients of our own where wrk cannot do it."""
