"""Act"""

FIRST = ("release", "revoke")
