"""What the stand-ins do. They run without anything but the standard library."""
