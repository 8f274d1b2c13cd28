"""MCP: the use cases as tools for other agents, over standard input and output and over HTTP.

The SDK is imported only here. A tool reads its arguments, calls one use case, and renders what that gives.
"""
