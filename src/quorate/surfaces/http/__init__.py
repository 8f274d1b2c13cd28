"""The HTTP interface: every route parses, calls one use case of the app, and renders a view."""
