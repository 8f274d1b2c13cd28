"""The evidence workflow on disk: contributions, consensus, conflicts, the manifest, and evidence that is checked.

These use cases read and write files and wait for nobody, so they are plain functions; a server calls them in a thread.
"""
