"""Ask why"""

FIRST = ("explain", "retally")
