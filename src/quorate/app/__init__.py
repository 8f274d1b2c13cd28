"""The use cases: what anybody can do with a deliberation, whichever interface they come through.

One async function each: the app, who acts, what is asked for, and a key under which the request can be repeated.
"""
