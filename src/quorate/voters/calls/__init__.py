"""Programs of our own that outlive us: a keeper for every call, and a nursery where keepers come from.

They use nothing but the standard library and each other, so that they start quickly.
"""
