"""Documents without a record: ballots that are counted, replies that are read, consensus documents that are checked.

Nothing here waits for anything, so these use cases are plain functions, and counting a document loads no event loop.
"""
