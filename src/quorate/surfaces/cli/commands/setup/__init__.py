"""Set up"""

FIRST = ("init", "engines", "completion")
